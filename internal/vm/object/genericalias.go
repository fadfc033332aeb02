// types.GenericAlias: list[int] and its like.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// GenericAlias is a parameterized class.
type GenericAlias struct {
	heap.Header
	Origin  Value
	Args    *Tuple
	Params  *Tuple // nil: not computed yet
	Starred Value  // True for *list[int]
}

func newGenericAlias(t *Thread, origin, args Value) Value {
	if !IsTuple(args) {
		if args = Tuple1(t, args); args == Null {
			return Null
		}
	}
	a := New[GenericAlias](t, TGenericAlias)
	if a == nil {
		return Null
	}
	a.Origin, a.Args, a.Starred = origin, As[Tuple](args), False
	return Of(a)
}

// aliasItemRepr is how an argument of an alias or a member of a union is shown; false with t.Exc set on error.
func aliasItemRepr(t *Thread, v Value) (string, bool) {
	switch {
	case v == Ellipsis:
		return "...", true
	case v == None:
		return "None", true
	case v.IsPtr() && v == Of(t.Type(TNoneType)):
		return "None", true
	case v.IsExact(TList):
		if !t.Enter(" while getting the repr of an object") {
			return "", false
		}
		defer t.Leave()
		s := "["
		for i := 0; i < As[List](v).Len(); i++ {
			if i > 0 {
				s += ", "
			}
			p, ok := aliasItemRepr(t, *As[List](v).At(i))
			if !ok {
				return "", false
			}
			s += p
		}
		return s + "]", true
	}
	if LookupAttr(t, v, t.N(N_origin_)) != Null {
		if LookupAttr(t, v, t.N(N_args_)) != Null {
			return ReprString(t, v)
		}
	}
	if t.Exc != Null {
		return "", false
	}
	q := LookupAttr(t, v, t.N(N_qualname_))
	if q == Null {
		if t.Exc != Null {
			return "", false
		}
		return ReprString(t, v)
	}
	m := LookupAttr(t, v, t.N(N_module_))
	if m == Null || m == None {
		if t.Exc != Null {
			return "", false
		}
		return ReprString(t, v)
	}
	qs, ms := ToStr(t, q), ToStr(t, m)
	if qs == Null || ms == Null {
		return "", false
	}
	if s := GoString(ms); s != "builtins" {
		return s + "." + GoString(qs), true
	}
	return GoString(qs), true
}

func aliasRepr(t *Thread, v Value) Value {
	a := As[GenericAlias](v)
	s, ok := aliasItemRepr(t, a.Origin)
	if !ok {
		return Null
	}
	if a.Starred == True {
		s = "*" + s
	}
	s += "["
	for i := 0; i < a.Args.Len(); i++ {
		if i > 0 {
			s += ", "
		}
		p, ok := aliasItemRepr(t, *a.Args.At(i))
		if !ok {
			return Null
		}
		s += p
	}
	if a.Args.Len() == 0 {
		s += "()"
	}
	return NewStr(t, s+"]")
}

func aliasHash(t *Thread, v Value) (int64, bool) {
	a := As[GenericAlias](v)
	h, ok := Hash(t, a.Origin)
	if !ok {
		return 0, false
	}
	g, ok := Hash(t, Of(a.Args))
	if !ok {
		return 0, false
	}
	return hashSmall((h ^ g) << 3 >> 3), true
}

func aliasCompare(t *Thread, x, y Value, op CompareOp) Value {
	if !IsInstance(t, x, TGenericAlias) || !IsInstance(t, y, TGenericAlias) || op != EQ && op != NE {
		return NotImplemented
	}
	a, b := As[GenericAlias](x), As[GenericAlias](y)
	eq := 0
	if a.Starred == b.Starred {
		eq = EqualBool(t, a.Origin, b.Origin)
		if eq > 0 {
			eq = EqualBool(t, Of(a.Args), Of(b.Args))
		}
	}
	if eq < 0 {
		return Null
	}
	return Bool((eq > 0) == (op == EQ))
}

func aliasCall(t *Thread, v Value, args []Value, kw Value) Value {
	r := Call(t, As[GenericAlias](v).Origin, args, kw)
	if r == Null {
		return Null
	}
	if !SetAttr(t, r, Intern(t, "__orig_class__"), v) && !t.ClearIf(TAttributeError) && !t.ClearIf(TTypeError) {
		return Null
	}
	return r
}

