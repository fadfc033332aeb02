// Dicts: a compact table of entries in insertion order, and an open-addressing index into it, as CPython's since 3.6.
// The methods and views are in dict_*.go.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Dict is a dict.
type Dict struct {
	heap.Header
	Used    int64    // live entries
	Entries *Entries // nil until the first insertion
	Index   *Raw     // 1 << Log2 slots of 1, 2 or 4 bytes: entry number + 1; 0 free; the widest number is a deleted entry
	N       int32    // entries used in Entries, deleted ones included
	Cap     int32    // room in Entries
	Log2    uint8
	Kind    uint8  // dictStrKeys ...
	Version uint16 // of the set of keys and their places; changes when a key comes or goes; 0: not assigned yet
	Filter  uint32 // FilterBit of every key, and of some that were deleted
}

const dictRefs = 1<<2 | 1<<3

// Dict kinds, bits of Dict.Kind.
const (
	DictStrKeys uint8 = 1 << iota // every key is exactly a str: lookups of strs cannot run Python code
	DictWatched                   // a compiler depends on values in it
	dictWeak                      // what is in it does not live for that: the table of interned strs
	DictEmptied                   // N became 0 in the same Entries; who remembers a place in them clears it
)

// Entry is one entry; Key is Null when it was deleted.
type Entry struct {
	Key, Val Value
	Hash     uint64 // with the top bit set, so that the collector cannot take it for an address
}

// Entries is the storage of entries.
type Entries struct {
	heap.Header
}

const entrySize = unsafe.Sizeof(Entry{})

// EntriesItems is the offset of the first entry.
const EntriesItems = unsafe.Sizeof(Entries{})

// At returns entry i.
func (e *Entries) At(i int) *Entry {
	return (*Entry)(unsafe.Add(unsafe.Pointer(e), EntriesItems+uintptr(i)*entrySize))
}

// HashHidden is set in each hash in an entry, FilterShift the first bit of a hash that FilterBit looks at.
const (
	HashHidden  = 1 << 63
	FilterShift = 40
)

// Hidden turns a hash into the form kept in entries.
func hidden(h int64) uint64 { return uint64(h) | HashHidden }

// FilterBit is the bit of Dict.Filter for keys with a hash. A key whose bit is not set is absent: most attributes that an object's dict lacks, such as
// its methods, are found to be absent so, without a look at the tables.
func FilterBit(hash int64) uint32 { return 1 << (uint64(hash) >> FilterShift & 31) }

// lacks reports that no key has the hash, as far as the filter tells.
func (d *Dict) lacks(hash int64) bool { return d.Filter&FilterBit(hash) == 0 }

