// Type parameters (PEP 695): TypeVar, ParamSpec, TypeVarTuple, type aliases, and typing.Generic.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// TypeParam is a TypeVar, ParamSpec or TypeVarTuple. Eval... are functions that compute the value when it is first asked for.
type TypeParam struct {
	heap.Header
	Ext             Value
	Name            Value
	Bound           Value
	EvalBound       Value
	Constraints     Value
	EvalConstraints Value
	Default         Value
	EvalDefault     Value
	Module          Value
	Covariant       bool
	Contravariant   bool
	Infer           bool
}

const typeParamRefs = 1<<10 - 2

// TypeAlias is what "type X = ..." makes.
type TypeAlias struct {
	heap.Header
	Name   Value
	Params Value // tuple or Null
	Eval   Value
	Val    Value
	Module Value
}

// ParamSpecPart is P.args or P.kwargs.
type ParamSpecPart struct {
	heap.Header
	Origin Value
}

// The types that only this file knows.
var (
	TGeneric         = AllocTypeID()
	TParamSpecArgs   = AllocTypeID()
	TParamSpecKwargs = AllocTypeID()
	TNoDefault       = AllocTypeID()
)

// callerModule returns __name__ of the running Python code's globals, or None.
func callerModule(t *Thread) Value {
	if t.Frame != nil && t.Frame.Globals != nil {
		if m := t.Frame.Globals.GetStr(t.N(N_name_)); m != Null {
			return m
		}
	}
	return None
}

func newTypeParam(t *Thread, id TypeID, name Value) *TypeParam {
	p := New[TypeParam](t, id)
	if p == nil {
		return nil
	}
	p.Name, p.Module, p.Infer = name, callerModule(t), true
	return p
}

// NewTypeParam makes a TypeVar, ParamSpec or TypeVarTuple; functions (Null: none) compute the bound and the constraints.
func NewTypeParam(t *Thread, id TypeID, name, evalBound, evalConstraints Value) Value {
	if !IsStr(name) {
		return badTypeArgument(t)
	}
	p := newTypeParam(t, id, name)
	if p == nil {
		return Null
	}
	p.EvalBound, p.EvalConstraints = evalBound, evalConstraints
	if p.Module = Intern(t, "typing"); p.Module == Null {
		return Null
	}
	return Of(p)
}

// badTypeArgument is for code that no compiler makes.
func badTypeArgument(t *Thread) Value {
	return Raise(t, TSystemError, "bad argument to an intrinsic function")
}

// SetTypeParams gives a function its type parameters, and returns it.
func SetTypeParams(t *Thread, f, params Value) Value {
	if !params.IsExact(TTuple) {
		return badTypeArgument(t)
	}
	As[Function](f).TypeParams = params
	return f
}

// SetTypeParamDefault gives a type parameter the function that computes its default, and returns it.
func SetTypeParamDefault(t *Thread, param, eval Value) Value {
	switch {
	case param.IsExact(TTypeVar), param.IsExact(TParamSpec), param.IsExact(TTypeVarTuple):
		As[TypeParam](param).EvalDefault = eval
		return param
	}
	return Raise(t, TTypeError, "Expected a type param, got %s", TypeName(t, param))
}

// unpackTypeVarTuple is typing.Unpack[v].
func unpackTypeVarTuple(t *Thread, v Value) Value {
	u := importAttr(t, "typing", "Unpack")
	if u == Null {
		return Null
	}
	return GetItem(t, u, v)
}

// NewTypeAlias makes a type alias of a tuple (name, type parameters or None, function that computes the value).
func NewTypeAlias(t *Thread, v Value) Value {
	x := As[Tuple](v)
	if name, params := *x.At(0), *x.At(1); !IsStr(name) || params != None && !params.IsExact(TTuple) {
		return badTypeArgument(t)
	}
	return newTypeAlias(t, *x.At(0), *x.At(1), *x.At(2))
}

func newTypeAlias(t *Thread, name, params, eval Value) Value {
	a := New[TypeAlias](t, TTypeAlias)
	if a == nil {
		return Null
	}
	a.Name, a.Eval, a.Module = name, eval, callerModule(t)
	if params != None {
		a.Params = params
	}
	return Of(a)
}

// hasTyping imports the module typing, which knows the rules of generic classes: 1; 0: there is no library to have it from; -1: an exception is set.
func hasTyping(t *Thread) int {
	if t.RT.Modules.GetGoString(t, "typing") != Null {
		return 1
	}
	imp, name := builtinByName(t, "__import__"), NewStr(t, "typing")
	if imp == Null || name == Null {
		return -1
	}
	if Call1(t, imp, name) == Null {
		if t.ClearIf(TModuleNotFoundError) {
			return 0
		}
		return -1
	}
	return 1
}

