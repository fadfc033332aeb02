// Expressions.

package codegen

import (
	"fmt"

	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// stackGuide is how many items are put on the stack at most for one thing to be built.
const stackGuide = 30

var binaryOps = [...]int{syntax.Add: NB_ADD, syntax.Sub: NB_SUBTRACT, syntax.Mult: NB_MULTIPLY, syntax.MatMult: NB_MATRIX_MULTIPLY,
	syntax.Div: NB_TRUE_DIVIDE, syntax.Mod: NB_REMAINDER, syntax.Pow: NB_POWER, syntax.LShift: NB_LSHIFT, syntax.RShift: NB_RSHIFT,
	syntax.BitOr: NB_OR, syntax.BitXor: NB_XOR, syntax.BitAnd: NB_AND, syntax.FloorDiv: NB_FLOOR_DIVIDE}

// compareOps are the instruction and its argument for each comparison.
var compareOps = [...]struct {
	op  uint8
	arg int
}{
	syntax.Eq:    {COMPARE_OP, CompareEQ<<5 | CompareEqual},
	syntax.NotEq: {COMPARE_OP, CompareNE<<5 | CompareUnordered | CompareLess | CompareGreater},
	syntax.Lt:    {COMPARE_OP, CompareLT<<5 | CompareLess},
	syntax.LtE:   {COMPARE_OP, CompareLE<<5 | CompareLess | CompareEqual},
	syntax.Gt:    {COMPARE_OP, CompareGT<<5 | CompareGreater},
	syntax.GtE:   {COMPARE_OP, CompareGE<<5 | CompareGreater | CompareEqual},
	syntax.Is:    {IS_OP, 0},
	syntax.IsNot: {IS_OP, 1},
	syntax.In:    {CONTAINS_OP, 0},
	syntax.NotIn: {CONTAINS_OP, 1},
}

func (c *compiler) exprs(list []syntax.Expr) {
	for _, e := range list {
		c.expr(e)
	}
}

func (c *compiler) expr(e syntax.Expr) {
	at := e.Range()
	switch e := e.(type) {
	case *syntax.Constant:
		c.loadConst(at, c.value(e.Value))
	case *syntax.Name:
		c.name(at, e.Id, e.Ctx)
	case *syntax.Attribute:
		c.attribute(e)
	case *syntax.Call:
		c.call(e)
	case *syntax.Subscript:
		c.subscript(e)
	case *syntax.Slice:
		c.opArg(at, BUILD_SLICE, c.slice(e))
	case *syntax.BinOp:
		c.expr(e.Left)
		c.expr(e.Right)
		c.opArg(at, BINARY_OP, binaryOps[e.Op])
	case *syntax.UnaryOp:
		c.unary(e)
	case *syntax.BoolOp:
		c.boolOp(e)
	case *syntax.Compare:
		c.compare(e)
	case *syntax.IfExp:
		end, next := c.newLabel(), c.newLabel()
		c.jumpOn(at, e.Test, next, false)
		c.expr(e.Body)
		c.skip(end)
		c.use(next)
		c.expr(e.Orelse)
		c.use(end)
	case *syntax.NamedExpr:
		c.expr(e.Value)
		c.opArg(at, COPY, 1)
		c.expr(e.Target)
	case *syntax.Tuple:
		c.sequence(at, e.Elts, e.Ctx, true)
	case *syntax.List:
		c.sequence(at, e.Elts, e.Ctx, false)
	case *syntax.Set:
		c.display(at, e.Elts, 0, displaySet, false)
	case *syntax.Dict:
		c.dict(e)
	case *syntax.JoinedStr:
		c.joinedStr(e)
	case *syntax.FormattedValue:
		c.expr(e.Value)
		if e.Conversion != -1 {
			c.opArg(at, CONVERT_VALUE, map[int]int{'s': 1, 'r': 2, 'a': 3}[e.Conversion])
		}
		if e.FormatSpec != nil {
			c.expr(e.FormatSpec)
			c.op(at, FORMAT_WITH_SPEC)
		} else {
			c.op(at, FORMAT_SIMPLE)
		}
	case *syntax.Starred:
		if e.Ctx == syntax.Store {
			fail(at, "starred assignment target must be in a list or tuple")
		}
		fail(at, "can't use starred expression here")
	case *syntax.Lambda:
		c.lambda(e)
	case *syntax.ListComp:
		c.comprehension(e, "<listcomp>", compList, e.Generators, e.Elt, nil)
	case *syntax.SetComp:
		c.comprehension(e, "<setcomp>", compSet, e.Generators, e.Elt, nil)
	case *syntax.DictComp:
		c.comprehension(e, "<dictcomp>", compDict, e.Generators, e.Key, e.Value)
	case *syntax.GeneratorExp:
		c.comprehension(e, "<genexpr>", compGenerator, e.Generators, e.Elt, nil)
	case *syntax.Yield:
		if !functionLike(c.u.block) {
			fail(at, "'yield' outside function")
		}
		if e.Value != nil {
			c.expr(e.Value)
		} else {
			c.loadNone(at)
		}
		c.yield(at)
	case *syntax.YieldFrom:
		if !functionLike(c.u.block) {
			fail(at, "'yield from' outside function")
		}
		if c.u.kind == scopeAsyncFunction {
			fail(at, "'yield from' inside async function")
		}
		c.expr(e.Value)
		c.op(at, GET_YIELD_FROM_ITER)
		c.loadNone(at)
		c.yieldFrom(at, ResumeAfterYieldFrom)
	case *syntax.Await:
		if !functionLike(c.u.block) && !c.topLevelAwait() {
			fail(at, "'await' outside function")
		}
		if c.u.kind != scopeAsyncFunction && c.u.kind != scopeComprehension && !c.topLevelAwait() {
			fail(at, "'await' outside async function")
		}
		c.expr(e.Value)
		c.await(at, 0)
	default:
		panic(fmt.Sprintf("BUG: expression %T", e))
	}
}

func (c *compiler) unary(e *syntax.UnaryOp) {
	c.expr(e.Operand)
	switch e.Op {
	case syntax.UAdd:
		c.opArg(e.Pos, CALL_INTRINSIC_1, INTRINSIC_UNARY_POSITIVE)
	case syntax.Not:
		c.op(e.Pos, TO_BOOL)
		c.op(e.Pos, UNARY_NOT)
	case syntax.Invert:
		c.op(e.Pos, UNARY_INVERT)
	case syntax.USub:
		c.op(e.Pos, UNARY_NEGATIVE)
	}
}

func (c *compiler) boolOp(e *syntax.BoolOp) {
	op := uint8(POP_JUMP_IF_FALSE)
	if e.Op == syntax.Or {
		op = POP_JUMP_IF_TRUE
	}
	end := c.newLabel()
	last := len(e.Values) - 1
	for _, v := range e.Values[:last] {
		c.expr(v)
		c.opArg(e.Pos, COPY, 1)
		c.op(e.Pos, TO_BOOL)
		c.jumpIf(e.Pos, op, end)
		c.op(e.Pos, POP_TOP)
	}
	c.expr(e.Values[last])
	c.use(end)
}

func (c *compiler) compareOp(at loc, op syntax.CmpOperator) {
	c.opArg(at, compareOps[op].op, compareOps[op].arg)
}

func (c *compiler) compare(e *syntax.Compare) {
	at := e.Pos
	c.checkIdentity(e)
	c.expr(e.Left)
	last := len(e.Ops) - 1
	if last == 0 {
		c.expr(e.Comparators[0])
		c.compareOp(at, e.Ops[0])
		return
	}
	cleanup, end := c.newLabel(), c.newLabel()
	for i := range last {
		c.expr(e.Comparators[i])
		c.opArg(at, SWAP, 2)
		c.opArg(at, COPY, 2)
		c.compareOp(at, e.Ops[i])
		c.opArg(at, COPY, 1)
		c.op(at, TO_BOOL)
		c.jumpIf(at, POP_JUMP_IF_FALSE, cleanup)
		c.op(at, POP_TOP)
	}
	c.expr(e.Comparators[last])
	c.compareOp(at, e.Ops[last])
	c.skip(end)
	c.use(cleanup)
	c.opArg(at, SWAP, 2)
	c.op(at, POP_TOP)
	c.use(end)
}

// jumpOn evaluates a condition and jumps if it is as wanted.
func (c *compiler) jumpOn(at loc, e syntax.Expr, to label, want bool) {
	op := uint8(POP_JUMP_IF_FALSE)
	if want {
		op = POP_JUMP_IF_TRUE
	}
	switch e := e.(type) {
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			c.jumpOn(at, e.Operand, to, !want)
			return
		}
	case *syntax.BoolOp:
		shortcut := e.Op == syntax.Or // the value that decides
		early := to
		if shortcut != want {
			early = c.newLabel()
		}
		last := len(e.Values) - 1
		for _, v := range e.Values[:last] {
			c.jumpOn(at, v, early, shortcut)
		}
		c.jumpOn(at, e.Values[last], to, want)
		if early != to {
			c.use(early)
		}
		return
	case *syntax.IfExp:
		end, orelse := c.newLabel(), c.newLabel()
		c.jumpOn(at, e.Test, orelse, false)
		c.jumpOn(at, e.Body, to, want)
		c.skip(end)
		c.use(orelse)
		c.jumpOn(at, e.Orelse, to, want)
		c.use(end)
		return
	case *syntax.Compare:
		last := len(e.Ops) - 1
		if last == 0 {
			break
		}
		c.checkIdentity(e)
		cleanup, end := c.newLabel(), c.newLabel()
		c.expr(e.Left)
		for i := range last {
			c.expr(e.Comparators[i])
			c.opArg(e.Pos, SWAP, 2)
			c.opArg(e.Pos, COPY, 2)
			c.compareOp(e.Pos, e.Ops[i])
			c.op(e.Pos, TO_BOOL)
			c.jumpIf(e.Pos, POP_JUMP_IF_FALSE, cleanup)
		}
		c.expr(e.Comparators[last])
		c.compareOp(e.Pos, e.Ops[last])
		c.op(e.Pos, TO_BOOL)
		c.jumpIf(e.Pos, op, to)
		c.skip(end)
		c.use(cleanup)
		c.op(e.Pos, POP_TOP)
		if !want {
			c.skip(to)
		}
		c.use(end)
		return
	}
	c.expr(e)
	c.op(e.Range(), TO_BOOL)
	c.jumpIf(e.Range(), op, to)
}

