// The methods of lists.

package object

func listMethods() []FuncDef {
	return []FuncDef{
		{Name: "__getitem__", Sig: "(index, /)", F1: listSubscript},
		{Name: "append", Sig: "(object, /)", F1: listAppend},
		{Name: "insert", Sig: "(index, object, /)", MinArgs: 2, MaxArgs: 2, FN: listInsert},
		{Name: "extend", Sig: "(iterable, /)", F1: func(t *Thread, self, x Value) Value {
			if !As[List](self).Extend(t, x) {
				return Null
			}
			return None
		}},
		{Name: "pop", Sig: "(index=-1, /)", MaxArgs: 1, FN: listPop},
		{Name: "remove", Sig: "(value, /)", F1: listRemove},
		{Name: "clear", Sig: "()", F0: func(t *Thread, self Value) Value { As[List](self).clear(); return None }},
		{Name: "copy", Sig: "()", F0: func(t *Thread, self Value) Value { return ListOf(t, As[List](self).Slice()) }},
		{Name: "count", Sig: "(value, /)", F1: listCount},
		{Name: "index", Sig: "(value, start=0, stop=sys.maxsize, /)", MinArgs: 1, MaxArgs: 3, FN: listIndex},
		{Name: "reverse", Sig: "()", F0: func(t *Thread, self Value) Value { reverseValues(As[List](self).Slice()); return None }},
		{Name: "sort", Sig: "(*, key=None, reverse=False)", Fn: listSort},
		{Name: "__reversed__", Sig: "()", F0: listReversed},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, self Value) Value {
			l := As[List](self)
			if l.Size == 0 && l.Cap <= smallCap { // what trim leaves is not shown: CPython keeps nothing
				return SmallInt(40)
			}
			return SmallInt(40 + max(l.Cap, 0)*8)
		}},
		ClassGetItemDef(),
	}
}

func listAppend(t *Thread, self, x Value) Value {
	if !As[List](self).Append(t, x) {
		return Null
	}
	return None
}

func listInsert(t *Thread, self Value, args []Value) Value {
	l := As[List](self)
	i, ok := ArgSize(t, args[0])
	if !ok {
		return Null
	}
	if i < 0 {
		i = max(i+l.Size, 0)
	}
	if !l.Insert(t, i, args[1]) {
		return Null
	}
	return None
}

// Insert puts v before the item i, at the end if there is none. It reports false if there is no memory.
func (l *List) Insert(t *Thread, i int64, v Value) bool {
	at := int(min(i, l.Size))
	if !l.splice(t, at, at, 1) {
		return false
	}
	*l.At(at) = v
	return true
}

func listPop(t *Thread, self Value, args []Value) Value {
	l := As[List](self)
	i := int64(-1)
	if len(args) > 0 {
		var ok bool
		if i, ok = ArgSize(t, args[0]); !ok {
			return Null
		}
	}
	if l.Size == 0 {
		return Raise(t, TIndexError, "pop from empty list")
	}
	if i < 0 {
		i += l.Size
	}
	if uint64(i) >= uint64(l.Size) {
		return Raise(t, TIndexError, "pop index out of range")
	}
	v := *l.At(int(i))
	if i == l.Size-1 {
		*l.At(int(i)) = Null
		l.Size = i
		l.trim(t)
		return v
	}
	l.remove(t, int(i), int(i)+1)
	return v
}

func listRemove(t *Thread, self, x Value) Value {
	l := As[List](self)
	for i := 0; i < l.Len(); i++ {
		c := EqualBool(t, *l.At(i), x)
		if c < 0 {
			return Null
		}
		if c > 0 {
			if i < l.Len() {
				l.remove(t, i, i+1)
			}
			return None
		}
	}
	return Raise(t, TValueError, "list.remove(x): x not in list")
}

func listCount(t *Thread, self, x Value) Value {
	l, n := As[List](self), int64(0)
	for i := 0; i < l.Len(); i++ {
		c := EqualBool(t, *l.At(i), x)
		if c < 0 {
			return Null
		}
		n += int64(c)
		if t.haltedAt(i) {
			return Null
		}
	}
	return SmallInt(n)
}

func listIndex(t *Thread, self Value, args []Value) Value {
	l := As[List](self)
	lo, hi, ok := IndexBounds(t, args, l.Size)
	if !ok {
		return Null
	}
	for i := lo; i < hi && i < l.Size; i++ {
		c := EqualBool(t, *l.At(int(i)), args[0])
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
	s, ok := ReprString(t, args[0])
	if !ok {
		return Null
	}
	return Raise(t, TValueError, "%s is not in list", s)
}

// IndexBounds reads the start and stop arguments of index(value, start, stop).
func IndexBounds(t *Thread, args []Value, length int64) (lo, hi int64, ok bool) {
	hi = length
	if len(args) > 1 {
		if lo, ok = clippedIndex(t, args[1], length); !ok {
			return
		}
	}
	if len(args) > 2 {
		if hi, ok = clippedIndex(t, args[2], length); !ok {
			return
		}
	}
	return lo, hi, true
}

func reverseValues(s []Value) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func listReversed(t *Thread, self Value) Value {
	it := NewSeqIterator(t, TListReverseIterator, self)
	if it != Null {
		As[SeqIterator](it).Index = As[List](self).Size - 1
	}
	return it
}
