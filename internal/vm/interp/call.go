// Calls: what the forms of CALL need, and their specialization.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

func isFunction(v Value) bool { return v.IsExact(object.TFunction) }

// fitsArgs reports whether a positional-only built-in takes n arguments.
func fitsArgs(d *object.FuncDef, n int) bool {
	return n >= d.MinArgs && (d.MaxArgs < 0 || n <= d.MaxArgs)
}

// instanceOf reports whether v's type is typ or inherits from it.
func instanceOf(t *Thread, v Value, typ *Type) bool {
	vt := object.TypeOf(t, v)
	return vt == typ || vt.IsSubtype(typ)
}

// The built-in functions that have call forms of their own are known by their declarations.
var (
	defLen        *object.FuncDef
	defIsInstance *object.FuncDef
	defListAppend *object.FuncDef
)

// SetKnown tells which declarations CALL_LEN, CALL_ISINSTANCE and CALL_LIST_APPEND stand for.
func SetKnown(length, isinstance *object.FuncDef) { defLen, defIsInstance = length, isinstance }

func isBuiltinLen(t *Thread, f Value) bool {
	return f.IsExact(object.TBuiltin) && object.As[object.Builtin](f).DefOf() == defLen
}

func isBuiltinIsinstance(t *Thread, f Value) bool {
	return f.IsExact(object.TBuiltin) && object.As[object.Builtin](f).DefOf() == defIsInstance
}

// IsIsinstance reports whether f is the built-in isinstance.
func IsIsinstance(t *Thread, f Value) bool { return isBuiltinIsinstance(t, f) }

func isListAppend(t *Thread, f Value) bool {
	if !f.IsExact(object.TMethodDescr) {
		return false
	}
	b := object.As[object.Builtin](f)
	return b.Owner == t.RT.Types[object.TList] && b.DefOf().Name == "append"
}

// lenValue is len(v).
func lenValue(t *Thread, v Value) Value {
	n := object.Len(t, v)
	if n < 0 {
		return null
	}
	return object.NewInt(t, n)
}

// pushArgs0 and its like make the frame for a call whose arguments fit the parameters; there is room for it.
func pushArgs0(t *Thread, fn *Function) *Frame {
	fr := newFrame(t, fn)
	clearFrom(fr, 0)
	return fr
}

func pushArgs1(t *Thread, fn *Function, a Value) *Frame {
	fr := newFrame(t, fn)
	*fr.Local(0) = a
	clearFrom(fr, 1)
	return fr
}

func pushArgs2(t *Thread, fn *Function, a, b Value) *Frame {
	fr := newFrame(t, fn)
	*fr.Local(0), *fr.Local(1) = a, b
	clearFrom(fr, 2)
	return fr
}

func pushArgs3(t *Thread, fn *Function, a, b, c Value) *Frame {
	fr := newFrame(t, fn)
	*fr.Local(0), *fr.Local(1), *fr.Local(2) = a, b, c
	clearFrom(fr, 3)
	return fr
}

// pushInit makes an instance of typ and the frame of its __init__, typ.InitCache, whose n arguments behind self lie at args.
func pushInit(t *Thread, fr *Frame, typ *Type, args unsafe.Pointer, n int) *Frame {
	self := object.AllocInstance(t, typ)
	if self == null {
		return nil
	}
	callee := newFrame(t, object.As[Function](typ.InitCache))
	if callee == nil {
		return nil
	}
	*callee.Local(0) = self
	for i := 0; i < n; i++ {
		*callee.Local(i + 1) = *slot(args, i)
	}
	clearFrom(callee, n+1)
	callee.Flags = object.FrameInit
	callee.Result = self
	return callee
}

// InitReturned raises TypeError for an __init__ that returned v.
func InitReturned(t *Thread, v Value) { initResult(t, null, v) }

// initResult is what a call of a class gives whose __init__ has returned v: self, or Null with TypeError set.
func initResult(t *Thread, self, v Value) Value {
	if v != none {
		return object.Raise(t, object.TTypeError, "__init__() should return None, not '%.200s'", object.TypeName(t, v))
	}
	return self
}

// makeFunction is MAKE_FUNCTION.
func makeFunction(t *Thread, fr *Frame, code Value) Value {
	fn := object.NewFunction(t, object.As[Code](code), fr.Globals)
	if fn == nil {
		return null
	}
	return object.Of(fn)
}

// setFunctionAttribute is SET_FUNCTION_ATTRIBUTE.
func setFunctionAttribute(f Value, what uint32, v Value) {
	fn := object.As[Function](f)
	switch what {
	case 1:
		// Generic functions get their defaults from an argument, of which the verifier knows nothing.
		if v.IsExact(object.TTuple) {
			fn.Defaults = v
		}
	case 2:
		if v.IsExact(object.TDict) {
			fn.KwDefaults = v
		}
	case 4:
		fn.Annotations = v
	case 8:
		fn.Closure = v
	}
}

// loadAttr is LOAD_ATTR: the attribute or, if push is set, the getter of a property, a function to be called with owner.
func loadAttr(t *Thread, owner, name Value, push bool) (attr Value, getter *Function) {
	typ := object.TypeOf(t, owner)
	if typ.Slots.GetAttr != nil {
		return object.GetAttr(t, owner, name), nil
	}
	d := typ.Lookup(t, name)
	if push && d.IsExact(object.TProperty) {
		if get := object.As[object.Property](d).Get; get.IsExact(object.TFunction) {
			if fn := object.As[Function](get); fn.Code.Takes(1) && fitsFrame(t, fn.Code) {
				return null, fn
			}
		}
	}
	return object.GetAttrFound(t, owner, typ, d, name), nil
}

