// The exception classes: their hierarchy and what all exceptions have in common. Classes with fields of their own are in
// exc_fields.go, exc_os.go, exc_unicode.go, exc_syntax.go and exc_group.go; what the interpreter calls is in exc_raise.go.

package object

import (
	"slices"
	"strings"
	"unsafe"
)

const excRefs = 1<<1 | 1<<2 | 1<<3 | 1<<4

// Words of the fields that subclasses add behind Exception.
const excExtra = int(unsafe.Sizeof(Exception{}) / 8)

// excExtraRefs marks n reference words behind the common part.
func excExtraRefs(n int) uint64 { return excRefs | (1<<n-1)<<excExtra }

// defineException declares an exception class; extra is how many reference fields it adds, -1: the same as its base.
func defineException(id, base TypeID, name string, extra int, d TypeDef) {
	d.Name, d.Base, d.Flags = name, base, TypeBase|d.Flags
	if extra >= 0 {
		d.Size = unsafe.Sizeof(Exception{}) + uintptr(extra)*8
		d.Refs = excExtraRefs(extra)
		d.Dict = true
	}
	DefineType(id, d)
}

var _ = defineExceptions()

func defineExceptions() bool {
	defineException(TBaseException, TObject, "BaseException", 0, TypeDef{
		Slots: Slots{Repr: exceptionRepr, Str: exceptionStr, New: exceptionNew, Init: exceptionInit},
		Methods: []FuncDef{
			{Name: "__reduce__", F0: exceptionReduce},
			{Name: "__setstate__", F1: exceptionSetState},
			{Name: "with_traceback", Sig: "(object, /)", F1: func(t *Thread, self, tb Value) Value {
				if !setTraceback(t, self, tb) {
					return Null
				}
				return self
			}},
			{Name: "add_note", Sig: "(object, /)", F1: addNote},
		},
		GetSets: []GetSetDef{
			{Name: "__dict__", Get: getInstanceDict, Set: setInstanceDict},
			{Name: "args", Get: func(t *Thread, v Value) Value { return As[Exception](v).Args }, Set: setArgs},
			{Name: "__traceback__", Get: func(t *Thread, v Value) Value { return orNone(As[Exception](v).Traceback) }, Set: setTraceback},
			{Name: "__context__", Get: func(t *Thread, v Value) Value { return orNone(As[Exception](v).Context) }, Set: setContext},
			{Name: "__cause__", Get: func(t *Thread, v Value) Value { return orNone(As[Exception](v).Cause) }, Set: setCause},
			{Name: "__suppress_context__", Member: true, Get: func(t *Thread, v Value) Value { return Bool(As[Exception](v).Suppress) }, Set: setSuppress},
		},
	})
	for _, c := range []struct {
		id, base TypeID
		name     string
	}{
		{TException, TBaseException, "Exception"},
		{TGeneratorExit, TBaseException, "GeneratorExit"},
		{TKeyboardInterrupt, TBaseException, "KeyboardInterrupt"},
		{TArithmeticError, TException, "ArithmeticError"},
		{TFloatingPointError, TArithmeticError, "FloatingPointError"},
		{TOverflowError, TArithmeticError, "OverflowError"},
		{TZeroDivisionError, TArithmeticError, "ZeroDivisionError"},
		{TAssertionError, TException, "AssertionError"},
		{TBufferError, TException, "BufferError"},
		{TEOFError, TException, "EOFError"},
		{TModuleNotFoundError, TImportError, "ModuleNotFoundError"},
		{TLookupError, TException, "LookupError"},
		{TIndexError, TLookupError, "IndexError"},
		{TMemoryError, TException, "MemoryError"},
		{TUnboundLocalError, TNameError, "UnboundLocalError"},
		{TBlockingIOError, TOSError, "BlockingIOError"},
		{TChildProcessError, TOSError, "ChildProcessError"},
		{TConnectionError, TOSError, "ConnectionError"},
		{TBrokenPipeError, TConnectionError, "BrokenPipeError"},
		{TConnectionAbortedError, TConnectionError, "ConnectionAbortedError"},
		{TConnectionRefusedError, TConnectionError, "ConnectionRefusedError"},
		{TConnectionResetError, TConnectionError, "ConnectionResetError"},
		{TFileExistsError, TOSError, "FileExistsError"},
		{TFileNotFoundError, TOSError, "FileNotFoundError"},
		{TInterruptedError, TOSError, "InterruptedError"},
		{TIsADirectoryError, TOSError, "IsADirectoryError"},
		{TNotADirectoryError, TOSError, "NotADirectoryError"},
		{TPermissionError, TOSError, "PermissionError"},
		{TProcessLookupError, TOSError, "ProcessLookupError"},
		{TTimeoutError, TOSError, "TimeoutError"},
		{TReferenceError, TException, "ReferenceError"},
		{TRuntimeError, TException, "RuntimeError"},
		{TNotImplementedError, TRuntimeError, "NotImplementedError"},
		{TRecursionError, TRuntimeError, "RecursionError"},
		{TPythonFinalizationError, TRuntimeError, "PythonFinalizationError"},
		{TStopAsyncIteration, TException, "StopAsyncIteration"},
		{TIndentationError, TSyntaxError, "IndentationError"},
		{TTabError, TIndentationError, "TabError"},
		{TIncompleteInputError, TSyntaxError, "_IncompleteInputError"},
		{TSystemError, TException, "SystemError"},
		{TTypeError, TException, "TypeError"},
		{TValueError, TException, "ValueError"},
		{TUnicodeError, TValueError, "UnicodeError"},
		{TWarning, TException, "Warning"},
		{TBytesWarning, TWarning, "BytesWarning"},
		{TDeprecationWarning, TWarning, "DeprecationWarning"},
		{TEncodingWarning, TWarning, "EncodingWarning"},
		{TFutureWarning, TWarning, "FutureWarning"},
		{TImportWarning, TWarning, "ImportWarning"},
		{TPendingDeprecationWarning, TWarning, "PendingDeprecationWarning"},
		{TResourceWarning, TWarning, "ResourceWarning"},
		{TRuntimeWarning, TWarning, "RuntimeWarning"},
		{TSyntaxWarning, TWarning, "SyntaxWarning"},
		{TUnicodeWarning, TWarning, "UnicodeWarning"},
		{TUserWarning, TWarning, "UserWarning"},
	} {
		defineException(c.id, c.base, c.name, -1, TypeDef{})
	}
	defineException(TKeyError, TLookupError, "KeyError", -1, TypeDef{Slots: Slots{Str: keyErrorStr}})
	defineFieldExceptions()
	defineOSError()
	defineUnicodeErrors()
	defineSyntaxError()
	defineGroups()
	return true
}