// SubscriptGeneric is typing.Generic[params] for the class statement with type parameters.
func SubscriptGeneric(t *Thread, params Value) Value {
	g := Of(t.Type(TGeneric))
	switch hasTyping(t) {
	case -1:
		return Null
	case 1:
		f := importAttr(t, "typing", "_GenericAlias")
		if f == Null {
			return Null
		}
		return Call2(t, f, g, params)
	}
	return newGenericAlias(t, g, params)
}

// evalOnce returns *val, computing it by the function *eval the first time; none when there is neither.
func evalOnce(t *Thread, val, eval *Value, none Value) Value {
	if *val == Null {
		f := *eval
		if f == Null {
			return none
		}
		v := Call0(t, f)
		if v == Null {
			return Null
		}
		*val = v
	}
	return *val
}

// NoDefault returns typing.NoDefault.
func NoDefault(t *Thread) Value { return t.Type(TNoDefault).Dict.GetGoString(t, "_instance") }

func typeParamRepr(t *Thread, v Value) Value {
	p := As[TypeParam](v)
	if p.Infer || v.IsExact(TTypeVarTuple) {
		return p.Name
	}
	sign := "~"
	if p.Covariant {
		sign = "+"
	} else if p.Contravariant {
		sign = "-"
	}
	return NewStr(t, sign+GoString(p.Name))
}

// typingOr is a | b where one is a type variable: typing.Union.
func typingOr(t *Thread, a, b Value) Value {
	u := importAttr(t, "typing", "Union")
	if u == Null {
		if !t.ClearIf(TImportError) && !t.ClearIf(TAttributeError) {
			return Null
		}
		l := NewList(t, 0)
		if l == nil || !unionAdd(t, l, a) || !unionAdd(t, l, b) {
			return Null
		}
		return unionOf(t, l)
	}
	pair := Pair(t, a, b)
	if pair == Null {
		return Null
	}
	return GetItem(t, u, pair)
}

// callTyping calls a function of the typing module.
func callTyping(t *Thread, name string, a, b Value) Value {
	f := importAttr(t, "typing", name)
	if f == Null {
		return Null
	}
	return Call2(t, f, a, b)
}

func boolGet(f func(p *TypeParam) bool) UnaryFunc {
	return func(t *Thread, v Value) Value { return Bool(f(As[TypeParam](v))) }
}

func defineTypeParam(id TypeID, name, sig string, s Slots, getsets []GetSetDef, methods []FuncDef, build func(t *Thread, p *TypeParam, a []Value) bool) {
	mk := RegisterFuncs([]FuncDef{{Name: name, Sig: sig, Fn: func(t *Thread, self Value, a []Value) Value {
		if !IsStr(a[0]) {
			return Raise(t, TTypeError, "%s() argument 'name' must be str, not %s", name, TypeName(t, a[0]))
		}
		p := newTypeParam(t, id, a[0])
		if p == nil {
			return Null
		}
		p.Infer = false
		if !build(t, p, a) {
			return Null
		}
		return Of(p)
	}}})
	s.New = func(t *Thread, typ *Type, args []Value, kw Value) Value { return CallDef(t, &mk[0], Null, args, kw) }
	s.Repr = typeParamRepr
	getsets = append(getsets,
		GetSetDef{Name: "__module__", Get: func(t *Thread, v Value) Value { return As[TypeParam](v).Module }, Set: func(t *Thread, o, v Value) bool {
			As[TypeParam](o).Module = v
			return true
		}},
		GetSetDef{Name: "__default__", Get: func(t *Thread, v Value) Value {
			p := As[TypeParam](v)
			return evalOnce(t, &p.Default, &p.EvalDefault, NoDefault(t))
		}},
	)
	methods = append(methods,
		FuncDef{Name: "has_default", F0: func(t *Thread, self Value) Value {
			p := As[TypeParam](self)
			return Bool(p.EvalDefault != Null || p.Default != Null && p.Default != NoDefault(t))
		}},
		FuncDef{Name: "__reduce__", F0: func(t *Thread, self Value) Value { return As[TypeParam](self).Name }},
		FuncDef{Name: "__mro_entries__", F1: noSubclass},
	)
	DefineType(id, TypeDef{
		Name: "typing." + map[TypeID]string{TTypeVar: "TypeVar", TParamSpec: "ParamSpec", TTypeVarTuple: "TypeVarTuple"}[id],
		Size: unsafe.Sizeof(TypeParam{}), Refs: typeParamRefs, DictWord: 1, Slots: s,
		Members: []MemberDef{{Name: "__name__", Word: 2}}, GetSets: getsets, Methods: methods,
	})
}