// NewDict makes an empty dict; nil without memory.
func NewDict(t *Thread) *Dict {
	p := t.Alloc(TDict.Shape(), unsafe.Sizeof(Dict{}), 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	d := (*Dict)(p)
	d.Kind = DictStrKeys
	return d
}

// DictWords is how many words an empty dict has behind its header, for machine code that makes one; EmptyDictKind stands in that with the number
// DictKindWord, the others are zero.
const (
	DictWords     = (int(unsafe.Sizeof(Dict{})) - int(unsafe.Sizeof(heap.Header{}))) / 8
	DictKindWord  = int(unsafe.Offsetof(Dict{}.Log2))/8 - 1
	EmptyDictKind = uint64(DictStrKeys) << (8 * (unsafe.Offsetof(Dict{}.Kind) % 8))
)

// NewKeywords makes the dict of a call's keywords, whose values lie at vals. Null without memory, and no exception is set.
func NewKeywords(t *Thread, names *Tuple, vals *Value) Value {
	was := t.Exc
	d := NewDict(t)
	for k, v := range unsafe.Slice(vals, names.Len()) {
		if d == nil || !d.Set(t, *names.At(k), v) {
			t.Exc = was
			return Null
		}
	}
	return Of(d)
}

// index slot access: width by table size.
func (d *Dict) slot(i uint64) int32 {
	p := d.Index.Data()
	switch {
	case d.Log2 < 8:
		return int32(*(*uint8)(unsafe.Add(p, i)))
	case d.Log2 < 16:
		return int32(*(*uint16)(unsafe.Add(p, i*2)))
	}
	return *(*int32)(unsafe.Add(p, i*4))
}

func (d *Dict) setSlot(i uint64, n int32) {
	p := d.Index.Data()
	switch {
	case d.Log2 < 8:
		*(*uint8)(unsafe.Add(p, i)) = uint8(n)
	case d.Log2 < 16:
		*(*uint16)(unsafe.Add(p, i*2)) = uint16(n)
	default:
		*(*int32)(unsafe.Add(p, i*4)) = n
	}
}

// dummy is the index slot of a deleted entry.
func (d *Dict) dummy() int32 {
	switch {
	case d.Log2 < 8:
		return 0xFF
	case d.Log2 < 16:
		return 0xFFFF
	}
	return -1
}

// usable is how many entries a table of 1<<log2 index slots holds: two thirds.
func usable(log2 uint8) int { return (1 << log2) * 2 / 3 }

// findStr looks up an exact str in a dict of exact strs; it returns the entry number or -1.
func (d *Dict) findStr(key *Str, hash int64) int {
	n, _ := d.locateStr(key, hash)
	return n
}

// locateStr is findStr that also gives the index slot for a key that is absent, or noSlot.
func (d *Dict) locateStr(key *Str, hash int64) (entry int, free uint64) {
	if d.lacks(hash) {
		return -1, noSlot
	}
	h := hidden(hash)
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	dummy := d.dummy()
	for {
		n := d.slot(i)
		if n == 0 {
			return -1, i
		}
		if n != dummy {
			e := d.Entries.At(int(n - 1))
			if e.Key == Of(key) {
				return int(n - 1), noSlot
			}
			if e.Hash == h && StrEqual(As[Str](e.Key), key) {
				return int(n - 1), noSlot
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// find looks up any key. It returns the entry number, -1 when absent, -2 on error.
func (d *Dict) find(t *Thread, key Value, hash int64) int {
	n, _ := d.locate(t, key, hash)
	return n
}

// noSlot is no index slot.
const noSlot = ^uint64(0)

// locate is find that also gives the index slot for a key that is absent, or noSlot.
func (d *Dict) locate(t *Thread, key Value, hash int64) (entry int, free uint64) {
	if d.Kind&DictStrKeys != 0 && key.IsExact(TStr) {
		return d.locateStr(As[Str](key), hash)
	}
	h := hidden(hash)
restart:
	if d.lacks(hash) {
		return -1, noSlot
	}
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	dummy := d.dummy()
	for {
		n := d.slot(i)
		if n == 0 {
			return -1, i
		}
		if n != dummy {
			e := d.Entries.At(int(n - 1))
			if e.Key == key {
				return int(n - 1), noSlot
			}
			if e.Hash == h && e.Key != Null {
				k, entries, index, cnt := e.Key, d.Entries, d.Index, d.N
				if k.IsInt() && key.IsInt() {
					goto next // different small ints
				}
				eq := EqualBool(t, k, key)
				if eq < 0 {
					return -2, noSlot
				}
				if d.Entries != entries || d.Index != index || d.N < cnt || e.Key != k { // __eq__ changed more than that there are new keys
					goto restart
				}
				if eq > 0 {
					return int(n - 1), noSlot
				}
			}
		}
	next:
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// GetGoString looks up Go text in a dict of strs.
func (d *Dict) GetGoString(t *Thread, s string) Value {
	if d.Used == 0 || !isASCII(s) {
		if d.Used == 0 {
			return Null
		}
		return d.GetStr(NewStr(t, s))
	}
	h := hidden(t.RT.HashSeed.hash(unsafe.Slice(unsafe.StringData(s), len(s))))
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	dummy := d.dummy()
	for {
		n := d.slot(i)
		if n == 0 {
			return Null
		}
		if n != dummy {
			e := d.Entries.At(int(n - 1))
			if e.Hash == h {
				if k := As[Str](e.Key); k.IsASCII() && k.View() == s {
					return e.Val
				}
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// GetStr returns the value for an exact str with its hash computed (as interned strs have), or Null. It cannot fail:
// keys that are not exact strs are not asked for their equality.
func (d *Dict) GetStr(key Value) Value {
	k := As[Str](key)
	if d.lacks(hashOf(k)) {
		return Null
	}
	if d.Kind&DictStrKeys != 0 {
		if n := d.findStr(k, k.Hash); n >= 0 {
			return d.Entries.At(n).Val
		}
		return Null
	}
	h := hidden(k.Hash)
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	dummy := d.dummy()
	for {
		n := d.slot(i)
		if n == 0 {
			return Null
		}
		if n != dummy {
			e := d.Entries.At(int(n - 1))
			if e.Key == key || e.Hash == h && comparesAsStr(e.Key) && StrEqual(As[Str](e.Key), k) {
				return e.Val
			}
		}
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
}

// comparesAsStr reports whether v is a str that strs are compared with by their texts, and by nothing of the program's.
func comparesAsStr(v Value) bool {
	return v.IsExact(TStr) || IsStr(v) && wordOf(ShapeOf(v).Type.Slots.Compare) == wordOf[CompareFunc](strCompare)
}

// GetName is GetStr in a namespace where other keys than strs may be: those are asked for their equality, so it can fail.
func (d *Dict) GetName(t *Thread, key Value) Value {
	if d.Kind&DictStrKeys != 0 {
		return d.GetStr(key)
	}
	return d.Get(t, key)
}

// Get returns the value for any key, or Null; with t.Exc set on error (unhashable, or __eq__ raised).
func (d *Dict) Get(t *Thread, key Value) Value {
	h, ok := Hash(t, key)
	if !ok {
		return Null
	}
	if n := d.find(t, key, h); n >= 0 {
		return d.Entries.At(n).Val
	}
	return Null
}

// GetHash is Get with the hash known.
func (d *Dict) GetHash(t *Thread, key Value, hash int64) Value {
	if n := d.find(t, key, hash); n >= 0 {
		return d.Entries.At(n).Val
	}
	return Null
}

// FindKey returns the entry number of a key, -1 when absent, -2 on error.
func (d *Dict) FindKey(t *Thread, key Value) int {
	h, ok := Hash(t, key)
	if !ok {
		return -2
	}
	return d.find(t, key, h)
}

// Set stores a value; false on error.
func (d *Dict) Set(t *Thread, key, val Value) bool {
	h, ok := Hash(t, key)
	return ok && d.SetHash(t, key, val, h)
}

// SetHash is Set with the hash known.
func (d *Dict) SetHash(t *Thread, key, val Value, hash int64) bool {
	n, free := d.locate(t, key, hash)
	if n == -2 {
		return false
	}
	if n >= 0 {
		d.Entries.At(n).Val = val
		if d.Kind&DictWatched != 0 {
			t.RT.dictChanged(t, d, key)
		}
		return true
	}
	return d.insert(t, key, val, hash, free)
}

// Count adds 1 to the value of a key; that of a new one becomes 1. False on error.
func (d *Dict) Count(t *Thread, key Value, hash int64) bool {
	n, free := d.locate(t, key, hash)
	switch {
	case n == -2:
		return false
	case n == -1:
		return d.insert(t, key, SmallInt(1), hash, free)
	}
	e := d.Entries.At(n)
	if v := e.Val; v.IsInt() && v != SmallInt(MaxSmall) && d.Kind&DictWatched == 0 {
		e.Val = SmallInt(v.Int() + 1)
		return true
	}
	v := Increment(t, e.Val)
	return v != Null && d.SetHash(t, key, v, hash) // __add__ may have changed the dict
}

// dictChanged tells that a watched dict changed. Who watches knows keys as interned strs: of another str it is told by that one, if there is one,
// and by Null of what may be equal to any.
func (rt *Runtime) dictChanged(t *Thread, d *Dict, key Value) {
	if rt.Watcher == nil {
		return
	}
	switch {
	case key == Null:
	case !key.IsExact(TStr):
		key = Null
	case uint8(As[Str](key).Meta)&StrInterned == 0:
		if key = rt.Interned.GetStr(key); key == Null {
			return
		}
	}
	rt.Watcher.DictChanged(t, d, key)
}

// Add is Set for an exact str that is known to be absent from a dict of strs.
func (d *Dict) Add(t *Thread, key, val Value) bool {
	return d.insert(t, key, val, HashStr(t, As[Str](key)), noSlot)
}

// insert adds a key known to be absent; free is its index slot, or noSlot.
func (d *Dict) insert(t *Thread, key, val Value, hash int64, free uint64) bool {
	if d.N == d.Cap {
		if !d.resize(t, d.growth()) {
			return false
		}
		free = noSlot
	}
	if d.Kind&DictStrKeys != 0 && !key.IsExact(TStr) {
		d.Kind &^= DictStrKeys
	}
	if free != noSlot {
		d.setSlot(free, d.N+1)
	} else {
		d.link(hidden(hash), d.N+1)
	}
	e := d.Entries.At(int(d.N))
	e.Key, e.Val, e.Hash = key, val, hidden(hash)
	d.Filter |= FilterBit(hash)
	d.N++
	d.Used++
	d.Version = 0
	if d.Kind&DictWatched != 0 {
		t.RT.dictChanged(t, d, key)
	}
	return true
}

// link puts entry number n (1-based) into the first free index slot.
func (d *Dict) link(h uint64, n int32) {
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	for d.slot(i) != 0 {
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
	d.setSlot(i, n)
}

// relinkPiece is how many entries move to a new table between polls.
const relinkPiece = 1 << 12

// linkFrom is link for the entries from n on.
func (d *Dict) linkFrom(n int32) {
	p, size := d.Index.Data(), 1<<d.Log2
	entries := unsafe.Slice(d.Entries.At(0), d.N)
	switch {
	case d.Log2 < 8:
		linkAll(unsafe.Slice((*uint8)(p), size), entries, int(n))
	case d.Log2 < 16:
		linkAll(unsafe.Slice((*uint16)(p), size), entries, int(n))
	default:
		linkAll(unsafe.Slice((*int32)(p), size), entries, int(n))
	}
}

func linkAll[N uint8 | uint16 | int32](index []N, entries []Entry, n int) {
	mask := uint64(len(index) - 1)
	for ; n < len(entries); n++ {
		h := entries[n].Hash
		i, perturb := h&mask, h
		for index[i] != 0 {
			perturb >>= 5
			i = (i*5 + perturb + 1) & mask
		}
		index[i] = N(n + 1)
	}
}

// growth returns the log2 of the index size to use when the table is full: room for three times the live entries.
func (d *Dict) growth() uint8 {
	want := int(d.Used)*3 + 1
	log2 := uint8(3)
	for 1<<log2 < want {
		log2++
	}
	return log2
}

// Reserve makes room for n entries in all.
func (d *Dict) Reserve(t *Thread, n int) bool {
	return int(d.Cap) >= n || d.resize(t, roomFor(n))
}

// roomFor is the log2 of the index size of a table for n entries.
func roomFor(n int) uint8 {
	log2 := uint8(3)
	for usable(log2) < n {
		log2++
	}
	return log2
}

// resize rebuilds index and entries, dropping deleted ones.
func (d *Dict) resize(t *Thread, log2 uint8) bool { return d.rebuild(t, log2, 0) }

// rebuild is resize that leaves room for some entries at the front, as if they were deleted ones.
func (d *Dict) rebuild(t *Thread, log2 uint8, front int) bool {
	if log2 > 30 {
		t.NoMemory()
		return false
	}
	width := 4
	switch {
	case log2 < 8:
		width = 1
	case log2 < 16:
		width = 2
	}
	c := usable(log2)
	index := NewRaw(t, width<<log2)
	if index == nil {
		return false
	}
	storage := TEntries
	if d.Kind&dictWeak != 0 {
		storage = TRaw
	}
	p := t.Alloc(storage.Shape(), EntriesItems+uintptr(c)*entrySize, 0)
	if p == nil {
		t.NoMemory()
		return false
	}
	entries := (*Entries)(p)
	to := Dict{Index: index, Entries: entries, Log2: log2, N: int32(front)}
	for i := 0; i < int(d.N); {
		first := to.N
		for end := min(i+relinkPiece, int(d.N)); i < end; i++ {
			if e := d.Entries.At(i); e.Key != Null {
				*entries.At(int(to.N)) = *e
				to.N++
			}
		}
		to.linkFrom(first)
		if t.Halted() {
			return false
		}
	}
	if to.N != d.N {
		d.Version = 0
	}
	d.Index, d.Entries, d.Log2, d.Cap, d.N = index, entries, log2, int32(c), to.N
	return true
}

// Delete removes a key: 1 done, 0 absent, -1 error.
func (d *Dict) Delete(t *Thread, key Value) int {
	h, ok := Hash(t, key)
	if !ok {
		return -1
	}
	return d.DeleteHash(t, key, h)
}

// DeleteHash is Delete with the hash known.
func (d *Dict) DeleteHash(t *Thread, key Value, hash int64) int {
	n := d.find(t, key, hash)
	if n < 0 {
		return n + 1
	}
	d.deleteAt(t, n)
	return 1
}

// slotOf returns the index slot of live entry n.
func (d *Dict) slotOf(n int) uint64 {
	h := d.Entries.At(n).Hash
	mask := uint64(1)<<d.Log2 - 1
	i, perturb := h&mask, h
	for d.slot(i) != int32(n+1) {
		perturb >>= 5
		i = (i*5 + perturb + 1) & mask
	}
	return i
}

// deleteAt removes entry n.
func (d *Dict) deleteAt(t *Thread, n int) {
	d.setSlot(d.slotOf(n), d.dummy())
	e := d.Entries.At(n)
	key := e.Key
	e.Key, e.Val = Null, Null
	d.Used--
	d.Version = 0
	if d.Used == 0 && d.N >= 4 {
		// Every slot is deleted: start afresh, so that tables used as queues do not fill with dummies. A small table is left alone:
		// iterators find out by its entries that keys changed.
		clear(unsafe.Slice((*byte)(d.Index.Data()), d.indexBytes()))
		d.N, d.Filter = 0, 0
		d.Kind |= DictStrKeys | DictEmptied
	}
	if d.Kind&DictWatched != 0 {
		t.RT.dictChanged(t, d, key)
	}
}

func (d *Dict) indexBytes() int {
	switch {
	case d.Log2 < 8:
		return 1 << d.Log2
	case d.Log2 < 16:
		return 2 << d.Log2
	}
	return 4 << d.Log2
}

// Clear removes everything.
func (d *Dict) Clear(t *Thread) {
	d.Used, d.N, d.Cap, d.Log2, d.Filter = 0, 0, 0, 0, 0
	d.Entries, d.Index = nil, nil
	d.Version = 0
	d.Kind |= DictStrKeys
	if d.Kind&DictWatched != 0 {
		t.RT.dictChanged(t, d, Null)
	}
}

// Next steps through the entries: it returns the first live entry at or after position i and the position after it; nil at the end.
func (d *Dict) Next(i int) (*Entry, int) {
	for ; i < int(d.N); i++ {
		if e := d.Entries.At(i); e.Key != Null {
			return e, i + 1
		}
	}
	return nil, i
}

// Copy makes a dict with the same entries; nil without memory.
func (d *Dict) Copy(t *Thread) *Dict {
	c := NewDict(t)
	if c == nil || d.Used == 0 {
		return c
	}
	if d.compact() {
		if !c.clone(t, d) {
			return nil
		}
		return c
	}
	if !c.Reserve(t, int(d.Used)) {
		return nil
	}
	for i := 0; i < int(d.N); i++ {
		if e := d.Entries.At(i); e.Key != Null {
			c.link(e.Hash, c.N+1)
			*c.Entries.At(int(c.N)) = *e
			c.N++
		}
	}
	c.Used, c.Filter = int64(c.N), d.Filter
	c.Kind = d.Kind & DictStrKeys
	return c
}

// compact reports whether the tables have no deleted entries and not much more room than they need.
func (d *Dict) compact() bool { return int64(d.N) == d.Used && d.Cap <= 4*d.N }

// clone gives d, which is empty and not watched, copies of the tables of s, which is compact.
func (d *Dict) clone(t *Thread, s *Dict) bool {
	n := s.indexBytes()
	index := NewRaw(t, n)
	if index == nil {
		return false
	}
	p := t.Alloc(TEntries.Shape(), EntriesItems+uintptr(s.Cap)*entrySize, 0)
	if p == nil {
		t.NoMemory()
		return false
	}
	entries := (*Entries)(p)
	if !blitNew(t, unsafe.Slice((*byte)(index.Data()), n), unsafe.Slice((*byte)(s.Index.Data()), n)) ||
		!blitNew(t, unsafe.Slice(entries.At(0), s.N), unsafe.Slice(s.Entries.At(0), s.N)) {
		return false
	}
	d.Index, d.Entries, d.Log2, d.Cap, d.N, d.Used = index, entries, s.Log2, s.Cap, s.N, s.Used
	d.Kind = d.Kind&^DictStrKeys | s.Kind&DictStrKeys
	d.Version, d.Filter = 0, s.Filter
	return true
}

// KeysVersion returns a number that stays the same as long as the keys and their places do. Numbers are 16 bits wide, as inline
// caches need them; 0 when they are used up.
func (d *Dict) KeysVersion(t *Thread) uint32 {
	if d.Version == 0 && t.RT.dictVersions < 1<<16-1 {
		t.RT.dictVersions++
		d.Version = uint16(t.RT.dictVersions)
	}
	return uint32(d.Version)
}

// FindStr returns the entry number of an interned str in a dict of strs (Kind has DictStrKeys), or -1.
func (d *Dict) FindStr(key Value) int {
	k := As[Str](key)
	return d.findStr(k, hashOf(k))
}

// SetStr stores under a Go name, interned.
func (d *Dict) SetStr(t *Thread, name string, v Value) bool {
	k := Intern(t, name)
	return k != Null && d.Set(t, k, v)
}
