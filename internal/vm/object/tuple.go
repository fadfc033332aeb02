// The tuple type.

package object

import (
	"math"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

var _ = DefineType(TTuple, TypeDef{
	Name: "tuple", Flags: TypeBase | TypeSequence | TypeMatchSelf, Size: unsafe.Sizeof(Tuple{}), Tail: heap.TailRefs, NoWeak: true,
	Slots: Slots{
		Repr: tupleRepr, Compare: tupleCompare, Hash: tupleHash, Iter: tupleIter, New: tupleNew,
		Len:       func(t *Thread, v Value) int64 { return As[Tuple](v).Size },
		Subscript: tupleSubscript, Contains: tupleContains, Concat: tupleConcat, Repeat: tupleRepeat,
	},
	Methods: RegisterFuncs([]FuncDef{
		{Name: "index", Sig: "(value, start=0, stop=sys.maxsize, /)", MinArgs: 1, MaxArgs: 3, FN: tupleIndex},
		{Name: "count", Sig: "(value, /)", F1: tupleCount},
		{Name: "__getnewargs__", Sig: "()", F0: func(t *Thread, self Value) Value {
			if self.IsExact(TTuple) {
				return Tuple1(t, self)
			}
			x := TupleOf(t, As[Tuple](self).Items())
			if x == Null {
				return Null
			}
			return Tuple1(t, x)
		}},
		ClassGetItemDef(),
	}),
})

func tupleNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if KwLen(kw) > 0 && (typ.Is(TTuple) || inheritsObjectInit(t, typ)) {
		NoKeywords(t, "tuple", kw)
		return Null
	}
	args = args[:len(args)-KwLen(kw)]
	if !CheckPositional(t, "tuple", len(args), 0, 1) {
		return Null
	}
	src := t.RT.EmptyTuple
	if len(args) > 0 {
		if src = TupleFromIterable(t, args[0]); src == nil {
			return Null
		}
	}
	if typ.Is(TTuple) {
		return Of(src)
	}
	v := AllocVar(t, typ, uintptr(src.Size)*8)
	if v != Null {
		x := As[Tuple](v)
		x.Size = src.Size
		if !blitNew(t, x.Items(), src.Items()) {
			return Null
		}
	}
	return v
}

// TupleFromIterable is tuple(iterable); nil on error.
func TupleFromIterable(t *Thread, iterable Value) *Tuple {
	if iterable.IsExact(TTuple) {
		return As[Tuple](iterable)
	}
	if iterable.IsExact(TGenerator) {
		return tupleOfGenerator(t, iterable)
	}
	l := iterable
	if !iterable.IsExact(TList) {
		if l = Of(ListFromIterable(t, iterable)); l == Null {
			return nil
		}
	}
	return tupleUnlessRaised(t, As[List](l).Slice())
}

// tupleOfGenerator is tuple(g). Few items, as most tuples have, wait on the VM stack until their number is known, more in a list.
func tupleOfGenerator(t *Thread, g Value) *Tuple {
	few := t.PushArgs(PullRoom)
	if few == nil {
		return nil
	}
	defer t.PopArgs(len(few))
	p := Pull{it: g}
	defer p.End(t)
	for i := range few {
		if few[i] = p.Next(t, PullAll); few[i] == Null {
			return tupleUnlessRaised(t, few[:i])
		}
	}
	l := NewList(t, 0)
	if l == nil || !l.AppendAll(t, few) {
		return nil
	}
	p.list = l
	for v := p.Next(t, PullAppend); v != Null; v = p.Next(t, PullAppend) {
		if !l.Append(t, v) {
			return nil
		}
	}
	return tupleUnlessRaised(t, l.Slice())
}

// tupleUnlessRaised makes a tuple of items; nil with an exception set, at once if there is one.
func tupleUnlessRaised(t *Thread, items []Value) *Tuple {
	if t.Exc != Null {
		return nil
	}
	x := NewTuple(t, len(items))
	if x == nil || !blitNew(t, x.Items(), items) {
		return nil
	}
	return x
}

func tupleRepr(t *Thread, v Value) Value {
	x := As[Tuple](v)
	if x.Size == 0 {
		return NewStr(t, "()")
	}
	switch ReprEnter(t, v) {
	case 1:
		return NewStr(t, "(...)")
	case -1:
		return Null
	}
	b := append(make([]byte, 0, 64), '(')
	for i, ok := 0, true; i < x.Len(); i++ {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b, ok = AppendRepr(t, b, *x.At(i)); !ok {
			ReprLeave(t, v)
			return Null
		}
	}
	ReprLeave(t, v)
	if x.Size == 1 {
		b = append(b, ',')
	}
	return StrOfBytes(t, append(b, ')'))
}

