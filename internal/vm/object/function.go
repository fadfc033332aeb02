// Python functions and bound methods as objects: their attributes, constructors and texts. Running them is the interpreter's.

package object

import "unsafe"

var functionSig = ParseSignature("function", "(code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)")

var _ = DefineType(TFunction, TypeDef{
	Name:     "function",
	Flags:    TypeMethodDescr,
	Size:     unsafe.Sizeof(Function{}),
	Refs:     1<<15 - 2,
	DictWord: 1,
	Slots: Slots{
		Repr: func(t *Thread, v Value) Value {
			return NewStr(t, "<function "+GoString(As[Function](v).QualName)+" at "+address(v)+">")
		},
		Call: func(t *Thread, v Value, args []Value, kw Value) Value {
			return t.RT.Interpreter.CallFunction(t, As[Function](v), args, kw)
		},
		DescrGet: func(t *Thread, d, obj, typ Value) Value {
			if obj == Null || obj == None && typ != Null {
				return d
			}
			return NewMethod(t, d, obj)
		},
		New: functionNew,
	},
	GetSets: []GetSetDef{
		{Name: "__code__", Get: func(t *Thread, v Value) Value { return Of(As[Function](v).Code) }, Set: functionSetCode, Audit: AuditGet | AuditSet},
		{Name: "__defaults__", Get: func(t *Thread, v Value) Value { return orNone(As[Function](v).Defaults) }, Set: functionSetDefaults, Audit: AuditGet | AuditSet | AuditDelete},
		{Name: "__kwdefaults__", Get: func(t *Thread, v Value) Value { return orNone(As[Function](v).KwDefaults) }, Set: functionSetKwDefaults, Audit: AuditGet | AuditSet | AuditDelete},
		{Name: "__annotations__", Get: FunctionAnnotations, Set: functionSetAnnotations},
		{Name: "__dict__", Get: getInstanceDict, Set: setInstanceDict},
		{Name: "__builtins__", Member: true, Get: func(t *Thread, v Value) Value { return SeenBuiltins(As[Function](v).Builtins) }},
		{Name: "__doc__", Member: true, Get: functionDoc, Set: functionSetDoc},
		{Name: "__name__", Get: func(t *Thread, v Value) Value { return As[Function](v).Name }, Set: functionSetName},
		{Name: "__qualname__", Get: func(t *Thread, v Value) Value { return As[Function](v).QualName }, Set: functionSetQualName},
		{Name: "__type_params__", Get: func(t *Thread, v Value) Value {
			if p := As[Function](v).TypeParams; p != Null {
				return p
			}
			return Of(t.RT.EmptyTuple)
		}, Set: functionSetTypeParams},
	},
	Members: []MemberDef{
		{Name: "__closure__", Word: 9, OrNone: true},
		{Name: "__globals__", Word: 3},
		{Name: "__module__", Word: 12, Writable: true, OrNone: true},
	},
})

// address is how reprs show an object's place.
func address(v Value) string {
	const digits = "0123456789abcdef"
	var b [18]byte
	i := len(b)
	for n := uint64(v); ; n >>= 4 {
		i--
		b[i] = digits[n&15]
		if n < 16 {
			break
		}
	}
	return "0x" + string(b[i:])
}

// NewFunction makes a function of a code object: its name, docstring, module and builtins follow from code and globals.
func NewFunction(t *Thread, code *Code, globals *Dict) *Function {
	fn := New[Function](t, TFunction)
	if fn == nil {
		return nil
	}
	fn.Code, fn.Globals = code, globals
	fn.Version = FunctionVersion(t, code)
	fn.Name, fn.QualName, fn.Doc = code.Name, code.QualName, FirstDoc(t, code)
	if m := globals.GetStr(t.N(N_name_)); m != Null {
		fn.Module = m
	}
	if fn.Builtins = BuiltinsOf(t, globals); fn.Builtins == nil {
		return nil
	}
	return fn
}

// FunctionVersion is the version that functions of code begin with.
func FunctionVersion(t *Thread, code *Code) uint32 {
	if code.Version == 0 {
		code.Version = t.RT.newVersion()
	}
	return code.Version
}