// noSubclass is __mro_entries__ of what cannot be a base class.
func noSubclass(t *Thread, self, bases Value) Value {
	return Raise(t, TTypeError, "Cannot subclass an instance of %s", TypeOf(t, self).NameString())
}

// typeVarPrepare is TypeVar.__typing_prepare_subst__(alias, args): a default stands for the argument that is not given.
func typeVarPrepare(t *Thread, self Value, a []Value) Value {
	params := GetAttr(t, a[0], t.N(N_parameters_))
	if params == Null {
		return Null
	}
	list, given := ListFromIterable(t, params), ListFromIterable(t, a[1])
	if list == nil || given == nil {
		return Null
	}
	at := 0
	for at < list.Len() && *list.At(at) != self {
		at++
	}
	if at < given.Len() {
		return a[1]
	}
	d := GetAttr(t, self, Intern(t, "__default__"))
	if d == Null {
		return Null
	}
	if d == NoDefault(t) || at != given.Len() {
		s := ToStr(t, a[0])
		if s == Null {
			return Null
		}
		return Raise(t, TTypeError, "Too few arguments for %s; actual %d, expected at least %d", GoString(s), given.Len(), at+1)
	}
	if !given.Append(t, d) {
		return Null
	}
	return TupleOf(t, given.Slice())
}

// setBound stores the bound of a TypeVar or ParamSpec, which must be what typing takes for a type.
func setBound(t *Thread, p *TypeParam, bound Value) bool {
	if bound == Null || bound == None {
		return true
	}
	p.Bound = bound
	if IsType(bound) {
		return true
	}
	switch hasTyping(t) {
	case -1:
		return false
	case 1:
		p.Bound = callTyping(t, "_type_check", bound, NewStr(t, "Bound must be a type."))
	}
	return p.Bound != Null
}

// variance stores the keyword arguments that TypeVar and ParamSpec share.
func variance(t *Thread, p *TypeParam, cov, contra, infer Value) bool {
	flag := func(v Value) bool { return v != Null && Truth(t, v) > 0 }
	p.Covariant, p.Contravariant, p.Infer = flag(cov), flag(contra), flag(infer)
	if t.Exc != Null {
		return false
	}
	if p.Covariant && p.Contravariant {
		Raise(t, TValueError, "Bivariant types are not supported.")
		return false
	}
	if p.Infer && (p.Covariant || p.Contravariant) {
		Raise(t, TValueError, "Variance cannot be specified with infer_variance.")
		return false
	}
	return true
}

