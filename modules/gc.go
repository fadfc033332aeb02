// The module gc. Collections are psy's own: generations and thresholds are kept only for programs that ask.
package modules

import "github.com/psyco-go/psy/object"

// gcState is what gc.disable, gc.set_threshold and gc.set_debug set.
type gcState struct {
	disabled   bool
	thresholds [3]int64
	debug      int64
}

func gcOf(t *Thread) *gcState {
	s, _ := t.RT.Host["gc"].(*gcState)
	if s == nil {
		s = &gcState{thresholds: [3]int64{2000, 10, 10}}
		t.RT.Host["gc"] = s
	}
	return s
}

func threeInts(t *Thread, a, b, c int64) Value {
	x := object.NewTuple(t, 3)
	if x == nil {
		return null
	}
	*x.At(0), *x.At(1), *x.At(2) = object.NewInt(t, a), object.NewInt(t, b), object.NewInt(t, c)
	return object.Of(x)
}

var _ = Register(ModuleDef{
	Name: "gc",
	Doc:  "This module provides access to the garbage collector for reference cycles.",
	Funcs: []FuncDef{
		{Name: "enable", Sig: "()", F0: func(t *Thread, _ Value) Value { gcOf(t).disabled = false; return none }},
		{Name: "disable", Sig: "()", F0: func(t *Thread, _ Value) Value { gcOf(t).disabled = true; return none }},
		{Name: "isenabled", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Bool(!gcOf(t).disabled) }},
		{Name: "collect", Sig: "(generation=2)", Fn: gcCollect},
		{Name: "freeze", Sig: "()", F0: func(t *Thread, _ Value) Value { return none }},
		{Name: "unfreeze", Sig: "()", F0: func(t *Thread, _ Value) Value { return none }},
		{Name: "get_freeze_count", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(0) }},
		{Name: "get_count", Sig: "()", F0: func(t *Thread, _ Value) Value { return threeInts(t, 0, 0, 0) }},
		{Name: "get_threshold", Sig: "()", F0: func(t *Thread, _ Value) Value {
			s := gcOf(t)
			return threeInts(t, s.thresholds[0], s.thresholds[1], s.thresholds[2])
		}},
		{Name: "set_threshold", MaxArgs: -1, FN: func(t *Thread, _ Value, a []Value) Value {
			if len(a) < 1 || len(a) > 3 {
				return object.Raise(t, object.TTypeError, "gc.set_threshold requires 1 to 3 arguments")
			}
			s := gcOf(t)
			for i, v := range a {
				n, ok := object.AsSize(t, v, object.TOverflowError)
				if !ok {
					return null
				}
				s.thresholds[i] = n
			}
			return none
		}},
		{Name: "get_debug", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.NewInt(t, gcOf(t).debug) }},
		{Name: "set_debug", Sig: "(flags, /)", F1: func(t *Thread, _, v Value) Value {
			n, ok := object.AsSize(t, v, object.TOverflowError)
			if !ok {
				return null
			}
			gcOf(t).debug = n
			return none
		}},
		{Name: "is_tracked", Sig: "(obj, /)", F1: func(t *Thread, _, v Value) Value {
			return object.Bool(v.IsPtr() && !object.IsStr(v) && !object.IsBytes(v) && !object.IsInstance(t, v, object.TInt))
		}},
		{Name: "is_finalized", Sig: "(obj, /)", F1: func(t *Thread, _, v Value) Value { return object.False }},
		{Name: "get_objects", Sig: "(generation=None)", Fn: func(t *Thread, _ Value, a []Value) Value { return emptyList(t) }},
		{Name: "get_referrers", MaxArgs: -1, FN: func(t *Thread, _ Value, a []Value) Value { return emptyList(t) }},
		{Name: "get_referents", MaxArgs: -1, FN: func(t *Thread, _ Value, a []Value) Value { return emptyList(t) }},
		{Name: "get_stats", Sig: "()", F0: gcStats},
	},
	Init: func(t *Thread, m Value, d *object.Dict) bool {
		for i, n := range [...]string{"DEBUG_STATS", "DEBUG_COLLECTABLE", "DEBUG_UNCOLLECTABLE", "", "", "DEBUG_SAVEALL"} {
			if n != "" && !d.SetStr(t, n, object.SmallInt(1<<i)) {
				return false
			}
		}
		garbage, callbacks := emptyList(t), emptyList(t)
		return garbage != null && callbacks != null && d.SetStr(t, "DEBUG_LEAK", object.SmallInt(38)) &&
			d.SetStr(t, "garbage", garbage) && d.SetStr(t, "callbacks", callbacks)
	},
})

func emptyList(t *Thread) Value {
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	return object.Of(l)
}

// gcCollect collects and runs the finalizers and callbacks of what was found dead. How many objects those were is not known.
func gcCollect(t *Thread, _ Value, a []Value) Value {
	if a[0] != null {
		n, ok := object.AsSize(t, a[0], object.TOverflowError)
		if !ok {
			return null
		}
		if n < 0 || n > 2 {
			return object.Raise(t, object.TValueError, "invalid generation")
		}
	}
	if !t.RT.Heap.TryCollect() {
		if !t.Poll() {
			return null
		}
		t.RT.Heap.Collect()
	}
	object.RunPending(t)
	if t.Exc != null {
		return null
	}
	return object.SmallInt(0)
}

func gcStats(t *Thread, _ Value) Value {
	out := object.NewList(t, 3)
	if out == nil {
		return null
	}
	runs := int64(t.RT.Heap.Stats().Collections)
	for i := 0; i < 3; i++ {
		d := object.NewDict(t)
		if d == nil || !d.SetStr(t, "collections", object.SmallInt(runs)) || !d.SetStr(t, "collected", object.SmallInt(0)) ||
			!d.SetStr(t, "uncollectable", object.SmallInt(0)) {
			return null
		}
		*out.At(i) = object.Of(d)
	}
	return object.Of(out)
}
