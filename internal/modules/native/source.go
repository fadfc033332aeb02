// Modules that are written in Python.

package native

import "github.com/psyco-go/psy/internal/vm/object"

// PythonSource makes the Init of a module that is written in Python: it runs the source in the module's dict. file is what tracebacks
// call it.
func PythonSource(file, source string) func(t *object.Thread, m object.Value, dict *object.Dict) bool {
	return func(t *object.Thread, m object.Value, dict *object.Dict) bool {
		b := ImportModule(t, "builtins")
		if b == object.Null {
			return false
		}
		args := t.PushArgs(3)
		if args == nil {
			return false
		}
		args[0], args[1], args[2] = object.NewStr(t, source), object.NewStr(t, file), object.Intern(t, "exec")
		code := object.Null
		if t.Exc == object.Null {
			code = object.CallMethod(t, b, object.Intern(t, "compile"), args)
		}
		t.PopArgs(3)
		return code != object.Null && dict.SetStr(t, "__builtins__", b) && Call2(t, b, "exec", code, object.Of(dict)) != object.Null
	}
}
