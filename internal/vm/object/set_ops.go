// The set algebra. Which operand is iterated over decides the order of the result, so each choice here is CPython's.

package object

// copyAs makes a set of type id with the same keys; nil without memory.
func (s *Set) copyAs(t *Thread, id TypeID) *Set {
	c := NewSet(t, id)
	if c == nil || !c.merge(t, s) {
		return nil
	}
	return c
}

// SetFromIterable is set(iterable) or frozenset(iterable); nil on error.
func SetFromIterable(t *Thread, id TypeID, iterable Value) *Set {
	s := NewSet(t, id)
	if s == nil || !s.update(t, iterable, true) {
		return nil
	}
	return s
}

// union returns a new set of type id; nil on error.
func (s *Set) union(t *Thread, id TypeID, other Value) *Set {
	if !IsAnySet(other) || Of(s) == other || As[Set](other).Used == 0 || !s.crowdedBy(As[Set](other).Used) || !s.copiesAsItIs() {
		r := s.copyAs(t, id)
		if r == nil || Of(s) != other && !r.Update(t, other) {
			return nil
		}
		return r
	}
	// A copy would grow at once: its table is thrown away.
	r, o := NewSet(t, id), As[Set](other)
	if r == nil {
		return nil
	}
	r.take(s)
	if !r.resize(t, (s.Used+o.Used)*2) || !r.merge(t, o) {
		return nil
	}
	return r
}

// copiesAsItIs reports whether a copy of s would have the same table.
func (s *Set) copiesAsItIs() bool {
	if s.Fill != s.Used || s.Mask == setMinSize-1 {
		return s.Fill == s.Used
	}
	return uint64(s.Used)*5 >= (setMinSize-1)*3 && uint64(s.Used*2) <= s.Mask && uint64(s.Used*4) > s.Mask
}

// intersection returns a new set of type id; nil on error.
func (s *Set) intersection(t *Thread, id TypeID, other Value) *Set {
	if Of(s) == other {
		return s.copyAs(t, id)
	}
	r := NewSet(t, id)
	if r == nil {
		return nil
	}
	if IsAnySet(other) {
		o := As[Set](other)
		if o.Used > s.Used {
			s, o = o, s
		}
		if s.bothTell(o) {
			return r.addThose(t, o, s, true)
		}
		for i := o.next(0); i >= 0; i = o.next(i + 1) {
			k := *o.Keys.At(i)
			h := hashAt(o.Hashes, uint64(i), k)
			c := s.hasHash(t, k, h)
			if c < 0 || c > 0 && !r.AddHash(t, k, h) || t.haltedAt(i) {
				return nil
			}
		}
		return r
	}
	if other.IsExact(TDict) && As[Dict](other).Kind&DictStrKeys != 0 {
		return s.intersectNames(t, r, As[Dict](other))
	}
	var p Pull
	if !p.Begin(t, other) {
		return nil
	}
	for { // until it has all keys: the items behind those are not asked for
		had := r.Used
		x := p.Next(t, PullOne)
		if x == Null {
			if t.Exc != Null {
				return nil
			}
			return r
		}
		h, ok := Hash(t, x)
		if !ok {
			return nil
		}
		c := s.hasHash(t, x, h)
		if c < 0 || c > 0 && !r.AddHash(t, x, h) {
			return nil
		}
		if s.bothTell(r) {
			n, ok := r.addCommon(t, s, p.Ahead())
			if p.Skip(n); !ok {
				return nil
			}
		}
		if r.Used > had && r.Used >= s.Used {
			return r
		}
	}
}

// addCommon adds those of items that are in s, up to the first that does not tell its hash; the keys of both sets tell theirs. n is how many items were
// dealt with.
func (r *Set) addCommon(t *Thread, s *Set, items []Value) (n int, ok bool) {
	for i, x := range items {
		if !tellsHash(x) {
			return i, true
		}
		h, _ := Hash(t, x)
		if s.holds(x, h) && !r.AddHash(t, x, h) {
			return i, false
		}
	}
	return len(items), true
}

// addThose adds to r the keys of o that are in s, or are not; the keys of both sets tell their hashes. Nil on error.
func (r *Set) addThose(t *Thread, o, s *Set, in bool) *Set {
	for i := o.next(0); i >= 0; i = o.next(i + 1) {
		k := *o.Keys.At(i)
		h := ownHash(k)
		if s.holds(k, h) == in && !r.AddHash(t, k, h) || t.haltedAt(i) {
			return nil
		}
	}
	return r
}

