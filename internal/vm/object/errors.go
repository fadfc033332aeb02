// Raising: how Go code sets Python exceptions.

package object

import (
	"fmt"
	"strings"
	"unsafe"
)

// Raise sets an exception of the built-in type id with a formatted message and returns Null. Verbs are fmt's; arguments must not be Values
// (use TypeName, GoString, ReprString).
func Raise(t *Thread, id TypeID, format string, args ...any) Value {
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	s := NewStr(t, msg)
	if s == Null {
		return Null
	}
	return RaiseValue(t, id, s)
}

// RaiseValue sets an exception of type id with one argument and returns Null.
func RaiseValue(t *Thread, id TypeID, arg Value) Value {
	e := NewException(t, t.RT.Types[id], arg)
	if e != Null {
		SetExc(t, e)
	}
	return Null
}

// RaiseType sets an exception of type id without arguments.
func RaiseType(t *Thread, id TypeID) Value {
	e := NewException(t, t.RT.Types[id], Null)
	if e != Null {
		SetExc(t, e)
	}
	return Null
}

// NewException makes an exception of a built-in class without calling it; arg Null: no arguments.
//
//psy:bounded the heap grants its relief once, and without it NoMemory raises the exception that was made beforehand
func NewException(t *Thread, typ *Type, arg Value) Value {
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	e := As[Exception](v)
	e.Args = Of(t.RT.EmptyTuple)
	if arg != Null {
		if e.Args = Tuple1(t, arg); e.Args == Null {
			return Null
		}
		initExceptionFields(t, v, typ)
	}
	return v
}

// SetExc makes exc the exception being raised; the one being handled becomes its context (PEP 3134).
func SetExc(t *Thread, exc Value) {
	if h := t.Handled(); h != Null && h != exc {
		// Cut a cycle: exc must not be reachable from its own context.
		slow := h
		for o, step := h, false; ; step = !step {
			c := As[Exception](o).Context
			if c == Null {
				break
			}
			if c == exc {
				As[Exception](o).Context = Null
				break
			}
			o = c
			if step {
				slow = As[Exception](slow).Context
				if slow == o {
					break
				}
			}
		}
		As[Exception](exc).Context = h
	}
	t.Exc = exc
}

// Handled returns the exception being handled (sys.exception()), or Null.
func (c *Current) Handled() Value {
	for s := c.ExcInfo; s != nil; s = s.Prev {
		if s.Exc != Null && s.Exc != None {
			return s.Exc
		}
	}
	return Null
}

// NoMemory raises MemoryError and returns Null. The heap then grants some memory beyond its cap for handling it; when that is used up too,
// the one MemoryError made in advance is raised, without traceback.
// Where the allocation was halted, the exception is set already.
func (t *Thread) NoMemory() Value {
	if t.Exc != Null && t.Exc.IsExact(TKeyboardInterrupt) {
		return Null
	}
	t.Exc = Null
	if t.RT.memErr == Null { // still setting up
		t.Exc = None
		return Null
	}
	if t.RT.Heap.Relief() {
		if e := NewException(t, t.RT.Types[TMemoryError], Null); e != Null { // without a context, as CPython raises it
			t.Exc = e
		}
	}
	if t.Exc == Null {
		As[Exception](t.RT.memErr).Traceback = Null
		t.Exc = t.RT.memErr
	}
	return Null
}

// wiped is how much of the VM stack WipeStacks clears, in bytes.
const wiped = 64 << 10

// WipeStacks is called where a MemoryError is caught. The collector must believe whatever stands in a frame; new frames, and words of old ones that
// are not in use, would go on holding what filled the memory. A second MemoryError that waits for a poll (OutOfMemory) is the same one.
func (t *Thread) WipeStacks() {
	t.Refused = Null
	t.Breaker.And(^BreakMemory)
	lo := t.StackTop
	hi := min(t.StackEnd+StackSlack, lo+wiped)
	clear(unsafe.Slice((*byte)(Value(lo).Ptr()), hi-lo))
	if t.RT.OnWipe != nil {
		t.RT.OnWipe()
	}
}

// RecursionError raises RecursionError, or MemoryError if it was the heap's cap that refused room for a stack, and returns Null.
func (t *Thread) RecursionError(where string) Value {
	if t.short && t.Depth > 0 {
		t.short = false
		return t.NoMemory()
	}
	t.short = false
	// The exception needs room of its own.
	t.Depth += 50
	t.Nested += 50
	Raise(t, TRecursionError, "maximum recursion depth exceeded%s", where)
	t.Depth -= 50
	t.Nested -= 50
	return Null
}

// Enter counts a nested Go call that may recurse without bound; Leave must follow when it returns true.
func (t *Thread) Enter(where string) bool {
	if t.Nested--; t.Nested < 0 || t.Nested%goEach == 0 && !t.GoStackRoom() {
		t.Nested++
		t.RecursionError(where)
		return false
	}
	return true
}

// Leave ends what Enter began.
func (t *Thread) Leave() { t.Nested++ }

// ClearExc drops the exception being raised.
func (t *Thread) ClearExc() { t.Exc = Null }

// Matches reports whether the exception being raised is an instance of built-in type id.
func (t *Thread) Matches(id TypeID) bool {
	return t.Exc != Null && TypeOf(t, t.Exc).IsSubtype(t.RT.Types[id])
}

// ClearIf drops the exception being raised if it matches id, and reports whether it did.
func (t *Thread) ClearIf(id TypeID) bool {
	if t.Matches(id) {
		t.Exc = Null
		return true
	}
	return false
}

// TypeName returns the name of v's type for messages.
func TypeName(t *Thread, v Value) string { return TypeOf(t, v).messageName(t) }

// messageName is the type's __name__, with the module before it for built-in types of modules.
func (typ *Type) messageName(t *Thread) string {
	switch inBuiltins := typ.Module == t.RT.Types[TObject].Module; {
	case inBuiltins && typ.ID != 0 && typ.Flags&TypeHeap == 0:
		name := typeDefs[typ.ID].Name
		return name[strings.LastIndexByte(name, '.')+1:]
	case typ.ID != 0 && typ.Module != Null && !inBuiltins:
		return GoString(typ.Module) + "." + typ.NameString()
	}
	return typ.NameString()
}

// Warn issues a warning; false when it was turned into an exception.
func Warn(t *Thread, category TypeID, msg string) bool {
	return t.RT.Host == nil || t.RT.Host.Warn(t, category, msg)
}