// FirstDoc is the __doc__ that functions of code begin with.
func FirstDoc(t *Thread, code *Code) Value {
	switch {
	case code.Image != Null:
		return t.RT.LazyDoc
	case code.Consts.Len() > 0 && code.Consts.At(0).IsExact(TStr):
		return *code.Consts.At(0)
	}
	return None
}

// HasBuiltins reports whether a function of globals, made by a frame with the given builtins, has these builtins too.
func HasBuiltins(t *Thread, globals, builtins *Dict) bool {
	b := ownBuiltins(t, globals)
	return b == Null || b == Of(builtins)
}

// ownBuiltins is the namespace of builtins that globals name, or Null.
func ownBuiltins(t *Thread, globals *Dict) Value {
	b := globals.GetStr(t.N(N_builtins_))
	if b != Null && b.IsExact(TModule) {
		b = As[Module](b).Ext
	}
	return b
}

// functionDoc is __doc__. Until it is asked for, that of code whose body is not made is LazyDoc.
func functionDoc(t *Thread, v Value) Value {
	fn := As[Function](v)
	if fn.Doc == t.RT.LazyDoc {
		doc := fn.Code.doc(t)
		if doc == Null {
			return Null
		}
		fn.Doc = doc
	}
	return orNone(fn.Doc)
}

func functionSetDoc(t *Thread, o, v Value) bool {
	As[Function](o).Doc = v // Null: deleted
	return true
}

// BuiltinsOf returns the namespace that names not found in globals are looked up in; nil on error.
func BuiltinsOf(t *Thread, globals *Dict) *Dict {
	b := ownBuiltins(t, globals)
	mine := CurrentBuiltins(t)
	switch {
	case b != Null && IsDict(b):
		return As[Dict](b)
	case b != Null && (mine == nil || SeenBuiltins(mine) != b):
		return builtinsFrom(t, b)
	case mine != nil:
		return mine
	}
	return NewDict(t)
}

// MappingGet looks a name up in a namespace that may be any mapping; Null without exception when it is absent.
func MappingGet(t *Thread, m, name Value) Value {
	if m.IsExact(TDict) {
		return As[Dict](m).GetName(t, name)
	}
	v := GetItem(t, m, name)
	if v == Null {
		t.ClearIf(TKeyError)
	}
	return v
}

// CurrentBuiltins is the namespace of builtins of who asks; nil: the runtime has none yet.
func CurrentBuiltins(t *Thread) *Dict {
	if t.Frame != nil && t.Frame.Builtins != nil {
		return t.Frame.Builtins
	}
	return t.RT.Builtins
}

// builtinsFrom makes a namespace of builtins that stands for an object which is no dict: no name is found in it, for its only key is itself.
func builtinsFrom(t *Thread, mapping Value) *Dict {
	d := NewDict(t)
	if d == nil || !d.SetHash(t, Of(d), mapping, 0) {
		return nil
	}
	return d
}

// SeenBuiltins is what programs see of a namespace of builtins: the dict, or the object that it stands for.
func SeenBuiltins(d *Dict) Value {
	if d.Used == 1 {
		if e, _ := d.Next(0); e.Key == Of(d) {
			return e.Val
		}
	}
	return Of(d)
}

func functionNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	n := len(functionSig.Params)
	b := t.PushArgs(n)
	if b == nil {
		return Null
	}
	defer t.PopArgs(n)
	if !functionSig.Bind(t, args, kw, b) {
		return Null
	}
	for i := 2; i < n; i++ {
		b[i] = orNone(b[i])
	}
	if !b[0].IsExact(TCode) {
		return Raise(t, TTypeError, "function() argument 'code' must be code, not %s", TypeName(t, b[0]))
	}
	if !IsDict(b[1]) {
		return Raise(t, TTypeError, "function() argument 'globals' must be dict, not %s", TypeName(t, b[1]))
	}
	if b[2] != None && !IsStr(b[2]) {
		return Raise(t, TTypeError, "arg 3 (name) must be None or string")
	}
	if b[3] != None && !IsTuple(b[3]) {
		return Raise(t, TTypeError, "arg 4 (defaults) must be None or tuple")
	}
	code := As[Code](b[0])
	nfree := int(code.NFree)
	if !IsTuple(b[4]) {
		if nfree > 0 && b[4] == None {
			return Raise(t, TTypeError, "arg 5 (closure) must be tuple")
		}
		if b[4] != None {
			return Raise(t, TTypeError, "arg 5 (closure) must be None or tuple")
		}
	}
	if b[5] != None && !IsDict(b[5]) {
		return Raise(t, TTypeError, "arg 6 (kwdefaults) must be None or dict")
	}
	given := 0
	if b[4] != None {
		given = As[Tuple](b[4]).Len()
	}
	if given != nfree {
		return Raise(t, TValueError, "%s requires closure of length %d, not %d", GoString(code.Name), nfree, given)
	}
	for i := range given {
		if c := *As[Tuple](b[4]).At(i); !c.IsExact(TCell) {
			return Raise(t, TTypeError, "arg 5 (closure) expected cell, found %s", TypeName(t, c))
		}
	}
	if !Audit(t, "function.__new__", b[0]) {
		return Null
	}
	fn := NewFunction(t, code, As[Dict](b[1]))
	if fn == nil {
		return Null
	}
	if b[2] != None {
		fn.Name = b[2]
	}
	fn.Defaults, fn.KwDefaults = orNull(b[3]), orNull(b[5])
	if given > 0 {
		fn.Closure = b[4]
	}
	return Of(fn)
}

