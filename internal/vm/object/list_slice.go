// Indexing lists: items, slices, extended slices; reading, assigning, deleting.

package object

import "unsafe"

func listIndexError(t *Thread, k Value) Value {
	return Raise(t, TTypeError, "list indices must be integers or slices, not %s", TypeName(t, k))
}

//psy:bounded once, with the int that the index is
func listSubscript(t *Thread, v, k Value) Value {
	l := As[List](v)
	if k.IsInt() {
		i := k.Int()
		if i < 0 {
			i += l.Size
		}
		if uint64(i) >= uint64(l.Size) {
			return Raise(t, TIndexError, "list index out of range")
		}
		return *l.At(int(i))
	}
	if k.IsExact(TSlice) {
		return listGetSlice(t, l, k)
	}
	if !IsIndex(t, k) {
		return listIndexError(t, k)
	}
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return Null
	}
	return listSubscript(t, v, SmallInt(max(min(i, MaxSmall), MinSmall)))
}

func listGetSlice(t *Thread, l *List, k Value) Value {
	start, stop, step, ok := SliceUnpack(t, As[Slice](k))
	if !ok {
		return Null
	}
	return l.sliced(t, start, stop, step)
}

// sliced is l[start:stop:step], a new list.
func (l *List) sliced(t *Thread, start, stop, step int64) Value {
	lo, _, n := SliceAdjust(start, stop, step, l.Size)
	r := NewList(t, int(n))
	if r == nil || n == 0 {
		return Of(r)
	}
	if step == 1 {
		if !blitNew(t, r.Slice(), l.Slice()[lo:lo+n]) {
			return Null
		}
		return Of(r)
	}
	if !pick(t, r.Slice(), l.Slice(), lo, step) {
		return Null
	}
	return Of(r)
}

// pick fills dst with each step-th item of src, from index lo on; false: the thread is halted.
func pick(t *Thread, dst, src []Value, lo, step int64) bool {
	for {
		n := min(len(dst), pollEach)
		j := lo
		for i := range dst[:n] {
			dst[i] = src[j]
			j += step
		}
		if dst = dst[n:]; len(dst) == 0 {
			return true
		}
		if lo = j; t.Halted() {
			return false
		}
	}
}

func listSetSubscript(t *Thread, v, k, x Value) bool {
	l := As[List](v)
	if k.IsExact(TSlice) {
		if x == Null {
			return listDelSlice(t, l, k)
		}
		return listSetSlice(t, l, k, x)
	}
	if !IsIndex(t, k) {
		listIndexError(t, k)
		return false
	}
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return false
	}
	if i < 0 {
		i += l.Size
	}
	if uint64(i) >= uint64(l.Size) {
		Raise(t, TIndexError, "list assignment index out of range")
		return false
	}
	if x == Null {
		l.remove(t, int(i), int(i)+1)
		return true
	}
	*l.At(int(i)) = x
	return true
}

// remove deletes items lo to hi.
func (l *List) remove(t *Thread, lo, hi int) {
	s := l.Slice()
	blit(s[lo:], s[hi:])
	n := len(s) - (hi - lo)
	clear(s[n:])
	l.Size = int64(n)
	l.trim(t)
}

// splice replaces items lo to hi by n Nulls; false without memory.
func (l *List) splice(t *Thread, lo, hi, n int) bool {
	old := int(l.Size)
	size := old - (hi - lo) + n
	if size == 0 {
		l.clear()
		return true
	}
	if !l.Grow(t, size) {
		return false
	}
	all := unsafe.Slice(l.Items.At(0), max(size, old))
	blit(all[lo+n:], all[hi:old])
	if size < old {
		clear(all[size:])
	}
	l.Size = int64(size)
	l.trim(t)
	return true
}

func listDelSlice(t *Thread, l *List, k Value) bool {
	start, stop, step, ok := SliceUnpack(t, As[Slice](k))
	if !ok {
		return false
	}
	lo, _, n := SliceAdjust(start, stop, step, l.Size)
	if n == 0 {
		return true
	}
	if step < 0 {
		lo, step = lo+(n-1)*step, -step
	}
	if step == 1 {
		l.remove(t, int(lo), int(lo+n))
		return true
	}
	s := l.Slice()
	w := lo
	for i, next := lo, lo; i < l.Size; i++ {
		if i == next && n > 0 {
			n--
			next += step
			continue
		}
		s[w] = s[i]
		w++
	}
	clear(s[w:])
	l.Size = w
	l.trim(t)
	return true
}

func listSetSlice(t *Thread, l *List, k, x Value) bool {
	start, stop, step, ok := SliceUnpack(t, As[Slice](k))
	if !ok {
		return false
	}
	lo, _, n := SliceAdjust(start, stop, step, l.Size)
	if step == 1 {
		src := SequenceFast(t, x, "must assign iterable to extended slice", Of(l))
		if src == Null {
			return false
		}
		return l.replace(t, start, stop, FastItems(src))
	}
	src := SequenceFast(t, x, "must assign iterable to extended slice", Of(l))
	if src == Null {
		return false
	}
	lo, _, n = SliceAdjust(start, stop, step, l.Size)
	from, to := FastItems(src), l.Slice()
	if int64(len(from)) != n {
		Raise(t, TValueError, "attempt to assign sequence of size %d to extended slice of size %d", len(from), n)
		return false
	}
	for i, v := range from {
		to[lo+int64(i)*step] = v
	}
	return true
}

// replace is l[start:stop] = items, which are not those of l; false without memory.
func (l *List) replace(t *Thread, start, stop int64, items []Value) bool {
	lo, hi, _ := SliceAdjust(start, stop, 1, l.Size)
	hi = max(hi, lo)
	if hi-lo != int64(len(items)) && !l.splice(t, int(lo), int(hi), len(items)) {
		return false
	}
	if len(items) > 0 {
		blit(l.Slice()[lo:], items)
	}
	return true
}

// SequenceFast gives an iterable as a list or tuple, copied when it is the list avoid; what is not iterable raises TypeError(text).
func SequenceFast(t *Thread, v Value, text string, avoid Value) Value {
	if v != avoid && (v.IsExact(TList) || v.IsExact(TTuple)) {
		return v
	}
	if typ := TypeOf(t, v); v != avoid && (typ.Slots.Iter == nil || typ.Flags&TypeHeap != 0) {
		if v = IterElse(t, v, text); v == Null {
			return Null
		}
	}
	return Of(ListFromIterable(t, v))
}

// FastItems views the items of a list or tuple.
func FastItems(v Value) []Value {
	if v.ShapeID() != TList.Shape() && IsTuple(v) {
		return As[Tuple](v).Items()
	}
	return As[List](v).Slice()
}
