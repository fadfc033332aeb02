// Module _imp: what importlib, which is Python, asks of the interpreter. psy has no frozen modules and no extension modules.

package modules

import (
	"encoding/binary"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_imp", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "lock_held", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Bool(hostOf(t).importLock.times > 0) }},
			{Name: "acquire_lock", Sig: "()", F0: func(t *Thread, _ Value) Value {
				return native.DoneIf(hostOf(t).importLock.acquire(t))
			}},
			{Name: "release_lock", Sig: "()", F0: func(t *Thread, _ Value) Value {
				if !hostOf(t).importLock.release(t) {
					return object.Raise(t, object.TRuntimeError, "not holding the import lock")
				}
				return none
			}},
			{Name: "extension_suffixes", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.EmptyList(t) }},
			{Name: "_frozen_module_names", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.EmptyList(t) }},
			{Name: "is_builtin", Sig: "(name, /)", F1: func(t *Thread, _, name Value) Value {
				switch {
				case !object.IsStr(name) || !native.IsBuiltin(object.GoString(name)):
					return object.SmallInt(0)
				case object.GoString(name) == "sys" || object.GoString(name) == "builtins": // which are there from the beginning
					return object.SmallInt(-1)
				}
				return object.SmallInt(1)
			}},
			{Name: "create_builtin", Sig: "(spec, /)", F1: func(t *Thread, _, spec Value) Value {
				name := object.GetAttr(t, spec, object.Intern(t, "name"))
				if name == null {
					return null
				}
				if !object.IsStr(name) {
					return object.Raise(t, object.TTypeError, "name must be string, not %s", object.TypeName(t, name))
				}
				return createBuiltin(t, object.GoString(name))
			}},
			{Name: "exec_builtin", Sig: "(mod, /)", F1: func(t *Thread, _, _ Value) Value { return object.SmallInt(0) }},
			{Name: "create_dynamic", Sig: "(spec, file=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				return object.Raise(t, object.TImportError, "psy does not load extension modules")
			}},
			{Name: "exec_dynamic", Sig: "(mod, /)", F1: func(t *Thread, _, _ Value) Value { return object.SmallInt(0) }},
			{Name: "is_frozen", Sig: "(name, /)", F1: func(t *Thread, _, _ Value) Value { return object.False }},
			{Name: "is_frozen_package", Sig: "(name, /)", F1: notFrozen},
			{Name: "find_frozen", Sig: "(name, /, *, withdata=False)", Fn: func(t *Thread, _ Value, _ []Value) Value { return none }},
			{Name: "get_frozen_object", Sig: "(name, data=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, self Value, a []Value) Value {
				return notFrozen(t, self, a[0])
			}},
			{Name: "init_frozen", Sig: "(name, /)", F1: func(t *Thread, _, _ Value) Value { return none }},
			{Name: "source_hash", Sig: "(key, source)", Fn: func(t *Thread, _ Value, a []Value) Value {
				key, ok := object.AsSize(t, a[0], object.TOverflowError)
				if !ok {
					return null
				}
				src, ok := native.BufferOf(t, a[1])
				if !ok {
					return null
				}
				return object.NewBytes(t, binary.LittleEndian.AppendUint64(nil, object.KeyedHash(uint64(key), src)))
			}},
			{Name: "_fix_co_filename", Sig: "(code, path, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				if !a[0].IsExact(object.TCode) {
					return object.Raise(t, object.TTypeError, "_fix_co_filename() argument 1 must be code, not %s", object.TypeName(t, a[0]))
				}
				if !object.IsStr(a[1]) {
					return object.Raise(t, object.TTypeError, "_fix_co_filename() argument 2 must be str, not %s", object.TypeName(t, a[1]))
				}
				c := object.As[object.Code](a[0])
				if object.GoString(c.Filename) != object.GoString(a[1]) {
					renameFile(t, c, object.GoString(c.Filename), a[1])
				}
				return none
			}},
			{Name: "_override_frozen_modules_for_tests", Sig: "(override, /)", F1: func(t *Thread, _, _ Value) Value { return none }},
			{Name: "_override_multi_interp_extensions_check", Sig: "(override, /)", F1: func(t *Thread, _, _ Value) Value { return object.SmallInt(0) }},
		},
		Init: func(t *Thread, _ Value, d *object.Dict) bool {
			check := hostOf(t).opts.CheckHashPycs
			if check == "" {
				check = "default"
			}
			v := object.NewStr(t, check)
			return v != null && d.SetStr(t, "check_hash_based_pycs", v)
		},
	}
})

func notFrozen(t *Thread, _, name Value) Value {
	msg := object.NewStr(t, "No such frozen object named "+native.StrOrRepr(t, name))
	if msg == null {
		return null
	}
	return object.RaiseImportError(t, object.TImportError, msg, name, null, null)
}

// renameFile gives code, and what is nested in it, another file's name.
func renameFile(t *Thread, c *object.Code, old string, file Value) {
	if object.GoString(c.Filename) != old || !t.Enter("") {
		return
	}
	defer t.Leave()
	if !c.Ready(t) {
		t.ClearExc()
		return
	}
	c.Filename = file
	for _, k := range c.Consts.Items() {
		if k.IsExact(object.TCode) {
			renameFile(t, object.As[object.Code](k), old, file)
		}
	}
}
