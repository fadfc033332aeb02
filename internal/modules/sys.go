// The module sys.

package modules

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/tracing"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// VersionText is sys.version.
const VersionText = "3.13.0 (psy) [Go]"

var _ = native.Register("sys", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: append([]FuncDef{
			{Name: "exit", Sig: "(status=None, /)", FN: sysExit, MinArgs: 0, MaxArgs: 1},
			{Name: "getrecursionlimit", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(t.RT.RecursionLimit)) }},
			{Name: "setrecursionlimit", Sig: "(limit, /)", F1: sysSetRecursionLimit},
			{Name: "getsizeof", Sig: "(object, default=-1)", Fn: sysGetSizeOf},
			{Name: "intern", Sig: "(string, /)", F1: sysIntern},
			{Name: "_is_interned", Sig: "(string, /)", F1: sysIsInterned},
			{Name: "exc_info", Sig: "()", F0: sysExcInfo},
			{Name: "exception", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.OrNone(t.Handled()) }},
			{Name: "excepthook", Sig: "(exctype, value, traceback, /)", FN: sysExceptHook, MinArgs: 3, MaxArgs: 3},
			{Name: "unraisablehook", Sig: "(unraisable, /)", F1: sysUnraisableHook},
			{Name: "displayhook", Sig: "(object, /)", F1: sysDisplayHook},
			{Name: "_getframe", Sig: "(depth=0, /)", FN: sysGetFrame, MinArgs: 0, MaxArgs: 1},
			{Name: "_getframemodulename", Sig: "(depth=0)", Fn: sysGetFrameModuleName},
			{Name: "getrefcount", Sig: "(object, /)", F1: sysGetRefCount},
			{Name: "getdefaultencoding", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.NewStr(t, "utf-8") }},
			{Name: "getfilesystemencoding", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.NewStr(t, "utf-8") }},
			{Name: "getfilesystemencodeerrors", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.NewStr(t, "surrogateescape") }},
			{Name: "is_finalizing", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Bool(t.RT.Finalizing) }},
			{Name: "get_int_max_str_digits", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(t.RT.IntMaxStrDigits)) }},
			{Name: "set_int_max_str_digits", Sig: "(maxdigits)", Fn: sysSetIntMaxStrDigits},
			{Name: "getswitchinterval", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Float(t.RT.Interval().Seconds()) }},
			{Name: "setswitchinterval", Sig: "(interval, /)", F1: func(t *Thread, _, v Value) Value {
				f, ok := object.AsFloat64(t, v)
				if !ok {
					return null
				}
				if !(f > 0) {
					return object.Raise(t, object.TValueError, "switch interval must be strictly positive")
				}
				t.RT.SetInterval(time.Duration(min(f, 1e6) * 1e9))
				return none
			}},
			{Name: "get_coroutine_origin_tracking_depth", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(t.RT.OriginDepth)) }},
			{Name: "set_coroutine_origin_tracking_depth", Sig: "(depth)", Fn: func(t *Thread, _ Value, a []Value) Value {
				n, ok := object.AsInt(t, a[0])
				if ok && n < 0 {
					return object.Raise(t, object.TValueError, "depth must be >= 0")
				}
				if ok {
					t.RT.OriginDepth = int32(min(n, math.MaxInt32))
				}
				return native.DoneIf(ok)
			}},
			{Name: "get_asyncgen_hooks", Sig: "()", F0: sysGetAsyncGenHooks},
			{Name: "set_asyncgen_hooks", Sig: "(firstiter=None, finalizer=None)", Fn: sysSetAsyncGenHooks},
			{Name: "call_tracing", Sig: "(func, args, /)", FN: func(t *Thread, _ Value, a []Value) Value {
				if !a[1].IsExact(object.TTuple) {
					return object.Raise(t, object.TTypeError, "call_tracing() argument 2 must be tuple, not %s", object.TypeName(t, a[1]))
				}
				return interp.CallTracing(t, a[0], object.As[object.Tuple](a[1]))
			}, MinArgs: 2, MaxArgs: 2},
			{Name: "settrace", F1: func(t *Thread, _, f Value) Value { return native.DoneIf(interp.SetTrace(t, f)) }},
			{Name: "setprofile", F1: func(t *Thread, _, f Value) Value { return native.DoneIf(interp.SetProfile(t, f)) }},
			{Name: "_settraceallthreads", F1: func(t *Thread, _, f Value) Value { return native.DoneIf(interp.SetAllTrace(t, f)) }},
			{Name: "_setprofileallthreads", F1: func(t *Thread, _, f Value) Value { return native.DoneIf(interp.SetAllProfile(t, f)) }},
			{Name: "gettrace", Sig: "()", F0: func(t *Thread, _ Value) Value { return interp.Trace(t) }},
			{Name: "getprofile", Sig: "()", F0: func(t *Thread, _ Value) Value { return interp.Profile(t) }},
			{Name: "audit", FN: sysAudit, MinArgs: 1, MaxArgs: -1},
			{Name: "addaudithook", Sig: "(hook)", Fn: sysAddAuditHook},
			{Name: "breakpointhook", FK: sysBreakpointHook},
			{Name: "_current_frames", Sig: "()", F0: sysCurrentFrames},
			{Name: "_current_exceptions", Sig: "()", F0: sysCurrentExceptions},
		}, sysMoreFuncs...),
		Init: initSys,
	}
})

