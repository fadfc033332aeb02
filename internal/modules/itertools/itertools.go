// The itertools module: the iterators that run over one or more others. Those that combine are in itertools_comb.go, groupby, tee, islice
// and batched in itertools_group.go.

package itertools

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tCount       = object.AllocTypeID()
	tCycle       = object.AllocTypeID()
	tRepeat      = object.AllocTypeID()
	tAccumulate  = object.AllocTypeID()
	tChain       = object.AllocTypeID()
	tCompress    = object.AllocTypeID()
	tDropWhile   = object.AllocTypeID()
	tTakeWhile   = object.AllocTypeID()
	tFilterFalse = object.AllocTypeID()
	tStarMap     = object.AllocTypeID()
	tZipLongest  = object.AllocTypeID()
	tPairwise    = object.AllocTypeID()
)

var _ = native.Register("itertools", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tAccumulate, tBatched, tCombinations, tCombinationsWR, tCycle, tDropWhile, tTakeWhile, tISlice, tStarMap, tChain, tCompress,
			tFilterFalse, tCount, tZipLongest, tPairwise, tPermutations, tProduct, tRepeat, tGroupBy, tGrouper, tTee, tTeeData},
		Funcs: []FuncDef{{Name: "tee", Sig: "(iterable, n=2, /)", MinArgs: 1, MaxArgs: 2, FN: teeFunc}},
	}
})

// iterDef declares an iterator type of the module.
func iterDef(name string, size uintptr, refs uint64, newFn object.NewFunc, next object.UnaryFunc, methods ...FuncDef) object.TypeDef {
	return object.TypeDef{
		Name: "itertools." + name, Flags: object.TypeBase, Size: size, Refs: refs, NoWeak: true,
		Slots:   object.Slots{New: newFn, Iter: object.ReturnSelf, Next: next},
		Methods: object.RegisterFuncs(methods),
	}
}

// filled adds Slots.Fill and Slots.Quiet to a type.
func filled(fill object.FillFunc, quiet object.QuietFunc, d object.TypeDef) object.TypeDef {
	d.Slots.Fill, d.Slots.Quiet = fill, quiet
	return d
}

// withSubscript adds __class_getitem__ to a type's methods.
func withSubscript(methods ...FuncDef) []FuncDef { return append(methods, object.ClassGetItemDef()) }

type count struct {
	header
	Cnt, Step Value
}

func countNext(t *Thread, v Value) Value {
	c := object.As[count](v)
	n := c.Cnt
	next := null
	if c.Step == object.SmallInt(1) {
		next = object.Increment(t, n)
	} else {
		next = object.Add(t, n, c.Step)
	}
	if next == null {
		return null
	}
	c.Cnt = next
	return n
}

// quietCount is Slots.Quiet.
func quietCount(_ *Thread, v Value, _ bool, _ int) bool {
	c := object.As[count](v)
	return object.BothInt(c.Cnt, c.Step)
}

// fillCount is Slots.Fill: numbers one after another while they are small ints.
func fillCount(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
	c := object.As[count](v)
	for range object.FillPiece {
		if n == len(out) {
			break
		}
		quiet := object.BothInt(c.Cnt, c.Step)
		x := countNext(t, v)
		if x == null {
			return n, false
		}
		if rule.Take(x, out, &n) || !quiet {
			break
		}
	}
	return n, true
}

func isNumber(t *Thread, v Value) bool {
	s := &object.TypeOf(t, v).Slots
	return s.Index != nil || s.Int != nil || s.Float != nil || object.IsInstance(t, v, object.TComplex)
}

