//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Sorting is compared with SQLite's own, over values that are alike.

package sqlite

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	lib "modernc.org/sqlite/lib"
)

// sortValues are expressions of SQL that give values, by the kind of column.
var sortValues = map[string]func(r *rand.Rand) string{
	"ints":  func(r *rand.Rand) string { return fmt.Sprint(r.Int64N(5) - 2) },
	"sizes": func(r *rand.Rand) string { return fmt.Sprint((r.Int64() >> r.IntN(64)) * (1 - 2*r.Int64N(2))) },
	"floats": func(r *rand.Rand) string {
		return []string{"0.5", "-0.0", "0.0", "-1e300", "1e-300", "3.25", "-3.25", "9e999"}[r.IntN(8)]
	},
	"mixed": func(r *rand.Rand) string {
		return []string{"0.5", "-0.0", "0", "1", "9007199254740993", "9007199254740992.0", "9007199254740992", "-7", "-7.5", "9223372036854775807"}[r.IntN(10)]
	},
	"words": func(r *rand.Rand) string {
		return []string{"''", "'a'", "'ab'", "'abcdefgh'", "'abcdefghi'", "'abcdefgi'", "'é'", "'z'"}[r.IntN(8)]
	},
	"alike": func(r *rand.Rand) string { return fmt.Sprintf("'customer %d'", r.IntN(300)) },
	"long": func(r *rand.Rand) string {
		return fmt.Sprintf("'%s%d'", strings.Repeat("x", 60+r.IntN(3)*20), r.IntN(50))
	},
	"zeros": func(r *rand.Rand) string {
		return fmt.Sprintf("cast(x'61%s' as text)", strings.Repeat("00", r.IntN(12)))
	},
	"any":    func(r *rand.Rand) string { return []string{"null", "1", "2.5", "'a'", "x'00'"}[r.IntN(5)] },
	"mostly": func(r *rand.Rand) string { return []string{"'a'", "'b'", "'c'", "null"}[(r.IntN(400)+398)/399] },
}

func TestSort(t *testing.T) {
	w := &World{}
	w.Limit(1 << 28)
	c, rc, err := Open(w, ":memory:", OpenReadWrite|OpenCreate, nil)
	if err != nil || rc != OK {
		t.Fatal(rc, err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for kind, value := range sortValues {
		for _, n := range []int{0, 1, 2, 700} {
			testSort(t, c, r, kind, value, n)
		}
	}
	c.Close()
	if w.Used() != 0 {
		t.Errorf("%d bytes are left", w.Used())
	}
	w.Close()
}

func testSort(t *testing.T, c *Conn, r *rand.Rand, kind string, value func(*rand.Rand) string, n int) {
	exec := func(sql string) {
		if rc := c.Exec(sql); rc != OK {
			t.Fatalf("%s: %s", sql[:min(len(sql), 100)], c.Message())
		}
	}
	exec("drop table if exists t; create table t (id integer primary key, a, b, c)")
	for i := range n {
		exec(fmt.Sprintf("insert into t values (%d, %s, %s, 'more of it')", i, value(r), sortValues["ints"](r)))
	}
	for _, sql := range []string{
		"select id, a from t order by a",
		"select id, a from t order by a desc",
		"select id, c from t order by a, b desc",
		"select id, c from t order by a desc, b, a",
		"select id, a from t order by a collate nocase, b",
		"select id, a from t order by a desc nulls last",
		"select a, id from t order by a limit 5 offset 3",
		"select a, count(*), min(id), max(c) from t group by a",
		"select a, b, group_concat(id) from t group by a, b order by 3",
		"select count(distinct a), count(distinct c) from t",
		"select x.id, (select group_concat(y.id) from (select id from t where id % 40 = x.id % 40 order by a, b) y) from t x where x.id < 3",
		"select id, sum(b) over (partition by a order by id) from t",
	} {
		got, hooked := rowsOf(t, c, sql, true)
		want, _ := rowsOf(t, c, sql, false)
		if got != want {
			t.Errorf("%s, %d rows: %s gives\n%s\nwant\n%s", kind, n, sql, got, want)
		}
		if !hooked && strings.HasPrefix(sql, "select id, a from t order by a") {
			t.Errorf("%s: sorted by SQLite", sql)
		}
	}
}

// rowsOf runs a statement twice, and tells whether its program sorts by itself.
func rowsOf(t *testing.T, c *Conn, sql string, prepare bool) (rows string, hooked bool) {
	t.Helper()
	var s Stmt
	if prepare {
		s, _, _ = c.Prepare([]byte(sql))
	} else {
		p := c.cstring(sql)
		lib.Xsqlite3_prepare_v2(c.tls, c.db, p, -1, c.out, 0)
		s = Stmt(*(*uintptr)(at(c.out)))
		c.free(p)
	}
	if s == 0 {
		t.Fatalf("%s: %s", sql, c.Message())
	}
	defer c.Finalize(s)
	ops := instructions((*lib.TVdbe)(at(uintptr(s))))
	last := ops[len(ops)-1]
	hooked = len(ops) > 3 && last.Fopcode == lib.OP_Goto && ops[len(ops)-3].Fopcode == lib.OP_SorterSort
	var b strings.Builder
	for range 2 {
		rc := c.Step(s)
		for ; rc == Row; rc = c.Step(s) {
			for i := range c.Columns(s) {
				x, _ := c.ColumnText(s, i)
				fmt.Fprintf(&b, "%d:%s|", c.ColumnType(s, i), x)
			}
			b.WriteByte('\n')
		}
		if rc != Done {
			t.Fatalf("%s: %s", sql, c.Message())
		}
		c.Reset(s)
	}
	return b.String(), hooked
}
