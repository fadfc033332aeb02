// What the instrumented instructions call.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// baseTools is the set of tools for the event of the instruction that fr is at.
func baseTools(fr *Frame) uint8 {
	if data := dataOf(fr.Code); data != nil {
		return data.unit(unitIndex(fr)).base
	}
	return 0
}

// report fires the event of the instruction that fr is at.
func report(t *Thread, fr *Frame, event int, v, w Value) bool {
	return fire(t, fr, event, unitIndex(fr), baseTools(fr), v, w)
}

// pause keeps an instruction that is executed in its generic form from specializing: it would overwrite its instrumentation.
func pause(fr *Frame) {
	if op, _ := originalAt(fr.Code, unitIndex(fr)); opcode.Caches[op] > 0 {
		*counterAt(fr.PC) = 1<<15 | 1
	}
}

func monitorResume(t *Thread, fr *Frame, oparg uint32) bool {
	if oparg > 0 {
		return report(t, fr, EventPyResume, null, null)
	}
	return report(t, fr, EventPyStart, null, null)
}

func monitorReturn(t *Thread, fr *Frame, v Value) bool { return report(t, fr, EventPyReturn, v, null) }

func monitorYield(t *Thread, fr *Frame, v Value) bool {
	return report(t, fr, EventPyYield, object.Reveal(v), null)
}

// monitorEndFor reports the end of a generator; value is what it has returned.
func monitorEndFor(t *Thread, fr *Frame, receiver, value Value) bool {
	if baseTools(fr) == 0 || !receiver.IsExact(object.TGenerator) && !receiver.IsExact(object.TCoroutine) {
		return true
	}
	exc := null
	if value == none {
		if exc = object.NewException(t, t.RT.Types[object.TStopIteration], null); exc != null {
			object.As[object.StopIterationError](exc).Value = none
		}
	} else {
		exc = object.StopIterationWith(t, value)
	}
	return exc != null && report(t, fr, EventStopIteration, exc, null)
}

// monitorCall reports a call with n arguments, of which the last are named by kw if it is not Null. sp is one past the last argument.
// Calls of anything but Python functions it also makes: done then says that res is the result, Null with an exception set.
func monitorCall(t *Thread, fr *Frame, sp unsafe.Pointer, n int, kw Value) (res Value, done bool) {
	f, first := *slot(sp, -n-2), slot(sp, -n)
	if self := *slot(sp, -n-1); self != null {
		first, n = slot(sp, -n-1), n+1
	}
	arg := null
	if n > 0 {
		arg = *first
	}
	if !reportCall(t, fr, EventCall, f, arg) {
		return null, true
	}
	pause(fr)
	if f.IsExact(object.TFunction) || f.IsExact(object.TMethod) {
		return null, false
	}
	res = object.Call(t, f, window(unsafe.Pointer(first), n), kw)
	return reportResult(t, fr, f, arg, res), true
}

func reportCall(t *Thread, fr *Frame, event int, f, arg Value) bool {
	if arg == null {
		refs := monitorRefs(t)
		if refs == nil {
			return false
		}
		arg = *refs.At(refMissing)
	}
	return report(t, fr, event, f, arg)
}

// reportResult reports what became of a call of a built-in, and returns the result.
func reportResult(t *Thread, fr *Frame, f, arg, res Value) Value {
	if res != null {
		if !reportCall(t, fr, EventCReturn, f, arg) {
			return null
		}
		return res
	}
	exc := t.Exc
	t.Exc = null
	if reportCall(t, fr, EventCRaise, f, arg) {
		t.Exc = exc
	}
	return null
}

// monitorCallEx is monitorCall for CALL_FUNCTION_EX. It pushes the result and returns the stack pointer, nil with an exception set.
func monitorCallEx(t *Thread, fr *Frame, sp unsafe.Pointer) (top unsafe.Pointer, done bool) {
	kw := null
	args := slot(sp, -1)
	if *(*uint8)(unsafe.Add(fr.PC, -1))&1 != 0 {
		kw = *args
		args = slot(sp, -2)
	}
	f := *slot(unsafe.Pointer(args), -2)
	if *args = callArgsTuple(t, f, *args); *args == null {
		return nil, true
	}
	arg := null
	if object.As[Tuple](*args).Len() > 0 {
		arg = *object.As[Tuple](*args).At(0)
	}
	if !reportCall(t, fr, EventCall, f, arg) {
		return nil, true
	}
	if f.IsExact(object.TFunction) || f.IsExact(object.TMethod) {
		return nil, false
	}
	res := reportResult(t, fr, f, arg, callEx(t, f, *args, kw))
	if res == null {
		return nil, true
	}
	*slot(unsafe.Pointer(args), -2) = res
	return unsafe.Add(unsafe.Pointer(args), -8), true
}