func isSimpleSlice(e syntax.Expr) bool {
	s, ok := e.(*syntax.Slice)
	return ok && s.Step == nil
}

func (c *compiler) subscript(e *syntax.Subscript) {
	if e.Ctx == syntax.Load {
		c.checkSubscript(e)
	}
	c.expr(e.Value)
	if isSimpleSlice(e.Slice) && e.Ctx != syntax.Del {
		c.slice(e.Slice.(*syntax.Slice))
		c.op(e.Pos, [...]uint8{syntax.Load: BINARY_SLICE, syntax.Store: STORE_SLICE}[e.Ctx])
		return
	}
	c.expr(e.Slice)
	c.op(e.Pos, [...]uint8{syntax.Load: BINARY_SUBSCR, syntax.Store: STORE_SUBSCR, syntax.Del: DELETE_SUBSCR}[e.Ctx])
}

// slice pushes the parts of a slice and gives their number.
func (c *compiler) slice(s *syntax.Slice) int {
	for _, e := range []syntax.Expr{s.Lower, s.Upper} {
		if e != nil {
			c.expr(e)
		} else {
			c.loadNone(s.Pos)
		}
	}
	if s.Step == nil {
		return 2
	}
	c.expr(s.Step)
	return 3
}

func (c *compiler) joinedStr(e *syntax.JoinedStr) {
	n := len(e.Values)
	if n > stackGuide {
		c.loadConst(e.Pos, c.str(""))
		c.loadMethod(e.Pos, "join")
		c.opArg(e.Pos, BUILD_LIST, 0)
		for _, v := range e.Values {
			c.expr(v)
			c.opArg(e.Pos, LIST_APPEND, 1)
		}
		c.opArg(e.Pos, CALL, 1)
		return
	}
	c.exprs(e.Values)
	if n > 1 {
		c.opArg(e.Pos, BUILD_STRING, n)
	} else if n == 0 {
		c.loadConst(e.Pos, c.str(""))
	}
}