var _ = object.DefineType(tCount, func() object.TypeDef {
	d := iterDef("count", unsafe.Sizeof(count{}), 1<<1|1<<2,
		object.BindNew("count", "(start=0, step=1)", func(t *Thread, typ *object.Type, b []Value) Value {
			start, step := b[0], b[1]
			if start != null && !isNumber(t, start) || step != null && !isNumber(t, step) {
				return object.Raise(t, object.TTypeError, "a number is required")
			}
			c := native.Alloc[count](t, typ)
			if c == nil {
				return null
			}
			c.Cnt, c.Step = start, step
			if start == null {
				c.Cnt = object.SmallInt(0)
			}
			if step == null || step == object.True {
				c.Step = object.SmallInt(1)
			}
			if !c.Cnt.IsInt() && c.Step == object.SmallInt(1) && object.IsInstance(t, c.Cnt, object.TInt) { // of a subclass: it counts with ints
				n, ok := object.AsSize(t, c.Cnt, object.TOverflowError)
				if t.ClearExc(); ok {
					c.Cnt = object.NewInt(t, n)
				}
			}
			return object.Of(c)
		}),
		countNext,
		reduces(func(t *Thread, v Value) Value {
			c := object.As[count](v)
			args := null
			if c.Step == object.SmallInt(1) {
				args = object.Tuple1(t, c.Cnt)
			} else {
				args = object.Pair(t, c.Cnt, c.Step)
			}
			if args == null {
				return null
			}
			return made(t, v, args, null)
		}))
	d.Slots.Fill, d.Slots.Quiet = fillCount, quietCount
	d.Slots.Step = func(_ *Thread, v Value, _ int) (item Value, why object.Stepped) {
		c := object.As[count](v)
		if !object.BothInt(c.Cnt, c.Step) || !object.FitsSmall(c.Cnt.Int()+c.Step.Int()) {
			return null, object.StepUnknown
		}
		item, c.Cnt = c.Cnt, object.SmallInt(c.Cnt.Int()+c.Step.Int())
		return item, why
	}
	d.Slots.Repr = func(t *Thread, v Value) Value {
		c := object.As[count](v)
		if c.Step == object.SmallInt(1) {
			return native.ReprCall(t, v, c.Cnt, null)
		}
		return native.ReprCall(t, v, c.Cnt, c.Step)
	}
	return d
}())

type cycle struct {
	header
	It    Value
	Saved *object.List // a program may have it, from __reduce__
	Index int64
	Again bool // Saved is whole, though It is not at its end
}

// again is what is given once the iterator has ended, from the next item on.
func (c *cycle) again() []Value {
	if c.Index >= c.Saved.Size { // a program may have it, and may have shortened it
		c.Index = 0
	}
	return c.Saved.Slice()[c.Index:]
}

// fillCycle is Slots.Fill.
func fillCycle(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
	c := object.As[cycle](v)
	if c.It != null {
		if rule.Passes() { // all have to be saved
			rule = object.PullOne
		}
		n, more = object.FillFrom(t, c.It, out, rule)
		if !c.Again && !c.Saved.AppendAll(t, out[:n]) {
			return 0, false
		}
		if more || t.Exc != null {
			return n, more
		}
		if c.It = null; n > 0 {
			return n, true
		}
	}
	for looked := 0; n < len(out) && looked < object.FillPiece; {
		again := c.again()
		if len(again) == 0 {
			return n, false
		}
		taken, last := rule.TakeAll(again, out, &n)
		c.Index += int64(taken)
		if looked += taken; last {
			break
		}
	}
	return n, true
}

// quietCycle is Slots.Quiet.
func quietCycle(t *Thread, v Value, alarms bool, depth int) bool {
	c := object.As[cycle](v)
	return c.It == null || object.QuietWithin(t, c.It, alarms, depth)
}

// stepCycle is Slots.Step.
func stepCycle(t *Thread, v Value, depth int) (item Value, why object.Stepped) {
	c := object.As[cycle](v)
	if c.It != null {
		if s := c.Saved; s.Size == s.Cap && !c.Again && !s.Grow(t, int(s.Size)+1) {
			return object.OrNothing(t, null), object.StepUnknown
		}
		if item, why = object.Peek(t, c.It, depth); item != null && !c.Again {
			c.Saved.Append(t, item) // there is room
		}
		if item != null || why != object.StepEnd {
			return item, why
		}
		c.It = null
	}
	again := c.again()
	if len(again) == 0 {
		return null, object.StepEnd
	}
	c.Index++
	return again[0], why
}

