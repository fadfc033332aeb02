// Comparison of strs, + of strs and lists, list times int, and the float operators that are function calls.

package pycompiler

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// bothTexts reports whether the two top items are strs; ended: the class of one is being promoted.
func (c *compiler) bothTexts() (ok bool, o outcome) {
	for n := 1; n >= 0; n-- {
		i := c.s.Top(n)
		class, stop := classIn(i, texts)
		if stop {
			return false, c.promoteSwitch(i, texts)
		}
		if class != classStr {
			return false, next
		}
	}
	return true, next
}

// compareTexts is COMPARE_OP for operands that are not two numbers.
func (c *compiler) compareTexts() outcome {
	s := c.s
	op := c.in.arg >> 5
	if op != bc.CompareEQ && op != bc.CompareNE {
		return c.comparison()
	}
	ok, o := c.bothTexts()
	if o == ended {
		return o
	}
	if !ok {
		return c.comparison()
	}
	x, y := s.Top(1), s.Top(0)
	if x.IsKnown() {
		x, y = y, x
	}
	var k cond
	switch {
	case x.IsKnown():
		k = isTrue(object.StrEqual(text(x), text(y)))
	case y.IsKnown() && isShort(text(y)):
		k = c.equalsShort(x, text(y))
	default:
		c.callQuick(x86.FuncPC(object.StrSame), x, y)
		c.a.CmpI(x86.RAX, int32(object.True))
		k = flags(x86.E)
	}
	if op == bc.CompareNE {
		k = k.negated()
	}
	return c.conclude(k, 2)
}

func text(i *Info) *object.Str { return object.As[object.Str](Value(i.Known.Value)) }

// isShort reports whether a str has one byte per character and fits a word.
func isShort(t *object.Str) bool { return t.Kind() == 0 && t.Len <= 8 }

// equalsShort compares a str with a known short one:
//
//	(x.Len ^ len) | (x.kind) | (first word of x ^ text) << unused bits of the word
//
// The first word can be read whatever the length, since the sizes of objects are multiples of 16 bytes.
func (c *compiler) equalsShort(i *Info, t *object.Str) cond {
	s, a := c.s, c.a
	r := s.InReg(i)
	n := int32(t.Len)
	if n == 0 {
		a.AluMI(x86.CMP, x86.W64, x86.Ptr(r, strLen), 0)
		return flags(x86.E)
	}
	s.Pin(r)
	d := s.Temp()
	s.Unpin(r)
	word := *(*uint64)(unsafe.Add(unsafe.Pointer(t), object.StrData)) << (64 - 8*n)
	a.MovRI(staging.Scratch, word>>(64-8*n))
	a.Load(d, x86.Ptr(r, strData))
	a.Xor(d, staging.Scratch)
	if n < 8 {
		a.ShlI(d, uint8(64-8*n))
	}
	a.Load(staging.Scratch, x86.Ptr(r, strLen))
	a.AluRI(x86.XOR, x86.W64, staging.Scratch, n)
	a.Or(d, staging.Scratch)
	a.MovzxRM(x86.W8, staging.Scratch, x86.Ptr(r, headFlags))
	a.AndI(staging.Scratch, int32(object.StrKindMask))
	a.Or(d, staging.Scratch)
	return flags(x86.E)
}

// binaryOthers is BINARY_OP for operands that are not two numbers: + of strs and of lists, lists times ints; for all others see operator.
func (c *compiler) binaryOthers(op uint32) outcome {
	if op != bc.NB_ADD && op != bc.NB_MULTIPLY {
		return c.operator()
	}
	x, y := c.s.Top(1), c.s.Top(0)
	class, stop := classIn(x, addable)
	if stop {
		return c.promoteSwitch(x, addable)
	}
	var with *promotion.Switch
	switch {
	case op == bc.NB_MULTIPLY && class == classList:
		with = numbers
	case op == bc.NB_ADD && (class == classList || class == classStr):
		with = addable
	default:
		return c.operator()
	}
	other, stop := classIn(y, with)
	switch {
	case stop:
		return c.promoteSwitch(y, with)
	case c.in.arg != op && class == classList: // in place
		if op == bc.NB_MULTIPLY || other != classList || c.quick(x86.FuncPC(object.ListExtend), x, y) {
			return c.helper()
		}
		c.s.Pop(2)
		c.s.Push(x)
		return next
	case op == bc.NB_ADD && class == classStr && other == classStr:
		return c.addTexts()
	case op == bc.NB_ADD && class == classList && other == classList:
		return c.newObject(class, 2, c.quick(x86.FuncPC(object.ListPlus), x, y))
	case op == bc.NB_MULTIPLY && other == staging.ClassInt && !c.isBig(c.s.Int(y)):
		return c.newObject(class, 2, c.quick(x86.FuncPC(object.ListTimes), x, y))
	}
	return c.operator()
}

