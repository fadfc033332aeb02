// Ints beyond int64: words, which are uint64, and lazy operations. A lazy operation is computed only when its result is needed, and only as far as
// a mask lets bits through.
//
//	x * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
//	|_______ lazy * _______|                     |
//	|________________ lazy + ____________________|
//	|_____________ word: the low 64 bits, which depend on no higher bits ___|

package pycompiler

import (
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// classBig is the class of ints that are objects.
var classBig = uint64(object.TInt.Shape())

// Bits of Info.Not of an object of classBig, above those of the switches.
const (
	notWord   = 1 << 14 // skip the test for a word, since the int is likely none
	likelyInt = 1 << 13 // test for a shortInt first
)

// shortInt is the number of bits up to which big ints are handled as int64s: their sums and differences fit int64 too.
const shortInt = 61

// itemInt is the item for the known int64 of an object of classBig; staging.ItemValue is that for its uint64.
const itemInt = 2

// sizeHint is the hint for ints of about the size of v.
func sizeHint(v Value) uint16 {
	if n, ok := object.Int64(v); ok && -1<<shortInt < n && n < 1<<shortInt {
		return likelyInt
	}
	if _, ok := object.Uint64(v); ok {
		return 0
	}
	return notWord
}

const (
	bigSize = int32(unsafe.Offsetof(object.BigInt{}.Words)) // and the sign after it
	bigSign = int32(unsafe.Offsetof(object.BigInt{}.Sign))
	bigData = int32(object.BigData)
)

// isLong reports whether a value of the class is an int that may be beyond int64; isInt reports whether it is an int at all.
func isLong(class uint64) bool { return class == classBig || class == staging.ClassLong }
func isInt(class uint64) bool  { return class == staging.ClassInt || isLong(class) }

// lazyOps are the operations that may be lazy: bit n of the result depends only on the bits up to n of the operands. A left shift must be by an int
// from 0 to 63. The rule of a lazy operation is ruleLazy plus its number; its items after the class are terms.
var lazyOps = [13]func(t *object.Thread, a, b Value) Value{
	bc.NB_ADD: object.IntAdd, bc.NB_SUBTRACT: object.IntSub, bc.NB_MULTIPLY: object.IntMul, bc.NB_LSHIFT: object.IntLshift,
	bc.NB_AND: object.IntAnd, bc.NB_OR: object.IntOr, bc.NB_XOR: object.IntXor,
}

// maxLazy is the greatest number of operations in a lazy operation.
const maxLazy = 7

func isLazy(i *Info) bool { return i.Time == vinfo.Virtual && i.Rule >= ruleLazy }

func lazySize(i *Info) int {
	if !isLazy(i) {
		return 0
	}
	return 1 + lazySize(i.Items[1]) + lazySize(i.Items[2])
}

// lazy is an operation that is not computed yet; nil: it would consist of too many operations.
func lazy(op uint32, v, w *Info) *Info {
	i := virtual(ruleLazy+vinfo.Rule(op), staging.ClassLong, v, w)
	if lazySize(i) > maxLazy {
		return nil
	}
	return i
}

// overflown is the result of an operation on int64s that overflows.
func overflown(op uint32, x, y *Info) *Info { return lazy(op, staging.NewInt(x), staging.NewInt(y)) }

// term gives an int of any kind as a virtual int, a word or a lazy operation. No variable refers to the result, so it does not change. Nil: the int
// is none of those.
func (c *compiler) term(v *Info) *Info {
	s, a := c.s, c.a
	switch class, _ := staging.Class(v); {
	case class == staging.ClassInt || class == staging.ClassBool:
		return staging.NewInt(s.Int(v))
	case v.Time == vinfo.Virtual:
		own := *v
		return &own
	case v.Time == vinfo.CompileTime:
		if n, ok := object.Int64(Value(v.Known.Value)); ok {
			return staging.NewInt(s.Keep(intConst(n)))
		}
		if n, ok := object.Uint64(Value(v.Known.Value)); ok {
			return staging.NewWord(s.Keep(intConst(int64(n))))
		}
		return nil
	case v.Item(itemInt) != nil:
		return staging.NewInt(s.Keep(v.Item(itemInt)))
	case v.Item(staging.ItemValue) != nil:
		return staging.NewWord(s.Keep(v.Item(staging.ItemValue)))
	case v.Not&notWord != 0:
		return nil
	}
	r := s.InReg(v)
	s.Pin(r)
	defer s.Unpin(r)
	if v.Not&likelyInt != 0 {
		x := s.NewReg(vinfo.Int)
		xr := x86.Reg(x.Place.N())
		a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, bigSize), 1)
		if c.isOtherSize(v, notWord) {
			return nil
		}
		a.Load(xr, x86.Ptr(r, bigData))
		a.Mov(staging.Scratch, xr)
		a.ShrI(staging.Scratch, shortInt)
		if !c.isOtherSize(v, 0) {
			a.MovsxRM(x86.W32, staging.Scratch, x86.Ptr(r, bigSign))
			a.Imul(xr, staging.Scratch)
			v.SetItem(itemInt, x)
			return staging.NewInt(x)
		}
	}
	a.MovRI(staging.Scratch, 1<<32|1)
	a.AluRM(x86.CMP, x86.W64, staging.Scratch, x86.Ptr(r, bigSize))
	if c.isOtherSize(v, notWord) {
		return nil
	}
	x := s.NewReg(vinfo.Int)
	a.Load(x86.Reg(x.Place.N()), x86.Ptr(r, bigData))
	v.SetItem(staging.ItemValue, x)
	return staging.NewWord(x)
}

