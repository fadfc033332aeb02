// Iterators over an element and what is below it, and over the texts there.

package xmlmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tElementIter = object.AllocTypeID()

// elementIter is what iter and itertext give. Its way from the root is a list of parents, and of the numbers of their next children.
type elementIter struct {
	header
	Root    Value // Null once it was given
	Tag     Value
	Parents *object.List
	Next    *object.List
	Texts   bool
}

var _ = object.DefineType(tElementIter, object.TypeDef{
	Name: "_elementtree._element_iterator", Size: unsafe.Sizeof(elementIter{}), Refs: 15 << 1, Flags: object.TypeNoInstances, NoWeak: true,
	Slots: object.Slots{
		Iter: func(t *Thread, v Value) Value { return v },
		Next: func(t *Thread, v Value) Value { return object.As[elementIter](v).next(t) },
	},
})

func newElementIter(t *Thread, root, tag Value, texts bool) Value {
	parents, next := object.NewList(t, 0), object.NewList(t, 0)
	if parents == nil || next == nil {
		return null
	}
	it := native.Alloc[elementIter](t, t.Type(tElementIter))
	if it == nil {
		return null
	}
	it.Root, it.Tag, it.Parents, it.Next, it.Texts = root, tag, parents, next, texts
	return object.Of(it)
}

func (it *elementIter) next(t *Thread) Value {
	for steps := 0; ; steps++ {
		if steps&1023 == 1023 && t.Halted() {
			return null
		}
		var e *element
		var text Value
		if it.Root != null {
			e = object.As[element](it.Root)
			it.Root = null
		} else {
			top := it.Parents.Len() - 1
			if top < 0 {
				return null
			}
			parent := object.As[element](*it.Parents.At(top))
			n := (*it.Next.At(top)).Int()
			if n < parent.Count {
				e = object.As[element](*parent.Children.At(int(n)))
				*it.Next.At(top) = object.SmallInt(n + 1)
			} else {
				object.ListPop(t, it.Parents)
				object.ListPop(t, it.Next)
				if !it.Texts || top == 0 {
					continue
				}
				text = parent.tail(t)
			}
		}
		if e != nil {
			if it.passes(t, e) {
				continue
			}
			if !it.Parents.Append(t, object.Of(e)) || !it.Next.Append(t, object.SmallInt(0)) {
				return null
			}
			if !it.Texts {
				if it.Tag == none || it.Tag == e.Tag {
					return object.Of(e)
				}
				switch object.EqualBool(t, e.Tag, it.Tag) {
				case 1:
					return object.Of(e)
				case -1:
					return null
				}
				continue
			}
			text = e.text(t)
		}
		if text == null {
			return null
		}
		if text != none {
			if yes := object.Truth(t, text); yes > 0 {
				return text
			} else if yes < 0 {
				return null
			}
		}
	}
}

// passes reports whether e has another tag and nothing below it, and nobody is asked, who could change that.
func (it *elementIter) passes(t *Thread, e *element) bool {
	return e.Count == 0 && !it.Texts && it.Tag != e.Tag && it.Tag.IsExact(object.TStr) && e.Tag.IsExact(object.TStr) && object.EqualBool(t, e.Tag, it.Tag) == 0
}