var _ = object.DefineType(tCycle, object.StepsBy(stepCycle, filled(fillCycle, quietCycle, iterDef("cycle", unsafe.Sizeof(cycle{}), 1<<1|1<<2,
	object.BindNew("cycle", "(iterable, /)", func(t *Thread, typ *object.Type, b []Value) Value {
		it, saved := object.Iter(t, b[0]), object.NewList(t, 0)
		if it == null || saved == nil {
			return null
		}
		c := native.Alloc[cycle](t, typ)
		if c != nil {
			c.It, c.Saved = it, saved
		}
		return object.Of(c)
	}),
	func(t *Thread, v Value) Value {
		c := object.As[cycle](v)
		if c.It != null {
			x := object.Next(t, c.It)
			if x != null {
				if !c.Again && !c.Saved.Append(t, x) {
					return null
				}
				return x
			}
			if t.Exc != null {
				return null
			}
			c.It = null
		}
		again := c.again()
		if len(again) == 0 {
			return null
		}
		c.Index++
		return again[0]
	},
	reduces(cycleReduce), restores(cycleRestore)))))

type repeat struct {
	header
	Obj  Value
	Left int64 // -1: for ever
}

var _ = object.DefineType(tRepeat, func() object.TypeDef {
	d := iterDef("repeat", unsafe.Sizeof(repeat{}), 1<<1,
		object.BindNew("repeat", "(object, times=-1)", func(t *Thread, typ *object.Type, b []Value) Value {
			n := int64(-1)
			if b[1] != null {
				var ok bool
				if n, ok = object.ArgSize(t, b[1]); !ok {
					return null
				}
				n = max(n, 0)
			}
			r := native.Alloc[repeat](t, typ)
			if r != nil {
				r.Obj, r.Left = b[0], n
			}
			return object.Of(r)
		}),
		func(t *Thread, v Value) Value {
			r := object.As[repeat](v)
			if r.Left == 0 {
				return null
			}
			if r.Left > 0 {
				r.Left--
			}
			return r.Obj
		},
		reduces(repeatReduce),
		FuncDef{Name: "__length_hint__", F0: func(t *Thread, v Value) Value {
			if n := object.As[repeat](v).Left; n >= 0 {
				return object.SmallInt(n)
			}
			return object.Raise(t, object.TTypeError, "len() of unsized object")
		}})
	d.Slots.Fill = func(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
		r := object.As[repeat](v)
		for range object.FillPiece {
			if r.Left == 0 {
				return n, false
			}
			if n == len(out) {
				break
			}
			if r.Left > 0 {
				r.Left--
			}
			if rule.Take(r.Obj, out, &n) {
				break
			}
		}
		return n, true
	}
	d.Slots.Quiet = func(*Thread, Value, bool, int) bool { return true }
	d.Slots.Step = func(_ *Thread, v Value, _ int) (item Value, why object.Stepped) {
		r := object.As[repeat](v)
		if r.Left == 0 {
			return null, object.StepEnd
		}
		if r.Left > 0 {
			r.Left--
		}
		return r.Obj, why
	}
	d.Slots.Repr = func(t *Thread, v Value) Value {
		r := object.As[repeat](v)
		if r.Left < 0 {
			return native.ReprCall(t, v, r.Obj, null)
		}
		return native.ReprCall(t, v, r.Obj, object.SmallInt(r.Left))
	}
	return d
}())

type accumulate struct {
	header
	It, Func, Total, Initial Value
}

