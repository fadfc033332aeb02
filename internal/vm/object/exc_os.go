// OSError: its subclasses by error number, its fields and texts.

package object

import "syscall"

// OSErrorObject is an instance of OSError.
type OSErrorObject struct {
	Exception
	Errno, Strerror, Filename, Filename2, Written Value
}

// osErrorTypes says which subclass OSError(errno, ...) makes.
var osErrorTypes = map[syscall.Errno]TypeID{
	syscall.EAGAIN:       TBlockingIOError,
	syscall.EALREADY:     TBlockingIOError,
	syscall.EINPROGRESS:  TBlockingIOError,
	syscall.EPIPE:        TBrokenPipeError,
	syscall.ESHUTDOWN:    TBrokenPipeError,
	syscall.ECHILD:       TChildProcessError,
	syscall.ECONNABORTED: TConnectionAbortedError,
	syscall.ECONNREFUSED: TConnectionRefusedError,
	syscall.ECONNRESET:   TConnectionResetError,
	syscall.EEXIST:       TFileExistsError,
	syscall.ENOENT:       TFileNotFoundError,
	syscall.EISDIR:       TIsADirectoryError,
	syscall.ENOTDIR:      TNotADirectoryError,
	syscall.EINTR:        TInterruptedError,
	syscall.EACCES:       TPermissionError,
	syscall.EPERM:        TPermissionError,
	syscall.ESRCH:        TProcessLookupError,
	syscall.ETIMEDOUT:    TTimeoutError,
}

func defineOSError() {
	defineException(TOSError, TException, "OSError", 5, TypeDef{
		Slots:   Slots{New: osErrorNew, Init: osErrorInit, Str: osErrorStr},
		Members: excMembers("errno", "strerror", "filename", "filename2"),
		GetSets: []GetSetDef{{Name: "characters_written", Get: getWritten, Set: setWritten}},
		Methods: []FuncDef{{Name: "__reduce__", F0: osErrorReduce}},
	})
}

// osErrorUsesInit reports whether a class overrides __init__ but not __new__: then the arguments are taken by __init__.
func osErrorUsesInit(t *Thread, typ *Type) bool {
	if typ.Flags&TypeHeap == 0 {
		return false
	}
	base := t.Type(TOSError)
	return typ.Lookup(t, t.N(N_init_)) != base.Dict.GetStr(t.N(N_init_)) &&
		typ.Lookup(t, t.N(N_new_)) == base.Dict.GetStr(t.N(N_new_))
}

func osErrorNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	useInit := osErrorUsesInit(t, typ)
	if !useInit {
		if !NoKeywords(t, typ.NameString(), kw) {
			return Null
		}
		if typ.Is(TOSError) && len(args) >= 2 && len(args) <= 5 && args[0].IsInt() {
			if id, ok := osErrorTypes[syscall.Errno(args[0].Int())]; ok {
				typ = t.Type(id)
			}
		}
	}
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	As[Exception](v).Args = Of(t.RT.EmptyTuple)
	if !useInit && !osErrorFill(t, v, args) {
		return Null
	}
	return v
}

func osErrorInit(t *Thread, self Value, args []Value, kw Value) bool {
	if !osErrorUsesInit(t, TypeOf(t, self)) {
		return true
	}
	return NoKeywords(t, TypeName(t, self), kw) && osErrorFill(t, self, args)
}

// osErrorFill takes (errno, strerror[, filename[, winerror[, filename2]]]); other numbers of arguments are kept in args only.
func osErrorFill(t *Thread, v Value, args []Value) bool {
	e := As[OSErrorObject](v)
	keep := args
	if len(args) >= 2 && len(args) <= 5 {
		e.Errno, e.Strerror = args[0], args[1]
		if len(args) >= 3 && args[2] != None {
			if n, isInt := written(args[2]); isInt && TypeOf(t, v).Is(TBlockingIOError) {
				e.Written = n
			} else {
				e.Filename = args[2]
				if len(args) == 5 && args[4] != None {
					e.Filename2 = args[4]
				}
				keep = args[:2]
			}
		}
	}
	a := TupleOf(t, keep)
	if a == Null {
		return false
	}
	e.Args = a
	return true
}

func written(v Value) (Value, bool) {
	switch {
	case v.IsInt():
		return v, true
	case v.IsBool():
		return SmallInt(int64(v & 1)), true
	}
	return Null, false
}

func osErrorStr(t *Thread, v Value) Value {
	e := As[OSErrorObject](v)
	text := func(x Value, f UnaryFunc) string {
		if t.Exc != Null {
			return ""
		}
		s := f(t, orNone(x))
		if s == Null {
			return ""
		}
		return GoString(s)
	}
	if e.Filename == Null && (e.Errno == Null || e.Strerror == Null) {
		return exceptionStr(t, v)
	}
	s := "[Errno " + text(e.Errno, ToStr) + "] " + text(e.Strerror, ToStr)
	if e.Filename != Null {
		s += ": " + text(e.Filename, Repr)
		if e.Filename2 != Null {
			s += " -> " + text(e.Filename2, Repr)
		}
	}
	if t.Exc != Null {
		return Null
	}
	return NewStr(t, s)
}

func osErrorReduce(t *Thread, self Value) Value {
	e := As[OSErrorObject](self)
	args := e.Args
	if a := As[Tuple](args); a.Len() == 2 && e.Filename != Null {
		n := 3
		if e.Filename2 != Null {
			n = 5
		}
		r := NewTuple(t, n)
		if r == nil {
			return Null
		}
		*r.At(0), *r.At(1), *r.At(2) = *a.At(0), *a.At(1), e.Filename
		if n == 5 {
			*r.At(3), *r.At(4) = None, e.Filename2
		}
		args = Of(r)
	}
	return reduceWith(t, self, args, existingDict(t, self))
}

func getWritten(t *Thread, v Value) Value {
	if w := As[OSErrorObject](v).Written; w != Null {
		return w
	}
	return RaiseValue(t, TAttributeError, t.N(N_characters_written))
}

func setWritten(t *Thread, v, x Value) bool {
	e := As[OSErrorObject](v)
	if x == Null {
		if e.Written == Null {
			RaiseValue(t, TAttributeError, t.N(N_characters_written))
			return false
		}
		e.Written = Null
		return true
	}
	n, ok := AsSize(t, x, TValueError)
	if !ok {
		return false
	}
	e.Written = SmallInt(n)
	return true
}

// RaiseOSError raises the OSError for an error number, with the system's text for it; filename and filename2 may be Null.
func RaiseOSError(t *Thread, errno syscall.Errno, filename, filename2 Value) Value {
	n := 2
	if filename != Null {
		n = 3
		if filename2 != Null {
			n = 5
		}
	}
	args := t.PushArgs(n)
	if args == nil {
		return Null
	}
	args[0], args[1] = SmallInt(int64(errno)), NewStr(t, Strerror(errno))
	if n > 2 {
		args[2] = filename
	}
	if n > 3 {
		args[3], args[4] = None, filename2
	}
	var e Value
	if args[1] != Null {
		e = osErrorNew(t, t.Type(TOSError), args, Null)
	}
	t.PopArgs(n)
	if e != Null {
		SetExc(t, e)
	}
	return Null
}
