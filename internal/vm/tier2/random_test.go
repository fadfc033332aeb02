// Random functions for soundness_test.go: a loop over an iterable, whose body computes with variables that mostly hold values of certain kinds.

package tier2

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// The kinds of values, as testdata/soundness.py numbers them, and bools, which no variable is for.
const (
	ints = iota
	floats
	strs
	lists
	tuples
	objects
	dicts
	iterables
	anything
	bools
)

// variables are the kinds of the local variables: the arguments, then those of loops, then one that may be unbound.
var variables = []int{iterables, ints, ints, ints, floats, floats, strs, strs, lists, tuples, objects, objects, dicts, anything, anything, anything, anything}

const (
	arguments = 14
	loopVar   = 14 // and the next
	unbound   = 16
)

// writer emits the code of a function.
type writer struct {
	*rand.Rand
	code   []byte
	consts []pyc.Const
	names  []*pyc.Str
	deep   int    // loops around
	table  []byte // of exceptions

	volatile string // a global that may change
	wild     int    // percentage of values of other kinds than they should be
	last     int    // where the last instruction is
}

func randomFunction(r *rand.Rand) *pyc.Code {
	w := &writer{Rand: r, volatile: fmt.Sprint("v", r.IntN(perWorld)), wild: []int{0, 1, 5}[r.IntN(3)]}
	w.emit(bc.RESUME, 0)
	w.load(0)
	w.emit(bc.GET_ITER, 0)
	w.loop(loopVar, 2+r.IntN(6))
	for k := 1; k < len(variables); k++ {
		if k == unbound {
			continue
		}
		if k >= arguments {
			w.emit(bc.LOAD_FAST_CHECK, k)
		} else {
			w.load(k)
		}
	}
	w.emit(bc.BUILD_TUPLE, len(variables)-2)
	w.emit(bc.RETURN_VALUE, 0)
	text := func(s string) *pyc.Str {
		c, _ := pyc.NewStr(s, true)
		return c
	}
	c := &pyc.Code{ArgCount: arguments, StackSize: 60, Flags: pyc.FlagOptimized | pyc.FlagNewLocals, Bytecode: string(w.code), Consts: w.consts, Names: w.names, ExceptionTable: string(w.table),
		Filename: text("f.py"), Name: text("f"), QualName: text("f"), FirstLine: 1}
	for k := range variables {
		c.LocalsPlusNames = append(c.LocalsPlusNames, text(string(rune('a'+k))))
		c.LocalsPlusKinds += string([]byte{pyc.KindLocal})
	}
	return c
}

// emit adds an instruction with its caches.
func (w *writer) emit(op uint8, arg int) {
	if arg > 255 {
		w.code = append(w.code, bc.EXTENDED_ARG, byte(arg>>8))
	}
	w.last = len(w.code)
	w.code = append(w.code, op, byte(arg))
	w.code = append(w.code, make([]byte, 2*int(bc.Caches[op]))...)
}

// jump adds a jump forward, whose target land tells.
func (w *writer) jump(op uint8) (at int) {
	w.code = append(w.code, bc.EXTENDED_ARG, 0)
	w.emit(op, 0)
	return len(w.code)
}

func (w *writer) land(op uint8, at int) {
	n := (len(w.code) - at) / 2
	start := at - 4 - 2*int(bc.Caches[op])
	w.code[start+1], w.code[start+3] = byte(n>>8), byte(n)
}

func (w *writer) constant(c pyc.Const) {
	k := slices.Index(w.consts, c)
	if k < 0 {
		k = len(w.consts)
		w.consts = append(w.consts, c)
	}
	w.emit(bc.LOAD_CONST, k)
}

func (w *writer) name(s string) int {
	k := slices.IndexFunc(w.names, func(n *pyc.Str) bool { return n.S == s })
	if k < 0 {
		k = len(w.names)
		c, _ := pyc.NewStr(s, true)
		w.names = append(w.names, c)
	}
	return k
}

func (w *writer) chance(percent int) bool { return w.IntN(100) < percent }

// load loads a variable, together with the one that was loaded before if that is possible.
func (w *writer) load(k int) {
	if w.code[w.last] == bc.LOAD_FAST && w.last+2 == len(w.code) && w.chance(30) {
		w.code[w.last], w.code[w.last+1] = bc.LOAD_FAST_LOAD_FAST, w.code[w.last+1]<<4|byte(k)
		return
	}
	w.emit(bc.LOAD_FAST, k)
}

// variable is one of a kind, mostly.
func (w *writer) variable(kind int) int {
	for range 20 {
		if k := 1 + w.IntN(arguments-1); variables[k] == kind || w.chance(w.wild/2) {
			return k
		}
	}
	return arguments - 1
}

