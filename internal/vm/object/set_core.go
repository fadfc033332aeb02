// The table of sets: open addressing with short linear probes. Its order of places equals CPython's, because programs see it as
// iteration order.

package object

import "unsafe"

// Set is a set or frozenset. Keys holds Mask+1 values: Null for a free place, setDummy for a deleted one, else a key whose hash stands at
// the same index in Hashes (a Raw, so that the collector does not see hashes). Both are nil while nothing was ever added; Mask is 7 then.
type Set struct {
	heap8
	Used   int64
	Fill   int64 // keys and deleted places
	Mask   uint64
	Keys   *Values
	Hashes *Raw
	Finger uint64 // where pop goes on
	Hash   int64  // of a frozenset; 0: not computed yet
}

const setRefs = 1<<4 | 1<<5

const (
	setDummy     Value = 16 // marks a deleted place; no Python value is encoded so
	setMinSize         = 8
	linearProbes       = 9
	setPerturb         = 5
	setBigGrowth       = 50000
)

// IsAnySet reports whether v is a set or frozenset or of a subclass.
func IsAnySet(v Value) bool {
	if !v.IsPtr() {
		return false
	}
	id := v.ShapeID()
	return id == TSet.Shape() || id == TFrozenSet.Shape() || setBase(ShapeOf(v).Type) != 0
}

// setBase tells whether a type derives from set or frozenset; 0: neither.
func setBase(typ *Type) TypeID {
	for ; typ != nil; typ = typ.Base {
		if typ.ID == TSet || typ.ID == TFrozenSet {
			return typ.ID
		}
	}
	return 0
}

// NewSet makes an empty set or frozenset; nil without memory.
func NewSet(t *Thread, id TypeID) *Set {
	s := New[Set](t, id)
	if s != nil {
		s.Mask = setMinSize - 1
	}
	return s
}

func (s *Set) hash(i uint64) int64 { return *(*int64)(unsafe.Add(s.Hashes.Data(), i*8)) }

func (s *Set) put(i uint64, key Value, hash int64) {
	*s.Keys.At(int(i)) = key
	*(*int64)(unsafe.Add(s.Hashes.Data(), i*8)) = hash
}

// next returns the first place at or after i that holds a key, or -1.
func (s *Set) next(i int) int {
	if s.Keys == nil {
		return -1
	}
	for ; i <= int(s.Mask); i++ {
		if k := *s.Keys.At(i); k != Null && k != setDummy {
			return i
		}
	}
	return -1
}

