package psy

import (
	"context"
	"os"
	"testing"
)

func load(t testing.TB, name string) *Program {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".pyc")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// world makes a runtime and runs a program of testdata in it.
func world(t testing.TB, name string, c Config) (*Runtime, *Module) {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	m, err := r.Exec(context.Background(), load(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return r, m
}

func TestAdd(t *testing.T) {
	_, m := world(t, "basics", Config{})
	v, err := m.Call(nil, "add", Args(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := As[int](v); n != 3 || err != nil {
		t.Error(n, err)
	}
	add, err := Func2[int64, int64, int64](m, "add")
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(20000) {
		if n, err := add(context.Background(), i, 5); n != i+5 || err != nil {
			t.Fatal(i, n, err)
		}
	}
}

func BenchmarkFunc2(b *testing.B) {
	_, m := world(b, "basics", Config{})
	add, err := Func2[int64, int64, int64](m, "add")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	for _, c := range []struct {
		name string
		ctx  context.Context
	}{{"plain", context.Background()}, {"cancellable", ctx}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				if n, err := add(c.ctx, int64(i), 5); n != int64(i)+5 || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}

func BenchmarkFunc(b *testing.B) {
	_, m := world(b, "basics", Config{})
	table := MustFunc[func(int64, int64) (int64, error)](m, "add")
	reflected := MustFunc[func(int32, int32) (int32, error)](m, "add")
	floats := MustFunc[func(float64, float64) (float64, error)](m, "add")
	text := MustFunc[func(string) (string, error)](m, "same")
	truth := MustFunc[func(bool) (bool, error)](m, "same")
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				f()
			}
		})
	}
	run("table", func() { table(1, 2) })
	run("floats", func() { floats(1, 2) })
	run("bool", func() { truth(true) })
	run("string", func() { text("hello") })
	run("reflected", func() { reflected(1, 2) })
	run("call", func() { m.Call(nil, "add", Args(1, 2)) })
}
