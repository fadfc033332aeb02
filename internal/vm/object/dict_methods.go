// The methods of dicts.

package object

func dictMethods() []FuncDef {
	return []FuncDef{
		{Name: "get", Sig: "(key, default=None, /)", MinArgs: 1, MaxArgs: 2, FN: dictGet},
		{Name: "setdefault", Sig: "(key, default=None, /)", MinArgs: 1, MaxArgs: 2, FN: dictSetDefault},
		{Name: "pop", MinArgs: 1, MaxArgs: 2, FN: dictPop},
		{Name: "popitem", Sig: "()", F0: DictPopItem},
		{Name: "__getitem__", Sig: "(key, /)", F1: DictSubscript},
		{Name: "__contains__", Sig: "(key, /)", F1: func(t *Thread, self, k Value) Value {
			return TruthResult(dictContains(t, self, k))
		}},
		{Name: "keys", F0: func(t *Thread, self Value) Value { return NewDictView(t, TDictKeys, self) }},
		{Name: "values", F0: func(t *Thread, self Value) Value { return NewDictView(t, TDictValues, self) }},
		{Name: "items", F0: func(t *Thread, self Value) Value { return NewDictView(t, TDictItems, self) }},
		{Name: "update", FK: func(t *Thread, self Value, args []Value, kw Value) Value {
			if !DictUpdateArgs(t, self, "update", args, kw) {
				return Null
			}
			return None
		}},
		{Name: "clear", F0: func(t *Thread, self Value) Value { As[Dict](self).Clear(t); return None }},
		{Name: "copy", F0: func(t *Thread, self Value) Value { return Of(As[Dict](self).Copy(t)) }},
		{Name: "fromkeys", Sig: "(iterable, value=None, /)", Class: true, MinArgs: 1, MaxArgs: 2, FN: dictFromKeys},
		{Name: "__reversed__", Sig: "()", F0: func(t *Thread, self Value) Value {
			return NewDictIterator(t, TDictReverseKeyIterator, self)
		}},
		{Name: "__sizeof__", Sig: "()", F0: dictSizeof},
		ClassGetItemDef(),
	}
}

func Optional(args []Value, i int, def Value) Value {
	if i < len(args) {
		return args[i]
	}
	return def
}

func dictGet(t *Thread, self Value, args []Value) Value {
	v := As[Dict](self).Get(t, args[0])
	if v == Null && t.Exc == Null {
		return Optional(args, 1, None)
	}
	return v
}

func dictSetDefault(t *Thread, self Value, args []Value) Value {
	return As[Dict](self).SetDefault(t, args[0], Optional(args, 1, None))
}

// SetDefault returns the value of key, set to def when absent; Null on error.
func (d *Dict) SetDefault(t *Thread, key, def Value) Value {
	h, ok := Hash(t, key)
	if !ok {
		return Null
	}
	n, free := d.locate(t, key, h)
	if n == -2 {
		return Null
	}
	if n >= 0 {
		return d.Entries.At(n).Val
	}
	if !d.insert(t, key, def, h, free) {
		return Null
	}
	return def
}

// Pop removes key and returns its value; Null without an exception when absent.
func (d *Dict) Pop(t *Thread, key Value) Value {
	n := d.FindKey(t, key)
	if n < 0 {
		return Null
	}
	v := d.Entries.At(n).Val
	d.deleteAt(t, n)
	return v
}

// MoveToEnd makes live entry n the last; false on error.
func (d *Dict) MoveToEnd(t *Thread, n int) bool {
	if n == int(d.N)-1 {
		return true
	}
	e := *d.Entries.At(n)
	d.deleteAt(t, n)
	return d.insert(t, e.Key, e.Val, int64(e.Hash), noSlot)
}

// MoveToFront moves live entry n to before the first live one, which is another, and returns its new number; -1 on error.
func (d *Dict) MoveToFront(t *Thread, n, first int) int {
	if first == 0 {
		// Room for as many moves to the front as there is for insertions: either pays for making it.
		log2 := d.Log2
		for usable(log2) < 2*int(d.Used) {
			log2++
		}
		first = (usable(log2) - int(d.Used)) / 2
		before := 0
		for i := range n {
			if d.Entries.At(i).Key != Null {
				before++
			}
		}
		if !d.rebuild(t, log2, first) {
			return -1
		}
		n = first + before
	}
	first--
	e := d.Entries.At(n)
	d.setSlot(d.slotOf(n), int32(first+1))
	*d.Entries.At(first) = *e
	e.Key, e.Val = Null, Null
	d.Version = 0
	if d.Kind&DictWatched != 0 {
		t.RT.dictChanged(t, d, d.Entries.At(first).Key)
	}
	d.Trim()
	return first
}

