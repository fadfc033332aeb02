// Python objects to Go values.

package psy

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"reflect"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/vm/object"
)

// As converts an object to a Go type by the table in docs/embedding.md: lossless or an error.
func As[T any](v Value) (x T, err error) {
	if v.h == nil {
		err = toGo(nil, object.None, reflect.ValueOf(&x).Elem(), "", 0)
		return x, err
	}
	r := v.h.r
	var c call
	if err := r.enter(nil, &c); err != nil {
		return x, err
	}
	defer r.leave(&c, &err)
	o, err := v.h.object()
	if err == nil {
		err = toGo(r, o, reflect.ValueOf(&x).Elem(), "", 0)
	}
	keep(v)
	c.done = true
	return x, err
}

// typeName is the name of an object's class; r may be nil for None.
func typeName(r *Runtime, v object.Value) string {
	if r == nil {
		return "NoneType"
	}
	return object.TypeName(r.t, v)
}

// wrong says that an object has no form as a Go type.
func wrong(r *Runtime, v object.Value, typ reflect.Type, where, why string) error {
	return &ConversionError{typeName(r, v), typ.String(), where, why}
}

// toGo stores a Python object in dst, which may be set. The runtime is entered.
func toGo(r *Runtime, v object.Value, dst reflect.Value, where string, depth int) error {
	typ := dst.Type()
	if depth > maxDepth {
		return wrong(r, v, typ, where, "it is nested too deep")
	}
	switch typ {
	case valueType:
		if v == object.None {
			dst.SetZero()
		} else {
			dst.Set(reflect.ValueOf(r.hold(v)))
		}
		return nil
	case bigType:
		if v.IsBool() || !object.IsIntLike(v) {
			return wrong(r, v, typ, where, "")
		}
		z := dst.Addr().Interface().(*big.Int)
		z.Set(object.BigOf(v))
		return nil
	case anyType:
		x, err := r.natural(v, depth)
		if err == nil && x != nil {
			dst.Set(reflect.ValueOf(x))
		} else {
			dst.SetZero()
		}
		return err
	}
	switch typ.Kind() {
	case reflect.Bool:
		if !v.IsBool() {
			return wrong(r, v, typ, where, "")
		}
		dst.SetBool(v == object.True)
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.IsBool() || !object.IsIntLike(v) {
			return wrong(r, v, typ, where, "")
		}
		if n, ok := object.Int64(v); ok && !dst.OverflowInt(n) {
			dst.SetInt(n)
			return nil
		}
		return &OverflowError{object.BigOf(v).String(), typ.String(), where}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if v.IsBool() || !object.IsIntLike(v) {
			return wrong(r, v, typ, where, "")
		}
		if n, ok := object.Uint64(v); ok && !dst.OverflowUint(n) {
			dst.SetUint(n)
			return nil
		}
		return &OverflowError{object.BigOf(v).String(), typ.String(), where}
	case reflect.Float32, reflect.Float64:
		f, err := toFloat(r, v, typ, where)
		if err == nil {
			if typ.Kind() == reflect.Float32 && float64(float32(f)) != f && f == f {
				return &OverflowError{fmt.Sprint(f), typ.String(), where}
			}
			dst.SetFloat(f)
		}
		return err
	case reflect.Complex64, reflect.Complex128:
		if !v.IsExact(object.TComplex) {
			return wrong(r, v, typ, where, "")
		}
		z, _ := object.AsComplex(r.t, v)
		if typ.Kind() == reflect.Complex64 && complex128(complex64(z)) != z && z == z {
			return &OverflowError{fmt.Sprint(z), typ.String(), where}
		}
		dst.SetComplex(z)
		return nil
	case reflect.String:
		if !object.IsStr(v) {
			return wrong(r, v, typ, where, "")
		}
		s := object.GoString(v)
		if !utf8.ValidString(s) {
			return wrong(r, v, typ, where, "it has surrogates, which UTF-8 has not")
		}
		dst.SetString(s)
		return nil
	}
	if r == nil { // None
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func:
			dst.SetZero()
			return nil
		}
		return wrong(r, v, typ, where, "")
	}
	switch typ.Kind() {
	case reflect.Pointer:
		if v == object.None {
			dst.SetZero()
			return nil
		}
		if typ == modType {
			if !v.IsExact(object.TModule) {
				return wrong(r, v, typ, where, "")
			}
			dst.Set(reflect.ValueOf(&Module{r.hold(v)}))
			return nil
		}
		p := reflect.New(typ.Elem())
		if err := toGo(r, v, p.Elem(), where, depth+1); err != nil {
			return err
		}
		dst.Set(p)
		return nil
	case reflect.Slice:
		return r.toSlice(v, dst, where, depth)
	case reflect.Array:
		return r.toArray(v, dst, where, depth)
	case reflect.Map:
		return r.toMap(v, dst, where, depth)
	case reflect.Struct:
		return r.toStruct(v, dst, where, depth)
	case reflect.Func:
		if kind, ok := sequenceOf(typ); ok {
			return r.toSequence(v, dst, kind, where)
		}
	}
	return wrong(r, v, typ, where, "")
}

