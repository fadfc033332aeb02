// The module psyco: what a program may tell the compiler, as Psyco's users knew it. Where there is no compiler, programs run all the same:
// what asks for compilation does nothing.
package modules

import (
	"maps"
	"os"
	"slices"

	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/stats"
)

// Compiler is what this module asks of a compiler, which stands in Runtime.Host["psyco"].
type Compiler interface {
	Full()                         // compile all code when it is first met
	Profile()                      // compile what is hot, as at the start
	Bind(co *object.Code)          // compile this code when it is next met
	Unbind(co *object.Code)        // drop what was compiled of it; it may become hot again
	CannotCompile(co *object.Code) // never compile it
	SetLog(l *stats.Log)           // log events there; nil for nowhere
	Stats() *stats.Stats
}

// compilerOf is the runtime's compiler, or nil.
func compilerOf(rt *object.Runtime) Compiler {
	c, _ := rt.Host["psyco"].(Compiler)
	return c
}

var _ = Register(ModuleDef{
	Name: "psyco",
	Doc:  "The specializing compiler.",
	Funcs: []FuncDef{
		{Name: "full", Sig: "()", F0: func(t *Thread, _ Value) Value {
			if c := compilerOf(t.RT); c != nil {
				c.Full()
			}
			return none
		}, Doc: "Compile all code when it is first met."},
		{Name: "profile", Sig: "()", F0: func(t *Thread, _ Value) Value {
			if c := compilerOf(t.RT); c != nil {
				c.Profile()
			}
			return none
		}, Doc: "Compile what is hot. It is how programs begin."},
		{Name: "bind", Sig: "(x, /)", F1: psycoBind,
			Doc: "Compile the given function, method or class (all functions in it) when it is next called."},
		{Name: "unbind", Sig: "(x, /)", F1: psycoUnbind, Doc: "Reverse of bind()."},
		{Name: "proxy", Sig: "(x, /)", F1: psycoProxy,
			Doc: "Return a copy of the function or method that is compiled. The original is still available for calls that are not."},
		{Name: "cannotcompile", Sig: "(x, /)", F1: psycoCannotCompile, Doc: "Never compile the given function, method or code object."},
		{Name: "log", Sig: "(logfile=None, mode='w', top=10)", Fn: psycoLog,
			Doc: "Log what the compiler does to the given file, or else to one named as the script, with .log-psyco behind it."},
		{Name: "stats", Sig: "()", F0: func(t *Thread, _ Value) Value { return statsValue(t, Stats(t.RT)) },
			Doc: "Return what was counted, as -X psy.stats=json prints it."},
	},
	Init: func(t *Thread, _ Value, d *object.Dict) bool {
		e := newClass(t, "psyco", "error", object.TException)
		t.RT.Extra[extraPsycoError] = e
		return e != null && d.SetStr(t, "error", e)
	},
})

// newClass makes a class without members.
func newClass(t *Thread, module, name string, base object.TypeID) Value {
	bases, d, n, m := object.NewTuple(t, 1), object.NewDict(t), object.NewStr(t, name), object.NewStr(t, module)
	if bases == nil || d == nil || n == null || m == null || !d.SetStr(t, "__module__", m) {
		return null
	}
	*bases.At(0) = t.Type(base).Value()
	return object.Call3(t, t.Type(object.TType).Value(), n, object.Of(bases), object.Of(d))
}

// functionOf is x, if it is a function, or the function of a method.
func functionOf(x Value) *object.Function {
	if x.IsExact(object.TMethod) {
		x = object.As[object.Method](x).Func
	}
	if x.IsExact(object.TFunction) {
		return object.As[object.Function](x)
	}
	return nil
}

// eachFunction calls f for the function or method x, or for all functions in the class or other object x. It returns how many there are; -1: an exception is set.
func eachFunction(t *Thread, x Value, verb string, f func(fn *object.Function)) int {
	if fn := functionOf(x); fn != nil {
		f(fn)
		return 1
	}
	d := object.LookupAttr(t, x, object.Intern(t, "__dict__"))
	if d == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "cannot %s objects of type %s", verb, object.TypeName(t, x))
		}
		return -1
	}
	values := object.CallMethod0(t, d, object.Intern(t, "values"))
	if values == null {
		return -1
	}
	l := object.Call1(t, t.Type(object.TList).Value(), values)
	if l == null {
		return -1
	}
	n := 0
	for _, v := range object.As[object.List](l).Slice() {
		if fn := functionOf(v); fn != nil {
			f(fn)
			n++
		}
	}
	return n
}

func psycoBind(t *Thread, _, x Value) Value {
	c := compilerOf(t.RT)
	n := eachFunction(t, x, "bind", func(fn *object.Function) {
		if c != nil {
			c.Bind(fn.Code)
		}
	})
	if n == 0 {
		return raiseIn(t, t.RT.Extra[extraPsycoError], "nothing bindable found in "+object.TypeName(t, x)+" object")
	}
	return noneUnless(n < 0)
}