// isOtherSize tests (flags: NE) whether the big int v does not have the expected size. If so, hint replaces the expectation from now on.
func (c *compiler) isOtherSize(v *Info, hint uint16) bool {
	if !c.when(stats.Overflow, c.onlyIf(x86.NE)) {
		return false
	}
	v.Not = v.Not&^likelyInt | hint
	if !c.run.Replaying() {
		c.u.seen.Saw(promotion.Operand{PC: c.start, Switch: numbers.ID, Item: c.operand(v)}, classBig, hint)
	}
	return true
}

// number is the unboxed number of a term that is not lazy.
func number(v *Info) *Info { return v.Items[staging.ItemValue] }

func isWord(v *Info) bool { return v.Rule == staging.RuleWord }

// longOp computes with two ints of which at least one may be beyond int64; nil: the helper must compute.
func (c *compiler) longOp(op uint32, a, b *Info) *Info {
	v, w := c.term(a), c.term(b)
	if op == bc.NB_AND {
		switch { // an int64 that is not negative is a mask
		case isWide(v) && !isWide(w):
			c.isBelowZero(w)
		case isWide(w) && !isWide(v):
			c.isBelowZero(v)
		}
		switch {
		case isMask(w) && !(isWord(w) && isMask(v)): // an int is preferred to a word
			return c.mask(1, a, v, w)
		case isMask(v):
			return c.mask(0, b, w, v)
		}
	}
	if v == nil || w == nil {
		return nil
	}
	if v.Rule == staging.RuleInt && w.Rule == staging.RuleInt {
		return c.intOp(op, number(v), number(w))
	}
	switch op {
	case bc.NB_OR, bc.NB_XOR:
		if isLazy(v) || isLazy(w) || c.isBelowZero(v) || c.isBelowZero(w) {
			return lazy(op, v, w)
		}
		n, x, y := 1, number(v), number(w)
		if x.IsKnown() {
			n, x, y = 0, y, x
		}
		return staging.NewWord(c.inPlace(op, n, x, y))
	case bc.NB_ADD, bc.NB_SUBTRACT, bc.NB_MULTIPLY, bc.NB_AND:
		return lazy(op, v, w)
	case bc.NB_LSHIFT:
		if c.isCount(w) {
			return lazy(op, v, w)
		}
	case bc.NB_RSHIFT, bc.NB_FLOOR_DIVIDE, bc.NB_REMAINDER:
		switch {
		case isLazy(v) && !isLazy(w):
			return c.doubleOp(op, v, w)
		case isLazy(w) || c.isBelowZero(v):
		case op != bc.NB_RSHIFT:
			return c.divideWord(op == bc.NB_REMAINDER, number(v), w)
		case c.isCount(w):
			return c.shiftWord(number(v), number(w))
		}
	}
	return nil
}

// isMask reports whether a term is known to lie between 0 and 2**64-1. Then its AND with any other int does too.
func isMask(v *Info) bool {
	return !isWide(v) && (isWord(v) || isPositive(number(v)))
}

// isWide reports whether a term is not known as a number of 64 bits.
func isWide(v *Info) bool { return v == nil || isLazy(v) }

// isPositive reports whether an Int is known not to be negative.
func isPositive(x *Info) bool {
	return x.Flags&vinfo.Positive != 0 || x.IsKnown() && int64(x.Known.Value) >= 0
}

// isBelowZero tests whether a term that is not lazy is negative.
func (c *compiler) isBelowZero(v *Info) bool {
	x := number(v)
	if isWord(v) || isPositive(x) {
		return false
	}
	if x.IsKnown() {
		return true
	}
	if c.whenZero(stats.Overflow, x, x86.S) {
		return true
	}
	x.Flags |= vinfo.Positive
	return false
}

