// Arithmetic on ints and floats. Each operator dispatches on the classes of its two operands by a switch.

package pycompiler

import (
	"math"
	"math/bits"
	"slices"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// numberClasses gives the classes of the two top items if the compiler can compute with both. If ok is false, the instruction ends with the outcome
// of a promotion, or (next) the items are no such numbers.
func (c *compiler) numberClasses() (ca, cb uint64, o outcome, ok bool) {
	a, b := c.s.Top(1), c.s.Top(0)
	ca, stop := classIn(a, numbers)
	if stop {
		return 0, 0, c.promoteSwitch(a, numbers), false
	}
	if !isNumber(ca) && !isLong(ca) {
		return 0, 0, next, false
	}
	cb, stop = classIn(b, numbers)
	if stop {
		return 0, 0, c.promoteSwitch(b, numbers), false
	}
	return ca, cb, next, isNumber(cb) || isLong(cb)
}

func isNumber(class uint64) bool {
	return class == staging.ClassInt || class == staging.ClassFloat || class == staging.ClassBool
}

func (c *compiler) binaryOp() outcome {
	ca, cb, o, ok := c.numberClasses()
	if o == ended {
		return o
	}
	op := c.in.arg % 13
	c.early = -1
	if !ok {
		return c.binaryOthers(op)
	}
	a, b := c.s.Top(1), c.s.Top(0)
	var r *Info
	switch isFloat := ca == staging.ClassFloat || cb == staging.ClassFloat; {
	case isLong(ca) || isLong(cb):
		if !isFloat {
			r = c.longOp(op, a, b)
		}
	case isFloat:
		r = c.floatOp(op, c.asFloat(a, ca), c.asFloat(b, cb))
	case ca == staging.ClassBool && cb == staging.ClassBool && (op == bc.NB_AND || op == bc.NB_OR || op == bc.NB_XOR):
		r = asBool(c.intOp(op, c.s.Int(a), c.s.Int(b)))
	default:
		r = c.intOp(op, c.s.Int(a), c.s.Int(b))
	}
	if r == nil {
		return c.helper()
	}
	c.s.Pop(2)
	c.s.Push(r)
	if c.early >= 0 {
		c.s.Vars[c.early] = r
	}
	return next
}

// asBool makes a bool of an int that is 0 or 1; nil: the helper must compute.
func asBool(r *Info) *Info {
	switch {
	case r == nil:
	case r.Time == vinfo.CompileTime:
		return constant(object.Bool(Value(r.Known.Value) != object.SmallInt(0)))
	case r.Time == vinfo.Virtual && r.Rule == staging.RuleInt:
		return staging.NewBool(r.Items[staging.ItemValue])
	}
	return nil
}

// asFloat is the float64 of a number.
func (c *compiler) asFloat(i *Info, class uint64) *Info {
	if class == staging.ClassFloat {
		return c.s.Float(i)
	}
	return c.toFloat(c.s.Int(i))
}

// toFloat converts an Int.
func (c *compiler) toFloat(n *Info) *Info {
	if n.IsKnown() {
		return vinfo.NewKnown(vinfo.Float, math.Float64bits(float64(int64(n.Known.Value))))
	}
	r := c.s.InReg(n)
	x := c.s.NewX()
	xr := x86.XReg(x.Place.N())
	c.a.ZeroX(xr)
	c.a.Cvtsi2sd(x86.W64, xr, r)
	return x
}

// floatOp computes with floats; nil: the helper must compute.
func (c *compiler) floatOp(op uint32, x, y *Info) *Info {
	switch op {
	case bc.NB_ADD, bc.NB_SUBTRACT, bc.NB_MULTIPLY:
		return c.floatSse(op, x, y)
	case bc.NB_TRUE_DIVIDE:
		if c.isZero(y) {
			return nil
		}
		return c.floatSse(op, x, y)
	}
	return c.floatCall(op, x, y)
}

// sses are the float operators that are a single machine instruction.
var sses = [13]x86.Sse{bc.NB_ADD: x86.ADDSD, bc.NB_SUBTRACT: x86.SUBSD, bc.NB_MULTIPLY: x86.MULSD, bc.NB_TRUE_DIVIDE: x86.DIVSD}

// floatSse computes by one of the sses; a divisor must not be zero. Nil: the helper must compute.
func (c *compiler) floatSse(op uint32, x, y *Info) *Info {
	s, a := c.s, c.a
	if x.IsKnown() && y.IsKnown() {
		return foldFloat(op, math.Float64frombits(x.Known.Value), math.Float64frombits(y.Known.Value))
	}
	sse, n := sses[op], 1
	if (op == bc.NB_ADD || op == bc.NB_MULTIPLY) && x.IsKnown() && !math.IsNaN(math.Float64frombits(x.Known.Value)) {
		x, y, n = y, x, 0
	}
	if y.IsKnown() {
		r := c.onto(n, x)
		a.SseRM(sse, x86.XReg(r.Place.N()), s.Literal(y.Known.Value))
		return staging.NewFloat(r)
	}
	yr := s.InX(y)
	s.PinX(yr)
	r := c.onto(1, x)
	a.SseRR(sse, x86.XReg(r.Place.N()), yr)
	return staging.NewFloat(r)
}

// beside loads x and y into registers other than the claimed ones, which are freed for the instruction that overwrites them.
func (c *compiler) beside(x, y *Info, claimed ...x86.Reg) (xr, yr x86.Reg) {
	s := c.s
	for _, r := range claimed {
		s.Claim(vinfo.Reg(int(r)))
		s.Pin(r)
	}
	yr = s.InReg(y)
	s.Pin(yr)
	xr = s.InReg(x)
	s.Unpin(yr)
	for _, r := range claimed {
		s.Unpin(r)
	}
	return xr, yr
}

// onto gives the register for a result computed in place of x, the number in stack item n: x's own register if x is spent, else a copy of x. After
// that, no code may go back to before the instruction unless it first undoes the change.
func (c *compiler) onto(n int, x *Info) *Info {
	s, a := c.s, c.a
	if x.Kind == vinfo.Float {
		if x.IsKnown() {
			return c.floatConst(x.Known.Value)
		}
		xr := s.InX(x)
		if c.spent(n, x) {
			return s.NewIn(vinfo.Float, x.Place)
		}
		s.PinX(xr)
		r := s.NewX()
		a.MovXX(x86.XReg(r.Place.N()), xr)
		return r
	}
	if !c.spent(n, x) {
		return c.copyOf(x)
	}
	s.InReg(x)
	return s.NewIn(vinfo.Int, x.Place)
}

// copyOf is an Int like x in a register of its own.
func (c *compiler) copyOf(x *Info) *Info {
	s, a := c.s, c.a
	if x.IsKnown() {
		r := s.NewReg(vinfo.Int)
		a.MovRI(x86.Reg(r.Place.N()), x.Known.Value)
		return r
	}
	xr := s.InReg(x)
	s.Pin(xr)
	r := s.NewReg(vinfo.Int)
	s.Unpin(xr)
	a.Mov(x86.Reg(r.Place.N()), xr)
	return r
}

// spent reports whether x, which is in a register, is dead after the instruction: only stack item n refers to it. A local that the next instruction
// overwrites (STORE_FAST) does not count: the current instruction already assigns its result to that local (early), since nothing in between can
// see the difference.
func (c *compiler) spent(n int, x *Info) bool {
	local, ok := c.isSpent(n, x)
	if ok {
		c.early = local
	}
	return ok
}

// isSpent is spent without setting early; it also gives the local, or -1.
func (c *compiler) isSpent(n int, x *Info) (local int, ok bool) {
	if x.Time != vinfo.RunTime {
		return -1, false
	}
	refs := c.references(x)
	if refs == 0 {
		return -1, true
	}
	s := c.s
	item := s.Top(n)
	if refs > 1 || !slices.Contains(item.Items, x) {
		return -1, false
	}
	refs = c.references(item)
	if next := c.u.in(int(c.in.next)); refs == 2 && next.op == bc.STORE_FAST && !c.u.is(merges, int(c.in.next)) && s.Vars[c.local(next.arg)] == item {
		return c.local(next.arg), true
	}
	return -1, refs == 1
}

// foldFloat computes with floats known while compiling. Nil: the result is a NaN, whose object, with an identity of its own, the helper must make.
func foldFloat(op uint32, x, y float64) *Info {
	switch op {
	case bc.NB_ADD:
		x += y
	case bc.NB_SUBTRACT:
		x -= y
	case bc.NB_MULTIPLY:
		x *= y
	default:
		x /= y
	}
	if x != x {
		return nil
	}
	return constant(object.Float(x))
}

// intOp computes with ints. Nil: the helper must compute, for all operands or only on the side exit that is being compiled.
func (c *compiler) intOp(op uint32, x, y *Info) *Info {
	if x.IsKnown() && y.IsKnown() && isSmall(x) && isSmall(y) && op != bc.NB_TRUE_DIVIDE {
		if n, ok := foldInt(op, int64(x.Known.Value), int64(y.Known.Value)); ok {
			return constant(object.SmallInt(n))
		}
		return nil
	}
	switch op {
	case bc.NB_ADD, bc.NB_SUBTRACT, bc.NB_MULTIPLY:
		return c.overflowing(op, x, y)
	case bc.NB_AND, bc.NB_OR, bc.NB_XOR:
		return c.bitwise(op, x, y)
	case bc.NB_LSHIFT, bc.NB_RSHIFT:
		return c.shift(op, x, y)
	case bc.NB_FLOOR_DIVIDE, bc.NB_REMAINDER:
		return c.divide(op == bc.NB_REMAINDER, x, y)
	case bc.NB_TRUE_DIVIDE:
		if c.isBig(x) || c.isBig(y) {
			return nil // not exact as floats
		}
		if y.IsKnown() && y.Known.Value == 0 || !y.IsKnown() && c.whenZero(stats.DivisionByZero, y, x86.E) {
			return nil
		}
		return c.floatSse(op, c.toFloat(x), c.toFloat(y))
	case bc.NB_POWER:
		return c.power(x, y)
	}
	return nil
}

// power is x ** y for y from 2 to 4, and 2 ** y.
func (c *compiler) power(x, y *Info) *Info {
	switch {
	case x.IsKnown() && x.Known.Value == 2:
		return c.shift(bc.NB_LSHIFT, intConst(1), y)
	case !y.IsKnown() || y.Known.Value-2 > 2:
		return nil
	}
	r := staging.NewInt(x)
	for k := y.Known.Value; k > 1; k-- {
		if isLazy(r) {
			r = lazy(bc.NB_MULTIPLY, r, staging.NewInt(x))
		} else {
			r = c.overflowing(bc.NB_MULTIPLY, number(r), x)
		}
	}
	return r
}

// foldInt computes with ints known while compiling.
func foldInt(op uint32, x, y int64) (n int64, ok bool) {
	switch op {
	case bc.NB_ADD:
		n, ok = x+y, true
	case bc.NB_SUBTRACT:
		n, ok = x-y, true
	case bc.NB_MULTIPLY:
		hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y)))
		n, ok = x*y, hi == 0 && lo < 1<<48
	case bc.NB_AND:
		n, ok = x&y, true
	case bc.NB_OR:
		n, ok = x|y, true
	case bc.NB_XOR:
		n, ok = x^y, true
	case bc.NB_LSHIFT:
		if y >= 0 && y < 49 {
			n, ok = x<<y, x<<y>>y == x
		}
	case bc.NB_RSHIFT:
		if y >= 0 {
			n, ok = x>>min(y, 63), true
		}
	case bc.NB_FLOOR_DIVIDE, bc.NB_REMAINDER:
		if y == 0 {
			break
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) { // rounded to zero, not down
			q, r = q-1, r+y
		}
		if n, ok = q, true; op == bc.NB_REMAINDER {
			n = r
		}
	}
	return n, ok && object.FitsSmall(n)
}