// find returns the place of key; -1 when absent, -2 on error. free, when absent, is the place where to add it: the last deleted place
// passed, or the free one where the search ended.
func (s *Set) find(t *Thread, key Value, hash int64) (at int, free uint64) {
	if s.Keys == nil {
		return -1, 0
	}
restart:
	keys, hashes, mask := s.Keys, s.Hashes, s.Mask
	perturb := uint64(hash)
	i := perturb & mask
	dummy := int64(-1)
	for {
		end := i
		if i+linearProbes <= mask {
			end = i + linearProbes
		}
		for j := i; j <= end; j++ {
			k := *keys.At(int(j))
			if k == key {
				return int(j), 0
			}
			if k == Null {
				if dummy >= 0 {
					j = uint64(dummy)
				}
				return -1, j
			}
			if k == setDummy {
				dummy = int64(j)
			} else if *(*int64)(unsafe.Add(hashes.Data(), j*8)) == hash && !BothInt(k, key) {
				c := EqualBool(t, k, key)
				if c < 0 {
					return -2, 0
				}
				if s.Keys != keys || *keys.At(int(j)) != k { // __eq__ changed the set
					if s.Keys == nil {
						return -1, 0
					}
					goto restart
				}
				if c > 0 {
					return int(j), 0
				}
			}
		}
		perturb >>= setPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// insertClean adds a key to a table without deleted places that does not have it.
func insertClean(keys *Values, hashes *Raw, mask uint64, key Value, hash int64) {
	perturb := uint64(hash)
	i := perturb & mask
	for {
		end := i
		if i+linearProbes <= mask {
			end = i + linearProbes
		}
		for j := i; j <= end; j++ {
			if *keys.At(int(j)) == Null {
				*keys.At(int(j)) = key
				*(*int64)(unsafe.Add(hashes.Data(), j*8)) = hash
				return
			}
		}
		perturb >>= setPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// AddHash adds a key with its hash known; false on error.
func (s *Set) AddHash(t *Thread, key Value, hash int64) bool {
	at, free := s.find(t, key, hash)
	if at >= 0 {
		return true
	}
	if at == -2 {
		return false
	}
	if s.Keys == nil {
		if !s.resize(t, 0) {
			return false
		}
		free = uint64(hash) & s.Mask
	}
	if *s.Keys.At(int(free)) == setDummy {
		s.put(free, key, hash)
		s.Used++
		return true
	}
	s.put(free, key, hash)
	s.Fill++
	s.Used++
	if uint64(s.Fill)*5 < s.Mask*3 {
		return true
	}
	return s.resize(t, s.growth())
}

func (s *Set) growth() int64 {
	if s.Used > setBigGrowth {
		return s.Used * 2
	}
	return s.Used * 4
}

// resize rebuilds the table with more than minUsed places, dropping the deleted ones.
func (s *Set) resize(t *Thread, minUsed int64) bool {
	size := int64(setMinSize)
	for size <= minUsed {
		size <<= 1
	}
	keys := NewValues(t, int(size))
	if keys == nil {
		return false
	}
	hashes := NewRaw(t, int(size)*8)
	if hashes == nil {
		return false
	}
	mask := uint64(size - 1)
	for i := s.next(0); i >= 0; i = s.next(i + 1) {
		insertClean(keys, hashes, mask, *s.Keys.At(i), s.hash(uint64(i)))
		if t.haltedAt(i) {
			return false
		}
	}
	s.Keys, s.Hashes, s.Mask, s.Fill = keys, hashes, mask, s.Used
	return true
}

// Add adds a key; false on error.
func (s *Set) Add(t *Thread, key Value) bool {
	h, ok := Hash(t, key)
	return ok && s.AddHash(t, key, h)
}

// Has is key in s: 1, 0, -1.
func (s *Set) Has(t *Thread, key Value) int {
	h, ok := Hash(t, key)
	if !ok {
		return -1
	}
	return s.hasHash(t, key, h)
}

// hasHash is Has with the hash known. Most keys are the first that is looked at, or absent.
func (s *Set) hasHash(t *Thread, key Value, hash int64) int {
	if s.Keys != nil {
		switch *s.Keys.At(int(uint64(hash) & s.Mask)) {
		case key:
			return 1
		case Null:
			return 0
		}
	}
	return s.lookFor(t, key, hash)
}

func (s *Set) lookFor(t *Thread, key Value, hash int64) int {
	at, _ := s.find(t, key, hash)
	return min(at, 0) + 1
}

// Discard removes a key: 1 done, 0 absent, -1 error.
func (s *Set) Discard(t *Thread, key Value) int {
	h, ok := Hash(t, key)
	if !ok {
		return -1
	}
	return s.discardHash(t, key, h)
}

func (s *Set) discardHash(t *Thread, key Value, hash int64) int {
	at, _ := s.find(t, key, hash)
	if at < 0 {
		return at + 1
	}
	s.drop(uint64(at))
	return 1
}

func (s *Set) drop(i uint64) {
	s.put(i, setDummy, -1)
	s.Used--
}

// Clear removes everything.
func (s *Set) Clear() {
	s.Used, s.Fill, s.Mask, s.Finger = 0, 0, setMinSize-1, 0
	s.Keys, s.Hashes = nil, nil
}

// merge adds all keys of another set.
func (s *Set) merge(t *Thread, o *Set) bool {
	if o == s || o.Used == 0 {
		return true
	}
	if uint64(s.Fill+o.Used)*5 >= s.Mask*3 {
		if !s.resize(t, (s.Used+o.Used)*2) {
			return false
		}
	} else if s.Keys == nil && !s.resize(t, 0) {
		return false
	}
	if s.Fill == 0 {
		if s.Mask == o.Mask && o.Fill == o.Used {
			copy(unsafe.Slice(s.Keys.At(0), s.Mask+1), unsafe.Slice(o.Keys.At(0), s.Mask+1))
			n := (s.Mask + 1) * 8
			copy(unsafe.Slice((*byte)(s.Hashes.Data()), n), unsafe.Slice((*byte)(o.Hashes.Data()), n))
		} else {
			for i := o.next(0); i >= 0; i = o.next(i + 1) {
				insertClean(s.Keys, s.Hashes, s.Mask, *o.Keys.At(i), o.hash(uint64(i)))
				s.Fill, s.Used = s.Fill+1, s.Used+1
				if t.haltedAt(i) {
					return false
				}
			}
		}
		s.Fill, s.Used = o.Used, o.Used
		return true
	}
	for i := o.next(0); i >= 0; i = o.next(i + 1) {
		if !s.AddHash(t, *o.Keys.At(i), o.hash(uint64(i))) || t.haltedAt(i) {
			return false
		}
	}
	return true
}

// Update adds all items of an iterable; false on error.
func (s *Set) Update(t *Thread, iterable Value) bool { return s.update(t, iterable, false) }

// update is Update; private says that no program can see the set meanwhile.
func (s *Set) update(t *Thread, iterable Value, private bool) bool {
	if IsAnySet(iterable) {
		return s.merge(t, As[Set](iterable))
	}
	if iterable.IsExact(TDict) {
		d := As[Dict](iterable)
		if d.Used == 0 {
			return true
		}
		if uint64(s.Fill+d.Used)*5 >= s.Mask*3 && !s.resize(t, (s.Used+d.Used)*2) {
			return false
		}
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if !s.Add(t, e.Key) {
				return false
			}
		}
		return true
	}
	it := Iter(t, iterable)
	if it == Null {
		return false
	}
	if private && it.IsExact(TGenerator) {
		var p Pull
		for {
			x := p.Next(t, it, PullPlain)
			if x == Null || !s.Add(t, x) {
				break
			}
		}
		p.End(t)
		return t.Exc == Null
	}
	for {
		x := Step(t, it)
		if x == Null {
			return t.Exc == Null || t.ClearIf(TStopIteration)
		}
		if !s.Add(t, x) || !t.PollFor(it) {
			return false
		}
	}
}

// take makes the contents of o those of s.
func (s *Set) take(o *Set) {
	s.Used, s.Fill, s.Mask, s.Keys, s.Hashes, s.Finger = o.Used, o.Fill, o.Mask, o.Keys, o.Hashes, 0
}