// holds reports whether a key is in s; all of them tell their hashes.
func (s *Set) holds(key Value, hash int64) bool {
	if s.Keys == nil {
		return false
	}
	k := *s.Keys.At(int(uint64(hash) & s.Mask))
	if k == key || k == Null {
		return k == key
	}
	at, _ := s.search(key, hash)
	return at >= 0
}

// intersectNames adds the keys of d that are in s to the empty set r. The keys of d are strs; nil on error.
func (s *Set) intersectNames(t *Thread, r *Set, d *Dict) *Set {
	if s.Used == 0 {
		return r
	}
	used := d.Used
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		k := e.Key
		h := HashStr(t, As[Str](k))
		c := s.hasHash(t, k, h)
		if c < 0 || c > 0 && !r.AddHash(t, k, h) || t.haltedAt(i) {
			return nil
		}
		if d.Used != used { // an __eq__ of what is in s changed the dict
			Raise(t, TRuntimeError, "dictionary changed size during iteration")
			return nil
		}
	}
	return r
}

// difference returns a new set of type id; nil on error.
func (s *Set) difference(t *Thread, id TypeID, other Value) *Set {
	n := int64(-1)
	dict := other.IsExact(TDict)
	if IsAnySet(other) {
		n = As[Set](other).Used
	} else if dict {
		n = As[Dict](other).Used
	}
	if n < 0 || s.Used>>2 > n {
		r := s.copyAs(t, id)
		if r == nil || !r.remove(t, other, true) {
			return nil
		}
		return r
	}
	r := NewSet(t, id)
	if r == nil {
		return nil
	}
	if !dict && s.bothTell(As[Set](other)) {
		return r.addThose(t, s, As[Set](other), false)
	}
	for i := s.next(0); i >= 0; i = s.next(i + 1) {
		k := *s.Keys.At(i)
		h := hashAt(s.Hashes, uint64(i), k)
		c := 0
		if dict {
			c = min(As[Dict](other).find(t, k, h), 0) + 1
		} else {
			c = As[Set](other).hasHash(t, k, h)
		}
		if c < 0 || c == 0 && !r.AddHash(t, k, h) || t.haltedAt(i) {
			return nil
		}
	}
	return r
}

// differenceUpdate removes the items of an iterable.
func (s *Set) differenceUpdate(t *Thread, other Value) bool { return s.remove(t, other, false) }

// remove is differenceUpdate; private says that no program can see the set meanwhile.
func (s *Set) remove(t *Thread, other Value, private bool) bool {
	if Of(s) == other {
		s.Clear()
		return true
	}
	if IsAnySet(other) {
		o := As[Set](other)
		if o.Used>>3 > s.Used {
			if o = s.intersection(t, TSet, other); o == nil {
				return false
			}
		}
		if s.bothTell(o) {
			for i := o.next(0); i >= 0; i = o.next(i + 1) {
				k := *o.Keys.At(i)
				if at, _ := s.search(k, ownHash(k)); at >= 0 {
					s.drop(uint64(at))
				}
				if t.haltedAt(i) {
					return false
				}
			}
			return s.shrink(t)
		}
		for i := o.next(0); i >= 0; i = o.next(i + 1) {
			k := *o.Keys.At(i)
			if s.discardHash(t, k, hashAt(o.Hashes, uint64(i), k)) < 0 {
				return false
			}
		}
	} else if d := namesIn(other); d != nil && s.Hashes == nil {
		dropped := d.eachName(t, func(k Value, h int64) bool {
			if at, _ := s.search(k, h); at >= 0 {
				s.drop(uint64(at))
			}
			return true
		})
		if !dropped {
			return false
		}
	} else {
		var p Pull
		if !p.Begin(t, other) {
			return false
		}
		for {
			rule := PullOne
			if s.Hashes == nil {
				if rule = PullPlain; !private {
					rule = p.Shown(t, PullPlain, false)
				}
			}
			x := p.Next(t, rule)
			if x == Null || s.Discard(t, x) < 0 {
				break
			}
			if s.Hashes == nil {
				p.Skip(s.discardTelling(t, p.Ahead()))
			}
		}
		p.End(t)
		if t.Exc != Null {
			return false
		}
	}
	return s.shrink(t)
}

// discardTelling removes items up to the first that does not tell its hash; all keys tell theirs. n is how many were dealt with.
func (s *Set) discardTelling(t *Thread, items []Value) (n int) {
	for i, x := range items {
		if !tellsHash(x) {
			return i
		}
		h, _ := Hash(t, x)
		if at, _ := s.search(x, h); at >= 0 {
			s.drop(uint64(at))
		}
	}
	return len(items)
}

