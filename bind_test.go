package psy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

// host makes a runtime with bound functions, and runs the program that imports them.
func host(t *testing.T, c Config) (*Runtime, *Module, *[]string) {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	var lines []string
	var m *Module
	for name, f := range map[string]any{
		"host.log":     func(s string) { lines = append(lines, s) },
		"host.pair":    func() (int, string) { return 1, "x" },
		"host.fail":    func() error { return errBoom },
		"host.missing": func() (int, error) { return 0, fmt.Errorf("open: %w", fs.ErrNotExist) },
		"host.late":    func(ctx context.Context) error { return context.DeadlineExceeded },
		"host.panics":  func() { panic("oh") },
		"host.value":   func() error { return &Exception{Type: "ValueError", Message: "from Go"} },
		"host.strange": func() error { return &Exception{Type: "print", Message: "no exception"} },
		"host.two":     func(a int, b float64) (any, error) { return nil, nil },
		"host.channel": func() chan int { return make(chan int) },
		"host.opaque":  func() any { return struct{ x int }{} },
		"host.text":    func() string { return "\xff" },
		"host.nilfunc": func() func(int) int { return func(x int) int { return x + 1 } },
		"host.again": func(ctx context.Context, n int) (int, error) {
			return MustFunc[func(context.Context, int) (int, error)](m, "down")(ctx, n)
		},
		"host.math.total": func(xs ...float64) float64 {
			s := 0.0
			for _, x := range xs {
				s += x
			}
			return s
		},
	} {
		if err := r.Bind(name, f); err != nil {
			t.Fatal(err)
		}
	}
	if m, err = r.Exec(nil, load(t, "hosting")); err != nil {
		t.Fatal(err)
	}
	return r, m, &lines
}

