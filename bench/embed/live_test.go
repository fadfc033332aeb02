//go:build unix

// Package embed times what Go programs do with Python: calls both ways, live objects, conversions.
package embed

import (
	"context"
	"errors"
	"syscall"
	"testing"

	"github.com/psyco-go/psy"
)

type config struct {
	Level  int     `py:"level"`
	Ratio  float64 `py:"ratio"`
	Name   string  `py:"name"`
	Server server  `py:"server"`
	Tags   []int   `py:"tags"`
}

type server struct {
	Port int `py:"port"`
}

func (c *config) Add(n int) int { return c.Level + n }

// each runs a loop around a line of Python b.N times.
func each(b *testing.B, bind map[string]any, setup, line string) {
	b.Helper()
	rt, err := psy.New(psy.Config{Heap: 256 << 20})
	if err != nil {
		b.Fatal(err)
	}
	defer rt.Close()
	for name, x := range bind {
		if err := rt.Bind(name, x); err != nil {
			b.Fatal(err)
		}
	}
	prog, err := psy.Compile([]byte("import host\n"+setup+"\ndef run(n):\n    i = 0\n    while i < n:\n        "+line+"\n        i += 1\n"), "bench.py")
	if err != nil {
		b.Fatal(err)
	}
	m, err := rt.Exec(context.Background(), prog)
	if err != nil {
		b.Fatal(err)
	}
	run, err := psy.Func[func(int64) (psy.Value, error)](m, "run")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := run(20000); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	before := processorTime(b)
	if _, err := run(int64(b.N)); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
}

// processorTime is what the process has used, in nanoseconds: other work on the machine does not count.
func processorTime(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

func BenchmarkEmptyLoop(b *testing.B) { each(b, map[string]any{"host.x": 1}, "", "pass") }

func BenchmarkCallGo(b *testing.B) {
	each(b, map[string]any{"host.add": func(a, b int64) int64 { return a + b }}, "add = host.add", "add(i, 3)")
}

func BenchmarkCallGoContextError(b *testing.B) {
	each(b, map[string]any{"host.add": func(ctx context.Context, a float64, s string) (float64, error) {
		if s == "" {
			return 0, errors.New("empty")
		}
		return a + 1, nil
	}}, "add = host.add", "add(1.5, 'x')")
}

func BenchmarkCallGoVariadic(b *testing.B) {
	each(b, map[string]any{"host.add": func(a ...int64) int64 { return a[0] }}, "add = host.add", "add(i, 3)")
}

func BenchmarkFieldRead(b *testing.B) {
	each(b, map[string]any{"host.c": &config{Level: 3}}, "c = host.c", "c.level")
}

func BenchmarkFieldWrite(b *testing.B) {
	each(b, map[string]any{"host.c": &config{Level: 3}}, "c = host.c", "c.level = i")
}

func BenchmarkFieldNested(b *testing.B) {
	each(b, map[string]any{"host.c": &config{Level: 3}}, "c = host.c", "c.server.port")
}

func BenchmarkFieldNestedHeld(b *testing.B) {
	each(b, map[string]any{"host.c": &config{Level: 3}}, "c = host.c; s = c.server", "c.server.port")
}

func BenchmarkMethod(b *testing.B) {
	each(b, map[string]any{"host.c": &config{Level: 3}}, "c = host.c", "c.Add(i)")
}

func BenchmarkListItem(b *testing.B) {
	each(b, map[string]any{"host.c": &config{Tags: []int{1, 2, 3}}}, "t = host.c.tags", "t[1]")
}

func BenchmarkMapItem(b *testing.B) {
	each(b, map[string]any{"host.m": psy.Live(map[string]int{"a": 1})}, "m = host.m", "m['a']")
}

func BenchmarkCallGoReflected(b *testing.B) {
	each(b, map[string]any{"host.add": func(a int64, c int8) int64 { return a + int64(c) }}, "add = host.add", "add(i, 3)")
}
