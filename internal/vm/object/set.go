// The set and frozenset types.

package object

import "unsafe"

var (
	_ = DefineType(TSet, TypeDef{
		Name: "set", Flags: TypeBase | TypeMatchSelf, Size: unsafe.Sizeof(Set{}), Refs: setRefs,
		Slots: setSlots(Slots{New: setNew, Init: setInit, From: setFrom, Binary: [NbCount]BinaryFunc{
			NbInplace + NbOr:       setUpdateOp(func(s *Set, t *Thread, o Value) bool { return s.merge(t, As[Set](o)) }),
			NbInplace + NbAnd:      setUpdateOp(setIntersectionUpdate),
			NbInplace + NbSubtract: setUpdateOp((*Set).differenceUpdate),
			NbInplace + NbXor:      setUpdateOp((*Set).symmetricUpdate),
		}}),
		Methods: RegisterFuncs(append(setReadMethods(), setWriteMethods()...)),
	})
	_ = DefineType(TFrozenSet, TypeDef{
		Name: "frozenset", Flags: TypeBase | TypeMatchSelf, Size: unsafe.Sizeof(Set{}), Refs: setRefs,
		Slots:   setSlots(Slots{New: frozenSetNew, Hash: frozenSetHash}),
		Methods: RegisterFuncs(setReadMethods()),
	})
	_ = DefineType(TSetIterator, TypeDef{
		Name: "set_iterator", Flags: TypeNoInstances | TypeAlarm | TypeLeaf, Size: unsafe.Sizeof(SetIterator{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{Iter: ReturnSelf, Next: setIterNext},
		Methods: RegisterFuncs([]FuncDef{
			{Name: "__length_hint__", Sig: "()", F0: setIterHint},
			{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value {
				f, c := BuiltinNamed(t, "iter"), CopyObject[SetIterator](t, v)
				if f == Null || c == Null {
					return Null
				}
				return reduceTo(t, f, Of(ListFromIterable(t, c)))
			}},
		}),
	})
)

// setSlots adds what set and frozenset share.
func setSlots(s Slots) Slots {
	s.Repr, s.Compare, s.Contains, s.Iter = setRepr, setCompare, setContains, setIter
	s.Len = func(t *Thread, v Value) int64 { return As[Set](v).Used }
	s.Binary[NbOr] = setOp((*Set).union)
	s.Binary[NbAnd] = setOp((*Set).intersection)
	s.Binary[NbSubtract] = setOp((*Set).difference)
	s.Binary[NbXor] = setOp((*Set).symmetricDifference)
	return s
}

// baseID is the type of results of operations on v: set or frozenset.
func baseID(v Value) TypeID { return setBase(ShapeOf(v).Type) }

func setOp(op func(s *Set, t *Thread, id TypeID, o Value) *Set) BinaryFunc {
	return func(t *Thread, a, b Value) Value {
		if !IsAnySet(a) || !IsAnySet(b) {
			return NotImplemented
		}
		return Of(op(As[Set](a), t, baseID(a), b))
	}
}

func setUpdateOp(op func(s *Set, t *Thread, o Value) bool) BinaryFunc {
	return func(t *Thread, a, b Value) Value {
		if !IsAnySet(b) {
			return NotImplemented
		}
		if !op(As[Set](a), t, b) {
			return Null
		}
		return a
	}
}

func setIntersectionUpdate(s *Set, t *Thread, o Value) bool {
	r := s.intersection(t, TSet, o)
	if r == nil {
		return false
	}
	s.take(r)
	return true
}

// allocSet makes an empty set of any set type.
func allocSet(t *Thread, typ *Type) Value {
	v := AllocInstance(t, typ)
	if v != Null {
		As[Set](v).Mask = setMinSize - 1
	}
	return v
}

func setNew(t *Thread, typ *Type, args []Value, kw Value) Value { return allocSet(t, typ) }

func setFrom(t *Thread, iterable Value) Value { return Of(SetFromIterable(t, TSet, iterable)) }

func setInit(t *Thread, self Value, args []Value, kw Value) bool {
	if !NoKeywords(t, "set", kw) || !CheckPositional(t, "set", len(args), 0, 1) {
		return false
	}
	s := As[Set](self)
	if s.Fill > 0 {
		s.Clear()
	}
	return len(args) == 0 || s.Update(t, args[0])
}

func frozenSetNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if KwLen(kw) > 0 && (typ.Is(TFrozenSet) || inheritsObjectInit(t, typ)) {
		NoKeywords(t, "frozenset", kw)
		return Null
	}
	args = args[:len(args)-KwLen(kw)]
	if !CheckPositional(t, "frozenset", len(args), 0, 1) {
		return Null
	}
	if len(args) > 0 && typ.Is(TFrozenSet) && args[0].IsExact(TFrozenSet) {
		return args[0]
	}
	v := allocSet(t, typ)
	if v == Null || len(args) > 0 && !As[Set](v).update(t, args[0], true) {
		return Null
	}
	return v
}

func frozenSetHash(t *Thread, v Value) (int64, bool) {
	s := As[Set](v)
	if s.Hash == 0 {
		s.Hash = s.frozenHash()
	}
	return s.Hash, true
}

func setRepr(t *Thread, v Value) Value {
	name := TypeOf(t, v).NameString()
	switch ReprEnter(t, v) {
	case 1:
		return NewStr(t, name+"(...)")
	case -1:
		return Null
	}
	r := setReprText(t, v, name)
	ReprLeave(t, v)
	return r
}

func setReprText(t *Thread, v Value, name string) Value {
	if As[Set](v).Used == 0 {
		return NewStr(t, name+"()")
	}
	l := ListFromIterable(t, v)
	if l == nil {
		return Null
	}
	var b []byte
	exact := v.IsExact(TSet)
	if !exact {
		b = append(append(b, name...), '(')
	}
	b = append(b, '{')
	for i, ok := 0, true; i < l.Len(); i++ {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b, ok = AppendRepr(t, b, *l.At(i)); !ok {
			return Null
		}
	}
	b = append(b, '}')
	if !exact {
		b = append(b, ')')
	}
	return StrOfBytes(t, b)
}

func setCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsAnySet(b) {
		return NotImplemented
	}
	return compareSets(t, As[Set](a), As[Set](b), op, (*Set).subset)
}

