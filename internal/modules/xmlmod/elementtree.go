// The module _elementtree: its functions, and what it keeps of its world.

package xmlmod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_elementtree", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tElement, tTreeBuilder, tTreeParser},
		Funcs: []FuncDef{
			{Name: "SubElement", FK: subElement},
			{Name: "_set_factories", Sig: "(comment_factory, pi_factory, /)", MinArgs: 2, MaxArgs: 2, FN: setFactories},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			if e := kept(t, keptError); e != null { // the module is imported anew; its types are the same
				return d.SetStr(t, "ParseError", e)
			}
			e := native.NewErrorClass(t, "xml.etree.ElementTree.ParseError", t.Type(object.TSyntaxError).Value())
			l := object.NewList(t, keptCount)
			if e == null || l == nil {
				return false
			}
			*l.At(keptError), *l.At(keptComment), *l.At(keptPI) = e, none, none
			t.RT.Extra[native.ExtraElementTree] = object.Of(l)
			return d.SetStr(t, "ParseError", e)
		},
	}
})

// What the module keeps of its world, in a list in Runtime.Extra.
const (
	keptError = iota // the class ParseError
	keptComment
	keptPI // factories, or None
	keptCount
)

// kept is one of these; Null before the module was imported.
func kept(t *Thread, i int) Value {
	if l := t.RT.Extra[native.ExtraElementTree]; l != null {
		return *object.As[object.List](l).At(i)
	}
	return null
}

// factory is one that _set_factories was given, or Null.
func factory(t *Thread, i int) Value {
	if f := kept(t, i); f != none {
		return f
	}
	return null
}

func setFactories(t *Thread, _ Value, a []Value) Value {
	for i, what := range [...]string{"Comment", "PI"} {
		if a[i] != none && object.TypeOf(t, a[i]).Slots.Call == nil {
			return object.Raise(t, object.TTypeError, "%s factory must be callable, not %s", what, object.TypeName(t, a[i]))
		}
	}
	old := object.Pair(t, kept(t, keptComment), kept(t, keptPI))
	if old != null {
		l := object.As[object.List](t.RT.Extra[native.ExtraElementTree])
		*l.At(keptComment), *l.At(keptPI) = a[0], a[1]
	}
	return old
}

// elementPath calls a function of xml.etree.ElementPath with arguments, of which the last may be Null for none.
func elementPath(t *Thread, name string, v, path, a, b Value) Value {
	m := native.ImportModule(t, "xml.etree.ElementPath")
	if m == null {
		return null
	}
	args := t.PushArgs(4)
	if args == nil {
		return null
	}
	args[0], args[1], args[2], args[3] = v, path, a, b
	n := 4
	if b == null {
		n = 3
	}
	r := object.CallMethod(t, m, object.Intern(t, name), args[:n])
	t.PopArgs(4)
	return r
}
