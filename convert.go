// Converting: objects to Go values, Go values to objects, exceptions to errors. docs/go-api.md has the table.

package psy

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/gate"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// As converts an object to a Go type by the table in docs/go-api.md: lossless or an error.
func As[T any](v Value) (x T, err error) {
	if h := v.h; h != nil && h.slot == noSlot && frequent(object.Value(v.bits), &x) && !h.r.gate.Is(gate.Closed) {
		return x, nil
	}
	return held[T](v)
}

// held is As for what needs the runtime.
func held[T any](v Value) (x T, err error) {
	if v.h == nil {
		return reflectedAs[T](nil, object.None)
	}
	r := v.h.r
	if v.h.slot == noSlot && !r.gate.Is(gate.Closed) && simple(object.Value(v.bits), &x) {
		return x, nil
	}
	var c call
	if err := r.enter(nil, &c); err != nil {
		return x, err
	}
	defer r.leave(&c, &err)
	o, err := v.of(r)
	if err == nil && !simple(o, &x) {
		x, err = reflectedAs[T](r, o)
	}
	keep(v)
	c.done = true
	return x, err
}

// Into is As for what a call gives, and its error, at once: n, err := psy.Into[int](rt.Eval(ctx, "len(x)", vars)). The Value is released, unless T is Value.
func Into[T any](v Value, err error) (x T, _ error) {
	if err != nil {
		return x, err
	}
	if h := v.h; h != nil && h.slot == noSlot && frequent(object.Value(v.bits), &x) && !h.r.gate.Is(gate.Closed) {
		return x, nil
	}
	x, err = held[T](v)
	if _, same := any(&x).(*Value); !same {
		v.Release()
	}
	return x, err
}

// frequent is the part of simple for the most frequent types, small enough to be inlined.
func frequent[T any](v object.Value, x *T) bool {
	switch x := any(x).(type) {
	case *int:
		if v.IsInt() && strconv.IntSize == 64 {
			*x = int(v.Int())
			return true
		}
	case *float64:
		if v.IsFloat() {
			*x = v.Float()
			return true
		}
	}
	return false
}

// To converts a Go value to an object, by the table in docs/go-api.md.
func To(r *Runtime, x any) (v Value, err error) {
	var c call
	if err := r.enter(nil, &c); err != nil {
		return v, err
	}
	defer r.leave(&c, &err)
	o, err := r.toPython(x, "")
	if err == nil {
		v = r.hold(o)
	}
	c.done = true
	return v, err
}

// simple converts what needs no reflection.
func simple[T any](v object.Value, x *T) bool {
	if frequent(v, x) {
		return true
	}
	switch x := any(x).(type) {
	case *int64:
		if v.IsInt() {
			*x = v.Int()
			return true
		}
	case *bool:
		if v.IsBool() {
			*x = v == object.True
			return true
		}
	case *string:
		if v.IsExact(object.TStr) && object.As[object.Str](v).IsASCII() {
			*x = object.GoString(v)
			return true
		}
	}
	return false
}

