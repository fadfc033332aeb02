// Tests of databases in worlds made from Go: they are in memory, and count against the heap's cap.

//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

package psy_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/psyco-go/psy"
)

// runDatabases runs a program in a world of its own, and returns what it has written.
func runDatabases(t *testing.T, ctx context.Context, heap int64, program string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	rt, err := psy.New(psy.Config{Stdout: &out, Stderr: &out, Heap: heap})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	prog, err := psy.Compile([]byte(program), "databases.py")
	if err != nil {
		t.Fatal(err)
	}
	_, err = rt.Exec(ctx, prog)
	return out.String(), err
}

func TestDatabasesHaveNoFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(file, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := runDatabases(t, t.Context(), 64<<20, `
import _sqlite3
FILE = `+strconv.Quote(file)+`
def tell(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        print(type(e).__name__, e)
for name in FILE, "file:" + FILE:
    tell(_sqlite3.connect, name)
    tell(_sqlite3.connect, name, uri=True)
con = _sqlite3.connect("file:x?mode=memory&cache=shared", uri=True)
for sql in ("attach '%s' as a" % FILE, "attach 'file:%s?vfs=unix' as a" % FILE, "vacuum into '%s.copy'" % FILE, "select readfile('%s')" % FILE,
            "select load_extension('%s')" % FILE, "pragma temp_store_directory = '/tmp'", "pragma temp_store = 1"):
    tell(con.execute, sql)
con.execute("create temp table t(x)")
con.executemany("insert into t values(?)", [(i,) for i in range(1000)])
print(con.execute("select count(*), sum(x) from (select x from t order by -x)").fetchone())
print(con.execute("select datetime('now') < '1980'").fetchone())
other = _sqlite3.connect("file:x?mode=memory&cache=shared", uri=True)
tell(other.execute, "select * from t")
`)
	const refused = "OperationalError unable to open database file: there are no files in this world, only ':memory:'\n"
	want := strings.Repeat(refused, 4) + "OperationalError unable to open database: " + file + "\n"
	if err != nil || !strings.HasPrefix(out, want) || !strings.Contains(out, "(1000, 499500)") || !strings.HasSuffix(out, "no such table: t\n") {
		t.Errorf("%v\n%s", err, out)
	}
	if names, _ := filepath.Glob(file + "*"); len(names) != 1 {
		t.Errorf("files were made: %v", names)
	}
}

func TestDatabasesCountAgainstTheHeap(t *testing.T) {
	out, err := runDatabases(t, t.Context(), 32<<20, `
import _sqlite3
con = _sqlite3.connect(":memory:", isolation_level=None)
con.execute("create table t(x)")
n = 0
try:
    while n < 2000:
        con.execute("insert into t values(randomblob(50000))")
        n += 1
except MemoryError:
    print(100 < n < 700)
con.close()
con = _sqlite3.connect(":memory:")
con.execute("create table t(x)")
con.execute("insert into t values(zeroblob(5000000))")
try:
    con.execute("select zeroblob(900000000) || 'x'")
except MemoryError:
    print(con.execute("select length(x) from t").fetchone())
`)
	if out != "True\n(5000000,)\n" || err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestStatementsAreCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := runDatabases(t, ctx, 0, `
import _sqlite3
_sqlite3.connect(":memory:").execute("with recursive c(x) as (select 1 union all select x + 1 from c) select sum(x) from c").fetchone()
`)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestWorldsWithDatabases(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			out, err := runDatabases(t, t.Context(), 0, `
import _sqlite3
con = _sqlite3.connect(":memory:")
con.create_function("f", 1, lambda x: x + 1)
con.execute("create table t(x)")
con.executemany("insert into t values(?)", ((i,) for i in range(2000)))
print(con.execute("select sum(f(x)) from t").fetchone(), con.total_changes)
`)
			if out != "(2001000,) 2000\n" || err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
}