// orNull turns None into Null.
func orNull(v Value) Value {
	if v == None {
		return Null
	}
	return v
}

func functionSetCode(t *Thread, o, v Value) bool {
	fn := As[Function](o)
	if v == Null || !v.IsExact(TCode) {
		Raise(t, TTypeError, "__code__ must be set to a code object")
		return false
	}
	have := 0
	if fn.Closure != Null {
		have = As[Tuple](fn.Closure).Len()
	}
	if n := int(As[Code](v).NFree); n != have {
		Raise(t, TValueError, "%s() requires a code object with %d free vars, not %d", GoString(fn.Name), have, n)
		return false
	}
	code := As[Code](v)
	if code.Flags&CoGenerators != fn.Code.Flags&CoGenerators && !Warn(t, TDeprecationWarning, "Assigning a code object of non-matching type is deprecated "+
		"(e.g., from a generator to a plain function)") {
		return false
	}
	if functionDoc(t, o) == Null { // it stays that of the old code
		return false
	}
	fn.Code, fn.Compiled = code, Null
	fn.changed(t)
	return true
}

// changed is to be called after what a call depends on was assigned.
func (fn *Function) changed(t *Thread) {
	fn.Version = 0
	if fn.Watched && t.RT.Watcher != nil {
		t.RT.Watcher.FunctionChanged(t, fn)
	}
}

func functionSetDefaults(t *Thread, o, v Value) bool {
	v = orNull(v)
	if v != Null && !IsTuple(v) {
		Raise(t, TTypeError, "__defaults__ must be set to a tuple object")
		return false
	}
	fn := As[Function](o)
	fn.Defaults = v
	fn.changed(t)
	return true
}

func functionSetKwDefaults(t *Thread, o, v Value) bool {
	v = orNull(v)
	if v != Null && !IsDict(v) {
		Raise(t, TTypeError, "__kwdefaults__ must be set to a dict object")
		return false
	}
	fn := As[Function](o)
	fn.KwDefaults = v
	fn.changed(t)
	return true
}

// FunctionAnnotations returns __annotations__, making the dict of the compiler's tuple of names and values at first.
func FunctionAnnotations(t *Thread, v Value) Value {
	fn := As[Function](v)
	if fn.Annotations != Null && IsDict(fn.Annotations) {
		return fn.Annotations
	}
	d := NewDict(t)
	if d == nil {
		return Null
	}
	if fn.Annotations != Null {
		pairs := As[Tuple](fn.Annotations)
		for i := 0; i+1 < pairs.Len(); i += 2 {
			if !d.Set(t, *pairs.At(i), *pairs.At(i + 1)) {
				return Null
			}
		}
	}
	fn.Annotations = Of(d)
	return Of(d)
}

func functionSetAnnotations(t *Thread, o, v Value) bool {
	v = orNull(v)
	if v != Null && !IsDict(v) {
		Raise(t, TTypeError, "__annotations__ must be set to a dict object")
		return false
	}
	As[Function](o).Annotations = v
	return true
}

func functionSetName(t *Thread, o, v Value) bool {
	if v == Null || !IsStr(v) {
		Raise(t, TTypeError, "__name__ must be set to a string object")
		return false
	}
	As[Function](o).Name = v
	return true
}

