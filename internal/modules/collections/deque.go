// collections.deque: a ring of values.

package collections

import (
	"math"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tDeque        = object.AllocTypeID()
	tDequeIter    = object.AllocTypeID()
	tDequeRevIter = object.AllocTypeID()
)

// deque holds Size items in Ring, the first at Head; the ring's length is a power of two.
type deque struct {
	header
	Ring   *object.Values
	Size   int64
	Head   int64
	Cap    int64
	MaxLen int64 // -1: none
	State  int64 // counts changes of the size or order
}

func (d *deque) at(i int64) *Value { return d.Ring.At(int((d.Head + i) & (d.Cap - 1))) }

// halves are the items from lo on: those up to the end of the ring, and those that go on at its beginning. They are valid until the deque grows.
func (d *deque) halves(lo int64) (front, back []Value) {
	n := d.Size - lo
	if n <= 0 {
		return nil, nil
	}
	at := (d.Head + lo) & (d.Cap - 1)
	front = unsafe.Slice(d.Ring.At(int(at)), min(n, d.Cap-at))
	return front, unsafe.Slice(d.Ring.At(0), n-int64(len(front)))
}

// room makes space for some more items.
func (d *deque) room(t *Thread, more int) bool {
	if d.Size+int64(more) <= d.Cap {
		return true
	}
	n := max(d.Cap*2, 8)
	for n < d.Size+int64(more) {
		n *= 2
	}
	ring := object.NewValues(t, int(n))
	if ring == nil {
		return false
	}
	if d.Size > 0 {
		to, from := unsafe.Slice(ring.At(0), d.Size), unsafe.Slice(d.Ring.At(0), d.Cap)
		copy(to[copy(to, from[d.Head:]):], from)
	}
	d.Ring, d.Cap, d.Head = ring, n, 0
	return true
}

func (d *deque) pushRight(t *Thread, v Value) bool {
	if d.MaxLen == 0 {
		return true
	}
	if d.MaxLen >= 0 && d.Size >= d.MaxLen {
		d.popLeft()
	}
	if !d.room(t, 1) {
		return false
	}
	*d.at(d.Size) = v
	d.Size++
	d.State++
	return true
}

func (d *deque) pushLeft(t *Thread, v Value) bool {
	if d.MaxLen == 0 {
		return true
	}
	if d.MaxLen >= 0 && d.Size >= d.MaxLen {
		d.popRight()
	}
	if !d.room(t, 1) {
		return false
	}
	d.Head = (d.Head - 1) & (d.Cap - 1)
	*d.at(0) = v
	d.Size++
	d.State++
	return true
}

func (d *deque) push(t *Thread, v Value, left bool) bool {
	if left {
		return d.pushLeft(t, v)
	}
	return d.pushRight(t, v)
}

func (d *deque) popRight() Value {
	d.Size--
	d.State++
	p := d.at(d.Size)
	v := *p
	*p = null
	return v
}

func (d *deque) popLeft() Value {
	p := d.at(0)
	v := *p
	*p = null
	d.Head = (d.Head + 1) & (d.Cap - 1)
	d.Size--
	d.State++
	return v
}

// dequeKept is how much room an empty deque keeps when it is cleared.
const dequeKept = 64

func (d *deque) clear() {
	if d.Size != 0 { // else iterators go on, as CPython's do
		d.State++
	} else if d.Cap <= dequeKept { // nothing is written: after a fork, that would copy a page
		return
	}
	d.Ring, d.Size, d.Head, d.Cap = nil, 0, 0, 0
}

// removeAt deletes item i.
func (d *deque) removeAt(i int64) {
	if i < d.Size/2 {
		for ; i > 0; i-- {
			*d.at(i) = *d.at(i - 1)
		}
		d.popLeft()
		return
	}
	for ; i < d.Size-1; i++ {
		*d.at(i) = *d.at(i + 1)
	}
	d.popRight()
}

func (d *deque) rotate(n int64) {
	if d.Size <= 1 {
		return
	}
	n %= d.Size
	if n < 0 {
		n += d.Size
	}
	if n > d.Size/2 {
		n -= d.Size
	}
	d.State++
	if d.Size == d.Cap {
		d.Head = (d.Head - n) & (d.Cap - 1)
		return
	}
	for ; n > 0; n-- {
		p := d.at(d.Size - 1)
		v := *p
		*p = null
		d.Head = (d.Head - 1) & (d.Cap - 1)
		*d.at(0) = v
	}
	for ; n < 0; n++ {
		p := d.at(0)
		v := *p
		*p = null
		d.Head = (d.Head + 1) & (d.Cap - 1)
		*d.at(d.Size - 1) = v
	}
}