// sysCurrentExceptions tells what exception each thread handles.
func sysCurrentExceptions(t *Thread, _ Value) Value {
	d := object.NewDict(t)
	for _, s := range t.RT.Strands() {
		if d == nil || !d.Set(t, object.SmallInt(s.Ident), native.OrNone(s.Now(t).Handled())) {
			return null
		}
	}
	return object.Of(d)
}

// sysCurrentFrames is empty where Go calls it and no Python runs.
func sysCurrentFrames(t *Thread, _ Value) Value {
	d := object.NewDict(t)
	for _, s := range t.RT.Strands() {
		if fr := s.Now(t).Frame; d != nil && fr != nil {
			f := object.FrameObjectOf(t, fr)
			if f == nil || !d.Set(t, object.SmallInt(s.Ident), object.Of(f)) {
				return null
			}
		}
	}
	return object.Of(d)
}

func initSys(t *Thread, m Value, d *object.Dict) bool {
	t.RT.SysDict = d
	o := hostOf(t).opts
	set := func(name string, v Value) bool { return v != null && d.SetStr(t, name, v) }
	list := func(name string, items []string) bool {
		l := native.StrList(t, items)
		return l != nil && d.SetStr(t, name, object.Of(l))
	}
	names := append(native.BuiltinNames(), "sys")
	slices.Sort(names)
	names = slices.Compact(names)
	byteorder := "little"
	exe := none
	if o.Executable != "" {
		exe = native.FSStr(t, o.Executable)
	}
	baseExe := exe
	if o.BaseExecutable != "" {
		baseExe = native.FSStr(t, o.BaseExecutable)
	}
	xopts := object.NewDict(t)
	if xopts == nil {
		return false
	}
	for _, x := range o.XOptions {
		k, val := native.FSStr(t, x.Key), object.True
		if x.Given {
			val = native.FSStr(t, x.Value)
		}
		if k == null || val == null || !xopts.Set(t, k, val) {
			return false
		}
	}
	t.RT.ScriptDir = o.ScriptDir
	return set("modules", object.Of(t.RT.Modules)) &&
		list("warnoptions", o.WarnOptions) &&
		list("meta_path", nil) && list("path_hooks", nil) &&
		set("path_importer_cache", dictOrNull(t)) && set("_xoptions", object.Of(xopts)) &&
		set("builtin_module_names", native.StrTuple(t, names)) && set("stdlib_module_names", stdlibModuleNames(t)) &&
		set("__excepthook__", d.GetStr(object.Intern(t, "excepthook"))) && set("__displayhook__", d.GetStr(object.Intern(t, "displayhook"))) &&
		set("__breakpointhook__", d.GetStr(object.Intern(t, "breakpointhook"))) && set("__unraisablehook__", d.GetStr(object.Intern(t, "unraisablehook"))) && set("executable", exe) && set("_base_executable", baseExe) &&
		set("version", object.NewStr(t, VersionText)) && set("hexversion", object.SmallInt(0x030d00f0)) && set("api_version", object.SmallInt(1013)) &&
		set("copyright", object.NewStr(t, "Copyright (c) 2026 the psy authors.")) &&
		set("platform", object.NewStr(t, runtime.GOOS)) && set("byteorder", object.NewStr(t, byteorder)) &&
		set("maxsize", object.NewInt(t, math.MaxInt64)) && set("maxunicode", object.SmallInt(0x10FFFF)) &&
		set("float_repr_style", object.NewStr(t, "short")) && set("dont_write_bytecode", object.Bool(o.Flags.DontWriteBytecode != 0)) &&
		set("pycache_prefix", pycachePrefix(t, o)) && set("platlibdir", object.NewStr(t, cmp.Or(o.PlatLibDir, "lib"))) &&
		set("abiflags", t.RT.EmptyStr) && set("_framework", t.RT.EmptyStr) && set("_git", native.StrTuple(t, []string{"CPython", "", ""})) &&
		set("monitoring", build(t, &tracing.Monitoring)) && initSysStructs(t, d, o) && tellSys(t, d, o)
}