func (w *writer) store(kind int) {
	k := w.variable(kind)
	if w.chance(3*w.wild) && kind <= floats {
		k = w.variable(w.IntN(2))
	}
	if w.chance(5) {
		k = unbound
	}
	w.emit(bc.STORE_FAST, k)
}

// global loads a function for a call.
func (w *writer) global(s string) {
	if w.chance(80) {
		w.emit(bc.LOAD_GLOBAL, w.name(s)<<1|1)
		return
	}
	w.emit(bc.LOAD_GLOBAL, w.name(s)<<1)
	w.emit(bc.PUSH_NULL, 0)
}

// method loads one for a call.
func (w *writer) method(s string) { w.emit(bc.LOAD_ATTR, w.name(s)<<1|1) }

func (w *writer) binary(op object.Nb) {
	if w.chance(30) {
		op += object.NbInplace
	}
	w.emit(bc.BINARY_OP, int(op))
}

func pick[T any](w *writer, list ...T) T { return list[w.IntN(len(list))] }

// expr computes a value of a kind, mostly.
func (w *writer) expr(kind, depth int) {
	switch {
	case kind == anything || w.chance(w.wild):
		kind = w.IntN(bools + 1)
	case kind == ints && w.chance(2*w.wild):
		kind = floats
	case kind == floats && w.chance(2*w.wild):
		kind = ints
	}
	if depth <= 0 || w.chance(30) {
		w.leaf(kind)
		return
	}
	depth--
	switch kind {
	case ints:
		w.intExpr(depth)
	case floats:
		w.floatExpr(depth)
	case strs:
		switch w.IntN(4) {
		case 0:
			w.expr(strs, depth)
			w.constant(pyc.Int(w.IntN(2)))
			w.emit(bc.BINARY_SUBSCR, 0)
		case 1:
			w.attribute("name")
		default:
			w.expr(strs, depth)
			w.leaf(strs)
			w.binary(object.NbAdd)
		}
	case tuples, lists:
		n := 2 + w.IntN(2)
		for range n {
			w.expr(ints, depth)
		}
		w.emit(pick(w, bc.BUILD_TUPLE, bc.BUILD_LIST), n)
	case bools:
		w.condition(depth)
	default:
		w.leaf(kind)
	}
}

func (w *writer) leaf(kind int) {
	switch {
	case kind == bools:
		w.constant(pyc.Bool(w.chance(50)))
	case kind == ints && w.chance(30):
		w.constant(pyc.Int(pick(w, 0, 1, 1, 2, 3, 5, -1, 7, 255, 1<<31, 1<<47, 1<<48-1, -1<<48)))
	case kind == ints && w.chance(50):
		w.load(loopVar)
	case kind == ints && w.chance(15):
		w.emit(bc.LOAD_GLOBAL, w.name(pick(w, "constant", w.volatile))<<1)
	case kind == floats && w.chance(40):
		w.constant(pyc.Float(pick(w, 0.5, 1, 2.25, -3, 1e200, 0)))
	case kind == strs && w.chance(30):
		c, _ := pyc.NewStr(pick(w, "", "a", "xyz"), true)
		w.constant(c)
	case w.chance(3):
		w.emit(bc.LOAD_FAST_CHECK, unbound)
	default:
		w.load(w.variable(kind))
	}
}

func (w *writer) attribute(name string) {
	w.expr(objects, 0)
	w.emit(bc.LOAD_ATTR, w.name(name)<<1)
}

func (w *writer) intExpr(depth int) {
	switch w.IntN(15) {
	case 0:
		w.attribute("n")
	case 1:
		w.attribute(pick(w, "twice", "K", "z"))
	case 2:
		w.expr(objects, 0)
		w.method("get")
		w.emit(bc.CALL, 0)
	case 3:
		w.expr(objects, 0)
		w.method("plus")
		w.expr(ints, depth)
		w.emit(bc.CALL, 1)
	case 4:
		w.expr(pick(w, lists, tuples), depth)
		w.constant(pyc.Int(pick(w, 0, 1, 2, 0, 1, -1)))
		w.emit(bc.BINARY_SUBSCR, 0)
	case 5:
		w.global("add")
		w.expr(ints, depth)
		w.expr(ints, depth)
		w.emit(bc.CALL, 2)
	case 6:
		w.global("len")
		w.expr(pick(w, lists, tuples, strs), depth)
		w.emit(bc.CALL, 1)
	case 7:
		w.expr(ints, depth)
		w.emit(pick(w, bc.UNARY_NEGATIVE, bc.UNARY_INVERT), 0)
	case 8:
		w.expr(ints, depth)
		w.constant(pyc.Int(w.IntN(6)))
		w.binary(pick(w, object.NbLshift, object.NbRshift))
	case 9:
		w.expr(ints, depth)
		if w.chance(80) {
			w.constant(pyc.Int(pick(w, 1, 2, 3, 7, -2, 16)))
		} else {
			w.expr(ints, depth)
		}
		w.binary(pick(w, object.NbFloorDivide, object.NbRemainder))
	case 10:
		w.expr(ints, depth)
		w.constant(pyc.Int(pick(w, 1, 2, 3, 7, -2)))
		w.binary(object.NbMultiply)
	case 11: // results stay within bounds
		w.expr(ints, depth)
		w.constant(pyc.Int(1<<31 - 1))
		w.binary(object.NbAnd)
		w.expr(ints, depth)
		w.constant(pyc.Int(1<<20 - 1))
		w.binary(object.NbAnd)
		w.binary(object.NbMultiply)
	case 12:
		w.condition(depth)
	default:
		w.expr(ints, depth)
		w.expr(ints, depth)
		w.binary(pick(w, object.NbAdd, object.NbSubtract, object.NbAdd, object.NbSubtract, object.NbAnd, object.NbOr, object.NbXor))
	}
}