func functionSetQualName(t *Thread, o, v Value) bool {
	if v == Null || !IsStr(v) {
		Raise(t, TTypeError, "__qualname__ must be set to a string object")
		return false
	}
	As[Function](o).QualName = v
	return true
}

func functionSetTypeParams(t *Thread, o, v Value) bool {
	if v == Null || !IsTuple(v) {
		Raise(t, TTypeError, "__type_params__ must be set to a tuple")
		return false
	}
	As[Function](o).TypeParams = v
	return true
}

var _ = DefineType(TMethod, TypeDef{
	Name: "method",
	Size: unsafe.Sizeof(Method{}),
	Refs: 1<<1 | 1<<2,
	Slots: Slots{
		Repr:    methodRepr,
		Hash:    methodHash,
		Compare: methodCompare,
		GetAttr: methodGetAttr,
		Call: func(t *Thread, v Value, args []Value, kw Value) Value {
			m := As[Method](v)
			return CallPrepend(t, m.Func, m.Self, args, kw)
		},
		DescrGet: func(t *Thread, d, obj, typ Value) Value { return d },
		New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
			if !NoKeywords(t, "method", kw) || !CheckPositional(t, "method", len(args), 2, 2) {
				return Null
			}
			if TypeOf(t, args[0]).Slots.Call == nil {
				return Raise(t, TTypeError, "first argument must be callable")
			}
			if args[1] == None {
				return Raise(t, TTypeError, "instance must not be None")
			}
			return NewMethod(t, args[0], args[1])
		},
	},
	Members: []MemberDef{{Name: "__func__", Word: 1}, {Name: "__self__", Word: 2}},
	GetSets: []GetSetDef{{Name: "__doc__", Get: func(t *Thread, v Value) Value {
		return GetAttrName(t, As[Method](v).Func, N_doc_)
	}}},
	Methods: []FuncDef{{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
		m := As[Method](v)
		name := GetAttrName(t, m.Func, N_name_)
		if name == Null {
			return Null
		}
		return reduceGetattr(t, m.Self, name)
	}}},
})

// reduceGetattr makes (getattr, (self, name)).
func reduceGetattr(t *Thread, self, name Value) Value {
	get := Null
	if t.RT.Builtins != nil {
		get = t.RT.Builtins.GetGoString(t, "getattr")
	}
	if get == Null {
		return Raise(t, TAttributeError, "getattr")
	}
	args := Pair(t, self, name)
	if args == Null {
		return Null
	}
	return Pair(t, get, args)
}

func methodRepr(t *Thread, v Value) Value {
	m := As[Method](v)
	name := LookupAttr(t, m.Func, t.N(N_qualname_))
	if name == Null && t.Exc == Null {
		name = LookupAttr(t, m.Func, t.N(N_name_))
	}
	if t.Exc != Null {
		return Null
	}
	text := "?"
	if name != Null && IsStr(name) {
		text = GoString(name)
	}
	self, ok := ReprString(t, m.Self)
	if !ok {
		return Null
	}
	return NewStr(t, "<bound method "+text+" of "+self+">")
}

func methodHash(t *Thread, v Value) (int64, bool) {
	m := As[Method](v)
	h, ok := Hash(t, m.Func)
	h ^= HashPointer(m.Self)
	if h == -1 {
		h = -2
	}
	return h, ok
}

func methodCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !a.IsExact(TMethod) || !b.IsExact(TMethod) {
		return NotImplemented
	}
	x, y := As[Method](a), As[Method](b)
	eq := 0
	if x.Self == y.Self {
		if eq = EqualBool(t, x.Func, y.Func); eq < 0 {
			return Null
		}
	}
	return Bool((eq == 1) == (op == EQ))
}

// methodGetAttr looks on the method type, then on the function.
func methodGetAttr(t *Thread, v, name Value) Value {
	if name = internName(t, name); name == Null {
		return Null
	}
	typ := TypeOf(t, v)
	if d := typ.Lookup(t, name); d != Null {
		if get := TypeOf(t, d).Slots.DescrGet; get != nil {
			return get(t, d, v, Of(typ))
		}
		return d
	}
	return GetAttr(t, As[Method](v).Func, name)
}