func orNone(v Value) Value {
	if v == Null {
		return None
	}
	return v
}

func exceptionNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	pos, _ := SplitKw(args, kw)
	a := TupleOf(t, pos)
	if a == Null {
		return Null
	}
	As[Exception](v).Args = a
	return v
}

func exceptionInit(t *Thread, self Value, args []Value, kw Value) bool {
	if kw != Null && !NoKeywords(t, TypeName(t, self), kw) {
		return false
	}
	return setArgsFrom(t, self, args)
}

func setArgsFrom(t *Thread, self Value, args []Value) bool {
	if As[Exception](self).Args != Null && slices.Equal(As[Tuple](As[Exception](self).Args).Items(), args) {
		return true // as __new__ has left them
	}
	a := TupleOf(t, args)
	if a == Null {
		return false
	}
	As[Exception](self).Args = a
	return true
}

// IsPlainException reports whether a call of v with n positional arguments does nothing but make an exception, as ExceptionOf does, and nobody learns
// when the exception goes.
func IsPlainException(v Value, n int) bool {
	if !v.IsExact(TType) || !IsExceptionType(v) {
		return false
	}
	typ := As[Type](v)
	const not = TypeAbstract | TypeNoInstances | TypeHasDel
	switch {
	case typ.Flags&not != 0 || typ.ID == TMemoryError:
		return false
	case wordOf(typ.Slots.New) == wordOf[NewFunc](exceptionNew) && wordOf(typ.Slots.Init) == wordOf[InitFunc](exceptionInit):
		return true
	}
	switch typ.ID {
	case TStopIteration, TSystemExit:
		return n <= 1
	case TAttributeError, TNameError, TUnboundLocalError:
		return true
	}
	return false
}

