// The _weakref module.

package classes

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_weakref", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "getweakrefcount", Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value {
				return object.SmallInt(int64(object.WeakRefCount(t, v)))
			}},
			{Name: "getweakrefs", Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value { return object.WeakRefs(t, v) }},
			{Name: "proxy", Sig: "(object, callback=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				cb := none
				if len(a) == 2 {
					cb = a[1]
				}
				return object.NewWeakProxy(t, a[0], cb)
			}},
			{Name: "_remove_dead_weakref", Sig: "(dct, key, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				if !object.IsDict(a[0]) {
					return object.Raise(t, object.TTypeError, "_remove_dead_weakref() argument 1 must be dict, not %s", object.TypeName(t, a[0]))
				}
				d := object.As[object.Dict](a[0])
				v := d.Get(t, a[1])
				if v == null {
					if t.Exc != null {
						return null
					}
					return none
				}
				if !object.IsInstance(t, v, object.TWeakRef) {
					return object.Raise(t, object.TTypeError, "not a weakref")
				}
				if object.WeakTarget(v) == null && d.Delete(t, a[1]) < 0 {
					return null
				}
				return none
			}},
		},
		Types: []object.TypeID{object.TWeakRef, object.TWeakProxy, object.TWeakCallableProxy},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "ref", object.Of(t.Type(object.TWeakRef)))
		},
	}
})
