package psy

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/codebuf"
)

func TestExplain(t *testing.T) {
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	r, m := world(t, "basics", Config{Dump: true, Threshold: 100})
	add := MustFunc[func(context.Context, int64, int64) (int64, error)](m, "add")
	plain := MustFunc[func(string, string) (string, error)](m, "add")
	odd := MustFunc[func(context.Context, []int64, []int64) ([]int64, error)](m, "add")
	for range 1000 {
		if _, err := add(nil, 1, 2); err != nil {
			t.Fatal(err)
		}
	}
	v, err := m.Get("add")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []any{add, plain, odd, v} {
		if text := Explain(f); !strings.HasPrefix(text, "add (") || !strings.Contains(text, ") is compiled.\n") || strings.Contains(text, "Config.Dump") {
			t.Errorf("%T: %s", f, text)
		}
	}
	if text := Explain(MustFunc[func(int64) (*int64, error)](m, "same")); !strings.Contains(text, "was never compiled") || !strings.Contains(text, "PSY-R024 not_called") {
		t.Error(text)
	}
	for _, f := range []any{nil, 3, func() {}, Value{}, TestExplain} {
		if text := Explain(f); text != errNoFunction.Error() {
			t.Errorf("%T: %s", f, text)
		}
	}
	_, other := world(t, "basics", Config{})
	if text := Explain(MustFunc[func(int64) (int64, error)](other, "same")); !strings.HasSuffix(text, "Config.Dump is not set: what happened at which instruction is not known.\n") {
		t.Error(text)
	}
	_ = r
}

// What is known of proxies goes with them.
func TestProxiesAreForgotten(t *testing.T) {
	_, m := world(t, "basics", Config{})
	count := func() (n int) {
		proxies.Range(func(_, _ any) bool { n++; return true })
		return n
	}
	before := count()
	for range 500 {
		MustFunc[func(int64) (int64, error)](m, "same")
	}
	for range 100 {
		runtime.GC()
		if count() <= before+10 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d proxies are still known, %d before", count(), before)
}

func TestRelease(t *testing.T) {
	r, m := world(t, "basics", Config{})
	for range 10000 {
		v, err := m.Call(nil, "same", Args("x"))
		if err != nil {
			t.Fatal(err)
		}
		v.Release()
		v.Release()
	}
	if n := len(r.roots); n > 100 {
		t.Errorf("%d slots for one Value at a time", n)
	}
	v, err := m.Call(nil, "same", Args("x"))
	if err != nil {
		t.Fatal(err)
	}
	w := v
	w.Release()
	if _, err := As[string](v); !errors.Is(err, ErrReleased) {
		t.Error(err)
	}
	if _, err := v.Call(nil, nil); !errors.Is(err, ErrReleased) {
		t.Error(err)
	}
	if _, err := m.Call(nil, "same", Args(v)); !errors.Is(err, ErrReleased) {
		t.Error(err)
	}
	if s := v.String(); s != "<"+ErrReleased.Error()+">" {
		t.Error(s)
	}
	Value{}.Release()
}
