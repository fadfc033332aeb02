// The children of elements: as a sequence, and looking for them.

package xmlmod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// reserve makes room for n children more.
func (e *element) reserve(t *Thread, n int64) bool {
	need := e.Count + n
	if need <= e.Room {
		return true
	}
	room := need>>3 + 6 + need
	if e.Room == 0 {
		room = max(need, 4)
	}
	v := object.NewValues(t, int(room))
	if v == nil {
		return false
	}
	for i := range int(e.Count) {
		*v.At(i) = *e.Children.At(i)
	}
	e.Children, e.Room = v, room
	return true
}

// add appends a child.
func (e *element) add(t *Thread, child Value) bool {
	if e.Count == e.Room && !e.reserve(t, 1) {
		return false
	}
	*e.Children.At(int(e.Count)) = child
	e.Count++
	e.Version++
	return true
}

func (e *element) addAll(t *Thread, from *element) bool {
	if from.Count == 0 {
		return true
	}
	if !e.reserve(t, from.Count) {
		return false
	}
	for i := range int(from.Count) {
		*e.Children.At(int(e.Count)) = *from.Children.At(i)
		e.Count++
	}
	e.Version++
	return true
}

// list is a list of the children.
func (e *element) list(t *Thread) *object.List {
	l := object.NewList(t, int(e.Count))
	if l != nil {
		for i := range int(min(e.Count, int64(l.Len()))) {
			*l.At(i) = *e.Children.At(i)
		}
	}
	return l
}

func extendChildren(t *Thread, v, elements Value) Value {
	seq := object.SequenceFast(t, elements, "'elements' must be an iterable", v)
	if seq == null {
		return null
	}
	e := object.As[element](v)
	for i := 0; i < len(object.FastItems(seq)); i++ {
		x := object.FastItems(seq)[i]
		if !isElement(t, x) {
			return notElement(t, x)
		}
		if !e.add(t, x) {
			return null
		}
	}
	return none
}

func insertChild(t *Thread, v Value, a []Value) Value {
	i, ok := object.ArgSize(t, a[0])
	if !ok {
		return null
	}
	if !isElement(t, a[1]) {
		return object.Raise(t, object.TTypeError, "insert() argument 2 must be xml.etree.ElementTree.Element, not %s", object.TypeName(t, a[1]))
	}
	e := object.As[element](v)
	if i < 0 {
		i = max(i+e.Count, 0)
	}
	i = min(i, e.Count)
	if !e.reserve(t, 1) {
		return null
	}
	for j := e.Count; j > i; j-- {
		*e.Children.At(int(j)) = *e.Children.At(int(j - 1))
	}
	*e.Children.At(int(i)) = a[1]
	e.Count++
	e.Version++
	return none
}

// delete drops the children from i on, n of them, each step children.
func (e *element) delete(i, step, n int64) {
	to, next := i, i
	for j := i; j < e.Count; j++ {
		if j == next && n > 0 {
			n--
			next += step
			continue
		}
		*e.Children.At(int(to)) = *e.Children.At(int(j))
		to++
	}
	for j := to; j < e.Count; j++ {
		*e.Children.At(int(j)) = null
	}
	e.Count = to
	e.Version++
}

func removeChild(t *Thread, v, child Value) Value {
	if !isElement(t, child) {
		return object.Raise(t, object.TTypeError, "remove() argument must be xml.etree.ElementTree.Element, not %s", object.TypeName(t, child))
	}
	e := object.As[element](v)
	for i := int64(0); i < e.Count; i++ {
		if *e.Children.At(int(i)) == child {
			e.delete(i, 1, 1)
			return none
		}
	}
	for i := int64(0); i < e.Count; i++ {
		c := *e.Children.At(int(i))
		r := object.EqualBool(t, c, child)
		if r < 0 {
			return null
		}
		if r > 0 && i < e.Count {
			e.delete(i, 1, 1)
			return none
		}
	}
	return object.Raise(t, object.TValueError, "list.remove(x): x not in list")
}

// childIndex is the index that a subscript means; below 0 there is none.
func (e *element) childIndex(t *Thread, k Value) (int64, bool) {
	i, ok := object.AsSize(t, k, object.TIndexError)
	if ok && i < 0 {
		i += e.Count
	}
	return i, ok
}

func childSubscript(t *Thread, v, k Value) Value {
	e := object.As[element](v)
	if object.IsIndex(t, k) {
		i, ok := e.childIndex(t, k)
		if !ok {
			return null
		}
		if i < 0 || i >= e.Count {
			return object.Raise(t, object.TIndexError, "child index out of range")
		}
		return *e.Children.At(int(i))
	}
	if !k.IsExact(object.TSlice) {
		return object.Raise(t, object.TTypeError, "element indices must be integers")
	}
	start, stop, step, ok := object.SliceUnpack(t, object.As[object.Slice](k))
	if !ok {
		return null
	}
	lo, _, n := object.SliceAdjust(start, stop, step, e.Count)
	l := object.NewList(t, int(n))
	if l == nil {
		return null
	}
	for i := range n {
		*l.At(int(i)) = *e.Children.At(int(lo + i*step))
	}
	return object.Of(l)
}