// aliasOwn are the attributes that are not forwarded to the origin.
var aliasOwn = map[string]bool{
	"__class__": true, "__origin__": true, "__args__": true, "__unpacked__": true, "__parameters__": true,
	"__typing_unpacked_tuple_args__": true, "__mro_entries__": true, "__reduce_ex__": true, "__reduce__": true,
	"__bases__": true, "__copy__": true, "__deepcopy__": true,
}

// aliasDir names the attributes of the origin and the alias's own.
func aliasDir(t *Thread, v Value) Value {
	names := must0(t, As[GenericAlias](v).Origin, N_dir_)
	if names == Null {
		return Null
	}
	l := ListFromIterable(t, names)
	if l == nil {
		return Null
	}
	for _, name := range [...]string{"__origin__", "__args__", "__unpacked__", "__parameters__", "__typing_unpacked_tuple_args__", "__mro_entries__",
		"__copy__", "__deepcopy__", "__bases__"} {
		s := Intern(t, name)
		if s == Null {
			return Null
		}
		if has := Contains(t, Of(l), s); has < 0 || has == 0 && !l.Append(t, s) {
			return Null
		}
	}
	return Of(l)
}

func aliasGetAttr(t *Thread, v, name Value) Value {
	if IsStr(name) {
		if !aliasOwn[GoString(name)] {
			return GetAttr(t, As[GenericAlias](v).Origin, name)
		}
	}
	return GenericGetAttr(t, v, name)
}

// typeParameters collects the type variables in args: those with __typing_subst__, and the __parameters__ of aliases.
func typeParameters(t *Thread, args *Tuple) *Tuple {
	if !t.Enter(" while looking for type parameters") {
		return nil
	}
	defer t.Leave()
	l := NewList(t, 0)
	if l == nil {
		return nil
	}
	add := func(v Value) bool {
		for i := 0; i < l.Len(); i++ {
			if *l.At(i) == v {
				return true
			}
		}
		return l.Append(t, v)
	}
	for i := 0; i < args.Len(); i++ {
		v := *args.At(i)
		if IsType(v) {
			continue
		}
		if TypeOf(t, v).Lookup(t, t.N(N_typing_subst_)) != Null {
			if !add(v) {
				return nil
			}
			continue
		}
		if v.IsExact(TTuple) || v.IsExact(TList) {
			tup := Null
			if v.IsExact(TTuple) {
				tup = v
			} else if tup = TupleOf(t, As[List](v).Slice()); tup == Null {
				return nil
			}
			sub := typeParameters(t, As[Tuple](tup))
			if sub == nil {
				return nil
			}
			for j := 0; j < sub.Len(); j++ {
				if !add(*sub.At(j)) {
					return nil
				}
			}
			continue
		}
		p := LookupAttr(t, v, t.N(N_parameters_))
		if p == Null {
			if t.Exc != Null {
				return nil
			}
			continue
		}
		if IsTuple(p) {
			for j := 0; j < As[Tuple](p).Len(); j++ {
				if !add(*As[Tuple](p).At(j)) {
					return nil
				}
			}
		}
	}
	v := TupleOf(t, l.Slice())
	if v == Null {
		return nil
	}
	return As[Tuple](v)
}

func (a *GenericAlias) params(t *Thread) *Tuple {
	if a.Params == nil {
		a.Params = typeParameters(t, a.Args)
	}
	return a.Params
}

// unpackArgs puts the items of *tuple[...] in its place, where there is a definite number of them.
func unpackArgs(t *Thread, args *Tuple) Value {
	out := NewList(t, 0)
	if out == nil {
		return Null
	}
	for i := range args.Len() {
		v := *args.At(i)
		var inner Value
		if !IsType(v) {
			if inner = LookupAttr(t, v, t.N(N_typing_unpacked_tuple_args_)); inner == Null && t.Exc != Null {
				return Null
			}
		}
		if inner == Null || !IsTuple(inner) || As[Tuple](inner).Len() > 0 && *As[Tuple](inner).At(As[Tuple](inner).Len() - 1) == Ellipsis {
			if !out.Append(t, v) {
				return Null
			}
			continue
		}
		for j := range As[Tuple](inner).Len() {
			if !out.Append(t, *As[Tuple](inner).At(j)) {
				return Null
			}
		}
	}
	return TupleOf(t, out.Slice())
}

