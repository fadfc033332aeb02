// How the iterators of itertools are pickled and copied: __reduce__ and __setstate__, each with 3.13's DeprecationWarning.

package itertools

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

func pickleWarning(t *Thread) bool {
	return object.Warn(t, object.TDeprecationWarning, "Pickle, copy, and deepcopy support will be removed from itertools in Python 3.14.")
}

// reduces declares __reduce__.
func reduces(f func(t *Thread, v Value) Value) FuncDef {
	return FuncDef{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
		if !pickleWarning(t) {
			return null
		}
		return f(t, v)
	}}
}

// restores declares __setstate__; f reports false with an exception set.
func restores(f func(t *Thread, v, state Value) bool) FuncDef {
	return FuncDef{Name: "__setstate__", F1: func(t *Thread, v, state Value) Value {
		if !pickleWarning(t) {
			return null
		}
		return native.DoneIf(f(t, v, state))
	}}
}

// made is what __reduce__ returns: v's type, its arguments (Null: there was no memory for them), and the state, if it is not Null.
func made(t *Thread, v, args, state Value) Value {
	return madeBy(t, object.TypeOf(t, v).Value(), args, state)
}

func madeBy(t *Thread, f, args, state Value) Value {
	switch {
	case args == null:
		return null
	case state == null:
		return object.Pair(t, f, args)
	}
	return object.TupleOf(t, []Value{f, args, state})
}

// iterState is a state that must be a tuple of n items, or of n or one fewer; nil with an exception set.
func iterState(t *Thread, state Value, least, most int) *object.Tuple {
	if !object.IsInstance(t, state, object.TTuple) {
		object.Raise(t, object.TTypeError, "state is not a tuple")
		return nil
	}
	s := object.As[object.Tuple](state)
	switch n := s.Len(); {
	case least == most && n != least:
		object.Raise(t, object.TTypeError, "function takes exactly %d arguments (%d given)", least, n)
		return nil
	case n < least:
		object.Raise(t, object.TTypeError, "function takes at least %d argument (%d given)", least, n)
		return nil
	case n > most:
		object.Raise(t, object.TTypeError, "function takes at most %d arguments (%d given)", most, n)
		return nil
	}
	return s
}

func isIterator(t *Thread, v Value) bool { return object.TypeOf(t, v).Slots.Next != nil }

// sizeOf is an int of a state; what only could become one is refused.
func sizeOf(t *Thread, v Value) (int64, bool) {
	if !object.IsInstance(t, v, object.TInt) {
		object.Raise(t, object.TTypeError, "an integer is required")
		return 0, false
	}
	return object.ArgSize(t, v)
}

func noneIf(v Value) Value {
	if v == null {
		return none
	}
	return v
}

func cycleReduce(t *Thread, v Value) Value {
	c := object.As[cycle](v)
	it, first := c.It, object.False
	if it == null {
		if it = object.Iter(t, object.Of(c.Saved)); it == null {
			return null
		}
		if c.Index != 0 {
			set := object.GetAttr(t, it, object.Intern(t, "__setstate__"))
			if set == null || object.Call1(t, set, object.SmallInt(c.Index)) == null {
				return null
			}
		}
		first = object.True
	}
	args, state := object.Tuple1(t, it), object.Pair(t, object.Of(c.Saved), first)
	if state == null {
		return null
	}
	return made(t, v, args, state)
}

func cycleRestore(t *Thread, v, state Value) bool {
	s := iterState(t, state, 2, 2)
	if s == nil {
		return false
	}
	saved := *s.At(0)
	if !object.IsInstance(t, saved, object.TList) {
		object.Raise(t, object.TTypeError, "argument 1 must be list, not %s", object.TypeName(t, saved))
		return false
	}
	again, ok := object.AsInt(t, *s.At(1))
	if !ok {
		return false
	}
	c := object.As[cycle](v)
	c.Saved, c.Again, c.Index = object.As[object.List](saved), again != 0, 0
	return true
}

func repeatReduce(t *Thread, v Value) Value {
	r := object.As[repeat](v)
	if r.Left < 0 {
		return made(t, v, object.Tuple1(t, r.Obj), null)
	}
	return made(t, v, object.Pair(t, r.Obj, object.SmallInt(r.Left)), null)
}

// before is chain((first,), it).
func before(t *Thread, first, it Value) Value {
	one := object.Tuple1(t, first)
	if one == null {
		return null
	}
	return object.Call2(t, t.Type(tChain).Value(), one, it)
}

func accumulateReduce(t *Thread, v Value) Value {
	a := object.As[accumulate](v)
	f := noneIf(a.Func)
	switch {
	case a.Initial != null:
		it := before(t, a.Initial, a.It)
		if it == null {
			return null
		}
		return made(t, v, object.Pair(t, it, f), none)
	case a.Total == none: // as a state, None would be nothing
		it := before(t, a.Total, a.It)
		if it == null {
			return null
		}
		if it = object.Call2(t, object.TypeOf(t, v).Value(), it, f); it == null {
			return null
		}
		return madeBy(t, t.Type(tISlice).Value(), object.TupleOf(t, []Value{it, object.SmallInt(1), none}), null)
	}
	return made(t, v, object.Pair(t, a.It, f), noneIf(a.Total))
}

