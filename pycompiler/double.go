// Products and sums of machine words, which have up to 128 bits. Their quotients, remainders and right shifts are computed in two registers.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// isDouble reports whether the lazy operation v is a product of two terms that are not lazy, or a sum of such products and terms with at most the
// given number of additions. If no term is negative, the result is below 2**128.
func isDouble(v *Info, additions int) bool {
	x, y := v.Items[1], v.Items[2]
	switch uint32(v.Rule - ruleLazy) {
	case bc.NB_MULTIPLY:
		return !isLazy(x) && !isLazy(y)
	case bc.NB_ADD:
		if isLazy(y) {
			x, y = y, x
		}
		return additions > 0 && !isLazy(y) && (!isLazy(x) || isDouble(x, additions-1))
	}
	return false
}

// hasNegative tests whether a term of v is negative.
func (c *compiler) hasNegative(v *Info) bool {
	if isLazy(v) {
		return c.hasNegative(v.Items[1]) || c.hasNegative(v.Items[2])
	}
	return c.isBelowZero(v)
}

// doubleOp is v // w, v % w or v >> w of a lazy operation and a term that is not lazy; nil: the helper must compute.
func (c *compiler) doubleOp(op uint32, v, w *Info) *Info {
	if !isDouble(v, 2) || c.hasNegative(v) {
		return nil
	}
	if op != bc.NB_RSHIFT {
		if !c.isDivisor(w) {
			return nil
		}
		return c.divideDouble(op == bc.NB_REMAINDER, v, w)
	}
	n := number(w)
	if isWord(w) || !n.IsKnown() || n.Known.Value-1 >= 127 {
		return nil
	}
	return c.shiftDouble(v, uint8(n.Known.Value))
}

// double computes v, for which isDouble holds, in two registers of its own.
func (c *compiler) double(v *Info) (lo, hi *Info) {
	s, a := c.s, c.a
	op, v, w := uint32(v.Rule-ruleLazy), v.Items[1], v.Items[2]
	if op == bc.NB_MULTIPLY {
		rax, rdx := vinfo.Reg(int(x86.RAX)), vinfo.Reg(int(x86.RDX))
		xr, yr := c.beside(number(v), number(w), x86.RAX, x86.RDX)
		a.Mov(x86.RAX, xr)
		a.UnaryR(x86.MUL, x86.W64, yr)
		return s.NewIn(vinfo.Int, rax), s.NewIn(vinfo.Int, rdx)
	}
	if isLazy(w) {
		v, w = w, v
	}
	if isLazy(v) {
		lo, hi = c.double(v)
	} else {
		lo, hi = c.copyOf(number(v)), s.NewReg(vinfo.Int)
		a.MovRI(x86.Reg(hi.Place.N()), 0)
	}
	y := s.InReg(number(w))
	s.Pin(y)
	l := s.InReg(lo)
	s.Pin(l)
	h := s.InReg(hi)
	s.Unpin(l)
	s.Unpin(y)
	a.Add(l, y)
	a.AluRI(x86.ADC, x86.W64, h, 0)
	return lo, hi
}

// divideDouble divides v by w, which is above zero.
func (c *compiler) divideDouble(remainder bool, v, w *Info) *Info {
	s, a := c.s, c.a
	lo, hi := c.double(v)
	s.Move([]staging.Move{{From: lo, To: vinfo.Reg(int(x86.RAX))}, {From: hi, To: vinfo.Reg(int(x86.RDX))}})
	s.Pin(x86.RAX)
	s.Pin(x86.RDX)
	d := s.InReg(number(w))
	s.Unpin(x86.RDX)
	s.Unpin(x86.RAX)
	a.Cmp(x86.RDX, d)
	if c.when(stats.Overflow, c.onlyIf(x86.AE)) { // the quotient has more than 64 bits
		if !remainder {
			return nil
		}
		a.Mov(staging.Scratch, x86.RAX)
		a.Mov(x86.RAX, x86.RDX)
		a.Zero(x86.RDX)
		a.UnaryR(x86.DIV, x86.W64, d)
		a.Mov(x86.RAX, staging.Scratch)
	}
	a.UnaryR(x86.DIV, x86.W64, d)
	switch {
	case !remainder:
		return staging.NewWord(lo)
	case isWord(w):
		return staging.NewWord(hi)
	}
	hi.Flags |= vinfo.Positive
	if isSmall(number(w)) {
		hi.Flags |= vinfo.Small
	}
	return staging.NewInt(hi)
}

// shiftDouble is v >> n for n from 1 to 127; nil: the result has more than 64 bits.
func (c *compiler) shiftDouble(v *Info, n uint8) *Info {
	s, a := c.s, c.a
	lo, hi := c.double(v)
	h := s.InReg(hi)
	if n < 64 {
		a.Mov(staging.Scratch, h)
		a.ShrI(staging.Scratch, n)
		if c.when(stats.Overflow, c.onlyIf(x86.NE)) {
			return nil
		}
		s.Pin(h)
		l := s.InReg(lo)
		s.Unpin(h)
		a.ShrI(l, n)
		a.ShlI(h, 64-n)
		a.Or(l, h)
		return staging.NewWord(lo)
	}
	if n == 64 {
		return staging.NewWord(hi)
	}
	a.ShrI(h, n-64)
	hi.Flags |= vinfo.Positive
	if n >= 64+16 {
		hi.Flags |= vinfo.Small
	}
	return staging.NewInt(hi)
}
