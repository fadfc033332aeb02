// enumerate, zip, map, filter, reversed.

package object

import "unsafe"

// Enumerate is an enumerate object.
type Enumerate struct {
	heap8
	It    Value
	Count Value // an int
}

// Zip is a zip object, Map a map object.
type Zip struct {
	heap8
	Its    *Tuple
	Strict bool
}

type Map struct {
	heap8
	Its  *Tuple
	Func Value
}

// Filter is a filter object.
type Filter struct {
	heap8
	It, Func Value
}

func iterTypeDef(name string, size uintptr, refs uint64, newFn NewFunc, next UnaryFunc, fill FillFunc, methods ...FuncDef) TypeDef {
	return TypeDef{
		Name: name, Flags: TypeBase, Size: size, Refs: refs, NoWeak: true,
		Slots:   Slots{New: newFn, Iter: ReturnSelf, Next: next, Fill: fill},
		Methods: RegisterFuncs(methods),
	}
}

// StepsBy adds Slots.Step to a type, StepsByPair Slots.StepPair.
func StepsBy(step StepFunc, d TypeDef) TypeDef {
	d.Slots.Step = step
	return d
}

func StepsByPair(step StepPairFunc, d TypeDef) TypeDef {
	d.Slots.StepPair = step
	return d
}

func mapDef(d TypeDef) TypeDef {
	d.Slots.Step = stepMap
	d.Slots.Quiet = func(t *Thread, v Value, _ bool, _ int) bool { return As[Map](v).quiet(t) }
	return d
}

func enumerateDef() TypeDef {
	return StepsByPair(enumerateStep, iterTypeDef("enumerate", unsafe.Sizeof(Enumerate{}), 1<<1|1<<2, enumerateNew, enumerateNext, nil,
		FuncDef{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			e := As[Enumerate](self)
			args := Pair(t, e.It, e.Count)
			if args == Null {
				return Null
			}
			return Pair(t, Of(TypeOf(t, self)), args)
		}}, ClassGetItemDef()))
}

func reversedDef() TypeDef {
	return iterTypeDef("reversed", unsafe.Sizeof(SeqIterator{}), 1<<1, reversedNew, reversedNext, nil,
		FuncDef{Name: "__length_hint__", F0: reversedHint},
		FuncDef{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			it := As[SeqIterator](self)
			if it.Seq == Null {
				return reduceTo(t, Of(TypeOf(t, self)), Of(t.RT.EmptyTuple))
			}
			return Triple(t, Of(TypeOf(t, self)), Tuple1(t, it.Seq), SmallInt(it.Index))
		}},
		FuncDef{Name: "__setstate__", F1: func(t *Thread, self, state Value) Value {
			it := As[SeqIterator](self)
			i, ok := AsSize(t, state, TOverflowError)
			if !ok {
				return Null
			}
			if it.Seq != Null {
				n := Len(t, it.Seq)
				if n < 0 {
					return Null
				}
				it.Index = min(max(i, -1), n-1)
			}
			return None
		}})
}

var (
	_ = DefineType(TEnumerate, enumerateDef())
	_ = DefineType(TReversed, reversedDef())
	_ = DefineType(TZip, StepsByPair(zipStepPair, iterTypeDef("zip", unsafe.Sizeof(Zip{}), 1<<1, zipNew, zipNext, nil,
		FuncDef{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			z := As[Zip](self)
			if z.Strict {
				return Triple(t, Of(TypeOf(t, self)), Of(z.Its), True)
			}
			return Pair(t, Of(TypeOf(t, self)), Of(z.Its))
		}},
		FuncDef{Name: "__setstate__", F1: func(t *Thread, self, state Value) Value {
			s := Truth(t, state)
			As[Zip](self).Strict = s > 0
			return ResultOf(s >= 0)
		}})))
	_ = DefineType(TMap, mapDef(iterTypeDef("map", unsafe.Sizeof(Map{}), 1<<1|1<<2, mapNew, mapNext, fillMap,
		FuncDef{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			m := As[Map](self)
			args := NewTuple(t, m.Its.Len()+1)
			if args == nil {
				return Null
			}
			*args.At(0) = m.Func
			copy(args.Items()[1:], m.Its.Items())
			return Pair(t, Of(TypeOf(t, self)), Of(args))
		}})))
	_ = DefineType(TFilter, StepsBy(stepFilter, iterTypeDef("filter", unsafe.Sizeof(Filter{}), 1<<1|1<<2, filterNew, filterNext, fillFilter,
		FuncDef{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			f := As[Filter](self)
			args := Pair(t, f.Func, f.It)
			if args == Null {
				return Null
			}
			return Pair(t, Of(TypeOf(t, self)), args)
		}})))
)

// Triple makes a tuple of three; Null if one is.
func Triple(t *Thread, a, b, c Value) Value {
	if a == Null || b == Null || c == Null {
		return Null
	}
	x := NewTuple(t, 3)
	if x == nil {
		return Null
	}
	*x.At(0), *x.At(1), *x.At(2) = a, b, c
	return Of(x)
}

