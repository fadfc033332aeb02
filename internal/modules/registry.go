// Package modules makes worlds in which programs run: it implements import, the start and the end of programs, and the modules builtins and sys.
// Other native modules are in the packages below it. It must not know the command line.
package modules

import (
	"fmt"
	"slices"

	"github.com/psyco-go/psy/internal/lib/helptext"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Value   = object.Value
	Thread  = object.Thread
	FuncDef = object.FuncDef
	header  = heap.Header
)

const (
	null = object.Null
	none = object.None
)

// HelpNames lists what should be in the tables of docstrings and signatures: see object.HelpNames.
func HelpNames() []string {
	names := native.BuiltinNames()
	for _, name := range names {
		native.Lookup(name) // so that object knows its functions
	}
	names = append(names, object.HelpNames()...)
	slices.Sort(names)
	return slices.Compact(names)
}

// Create makes the built-in module of the given name. It does not enter it in sys.modules.
func Create(t *Thread, name string) Value {
	d := native.Lookup(name)
	if d == nil {
		return object.Raise(t, object.TImportError, "no built-in module named %s", fmt.Sprintf("'%s'", name))
	}
	return build(t, d)
}

// build makes a module as declared.
//
//psy:bounded modules that sys is made with
func build(t *Thread, d *native.ModuleDef) Value {
	m := object.NewModule(t, d.Name)
	if m == nil {
		return null
	}
	dict := object.As[object.Dict](m.Ext)
	doc := none
	if _, text, _ := helptext.Find(d.Name); text != "" {
		doc = object.NewStr(t, text)
	}
	if doc == null || !dict.SetStr(t, "__doc__", doc) {
		return null
	}
	for i := range d.Funcs {
		f := object.NewBuiltin(t, &d.Funcs[i], object.Of(m), m.Name)
		if f == null || !dict.SetStr(t, d.Funcs[i].Name, f) {
			return null
		}
	}
	for _, id := range d.Types {
		typ := t.Type(id)
		if !dict.Set(t, typ.Name, typ.Value()) {
			return null
		}
	}
	if d.Init != nil && !d.Init(t, object.Of(m), dict) {
		return null
	}
	origin := object.NewStr(t, "built-in")
	if origin == null || !dict.SetStr(t, "__package__", t.RT.EmptyStr) {
		return null
	}
	spec := newSpec(t, d.Name, origin, none, false, dict)
	if spec == null || !object.SetAttr(t, spec, object.Intern(t, "_initializing"), object.False) || !dict.SetStr(t, "__spec__", spec) {
		return null
	}
	return object.Of(m)
}
