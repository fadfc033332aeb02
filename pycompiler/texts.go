// Strs compared and added; operators of floats that take a call.
package pycompiler

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/libm"
	"github.com/psyco-go/psy/object"
	bc "github.com/psyco-go/psy/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/stats"
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

// compareTexts is COMPARE_OP for what are no numbers.
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

// isShort reports whether a str's text is at most a word, of bytes.
func isShort(t *object.Str) bool { return t.Kind() == 0 && t.Len <= 8 }

// equalsShort compares a str with a known short one:
//
//	(x.Len ^ len) | (x.kind) | (first word of x ^ text) << bits behind the text
//
// The first word can be read whatever the length is, since objects are multiples of 16 bytes.
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

// binaryTexts is BINARY_OP for what are no numbers: + of strs. When the sum goes to the local variable that the left one came from, it may
// be made in place (object.StrAppend).
func (c *compiler) binaryTexts(op uint32) outcome {
	s := c.s
	if op != bc.NB_ADD {
		return c.operator()
	}
	ok, o := c.bothTexts()
	if o == ended {
		return o
	}
	if !ok {
		return c.operator()
	}
	x, y := s.Top(1), s.Top(0)
	if then := c.u.ins[c.in.next]; then.op == bc.STORE_FAST && s.Vars[then.arg] == x {
		ok = !c.quick(x86.FuncPC(object.StrAddTo), vinfo.NewKnown(vinfo.Raw, uint64(then.arg)), x, y)
	} else {
		ok = !c.quick(x86.FuncPC(object.StrPlus), x, y)
	}
	if !ok {
		return c.helper()
	}
	r := c.result()
	r.SetItem(staging.ItemClass, staging.NewClass(classStr))
	s.Pop(2)
	s.Push(r)
	return next
}

// floatCall computes x // y, x % y or x ** y by the functions that object uses; nil: the helper does.
func (c *compiler) floatCall(op uint32, x, y *Info) *Info {
	var f uintptr
	switch op {
	case bc.NB_FLOOR_DIVIDE:
		f = x86.FuncPC(object.FloatDivmod)
	case bc.NB_REMAINDER:
		f = x86.FuncPC(object.FloatMod)
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
		if !isNatural(y) && c.notAbove(x) { // else it may be a complex number, or an error
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
	if op == bc.NB_POWER { // what is not finite may be an error
		a.MovXX(1, 0)
		a.SseRR(x86.SUBSD, 1, 0)
		a.SseRR(x86.UCOMISD, 1, 1)
		if c.when(stats.Overflow, c.onlyIf(x86.P)) {
			return nil
		}
	}
	return staging.NewFloat(s.NewIn(vinfo.Float, vinfo.XReg(0)))
}

// isNatural reports whether a Float is known, whole and above zero.
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
		c.a.MovRI(staging.Scratch, x.Known.Value)
		c.a.MovqXR(r, staging.Scratch)
		return
	}
	c.a.MovsdRM(r, staging.Mem(x.Place))
}

// isZero asks whether the Float y is zero.
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

// notAbove asks whether the Float x is not above zero, or a NaN.
func (c *compiler) notAbove(x *Info) bool {
	if x.IsKnown() {
		return !(math.Float64frombits(x.Known.Value) > 0)
	}
	s, a := c.s, c.a
	xr := s.InX(x)
	zero := s.TempX()
	a.ZeroX(zero)
	a.SseRR(x86.UCOMISD, xr, zero)
	return c.when(stats.DivisionByZero, c.onlyIf(x86.BE))
}