// extend pushes all items of an iterable to one side.
func (d *deque) extend(t *Thread, iterable Value, left bool) bool {
	return d.pull(t, iterable, left, false)
}

// pull is extend; private says that no program can see the deque meanwhile.
func (d *deque) pull(t *Thread, iterable Value, left, private bool) bool {
	if iterable == object.Of(d) {
		if iterable = object.Of(object.ListFromIterable(t, iterable)); iterable == null {
			return false
		}
	}
	if iterable.IsExact(tDeque) {
		front, back := object.As[deque](iterable).halves(0)
		return d.MaxLen == 0 || d.pushAll(t, front, left) && d.pushAll(t, back, left)
	}
	none := d.MaxLen == 0 // nothing is kept: the items are only asked for
	var p object.Pull
	if !p.Begin(t, iterable) {
		return false
	}
	for {
		rule := object.PullAll
		if !private && !none {
			rule = p.Shown(t, object.PullAll, false)
		}
		x := p.Next(t, rule)
		if x == null {
			break
		}
		if !none && !d.push(t, x, left) {
			break
		}
		if rule == object.PullAll {
			ahead := p.Ahead()
			if !none && len(ahead) > 0 && !d.pushAll(t, ahead, left) {
				break
			}
			p.Skip(len(ahead))
		}
	}
	p.End(t)
	return t.Exc == null
}

// pushAll pushes several items to one side. They are none of the deque's.
func (d *deque) pushAll(t *Thread, items []Value, left bool) bool {
	if d.MaxLen >= 0 {
		items = items[max(int64(len(items))-d.MaxLen, 0):]
		for d.Size+int64(len(items)) > d.MaxLen {
			if left {
				d.popRight()
			} else {
				d.popLeft()
			}
		}
	}
	if len(items) == 0 {
		return true
	}
	if !d.room(t, len(items)) {
		return false
	}
	ring := unsafe.Slice(d.Ring.At(0), d.Cap)
	if left {
		for _, v := range items {
			d.Head = (d.Head - 1) & (d.Cap - 1)
			ring[d.Head] = v
		}
	} else {
		at := (d.Head + d.Size) & (d.Cap - 1)
		copy(ring, items[copy(ring[at:], items):])
	}
	d.Size += int64(len(items))
	d.State += int64(len(items))
	return true
}

func isDeque(t *Thread, v Value) bool { return v.IsPtr() && object.IsInstance(t, v, tDeque) }

// dequeFind compares items one by one with f until it returns other than 0; a change meanwhile raises err.
func dequeFind(t *Thread, d *deque, x Value, lo, hi int64, err object.TypeID) (int64, int) {
	state := d.State
	for i := lo; i < hi && i < d.Size; i++ {
		c := object.EqualBool(t, *d.at(i), x)
		if c != 0 {
			return i, c
		}
		if d.State != state {
			object.Raise(t, err, "deque mutated during iteration")
			return 0, -1
		}
	}
	return 0, 0
}

// dequeCopy makes a deque of v's type with the same items and limit.
func dequeCopy(t *Thread, v Value) Value {
	d := object.As[deque](v)
	typ := object.TypeOf(t, v)
	if !typ.Is(tDeque) {
		c := null
		if d.MaxLen < 0 {
			c = object.Call1(t, typ.Value(), v)
		} else {
			c = object.Call2(t, typ.Value(), v, object.SmallInt(d.MaxLen))
		}
		if c != null && !isDeque(t, c) {
			return object.Raise(t, object.TTypeError, "%s() must return a deque, not %s", typ.NameString(), object.TypeName(t, c))
		}
		return c
	}
	c := native.Alloc[deque](t, typ)
	if c == nil {
		return null
	}
	c.MaxLen = d.MaxLen
	if !c.pull(t, v, false, true) {
		return null
	}
	return object.Of(c)
}

func (d *deque) repeat(t *Thread, n int64) bool {
	size := d.Size
	if n <= 0 || size == 0 {
		d.clear()
		return true
	}
	if d.MaxLen >= 0 && n > d.MaxLen/size+1 { // only the last items stay
		n = d.MaxLen/size + 1
		if d.MaxLen%size == 0 {
			n = max(d.MaxLen/size, 1)
		}
	}
	if size > math.MaxInt32*64/n {
		t.NoMemory()
		return false
	}
	l := object.ListFromIterable(t, object.Of(d))
	if l == nil {
		return false
	}
	for ; n > 1; n-- {
		if !d.extend(t, object.Of(l), false) {
			return false
		}
	}
	return true
}

