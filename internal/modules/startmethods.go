// How multiprocessing starts processes. CPython's library takes fork for granted where the system is no Windows; psy has no fork, so a process is spawned,
// also where the program wants it to be forked by a server: what the child may rely on is the same.

package modules

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/posix"
	"github.com/psyco-go/psy/internal/vm/object"
)

const startMethodsModule = "multiprocessing.context"

var startMethods = object.RegisterFuncs([]object.FuncDef{
	{Name: "get_all_start_methods", Sig: "()", F0: func(t *Thread, _ Value) Value {
		l := native.StrList(t, []string{"spawn", "forkserver"})
		if l == nil {
			return null
		}
		return object.Of(l)
	}},
})

// withoutFork takes the method that forks out of the module, makes spawn the default, and has the server's processes spawned.
func withoutFork(t *Thread, m Value) bool {
	if posix.CanFork(t) {
		return true
	}
	d := object.As[object.Dict](object.As[object.Module](m).Ext)
	get := func(d *object.Dict, name string) Value { return d.GetStr(object.Intern(t, name)) }
	contexts, def := get(d, "_concrete_contexts"), get(d, "_default_context")
	spawner, forker := get(d, "SpawnProcess"), get(d, "ForkServerProcess")
	if contexts == null || def == null || !object.IsDict(contexts) || !object.IsType(spawner) || !object.IsType(forker) {
		return true // another library's
	}
	c := object.As[object.Dict](contexts)
	spawn := get(c, "spawn")
	if spawn == null {
		return true
	}
	popen := object.GetAttr(t, spawner, object.Intern(t, "_Popen"))
	if popen == null || c.Delete(t, object.Intern(t, "fork")) < 0 {
		return false
	}
	static, all := object.New[object.Wrapped](t, object.TStaticMethod), object.NewBuiltin(t, &startMethods[0], null, null)
	if static == nil || all == null {
		return false
	}
	static.Func = popen
	return object.SetAttr(t, forker, object.Intern(t, "_Popen"), object.Of(static)) &&
		object.SetAttr(t, def, object.Intern(t, "_default_context"), spawn) && object.SetAttr(t, def, object.Intern(t, "get_all_start_methods"), all)
}
