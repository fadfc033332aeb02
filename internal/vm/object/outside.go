// Fields of Go structs: numbers outside of the heap, at an address that an object has, and descriptors that say where and what they are. So they are read
// and written without asking the Go API.

package object

import (
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Outside begins the objects that stand for Go structs. At is no reference for Go's collector: the value behind the handle has the pointer, so the struct
// is there as long as the object, and Go does not move what a pointer in its heap leads to.
type Outside struct {
	heap.Header
	Handle uint64
	At     uintptr
	Read   uint32 // the number of the Go type, if its fields may be read at At; else 0
	Write  uint32 // the same, if they may be written
}

// FieldKind says how a field lies in memory.
type FieldKind uint8

const (
	NoField FieldKind = iota // none that is read here
	FieldInt8
	FieldInt16
	FieldInt32
	FieldInt64
	FieldUint8
	FieldUint16
	FieldUint32
	FieldUint64
	FieldFloat32
	FieldFloat64
	FieldBool
	FieldStr // is only read
)

// FieldDescr begins the descriptors of fields. They do not change.
type FieldDescr struct {
	heap.Header
	Handle uint64
	Offset uint32
	Type   uint32 // number of the Go type, not 0
	Kind   FieldKind
}

// Fields has the types of both. Who has such objects sets it.
var Fields struct {
	Owner TypeID // 0: there are none
	Descr TypeID
}

// FieldOf is d if it is the descriptor of a field that is read and written here, and instances of typ begin with an Outside; else nil.
func FieldOf(t *Thread, d Value, typ *Type) *FieldDescr {
	if Fields.Owner == 0 || !d.IsPtr() || d.ShapeID() != Fields.Descr.Shape() || !typ.IsSubtype(t.RT.Types[Fields.Owner]) {
		return nil
	}
	if f := As[FieldDescr](d); f.Kind != NoField {
		return f
	}
	return nil
}

// place is where the field is if v's struct has it. At is loaded as a pointer, which Go's checks of pointer arithmetic ask for.
func (f *FieldDescr) place(v Value) unsafe.Pointer {
	return unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&As[Outside](v).At)), f.Offset)
}

// ReadField reads a field of v, which begins with an Outside. Null: that cannot be told here, or memory has run out.
func ReadField(t *Thread, f *FieldDescr, v Value) Value {
	if As[Outside](v).Read != f.Type {
		return Null
	}
	p := f.place(v)
	switch f.Kind {
	case FieldInt64:
		return NewInt(t, *(*int64)(p))
	case FieldFloat64:
		return Float(*(*float64)(p))
	case FieldBool:
		return Bool(*(*bool)(p))
	case FieldStr:
		if s := *(*string)(p); utf8.ValidString(s) {
			return NewStr(t, s)
		}
	case FieldInt32:
		return SmallInt(int64(*(*int32)(p)))
	case FieldInt16:
		return SmallInt(int64(*(*int16)(p)))
	case FieldInt8:
		return SmallInt(int64(*(*int8)(p)))
	case FieldUint8:
		return SmallInt(int64(*(*uint8)(p)))
	case FieldUint16:
		return SmallInt(int64(*(*uint16)(p)))
	case FieldUint32:
		return SmallInt(int64(*(*uint32)(p)))
	case FieldUint64:
		return NewUint(t, *(*uint64)(p))
	case FieldFloat32:
		return Float(float64(*(*float32)(p)))
	}
	return Null
}

// WriteField writes x to a field of v, which begins with an Outside. False: nothing is done, for x is not of the field's very type, or does not fit.
func WriteField(f *FieldDescr, v, x Value) bool {
	if As[Outside](v).Write != f.Type {
		return false
	}
	p := f.place(v)
	switch {
	case f.Kind <= FieldUint64:
		return x.IsInt() && writeInt(p, f.Kind, x.Int())
	case f.Kind == FieldFloat64 && x.IsFloat():
		*(*float64)(p) = x.Float()
	case f.Kind == FieldBool && x.IsBool():
		*(*bool)(p) = x == True
	case f.Kind == FieldFloat32 && x.IsFloat():
		n := float32(x.Float())
		if float64(n) != x.Float() {
			return false
		}
		*(*float32)(p) = n
	default:
		return false
	}
	return true
}

func writeInt(p unsafe.Pointer, kind FieldKind, n int64) bool {
	switch kind {
	case FieldInt64:
		*(*int64)(p) = n
		return true
	case FieldInt32:
		return writeFit(p, int32(n), n)
	case FieldInt16:
		return writeFit(p, int16(n), n)
	case FieldInt8:
		return writeFit(p, int8(n), n)
	case FieldUint8:
		return writeFit(p, uint8(n), n)
	case FieldUint16:
		return writeFit(p, uint16(n), n)
	case FieldUint32:
		return writeFit(p, uint32(n), n)
	case FieldUint64:
		if n >= 0 {
			*(*uint64)(p) = uint64(n)
		}
		return n >= 0
	}
	return false
}

// writeFit writes n, which has become x, if it still is n.
func writeFit[T int8 | int16 | int32 | uint8 | uint16 | uint32](p unsafe.Pointer, x T, n int64) bool {
	if int64(x) == n {
		*(*T)(p) = x
	}
	return int64(x) == n
}

// PeekField is ReadField without an exception. d is a FieldDescr.
func PeekField(t *Thread, d, v Value) Value {
	x := ReadField(t, As[FieldDescr](d), v)
	if x == Null {
		t.ClearExc()
	}
	return x
}