func (w *writer) floatExpr(depth int) {
	switch op := pick(w, object.NbAdd, object.NbSubtract, object.NbMultiply, object.NbTrueDivide); w.IntN(8) {
	case 0:
		w.attribute("f")
	case 1:
		w.expr(ints, depth)
		w.expr(ints, depth)
		w.binary(object.NbTrueDivide)
	case 2:
		w.leaf(ints)
		w.constant(pyc.Float(1.5))
		w.expr(floats, depth)
		w.binary(object.NbAdd)
		w.binary(op)
	case 3:
		w.constant(pyc.Float(0.5))
		w.expr(floats, depth)
		w.binary(object.NbSubtract)
		w.expr(ints, depth)
		w.binary(op)
	case 4:
		w.global("first")
		w.expr(floats, depth)
		w.emit(bc.CALL, 1)
	default:
		w.expr(floats, depth)
		w.expr(floats, depth)
		if op == object.NbMultiply { // they may be ints, which would grow
			w.constant(pyc.Float(0.25))
			w.binary(object.NbAdd)
		}
		w.binary(op)
	}
}

// condition leaves True or False.
func (w *writer) condition(depth int) {
	const asBool = 16
	switch w.IntN(9) {
	case 0:
		w.expr(anything, depth)
		w.expr(anything, depth)
		w.emit(bc.IS_OP, w.IntN(2))
	case 1:
		w.expr(ints, depth)
		w.expr(pick(w, lists, tuples, dicts), depth)
		w.emit(bc.CONTAINS_OP, w.IntN(2))
	case 2:
		w.expr(pick(w, bools, ints, strs, lists, objects, anything), depth)
		w.emit(bc.TO_BOOL, 0)
		w.emit(bc.UNARY_NOT, 0)
	case 3, 4:
		w.expr(pick(w, bools, bools, ints, ints, strs, lists, objects, anything), depth)
		w.emit(bc.TO_BOOL, 0)
	default:
		kind := pick(w, ints, ints, ints, floats, strs)
		w.expr(kind, depth)
		w.expr(kind, depth)
		op := w.IntN(6)
		w.emit(bc.COMPARE_OP, op<<5|asBool|[]int{2, 10, 8, 7, 4, 12}[op]) // and what makes it true: unordered, less, greater, equal
	}
}

func (w *writer) block(n int) {
	for range n {
		w.statement()
	}
}

