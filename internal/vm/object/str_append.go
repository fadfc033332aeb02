// a + b of strs. Who adds to the end of a long string again and again does not copy it each time.
//
// The first + of two strings makes one as long as both, marked as a sum. A + whose left operand is a sum puts the result into a room:
// memory with a quarter of itself to spare, which a str refers to instead of holding its text. When such a str is the left operand, and
// what the room holds ends where its text ends, the right operand is written behind it, and the result is one more str that refers to
// the room. Those before still end where they ended: nobody can tell. So it matters not who else knows the strings, or whether they
// stand in a local variable, an attribute or an item. A room is at most a quarter longer than the shortest str in it, so that a str that
// is left of many keeps little too much.

package object

import "unsafe"

// appendMin is the length from which a sum is made to be added to.
const appendMin = 256

// room is a Raw for up to Size bytes, from roomData on. The first Used are texts of strs with the flag StrShared.
type room struct {
	Raw
	Used, Size int64
}

const roomData = unsafe.Sizeof(room{})

// StrRoomData is where in its room the text of a str with the flag StrShared begins.
const StrRoomData = int32(roomData)

// room returns where the text of a str is that has the flag StrShared.
func (s *Str) room() *room { return *(**room)(unsafe.Add(unsafe.Pointer(s), StrData)) }

// StrConcat is a + b of strs.
func StrConcat(t *Thread, a, b Value) Value {
	x, y := As[Str](a), As[Str](b)
	n := int(x.Len + y.Len)
	switch {
	case n == 0:
		return t.RT.EmptyStr
	case x.Len == 0 && a.IsExact(TStr):
		return exactStr(t, b)
	case y.Len == 0 && b.IsExact(TStr):
		return exactStr(t, a)
	}
	flags := widerFlags(x.flags(), y.flags())
	if n >= appendMin {
		if uint8(x.Meta)&(strSum|StrShared) != 0 {
			return strExtend(t, x, y, n, flags)
		}
		flags |= strSum
	}
	s := allocStrRaw(t, n, flags)
	if s == nil || !copyStrNew(t, s, 0, x, 0, int(x.Len)) || !copyStrNew(t, s, int(x.Len), y, 0, int(y.Len)) {
		return Null
	}
	return Of(s)
}

// strExtend is x + y, of n code points, as the flags say, in the room of x or a new one.
func strExtend(t *Thread, x, y *Str, n int, flags uint8) Value {
	if uint64(n) > maxStrLen {
		return t.NoMemory()
	}
	s := (*Str)(t.Alloc(TStr.Shape(), StrData+8, flags|StrShared))
	if s == nil {
		return t.NoMemory()
	}
	s.Len = int64(n)
	width := flags & StrKindMask
	start, end := x.Len<<width, int64(n)<<width
	place := (**room)(unsafe.Add(unsafe.Pointer(s), StrData))
	if uint8(x.Meta)&StrShared != 0 && x.Kind() == width {
		if r := x.room(); r.Used == start && end <= r.Size {
			*place = r
			if y.Len == 1 {
				s.put(n-1, y.At(0))
			} else if !copyStrNew(t, s, int(x.Len), y, 0, int(y.Len)) {
				return Null
			}
			r.Used = end
			return Of(s)
		}
	}
	r := (*room)(t.AllocRaw(TRaw.Shape(), roomData+uintptr(end+end/4), 0))
	if r == nil {
		return t.NoMemory()
	}
	*place = r
	r.Used, r.Size = end, end+end/4
	if !copyStrNew(t, s, 0, x, 0, int(x.Len)) || !copyStrNew(t, s, int(x.Len), y, 0, int(y.Len)) {
		return Null
	}
	return Of(s)
}
