//go:build unix

// Fields of Go structs in loops, beside attributes of Python objects, in machine code and in tier 1.

package embed

import (
	"context"
	"testing"

	"github.com/psyco-go/psy"
)

type sample struct {
	base
	N     int     `py:"n"`
	X     float64 `py:"x"`
	On    bool    `py:"on"`
	Small int8    `py:"small"`
	Big   uint64  `py:"big"`
	Short float32 `py:"short"`
	Text  string  `py:"text"`
}

type base struct {
	ID int `py:"id"`
}

// BenchmarkFields times one line in the middle of a loop; the rows "empty" say what the loop itself takes.
func BenchmarkFields(b *testing.B) {
	for _, e := range []struct {
		name   string
		engine psy.Engine
	}{{"native", psy.Auto}, {"tier1", psy.Tier1}} {
		for _, row := range []struct{ name, line string }{
			{"empty", "s += i"},
			{"slot-int", "s += q.n"},
			{"go-int", "s += p.n"},
			{"go-int8", "s += p.small"},
			{"go-uint64", "s += p.big"},
			{"go-embedded", "s += p.id"},
			{"slot-float", "f += q.x"},
			{"go-float", "f += p.x"},
			{"go-float32", "f += p.short"},
			{"slot-bool", "s += 1 if q.on else 2"},
			{"go-bool", "s += 1 if p.on else 2"},
			{"slot-str", "q.text"},
			{"go-str", "p.text"},
			{"slot-write", "q.n = i"},
			{"go-write", "p.n = i"},
			{"slot-write-float", "q.x = f"},
			{"go-write-float", "p.x = f"},
			{"go-write-bool", "p.on = i > 3"},
		} {
			b.Run(e.name+"/"+row.name, func(b *testing.B) { fieldLoop(b, e.engine, row.line) })
		}
	}
}

func fieldLoop(b *testing.B, engine psy.Engine, line string) {
	ctx := context.Background()
	rt, err := psy.New(psy.Config{Engine: engine, Heap: 64 << 20})
	if err != nil {
		b.Fatal(err)
	}
	defer rt.Close()
	mod, err := rt.Run(ctx, `
class Q:
    __slots__ = "n", "x", "on", "text"
q = Q()
q.n, q.x, q.on, q.text = 3, 1.5, True, "text"
def run(n, p, q):
    s = 0
    f = 0.0
    for i in range(n):
        `+line+`
    return s
`, nil)
	if err != nil {
		b.Fatal(err)
	}
	q, err := mod.Get("q")
	if err != nil {
		b.Fatal(err)
	}
	p := &sample{N: 3, X: 1.5, On: true, Small: 3, Big: 3, Short: 1.5, Text: "text", base: base{3}}
	run := func(n int) {
		if _, err := mod.Call(ctx, "run", psy.Args(n, p, q)); err != nil {
			b.Fatal(err)
		}
	}
	run(20000)
	b.ReportAllocs()
	b.ResetTimer()
	before := processorTime(b)
	run(b.N)
	b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
}
