// Go values to Python objects.

package psy

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/vm/object"
)

// maxDepth bounds how deep converted values may be nested; deeper ones are taken for cyclic.
const maxDepth = 500

var (
	bigType   = reflect.TypeFor[big.Int]()
	valueType = reflect.TypeFor[Value]()
	modType   = reflect.TypeFor[*Module]()
	anyType   = reflect.TypeFor[any]()
	errorType = reflect.TypeFor[error]()
)

// made is what a conversion gives: an error for Null, whose exception is taken away.
func (r *Runtime) made(v object.Value) (object.Value, error) {
	if v == object.Null {
		return v, r.failure()
	}
	return v, nil
}

// toPython makes a Python object of any Go value of the table in docs/embedding.md.
func (r *Runtime) toPython(x any, where string) (object.Value, error) {
	t := r.t
	switch x := x.(type) {
	case nil:
		return object.None, nil
	case bool:
		return object.Bool(x), nil
	case int:
		return r.made(object.NewInt(t, int64(x)))
	case int64:
		return r.made(object.NewInt(t, x))
	case float64:
		return object.Float(x), nil
	case string:
		return r.newStr(x, where)
	case Value:
		return x.of(r)
	}
	return r.reflected(reflect.ValueOf(x), where, 0)
}

func (r *Runtime) newStr(s, where string) (object.Value, error) {
	if !utf8.ValidString(s) {
		return object.Null, &ConversionError{"string", "str", where, "it is not UTF-8"}
	}
	return r.made(object.NewStr(r.t, s))
}

func (r *Runtime) reflected(v reflect.Value, where string, depth int) (object.Value, error) {
	t := r.t
	if depth > maxDepth {
		return object.Null, &ConversionError{v.Type().String(), "object", where, "it is nested too deep"}
	}
	switch v.Kind() {
	case reflect.Bool:
		return object.Bool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.made(object.NewInt(t, v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return r.made(object.NewUint(t, v.Uint()))
	case reflect.Float32, reflect.Float64:
		return object.Float(v.Float()), nil
	case reflect.Complex64, reflect.Complex128:
		return r.made(object.NewComplex(t, v.Complex()))
	case reflect.String:
		return r.newStr(v.String(), where)
	case reflect.Interface:
		if v.IsNil() {
			return object.None, nil
		}
		return r.reflected(v.Elem(), where, depth)
	case reflect.Pointer:
		if v.IsNil() {
			return object.None, nil
		}
		if v.Type() == modType {
			return v.Interface().(*Module).v.of(r)
		}
		return r.reflected(v.Elem(), where, depth+1)
	case reflect.Slice, reflect.Array:
		return r.sequence(v, where, depth)
	case reflect.Map:
		return r.newDict(v, where, depth)
	case reflect.Struct:
		switch v.Type() {
		case bigType:
			z := v.Interface().(big.Int)
			return r.made(object.NewBigInt(t, &z))
		case valueType:
			return v.Interface().(Value).of(r)
		}
		return r.record(v, where, depth)
	case reflect.Func:
		if seq, ok := sequenceOf(v.Type()); ok {
			if v.IsNil() {
				return object.None, nil
			}
			return r.newIterator(v, seq)
		}
		if f, err := newBound(v.Type().String(), v); err == nil {
			return r.newFunction(f)
		}
	}
	return object.Null, &ConversionError{v.Type().String(), "object", where, ""}
}

// sequence makes bytes of []byte, a list of other slices, a tuple of arrays.
func (r *Runtime) sequence(v reflect.Value, where string, depth int) (object.Value, error) {
	t, n := r.t, v.Len()
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		return r.made(object.NewBytes(t, v.Bytes()))
	}
	if v.Kind() == reflect.Array {
		tuple := object.NewTuple(t, n)
		if tuple == nil {
			return object.Null, r.failure()
		}
		for i := range n {
			x, err := r.reflected(v.Index(i), element(where, i), depth+1)
			if err != nil {
				return object.Null, err
			}
			*tuple.At(i) = x
		}
		return object.Of(tuple), nil
	}
	list := object.NewList(t, 0)
	if list == nil {
		return object.Null, r.failure()
	}
	for i := range n {
		x, err := r.reflected(v.Index(i), where, depth+1)
		if err != nil {
			return object.Null, inElement(err, where, i)
		}
		if !list.Append(t, x) || !t.Poll() {
			return object.Null, r.failure()
		}
	}
	return object.Of(list), nil
}

func element(where string, i any) string { return fmt.Sprintf("%s[%v]", where, i) }

// inElement tells a conversion error in which element of where it was.
func inElement(err error, where string, i any) error {
	switch e := err.(type) {
	case *ConversionError:
		c := *e
		c.Where = element(where, i) + strings.TrimPrefix(e.Where, where)
		return &c
	case *OverflowError:
		c := *e
		c.Where = element(where, i) + strings.TrimPrefix(e.Where, where)
		return &c
	}
	return err
}

// newDict makes a dict; keys that can be ordered go in in order, so that the same map gives the same dict.
func (r *Runtime) newDict(v reflect.Value, where string, depth int) (object.Value, error) {
	t := r.t
	d := object.NewDict(t)
	if d == nil {
		return object.Null, r.failure()
	}
	for _, e := range sortedEntries(v) {
		key, err := r.reflected(e.key, where, depth+1)
		if err != nil {
			return object.Null, inElement(err, where, e.key)
		}
		x, err := r.reflected(e.value, where, depth+1)
		if err != nil {
			return object.Null, inElement(err, where, e.key)
		}
		if !d.Set(t, key, x) || !t.Poll() {
			return object.Null, r.failure()
		}
	}
	return object.Of(d), nil
}

// entry is one of a map: NaNs cannot be looked up.
type entry struct{ key, value reflect.Value }

func sortedEntries(v reflect.Value) []entry {
	list := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		list = append(list, entry{it.Key(), it.Value()})
	}
	switch k := v.Type().Key().Kind(); {
	case k == reflect.String:
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key.String(), b.key.String()) })
	case k >= reflect.Int && k <= reflect.Int64:
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key.Int(), b.key.Int()) })
	case k >= reflect.Uint && k <= reflect.Uintptr:
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key.Uint(), b.key.Uint()) })
	case k == reflect.Float32 || k == reflect.Float64:
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key.Float(), b.key.Float()) })
	}
	return list
}

