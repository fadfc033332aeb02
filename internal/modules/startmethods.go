// How multiprocessing starts processes. CPython's library takes fork for granted where the system is no Windows; psy has no fork, so a process is spawned:
// the same library offers what it offers on Windows.

package modules

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const startMethodsModule = "multiprocessing.context"

var startMethods = object.RegisterFuncs([]object.FuncDef{
	{Name: "get_all_start_methods", Sig: "()", F0: func(t *Thread, _ Value) Value {
		l := native.StrList(t, []string{"spawn"})
		if l == nil {
			return null
		}
		return object.Of(l)
	}},
})

// withoutFork takes the methods that need a fork out of the module, and makes the other one the default.
func withoutFork(t *Thread, m Value) bool {
	d := object.As[object.Dict](object.As[object.Module](m).Ext)
	contexts, def := d.GetStr(object.Intern(t, "_concrete_contexts")), d.GetStr(object.Intern(t, "_default_context"))
	if contexts == null || def == null || !object.IsDict(contexts) {
		return true // another library's
	}
	c := object.As[object.Dict](contexts)
	spawn := c.GetStr(object.Intern(t, "spawn"))
	if spawn == null {
		return true
	}
	for _, name := range [...]string{"fork", "forkserver"} {
		if c.Delete(t, object.Intern(t, name)) < 0 {
			return false
		}
	}
	all := object.NewBuiltin(t, &startMethods[0], null, null)
	return all != null && object.SetAttr(t, def, object.Intern(t, "_default_context"), spawn) &&
		object.SetAttr(t, def, object.Intern(t, "get_all_start_methods"), all)
}