// shrink rebuilds the table if many of its places are those of deleted keys.
func (s *Set) shrink(t *Thread) bool {
	if uint64(s.Fill-s.Used) <= s.Mask/4 {
		return true
	}
	return s.resize(t, s.growth())
}

// symmetricUpdate keeps what is in exactly one of s and other.
func (s *Set) symmetricUpdate(t *Thread, other Value) bool {
	if Of(s) == other {
		s.Clear()
		return true
	}
	if other.IsExact(TDict) {
		d := As[Dict](other)
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			k := e.Key
			h, ok := Hash(t, k)
			if !ok || !s.toggle(t, k, h) {
				return false
			}
		}
		return true
	}
	if !IsAnySet(other) {
		if other = Of(SetFromIterable(t, TSet, other)); other == Null {
			return false
		}
	}
	o := As[Set](other)
	for i := o.next(0); i >= 0; i = o.next(i + 1) {
		k := *o.Keys.At(i)
		if !s.toggle(t, k, hashAt(o.Hashes, uint64(i), k)) {
			return false
		}
	}
	return true
}

// toggle removes a key, or adds a key that is not there. Where keys are compared it searches twice, as CPython does: programs see it.
func (s *Set) toggle(t *Thread, key Value, hash int64) bool {
	at, free := -1, uint64(hash)&s.Mask
	if s.Keys != nil && *s.Keys.At(int(free)) != Null {
		at, free = s.search(key, hash)
	}
	switch {
	case at >= 0:
		s.drop(uint64(at))
		return true
	case at == -1:
		return s.addAt(t, free, key, hash)
	}
	c := s.discardHash(t, key, hash)
	return c > 0 || c == 0 && s.AddHash(t, key, hash)
}

// symmetricDifference returns a new set of type id; nil on error.
func (s *Set) symmetricDifference(t *Thread, id TypeID, o Value) *Set {
	r := SetFromIterable(t, id, o)
	if r == nil || !r.symmetricUpdate(t, Of(s)) {
		return nil
	}
	return r
}

// subset reports whether all keys of s are in o: 1, 0, -1.
func (s *Set) subset(t *Thread, o *Set) int {
	if s.Used > o.Used {
		return 0
	}
	for i := s.next(0); i >= 0; i = s.next(i + 1) {
		k := *s.Keys.At(i)
		if c := o.hasHash(t, k, hashAt(s.Hashes, uint64(i), k)); c <= 0 {
			return c
		}
	}
	return 1
}

// disjoint: 1, 0, -1.
func (s *Set) disjoint(t *Thread, other Value) int {
	if Of(s) == other {
		return b2i(s.Used == 0)
	}
	if IsAnySet(other) {
		o := As[Set](other)
		if o.Used > s.Used {
			s, o = o, s
		}
		for i := o.next(0); i >= 0; i = o.next(i + 1) {
			k := *o.Keys.At(i)
			if c := s.hasHash(t, k, hashAt(o.Hashes, uint64(i), k)); c != 0 {
				return min(c, 0)
			}
		}
		return 1
	}
	return s.eachIs(t, other, 0)
}

// eachIs reports whether all items of an iterable are in s (in 1), or none is (in 0): 1, 0, -1. It asks for no item behind the first that is otherwise.
func (s *Set) eachIs(t *Thread, iterable Value, in int) int {
	var p Pull
	if !p.Begin(t, iterable) {
		return -1
	}
	for {
		x := p.Next(t, PullOne)
		if x == Null {
			if t.Exc != Null {
				return -1
			}
			return 1
		}
		if c := s.Has(t, x); c != in {
			return min(c, 0)
		}
		if s.Hashes == nil {
			ahead := p.Ahead()
			for i, x := range ahead {
				if !tellsHash(x) {
					ahead = ahead[:i]
					break
				}
				if h, _ := Hash(t, x); s.holds(x, h) != (in > 0) {
					return 0
				}
			}
			p.Skip(len(ahead))
		}
	}
}

func shuffleBits(h uint64) uint64 { return (h ^ 89869747 ^ h<<16) * 3644798167 }

// frozenHash is the hash of a frozenset: independent of the order.
func (s *Set) frozenHash() int64 {
	h := uint64(0)
	for i := s.next(0); i >= 0; i = s.next(i + 1) {
		h ^= shuffleBits(uint64(s.hash(uint64(i))))
	}
	h ^= uint64(s.Used+1) * 1927868237
	h ^= h>>11 ^ h>>25
	h = h*69069 + 907133923
	if int64(h) == -1 {
		return 590923713
	}
	return int64(h)
}