func dequeInit(t *Thread, self Value, args []Value, kw Value) bool {
	bound := t.PushArgs(2)
	if bound == nil {
		return false
	}
	ok := dequeSig.Bind(t, args, kw, bound) && object.As[deque](self).init(t, bound[0], bound[1])
	t.PopArgs(2)
	return ok
}

var dequeSig = object.ParseSignature("deque", "(iterable=(), maxlen=None)")

func (d *deque) init(t *Thread, iterable, maxLen Value) bool {
	limit := int64(-1)
	if maxLen != null && maxLen != none {
		if !object.IsInstance(t, maxLen, object.TInt) {
			object.Raise(t, object.TTypeError, "an integer is required")
			return false
		}
		var ok bool
		if limit, ok = object.AsSize(t, maxLen, object.TOverflowError); !ok {
			return false
		}
		if limit < 0 {
			object.Raise(t, object.TValueError, "maxlen must be non-negative")
			return false
		}
	}
	d.MaxLen = limit
	if d.Size > 0 {
		d.clear()
	}
	return iterable == null || d.extend(t, iterable, false)
}

// dequeIndex converts an index; false with IndexError when out of range.
func (d *deque) index(t *Thread, k Value) (int64, bool) {
	if !object.IsIndex(t, k) {
		object.Raise(t, object.TTypeError, "sequence index must be integer, not '%s'", object.TypeName(t, k))
		return 0, false
	}
	i, ok := object.AsSize(t, k, object.TIndexError)
	if !ok {
		return 0, false
	}
	if i < 0 {
		i += d.Size
	}
	if i < 0 || i >= d.Size {
		object.Raise(t, object.TIndexError, "deque index out of range")
		return 0, false
	}
	return i, true
}

func dequeRepr(t *Thread, v Value) Value {
	d := object.As[deque](v)
	switch object.ReprEnter(t, v) {
	case 1:
		return object.NewStr(t, "[...]")
	case -1:
		return null
	}
	r := null
	if l := object.ListFromIterable(t, v); l != nil {
		text, ok := object.AppendRepr(t, append([]byte(object.TypeOf(t, v).NameString()), '('), object.Of(l))
		if ok {
			if d.MaxLen >= 0 {
				text, _ = object.AppendRepr(t, append(text, ", maxlen="...), object.SmallInt(d.MaxLen))
			}
			r = object.StrOfBytes(t, append(text, ')'))
		}
	}
	object.ReprLeave(t, v)
	return r
}

func dequeCompare(t *Thread, a, b Value, op object.CompareOp) Value {
	if !isDeque(t, b) {
		return object.NotImplemented
	}
	x, y := object.As[deque](a), object.As[deque](b)
	if x == y && (op == object.EQ || op == object.NE) {
		return object.Bool(op == object.EQ)
	}
	if x.Size != y.Size && (op == object.EQ || op == object.NE) {
		return object.Bool(op == object.NE)
	}
	if a.IsExact(tDeque) && b.IsExact(tDeque) {
		return x.compare(t, y, op)
	}
	ix, iy := object.Iter(t, a), object.Iter(t, b)
	if ix == null || iy == null {
		return null
	}
	for {
		p := object.Next(t, ix)
		if p == null && t.Exc != null {
			return null
		}
		q := object.Next(t, iy)
		if q == null && t.Exc != null {
			return null
		}
		if p == null || q == null {
			return object.Bool(object.CompareInts(bit(p != null), bit(q != null), op))
		}
		c := object.EqualBool(t, p, q)
		if c < 0 {
			return null
		}
		if c == 0 {
			switch op {
			case object.EQ:
				return object.False
			case object.NE:
				return object.True
			}
			return object.Compare(t, p, q, op)
		}
	}
}

