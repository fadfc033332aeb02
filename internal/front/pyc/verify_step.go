package pyc

// The effect of each instruction on what the verifier knows.

import (
	"github.com/psyco-go/psy/internal/vm/opcode"
)

func (f *flow) wrong(what string, got slot) {
	f.fail("kind", int(f.in.off), "%s needs %s, not %s", opcode.Name(f.in.op), what, got)
}

// peek gives the value n below the top of the stack.
func (f *flow) peek(n int) slot {
	i := len(f.cur.stack) - 1 - n
	if i < 0 || n < 0 {
		f.fail("stack-underflow", int(f.in.off), "%s needs more than the %d values on the stack", opcode.Name(f.in.op), len(f.cur.stack))
		return kindDead
	}
	return f.cur.stack[i]
}

func (f *flow) pop() slot {
	s := f.peek(0)
	if n := len(f.cur.stack); n > 0 {
		f.cur.stack = f.cur.stack[:n-1]
		f.low = min(f.low, n-1)
	}
	return s
}

// popIs pops a value that must be of some kind.
func (f *flow) popIs(is func(slot) bool, what string) slot {
	s := f.pop()
	if !is(s) {
		f.wrong(what, s)
	}
	return s
}

func (f *flow) popObject() slot { return f.popIs(slot.object, "an object") }

// popObjects pops n objects.
func (f *flow) popObjects(n int) {
	if n > len(f.cur.stack) {
		f.peek(n)
		return
	}
	for range n {
		if f.popObject(); f.err != nil {
			return
		}
	}
}

func (f *flow) popKind(k slot) slot {
	s := f.pop()
	if s.kind() != k {
		f.wrong(kindNames[k], s)
	}
	return s
}

// popCallable pops the self-or-Null slot of a call and the callable below.
func (f *flow) popCallable() {
	if s := f.pop(); !s.object() && s.kind() != kindMaybe && s.kind() != kindNull {
		f.wrong("an object or Null", s)
	}
	f.popObject()
}

// push puts a value on the stack.
func (f *flow) push(s slot) {
	if len(f.cur.stack) >= f.c.StackSize {
		f.fail("stack-overflow", int(f.in.off), "%s makes the stack deeper than its limit of %d", opcode.Name(f.in.op), f.c.StackSize)
		return
	}
	f.cur.stack = append(f.cur.stack, s)
}

func (f *flow) pushes(n int, s slot) {
	for i := 0; i < n && f.err == nil; i++ {
		f.push(s)
	}
}

// need checks the kind of a value within the stack.
func (f *flow) need(n int, k slot) {
	if s := f.peek(n); s.kind() != k {
		f.wrong(kindNames[k], s)
	}
}

// constSlot gives the kind of a constant.
func (f *flow) constSlot(i int) slot {
	switch f.c.Consts[i].(type) {
	case None:
		return kindNone
	case Bool:
		return kindBool
	case Int, *BigInt:
		return kindInt
	case *Str:
		return kindStr
	case *Tuple:
		return mk(kindConst, i)
	case *Code:
		return mk(kindCode, i)
	}
	return kindObject
}

// constTuple gives the items of a constant tuple.
func (f *flow) constTuple(s slot) []Const { return f.c.Consts[s.aux()].(*Tuple).Items }

// length gives the number of items of a tuple, or -1.
func (f *flow) length(s slot) int {
	switch s.kind() {
	case kindConst:
		return len(f.constTuple(s))
	case kindTuple:
		return s.aux() - 1
	case kindCells:
		return s.aux()
	}
	return -1
}

// popStrs pops a constant tuple of str.
func (f *flow) popStrs() []Const {
	s := f.popKind(kindConst)
	if f.err != nil {
		return nil
	}
	items := f.constTuple(s)
	for _, x := range items {
		if _, ok := x.(*Str); !ok {
			f.fail("kind", int(f.in.off), "%s needs a tuple of str", opcode.Name(f.in.op))
		}
	}
	return items
}