// toFloat takes floats, and ints that a float64 holds exactly.
func toFloat(r *Runtime, v object.Value, typ reflect.Type, where string) (float64, error) {
	if v.IsFloat() {
		return v.Float(), nil
	}
	if object.IsFloatLike(v) {
		f, _ := object.AsFloat64(r.t, v)
		return f, nil
	}
	if v.IsBool() || !object.IsIntLike(v) {
		return 0, &ConversionError{typeName(r, v), typ.String(), where, ""}
	}
	if n, ok := object.Int64(v); ok && n <= 1<<53 && n >= -1<<53 {
		return float64(n), nil
	}
	z := object.BigOf(v)
	f, accuracy := new(big.Float).SetInt(z).Float64()
	if accuracy != big.Exact || math.IsInf(f, 0) {
		return 0, &OverflowError{z.String(), typ.String(), where}
	}
	return f, nil
}

// each calls f for what a Python iterable gives. Strs, bytes and dicts are not taken for iterables.
func (r *Runtime) each(v object.Value, typ reflect.Type, where string, f func(i int, x object.Value) error) error {
	t := r.t
	if object.IsStr(v) || object.IsBytes(v) || object.IsDict(v) || object.IsByteArray(v) {
		return wrong(r, v, typ, where, "")
	}
	it := object.Iter(t, v)
	if it == object.Null {
		if t.ClearIf(object.TTypeError) {
			return wrong(r, v, typ, where, "")
		}
		return r.failure()
	}
	for i := 0; ; i++ {
		x := object.Next(t, it)
		if x == object.Null {
			if t.Exc != object.Null {
				return r.failure()
			}
			return nil
		}
		if err := f(i, x); err != nil {
			return err
		}
	}
}

func (r *Runtime) toSlice(v object.Value, dst reflect.Value, where string, depth int) error {
	typ := dst.Type()
	if typ.Elem().Kind() == reflect.Uint8 && v.IsPtr() && (object.IsBytes(v) || object.IsByteArray(v)) {
		if b, ok := object.BufferOf(r.t, v); ok {
			dst.SetBytes(append([]byte{}, b...))
			return nil
		}
		return r.failure()
	}
	if v == object.None {
		return wrong(r, v, typ, where, "")
	}
	out := reflect.MakeSlice(typ, 0, 0)
	err := r.each(v, typ, where, func(i int, x object.Value) error {
		e := reflect.New(typ.Elem()).Elem()
		if err := toGo(r, x, e, where, depth+1); err != nil {
			return inElement(err, where, i)
		}
		out = reflect.Append(out, e)
		return nil
	})
	if err == nil {
		dst.Set(out)
	}
	return err
}

func (r *Runtime) toArray(v object.Value, dst reflect.Value, where string, depth int) error {
	n, typ := 0, dst.Type()
	err := r.each(v, typ, where, func(i int, x object.Value) error {
		if n++; i >= dst.Len() {
			return nil
		}
		if err := toGo(r, x, dst.Index(i), where, depth+1); err != nil {
			return inElement(err, where, i)
		}
		return nil
	})
	if err == nil && n != dst.Len() {
		return wrong(r, v, typ, where, fmt.Sprintf("it has %d items, not %d", n, dst.Len()))
	}
	return err
}

func (r *Runtime) toMap(v object.Value, dst reflect.Value, where string, depth int) error {
	typ := dst.Type()
	if !object.IsDict(v) {
		return wrong(r, v, typ, where, "")
	}
	out := reflect.MakeMap(typ)
	d := object.As[object.Dict](v)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		k, x := reflect.New(typ.Key()).Elem(), reflect.New(typ.Elem()).Elem()
		key, val := e.Key, e.Val // toGo may run Python code, which may change the dict
		if err := toGo(r, key, k, where, depth+1); err != nil {
			return inElement(err, where, "key")
		}
		if !k.Comparable() {
			return wrong(r, v, typ, where, "a key has no equality in Go")
		}
		if err := toGo(r, val, x, where, depth+1); err != nil {
			return inElement(err, where, k)
		}
		if out.MapIndex(k).IsValid() {
			return wrong(r, v, typ, where, fmt.Sprintf("two keys are the same in Go: %v", k))
		}
		out.SetMapIndex(k, x)
		if !r.t.Poll() {
			return r.failure()
		}
	}
	dst.Set(out)
	return nil
}

