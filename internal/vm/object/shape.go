// Shapes: what kind of object this is, and for instances where each attribute lies.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// MaxInlineSlots is the largest number of attributes kept in an instance itself.
const MaxInlineSlots = 60

// Shape flags.
const (
	ShapeInstance = 1 << iota // attributes are kept in slots: ext word at ExtWord, slots after it
	ShapeDictMode             // all attributes live in the dict in the ext word
)

// Shape says which type an object has, what the collector must scan, and which attribute lies in which slot.
// Shapes of one type form a tree: each edge adds one attribute.
type Shape struct {
	heap.Header
	heap.Layout
	Type    *Type
	Keys    *Tuple // names of the slots in order (interned strs); nil when there are none
	Next    *Dict  // transitions: attribute name -> Shape
	LastKey Value  // one transition, the most recent, kept beside Next
	LastTo  *Shape
	NSlots  uint32
	Version uint32 // the type's version, or 0: see Type.Version
	ExtWord int32  // word of the __dict__ reference; 0: none; -1: the object's last word
	Flags   uint32
	Watch   Value  // dependents of "instances of this shape": for compilers
	Sibling *Shape // all shapes of a type are chained, newest first
	_       [2]uint64
}

const shapeRefs = 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<10 | 1<<11

// ID returns the number that stands in the headers of objects of this shape.
func (s *Shape) ID() uint32 {
	p := unsafe.Pointer(s)
	return uint32((uintptr(p) - regionBase(p)) / heap.Granule)
}

// Lookup returns the slot index of the interned name, or -1.
func (s *Shape) Lookup(name Value) int {
	if s.Keys == nil {
		return -1
	}
	for i, n := 0, int(s.NSlots); i < n; i++ {
		if *s.Keys.At(i) == name {
			return i
		}
	}
	return -1
}

// SlotWord returns the word index of attribute slot i.
func (s *Shape) SlotWord(i int) int { return int(s.ExtWord) + 1 + i }