var _ = object.DefineType(tAccumulate, iterDef("accumulate", unsafe.Sizeof(accumulate{}), 15<<1,
	object.BindNew("accumulate", "(iterable, func=None, *, initial=None)", func(t *Thread, typ *object.Type, b []Value) Value {
		it := object.Iter(t, b[0])
		if it == null {
			return null
		}
		a := native.Alloc[accumulate](t, typ)
		if a == nil {
			return null
		}
		a.It = it
		if b[1] != none {
			a.Func = b[1]
		}
		if b[2] != none {
			a.Initial = b[2]
		}
		return object.Of(a)
	}),
	func(t *Thread, v Value) Value {
		a := object.As[accumulate](v)
		if a.Initial != null {
			a.Total, a.Initial = a.Initial, null
			return a.Total
		}
		x := native.Next(t, a.It)
		if x == null {
			return null
		}
		if a.Total != null {
			if a.Func == null {
				x = object.Add(t, a.Total, x)
			} else {
				x = object.Call2(t, a.Func, a.Total, x)
			}
			if x == null {
				return null
			}
		}
		a.Total = x
		return x
	},
	reduces(accumulateReduce), restores(accumulateRestore)))

type chain struct {
	header
	Source, Active Value
}

func newChain(t *Thread, typ *object.Type, iterables Value) Value {
	src := object.Iter(t, iterables)
	if src == null {
		return null
	}
	c := native.Alloc[chain](t, typ)
	if c != nil {
		c.Source = src
	}
	return object.Of(c)
}

// activate makes sure that there is an iterator to go on with; false at the end, or with an exception set.
func (c *chain) activate(t *Thread) bool {
	if c.Source == null || c.Active != null {
		return c.Source != null
	}
	x := object.Next(t, c.Source)
	if x != null {
		x = object.Iter(t, x)
	}
	if x == null {
		c.Source = null
		return false
	}
	c.Active = x
	return true
}

// fillChain is Slots.Fill.
func fillChain(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
	c := object.As[chain](v)
	for c.activate(t) {
		if n, more = object.FillFrom(t, c.Active, out, rule); more || t.Exc != null {
			return n, more
		}
		if c.Active = null; n > 0 {
			return n, true
		}
	}
	return 0, false
}

// quietChain is Slots.Quiet: the next iterator is asked for before there are items. It may be one with alarms.
func quietChain(t *Thread, v Value, alarms bool, depth int) bool {
	c := object.As[chain](v)
	return alarms && c.Active != null && object.QuietWithin(t, c.Active, alarms, depth)
}

// stepChain is Slots.Step.
func stepChain(t *Thread, v Value, depth int) (item Value, why object.Stepped) {
	c := object.As[chain](v)
	if c.Source == null {
		return null, object.StepEnd
	}
	for range object.FillPiece {
		if c.Active != null {
			if item, why = object.Peek(t, c.Active, depth); item != null || why != object.StepEnd {
				return item, why
			}
			c.Active = null
		}
		ahead := object.Ahead(c.Source)
		if len(ahead) == 0 {
			break
		}
		it := object.IterPeek(t, ahead[0], 0)
		if it == null {
			break
		}
		object.Skip(c.Source, 1)
		c.Active = it
	}
	return null, object.StepUnknown
}

var _ = object.DefineType(tChain, object.StepsBy(stepChain, filled(fillChain, quietChain, iterDef("chain", unsafe.Sizeof(chain{}), 1<<1|1<<2,
	func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		args, _ = object.SplitKw(args, kw)
		if !object.NoKeywordsFor(t, typ, tChain, kw) {
			return null
		}
		its := object.TupleOf(t, args)
		if its == null {
			return null
		}
		return newChain(t, typ, its)
	},
	func(t *Thread, v Value) Value {
		c := object.As[chain](v)
		for c.activate(t) {
			x := native.Next(t, c.Active)
			if x != null {
				return x
			}
			if t.Exc != null && !t.ClearIf(object.TStopIteration) {
				return null
			}
			c.Active = null
		}
		return null
	},
	withSubscript(reduces(chainReduce), restores(chainRestore), FuncDef{Name: "from_iterable", Sig: "(iterable, /)", Class: true, F1: func(t *Thread, cls, x Value) Value {
		return newChain(t, object.As[object.Type](cls), x)
	}})...))))