func setChildSubscript(t *Thread, v, k, x Value) bool {
	e := object.As[element](v)
	if object.IsIndex(t, k) {
		i, ok := e.childIndex(t, k)
		if !ok {
			return false
		}
		if i < 0 || i >= e.Count {
			object.Raise(t, object.TIndexError, "child assignment index out of range")
			return false
		}
		if x == null {
			e.delete(i, 1, 1)
			return true
		}
		if !isElement(t, x) {
			notElement(t, x)
			return false
		}
		*e.Children.At(int(i)) = x
		e.Version++
		return true
	}
	if !k.IsExact(object.TSlice) {
		object.Raise(t, object.TTypeError, "element indices must be integers")
		return false
	}
	start, stop, step, ok := object.SliceUnpack(t, object.As[object.Slice](k))
	if !ok {
		return false
	}
	if x == null {
		lo, _, n := object.SliceAdjust(start, stop, step, e.Count)
		if n > 0 {
			if step < 0 {
				lo, step = lo+(n-1)*step, -step
			}
			e.delete(lo, step, n)
		}
		return true
	}
	seq := object.SequenceFast(t, x, "assignment expects an iterable", v)
	if seq == null {
		return false
	}
	list := object.ListFromIterable(t, seq) // the sequence may be changed while it is looked at
	if list == nil {
		return false
	}
	lo, _, n := object.SliceAdjust(start, stop, step, e.Count)
	m := int64(list.Len())
	if step != 1 && m != n {
		object.Raise(t, object.TValueError, "attempt to assign sequence of size %d to extended slice of size %d", m, n)
		return false
	}
	for i := range int(m) {
		if !isElement(t, *list.At(i)) {
			notElement(t, *list.At(i))
			return false
		}
	}
	if m > n && !e.reserve(t, m-n) {
		return false
	}
	if step == 1 && m != n {
		d := m - n
		if d > 0 {
			for j := e.Count - 1; j >= lo+n; j-- {
				*e.Children.At(int(j + d)) = *e.Children.At(int(j))
			}
		} else {
			for j := lo + n; j < e.Count; j++ {
				*e.Children.At(int(j + d)) = *e.Children.At(int(j))
			}
			for j := e.Count + d; j < e.Count; j++ {
				*e.Children.At(int(j)) = null
			}
		}
		e.Count += d
	}
	for i := range m {
		*e.Children.At(int(lo + i*step)) = *list.At(int(i))
	}
	e.Version++
	return true
}

// isPath reports whether a tag to look for is more than a tag: an expression for ElementPath.
func isPath(v Value) bool {
	var at func(i int) rune
	n := 0
	switch {
	case object.IsStr(v):
		s := object.As[object.Str](v)
		n, at = int(s.Len), s.At
	case object.IsBytes(v):
		b := object.BytesOf(v)
		n, at = len(b), func(i int) rune { return rune(b[i]) }
	default:
		return true
	}
	if n >= 3 && at(0) == '{' && (at(1) == '}' || at(1) == '*' && at(2) == '}') {
		return true
	}
	outside := true
	for i := range n {
		switch at(i) {
		case '{':
			outside = false
		case '}':
			outside = true
		case '/', '*', '[', '@', '.':
			if outside {
				return true
			}
		}
	}
	return false
}

// childFrom looks for the first child from number i on that has a tag: it gives the child and its number. Null: there is none, or an exception is set.
func (e *element) childFrom(t *Thread, i int64, tag Value) (Value, int64) {
	for ; i < e.Count; i++ {
		v := *e.Children.At(int(i)) // comparing may change the children
		c := object.As[element](v)
		if c.Tag == tag {
			return v, i
		}
		switch r := object.EqualBool(t, c.Tag, tag); {
		case r < 0:
			return null, i
		case r > 0:
			return v, i
		}
	}
	return null, i
}

// childWithTag is the first child with a tag, or None.
func childWithTag(t *Thread, v, tag Value) Value {
	c, _ := object.As[element](v).childFrom(t, 0, tag)
	if c == null && t.Exc == null {
		return none
	}
	return c
}

func findChild(t *Thread, v Value, a []Value) Value {
	if isPath(a[0]) || a[1] != null && a[1] != none {
		return elementPath(t, "find", v, a[0], native.OrNone(a[1]), null)
	}
	return childWithTag(t, v, a[0])
}

func findChildText(t *Thread, v Value, a []Value) Value {
	if isPath(a[0]) || a[2] != null && a[2] != none {
		return elementPath(t, "findtext", v, a[0], native.OrNone(a[1]), native.OrNone(a[2]))
	}
	c := childWithTag(t, v, a[0])
	switch c {
	case null:
		return null
	case none:
		return native.OrNone(a[1])
	}
	text := object.As[element](c).text(t)
	if text == none {
		return t.RT.EmptyStr
	}
	return text
}

func findChildren(t *Thread, v Value, a []Value) Value {
	if isPath(a[0]) || a[1] != null && a[1] != none {
		return elementPath(t, "findall", v, a[0], native.OrNone(a[1]), null)
	}
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	e := object.As[element](v)
	for c, i := e.childFrom(t, 0, a[0]); c != null; c, i = e.childFrom(t, i+1, a[0]) {
		if !l.Append(t, c) {
			return null
		}
	}
	if t.Exc != null {
		return null
	}
	return object.Of(l)
}
