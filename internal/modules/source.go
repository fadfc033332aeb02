// Source text: compile, eval and exec, and their namespaces.

package modules

import (
	"bytes"
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/lang"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// fileArg is the name of a file as a text: that of a str as it is.
func fileArg(t *Thread, v Value) (string, bool) {
	if object.IsStr(v) {
		return object.GoString(v), true
	}
	path, _, ok := native.FSPath(t, v)
	return native.FSText(path), ok
}

// builtinCompile is compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1).
func builtinCompile(t *Thread, _ Value, a []Value) Value {
	if object.IsStr(a[1]) && strings.IndexByte(object.GoString(a[1]), 0) >= 0 {
		return object.Raise(t, object.TValueError, "embedded null character")
	}
	filename, ok := fileArg(t, a[1])
	if !ok {
		return null
	}
	if !object.IsStr(a[2]) {
		return object.Raise(t, object.TTypeError, "compile() argument 'mode' must be str, not %s", object.TypeName(t, a[2]))
	}
	flags, ok := optInt(t, a[3], 0)
	if !ok {
		return null
	}
	alone, ok := native.OptBool(t, a[4], false)
	if !ok {
		return null
	}
	optimize, ok := optInt(t, a[5], -1)
	if !ok {
		return null
	}
	feature, ok := optInt(t, a[6], -1)
	if !ok {
		return null
	}
	if flags&^(flagsFuture|flagNested|flagsCompile) != 0 {
		return object.Raise(t, object.TValueError, "compile(): unrecognised flags")
	}
	if optimize < -1 || optimize > 2 {
		return object.Raise(t, object.TValueError, "compile(): invalid optimize value")
	}
	c := compilation{filename: filename, flags: flags, optimize: optimize}
	if feature > 0 && flags&flagOnlyAST != 0 {
		c.feature = feature
	}
	if !alone {
		c.inherit(t)
	}
	switch mode := object.GoString(a[2]); {
	case mode == "exec":
	case mode == "eval":
		c.mode = syntax.Eval
	case mode == "single":
		c.mode = syntax.Single
	case mode == "func_type" && flags&flagOnlyAST != 0:
		c.mode = syntax.FuncType
	case mode == "func_type":
		return object.Raise(t, object.TValueError, "compile() mode 'func_type' requires flag PyCF_ONLY_AST")
	case flags&flagOnlyAST != 0:
		return object.Raise(t, object.TValueError, "compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
	default:
		return object.Raise(t, object.TValueError, "compile() mode must be 'exec', 'eval' or 'single'")
	}
	if lang.IsAST(t, a[0]) {
		return c.compileTree(t, a[0])
	}
	src, ok := c.sourceOf(t, a[0], "compile", "string, bytes or AST")
	if !ok {
		return null
	}
	return c.compile(t, src)
}

// optInt takes an optional argument that is a C int.
func optInt(t *Thread, v Value, otherwise int) (int, bool) {
	if v == null {
		return otherwise, true
	}
	n, ok := object.AsSize(t, v, object.TOverflowError)
	if ok && int64(int32(n)) != n {
		object.Raise(t, object.TOverflowError, "signed integer is %s than %simum", [...]string{"greater", "less"}[(uint64(n)>>63)], [...]string{"max", "min"}[uint64(n)>>63])
		return 0, false
	}
	return int(n), ok
}

// namespaces checks and completes the globals and locals of eval and exec.
func namespaces(t *Thread, fname string, g, l Value) (*object.Dict, Value) {
	if l == none {
		l = null
	}
	if g == null || g == none {
		if l == null {
			if l = object.LocalsSnapshot(t, t.Frame); l == null {
				return nil, null
			}
		}
		switch {
		case t.Frame != nil:
			g = object.Of(t.Frame.Globals)
		case fname == "exec":
			object.Raise(t, object.TSystemError, "globals and locals cannot be NULL")
			return nil, null
		default:
			object.Raise(t, object.TTypeError, "eval must be given globals and locals when called without a frame")
			return nil, null
		}
	} else if !object.IsDict(g) {
		if fname == "exec" {
			object.Raise(t, object.TTypeError, "exec() globals must be a dict, not %s", object.TypeName(t, g))
		} else if object.TypeOf(t, g).Slots.Subscript != nil {
			object.Raise(t, object.TTypeError, "globals must be a real dict; try eval(code, {}, mapping)")
		} else {
			object.Raise(t, object.TTypeError, "globals must be a dict")
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
	if d.GetStr(t.N(object.N_builtins_)) == null && !d.Set(t, t.N(object.N_builtins_), object.SeenBuiltins(object.CurrentBuiltins(t))) {
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
		if closure != null && closure != none {
			return object.Raise(t, object.TTypeError, "closure can only be used when source is a code object")
		}
		if src = compileFor(t, fname, src); src == null {
			return null
		}
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
	if native.Auditing(t) && !native.Audit(t, "exec", object.Tuple1(t, src)) {
		return null
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

// compileFor compiles the text given to eval or exec.
func compileFor(t *Thread, fname string, src Value) Value {
	c := compilation{filename: "<string>", optimize: -1}
	c.inherit(t)
	text, ok := c.sourceOf(t, src, fname, "string, bytes or code")
	if !ok {
		return null
	}
	if fname == "eval" {
		c.mode = syntax.Eval
		text = bytes.TrimLeft(text, " \t")
	}
	return c.compile(t, text)
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