// twoIters holds what compress, dropwhile, takewhile, filterfalse and starmap need.
type twoIters struct {
	header
	It, Func Value
	Flag     bool
}

const twoRefs = 1<<1 | 1<<2

// newFuncIter makes the constructor of a type called as name(function, iterable).
func newFuncIter(name, sig string) object.NewFunc {
	return object.BindNew(name, sig, func(t *Thread, typ *object.Type, b []Value) Value {
		it := object.Iter(t, b[1])
		if it == null {
			return null
		}
		x := native.Alloc[twoIters](t, typ)
		if x != nil {
			x.It, x.Func = it, b[0]
		}
		return object.Of(x)
	})
}

// fillCompress is Slots.Fill for a compress object.
func fillCompress(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
	x := object.As[twoIters](v)
	for n < len(out) {
		last := false
		if n, last = compressAhead(x, out, n, rule); last || n == len(out) || t.Breaker.Load()&object.BreakAll != 0 {
			break
		}
		d := object.StepMost(t, x.It)
		if d == null {
			return n, false
		}
		s := object.StepMost(t, x.Func)
		if s == null {
			return n, false
		}
		switch object.Truth(t, s) {
		case -1:
			return n, false
		case 1:
			last = rule.Take(d, out, &n)
		}
		if last || t.Breaker.Load()&object.BreakAll != 0 {
			break
		}
	}
	return n, true
}

// compressAhead stores items behind n others, of a compress object that runs over lists or tuples, as far as the selectors are plain.
func compressAhead(x *twoIters, out []Value, n int, rule object.PullRule) (stored int, last bool) {
	sels := object.Ahead(x.Func)
	if len(sels) == 0 || x.It == x.Func {
		return n, false
	}
	data := object.Ahead(x.It)
	most := min(len(data), len(sels), object.FillPiece)
	data, sels = data[:most], sels[:most]
	i := 0
loop:
	for ; i < len(data) && n < len(out) && !last; i++ {
		switch s := sels[i]; {
		case s == object.False, s == none, s == object.SmallInt(0):
		case s == object.True, s.IsInt():
			last = rule.Take(data[i], out, &n)
		default:
			break loop
		}
	}
	object.Skip(x.It, i)
	object.Skip(x.Func, i)
	return n, last
}

