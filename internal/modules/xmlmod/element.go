// Elements: tag, text, tail, attributes and children. Children as a sequence are in children.go, iterators in element_iter.go.

package xmlmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tElement = object.AllocTypeID()

// element is an Element. While its text or tail is a list that a tree builder has made of pieces, the bit says so: the list is joined when somebody asks.
type element struct {
	header
	Tag, Text, Tail Value // Null in a half-made object: None
	Attrib          Value // a dict, or Null while there are no attributes
	Children        *object.Values
	Count, Room     int64
	Version         int64 // changes whenever the children do
	JoinText        bool
	JoinTail        bool
}

var _ = object.DefineType(tElement, object.TypeDef{
	Name: "xml.etree.ElementTree.Element", Size: unsafe.Sizeof(element{}), Refs: 31 << 1, Flags: object.TypeBase | object.TypeItems,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, a []Value, kw Value) Value {
			e := native.Alloc[element](t, typ)
			if e != nil {
				e.Tag, e.Text, e.Tail = none, none, none
			}
			return object.Of(e)
		},
		Init: initElement,
		Repr: func(t *Thread, v Value) Value {
			switch object.ReprEnter(t, v) {
			case -1:
				return null
			case 1:
				return object.Raise(t, object.TRuntimeError, "reentrant call inside %s.__repr__", object.TypeName(t, v))
			}
			s, ok := object.ReprString(t, object.As[element](v).Tag)
			object.ReprLeave(t, v)
			if !ok {
				return null
			}
			return object.NewStr(t, "<Element "+s+" at "+object.AddressText(v)+">")
		},
		Bool: func(t *Thread, v Value) int {
			if !object.Warn(t, object.TDeprecationWarning,
				"Testing an element's truth value will always return True in future versions.  Use specific 'len(elem)' or 'elem is not None' test instead.") {
				return -1
			}
			if object.As[element](v).Count > 0 {
				return 1
			}
			return 0
		},
		Len:          func(t *Thread, v Value) int64 { return object.As[element](v).Count },
		Subscript:    childSubscript,
		SetSubscript: setChildSubscript,
	},
	Methods: []FuncDef{
		{Name: "clear", Sig: "()", F0: func(t *Thread, v Value) Value {
			e := object.As[element](v)
			e.clear()
			e.Text, e.Tail, e.JoinText, e.JoinTail = none, none, false, false
			return none
		}},
		{Name: "get", Sig: "(key, default=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			if d := object.As[element](v).Attrib; d != null {
				if x := object.As[object.Dict](d).Get(t, a[0]); x != null || t.Exc != null {
					return x
				}
			}
			return native.OrNone(a[1])
		}},
		{Name: "set", Sig: "(key, value, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			d := object.As[element](v).attributes(t)
			if d == nil || !d.Set(t, a[0], a[1]) {
				return null
			}
			return none
		}},
		{Name: "find", Sig: "(path, namespaces=None)", Fn: findChild},
		{Name: "findtext", Sig: "(path, default=None, namespaces=None)", Fn: findChildText},
		{Name: "findall", Sig: "(path, namespaces=None)", Fn: findChildren},
		{Name: "iterfind", Sig: "(path, namespaces=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			return elementPath(t, "iterfind", v, a[0], native.OrNone(a[1]), null)
		}},
		{Name: "append", Sig: "(subelement, /)", F1: func(t *Thread, v, x Value) Value {
			if !isElement(t, x) {
				return object.Raise(t, object.TTypeError, "append() argument 1 must be xml.etree.ElementTree.Element, not %s", object.TypeName(t, x))
			}
			return native.DoneIf(object.As[element](v).add(t, x))
		}},
		{Name: "extend", Sig: "(elements, /)", F1: extendChildren},
		{Name: "insert", Sig: "(index, subelement, /)", MinArgs: 2, MaxArgs: 2, FN: insertChild},
		{Name: "remove", Sig: "(subelement, /)", F1: removeChild},
		{Name: "iter", Sig: "(tag=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			tag := native.OrNone(a[0])
			if isText(tag, "*") {
				tag = none
			}
			return newElementIter(t, v, tag, false)
		}},
		{Name: "itertext", Sig: "()", F0: func(t *Thread, v Value) Value { return newElementIter(t, v, none, true) }},
		{Name: "items", Sig: "()", F0: func(t *Thread, v Value) Value { return attributeList(t, v, "items") }},
		{Name: "keys", Sig: "()", F0: func(t *Thread, v Value) Value { return attributeList(t, v, "keys") }},
		{Name: "makeelement", Sig: "(tag, attrib, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			if !object.IsDict(a[1]) {
				return object.Raise(t, object.TTypeError, "makeelement() argument 2 must be dict, not %s", object.TypeName(t, a[1]))
			}
			d := object.As[object.Dict](a[1]).Copy(t)
			if d == nil {
				return null
			}
			return object.Of(newElement(t, a[0], object.Of(d)))
		}},
		{Name: "__copy__", Sig: "()", F0: copyElement},
		{Name: "__deepcopy__", Sig: "(memo, /)", F1: deepCopyElement},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, v Value) Value {
			e := object.As[element](v)
			n := int64(56)
			if e.Attrib != null || e.Room > 0 {
				if n += 64; e.Room > 4 {
					n += 8 * e.Room
				}
			}
			return object.SmallInt(n)
		}},
		{Name: "__getstate__", Sig: "()", F0: elementState},
		{Name: "__setstate__", Sig: "(state, /)", F1: setElementState},
	},
	GetSets: []object.GetSetDef{
		{Name: "tag", Get: func(t *Thread, v Value) Value { return object.As[element](v).Tag },
			Set: elementSetter(func(e *element, x Value) { e.Tag = x })},
		{Name: "text", Get: func(t *Thread, v Value) Value { return object.As[element](v).text(t) },
			Set: elementSetter(func(e *element, x Value) { e.Text, e.JoinText = x, false })},
		{Name: "tail", Get: func(t *Thread, v Value) Value { return object.As[element](v).tail(t) },
			Set: elementSetter(func(e *element, x Value) { e.Tail, e.JoinTail = x, false })},
		{Name: "attrib", Get: func(t *Thread, v Value) Value {
			d := object.As[element](v).attributes(t)
			if d == nil {
				return null
			}
			return object.Of(d)
		}, Set: func(t *Thread, v, x Value) bool {
			if x == null {
				object.Raise(t, object.TAttributeError, "can't delete element attribute")
				return false
			}
			if !object.IsDict(x) {
				object.Raise(t, object.TTypeError, "attrib must be dict, not %s", object.TypeName(t, x))
				return false
			}
			object.As[element](v).Attrib = x
			return true
		}},
	},
})

