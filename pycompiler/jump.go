// Comparisons, truth tests and jumps.

package pycompiler

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// cond is a condition: known, or in the processor's flags.
type cond struct {
	known   bool
	value   bool
	cc      x86.Cond
	equal   bool // (in)equality of floats: cc is E and requires ordered; or cc is NE and includes unordered
	flipped bool
}

func isTrue(v bool) cond     { return cond{known: true, value: v} }
func flags(cc x86.Cond) cond { return cond{cc: cc} }
func (k cond) negated() cond {
	if k.known {
		k.value = !k.value
	} else {
		k.cc = k.cc.Not()
		k.flipped = !k.flipped
	}
	return k
}

// jumpIf gives the function that emits a jump taken if k holds; k must not be known.
func (c *compiler) jumpIf(k cond) func(l x86.Label) x86.Site {
	a := c.a
	if !k.equal {
		return c.onlyIf(k.cc)
	}
	if k.flipped { // not equal, or unordered
		return func(l x86.Label) x86.Site {
			jump, over := a.NewLabel(), a.NewLabel()
			a.Jcc(x86.P, jump)
			a.Jcc(x86.E, over)
			a.Bind(jump)
			site := a.JmpSite(l)
			a.Bind(over)
			return site
		}
	}
	return func(l x86.Label) x86.Site {
		over := a.NewLabel()
		a.Jcc(x86.P, over)
		site := a.JccSite(x86.E, l)
		a.Bind(over)
		return site
	}
}

// conclude ends an instruction that computes k from n items. If a conditional jump follows, it is compiled at once; else a bool is pushed.
func (c *compiler) conclude(k cond, n int) outcome {
	s, a := c.s, c.a
	s.Pop(n)
	at := int(c.in.next)
	follow := c.u.in(at)
	if follow.op == bc.UNARY_NOT && !c.u.is(merges, at) {
		k = k.negated()
		c.countInstruction()
		at = int(follow.next)
		follow = c.u.in(at)
	}
	if !c.u.is(merges, at) && (follow.op == bc.POP_JUMP_IF_TRUE || follow.op == bc.POP_JUMP_IF_FALSE) {
		c.countInstruction()
		return c.branch(k, follow.op == bc.POP_JUMP_IF_TRUE, follow.target(), int(follow.next))
	}
	if k.known {
		s.Push(constant(object.Bool(k.value)))
		s.PC = at
		return jumped
	}
	x := s.NewReg(vinfo.Raw)
	r := x86.Reg(x.Place.N())
	if k.equal {
		done := a.NewLabel()
		not := uint64(0)
		if k.flipped {
			not = 1
		}
		a.MovRI(r, not)
		a.Jcc(x86.P, done)
		a.Jcc(x86.NE, done)
		a.MovRI(r, 1-not)
		a.Bind(done)
	} else {
		a.MovRI(r, 0)
		a.Setcc(k.cc, r)
	}
	s.Push(staging.NewBool(x))
	s.PC = at
	return jumped
}

// branch continues at target if k equals on, else at fall.
func (c *compiler) branch(k cond, on bool, target, fall int) outcome {
	if k.known {
		c.s.PC = fall
		if k.value == on {
			c.s.PC = target
		}
		return jumped
	}
	if !on {
		k = k.negated()
	}
	c.pause(target, c.jumpIf(k))
	c.s.PC = fall
	return jumped
}

// The conditions for comparisons of signed and of unsigned ints, by COMPARE_OP's argument: < <= == != > >=.
var (
	intCond  = [6]x86.Cond{x86.L, x86.LE, x86.E, x86.NE, x86.G, x86.GE}
	wordCond = [6]x86.Cond{x86.B, x86.BE, x86.E, x86.NE, x86.A, x86.AE}
)

func (c *compiler) compare() outcome {
	ca, cb, o, ok := c.numberClasses()
	if o == ended {
		return o
	}
	if !ok {
		return c.compareTexts()
	}
	s, a := c.s, c.a
	l, r := s.Top(1), s.Top(0)
	op := c.in.arg >> 5
	switch isFloat := ca == staging.ClassFloat || cb == staging.ClassFloat; {
	case isLong(ca) || isLong(cb):
		if isFloat {
			return c.helper()
		}
		k, ok := c.compareLongs(op, l, r)
		if !ok {
			return c.helper()
		}
		return c.conclude(k, 2)
	case !isFloat:
		return c.conclude(c.compareInts(op, intCond, s.Int(l), s.Int(r)), 2)
	}
	if ca != cb && !(ca == staging.ClassFloat && c.exactFloat(r) || cb == staging.ClassFloat && c.exactFloat(l)) {
		return c.helper() // the int may have more digits than a float
	}
	x, y := c.asFloat(l, ca), c.asFloat(r, cb)
	if x.IsKnown() && y.IsKnown() {
		f, g := math.Float64frombits(x.Known.Value), math.Float64frombits(y.Known.Value)
		return c.conclude(isTrue([...]bool{f < g, f <= g, f == g, f != g, f > g, f >= g}[op]), 2)
	}
	if op == bc.CompareLT || op == bc.CompareLE { // "above" is false for NaNs
		x, y = y, x
		op = map[uint32]uint32{bc.CompareLT: bc.CompareGT, bc.CompareLE: bc.CompareGE}[op]
	}
	xr := s.InX(x)
	yr := s.InX(y)
	a.SseRR(x86.UCOMISD, xr, yr)
	switch op {
	case bc.CompareEQ:
		return c.conclude(cond{cc: x86.E, equal: true}, 2)
	case bc.CompareNE:
		return c.conclude(cond{cc: x86.NE, equal: true, flipped: true}, 2)
	case bc.CompareGT:
		return c.conclude(flags(x86.A), 2)
	}
	return c.conclude(flags(x86.AE), 2)
}