// fits32 reports whether i is a constant that fits the 32-bit operand of an instruction.
func fits32(i *Info) bool {
	return i.IsKnown() && int64(i.Known.Value) == int64(int32(i.Known.Value))
}

// overflowing is x + y, x - y or x * y; a result that does not fit an int64 is lazy.
func (c *compiler) overflowing(op uint32, x, y *Info) *Info {
	s, a := c.s, c.a
	n := 1
	_, spent := c.isSpent(n, x)
	if !spent && op != bc.NB_SUBTRACT {
		if _, other := c.isSpent(0, y); other || x.IsKnown() {
			x, y, n, spent = y, x, 0, other
		}
	}
	if op == bc.NB_MULTIPLY && fits32(y) {
		xr := s.InReg(x)
		r := s.NewReg(vinfo.Int)
		a.ImulRRI(x86.W64, x86.Reg(r.Place.N()), xr, int32(y.Known.Value))
		if c.when(stats.Overflow, c.onlyIf(x86.O)) {
			return overflown(op, x, y)
		}
		return staging.NewInt(r)
	}
	xr := s.InReg(x)
	s.Pin(xr)
	var yr x86.Reg
	if !fits32(y) {
		yr = s.InReg(y)
		s.Pin(yr)
	}
	add := c.adder(yr, y)
	if op == bc.NB_MULTIPLY || x == y || !spent {
		r := s.NewReg(vinfo.Int)
		s.Unpin(xr)
		if !fits32(y) {
			s.Unpin(yr)
		}
		rr := x86.Reg(r.Place.N())
		a.Mov(rr, xr)
		if op == bc.NB_MULTIPLY {
			a.Imul(rr, yr)
		} else {
			add(rr, op == bc.NB_SUBTRACT)
		}
		if c.when(stats.Overflow, c.onlyIf(x86.O)) {
			return overflown(op, x, y)
		}
		return staging.NewInt(r)
	}
	// The operation is done in place; on overflow it is undone.
	if c.whenCold(stats.Overflow, func(jump func(func(x86.Label) x86.Site)) {
		add(xr, op == bc.NB_SUBTRACT)
		over := a.NewLabel()
		a.Jcc(x86.O, over)
		s.Cold(func() {
			a.Bind(over)
			add(xr, op == bc.NB_ADD)
			jump(c.always)
		})
	}) {
		return overflown(op, x, y)
	}
	s.Unpin(xr)
	if !fits32(y) {
		s.Unpin(yr)
	}
	c.spent(n, x)
	return staging.NewInt(s.NewIn(vinfo.Int, x.Place))
}

