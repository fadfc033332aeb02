// Built-in functions and methods as objects, and cells.

package object

import "unsafe"

var _ = DefineType(TBuiltin, TypeDef{
	Name: "builtin_function_or_method",
	Size: unsafe.Sizeof(Builtin{}),
	Refs: 1<<1 | 1<<2 | 1<<3 | 1<<4,
	Slots: Slots{
		Repr:    builtinRepr,
		Hash:    builtinHash,
		Compare: builtinCompare,
		Call: func(t *Thread, v Value, args []Value, kw Value) Value {
			b := As[Builtin](v)
			return CallDef(t, b.DefOf(), b.Self, args, kw)
		},
	},
	GetSets: []GetSetDef{
		{Name: "__name__", Get: func(t *Thread, v Value) Value { return Intern(t, As[Builtin](v).DefOf().Name) }},
		{Name: "__qualname__", Get: builtinQualName},
		{Name: "__doc__", Get: func(t *Thread, v Value) Value { return As[Builtin](v).DefOf().docValue(t) }},
		{Name: "__text_signature__", Get: func(t *Thread, v Value) Value { return As[Builtin](v).DefOf().signatureValue(t) }},
		{Name: "__self__", Get: func(t *Thread, v Value) Value { return orNone(As[Builtin](v).Self) }},
	},
	Members: []MemberDef{{Name: "__module__", Word: 4, Writable: true, OrNone: true}},
	Methods: []FuncDef{{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
		b := As[Builtin](v)
		name := NewStr(t, b.DefOf().Name) // another one each time, as memos of pickles show
		if name == Null || b.Self == Null || b.Self.IsExact(TModule) {
			return name
		}
		return reduceGetattr(t, b.Self, name)
	}}},
})

func builtinRepr(t *Thread, v Value) Value {
	b := As[Builtin](v)
	name := b.DefOf().Name
	if b.Self == Null || b.Self.IsExact(TModule) {
		return NewStr(t, "<built-in function "+name+">")
	}
	return NewStr(t, "<built-in method "+name+" of "+TypeName(t, b.Self)+" object at "+address(b.Self)+">")
}

func builtinQualName(t *Thread, v Value) Value {
	b := As[Builtin](v)
	name := b.DefOf().Name
	if b.Self == Null || b.Self.IsExact(TModule) {
		return Intern(t, name)
	}
	typ := TypeOf(t, b.Self)
	if IsType(b.Self) {
		typ = As[Type](b.Self)
	}
	return NewStr(t, GoString(typ.QualName)+"."+name)
}

func builtinHash(t *Thread, v Value) (int64, bool) {
	b := As[Builtin](v)
	h := int64(b.Def)<<20 ^ HashPointer(orNone(b.Self))
	if h == -1 {
		h = -2
	}
	return h, true
}

func builtinCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !a.IsExact(TBuiltin) || !b.IsExact(TBuiltin) {
		return NotImplemented
	}
	x, y := As[Builtin](a), As[Builtin](b)
	return Bool((x.Self == y.Self && x.Def == y.Def) == (op == EQ))
}

var _ = DefineType(TCell, TypeDef{
	Name: "cell",
	Size: unsafe.Sizeof(Cell{}),
	Refs: 1 << 1,
	Slots: Slots{
		Repr: func(t *Thread, v Value) Value {
			r := As[Cell](v).Ref
			if r == Null {
				return NewStr(t, "<cell at "+address(v)+": empty>")
			}
			return NewStr(t, "<cell at "+address(v)+": "+TypeName(t, r)+" object at "+address(r)+">")
		},
		Compare: cellCompare,
		New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
			if !NoKeywords(t, "cell", kw) || !CheckPositional(t, "cell", len(args), 0, 1) {
				return Null
			}
			if len(args) == 0 {
				return NewCell(t, Null)
			}
			return NewCell(t, args[0])
		},
	},
	GetSets: []GetSetDef{{
		Name: "cell_contents",
		Get: func(t *Thread, v Value) Value {
			if r := As[Cell](v).Ref; r != Null {
				return r
			}
			return Raise(t, TValueError, "Cell is empty")
		},
		Set: func(t *Thread, o, v Value) bool {
			As[Cell](o).Ref = v
			return true
		},
	}},
})

func cellCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !a.IsExact(TCell) || !b.IsExact(TCell) {
		return NotImplemented
	}
	x, y := As[Cell](a).Ref, As[Cell](b).Ref
	if x != Null && y != Null {
		return Compare(t, x, y, op)
	}
	full := func(v Value) int64 {
		if v == Null {
			return 0
		}
		return 1
	}
	return Bool(CompareInts(full(x), full(y), op))
}
