// The table of sets: open addressing with short linear probes. Its order of places equals CPython's, because programs see it as
// iteration order.

package object

import (
	"slices"
	"unsafe"
)

// Set is a set or frozenset. Keys holds Mask+1 values: Null for a free place, setDummy for a deleted one, else a key whose hash stands at
// the same index in Hashes (a Raw, so that the collector does not see hashes). Hashes is nil while all keys are small ints and exact strs,
// which tell their hashes themselves: half the memory, and what compares two of them is the search itself. Both are nil while nothing was
// ever added; Mask is 7 then.
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
	LinearProbes       = 9
	SetPerturb         = 5
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

// hash returns the hash of the key at place i.
func (s *Set) hash(i uint64) int64 { return hashAt(s.Hashes, i, *s.Keys.At(int(i))) }

// hashAt returns the hash of key k, which is at place i.
func hashAt(hashes *Raw, i uint64, k Value) int64 {
	if hashes != nil {
		return *hashes.int64(i)
	}
	return ownHash(k)
}

// ownHash is the hash of a key that tells it.
func ownHash(k Value) int64 {
	if k.IsInt() {
		return hashSmall(k.Int())
	}
	return As[Str](k).Hash
}

// tellsHash reports whether a key tells its hash, and no code of a program compares it with another such key.
func tellsHash(k Value) bool { return k.IsInt() || k.IsExact(TStr) }

// isPlain reports whether PullPlain goes on behind a key.
func isPlain(k Value) bool { return !k.IsPtr() || k.IsExact(TStr) }

func (r *Raw) int64(i uint64) *int64 { return (*int64)(unsafe.Add(r.Data(), i*8)) }

// keys returns the places.
func (s *Set) keys() []Value {
	if s.Keys == nil {
		return nil
	}
	return unsafe.Slice(s.Keys.At(0), s.Mask+1)
}

// isKey reports whether the value at a place is a key.
func isKey(k Value) bool { return k|setDummy != setDummy }

// next returns the first place at or after i that holds a key, or -1.
func (s *Set) next(i int) int {
	if s.Keys != nil {
		for ; i <= int(s.Mask); i++ {
			if isKey(*s.Keys.At(i)) {
				return i
			}
		}
	}
	return -1
}

// bothTell reports whether all keys of two sets tell their hashes, so that no code of a program runs while those are compared.
func (s *Set) bothTell(o *Set) bool { return s.Hashes == nil && o.Hashes == nil }

// keepHashes makes Hashes for keys that tell their hashes; false on error.
func (s *Set) keepHashes(t *Thread) bool {
	hashes := NewRaw(t, int(s.Mask+1)*8)
	if hashes == nil {
		return false
	}
	for i := 0; s.Used > 0; i++ {
		if i = s.next(i); i < 0 {
			break
		}
		*hashes.int64(uint64(i)) = s.hash(uint64(i))
		if t.haltedAt(i) {
			return false
		}
	}
	s.Hashes = hashes
	return true
}