// ExceptionOf makes what a call of typ, which IsPlainException accepts, makes.
func ExceptionOf(t *Thread, typ *Type, args []Value) Value {
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	a := TupleOf(t, args)
	if a == Null {
		return Null
	}
	As[Exception](v).Args = a
	initExceptionFields(t, v, typ)
	return v
}

// initExceptionFields fills in the fields that a class derives from its arguments, for exceptions that Go code makes.
func initExceptionFields(t *Thread, v Value, typ *Type) {
	args := As[Tuple](As[Exception](v).Args)
	if args.Len() == 0 {
		return
	}
	switch typ.ID {
	case TStopIteration:
		As[StopIterationError](v).Value = *args.At(0)
	case TSystemExit:
		As[SystemExitError](v).Code = *args.At(0)
	case TImportError, TModuleNotFoundError:
		As[ImportErrorObject](v).Msg = *args.At(0)
	case TSyntaxError, TIndentationError, TTabError, TIncompleteInputError:
		As[SyntaxErrorObject](v).Msg = *args.At(0)
	}
}

func exceptionStr(t *Thread, v Value) Value {
	args := As[Tuple](As[Exception](v).Args)
	switch args.Len() {
	case 0:
		return t.RT.EmptyStr
	case 1:
		return ToStr(t, *args.At(0))
	}
	return ToStr(t, Of(args))
}

func exceptionRepr(t *Thread, v Value) Value {
	args := As[Tuple](As[Exception](v).Args)
	name := TypeName(t, v)
	name = name[strings.LastIndexByte(name, '.')+1:] // without the module
	if args.Len() == 1 {
		s, ok := ReprString(t, *args.At(0))
		if !ok {
			return Null
		}
		return NewStr(t, name+"("+s+")")
	}
	s, ok := ReprString(t, Of(args))
	if !ok {
		return Null
	}
	return NewStr(t, name+s)
}

func keyErrorStr(t *Thread, v Value) Value {
	if args := As[Tuple](As[Exception](v).Args); args.Len() == 1 {
		return Repr(t, *args.At(0))
	}
	return exceptionStr(t, v)
}

// reduceWith makes the result of __reduce__: class, arguments, and the state unless it is Null.
func reduceWith(t *Thread, v, args, state Value) Value {
	n := 2
	if state != Null {
		n = 3
	}
	r := NewTuple(t, n)
	if r == nil {
		return Null
	}
	*r.At(0), *r.At(1) = Of(TypeOf(t, v)), args
	if state != Null {
		*r.At(2) = state
	}
	return Of(r)
}

// existingDict returns the instance's __dict__ if it has attributes, else Null.
func existingDict(t *Thread, v Value) Value {
	s := ShapeOf(v)
	if s.Flags&ShapeInstance != 0 && s.NSlots == 0 {
		return Null
	}
	d := InstanceDict(t, v, s.Flags&ShapeInstance != 0)
	if d == nil {
		return Null
	}
	return Of(d)
}

func exceptionReduce(t *Thread, self Value) Value {
	return reduceWith(t, self, As[Exception](self).Args, existingDict(t, self))
}

func exceptionSetState(t *Thread, self, state Value) Value {
	if state == None {
		return None
	}
	if !IsDict(state) {
		return Raise(t, TTypeError, "state is not a dictionary")
	}
	d := As[Dict](state)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !SetAttr(t, self, e.Key, e.Val) {
			return Null
		}
	}
	return None
}

func addNote(t *Thread, self, note Value) Value {
	if !IsStr(note) {
		return Raise(t, TTypeError, "note must be a str, not '%s'", TypeName(t, note))
	}
	notes := LookupAttr(t, self, t.N(N_notes_))
	if notes == Null {
		if t.Exc != Null {
			return Null
		}
		l := NewList(t, 0)
		if l == nil || !SetAttr(t, self, t.N(N_notes_), Of(l)) {
			return Null
		}
		notes = Of(l)
	}
	if !IsList(notes) {
		return Raise(t, TTypeError, "Cannot add note: __notes__ is not a list")
	}
	if !As[List](notes).Append(t, note) {
		return Null
	}
	return None
}