func TestBind(t *testing.T) {
	r, m, lines := host(t, Config{})
	if n, err := MustFunc[func(string) (int, error)](m, "greet")("you"); n != 3 || err != nil || len(*lines) != 1 || (*lines)[0] != "hello you" {
		t.Error(n, err, *lines)
	}
	if f, err := MustFunc[func([]float64) (float64, error)](m, "total")([]float64{1, 2.5}); f != 3.5 || err != nil {
		t.Error(f, err)
	}
	if l, err := MustFunc[func(iter.Seq[int]) ([]int, error)](m, "take")(func(yield func(int) bool) { _ = yield(1) && yield(2) }); !reflect.DeepEqual(l, []int{2, 4}) || err != nil {
		t.Error(l, err)
	}
	caught := MustFunc[func(string) (string, error)](m, "caught")
	for name, want := range map[string]string{
		"log": "TypeError: host.log() takes 1 arguments (0 given)", "fail": "RuntimeError: boom", "missing": "FileNotFoundError: open: file does not exist",
		"late": "TimeoutError: context deadline exceeded", "panics": "RuntimeError: panic: oh", "value": "ValueError: from Go", "strange": "RuntimeError: no exception",
		"channel": "nothing", "opaque": "TypeError: psy: host.opaque() result: cannot make object of struct { x int }: it has no exported fields", "text": "TypeError: psy: host.text() result: cannot make str of string: it is not UTF-8",
		"two": "TypeError: host.two() takes 2 arguments (0 given)", "pair": "nothing", "nilfunc": "nothing",
	} {
		if got, err := caught(name); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	catch := func(f string, args ...any) string {
		h, err := r.Import(nil, "host")
		if err != nil {
			t.Fatal(err)
		}
		fn, err := h.Get(f)
		if err != nil {
			t.Fatal(err)
		}
		v, err := m.Call(nil, "catch", append(Args(fn), args...))
		if err != nil {
			t.Fatal(err)
		}
		return v.String()
	}
	if got := catch("two", "x", 1.5); got != "TypeError: psy: host.two() argument 1: cannot make int of str" {
		t.Error(got)
	}
	if got := catch("two", bigInt("99999999999999999999"), 1.5); got != "OverflowError: psy: host.two() argument 1: 99999999999999999999 does not fit int" {
		t.Error(got)
	}
	// Go errors come back.
	var e *Exception
	_, err := m.Call(nil, "let_through", Args("fail"))
	if !errors.Is(err, errBoom) || !errors.As(err, &e) || e.Type != "RuntimeError" {
		t.Error(err)
	}
	var p *PanicError
	if _, err = m.Call(nil, "let_through", Args("panics")); !errors.As(err, &p) || p.Value != "oh" || !strings.Contains(p.Stack, "bind_test") {
		t.Error(err)
	}
	if _, err = m.Call(nil, "wrapped", nil); !errors.As(err, &e) || e.Type != "ValueError" || !strings.Contains(e.Format(), "RuntimeError: boom\n\nThe above exception was the direct cause") {
		t.Error(err)
	}
	for _, name := range []string{"", "host", ".x", "x."} {
		if r.Bind(name, func() {}) == nil {
			t.Error("bound", name)
		}
	}
	if r.Bind("host.x", struct{ x int }{}) == nil || r.Bind("host.x", nil) == nil || r.Bind("host.x", (func())(nil)) == nil {
		t.Error("bound what has no form in Python")
	}
}

// TestBack: Go and Python call each other, deep.
func TestBack(t *testing.T) {
	_, m, _ := host(t, Config{Threshold: 1})
	down := MustFunc[func(context.Context, int) (int, error)](m, "down")
	for range 3 {
		if n, err := down(context.Background(), 200); n != 200 || err != nil {
			t.Fatal(n, err)
		}
	}
	var e *Exception
	if n, err := down(context.Background(), 1<<30); !errors.As(err, &e) || e.Type != "RecursionError" {
		t.Fatal(n, err)
	}
	// A context that ends deep within ends all of it.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	time.AfterFunc(5*time.Millisecond, cancel)
	var i *Interrupted
	for {
		if _, err := down(ctx, 100); err != nil {
			if !errors.As(err, &i) || !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			break
		}
	}
	if n, err := down(context.Background(), 5); n != 5 || err != nil {
		t.Error(n, err)
	}
}

// TestGoexit: a Go function that ends its goroutine breaks the runtime, and nothing else.
func TestGoexit(t *testing.T) {
	r, m, _ := host(t, Config{})
	if err := r.Bind("host.exits", func() { runtime.Goexit() }); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		m.Call(nil, "let_through", Args("exits"))
	}()
	<-done
	var b *BrokenError
	if _, err := m.Call(nil, "pair", nil); !errors.As(err, &b) {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestFinally: what handlers may do after cancelling.
func TestFinally(t *testing.T) {
	for _, c := range []Config{{Engine: Tier1}, {Threshold: 1}, {Engine: Tier2, Threshold: 1}, {Steps: 100000}} {
		_, m, _ := host(t, c)
		v, err := m.Call(nil, "take", Args([]int{}))
		if err != nil {
			t.Fatal(err)
		}
		wait := 20 * time.Millisecond
		end := func(name string, args ...any) error {
			ctx, cancel := context.WithTimeout(context.Background(), wait)
			defer cancel()
			start := time.Now()
			_, err := m.Call(ctx, name, Args(args...))
			if d := time.Since(start); d > time.Minute {
				t.Errorf("%s took %v", name, d)
			}
			var i *Interrupted
			if !errors.As(err, &i) || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrSteps) {
				t.Errorf("%s: %v", name, err)
			}
			return err
		}
		reach := func(name string, lines int) (err error) { // waits longer if the time was over before the program came to where it hangs
			for wait = 20 * time.Millisecond; wait < time.Minute; wait *= 4 {
				err = end(name, v)
				if l, _ := As[[]string](v); len(l) >= lines {
					break
				}
			}
			return err
		}
		err = reach("finalizer", 1)
		var i *Interrupted
		if errors.As(err, &i) && (i.Exception.Type != "KeyboardInterrupt" || !strings.Contains(i.Exception.Format(), "in finalizer\n")) {
			t.Errorf("%q", i.Exception.Format())
		}
		if l, err := As[[]string](v); len(l) != 1 || l[0] != "cleaned" || err != nil {
			t.Error(l, err)
		}
		reach("stubborn", 2)
		end("hang_in_finally")
		end("swallow")
		end("locked_generator")
		if l, err := As[[]string](v); len(l) < 2 || l[1] != "caught" || err != nil {
			t.Error(l, err)
		}
		if n, err := MustFunc[func(string) (int, error)](m, "greet")("you"); n != 3 || err != nil {
			t.Error(n, err)
		}
	}
}

// TestSteps: a step limit ends a call at the same place each time.
func TestSteps(t *testing.T) {
	_, m := world(t, "basics", Config{Steps: 1000})
	spin := MustFunc[func() error](m, "spin")
	for range 3 {
		if err := spin(); !errors.Is(err, ErrSteps) {
			t.Error(err)
		}
	}
	squares := func(n int) error {
		v, err := m.Call(nil, "squares", Args(n))
		if err != nil {
			return err
		}
		_, err = As[[]int](v)
		return err
	}
	lo, hi := 1, 10000
	for lo+1 < hi {
		if mid := (lo + hi) / 2; squares(mid) == nil {
			lo = mid
		} else {
			hi = mid
		}
	}
	for range 5 {
		if squares(lo) != nil || squares(hi) == nil {
			t.Error("the limit is not repeatable")
		}
	}
	if lo < 100 || lo > 1000 {
		t.Error(lo)
	}
}
