// groupby, tee, islice, batched.

package itertools

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tGroupBy = object.AllocTypeID()
	tGrouper = object.AllocTypeID()
	tTee     = object.AllocTypeID()
	tTeeData = object.AllocTypeID()
	tISlice  = object.AllocTypeID()
	tBatched = object.AllocTypeID()
)

type groupBy struct {
	header
	It, KeyFunc                Value
	TargetKey, CurKey, CurItem Value
	Grouper                    Value // the group being given out
}

// step takes the next item; false at the end or on error.
func (g *groupBy) step(t *Thread) bool {
	x := native.Next(t, g.It)
	if x == null {
		return false
	}
	k := x
	if g.KeyFunc != none {
		if k = object.Call1(t, g.KeyFunc, x); k == null {
			return false
		}
	}
	g.CurItem, g.CurKey = x, k
	return true
}

type grouper struct {
	header
	Parent *groupBy
	Key    Value
}

var (
	_ = object.DefineType(tGroupBy, iterDef("groupby", unsafe.Sizeof(groupBy{}), 63<<1,
		object.BindNew("groupby", "(iterable, key=None)", func(t *Thread, typ *object.Type, b []Value) Value {
			it := object.Iter(t, b[0])
			if it == null {
				return null
			}
			g := native.Alloc[groupBy](t, typ)
			if g == nil {
				return null
			}
			g.It, g.KeyFunc = it, b[1]
			if b[1] == null {
				g.KeyFunc = none
			}
			return object.Of(g)
		}),
		func(t *Thread, v Value) Value {
			g := object.As[groupBy](v)
			g.Grouper = null
			for {
				if g.CurKey != null {
					if g.TargetKey == null {
						break
					}
					c := object.EqualBool(t, g.TargetKey, g.CurKey)
					if c < 0 {
						return null
					}
					if c == 0 {
						break
					}
				}
				if !g.step(t) {
					return null
				}
			}
			g.TargetKey = g.CurKey
			s := object.New[grouper](t, tGrouper)
			if s == nil {
				return null
			}
			s.Parent, s.Key = g, g.TargetKey
			g.Grouper = object.Of(s)
			return object.Pair(t, g.CurKey, object.Of(s))
		},
		reduces(groupByReduce), restores(groupByRestore)))
	_ = object.DefineType(tGrouper, iterDef("_grouper", unsafe.Sizeof(grouper{}), 1<<1|1<<2,
		object.BindNew("_grouper", "(parent, tgtkey, /)", func(t *Thread, typ *object.Type, b []Value) Value {
			if !object.IsInstance(t, b[0], tGroupBy) {
				return object.Raise(t, object.TTypeError, "_grouper() argument 1 must be itertools.groupby, not %s", object.TypeName(t, b[0]))
			}
			s := native.Alloc[grouper](t, typ)
			if s == nil {
				return null
			}
			s.Parent, s.Key = object.As[groupBy](b[0]), b[1]
			s.Parent.Grouper = object.Of(s)
			return object.Of(s)
		}),
		func(t *Thread, v Value) Value {
			s := object.As[grouper](v)
			g := s.Parent
			if g.Grouper != v {
				return null
			}
			if g.CurItem == null && !g.step(t) {
				return null
			}
			if object.EqualBool(t, s.Key, g.CurKey) <= 0 {
				return null
			}
			x := g.CurItem
			g.CurItem, g.CurKey = null, null
			return x
		},
		reduces(grouperReduce)))
)

// teeSource is the iterator that several tees share.
type teeSource struct {
	header
	It      Value
	Running bool
}

// teeNode is one item of the shared queue: Item is Null until somebody needs it.
type teeNode struct {
	header
	Source *teeSource
	Item   Value
	Next   *teeNode
}

type tee struct {
	header
	Node *teeNode
}

var tTeeSource = object.AllocTypeID()

var (
	_ = object.DefineType(tTeeSource, object.TypeDef{Name: "itertools._tee_source", Flags: object.TypeNoInstances,
		Size: unsafe.Sizeof(teeSource{}), Refs: 1 << 1, NoWeak: true})
	_ = object.DefineType(tTeeData, object.TypeDef{Name: "itertools._tee_dataobject", Flags: object.TypeNoInstances,
		Size: unsafe.Sizeof(teeNode{}), Refs: 7 << 1, NoWeak: true})
	_ = object.DefineType(tTee, func() object.TypeDef {
		d := iterDef("_tee", unsafe.Sizeof(tee{}), 1<<1,
			object.BindNew("_tee", "(iterable, /)", func(t *Thread, typ *object.Type, b []Value) Value { return newTee(t, b[0]) }),
			teeNext,
			FuncDef{Name: "__copy__", F0: func(t *Thread, v Value) Value {
				c := object.New[tee](t, tTee)
				if c != nil {
					c.Node = object.As[tee](v).Node
				}
				return object.Of(c)
			}})
		d.NoWeak = false
		d.Flags = 0
		d.Slots.Step = stepTee
		return d
	}())
)

