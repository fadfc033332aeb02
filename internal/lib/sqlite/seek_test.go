//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Searching is compared with SQLite's own, over values that are alike.

package sqlite

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	lib "modernc.org/sqlite/lib"
)

// seekValues are expressions of SQL that give values, by the kind of column, beside sortValues.
var seekValues = map[string]func(r *rand.Rand) string{
	"names":   func(r *rand.Rand) string { return fmt.Sprintf("'customer %d'", r.IntN(500)) },
	"letters": func(r *rand.Rand) string { return fmt.Sprintf("'%s'", strings.Repeat("ab", r.IntN(40))) },
	"sparse":  func(r *rand.Rand) string { return fmt.Sprint(r.Int64() >> r.IntN(60)) },
	"texts":   func(r *rand.Rand) string { return fmt.Sprintf("'%s%d'", strings.Repeat("é", r.IntN(400)), r.IntN(9)) },
	"nulls": func(r *rand.Rand) string {
		return []string{"null", "null", "'customer'", fmt.Sprintf("'customer %d'", r.IntN(99))}[r.IntN(4)]
	},
	"kinds": func(r *rand.Rand) string {
		return []string{"null", fmt.Sprint(r.IntN(99) - 50), fmt.Sprintf("%d.5", r.IntN(9)), fmt.Sprintf("'a%d'", r.IntN(99)), "x'6131'"}[r.IntN(5)]
	},
}

func TestSeek(t *testing.T) {
	w := &World{}
	w.Limit(1 << 28)
	r := rand.New(rand.NewPCG(5, 6))
	for i, values := range []map[string]func(r *rand.Rand) string{sortValues, seekValues} {
		for kind, value := range values {
			for _, n := range []int{0, 3, 500} {
				c, rc, err := Open(w, ":memory:", OpenReadWrite|OpenCreate, nil)
				if err != nil || rc != OK {
					t.Fatal(rc, err)
				}
				if rc := c.Exec(fmt.Sprintf("pragma page_size = %d", 512<<(3*i*r.IntN(2)))); rc != OK {
					t.Fatal(rc)
				}
				testSeek(t, c, r, kind, value, n)
				c.Close()
			}
		}
	}
	if w.Used() != 0 {
		t.Errorf("%d bytes are left", w.Used())
	}
	w.Close()
}

func testSeek(t *testing.T, c *Conn, r *rand.Rand, kind string, value func(*rand.Rand) string, n int) {
	exec := func(sql string) {
		if rc := c.Exec(sql); rc != OK {
			t.Fatalf("%s: %s", sql[:min(len(sql), 100)], c.Message())
		}
	}
	exec("create table t (id integer primary key, a, b int, c text); create table p (a, b, primary key (a, b)) without rowid")
	exec("create table far (id integer primary key, c text); create table log (n)")
	exec("begin")
	for i := range n {
		exec(fmt.Sprintf("insert into t values (%d, %s, %s, 'more of it %d')", i, value(r), sortValues["ints"](r), i))
		exec(fmt.Sprintf("insert into p values (ifnull(%s, 0), %d)", value(r), i))
		exec(fmt.Sprintf("insert or ignore into far values (%s, 'far %d')", sortValues["sizes"](r), i))
	}
	exec("commit")
	exec("create index i on t (a, b); create index d on t (b desc, a); create index k on t (c collate nocase)")
	for range 40 {
		exec(fmt.Sprintf("delete from t where id = %d; delete from far where c = 'far %d'", r.IntN(n+1), r.IntN(n+1)))
	}
	hooked := 0
	for _, sql := range []string{
		"select x.id, y.id, y.c from t x join t y indexed by i on x.a = y.a and x.id < y.id where x.id < 300",
		"select x.id, y.id, y.c from t x join t y indexed by i on x.a = y.a and x.b < y.b where x.id < 300",
		"select x.id, y.id, y.c from t x join t y indexed by i on y.a = x.a where x.id < 300 and y.b > 0",
		"select x.id, (select count(*) from t y indexed by i where y.a > x.a) from t x where x.id % 40 = 0",
		"select x.id, (select min(y.a) from t y where y.a >= x.a and y.a < x.a || 'b') from t x where x.id % 40 = 0",
		"select x.id, y.c from t x left join t y on y.id = x.b + x.id where x.id < 300",
		"select x.id, y.c from t x left join t y on y.a = x.c || x.b where x.id < 300",
		"select x.id, far.c from far join t x on x.id = far.id",
		"select id, (select c from far y where y.id = x.id) from far x",
		"select id, (select c from far y where y.id >= x.id + 1) from far x",
		"select x.id, p.b from t x join p on p.a = x.a where x.id < 300",
		"select x.id, y.id from t x join t y indexed by d on x.b = y.b and x.a < y.a where x.id < 60",
		"select x.id, y.id from t x join t y indexed by k on y.c = upper(x.c) collate nocase where x.id < 60",
		"select x.id, y.b from t x join (select a, b from t where b > 0) y on x.a = y.a where x.id < 300",
		"select id from t where a in (select a from t where id < 30) and b in (0, 1)",
		"select id, c from t where a = (select a from t where id = 5)",
		"select id, c from t where a > (select a from t where id = 5) order by a desc, b desc limit 9",
	} {
		got, found := seekRows(t, c, sql, true)
		want, _ := seekRows(t, c, sql, false)
		if got != want {
			t.Errorf("%s, %d rows: %s gives\n%.500s\nwant\n%.500s", kind, n, sql, got, want)
		}
		if found {
			hooked++
		}
	}
	if hooked < 6 {
		t.Errorf("%d programs search by themselves", hooked)
	}
}

