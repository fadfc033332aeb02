// The module psyco: what a program may tell the compiler, as Psyco's users knew it. Where there is no compiler, programs run all the same:
// what asks for compilation does nothing.

package modules

import (
	"math"
	"os"
	"time"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Compiler is what this module asks of a compiler.
type Compiler interface {
	Full()                          // compile all code when it is first met
	Profile(weight float64)         // compile what is hot; 1: as at the start, 2: what is twice as hot
	Stop()                          // compile nothing more but what is bound later
	Limit(code int64, at time.Time) // compile nothing more once there is so much machine code (0: any), or at that time (zero: never)
	// SetFilter has f asked before code is compiled that is found hot; nil: none. What it refuses is not compiled until there is another filter.
	SetFilter(f func(t *Thread, co *object.Code) bool)
	Bind(co *object.Code)          // compile this code when it is next met
	Unbind(co *object.Code)        // drop what was compiled of it; it may become hot again
	CannotCompile(co *object.Code) // never compile it
	SetLog(l *stats.Log)           // log events there; nil for nowhere
	Stats() *stats.Stats
}

// CompilerKey is where a runtime's compiler stands, if it has one.
var CompilerKey = object.NewHostKey[Compiler](nil)

// compilerOf is the runtime's compiler, or nil.
func compilerOf(rt *object.Runtime) Compiler { return CompilerKey.Of(rt) }

var _ = native.Register("psyco", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "full", Sig: "(" + psycoLimits + ")", Fn: func(t *Thread, _ Value, a []Value) Value {
				return psycoMode(t, a, 0, func(c Compiler, _ float64) { c.Full() })
			}},
			{Name: "profile", Sig: "(" + psycoWeights + psycoLimits + ")", Fn: psycoProfile},
			{Name: "background", Sig: "(" + psycoWeights + psycoLimits + ")", Fn: psycoProfile},
			{Name: "runonly", Sig: "(" + psycoLimits + ")", Fn: func(t *Thread, _ Value, a []Value) Value {
				return psycoMode(t, a, 0, func(c Compiler, _ float64) { c.Stop() })
			}},
			{Name: "stop", Sig: "()", F0: func(t *Thread, _ Value) Value {
				if c := compilerOf(t.RT); c != nil {
					c.Stop()
				}
				return none
			}},
			{Name: "setfilter", Sig: "(func, /)", F1: psycoSetFilter},
			{Name: "bind", Sig: "(x, rec=None)", Fn: psycoBind},
			{Name: "unbind", Sig: "(x, /)", F1: psycoUnbind},
			{Name: "proxy", Sig: "(x, rec=None)", Fn: func(t *Thread, _ Value, a []Value) Value { return psycoProxy(t, a[0], a[1], true) }},
			{Name: "unproxy", Sig: "(proxy, /)", F1: func(t *Thread, _, x Value) Value { return psycoProxy(t, x, null, false) }},
			{Name: "cannotcompile", Sig: "(x, /)", F1: psycoCannotCompile},
			{Name: "log", Sig: "(logfile=None, mode='w', top=10)", Fn: psycoLog},
			{Name: "stats", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.FromJSON(t, Stats(t.RT)) }},
		},
		Init: func(t *Thread, _ Value, d *object.Dict) bool {
			e, w, none := newClass(t, "psyco", "error", object.TException), newClass(t, "psyco", "warning", object.TWarning), native.EmptyList(t)
			t.RT.Extra[native.ExtraPsycoError] = e
			version := native.StrTuple(t, []string{"final"})
			if e == null || w == null || none == null || version == null {
				return false
			}
			info := object.NewTuple(t, 5)
			if info == nil {
				return false
			}
			for i, n := range [...]int64{1, 6, 0, 0, 0} {
				*info.At(i) = object.SmallInt(n)
			}
			*info.At(3) = *object.As[object.Tuple](version).At(0)
			return d.SetStr(t, "error", e) && d.SetStr(t, "warning", w) && d.SetStr(t, "__path__", none) &&
				d.SetStr(t, "version_info", object.Of(info)) && d.SetStr(t, "hexversion", object.SmallInt(0x010600f0)) &&
				d.SetStr(t, "__version__", object.NewStr(t, "1.6.0"))
		},
	}
})

// psycoClasses is the module psyco.classes. Psyco's users write __metaclass__ where Python 3 has class C(metaclass=psymetaclass) or a base psyobj.
const psycoClasses = `import psyco
__all__ = ['psyobj', 'psymetaclass', '__metaclass__']


class psymetaclass(type):
    "The class of classes whose functions are all compiled when they are first called."

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)
        try:
            psyco.bind(cls)
        except psyco.error:
            pass


class psyobj(metaclass=psymetaclass):
    "A base for classes whose functions are all compiled when they are first called."


__metaclass__ = compacttype = psymetaclass
`

var _ = native.Register("psyco.classes", func() native.ModuleDef {
	return native.ModuleDef{
		Init: func(t *Thread, _ Value, d *object.Dict) bool {
			code := CompileSource(t, []byte(psycoClasses), "<psyco.classes>", syntax.Exec, flagIgnoreCookie, 0)
			return code != null && d.Set(t, t.N(object.N_builtins_), object.Of(t.RT.Builtins)) &&
				interp.RunCode(t, object.As[object.Code](code), d, object.Of(d)) != null
		},
	}
})

