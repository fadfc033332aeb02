// Converting many plain values at once: lists and tuples of bools and numbers, slices of them, and maps by strings.
// What is of another kind among them is left to the general conversions.

package psy

import (
	"cmp"
	"encoding/binary"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// bulkKind is the kind of the elements of a slice type that are converted in bulk; else Invalid.
func bulkKind(typ reflect.Type) reflect.Kind {
	if typ.Kind() != reflect.Slice {
		return reflect.Invalid
	}
	elem := typ.Elem()
	switch kind := elem.Kind(); kind {
	case reflect.Int, reflect.Int64, reflect.Float64, reflect.Bool:
		if (kind != reflect.Int || strconv.IntSize == 64) && specialOf(elem) == nil {
			return kind
		}
	}
	return reflect.Invalid
}

// plainItems are the items of an exact list or tuple whose first one is what a slice of a kind takes in bulk; else nil.
func plainItems(v object.Value, kind reflect.Kind) []object.Value {
	if kind == reflect.Invalid || !v.IsExact(object.TList) && !v.IsExact(object.TTuple) {
		return nil
	}
	items := object.FastItems(v)
	if len(items) == 0 || !isPlain(kind, items[0]) {
		return nil
	}
	return items
}

// bulkSlice stores a slice of plain items at a place for one of the kind; false: not all of them are of that kind.
func bulkSlice(items []object.Value, kind reflect.Kind, to unsafe.Pointer) bool {
	switch kind {
	case reflect.Int, reflect.Int64:
		// Go clears no memory that it copies to, and what lies there becomes numbers in place.
		s := append([]int64(nil), unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(items))), len(items))...)
		if !object.UnboxInts(s, items) {
			return false
		}
		*(*[]int64)(to) = s[:len(s):len(s)]
	case reflect.Float64:
		s := make([]float64, len(items))
		if !object.UnboxFloats(s, items) {
			return false
		}
		*(*[]float64)(to) = s
	case reflect.Bool:
		s := make([]bool, len(items))
		for i, v := range items {
			if !v.IsBool() {
				return false
			}
			s[i] = v == object.True
		}
		*(*[]bool)(to) = s
	}
	return true
}

// isPlain reports whether an item is what a slice of a kind takes in bulk.
func isPlain(kind reflect.Kind, v object.Value) bool {
	switch kind {
	case reflect.Int, reflect.Int64:
		return v.IsInt()
	case reflect.Float64:
		return v.IsFloat()
	case reflect.Bool:
		return v.IsBool()
	}
	return false
}

// bulkPiece is how many numbers are converted between two polls.
const bulkPiece = 1 << 16

// bulkList makes a list of the slice of a kind that lies at from; nil without an exception: it is empty, of no such kind, or has ints that are large.
func bulkList(t *object.Thread, from unsafe.Pointer, kind reflect.Kind) *object.List {
	switch kind {
	case reflect.Int, reflect.Int64:
		if s := *(*[]int64)(from); len(s) > 0 && object.FitsSmall(s[0]) { // nothing is made in vain
			return bulkItems(t, s, object.BoxInts)
		}
	case reflect.Float64:
		if s := *(*[]float64)(from); len(s) > 0 {
			return bulkItems(t, s, object.BoxFloats)
		}
	}
	return nil
}

func bulkItems[E any](t *object.Thread, from []E, box func([]object.Value, []E) bool) *object.List {
	l := object.NewList(t, len(from))
	if l == nil {
		return nil
	}
	items := l.Slice()
	for {
		n := min(len(from), bulkPiece)
		if !box(items[:n], from[:n]) {
			return nil
		}
		if from, items = from[n:], items[n:]; len(from) == 0 {
			return l
		}
		if !t.Poll() {
			return nil
		}
	}
}

// bulkDict makes a dict of a map of one of the frequent types; ok false: v is another.
func (r *Runtime) bulkDict(v reflect.Value, where string, depth int) (d object.Value, err error, ok bool) {
	if !v.CanInterface() {
		return d, nil, false
	}
	switch m := v.Interface().(type) {
	case map[string]any:
		d, err = dictOf(r, m, where, func(x any) (object.Value, error) {
			if x == nil {
				return object.None, nil
			}
			return r.reflected(reflect.ValueOf(x), where, depth+1)
		})
	case map[string]string:
		d, err = dictOf(r, m, where, func(x string) (object.Value, error) { return r.newStr(x, where) })
	case map[string]int:
		d, err = dictOf(r, m, where, func(x int) (object.Value, error) { return r.made(object.NewInt(r.t, int64(x))) })
	case map[string]int64:
		d, err = dictOf(r, m, where, func(x int64) (object.Value, error) { return r.made(object.NewInt(r.t, x)) })
	case map[string]float64:
		d, err = dictOf(r, m, where, func(x float64) (object.Value, error) { return object.Float(x), nil })
	default:
		return d, nil, false
	}
	return d, err, true
}

// dictOf makes a dict of a map, its keys in order.
func dictOf[V any](r *Runtime, m map[string]V, where string, of func(V) (object.Value, error)) (object.Value, error) {
	type item struct {
		key string
		val V
	}
	type place struct {
		head uint64 // the key's first eight bytes, which decide most comparisons
		at   int
	}
	t := r.t
	d := object.NewDict(t)
	if d == nil || !d.Reserve(t, len(m)) {
		return object.Null, r.failure()
	}
	items, order := make([]item, 0, len(m)), make([]place, 0, len(m))
	for k, x := range m {
		order = append(order, place{headOf(k), len(items)})
		items = append(items, item{k, x})
	}
	slices.SortFunc(order, func(a, b place) int {
		switch {
		case a.head < b.head:
			return -1
		case a.head > b.head:
			return 1
		}
		return cmp.Compare(items[a.at].key, items[b.at].key)
	})
	for _, p := range order {
		item := &items[p.at]
		key, err := r.newKey(item.key, p.head, where)
		if err != nil {
			return object.Null, inElement(err, where, item.key)
		}
		x, err := of(item.val)
		if err != nil {
			return object.Null, inElement(err, where, item.key)
		}
		if !d.Add(t, key, x) || !t.Poll() {
			return object.Null, r.failure()
		}
	}
	return object.Of(d), nil
}

// headOf is the first eight bytes of a key, so that they compare as the bytes do.
func headOf(k string) uint64 {
	if len(k) >= 8 {
		return binary.BigEndian.Uint64([]byte(k[:8]))
	}
	var head [8]byte
	copy(head[:], k)
	return binary.BigEndian.Uint64(head[:])
}

// Short keys of maps are kept for the next map, which mostly has the same: there are at most keptKeys of up to longestKey bytes.
const keptKeys, longestKey = 256, 32

// newKey is newStr for a key that begins with the bytes of head.
func (r *Runtime) newKey(s string, head uint64, where string) (object.Value, error) {
	if len(s) > longestKey || len(s) < 2 {
		return r.newStr(s, where)
	}
	if r.keys == nil {
		r.keys = make([]object.Value, keptKeys) //psy:root visited by visitRoots
	}
	e := &r.keys[(head^uint64(len(s))<<56^uint64(s[len(s)-1])<<48)*0x9E3779B97F4A7C15>>56]
	if *e != object.Null && object.As[object.Str](*e).Is(s) {
		return *e, nil
	}
	v, err := r.newStr(s, where)
	if err == nil && object.As[object.Str](v).IsASCII() {
		*e = v
	}
	return v, err
}
