// The _typing module: the types behind type parameters.

package classes

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_typing", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "_idfunc", Sig: "(x, /)", F1: func(t *Thread, _, v Value) Value { return v }},
		},
		Types: []object.TypeID{object.TTypeVar, object.TTypeVarTuple, object.TParamSpec, object.TParamSpecArgs, object.TParamSpecKwargs,
			object.TTypeAlias, object.TGeneric},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "NoDefault", object.NoDefault(t))
		},
	}
})