// exactFloat reports whether the int i is exact as a float.
func (c *compiler) exactFloat(i *Info) bool { return !c.isBig(c.s.Int(i)) }

// compareInts compares int64s (conds is intCond) or uint64s (wordCond).
func (c *compiler) compareInts(op uint32, conds [6]x86.Cond, x, y *Info) cond {
	s, a := c.s, c.a
	if x.IsKnown() && y.IsKnown() {
		m, n := int64(x.Known.Value), int64(y.Known.Value)
		if conds == wordCond { // in the order of int64s
			m, n = m^math.MinInt64, n^math.MinInt64
		}
		return isTrue([...]bool{m < n, m <= n, m == n, m != n, m > n, m >= n}[op])
	}
	cc := conds[op]
	if x.IsKnown() {
		x, y, cc = y, x, cc.Swapped()
	}
	xr := s.InReg(x)
	switch {
	case y.IsKnown() && y.Known.Value == 0:
		a.TestZero(xr)
	case fits32(y):
		a.CmpI(xr, int32(y.Known.Value))
	default:
		s.Pin(xr)
		yr := s.InReg(y)
		s.Unpin(xr)
		a.Cmp(xr, yr)
	}
	return flags(cc)
}

// isOp compares identities.
func (c *compiler) isOp() outcome {
	k, ok := c.same(c.s.Top(1), c.s.Top(0))
	if !ok {
		return c.helper()
	}
	if c.in.arg != 0 {
		k = k.negated()
	}
	return c.conclude(k, 2)
}

// same is the condition that x and y are the same object; ok false: the helper must tell.
func (c *compiler) same(x, y *Info) (k cond, ok bool) {
	s, a := c.s, c.a
	if x.IsKnown() && !y.IsKnown() {
		x, y = y, x
	}
	cx, okx := staging.Class(x)
	cy, oky := staging.Class(y)
	switch {
	case x == y:
		k = isTrue(true)
	case x.IsKnown() && y.IsKnown():
		k = isTrue(x.Known.Value == y.Known.Value)
	case okx && oky && cx != cy && !(isInt(cx) && isInt(cy)) && !c.e.changeable(cx) && !c.e.changeable(cy):
		k = isTrue(false)
	case isUnboxed(x) || isUnboxed(y): // unboxed numbers have no identity yet; the helper boxes them
		return k, false
	default:
		xr := s.Boxed(x)
		if fits32(y) {
			a.CmpI(xr, int32(y.Known.Value))
		} else {
			s.Pin(xr)
			yr := s.Boxed(y)
			s.Unpin(xr)
			a.Cmp(xr, yr)
		}
		k = flags(x86.E)
	}
	return k, true
}

func isUnboxed(i *Info) bool {
	return i.Time == vinfo.Virtual && i.Rule < staging.FirstRule && i.Rule != staging.RuleBool
}

// sizeWord is the offset of the length in objects of a built-in class, which is also their truth; 0: they have no length.
func sizeWord(class uint64) int32 {
	switch class {
	case classList:
		return listSize
	case classTuple:
		return tupleSize
	case classStr:
		return strLen
	case classBytes:
		return bytesLen
	case classByteArray:
		return arraySize
	case classDict:
		return int32(unsafe.Offsetof(object.Dict{}.Used))
	case classSet, classFrozenSet:
		return int32(unsafe.Offsetof(object.Set{}.Used))
	}
	return 0
}

// truth is the condition that the value is true; ok false: the helper must decide.
func (c *compiler) truth(v *Info, class uint64) (k cond, ok bool) {
	s, a := c.s, c.a
	switch class {
	case staging.ClassNone:
		return isTrue(false), true
	case staging.ClassBool:
		return c.boolCond(v), true
	case classBig:
		return isTrue(true), true
	case staging.ClassLong:
		if isLazy(v) {
			return k, false
		}
		r := s.InReg(number(v))
		a.Test(r, r)
		return flags(x86.NE), true
	case staging.ClassInt:
		x := s.Int(v)
		if x.IsKnown() {
			return isTrue(x.Known.Value != 0), true
		}
		a.TestZero(s.InReg(x))
		return flags(x86.NE), true
	case staging.ClassFloat:
		x := s.Float(v)
		if x.IsKnown() {
			return isTrue(math.Float64frombits(x.Known.Value) != 0), true
		}
		xr := s.InX(x)
		zero := s.TempX()
		a.ZeroX(zero)
		a.SseRR(x86.UCOMISD, xr, zero)
		return cond{cc: x86.NE, equal: true, flipped: true}, true
	}
	if at := sizeWord(class); at != 0 && v.Time == vinfo.RunTime {
		r := s.InReg(v)
		a.AluMI(x86.CMP, x86.W64, x86.Ptr(r, at), 0)
		return flags(x86.NE), true
	}
	return k, false
}