// What Psyco's profilers took. Its limits were kilobytes, of the profiler's work and of all memory, and seconds, of profiling and since the start.
const (
	psycoWeights = "watermark=0.09, halflife=0.5, pollfreq=20, parentframe=0.25, "
	psycoLimits  = "memory=None, time=None, memorymax=None, timemax=None"
)

// psycoProfile is profile and background. Nothing is sampled here: calls and turns are counted. So the part of time from which on a function was
// worth to be compiled means how often it has to be called, and the weights of the samples mean nothing.
func psycoProfile(t *Thread, _ Value, a []Value) Value {
	return psycoMode(t, a, 4, func(c Compiler, watermark float64) { c.Profile(watermark / 0.09) })
}

// psycoMode reads the weights, of which the first is a watermark, and the limits behind them, and sets a mode.
func psycoMode(t *Thread, a []Value, weights int, set func(c Compiler, watermark float64)) Value {
	watermark, code, seconds := 0.09, int64(0), math.Inf(1)
	for i, v := range a {
		if v == null || v == none && i >= weights {
			continue
		}
		x, ok := object.AsFloat64(t, v)
		if !ok {
			return null
		}
		if !(x >= 0) {
			return object.Raise(t, object.TValueError, "weights and limits cannot be negative")
		}
		switch n := i - weights; {
		case i == 0 && weights > 0:
			watermark = x
		case n == 0, n == 2: // kilobytes
			if b := int64(min(x*1024, 1<<62)) + 1; code == 0 || b < code {
				code = b
			}
		case n == 1, n == 3: // seconds
			seconds = min(seconds, x)
		}
	}
	c := compilerOf(t.RT)
	if c == nil {
		return none
	}
	at := time.Time{}
	if seconds < 1e9 {
		at = time.Now().Add(time.Duration(seconds * float64(time.Second)))
	}
	c.Limit(code, at)
	set(c, watermark)
	return none
}

// psycoSetFilter keeps the filter as a root. A filter that raises has its exception shown, and refuses nothing.
func psycoSetFilter(t *Thread, _, f Value) Value {
	old := t.RT.Extra[native.ExtraPsycoFilter]
	if old == null {
		old = none
	}
	t.RT.Extra[native.ExtraPsycoFilter] = f
	c := compilerOf(t.RT)
	if c == nil {
		return old
	}
	if f == none {
		c.SetFilter(nil)
		return old
	}
	c.SetFilter(func(t *Thread, co *object.Code) bool {
		exc := t.Exc
		t.Exc = null
		r := object.Call1(t, t.RT.Extra[native.ExtraPsycoFilter], object.Of(co))
		take := 1
		if r != null {
			take = object.Truth(t, r)
		}
		if t.Exc != null {
			take = 1
			object.WriteUnraisable(t, t.RT.Extra[native.ExtraPsycoFilter])
		}
		t.Exc = exc
		return take != 0
	})
	return old
}

// psycoLevels reads rec: how many levels of the functions that a function names are bound with it.
func psycoLevels(t *Thread, rec Value) (int, bool) {
	if rec == null || rec == none {
		return 0, true
	}
	n, ok := object.AsSize(t, rec, object.TOverflowError)
	return int(max(min(n, 100), 0)), ok
}

// bindNamed binds the functions that fn names, and those that they name, so many levels deep.
//
//psy:bounded levels counts down from 100
func bindNamed(t *Thread, c Compiler, fn *object.Function, levels int, seen *object.Set) {
	if levels <= 0 || seen.Has(t, object.Of(fn)) != 0 || !seen.Add(t, object.Of(fn)) {
		return
	}
	if !fn.Code.Ready(t) {
		t.ClearExc()
		return
	}
	for _, name := range fn.Code.NamesTuple.Items() {
		if v := fn.Globals.GetStr(name); v != null {
			if callee := functionOf(v); callee != nil {
				c.Bind(callee.Code)
				bindNamed(t, c, callee, levels-1, seen)
			}
		}
	}
}

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

func psycoBind(t *Thread, _ Value, a []Value) Value {
	x, c := a[0], compilerOf(t.RT)
	levels, ok := psycoLevels(t, a[1])
	if !ok {
		return null
	}
	seen := object.NewSet(t, object.TSet)
	if seen == nil {
		return null
	}
	n := eachFunction(t, x, "bind", func(fn *object.Function) {
		if c != nil {
			c.Bind(fn.Code)
			bindNamed(t, c, fn, levels, seen)
		}
	})
	if n == 0 {
		return raiseIn(t, t.RT.Extra[native.ExtraPsycoError], "nothing bindable found in "+object.TypeName(t, x)+" object")
	}
	return noneUnless(n < 0 || t.Exc != null)
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

// psycoProxy copies the function with its code object, since code is what is compiled; the copy is bound, or never compiled.
func psycoProxy(t *Thread, x, rec Value, bind bool) Value {
	levels, ok := psycoLevels(t, rec)
	if !ok {
		return null
	}
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
	switch c, seen := compilerOf(t.RT), object.NewSet(t, object.TSet); {
	case seen == nil:
		return null
	case c == nil:
	case bind:
		c.Bind(p.Code)
		if bindNamed(t, c, p, levels, seen); t.Exc != null {
			return null
		}
	default:
		c.CannotCompile(p.Code)
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
		if name, given, ok = native.FSPath(t, a[0]); !ok {
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
	f, err := native.SystemOf(t).OpenFile(name, os.O_WRONLY|os.O_CREATE|flags, 0o666)
	if err != nil {
		return native.RaiseIO(t, err, given)
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