// compareSets compares sets by a function that tells whether the keys of one are in the other: 1, 0, or -1 if it cannot.
func compareSets(t *Thread, x, y *Set, op CompareOp, subset func(x *Set, t *Thread, y *Set) int) Value {
	r := 0
	switch op {
	case EQ, NE:
		if x.Used == y.Used && (x.Hash == 0 || y.Hash == 0 || x.Hash == y.Hash) {
			r = subset(x, t, y)
		}
	case LE:
		r = subset(x, t, y)
	case GE:
		r = subset(y, t, x)
	case LT:
		if x.Used < y.Used {
			r = subset(x, t, y)
		}
	case GT:
		if x.Used > y.Used {
			r = subset(y, t, x)
		}
	}
	if r < 0 {
		return Null
	}
	return Bool(r > 0 == (op != NE))
}

// asKey replaces a set used as a key, which is unhashable, by a frozenset; Null when that is not the trouble.
func asKey(t *Thread, k Value) Value {
	if !IsAnySet(k) || baseID(k) != TSet || !t.Matches(TTypeError) {
		return Null
	}
	t.ClearExc()
	return Of(As[Set](k).copyAs(t, TFrozenSet))
}

func setContains(t *Thread, v, k Value) int {
	c := As[Set](v).Has(t, k)
	if c < 0 {
		if k = asKey(t, k); k != Null {
			return As[Set](v).Has(t, k)
		}
	}
	return c
}

// SetIterator iterates over a set.
type SetIterator struct {
	heap8
	Set  Value // Null when exhausted
	Used int64
	Pos  int64
	Left int64
}

func setIter(t *Thread, v Value) Value {
	it := New[SetIterator](t, TSetIterator)
	if it == nil {
		return Null
	}
	it.Set, it.Used = v, As[Set](v).Used
	it.Left = it.Used
	return Of(it)
}

func setIterNext(t *Thread, v Value) Value {
	it := As[SetIterator](v)
	if it.Set == Null {
		return Null
	}
	s := As[Set](it.Set)
	if it.Used != s.Used {
		it.Used = -1
		return Raise(t, TRuntimeError, "Set changed size during iteration")
	}
	i := s.next(int(it.Pos))
	if i < 0 {
		it.Set = Null
		return Null
	}
	it.Pos = int64(i) + 1
	it.Left--
	return *s.Keys.At(i)
}

func setIterHint(t *Thread, v Value) Value {
	it := As[SetIterator](v)
	if it.Set == Null || it.Used != As[Set](it.Set).Used {
		return SmallInt(0)
	}
	return SmallInt(it.Left)
}