// adder gives the function that adds y to r, or subtracts y from r; y is a constant or in yr.
func (c *compiler) adder(yr x86.Reg, y *Info) func(r x86.Reg, subtract bool) {
	constant := fits32(y)
	var n int32
	if constant {
		n = int32(y.Known.Value)
	}
	return func(r x86.Reg, subtract bool) {
		op := x86.ADD
		if subtract {
			op = x86.SUB
		}
		if constant {
			c.a.AluRI(op, x86.W64, r, n)
		} else {
			c.a.AluRR(op, x86.W64, r, yr)
		}
	}
}

// bitwise is x & y, x | y or x ^ y.
func (c *compiler) bitwise(op uint32, x, y *Info) *Info {
	n := 1
	if x.IsKnown() {
		x, y, n = y, x, 0
	}
	small := isSmall(x) && isSmall(y) || op == bc.NB_AND && (isSmall(y) && y.IsKnown() && int64(y.Known.Value) >= 0)
	r := c.inPlace(op, n, x, y)
	if small {
		r.Flags |= vinfo.Small
	}
	return staging.NewInt(r)
}

// alus are the int operators that are a single machine instruction.
var alus = [13]x86.Alu{bc.NB_ADD: x86.ADD, bc.NB_SUBTRACT: x86.SUB, bc.NB_AND: x86.AND, bc.NB_OR: x86.OR, bc.NB_XOR: x86.XOR}

