//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The type Row.

package sqlitemod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

var tRow = object.AllocTypeID()

// row is a sqlite3.Row.
type row struct {
	header
	Data        *object.Tuple
	Description Value
}

var _ = object.DefineType(tRow, object.TypeDef{
	Name: "sqlite3.Row", Size: unsafe.Sizeof(row{}), Refs: 1<<1 | 1<<2, Flags: object.TypeBase | object.TypeSequence, NoWeak: true,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			if !object.NoKeywordsFor(t, typ, tRow, kw) || !object.CheckPositional(t, "Row", len(args)-object.KwLen(kw), 2, 2) {
				return null
			}
			if !object.TypeOf(t, args[0]).IsSubtype(t.Type(tCursor)) {
				return object.Raise(t, object.TTypeError, "Row() argument 1 must be sqlite3.Cursor, not %s", object.TypeName(t, args[0]))
			}
			if !object.IsTuple(args[1]) {
				return object.Raise(t, object.TTypeError, "Row() argument 2 must be tuple, not %s", object.TypeName(t, args[1]))
			}
			return newRow(t, typ, object.As[cursor](args[0]).Description, args[1])
		},
		Hash: func(t *Thread, v Value) (int64, bool) {
			r := object.As[row](v)
			a, ok := object.Hash(t, r.Description)
			if !ok {
				return 0, false
			}
			b, ok := object.Hash(t, object.Of(r.Data))
			return a ^ b, ok
		},
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE || !object.TypeOf(t, b).IsSubtype(t.Type(tRow)) {
				return object.NotImplemented
			}
			x, y := object.As[row](a), object.As[row](b)
			switch object.EqualBool(t, x.Description, y.Description) {
			case -1:
				return null
			case 0:
				return object.Bool(op == object.NE)
			}
			return object.Compare(t, object.Of(x.Data), object.Of(y.Data), op)
		},
		Iter:      func(t *Thread, v Value) Value { return object.Iter(t, object.Of(object.As[row](v).Data)) },
		Len:       func(t *Thread, v Value) int64 { return int64(object.As[row](v).Data.Len()) },
		Subscript: rowItem,
	},
	Methods: []FuncDef{{Name: "keys", Sig: "()", F0: func(t *Thread, v Value) Value {
		list := object.NewList(t, 0)
		if list == nil {
			return null
		}
		if d := object.As[row](v).Description; d != none && d != null {
			for i, all := 0, object.As[object.Tuple](d); i < all.Len(); i++ {
				if !list.Append(t, *object.As[object.Tuple](*all.At(i)).At(0)) {
					return null
				}
			}
		}
		return object.Of(list)
	}}},
})

func newRow(t *Thread, typ *object.Type, description, data Value) Value {
	v := object.AllocInstance(t, typ)
	if v != null {
		r := object.As[row](v)
		r.Data, r.Description = object.As[object.Tuple](data), description
		if description == null {
			r.Description = none
		}
	}
	return v
}

func rowItem(t *Thread, v, k Value) Value {
	r := object.As[row](v)
	switch {
	case object.IsIntLike(k):
		n, ok := object.AsSize(t, k, object.TIndexError)
		if !ok {
			return null
		}
		if n < 0 {
			n += int64(r.Data.Len())
		}
		if n < 0 || n >= int64(r.Data.Len()) {
			return object.Raise(t, object.TIndexError, "tuple index out of range")
		}
		return *r.Data.At(int(n))
	case object.IsStr(k):
		if r.Description != none {
			all := object.As[object.Tuple](r.Description)
			for i := 0; i < all.Len() && i < r.Data.Len(); i++ {
				if sameName(*object.As[object.Tuple](*all.At(i)).At(0), k) {
					return *r.Data.At(i)
				}
			}
		}
		return object.Raise(t, object.TIndexError, "No item with that key")
	case k.IsExact(object.TSlice):
		return object.GetItem(t, object.Of(r.Data), k)
	}
	return object.Raise(t, object.TIndexError, "Index must be int or string")
}

// sameName compares two strs; capitals of ASCII are as small letters.
func sameName(a, b Value) bool {
	if a == b {
		return true
	}
	x, y := object.As[object.Str](a), object.As[object.Str](b)
	if x.Len != y.Len || !x.IsASCII() || !y.IsASCII() {
		return x.Len == y.Len && x.Kind() == y.Kind() && object.StrEqual(x, y)
	}
	p, q := x.Bytes(), y.Bytes()
	for i := range p {
		if p[i] != q[i] && (p[i]|0x20 != q[i]|0x20 || p[i]|0x20 < 'a' || p[i]|0x20 > 'z') {
			return false
		}
	}
	return true
}