// displayOps build, extend and update a list or set.
type displayOps struct{ build, add, extend uint8 }

var (
	displayList = displayOps{BUILD_LIST, LIST_APPEND, LIST_EXTEND}
	displaySet  = displayOps{BUILD_SET, SET_ADD, SET_UPDATE}
)

func (c *compiler) sequence(at loc, elts []syntax.Expr, ctx syntax.ExprContext, isTuple bool) {
	switch ctx {
	case syntax.Load:
		c.display(at, elts, 0, displayList, isTuple)
	case syntax.Store:
		c.unpack(at, elts)
	case syntax.Del:
		c.exprs(elts)
	}
}

func isStarred(e syntax.Expr) bool {
	_, ok := e.(*syntax.Starred)
	return ok
}

func constants(list []syntax.Expr) ([]syntax.Value, bool) {
	values := make([]syntax.Value, len(list))
	for i, e := range list {
		k, ok := e.(*syntax.Constant)
		if !ok {
			return nil, false
		}
		values[i] = k.Value
	}
	return values, true
}

// display builds a list, set or tuple; pushed items are on the stack already.
func (c *compiler) display(at loc, elts []syntax.Expr, pushed int, ops displayOps, isTuple bool) {
	n := len(elts)
	if n > 2 {
		if values, ok := constants(elts); ok {
			if isTuple && pushed == 0 {
				c.loadConst(at, c.value(tuple(values)))
				return
			}
			c.opArg(at, ops.build, pushed)
			if ops.add == SET_ADD {
				c.loadConst(at, c.value(frozenSet(values)))
			} else {
				c.loadConst(at, c.value(tuple(values)))
			}
			c.opArg(at, ops.extend, 1)
			if isTuple {
				c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_LIST_TO_TUPLE)
			}
			return
		}
	}
	big, starred := n+pushed > stackGuide, false
	for _, e := range elts {
		starred = starred || isStarred(e)
	}
	if !big && !starred {
		c.exprs(elts)
		if isTuple {
			c.opArg(at, BUILD_TUPLE, n+pushed)
		} else {
			c.opArg(at, ops.build, n+pushed)
		}
		return
	}
	built := big
	if big {
		c.opArg(at, ops.build, pushed)
	}
	for i, e := range elts {
		if s, ok := e.(*syntax.Starred); ok {
			if !built {
				c.opArg(at, ops.build, i+pushed)
				built = true
			}
			c.expr(s.Value)
			c.opArg(at, ops.extend, 1)
			continue
		}
		c.expr(e)
		if built {
			c.opArg(at, ops.add, 1)
		}
	}
	if isTuple {
		c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_LIST_TO_TUPLE)
	}
}