// newObject ends an instruction with n operands whose result, an object of the class, is in RAX; if failed, the helper is called instead.
func (c *compiler) newObject(class uint64, n int, failed bool) outcome {
	if failed {
		return c.helper()
	}
	r := c.result()
	r.SetItem(staging.ItemClass, staging.NewClass(class))
	c.s.Pop(n)
	c.s.Push(r)
	return next
}

// addTexts is + of strs.
func (c *compiler) addTexts() outcome {
	x, y := c.s.Top(1), c.s.Top(0)
	return c.newObject(classStr, 2, c.quick(x86.FuncPC(object.StrPlus), x, y))
}

// floatCall computes x // y, x % y or x ** y by the functions that package object uses; nil: the helper must compute.
func (c *compiler) floatCall(op uint32, x, y *Info) *Info {
	var f uintptr
	switch op {
	case bc.NB_FLOOR_DIVIDE:
		f = x86.FuncPC(libm.FloorDivmod)
	case bc.NB_REMAINDER:
		f = x86.FuncPC(libm.FloorMod)
	case bc.NB_POWER:
		f = x86.FuncPC(libm.Pow)
	default:
		return nil
	}
	s, a := c.s, c.a
	if x.IsKnown() && y.IsKnown() {
		return nil
	}
	if op == bc.NB_POWER {
		if !isNatural(y) && c.isBelow(x, y) {
			return nil
		}
	} else if c.isZero(y) {
		return nil
	}
	s.Keep(x)
	s.Keep(y)
	s.SaveRegs()
	c.floatTo(0, x)
	c.floatTo(1, y)
	a.CallHelper(f)
	c.afterCall()
	if op == bc.NB_POWER && c.isNotFinite(stats.Overflow) { // the result may be an error
		return nil
	}
	return staging.NewFloat(s.NewIn(vinfo.Float, vinfo.XReg(0)))
}

// isNotFinite tests whether the result of a call, in XMM0, is infinite or a NaN.
func (c *compiler) isNotFinite(reason stats.Reason) bool {
	c.a.MovXX(1, 0)
	c.a.SseRR(x86.SUBSD, 1, 0)
	c.a.SseRR(x86.UCOMISD, 1, 1)
	return c.when(reason, c.onlyIf(x86.P))
}

// isNatural reports whether a Float is known to be whole and above zero.
func isNatural(y *Info) bool {
	if !y.IsKnown() {
		return false
	}
	f := math.Float64frombits(y.Known.Value)
	return f > 0 && f == math.Floor(f)
}

// floatTo loads a float, a constant or in memory, into an SSE register.
func (c *compiler) floatTo(r x86.XReg, x *Info) {
	if x.IsKnown() {
		c.a.MovsdRM(r, c.s.Literal(x.Known.Value))
		return
	}
	c.a.MovsdRM(r, staging.Mem(x.Place))
}

// isZero tests whether the Float y is zero.
func (c *compiler) isZero(y *Info) bool {
	if y.IsKnown() {
		return math.Float64frombits(y.Known.Value) == 0
	}
	s, a := c.s, c.a
	yr := s.InX(y)
	zero := s.TempX()
	a.ZeroX(zero)
	a.SseRR(x86.UCOMISD, yr, zero)
	return c.when(stats.DivisionByZero, func(l x86.Label) x86.Site {
		nan := a.NewLabel()
		a.Jcc(x86.P, nan)
		site := a.JccSite(x86.E, l)
		a.Bind(nan)
		return site
	})
}

// isBelow tests whether x ** y may be a complex number or an error because of the Float x: x is a NaN or below zero, or x is zero and y is not
// known to be above zero.
func (c *compiler) isBelow(x, y *Info) bool {
	zeroIsFine := y.IsKnown() && math.Float64frombits(y.Known.Value) > 0
	if x.IsKnown() {
		f := math.Float64frombits(x.Known.Value)
		return !(f > 0 || f == 0 && zeroIsFine)
	}
	s, a := c.s, c.a
	xr := s.InX(x)
	zero := s.TempX()
	a.ZeroX(zero)
	a.SseRR(x86.UCOMISD, xr, zero)
	if zeroIsFine {
		return c.when(stats.Unsupported, c.onlyIf(x86.B))
	}
	return c.when(stats.Unsupported, c.onlyIf(x86.BE))
}