// aluRI is r op= y, where y is a constant that fits 32 bits, or the mask 2**32-1 of an AND.
func (c *compiler) aluRI(op uint32, r x86.Reg, y *Info) {
	if op == bc.NB_AND && isLow32(y) {
		c.a.MovRR(x86.W32, r, r)
	} else {
		c.a.AluRI(alus[op], x86.W64, r, int32(y.Known.Value))
	}
}

func isLow32(y *Info) bool { return y.IsKnown() && y.Known.Value == 1<<32-1 }

// inPlace is x op y, computed onto x, which is in stack item n.
func (c *compiler) inPlace(op uint32, n int, x, y *Info) *Info {
	s, a := c.s, c.a
	if fits32(y) || op == bc.NB_AND && isLow32(y) {
		r := c.onto(n, x)
		c.aluRI(op, x86.Reg(r.Place.N()), y)
		return r
	}
	yr := s.InReg(y)
	s.Pin(yr)
	r := c.onto(n, x)
	s.Unpin(yr)
	a.AluRR(alus[op], x86.W64, x86.Reg(r.Place.N()), yr)
	return r
}

// isSmall reports whether an Int fits a small int.
func isSmall(i *Info) bool {
	return i.Flags&vinfo.Small != 0 || i.IsKnown() && object.FitsSmall(int64(i.Known.Value))
}

