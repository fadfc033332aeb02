// The optimizer: an abstract interpretation of a superblock, over what is known of the values, that leaves out what is known to hold.

package tier2

import (
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// kind is what class a value is known to be of.
type kind uint8

const (
	unknown kind = iota
	smallInt
	float
	boolean
	str
	listIterator
	tupleIterator
	rangeIterator
)

// symbol is a value of the trace. All places that hold the value share it, so what is learnt of one is known of all.
type symbol struct {
	kind           kind
	known          bool
	value          object.Value //psy:root a constant of the superblock
	shape, version uint64       // 1 + ...
	epoch          int          // when they were learnt: they hold as long as no code is run that may change them,
	fixed          bool         // or, the shape, for ever: it is that of a class whose instances keep it
	likely         kind         // what class it was of when the superblock was made
}

func (s *symbol) is(k kind) bool { return s.kind == k }

// become adds what a guard has found out.
func (s *symbol) become(k kind) { s.kind = k }

// maybe reports whether it is of a kind, or was when the superblock was made.
func (s *symbol) maybe(k kind) bool { return s.kind == k || s.kind == unknown && s.likely == k }

func constant(v object.Value) *symbol { return &symbol{known: true, value: v, kind: kindOf(v)} }

func kindOf(v object.Value) kind {
	switch {
	case v.IsInt():
		return smallInt
	case v.IsFloat():
		return float
	case v.IsBool():
		return boolean
	case v.IsPtr() && v.IsExact(object.TStr):
		return str
	}
	return unknown
}

// abstractFrame is a frame of symbols.
type abstractFrame struct {
	locals []*symbol
	stack  []*symbol

	globals, builtins *object.Dict //psy:root the superblock keeps them: those that the frame is known to have
}

type optimizer struct {
	t       *object.Thread
	block   *superblock
	watch   *assumption.Set[*executor]
	frames  []abstractFrame
	callee  *object.Function //psy:root the superblock keeps it: whose frame is pushed, nil: not known
	attr    *bytecode        // finds an attribute of a class that is a constant
	args    []*symbol        // of the call that is being made, nil: not known which they are
	epoch   int
	guards  map[uopKey]int // epochs of the guards of dicts' versions
	unsure  bool           // code may have run since it was last asked whether the executor is still valid
	dropped bool
}

type uopKey struct {
	op    bc.Uop
	x     uint64
	level int
}

// optimize leaves out what is known to hold. A loop is projected once more behind itself: what holds at the end of a turn holds at the beginning of
// the next, so that its second turn, which is the one that is repeated, need not check it.
func optimize(b *superblock, fr *object.Frame, t *object.Thread, watch *assumption.Set[*executor]) {
	o := &optimizer{t: t, block: b, watch: watch, frames: []abstractFrame{{}}, guards: map[uopKey]int{}}
	o.frames[0].locals = o.unknowns(int(b.code.NLocalsPlus))
	for i, s := range o.frames[0].locals {
		s.likely = kindOf(*fr.Local(i))
	}
	o.frames[0].stack = o.unknowns(b.depth)
	turn := b.uops
	b.uops = o.run(turn)
	if !b.loops || len(turn) > maxUops/2 {
		return
	}
	if o.unsure {
		b.uops = append(b.uops, uop{op: bc.U_CHECK_VALIDITY, of: b.end})
		o.unsure = false
	}
	b.top = len(b.uops)
	b.uops = append(b.uops, o.run(later(turn, b.turn))...)
	end := *b.end
	end.seq += b.turn
	b.end = &end
}

// later is a copy of the ops for the next turn.
func later(turn []uop, n int) []uop {
	copies := map[*bytecode]*bytecode{}
	out := make([]uop, len(turn))
	for i, u := range turn {
		of := copies[u.of]
		if of == nil {
			of = new(bytecode)
			*of = *u.of
			of.seq += n
			copies[u.of] = of
		}
		u.of = of
		out[i] = u
	}
	return out
}

func (o *optimizer) run(list []uop) (kept []uop) {
	for i := range list {
		for _, u := range o.better(&list[i]) {
			o.dropped = false
			o.abstract(&u)
			if o.dropped {
				continue
			}
			kept = append(kept, u)
			if form := alone(u.op); form != nil && form.runs {
				o.unsure = true
			}
		}
	}
	return kept
}

// arithmetic are the ops for small ints, and for floats, by the operator.
var arithmetic = [object.NbInplace]struct{ ints, floats bc.Uop }{
	object.NbAdd: {bc.U_ADD_INT, bc.U_BINARY_OP_ADD_FLOAT}, object.NbSubtract: {bc.U_SUBTRACT_INT, bc.U_BINARY_OP_SUBTRACT_FLOAT},
	object.NbMultiply: {bc.U_MULTIPLY_INT, bc.U_BINARY_OP_MULTIPLY_FLOAT}, object.NbTrueDivide: {bc.U_TRUE_DIVIDE_INT, bc.U_TRUE_DIVIDE_FLOAT},
	object.NbFloorDivide: {ints: bc.U_FLOOR_DIVIDE_INT}, object.NbRemainder: {ints: bc.U_REMAINDER_INT}, object.NbAnd: {ints: bc.U_AND_INT},
	object.NbOr: {ints: bc.U_OR_INT}, object.NbXor: {ints: bc.U_XOR_INT}, object.NbLshift: {ints: bc.U_LSHIFT_INT}, object.NbRshift: {ints: bc.U_RSHIFT_INT},
}

// operator is that of arithmetic.
func operator(u *uop) (nb object.Nb, ok bool) {
	if u.op == bc.U_BINARY_OP {
		if nb = object.Nb(u.arg); nb >= object.NbInplace {
			nb -= object.NbInplace
		}
		return nb, true
	}
	for nb, ops := range arithmetic {
		if u.op == ops.ints || u.op == ops.floats {
			return object.Nb(nb), true
		}
	}
	return 0, false
}

// fold gives the result of arithmetic on two constants of one kind of number, Null if it is not known to be of that kind too. It must not allocate:
// nobody keeps yet what the superblock is made of.
func (o *optimizer) fold(nb object.Nb) object.Value {
	f := o.frame()
	left, right := f.stack[len(f.stack)-2], f.stack[len(f.stack)-1]
	switch {
	case !left.known || !right.known:
	case left.value.IsInt() && right.value.IsInt():
		return foldInts(nb, left.value.Int(), right.value.Int())
	case left.value.IsFloat() && right.value.IsFloat():
		return foldFloats(nb, left.value.Float(), right.value.Float())
	}
	return object.Null
}

func foldInts(nb object.Nb, a, b int64) object.Value {
	var res int64
	switch {
	case nb == object.NbAdd:
		res = a + b
	case nb == object.NbSubtract:
		res = a - b
	case nb == object.NbMultiply && a == int64(int32(a)) && b == int64(int32(b)):
		res = a * b
	case nb == object.NbRemainder && a >= 0 && b > 0:
		res = a % b
	case nb == object.NbFloorDivide && a >= 0 && b > 0:
		res = a / b
	case nb == object.NbAnd:
		res = a & b
	case nb == object.NbOr:
		res = a | b
	case nb == object.NbXor:
		res = a ^ b
	default:
		return object.Null
	}
	if !object.FitsSmall(res) {
		return object.Null
	}
	return object.SmallInt(res)
}

func foldFloats(nb object.Nb, a, b float64) object.Value {
	var res float64
	switch {
	case nb == object.NbAdd:
		res = a + b
	case nb == object.NbSubtract:
		res = a - b
	case nb == object.NbMultiply:
		res = a * b
	case nb == object.NbTrueDivide && b != 0:
		res = a / b
	default:
		return object.Null
	}
	if res != res { // each NaN has an identity
		return object.Null
	}
	return object.Float(res)
}

// better gives ops that do the same, knowing what is known of their operands.
func (o *optimizer) better(u *uop) []uop {
	nb, ok := operator(u)
	if ok {
		if res := o.fold(nb); res != object.Null {
			return []uop{{op: bc.U_POP_TOP, of: u.of}, {op: bc.U_POP_TOP, of: u.of}, {op: bc.U_LOAD_CONST_INLINE, x: uint64(res), of: u.of}}
		}
	}
	switch u.op {
	case bc.U_BINARY_OP:
		return o.arithmetic(u, nb)
	case bc.U_CHECK_FUNCTION_EXACT_ARGS, bc.U_CHECK_STACK_SPACE, bc.U_INIT_CALL_PY_EXACT_ARGS:
		return o.call(u)
	case bc.U_GUARD_GLOBALS_VERSION, bc.U_GUARD_BUILTINS_VERSION, bc.U_LOAD_GLOBAL_MODULE, bc.U_LOAD_GLOBAL_BUILTINS:
		return o.global(u)
	case bc.U_GUARD_VERSION:
		if f := o.frame(); o.assumeAttr(u, f.stack[len(f.stack)-1]) {
			o.attr = u.of
			return nil
		}
	case bc.U_LOAD_ATTR_METHOD_WITH_VALUES, bc.U_LOAD_ATTR_METHOD_NO_DICT, bc.U_LOAD_ATTR_METHOD_LAZY_DICT,
		bc.U_LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES, bc.U_LOAD_ATTR_NONDESCRIPTOR_NO_DICT:
		if o.attr == u.of {
			return o.classAttr(u)
		}
	}
	return []uop{*u}
}

func (o *optimizer) arithmetic(u *uop, nb object.Nb) []uop {
	f := o.frame()
	left, right := f.stack[len(f.stack)-2], f.stack[len(f.stack)-1]
	ops := arithmetic[nb]
	as := func(op bc.Uop) uop { return uop{op: op, of: u.of} }
	switch {
	case left.is(smallInt) && right.is(smallInt) && ops.ints != 0 && !u.of.wide:
		return []uop{as(ops.ints)}
	case left.maybe(smallInt) && right.maybe(smallInt) && ops.ints != 0 && !u.of.wide:
		return []uop{as(bc.U_GUARD_BOTH_INT), as(ops.ints)}
	case ops.floats == 0:
	case left.is(float) && right.is(float):
		return []uop{as(ops.floats)}
	case left.is(float) && right.is(smallInt):
		return []uop{as(bc.U_RIGHT_TO_FLOAT), as(ops.floats)}
	case left.is(smallInt) && right.is(float):
		return []uop{as(bc.U_LEFT_TO_FLOAT), as(ops.floats)}
	case left.maybe(float) && right.maybe(float):
		return []uop{as(bc.U_GUARD_BOTH_FLOAT), as(ops.floats)}
	}
	return []uop{*u}
}

// checkCallable are the guards of calls with few arguments.
var checkCallable = []bc.Uop{bc.U_CHECK_CALLABLE_0, bc.U_CHECK_CALLABLE_1, bc.U_CHECK_CALLABLE_2, bc.U_CHECK_CALLABLE_3}

// functionCalls and methodCalls take few arguments from wherever they are.
var (
	functionCalls = []bc.Uop{bc.U_INIT_FUNCTION_0, bc.U_INIT_FUNCTION_1, bc.U_INIT_FUNCTION_2, bc.U_INIT_FUNCTION_3}
	methodCalls   = []bc.Uop{bc.U_INIT_METHOD_0, bc.U_INIT_METHOD_1, bc.U_INIT_METHOD_2}
)

// call does so for a call of a known function with few arguments.
func (o *optimizer) call(u *uop) []uop {
	f := o.frame()
	calls, n, filled := functionCalls, int(u.arg), int(u.arg)
	switch self := f.stack[len(f.stack)-1-n]; {
	case self.known && self.value == object.Null:
	case self.known || self.kind != unknown || self.shape != 0:
		calls, filled = methodCalls, n+1
	default:
		return []uop{*u}
	}
	if u.callee == nil || int(u.callee.ArgCount) != filled || n >= len(calls) {
		return []uop{*u}
	}
	better := *u
	switch u.op {
	case bc.U_CHECK_FUNCTION_EXACT_ARGS: // the version says how many it takes
		if fn := f.stack[len(f.stack)-2-n]; fn.known && o.assumeVersion(fn.value, uint32(u.x)) {
			return nil
		}
		better.op = checkCallable[n]
	case bc.U_CHECK_STACK_SPACE:
		return nil
	case bc.U_INIT_CALL_PY_EXACT_ARGS:
		better.op = calls[n]
	}
	return []uop{better}
}

func (o *optimizer) drop() { o.dropped = true }

func (o *optimizer) frame() *abstractFrame { return &o.frames[len(o.frames)-1] }

func (o *optimizer) unknown() *symbol { return new(symbol) }

func (o *optimizer) unknowns(n int) []*symbol {
	list := make([]*symbol, n)
	for i := range list {
		list[i] = o.unknown()
	}
	return list
}

func (o *optimizer) push(s *symbol) { f := o.frame(); f.stack = append(f.stack, s) }

func (o *optimizer) pushArray(list []*symbol) { f := o.frame(); f.stack = append(f.stack, list...) }

func (o *optimizer) pop() *symbol { return o.popArray(1)[0] }

func (o *optimizer) popArray(n int) []*symbol {
	f := o.frame()
	at := len(f.stack) - n
	list := append([]*symbol(nil), f.stack[at:]...)
	f.stack = f.stack[:at]
	return list
}

func (o *optimizer) local(n uint32) *symbol { return o.frame().locals[n] }

func (o *optimizer) setLocal(n uint32, s *symbol) { o.frame().locals[n] = s }

// hasShape reports whether s is known to have a shape now.
func (o *optimizer) hasShape(s *symbol, shape uint64) bool {
	return (s.fixed || s.epoch == o.epoch) && s.shape == shape+1
}

func (o *optimizer) setShape(s *symbol, shape uint64) {
	if of := object.ShapeAt(o.t, uint32(shape)); of.Header.Shape == object.TShape.Shape() {
		s.fixed = of.Type.Flags&object.TypeHeap == 0 && of.Type.ExtWord == 0 && of.Type != o.t.RT.Types[object.TModule]
	}
	if s.epoch != o.epoch {
		s.epoch, s.version = o.epoch, 0
	}
	s.shape = shape + 1
}

func (o *optimizer) hasVersion(s *symbol, version uint64) bool {
	return s.epoch == o.epoch && s.version == version+1
}

func (o *optimizer) setVersion(s *symbol, version uint64) {
	if s.epoch != o.epoch && !s.fixed {
		s.shape = 0
	}
	s.epoch = o.epoch
	s.version = version + 1
}

// reshape is told that an object's shape may have changed, or anything else that is not said of a value's class.
func (o *optimizer) reshape() { o.epoch++ }

// checked reports whether the same guard of the frame's globals or builtins has been passed, and nothing run since.
func (o *optimizer) checked(u *uop) bool {
	key := uopKey{u.op, u.x, len(o.frames)}
	at, ok := o.guards[key]
	o.guards[key] = o.epoch
	return ok && at == o.epoch
}

// forget is abstract for the ops of which nothing is known.
func (o *optimizer) forget(u *uop) {
	switch u.op {
	case bc.U_INIT_CALL_PY_EXACT_ARGS:
		in := o.popArray(2 + int(u.arg))
		o.args = nil
		if self := in[1]; self.known && self.value == object.Null {
			o.args = in[2:]
		} else if self.known || self.kind != unknown || self.shape != 0 {
			o.args = in[1:]
		}
		o.push(o.unknown())
		return
	case bc.U_INIT_FUNCTION_0, bc.U_INIT_FUNCTION_1, bc.U_INIT_FUNCTION_2, bc.U_INIT_FUNCTION_3:
		in := o.popArray(2 + int(u.arg))
		o.args, o.callee = in[2:], functionOf(in[0])
		o.push(o.unknown())
		return
	case bc.U_INIT_METHOD_0, bc.U_INIT_METHOD_1, bc.U_INIT_METHOD_2:
		in := o.popArray(2 + int(u.arg))
		o.args, o.callee = in[1:], functionOf(in[0])
		o.push(o.unknown())
		return
	case bc.U_INIT_CALL_INIT:
		o.args = append(o.unknowns(1), o.popArray(2 + int(u.arg))[2:]...)
		o.push(o.unknown())
		o.epoch++
		return
	case bc.U_LOAD_ATTR_PROPERTY_FRAME:
		o.args = o.popArray(1)
		o.push(o.unknown())
		return
	case bc.U_PY_FRAME_GENERAL:
		o.args, o.callee = nil, functionOf(o.popArray(2 + int(u.arg))[0])
		o.push(o.unknown())
		o.epoch++
		return
	case bc.U_FOR_ITER_GEN_FRAME:
		o.args, o.callee = nil, nil
		o.push(o.unknown())
		return
	case bc.U_ENTER_INLINED:
		o.pop()
		f := abstractFrame{locals: o.unknowns(int(u.callee.NLocalsPlus)), stack: o.unknowns(u.depth)}
		copy(f.locals, o.args)
		if o.callee != nil {
			f.globals, f.builtins = o.callee.Globals, o.callee.Builtins
		}
		o.callee = nil
		o.frames = append(o.frames, f)
		for key := range o.guards { // of another function on this level
			if key.level == len(o.frames) {
				delete(o.guards, key)
			}
		}
		return
	case bc.U_LEAVE_INLINED, bc.U_YIELD_INLINED:
		res := o.pop()
		o.frames = o.frames[:len(o.frames)-1]
		o.push(res)
		return
	case bc.U_SAVE_RETURN_OFFSET:
		return
	}
	form := alone(u.op)
	if form == nil {
		o.popArray(u.op.Popped(u.arg))
		o.pushArray(o.unknowns(u.op.Pushed(u.arg)))
		o.epoch++
		return
	}
	starts := make([]int, len(form.in)+1)
	for i := range form.in {
		starts[i+1] = starts[i] + form.in[i].size(u.arg)
	}
	in := o.popArray(starts[len(form.in)])
	for i := range form.out {
		it := &form.out[i]
		if form.skips { // it drops its result too
			break
		}
		if it.from > 0 {
			o.pushArray(in[starts[it.from-1]:starts[it.from]])
		} else {
			o.pushArray(o.unknowns(it.size(u.arg)))
		}
	}
	if form.locals {
		f := o.frame()
		f.locals = o.unknowns(len(f.locals))
	}
	if form.runs || form.effects {
		o.epoch++
	}
}