// compare is dequeCompare without iterators.
func (d *deque) compare(t *Thread, o *deque, op object.CompareOp) Value {
	state, other := d.State, o.State
	for i := int64(0); ; i++ {
		if t.Halted() {
			return null
		}
		if d.State != state || o.State != other {
			return object.Raise(t, object.TRuntimeError, "deque mutated during iteration")
		}
		if i >= d.Size || i >= o.Size {
			return object.Bool(object.CompareInts(d.Size, o.Size, op))
		}
		p, q := *d.at(i), *o.at(i)
		if p == q {
			continue
		}
		switch c := object.EqualBool(t, p, q); {
		case c < 0:
			return null
		case c > 0:
		case op == object.EQ, op == object.NE:
			return object.Bool(op == object.NE)
		default:
			return object.Compare(t, p, q, op)
		}
	}
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

var _ = object.DefineType(tDeque, object.TypeDef{
	Name: "collections.deque", Flags: object.TypeBase | object.TypeSequence, Size: unsafe.Sizeof(deque{}), Refs: 1 << 1,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			d := native.Alloc[deque](t, typ)
			if d != nil {
				d.MaxLen = -1
			}
			return object.Of(d)
		},
		From: func(t *Thread, iterable Value) Value {
			d := object.New[deque](t, tDeque)
			if d == nil {
				return null
			}
			d.MaxLen = -1
			if !d.pull(t, iterable, false, true) {
				return null
			}
			return object.Of(d)
		},
		Init: dequeInit, Repr: dequeRepr, Compare: dequeCompare,
		Len:  func(t *Thread, v Value) int64 { return object.As[deque](v).Size },
		Iter: func(t *Thread, v Value) Value { return newDequeIter(t, tDequeIter, v) }, IterPlain: true,
		Contains: func(t *Thread, v, x Value) int {
			_, c := dequeFind(t, object.As[deque](v), x, 0, math.MaxInt64, object.TRuntimeError)
			return c
		},
		Subscript: func(t *Thread, v, k Value) Value {
			d := object.As[deque](v)
			i, ok := d.index(t, k)
			if !ok {
				return null
			}
			return *d.at(i)
		},
		SetSubscript: func(t *Thread, v, k, x Value) bool {
			d := object.As[deque](v)
			i, ok := d.index(t, k)
			if !ok {
				return false
			}
			if x == null {
				d.removeAt(i)
			} else {
				*d.at(i) = x
			}
			return true
		},
		Concat: func(t *Thread, a, b Value) Value {
			if !isDeque(t, b) {
				return object.Raise(t, object.TTypeError, "can only concatenate deque (not \"%s\") to deque", object.TypeName(t, b))
			}
			c := dequeCopy(t, a)
			if c == null || !object.As[deque](c).extend(t, b, false) {
				return null
			}
			return c
		},
		InplaceConcat: func(t *Thread, a, b Value) Value {
			if !object.As[deque](a).extend(t, b, false) {
				return null
			}
			return a
		},
		Repeat: func(t *Thread, v Value, n int64) Value {
			c := dequeCopy(t, v)
			if c == null || !object.As[deque](c).repeat(t, n) {
				return null
			}
			return c
		},
		InplaceRepeat: func(t *Thread, v Value, n int64) Value {
			if !object.As[deque](v).repeat(t, n) {
				return null
			}
			return v
		},
	},
	GetSets: []object.GetSetDef{{Name: "maxlen", Get: func(t *Thread, v Value) Value {
		if n := object.As[deque](v).MaxLen; n >= 0 {
			return object.SmallInt(n)
		}
		return none
	}}},
	Methods: object.RegisterFuncs(dequeMethods()),
})

