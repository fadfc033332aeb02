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

// plainItems are the items of an exact list or tuple whose first one is what a slice type takes in bulk; else nil.
func plainItems(v object.Value, typ reflect.Type) []object.Value {
	if !v.IsExact(object.TList) && !v.IsExact(object.TTuple) {
		return nil
	}
	items := object.FastItems(v)
	if len(items) == 0 || !isPlain(typ.Elem().Kind(), items[0]) || specialOf(typ.Elem()) != nil {
		return nil
	}
	return items
}

// bulkSlice makes a slice of plain items; ok false: not all of them are of the slice's kind.
func bulkSlice(items []object.Value, typ reflect.Type) (out reflect.Value, ok bool) {
	out = reflect.MakeSlice(typ, len(items), len(items))
	p := out.UnsafePointer()
	switch typ.Elem().Kind() {
	case reflect.Int, reflect.Int64:
		for i, to := 0, unsafe.Slice((*int64)(p), len(items)); i < len(items); i++ {
			if !items[i].IsInt() {
				return out, false
			}
			to[i] = items[i].Int()
		}
	case reflect.Float64:
		for i, to := 0, unsafe.Slice((*float64)(p), len(items)); i < len(items); i++ {
			if !items[i].IsFloat() {
				return out, false
			}
			to[i] = items[i].Float()
		}
	case reflect.Bool:
		for i, to := 0, unsafe.Slice((*bool)(p), len(items)); i < len(items); i++ {
			if !items[i].IsBool() {
				return out, false
			}
			to[i] = items[i] == object.True
		}
	}
	return out, true
}

// isPlain reports whether an item is what a slice of a kind takes in bulk.
func isPlain(kind reflect.Kind, v object.Value) bool {
	switch kind {
	case reflect.Int:
		return strconv.IntSize == 64 && v.IsInt()
	case reflect.Int64:
		return v.IsInt()
	case reflect.Float64:
		return v.IsFloat()
	case reflect.Bool:
		return v.IsBool()
	}
	return false
}

// bulkList makes a list of a slice of plain values; nil without an exception: it is not one, or has ints that are large.
func (r *Runtime) bulkList(v reflect.Value) *object.List {
	if v.Len() == 0 || specialOf(v.Type().Elem()) != nil {
		return nil
	}
	switch kind, p := v.Type().Elem().Kind(), v.UnsafePointer(); {
	case kind == reflect.Int && strconv.IntSize == 64, kind == reflect.Int64:
		return bulkItems(r.t, unsafe.Slice((*int64)(p), v.Len()), object.FitsSmall, object.SmallInt)
	case kind == reflect.Float64:
		return bulkItems(r.t, unsafe.Slice((*float64)(p), v.Len()), func(float64) bool { return true }, object.Float)
	}
	return nil
}

func bulkItems[E any](t *object.Thread, from []E, fits func(E) bool, of func(E) object.Value) *object.List {
	if !fits(from[0]) { // nothing is made in vain
		return nil
	}
	l := object.NewList(t, len(from))
	if l == nil {
		return nil
	}
	items := l.Slice()
	for i, x := range from {
		if !fits(x) || i%(1<<16) == 1<<16-1 && !t.Poll() {
			return nil
		}
		items[i] = of(x)
	}
	return l
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
		head uint64 // the key's first eight bytes, which decide most comparisons
		key  string
		val  V
	}
	t := r.t
	d := object.NewDict(t)
	if d == nil {
		return object.Null, r.failure()
	}
	items := make([]item, 0, len(m))
	for k, x := range m {
		var head [8]byte
		copy(head[:], k)
		items = append(items, item{binary.BigEndian.Uint64(head[:]), k, x})
	}
	slices.SortFunc(items, func(a, b item) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Compare(a.key, b.key)
	})
	for i := range items {
		key, err := r.newStr(items[i].key, where)
		if err != nil {
			return object.Null, inElement(err, where, items[i].key)
		}
		x, err := of(items[i].val)
		if err != nil {
			return object.Null, inElement(err, where, items[i].key)
		}
		if !d.Set(t, key, x) || !t.Poll() {
			return object.Null, r.failure()
		}
	}
	return object.Of(d), nil
}