func elementSetter(set func(e *element, x Value)) object.BinarySet {
	return func(t *Thread, v, x Value) bool {
		if x == null {
			object.Raise(t, object.TAttributeError, "can't delete element attribute")
			return false
		}
		set(object.As[element](v), x)
		return true
	}
}

func isElement(t *Thread, v Value) bool { return object.IsInstance(t, v, tElement) }

// newElement makes an element. attrib is Null or a dict, which becomes the element's; an empty one is dropped.
func newElement(t *Thread, tag, attrib Value) *element {
	e := native.Alloc[element](t, t.Type(tElement))
	if e != nil {
		e.Tag, e.Text, e.Tail = tag, none, none
		if attrib != null && object.As[object.Dict](attrib).Used > 0 {
			e.Attrib = attrib
		}
	}
	return e
}

// attributesOf makes the dict of a new element's attributes: those of attrib, which may be Null, and the keywords. Without a dict at its place one may be
// given by the keyword attrib. Null without an exception: there are none.
func attributesOf(t *Thread, attrib Value, args []Value, kw Value) Value {
	n := object.KwLen(kw)
	if attrib == null && n == 0 {
		return null
	}
	values, at := args[len(args)-n:], -1
	for i := 0; i < n && attrib == null; i++ {
		if isText(*object.As[object.Tuple](kw).At(i), "attrib") {
			if attrib, at = values[i], i; !object.IsDict(attrib) {
				return object.Raise(t, object.TTypeError, "attrib must be dict, not %s", object.TypeName(t, attrib))
			}
		}
	}
	var d *object.Dict
	if attrib != null {
		d = object.As[object.Dict](attrib).Copy(t)
	} else {
		d = object.NewDict(t)
	}
	if d == nil {
		return null
	}
	for i := range n {
		if i != at && !d.Set(t, *object.As[object.Tuple](kw).At(i), values[i]) {
			return null
		}
	}
	return object.Of(d)
}

