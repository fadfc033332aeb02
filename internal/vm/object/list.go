// The list type: operators and construction. Methods are in list_methods.go, slices in list_slice.go, sorting in list_sort.go.

package object

import (
	"math"
	"unsafe"
)

var _ = DefineType(TList, TypeDef{
	Name: "list", Flags: TypeBase | TypeSequence | TypeMatchSelf, Size: unsafe.Sizeof(List{}), Refs: 1 << 2, NoWeak: true,
	Slots: Slots{
		Repr: listRepr, Compare: listCompare, Iter: listIter, New: listNew, Init: listInit, From: listFrom,
		Len:       func(t *Thread, v Value) int64 { return As[List](v).Size },
		Subscript: listSubscript, SetSubscript: listSetSubscript, Contains: listContains,
		Concat: listConcat, InplaceConcat: listInplaceConcat, Repeat: listRepeat, InplaceRepeat: listInplaceRepeat,
	},
	Methods: RegisterFuncs(listMethods()),
})

func listNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if typ.Is(TList) {
		return Of(NewList(t, 0))
	}
	return AllocInstance(t, typ)
}

func listFrom(t *Thread, iterable Value) Value { return Of(ListFromIterable(t, iterable)) }

func listInit(t *Thread, self Value, args []Value, kw Value) bool {
	// Keywords are for a subclass's own __new__ (as in list___init__).
	typ := TypeOf(t, self)
	if wordOf(typ.Slots.New) == wordOf[NewFunc](listNew) && !NoKeywords(t, "list", kw) {
		return false
	}
	args = args[:len(args)-KwLen(kw)]
	if !CheckPositional(t, "list", len(args), 0, 1) {
		return false
	}
	l := As[List](self)
	l.clear()
	return len(args) == 0 || l.Extend(t, args[0])
}

// clear drops all items and the storage. An empty list stays as it is: one that is being sorted has no room at all.
func (l *List) clear() {
	if l.Items != nil {
		l.Size, l.Items, l.Cap = 0, nil, 0
	}
}

// AppendAll adds the values of a slice that lies off the Go heap; false without memory.
func (l *List) AppendAll(t *Thread, items []Value) bool {
	n := int(l.Size) + len(items)
	if !l.reserve(t, n) {
		return false
	}
	if len(items) > 0 {
		if !blitNew(t, unsafe.Slice(l.Items.At(int(l.Size)), len(items)), items) {
			return false
		}
		l.Size = int64(n)
	}
	return true
}

// Extend appends all items of an iterable; false on error.
func (l *List) Extend(t *Thread, iterable Value) bool {
	return l.extend(t, iterable, false)
}

// ExtendPrivate is Extend of a list that no program can see yet.
func (l *List) ExtendPrivate(t *Thread, iterable Value) bool {
	return l.extend(t, iterable, true)
}

// extend is Extend; private says that no program can see the list meanwhile.
func (l *List) extend(t *Thread, iterable Value, private bool) bool {
	if iterable == Of(l) { // of a subclass too: its iterator would never end
		return l.AppendAll(t, l.Slice())
	}
	if iterable.IsPtr() {
		switch iterable.ShapeID() {
		case TList.Shape():
			return l.AppendAll(t, As[List](iterable).Slice())
		case TTuple.Shape():
			return l.AppendAll(t, As[Tuple](iterable).Items())
		case TDict.Shape():
			return l.extendDict(t, As[Dict](iterable))
		case TSet.Shape(), TFrozenSet.Shape():
			return l.extendSet(t, As[Set](iterable))
		case TStr.Shape():
			return l.extendStr(t, As[Str](iterable))
		case TBytes.Shape(), TByteArray.Shape():
			return l.extendBytes(t, selfBytes(iterable))
		}
	}
	it := Iter(t, iterable)
	if it == Null {
		return false
	}
	n := LengthHint(t, iterable, 8)
	if n < 0 {
		return false
	}
	if n <= math.MaxInt64-l.Size && !l.reserve(t, int(l.Size+n)) { // a hint that cannot be true is passed over
		return false
	}
	if it.IsExact(TGenerator) {
		return l.pull(t, it)
	}
	return l.extendFrom(t, it, private)
}

// pull appends all items of a generator.
func (l *List) pull(t *Thread, it Value) bool {
	p := Pull{it: it, list: l}
	for {
		v := p.Next(t, PullAppend)
		if v == Null || !l.Append(t, v) {
			break
		}
	}
	p.End(t)
	if t.Exc != Null {
		return false
	}
	l.trim(t)
	return true
}

func (l *List) extendDict(t *Thread, d *Dict) bool {
	if !l.Grow(t, int(l.Size+d.Used)) {
		return false
	}
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !l.Append(t, e.Key) || t.haltedAt(i) {
			return false
		}
	}
	return true
}

func (l *List) extendStr(t *Thread, s *Str) bool {
	n := int(s.Len)
	if !l.Grow(t, int(l.Size)+n) {
		return false
	}
	if s.Kind() == 0 {
		chars := unsafe.Slice(t.RT.latin1.At(0), 256)
		for b := s.units1(); len(b) > 0; {
			piece := b[:min(len(b), pollEach)]
			room := unsafe.Slice(l.Items.At(int(l.Size)), len(piece))
			for i, c := range piece {
				room[i] = chars[c]
			}
			l.Size += int64(len(piece))
			if b = b[len(piece):]; len(b) > 0 && t.Halted() {
				return false
			}
		}
		return true
	}
	for i := range n {
		if c := NewStrRune(t, s.At(i)); c == Null || !l.Append(t, c) || t.haltedAt(i) {
			return false
		}
	}
	return true
}

