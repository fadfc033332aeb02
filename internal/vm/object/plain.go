// Plain keys: numbers, strs, bytes, objects that are equal to themselves only, and small tuples of those. Hashing and comparing those runs no
// Python code and does not raise, so machine code may look them up without having its frame in order. Where that cannot be promised these
// functions change nothing and say so.

package object

import (
	"slices"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

// plainDepth is how deep tuples may nest, plainSize how many values may lie in them.
const plainDepth, plainSize = 8, 200

func plain(t *Thread, v Value) bool { return plainRest(t, v, plainSize, plainDepth) >= 0 }

// plainRest gives how many of left values are left after the plain key v; below 0: v is none, or too large.
//
//psy:bounded depth counts down from plainDepth
func plainRest(t *Thread, v Value, left, depth int) int {
	left--
	if !v.IsPtr() {
		if v == Null {
			return -1
		}
		return left
	}
	switch v.ShapeID() {
	case TStr.Shape(), TInt.Shape():
		return left
	case TBytes.Shape():
		if t.RT.BytesWarning { // a comparison may warn, which shows the frame
			return -1
		}
		return left
	}
	typ := ShapeOf(v).Type
	switch {
	case typ.Flags&TypeTupleSub != 0 && typ.hashesLike(t, TTuple):
		if depth == 0 {
			return -1
		}
		for _, y := range As[Tuple](v).Items() {
			if left = plainRest(t, y, left, depth-1); left < 0 {
				return -1
			}
		}
		return left
	case typ.Flags&TypeIntSub != 0 && typ.hashesLike(t, TInt), typ.Flags&TypeStrSub != 0 && typ.hashesLike(t, TStr):
		return left
	case wordOf(typ.Slots.Hash) == wordOf[HashFunc](objectHash) && typ.ComparesIdentity():
		return left
	}
	return -1
}

// hashesLike reports whether typ has the hash and the comparisons of a built-in type.
func (typ *Type) hashesLike(t *Thread, id TypeID) bool {
	of := &t.Type(id).Slots
	return wordOf(typ.Slots.Hash) == wordOf(of.Hash) && wordOf(typ.Slots.Compare) == wordOf(of.Compare)
}

// ComparesIdentity reports whether objects of typ are equal to themselves only, unless what they are compared with says otherwise.
func (typ *Type) ComparesIdentity() bool {
	return wordOf(typ.Slots.Compare) == wordOf[CompareFunc](objectCompare)
}

// ByIdentity gives the words of Slots.Hash and Slots.Compare of types whose objects are equal to themselves only and have HashPointer as hash.
func ByIdentity() (hash, compare uintptr) {
	return wordOf[HashFunc](objectHash), wordOf[CompareFunc](objectCompare)
}

// plainHash is the hash of a plain key; false: it is none.
func plainHash(t *Thread, key Value) (int64, bool) {
	switch {
	case key.IsInt():
		return hashSmall(key.Int()), true
	case key.IsExact(TStr):
		return HashStr(t, As[Str](key)), true
	}
	h, left := hashRest(t, key, plainSize, plainDepth)
	return h, left >= 0
}

// hashRest is plainRest with the hash of v.
//
//psy:bounded depth counts down from plainDepth
func hashRest(t *Thread, v Value, left, depth int) (h int64, rest int) {
	if v.IsPtr() {
		typ := ShapeOf(v).Type
		switch hash := wordOf(typ.Slots.Hash); {
		case hash == wordOf[HashFunc](slotHash): // a method written in Python
			return 0, -1
		case hash == wordOf[HashFunc](objectHash) && typ.ComparesIdentity():
			return HashPointer(v), left - 1
		case !isPlainTuple(t, v):
		case depth < plainDepth:
			return innerHash(t, v, left, depth)
		default:
			return hashItems(t, As[Tuple](v).Items(), left, depth)
		}
	}
	if left = plainRest(t, v, left, depth); left < 0 {
		return 0, -1
	}
	h, ok := Hash(t, v)
	if !ok {
		t.dropExc()
		return 0, -1
	}
	return h, left
}

// plainEqual compares a plain key with another key: 1 equal, 0 not, -1 if that cannot be told.
func plainEqual(t *Thread, k, key Value) int {
	if k.IsInt() && key.IsInt() {
		return 0 // they are not identical
	}
	switch ComparePeek(t, k, key, EQ) {
	case True:
		return 1
	case False:
		return 0
	}
	return -1
}

// ComparePeek is a op b: False, True, or Null if it cannot be told.
func ComparePeek(t *Thread, a, b Value, op CompareOp) Value {
	left := plainSize
	return comparePeek(t, a, b, op, &left, plainDepth)
}

// comparePeek is ComparePeek for at most so many items of tuples as are left.
//
//psy:bounded depth counts down from plainDepth
func comparePeek(t *Thread, a, b Value, op CompareOp, left *int, depth int) Value {
	switch {
	case !a.IsPtr() || !b.IsPtr():
	case a.IsExact(TStr) && b.IsExact(TStr):
		return strCompare(t, a, b, op)
	case a.IsExact(TBytes) && b.IsExact(TBytes):
		return bytesCompare(t, a, b, op)
	case depth > 0 && isPlainTuple(t, a) && isPlainTuple(t, b):
		return tuplePeek(t, As[Tuple](a).Items(), As[Tuple](b).Items(), op, left, depth-1)
	case isExactSet(a) && isExactSet(b):
		return compareSets(t, As[Set](a), As[Set](b), op, (*Set).subsetPeek)
	}
	if !plain(t, a) || !plain(t, b) {
		return Null
	}
	r := Compare(t, a, b, op)
	if !r.IsBool() {
		t.dropExc()
		return Null
	}
	return r
}

func isExactSet(v Value) bool { return v.IsExact(TFrozenSet) || v.IsExact(TSet) }

// subsetPeek reports whether all keys of s, plain ones, are in o: 1, 0, or -1 if it cannot be told.
func (s *Set) subsetPeek(t *Thread, o *Set) int {
	if s.Used > o.Used {
		return 0
	}
	left := s.Used
	for i := 0; left > 0; i++ {
		k := *s.Keys.At(i)
		if !isKey(k) {
			continue
		}
		left--
		if i&(pollEach-1) == pollEach-1 && t.Halted() {
			t.dropExc()
			return -1
		}
		h := s.hash(uint64(i))
		switch *o.Keys.At(int(uint64(h) & o.Mask)) {
		case k:
			continue
		case Null: // no key has that hash
			return 0
		}
		if !plain(t, k) {
			return -1
		}
		if c := o.holdsPlain(t, k, h); c <= 0 {
			return c
		}
	}
	return 1
}

func isPlainTuple(t *Thread, v Value) bool {
	if v.IsExact(TTuple) {
		return true
	}
	typ := ShapeOf(v).Type
	return typ.Flags&TypeTupleSub != 0 && typ.hashesLike(t, TTuple)
}

// tuplePeek compares the items of tuples.
//
//psy:bounded depth counts down from plainDepth
func tuplePeek(t *Thread, a, b []Value, op CompareOp, left *int, depth int) Value {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		if *left--; *left < 0 {
			return Null
		}
		if x == y {
			continue
		}
		eq := False
		if !x.IsInt() || !y.IsInt() {
			eq = comparePeek(t, x, y, EQ, left, depth)
		}
		switch {
		case eq == True:
		case eq == Null:
			return Null
		case op == EQ || op == NE:
			return Bool(op == NE)
		default:
			return comparePeek(t, x, y, op, left, depth)
		}
	}
	return Bool(CompareInts(int64(len(a)), int64(len(b)), op))
}