func init() {
	varianceGets := func() []GetSetDef {
		return []GetSetDef{
			{Name: "__bound__", Get: func(t *Thread, v Value) Value {
				p := As[TypeParam](v)
				return evalOnce(t, &p.Bound, &p.EvalBound, None)
			}},
			{Name: "__covariant__", Get: boolGet(func(p *TypeParam) bool { return p.Covariant })},
			{Name: "__contravariant__", Get: boolGet(func(p *TypeParam) bool { return p.Contravariant })},
			{Name: "__infer_variance__", Get: boolGet(func(p *TypeParam) bool { return p.Infer })},
		}
	}
	or := Slots{Binary: [NbCount]BinaryFunc{NbOr: typingOr}}
	defineTypeParam(TTypeVar, "typevar",
		"(name, *constraints, bound=None, default=typing.NoDefault, covariant=False, contravariant=False, infer_variance=False)", or,
		append(varianceGets(), GetSetDef{Name: "__constraints__", Get: func(t *Thread, v Value) Value {
			p := As[TypeParam](v)
			return evalOnce(t, &p.Constraints, &p.EvalConstraints, Of(t.RT.EmptyTuple))
		}}),
		[]FuncDef{
			{Name: "__typing_subst__", F1: func(t *Thread, self, arg Value) Value {
				switch hasTyping(t) {
				case -1:
					return Null
				case 0:
					return arg
				}
				return callTyping(t, "_typevar_subst", self, arg)
			}},
			{Name: "__typing_prepare_subst__", MinArgs: 2, MaxArgs: 2, FN: typeVarPrepare},
		},
		func(t *Thread, p *TypeParam, a []Value) bool {
			if n := As[Tuple](a[1]).Len(); n == 1 {
				Raise(t, TTypeError, "A single constraint is not allowed")
				return false
			} else if n > 0 {
				if a[2] != Null && a[2] != None {
					Raise(t, TTypeError, "Bound cannot be used with constraints")
					return false
				}
				p.Constraints = a[1]
			}
			p.Default = a[3]
			return setBound(t, p, a[2]) && variance(t, p, a[4], a[5], a[6])
		})
	part := func(id *TypeID) UnaryFunc {
		return func(t *Thread, v Value) Value {
			p := New[ParamSpecPart](t, *id)
			if p == nil {
				return Null
			}
			p.Origin = v
			return Of(p)
		}
	}
	defineTypeParam(TParamSpec, "paramspec", "(name, *, bound=None, default=typing.NoDefault, covariant=False, contravariant=False, infer_variance=False)", or,
		append(varianceGets(), GetSetDef{Name: "args", Get: part(&TParamSpecArgs)}, GetSetDef{Name: "kwargs", Get: part(&TParamSpecKwargs)}),
		[]FuncDef{
			{Name: "__typing_subst__", F1: func(t *Thread, self, arg Value) Value { return callTyping(t, "_paramspec_subst", self, arg) }},
			{Name: "__typing_prepare_subst__", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
				f := importAttr(t, "typing", "_paramspec_prepare_subst")
				if f == Null {
					return Null
				}
				return Call3(t, f, self, args[0], args[1])
			}},
		},
		func(t *Thread, p *TypeParam, a []Value) bool {
			p.Default = a[2]
			return setBound(t, p, a[1]) && variance(t, p, a[3], a[4], a[5])
		})
	defineTypeParam(TTypeVarTuple, "typevartuple", "(name, *, default=typing.NoDefault)", Slots{
		Iter: func(t *Thread, v Value) Value {
			u := unpackTypeVarTuple(t, v)
			if u == Null {
				return Null
			}
			if u = Tuple1(t, u); u == Null {
				return Null
			}
			return NewSeqIterator(t, TTupleIterator, u)
		}}, nil,
		[]FuncDef{
			{Name: "__typing_subst__", F1: func(t *Thread, self, arg Value) Value {
				return Raise(t, TTypeError, "Substitution of bare TypeVarTuple is not supported")
			}},
			{Name: "__typing_prepare_subst__", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
				f := importAttr(t, "typing", "_typevartuple_prepare_subst")
				if f == Null {
					return Null
				}
				return Call3(t, f, self, args[0], args[1])
			}},
		},
		func(t *Thread, p *TypeParam, a []Value) bool {
			p.Default = a[1]
			return true
		})
	for _, x := range []struct {
		id   TypeID
		name string
	}{{TParamSpecArgs, "args"}, {TParamSpecKwargs, "kwargs"}} {
		DefineType(x.id, TypeDef{
			Name: "typing.ParamSpec" + map[string]string{"args": "Args", "kwargs": "Kwargs"}[x.name],
			Size: unsafe.Sizeof(ParamSpecPart{}), Refs: 1 << 1,
			Slots: Slots{
				New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
					if len(args) != 1 {
						return Raise(t, TTypeError, "%s() takes exactly one argument (%d given)", typ.NameString(), len(args))
					}
					v := AllocInstance(t, typ)
					if v != Null {
						As[ParamSpecPart](v).Origin = args[0]
					}
					return v
				},
				Repr: func(t *Thread, v Value) Value {
					o := As[ParamSpecPart](v).Origin
					if o.IsExact(TParamSpec) {
						return NewStr(t, GoString(As[TypeParam](o).Name)+"."+x.name)
					}
					s, ok := ReprString(t, o)
					if !ok {
						return Null
					}
					return NewStr(t, s+"."+x.name)
				},
				Compare: func(t *Thread, a, b Value, op CompareOp) Value {
					if op != EQ && op != NE || TypeOf(t, a) != TypeOf(t, b) {
						return NotImplemented
					}
					return Compare(t, As[ParamSpecPart](a).Origin, As[ParamSpecPart](b).Origin, op)
				},
			},
			Members: []MemberDef{{Name: "__origin__", Word: 1}},
			Methods: []FuncDef{{Name: "__mro_entries__", F1: noSubclass}},
		})
	}
}

