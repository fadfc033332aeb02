// What the bodies in bytecodes.def call: small operations on frames, exceptions, sequences and calls.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

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

// PushException is pushException for machine code.
func PushException(t *Thread, exc Value) Value { return pushException(t, exc) }

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

// fitsFrame reports whether a frame of code can be pushed without error. Code without a body has to be made ready first.
func fitsFrame(t *Thread, code *Code) bool {
	return code.First != nil && t.Depth > 0 && t.StackRoom(t.StackTop+uintptr(code.FrameSize))
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

// getSlice is BINARY_SLICE.
func getSlice(t *Thread, v, start, stop Value) Value {
	s := object.NewSlice(t, start, stop, none)
	if s == null {
		return null
	}
	return object.GetItem(t, v, s)
}

// setSlice is STORE_SLICE.
func setSlice(t *Thread, v, start, stop, x Value) bool {
	s := object.NewSlice(t, start, stop, none)
	return s != null && object.SetItem(t, v, s, x)
}

// strIndexed reports whether k is an index in the exact str s, counted from its start.
func strIndexed(s, k Value) bool {
	return s.IsExact(object.TStr) && k.IsInt() && uint64(k.Int()) < uint64(object.As[object.Str](s).Len)
}

// copyFreeVars is COPY_FREE_VARS: the closure's cells become the frame's last n locals.
func copyFreeVars(fr *Frame, n int) {
	closure := object.As[Tuple](object.As[Function](fr.Func).Closure)
	at := int(fr.Code.NLocalsPlus) - n
	for i := 0; i < n; i++ {
		*fr.Local(at + i) = *closure.At(i)
	}
}

// buildString is BUILD_STRING of n values at p, which a syntax tree may make of anything.
func buildString(t *Thread, p unsafe.Pointer, n int) Value {
	for i, v := range window(p, n) {
		if !object.IsStr(v) {
			return object.Raise(t, object.TTypeError, "sequence item %d: expected str instance, %s found", i, object.TypeName(t, v))
		}
	}
	return object.StrJoin(t, t.RT.EmptyStr, window(p, n))
}

// listExtend is LIST_EXTEND.
func listExtend(t *Thread, list, iterable Value) bool {
	if object.As[object.List](list).ExtendPrivate(t, iterable) {
		return true
	}
	if t.Matches(object.TTypeError) && object.TypeOf(t, iterable).Slots.Iter == nil && object.TypeOf(t, iterable).Slots.Subscript == nil {
		t.ClearExc()
		object.Raise(t, object.TTypeError, "Value after * must be an iterable, not %s", object.TypeName(t, iterable))
	}
	return false
}

// dictUpdate is DICT_UPDATE.
func dictUpdate(t *Thread, d, update Value) bool {
	if object.DictMerge(t, object.As[Dict](d), update) {
		return true
	}
	if t.ClearIf(object.TAttributeError) {
		object.Raise(t, object.TTypeError, "'%s' object is not a mapping", object.TypeName(t, update))
	}
	return false
}

// dictMerge is DICT_MERGE: a ** argument of a call of f.
func dictMerge(t *Thread, f, d, update Value) bool {
	return object.MergeKwargs(t, object.As[Dict](d), update, f)
}

// checkEGMatch is CHECK_EG_MATCH: what is left of the exception, and what matched (None: nothing); match Null on error.
func checkEGMatch(t *Thread, exc, typ Value) (rest, match Value) {
	match, rest, ok := object.ExcGroupMatch(t, exc, typ)
	if !ok {
		return null, null
	}
	if match != none {
		t.ExcInfo.Exc = match
	}
	return rest, match
}

// typeMatchesSequence and typeMatchesMapping are MATCH_SEQUENCE's and MATCH_MAPPING's tests.
func typeMatchesSequence(t *Thread, v Value) bool {
	return object.TypeOf(t, v).Flags&object.TypeSequence != 0
}

func typeMatchesMapping(t *Thread, v Value) bool {
	return object.TypeOf(t, v).Flags&object.TypeMapping != 0
}

// beforeWith is BEFORE_WITH: the bound __exit__ and the result of __enter__; res Null on error.
func beforeWith(t *Thread, mgr Value) (exit, res Value) {
	enter := object.LookupSpecial(t, mgr, t.N(object.N_enter_))
	if enter == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "'%s' object does not support the context manager protocol", object.TypeName(t, mgr))
		}
		return null, null
	}
	exit = object.LookupSpecial(t, mgr, t.N(object.N_exit_))
	if exit == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "'%s' object does not support the context manager protocol (missed __exit__ method)", object.TypeName(t, mgr))
		}
		return null, null
	}
	return exit, object.Call0(t, enter)
}

// beforeAsyncWith is BEFORE_ASYNC_WITH.
func beforeAsyncWith(t *Thread, mgr Value) (exit, res Value) {
	enter := object.LookupSpecial(t, mgr, t.N(object.N_aenter_))
	if enter == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "'%s' object does not support the asynchronous context manager protocol", object.TypeName(t, mgr))
		}
		return null, null
	}
	exit = object.LookupSpecial(t, mgr, t.N(object.N_aexit_))
	if exit == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "'%s' object does not support the asynchronous context manager protocol (missed __aexit__ method)", object.TypeName(t, mgr))
		}
		return null, null
	}
	return exit, object.Call0(t, enter)
}

// unreachable raises for an instruction that verified code does not contain.
func unreachable(name string) { panic("BUG: executed " + name) }