func (c *compiler) shift(op uint32, x, y *Info) *Info {
	a := c.a
	if !y.IsKnown() {
		return c.shiftBy(op, x, y)
	}
	if int64(y.Known.Value) < 0 {
		return nil
	}
	n := uint8(min(y.Known.Value, 63))
	if op == bc.NB_RSHIFT {
		small := isSmall(x) || n >= 15
		r := c.onto(1, x)
		a.SarI(x86.Reg(r.Place.N()), n)
		if small {
			r.Flags |= vinfo.Small
		}
		return staging.NewInt(r)
	}
	if y.Known.Value > 62 {
		if y.Known.Value > 63 {
			return nil
		}
		return overflown(op, x, y)
	}
	r := c.copyOf(x)
	a.ShlI(x86.Reg(r.Place.N()), n)
	return c.shiftedLeft(x, y, r, func() { a.SarI(staging.Scratch, n) })
}

// shiftedLeft checks r, which is x shifted left by y: back shifts a copy in Scratch right by y, which must give x again. If bits were lost, the
// result is lazy.
func (c *compiler) shiftedLeft(x, y, r *Info, back func()) *Info {
	a := c.a
	a.Mov(staging.Scratch, x86.Reg(r.Place.N()))
	back()
	if fits32(x) {
		a.CmpI(staging.Scratch, int32(x.Known.Value))
	} else {
		a.Cmp(staging.Scratch, c.s.InReg(x))
	}
	if c.when(stats.Overflow, c.onlyIf(x86.NE)) {
		return overflown(bc.NB_LSHIFT, x, y)
	}
	return staging.NewInt(r)
}

// shiftBy shifts by a count that is not known while compiling.
func (c *compiler) shiftBy(op uint32, x, y *Info) *Info {
	a := c.a
	a.CmpI(c.s.InReg(y), 62)
	if c.when(stats.Overflow, c.onlyIf(x86.A)) { // or negative
		return nil
	}
	if op == bc.NB_RSHIFT {
		r := c.shifted(x86.SAR, x, y)
		r.Flags |= x.Flags & vinfo.Small
		return staging.NewInt(r)
	}
	return c.shiftedLeft(x, y, c.shifted(x86.SHL, x, y), func() { a.ShiftRC(x86.SAR, x86.W64, staging.Scratch) })
}

// shifted is x shifted by y, which is no constant, in a register of its own; CL holds y afterwards.
func (c *compiler) shifted(op x86.Shift, x, y *Info) *Info {
	s, a := c.s, c.a
	s.Claim(vinfo.Reg(int(x86.RCX)))
	s.Pin(x86.RCX)
	yr := s.InReg(y)
	s.Pin(yr)
	r := c.copyOf(x)
	s.Unpin(yr)
	s.Unpin(x86.RCX)
	a.Mov(x86.RCX, yr)
	a.ShiftRC(op, x86.W64, x86.Reg(r.Place.N()))
	return r
}

// divide is floor division, or its remainder.
func (c *compiler) divide(remainder bool, x, y *Info) *Info {
	a := c.a
	if y.IsKnown() && int64(y.Known.Value) > 0 && y.Known.Value&(y.Known.Value-1) == 0 && y.Known.Value <= 1<<30 {
		r := c.onto(1, x)
		rr := x86.Reg(r.Place.N())
		if remainder {
			a.AndI(rr, int32(y.Known.Value-1))
			r.Flags |= vinfo.Small
		} else {
			a.SarI(rr, uint8(bits.TrailingZeros64(y.Known.Value)))
			r.Flags |= x.Flags & vinfo.Small
		}
		return staging.NewInt(r)
	}
	q, r := c.quotient(x, y, !remainder, remainder)
	if remainder {
		return r
	}
	return q
}

