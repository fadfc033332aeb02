// Assigning f_lineno: moving a frame to another line, where the value stack allows it.

package interp

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// setFrameLine is Interpreter.SetFrameLine.
func setFrameLine(t *Thread, fo *object.FrameObject, line int64) bool {
	fail := func(format string, args ...any) bool {
		object.Raise(t, object.TValueError, format, args...)
		return false
	}
	fr := (*Frame)(fo.Frame)
	switch t.Event {
	case -1:
		return fail("f_lineno can only be set in a trace function")
	case EventLine, EventInstruction:
	case EventPyStart:
		return fail("can't jump from the 'call' trace event of a new frame")
	case EventCall, EventCReturn:
		return fail("can't jump during a call")
	default:
		return fail("can only jump from a 'line' trace event")
	}
	if fr == nil || fo.Space != null {
		return fail("can only jump from a 'line' trace event")
	}
	code := fr.Code
	if line < int64(code.FirstLine) {
		return fail("line %d comes before the current code block", line)
	}
	lines := code.LineStarts()
	best := -1
	for _, l := range lines {
		if int64(l) >= line && (best < 0 || l < best) {
			best = l
		}
	}
	if best < 0 {
		return fail("line %d comes after the current code block", line)
	}
	stacks := codeMarks(code)
	from := stacks[unitIndex(fr)]
	target, msg, refused := -1, "cannot find bytecode for specified line", false
	for i, l := range lines {
		if l != best {
			continue
		}
		switch {
		case compatible(from, stacks[i]):
			if target < 0 || len(stacks[i].kinds) > len(stacks[target].kinds) {
				target = i
			}
		case target >= 0 || refused:
		case !from.known:
			msg = "can't jump from unreachable code"
		default:
			msg, refused = incompatible(stacks[i]), true
		}
	}
	if target < 0 {
		return fail("%s", msg)
	}
	if uintptr(unsafe.Pointer(fr)) != t.EventFrame { // it waits for a call, and the call's value would come to another instruction
		return fail("can't jump during a call")
	}
	have, depth, ok := code.CanJump(t, firstUnit(code, unitIndex(fr)), target)
	if !ok {
		if t.Exc != null {
			return false
		}
		return fail("incompatible stacks")
	}
	pc := fr.PC
	if !bindUnbound(t, fr) {
		return false
	}
	if fr.PC != pc { // the function that showed the warning has moved it
		return true
	}
	more := len(from.kinds) - have // in generators the marks count a value that is not there, as CPython's do
	for k := have - 1; k >= depth; k-- {
		if k+more >= 0 && from.kinds[k+more] == opcode.MarkExcept {
			popException(t, *slot(fr.Stack(), k))
		}
	}
	fr.SP = unsafe.Add(fr.Stack(), 8*depth)
	fr.PC = unsafe.Add(code.First, 2*target+2)
	fo.Line = 0
	return true
}

// firstUnit gives the first unit of the instruction whose opcode stands at unit i.
func firstUnit(code *Code, i int) int {
	for i > 0 {
		if op, _ := originalAt(code, i-1); op != opcode.EXTENDED_ARG {
			break
		}
		i--
	}
	return i
}

// bindUnbound gives unbound variables the value None, with a warning, since the code at another line may count on them.
func bindUnbound(t *Thread, fr *Frame) bool {
	n := 0
	for i := range int(fr.Code.NLocals) {
		if *fr.Local(i) == null {
			n++
		}
	}
	if n == 0 {
		return true
	}
	s := "s"
	if n == 1 {
		s = ""
	}
	if !object.Warn(t, object.TRuntimeWarning, fmt.Sprintf("assigning None to %d unbound local%s", n, s)) {
		return false
	}
	for i := range int(fr.Code.NLocals) {
		if *fr.Local(i) == null {
			*fr.Local(i) = none
		}
	}
	return true
}

// marks are what the slots of the value stack hold at an instruction.
type marks struct {
	known bool
	kinds []opcode.Mark
}