// toStruct takes fields from the items of a dict, or else from attributes.
func (r *Runtime) toStruct(v object.Value, dst reflect.Value, where string, depth int) error {
	t, typ := r.t, dst.Type()
	for _, f := range fieldsOf(typ) {
		name := object.Intern(t, f.name)
		if name == object.Null {
			return r.failure()
		}
		var x object.Value
		if object.IsDict(v) {
			x = object.As[object.Dict](v).Get(t, name)
		} else {
			x = object.LookupAttr(t, v, name)
		}
		if x == object.Null {
			if t.Exc != object.Null {
				return r.failure()
			}
			if f.optional {
				continue
			}
			return wrong(r, v, typ, where, "it has no "+f.name)
		}
		if err := toGo(r, x, dst.Field(f.index), where+"."+f.name, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// toSequence makes a Go sequence of an iterable. Each step enters the runtime. An iter.Seq ends at an error, which an iter.Seq2[T, error] yields.
func (r *Runtime) toSequence(v object.Value, dst reflect.Value, kind sequenceKind, where string) error {
	it := object.Iter(r.t, v)
	if it == object.Null {
		return r.failure()
	}
	held := r.hold(it)
	dst.Set(reflect.MakeFunc(dst.Type(), func(args []reflect.Value) []reflect.Value {
		yield := args[0]
		for {
			x := reflect.New(kind.elem).Elem()
			more, err := r.step(held, x, where)
			switch {
			case kind.second == nil:
				if err != nil || !more || !yield.Call([]reflect.Value{x})[0].Bool() {
					return nil
				}
			case err != nil:
				yield.Call([]reflect.Value{reflect.Zero(kind.elem), reflect.ValueOf(&err).Elem()})
				return nil
			case !more || !yield.Call([]reflect.Value{x, reflect.Zero(errorType)})[0].Bool():
				return nil
			}
		}
	}))
	return nil
}

// step takes the next value of an iterator.
func (r *Runtime) step(it Value, dst reflect.Value, where string) (more bool, err error) {
	var c call
	if err := r.enter(nil, &c); err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	v, err := it.of(r)
	if err == nil {
		switch x := object.Next(r.t, v); {
		case x != object.Null:
			more, err = true, toGo(r, x, dst, where, 0)
		case r.t.Exc != object.Null:
			err = r.failure()
		}
	}
	keep(it)
	c.done = true
	return more, err
}

// Generator iterates over a Python iterable, an item at a time, converting items to T. After an error it ends.
func Generator[T any](v Value) (iter.Seq2[T, error], error) { return As[iter.Seq2[T, error]](v) }

// natural converts to the Go type that stands nearest: nil, bool, int64 (*big.Int beyond), float64, complex128, string, []byte, []any for lists, tuples and
// sets, map[string]any or map[any]any for dicts, and Value for the rest.
func (r *Runtime) natural(v object.Value, depth int) (any, error) {
	switch {
	case v == object.None:
		return nil, nil
	case v.IsBool():
		return v == object.True, nil
	case v.IsInt():
		return v.Int(), nil
	case v.IsFloat():
		return v.Float(), nil
	case v.IsExact(object.TInt):
		if n, ok := object.Int64(v); ok {
			return n, nil
		}
		return new(big.Int).Set(object.BigOf(v)), nil
	case v.IsExact(object.TComplex):
		z, _ := object.AsComplex(r.t, v)
		return z, nil
	case v.IsExact(object.TStr):
		var s string
		err := toGo(r, v, reflect.ValueOf(&s).Elem(), "", depth)
		return s, err
	case v.IsExact(object.TBytes), v.IsExact(object.TByteArray):
		var b []byte
		err := toGo(r, v, reflect.ValueOf(&b).Elem(), "", depth)
		return b, err
	case v.IsExact(object.TList), v.IsExact(object.TTuple), v.IsExact(object.TSet), v.IsExact(object.TFrozenSet):
		var l []any
		err := toGo(r, v, reflect.ValueOf(&l).Elem(), "", depth)
		return l, err
	case v.IsExact(object.TDict):
		d := object.As[object.Dict](v)
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if !e.Key.IsExact(object.TStr) {
				var m map[any]any
				err := toGo(r, v, reflect.ValueOf(&m).Elem(), "", depth)
				return m, err
			}
		}
		var m map[string]any
		err := toGo(r, v, reflect.ValueOf(&m).Elem(), "", depth)
		return m, err
	}
	return r.hold(v), nil
}