// isText reports whether a value is this text, as a str or as bytes.
func isText(v Value, text string) bool {
	if object.IsStr(v) {
		s := object.As[object.Str](v)
		return int(s.Len) == len(text) && s.IsASCII() && s.View() == text
	}
	return object.IsBytes(v) && string(object.BytesOf(v)) == text
}

func initElement(t *Thread, v Value, args []Value, kw Value) bool {
	n := len(args) - object.KwLen(kw)
	attrib := null
	switch {
	case n < 1:
		object.Raise(t, object.TTypeError, "Element() takes at least 1 argument (%d given)", n)
		return false
	case n > 2:
		object.Raise(t, object.TTypeError, "Element() takes at most 2 arguments (%d given)", n)
		return false
	case n == 2:
		if attrib = args[1]; !object.IsDict(attrib) {
			object.Raise(t, object.TTypeError, "Element() argument 2 must be dict, not %s", object.TypeName(t, attrib))
			return false
		}
	}
	d := attributesOf(t, attrib, args, kw)
	if t.Exc != null {
		return false
	}
	e := object.As[element](v)
	if d != null && object.As[object.Dict](d).Used > 0 {
		e.clear()
		e.Attrib = d
	}
	e.Tag, e.Text, e.Tail, e.JoinText, e.JoinTail = args[0], none, none, false, false
	return true
}

// subElement is the function SubElement.
func subElement(t *Thread, _ Value, args []Value, kw Value) Value {
	n := len(args) - object.KwLen(kw)
	attrib := null
	switch {
	case n < 2:
		return object.Raise(t, object.TTypeError, "SubElement() takes at least 2 arguments (%d given)", n)
	case n > 3:
		return object.Raise(t, object.TTypeError, "SubElement() takes at most 3 arguments (%d given)", n)
	case !isElement(t, args[0]):
		return object.Raise(t, object.TTypeError, "SubElement() argument 1 must be xml.etree.ElementTree.Element, not %s", object.TypeName(t, args[0]))
	case n == 3:
		if attrib = args[2]; !object.IsDict(attrib) {
			return object.Raise(t, object.TTypeError, "SubElement() argument 3 must be dict, not %s", object.TypeName(t, attrib))
		}
	}
	d := attributesOf(t, attrib, args, kw)
	if t.Exc != null {
		return null
	}
	e := newElement(t, args[1], d)
	if e == nil || !object.As[element](args[0]).add(t, object.Of(e)) {
		return null
	}
	return object.Of(e)
}

// attributes is the dict of the attributes, which is made when it is asked for.
func (e *element) attributes(t *Thread) *object.Dict {
	if e.Attrib == null {
		d := object.NewDict(t)
		if d == nil {
			return nil
		}
		e.Attrib = object.Of(d)
	}
	return object.As[object.Dict](e.Attrib)
}

func attributeList(t *Thread, v Value, method string) Value {
	d := object.As[element](v).Attrib
	if d == null {
		return native.EmptyList(t)
	}
	view := native.Call0(t, d, method)
	if view == null {
		return null
	}
	l := object.ListFromIterable(t, view)
	if l == nil {
		return null
	}
	return object.Of(l)
}

// joined is a text whose pieces are put together.
func joined(t *Thread, text *Value, join *bool) Value {
	if *join {
		l := object.As[object.List](*text)
		s := object.StrJoin(t, t.RT.EmptyStr, l.Slice())
		if s == null {
			return null
		}
		*text, *join = s, false
	}
	return *text
}

func (e *element) text(t *Thread) Value { return joined(t, &e.Text, &e.JoinText) }
func (e *element) tail(t *Thread) Value { return joined(t, &e.Tail, &e.JoinTail) }

// clear drops children and attributes.
func (e *element) clear() {
	e.Attrib, e.Children, e.Count, e.Room = null, nil, 0, 0
	e.Version++
}

func copyElement(t *Thread, v Value) Value {
	e := object.As[element](v)
	n := newElement(t, e.Tag, null)
	if n == nil {
		return null
	}
	n.Attrib = e.Attrib
	n.Text, n.Tail = e.text(t), e.tail(t)
	if n.Text == null || n.Tail == null || !n.addAll(t, e) {
		return null
	}
	return object.Of(n)
}