// loadMethod is LOAD_ATTR for a call: a function and its self, or an attribute and Null.
func loadMethod(t *Thread, owner, name Value) (f, self Value) {
	typ := object.TypeOf(t, owner)
	if typ.Slots.GetAttr != nil {
		return object.GetAttr(t, owner, name), null
	}
	d := typ.Lookup(t, name)
	if d != null && d.IsPtr() && object.TypeOf(t, d).Flags&object.TypeMethodDescr != 0 {
		if typ.ExtWord == 0 || !owner.IsPtr() {
			return d, owner
		}
		if v := object.GetInstanceAttr(owner, name); v != null {
			return v, null
		}
		return d, owner
	}
	return object.GetAttrFound(t, owner, typ, d, name), null
}

// loadSuperAttr is the generic LOAD_SUPER_ATTR: oparg bit 0 asks for a method, bit 1 says that super was given two arguments.
func loadSuperAttr(t *Thread, super, cls, self, name Value, oparg uint32) (v, selfOrNull Value) {
	var s Value
	if oparg&2 != 0 {
		s = object.Call2(t, super, cls, self)
	} else {
		s = object.Call0(t, super)
	}
	if s == null {
		return null, null
	}
	return object.GetAttr(t, s, name), null
}

// superLookup is super(cls, self).name without the super object.
func superLookup(t *Thread, cls, self, name Value, method bool) (v, selfOrNull Value) {
	v, isMethod := object.SuperAttr(t, cls, self, name, method)
	if isMethod {
		return v, self
	}
	return v, null
}

func specializeCall(t *Thread, callable, self Value, args unsafe.Pointer, n int, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	become(t, cache, callForm(t, callable, self, args, n, cache), callable)
}

func callForm(t *Thread, callable, self Value, args unsafe.Pointer, n int, cache unsafe.Pointer) uint8 {
	if !callable.IsPtr() {
		return 0
	}
	total := n
	if self != null {
		total++
	}
	switch callable.ShapeID() {
	case object.TFunction.Shape():
		fn := object.As[Function](callable)
		if fn.Version == 0 {
			return 0
		}
		put32(cache, 1, fn.Version)
		noteCall(t, fn)
		if fn.Code.Takes(total) {
			return opcode.CALL_PY_EXACT_ARGS
		}
		return opcode.CALL_PY_GENERAL
	case object.TMethod.Shape():
		f := object.As[object.Method](callable).Func
		if self != null || !isFunction(f) || object.As[Function](f).Version == 0 {
			return 0
		}
		put32(cache, 1, object.As[Function](f).Version)
		noteCall(t, object.As[Function](f))
		if object.As[Function](f).Code.Takes(n + 1) {
			return opcode.CALL_BOUND_METHOD_EXACT_ARGS
		}
		return opcode.CALL_BOUND_METHOD_GENERAL
	case object.TBuiltin.Shape():
		switch {
		case isBuiltinLen(t, callable) && total == 1:
			return opcode.CALL_LEN
		case isBuiltinIsinstance(t, callable) && total == 2:
			return opcode.CALL_ISINSTANCE
		}
		switch object.As[object.Builtin](callable).Kind {
		case object.KindF1:
			if total == 1 {
				return opcode.CALL_BUILTIN_O
			}
		case object.KindFN:
			return opcode.CALL_BUILTIN_FAST
		case object.KindSig, object.KindFK:
			return opcode.CALL_BUILTIN_FAST_WITH_KEYWORDS
		}
		return opcode.CALL_NON_PY_GENERAL
	case object.TMethodDescr.Shape():
		if total == 0 {
			return 0
		}
		switch object.As[object.Builtin](callable).Kind {
		case object.KindF0:
			if total == 1 {
				return opcode.CALL_METHOD_DESCRIPTOR_NOARGS
			}
		case object.KindF1:
			if isListAppend(t, callable) && self != null && n == 1 && self.IsExact(object.TList) && *(*uint8)(unsafe.Add(cache, 6)) == opcode.POP_TOP {
				return opcode.CALL_LIST_APPEND
			}
			if total == 2 {
				return opcode.CALL_METHOD_DESCRIPTOR_O
			}
		case object.KindFN:
			return opcode.CALL_METHOD_DESCRIPTOR_FAST
		case object.KindSig, object.KindFK:
			return opcode.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS
		}
		return opcode.CALL_NON_PY_GENERAL
	}
	if object.IsType(callable) {
		return classForm(t, object.As[Type](callable), self, n, cache)
	}
	return opcode.CALL_NON_PY_GENERAL
}

func classForm(t *Thread, typ *Type, self Value, n int, cache unsafe.Pointer) uint8 {
	if n == 1 && self == null {
		switch typ.ID {
		case object.TType:
			return opcode.CALL_TYPE_1
		case object.TStr:
			return opcode.CALL_STR_1
		case object.TTuple:
			return opcode.CALL_TUPLE_1
		}
	}
	if typ.Flags&object.TypeHeap == 0 {
		return opcode.CALL_BUILTIN_CLASS
	}
	if self != null || typ.Version == 0 || typ.Flags&(object.TypeAbstract|object.TypeNoInstances) != 0 || !object.Of(typ).IsExact(object.TType) {
		return opcode.CALL_NON_PY_GENERAL
	}
	init := typ.Lookup(t, t.N(object.N_init_))
	if !typ.NewIsObjects() || !isFunction(init) || !object.As[Function](init).Code.Takes(n+1) ||
		object.As[Function](init).Code.Flags&object.CoGenerators != 0 {
		return opcode.CALL_NON_PY_GENERAL
	}
	typ.InitCache = init
	put32(cache, 1, typ.Version)
	return opcode.CALL_ALLOC_AND_ENTER_INIT
}