// tupleHash combines the items' hashes by a variant of xxHash.
func tupleHash(t *Thread, v Value) (int64, bool) {
	x := As[Tuple](v)
	acc := hashSeed0
	for i := 0; i < x.Len(); i++ {
		var h int64
		if v := *x.At(i); v.IsInt() {
			h = hashSmall(v.Int())
		} else {
			var ok bool
			if h, ok = Hash(t, v); !ok { // which counts the depth
				return 0, false
			}
		}
		acc.add(h)
		if t.haltedAt(i) {
			return 0, false
		}
	}
	return acc.end(int(x.Size)), true
}

// flatSize is how many items a tuple has at most that flatHash deals with, flatDepth how deep such tuples may nest.
const flatSize, flatDepth = 64, 2

// flatHash is tupleHash of a tuple of a few strs, small ints, floats and such tuples; false: it is none.
func flatHash(t *Thread, x *Tuple) (int64, bool) { return flatHashTo(t, x, flatDepth) }

//psy:bounded depth counts down from flatDepth
func flatHashTo(t *Thread, x *Tuple, depth int) (int64, bool) {
	if x.Size > flatSize || depth == 0 {
		return 0, false
	}
	acc := hashSeed0
	for _, v := range x.Items() {
		switch {
		case v.IsInt():
			acc.add(hashSmall(v.Int()))
		case v.IsFloat():
			acc.add(HashFloat(v.Float()))
		case v.IsExact(TStr):
			acc.add(HashStr(t, As[Str](v)))
		case v.IsExact(TTuple):
			h, ok := flatHashTo(t, As[Tuple](v), depth-1)
			if !ok {
				return 0, false
			}
			acc.add(h)
		default:
			return 0, false
		}
	}
	return acc.end(int(x.Size)), true
}

// sameItems reports whether two keys are tuples of the same objects.
func sameItems(a, b Value) bool {
	return a.IsExact(TTuple) && b.IsExact(TTuple) && As[Tuple](a).Size <= flatSize && slices.Equal(As[Tuple](a).Items(), As[Tuple](b).Items())
}

// itemsHash is the hash of the first items of a tuple.
type itemsHash uint64

// The numbers of that variant: what it begins with, what a hash is multiplied by, what the sum is, what the number of items is changed by, and what
// stands for the hash that none may have.
const (
	HashSeed0             = 2870177450012600261
	HashItem              = 14029467366897019727
	HashSum               = 11400714785074694791
	HashSize              = HashSeed0 ^ 3527539
	HashInstead           = 1546275796
	hashSeed0   itemsHash = HashSeed0
)

// add takes the next item's hash in.
func (acc *itemsHash) add(h int64) {
	*acc = itemsHash(rotl(uint64(*acc)+uint64(h)*HashItem, 31) * HashSum)
}

// end is the hash of a tuple of n items.
func (acc itemsHash) end(n int) int64 {
	acc += itemsHash(n) ^ HashSize
	if acc == math.MaxUint64 {
		return HashInstead
	}
	return int64(acc)
}

// HashInts is the hash of a tuple of small ints.
func HashInts(items ...int64) int64 {
	acc := hashSeed0
	for _, i := range items {
		acc.add(hashSmall(i))
	}
	return acc.end(len(items))
}

func tupleCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsTuple(b) || !IsTuple(a) {
		return NotImplemented
	}
	x, y := As[Tuple](a), As[Tuple](b)
	for i := 0; i < x.Len() && i < y.Len(); i++ {
		p, q := *x.At(i), *y.At(i)
		if t.haltedAt(i) {
			return Null
		}
		if p == q {
			i = alike(x.Items(), y.Items(), i+1) - 1
			continue
		}
		if r, plain := comparePlain(p, q, op); plain {
			if r == Null {
				continue
			}
			return r
		}
		c := EqualBool(t, p, q)
		if c < 0 {
			return Null
		}
		if c == 0 {
			switch op {
			case EQ:
				return False
			case NE:
				return True
			}
			return Compare(t, p, q, op)
		}
	}
	return Bool(CompareInts(x.Size, y.Size, op))
}

// alike is the index from i on of the first items that are not identical, or of where there has to be a poll.
func alike(x, y []Value, i int) int {
	n := min(len(x), len(y), i|(pollEach-1))
	for i < n && x[i] == y[i] {
		i++
	}
	return i
}

// comparePlainTuples compares short tuples whose first items that differ are plain; Null: they have to be compared otherwise.
func comparePlainTuples(x, y *Tuple, op CompareOp) Value {
	n := min(x.Len(), y.Len())
	if n > plainSize {
		return Null
	}
	for i := range n {
		p, q := *x.At(i), *y.At(i)
		if p == q {
			continue
		}
		if r, plain := comparePlain(p, q, op); r != Null || !plain {
			return r
		}
	}
	return Bool(CompareInts(x.Size, y.Size, op))
}