func (w *writer) statement() {
	depth := 1 + w.IntN(3)
	kind := pick(w, ints, ints, ints, floats, floats, strs, bools, tuples, lists, objects, anything)
	switch w.IntN(17) {
	case 0, 1:
		w.branch()
	case 2:
		w.expr(pick(w, kind, ints), depth)
		w.expr(objects, 0)
		w.emit(bc.STORE_ATTR, w.name(pick(w, "n", "n", "f", "z")))
	case 3:
		w.expr(ints, depth)
		w.expr(pick(w, lists, lists, dicts), 0)
		w.constant(pyc.Int(w.IntN(3)))
		w.emit(bc.STORE_SUBSCR, 0)
	case 4: // a, b = b, a
		a, b := w.variable(ints), w.variable(pick(w, ints, kind))
		w.load(a)
		w.load(b)
		if w.chance(50) {
			w.emit(bc.SWAP, 2)
		}
		w.emit(bc.STORE_FAST_STORE_FAST, a<<4|b)
	case 5: // a = b = value
		w.expr(kind, depth)
		w.emit(bc.COPY, 1)
		w.store(kind)
		w.store(kind)
	case 6:
		w.expr(kind, depth)
		w.expr(ints, depth)
		w.emit(bc.COPY, 2)
		w.store(kind)
		w.expr(anything, depth)
		w.emit(bc.SWAP, 3)
		w.emit(bc.POP_TOP, 0)
		w.store(ints)
		w.store(anything)
	case 7:
		w.expr(kind, depth)
		w.emit(bc.POP_TOP, 0)
	case 8: // unpacking
		w.expr(kind, depth)
		w.expr(ints, depth)
		w.emit(bc.BUILD_TUPLE, 2)
		w.emit(bc.UNPACK_SEQUENCE, 2)
		w.store(kind)
		w.store(ints)
	case 9:
		if w.deep < 3 {
			w.expr(pick(w, tuples, lists), depth)
			if w.chance(40) {
				w.emit(bc.POP_TOP, 0)
				w.global(pick(w, "range", "range", "numbers"))
				w.constant(pyc.Int(w.IntN(5) + 18*w.IntN(2)))
				w.emit(bc.CALL, 1)
			}
			w.emit(bc.GET_ITER, 0)
			w.loop(loopVar+1, 1+w.IntN(3))
		}
	case 10:
		w.load(w.variable(ints))
		w.emit(bc.STORE_FAST, unbound)
		if w.chance(50) {
			w.emit(bc.LOAD_FAST_CHECK, unbound)
			w.emit(bc.POP_TOP, 0)
		}
		if w.chance(3) {
			w.emit(bc.DELETE_FAST, unbound)
		}
		w.emit(bc.NOP, 0)
	case 11:
		if w.chance(60) {
			w.global("change")
			name, _ := pyc.NewStr(w.volatile, true)
			w.constant(name)
			w.expr(ints, depth)
			w.emit(bc.CALL, 2)
			w.emit(bc.POP_TOP, 0)
			w.emit(bc.LOAD_GLOBAL, w.name(w.volatile)<<1)
			w.store(ints)
		} else {
			w.emit(bc.LOAD_GLOBAL, w.name("error")<<1)
			w.method("with_traceback")
			w.constant(pyc.None{})
			w.emit(bc.CALL, 1)
			w.store(anything)
		}
	case 12: // the next instruction loads what is stored
		a := w.variable(kind)
		w.expr(kind, depth)
		w.emit(bc.STORE_FAST_LOAD_FAST, a<<4|a)
		w.store(kind)
	default:
		w.expr(kind, depth)
		w.store(kind)
	}
}

func (w *writer) branch() {
	op := pick(w, bc.POP_JUMP_IF_FALSE, bc.POP_JUMP_IF_TRUE)
	if w.chance(15) {
		w.expr(anything, 1)
		op = pick(w, bc.POP_JUMP_IF_NONE, bc.POP_JUMP_IF_NOT_NONE)
	} else {
		w.condition(2)
	}
	other := w.jump(op)
	w.block(1 + w.IntN(3))
	if w.chance(50) {
		end := w.jump(bc.JUMP_FORWARD)
		w.land(op, other)
		w.block(1 + w.IntN(2))
		w.land(bc.JUMP_FORWARD, end)
		return
	}
	w.land(op, other)
}

// loop runs a body for what the iterator on the stack yields.
func (w *writer) loop(variable, statements int) {
	w.deep++
	top := len(w.code)
	end := w.jump(bc.FOR_ITER)
	w.emit(bc.STORE_FAST, variable)
	start := len(w.code)
	w.block(statements)
	w.back(top)
	if w.deep == 1 { // what is raised is kept, and the loop goes on
		w.handled(start)
		w.emit(bc.PUSH_EXC_INFO, 0)
		w.emit(bc.STORE_FAST, arguments-1)
		w.emit(bc.POP_EXCEPT, 0)
		w.back(top)
	}
	w.land(bc.FOR_ITER, end)
	w.emit(bc.END_FOR, 0)
	w.emit(bc.POP_TOP, 0)
	w.deep--
}

func (w *writer) back(top int) {
	w.code = append(w.code, bc.EXTENDED_ARG, 0)
	n := (len(w.code) + 4 - top) / 2
	w.code[len(w.code)-1] = byte(n >> 8)
	w.emit(bc.JUMP_BACKWARD, n&255)
}

// handled makes what is raised from start on go on here, with one value on the stack.
func (w *writer) handled(start int) {
	const first, more = 128, 64
	for k, n := range []int{start / 2, (len(w.code) - start) / 2, len(w.code) / 2, 1 << 1} {
		flag := 0
		if k == 0 {
			flag = first
		}
		w.table = append(w.table, byte(n>>12&63|more|flag), byte(n>>6&63|more), byte(n&63))
	}
}
