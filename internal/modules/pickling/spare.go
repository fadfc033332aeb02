// Memory of picklers and unpicklers that programs never see: dumps and loads use it again.

package pickling

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Places in the spare memory: what a pickler has, and what an unpickler has, each with its size.
const (
	spareKeys = iota
	spareMask
	spareNumbers
	spareBuf
	spareCap
	spareStack
	spareStackCap
	spareMemo
	spareMemoCap
	spareMarks
	spareRoom
	spares
)

// What has grown beyond these is left to the collector.
const (
	spareEntries = 1 << 10
	spareBytes   = 64 << 10
)

// spareOf is the runtime's spare memory; nil: there is none, or an exception is set since it could not be made.
func spareOf(t *Thread, made bool) *object.Values {
	if v := t.RT.Extra[native.ExtraPickling]; v != null || !made {
		return object.As[object.Values](v)
	}
	s := object.NewValues(t, spares)
	if s != nil {
		t.RT.Extra[native.ExtraPickling] = object.Of(s)
	}
	return s
}

// takeSpare takes what stands at a place of the spare memory: while it is in use nobody else finds it there.
func takeSpare[T any](s *object.Values, i int) *T {
	v := *s.At(i)
	if *s.At(i) = null; v == null {
		return nil
	}
	return object.As[T](v)
}

// takeList makes a list of what takeSpare takes; nil: there is nothing.
func takeList(t *Thread, s *object.Values, i int) *object.List {
	items := takeSpare[object.Values](s, i)
	if items == nil {
		return nil
	}
	l := object.NewList(t, 0)
	if l != nil {
		l.Items, l.Cap = items, s.At(i+1).Int()
	}
	return l
}

// takeSpare gives p the memory of the pickler before it.
func (p *pickler) takeSpare(t *Thread) {
	s := spareOf(t, false)
	if s == nil {
		return
	}
	if p.Keys = takeSpare[object.Values](s, spareKeys); p.Keys != nil {
		p.Numbers, p.Mask = takeSpare[object.Raw](s, spareNumbers), s.At(spareMask).Int()
	}
	if p.Buf = takeSpare[object.Raw](s, spareBuf); p.Buf != nil {
		p.Cap = s.At(spareCap).Int()
	}
}

// leaveSpare leaves the memory of p, whose work is done, to the next one; false: an exception is set.
func (p *pickler) leaveSpare(t *Thread) bool {
	s := spareOf(t, true)
	if s == nil {
		return false
	}
	if p.Keys != nil && p.Mask < spareEntries {
		clear(unsafe.Slice(p.Keys.At(0), p.Mask+1))
		*s.At(spareKeys), *s.At(spareNumbers), *s.At(spareMask) = object.Of(p.Keys), object.Of(p.Numbers), object.SmallInt(p.Mask)
	}
	if p.Buf != nil && p.Cap <= spareBytes {
		*s.At(spareBuf), *s.At(spareCap) = object.Of(p.Buf), object.SmallInt(p.Cap)
	}
	p.clearMemo()
	p.Buf, p.Len, p.Cap = nil, 0, 0
	return true
}

// takeSpare gives u the memory of the unpickler before it.
func (u *unpickler) takeSpare(t *Thread) {
	s := spareOf(t, false)
	if s == nil {
		return
	}
	if l := takeList(t, s, spareStack); l != nil {
		u.Stack = l
	}
	u.Memo = takeList(t, s, spareMemo)
	if u.Marks = takeSpare[object.Raw](s, spareMarks); u.Marks != nil {
		u.Room = s.At(spareRoom).Int()
	}
}

// leaveSpare leaves the memory of u, whose work is done, to the next one; false: an exception is set.
func (u *unpickler) leaveSpare(t *Thread) bool {
	s := spareOf(t, true)
	if s == nil {
		return false
	}
	leaveList(s, spareStack, u.Stack)
	leaveList(s, spareMemo, u.Memo)
	if u.Marks != nil && 8*u.Room <= spareBytes {
		*s.At(spareMarks), *s.At(spareRoom) = object.Of(u.Marks), object.SmallInt(u.Room)
	}
	u.clearMemo()
	u.Stack, u.Marks, u.Room = nil, nil, 0
	return true
}

func leaveList(s *object.Values, i int, l *object.List) {
	if l == nil || l.Cap == 0 || l.Cap > spareEntries {
		return
	}
	clear(l.Slice())
	*s.At(i), *s.At(i + 1) = object.Of(l.Items), object.SmallInt(l.Cap)
	l.Items, l.Size, l.Cap = nil, 0, 0
}
