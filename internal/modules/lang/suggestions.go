// The module _suggestions: the name most like another.

package lang

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_suggestions", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []object.FuncDef{{Name: "_generate_suggestions", Sig: "(candidates, item, /)", MinArgs: 2, MaxArgs: 2, FN: generateSuggestions}},
	}
})

func generateSuggestions(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[1]) {
		return object.Raise(t, object.TTypeError, "_generate_suggestions() argument 2 must be str, not %s", object.TypeName(t, a[1]))
	}
	if !a[0].IsExact(object.TList) {
		return object.Raise(t, object.TTypeError, "candidates must be a list")
	}
	names := object.As[object.List](a[0])
	for i := range names.Len() {
		if !object.IsStr(*names.At(i)) {
			return object.Raise(t, object.TTypeError, "all elements in 'candidates' must be strings")
		}
	}
	if s := object.ClosestName(names, object.GoString(a[1])); s != "" {
		return object.NewStr(t, s)
	}
	return none
}