// find returns the place of key; -1 when absent, -2 on error. free, when absent, is the place where to add it: the last deleted place
// passed, or the free one where the search ended. A key to add is there if one is equal, though the comparison may have removed that one.
func (s *Set) find(t *Thread, key Value, hash int64, add bool) (at int, free uint64) {
	if at, free = s.search(key, hash); at != atUnsure {
		return at, free
	}
restart:
	keys, hashes, mask := s.Keys, s.Hashes, s.Mask
	perturb := uint64(hash)
	i := perturb & mask
	dummy := int64(-1)
	for {
		for j, end := i, lastProbe(i, mask); j <= end; j++ {
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
			} else if !BothInt(k, key) && hashAt(hashes, j, k) == hash {
				c := EqualBool(t, k, key)
				if c < 0 {
					return -2, 0
				}
				if c > 0 && add {
					return int(j), 0
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
				hashes = s.Hashes // __eq__ may have added a key that does not tell its hash
			}
		}
		perturb >>= SetPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// atUnsure is what search returns for a key that has to be compared with another.
const atUnsure = -3

// search is find as far as no keys have to be compared, or atUnsure.
func (s *Set) search(key Value, hash int64) (at int, free uint64) {
	if s.Keys == nil {
		return -1, 0
	}
	keys, hashes, mask := s.Keys, s.Hashes, s.Mask
	perturb := uint64(hash)
	i := perturb & mask
	dummy := int64(-1)
	for {
		for j, end := i, lastProbe(i, mask); j <= end; j++ {
			switch k := *keys.At(int(j)); {
			case k == key:
				return int(j), 0
			case k == Null:
				if dummy >= 0 {
					j = uint64(dummy)
				}
				return -1, j
			case k == setDummy:
				dummy = int64(j)
			case !BothInt(k, key) && hashAt(hashes, j, k) == hash:
				switch {
				case sameItems(k, key):
					return int(j), 0
				case !tellsHash(k) || !tellsHash(key):
					return atUnsure, 0
				case k.IsPtr() && key.IsPtr() && StrEqual(As[Str](k), As[Str](key)):
					return int(j), 0
				}
			}
		}
		perturb >>= SetPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// lastProbe is the last of the places from i on that are looked at one after another.
func lastProbe(i, mask uint64) uint64 {
	if i+LinearProbes <= mask {
		return i + LinearProbes
	}
	return i
}

// freePlace returns where a key belongs in a table without deleted places that does not have it.
func freePlace(keys *Values, mask uint64, hash int64) uint64 {
	perturb := uint64(hash)
	i := perturb & mask
	for {
		for j, end := i, lastProbe(i, mask); j <= end; j++ {
			if *keys.At(int(j)) == Null {
				return j
			}
		}
		perturb >>= SetPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// insertAll adds the keys of o to an empty table without deleted places. Both have hashes, or neither. False: it was halted.
func insertAll(t *Thread, keys *Values, hashes *Raw, mask uint64, o *Set) bool {
	if hashes == nil {
		for places := range slices.Chunk(o.keys(), pollEach) {
			for _, k := range places {
				if isKey(k) {
					h := ownHash(k)
					j := uint64(h) & mask
					if *keys.At(int(j)) != Null {
						j = freePlace(keys, mask, h)
					}
					*keys.At(int(j)) = k
				}
			}
			if t.Halted() {
				return false
			}
		}
		return true
	}
	for i, k := range o.keys() {
		if isKey(k) {
			h := *o.Hashes.int64(uint64(i))
			j := uint64(h) & mask
			if *keys.At(int(j)) != Null {
				j = freePlace(keys, mask, h)
			}
			*keys.At(int(j)) = k
			*hashes.int64(j) = h
		}
		if t.haltedAt(i) {
			return false
		}
	}
	return true
}

// addTelling adds items, strs, ints, bytes and tuples of such, up to the first that is something else, or may have to be compared by code of a program. It
// passes over what is no key.
// n is how many items were dealt with.
func (s *Set) addTelling(t *Thread, items []Value) (n int, ok bool) {
	for i, key := range items {
		var hash int64
		switch {
		case key.IsInt():
			hash = hashSmall(key.Int())
		case !isKey(key):
			continue
		case key.IsExact(TStr):
			hash = HashStr(t, As[Str](key))
		case key.IsExact(TBytes):
			hash, _ = bytesHash(t, key)
		case key.IsExact(TTuple):
			var flat bool
			if hash, flat = flatHash(t, As[Tuple](key)); !flat {
				return i, true
			}
		default:
			return i, true
		}
		if s.Keys == nil && !s.resize(t, 0) {
			return i, false
		}
		free := uint64(hash) & s.Mask
		if k := *s.Keys.At(int(free)); k == key {
			continue
		} else if k != Null {
			var at int
			if at, free = s.search(key, hash); at >= 0 {
				continue
			} else if at == atUnsure {
				return i, true
			}
		}
		if !s.addAt(t, free, key, hash) {
			return i, false
		}
	}
	return len(items), true
}

// AddHash adds a key with its hash known; false on error. Most keys find their first place free.
func (s *Set) AddHash(t *Thread, key Value, hash int64) bool {
	free := uint64(hash) & s.Mask
	if s.Keys != nil {
		switch *s.Keys.At(int(free)) {
		case key:
			return true
		case Null:
		default:
			var at int
			if at, free = s.find(t, key, hash, true); at != -1 {
				return at >= 0
			}
		}
	}
	return s.addAt(t, free, key, hash)
}

// addAt adds a key that find did not find, at the place that find told.
func (s *Set) addAt(t *Thread, free uint64, key Value, hash int64) bool {
	if s.Keys == nil {
		if !s.resize(t, 0) {
			return false
		}
		free = uint64(hash) & s.Mask
	}
	p := s.Keys.At(int(free))
	if s.Hashes != nil || !tellsHash(key) {
		if s.Hashes == nil && !s.keepHashes(t) {
			return false
		}
		*s.Hashes.int64(free) = hash
	}
	if *p != setDummy {
		s.Fill++
	}
	*p = key
	s.Used++
	return uint64(s.Fill)*5 < s.Mask*3 || s.resize(t, s.growth())
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
	keys, hashes := NewValues(t, int(size)), (*Raw)(nil)
	if keys == nil {
		return false
	}
	if s.Hashes != nil {
		if hashes = NewRaw(t, int(size)*8); hashes == nil {
			return false
		}
	}
	mask := uint64(size - 1)
	if !insertAll(t, keys, hashes, mask, s) {
		return false
	}
	s.Keys, s.Hashes, s.Mask, s.Fill = keys, hashes, mask, s.Used
	return true
}

// Add adds a key; false on error.
func (s *Set) Add(t *Thread, key Value) bool {
	if key.IsInt() {
		return s.AddHash(t, key, hashSmall(key.Int()))
	}
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
	at, _ := s.find(t, key, hash, false)
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
	at, _ := s.find(t, key, hash, false)
	if at < 0 {
		return at + 1
	}
	s.drop(uint64(at))
	return 1
}

func (s *Set) drop(i uint64) {
	*s.Keys.At(int(i)) = setDummy
	if s.Hashes != nil {
		*s.Hashes.int64(i) = -1
	}
	s.Used--
}

// Clear removes everything.
func (s *Set) Clear() {
	s.Used, s.Fill, s.Mask, s.Finger = 0, 0, setMinSize-1, 0
	s.Keys, s.Hashes = nil, nil
}

// crowdedBy reports whether the table has to grow before n keys are added.
func (s *Set) crowdedBy(n int64) bool { return uint64(s.Fill+n)*5 >= s.Mask*3 }

// merge adds all keys of another set.
func (s *Set) merge(t *Thread, o *Set) bool {
	if o == s || o.Used == 0 {
		return true
	}
	if s.crowdedBy(o.Used) {
		if !s.resize(t, (s.Used+o.Used)*2) {
			return false
		}
	} else if s.Keys == nil && !s.resize(t, 0) {
		return false
	}
	if s.Fill == 0 {
		return s.fillFrom(t, o)
	}
	if s.bothTell(o) {
		for places := range slices.Chunk(o.keys(), pollEach) {
			if _, ok := s.addTelling(t, places); !ok || t.Halted() {
				return false
			}
		}
		return true
	}
	for i := o.next(0); i >= 0; i = o.next(i + 1) {
		k := *o.Keys.At(i)
		if !s.AddHash(t, k, hashAt(o.Hashes, uint64(i), k)) || t.haltedAt(i) {
			return false
		}
	}
	return true
}

// fillFrom adds the keys of o to a table of free places.
func (s *Set) fillFrom(t *Thread, o *Set) bool {
	if o.Hashes == nil {
		s.Hashes = nil
	} else if s.Hashes == nil && !s.keepHashes(t) {
		return false
	}
	if s.Mask == o.Mask && o.Fill == o.Used {
		copy(s.keys(), o.keys())
		if s.Hashes != nil {
			copy(unsafe.Slice(s.Hashes.int64(0), s.Mask+1), unsafe.Slice(o.Hashes.int64(0), o.Mask+1))
		}
	} else if !insertAll(t, s.Keys, s.Hashes, s.Mask, o) {
		s.Clear()
		return false
	}
	s.Fill, s.Used = o.Used, o.Used
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
		if s.crowdedBy(d.Used) && !s.resize(t, (s.Used+d.Used)*2) {
			return false
		}
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if k := e.Key; tellsHash(k) {
				if !s.AddHash(t, k, ownHash(k)) {
					return false
				}
			} else if !s.Add(t, k) {
				return false
			}
		}
		return true
	}
	if d := namesIn(iterable); d != nil && s.Hashes == nil {
		return d.eachName(t, func(k Value, h int64) bool { return s.AddHash(t, k, h) })
	}
	var p Pull
	if !p.Begin(t, iterable) {
		return false
	}
	plain := true // what was added is, so that nothing of a program is compared with what is taken ahead
	for ok := true; ok; {
		rule := PullOne
		switch {
		case private && plain:
			rule = PullPlain
		case s.Hashes == nil && !private:
			rule = p.Shown(t, PullPlain, true)
		}
		x := p.Next(t, rule)
		if x == Null || !s.Add(t, x) {
			break
		}
		plain = plain && isPlain(x)
		if tellsHash(x) || x.IsExact(TBytes) || x.IsExact(TTuple) {
			n := 0
			n, ok = s.addTelling(t, p.Ahead())
			p.Skip(n)
			plain = plain && s.Hashes == nil
		}
	}
	p.End(t)
	return t.Exc == Null
}

// take makes the contents of o those of s.
func (s *Set) take(o *Set) {
	s.Used, s.Fill, s.Mask, s.Keys, s.Hashes, s.Finger = o.Used, o.Fill, o.Mask, o.Keys, o.Hashes, 0
}
