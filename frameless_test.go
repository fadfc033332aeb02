// Functions that ask for the frame that runs, called from Go where there is none.

package psy

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestNoFrame calls the functions that look for a frame.
func TestNoFrame(t *testing.T) {
	r, m := world(t, "basics", Config{})
	builtins, err := r.Import(nil, "builtins")
	if err != nil {
		t.Fatal(err)
	}
	sys, err := r.Import(nil, "sys")
	if err != nil {
		t.Fatal(err)
	}
	none := any(nil)
	empty := map[string]int{}
	for _, c := range []struct {
		in   *Module
		name string
		args ArgList
		want string // what the error says; "": none
	}{
		{builtins, "globals", Args(), "SystemError: frame does not exist"},
		{builtins, "locals", Args(), "SystemError: frame does not exist"},
		{builtins, "vars", Args(), "SystemError: frame does not exist"},
		{builtins, "dir", Args(), "SystemError: frame does not exist"},
		{builtins, "eval", Args("1"), "SystemError: frame does not exist"},
		{builtins, "exec", Args("1"), "SystemError: frame does not exist"},
		{builtins, "eval", Args("1", none, empty), "TypeError: eval must be given globals and locals when called without a frame"},
		{builtins, "exec", Args("1", none, empty), "SystemError: globals and locals cannot be NULL"},
		{builtins, "eval", Args("1", empty), ""},
		{builtins, "exec", Args("1", empty), ""},
		{builtins, "super", Args(), "RuntimeError: super(): no current frame"},
		{builtins, "__import__", Args("sys"), ""},
		{builtins, "dir", Args(1), ""},
		{builtins, "compile", Args("1", "f", "eval"), ""},
		{sys, "_getframe", Args(), "ValueError: call stack is not deep enough"},
		{sys, "_getframe", Args(1), "ValueError: call stack is not deep enough"},
		{sys, "_getframemodulename", Args(), ""},
		{sys, "exc_info", Args(), ""},
	} {
		_, err := c.in.Call(nil, c.name, c.args)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, not %q", c.name, err, c.want)
		}
		if v, err := m.Call(nil, "same", Args(1)); err != nil {
			t.Fatalf("after %s: %v", c.name, err)
		} else if n, err := As[int](v); n != 1 || err != nil {
			t.Fatalf("after %s: %v, %v", c.name, n, err)
		}
	}
}

// TestEverythingFromGo calls all functions and types of the native modules from Go, with some arguments. None of them breaks the runtime.
func TestEverythingFromGo(t *testing.T) {
	r, m := world(t, "basics", Config{Heap: 64 << 20})
	builtins, err := r.Import(nil, "builtins")
	if err != nil {
		t.Fatal(err)
	}
	class, err := builtins.Get("object")
	if err != nil {
		t.Fatal(err)
	}
	waits := map[string]bool{"sleep": true, "input": true, "pause": true, "sigwait": true, "select": true, "interrupt_main": true, "raise_signal": true,
		"cycle": true, "count": true, "breakpoint": true, "breakpointhook": true, "_exit": true, "abort": true, "kill": true}
	calls := 0
	modules := []string{"builtins", "sys", "_warnings", "_functools", "itertools", "_operator", "_collections", "_weakref", "_abc", "_ast", "_codecs", "_contextvars",
		"_csv", "_imp", "_io", "_random", "_sre", "_string", "_struct", "_symtable", "_tokenize", "_typing", "array", "atexit", "binascii", "errno", "gc", "marshal",
		"math", "time", "unicodedata", "zlib", "_signal", "_thread", "_bisect", "_opcode"}
	for _, module := range modules {
		mod, err := r.Import(nil, module)
		if err != nil {
			t.Fatal(err)
		}
		v, err := builtins.Call(nil, "dir", Args(mod.Value()))
		if err != nil {
			t.Fatal(err)
		}
		names, err := As[[]string](v)
		if err != nil || len(names) < 5 {
			t.Fatal(module, names, err)
		}
		for _, name := range names {
			if waits[name] || module == "sys" && (strings.Contains(name, "set") || name == "addaudithook") || module == "_thread" && strings.Contains(name, "start") || module == "_signal" && name != "getsignal" {
				continue
			}
			for _, args := range []ArgList{Args(), Args(1), Args("x"), Args(nil), Args(class), Args(mod.Value()), Args("x", "x"), Args(class, 1), Args("x", "x", "exec"), Args([]int{1}, []int{2}, 3)} {
				ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
				_, err := mod.Call(ctx, name, args)
				stop()
				calls++
				if b := (*BrokenError)(nil); errors.As(err, &b) || errors.Is(err, context.DeadlineExceeded) {
					t.Fatalf("%s.%s: %v", module, name, err)
				}
			}
		}
		if _, err := m.Call(nil, "same", Args(1)); err != nil {
			t.Fatalf("after %s: %v", module, err)
		}
	}
	if calls < 5000 {
		t.Errorf("only %d calls", calls)
	}
}