// isDivisor tests whether a term that is not lazy is above zero.
func (c *compiler) isDivisor(v *Info) bool {
	x, cc := number(v), x86.LE
	if isWord(v) {
		cc = x86.E
	}
	if x.IsKnown() {
		return x.Known.Value != 0 && isMask(v)
	}
	return !c.whenZero(stats.DivisionByZero, x, cc)
}

// isCount tests whether a term is an int from 0 to 63.
func (c *compiler) isCount(v *Info) bool {
	if v.Rule != staging.RuleInt {
		return false
	}
	x := number(v)
	if x.IsKnown() {
		return x.Known.Value < 64
	}
	c.a.CmpI(c.s.InReg(x), 63)
	return !c.when(stats.Overflow, c.onlyIf(x86.A))
}

// mask is the AND of m and the int i in stack item n; v is the term of i, or nil.
func (c *compiler) mask(n int, i, v, m *Info) *Info {
	s, a := c.s, c.a
	x, own := (*Info)(nil), true
	if v != nil {
		x, own = c.low(v)
	} else { // sign * the lowest word, modulo 2**64
		r := s.InReg(i)
		s.Pin(r)
		x = s.NewReg(vinfo.Int)
		s.Unpin(r)
		a.MovsxRM(x86.W32, x86.Reg(x.Place.N()), x86.Ptr(r, bigSign))
		a.ImulRM(x86.W64, x86.Reg(x.Place.N()), x86.Ptr(r, bigData))
	}
	y := number(m)
	switch {
	case y.IsKnown() && y.Known.Value == ^uint64(0):
	case own:
		c.combine(bc.NB_AND, x, y)
	default:
		x = c.inPlace(bc.NB_AND, n, x, y)
	}
	if isWord(m) {
		return staging.NewWord(x)
	}
	x.Flags |= vinfo.Positive
	if isSmall(y) {
		x.Flags |= vinfo.Small
	}
	return staging.NewInt(x)
}

// low gives the low 64 bits of a term. own: they are in a register that nothing else uses.
func (c *compiler) low(v *Info) (x *Info, own bool) {
	if !isLazy(v) {
		return number(v), false
	}
	op := uint32(v.Rule - ruleLazy)
	x, own = c.low(v.Items[1])
	y, other := c.low(v.Items[2])
	if op != bc.NB_SUBTRACT && op != bc.NB_LSHIFT && (x.IsKnown() || other && !own) {
		x, y, own = y, x, other
	}
	if !own {
		x = c.copyOf(x)
	}
	c.combine(op, x, y)
	return x, true
}

// combine sets x, which nothing else uses, to x op y modulo 2**64.
func (c *compiler) combine(op uint32, x, y *Info) {
	s, a := c.s, c.a
	switch {
	case op == bc.NB_LSHIFT && y.IsKnown():
		a.ShlI(s.InReg(x), uint8(y.Known.Value))
		return
	case op == bc.NB_LSHIFT:
		xr, yr := c.beside(x, y, x86.RCX)
		a.Mov(x86.RCX, yr)
		a.ShiftRC(x86.SHL, x86.W64, xr)
		return
	case op == bc.NB_MULTIPLY && fits32(y):
		r := s.InReg(x)
		a.ImulRRI(x86.W64, r, r, int32(y.Known.Value))
		return
	case fits32(y) || op == bc.NB_AND && isLow32(y):
		c.aluRI(op, s.InReg(x), y)
		return
	}
	yr := s.InReg(y)
	s.Pin(yr)
	xr := s.InReg(x)
	s.Unpin(yr)
	if op == bc.NB_MULTIPLY {
		a.Imul(xr, yr)
	} else {
		a.AluRR(alus[op], x86.W64, xr, yr)
	}
}

// shiftWord is the word x shifted right by 0 to 63.
func (c *compiler) shiftWord(x, y *Info) *Info {
	if !y.IsKnown() {
		return staging.NewWord(c.shifted(x86.SHR, x, y))
	}
	n := uint8(y.Known.Value)
	if n == 0 {
		return staging.NewWord(x)
	}
	r := c.onto(1, x)
	c.a.ShrI(x86.Reg(r.Place.N()), n)
	r.Flags |= vinfo.Positive
	if n >= 16 {
		r.Flags |= vinfo.Small
	}
	return staging.NewInt(r)
}