func accumulateRestore(t *Thread, v, state Value) bool {
	object.As[accumulate](v).Total = state
	return true
}

func chainReduce(t *Thread, v Value) Value {
	c := object.As[chain](v)
	state := null
	switch {
	case c.Source == null:
		return made(t, v, object.Of(t.RT.EmptyTuple), null)
	case c.Active == null:
		state = object.Tuple1(t, c.Source)
	default:
		state = object.Pair(t, c.Source, c.Active)
	}
	if state == null {
		return null
	}
	return made(t, v, object.Of(t.RT.EmptyTuple), state)
}

func chainRestore(t *Thread, v, state Value) bool {
	s := iterState(t, state, 1, 2)
	if s == nil {
		return false
	}
	for _, it := range s.Items() {
		if !isIterator(t, it) {
			object.Raise(t, object.TTypeError, "Arguments must be iterators.")
			return false
		}
	}
	c := object.As[chain](v)
	c.Source, c.Active = *s.At(0), null
	if s.Len() > 1 {
		c.Active = *s.At(1)
	}
	return true
}

// twoReduce is that of filterfalse and starmap: function and iterator.
func twoReduce(t *Thread, v Value) Value {
	x := object.As[twoIters](v)
	return made(t, v, object.Pair(t, x.Func, x.It), null)
}

func compressReduce(t *Thread, v Value) Value {
	x := object.As[twoIters](v)
	return made(t, v, object.Pair(t, x.It, x.Func), null)
}

// flagReduce is that of dropwhile and takewhile, whose state is whether the predicate is done with.
func flagReduce(t *Thread, v Value) Value {
	x := object.As[twoIters](v)
	flag := object.SmallInt(0)
	if x.Flag {
		flag = object.SmallInt(1)
	}
	return made(t, v, object.Pair(t, x.Func, x.It), flag)
}

func flagRestore(t *Thread, v, state Value) bool {
	flag := object.Truth(t, state)
	if flag >= 0 {
		object.As[twoIters](v).Flag = flag > 0
	}
	return flag >= 0
}

func zipLongestReduce(t *Thread, v Value) Value {
	z := object.As[zipLongest](v)
	args := object.NewTuple(t, z.Its.Len())
	if args == nil {
		return null
	}
	for i, it := range z.Its.Items() {
		if it == null {
			it = object.Of(t.RT.EmptyTuple)
		}
		*args.At(i) = it
	}
	return made(t, v, object.Of(args), z.Fill)
}

func zipLongestRestore(t *Thread, v, state Value) bool {
	object.As[zipLongest](v).Fill = state
	return true
}

func groupByReduce(t *Thread, v Value) Value {
	g := object.As[groupBy](v)
	args, state := object.Pair(t, g.It, g.KeyFunc), null
	if g.TargetKey != null && g.CurKey != null && g.CurItem != null {
		if state = object.TupleOf(t, []Value{g.CurKey, g.CurItem, g.TargetKey}); state == null {
			return null
		}
	}
	return made(t, v, args, state)
}

func groupByRestore(t *Thread, v, state Value) bool {
	s := iterState(t, state, 3, 3)
	if s == nil {
		return false
	}
	g := object.As[groupBy](v)
	g.CurKey, g.CurItem, g.TargetKey = *s.At(0), *s.At(1), *s.At(2)
	return true
}

func grouperReduce(t *Thread, v Value) Value {
	s := object.As[grouper](v)
	if s.Parent.Grouper == v {
		return made(t, v, object.Pair(t, object.Of(s.Parent), s.Key), null)
	}
	return madeBy(t, t.RT.Builtins.GetStr(object.Intern(t, "iter")), object.Tuple1(t, object.Of(t.RT.EmptyTuple)), null)
}

func iSliceReduce(t *Thread, v Value) Value {
	s := object.As[iSlice](v)
	if s.It == null { // the end: of an empty list
		l := object.NewList(t, 0)
		if l == nil {
			return null
		}
		it := object.Iter(t, object.Of(l))
		if it == null {
			return null
		}
		return made(t, v, object.Pair(t, it, object.SmallInt(0)), object.SmallInt(0))
	}
	stop := none
	if s.Stop >= 0 {
		stop = object.NewInt(t, s.Stop)
	}
	first, step, done := object.NewInt(t, s.Next), object.NewInt(t, s.Step), object.NewInt(t, s.Cnt)
	if stop == null || first == null || step == null || done == null {
		return null
	}
	return made(t, v, object.TupleOf(t, []Value{s.It, first, stop, step}), done)
}

func iSliceRestore(t *Thread, v, state Value) bool {
	n, ok := sizeOf(t, state)
	if ok {
		object.As[iSlice](v).Cnt = n
	}
	return ok
}

// tupleOfInts makes Python ints of them.
func tupleOfInts(t *Thread, list []int64) Value {
	r := object.NewTuple(t, len(list))
	if r == nil {
		return null
	}
	for i, n := range list {
		*r.At(i) = object.SmallInt(n)
	}
	return object.Of(r)
}

