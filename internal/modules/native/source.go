// Modules that are written in Python.

package native

import "github.com/psyco-go/psy/internal/vm/object"

// compile is package modules' way from a source to its code.
var compile func(t *object.Thread, file, source string) object.Value

// SetCompiler says how sources of modules are compiled; to be called while Go's package variables are initialized.
func SetCompiler(f func(t *object.Thread, file, source string) object.Value) bool {
	compile = f
	return true
}

// PythonSource makes the Init of a module that is written in Python: it runs the source in the module's dict. file is what tracebacks
// call it.
func PythonSource(file, source string) func(t *object.Thread, m object.Value, dict *object.Dict) bool {
	return func(t *object.Thread, m object.Value, dict *object.Dict) bool {
		b := ImportModule(t, "builtins")
		if b == object.Null {
			return false
		}
		code := compile(t, file, source)
		return code != object.Null && dict.SetStr(t, "__builtins__", b) && Call2(t, b, "exec", code, object.Of(dict)) != object.Null
	}
}
