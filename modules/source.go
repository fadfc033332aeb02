// Source text: eval, exec and compile accept code objects; compiling text needs the front end.
package modules

import (
	"github.com/psyco-go/psy/interp"
	"github.com/psyco-go/psy/object"
)

const noFrontEnd = "%s() of source text needs a compiler, and psy has none yet: give it a code object"

func builtinCompile(t *Thread, _ Value, a []Value) Value {
	return object.Raise(t, object.TNotImplementedError, noFrontEnd, "compile")
}

// namespaces checks and completes the globals and locals of eval and exec.
func namespaces(t *Thread, fname string, g, l Value) (*object.Dict, Value) {
	if l == none {
		l = null
	}
	if g == null || g == none {
		g = object.Of(t.Frame.Globals)
		if l == null {
			if l = object.LocalsSnapshot(t, t.Frame); l == null {
				return nil, null
			}
		}
	} else if !object.IsDict(g) {
		if fname == "exec" {
			object.Raise(t, object.TTypeError, "exec() globals must be a dict, not %s", object.TypeName(t, g))
		} else {
			object.Raise(t, object.TTypeError, "globals must be a real dict; try eval(code, {}, mapping)")
		}
		return nil, null
	}
	if l == null {
		l = g
	}
	if object.TypeOf(t, l).Slots.Subscript == nil {
		if fname == "exec" {
			object.Raise(t, object.TTypeError, "locals must be a mapping or None, not %s", object.TypeName(t, l))
		} else {
			object.Raise(t, object.TTypeError, "locals must be a mapping")
		}
		return nil, null
	}
	d := object.As[object.Dict](g)
	if d.GetStr(t.N(object.N_builtins_)) == null && !d.Set(t, t.N(object.N_builtins_), object.Of(t.RT.Builtins)) {
		return nil, null
	}
	return d, l
}

func runSource(t *Thread, fname string, src, g, l, closure Value) Value {
	d, locals := namespaces(t, fname, g, l)
	if d == nil {
		return null
	}
	if !src.IsExact(object.TCode) {
		if object.IsStr(src) || object.TypeOf(t, src).Slots.Buffer != nil {
			return object.Raise(t, object.TNotImplementedError, noFrontEnd, fname)
		}
		return object.Raise(t, object.TTypeError, "%s() arg 1 must be a string, bytes or code object", fname)
	}
	code := object.As[object.Code](src)
	if code.NFree > 0 {
		if fname == "eval" {
			return object.Raise(t, object.TTypeError, "code object passed to eval() may not contain free variables")
		}
		if closure == null || closure == none || !isClosure(closure, int(code.NFree)) {
			return object.Raise(t, object.TTypeError, "code object requires a closure of exactly length %d", code.NFree)
		}
	} else if closure != null && closure != none {
		return object.Raise(t, object.TTypeError, "cannot use a closure with this code object")
	}
	fn := object.NewFunction(t, code, d)
	if fn == nil {
		return null
	}
	if code.NFree > 0 {
		fn.Closure = closure
	}
	return interp.RunFunctionIn(t, fn, locals)
}

func builtinEval(t *Thread, _ Value, a []Value) Value {
	return runSource(t, "eval", a[0], a[1], a[2], null)
}

func builtinExec(t *Thread, _ Value, a []Value) Value {
	if runSource(t, "exec", a[0], a[1], a[2], a[3]) == null {
		return null
	}
	return none
}

// runClassBody runs a class body's function in its namespace; it returns the __class__ cell, or None.
func runClassBody(t *Thread, fn *object.Function, ns Value) Value {
	return interp.RunFunctionIn(t, fn, ns)
}

// isClosure reports whether v is a tuple of n cells.
func isClosure(v Value, n int) bool {
	if !v.IsExact(object.TTuple) || object.As[object.Tuple](v).Len() != n {
		return false
	}
	for i := range n {
		if !(*object.As[object.Tuple](v).At(i)).IsExact(object.TCell) {
			return false
		}
	}
	return true
}