func newTee(t *Thread, iterable Value) Value {
	it := object.Iter(t, iterable)
	if it == null {
		return null
	}
	if it.IsExact(tTee) {
		c := object.New[tee](t, tTee)
		if c != nil {
			c.Node = object.As[tee](it).Node
		}
		return object.Of(c)
	}
	src := object.New[teeSource](t, tTeeSource)
	node := object.New[teeNode](t, tTeeData)
	c := object.New[tee](t, tTee)
	if src == nil || node == nil || c == nil {
		return null
	}
	src.It, node.Source, c.Node = it, src, node
	return object.Of(c)
}

func teeNext(t *Thread, v Value) Value {
	c := object.As[tee](v)
	n := c.Node
	if n.Item == null {
		src := n.Source
		if src.Running {
			return object.Raise(t, object.TRuntimeError, "cannot re-enter the tee iterator")
		}
		src.Running = true
		x := native.Next(t, src.It)
		src.Running = false
		if x == null {
			return null
		}
		after := object.New[teeNode](t, tTeeData)
		if after == nil {
			return null
		}
		after.Source = src
		n.Item, n.Next = x, after
	}
	c.Node = n.Next
	return n.Item
}

// stepTee is Slots.Step.
func stepTee(t *Thread, v Value, depth int) (item Value, why object.Stepped) {
	c := object.As[tee](v)
	n := c.Node
	if n.Item == null {
		src := n.Source
		if src.Running {
			return null, object.StepUnknown
		}
		after := object.New[teeNode](t, tTeeData)
		if after == nil {
			return object.OrNothing(t, null), object.StepUnknown
		}
		if item, why = object.Peek(t, src.It, depth); item == null {
			return null, why
		}
		after.Source = src
		n.Item, n.Next = item, after
	}
	c.Node = n.Next
	return n.Item, object.StepUnknown
}

func teeFunc(t *Thread, self Value, args []Value) Value {
	n := int64(2)
	if len(args) > 1 {
		var ok bool
		if n, ok = object.ArgSize(t, args[1]); !ok {
			return null
		}
	}
	if n < 0 {
		return object.Raise(t, object.TValueError, "n must be >= 0")
	}
	if n > 1<<32 {
		return t.NoMemory()
	}
	r := object.NewTuple(t, int(n))
	if r == nil || n == 0 {
		return object.Of(r)
	}
	it := object.Iter(t, args[0])
	if it == null {
		return null
	}
	copyName := t.N(object.N_copy_)
	copyable := object.LookupAttr(t, it, copyName)
	if copyable == null {
		if t.Exc != null {
			return null
		}
		if it = newTee(t, it); it == null {
			return null
		}
	}
	*r.At(0) = it
	for i := 1; i < int(n); i++ {
		if it = object.CallMethod0(t, it, copyName); it == null {
			return null
		}
		*r.At(i) = it
	}
	return object.Of(r)
}

type iSlice struct {
	header
	It         Value
	Next, Stop int64 // Stop -1: none
	Step, Cnt  int64
}

// sliceArg reads an argument of islice: def for None, and -1 for what is no index.
func sliceArg(t *Thread, v Value, def int64) int64 {
	if v == none {
		return def
	}
	n, ok := object.AsSize(t, v, object.TOverflowError)
	if !ok {
		t.ClearExc()
		return -1
	}
	return n
}

var _ = object.DefineType(tISlice, object.StepsBy(stepSlice, filled(fillSlice, quietSlice, iterDef("islice", unsafe.Sizeof(iSlice{}), 1<<1,
	func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		args, _ = object.SplitKw(args, kw)
		if !object.NoKeywordsFor(t, typ, tISlice, kw) || !object.CheckPositional(t, "islice", len(args), 2, 4) {
			return null
		}
		start, stop, step := int64(0), int64(-1), int64(1)
		stopArg := args[1]
		if len(args) > 2 {
			stopArg = args[2]
		}
		if stopArg != none {
			if stop = sliceArg(t, stopArg, -1); stop == -1 {
				return object.Raise(t, object.TValueError, "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
			}
		}
		if len(args) > 2 {
			start = sliceArg(t, args[1], 0)
		}
		if start < 0 || stop < -1 {
			return object.Raise(t, object.TValueError, "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
		}
		if len(args) > 3 {
			if step = sliceArg(t, args[3], 1); step < 1 {
				return object.Raise(t, object.TValueError, "Step for islice() must be a positive integer or None.")
			}
		}
		it := object.Iter(t, args[0])
		if it == null {
			return null
		}
		s := native.Alloc[iSlice](t, typ)
		if s != nil {
			s.It, s.Next, s.Stop, s.Step = it, start, stop, step
		}
		return object.Of(s)
	},
	iSliceNext,
	reduces(iSliceReduce), restores(iSliceRestore)))))

func iSliceNext(t *Thread, v Value) Value {
	s := object.As[iSlice](v)
	if s.It == null {
		return null
	}
	for s.Cnt < s.Next {
		if native.Next(t, s.It) == null || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
			s.It = null
			return null
		}
		s.Cnt++
	}
	if s.Stop >= 0 && s.Cnt >= s.Stop {
		s.It = null
		return null
	}
	x := native.Next(t, s.It)
	if x == null {
		s.It = null
		return null
	}
	s.taken()
	return x
}

