// s += x for a local variable s, in place when nothing else can refer to the string.
//
// Nothing counts references, so this rests on a look at the code once (appendLocals). A local variable qualifies if it is no
// parameter and no cell, if only constants and the results of such additions are ever stored in it, and if from no other place that
// loads it control can come to such an addition before a constant is stored. Then a string that an addition has made, and that is
// still in the variable when control comes to the next one, was seen by nobody: it carries the flag strOwned and has room at its end.
//
// The flag means nothing elsewhere. Wherever a string might reach such a variable by another way (a generic +, a constant) it is
// cleared. Who reads variables through a frame object makes the frame ineligible.

package object

import (
	"runtime"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// strOwned is the flag of a string in a qualifying variable, with room behind its text.
const strOwned uint8 = 16

// appendMin is the length from which strings are given room.
const appendMin = 256

// appendsKnown in Code.Appends tells that the other bits, one for each of the first locals, are valid.
const appendsKnown = 1 << 63

// disown clears the flag of a value that is about to become known.
func disown(v Value) Value {
	if v.IsPtr() && v.ShapeID() == TStr.Shape() {
		headerOf(v).Meta &^= uint32(strOwned)
	}
	return v
}

// StrAppend is a + b of exact strs for the frame's local variable i, which holds a and is stored the result.
func StrAppend(t *Thread, f *Frame, i int, a, b Value) Value {
	x, y := As[Str](a), As[Str](b)
	if x.Len+y.Len < appendMin {
		return StrConcat(t, a, b)
	}
	co := f.Code
	if co.Appends&appendsKnown == 0 {
		co.Appends = co.appendLocals() | appendsKnown
	}
	if i > 62 || co.Appends>>i&1 == 0 || f.Object != Null {
		return StrConcat(t, a, b)
	}
	flags := widerFlags(x.flags(), y.flags())
	n := int(x.Len + y.Len)
	if uint8(x.Meta)&strOwned != 0 && flags == x.flags() &&
		StrData+uintptr(n)<<(flags&StrKindMask) <= t.RT.Heap.ObjectSize(a.Ptr()) {
		x.Len, x.Hash = int64(n), 0
		copyStr(x, n-int(y.Len), y, 0, int(y.Len))
		return a
	}
	s := allocStrRaw(t, n+n/4, flags)
	if s == nil {
		return Null
	}
	s.Len = int64(n)
	if !copyStrNew(t, s, 0, x, 0, int(x.Len)) || !copyStrNew(t, s, int(x.Len), y, 0, int(y.Len)) {
		return Null
	}
	s.Meta |= uint32(strOwned)
	return Of(s)
}

// codeStep is one instruction, its prefixes folded in.
type codeStep struct {
	op      uint8
	arg     uint32
	jump    int  // step that it may jump to, or -1
	handler int  // step that takes its exceptions, or -1
	falls   bool // control may go on behind it
	target  bool // control can come here other than from the step before
}

// appendMaxUnits bounds the code that is looked at.
const appendMaxUnits = 1 << 15

// appendLocals finds the local variables that qualify, as a set of bits.
func (co *Code) appendLocals() uint64 {
	steps := co.steps()
	if steps == nil {
		return 0
	}
	var set uint64
	kinds := bytesOf(co.Kinds)
	args := int(co.ArgCount + co.KwOnly)
	for _, f := range [...]uint32{CoVarArgs, CoVarKeywords} {
		if co.Flags&f != 0 {
			args++
		}
	}
	for i := args; i < len(kinds) && i < 62; i++ {
		if kinds[i] == pyc.KindLocal && co.appendLocal(steps, uint32(i)) {
			set |= 1 << i
		}
	}
	runtime.KeepAlive(co)
	return set
}

// steps decodes the code; nil if it is too long or jumps out of itself.
func (co *Code) steps() []codeStep {
	code := bytesOf(co.OrigUnits)
	units := len(code) / 2
	if units > appendMaxUnits {
		return nil
	}
	var steps []codeStep
	stepAt := make([]int, units) // of each unit
	var jumps []int              // target units
	arg, start := uint32(0), 0
	for u := 0; u < units; {
		op := code[2*u]
		arg = arg<<8 | uint32(code[2*u+1])
		stepAt[u] = len(steps)
		if op == opcode.EXTENDED_ARG {
			u++
			continue
		}
		next := u + 1 + int(opcode.Caches[op])
		s := codeStep{op: op, arg: arg, jump: -1, handler: -1, falls: true}
		to := -1
		switch op {
		case opcode.JUMP_BACKWARD, opcode.JUMP_BACKWARD_NO_INTERRUPT:
			to = next - int(arg)
			s.falls = false
		case opcode.JUMP_FORWARD:
			to = next + int(arg)
			s.falls = false
		case opcode.RETURN_VALUE, opcode.RETURN_CONST, opcode.RAISE_VARARGS, opcode.RERAISE:
			s.falls = false
		default:
			if opcode.HasJump(op) {
				to = next + int(arg)
			}
		}
		if to >= units || next > units {
			return nil
		}
		for u := start; u < next; u++ {
			stepAt[u] = len(steps)
		}
		jumps = append(jumps, to)
		steps = append(steps, s)
		arg, start, u = 0, next, next
	}
	for k, to := range jumps {
		if to >= 0 {
			steps[k].jump = stepAt[to]
			steps[stepAt[to]].target = true
		}
	}
	c := co.tables()
	for _, e := range c.ExceptionEntries() {
		if e.Start < 0 || e.End/2 > units || e.Target < 0 || e.Target/2 >= units {
			return nil
		}
		h := stepAt[e.Target/2]
		steps[h].target = true
		for u := e.Start / 2; u < e.End/2; u++ {
			steps[stepAt[u]].handler = h
		}
	}
	return steps
}

// What a step has to do with the variable that is looked at.
const (
	stepOther = iota
	stepLoad  // loads it for anything
	stepHead  // loads it for an addition
	stepSum   // stores an addition's result
	stepConst // stores a constant
)

// appendLocal reports whether local variable i qualifies.
func (co *Code) appendLocal(steps []codeStep, i uint32) bool {
	roles := make([]uint8, len(steps))
	heads := false
	for k, s := range steps {
		depth := -1 // of values that the step pushes on top of the variable
		switch s.op {
		case opcode.LOAD_FAST, opcode.LOAD_FAST_CHECK:
			if s.arg == i {
				depth = 0
			}
		case opcode.LOAD_FAST_LOAD_FAST:
			switch {
			case s.arg>>4 == i && s.arg&15 == i:
				roles[k] = stepLoad
			case s.arg>>4 == i:
				depth = 1
			case s.arg&15 == i:
				depth = 0
			}
		case opcode.STORE_FAST_LOAD_FAST:
			if s.arg>>4 == i {
				return false
			}
			if s.arg&15 == i {
				depth = 0
			}
		case opcode.STORE_FAST_STORE_FAST:
			if s.arg>>4 == i || s.arg&15 == i {
				return false
			}
		case opcode.STORE_FAST:
			if s.arg != i || roles[k] == stepSum {
				break
			}
			if k == 0 || s.target || steps[k-1].op != opcode.LOAD_CONST || int64(steps[k-1].arg) >= co.Consts.Size {
				return false
			}
			disown(*co.Consts.At(int(steps[k-1].arg)))
			roles[k] = stepConst
		case opcode.LOAD_FAST_AND_CLEAR:
			if s.arg == i {
				roles[k] = stepLoad
			}
		case opcode.DELETE_FAST:
		default:
			if opcode.HasLocal(s.op) && s.arg == i {
				return false
			}
		}
		if depth >= 0 {
			roles[k] = stepLoad
			if end := additionOf(steps, k, depth, i); end > 0 {
				roles[k], roles[end] = stepHead, stepSum
				heads = true
			}
		}
	}
	if !heads {
		return false
	}
	seen := make([]bool, len(steps))
	var todo []int
	for k := range steps {
		if roles[k] == stepLoad {
			todo = append(todo, k)
		}
	}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s := steps[k]
		next := [...]int{s.jump, s.handler, -1}
		if s.falls && k+1 < len(steps) {
			next[2] = k + 1
		}
		for _, n := range next {
			switch {
			case n < 0 || seen[n] || roles[n] == stepConst:
			case roles[n] == stepHead:
				return false
			default:
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return true
}

// additionOf follows straight code from step k, which pushes variable i and then depth more values, to the addition whose left
// operand the variable is, and returns the step behind it, which stores the result in i; 0 if there is none.
func additionOf(steps []codeStep, k, depth int, i uint32) int {
	for k++; k+1 < len(steps); k++ {
		s := steps[k]
		if s.target || opcode.HasJump(s.op) {
			return 0
		}
		popped := opcode.Popped(s.op, s.arg)
		if popped > depth {
			store := steps[k+1]
			if s.op == opcode.BINARY_OP && (s.arg == opcode.NB_INPLACE_ADD || s.arg == opcode.NB_ADD) && depth == 1 &&
				store.op == opcode.STORE_FAST && store.arg == i && !store.target {
				return k + 1
			}
			return 0
		}
		depth += opcode.Pushed(s.op, s.arg) - popped
	}
	return 0
}
