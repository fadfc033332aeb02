// Help for __repr__ of containers: recursion, and building the text.

package object

import (
	"strconv"
	"unsafe"
)

// ReprEnter begins showing container v: 0, or 1 when v is being shown already, -1 on error. ReprLeave must follow a 0.
func ReprEnter(t *Thread, v Value) int {
	if t.reprStack == nil {
		if t.reprStack = NewList(t, 0); t.reprStack == nil {
			return -1
		}
	}
	for _, x := range t.reprStack.Slice() {
		if x == v {
			return 1
		}
	}
	if !t.reprStack.Append(t, v) {
		return -1
	}
	return 0
}

// ReprLeave ends what ReprEnter began.
func ReprLeave(t *Thread, v Value) {
	l := t.reprStack
	if l == nil || l.Size == 0 {
		return
	}
	i := l.Len() - 1
	for i > 0 && *l.At(i) != v {
		i--
	}
	copy(l.Slice()[i:], l.Slice()[i+1:])
	l.Size--
	*l.Items.At(int(l.Size)) = Null
}

// AppendRepr appends repr(v) in WTF-8; false on error.
func AppendRepr(t *Thread, b []byte, v Value) ([]byte, bool) {
	if v.IsInt() {
		return strconv.AppendInt(b, v.Int(), 10), true
	}
	r := Repr(t, v)
	if r == Null {
		return b, false
	}
	return GrowStr(t, b, r)
}

// GrowStr is AppendStr in counted memory, see Grow; false, with MemoryError set, if there is none. Some room is left for what stands between texts.
func GrowStr(t *Thread, b []byte, v Value) ([]byte, bool) {
	s := As[Str](v)
	n := int(s.Len)
	if !s.IsASCII() {
		n *= int(s.Kind()) + 2
	}
	b, ok := Grow(t, b, n+64)
	if !ok {
		return b, false
	}
	return AppendStr(b, v), true
}

// AppendStr appends the text of a str in WTF-8.
func AppendStr(b []byte, v Value) []byte {
	s := As[Str](v)
	if s.IsASCII() {
		return append(b, s.View()...)
	}
	return s.AppendUTF8(b, 0, int(s.Len))
}

// StrOfBytes makes a str of WTF-8 text.
func StrOfBytes(t *Thread, b []byte) Value {
	return NewStr(t, unsafe.String(unsafe.SliceData(b), len(b)))
}
