// Names of sys that tell of CPython's workings, as far as psy has something to tell.

package modules

import (
	"fmt"
	"math"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// sysMoreFuncs are functions of sys.
var sysMoreFuncs = []FuncDef{
	{Name: "_baserepl", Sig: "()", F0: sysBaseRepl},
	{Name: "_clear_internal_caches", Sig: "()", F0: sysClearCaches},
	{Name: "_clear_type_cache", Sig: "()", F0: sysClearCaches},
	{Name: "_debugmallocstats", Sig: "()", F0: sysDebugMallocStats},
	{Name: "_get_cpu_count_config", Sig: "()", F0: func(t *Thread, _ Value) Value {
		if n := hostOf(t).opts.CPUCount; n > 0 {
			return object.SmallInt(int64(n))
		}
		return object.SmallInt(-1)
	}},
	{Name: "_is_gil_enabled", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.True }},
	{Name: "activate_stack_trampoline", Sig: "(backend, /)", F1: sysActivateTrampoline},
	{Name: "deactivate_stack_trampoline", Sig: "()", F0: func(t *Thread, _ Value) Value { return none }},
	{Name: "is_stack_trampoline_active", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.False }},
	{Name: "getallocatedblocks", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(object.CountLive(t))) }},
	{Name: "getunicodeinternedsize", Sig: "(*, _only_immortal=False)", Fn: func(t *Thread, _ Value, a []Value) Value {
		all, lasting := object.CountInterned(t)
		if a[0] != null {
			switch object.Truth(t, a[0]) {
			case -1:
				return null
			case 1:
				all = lasting
			}
		}
		return object.SmallInt(int64(all))
	}},
	{Name: "getdlopenflags", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(hostOf(t).dlopenFlags)) }},
	{Name: "setdlopenflags", Sig: "(flags, /)", F1: func(t *Thread, _, v Value) Value {
		n, ok := object.AsInt(t, v)
		if ok && n != int(int32(n)) {
			object.Raise(t, object.TOverflowError, "Python int too large to convert to C int")
			ok = false
		}
		if ok {
			hostOf(t).dlopenFlags = n
		}
		return native.DoneIf(ok)
	}},
}

// bindNow is the flag RTLD_NOW of Linux.
const bindNow = 2

// sysBaseRepl runs what standard input has, as the prompt of a terminal or else as a program.
func sysBaseRepl(t *Thread, _ Value) Value {
	o := hostOf(t).opts
	main := moduleNamed(t, "__main__")
	if main == null || o.Stdin == nil {
		return none
	}
	job := StandardInput(o.Stdin)
	if o.Prompt != nil {
		if p := o.Prompt(); p != nil {
			job = p
		}
	}
	d := object.InstanceDict(t, main, false)
	if d == nil {
		return none
	}
	if job(t, d) == null {
		if t.Matches(object.TSystemExit) {
			return null
		}
		exc := t.Exc
		t.ClearExc()
		reportUncaught(t, exc)
		t.ClearExc()
	}
	return none
}

func sysClearCaches(t *Thread, _ Value) Value {
	object.ClearCaches(t)
	return none
}

// sysDebugMallocStats writes figures of the heap to the process's standard error.
func sysDebugMallocStats(t *Thread, _ Value) Value {
	s := t.RT.Heap.Stats()
	native.SystemOf(t).Complain(fmt.Sprintf("%d collections, the longest of %v\n%d bytes live after the last\n%d bytes in blocks, at most %d\n%d bytes allocated\n",
		s.Collections, s.PauseMax, s.LiveBytes, s.HeapBytes, s.Peak, min(s.Allocated, math.MaxInt64)))
	return none
}

// sysActivateTrampoline refuses: psy tells perf of no functions.
func sysActivateTrampoline(t *Thread, _, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "activate_stack_trampoline() argument must be str, not %s", object.TypeName(t, v))
	}
	switch s := object.GoString(v); s {
	case "perf", "perf_jit":
		return object.Raise(t, object.TValueError, "perf trampoline not available")
	default:
		return object.Raise(t, object.TValueError, "invalid backend: %s", s)
	}
}
