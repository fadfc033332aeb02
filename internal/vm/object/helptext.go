// Docstrings and signatures of built-in types and functions: they are looked up when a program asks for them.

package object

import (
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/lib/helptext"
)

// builtinName is the full name of a type as the table has it: with its module, which TypeDef.Name leaves out for builtins,
// and with _ for blanks.
func builtinName(name string) string {
	if strings.IndexByte(name, '.') < 0 {
		name = "builtins." + name
	}
	return strings.ReplaceAll(name, " ", "_")
}

// helpName is the name under which the table has a function.
func (d *FuncDef) helpName() string {
	full := d.FullName()
	switch {
	case full == "":
		return "*." + d.Name
	case d.owner != "":
		return builtinName(d.of) + "." + d.Name
	case slices.ContainsFunc(typeDefs[:], func(typ *TypeDef) bool { return typ != nil && typ.Name == full }):
		return full + "()" // a module's function with the name of a type, which it makes instances of
	}
	return full
}

// docValue and signatureValue are __doc__ and __text_signature__ of a built-in function in any form.
func (d *FuncDef) docValue(t *Thread) Value {
	_, doc, _ := helptext.Find(d.helpName())
	return docOrNone(t, doc)
}

func (d *FuncDef) signatureValue(t *Thread) Value {
	sig, _, _ := helptext.Find(d.helpName())
	return docOrNone(t, sig)
}

func docOrNone(t *Thread, s string) Value {
	if s == "" {
		return None
	}
	return NewStr(t, s)
}

// attrDoc is the docstring of a computed attribute or a field of a class. Classes made by programs have none but __dict__
// and __weakref__.
func attrDoc(t *Thread, owner *Type, name string) Value {
	key := "*." + name
	if owner.Flags&TypeHeap == 0 {
		key = builtinName(typeDefs[owner.ID].Name) + "." + name
	}
	_, doc, _ := helptext.Find(key)
	return docOrNone(t, doc)
}

// staticDoc is the docstring of a built-in type. It is looked up once: until then the type's dict has LazyDoc in its place.
func staticDoc(t *Thread, typ *Type) Value {
	if typ.Doc != Null {
		return typ.Doc
	}
	_, text, _ := helptext.Find(builtinName(typeDefs[typ.ID].Name))
	doc := docOrNone(t, text)
	if doc == Null {
		return Null
	}
	typ.Doc = doc
	if typ.Dict.GetStr(t.N(N_doc_)) == t.RT.LazyDoc && !typ.Dict.Set(t, t.N(N_doc_), doc) {
		return Null
	}
	return doc
}

// eagerDoc is called when a lookup along the method resolution order finds LazyDoc in the class at index i.
func eagerDoc(t *Thread, mro *Tuple, i int) Value { return staticDoc(t, As[Type](*mro.At(i))) }

// typeTextSignature is __text_signature__ of a class. One made by a program may have it at the beginning of its docstring:
// the class's name and the signature, then a line "--" and an empty one.
func typeTextSignature(t *Thread, v Value) Value {
	typ := As[Type](v)
	if typ.Flags&TypeHeap == 0 {
		sig, _, _ := helptext.Find(builtinName(typeDefs[typ.ID].Name))
		return docOrNone(t, sig)
	}
	doc := typ.Dict.GetStr(t.N(N_doc_))
	if doc == Null || !IsStr(doc) {
		return None
	}
	name := typ.NameString()
	text, ok := strings.CutPrefix(GoString(doc), name[strings.LastIndexByte(name, '.')+1:])
	if !ok || !strings.HasPrefix(text, "(") {
		return None
	}
	end := strings.Index(text, "\n\n")
	if mark := strings.Index(text, ")\n--\n\n"); mark >= 0 && mark < end {
		return NewStr(t, text[:mark+1])
	}
	return None
}

// HelpNames lists what should be in the tables: every type and function that is declared, the computed attributes and fields
// of types, and the slot wrappers, which all types share.
func HelpNames() []string {
	names := []string{"*.__dict__", "*.__weakref__"}
	for _, d := range registered() {
		if d.of != "" || d.Name == "__new__" {
			names = append(names, d.helpName())
		}
	}
	for _, d := range typeDefs {
		if d == nil {
			continue
		}
		name := builtinName(d.Name)
		names = append(names, name)
		for _, g := range d.GetSets {
			names = append(names, name+"."+g.Name)
		}
		for _, m := range d.Members {
			names = append(names, name+"."+m.Name)
		}
	}
	for _, d := range slotDefs {
		if d.kind != wrapNone {
			names = append(names, "*."+nameTexts[d.name])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// DeclaredSignatures calls f with every function that declares a signature: its name in the tables, and what is declared. It panics where one that
// binds arguments is wrong.
func DeclaredSignatures(f func(name, sig string, binds bool)) {
	for _, d := range registered() {
		if d.Fn != nil {
			d.signature()
		}
		if d.Sig != "" && d.of != "" {
			f(d.helpName(), d.Sig, d.Fn != nil)
		}
	}
}