func psycoUnbind(t *Thread, _, x Value) Value {
	c := compilerOf(t.RT)
	return noneUnless(eachFunction(t, x, "unbind", func(fn *object.Function) {
		if c != nil {
			c.Unbind(fn.Code)
		}
	}) < 0)
}

func noneUnless(failed bool) Value {
	if failed {
		return null
	}
	return none
}

// raiseIn raises an exception of a class that is not one of the built-in ones.
func raiseIn(t *Thread, class Value, msg string) Value {
	s := object.NewStr(t, msg)
	if s == null {
		return null
	}
	if e := object.Call1(t, class, s); e != null {
		t.Exc = e
	}
	return null
}

// psycoProxy copies the function with its code object, since code is what is compiled.
func psycoProxy(t *Thread, _, x Value) Value {
	fn := functionOf(x)
	if fn == nil {
		return object.Raise(t, object.TTypeError, "cannot proxy objects of type %s", object.TypeName(t, x))
	}
	code := object.CallMethod0(t, object.Of(fn.Code), object.Intern(t, "replace"))
	if code == null {
		return null
	}
	p := object.NewFunction(t, object.As[object.Code](code), fn.Globals)
	if p == nil {
		return null
	}
	p.Builtins, p.Name, p.QualName, p.Defaults, p.KwDefaults, p.Closure = fn.Builtins, fn.Name, fn.QualName, fn.Defaults, fn.KwDefaults, fn.Closure
	p.Doc, p.Annotations, p.Module, p.TypeParams = fn.Doc, fn.Annotations, fn.Module, fn.TypeParams
	if fn.Ext != null {
		if p.Ext = object.CallMethod0(t, fn.Ext, object.Intern(t, "copy")); p.Ext == null {
			return null
		}
	}
	if c := compilerOf(t.RT); c != nil {
		c.Bind(p.Code)
	}
	if x.IsExact(object.TMethod) {
		return object.NewMethod(t, object.Of(p), object.As[object.Method](x).Self)
	}
	return object.Of(p)
}

func psycoCannotCompile(t *Thread, _, x Value) Value {
	var co *object.Code
	if fn := functionOf(x); fn != nil {
		co = fn.Code
	} else if x.IsExact(object.TCode) {
		co = object.As[object.Code](x)
	} else {
		return object.Raise(t, object.TTypeError, "unexpected type %s", object.TypeName(t, x))
	}
	if c := compilerOf(t.RT); c != nil {
		c.CannotCompile(co)
	}
	return none
}

// psycoLog takes Psyco's arguments; top was the length of a table that psyco.stats has now.
func psycoLog(t *Thread, _ Value, a []Value) Value {
	name, given, ok := scriptName(t)+".log-psyco", none, true
	if a[0] != null && a[0] != none {
		if name, given, ok = fsPath(t, a[0]); !ok {
			return null
		}
	}
	flags := os.O_TRUNC
	if a[1] != null {
		mode := ""
		if object.IsStr(a[1]) {
			mode = object.GoString(a[1])
		}
		switch mode {
		case "w":
		case "a":
			flags = os.O_APPEND
		default:
			return object.Raise(t, object.TValueError, "mode is 'w' or 'a'")
		}
	}
	c := compilerOf(t.RT)
	if c == nil {
		return none
	}
	f, err := systemOf(t).OpenFile(name, os.O_WRONLY|os.O_CREATE|flags, 0o666)
	if err != nil {
		return raiseIO(t, err, given)
	}
	c.SetLog(stats.NewLog(f, f.Close))
	return none
}

func scriptName(t *Thread) string {
	if args := hostOf(t).opts.Args; len(args) > 0 && args[0] != "" {
		return args[0]
	}
	return "python"
}

// statsValue makes dicts, ints, floats and strs of what encoding/json would write.
func statsValue(t *Thread, v any) Value {
	switch v := v.(type) {
	case string:
		return object.NewStr(t, v)
	case float64:
		return object.Float(v)
	case uint64:
		return object.NewUint(t, v)
	case map[string]uint64:
		return statsDict(t, v)
	case map[string]any:
		return statsDict(t, v)
	case map[string]map[string]uint64:
		return statsDict(t, v)
	}
	panic("BUG: a kind of statistic without a Python form")
}

func statsDict[V any](t *Thread, m map[string]V) Value {
	d := object.NewDict(t)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if d == nil {
			return null
		}
		if v := statsValue(t, m[k]); v == null || !d.SetStr(t, k, v) {
			return null
		}
	}
	if d == nil {
		return null
	}
	return object.Of(d)
}