func reflectedAs[T any](r *Runtime, v object.Value) (x T, err error) {
	err = toGo(r, v, reflect.ValueOf(&x).Elem(), "", 0)
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

// toGo stores a Python object in dst, which may be set. The runtime is entered. What it makes in Go's memory is bounded by the heap's cap, since few
// objects that refer to each other often can become many Go values, and iterators need not end.
func toGo(r *Runtime, v object.Value, dst reflect.Value, where string, depth int) error {
	if depth > 0 || r == nil {
		return convert(r, v, dst, where, depth)
	}
	outer := r.room // Python code that a conversion runs may call Go
	r.room = int(r.heapCap)
	err := convert(r, v, dst, where, depth)
	r.room = outer
	return err
}

// textSize is what a str takes as a string of Go's, or more.
func textSize(v object.Value) int {
	s := object.As[object.Str](v)
	if s.IsASCII() {
		return int(s.Len)
	}
	return 4 * int(s.Len)
}

// spend takes bytes of Go's memory from what a conversion may make.
func (r *Runtime) spend(bytes int, v object.Value, typ reflect.Type, where string) error {
	if r.room -= bytes; r.room < 0 {
		return wrong(r, v, typ, where, "it would take more memory in Go than Config.Heap")
	}
	return nil
}

// convert is toGo within a conversion.
func convert(r *Runtime, v object.Value, dst reflect.Value, where string, depth int) error {
	typ := dst.Type()
	if depth > maxDepth {
		return wrong(r, v, typ, where, "it is nested too deep")
	}
	switch typ {
	case valueType:
		if r == nil {
			dst.SetZero()
		} else {
			dst.Set(reflect.ValueOf(r.hold(v)))
		}
		return nil
	case bigType:
		if v.IsBool() || !object.IsIntLike(v) {
			return wrong(r, v, typ, where, "")
		}
		n := object.BigOf(v)
		err := r.spend(n.BitLen()/8, v, typ, where)
		if err == nil {
			dst.Addr().Interface().(*big.Int).Set(n)
		}
		return err
	case anyType:
		x, err := r.natural(v, depth)
		if err == nil && x != nil {
			dst.Set(reflect.ValueOf(x))
		} else {
			dst.SetZero()
		}
		return err
	}
	if typ.PkgPath() != "" || typ.Kind() == reflect.Map || typ.Kind() == reflect.Interface {
		if s := specialOf(typ); s != nil && s.toGo != nil {
			return s.toGo(r, v, dst, where)
		}
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
		if err := r.spend(textSize(v), v, typ, where); err != nil {
			return err
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
	if isLive(r.t, v) {
		x := liveOf(r.t, v)
		if x.goValue(dst) {
			return nil
		}
		if typ.Kind() == reflect.Map && x.at != nil && x.class.typ.Kind() == reflect.Map { // of another type
			d, err := r.newDict(x.elem(), where, depth)
			if err != nil {
				return err
			}
			v = d
		}
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
			dst.Set(reflect.ValueOf(r.newModule(v)))
			return nil
		}
		p := reflect.New(typ.Elem())
		if err := r.spend(int(typ.Elem().Size()), v, typ, where); err != nil {
			return err
		}
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
		return r.toFunc(v, dst, where)
	case reflect.Interface:
		return r.toInterface(v, dst, where)
	}
	return wrong(r, v, typ, where, "")
}

// toInterface gives what an object that stands for a Go value holds, if that fits.
func (r *Runtime) toInterface(v object.Value, dst reflect.Value, where string) error {
	typ := dst.Type()
	if v == object.None {
		dst.SetZero()
		return nil
	}
	for _, id := range [...]object.TypeID{tHostContext, tHostFS} {
		if v.IsExact(id) {
			if x := reflect.ValueOf(hostOf[any](r.t, v)); x.IsValid() && x.Type().Implements(typ) {
				dst.Set(x)
				return nil
			}
		}
	}
	if ok, err := r.toFile(v, dst, where); ok || err != nil {
		return err
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
			err := r.spend(len(b), v, typ, where)
			if err == nil {
				dst.SetBytes(append([]byte{}, b...))
			}
			return err
		}
		return r.failure()
	}
	if v == object.None {
		return wrong(r, v, typ, where, "")
	}
	size := int(typ.Elem().Size())
	kind := bulkKind(typ)
	if items := plainItems(v, kind); items != nil {
		if err := r.spend(len(items)*size, v, typ, where); err != nil {
			return err
		}
		if bulkSlice(items, kind, dst.Addr().UnsafePointer()) {
			return nil
		}
	}
	out := reflect.New(typ).Elem()
	out.Set(reflect.MakeSlice(typ, 0, 0))
	err := r.each(v, typ, where, func(i int, x object.Value) error {
		if i == out.Cap() {
			out.Grow(1)
		}
		out.SetLen(i + 1)
		if err := r.spend(size, v, typ, where); err != nil {
			return err
		}
		if err := toGo(r, x, out.Index(i), where, depth+1); err != nil {
			return inElement(err, where, i)
		}
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
		if err := r.spend(2*int(typ.Key().Size()+typ.Elem().Size()), v, typ, where); err != nil {
			return err
		}
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
	for _, f := range r.names.fieldsOf(typ) {
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

// toSequence makes a Go sequence of an iterable. Each step enters the runtime. An iter.Seq ends at an error, which an iter.Seq2[T, error] yields. Another
// iter.Seq2 takes pairs.
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
			var y reflect.Value
			if kind.second != nil && kind.second != errorType {
				y = reflect.New(kind.second).Elem()
			}
			more, err := r.step(held, x, y, where)
			switch {
			case kind.second == nil:
				if err != nil || !more || !yield.Call([]reflect.Value{x})[0].Bool() {
					return nil
				}
			case y.IsValid():
				if err != nil || !more || !yield.Call([]reflect.Value{x, y})[0].Bool() {
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

// step takes the next value of an iterator, or the next pair if second is valid.
func (r *Runtime) step(it Value, dst, second reflect.Value, where string) (more bool, err error) {
	var c call
	if err := r.enter(nil, &c); err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	v, err := it.of(r)
	if err == nil {
		switch x := object.Next(r.t, v); {
		case x != object.Null:
			more = true
			if second.IsValid() {
				err = r.pair(x, dst, second, where)
			} else {
				err = toGo(r, x, dst, where, 0)
			}
		case r.t.Exc != object.Null:
			err = r.failure()
		}
	}
	keep(it)
	c.done = true
	return more, err
}

// pair converts the two items of an iterable.
func (r *Runtime) pair(v object.Value, first, second reflect.Value, where string) error {
	n := 0
	err := r.each(v, first.Type(), where, func(i int, x object.Value) error {
		n++
		switch i {
		case 0:
			return toGo(r, x, first, where, 0)
		case 1:
			return toGo(r, x, second, where, 0)
		}
		return nil
	})
	if err == nil && n != 2 {
		err = wrong(r, v, first.Type(), where, "it is no pair")
	}
	return err
}

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
		n := new(big.Int)
		err := toGo(r, v, reflect.ValueOf(n).Elem(), "", depth)
		return n, err
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
	case isLive(r.t, v):
		if x := liveOf(r.t, v); x.at != nil {
			return x.natural(), nil
		}
	}
	return r.hold(v), nil
}

// natural is the Go value of a live object: the pointer, or what a reference is.
func (x *live) natural() any {
	switch x.class.typ.Kind() {
	case reflect.Map, reflect.Chan:
		return x.elem().Interface()
	}
	return x.p.Interface()
}

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

// toPython makes a Python object of any Go value of the table in docs/go-api.md.
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
	if typ := v.Type(); typ.PkgPath() != "" || typ.Kind() >= reflect.Array && typ.Kind() != reflect.String {
		if s := specialOf(typ); s != nil {
			return s.toPython(r, v, where)
		}
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
		if isLiveKind(v.Type().Elem()) {
			return r.liveObject(v, "")
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
	case reflect.Chan:
		if v.IsNil() {
			return object.None, nil
		}
		return r.channel(v)
	case reflect.Func:
		if v.IsNil() {
			return object.None, nil
		}
		if seq, ok := sequenceOf(v.Type()); ok {
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
	var list *object.List
	if kind := bulkKind(v.Type()); kind != reflect.Invalid {
		s := unsafe.Slice((*byte)(v.UnsafePointer()), n) // of elements that are larger: it is only looked at as what it is
		list = bulkList(t, unsafe.Pointer(&s), kind)
	}
	if list != nil {
		return object.Of(list), nil
	}
	if t.Exc != object.Null {
		return object.Null, r.failure()
	}
	if list = object.NewList(t, 0); list == nil {
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
	if d, err, ok := r.bulkDict(v, where, depth); ok {
		return d, err
	}
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
	if len(r.names.fieldsOf(v.Type())) == 0 {
		return object.Null, &ConversionError{v.Type().String(), "object", where, "it has no exported fields"}
	}
	ns := object.NewSimpleNamespace(t)
	if ns == object.Null {
		return ns, r.failure()
	}
	for _, f := range r.names.fieldsOf(v.Type()) {
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

func (n *naming) fieldsOf(t reflect.Type) []field {
	if f, ok := n.fields.Load(t); ok {
		return f.([]field)
	}
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("py"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		list = append(list, field{i, cmp.Or(name, n.of(f.Name)), rest == "optional"})
	}
	n.fields.Store(t, list)
	return list
}

// sequenceKind is what an iterator function yields.
type sequenceKind struct {
	elem   reflect.Type
	second reflect.Type // nil: iter.Seq; error: iter.Seq2[T, error]; another: pairs
}

// sequenceOf reports whether t is iter.Seq[T] or iter.Seq2[T, U].
func sequenceOf(t reflect.Type) (sequenceKind, bool) {
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 0 || t.In(0).Kind() != reflect.Func {
		return sequenceKind{}, false
	}
	yield := t.In(0)
	if yield.NumOut() != 1 || yield.Out(0).Kind() != reflect.Bool || yield.IsVariadic() {
		return sequenceKind{}, false
	}
	switch yield.NumIn() {
	case 1:
		return sequenceKind{yield.In(0), nil}, true
	case 2:
		return sequenceKind{yield.In(0), yield.In(1)}, true
	}
	return sequenceKind{}, false
}

// pulled is a Go sequence that Python iterates over; second is not valid where it yields single values. Close is called when no object stands for it any
// more.
type pulled struct {
	next func() (first, second reflect.Value, err error, more bool)
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
		p.next, p.stop = func() (x, y reflect.Value, err error, ok bool) { x, ok = next(); return x, y, nil, ok }, stop
	} else {
		next, stop := iter.Pull2(v.Seq2())
		p.stop = stop
		p.next = func() (x, y reflect.Value, err error, ok bool) {
			x, y, ok = next()
			if kind.second == errorType {
				if ok {
					err, _ = y.Interface().(error)
				}
				y = reflect.Value{}
			}
			return x, y, err, ok
		}
	}
	return r.made(newHostObject(r.t, tHostIterator, p))
}

// String is str() of the object, or what hinders it.
func (v Value) String() string {
	if v.h == nil {
		return "None"
	}
	s, err := v.text()
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

func (v Value) text() (s string, err error) {
	r := v.h.r
	var c call
	if err := r.enter(nil, &c); err != nil {
		return "", err
	}
	defer r.leave(&c, &err)
	o, err := v.of(r)
	if err == nil {
		s, err = r.str(o)
	}
	runtime.KeepAlive(v.h)
	c.done = true
	return s, err
}

func (r *Runtime) str(v object.Value) (string, error) {
	s := object.ToStr(r.t, v)
	if s == object.Null {
		return "", r.failure()
	}
	return object.GoString(s), nil
}

// failure takes the pending exception away as an error.
func (r *Runtime) failure() error {
	t := r.t
	exc := t.Exc
	t.Exc = object.Null
	if exc == object.Null {
		return &BrokenError{What: "a call failed without exception"}
	}
	interrupted := r.cancel.told
	if interrupted {
		r.cancel.quiet(true)
	} else if r.rt.OnUncaught != nil && r.t.Owner.Load() == 0 {
		r.rt.OnUncaught(t, exc)
	}
	e := r.exception(exc)
	if interrupted {
		return &Interrupted{e, r.cancel.cause()}
	}
	if r.cancel.broken != nil { // the exception is what came of it
		return &Interrupted{e, r.cancel.broken}
	}
	return e
}

// exception reads an exception object. What it runs of Python (__str__, __repr__) is bounded.
func (r *Runtime) exception(exc object.Value) *Exception {
	t := r.t
	left := reading{maxChain, maxArgument}
	e := r.described(exc, &left)
	e.text = traceback.FormatException(t, exc, traceback.FormatOptions{})
	if r.t.Owner.Load() != 0 {
		e.value = r.hold(exc)
	}
	t.ClearExc()
	return e
}