// Trim forgets deleted entries at the end, so that the last live one is found at once. Their index slots stay taken: no more insertions than before may
// come until the next resize.
func (d *Dict) Trim() {
	if d.Used == 0 {
		return
	}
	for d.Entries.At(int(d.N)-1).Key == Null {
		d.N--
		d.Cap--
	}
}

// FirstAfter returns the number of the first live entry at or after n, or -1.
func (d *Dict) FirstAfter(n int) int {
	if e, i := d.Next(n); e != nil {
		return i - 1
	}
	return -1
}

// DeleteAt removes entry n, which must be live.
func (d *Dict) DeleteAt(t *Thread, n int) { d.deleteAt(t, n) }

func dictPop(t *Thread, self Value, args []Value) Value {
	v := As[Dict](self).Pop(t, args[0])
	if v != Null || t.Exc != Null {
		return v
	}
	if len(args) > 1 {
		return args[1]
	}
	return RaiseValue(t, TKeyError, args[0])
}

// DictPopItem is dict.popitem.
func DictPopItem(t *Thread, self Value) Value {
	d := As[Dict](self)
	if d.Used == 0 {
		return Raise(t, TKeyError, "popitem(): dictionary is empty")
	}
	n := int(d.N) - 1
	for d.Entries.At(n).Key == Null {
		n--
	}
	e := d.Entries.At(n)
	r := Pair(t, e.Key, e.Val)
	if r == Null {
		return Null
	}
	d.deleteAt(t, n)
	d.Trim()
	return r
}

func dictFromKeys(t *Thread, cls Value, args []Value) Value {
	val := Optional(args, 1, None)
	d := Call0(t, cls)
	if d == Null {
		return Null
	}
	if d.IsExact(TDict) {
		if !As[Dict](d).setKeys(t, args[0], val) {
			return Null
		}
		return d
	}
	it := Iter(t, args[0])
	if it == Null {
		return Null
	}
	for {
		k := Next(t, it)
		if k == Null {
			if t.Exc != Null {
				return Null
			}
			return d
		}
		if !SetItem(t, d, k, val) {
			return Null
		}
	}
}

// setKeys is Set with the same value for all keys of an iterable, of a dict that no program can see meanwhile.
func (d *Dict) setKeys(t *Thread, iterable, val Value) bool {
	if iterable.IsExact(TSet) || iterable.IsExact(TFrozenSet) {
		s := As[Set](iterable)
		if !d.Reserve(t, int(s.Used)) {
			return false
		}
		for i := s.next(0); i >= 0; i = s.next(i + 1) {
			if !d.SetHash(t, *s.Keys.At(i), val, s.hash(uint64(i))) || t.haltedAt(i) {
				return false
			}
		}
		return true
	}
	var p Pull
	if !p.Begin(t, iterable) {
		return false
	}
	count := 0
	if p.seq != Null {
		count = len(p.items())
	}
	for plain, n := true, 0; ; n++ {
		rule := PullOne
		if plain {
			rule = PullPlain
		}
		k := p.Next(t, rule)
		if k == Null || d.N == d.Cap && int(d.N) == n && n < count && !d.Reserve(t, min(16*n, count)) || !d.Set(t, k, val) {
			break
		}
		plain = plain && isPlain(k)
	}
	p.End(t)
	return t.Exc == Null && d.fit(t)
}

// fit gives a dict from which nothing was deleted the size that it has if it grows key by key.
func (d *Dict) fit(t *Thread) bool {
	log2 := roomFor(int(d.Used))
	return d.Log2 <= log2 || d.resize(t, log2)
}

// dictSizeof gives the size that CPython's layout has for a table of this size.
func dictSizeof(t *Thread, self Value) Value {
	d := As[Dict](self)
	n := int64(48)
	if d.Index != nil {
		entry := int64(24)
		if d.Kind&DictStrKeys != 0 {
			entry = 16
		}
		n += 32 + int64(d.indexBytes()) + int64(d.Cap)*entry
	}
	return SmallInt(n)
}