// compatible reports whether the stack from can be cut to fit to.
func compatible(from, to marks) bool {
	if !from.known || !to.known || len(from.kinds) < len(to.kinds) {
		return false
	}
	for i, want := range to.kinds {
		have := from.kinds[i]
		switch want {
		case opcode.MarkObject:
			if have == opcode.MarkNull {
				return false
			}
		case opcode.MarkNull:
		default:
			if have != want {
				return false
			}
		}
	}
	return true
}

// incompatible says why a frame cannot be moved to where the stack is to.
func incompatible(to marks) string {
	if !to.known {
		return "can't jump into unreachable code"
	}
	if n := len(to.kinds); n > 0 {
		switch to.kinds[n-1] {
		case opcode.MarkExcept:
			return "can't jump into an 'except' block as there's no exception"
		case opcode.MarkLasti:
			return "can't jump into a re-raising block as there's no location"
		case opcode.MarkIterator:
			return "can't jump into the body of a for loop"
		}
	}
	return "incompatible stacks"
}

// codeMarks finds the marks of the stack at every unit that an instruction begins at.
func codeMarks(code *Code) []marks {
	n := int(code.NUnits)
	at := make([]marks, n)
	set := func(i int, kinds []opcode.Mark) bool {
		if i < 0 || i >= n || at[i].known {
			return false
		}
		at[i] = marks{true, slices.Clone(kinds)}
		return true
	}
	set(0, nil)
	handlers := code.Handlers()
	for changed := true; changed; {
		changed = false
		for i := 0; i < n; {
			start := i
			op, b := originalAt(code, i)
			arg := b
			for op == opcode.EXTENDED_ARG && i+1 < n {
				if at[start].known && set(i+1, at[start].kinds) {
					changed = true
				}
				i++
				op, b = originalAt(code, i)
				arg = arg<<8 | b
			}
			next := i + 1 + int(opcode.Caches[op])
			if at[i].known && flow(op, arg, at[i].kinds, next, set) {
				changed = true
			}
			i = next
		}
		for _, h := range handlers {
			for i := h.Start / 2; i < h.End/2 && i < n; i++ {
				if !at[i].known || len(at[i].kinds) < h.Depth {
					continue
				}
				kinds := slices.Clone(at[i].kinds[:h.Depth])
				if h.LastI {
					kinds = append(kinds, opcode.MarkLasti)
				}
				if set(h.Target/2, append(kinds, opcode.MarkExcept)) {
					changed = true
				}
				break
			}
		}
	}
	return at
}

// flow hands the stack behind an instruction on to where control may go; it reports whether that was news.
func flow(op uint8, arg uint32, kinds []opcode.Mark, next int, set func(int, []opcode.Mark) bool) bool {
	top := len(kinds) - 1
	switch op {
	case opcode.RETURN_VALUE, opcode.RETURN_CONST, opcode.RAISE_VARARGS, opcode.RERAISE, opcode.INTERPRETER_EXIT:
		return false
	case opcode.JUMP_FORWARD:
		return set(next+int(arg), kinds)
	case opcode.JUMP_BACKWARD, opcode.JUMP_BACKWARD_NO_INTERRUPT:
		return set(next-int(arg), kinds)
	case opcode.POP_JUMP_IF_TRUE, opcode.POP_JUMP_IF_FALSE, opcode.POP_JUMP_IF_NONE, opcode.POP_JUMP_IF_NOT_NONE:
		if top < 0 {
			return false
		}
		a := set(next+int(arg), kinds[:top])
		return set(next, kinds[:top]) || a
	case opcode.FOR_ITER:
		more := append(slices.Clone(kinds), opcode.MarkObject)
		a := set(next+int(arg), more)
		return set(next, more) || a
	case opcode.SEND:
		if top < 0 {
			return false
		}
		after := append(slices.Clone(kinds[:top]), opcode.MarkObject)
		a := set(next+int(arg), after)
		return set(next, after) || a
	}
	after, ok := opcode.Marks(op, arg, kinds)
	return ok && set(next, after)
}