func (l *List) extendBytes(t *Thread, b []byte) bool {
	if !l.reserve(t, int(l.Size)+len(b)) {
		return false
	}
	for len(b) > 0 {
		piece := b[:min(len(b), pollEach)]
		room := unsafe.Slice(l.Items.At(int(l.Size)), len(piece))
		for i, c := range piece {
			room[i] = SmallInt(int64(c))
		}
		l.Size += int64(len(piece))
		if b = b[len(piece):]; len(b) > 0 && t.Halted() {
			return false
		}
	}
	l.trim(t)
	return true
}

func (l *List) extendSet(t *Thread, s *Set) bool {
	if !l.Grow(t, int(l.Size+s.Used)) {
		return false
	}
	for i := s.next(0); i >= 0; i = s.next(i + 1) {
		if !l.Append(t, *s.Keys.At(i)) || t.haltedAt(i) {
			return false
		}
	}
	return true
}

// ListFromIterable is list(iterable); nil on error.
func ListFromIterable(t *Thread, iterable Value) *List {
	l := NewList(t, 0)
	if l == nil || !l.extend(t, iterable, true) {
		return nil
	}
	return l
}

func listRepr(t *Thread, v Value) Value {
	l := As[List](v)
	if l.Size == 0 {
		return NewStr(t, "[]")
	}
	switch ReprEnter(t, v) {
	case 1:
		return NewStr(t, "[...]")
	case -1:
		return Null
	}
	b := append(make([]byte, 0, 64), '[')
	for i, ok := 0, true; i < l.Len(); i++ {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b, ok = AppendRepr(t, b, *l.At(i)); !ok || t.haltedAt(i) {
			ReprLeave(t, v)
			return Null
		}
	}
	ReprLeave(t, v)
	return StrOfBytes(t, append(b, ']'))
}

func listCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsList(b) || !IsList(a) {
		return NotImplemented
	}
	x, y := As[List](a), As[List](b)
	if x.Size != y.Size && (op == EQ || op == NE) {
		return Bool(op == NE)
	}
	i := 0
	for ; i < x.Len() && i < y.Len(); i++ {
		p, q := *x.At(i), *y.At(i)
		if t.haltedAt(i) {
			return Null
		}
		if p == q {
			i = alike(x.Slice(), y.Slice(), i+1) - 1
			continue
		}
		if r, plain := comparePlain(p, q, op); plain {
			if r == Null {
				continue
			}
			return r
		}
		c := EqualBool(t, p, q)
		if c < 0 {
			return Null
		}
		if c > 0 {
			continue
		}
		if i >= x.Len() || i >= y.Len() { // __eq__ has shortened a list
			break
		}
		switch op {
		case EQ:
			return False
		case NE:
			return True
		}
		return Compare(t, *x.At(i), *y.At(i), op)
	}
	return Bool(CompareInts(x.Size, y.Size, op))
}

func listContains(t *Thread, v, x Value) int {
	l := As[List](v)
	found, at := plainContains(t, l.Slice(), x)
	if at < 0 {
		return found
	}
	for i := at; i < l.Len(); i++ {
		if c := EqualBool(t, *l.At(i), x); c != 0 {
			return c
		}
		if t.haltedAt(i) {
			return -1
		}
	}
	return 0
}

func listConcat(t *Thread, a, b Value) Value {
	if !IsList(b) {
		return Raise(t, TTypeError, "can only concatenate list (not \"%s\") to list", TypeName(t, b))
	}
	x, y := As[List](a), As[List](b)
	l := NewList(t, int(x.Size+y.Size))
	if l == nil {
		return Null
	}
	if !blitNew(t, l.Slice(), x.Slice()) || !blitNew(t, l.Slice()[x.Size:], y.Slice()) {
		return Null
	}
	return Of(l)
}

func listInplaceConcat(t *Thread, a, b Value) Value {
	if !As[List](a).Extend(t, b) {
		return Null
	}
	return a
}

// repeatInto fills dst with copies of its first n items; false: the thread is halted.
func repeatInto(t *Thread, dst []Value, n int) bool {
	if n > 1 {
		return blitAgain(t, dst, n)
	}
	v := dst[0]
	for len(dst) > 0 {
		piece := dst[:min(blitPiece, len(dst))]
		for i := range piece {
			piece[i] = v
		}
		if dst = dst[len(piece):]; t.Halted() {
			return false
		}
	}
	return true
}

func listRepeat(t *Thread, v Value, n int64) Value {
	x := As[List](v)
	if n <= 0 || x.Size == 0 {
		return Of(NewList(t, 0))
	}
	if x.Size > math.MaxInt64/8/n {
		return t.NoMemory()
	}
	l := NewList(t, int(x.Size*n))
	if l == nil {
		return Null
	}
	if !blitNew(t, l.Slice(), x.Slice()) || !repeatInto(t, l.Slice(), int(x.Size)) {
		return Null
	}
	return Of(l)
}

func listInplaceRepeat(t *Thread, v Value, n int64) Value {
	x := As[List](v)
	if n <= 0 {
		x.clear()
	}
	if n <= 1 || x.Size == 0 {
		return v
	}
	if x.Size > math.MaxInt64/8/n {
		return t.NoMemory()
	}
	old := int(x.Size)
	if !x.Grow(t, old*int(n)) {
		return Null
	}
	if !repeatInto(t, unsafe.Slice(x.Items.At(0), old*int(n)), old) {
		return Null
	}
	x.Size *= n
	return v
}