// loadFast pushes a local that must be bound.
func (f *flow) loadFast(i int) {
	if !f.cur.bound.Has(i) {
		f.fail("unbound", int(f.in.off), "%s reads local %d, which may be unbound", opcode.Name(f.in.op), i)
		return
	}
	if f.cur.cell.Has(i) {
		f.push(kindCell)
	} else {
		f.push(kindObject)
	}
}

// setLocal notes what is known of a local.
func (f *flow) setLocal(i int, bound, cell bool) {
	if f.cur.bound.Has(i) && !bound || f.cur.cell.Has(i) && !cell {
		f.lost = true
	}
	if f.c.LocalsPlusKinds[i]&(KindCell|KindFree) == 0 {
		cell = false // f_locals writes into such a local what it likes
	}
	f.cur.bound.remove(i)
	f.cur.cell.remove(i)
	if bound {
		f.cur.bound.add(i)
	}
	if cell {
		f.cur.cell.add(i)
	}
}

// storeFast pops a local's new value.
func (f *flow) storeFast(i int) {
	switch s := f.pop(); {
	case s.kind() == kindSaved:
		f.setLocal(i, s.aux()&savedBound != 0, s.aux()&savedCell != 0)
	case s.object():
		f.setLocal(i, true, s.kind() == kindCell)
	default:
		f.wrong("an object", s)
	}
}

// needCell checks that a local holds a cell.
func (f *flow) needCell(i int) {
	if !f.cur.cell.Has(i) {
		f.fail("cell", int(f.in.off), "%s: local %d may hold no cell", opcode.Name(f.in.op), i)
	}
}

// step applies the effect of an instruction to the current state.
func (f *flow) step(in *instr) {
	arg := int(in.arg)
	switch in.op {
	case opcode.LOAD_CONST:
		f.push(f.constSlot(arg))
	case opcode.LOAD_FAST:
		f.loadFast(arg)
	case opcode.LOAD_FAST_LOAD_FAST:
		f.loadFast(arg >> 4)
		f.loadFast(arg & 15)
	case opcode.STORE_FAST:
		f.storeFast(arg)
	case opcode.STORE_FAST_LOAD_FAST:
		f.storeFast(arg >> 4)
		f.loadFast(arg & 15)
	case opcode.STORE_FAST_STORE_FAST:
		f.storeFast(arg >> 4)
		f.storeFast(arg & 15)
	case opcode.LOAD_FAST_CHECK:
		f.cur.bound.add(arg)
		f.loadFast(arg)
	case opcode.LOAD_FAST_AND_CLEAR:
		aux := 0
		if f.cur.bound.Has(arg) {
			aux |= savedBound
		}
		if f.cur.cell.Has(arg) {
			aux |= savedCell
		}
		f.push(mk(kindSaved, aux))
		f.setLocal(arg, false, false)
	case opcode.DELETE_FAST:
		f.setLocal(arg, false, false)
	case opcode.MAKE_CELL:
		f.setLocal(arg, true, true)
	case opcode.COPY_FREE_VARS:
		for i := len(f.c.LocalsPlusNames) - arg; i < len(f.c.LocalsPlusNames); i++ {
			f.setLocal(i, true, true)
		}
	case opcode.LOAD_DEREF:
		f.needCell(arg)
		f.push(kindObject)
	case opcode.DELETE_DEREF:
		f.needCell(arg)
	case opcode.STORE_DEREF:
		f.needCell(arg)
		f.popObject()
	case opcode.LOAD_FROM_DICT_OR_DEREF:
		f.needCell(arg)
		f.popObject()
		f.push(kindObject)
	case opcode.POP_TOP, opcode.END_FOR:
		f.pop()
	case opcode.COPY:
		f.push(f.peek(arg - 1))
	case opcode.SWAP:
		low, top := f.peek(arg-1), f.peek(0)
		if f.err == nil {
			n := len(f.cur.stack)
			f.cur.stack[n-1], f.cur.stack[n-arg] = low, top
			f.low = min(f.low, n-arg)
		}
	case opcode.PUSH_NULL:
		f.push(kindNull)
	default:
		if !f.stepCall(in, arg) && !f.stepException(in, arg) && !f.stepBuild(in, arg) {
			f.stepPlain(in)
		}
	}
}