// NoKeywordsFor is NoKeywords for constructors that let subclasses with their own __init__ take keyword arguments.
func NoKeywordsFor(t *Thread, typ *Type, id TypeID, kw Value) bool {
	return KwLen(kw) == 0 || !typ.Is(id) && !inheritsObjectInit(t, typ) || NoKeywords(t, t.Type(id).NameString(), kw)
}

// Increment is v + 1 for an int.
func Increment(t *Thread, v Value) Value {
	if v.IsInt() && v != SmallInt(MaxSmall) {
		return SmallInt(v.Int() + 1)
	}
	return BinaryOp(t, NbAdd, v, SmallInt(1))
}

var enumerateSig = ParseSignature("enumerate", "(iterable, start=0)")

func enumerateNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if len(args) == 0 {
		return Raise(t, TTypeError, "enumerate() missing required argument 'iterable'")
	}
	if len(args) <= 2 {
		for i := 0; i < KwLen(kw); i++ {
			if name := GoString(*As[Tuple](kw).At(i)); name != "iterable" && name != "start" {
				return Raise(t, TTypeError, "'%s' is an invalid keyword argument for enumerate()", name)
			}
		}
	}
	bound := t.PushArgs(2)
	if bound == nil {
		return Null
	}
	r := Null
	if enumerateSig.Bind(t, args, kw, bound) {
		r = enumerateOf(t, typ, bound[0], bound[1])
	}
	t.PopArgs(2)
	return r
}

func enumerateOf(t *Thread, typ *Type, iterable, start Value) Value {
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	e := As[Enumerate](v)
	e.Count = SmallInt(0)
	if start != Null {
		if e.Count = Index(t, start); e.Count == Null {
			return Null
		}
	}
	if e.It = Iter(t, iterable); e.It == Null {
		return Null
	}
	return v
}

func enumerateNext(t *Thread, v Value) Value {
	e := As[Enumerate](v)
	x := Step(t, e.It)
	if x == Null {
		return Null
	}
	n := e.Count
	if n.IsInt() && n.Int() < MaxSmall {
		e.Count = SmallInt(n.Int() + 1)
	} else if e.Count = Increment(t, n); e.Count == Null {
		return Null
	}
	return Pair(t, n, x)
}

func reversedNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	args, _ = SplitKw(args, kw)
	if !NoKeywordsFor(t, typ, TReversed, kw) || !CheckPositional(t, "reversed", len(args), 1, 1) {
		return Null
	}
	return reversedOf(t, typ, args[0])
}

func reversedOf(t *Thread, typ *Type, v Value) Value {
	if d := TypeOf(t, v).Lookup(t, t.N(N_reversed_)); d != Null && d != None {
		r, _ := CallSpecial0(t, v, N_reversed_)
		return r
	} else if d == None || !IsSequence(t, v) {
		return Raise(t, TTypeError, "'%s' object is not reversible", TypeOf(t, v).NameString())
	}
	n := Len(t, v)
	if n < 0 {
		return Null
	}
	r := AllocInstance(t, typ)
	if r != Null {
		it := As[SeqIterator](r)
		it.Seq, it.Index = v, n-1
	}
	return r
}

func reversedNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	if it.Index >= 0 {
		x := GetItem(t, it.Seq, SmallInt(it.Index))
		if x != Null {
			it.Index--
			return x
		}
		if !t.ClearIf(TIndexError) && !t.ClearIf(TStopIteration) {
			return Null
		}
	}
	it.Index = -1
	it.Seq = Null
	return Null
}

func reversedHint(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return SmallInt(0)
	}
	n := Len(t, it.Seq)
	if n < 0 {
		return Null
	}
	if n < it.Index+1 {
		return SmallInt(0)
	}
	return SmallInt(it.Index + 1)
}

// IterAll makes a tuple of iterators over each of args; nil on error.
func IterAll(t *Thread, args []Value) *Tuple {
	its := NewTuple(t, len(args))
	if its == nil {
		return nil
	}
	for i, a := range args {
		it := Iter(t, a)
		if it == Null {
			return nil
		}
		*its.At(i) = it
	}
	return its
}

func zipNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	pos, named := SplitKw(args, kw)
	strict := false
	for i, v := range named {
		name := GoString(*As[Tuple](kw).At(i))
		if name != "strict" {
			return UnexpectedKeyword(t, "zip", name, "strict")
		}
		c := Truth(t, v)
		if c < 0 {
			return Null
		}
		strict = c > 0
	}
	its := IterAll(t, pos)
	if its == nil {
		return Null
	}
	v := AllocInstance(t, typ)
	if v != Null {
		z := As[Zip](v)
		z.Its, z.Strict = its, strict
	}
	return v
}

func zipNext(t *Thread, v Value) Value {
	z := As[Zip](v)
	its := z.Its
	n := its.Len()
	if n == 0 {
		return Null
	}
	r := NewTuple(t, n)
	if r == nil {
		return Null
	}
	for i := 0; i < n; i++ {
		it := *its.At(i)
		x := Step(t, it)
		if x == Null {
			if z.Strict {
				zipCheckEnd(t, its, i)
			}
			return Null
		}
		*r.At(i) = x
	}
	return Of(r)
}

