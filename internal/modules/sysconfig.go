// The module _sysconfig: what the library's sysconfig asks the interpreter for.

package modules

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_sysconfig", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "config_vars", Sig: "()", F0: func(t *Thread, _ Value) Value {
				d := object.NewDict(t)
				if d == nil || !d.SetStr(t, "Py_GIL_DISABLED", object.SmallInt(0)) {
					return null
				}
				return object.Of(d)
			}},
		},
	}
})
