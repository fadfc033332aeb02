// Declarations of modules.

package native

import "github.com/psyco-go/psy/internal/vm/object"

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
	Audited(d.Name, d.Funcs)
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

// Func finds a function's declaration.
func (d *ModuleDef) Func(name string) *FuncDef {
	for i := range d.Funcs {
		if d.Funcs[i].Name == name {
			return &d.Funcs[i]
		}
	}
	return nil
}
