//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// json_extract and the operators are compared with SQLite's own.

package sqlite

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// jsonPair has two statements, with psy's functions and with SQLite's.
type jsonPair struct {
	c    *Conn
	ours [2][3]Stmt
}

func openJSON(t *testing.T) *jsonPair {
	w := &World{}
	w.Limit(1 << 26)
	c, rc, err := Open(w, ":memory:", OpenReadWrite|OpenCreate, nil)
	if err != nil || rc != OK {
		t.Fatal(rc, err)
	}
	if usualExtract == nil {
		t.Fatal("SQLite's json_extract was not found")
	}
	j := &jsonPair{c: c}
	usual := pointer(func(tls *libc.TLS, x uintptr, argc int32, argv uintptr) { usualExtract(tls, x, argc, argv) })
	for i, call := range []string{"json_extract(?1, ?2)", "?1 -> ?2", "?1 ->> ?2"} {
		name := c.cstring(fmt.Sprintf("usual%d", i))
		if rc := lib.Xsqlite3_create_function(c.tls, c.db, name, 2, lib.SQLITE_UTF8|lib.SQLITE_RESULT_SUBTYPE, uintptr(i), usual, 0, 0); rc != OK {
			t.Fatal(rc)
		}
		c.free(name)
		for k, f := range []string{call, fmt.Sprintf("usual%d(?1, ?2)", i)} {
			s, _, rc := c.Prepare([]byte("SELECT " + f + ", json_array(" + f + ")"))
			if rc != OK {
				t.Fatalf("%s: %s", f, c.Message())
			}
			j.ours[k][i] = s
		}
	}
	t.Cleanup(func() {
		for _, list := range j.ours {
			for _, s := range list {
				c.Finalize(s)
			}
		}
		c.Close()
	})
	return j
}

// result tells everything about a function's result. A path may be a text or an int.
func (j *jsonPair) result(s Stmt, text []byte, path any) string {
	c := j.c
	defer c.Reset(s)
	c.BindText(s, 1, text)
	switch path := path.(type) {
	case string:
		c.BindText(s, 2, []byte(path))
	case int:
		c.BindInt(s, 2, int64(path))
	}
	if rc := c.Step(s); rc != Row {
		return fmt.Sprintf("error %d: %s", rc, c.Message())
	}
	kind := c.ColumnType(s, 0)
	value := ""
	if kind == Float {
		value = fmt.Sprintf("%x", math.Float64bits(c.ColumnFloat(s, 0)))
	} else if b, ok := c.ColumnText(s, 0); ok {
		value = string(b)
	}
	array, _ := c.ColumnText(s, 1)
	return fmt.Sprintf("%d %q %q", kind, value, array)
}

func (j *jsonPair) same(t *testing.T, text []byte, path any) {
	t.Helper()
	for i := range 3 {
		if got, want := j.result(j.ours[0][i], text, path), j.result(j.ours[1][i], text, path); got != want {
			t.Fatalf("function %d of %q and %#v is %s, should be %s", i, text, path, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	j := openJSON(t)
	for _, text := range []string{
		"", " ", "1", "-", "-0", "-0.0", "01", "1.", ".5", "1e5", "1E+5", "1e", "1.5e-3", "123456789012345678", "1234567890123456789", "9223372036854775808",
		"-9223372036854775808", "0.1", "123456789.123456", "1e22", "1e23", "1e-22", "1e400", "0.000000000000000000000000001", "12345678901234567.5", "+1", "0x10", "NaN",
		"Infinity", "null", "true", "false", "nul", "truex", "true x", `"a"`, `'a'`, `"a\"b"`, `"\u00e9"`, `"\u00g9"`, `"\x41"`, `"a`, "\"a\x00b\"", "\"a\tb\"", `"é"`,
		"\"\xff\"", "[]", "[ ]", "{}", "{ }", "[1,2]", "[1,2,]", "[1 2]", `{"a":1}`, `{"a":1,}`, `{a:1}`, `{"a" 1}`, `{"a":1,"a":2}`, `{"\u0061":1,"a":2}`, `{"":1}`,
		` { "a" : { "b" : [ 1 , "x y" , { "c" : null } ] } , "d" : "e" } `, `{"a":1} x`, `{"a":1}/* x */`, `{"a":[}`, `["a",]`, "[1]\x00", `{"a.b":1,"a b":2,"a[0]":3}`,
		strings.Repeat("[", 90) + strings.Repeat("]", 90), strings.Repeat("[", 1200) + strings.Repeat("]", 1200), `["` + strings.Repeat("x", 5000) + `",7]`,
	} {
		for _, path := range []any{"$", "$.a", "$.a.b", "$.a.b[0]", "$.a.b[1]", "$.a.b[2]", "$.a.b[2].c", "$.d", "$[0]", "$[1]", "$[01]", "$[#-1]", "$[-1]", "$[x]", "$[", "$[0",
			"$.", "$.a.", "$..a", "$x", "", "a", "a.b", "a b", "a[0]", "[0]", "[x]", "[#-1]", `"a"`, `$."a"`, `$."a b"`, `$."a`, `a\b`, "1", "$.a\x00b", 0, 1, -1, 1 << 40, nil} {
			j.same(t, []byte(text), path)
		}
	}
}

func TestJSONRandom(t *testing.T) {
	j := openJSON(t)
	r := rand.New(rand.NewPCG(5, 6))
	space := func() string { return []string{"", "", "", " ", "\n\t"}[r.IntN(5)] }
	number := func() string {
		s := fmt.Sprint(r.Int64() >> r.IntN(64))
		if r.IntN(2) == 0 {
			s = fmt.Sprintf("%.*f", r.IntN(12), (r.Float64()-0.5)*math.Pow10(r.IntN(8)))
		}
		if r.IntN(4) == 0 {
			s += fmt.Sprintf("e%d", r.IntN(40)-20)
		}
		return s
	}
	key := func() string { return []string{"a", "b", "c", "key", "é", "a b"}[r.IntN(6)] }
	var value func(depth int) string
	value = func(depth int) string {
		n := r.IntN(4)
		switch k := r.IntN(9); {
		case k < 2 && depth < 4:
			parts := make([]string, n)
			for i := range parts {
				parts[i] = space() + value(depth+1) + space()
			}
			return "[" + strings.Join(parts, ",") + "]"
		case k < 5 && depth < 4:
			parts := make([]string, n)
			for i := range parts {
				parts[i] = space() + `"` + key() + `"` + space() + ":" + space() + value(depth+1) + space()
			}
			return "{" + strings.Join(parts, ",") + "}"
		case k < 7:
			return number()
		case k < 8:
			return []string{"true", "false", "null"}[r.IntN(3)]
		}
		return `"` + []string{"", "x", "two words", `\n`, `\u00e9\"`, "日本 [1]{2}"}[r.IntN(6)] + `"`
	}
	for range 20000 {
		text := []byte(value(0))
		if r.IntN(4) == 0 { // and mistakes
			const some = "\"\\{}[],: 0.-eEnx'/\x00\x01\xe2"
			text[r.IntN(len(text))] = some[r.IntN(len(some))]
		}
		path := "$"
		for range r.IntN(4) {
			if r.IntN(2) == 0 {
				path += fmt.Sprintf("[%d]", r.IntN(3))
			} else {
				path += "." + key()
			}
		}
		if r.IntN(5) == 0 {
			path = key()
		}
		j.same(t, text, path)
	}
	for range 100000 {
		j.same(t, []byte(number()), "$")
	}
}