var (
	_ = object.DefineType(tCompress, object.StepsBy(stepCompress, filled(fillCompress, nil, iterDef("compress", unsafe.Sizeof(twoIters{}), twoRefs,
		object.BindNew("compress", "(data, selectors)", func(t *Thread, typ *object.Type, b []Value) Value {
			data := object.Iter(t, b[0])
			if data == null {
				return null
			}
			sel := object.Iter(t, b[1])
			if sel == null {
				return null
			}
			x := native.Alloc[twoIters](t, typ)
			if x != nil {
				x.It, x.Func = data, sel
			}
			return object.Of(x)
		}),
		func(t *Thread, v Value) Value {
			x := object.As[twoIters](v)
			for {
				d := native.Next(t, x.It)
				if d == null {
					return null
				}
				s := native.Next(t, x.Func)
				if s == null {
					return null
				}
				if c := object.Truth(t, s); c > 0 {
					return d
				} else if c < 0 || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
					return null
				}
			}
		},
		reduces(compressReduce)))))
	_ = object.DefineType(tDropWhile, object.StepsBy(stepDropWhile, iterDef("dropwhile", unsafe.Sizeof(twoIters{}), twoRefs,
		newFuncIter("dropwhile", "(predicate, iterable, /)"),
		func(t *Thread, v Value) Value {
			x := object.As[twoIters](v)
			for {
				d := native.Next(t, x.It)
				if d == null || x.Flag {
					return d
				}
				switch callTruth(t, x.Func, d) {
				case -1:
					return null
				case 0:
					x.Flag = true
					return d
				}
			}
		},
		reduces(flagReduce), restores(flagRestore))))
	_ = object.DefineType(tTakeWhile, object.StepsBy(stepTakeWhile, iterDef("takewhile", unsafe.Sizeof(twoIters{}), twoRefs,
		newFuncIter("takewhile", "(predicate, iterable, /)"),
		func(t *Thread, v Value) Value {
			x := object.As[twoIters](v)
			if x.Flag {
				return null
			}
			d := native.Next(t, x.It)
			if d == null {
				return null
			}
			switch callTruth(t, x.Func, d) {
			case -1:
				return null
			case 0:
				x.Flag = true
				return null
			}
			return d
		},
		reduces(flagReduce), restores(flagRestore))))
	_ = object.DefineType(tFilterFalse, object.StepsBy(stepFilterFalse, iterDef("filterfalse", unsafe.Sizeof(twoIters{}), twoRefs,
		newFuncIter("filterfalse", "(function, iterable, /)"),
		func(t *Thread, v Value) Value {
			x := object.As[twoIters](v)
			plain := x.Func == none || x.Func == t.Type(object.TBool).Value()
			for {
				d := native.Next(t, x.It)
				if d == null {
					return null
				}
				c := 0
				if plain {
					c = object.Truth(t, d)
				} else {
					c = callTruth(t, x.Func, d)
				}
				if c < 0 || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
					return null
				}
				if c == 0 {
					return d
				}
			}
		},
		reduces(twoReduce))))
	_ = object.DefineType(tStarMap, iterDef("starmap", unsafe.Sizeof(twoIters{}), twoRefs,
		newFuncIter("starmap", "(function, iterable, /)"),
		func(t *Thread, v Value) Value {
			x := object.As[twoIters](v)
			d := native.Next(t, x.It)
			if d == null {
				return null
			}
			args := object.TupleFromIterable(t, d)
			if args == nil {
				return null
			}
			return object.CallTuple(t, x.Func, args, nil)
		},
		reduces(twoReduce)))
)

// isBool reports whether a predicate is the class bool.
func isBool(t *Thread, f Value) bool { return f == t.Type(object.TBool).Value() }

// stepCompress is Slots.Step.
func stepCompress(t *Thread, v Value, _ int) (item Value, why object.Stepped) {
	x := object.As[twoIters](v)
	if n, _ := compressAhead(x, unsafe.Slice(&item, 1), 0, object.PullAll); n > 0 {
		return item, why
	}
	for range object.FillPiece {
		item, isTrue, why := object.SiftBoth(t, x.It, x.Func)
		if item == null || isTrue {
			return item, why
		}
	}
	return null, object.StepUnknown
}

// stepDropWhile is Slots.Step.
func stepDropWhile(t *Thread, v Value, depth int) (item Value, why object.Stepped) {
	x := object.As[twoIters](v)
	switch {
	case x.Flag:
		return object.Peek(t, x.It, depth)
	case !isBool(t, x.Func):
		return null, object.StepUnknown
	}
	item, why = object.SiftFor(t, x.It, false)
	x.Flag = item != null
	return item, why
}

// stepTakeWhile is Slots.Step.
func stepTakeWhile(t *Thread, v Value, _ int) (item Value, why object.Stepped) {
	x := object.As[twoIters](v)
	switch {
	case x.Flag:
		return null, object.StepEnd
	case !isBool(t, x.Func):
		return null, object.StepUnknown
	}
	item, isTrue, why := object.Sift(t, x.It)
	if item == null || isTrue {
		return item, why
	}
	x.Flag = true
	return null, object.StepEnd
}

