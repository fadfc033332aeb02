// The module gc. Collections are psy's own: generations and thresholds are kept only for programs that ask.

package classes

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// gcState is what gc.disable, gc.set_threshold and gc.set_debug set.
type gcState struct {
	disabled   bool
	thresholds [3]int64
	debug      int64
	collecting bool     // gc.collect is at work
	runs       [3]int64 // collections that the program has asked for, by generation
	collected  [3]int64 // and what they found
}

var gcKey = object.NewHostKey(func(*object.Runtime) *gcState { return &gcState{thresholds: [3]int64{2000, 10, 10}} })

func gcOf(t *Thread) *gcState { return gcKey.Of(t.RT) }

func threeInts(t *Thread, a, b, c int64) Value {
	x := object.NewTuple(t, 3)
	if x == nil {
		return null
	}
	*x.At(0), *x.At(1), *x.At(2) = object.NewInt(t, a), object.NewInt(t, b), object.NewInt(t, c)
	return object.Of(x)
}

var _ = native.Register("gc", func() native.ModuleDef {
	return native.ModuleDef{
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
			{Name: "is_tracked", Sig: "(obj, /)", F1: func(t *Thread, _, v Value) Value { return object.Bool(object.Tracked(v)) }},
			{Name: "is_finalized", Sig: "(obj, /)", F1: func(t *Thread, _, v Value) Value { return object.Bool(object.Finalized(t, v)) }},
			{Name: "get_objects", Sig: "(generation=None)", Fn: gcObjects},
			{Name: "get_referrers", MaxArgs: -1, FN: gcReferrers},
			{Name: "get_referents", MaxArgs: -1, FN: gcReferents},
			{Name: "get_stats", Sig: "()", F0: gcStats},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			for i, n := range [...]string{"DEBUG_STATS", "DEBUG_COLLECTABLE", "DEBUG_UNCOLLECTABLE", "", "", "DEBUG_SAVEALL"} {
				if n != "" && !d.SetStr(t, n, object.SmallInt(1<<i)) {
					return false
				}
			}
			garbage, callbacks := native.EmptyList(t), native.EmptyList(t)
			return garbage != null && callbacks != null && d.SetStr(t, "DEBUG_LEAK", object.SmallInt(38)) &&
				d.SetStr(t, "garbage", garbage) && d.SetStr(t, "callbacks", callbacks)
		},
	}
})

// The frame that called has what these functions have.
func init() {
	heap.Transparent("classes.gcCollect", "classes.gcReferrers", "classes.gcReferents", "classes.gcObjects")
}

// gcCollect collects, and says what gc.callbacks want to hear before and after.
//
//go:noinline
func gcCollect(t *Thread, m Value, a []Value) Value {
	generation := int64(2)
	if a[0] != null {
		n, ok := object.AsSize(t, a[0], object.TOverflowError)
		if !ok {
			return null
		}
		if n < 0 || n > 2 {
			return object.Raise(t, object.TValueError, "invalid generation")
		}
		generation = n
	}
	s := gcOf(t)
	if s.collecting {
		return object.SmallInt(0)
	}
	s.collecting = true
	defer func() { s.collecting = false }()
	if !gcCallbacks(t, m, "start", generation, 0) {
		return null
	}
	n, ok := object.Collect(t)
	if !ok {
		return null
	}
	s.runs[generation]++
	s.collected[generation] += int64(n)
	if !gcCallbacks(t, m, "stop", generation, int64(n)) {
		return null
	}
	return object.NewInt(t, int64(n))
}

// gcCallbacks calls what is in gc.callbacks of module m; errors are unraisable. It reports whether there was memory for that.
func gcCallbacks(t *Thread, m Value, phase string, generation, collected int64) bool {
	v := object.As[object.Dict](object.As[object.Module](m).Ext).GetStr(object.Intern(t, "callbacks"))
	if v == null || !v.IsExact(object.TList) || object.As[object.List](v).Len() == 0 {
		return t.Exc == null
	}
	info, name := object.NewDict(t), object.NewStr(t, phase)
	if info == nil || name == null || !info.SetStr(t, "generation", object.SmallInt(generation)) ||
		!info.SetStr(t, "collected", object.SmallInt(collected)) || !info.SetStr(t, "uncollectable", object.SmallInt(0)) {
		return false
	}
	for i := 0; i < object.As[object.List](v).Len(); i++ {
		f := *object.As[object.List](v).At(i)
		if object.Call2(t, f, name, object.Of(info)) == null {
			object.WriteUnraisable(t, f)
		}
	}
	return true
}

func gcStats(t *Thread, _ Value) Value {
	out := object.NewList(t, 3)
	if out == nil {
		return null
	}
	s := gcOf(t)
	for i := range s.runs {
		runs := s.runs[i]
		if i == 0 { // those that the program did not ask for
			runs += int64(t.RT.Heap.Stats().Collections) - s.runs[0] - s.runs[1] - s.runs[2]
		}
		d := object.NewDict(t)
		if d == nil || !d.SetStr(t, "collections", object.SmallInt(runs)) || !d.SetStr(t, "collected", object.SmallInt(s.collected[i])) ||
			!d.SetStr(t, "uncollectable", object.SmallInt(0)) {
			return null
		}
		*out.At(i) = object.Of(d)
	}
	return object.Of(out)
}

//go:noinline
func gcReferrers(t *Thread, _ Value, a []Value) Value { return object.Referrers(t, a) }

//go:noinline
func gcReferents(t *Thread, _ Value, a []Value) Value { return object.Referents(t, a) }

// gcObjects lists all objects, or those of a generation: the oldest has all.
//
//go:noinline
func gcObjects(t *Thread, _ Value, a []Value) Value {
	if a[0] == null || a[0] == none {
		return object.Objects(t)
	}
	n, ok := object.AsSize(t, a[0], object.TOverflowError)
	switch {
	case !ok:
		return null
	case n >= 3:
		return object.Raise(t, object.TValueError, "generation must be less than the number of available generations (3)")
	case n < 0:
		return object.Raise(t, object.TValueError, "generation cannot be negative")
	case n < 2:
		return native.EmptyList(t)
	}
	return object.Objects(t)
}

var _ = object.Plain[gcState]()