func dequeMethods() []FuncDef {
	return []FuncDef{
		{Name: "append", F1: func(t *Thread, v, x Value) Value { return object.ResultOf(object.As[deque](v).pushRight(t, x)) }},
		{Name: "appendleft", F1: func(t *Thread, v, x Value) Value { return object.ResultOf(object.As[deque](v).pushLeft(t, x)) }},
		{Name: "extend", F1: func(t *Thread, v, x Value) Value { return object.ResultOf(object.As[deque](v).extend(t, x, false)) }},
		{Name: "extendleft", F1: func(t *Thread, v, x Value) Value { return object.ResultOf(object.As[deque](v).extend(t, x, true)) }},
		{Name: "pop", F0: func(t *Thread, v Value) Value {
			if d := object.As[deque](v); d.Size > 0 {
				return d.popRight()
			}
			return object.Raise(t, object.TIndexError, "pop from an empty deque")
		}},
		{Name: "popleft", F0: func(t *Thread, v Value) Value {
			if d := object.As[deque](v); d.Size > 0 {
				return d.popLeft()
			}
			return object.Raise(t, object.TIndexError, "pop from an empty deque")
		}},
		{Name: "rotate", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
			n := int64(1)
			if len(args) > 0 {
				var ok bool
				if n, ok = object.ArgSize(t, args[0]); !ok {
					return null
				}
			}
			object.As[deque](v).rotate(n)
			return none
		}},
		{Name: "clear", F0: func(t *Thread, v Value) Value { object.As[deque](v).clear(); return none }},
		{Name: "copy", F0: dequeCopy},
		{Name: "__copy__", F0: dequeCopy},
		{Name: "reverse", F0: func(t *Thread, v Value) Value {
			d := object.As[deque](v)
			if front, back := d.halves(0); len(back) == 0 {
				slices.Reverse(front)
				return none
			}
			for i, j := int64(0), d.Size-1; i < j; i, j = i+1, j-1 {
				p, q := d.at(i), d.at(j)
				*p, *q = *q, *p
			}
			return none
		}},
		{Name: "count", F1: func(t *Thread, v, x Value) Value {
			d, n, state := object.As[deque](v), int64(0), object.As[deque](v).State
			for i := int64(0); i < d.Size; i++ {
				c := object.EqualBool(t, *d.at(i), x)
				if c < 0 {
					return null
				}
				n += int64(c)
				if d.State != state {
					return object.Raise(t, object.TRuntimeError, "deque mutated during iteration")
				}
			}
			return object.SmallInt(n)
		}},
		{Name: "index", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
			d := object.As[deque](v)
			lo, hi, ok := object.IndexBounds(t, args, d.Size)
			if !ok {
				return null
			}
			i, c := dequeFind(t, d, args[0], lo, hi, object.TRuntimeError)
			if c > 0 {
				return object.SmallInt(i)
			}
			if c == 0 {
				if s, ok := object.ReprString(t, args[0]); ok {
					object.Raise(t, object.TValueError, "%s is not in deque", s)
				}
			}
			return null
		}},
		{Name: "remove", F1: func(t *Thread, v, x Value) Value {
			d := object.As[deque](v)
			state := d.State
			i, c := dequeFind(t, d, x, 0, math.MaxInt64, object.TIndexError)
			if c > 0 && d.State != state {
				return object.Raise(t, object.TIndexError, "deque mutated during iteration")
			}
			if c > 0 {
				d.removeAt(i)
				return none
			}
			if c == 0 {
				if s, ok := object.ReprString(t, x); ok {
					object.Raise(t, object.TValueError, "%s is not in deque", s)
				}
			}
			return null
		}},
		{Name: "insert", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			d := object.As[deque](v)
			i, ok := object.ArgSize(t, args[0])
			if !ok {
				return null
			}
			if d.MaxLen >= 0 && d.Size >= d.MaxLen {
				return object.Raise(t, object.TIndexError, "deque already at its maximum size")
			}
			if i < 0 {
				i = max(i+d.Size, 0)
			}
			if !d.pushRight(t, args[1]) {
				return null
			}
			for j := d.Size - 1; j > i; j-- {
				*d.at(j) = *d.at(j - 1)
			}
			if i < d.Size {
				*d.at(i) = args[1]
			}
			return none
		}},
		{Name: "__reversed__", F0: func(t *Thread, v Value) Value { return newDequeIter(t, tDequeRevIter, v) }},
		{Name: "__sizeof__", F0: func(t *Thread, v Value) Value {
			return object.SmallInt(216 + (max(object.As[deque](v).Size-1, 0)/64+1)*528)
		}},
		{Name: "__reduce__", F0: dequeReduce},
		object.ClassGetItemDef(),
	}
}

func dequeReduce(t *Thread, v Value) Value {
	d := object.As[deque](v)
	r := object.NewTuple(t, 4)
	it := object.Iter(t, v)
	if r == nil || it == null {
		return null
	}
	args := object.Of(t.RT.EmptyTuple)
	if d.MaxLen >= 0 {
		if args = object.Pair(t, args, object.SmallInt(d.MaxLen)); args == null {
			return null
		}
	}
	state := object.GetState(t, v)
	if state == null {
		return null
	}
	*r.At(0), *r.At(1), *r.At(2), *r.At(3) = object.TypeOf(t, v).Value(), args, state, it
	return object.Of(r)
}

type dequeIter struct {
	header
	Deque *deque
	Index int64
	Left  int64
	State int64
}

func newDequeIter(t *Thread, id object.TypeID, v Value) Value {
	it := object.New[dequeIter](t, id)
	if it == nil {
		return null
	}
	d := object.As[deque](v)
	it.Deque, it.Left, it.State = d, d.Size, d.State
	if id == tDequeRevIter {
		it.Index = d.Size - 1
	}
	return object.Of(it)
}

