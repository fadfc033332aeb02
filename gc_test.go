// What gc.collect counts, through the Go API.

package psy_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/psyco-go/psy"
)

// The numbers that gc.collect returns are CPython 3.13's, by every engine. An automatic collection would change them, so the
// heap is large.
func TestCollectCounts(t *testing.T) {
	const source = `
import gc
class Node:
    def __init__(self):
        self.me = self
gc.collect()
l = []
l.append(l)
del l
print('list', gc.collect())
d = {}
d[1] = d
del d
print('dict', gc.collect())
t = ([],)
t[0].append(t)
del t
print('tuple', gc.collect())
def instances():
    a, b = Node(), Node()
    a.other, b.other = b, a
    del a, b
    return gc.collect()
print('instances', instances())
def contents():
    a = Node()
    a.garbage = [1, 2, [3], {'k': 'v'}, 'text', 2.5, (1, 2)]
    a = None
    return gc.collect()
print('contents', contents())
[[i] for i in range(100)]
print('no cycle', gc.collect())
def f():
    def f():
        return f
    return f
f()
print('closure', gc.collect())
class Back:
    def __init__(self):
        self.me = self
    def __del__(self):
        saved.append(self)
saved = []
Back()
print('saved', gc.collect(), len(saved))
saved.clear()
print('dropped', gc.collect(), len(saved))
`
	const want = `list 1
dict 1
tuple 2
instances 2
contents 3
no cycle 0
closure 3
saved 0 1
dropped 1 0
`
	prog, err := psy.Compile([]byte(source), "counts.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range []psy.Engine{psy.Tier1, psy.Tier2, psy.Psyco} {
		var out bytes.Buffer
		rt, err := psy.New(psy.Config{Heap: 256 << 20, Stdout: &out, Engine: engine, Threshold: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rt.Exec(context.Background(), prog); err != nil {
			t.Error(err)
		}
		if out.String() != want {
			t.Errorf("engine %v:\n%s\nwanted:\n%s", engine, out.String(), want)
		}
		rt.Close()
	}
}