// substitute gives args with the parameters replaced by item; self is shown in messages.
func substitute(t *Thread, self Value, args, params *Tuple, item Value) *Tuple {
	n := params.Len()
	if n == 0 {
		if s, ok := ReprString(t, self); ok {
			Raise(t, TTypeError, "%s is not a generic class", s)
		}
		return nil
	}
	if !IsTuple(item) {
		if item = Tuple1(t, item); item == Null {
			return nil
		}
	}
	if item = unpackArgs(t, As[Tuple](item)); item == Null {
		return nil
	}
	for i := 0; i < n; i++ { // TypeVarTuple and defaults rearrange the arguments
		p := *params.At(i)
		prep := LookupAttr(t, p, Intern(t, "__typing_prepare_subst__"))
		if prep == Null {
			if t.Exc != Null {
				return nil
			}
			continue
		}
		r := Call2(t, prep, self, item)
		if r == Null {
			return nil
		}
		if IsTuple(r) {
			item = r
		}
	}
	given := As[Tuple](item)
	if given.Len() != n {
		what := "many"
		if given.Len() < n {
			what = "few"
		}
		if s, ok := ReprString(t, self); ok {
			Raise(t, TTypeError, "Too %s arguments for %s; actual %d, expected %d", what, s, given.Len(), n)
		}
		return nil
	}
	out := NewList(t, 0)
	if out == nil {
		return nil
	}
	for i := 0; i < args.Len(); i++ {
		v := *args.At(i)
		if IsType(v) {
			if !out.Append(t, v) {
				return nil
			}
			continue
		}
		r := v
		if f := LookupSpecial(t, v, t.N(N_typing_subst_)); f != Null {
			for j := 0; j < n; j++ {
				if *params.At(j) == v {
					r = Call1(t, f, *given.At(j))
					break
				}
			}
		} else if t.Exc != Null {
			return nil
		} else {
			r = substituteInside(t, v, params, given)
		}
		if r == Null {
			return nil
		}
		unpacked := LookupAttr(t, v, Intern(t, "__typing_is_unpacked_typevartuple__"))
		if unpacked == Null && t.Exc != Null {
			return nil
		}
		if unpacked != Null && IsTuple(r) && Truth(t, unpacked) > 0 {
			for j := 0; j < As[Tuple](r).Len(); j++ {
				if !out.Append(t, *As[Tuple](r).At(j)) {
					return nil
				}
			}
			continue
		}
		if !out.Append(t, r) {
			return nil
		}
	}
	v := TupleOf(t, out.Slice())
	if v == Null {
		return nil
	}
	return As[Tuple](v)
}

// substituteInside replaces the parameters of an alias that is itself an argument.
func substituteInside(t *Thread, v Value, params, given *Tuple) Value {
	if !t.Enter(" while substituting type parameters") {
		return Null
	}
	defer t.Leave()
	p := LookupAttr(t, v, t.N(N_parameters_))
	if p == Null {
		if t.Exc != Null {
			return Null
		}
		return v
	}
	if !IsTuple(p) || As[Tuple](p).Len() == 0 {
		return v
	}
	sub := As[Tuple](p)
	args := NewList(t, 0)
	if args == nil {
		return Null
	}
	for i := 0; i < sub.Len(); i++ {
		arg, several := *sub.At(i), false
		for j := 0; j < params.Len(); j++ {
			if *params.At(j) == *sub.At(i) {
				arg = *given.At(j)
				several = IsTuple(arg) && TypeOf(t, *sub.At(i)).Slots.Iter != nil // a TypeVarTuple
			}
		}
		if several {
			for j := 0; j < As[Tuple](arg).Len(); j++ {
				if !args.Append(t, *As[Tuple](arg).At(j)) {
					return Null
				}
			}
		} else if !args.Append(t, arg) {
			return Null
		}
	}
	items := TupleOf(t, args.Slice())
	if items == Null {
		return Null
	}
	return GetItem(t, v, items)
}

func aliasSubscript(t *Thread, v, item Value) Value {
	a := As[GenericAlias](v)
	params := a.params(t)
	if params == nil {
		return Null
	}
	args := substitute(t, v, a.Args, params, item)
	if args == nil {
		return Null
	}
	r := newGenericAlias(t, a.Origin, Of(args))
	if r != Null {
		As[GenericAlias](r).Starred = a.Starred
	}
	return r
}