// stepPlain applies the effect of an instruction that takes objects and gives objects.
func (f *flow) stepPlain(in *instr) {
	if in.op == opcode.COMPARE_OP {
		b, a := f.popObject(), f.popObject()
		if in.arg&opcode.CompareToBool != 0 || a.kind() == kindInt && b.kind() == kindInt {
			f.push(kindBool)
		} else {
			f.push(kindObject)
		}
		return
	}
	f.popObjects(opcode.Popped(in.op, uint32(in.arg)))
	pushed := opcode.Pushed(in.op, uint32(in.arg))
	switch in.op {
	case opcode.TO_BOOL, opcode.IS_OP, opcode.CONTAINS_OP:
		f.push(kindBool)
	case opcode.MATCH_MAPPING, opcode.MATCH_SEQUENCE:
		f.push(kindObject)
		f.push(kindBool)
	default:
		f.pushes(pushed, kindObject)
	}
}

// stepCall handles calls and functions.
func (f *flow) stepCall(in *instr, arg int) bool {
	switch in.op {
	case opcode.LOAD_GLOBAL:
		f.push(kindObject)
		if arg&1 != 0 {
			f.push(kindNull)
		}
	case opcode.LOAD_ATTR:
		f.popObject()
		f.push(kindObject)
		if arg&1 != 0 {
			f.push(kindMaybe)
		}
	case opcode.LOAD_SUPER_ATTR:
		if arg&2 == 0 {
			f.zeroSuper()
		}
		f.popObjects(3)
		f.push(kindObject)
		if arg&1 != 0 {
			f.push(kindMaybe)
		}
	case opcode.CALL:
		f.popObjects(arg)
		f.popCallable()
		f.push(kindObject)
	case opcode.CALL_KW:
		if names := f.popStrs(); len(names) > arg {
			f.fail("kind", int(in.off), "CALL_KW names %d of %d arguments", len(names), arg)
		}
		f.popObjects(arg)
		f.popCallable()
		f.push(kindObject)
	case opcode.CALL_FUNCTION_EX:
		if arg&1 != 0 {
			f.popKind(kindDict)
		}
		f.popObject()
		f.popKind(kindNull)
		f.popObject()
		f.push(kindObject)
	case opcode.MAKE_FUNCTION:
		s := f.popKind(kindCode)
		if f.err != nil {
			break
		}
		if f.c.Consts[s.aux()].(*Code).NumFree() > 0 {
			f.push(mk(kindRaw, s.aux()))
		} else {
			f.push(mk(kindFunc, s.aux()+1))
		}
	case opcode.SET_FUNCTION_ATTRIBUTE:
		f.setAttribute(arg)
	case opcode.RETURN_VALUE:
		f.popObject()
		f.needEmpty()
	case opcode.RETURN_CONST, opcode.RETURN_GENERATOR:
		f.needEmpty()
		if in.op == opcode.RETURN_GENERATOR {
			f.push(kindObject)
		}
	case opcode.YIELD_VALUE:
		f.popObject()
		if arg == 1 && !f.peek(0).object() {
			f.wrong("what it delegates to", f.peek(0))
		}
		f.push(kindObject)
	case opcode.POP_JUMP_IF_TRUE, opcode.POP_JUMP_IF_FALSE:
		f.popKind(kindBool)
	case opcode.UNARY_NOT:
		f.popKind(kindBool)
		f.push(kindBool)
	case opcode.CALL_INTRINSIC_1, opcode.CALL_INTRINSIC_2:
		f.intrinsic(in, arg)
	default:
		return false
	}
	return true
}

