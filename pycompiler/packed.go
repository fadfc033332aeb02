// Items of array.array: numbers that lie in memory as in C. The typecode is promoted, for it tells how they lie there.

package pycompiler

import (
	"math"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// packed describes the items of a typecode that machine code reads and writes; size 0: none.
type packed struct {
	size   uint8
	float  bool
	signed bool
}

func packedItems(code uint64) packed {
	switch code {
	case 'b':
		return packed{size: 1, signed: true}
	case 'B':
		return packed{size: 1}
	case 'h':
		return packed{size: 2, signed: true}
	case 'H':
		return packed{size: 2}
	case 'i':
		return packed{size: 4, signed: true}
	case 'I':
		return packed{size: 4}
	case 'l', 'q':
		return packed{size: 8, signed: true}
	case 'f':
		return packed{size: 4, float: true}
	case 'd':
		return packed{size: 8, float: true}
	}
	return packed{}
}

func (p packed) width() x86.Width {
	switch p.size {
	case 1:
		return x86.W8
	case 2:
		return x86.W16
	case 4:
		return x86.W32
	}
	return x86.W64
}

func isPacked(class uint64) bool {
	return object.PackedArray.Type != 0 && class == uint64(object.PackedArray.Type.Shape())
}

// packedOf tells how the items of the array v lie in memory. The item itemCode of the vinfo of an array is its typecode, a Raw, which never changes.
// If ok is false, the instruction ends with o.
func (c *compiler) packedOf(v *Info) (p packed, o outcome, ok bool) {
	if v.Time != vinfo.RunTime {
		return p, c.helper(), false
	}
	code := v.Item(itemCode)
	if code == nil {
		r := c.s.InReg(v)
		c.s.Pin(r)
		code = c.s.NewReg(vinfo.Raw)
		c.s.Unpin(r)
		c.a.MovzxRM(x86.W8, x86.Reg(code.Place.N()), x86.Ptr(r, object.PackedArray.Code))
		v.SetItem(itemCode, code)
	}
	if !code.IsKnown() {
		if code.Not&promotion.NotPromoted != 0 {
			return p, c.helper(), false
		}
		return p, c.promoteAny(code, &promotion.Site{}), false
	}
	if p = packedItems(code.Known.Value); p.size == 0 {
		return p, c.helper(), false
	}
	return p, next, true
}

// loadPacked is BINARY_SUBSCR of an array.
func (c *compiler) loadPacked() outcome {
	s := c.s
	v, k := s.Top(1), s.Top(0)
	isInt, o := c.intIndex(k)
	switch {
	case o == ended:
		return o
	case !isInt:
		return c.helper()
	}
	p, o, ok := c.packedOf(v)
	if !ok {
		return o
	}
	at, done, ok := c.packedSpot(v, s.Int(k), p)
	if !ok {
		done()
		return c.helper()
	}
	var item *Info
	if p.float {
		x := s.NewX()
		c.loadFloat(x, at, p)
		item = staging.NewFloat(x)
	} else {
		x := s.NewReg(vinfo.Int)
		c.loadInt(x, at, p)
		item = staging.NewInt(x)
	}
	done()
	s.Pop(2)
	s.Push(item)
	return next
}

// loadFloat loads a float that lies in memory as p says into the register of x.
func (c *compiler) loadFloat(x *Info, at x86.Mem, p packed) {
	a, r := c.a, x86.XReg(x.Place.N())
	if p.size == 8 {
		a.MovsdRM(r, at)
		c.computed(x) // a NaN in memory has no identity
		return
	}
	a.ZeroX(r)
	a.MovssRM(r, at)
	a.Cvtss2sd(r, r)
}

// loadInt loads an int that lies in memory as p says into the register of x.
func (c *compiler) loadInt(x *Info, at x86.Mem, p packed) {
	a, r := c.a, x86.Reg(x.Place.N())
	switch {
	case p.size == 8:
		a.Load(r, at)
	case p.signed:
		a.MovsxRM(p.width(), r, at)
	case p.size == 4:
		a.MovRM(x86.W32, r, at)
	default:
		a.MovzxRM(p.width(), r, at)
	}
	if p.size < 8 {
		x.Flags |= vinfo.Small
	}
}

// packedSpot is the memory of the item with the index k. done unpins the registers that it uses. ok false: the code being compiled is the side exit for an
// index out of bounds.
func (c *compiler) packedSpot(v, k *Info, p packed) (at x86.Mem, done func(), ok bool) {
	s, a := c.s, c.a
	seq := s.InReg(v)
	s.Pin(seq)
	i, ok := c.spot(seq, object.PackedArray.Size, k)
	if !ok {
		return at, func() { s.Unpin(seq) }, false
	}
	if i.reg != x86.NoReg {
		s.Pin(i.reg)
	}
	data := s.Temp()
	s.Pin(data)
	a.Load(data, x86.Ptr(seq, object.PackedArray.Data))
	return i.mem(data, p.size, rawData), func() {
		s.Unpin(data)
		if i.reg != x86.NoReg {
			s.Unpin(i.reg)
		}
		s.Unpin(seq)
	}, true
}

// storePacked is STORE_SUBSCR of an array.
func (c *compiler) storePacked() outcome {
	s, a := c.s, c.a
	x, v, k := s.Top(2), s.Top(1), s.Top(0)
	isInt, o := c.intIndex(k)
	switch {
	case o == ended:
		return o
	case !isInt:
		return c.helper()
	}
	p, o, ok := c.packedOf(v)
	if !ok {
		return o
	}
	class, stop := classIn(x, numbers)
	if stop {
		return c.promoteSwitch(x, numbers)
	}
	if p.float {
		if class != staging.ClassFloat && class != staging.ClassInt {
			return c.helper()
		}
		return c.storePackedFloat(c.asFloat(x, class), v, k, p)
	}
	if class != staging.ClassInt || !c.fitsPacked(s.Int(x), p) {
		return c.helper()
	}
	xr := s.InReg(s.Int(x))
	s.Pin(xr)
	at, done, ok := c.packedSpot(v, s.Int(k), p)
	if ok {
		a.MovMR(p.width(), at, xr)
	}
	done()
	s.Unpin(xr)
	if !ok {
		return c.helper()
	}
	s.Pop(3)
	return next
}

// fitsPacked tests whether the Int x fits an item.
func (c *compiler) fitsPacked(x *Info, p packed) bool {
	if p.size == 8 {
		return true
	}
	bits := 8 * uint(p.size)
	low, high := int64(0), int64(1)<<bits-1
	if p.signed {
		low, high = -(high+1)/2, high/2
	}
	if x.IsKnown() {
		n := int64(x.Known.Value)
		return n >= low && n <= high
	}
	a, t := c.a, staging.Scratch
	a.Mov(t, c.s.InReg(x))
	if p.signed {
		a.ShlI(t, uint8(64-bits))
		a.SarI(t, uint8(64-bits))
		a.Cmp(t, c.s.InReg(x))
	} else {
		a.ShrI(t, uint8(bits))
	}
	return !c.when(stats.Bounds, c.onlyIf(x86.NE))
}

// storePackedFloat stores the Float x. A NaN is left to the helper, for its bits are its identity.
func (c *compiler) storePackedFloat(x, v, k *Info, p packed) outcome {
	s, a := c.s, c.a
	if x.IsKnown() && math.IsNaN(math.Float64frombits(x.Known.Value)) {
		return c.helper()
	}
	xr := s.InX(s.Keep(x))
	if !x.IsKnown() {
		a.SseRR(x86.UCOMISD, xr, xr)
		if c.when(stats.NaN, c.onlyIf(x86.P)) {
			return c.helper()
		}
	}
	s.PinX(xr)
	at, done, ok := c.packedSpot(v, s.Int(k), p)
	switch {
	case !ok:
	case p.size == 8:
		a.MovsdMR(at, xr)
	default:
		t := s.TempX()
		a.Cvtsd2ss(t, xr)
		a.MovssMR(at, t)
	}
	done()
	if !ok {
		return c.helper()
	}
	s.Pop(3)
	return next
}