// clampInts reads a tuple of as many ints as list has, each made to lie between what the limits give for its place.
func clampInts(t *Thread, state Value, list []int64, limits func(i int64) (low, high int64)) bool {
	if !object.IsInstance(t, state, object.TTuple) || object.As[object.Tuple](state).Len() != len(list) {
		object.Raise(t, object.TValueError, "invalid arguments")
		return false
	}
	for i, x := range object.As[object.Tuple](state).Items() {
		n, ok := sizeOf(t, x)
		if !ok {
			return false
		}
		low, high := limits(int64(i))
		list[i] = max(min(n, high), low)
	}
	return true
}

// combReduce is that of both combinations: the pool, how many, and the indices of what was given last.
func combReduce(t *Thread, v Value) Value {
	c := object.As[comb](v)
	r := object.SmallInt(c.R)
	switch {
	case c.Result == nil:
		return made(t, v, object.Pair(t, object.Of(c.Pool), r), null)
	case c.Stopped:
		return made(t, v, object.Pair(t, object.Of(t.RT.EmptyTuple), r), null)
	}
	state := tupleOfInts(t, ints(c.Indices, int(c.R)))
	if state == null {
		return null
	}
	return made(t, v, object.Pair(t, object.Of(c.Pool), r), state)
}

func combinationsRestore(t *Thread, v, state Value) bool {
	c := object.As[comb](v)
	n := c.Pool.Size
	return c.restore(t, state, func(i int64) (int64, int64) { return 0, i + n - c.R })
}

func combinationsWRRestore(t *Thread, v, state Value) bool {
	n := object.As[comb](v).Pool.Size
	return object.As[comb](v).restore(t, state, func(int64) (int64, int64) { return 0, n - 1 })
}

// restore takes the indices of the result given last.
func (c *comb) restore(t *Thread, state Value, limits func(i int64) (low, high int64)) bool {
	if !clampInts(t, state, ints(c.Indices, int(c.R)), limits) {
		return false
	}
	return c.Stopped || c.pick(t) != null
}

func permutationsReduce(t *Thread, v Value) Value {
	c := object.As[comb](v)
	r := object.SmallInt(c.R)
	switch {
	case c.Result == nil:
		return made(t, v, object.Pair(t, object.Of(c.Pool), r), null)
	case c.Stopped:
		return made(t, v, object.Pair(t, object.Of(t.RT.EmptyTuple), r), null)
	}
	indices, cycles := tupleOfInts(t, ints(c.Indices, c.Pool.Len())), tupleOfInts(t, ints(c.Cycles, int(c.R)))
	if indices == null || cycles == null {
		return null
	}
	state := object.Pair(t, indices, cycles)
	if state == null {
		return null
	}
	return made(t, v, object.Pair(t, object.Of(c.Pool), r), state)
}

func permutationsRestore(t *Thread, v, state Value) bool {
	s := iterState(t, state, 2, 2)
	if s == nil {
		return false
	}
	for i, x := range s.Items() {
		if !object.IsInstance(t, x, object.TTuple) {
			object.Raise(t, object.TTypeError, "argument %d must be tuple, not %s", i+1, object.TypeName(t, x))
			return false
		}
	}
	c := object.As[comb](v)
	n := c.Pool.Size
	if c.Stopped && c.Cycles == nil || object.As[object.Tuple](*s.At(1)).Len() != int(c.R) {
		object.Raise(t, object.TValueError, "invalid arguments")
		return false
	}
	return clampInts(t, *s.At(0), ints(c.Indices, int(n)), func(int64) (int64, int64) { return 0, n - 1 }) &&
		clampInts(t, *s.At(1), ints(c.Cycles, int(c.R)), func(i int64) (int64, int64) { return 1, n - i }) && c.pick(t) != null
}

func productReduce(t *Thread, v Value) Value {
	c := object.As[comb](v)
	switch {
	case c.Stopped:
		return made(t, v, object.Tuple1(t, object.Of(t.RT.EmptyTuple)), null)
	case c.Result == nil:
		return made(t, v, object.Of(c.Pool), null)
	}
	state := tupleOfInts(t, ints(c.Indices, c.Pool.Len()))
	if state == null {
		return null
	}
	return made(t, v, object.Of(c.Pool), state)
}

func productRestore(t *Thread, v, state Value) bool {
	c := object.As[comb](v)
	n := c.Pool.Len()
	size := func(i int64) int64 { return object.As[object.Tuple](*c.Pool.At(int(i))).Size }
	if !clampInts(t, state, ints(c.Indices, n), func(i int64) (int64, int64) { return 0, size(i) - 1 }) {
		return false
	}
	r := object.NewTuple(t, n)
	if r == nil {
		return false
	}
	for i, j := range ints(c.Indices, n) {
		if size(int64(i)) == 0 {
			c.Stopped = true
			return true
		}
		*r.At(i) = *object.As[object.Tuple](*c.Pool.At(i)).At(int(j))
	}
	c.Result = r
	return true
}
