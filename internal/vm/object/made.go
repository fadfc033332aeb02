// The making of texts and dicts that neither runs Python code nor raises, for compiled code: all of it is done, or nothing.

package object

import "unsafe"

// The kinds of texts that TextPeek makes.
const (
	TextFormat = iota // format(v, "")
	TextStr           // str(v), with the number that CONVERT_VALUE has for it
	TextRepr          // repr(v)
)

// TextPeek is the text of a str, a small int, a float, a bool or None; Null: v is something else, or memory is short.
func TextPeek(t *Thread, v Value, kind uint64) Value {
	if v.IsExact(TStr) && kind != TextRepr {
		return v
	}
	if v == Null || v.IsPtr() && !v.IsExact(TStr) || v == NotImplemented || v == Ellipsis {
		return Null
	}
	return OrNothing(t, Repr(t, v))
}

// JoinPeek joins n strs; Null: one is no exact str, or memory is short.
func JoinPeek(t *Thread, p *Value, n int) Value {
	items := unsafe.Slice(p, n)
	for _, v := range items {
		if !v.IsExact(TStr) {
			return Null
		}
	}
	return OrNothing(t, StrJoin(t, t.RT.EmptyStr, items))
}

// MapPeek makes a dict of n keys, each with its value behind it.
func MapPeek(t *Thread, p *Value, n int) Value {
	items := unsafe.Slice(p, 2*n)
	d := newPlainDict(t, n)
	for i := 0; d != nil && i < len(items); i += 2 {
		if !d.enter(t, items[i], items[i+1]) {
			return Null
		}
	}
	return Of(d)
}

// enter stores an entry in a new dict of plain keys; false: it was not done.
func (d *Dict) enter(t *Thread, key, val Value) bool {
	if !key.IsExact(TStr) || d.Used != 0 && d.Kind&DictStrKeys == 0 {
		return DictPut(t, d, key, val) != Null
	}
	if !d.Set(t, key, val) {
		t.dropExc()
		return false
	}
	return true
}

// ConstMapPeek makes a dict of n values and a tuple of their keys.
func ConstMapPeek(t *Thread, keys *Tuple, p *Value, n int) Value {
	if keys.Len() != n {
		return Null
	}
	d := newPlainDict(t, n)
	for i, v := range unsafe.Slice(p, n) {
		if d == nil || !d.enter(t, *keys.At(i), v) {
			return Null
		}
	}
	return Of(d)
}

// newPlainDict makes a dict with room for n entries, or nil.
func newPlainDict(t *Thread, n int) *Dict {
	d := NewDict(t)
	if d == nil || n > 5 && !d.Reserve(t, n) {
		t.dropExc()
		return nil
	}
	return d
}

// DictDrop is del d[key]; Null: it was not done.
func DictDrop(t *Thread, d *Dict, key Value) Value {
	h, ok := plainHash(t, key)
	if !ok || d.Kind&DictWatched != 0 {
		return Null
	}
	n := d.findPlain(t, key, h)
	if n < 0 {
		return Null
	}
	d.deleteAt(t, n)
	return True
}
