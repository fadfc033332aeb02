// Python functions and files in the hands of Go: callbacks, io.Reader, io.Writer.

package psy

import (
	"context"
	"fmt"
	"io"
	"reflect"

	"github.com/psyco-go/psy/internal/vm/object"
)

// callable reports whether a Go function of a type can be made of a Python one: it has to give an error last, and at most one result before it.
func callable(typ reflect.Type) bool {
	n := typ.NumOut()
	return !typ.IsVariadic() && n >= 1 && n <= 2 && typ.Out(n-1) == errorType
}

// toFunc makes a Go function that calls a Python object. A Go function that Python has is given back as it is.
func (r *Runtime) toFunc(v object.Value, dst reflect.Value, where string) error {
	typ := dst.Type()
	if v == object.None {
		dst.SetZero()
		return nil
	}
	if v.IsExact(tHostFunction) {
		if b := hostOf[*bound](r.t, v); b != nil && b.f.Type().ConvertibleTo(typ) {
			dst.Set(b.f.Convert(typ))
			return nil
		}
	}
	if object.TypeOf(r.t, v).Slots.Call == nil {
		return wrong(r, v, typ, where, "")
	}
	if !callable(typ) {
		return wrong(r, v, typ, where, "a Go function made of a Python one gives an error last, after one result at most")
	}
	held := r.hold(v)
	dst.Set(reflect.MakeFunc(typ, func(args []reflect.Value) []reflect.Value {
		var ctx context.Context
		if len(args) > 0 && typ.In(0) == contextType {
			ctx, _ = args[0].Interface().(context.Context)
			args = args[1:]
		}
		out := make([]reflect.Value, typ.NumOut())
		for i := range out {
			out[i] = reflect.New(typ.Out(i)).Elem()
		}
		var res reflect.Value
		if len(out) == 2 {
			res = out[0]
		}
		if err := r.callHeld(ctx, held, "", args, res); err != nil {
			out[len(out)-1].Set(reflect.ValueOf(err))
		}
		return out
	}))
	return nil
}

// callHeld calls an object that Go holds, or a method of it, with Go values. res is not valid where the result is thrown away.
func (r *Runtime) callHeld(ctx context.Context, held Value, method string, args []reflect.Value, res reflect.Value) (err error) {
	var c call
	if err := r.enter(ctx, &c); err != nil {
		return err
	}
	defer r.leave(&c, &err)
	err = r.callReflected(held, method, args, res)
	keep(held)
	c.done = true
	return err
}

func (r *Runtime) callReflected(held Value, method string, args []reflect.Value, res reflect.Value) error {
	t := r.t
	f, err := held.of(r)
	if err == nil && method != "" {
		f, err = r.named(f, method)
	}
	if err != nil {
		return err
	}
	a := t.PushArgs(len(args))
	if a == nil && len(args) > 0 {
		return r.failure()
	}
	defer t.PopArgs(len(args))
	for i, x := range args {
		if a[i], err = r.reflected(x, fmt.Sprint("argument ", i), 0); err != nil {
			return err
		}
	}
	v := object.Call(t, f, a, object.Null)
	switch {
	case v == object.Null:
		return r.failure()
	case r.cancel.told: // even if Python caught that
		return &Interrupted{nil, r.cancel.cause()}
	case !res.IsValid():
		return nil
	}
	return toGo(r, v, res, "result", 0)
}

// fileInterfaces are the types that a Python file object can stand for, with the methods that it needs.
var fileInterfaces = map[reflect.Type][]string{
	readerType: {"read"}, writerType: {"write"}, reflect.TypeFor[io.ReadWriter](): {"read", "write"},
	reflect.TypeFor[io.ReadCloser](): {"read", "close"}, reflect.TypeFor[io.WriteCloser](): {"write", "close"},
}

// pythonFile is a Python file object as Reader, Writer and Closer.
type pythonFile struct {
	r    *Runtime
	held Value
	left []byte // of what read gave
}

// toFile gives a Python file object to Go.
func (r *Runtime) toFile(v object.Value, dst reflect.Value, where string) (bool, error) {
	methods := fileInterfaces[dst.Type()]
	for _, name := range methods {
		n := object.Intern(r.t, name)
		if n == object.Null {
			return false, r.failure()
		}
		if object.LookupAttr(r.t, v, n) == object.Null {
			if r.t.Exc != object.Null {
				return false, r.failure()
			}
			return false, nil
		}
	}
	if methods != nil {
		dst.Set(reflect.ValueOf(&pythonFile{r: r, held: r.hold(v)}))
	}
	return methods != nil, nil
}

// Read calls read(n), which may give bytes or a str.
func (f *pythonFile) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(f.left) == 0 {
		var x any
		if err := f.r.callHeld(nil, f.held, "read", []reflect.Value{reflect.ValueOf(len(p))}, reflect.ValueOf(&x).Elem()); err != nil {
			return 0, err
		}
		switch x := x.(type) {
		case []byte:
			f.left = x
		case string:
			f.left = []byte(x)
		case nil:
			return 0, nil
		default:
			return 0, &ConversionError{fmt.Sprintf("%T", x), "[]byte", "result of read", ""}
		}
		if len(f.left) == 0 {
			return 0, io.EOF
		}
	}
	n := copy(p, f.left)
	f.left = f.left[n:]
	return n, nil
}

// Write calls write(bytes).
func (f *pythonFile) Write(p []byte) (int, error) {
	if err := f.r.callHeld(nil, f.held, "write", []reflect.Value{reflect.ValueOf(p)}, reflect.Value{}); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close calls close().
func (f *pythonFile) Close() error { return f.r.callHeld(nil, f.held, "close", nil, reflect.Value{}) }
