package modules_test

import (
	"testing"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/x86"
)

// Code is offered to the compiler when its calls and jumps back exceed the threshold, at its next instruction.
func TestHot(t *testing.T) {
	const threshold = 100
	w := newWatchWorld(t)
	fn := w.globals().GetStr(object.Intern(w.t, "grow"))
	code := object.As[object.Function](fn).Code
	asked := 0
	w.t.RT.OnHot = func(t *object.Thread, fr *object.Frame, pc unsafe.Pointer) (object.Value, object.Went) {
		if asked++; t.Frame != fr || fr.Code != code || fr.PC != pc {
			w.Errorf("asked for another frame")
		}
		if op := *(*uint8)(pc); asked == 1 && opcode.Deopt[op] != opcode.FOR_ITER {
			w.Errorf("asked at %s", opcode.Name(op))
		}
		fr.Code.Hot = 1000
		return object.Null, object.WentNowhere
	}
	code.Hot = threshold
	d := object.NewDict(w.t)
	w.call("grow", fn, object.Of(d)) // 1 call and 1000 turns
	if asked != 1 || d.Used != 1001 || code.Hot != 1000-(1001-threshold-1) {
		t.Errorf("asked %d times, counter %d, %d keys", asked, code.Hot, d.Used)
	}
	code.Hot = 0
	w.call("grow", fn, object.Of(d))
	if asked != 2 || code.Hot != 0 {
		t.Errorf("asked %d times", asked)
	}
}

// A signal is handled before the callbacks of weak references that are due at the same poll: what its handler raises in one of those would be lost.
func TestSignalsFirst(t *testing.T) {
	w := newWatchWorld(t)
	called := object.As[object.List](w.globals().GetStr(object.Intern(w.t, "called")))
	w.call("weak", w.globals().GetStr(object.Intern(w.t, "weak")))
	nativeCollect(w.t)
	if w.t.Breaker.Load()&object.BreakGC == 0 {
		t.Fatal("no callback is due")
	}
	w.t.RT.OnSignal = func(th *object.Thread) bool {
		object.RaiseType(th, object.TKeyboardInterrupt)
		return false
	}
	w.t.Breaker.Or(object.BreakSignal)
	g := w.globals().GetStr(object.Intern(w.t, "g"))
	if object.Call(w.t, g, nil, object.Null) != object.Null || w.exception() != "KeyboardInterrupt()" {
		t.Error("the exception of the handler was lost")
	}
	if w.call("g", g); called.Len() != 2 {
		t.Errorf("%d items when the callback was called", called.Len())
	}
}

// The breaker keeps threads out of machine code as long as anybody wants events, and no longer.
func TestBreakNative(t *testing.T) {
	w := newWatchWorld(t)
	f := w.globals().GetStr(object.Intern(w.t, "g"))
	tracer := w.globals().GetStr(object.Intern(w.t, "tracer"))
	code := object.As[object.Function](f).Code
	check := func(what string, ok, want bool) {
		t.Helper()
		if got := w.t.Breaker.Load()&object.BreakNative != 0; !ok || got != want {
			t.Errorf("%s: %v", what, got)
		}
		w.call(what, f)
	}
	check("at first", true, false)
	check("settrace", interp.SetTrace(w.t, tracer), true)
	interp.SetTrace(w.t, object.None)
	check("no trace", true, false)
	check("setprofile", interp.SetProfile(w.t, tracer), true)
	check("and events", interp.SetEvents(w.t, 0, 1<<interp.EventPyStart), true)
	interp.SetProfile(w.t, object.None)
	check("no profile", true, true)
	check("no events", interp.SetEvents(w.t, 0, 0), false)
	check("local events", interp.SetLocalEvents(w.t, code, 1, 1<<interp.EventLine), true)
	check("restart", interp.RestartEvents(w.t), true)
	check("no local events", interp.SetLocalEvents(w.t, code, 1, 0), false)
	check("local events again", interp.SetLocalEvents(w.t, code, 2, 1<<interp.EventLine), true)
	check("tool cleared", interp.ClearTool(w.t, 2), false)
}

// Helpers for machine code.
func nativeMake(t *object.Thread) object.Value {
	l := object.NewList(t, 0)
	l.Append(t, object.SmallInt(4711))
	return object.Of(l)
}

func nativeCollect(t *object.Thread) {
	wipe(1)
	t.RT.Heap.Collect()
}

// wipe writes over what calls have left on the goroutine's stack, which is a root too.
//
//go:noinline
func wipe(n byte) byte {
	var words [8 << 10]byte
	for i := range words {
		words[i] = n
	}
	return words[n]
}

// What lies on the native stack while machine code calls Go lives.
func TestNativeStackIsRoot(t *testing.T) {
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	mem, err := codebuf.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	stack, err := codebuf.NewStack(1 << 16)
	if err != nil {
		t.Fatal(err)
	}
	defer stack.Close()
	for _, scanned := range []bool{false, true} {
		rt, err := object.NewRuntime(object.RuntimeOptions{GCStress: 1 << 30}) // a collection poisons
		if err != nil {
			t.Fatal(err)
		}
		defer rt.Close()
		th := rt.Main
		ctx := (*x86.Context)(unsafe.Pointer(&th.Native))
		mem.InitContext(ctx, stack)
		if scanned {
			rt.Heap.AddRange(ctx.Live)
		}
		var a x86.Asm
		self := uint64(uintptr(unsafe.Pointer(th)))
		a.MovRI(x86.RAX, self)
		a.CallHelper(x86.FuncPC(nativeMake))
		a.Push(x86.RAX)
		a.MovRI(x86.RAX, self)
		a.CallHelper(x86.FuncPC(nativeCollect))
		a.Pop(x86.RAX)
		a.Load(x86.RAX, x86.Ptr(x86.RAX, int32(unsafe.Offsetof(object.List{}.Size))))
		a.Ret()
		b, err := mem.Place(codebuf.Normal, &a)
		if err != nil {
			t.Fatal(err)
		}
		if size := x86.Enter(ctx, b.Addr()); (size == 1) != scanned {
			t.Errorf("stack scanned: %v; the list has %#x items", scanned, size)
		}
	}
}

// Compiled code calls the functions of Slots.Step and StepPair without a context: they capture nothing. What is captured lies on Go's heap, far from code.
func TestStepsCaptureNothing(t *testing.T) {
	w := newWatchWorld(t)
	found := 0
	for id := range object.TypeID(object.MaxTypes) {
		typ := w.t.Type(id)
		if typ == nil {
			continue
		}
		for _, f := range []*uintptr{*(**uintptr)(unsafe.Pointer(&typ.Slots.Step)), *(**uintptr)(unsafe.Pointer(&typ.Slots.StepPair))} {
			if f == nil {
				continue
			}
			found++
			if d := int64(uintptr(unsafe.Pointer(f)) - *f); max(d, -d) > 1<<30 {
				t.Errorf("a step of %s captures something", object.GoString(typ.Name))
			}
		}
	}
	if found < 10 {
		t.Errorf("%d steps found", found)
	}
}