// stepFilterFalse is Slots.Step.
func stepFilterFalse(t *Thread, v Value, _ int) (item Value, why object.Stepped) {
	x := object.As[twoIters](v)
	if x.Func != none && !isBool(t, x.Func) {
		return null, object.StepUnknown
	}
	return object.SiftFor(t, x.It, false)
}

// callTruth is bool(f(x)): 1, 0, -1.
func callTruth(t *Thread, f, x Value) int {
	if isBool(t, f) {
		return object.Truth(t, x)
	}
	r := object.Call1(t, f, x)
	if r == null {
		return -1
	}
	return object.Truth(t, r)
}

type zipLongest struct {
	header
	Its    *object.Tuple // Null for an iterator that has ended
	Fill   Value
	Active int64
}

var _ = object.DefineType(tZipLongest, iterDef("zip_longest", unsafe.Sizeof(zipLongest{}), 1<<1|1<<2,
	func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		pos, named := object.SplitKw(args, kw)
		fill := none
		if len(named) > 0 {
			if len(named) > 1 || object.GoString(*object.As[object.Tuple](kw).At(0)) != "fillvalue" {
				return object.Raise(t, object.TTypeError, "zip_longest() got an unexpected keyword argument")
			}
			fill = named[0]
		}
		its := object.IterAll(t, pos)
		if its == nil {
			return null
		}
		z := native.Alloc[zipLongest](t, typ)
		if z != nil {
			z.Its, z.Fill, z.Active = its, fill, int64(len(pos))
		}
		return object.Of(z)
	},
	func(t *Thread, v Value) Value {
		z := object.As[zipLongest](v)
		n := z.Its.Len()
		if z.Active == 0 {
			return null
		}
		r := object.NewTuple(t, n)
		if r == nil {
			return null
		}
		for i := 0; i < n; i++ {
			x := z.Fill
			if it := *z.Its.At(i); it != null {
				if x = object.Next(t, it); x == null {
					z.Active--
					if z.Active == 0 || t.Exc != null {
						z.Active = 0
						return null
					}
					x = z.Fill
					*z.Its.At(i) = null
				}
			}
			*r.At(i) = x
		}
		return object.Of(r)
	},
	reduces(zipLongestReduce), restores(zipLongestRestore)))

type pairwise struct {
	header
	It, Old Value
}

// stepPairwise is Slots.StepPair.
func stepPairwise(t *Thread, v Value, depth int) (old, item Value, why object.Stepped) {
	p := object.As[pairwise](v)
	switch {
	case p.It == null:
		return null, null, object.StepEnd
	case p.Old == null:
		return null, null, object.StepUnknown
	}
	if item, why = object.Peek(t, p.It, depth); item == null {
		if why == object.StepEnd {
			p.It, p.Old = null, null
		}
		return null, null, why
	}
	old, p.Old = p.Old, item
	return old, item, why
}

var _ = object.DefineType(tPairwise, object.StepsByPair(stepPairwise, iterDef("pairwise", unsafe.Sizeof(pairwise{}), 1<<1|1<<2,
	object.BindNew("pairwise", "(iterable, /)", func(t *Thread, typ *object.Type, b []Value) Value {
		it := object.Iter(t, b[0])
		if it == null {
			return null
		}
		p := native.Alloc[pairwise](t, typ)
		if p != nil {
			p.It = it
		}
		return object.Of(p)
	}),
	func(t *Thread, v Value) Value {
		p := object.As[pairwise](v)
		if p.It == null {
			return null
		}
		old := p.Old
		if old == null {
			if old = native.Next(t, p.It); old == null {
				p.It = null
				return null
			}
			if p.It == null { // used up by the iterator itself
				return null
			}
			p.Old = old
		}
		x := native.Next(t, p.It)
		if x == null {
			p.It, p.Old = null, null
			return null
		}
		p.Old = x
		return object.Pair(t, old, x)
	})))