// zeroSuper checks the operands of super() without arguments: they are what super looks for in the frame by itself,
// the free variable __class__ and the first argument, loaded right before.
func (f *flow) zeroSuper() {
	i := f.start(int(f.in.off))
	fail := func() {
		f.fail("super", int(f.in.off), "LOAD_SUPER_ATTR without arguments needs __class__ and the first argument")
	}
	if i < 2 || f.c.ArgCount == 0 || f.facts.Heads.Has(int(f.in.off/2)) || f.facts.Heads.Has(int(f.instrs[i-1].off/2)) {
		fail()
		return
	}
	cls, self := &f.instrs[i-2], &f.instrs[i-1]
	switch {
	case cls.op != opcode.LOAD_DEREF || f.c.LocalsPlusKinds[cls.arg]&KindFree == 0 || f.c.LocalsPlusNames[cls.arg].S != "__class__":
		fail()
	case self.arg != 0 || self.op != opcode.LOAD_FAST && self.op != opcode.LOAD_FAST_CHECK && self.op != opcode.LOAD_DEREF:
		fail()
	}
}

func (f *flow) needEmpty() {
	if n := len(f.cur.stack); n > 0 && f.err == nil {
		f.fail("stack-depth", int(f.in.off), "%s leaves %d values on the stack", opcode.Name(f.in.op), n)
	}
}

// setAttribute handles SET_FUNCTION_ATTRIBUTE, whose function is on top of the attribute.
func (f *flow) setAttribute(arg int) {
	fn := f.pop()
	if fn.kind() != kindFunc && fn.kind() != kindRaw {
		f.wrong("a function", fn)
	}
	attr := f.popObject()
	if f.err != nil {
		return
	}
	switch arg {
	case opcode.FunctionAnnotations:
		if n := f.length(attr); attr.kind() != kindDict && (n < 0 || n%2 != 0) {
			f.wrong("annotations in pairs", attr)
		}
	case opcode.FunctionClosure:
		index := fn.aux()
		if fn.kind() == kindFunc {
			index--
		}
		if attr.kind() != kindCells || index < 0 || f.c.Consts[index].(*Code).NumFree() != attr.aux() {
			f.fail("closure", int(f.in.off), "the closure is not as many cells as the function has free variables")
			return
		}
		fn = mk(kindFunc, index+1)
	}
	f.push(fn)
}

// intrinsic handles CALL_INTRINSIC_1 and CALL_INTRINSIC_2.
func (f *flow) intrinsic(in *instr, arg int) {
	if in.op == opcode.CALL_INTRINSIC_1 {
		switch arg {
		case opcode.INTRINSIC_STOPITERATION_ERROR:
			f.popIs(slot.exc, "an exception")
			f.push(kindExc)
		case opcode.INTRINSIC_LIST_TO_TUPLE:
			f.popKind(kindList)
			f.push(kindTuple)
		case opcode.INTRINSIC_TYPEALIAS:
			if s := f.popIs(slot.tuple, "a tuple"); f.err == nil && f.length(s) != 3 {
				f.wrong("a tuple of three", s)
			}
			f.push(kindObject)
		case opcode.INTRINSIC_TYPEVAR, opcode.INTRINSIC_PARAMSPEC, opcode.INTRINSIC_TYPEVARTUPLE:
			f.popKind(kindStr)
			f.push(kindObject)
		default:
			f.popObject()
			f.push(kindObject)
		}
		return
	}
	switch arg {
	case opcode.INTRINSIC_PREP_RERAISE_STAR:
		f.popKind(kindList)
		f.popIs(slot.exc, "an exception")
		f.push(kindExcInfo)
	case opcode.INTRINSIC_SET_FUNCTION_TYPE_PARAMS:
		f.popIs(slot.tuple, "a tuple")
		f.push(f.popKind(kindFunc))
	case opcode.INTRINSIC_TYPEVAR_WITH_BOUND, opcode.INTRINSIC_TYPEVAR_WITH_CONSTRAINTS:
		f.popObject()
		f.popKind(kindStr)
		f.push(kindObject)
	default:
		f.popObjects(2)
		f.push(kindObject)
	}
}