// newShape makes a shape for instances of typ.
func newShape(t *Thread, typ *Type, layout heap.Layout) *Shape {
	p := t.Alloc(TShape.Shape(), unsafe.Sizeof(Shape{}), 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	s := (*Shape)(p)
	s.Layout = layout
	s.Type = typ
	s.Version = typ.Version
	typ.linkShape(t, s)
	return s
}

// Add returns the shape with one attribute more, or nil when no more slots fit (or memory is out: then t.Exc is set).
func (s *Shape) Add(t *Thread, name Value) *Shape {
	if s.LastKey == name {
		return s.LastTo
	}
	if s.NSlots >= MaxInlineSlots {
		return nil
	}
	if s.Next != nil {
		if v := s.Next.GetStr(name); v != Null {
			return As[Shape](v)
		}
		if s.Next.Used > 64 { // an object used as a map: stop making shapes of it
			return nil
		}
	}
	n := newShape(t, s.Type, s.Layout)
	if n == nil {
		return nil
	}
	n.Flags, n.ExtWord, n.NSlots = s.Flags, s.ExtWord, s.NSlots+1
	keys := NewTuple(t, int(n.NSlots))
	if keys == nil {
		return nil
	}
	for i := 0; i < int(s.NSlots); i++ {
		*keys.At(i) = *s.Keys.At(i)
	}
	*keys.At(int(s.NSlots)) = name
	n.Keys = keys
	if s.Next == nil {
		s.Next = NewDict(t)
	}
	if s.Next == nil || !s.Next.Set(t, name, Of(n)) {
		return nil
	}
	s.LastKey, s.LastTo = name, n
	return n
}

// extOf returns the address of the ext word of an object of shape s, or nil.
func extOf(v Value, s *Shape) *Value {
	switch {
	case s.ExtWord > 0:
		return Slot(v, int(s.ExtWord))
	case s.ExtWord < 0:
		h := (*heap.Header)(v.Ptr())
		if h.Meta>>8 == 0 {
			return Slot(v, largeExtWord(v, s.Type))
		}
		return Slot(v, int(h.Meta>>8)*2-1)
	}
	return nil
}

// largeExtWord computes the last word of an object of variable size from its contents, as Type.alloc placed it.
func largeExtWord(v Value, typ *Type) int {
	var n uintptr
	switch {
	case typ.Flags&TypeStrSub != 0:
		s := As[Str](v)
		n = StrData + uintptr(s.Len)<<s.Kind()
	case typ.Flags&TypeBytesSub != 0:
		n = BytesData + uintptr(As[Bytes](v).Len)
	case typ.Flags&TypeTupleSub != 0:
		n = TupleItems + uintptr(As[Tuple](v).Size)*8
	case typ.Flags&TypeIntSub != 0:
		n = BigData + uintptr(As[BigInt](v).Words)*8
	}
	return int((n+8+15)&^15/8) - 1
}

// InlineCap returns how many attribute slots the object has room for.
func inlineCap(v Value, s *Shape) int {
	h := (*heap.Header)(v.Ptr())
	return int(h.Meta>>8)*2 - int(s.ExtWord) - 1
}

// AttrSlot returns the address of the instance attribute with the interned name, or nil. It does not look into dicts.
func AttrSlot(v Value, name Value) *Value {
	s := ShapeOf(v)
	if s.Flags&ShapeInstance == 0 {
		return nil
	}
	if i := s.Lookup(name); i >= 0 {
		return Slot(v, s.SlotWord(i))
	}
	return nil
}

// InstanceDict returns the __dict__ of v, making it when asked to; nil when v can have none, or memory is out (t.Exc is set).
// Making it moves the object to dict mode.
func InstanceDict(t *Thread, v Value, create bool) *Dict {
	if !v.IsPtr() {
		return nil
	}
	s := ShapeOf(v)
	ext := extOf(v, s)
	if ext == nil {
		return nil
	}
	if *ext != Null {
		return As[Dict](*ext)
	}
	if !create {
		return nil
	}
	d := NewDict(t)
	if d == nil {
		return nil
	}
	if s.Flags&ShapeInstance != 0 {
		if s.NSlots > 0 && !d.Reserve(t, int(s.NSlots)) {
			return nil
		}
		for i := 0; i < int(s.NSlots); i++ {
			p := Slot(v, s.SlotWord(i))
			if *p != Null {
				if !d.Set(t, *s.Keys.At(i), *p) {
					return nil
				}
			}
		}
		ds := s.Type.dictModeShape(t)
		if ds == nil {
			return nil
		}
		(*heap.Header)(v.Ptr()).Shape = ds.ID()
		for i := 0; i < int(s.NSlots); i++ {
			*Slot(v, s.SlotWord(i)) = Null
		}
	}
	*ext = Of(d)
	return d
}

// InstanceDictOf returns the __dict__ of a heap object if it has one by now.
func InstanceDictOf(v Value) *Dict {
	ext := extOf(v, ShapeOf(v))
	if ext == nil || *ext == Null {
		return nil
	}
	return As[Dict](*ext)
}

// DictLacks reports that a heap object's __dict__, if there is one by now, lacks the name, an interned str; false where this takes more than a look.
func DictLacks(v, name Value) bool {
	d := InstanceDictOf(v)
	return d == nil || d.lacks(As[Str](name).Hash) || d.Kind&DictStrKeys != 0 && d.FindStr(name) < 0
}

// HasRoom reports whether an instance of shape s can take one attribute more.
func HasRoom(v Value, s *Shape) bool { return int(s.NSlots) < inlineCap(v, s) }

// SetShape moves an instance to the shape n, after the slot that n adds was stored.
func SetShape(v Value, n *Shape) { (*heap.Header)(v.Ptr()).Shape = n.ID() }

// SetInstanceAttr stores an instance attribute: into its slot, a new slot, or the dict. The name is interned.
func SetInstanceAttr(t *Thread, v Value, name, val Value) bool {
	s := ShapeOf(v)
	if s.Flags&ShapeInstance != 0 {
		if i := s.Lookup(name); i >= 0 {
			*Slot(v, s.SlotWord(i)) = val
			return true
		}
		if int(s.NSlots) < inlineCap(v, s) {
			n := s.Add(t, name)
			if n != nil {
				*Slot(v, n.SlotWord(int(n.NSlots)-1)) = val
				(*heap.Header)(v.Ptr()).Shape = n.ID()
				return true
			}
			if t.Exc != Null {
				return false
			}
		} else if want := s.NSlots + 4; s.Type.InlineSlots < want && want <= MaxInlineSlots {
			s.Type.InlineSlots = want // later instances get more room
			if s.Type.Watch != Null && t.RT.Watcher != nil {
				t.RT.Watcher.TypeChanged(t, s.Type, None)
			}
		}
	}
	d := InstanceDict(t, v, true)
	return d != nil && d.Set(t, name, val)
}

// DelInstanceAttr removes an instance attribute: 1 done, 0 there was none, -1 error.
func DelInstanceAttr(t *Thread, v Value, name Value) int {
	if AttrSlot(v, name) == nil && InstanceDict(t, v, false) == nil {
		return 0
	}
	d := InstanceDict(t, v, true)
	if d == nil {
		return -1
	}
	return d.Delete(t, name)
}

// GetInstanceAttr returns the instance attribute with the interned name, or Null.
func GetInstanceAttr(v Value, name Value) Value {
	s := ShapeOf(v)
	if s.Flags&ShapeInstance != 0 {
		if i := s.Lookup(name); i >= 0 {
			return *Slot(v, s.SlotWord(i))
		}
		return Null
	}
	if ext := extOf(v, s); ext != nil && *ext != Null {
		return As[Dict](*ext).GetStr(name)
	}
	return Null
}