// unpackOnly spreads the value on the stack over so many targets.
func (c *compiler) unpackOnly(at loc, n int, starred func(i int) bool, tooMany, repeated string) {
	seen := false
	for i := range n {
		if !starred(i) {
			continue
		}
		if seen {
			fail(at, repeated)
		}
		seen = true
		if i >= 1<<8 || n-i-1 >= 1<<23 {
			fail(at, tooMany)
		}
		c.opArg(at, UNPACK_EX, i+(n-i-1)<<8)
	}
	if !seen {
		c.opArg(at, UNPACK_SEQUENCE, n)
	}
}

func (c *compiler) unpack(at loc, elts []syntax.Expr) {
	c.unpackOnly(at, len(elts), func(i int) bool { return isStarred(elts[i]) }, "too many expressions in star-unpacking assignment",
		"multiple starred expressions in assignment")
	for _, e := range elts {
		if s, ok := e.(*syntax.Starred); ok {
			e = s.Value
		}
		c.expr(e)
	}
}

func (c *compiler) dict(e *syntax.Dict) {
	have, elements := false, 0
	flush := func(end int) {
		c.subDict(e, end-elements, end)
		if have {
			c.opArg(e.Pos, DICT_UPDATE, 1)
		}
		have, elements = true, 0
	}
	for i, k := range e.Keys {
		switch {
		case k == nil:
			if elements > 0 {
				flush(i)
			}
			if !have {
				c.opArg(e.Pos, BUILD_MAP, 0)
				have = true
			}
			c.expr(e.Values[i])
			c.opArg(e.Pos, DICT_UPDATE, 1)
		case elements*2 > stackGuide:
			elements++
			flush(i + 1)
		default:
			elements++
		}
	}
	if elements > 0 {
		flush(len(e.Keys))
	}
	if !have {
		c.opArg(e.Pos, BUILD_MAP, 0)
	}
}

// subDict builds a dict of a part of the items.
func (c *compiler) subDict(e *syntax.Dict, begin, end int) {
	n := end - begin
	big := n*2 > stackGuide
	if keys, ok := constants(e.Keys[begin:end]); ok && n > 1 && !big {
		c.exprs(e.Values[begin:end])
		c.loadConst(e.Pos, c.value(tuple(keys)))
		c.opArg(e.Pos, BUILD_CONST_KEY_MAP, n)
		return
	}
	if big {
		c.opArg(e.Pos, BUILD_MAP, 0)
	}
	for i := begin; i < end; i++ {
		c.expr(e.Keys[i])
		c.expr(e.Values[i])
		if big {
			c.opArg(e.Pos, MAP_ADD, 1)
		}
	}
	if !big {
		c.opArg(e.Pos, BUILD_MAP, n)
	}
}

// yield yields the value on the stack.
func (c *compiler) yield(at loc) {
	if c.u.block.Generator && c.u.block.Coroutine {
		c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_ASYNC_GEN_WRAP)
	}
	c.opArg(at, YIELD_VALUE, 0)
	c.opArg(at, RESUME, ResumeAfterYield)
}

// yieldFrom delegates to the iterator below the value on the stack.
func (c *compiler) yieldFrom(at loc, resume int) {
	send, failed, exit := c.newLabel(), c.newLabel(), c.newLabel()
	c.use(send)
	c.jumpIf(at, SEND, exit)
	c.setup(at, SETUP_FINALLY, failed) // StopIteration out of close() or throw()
	c.opArg(at, YIELD_VALUE, 1)
	c.popBlock(noLoc)
	c.opArg(at, RESUME, resume)
	c.pseudo(at, JUMP_NO_INTERRUPT, int(send))
	c.use(failed)
	c.op(at, CLEANUP_THROW)
	c.use(exit)
	c.op(at, END_SEND)
}

// await awaits the value on the stack; where says what it came from.
func (c *compiler) await(at loc, where int) {
	c.opArg(at, GET_AWAITABLE, where)
	c.loadNone(at)
	c.yieldFrom(at, ResumeAfterAwait)
}
