// Plain keys: numbers, strs, bytes, objects that are equal to themselves only, and small tuples of those. Hashing and comparing those runs no
// Python code and does not raise, so machine code may look them up without having its frame in order. Where that cannot be promised these
// functions change nothing and say so.

package object

// plainDepth is how deep tuples may nest.
const plainDepth = 3

//psy:bounded depth counts down from plainDepth
func plain(t *Thread, v Value, depth int) bool {
	if !v.IsPtr() {
		return v != Null
	}
	switch v.ShapeID() {
	case TStr.Shape(), TInt.Shape():
		return true
	case TBytes.Shape():
		return !t.RT.BytesWarning // a comparison may warn, which shows the frame
	case TTuple.Shape():
		x := As[Tuple](v)
		if depth == 0 || x.Size > 8 {
			return false
		}
		for _, y := range x.Items() {
			if !plain(t, y, depth-1) {
				return false
			}
		}
		return true
	}
	slots := &ShapeOf(v).Type.Slots
	return wordOf(slots.Hash) == wordOf[HashFunc](objectHash) && wordOf(slots.Compare) == wordOf[CompareFunc](objectCompare)
}

// plainHash is the hash of a plain key; false: it is none.
func plainHash(t *Thread, key Value) (int64, bool) {
	if key.IsInt() {
		return hashSmall(key.Int()), true
	}
	if !plain(t, key, plainDepth) {
		return 0, false
	}
	h, ok := Hash(t, key)
	if !ok {
		t.dropExc()
	}
	return h, ok
}

// plainEqual compares a plain key with another key: 1 equal, 0 not, -1 if that cannot be told.
func plainEqual(t *Thread, k, key Value) int {
	if k.IsInt() && key.IsInt() {
		return 0 // they are not identical
	}
	if !plain(t, k, plainDepth) {
		return -1
	}
	eq := EqualBool(t, k, key)
	if eq < 0 {
		t.dropExc()
	}
	return eq
}

// findPlain is find for plain keys; -2: it cannot be told.
func (d *Dict) findPlain(t *Thread, key Value, hash int64) int {
	if d.Used == 0 {
		return -1
	}
	if d.Kind&DictStrKeys != 0 && key.IsExact(TStr) {
		return d.findStr(As[Str](key), hash)
	}
	h := hidden(hash)
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	dummy := d.dummy()
	for {
		n := d.slot(i)
		if n == 0 {
			return -1
		}
		if n != dummy {
			e := d.Entries.At(int(n - 1))
			if e.Key == key {
				return int(n - 1)
			}
			if e.Hash == h && e.Key != Null {
				switch plainEqual(t, e.Key, key) {
				case 1:
					return int(n - 1)
				case -1:
					return -2
				}
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// DictPeek is d[key]; Null: absent, or it cannot be told.
func DictPeek(t *Thread, d *Dict, key Value) Value {
	if h, ok := plainHash(t, key); ok {
		if n := d.findPlain(t, key, h); n >= 0 {
			return d.Entries.At(n).Val
		}
	}
	return Null
}

// DictHas is key in d: False, True, or Null if it cannot be told.
func DictHas(t *Thread, d *Dict, key Value) Value {
	if h, ok := plainHash(t, key); ok {
		if n := d.findPlain(t, key, h); n != -2 {
			return Bool(n >= 0)
		}
	}
	return Null
}

// DictPut is d[key] = val; Null: it was not done.
func DictPut(t *Thread, d *Dict, key, val Value) Value {
	h, ok := plainHash(t, key)
	if !ok || d.Kind&DictWatched != 0 {
		return Null
	}
	switch n := d.findPlain(t, key, h); {
	case n >= 0:
		d.Entries.At(n).Val = val
	case n == -2:
		return Null
	case !d.insert(t, key, val, h):
		t.dropExc()
		return Null
	}
	return True
}

// DictGet is d.get(key, or); Null if it cannot be told.
func DictGet(t *Thread, d *Dict, key, or Value) Value {
	if h, ok := plainHash(t, key); ok {
		switch n := d.findPlain(t, key, h); {
		case n >= 0:
			return d.Entries.At(n).Val
		case n == -1:
			return or
		}
	}
	return Null
}

// holdsPlain reports whether a plain key is in s: 1, 0, or -1 if it cannot be told.
func (s *Set) holdsPlain(t *Thread, key Value, hash int64) int {
	if s.Keys == nil {
		return 0
	}
	perturb := uint64(hash)
	i := perturb & s.Mask
	for {
		end := i
		if i+linearProbes <= s.Mask {
			end = i + linearProbes
		}
		for j := i; j <= end; j++ {
			k := *s.Keys.At(int(j))
			switch {
			case k == key:
				return 1
			case k == Null:
				return 0
			case k != setDummy && s.hash(j) == hash:
				if eq := plainEqual(t, k, key); eq != 0 {
					return eq
				}
			}
		}
		perturb >>= setPerturb
		i = (i*5 + 1 + perturb) & s.Mask
	}
}

// SetHas is key in s: False, True, or Null if it cannot be told.
func SetHas(t *Thread, s *Set, key Value) Value {
	if h, ok := plainHash(t, key); ok {
		if n := s.holdsPlain(t, key, h); n >= 0 {
			return Bool(n > 0)
		}
	}
	return Null
}

// SetPut is s.add(key); Null: it was not done.
func SetPut(t *Thread, s *Set, key Value) Value {
	h, ok := plainHash(t, key)
	if !ok {
		return Null
	}
	switch s.holdsPlain(t, key, h) {
	case -1:
		return Null
	case 0:
		if uint64(s.Fill+1)*5 >= s.Mask*3 { // it has to grow, for which there may be no memory
			return Null
		}
		if !s.AddHash(t, key, h) { // it meets the same keys again
			t.dropExc()
			return Null
		}
	}
	return None
}

// SeqHas is x in the list or tuple v: False, True, or Null if it cannot be told.
func SeqHas(t *Thread, v, x Value) Value {
	if !plain(t, x, plainDepth) {
		return Null
	}
	var items []Value
	if v.IsExact(TTuple) {
		items = As[Tuple](v).Items()
	} else {
		items = As[List](v).Slice()
	}
	for i, y := range items {
		if y == x {
			return True
		}
		if t.haltedAt(i) {
			t.dropExc()
			return Null
		}
		if eq := plainEqual(t, y, x); eq != 0 {
			if eq < 0 {
				return Null
			}
			return True
		}
	}
	return False
}

// StrHas is x in the str v; Null: x is no str.
func StrHas(t *Thread, v, x Value) Value {
	if !IsStr(x) {
		return Null
	}
	return Bool(strContains(t, v, x) > 0)
}

// StrPlus is a + b of strs.
func StrPlus(t *Thread, a, b Value) Value { return orNothing(t, StrConcat(t, a, b)) }

// orNothing forgets the exception of a failed operation, which will be done again.
func orNothing(t *Thread, v Value) Value {
	if v == Null {
		t.dropExc()
	}
	return v
}

// dropExc forgets the exception of an operation that will be done again, a MemoryError as a rule. KeyboardInterrupt, by which the thread was halted, will not
// be raised again then: it waits for the next poll.
func (t *Thread) dropExc() {
	if t.Exc != Null && t.Exc.IsExact(TKeyboardInterrupt) {
		t.OutOfMemory()
	}
	t.ClearExc()
}

// StrSame is a == b of strs.
func StrSame(_ *Thread, a, b *Str) Value { return Bool(StrEqual(a, b)) }