// divideWord is the quotient or remainder of a word x and the term w; nil: the helper must compute.
func (c *compiler) divideWord(remainder bool, x, w *Info) *Info {
	s, a := c.s, c.a
	y := number(w)
	if !c.isDivisor(w) {
		return nil
	}
	if n := y.Known; n != nil && n.Value&(n.Value-1) == 0 { // a power of two
		if !remainder {
			return c.shiftWord(x, intConst(int64(bits.TrailingZeros64(n.Value))))
		}
		return c.mask(1, nil, staging.NewWord(x), staging.NewInt(intConst(int64(n.Value-1))))
	}
	rax, rdx := vinfo.Reg(int(x86.RAX)), vinfo.Reg(int(x86.RDX))
	xr, yr := c.beside(x, y, x86.RAX, x86.RDX)
	a.Mov(x86.RAX, xr)
	a.Zero(x86.RDX)
	a.UnaryR(x86.DIV, x86.W64, yr)
	switch {
	case remainder && isWord(w):
		return staging.NewWord(s.NewIn(vinfo.Int, rdx))
	case remainder:
		r := s.NewIn(vinfo.Int, rdx)
		r.Flags |= vinfo.Positive
		if isSmall(y) {
			r.Flags |= vinfo.Small
		}
		return staging.NewInt(r)
	}
	r := s.NewIn(vinfo.Int, rax)
	if !y.IsKnown() {
		return staging.NewWord(r)
	}
	r.Flags |= vinfo.Positive
	if y.Known.Value >= 1<<16 {
		r.Flags |= vinfo.Small
	}
	return staging.NewInt(r)
}

// compareLongs compares two ints of which at least one may be beyond int64; ok false: the helper must compare.
func (c *compiler) compareLongs(op uint32, a, b *Info) (k cond, ok bool) {
	v, w := c.term(a), c.term(b)
	if v == nil || w == nil || isLazy(v) || isLazy(w) {
		return k, false
	}
	x, y := number(v), number(w)
	if !isWord(v) && !isWord(w) {
		return c.compareInts(op, intCond, x, y), true
	}
	for _, i := range [...]*Info{v, w} {
		switch {
		case !c.isBelowZero(i):
		case !number(i).IsKnown():
			return k, false
		default: // i is less than any word
			return isTrue([...]bool{i == v, i == v, false, true, i == w, i == w}[op]), true
		}
	}
	return c.compareInts(op, wordCond, x, y), true
}

// inverted is from - v for an int that may be beyond int64; from is 0 for -v, and -1 for ~v.
func (c *compiler) inverted(from int64, v *Info) outcome {
	if v = c.term(v); v != nil {
		v = lazy(bc.NB_SUBTRACT, staging.NewInt(intConst(from)), v)
	}
	if v == nil {
		return c.helper()
	}
	c.s.Pop(1)
	c.s.Push(v)
	return next
}

// settleLazy computes the lazy operations in variables before code continues with other states. Otherwise loops would build ever longer operations.
// A lazy operation in a dead variable may stay: it is only visible in the frame.
func (c *compiler) settleLazy() {
	s := c.s
	var found []*Info
	mark := s.NewMark()
	var look func(i *Info)
	look = func(i *Info) {
		switch {
		case i == nil || i.Mark == mark:
		case isLazy(i):
			found = append(found, i)
		default:
			i.Mark = mark
			for _, x := range i.Items {
				look(x)
			}
		}
	}
	for n, i := range s.Vars[:s.Live()] {
		if i == nil || !isLazy(i) || !c.isDead(n, s.PC) {
			look(i)
		}
	}
	for _, i := range found {
		s.Force(i)
	}
}

// lazyWords describes a lazy operation for computeLazy. The first word holds the steps, four bits each from the lowest on; the numbers of the terms
// follow.
//
//	0           the end
//	1 + number  an operation of two operands
//	14, 15      an operand: an int64, a uint64
func lazyWords(i *Info) []*Info {
	words, steps, n := []*Info{nil}, uint64(0), 0
	step := func(k uint64) {
		steps |= k << n
		n += 4
	}
	var add func(i *Info)
	add = func(i *Info) {
		if isLazy(i) {
			add(i.Items[1])
			add(i.Items[2])
			step(1 + uint64(i.Rule-ruleLazy))
			return
		}
		words = append(words, number(i))
		if isWord(i) {
			step(15)
		} else {
			step(14)
		}
	}
	add(i)
	words[0] = vinfo.NewKnown(vinfo.Raw, steps)
	return words
}

// computeLazy executes the steps that words describe; Null: memory is short.
func computeLazy(t *object.Thread, words []uint64) Value {
	var stack [maxLazy + 1]Value //psy:root it lies on the goroutine's stack
	n := 0
	steps, words := words[0], words[1:]
	for ; steps != 0; steps >>= 4 {
		switch step := steps & 15; step {
		case 14, 15:
			if step == 14 {
				stack[n] = object.NewInt(t, int64(words[0]))
			} else {
				stack[n] = object.NewUint(t, words[0])
			}
			n, words = n+1, words[1:]
		default:
			n--
			stack[n-1] = lazyOps[step-1](t, stack[n-1], stack[n])
		}
		if stack[n-1] == object.Null {
			return object.Null
		}
	}
	return stack[0]
}