// boolCond is the condition that a bool is True.
func (c *compiler) boolCond(v *Info) cond {
	s, a := c.s, c.a
	switch {
	case v.IsKnown():
		return isTrue(Value(v.Known.Value) == object.True)
	case v.Time == vinfo.Virtual:
		r := s.InReg(v.Items[staging.ItemValue])
		a.Test(r, r)
		return flags(x86.NE)
	}
	a.CmpI(s.InReg(v), int32(object.True))
	return flags(x86.E)
}

func (c *compiler) toBool() outcome {
	v := c.s.Top(0)
	class, ok := staging.Class(v)
	if !ok {
		var o outcome
		if class, o, ok = c.exactClass(v); !ok {
			return o
		}
	}
	if k, ok := c.truth(v, class); ok {
		return c.conclude(k, 1)
	}
	if class < staging.ClassInt {
		return c.objectTruth(v, class)
	}
	return c.helper()
}

func (c *compiler) not() outcome { return c.conclude(c.boolCond(c.s.Top(0)).negated(), 1) }

func (c *compiler) popJump(on bool) outcome {
	k := c.boolCond(c.s.Top(0))
	c.s.Pop(1)
	return c.branch(k, on, c.in.target(), int(c.in.next))
}

func (c *compiler) popJumpNone(on bool) outcome {
	s := c.s
	v := s.Top(0)
	class, ok := staging.Class(v)
	var k cond
	if ok || v.Time == vinfo.Virtual {
		k = isTrue(class == staging.ClassNone)
	} else {
		c.a.CmpI(s.InReg(v), int32(object.None))
		k = flags(x86.E)
	}
	s.Pop(1)
	return c.branch(k, on, c.in.target(), int(c.in.next))
}

func (c *compiler) jumpForward() outcome {
	c.s.PC = c.in.target()
	return jumped
}

// jumpBackward is the back-edge of a loop: a safepoint, which polls. Between the unrolled turns of one buffer it does not poll.
func (c *compiler) jumpBackward() outcome {
	c.s.PC = c.in.target()
	if c.turnAgain() {
		return jumped
	}
	return c.poll(breaker)
}

// A short loop is unrolled: up to maxTurns turns, as long as the code is expected to stay within loopBytes.
const (
	maxTurns  = 4
	loopBytes = 256
)

// turnAgain reports whether compilation continues through the loop's head, where the buffer began, instead of emitting a jump there. That requires
// the state that the buffer began with, except for places: the next turn's values may stay where they are.
func (c *compiler) turnAgain() bool {
	if c.s.PC != c.origin.PC || c.s.Unit != c.origin.Unit {
		return false
	}
	c.forgetDead(c.s.PC)
	n := c.turns + 1
	if c.run.Read(func() uint64 {
		if c.version == nil || n == maxTurns || c.codeBytes()*(n+1) > loopBytes*n {
			return 0
		}
		how, _ := dispatcher.Compatible(c.version.Snapshot, c.s)
		return b2u(how == dispatcher.Exact)
	}) == 0 {
		return false
	}
	c.turns, c.again = n, true
	return true
}

// resume is the entry of a function, or the instruction at which a generator continues. A function's entry does not poll the breaker word: the
// caller polled it when its last call returned.
func (c *compiler) resume() outcome {
	c.s.PC = int(c.in.next)
	if c.u.outer != nil {
		return jumped // the caller polls
	}
	if c.in.arg == 0 {
		return c.poll(x86.NoBreaker)
	}
	return c.poll(breaker)
}

var breaker = threadMem(object.OffBreaker)

// poll is a safepoint: it lets waiting goroutines run, and always tests the breaker word, if one is given. s.PC is where tier 1 continues if the
// breaker word is set.
func (c *compiler) poll(word x86.Mem) outcome {
	a := c.a
	slow, back := a.NewLabel(), a.NewLabel()
	stop := c.whenCold(stats.Breaker, func(jump func(func(x86.Label) x86.Site)) {
		a.Poll(word, slow)
		a.AlignJmp()
		a.Bind(back)
		c.s.Cold(func() {
			a.Bind(slow)
			a.CallTo(c.e.thunks.poll)
			a.AluMI(x86.CMP, x86.W8, breaker, 0) // object.BreakLeave
			jump(c.onlyIf(x86.NE))
			a.Jmp(back)
		})
	})
	if stop {
		return c.exit(stats.Breaker, c.s.PC)
	}
	return jumped
}
