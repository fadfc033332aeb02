// Package ctypes is the module _ctypes: C's types, over memory that psy owns.
//
// It is written in Python (ctypes.py), as CPython's importlib is: its metaclasses, descriptors and conversions are Python's by nature. A
// block of memory is a bytearray, or the buffer of another object, and an address is a number that stands for a place in a block: reading
// through a pointer looks for the block that has the address, and fails where there is none. So no program can read or write what is not
// its own, whatever numbers it computes. For the same reason no foreign library is loaded, and no foreign function called. Of Python's own C
// functions, which programs reach by ctypes.pythonapi, there are PyOS_getsig, PyOS_setsig, three that ask what an object can do, and those of
// capsules, whose destructors are kept but never called.
package ctypes

import (
	_ "embed"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/vm/object"
)

//go:embed ctypes.py
var source string

var _ = native.Register("_ctypes", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []object.FuncDef{
			{Name: "_getsig", Sig: "(signalnum, /)", F1: func(t *object.Thread, _, v object.Value) object.Value {
				n, ok := object.AsInt(t, v)
				return action(t, n, ok, signals.Action)
			}},
			{Name: "_setsig", Sig: "(signalnum, action, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *object.Thread, _ object.Value, a []object.Value) object.Value {
				n, ok := object.AsInt(t, a[0])
				to, fits := object.AsInt(t, a[1])
				return action(t, n, ok && fits, func(t *object.Thread, n int) (int, bool) { return signals.SetAction(t, n, to) })
			}},
			{Name: "_is_sequence", Sig: "(obj, /)", F1: func(t *object.Thread, _, v object.Value) object.Value {
				return object.Bool(object.IsSequence(t, v))
			}},
			{Name: "_capsule", Sig: "(state, /)", F1: func(t *object.Thread, _, state object.Value) object.Value {
				return native.NewCapsule(t, object.Null, state)
			}},
			{Name: "_capsule_state", Sig: "(capsule, /)", F1: func(t *object.Thread, _, v object.Value) object.Value { // None: v is of psy's own, or no capsule
				if _, state, ok := native.Capsule(v); ok && *state != object.Null {
					return *state
				}
				return object.None
			}},
			{Name: "_name_capsule", Sig: "(capsule, name, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *object.Thread, _ object.Value, a []object.Value) object.Value {
				if name, _, ok := native.Capsule(a[0]); ok {
					if *name = a[1]; !object.IsStr(a[1]) {
						*name = object.Null
					}
				}
				return object.None
			}},
		},
		Init: native.PythonSource("<_ctypes>", source),
	}
})

// action is what f says of signal n, or -1, which is C's SIG_ERR.
func action(t *object.Thread, n int, ok bool, f func(t *object.Thread, n int) (int, bool)) object.Value {
	if !ok {
		return object.Null
	}
	is := -1
	if signals.Known(n) {
		if a, ok := f(t, n); ok {
			is = a
		} else if t.Exc != object.Null {
			return object.Null
		}
	}
	return object.SmallInt(int64(is))
}