// dequeIterStep and dequeRevIterStep are Slots.Step.
func dequeIterStep(_ *Thread, v Value, _ int) (Value, object.Stepped) {
	return object.As[dequeIter](v).step(1)
}

func dequeRevIterStep(_ *Thread, v Value, _ int) (Value, object.Stepped) {
	return object.As[dequeIter](v).step(-1)
}

func (it *dequeIter) step(by int64) (Value, object.Stepped) {
	switch {
	case it.Left == 0 && (by < 0 || it.State == it.Deque.State):
		return null, object.StepEnd
	case it.State != it.Deque.State:
		return null, object.StepUnknown
	}
	x := *it.Deque.at(it.Index)
	it.Index += by
	it.Left--
	return x, object.StepUnknown
}

func dequeIterNext(step object.StepFunc) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		x, why := step(t, v, 0)
		if x == null && why == object.StepUnknown {
			object.As[dequeIter](v).Left = 0
			return object.Raise(t, object.TRuntimeError, "deque mutated during iteration")
		}
		return x
	}
}

// dequeIterFill is Slots.Fill: of an iterator that runs forwards, items that lie together.
func dequeIterFill(forwards int64, step object.StepFunc) object.FillFunc {
	next := dequeIterNext(step)
	return func(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
		it := object.As[dequeIter](v)
		if d := it.Deque; forwards > 0 && it.Left > 0 && it.State == d.State {
			at := (d.Head + it.Index) & (d.Cap - 1)
			ahead := unsafe.Slice(d.Ring.At(int(at)), min(it.Left, d.Cap-at, object.FillPiece))
			taken, _ := rule.TakeAll(ahead, out, &n)
			it.Index += int64(taken)
			it.Left -= int64(taken)
			return n, true
		}
		for range object.FillPiece {
			if n == len(out) {
				break
			}
			if d := it.Deque; it.Left > 0 && it.State == d.State {
				x := *d.at(it.Index)
				it.Index += forwards
				it.Left--
				if rule.Take(x, out, &n) {
					break
				}
				continue
			}
			x := next(t, v)
			if x == null {
				return n, false
			}
			if rule.Take(x, out, &n) {
				break
			}
		}
		return n, true
	}
}

// dequeIterNew makes an iterator that has gone over some items, as it was pickled: of a deque, and how many.
func dequeIterNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	args, _ = object.SplitKw(args, kw)
	switch n := len(args); {
	case n < 1:
		return object.Raise(t, object.TTypeError, "function takes at least 1 argument (0 given)")
	case n > 2:
		return object.Raise(t, object.TTypeError, "function takes at most 2 arguments (%d given)", n)
	case !object.IsInstance(t, args[0], tDeque):
		return object.Raise(t, object.TTypeError, "argument 1 must be collections.deque, not %s", object.TypeName(t, args[0]))
	}
	gone := int64(0)
	if len(args) == 2 {
		var ok bool
		if gone, ok = object.ArgSize(t, args[1]); !ok {
			return null
		}
	}
	v := newDequeIter(t, typ.ID, args[0])
	if v == null {
		return null
	}
	it := object.As[dequeIter](v)
	gone = min(max(gone, 0), it.Left)
	it.Left -= gone
	if typ.ID == tDequeRevIter {
		gone = -gone
	}
	it.Index += gone
	return v
}

func dequeIterDef(name string, forwards int64, step object.StepFunc) object.TypeDef {
	return object.TypeDef{
		Name: "collections." + name, Flags: object.TypeAlarm | object.TypeLeaf, Size: unsafe.Sizeof(dequeIter{}), Refs: 1 << 1, NoWeak: true,
		Slots: object.Slots{New: dequeIterNew, Iter: object.ReturnSelf, Next: dequeIterNext(step), Step: step, Fill: dequeIterFill(forwards, step)},
		Methods: object.RegisterFuncs([]FuncDef{
			{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
				it := object.As[dequeIter](v)
				args := object.Pair(t, object.Of(it.Deque), object.SmallInt(it.Deque.Size-it.Left))
				if args == null {
					return null
				}
				return object.Pair(t, object.TypeOf(t, v).Value(), args)
			}},
			{Name: "__length_hint__", F0: func(t *Thread, v Value) Value { return object.SmallInt(object.As[dequeIter](v).Left) }},
		}),
	}
}

var (
	_ = object.DefineType(tDequeIter, dequeIterDef("_deque_iterator", 1, dequeIterStep))
	_ = object.DefineType(tDequeRevIter, dequeIterDef("_deque_reverse_iterator", -1, dequeRevIterStep))
)