// findPlain is find for plain keys; -2: it cannot be told.
func (d *Dict) findPlain(t *Thread, key Value, hash int64) int {
	if d.lacks(hash) {
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
	case !d.insert(t, key, val, h, noSlot):
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
		for j, end := i, lastProbe(i, s.Mask); j <= end; j++ {
			k := *s.Keys.At(int(j))
			switch {
			case k == key:
				return 1
			case k == Null:
				return 0
			case k != setDummy && !BothInt(k, key) && s.hash(j) == hash:
				if eq := plainEqual(t, k, key); eq != 0 {
					return eq
				}
			}
		}
		perturb >>= SetPerturb
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
	at, free := s.search(key, h)
	unsure := at == atUnsure
	if unsure {
		if at = s.holdsPlain(t, key, h) - 1; at < -1 {
			return Null
		}
	}
	if at >= 0 {
		return None
	}
	if uint64(s.Fill+1)*5 >= s.Mask*3 { // it has to grow, for which there may be no memory
		return Null
	}
	if unsure { // it meets the same keys again
		ok = s.AddHash(t, key, h)
	} else {
		ok = s.addAt(t, free, key, h)
	}
	if !ok {
		t.dropExc()
		return Null
	}
	return None
}

// SeqHas is x in the list or tuple v: False, True, or Null if it cannot be told.
func SeqHas(t *Thread, v, x Value) Value {
	if !plain(t, x) {
		return Null
	}
	var items []Value
	if IsTuple(v) {
		items = As[Tuple](v).Items()
	} else {
		items = As[List](v).Slice()
	}
	from := 0
	if x.IsInt() {
		from = pastInts(items[:min(len(items), pollEach-1)], x)
	}
	for i := from; i < len(items); i++ {
		y := items[i]
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

// pastInts is the index of the first item that is the int x or no small int.
func pastInts(items []Value, x Value) int {
	for i, y := range items {
		if y == x || !y.IsInt() {
			return i
		}
	}
	return len(items)
}

// StrHas is x in the str v; Null: x is no str.
func StrHas(t *Thread, v, x Value) Value {
	if !IsStr(x) {
		return Null
	}
	return Bool(strContains(t, v, x) > 0)
}

// IntPeek is int(v), and FloatPeek float(v), of a str that has a short number and nothing else; Null: it was not made.
func IntPeek(_ *Thread, v Value) Value {
	if !v.IsExact(TStr) || !As[Str](v).IsASCII() {
		return Null
	}
	n, _ := shortInt(As[Str](v).View(), 10)
	return n
}

func FloatPeek(_ *Thread, v Value) Value {
	if !v.IsExact(TStr) || !As[Str](v).IsASCII() {
		return Null
	}
	f, ok := numfmt.ShortFloat(As[Str](v).View())
	if !ok {
		return Null
	}
	return Float(f)
}

// StrPlus is a + b of strs.
func StrPlus(t *Thread, a, b Value) Value { return OrNothing(t, StrConcat(t, a, b)) }

// OrNothing forgets the exception of a failed operation, which will be done again.
func OrNothing(t *Thread, v Value) Value {
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

// Operation is an operation that a class may have in common with a built-in one.
type Operation uint8

const (
	ToSubscript Operation = iota
	ToSetSubscript
	ToContain
	ToHaveLen
	ToIterate
)

func (typ *Type) operation(op Operation) uintptr {
	switch s := &typ.Slots; op {
	case ToSubscript:
		return wordOf(s.Subscript)
	case ToSetSubscript:
		return wordOf(s.SetSubscript)
	case ToContain:
		return wordOf(s.Contains)
	case ToHaveLen:
		return wordOf(s.Len)
	default:
		return wordOf(s.Iter)
	}
}

// Like gives the built-in container, other than typ, from which typ has an operation, or nil.
func (typ *Type) Like(t *Thread, op Operation) *Type {
	f := typ.operation(op)
	for _, id := range [...]TypeID{TDict, TList, TTuple, TStr, TBytes, TSet, TFrozenSet} {
		of := t.Type(id)
		if typ == of || !typ.IsSubtype(of) {
			continue
		}
		switch {
		case f == of.operation(op):
			return of
		case op == ToSubscript && slices.Contains(dictFirst, f):
			return of
		case op == ToSetSubscript && typ.DefinesSetSubscript(): // perhaps only __delitem__
			if name := t.N(N_setitem_); typ.Lookup(t, name) == of.Lookup(t, name) {
				return of
			}
		}
	}
	return nil
}

var dictFirst []uintptr

// DictFirst declares f, the Slots.Subscript of a subclass of dict: it finds what the dict has as the dict does, and does something else only for other
// keys.
func DictFirst(f BinaryFunc) BinaryFunc {
	dictFirst = append(dictFirst, wordOf(f))
	return f
}
