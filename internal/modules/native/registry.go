// Declarations of modules.

package native

import (
	"sync"

	"github.com/psyco-go/psy/internal/vm/object"
)

// ModuleDef declares a built-in module. It is static: no values in it.
type ModuleDef struct {
	Name  string // Register sets it
	Funcs []FuncDef
	Types []object.TypeID // shown under their names
	// Init fills in what is neither a function nor a type; false: an exception is set.
	Init func(t *Thread, m Value, dict *object.Dict) bool
}

// defs are the declarations by the modules' names. Each is made when it is first asked for: an empty program imports 7 of 96.
var defs = map[string]func() *ModuleDef{}

// Register says how a module's declaration is made; to be called while Go's package variables are initialized.
func Register(name string, declare func() ModuleDef) bool {
	if defs[name] != nil {
		panic("BUG: module declared twice: " + name)
	}
	defs[name] = sync.OnceValue(func() *ModuleDef {
		d := declare()
		d.Name = name
		d.Ready()
		return &d
	})
	return true
}

// Ready makes the functions of a declaration ready, which is done once.
func (d *ModuleDef) Ready() {
	Audited(d.Name, d.Funcs)
	object.RegisterFuncs(d.Funcs)
	object.NameFuncs(d.Name, d.Funcs)
}

// Lookup finds a built-in module's declaration, or nil.
func Lookup(name string) *ModuleDef {
	if declare := defs[name]; declare != nil {
		return declare()
	}
	return nil
}

// IsBuiltin reports whether there is a built-in module of that name.
func IsBuiltin(name string) bool { return defs[name] != nil }

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