// zipCheckEnd raises ValueError unless all iterators end together; number i has just ended.
func zipCheckEnd(t *Thread, its *Tuple, i int) {
	if t.Exc != Null && !t.ClearIf(TStopIteration) {
		return
	}
	others := func(i int) string {
		if i == 1 {
			return " 1"
		}
		return "s 1-" + itoa(i)
	}
	if i > 0 {
		Raise(t, TValueError, "zip() argument %d is shorter than argument%s", i+1, others(i))
		return
	}
	for i = 1; i < its.Len(); i++ {
		if Next(t, *its.At(i)) != Null {
			Raise(t, TValueError, "zip() argument %d is longer than argument%s", i+1, others(i))
			return
		}
		if t.Exc != Null {
			return
		}
	}
}

func mapNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	args, _ = SplitKw(args, kw)
	if !NoKeywordsFor(t, typ, TMap, kw) {
		return Null
	}
	if len(args) < 2 {
		return Raise(t, TTypeError, "map() must have at least two arguments.")
	}
	its := IterAll(t, args[1:])
	if its == nil {
		return Null
	}
	v := AllocInstance(t, typ)
	if v != Null {
		m := As[Map](v)
		m.Func, m.Its = args[0], its
	}
	return v
}

func mapNext(t *Thread, v Value) Value {
	m := As[Map](v)
	its := m.Its
	n := its.Len()
	if self, f, _ := m.oneArg(t); f != nil {
		x := StepMost(t, *its.At(0))
		if x == Null || !t.Enter(" while calling a Python object") {
			return Null
		}
		x = f(t, self, x)
		t.Leave()
		return x
	}
	args := t.PushArgs(n)
	if args == nil {
		return Null
	}
	r := Null
	for i := 0; i < n; i++ {
		it := *its.At(i)
		x := Step(t, it)
		if x == Null {
			t.PopArgs(n)
			return Null
		}
		args[i] = x
	}
	r = Call(t, m.Func, args, Null)
	t.PopArgs(n)
	return r
}

// quiet reports whether a map gives items without running code of a program as long as those of the one iterator it runs over are simple.
func (m *Map) quiet(t *Thread) bool {
	if m.Its.Len() != 1 || !sure(*m.Its.At(0)) {
		return false
	}
	_, _, plain := m.oneArg(t)
	return plain
}

// isSimple reports whether str(v), int(v), float(v), bool(v) and calls of functions that are Plain run no code of a program.
func isSimple(v Value) bool {
	return v.IsInt() || v.IsFloat() || v.IsExact(TStr) || v == None || v == True || v == False
}

// nextSimple reports whether what an iterator that is sure gives next isSimple.
func nextSimple(it Value) bool {
	ahead := Ahead(it)
	return len(ahead) == 0 || isSimple(ahead[0])
}

// stepMap is Slots.Step: over a list or tuple, where a call that raises leaves everything as it is.
func stepMap(t *Thread, v Value, _ int) (item Value, why Stepped) {
	m := As[Map](v)
	it := *m.Its.At(0)
	self, f, plain := m.oneArg(t)
	if !plain || !sure(it) {
		return Null, StepUnknown
	}
	ahead := Ahead(it)
	switch {
	case len(ahead) == 0 && (it.IsExact(TListIterator) || it.IsExact(TTupleIterator)):
		return nextPeek(t, it, 0)
	case len(ahead) == 0 || !isSimple(ahead[0]):
		return Null, StepUnknown
	}
	item = f(t, self, ahead[0])
	if OrNothing(t, item) != Null {
		Skip(it, 1)
	}
	return item, StepUnknown
}

// oneArg is unaryOf what a map calls with the items of one iterator.
func (m *Map) oneArg(t *Thread) (self Value, f BinaryFunc, plain bool) {
	if m.Its.Len() != 1 {
		return Null, nil, false
	}
	return unaryOf(t, m.Func)
}

func filterNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	args, _ = SplitKw(args, kw)
	if !NoKeywordsFor(t, typ, TFilter, kw) || !CheckPositional(t, "filter", len(args), 2, 2) {
		return Null
	}
	it := Iter(t, args[1])
	if it == Null {
		return Null
	}
	v := AllocInstance(t, typ)
	if v != Null {
		f := As[Filter](v)
		f.It, f.Func = it, args[0]
	}
	return v
}

func filterNext(t *Thread, v Value) Value {
	f := As[Filter](v)
	plain := f.Func == None || f.Func == Of(t.Type(TBool))
	for {
		x := StepMost(t, f.It)
		if x == Null {
			return Null
		}
		c := x
		if !plain {
			if c = Call1(t, f.Func, x); c == Null {
				return Null
			}
		}
		if c == True {
			return x
		} else if c != False {
			switch Truth(t, c) {
			case -1:
				return Null
			case 1:
				return x
			}
		}
		if t.Breaker.Load()&BreakAll != 0 && !t.Poll() {
			return Null
		}
	}
}