// comparePlain compares small ints, floats and strs, items of tuples or lists that are not identical; r is Null if they are equal, and plain is false for
// other values.
func comparePlain(a, b Value, op CompareOp) (r Value, plain bool) {
	switch {
	case BothInt(a, b): // different ones, then
		return Bool(CompareInts(a.Int(), b.Int(), op)), true
	case a.IsFloat() && b.IsFloat():
		if a.Float() == b.Float() {
			return Null, true
		}
		return Bool(CompareFloats(a.Float(), b.Float(), op)), true
	case a.IsExact(TStr) && b.IsExact(TStr):
		x, y := As[Str](a), As[Str](b)
		if StrEqual(x, y) {
			return Null, true
		}
		if op == EQ || op == NE {
			return Bool(op == NE), true
		}
		return Bool(CompareInts(int64(compareStr(x, y)), 0, op)), true
	}
	return Null, false
}

func tupleContains(t *Thread, v, x Value) int {
	items := As[Tuple](v).Items()
	found, at := plainContains(t, items, x)
	if at < 0 {
		return found
	}
	for i := at; i < len(items); i++ {
		if c := EqualBool(t, items[i], x); c != 0 {
			return c
		}
		if t.haltedAt(i) {
			return -1
		}
	}
	return 0
}

//psy:bounded once, with the int that the index is
func tupleSubscript(t *Thread, v, k Value) Value {
	x := As[Tuple](v)
	if k.IsInt() {
		i := k.Int()
		if i < 0 {
			i += x.Size
		}
		if uint64(i) >= uint64(x.Size) {
			return Raise(t, TIndexError, "tuple index out of range")
		}
		return *x.At(int(i))
	}
	if k.IsExact(TSlice) {
		lo, _, step, n, ok := SliceIndices(t, k, x.Size)
		if !ok {
			return Null
		}
		if step == 1 && n == x.Size && v.IsExact(TTuple) {
			return v
		}
		r := NewTuple(t, int(n))
		if r == nil {
			return Null
		}
		for i, j := int64(0), lo; i < n; i, j = i+1, j+step {
			*r.At(int(i)) = *x.At(int(j))
		}
		return Of(r)
	}
	if !IsIndex(t, k) {
		return Raise(t, TTypeError, "tuple indices must be integers or slices, not %s", TypeName(t, k))
	}
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return Null
	}
	return tupleSubscript(t, v, SmallInt(max(min(i, MaxSmall), MinSmall)))
}

func tupleConcat(t *Thread, a, b Value) Value {
	if !IsTuple(b) {
		return Raise(t, TTypeError, "can only concatenate tuple (not \"%s\") to tuple", TypeName(t, b))
	}
	x, y := As[Tuple](a), As[Tuple](b)
	if x.Size == 0 && b.IsExact(TTuple) {
		return b
	}
	if y.Size == 0 && a.IsExact(TTuple) {
		return a
	}
	r := NewTuple(t, int(x.Size+y.Size))
	if r == nil {
		return Null
	}
	if !blitNew(t, r.Items(), x.Items()) || !blitNew(t, r.Items()[x.Size:], y.Items()) {
		return Null
	}
	return Of(r)
}

func tupleRepeat(t *Thread, v Value, n int64) Value {
	x := As[Tuple](v)
	if (n == 1 || x.Size == 0) && v.IsExact(TTuple) {
		return v
	}
	if n <= 0 || x.Size == 0 {
		return Of(t.RT.EmptyTuple)
	}
	if x.Size > math.MaxInt64/16/n || x.Size*n > 1<<40 {
		return t.NoMemory()
	}
	r := NewTuple(t, int(x.Size*n))
	if r == nil {
		return Null
	}
	if !blitNew(t, r.Items(), x.Items()) || !repeatInto(t, r.Items(), int(x.Size)) {
		return Null
	}
	return Of(r)
}

func tupleCount(t *Thread, self, x Value) Value {
	n := int64(0)
	for i, y := range As[Tuple](self).Items() {
		c := EqualBool(t, y, x)
		if c < 0 || t.haltedAt(i) {
			return Null
		}
		n += int64(c)
	}
	return SmallInt(n)
}

func tupleIndex(t *Thread, self Value, args []Value) Value {
	x := As[Tuple](self)
	lo, hi, ok := IndexBounds(t, args, x.Size)
	if !ok {
		return Null
	}
	for i := lo; i < hi && i < x.Size; i++ {
		c := EqualBool(t, *x.At(int(i)), args[0])
		if c < 0 {
			return Null
		}
		if c > 0 {
			return SmallInt(i)
		}
		if t.haltedAt(int(i)) {
			return Null
		}
	}
	return Raise(t, TValueError, "tuple.index(x): x not in tuple")
}
