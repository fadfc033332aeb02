// Package object defines Python values, the built-in types and their operators.
// It must not know how bytecode is executed: Python functions are called only through Runtime.Interpreter.
package object

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Value is one Python value in 64 bits; docs/DESIGN.md has the table of encodings.
type Value uint64

// The constants that are values by themselves. All heap addresses are larger.
const (
	Null           Value = 0 // unbound, absent, or "an exception is set"
	None           Value = 2
	False          Value = 4
	True           Value = 5
	NotImplemented Value = 6
	Ellipsis       Value = 8

	// LastConstant is the greatest word that is a value by itself without being a number.
	LastConstant = 4095

	floatOffset = 1 << 49
	intTag      = 0xFFFE << 48
	intMask     = 1<<49 - 1

	// MinSmall and MaxSmall bound the ints that need no heap object.
	MinSmall = -1 << 48
	MaxSmall = 1<<48 - 1
)

// IsInt reports whether v is an int (not a bool) held in the word itself.
func (v Value) IsInt() bool { return v >= intTag }

// BothInt reports whether a and b are both small ints.
func BothInt(a, b Value) bool { return a&b >= intTag }

// IsFloat reports whether v is exactly a float.
func (v Value) IsFloat() bool { return v-floatOffset < intTag-floatOffset }

// IsPtr reports whether v points to a heap object.
func (v Value) IsPtr() bool { return v-(LastConstant+1) < 1<<48-(LastConstant+1) }

// IsBool reports whether v is True or False.
func (v Value) IsBool() bool { return v|1 == True }

// Int returns the integer held in a small int.
func (v Value) Int() int64 { return int64(v<<15) >> 15 }

// FitsSmall reports whether i can be a small int.
func FitsSmall(i int64) bool { return i<<15>>15 == i }

// SmallInt makes an int of i, which must fit (FitsSmall).
func SmallInt(i int64) Value { return Value(uint64(i)&intMask | intTag) }

// Float makes a float.
func Float(f float64) Value {
	if f != f {
		return nanValue(f)
	}
	return Value(math.Float64bits(f) + floatOffset)
}

// nanSerial numbers the NaNs made by this process.
var nanSerial atomic.Uint64

// nanValue makes a NaN with the sign of f. Its payload is a serial number: NaNs are told apart by identity, as in "x in [x]" and
// "[nan] == [nan]", so each computed one is an object of its own. Payloads below 2**48 cannot collide with ints.
//
// It is a signaling NaN. What a processor computes is a quiet one, whatever its operands are, so code that has floats in registers can tell
// a NaN that was only moved about from one that is new: see SameFloat.
func nanValue(f float64) Value {
	const signaling = 0x7FF4 << 48
	bits := math.Float64bits(f)&(1<<63) | signaling | nanSerial.Add(1)&(1<<48-1)
	return Value(bits + floatOffset)
}

// SameFloat is Float for a float that may be a value's already: a NaN that is one stays the same object.
func SameFloat(f float64) Value {
	const quiet = 1 << 51
	if bits := math.Float64bits(f); f == f || bits&quiet == 0 {
		return Value(bits + floatOffset)
	}
	return nanValue(f)
}

// Outward is f as it leaves psy in bytes: a NaN without the payload that tells it apart here.
func Outward(f float64) float64 {
	if f != f {
		return math.Copysign(math.Float64frombits(0x7FF8<<48), f)
	}
	return f
}

// Float returns the float64 held in a float.
func (v Value) Float() float64 { return math.Float64frombits(uint64(v) - floatOffset) }

// Bool makes True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Ptr returns the address that v holds; v must be a heap pointer.
func (v Value) Ptr() unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), uintptr(v)) }

// FromPtr makes a value of an object's address.
func FromPtr(p unsafe.Pointer) Value { return Value(uintptr(p)) }

// As views v as an object of Go type T; the caller has checked the type.
func As[T any](v Value) *T { return (*T)(v.Ptr()) }

// Of makes a value of a pointer to an object.
func Of[T any](p *T) Value { return Value(uintptr(unsafe.Pointer(p))) }

// ShapeID returns the shape of a heap object.
func (v Value) ShapeID() uint32 { return (*heap.Header)(v.Ptr()).Shape }

// IsExact reports whether v is a heap object whose shape is id's root shape: exactly a built-in type, no subclass.
func (v Value) IsExact(id TypeID) bool { return v.IsPtr() && v.ShapeID() == id.Shape() }

func setFlags(h *heap.Header, f uint8) { h.Meta = h.Meta&^0xFF | uint32(f) }

func regionBase(p unsafe.Pointer) uintptr { return uintptr(p) &^ (heap.RegionSize - 1) }

// ShapeOf returns the shape record of a heap object.
func ShapeOf(v Value) *Shape {
	p := v.Ptr()
	return (*Shape)(unsafe.Add(unsafe.Pointer(nil), regionBase(p)+uintptr((*heap.Header)(p).Shape)*heap.Granule))
}

// word returns the address of the i-th 8-byte word of an object.
func word(p unsafe.Pointer, i int) *Value { return (*Value)(unsafe.Add(p, uintptr(i)*8)) }

// Slot returns the address of word i of the heap object v.
func Slot(v Value, i int) *Value { return word(v.Ptr(), i) }