// taken counts an item that was given.
func (s *iSlice) taken() {
	s.Cnt++
	if s.Next > math.MaxInt64-s.Step {
		s.Next = s.Stop
	} else {
		s.Next += s.Step
	}
	if s.Stop >= 0 && s.Next > s.Stop {
		s.Next = s.Stop
	}
}

// stepSlice is Slots.Step.
func stepSlice(t *Thread, v Value, depth int) (item Value, why object.Stepped) {
	s := object.As[iSlice](v)
	for range object.FillPiece {
		give := s.Cnt >= s.Next
		if s.It == null || give && s.Stop >= 0 && s.Cnt >= s.Stop {
			s.It = null
			return null, object.StepEnd
		}
		if item, why = object.Peek(t, s.It, depth); item == null {
			if why == object.StepEnd {
				s.It = null
			}
			return null, why
		}
		if give {
			s.taken()
			return item, why
		}
		s.Cnt++
	}
	return null, object.StepUnknown
}

// fillSlice is Slots.Fill: items that follow each other.
func fillSlice(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
	s := object.As[iSlice](v)
	if s.It == null || s.Step != 1 || s.Cnt != s.Next || rule.Passes() {
		if out[0] = iSliceNext(t, v); out[0] == null {
			return 0, false
		}
		return 1, true
	}
	if s.Stop >= 0 {
		out = out[:min(int64(len(out)), max(s.Stop-s.Cnt, 0))]
	}
	if len(out) > 0 {
		n, more = object.FillFrom(t, s.It, out, rule)
	}
	s.Cnt += int64(n)
	if s.Next = s.Cnt; !more {
		s.It = null
	}
	return n, more
}

// quietSlice is Slots.Quiet: of items that do not follow each other, one is given at a time.
func quietSlice(t *Thread, v Value, alarms bool, depth int) bool {
	s := object.As[iSlice](v)
	return s.It == null || s.Step != 1 || object.QuietWithin(t, s.It, alarms, depth)
}

type batched struct {
	header
	It     Value // Null at the end
	N      int64
	Strict bool
}

var _ = object.DefineType(tBatched, iterDef("batched", unsafe.Sizeof(batched{}), 1<<1,
	object.BindNew("batched", "(iterable, n, *, strict=False)", func(t *Thread, typ *object.Type, b []Value) Value {
		n, ok := object.ArgSize(t, b[1])
		if !ok {
			return null
		}
		strict := 0
		if b[2] != null {
			if strict = object.Truth(t, b[2]); strict < 0 {
				return null
			}
		}
		if n < 1 {
			return object.Raise(t, object.TValueError, "n must be at least one")
		}
		it := object.Iter(t, b[0])
		if it == null {
			return null
		}
		s := native.Alloc[batched](t, typ)
		if s != nil {
			s.It, s.N, s.Strict = it, n, strict > 0
		}
		return object.Of(s)
	}),
	func(t *Thread, v Value) Value {
		s := object.As[batched](v)
		if s.It == null {
			return null
		}
		if s.N > object.FillPiece {
			return s.long(t)
		}
		b := object.NewTuple(t, int(s.N))
		if b == nil {
			return null
		}
		n := s.take(t, b.Items())
		if int64(n) == s.N {
			return object.Of(b)
		}
		return s.last(t, b.Items()[:n])
	}))

// take takes as many items as there is room for, fewer at the end, or with t.Exc set.
func (s *batched) take(t *Thread, room []Value) (n int) {
	it := s.It
	for more := true; more && n < len(room); {
		if !t.PollFor(it) {
			break
		}
		k := 0
		k, more = object.FillRoom(t, it, room[n:], object.PullAll)
		n += k
	}
	return n
}

// long is the next batch of many items. There may be fewer: the room for them is made piece by piece.
func (s *batched) long(t *Thread) Value {
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	for l.Size < s.N {
		size := int(l.Size)
		piece := int(min(s.N-l.Size, object.FillPiece))
		if !l.Grow(t, size+piece) {
			return null
		}
		n := s.take(t, unsafe.Slice(l.Items.At(size), piece))
		if l.Size += int64(n); n < piece {
			return s.last(t, l.Slice())
		}
	}
	return object.TupleOf(t, l.Slice())
}

// last is a batch that is not full: the iterator has ended, or has raised.
func (s *batched) last(t *Thread, items []Value) Value {
	if t.Exc != null || len(items) == 0 || s.Strict {
		s.It = null
	}
	switch {
	case t.Exc != null || len(items) == 0:
		return null
	case s.Strict:
		return object.Raise(t, object.TValueError, "batched(): incomplete batch")
	}
	return object.TupleOf(t, items)
}
