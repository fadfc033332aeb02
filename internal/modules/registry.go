// Package modules holds the modules that are part of psy itself, and import. It must not know the command line.
package modules

import (
	"fmt"
	"slices"

	"github.com/psyco-go/psy/internal/lib/helptext"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Value   = object.Value
	Thread  = object.Thread
	FuncDef = object.FuncDef
)

const (
	null = object.Null
	none = object.None
)

// ModuleDef declares a built-in module. It is static: no values in it.
type ModuleDef struct {
	Name  string
	Funcs []FuncDef
	Types []object.TypeID // shown under their names
	// Init fills in what is neither a function nor a type; false: an exception is set.
	Init func(t *Thread, m Value, dict *object.Dict) bool
}

var defs = map[string]*ModuleDef{}

// Register declares a module; to be called while Go's package variables are initialized.
func Register(d ModuleDef) bool {
	if defs[d.Name] != nil {
		panic("BUG: module declared twice: " + d.Name)
	}
	audited(d.Name, d.Funcs)
	object.RegisterFuncs(d.Funcs)
	object.NameFuncs(d.Name, d.Funcs)
	defs[d.Name] = &d
	return true
}

// Lookup finds a built-in module's declaration, or nil.
func Lookup(name string) *ModuleDef { return defs[name] }

// BuiltinNames lists the built-in modules (sys.builtin_module_names, unsorted).
func BuiltinNames() []string {
	names := make([]string, 0, len(defs))
	for n := range defs {
		names = append(names, n)
	}
	return names
}

// HelpNames lists what should be in the tables of docstrings and signatures: see object.HelpNames.
func HelpNames() []string {
	names := append(object.HelpNames(), BuiltinNames()...)
	slices.Sort(names)
	return slices.Compact(names)
}

// Create makes the built-in module of the given name. It does not enter it in sys.modules.
func Create(t *Thread, name string) Value {
	d := Lookup(name)
	if d == nil {
		return object.Raise(t, object.TImportError, "no built-in module named %s", fmt.Sprintf("'%s'", name))
	}
	return build(t, d)
}

// build makes a module as declared.
//
//psy:bounded modules that sys is made with
func build(t *Thread, d *ModuleDef) Value {
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
