//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// LIKE is compared with SQLite's own.

package sqlite

import (
	"math/rand/v2"
	"testing"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

func TestLike(t *testing.T) {
	w := &World{}
	w.Limit(1 << 26)
	c, rc, err := Open(w, ":memory:", OpenReadWrite|OpenCreate, nil)
	if err != nil || rc != OK {
		t.Fatal(rc, err)
	}
	defer c.Close()
	if usualLike == nil {
		t.Fatal("SQLite's LIKE was not found")
	}
	// usually(p, s) is SQLite's own LIKE.
	name := c.cstring("usually")
	defer c.free(name)
	like := pointer(func(tls *libc.TLS, x uintptr, argc int32, argv uintptr) { usualLike(tls, x, argc, argv) })
	info := libc.Xcalloc(c.tls, 1, 4) // what pattern language it is
	copy(view(info, 4), []byte{'%', '_', 0, 1})
	if rc := lib.Xsqlite3_create_function(c.tls, c.db, name, 2, lib.SQLITE_UTF8, info, like, 0, 0); rc != OK {
		t.Fatal(rc)
	}
	s, _, rc := c.Prepare([]byte("SELECT cast(?2 as text) LIKE cast(?1 as text), usually(cast(?1 as text), cast(?2 as text)), ?2 LIKE ?1, usually(?1, ?2)"))
	if rc != OK {
		t.Fatal(rc)
	}
	defer c.Finalize(s)
	same := func(pattern, text string) {
		t.Helper()
		c.BindBlob(s, 1, []byte(pattern))
		c.BindText(s, 2, []byte(text))
		if rc := c.Step(s); rc != Row {
			t.Fatal(rc)
		}
		if got, want := c.ColumnInt(s, 0), c.ColumnInt(s, 1); got != want {
			t.Fatalf("%q LIKE %q is %d, should be %d", text, pattern, got, want)
		}
		if got, want := c.ColumnInt(s, 2), c.ColumnInt(s, 3); got != want {
			t.Fatalf("%q LIKE %q as a blob is %d, should be %d", text, pattern, got, want)
		}
		c.Reset(s)
	}
	for _, x := range [][2]string{{"", ""}, {"%", ""}, {"_", ""}, {"%%", "a"}, {"%_", "\xc3"}, {"a\x00b", "a"}, {"a", "A\x00c"}, {"%é", "caf\xe0\x83\xa9"}, {"%\uFFFD", "a\uFFFE"},
		{"_", "\xe4\xb8"}, {"__", "\x80\xbf"}, {"É", "é"}, {"ſ", "s"}, {"K", "\u212a"}, {"%_%", "日"}, {"%ab%ab", "abAB"}, {"%a_b", "aaab"}} {
		same(x[0], x[1])
	}
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "A", "b", "B", "[", "{", "@", "`", "é", "É", "日", "🙂", "\x80", "\xc3", "\xe3\x81", "\uFFFD", "\uFFFE", "\x00", "0"}
	some := func(n, wild int) (text string) {
		for range r.IntN(n) {
			if r.IntN(10) < wild {
				text += string("%_"[r.IntN(2)])
			} else if r.IntN(4) == 0 {
				text += parts[r.IntN(len(parts))]
			} else {
				text += parts[r.IntN(4)]
			}
		}
		return text
	}
	for range 30000 {
		same(some(8, 4), some(20, 1))
	}
}