func init() {
	DefineType(TNoDefault, TypeDef{
		Name: "NoDefaultType",
		Slots: Slots{
			New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
				if len(args) > 0 || kw != Null && Truth(t, kw) > 0 {
					return Raise(t, TTypeError, "NoDefaultType takes no arguments")
				}
				return NoDefault(t)
			},
			Repr: func(t *Thread, v Value) Value { return NewStr(t, "typing.NoDefault") },
		},
		Methods: []FuncDef{{Name: "__reduce__", F0: func(t *Thread, self Value) Value { return NewStr(t, "NoDefault") }}},
		Init: func(t *Thread, typ *Type) {
			if v := AllocInstance(t, typ); v != Null {
				typ.Dict.SetStr(t, "_instance", v)
			}
		},
	})
	DefineType(TGeneric, TypeDef{
		Name: "typing.Generic", Flags: TypeBase, Size: 8, NoWeak: true,
		Slots: Slots{New: objectNew},
		Methods: []FuncDef{
			{Name: "__class_getitem__", Class: true, FK: func(t *Thread, self Value, args []Value, kw Value) Value {
				if len(args) == 1 {
					switch hasTyping(t) {
					case -1:
						return Null
					case 1:
						return callTyping(t, "_generic_class_getitem", self, args[0])
					}
				}
				if len(args) != 1 {
					return Raise(t, TTypeError, "Generic.__class_getitem__() takes exactly one argument (%d given)", len(args))
				}
				return newGenericAlias(t, self, args[0])
			}},
			{Name: "__init_subclass__", Class: true, FK: func(t *Thread, self Value, args []Value, kw Value) Value {
				switch hasTyping(t) {
				case -1:
					return Null
				case 1:
					f := importAttr(t, "typing", "_generic_init_subclass")
					if f == Null {
						return Null
					}
					return CallPrepend(t, f, self, args, kw)
				}
				if len(args) > 0 {
					return Raise(t, TTypeError, "%s.__init_subclass__() takes no keyword arguments", As[Type](self).NameString())
				}
				p := As[Type](self).Dict.GetStr(t.N(N_orig_bases_))
				if p != Null && IsTuple(p) && As[Type](self).Dict.GetStr(t.N(N_parameters_)) == Null {
					params := typeParameters(t, As[Tuple](p))
					if params == nil || !SetTypeAttr(t, As[Type](self), t.N(N_parameters_), Of(params)) {
						return Null
					}
				}
				return None
			}},
		},
	})
	aliasDef := RegisterFuncs([]FuncDef{{Name: "typealias", Sig: "(name, value, *, type_params=())", Fn: func(t *Thread, self Value, a []Value) Value {
		if !IsStr(a[0]) {
			return Raise(t, TTypeError, "typealias() argument 'name' must be str, not %s", TypeName(t, a[0]))
		}
		params := None
		if a[2] != Null {
			if !IsTuple(a[2]) {
				return Raise(t, TTypeError, "type_params must be a tuple")
			}
			if As[Tuple](a[2]).Len() > 0 {
				params = a[2]
			}
		}
		v := newTypeAlias(t, a[0], params, Null)
		if v != Null {
			As[TypeAlias](v).Val = a[1]
		}
		return v
	}}})
	aliasParams := func(t *Thread, v Value) Value {
		if p := As[TypeAlias](v).Params; p != Null {
			return p
		}
		return Of(t.RT.EmptyTuple)
	}
	unpackedParams := func(t *Thread, v Value) Value {
		params := As[Tuple](aliasParams(t, v))
		out := NewTuple(t, params.Len())
		if out == nil {
			return Null
		}
		for i := range params.Len() {
			p := *params.At(i)
			if p.IsExact(TTypeVarTuple) {
				if p = unpackTypeVarTuple(t, p); p == Null {
					return Null
				}
			}
			*out.At(i) = p
		}
		return Of(out)
	}
	DefineType(TTypeAlias, TypeDef{
		Name: "typing.TypeAliasType", Size: unsafe.Sizeof(TypeAlias{}), Refs: 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5,
		Slots: Slots{
			New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
				return CallDef(t, &aliasDef[0], Null, args, kw)
			},
			Repr: func(t *Thread, v Value) Value { return As[TypeAlias](v).Name },
			Subscript: func(t *Thread, v, k Value) Value {
				if As[TypeAlias](v).Params == Null {
					return Raise(t, TTypeError, "Only generic type aliases are subscriptable")
				}
				return newGenericAlias(t, v, k)
			},
			Binary: [NbCount]BinaryFunc{NbOr: unionOr},
		},
		Members: []MemberDef{{Name: "__name__", Word: 1}},
		GetSets: []GetSetDef{
			{Name: "__value__", Get: func(t *Thread, v Value) Value {
				a := As[TypeAlias](v)
				return evalOnce(t, &a.Val, &a.Eval, None)
			}},
			{Name: "__type_params__", Get: aliasParams},
			{Name: "__parameters__", Get: unpackedParams},
			{Name: "__module__", Get: func(t *Thread, v Value) Value { return As[TypeAlias](v).Module }},
		},
		Methods: []FuncDef{{Name: "__reduce__", F0: func(t *Thread, self Value) Value { return As[TypeAlias](self).Name }}},
	})
}