// tellSys tells sys what differs between worlds that otherwise begin with the same.
func tellSys(t *Thread, d *object.Dict, o *Options) bool {
	set := func(name string, v Value) bool { return v != null && d.SetStr(t, name, v) }
	list := func(name string, items []string) bool {
		l := native.StrList(t, items)
		return l != nil && d.SetStr(t, name, object.Of(l))
	}
	prefix, base, stdlib := native.FSStr(t, cmp.Or(o.Prefix, "/usr")), native.FSStr(t, cmp.Or(o.BasePrefix, "/usr")), none
	if o.Library != "" {
		stdlib = native.FSStr(t, o.Library)
	}
	return list("argv", o.Args) && list("orig_argv", o.OrigArgs) && list("path", o.Path) && set("prefix", prefix) && set("exec_prefix", prefix) &&
		set("base_prefix", base) && set("base_exec_prefix", base) && set("_stdlib_dir", stdlib) && initStreams(t, d, o)
}

func dictOrNull(t *Thread) Value {
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	return object.Of(d)
}

func sysExit(t *Thread, _ Value, a []Value) Value {
	if len(a) == 0 {
		return object.RaiseType(t, object.TSystemExit)
	}
	pos, typ := object.NewTuple(t, 1), t.Type(object.TSystemExit).Value()
	if pos == nil {
		return null
	}
	*pos.At(0) = a[0]
	var e Value
	if a[0].IsExact(object.TTuple) {
		e = object.CallTuple(t, typ, object.As[object.Tuple](a[0]), nil)
	} else {
		e = object.CallTuple(t, typ, pos, nil)
	}
	if e != null {
		object.SetExc(t, e)
	}
	return null
}

func sysSetRecursionLimit(t *Thread, _, v Value) Value {
	i, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	n := int64(i)
	if n < 1 {
		return object.Raise(t, object.TValueError, "recursion limit must be greater or equal than 1")
	}
	if most := t.RT.RecursionMost; most > 0 && n > int64(most) {
		return object.Raise(t, object.TValueError, "recursion limit must not be greater than %d here", most)
	}
	depth := int64(t.RT.RecursionLimit - t.Depth)
	if depth >= n {
		return object.Raise(t, object.TRecursionError, "cannot set the recursion limit to %d at the recursion depth %d: the limit is too low", n, depth)
	}
	t.RT.EachAway(func(c *object.Current) { c.Depth += int32(n) - t.RT.RecursionLimit })
	t.RT.RecursionLimit = int32(n)
	t.Depth = int32(n - depth)
	return none
}

func sysSetIntMaxStrDigits(t *Thread, _ Value, a []Value) Value {
	n, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	if n != 0 && n < 640 {
		return object.Raise(t, object.TValueError, "maxdigits must be 0 or larger than 640")
	}
	t.RT.IntMaxStrDigits = int(n)
	return none
}

func sysGetSizeOf(t *Thread, _ Value, a []Value) Value {
	r, found := object.CallSpecial0(t, a[0], object.N_sizeof_)
	if r == null {
		if a[1] != null && (!found || t.ClearIf(object.TTypeError)) {
			return a[1]
		}
		if !found {
			return object.Raise(t, object.TTypeError, "Type %s doesn't define __sizeof__", object.TypeName(t, a[0]))
		}
	}
	return r
}

func sysIntern(t *Thread, _, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "intern() argument must be str, not %s", object.TypeName(t, v))
	}
	if !v.IsExact(object.TStr) {
		return object.Raise(t, object.TTypeError, "can't intern %s", object.TypeName(t, v))
	}
	return object.InternValue(t, v)
}

func sysIsInterned(t *Thread, _, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "_is_interned() argument must be str, not %s", object.TypeName(t, v))
	}
	return object.Bool(v.IsExact(object.TStr) && uint8(object.As[object.Str](v).Meta)&object.StrInterned != 0)
}

func init() { heap.Transparent("modules.sysGetRefCount") } // what it has, the frame that called has

//go:noinline
func sysGetRefCount(t *Thread, _, v Value) Value { return object.NewInt(t, object.RefCount(t, v)) }

func sysExcInfo(t *Thread, _ Value) Value {
	r := object.NewTuple(t, 3)
	if r == nil {
		return null
	}
	*r.At(0), *r.At(1), *r.At(2) = none, none, none
	if e := t.Handled(); e != null {
		*r.At(0), *r.At(1), *r.At(2) = object.Of(object.TypeOf(t, e)), e, native.OrNone(object.As[object.Exception](e).Traceback)
	}
	return object.Of(r)
}