// deepCopy copies a part of an element; what needs no copy is the same.
func deepCopy(t *Thread, v, memo Value) Value {
	switch {
	case v == none || v.IsExact(object.TStr):
		return v
	case v.IsExact(object.TDict):
		simple, d := true, object.As[object.Dict](v)
		for x, i := d.Next(0); simple && x != nil; x, i = d.Next(i) {
			simple = x.Key.IsExact(object.TStr) && x.Val.IsExact(object.TStr)
		}
		if simple {
			c := d.Copy(t)
			if c == nil {
				return null
			}
			return object.Of(c)
		}
	case v.IsExact(tElement):
		return deepCopyElement(t, v, memo)
	}
	m := native.ImportModule(t, "copy")
	if m == null {
		return null
	}
	return native.Call2(t, m, "deepcopy", v, memo)
}

func deepCopyElement(t *Thread, v, memo Value) Value {
	if !object.IsDict(memo) {
		return object.Raise(t, object.TTypeError, "__deepcopy__() argument must be dict, not %s", object.TypeName(t, memo))
	}
	if !t.Enter(" in deepcopy_element") {
		return null
	}
	defer t.Leave()
	e := object.As[element](v)
	tag := deepCopy(t, e.Tag, memo)
	if tag == null {
		return null
	}
	attrib := null
	if e.Attrib != null {
		if attrib = deepCopy(t, e.Attrib, memo); attrib == null {
			return null
		}
	}
	n := newElement(t, tag, null)
	if n == nil {
		return null
	}
	n.Attrib = attrib
	if text := e.text(t); text == null {
		return null
	} else if n.Text = deepCopy(t, text, memo); n.Text == null {
		n.Text = none
		return null
	}
	if tail := e.tail(t); tail == null {
		return null
	} else if n.Tail = deepCopy(t, tail, memo); n.Tail == null {
		n.Tail = none
		return null
	}
	for i := int64(0); i < e.Count; i++ { // copying a child may change them
		c := deepCopy(t, *e.Children.At(int(i)), memo)
		if c == null {
			return null
		}
		if !isElement(t, c) {
			return notElement(t, c)
		}
		if !n.add(t, c) {
			return null
		}
	}
	id := object.NewUint(t, t.RT.ID(v))
	if id == null || !object.As[object.Dict](memo).Set(t, id, object.Of(n)) {
		return null
	}
	return object.Of(n)
}

func notElement(t *Thread, v Value) Value {
	return object.Raise(t, object.TTypeError, "expected an Element, not \"%s\"", object.TypeName(t, v))
}

// elementState is what is pickled.
func elementState(t *Thread, v Value) Value {
	e := object.As[element](v)
	d, children := object.NewDict(t), e.list(t)
	attrib := e.Attrib
	if attrib == null {
		if x := object.NewDict(t); x != nil {
			attrib = object.Of(x)
		}
	}
	if d == nil || children == nil || attrib == null {
		return null
	}
	text, tail := e.text(t), e.tail(t)
	if text == null || tail == null || !d.SetStr(t, "tag", e.Tag) || !d.SetStr(t, "_children", object.Of(children)) || !d.SetStr(t, "attrib", attrib) ||
		!d.SetStr(t, "text", text) || !d.SetStr(t, "tail", tail) {
		return null
	}
	return object.Of(d)
}

func setElementState(t *Thread, v, state Value) Value {
	if !state.IsExact(object.TDict) {
		s, ok := object.ReprString(t, state)
		if !ok {
			return null
		}
		return object.Raise(t, object.TTypeError, "Don't know how to unpickle \"%.200s\" as an Element", s)
	}
	get := func(name string) Value { return object.As[object.Dict](state).GetStr(object.Intern(t, name)) }
	e := object.As[element](v)
	tag, attrib, children := get("tag"), get("attrib"), get("_children")
	if tag == null {
		return object.Raise(t, object.TTypeError, "tag may not be NULL")
	}
	if children != null && !object.IsList(children) {
		return object.Raise(t, object.TTypeError, "'_children' is not a list")
	}
	e.Tag = tag
	e.Text, e.JoinText = native.OrNone(get("text")), false
	e.Tail, e.JoinTail = native.OrNone(get("tail")), false
	e.clear()
	if children != null {
		l := object.As[object.List](children)
		for i := 0; i < l.Len(); i++ {
			if c := *l.At(i); !isElement(t, c) {
				return notElement(t, c)
			} else if !e.add(t, c) {
				return null
			}
		}
	}
	if attrib != null && attrib != none {
		if !object.IsDict(attrib) {
			return object.Raise(t, object.TTypeError, "attrib must be dict, not %s", object.TypeName(t, attrib))
		}
		e.Attrib = attrib
	}
	return none
}