// seekRows runs a statement twice, and tells whether its program searches by itself.
func seekRows(t *testing.T, c *Conn, sql string, prepare bool) (rows string, hooked bool) {
	t.Helper()
	if prepare {
		s, _, _ := c.Prepare([]byte(sql))
		if s != 0 {
			for _, op := range instructions((*lib.TVdbe)(at(uintptr(s)))) {
				if op.Fopcode == lib.OP_Function {
					f := (*lib.Tsqlite3_context)(at(*(*uintptr)(unsafe.Pointer(&op.Fp4)))).FpFunc
					hooked = hooked || f == uintptr(unsafe.Pointer(&beforeSeek)) || f == uintptr(unsafe.Pointer(&beforeNumber))
				}
			}
			c.Finalize(s)
		}
	}
	rows, _ = rowsOf(t, c, sql, prepare)
	return rows, hooked
}

// TestSeekWhileWriting holds that a search finds what another statement has written, and deleted, since the last one.
func TestSeekWhileWriting(t *testing.T) {
	w := &World{}
	w.Limit(1 << 28)
	c, _, err := Open(w, ":memory:", OpenReadWrite|OpenCreate, nil)
	if err != nil {
		t.Fatal(err)
	}
	exec := func(sql string) {
		if rc := c.Exec(sql); rc != OK {
			t.Fatalf("%s: %s", sql, c.Message())
		}
	}
	exec("create table t (id integer primary key, a text); create index i on t (a); create table u (a text)")
	for i := range 200 {
		exec(fmt.Sprintf("insert into t values (%d, 'name %d'); insert into u values ('name %d')", i, i, i))
	}
	s, _, rc := c.Prepare([]byte("select u.a, t.id, t.a from u join t on t.a = u.a"))
	if rc != OK {
		t.Fatal(rc)
	}
	for i := range 100 {
		if rc := c.Step(s); rc != Row {
			t.Fatal(i, rc)
		}
		x, _ := c.ColumnText(s, 0)
		y, _ := c.ColumnText(s, 2)
		id := c.ColumnInt(s, 1)
		want := int64(i)
		if i%3 == 2 {
			want += 1000
		}
		if string(x) != fmt.Sprintf("name %d", i) || string(x) != string(y) || id != want {
			t.Fatalf("row %d: %s, %s, %d", i, x, y, id)
		}
		if i%3 == 1 {
			exec(fmt.Sprintf("update t set id = id + 1000 where id = %d", i+1))
		}
		exec(fmt.Sprintf("insert into t values (%d, 'name %d x')", 5000+i, i))
	}
	c.Finalize(s)
	c.Close()
	w.Close()
}
