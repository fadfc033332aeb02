// Iteration that neither runs Python code nor raises, for compiled code: a step is done, or nothing.

package object

import "slices"

// Stepped is the result of a step that gave no item.
type Stepped uint64

const (
	StepUnknown Stepped = iota // nothing was done
	StepEnd                    // the iterator is exhausted
)

// A StepFunc is NextPeek for iterators of a type. Those over iterators hand depth on to Peek.
type StepFunc func(t *Thread, it Value, depth int) (item Value, why Stepped)

// A StepPairFunc is a StepFunc that gives an item which is a pair by its two parts, without a tuple; second Null: the item is no such pair. A type all of
// whose items are needs no Step.
type StepPairFunc func(t *Thread, it Value, depth int) (item, second Value, why Stepped)

// StepDepth is the depth that steps begin with.
const StepDepth = plainDepth

// IterPeek is iter(v); Null: it was not made. private: the iterator belongs to one loop.
func IterPeek(t *Thread, v Value, private uint64) Value {
	if !v.IsPtr() {
		return Null
	}
	switch v.ShapeID() {
	case TDict.Shape(), TDictKeys.Shape(), TDictValues.Shape(), TDictItems.Shape(), TSet.Shape(), TFrozenSet.Shape(), TRange.Shape(),
		TList.Shape(), TTuple.Shape(), TStr.Shape(), TBytes.Shape():
		return iterPlain(t, v, private)
	}
	switch typ := ShapeOf(v).Type; {
	case typ.Flags&TypeHeap != 0:
	case typ.Slots.IterPlain:
		return iterPlain(t, v, private)
	case wordOf(typ.Slots.Iter) == wordOf[UnaryFunc](ReturnSelf):
		MarkShared(v)
		return v
	}
	return Null
}

func iterPlain(t *Thread, v Value, private uint64) Value {
	it := OrNothing(t, ShapeOf(v).Type.Slots.Iter(t, v))
	if it != Null && private != 0 {
		MarkPrivate(it)
	}
	return it
}

// NextPeek is the next item of the iterator it; Null: there is none, as why says.
func NextPeek(t *Thread, it Value) (item Value, why Stepped) { return nextPeek(t, it, plainDepth) }

// Peek is NextPeek for a StepFunc.
//
//psy:bounded depth counts down from plainDepth
func Peek(t *Thread, it Value, depth int) (item Value, why Stepped) {
	if depth == 0 {
		return Null, StepUnknown
	}
	return nextPeek(t, it, depth-1)
}

//psy:bounded depth counts down from plainDepth
func nextPeek(t *Thread, it Value, depth int) (item Value, why Stepped) {
	if !it.IsPtr() {
		return Null, StepUnknown
	}
	switch it.ShapeID() {
	case TListIterator.Shape():
		return listIterNext(t, it), StepEnd
	case TTupleIterator.Shape():
		return tupleIterNext(t, it), StepEnd
	case TListReverseIterator.Shape():
		return listRevNext(t, it), StepEnd
	case TStrASCIIIterator.Shape(): // its items exist
		return strIterNext(t, it), StepEnd
	case TRangeIterator.Shape():
		return rangeIterNext(t, it), StepEnd
	case TBytesIterator.Shape(), TByteArrayIterator.Shape():
		return bytesIterNext(t, it), StepEnd
	case TDictKeyIterator.Shape():
		item, _, why = DictStep(t, it)
		return item, why
	case TDictValueIterator.Shape():
		_, item, why = DictStep(t, it)
		return item, why
	case TDictItemIterator.Shape():
		return nextPair(t, it, depth)
	case TSetIterator.Shape():
		return SetStep(t, it)
	case TZip.Shape():
		return zipStep(t, As[Zip](it))
	}
	switch slots := &ShapeOf(it).Type.Slots; {
	case slots.Step != nil:
		return slots.Step(t, it, depth)
	case slots.StepPair != nil:
		return nextPair(t, it, depth)
	}
	return Null, StepUnknown
}

