// What the interpreter needs of exceptions: raise statements, except clauses, tracebacks.

package object

// givenMatches reports whether an exception (or class) is caught by a class or a tuple of classes.
//
//psy:bounded checkExceptClasses, and the like for groups, let no tuple of tuples through
func givenMatches(t *Thread, exc, typ Value) bool {
	if IsTuple(typ) {
		for _, c := range As[Tuple](typ).Items() {
			if givenMatches(t, exc, c) {
				return true
			}
		}
		return false
	}
	if !IsExceptionType(typ) {
		return exc == typ
	}
	if IsExceptionType(exc) {
		return As[Type](exc).IsSubtype(As[Type](typ))
	}
	return IsExceptionInstance(exc) && TypeOf(t, exc).IsSubtype(As[Type](typ))
}

func checkExceptClasses(t *Thread, typ Value) bool {
	bad := !IsExceptionType(typ)
	if IsTuple(typ) {
		bad = false
		for _, c := range As[Tuple](typ).Items() {
			bad = bad || !IsExceptionType(c)
		}
	}
	if bad {
		Raise(t, TTypeError, "catching classes that do not inherit from BaseException is not allowed")
	}
	return !bad
}

func checkExceptStarClasses(t *Thread, typ Value) bool {
	group := t.Type(TBaseExceptionGroup)
	bad := false
	if IsTuple(typ) {
		for _, c := range As[Tuple](typ).Items() {
			bad = bad || As[Type](c).IsSubtype(group)
		}
	} else {
		bad = As[Type](typ).IsSubtype(group)
	}
	if bad {
		Raise(t, TTypeError, "catching ExceptionGroup with except* is not allowed. Use except instead.")
	}
	return !bad
}

// ExceptionMatches is the test of an except clause: 1, 0, or -1 when typ is not what a clause may name.
func ExceptionMatches(t *Thread, exc, typ Value) int {
	if !checkExceptClasses(t, typ) {
		return -1
	}
	if givenMatches(t, exc, typ) {
		return 1
	}
	return 0
}

// MakeRaise does what a raise statement says: it sets t.Exc. exc Null: re-raise the exception being handled; cause Null: no from.
// It reports whether an exception is raised again, which then keeps its traceback as it is.
func MakeRaise(t *Thread, exc, cause Value) (again bool) {
	if exc == Null {
		h := t.Handled()
		if h == Null {
			Raise(t, TRuntimeError, "No active exception to reraise")
			return false
		}
		t.Exc = h
		return true
	}
	switch {
	case IsPlainException(exc, 0):
		if exc = ExceptionOf(t, As[Type](exc), nil); exc == Null {
			return false
		}
	case IsExceptionType(exc):
		typ := exc
		if exc = Call0(t, typ); exc == Null {
			return false
		}
		if !IsExceptionInstance(exc) {
			a, _ := ReprString(t, typ)
			b, _ := ReprString(t, Of(TypeOf(t, exc)))
			if t.Exc == Null {
				Raise(t, TTypeError, "calling %s should have returned an instance of BaseException, not %s", a, b)
			}
			return false
		}
	case !IsExceptionInstance(exc):
		Raise(t, TTypeError, "exceptions must derive from BaseException")
		return false
	}
	if cause != Null {
		switch {
		case IsExceptionType(cause):
			typ := cause
			if cause = Call0(t, typ); cause == Null {
				return false
			}
			if !IsExceptionInstance(cause) {
				a, _ := ReprString(t, typ)
				b, _ := ReprString(t, Of(TypeOf(t, cause)))
				if t.Exc == Null {
					Raise(t, TTypeError, "calling %s should have returned an instance of BaseException, not %s", a, b)
				}
				return false
			}
		case cause == None:
			cause = Null
		case !IsExceptionInstance(cause):
			Raise(t, TTypeError, "exception causes must derive from BaseException")
			return false
		}
		SetCause(exc, cause)
	}
	SetExc(t, exc)
	return false
}

// MarkRaised makes exc, a new exception, one that was raised at byte offset lasti of the innermost frame, or in a call there whose frame object is
// inner. context Null: its context is the exception being handled; cause Null: the raise statement names none. It reports whether there was memory.
func MarkRaised(t *Thread, exc, context, cause Value, lasti int, inner Value) bool {
	e := As[Exception](exc)
	if inner.IsExact(TFrame) {
		fo := As[FrameObject](inner)
		if !addEntry(t, e, fo, frameLasti(fo.Running())) {
			return false
		}
	}
	if e.Context = context; context == Null {
		e.Context = t.Handled()
	}
	switch cause {
	case Null:
	case None:
		SetCause(exc, Null)
	default:
		SetCause(exc, cause)
	}
	return addTraceback(t, exc, t.Frame, lasti)
}

// AddTraceback puts an entry for frame f, at byte offset lasti, before the traceback of the exception being raised. Without
// memory for the entry, MemoryError takes its place; a MemoryError goes on without the entry.
func AddTraceback(t *Thread, f *Frame, lasti int) {
	exc := t.Exc
	if exc == Null {
		return
	}
	full := exc.IsExact(TMemoryError) // collecting for every entry of a deep stack could take minutes
	if full {
		t.RT.Heap.Force(false)
	}
	ok := addTraceback(t, exc, f, lasti)
	if full {
		t.RT.Heap.Force(true)
		if !ok {
			t.Exc = exc
		}
	}
}

// TraceHere puts the running frame into the traceback of the exception being raised, which is not going to come out of it.
func TraceHere(t *Thread) {
	if t.Frame != nil {
		AddTraceback(t, t.Frame, frameLasti(t.Frame))
	}
}

func addTraceback(t *Thread, exc Value, f *Frame, lasti int) bool {
	if exc == t.RT.memErr {
		return true // shared by all: it has no traceback
	}
	fo := FrameObjectOf(t, f)
	return fo != nil && addEntry(t, As[Exception](exc), fo, lasti)
}

func addEntry(t *Thread, e *Exception, fo *FrameObject, lasti int) bool {
	tb := New[Traceback](t, TTraceback)
	if tb == nil {
		return false
	}
	tb.Next, tb.Frame, tb.Lasti, tb.Line = e.Traceback, Of(fo), int64(lasti), -1
	e.Traceback = Of(tb)
	return true
}
