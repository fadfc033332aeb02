// What the bodies in bytecodes.def call: small operations on frames, exceptions, sequences and calls.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
)

// mulSmall multiplies small ints; false when the product may not be one.
func mulSmall(a, b int64) (int64, bool) {
	p := a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	// Factors below 2**49 in magnitude: the quotient tells whether the product has wrapped.
	return p, object.FitsSmall(p) && p/b == a
}

// setRaised makes exc the exception being raised, its context left as it is.
func setRaised(t *Thread, exc Value) { t.Exc = exc }

// setPC moves fr to the instruction with the given index, from a lasti slot.
func setPC(fr *Frame, lasti Value) {
	fr.PC = unsafe.Add(fr.Code.First, (int(lasti.Int())+1)*2)
}

// pushException makes exc the exception being handled and returns the one before it, for the stack.
func pushException(t *Thread, exc Value) Value {
	prev := t.ExcInfo.Exc
	t.ExcInfo.Exc = exc
	if prev == null {
		return none
	}
	return prev
}

// popException restores the exception being handled.
func popException(t *Thread, exc Value) { t.ExcInfo.Exc = exc }

// doRaise is RAISE_VARARGS with n arguments at args; true: the exception is raised again, without a new traceback entry.
func doRaise(t *Thread, args unsafe.Pointer, n int) bool {
	exc, cause := null, null
	if n > 0 {
		exc = *slot(args, 0)
	}
	if n > 1 {
		cause = *slot(args, 1)
	}
	return object.MakeRaise(t, exc, cause)
}

// runnable returns the generator or coroutine v if its frame can be continued at once.
func runnable(t *Thread, v Value) *Generator {
	if !isGenerator(v) || t.Depth <= 0 {
		return nil
	}
	g := object.As[Generator](v)
	if g.State >= object.GenRunning || g.State == object.GenCreated && g.Code == nil {
		return nil
	}
	return g
}

// fitsFrame reports whether a frame of code can be pushed without error.
func fitsFrame(t *Thread, code *Code) bool {
	return t.Depth > 0 && t.StackTop+uintptr(code.FrameSize) <= t.StackEnd
}

// pushArgs2 makes the frame for a call with two arguments that fit.
func pushArgs2(t *Thread, fn *Function, a, b Value) *Frame {
	fr := newFrame(t, fn)
	*fr.Local(0), *fr.Local(1) = a, b
	clearFrom(fr, 2)
	return fr
}

// unpackSequence stores n items of an iterable at p, the first one highest.
func unpackSequence(t *Thread, v Value, n int, p unsafe.Pointer) bool {
	switch {
	case v.IsExact(object.TTuple) && object.As[Tuple](v).Len() == n:
		x := object.As[Tuple](v)
		for i := 0; i < n; i++ {
			*slot(p, n-1-i) = *x.At(i)
		}
		return true
	case v.IsExact(object.TList) && object.As[object.List](v).Len() == n:
		x := object.As[object.List](v)
		for i := 0; i < n; i++ {
			*slot(p, n-1-i) = *x.At(i)
		}
		return true
	}
	return object.Unpack(t, v, n, -1, window(p, n))
}

// unpackEx stores before items, a list of the rest, and after items of an iterable at p, the first one highest.
func unpackEx(t *Thread, v Value, before, after int, p unsafe.Pointer) bool {
	return object.Unpack(t, v, before, after, window(p, before+1+after))
}
