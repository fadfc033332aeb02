// Several buffers at once, for calls that read or write them together.

package native

import "github.com/psyco-go/psy/internal/vm/object"

// HoldBuffers replaces those items of a list whose bytes a method written in Python gives by memoryviews: getting the bytes of the items runs nothing of the
// program then, which could move the bytes of one while those of another are asked for. held are the memoryviews, nil: there are none. False: an exception
// is set.
func HoldBuffers(t *Thread, l *object.List) (held *object.List, ok bool) {
	for i := 0; i < l.Len(); i++ {
		if !object.GivesBuffer(t, *l.At(i)) {
			continue
		}
		if held == nil {
			if held = object.NewList(t, 0); held == nil {
				return nil, false
			}
		}
		v := object.NewMemoryView(t, *l.At(i))
		if v == null || !held.Append(t, v) {
			ReleaseBuffers(t, held)
			return nil, false
		}
		if i < l.Len() {
			*l.At(i) = v
		}
	}
	return held, true
}

// ReleaseBuffers gives back what HoldBuffers has taken. An exception that is set stays so.
func ReleaseBuffers(t *Thread, held *object.List) {
	if held == nil {
		return
	}
	exc := t.Exc
	t.ClearExc()
	for i := 0; i < held.Len(); i++ {
		if v := *held.At(i); Call0(t, v, "release") == null {
			object.WriteUnraisableIn(t, "Exception ignored in", v)
		}
	}
	t.Exc = exc
}