// sure reports whether each step of an iterator gives an item or ends it.
func sure(it Value) bool {
	if !it.IsPtr() {
		return false
	}
	switch it.ShapeID() {
	case TListIterator.Shape(), TTupleIterator.Shape(), TRangeIterator.Shape(), TStrASCIIIterator.Shape(), TBytesIterator.Shape(), TByteArrayIterator.Shape():
		return true
	}
	return false
}

// Sift is NextPeek where no code of a program tells whether the next item is true, which it reports.
func Sift(t *Thread, it Value) (item Value, isTrue bool, why Stepped) {
	if ahead := Ahead(it); len(ahead) > 0 {
		var known bool
		if isTrue, known = plainTruth(ahead[0]); !known {
			return Null, false, StepUnknown
		}
		Skip(it, 1)
		return ahead[0], isTrue, StepUnknown
	}
	if !sure(it) {
		return Null, false, StepUnknown
	}
	if item, why = nextPeek(t, it, 0); item != Null {
		isTrue, _ = plainTruth(item)
	}
	return item, isTrue, why
}

// SiftBoth is Sift by the items of other, and gives those of it. Neither is stepped if nothing is known.
func SiftBoth(t *Thread, it, other Value) (item Value, isTrue bool, why Stepped) {
	if it == other || !sure(it) || !sure(other) {
		return Null, false, StepUnknown
	}
	if ahead := Ahead(other); len(ahead) > 0 {
		if _, known := plainTruth(ahead[0]); !known {
			return Null, false, StepUnknown
		}
	}
	if item, why = nextPeek(t, it, 0); item == Null {
		return Null, false, why
	}
	sel, isTrue, why := Sift(t, other)
	if sel == Null {
		return Null, false, why
	}
	return item, isTrue, StepUnknown
}

// plainTruth is bool(v) where no code of a program tells it.
func plainTruth(v Value) (isTrue, known bool) {
	switch {
	case v == False, v == None:
		return false, true
	case v == True:
		return true, true
	case v.IsInt():
		return v != SmallInt(0), true
	case v.IsFloat():
		return v.Float() != 0, true
	case v.IsExact(TStr):
		return As[Str](v).Len > 0, true
	case v.IsExact(TTuple):
		return As[Tuple](v).Size > 0, true
	case v.IsExact(TList):
		return As[List](v).Size > 0, true
	}
	return false, false
}

// stepFilter is Slots.Step of a filter object.
func stepFilter(t *Thread, v Value, _ int) (item Value, why Stepped) {
	f := As[Filter](v)
	if f.Func != None && f.Func != Of(t.Type(TBool)) {
		return Null, StepUnknown
	}
	return SiftFor(t, f.It, true)
}

// SiftFor is NextPeek for items that are true, or false, of an iterator.
func SiftFor(t *Thread, it Value, want bool) (item Value, why Stepped) {
	ahead := Ahead(it)
	for i, x := range ahead[:min(len(ahead), FillPiece)] {
		switch isTrue, known := plainTruth(x); {
		case !known:
			Skip(it, i)
			return Null, StepUnknown
		case isTrue == want:
			Skip(it, i+1)
			return x, StepUnknown
		}
	}
	if len(ahead) > 0 {
		Skip(it, min(len(ahead), FillPiece))
	}
	for range FillPiece {
		item, isTrue, why := Sift(t, it)
		if item == Null || isTrue == want {
			return item, why
		}
	}
	return Null, StepUnknown
}

// zipStep is nextPeek for a zip of iterators that always give an item or end: the step cannot fail half-way.
func zipStep(t *Thread, z *Zip) (item Value, why Stepped) {
	if !z.isSure() {
		return Null, StepUnknown
	}
	r := NewTuple(t, z.Its.Len())
	if r == nil {
		t.dropExc()
		return Null, StepUnknown
	}
	for i := range r.Items() {
		x, why := nextPeek(t, *z.Its.At(i), 0)
		if x == Null {
			return Null, why
		}
		*r.At(i) = x
	}
	return Of(r), StepUnknown
}