// monitorSuper reports the call of super() in LOAD_SUPER_ATTR.
func monitorSuper(t *Thread, fr *Frame, super, cls Value, oparg uint32) bool {
	arg := null
	if oparg&2 != 0 {
		arg = cls
	}
	pause(fr)
	return reportCall(t, fr, EventCall, super, arg) && reportCall(t, fr, EventCReturn, super, arg)
}

// monitorForIter is one step of a for loop over the iterator on top of the stack; to is where it goes on at the end.
func monitorForIter(t *Thread, fr *Frame, sp, next, to unsafe.Pointer) (item Value, end, ok bool) {
	it := *slot(sp, -1)
	step := object.TypeOf(t, it).Slots.Next
	if step == nil {
		object.Raise(t, object.TTypeError, "'%s' object is not iterable", object.TypeName(t, it))
		return null, false, false
	}
	item = step(t, it)
	if item == null && t.Exc != null && !endIteration(t, fr) {
		return null, false, false
	}
	if item != null {
		to = next
	}
	if !report(t, fr, EventBranch, offset(fr, to), null) {
		return null, false, false
	}
	return item, item == null, true
}

// offset is the byte offset of an address in fr's code.
func offset(fr *Frame, pc unsafe.Pointer) Value {
	return object.SmallInt(int64(uintptr(pc) - uintptr(fr.Code.First)))
}

// monitorJump reports a jump and returns its target, nil with an exception set.
func monitorJump(t *Thread, fr *Frame, target unsafe.Pointer) unsafe.Pointer {
	if !report(t, fr, EventJump, offset(fr, target), null) {
		return nil
	}
	return target
}

// monitorBranch reports a conditional jump and returns where it goes; nil with an exception set.
func monitorBranch(t *Thread, fr *Frame, pc unsafe.Pointer, taken bool, oparg uint32) unsafe.Pointer {
	if taken {
		pc = unsafe.Add(pc, 2*int(oparg))
	}
	if !report(t, fr, EventBranch, offset(fr, pc), null) {
		return nil
	}
	return pc
}

// monitorInstruction reports an instruction and returns the one to execute; 0 with an exception set.
func monitorInstruction(t *Thread, fr *Frame) uint8 {
	i := unitIndex(fr)
	data := dataOf(fr.Code)
	if data == nil {
		op, _ := originalAt(fr.Code, i)
		return op
	}
	if !fire(t, fr, EventInstruction, i, data.unit(i).instruction, null, null) {
		return 0
	}
	pause(fr)
	return form(fr.Code, data.unit(i), i, true)
}

// monitorLine reports a line that begins at fr's instruction and returns the instruction to execute; 0 with an exception set.
// prev is the instruction executed before: going on in its line is no news, unless it was the start of the function.
func monitorLine(t *Thread, fr *Frame, prev unsafe.Pointer) uint8 {
	i := unitIndex(fr)
	data := dataOf(fr.Code)
	if data == nil {
		op, _ := originalAt(fr.Code, i)
		return op
	}
	if t.Quiet > 0 { // a tool is at work, and nobody is told: looking the line up takes time
		pause(fr)
		return form(fr.Code, data.unit(i), i, false)
	}
	line, before := int(data.unit(i).at), -1
	if j := (int(uintptr(prev)) - int(uintptr(fr.Code.First))) / 2; j >= 0 && j < int(fr.Code.NUnits) {
		op, _ := originalAt(fr.Code, j)
		for ; op == opcode.CACHE && j > 0; op, _ = originalAt(fr.Code, j) { // where another loop left off: the end of the instruction
			j--
		}
		if op != opcode.RESUME {
			before = int(data.unit(j).at)
		}
	}
	pc := fr.PC
	if line != before && !fire(t, fr, EventLine, i, data.unit(i).line, object.SmallInt(int64(line)), null) {
		return 0
	}
	if fr.PC == pc {
		pause(fr)
	}
	return form(fr.Code, data.unit(i), i, false)
}

// executorOriginal is what ENTER_EXECUTOR stands for.
func executorOriginal(fr *Frame, cache unsafe.Pointer, oparg uint32) (uint8, uint32) {
	fr.PC = cache
	op, arg := originalAt(fr.Code, unitIndex(fr))
	return op, oparg&^0xFF | arg
}
