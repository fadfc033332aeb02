// Exceptions inside the loop: tracebacks and the exception table.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// handler is what the exception table says for one instruction.
type handler struct {
	target int // unit index
	depth  int
	lasti  bool
}

// findHandler looks unit index i up in the code's exception table (a sequence of varints: start, length, target, depth<<1|lasti).
func findHandler(code *Code, i int) (h handler, ok bool) {
	b := object.As[object.Bytes](code.ExcTable)
	p := unsafe.Add(unsafe.Pointer(b), object.BytesData)
	end := unsafe.Add(p, b.Len)
	for uintptr(p) < uintptr(end) {
		var start, length, target, dl int
		start, p = varint(p)
		length, p = varint(p)
		target, p = varint(p)
		dl, p = varint(p)
		if start > i {
			break
		}
		if i < start+length {
			return handler{target, dl >> 1, dl&1 != 0}, true
		}
	}
	return handler{}, false
}

// varint reads six bits a byte, the most significant first; bit 6 says that more follow.
func varint(p unsafe.Pointer) (int, unsafe.Pointer) {
	b := *(*uint8)(p)
	v := int(b & 63)
	for b&64 != 0 {
		p = unsafe.Add(p, 1)
		b = *(*uint8)(p)
		v = v<<6 | int(b&63)
	}
	return v, unsafe.Add(p, 1)
}

// unitIndex is the index of the instruction that fr is executing.
func unitIndex(fr *Frame) int {
	return int(uintptr(fr.PC)-uintptr(fr.Code.First))/2 - 1
}

// Handler is where an exception raised at unit i of code is handled: at what unit, with how many values on the stack below it, and whether the
// index of the instruction comes between them and the exception.
func Handler(code *Code, i int) (target, depth int, lasti, ok bool) {
	h, ok := findHandler(code, i)
	return h.target, h.depth, h.lasti, ok
}

// unwind finds the handler for t.Exc: in fr or in a caller of it, as far as the frame at which the loop was entered. Frames on the way are
// left. It returns the frame that goes on, its pc and its sp with the exception pushed; nil when the loop is to be left with t.Exc set.
// trace: add fr to the traceback.
func unwind(t *Thread, fr *Frame, trace bool) (_ *Frame, pc, sp unsafe.Pointer) {
	return unwindFrom(t, fr, trace, true)
}

// unwindFrom is unwind; raising: the exception was raised in fr itself, not in a callee that is gone.
//
// Where a MemoryError is caught, the loop is left too, with t.Anew, no exception and everything in the frame, and run enters it again with a clean Go
// frame: see WipeStacks.
func unwindFrom(t *Thread, fr *Frame, trace, raising bool) (_ *Frame, pc, sp unsafe.Pointer) {
	for {
		entry, prev := fr.Entry, fr.Prev
		if pc, sp = Catch(t, fr, trace, raising); pc != nil {
			if (*slot(sp, -1)).IsExact(object.TMemoryError) {
				t.Anew, fr.PC, fr.SP = true, pc, sp
				return nil, nil, nil
			}
			return fr, pc, sp
		}
		if entry {
			return nil, nil, nil
		}
		fr, trace, raising = prev, true, false
	}
}

// Catch takes t.Exc to its handler in the innermost frame, which is fr: it returns the handler's address and the stack pointer with the exception
// pushed. Without a handler the frame is left, and pc is nil. trace and raising are as in unwindFrom: a helper's StatusError is (true, true),
// its StatusUnwind (false, true); a callee that raised makes it (true, false).
// While the thread is doomed no frame has a handler.
func Catch(t *Thread, fr *Frame, trace, raising bool) (pc, sp unsafe.Pointer) {
	if t.Exc == null {
		object.Raise(t, object.TSystemError, "error return without exception set")
	}
	if trace {
		object.AddTraceback(t, fr, unitIndex(fr)*2)
	}
	if watched(t) {
		i := unitIndex(fr)
		switch op, _ := originalAt(fr.Code, i); { // the places are those that CPython reports
		case !trace:
			fireGlobal(t, fr, EventReraise, i)
		case raising:
			fireGlobal(t, fr, EventRaise, i+int(opcode.Caches[op]))
		default:
			fireGlobal(t, fr, EventRaise, i-1)
		}
	}
	i := unitIndex(fr)
	first := object.SmallInt(int64(i)) // where the exception was raised first
	if op, arg := originalAt(fr.Code, i); !trace && op == opcode.RERAISE && arg > 0 {
		first = *slot(fr.SP, 0)
	}
	// The handlers around a MAKE_CELL may rely on its cell.
	makesCell := *(*uint8)(unsafe.Add(fr.Code.First, 2*i)) == opcode.MAKE_CELL
	if h, ok := findHandler(fr.Code, i); ok && !makesCell && !t.Doomed {
		sp = unsafe.Add(fr.Stack(), h.depth*8)
		if h.lasti {
			*slot(sp, 0) = first
			sp = unsafe.Add(sp, 8)
		}
		*slot(sp, 0) = t.Exc
		if t.Exc.IsExact(object.TMemoryError) {
			t.WipeStacks()
		}
		if watched(t) && monitorOf(t.RT).tools(EventHandled) != 0 {
			fireGlobal(t, fr, EventHandled, h.target)
			*slot(sp, 0) = t.Exc
		}
		t.Exc = null
		return unsafe.Add(fr.Code.First, h.target*2), unsafe.Add(sp, 8)
	}
	setPC(fr, first)
	if watched(t) {
		fireGlobal(t, fr, EventPyUnwind, i)
	}
	leave(t, fr)
	return nil, nil
}
