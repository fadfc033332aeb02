// Fields of Go structs: numbers at an address that an object has. The object says whether it has the address of a struct of the Go type that the field's
// descriptor belongs to, which code tests each time. What was read is not remembered, since Go can change it.

package pycompiler

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

const (
	outsideAt    = int32(unsafe.Offsetof(object.Outside{}.At))
	outsideRead  = int32(unsafe.Offsetof(object.Outside{}.Read))
	outsideWrite = int32(unsafe.Offsetof(object.Outside{}.Write))
)

// outsideLayout says how a field lies in memory; size 0: it is neither an int nor a float.
func outsideLayout(kind object.FieldKind) packed {
	switch kind {
	case object.FieldInt8, object.FieldInt16, object.FieldInt32, object.FieldInt64:
		return packed{size: 1 << (kind - object.FieldInt8), signed: true}
	case object.FieldUint8, object.FieldUint16, object.FieldUint32, object.FieldUint64:
		return packed{size: 1 << (kind - object.FieldUint8)}
	case object.FieldFloat32:
		return packed{size: 4, float: true}
	case object.FieldFloat64:
		return packed{size: 8, float: true}
	case object.FieldBool:
		return packed{size: 1}
	}
	return packed{}
}

// isOther tests whether the object in r has no struct of the Go type of f, or none that may be read or written.
func (c *compiler) isOther(r x86.Reg, word int32, f *object.FieldDescr) bool {
	c.a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, word), int32(f.Type))
	return c.when(stats.TypeMiss, c.onlyIf(x86.NE))
}

// fieldOutside reads the field of owner that d describes; nil: the helper must.
func (c *compiler) fieldOutside(owner *Info, d Value) *Info {
	s, a := c.s, c.a
	f := object.As[object.FieldDescr](d)
	if f.Kind == object.FieldStr {
		if c.quick(x86.FuncPC(object.PeekField), constant(d), owner) {
			return nil
		}
		return c.result()
	}
	p := outsideLayout(f.Kind)
	r := s.InReg(owner)
	if p.size == 0 || c.isOther(r, outsideRead, f) {
		return nil
	}
	s.Pin(r)
	defer s.Unpin(r)
	if p.float {
		t := s.Temp()
		a.Load(t, x86.Ptr(r, outsideAt))
		s.Pin(t)
		x := s.NewX()
		s.Unpin(t)
		c.loadFloat(x, x86.Ptr(t, int32(f.Offset)), p)
		return staging.NewFloat(x)
	}
	x := s.NewReg(vinfo.Int)
	xr := x86.Reg(x.Place.N())
	a.Load(xr, x86.Ptr(r, outsideAt))
	c.loadInt(x, x86.Ptr(xr, int32(f.Offset)), p)
	switch f.Kind {
	case object.FieldBool:
		return staging.NewBool(x)
	case object.FieldUint64:
		if c.whenZero(stats.Overflow, x, x86.S) {
			return staging.NewWord(x)
		}
	}
	return staging.NewInt(x)
}

// storeField is STORE_ATTR of the field that d describes.
func (c *compiler) storeField(d Value, owner, v *Info) outcome {
	s, a := c.s, c.a
	f := object.As[object.FieldDescr](d)
	p := outsideLayout(f.Kind)
	var class uint64
	switch {
	case p.size == 0:
		return c.helper()
	case f.Kind == object.FieldBool:
		of, known, o := c.findClass(v)
		if o == ended {
			return o
		}
		if !known || of != staging.ClassBool {
			return c.helper()
		}
	default:
		of, stop := classIn(v, numbers)
		if stop {
			return c.promoteSwitch(v, numbers)
		}
		class = of
	}
	if p.float {
		if class != staging.ClassFloat {
			return c.helper()
		}
		return c.storeFloatField(f, owner, s.Float(v), p)
	}
	if f.Kind != object.FieldBool && (class != staging.ClassInt || !c.fitsPacked(s.Int(v), p) || f.Kind == object.FieldUint64 && c.isNegative(s.Int(v))) {
		return c.helper()
	}
	r := s.InReg(owner)
	if c.isOther(r, outsideWrite, f) {
		return c.helper()
	}
	s.Pin(r)
	xr := s.InReg(s.Int(v))
	s.Pin(xr)
	t := s.Temp()
	s.Unpin(xr)
	s.Unpin(r)
	a.Load(t, x86.Ptr(r, outsideAt))
	a.MovMR(p.width(), x86.Ptr(t, int32(f.Offset)), xr)
	s.Pop(2)
	return next
}

func (c *compiler) isNegative(x *Info) bool {
	if x.IsKnown() {
		return int64(x.Known.Value) < 0
	}
	return c.whenZero(stats.Overflow, x, x86.S)
}

// storeFloatField stores the Float x, unless it is a NaN or has no equal of the field's width.
func (c *compiler) storeFloatField(f *object.FieldDescr, owner, x *Info, p packed) outcome {
	s, a := c.s, c.a
	if x.IsKnown() && math.IsNaN(math.Float64frombits(x.Known.Value)) {
		return c.helper()
	}
	xr := s.InX(s.Keep(x))
	s.PinX(xr)
	if !x.IsKnown() {
		a.SseRR(x86.UCOMISD, xr, xr)
		if c.when(stats.NaN, c.onlyIf(x86.P)) {
			return c.helper()
		}
	}
	from := xr
	if p.size == 4 {
		from = s.TempX()
		s.PinX(from)
		back := s.TempX()
		a.Cvtsd2ss(from, xr)
		a.ZeroX(back)
		a.Cvtss2sd(back, from)
		a.SseRR(x86.UCOMISD, back, xr)
		if c.when(stats.Overflow, c.onlyIf(x86.NE)) {
			return c.helper()
		}
	}
	r := s.InReg(owner)
	if c.isOther(r, outsideWrite, f) {
		return c.helper()
	}
	s.Pin(r)
	t := s.Temp()
	s.Unpin(r)
	a.Load(t, x86.Ptr(r, outsideAt))
	if at := x86.Ptr(t, int32(f.Offset)); p.size == 4 {
		a.MovssMR(at, from)
	} else {
		a.MovsdMR(at, from)
	}
	s.Pop(2)
	return next
}