// stepException handles the instructions on exceptions.
func (f *flow) stepException(in *instr, arg int) bool {
	switch in.op {
	case opcode.PUSH_EXC_INFO:
		f.popIs(slot.exc, "an exception")
		f.push(kindExcInfo)
		f.push(kindExc)
	case opcode.POP_EXCEPT:
		f.popIs(slot.excInfo, "an exception or None")
	case opcode.RERAISE:
		f.popIs(slot.exc, "an exception")
		if arg > 0 {
			f.need(arg-1, kindLastI)
		}
	case opcode.CHECK_EXC_MATCH:
		f.popObject()
		if !f.peek(0).exc() {
			f.wrong("an exception", f.peek(0))
		}
		f.push(kindBool)
	case opcode.CHECK_EG_MATCH:
		f.popObject()
		f.popIs(slot.excInfo, "an exception or None")
		f.push(kindExcInfo)
		f.push(kindExcInfo)
	case opcode.WITH_EXCEPT_START:
		if !f.peek(0).exc() {
			f.wrong("an exception", f.peek(0))
		}
		f.need(2, kindLastI)
		if !f.peek(3).object() {
			f.wrong("an object", f.peek(3))
		}
		f.push(kindObject)
	case opcode.CLEANUP_THROW:
		f.popIs(slot.exc, "an exception")
		f.popObjects(2)
		f.pushes(2, kindObject)
	case opcode.END_ASYNC_FOR:
		f.popIs(slot.exc, "an exception")
		f.popObject()
	default:
		return false
	}
	return true
}

// stepBuild handles the instructions that make and fill containers.
func (f *flow) stepBuild(in *instr, arg int) bool {
	switch in.op {
	case opcode.BUILD_LIST:
		f.popObjects(arg)
		f.push(kindList)
	case opcode.BUILD_STRING:
		f.popObjects(arg)
		f.push(kindObject)
	case opcode.BUILD_SET:
		f.popObjects(arg)
		f.push(kindSet)
	case opcode.BUILD_MAP:
		f.popObjects(2 * arg)
		f.push(kindDict)
	case opcode.BUILD_CONST_KEY_MAP:
		s := f.popKind(kindConst)
		if f.err == nil && len(f.constTuple(s)) != arg {
			f.wrong("as many keys as values", s)
		}
		f.popObjects(arg)
		f.push(kindDict)
	case opcode.BUILD_TUPLE:
		cells := arg > 0
		for i := 0; i < arg && cells; i++ {
			cells = f.peek(i).kind() == kindCell
		}
		f.popObjects(arg)
		if cells {
			f.push(mk(kindCells, arg))
		} else {
			f.push(mk(kindTuple, arg+1))
		}
	case opcode.LIST_APPEND, opcode.LIST_EXTEND:
		f.popObject()
		f.need(arg-1, kindList)
	case opcode.SET_ADD, opcode.SET_UPDATE:
		f.popObject()
		f.need(arg-1, kindSet)
	case opcode.DICT_UPDATE:
		f.popObject()
		f.need(arg-1, kindDict)
	case opcode.DICT_MERGE:
		f.popObject()
		f.need(arg-1, kindDict)
		if s := f.peek(arg + 2); !s.object() {
			f.wrong("a callable", s)
		}
	case opcode.MAP_ADD:
		f.popObjects(2)
		f.need(arg-1, kindDict)
	case opcode.MATCH_KEYS:
		if s := f.peek(0); !s.tuple() {
			f.wrong("a tuple", s)
		}
		if s := f.peek(1); !s.object() {
			f.wrong("an object", s)
		}
		f.push(kindObject)
	case opcode.MATCH_CLASS:
		f.popStrs()
		f.popObjects(2)
		f.push(kindObject)
	case opcode.GET_LEN, opcode.IMPORT_FROM, opcode.GET_ANEXT, opcode.FOR_ITER:
		if s := f.peek(0); !s.object() {
			f.wrong("an object", s)
		}
		if in.op == opcode.GET_LEN {
			f.push(kindInt)
		} else {
			f.push(kindObject)
		}
	case opcode.SEND:
		f.popObject()
		if s := f.peek(0); !s.object() {
			f.wrong("an object", s)
		}
		f.push(kindObject)
	default:
		return false
	}
	return true
}