// quotient gives the quotient and the remainder of floor division, each only if requested; nil: the helper must compute.
func (c *compiler) quotient(x, y *Info, wantQ, wantR bool) (q, r *Info) {
	s, a := c.s, c.a
	if y.IsKnown() && y.Known.Value+1 <= 1 { // 0, -1
		return nil, nil
	}
	rax, rdx := vinfo.Reg(int(x86.RAX)), vinfo.Reg(int(x86.RDX))
	xr, yr := c.beside(x, y, x86.RAX, x86.RDX)
	if !y.IsKnown() {
		a.Lea(x86.W64, staging.Scratch, x86.Ptr(yr, 1))
		a.CmpI(staging.Scratch, 1)
		if c.when(stats.DivisionByZero, c.onlyIf(x86.BE)) { // by 0, or by -1, which may overflow
			return nil, nil
		}
	}
	a.Mov(x86.RAX, xr)
	a.Cqo()
	a.Idiv(yr)
	// IDIV rounds to zero, Python rounds down. The results differ if the remainder is not 0 and its sign differs from the divisor's.
	same := a.NewLabel()
	a.Test(x86.RDX, x86.RDX)
	a.Jcc(x86.E, same)
	a.Mov(staging.Scratch, x86.RDX)
	a.Xor(staging.Scratch, yr)
	a.Jcc(x86.NS, same)
	if wantQ {
		a.SubI(x86.RAX, 1)
	}
	if wantR {
		a.Add(x86.RDX, yr)
	}
	a.Bind(same)
	result := func(p staging.Place, of *Info) *Info {
		i := s.NewIn(vinfo.Int, p)
		if isSmall(of) {
			i.Flags |= vinfo.Small
		}
		return staging.NewInt(i)
	}
	if wantQ {
		q = result(rax, x)
	}
	if wantR {
		r = result(rdx, y)
	}
	return q, r
}

func (c *compiler) negative() outcome {
	s, a := c.s, c.a
	v := s.Top(0)
	class, stop := classIn(v, numbers)
	if stop {
		return c.promoteSwitch(v, numbers)
	}
	switch class {
	case staging.ClassInt, staging.ClassBool:
		x := s.Int(v)
		if x.IsKnown() {
			n, ok := foldInt(bc.NB_SUBTRACT, 0, int64(x.Known.Value))
			if !ok {
				return c.helper()
			}
			s.Pop(1)
			s.Push(constant(object.SmallInt(n)))
			return next
		}
		r := c.copyOf(x)
		a.Neg(x86.Reg(r.Place.N()))
		v := staging.NewInt(r)
		if c.when(stats.Overflow, c.onlyIf(x86.O)) {
			v = overflown(bc.NB_SUBTRACT, intConst(0), x)
		}
		s.Pop(1)
		s.Push(v)
		return next
	case classBig, staging.ClassLong:
		return c.inverted(0, v)
	case staging.ClassFloat:
		x := s.Float(v)
		if x.IsKnown() {
			f := -math.Float64frombits(x.Known.Value)
			if f != f {
				return c.helper()
			}
			s.Pop(1)
			s.Push(constant(object.Float(f)))
			return next
		}
		sign := c.floatConst(1 << 63)
		xr := s.InX(x)
		r := s.NewX()
		a.MovXX(x86.XReg(r.Place.N()), xr)
		a.SseRR(x86.XORPD, x86.XReg(r.Place.N()), x86.XReg(sign.Place.N()))
		c.computed(r)
		s.Pop(1)
		s.Push(staging.NewFloat(r))
		return next
	}
	if o, ok := c.unarySpecial(v, object.N_neg_, (*object.Type).DefinesNeg, 1); ok {
		return o
	}
	return c.helper()
}

// computed replaces a NaN in x by one that has no identity yet, as arithmetic gives. Otherwise the bits of a NaN object, copied by negation or abs,
// could still name that object.
func (c *compiler) computed(x *Info) {
	a, r := c.a, x86.XReg(x.Place.N())
	slow, back := a.NewLabel(), a.NewLabel()
	a.SseRR(x86.UCOMISD, r, r)
	a.Jcc(x86.P, slow)
	a.Bind(back)
	c.s.Cold(func() {
		a.Bind(slow)
		a.SseRR(x86.ADDSD, r, r)
		a.Jmp(back)
	})
}

func (c *compiler) invert() outcome {
	s := c.s
	v := s.Top(0)
	class, stop := classIn(v, numbers)
	if stop {
		return c.promoteSwitch(v, numbers)
	}
	switch {
	case isLong(class):
		return c.inverted(-1, v)
	case class != staging.ClassInt:
		if o, ok := c.unarySpecial(v, object.N_invert_, (*object.Type).DefinesInvert, 1); ok {
			return o
		}
		return c.helper()
	}
	x := s.Int(v)
	r := c.copyOf(x)
	c.a.Not(x86.Reg(r.Place.N()))
	if isSmall(x) {
		r.Flags |= vinfo.Small
	}
	s.Pop(1)
	s.Push(staging.NewInt(r))
	return next
}