// AliasIterator yields the starred form of an alias once.
type AliasIterator struct {
	heap.Header
	Alias Value // Null: it was given
}

func aliasIter(t *Thread, v Value) Value {
	it := New[AliasIterator](t, TAliasIterator)
	if it == nil {
		return Null
	}
	it.Alias = v
	return Of(it)
}

func aliasNext(t *Thread, v Value) Value {
	it := As[AliasIterator](v)
	if it.Alias == Null {
		return Null
	}
	a := As[GenericAlias](it.Alias)
	r := newGenericAlias(t, a.Origin, Of(a.Args))
	if r != Null {
		As[GenericAlias](r).Starred = True
		it.Alias = Null
	}
	return r
}

func aliasNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if kw != Null && As[Tuple](kw).Len() > 0 {
		return Raise(t, TTypeError, "GenericAlias() takes no keyword arguments")
	}
	if len(args) != 2 {
		return Raise(t, TTypeError, "GenericAlias expected 2 arguments, got %d", len(args))
	}
	items := args[1]
	if !IsTuple(items) {
		if items = Tuple1(t, items); items == Null {
			return Null
		}
	}
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	a := As[GenericAlias](v)
	a.Origin, a.Args, a.Starred = args[0], As[Tuple](items), False
	return v
}

func init() {
	DefineType(TAliasIterator, TypeDef{
		Name: "generic_alias_iterator", Flags: TypeNoInstances, Size: unsafe.Sizeof(AliasIterator{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{Iter: ReturnSelf, Next: aliasNext},
		Methods: []FuncDef{{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value {
			f, arg := BuiltinNamed(t, "iter"), As[AliasIterator](self).Alias
			if f == Null {
				return Null
			}
			if arg == Null {
				arg = Of(t.RT.EmptyTuple)
			}
			return reduceTo(t, f, arg)
		}}},
	})
	DefineType(TGenericAlias, TypeDef{
		Name: "types.GenericAlias", Flags: TypeBase, Size: unsafe.Sizeof(GenericAlias{}), Refs: 1<<1 | 1<<2 | 1<<3,
		Slots: Slots{
			New: aliasNew, Repr: aliasRepr, Hash: aliasHash, Compare: aliasCompare, Call: aliasCall, GetAttr: aliasGetAttr,
			Subscript: aliasSubscript, Iter: aliasIter, Binary: [NbCount]BinaryFunc{NbOr: unionOr},
		},

		Members: []MemberDef{{Name: "__origin__", Word: 1}, {Name: "__args__", Word: 2}, {Name: "__unpacked__", Word: 4}},
		GetSets: []GetSetDef{
			{Name: "__parameters__", Get: func(t *Thread, v Value) Value {
				p := As[GenericAlias](v).params(t)
				if p == nil {
					return Null
				}
				return Of(p)
			}},
			{Name: "__typing_unpacked_tuple_args__", Get: func(t *Thread, v Value) Value {
				a := As[GenericAlias](v)
				if a.Starred == True && a.Origin == Of(t.Type(TTuple)) {
					return Of(a.Args)
				}
				return None
			}},
		},
		Methods: []FuncDef{
			{Name: "__dir__", Sig: "()", F0: aliasDir},
			{Name: "__mro_entries__", F1: func(t *Thread, self, bases Value) Value { return Tuple1(t, As[GenericAlias](self).Origin) }},
			{Name: "__instancecheck__", F1: func(t *Thread, self, v Value) Value {
				return Raise(t, TTypeError, "isinstance() argument 2 cannot be a parameterized generic")
			}},
			{Name: "__subclasscheck__", F1: func(t *Thread, self, v Value) Value {
				return Raise(t, TTypeError, "issubclass() argument 2 cannot be a parameterized generic")
			}},
			{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
				a := As[GenericAlias](self)
				if a.Starred == True { // it is what an iterator gives
					f, plain := BuiltinNamed(t, "next"), newGenericAlias(t, a.Origin, Of(a.Args))
					if f == Null || plain == Null {
						return Null
					}
					return reduceTo(t, f, aliasIter(t, plain))
				}
				args := Pair(t, a.Origin, Of(a.Args))
				if args == Null {
					return Null
				}
				return Pair(t, Of(t.Type(TGenericAlias)), args)
			}},
		},
	})
}