// zipStepPair is Slots.StepPair.
func zipStepPair(t *Thread, v Value, _ int) (first, second Value, why Stepped) {
	z := As[Zip](v)
	if z.Its.Len() != 2 {
		first, why = zipStep(t, z)
		return first, Null, why
	}
	if !z.isSure() {
		return Null, Null, StepUnknown
	}
	if first, why = nextPeek(t, *z.Its.At(0), 0); first == Null {
		return Null, Null, why
	}
	if second, why = nextPeek(t, *z.Its.At(1), 0); second == Null {
		return Null, Null, why
	}
	return first, second, StepUnknown
}

// isSure reports whether all its iterators are sure. Where they have to end together, it is so only while all have a next item.
func (z *Zip) isSure() bool {
	its := z.Its.Items()
	for i, it := range its {
		if !sure(it) || z.Strict && (!hasNext(it) || slices.Contains(its[:i], it)) {
			return false
		}
	}
	return len(its) > 0
}

// hasNext reports whether an iterator that is sure has a next item.
func hasNext(it Value) bool {
	if it.IsExact(TRangeIterator) {
		return As[RangeIterator](it).Left > 0
	}
	i := As[SeqIterator](it)
	switch {
	case i.Seq == Null:
		return false
	case it.IsExact(TListIterator):
		return i.Index < As[List](i.Seq).Size
	case it.IsExact(TTupleIterator):
		return i.Index < As[Tuple](i.Seq).Size
	case it.IsExact(TStrASCIIIterator):
		return i.Index < As[Str](i.Seq).Len
	}
	return i.Index < int64(len(selfBytes(i.Seq)))
}

// nextPair is nextPeek for the iterators that make tuples of two. The tuple is allocated first, since a step cannot be undone.
//
//psy:bounded depth counts down from plainDepth
func nextPair(t *Thread, it Value, depth int) (item Value, why Stepped) {
	pair := NewTuple(t, 2)
	if pair == nil {
		t.dropExc()
		return Null, StepUnknown
	}
	a, b := pair.At(0), pair.At(1)
	if step := ShapeOf(it).Type.Slots.StepPair; step != nil {
		*a, *b, why = step(t, it, depth)
	} else {
		*a, *b, why = DictStep(t, it)
	}
	if *a == Null {
		return Null, why
	}
	return Of(pair), StepUnknown
}

// enumerateStep is Slots.StepPair: it advances an enumerate object and gives its count and the next item; count Null: there is none, as why says.
//
//psy:bounded depth counts down from plainDepth
func enumerateStep(t *Thread, v Value, depth int) (count, item Value, why Stepped) {
	e := As[Enumerate](v)
	if depth == 0 || !e.Count.IsInt() || e.Count == SmallInt(MaxSmall) {
		return Null, Null, StepUnknown
	}
	if item, why = nextPeek(t, e.It, depth-1); item == Null {
		return Null, Null, why
	}
	count = e.Count
	e.Count = SmallInt(count.Int() + 1)
	return count, item, StepUnknown
}

// DictStep advances an iterator over a dict, which runs forwards, and gives the next key and its value; key Null: there is none, as why says.
func DictStep(_ *Thread, v Value) (key, val Value, why Stepped) {
	it := As[DictIterator](v)
	if it.Dict == Null {
		return Null, Null, StepEnd
	}
	d := As[Dict](it.Dict)
	if it.Used != d.Used {
		return Null, Null, StepUnknown
	}
	e, i := d.Next(int(it.Pos))
	switch {
	case e == nil:
		it.Dict = Null
		return Null, Null, StepEnd
	case it.Left == 0:
		return Null, Null, StepUnknown
	}
	it.Pos = int64(i)
	it.Left--
	return e.Key, e.Val, StepUnknown
}

// SetStep advances an iterator over a set.
func SetStep(t *Thread, v Value) (item Value, why Stepped) {
	if it := As[SetIterator](v); it.Set != Null && it.Used != As[Set](it.Set).Used {
		return Null, StepUnknown
	}
	return setIterNext(t, v), StepEnd
}