func sysExceptHook(t *Thread, _ Value, a []Value) Value {
	switch {
	case object.IsExceptionInstance(a[1]):
		if a[2].IsExact(object.TTraceback) && object.As[object.Exception](a[1]).Traceback == null {
			object.As[object.Exception](a[1]).Traceback = a[2]
		}
		traceback.PrintException(t, a[1])
	case a[1] == none:
		traceback.PrintError(t, "NoneType: None\n")
	default:
		traceback.PrintError(t, "TypeError: print_exception(): Exception expected for value, "+object.TypeName(t, a[1])+" found\n")
	}
	return none
}

func sysDisplayHook(t *Thread, _, v Value) Value {
	if v == none {
		return none
	}
	under := object.Intern(t, "_")
	if under == null || !t.RT.Builtins.Set(t, under, none) {
		return null
	}
	out := t.RT.SysDict.GetStr(t.N(object.N_stdout))
	if out == null || out == none {
		return object.Raise(t, object.TRuntimeError, "lost sys.stdout")
	}
	s := object.Repr(t, v)
	if s == null || !native.WriteText(t, out, s) && !writeEscaped(t, out, s) || !native.WriteText(t, out, object.NewStr(t, "\n")) || !t.RT.Builtins.Set(t, under, v) {
		return null
	}
	return none
}

// writeEscaped writes a text whose characters a file has not, as the exception that is set says, with escapes in their place.
func writeEscaped(t *Thread, out, s Value) bool {
	if !t.ClearIf(object.TUnicodeEncodeError) {
		return false
	}
	encoding := object.GetAttr(t, out, object.Intern(t, "encoding"))
	encode := object.GetAttr(t, s, object.Intern(t, "encode"))
	if encoding == null || encode == null {
		return false
	}
	b := object.Call2(t, encode, encoding, object.Intern(t, "backslashreplace"))
	if b == null {
		return false
	}
	text := object.CallMethod1(t, b, object.Intern(t, "decode"), encoding)
	return text != null && native.WriteText(t, out, text)
}

func sysGetFrame(t *Thread, _ Value, a []Value) Value {
	depth := int64(0)
	if len(a) > 0 {
		n, ok := object.AsSize(t, a[0], object.TOverflowError)
		if !ok {
			return null
		}
		depth = n
	}
	f := native.FrameAt(t, depth)
	if f == nil {
		return object.Raise(t, object.TValueError, "call stack is not deep enough")
	}
	fo := object.FrameObjectOf(t, f)
	if fo == nil || !object.Audit(t, "sys._getframe", object.Of(fo)) {
		return null
	}
	return object.Of(fo)
}

func sysGetFrameModuleName(t *Thread, _ Value, a []Value) Value {
	depth := int64(0)
	if a[0] != null {
		n, ok := object.AsSize(t, a[0], object.TOverflowError)
		if !ok {
			return null
		}
		depth = n
	}
	f := native.FrameAt(t, depth)
	if f == nil || !f.Func.IsExact(object.TFunction) {
		return none
	}
	return native.OrNone(object.As[object.Function](f.Func).Module)
}

func sysGetAsyncGenHooks(t *Thread, _ Value) Value {
	h := t.RT.Extra[object.ExtraAsyncGenHooks]
	first, fin := none, none
	if h != null {
		first, fin = *object.As[object.Tuple](h).At(0), *object.As[object.Tuple](h).At(1)
	}
	return asyncGenHooks.Make(t, first, fin)
}

func sysSetAsyncGenHooks(t *Thread, _ Value, a []Value) Value {
	for i, what := range [...]string{"firstiter", "finalizer"} {
		if v := a[i]; v != null && v != none && object.TypeOf(t, v).Slots.Call == nil {
			return object.Raise(t, object.TTypeError, "callable %s expected, got %s", what, object.TypeName(t, v))
		}
	}
	if a[1] != null && !object.Audit(t, "sys.set_asyncgen_hook_finalizer") || a[0] != null && !object.Audit(t, "sys.set_asyncgen_hook_firstiter") {
		return null
	}
	first, fin := none, none
	if h := t.RT.Extra[object.ExtraAsyncGenHooks]; h != null {
		first, fin = *object.As[object.Tuple](h).At(0), *object.As[object.Tuple](h).At(1)
	}
	if a[0] != null {
		first = a[0]
	}
	if a[1] != null {
		fin = a[1]
	}
	h := object.Pair(t, first, fin)
	if h == null {
		return null
	}
	t.RT.Extra[object.ExtraAsyncGenHooks] = h
	object.AsyncGensLeft(t)
	return none
}

func pycachePrefix(t *Thread, o *Options) Value {
	if o.PycachePrefix == "" {
		return none
	}
	return native.FSStr(t, o.PycachePrefix)
}
