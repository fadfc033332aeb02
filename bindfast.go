// Go functions of frequent types, which Python calls without reflection: up to two arguments of the basic types, or three of one type, with a receiver before
// them, a context, a result, an error. Arguments that are not exactly of these types take the general way.

package psy

import (
	"reflect"
	"runtime/debug"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// fastFunc is a direct call. ok false: nothing has happened, since the arguments are not of the types that it takes.
type fastFunc func(r *Runtime, b *bound, args []object.Value) (res object.Value, ok bool)

// fastForm tells what a function has beside arguments and a result.
type fastForm uint8

const (
	fastPlain   fastForm = iota
	fastContext          // a context
	fastError            // an error
	fastBoth             // both
)

// fastLetter is the letter of bind_generated.go for a type, or 0. Types of one kind lie alike in memory and in registers; int is as wide as int64 on every
// platform that psy builds on.
func fastLetter(typ reflect.Type) byte {
	if typ.PkgPath() != "" && specialOf(typ) != nil {
		return 0
	}
	switch typ.Kind() {
	case reflect.Int, reflect.Int64:
		return 'i'
	case reflect.Float64:
		return 'f'
	case reflect.String:
		return 's'
	case reflect.Bool:
		return 'b'
	}
	return 0
}

// hasten finds the direct call of a function.
func (b *bound) hasten() {
	if b.variadic || b.out > 1 {
		return
	}
	var key []byte
	for i, typ := range b.in {
		c := fastLetter(typ)
		if i == 0 && b.method && typ.Kind() == reflect.Pointer {
			c = 'p'
		}
		if c == 0 {
			return
		}
		key = append(key, c)
	}
	key = append(key, '>')
	if b.out == 1 {
		c := fastLetter(b.f.Type().Out(0))
		if c == 0 {
			return
		}
		key = append(key, c)
	}
	form := fastPlain
	if b.ctx {
		form |= fastContext
	}
	if b.err {
		form |= fastError
	}
	f := b.f.Interface()
	b.fast = fastCall(string(key), unsafe.Pointer(&(*[2]unsafe.Pointer)(unsafe.Pointer(&f))[1]), form)
}

// fastArgument takes an argument that is exactly of the type wanted.
func fastArgument[A any](r *Runtime, b *bound, args []object.Value, i int, to *A) bool {
	v := args[i]
	switch p := any(to).(type) {
	case *int64:
		if v.IsInt() {
			*p = v.Int()
			return true
		}
	case *float64:
		if v.IsFloat() {
			*p = v.Float()
			return true
		}
		if v.IsInt() { // 49 bits, which a float64 holds
			*p = float64(v.Int())
			return true
		}
	case *bool:
		if v.IsBool() {
			*p = v == object.True
			return true
		}
	case *string:
		if v.IsExact(object.TStr) {
			*p = object.GoString(v)
			return object.As[object.Str](v).IsASCII() || utf8.ValidString(*p)
		}
	case *unsafe.Pointer:
		if isLive(r.t, v) {
			if x := liveOf(r.t, v); x.at != nil && x.p.Type() == b.in[i] {
				*p = x.at
				return true
			}
		}
	}
	return false
}

// fastResult makes an object of the result.
func fastResult[R any](r *Runtime, b *bound, res *R) object.Value {
	switch p := any(res).(type) {
	case *int64:
		if object.FitsSmall(*p) {
			return object.SmallInt(*p)
		}
		return object.NewInt(r.t, *p)
	case *float64:
		return object.Float(*p)
	case *bool:
		return object.Bool(*p)
	case *string:
		if utf8.ValidString(*p) {
			return object.NewStr(r.t, *p)
		}
	}
	x := *res // so that only what comes here is allocated
	v, err := r.reflected(reflect.ValueOf(&x).Elem(), b.name+"() result", 0)
	if err != nil {
		return r.raise(err)
	}
	return v
}

// failed raises the error of a Go function, whose methods may panic.
func (r *Runtime) failed(err error) object.Value {
	return r.raise(r.guarded(func() error { return err }))
}

// panicked is the error for a panic in a Go function.
func panicked(p any) error { return &PanicError{p, string(debug.Stack())} }