func setArgs(t *Thread, self, v Value) bool {
	if v == Null {
		Raise(t, TTypeError, "args may not be deleted")
		return false
	}
	seq := SequenceTuple(t, v)
	if seq == Null {
		return false
	}
	As[Exception](self).Args = seq
	return true
}

// SequenceTuple is tuple(v).
func SequenceTuple(t *Thread, v Value) Value {
	if v.IsExact(TTuple) {
		return v
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	it := Iter(t, v)
	if it == Null {
		return Null
	}
	for {
		x := Next(t, it)
		if x == Null {
			break
		}
		if !l.Append(t, x) {
			return Null
		}
	}
	if t.Exc != Null {
		return Null
	}
	return TupleOf(t, l.Slice())
}

func setTraceback(t *Thread, self, tb Value) bool {
	switch {
	case tb == Null:
		Raise(t, TTypeError, "__traceback__ may not be deleted")
		return false
	case tb == None:
		tb = Null
	case !tb.IsExact(TTraceback):
		Raise(t, TTypeError, "__traceback__ must be a traceback or None")
		return false
	}
	As[Exception](self).Traceback = tb
	return true
}

func excOrNone(t *Thread, v Value, attr, what string) (Value, bool) {
	switch {
	case v == Null:
		Raise(t, TTypeError, "%s may not be deleted", attr)
		return Null, false
	case v == None:
		return Null, true
	case !IsExceptionInstance(v):
		Raise(t, TTypeError, "exception %s must be None or derive from BaseException", what)
		return Null, false
	}
	return v, true
}

func setContext(t *Thread, self, v Value) bool {
	v, ok := excOrNone(t, v, "__context__", "context")
	if ok {
		As[Exception](self).Context = v
	}
	return ok
}

func setCause(t *Thread, self, v Value) bool {
	v, ok := excOrNone(t, v, "__cause__", "cause")
	if ok {
		SetCause(self, v)
	}
	return ok
}

// SetCause sets __cause__ (Null: none), which also suppresses the context.
func SetCause(exc, cause Value) {
	e := As[Exception](exc)
	e.Cause, e.Suppress = cause, true
}

// Blame makes cause the cause and the context of the exception that is set.
func Blame(t *Thread, cause Value) {
	if t.Exc != Null && cause != Null {
		SetCause(t.Exc, cause)
		As[Exception](t.Exc).Context = cause
	}
}

// RaiseOver is Raise, with the exception that is set as the cause.
func RaiseOver(t *Thread, id TypeID, format string, args ...any) Value {
	cause := t.Exc
	t.ClearExc()
	if Raise(t, id, format, args...); t.Exc != Null && t.Exc.IsExact(id) {
		Blame(t, cause)
	}
	return Null
}

func setSuppress(t *Thread, self, v Value) bool {
	if v == Null {
		Raise(t, TTypeError, "can't delete numeric/char attribute")
		return false
	}
	if !v.IsBool() {
		Raise(t, TTypeError, "attribute value type must be bool")
		return false
	}
	As[Exception](self).Suppress = v == True
	return true
}

// getInstanceDict and setInstanceDict are the __dict__ attribute of types whose instances have one.
func getInstanceDict(t *Thread, v Value) Value {
	d := InstanceDict(t, v, true)
	if d == nil {
		return Null
	}
	return Of(d)
}

func setInstanceDict(t *Thread, v, d Value) bool {
	if d == Null {
		Raise(t, TTypeError, "cannot delete __dict__")
		return false
	}
	if !IsDict(d) {
		Raise(t, TTypeError, "__dict__ must be set to a dictionary, not a '%s'", TypeName(t, d))
		return false
	}
	if InstanceDict(t, v, true) == nil {
		return false
	}
	*extOf(v, ShapeOf(v)) = d
	return true
}