// record makes a types.SimpleNamespace of a struct.
func (r *Runtime) record(v reflect.Value, where string, depth int) (object.Value, error) {
	t := r.t
	ns := object.NewSimpleNamespace(t)
	if ns == object.Null {
		return ns, r.failure()
	}
	for _, f := range fieldsOf(v.Type()) {
		x, err := r.reflected(v.Field(f.index), where+"."+f.name, depth+1)
		if err != nil {
			return object.Null, err
		}
		name := object.Intern(t, f.name)
		if name == object.Null || !object.SetAttr(t, ns, name, x) {
			return object.Null, r.failure()
		}
	}
	return ns, nil
}

// field is an exported field of a struct and its name in Python: that of the tag `py:"name"`, else its own. "-" leaves it out;
// `py:"name,optional"` lets it be absent.
type field struct {
	index    int
	name     string
	optional bool
}

var fieldCache sync.Map // reflect.Type to []field

func fieldsOf(t reflect.Type) []field {
	if f, ok := fieldCache.Load(t); ok {
		return f.([]field)
	}
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("py"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		list = append(list, field{i, cmp.Or(name, f.Name), rest == "optional"})
	}
	fieldCache.Store(t, list)
	return list
}

// sequenceKind is what an iterator function yields.
type sequenceKind struct {
	elem   reflect.Type
	second reflect.Type // nil: iter.Seq; error: iter.Seq2[T, error]
}

// sequenceOf reports whether t is iter.Seq[T], or iter.Seq2[T, error].
func sequenceOf(t reflect.Type) (sequenceKind, bool) {
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 0 || t.In(0).Kind() != reflect.Func {
		return sequenceKind{}, false
	}
	yield := t.In(0)
	if yield.NumOut() != 1 || yield.Out(0).Kind() != reflect.Bool {
		return sequenceKind{}, false
	}
	switch {
	case yield.NumIn() == 1:
		return sequenceKind{yield.In(0), nil}, true
	case yield.NumIn() == 2 && yield.In(1) == errorType:
		return sequenceKind{yield.In(0), errorType}, true
	}
	return sequenceKind{}, false
}

// pulled is a Go sequence that Python iterates over. Close is called when no object stands for it any more.
type pulled struct {
	next func() (reflect.Value, error, bool)
	stop func()
}

func (p *pulled) Close() error {
	p.stop()
	return nil
}

func (r *Runtime) newIterator(v reflect.Value, kind sequenceKind) (object.Value, error) {
	p := &pulled{}
	if kind.second == nil {
		next, stop := iter.Pull(v.Seq())
		p.next, p.stop = func() (reflect.Value, error, bool) { x, ok := next(); return x, nil, ok }, stop
	} else {
		next, stop := iter.Pull2(v.Seq2())
		p.next, p.stop = func() (reflect.Value, error, bool) {
			x, e, ok := next()
			if !ok {
				return x, nil, false
			}
			err, _ := e.Interface().(error)
			return x, err, true
		}, stop
	}
	return r.made(newHostObject(r.t, tHostIterator, p))
}
