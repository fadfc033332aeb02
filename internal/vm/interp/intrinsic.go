// The intrinsic functions: CALL_INTRINSIC_1 and _2, in the order of opcode.Intrinsics1 and Intrinsics2.

package interp

import (
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// intrinsic1 calls function number i of one argument.
func intrinsic1(t *Thread, fr *Frame, i uint32, v Value) Value {
	switch i {
	case 1: // PRINT
		hook := t.RT.SysDict.GetStr(t.N(object.N_displayhook))
		if hook == null {
			return object.Raise(t, object.TRuntimeError, "lost sys.displayhook")
		}
		return object.Call1(t, hook, v)
	case 2: // IMPORT_STAR
		return importStar(t, fr, v)
	case 3: // STOPITERATION_ERROR
		return stopIterationError(t, fr, v)
	case 4: // ASYNC_GEN_WRAP
		return wrapAsync(t, v)
	case 5: // UNARY_POSITIVE
		return object.Positive(t, v)
	case 6: // LIST_TO_TUPLE
		return object.TupleOf(t, object.As[object.List](v).Slice())
	case 7, 8, 9: // TYPEVAR, PARAMSPEC, TYPEVARTUPLE
		return object.NewTypeParam(t, [...]object.TypeID{object.TTypeVar, object.TParamSpec, object.TTypeVarTuple}[i-7], v, null, null)
	case 10: // SUBSCRIPT_GENERIC
		return object.SubscriptGeneric(t, v)
	case 11: // TYPEALIAS
		return object.NewTypeAlias(t, v)
	}
	return object.Raise(t, object.TSystemError, "invalid intrinsic function %d", i)
}

// intrinsic2 calls function number i of two arguments.
func intrinsic2(t *Thread, fr *Frame, i uint32, a, b Value) Value {
	switch i {
	case 1: // PREP_RERAISE_STAR
		return object.PrepReraiseStar(t, a, b)
	case 2: // TYPEVAR_WITH_BOUND
		return object.NewTypeParam(t, object.TTypeVar, a, b, null)
	case 3: // TYPEVAR_WITH_CONSTRAINTS
		return object.NewTypeParam(t, object.TTypeVar, a, null, b)
	case 4: // SET_FUNCTION_TYPE_PARAMS
		return object.SetTypeParams(t, a, b)
	case 5: // SET_TYPEPARAM_DEFAULT
		return object.SetTypeParamDefault(t, a, b)
	}
	return object.Raise(t, object.TSystemError, "invalid intrinsic function %d", i)
}

// stopIterationError turns a StopIteration that would leave a generator into RuntimeError (PEP 479).
func stopIterationError(t *Thread, fr *Frame, exc Value) Value {
	msg := ""
	stop := object.TypeOf(t, exc).IsSubtype(t.Type(object.TStopIteration))
	switch {
	case stop && fr.Code.Flags&object.CoAsyncGenerator != 0:
		msg = "async generator raised StopIteration"
	case stop && fr.Code.Flags&object.CoCoroutine != 0:
		msg = "coroutine raised StopIteration"
	case stop:
		msg = "generator raised StopIteration"
	case fr.Code.Flags&object.CoAsyncGenerator != 0 && object.TypeOf(t, exc).IsSubtype(t.Type(object.TStopAsyncIteration)):
		msg = "async generator raised StopAsyncIteration"
	default:
		return exc
	}
	s := object.NewStr(t, msg)
	if s == null {
		return null
	}
	e := object.NewException(t, t.Type(object.TRuntimeError), s)
	if e == null {
		return null
	}
	x := object.As[object.Exception](e)
	x.Cause, x.Context, x.Suppress = exc, exc, true
	return e
}

// importStar copies a module's public names into the namespace (from m import *).
func importStar(t *Thread, fr *Frame, m Value) Value {
	locals := namespace(fr)
	if locals == null { // only a syntax tree brings it into a function
		if locals = object.FrameLocals(t, fr); locals == null {
			return null
		}
	}
	skip := false
	names := object.LookupAttr(t, m, t.N(object.N_all_))
	if names == null {
		if t.Exc != null {
			return null
		}
		dict := object.LookupAttr(t, m, t.N(object.N_dict_))
		if dict == null {
			if t.Exc == null {
				object.Raise(t, object.TImportError, "from-import-* object has no __dict__ and no __all__")
			}
			return null
		}
		if names = object.CallMethod0(t, dict, t.N(object.N_keys)); names == null {
			return null
		}
		skip = true
	}
	list := object.ListFromIterable(t, names)
	if list == nil {
		return null
	}
	for i := 0; i < list.Len(); i++ {
		name := *list.At(i)
		if !object.IsStr(name) {
			who, _ := object.ReprString(t, object.LookupAttr(t, m, t.N(object.N_name_)))
			who = strings.Trim(who, "'")
			if skip {
				return object.Raise(t, object.TTypeError, "Key in %s.__dict__ must be str, not %s", who, object.TypeName(t, name))
			}
			return object.Raise(t, object.TTypeError, "Item in %s.__all__ must be str, not %s", who, object.TypeName(t, name))
		}
		if skip && strings.HasPrefix(object.GoString(name), "_") {
			continue
		}
		v := object.GetAttr(t, m, name)
		if v == null || !object.SetItem(t, locals, name, v) {
			return null
		}
	}
	return none
}
