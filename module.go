// Running programs, and calling what is in modules.

package psy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Kw are keyword arguments.
type Kw map[string]any

// ArgList are positional arguments.
type ArgList []any

// Args makes positional arguments of Go values.
func Args(args ...any) ArgList { return args }

// Exec runs a program's body as a new module __main__. The error is an *Exception, *Interrupted, ErrBusy or ErrClosed.
func (r *Runtime) Exec(ctx context.Context, p *Program) (*Module, error) {
	if p == nil || p.p == nil {
		return nil, fmt.Errorf("psy: Exec of no program")
	}
	return entered(r, ctx, func() (*Module, error) {
		if p.source != nil {
			modules.AddSource(r.t, p.File(), p.source)
		}
		return r.module(modules.ExecMain(r.t, p.p))
	})
}

// Import imports a module by its absolute name, as Python's import statement does: built-in ones, what Bind made, and .pyc files along Config.Path.
func (r *Runtime) Import(ctx context.Context, name string) (*Module, error) {
	return entered(r, ctx, func() (*Module, error) { return r.module(modules.ImportModule(r.t, name)) })
}

func (r *Runtime) module(mod object.Value) (*Module, error) {
	if err := r.outcome(mod); err != nil {
		return nil, err
	}
	return r.newModule(mod), nil
}

// outcome is the error of a call that gave v, if any: an exception; or that it was interrupted, even if Python code caught that.
func (r *Runtime) outcome(v object.Value) error {
	if v == object.Null {
		return r.failure()
	}
	if r.cancel.told {
		return &Interrupted{nil, r.cancel.cause()}
	}
	return nil
}

// knownAs is where a name is known, if it is.
func (r *Runtime) knownAs(s string) *knownName {
	return &r.known[(uintptr(unsafe.Pointer(unsafe.StringData(s)))>>3+uintptr(len(s)))%uintptr(len(r.known))]
}

func (e *knownName) is(s string) bool {
	return e.text == unsafe.StringData(s) && e.n == len(s) && e.text != nil
}

// name is a name as an object.
func (r *Runtime) name(s string) (object.Value, error) {
	e := r.knownAs(s)
	if e.is(s) {
		return e.name, nil
	}
	if !utf8.ValidString(s) {
		return object.Null, &ConversionError{"string", "name", "", "it is not UTF-8"}
	}
	v, err := r.made(object.Intern(r.t, s))
	if err == nil && len(s) <= maxKnown {
		*e = knownName{text: unsafe.StringData(s), n: len(s), name: v}
	}
	return v, err
}

// within calls f with the module's runtime, which is entered, and the module.
func within[R any](m *Module, ctx context.Context, f func(r *Runtime, mod object.Value) (R, error)) (res R, err error) {
	if m.runtime() == nil {
		return res, ErrClosed
	}
	return with(m.v, ctx, f)
}

// attr finds an attribute.
func (r *Runtime) attr(o object.Value, name string) (object.Value, error) {
	n, err := r.name(name)
	if err != nil {
		return n, err
	}
	return r.made(object.GetAttr(r.t, o, n))
}

// setAttr sets an attribute to a Go value.
func (r *Runtime) setAttr(o object.Value, name string, x any) error {
	n, err := r.name(name)
	if err != nil {
		return err
	}
	to, err := r.toPython(x, name)
	if err != nil {
		return err
	}
	return r.ended(object.SetAttr(r.t, o, n, to))
}

func (r *Runtime) delAttr(o object.Value, name string) error {
	n, err := r.name(name)
	if err != nil {
		return err
	}
	return r.ended(object.SetAttr(r.t, o, n, object.Null))
}

// Call calls a global of the module. Arguments are converted as docs/go-api.md says.
func (m *Module) Call(ctx context.Context, name string, args ArgList, kw ...Kw) (Value, error) {
	return within(m, ctx, func(r *Runtime, mod object.Value) (Value, error) {
		f, err := r.attr(mod, name)
		if err != nil {
			return Value{}, err
		}
		return r.call(f, args, kw)
	})
}

// Get is a global of the module.
func (m *Module) Get(name string) (Value, error) {
	return within(m, nil, func(r *Runtime, mod object.Value) (Value, error) {
		x, err := r.attr(mod, name)
		if err != nil {
			return Value{}, err
		}
		return r.hold(x), nil
	})
}

// Names are the names of the module's globals, in the order in which they were set first.
func (m *Module) Names() ([]string, error) {
	return within(m, nil, func(r *Runtime, mod object.Value) (names []string, err error) {
		d := object.ModuleDict(mod)
		if d == nil {
			return nil, nil
		}
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if object.IsStr(e.Key) {
				names = append(names, object.GoString(e.Key))
			}
		}
		return names, nil
	})
}

// Delete deletes a global of the module; if there is none, the error is an AttributeError.
func (m *Module) Delete(name string) error {
	_, err := within(m, nil, func(r *Runtime, mod object.Value) (_ struct{}, err error) { return struct{}{}, r.delAttr(mod, name) })
	return err
}

// Set makes a Go value a global of the module.
func (m *Module) Set(name string, x any) error {
	_, err := within(m, nil, func(r *Runtime, mod object.Value) (_ struct{}, err error) { return struct{}{}, r.setAttr(mod, name, x) })
	return err
}

// Call calls the object.
func (v Value) Call(ctx context.Context, args ArgList, kw ...Kw) (Value, error) {
	return with(v, ctx, func(r *Runtime, f object.Value) (Value, error) { return r.call(f, args, kw) })
}

// call calls an object with Go arguments.
func (r *Runtime) call(f object.Value, args ArgList, kw []Kw) (Value, error) {
	return r.callWith(f, object.Null, args, kw)
}

// callWith calls an object, or its method of a name that is not Null, with Go arguments, which lie on the VM stack.
func (r *Runtime) callWith(f, method object.Value, args ArgList, kw []Kw) (Value, error) {
	all := oneKw(kw)
	t, n := r.t, len(args)+len(all)
	a := t.PushArgs(n)
	if a == nil {
		return Value{}, r.failure()
	}
	defer t.PopArgs(n)
	var err error
	for i, x := range args {
		if a[i], err = r.toPython(x, ""); err != nil {
			return Value{}, inPlace(err, fmt.Sprint("argument ", i))
		}
	}
	names := object.Null
	if len(all) > 0 {
		if names, err = r.keywords(all, a[len(args):]); err != nil {
			return Value{}, err
		}
	}
	switch {
	case method == object.Null:
		return r.result(object.Call(t, f, a, names))
	case names == object.Null:
		return r.result(object.CallMethod(t, f, method, a))
	}
	if f = object.GetAttr(t, f, method); f == object.Null {
		return Value{}, r.failure()
	}
	return r.result(object.Call(t, f, a, names))
}

// oneKw is all keywords in one map. It is no part of callWith, whose frame stays small: its words are roots while the call lasts.
//
//go:noinline
func oneKw(kw []Kw) Kw {
	switch len(kw) {
	case 0:
		return nil
	case 1:
		return kw[0]
	}
	all := Kw{}
	for _, k := range kw {
		maps.Copy(all, k)
	}
	return all
}

// keywords puts the values of keywords in a, in the order of their names, and returns the tuple of these. For its frame see oneKw.
//
//go:noinline
func (r *Runtime) keywords(all Kw, a []object.Value) (object.Value, error) {
	tuple := object.NewTuple(r.t, len(all))
	if tuple == nil {
		return object.Null, r.failure()
	}
	var few [8]string
	keys := slices.AppendSeq(few[:0], maps.Keys(all))
	slices.Sort(keys)
	for i, k := range keys {
		var err error
		if *tuple.At(i), err = r.name(k); err != nil {
			return object.Null, err
		}
		if a[i], err = r.toPython(all[k], ""); err != nil {
			return object.Null, inPlace(err, "argument "+k)
		}
	}
	return object.Of(tuple), nil
}

// result makes a Value of what a call has given.
func (r *Runtime) result(o object.Value) (Value, error) {
	if o == object.Null || r.cancel.told {
		return Value{}, r.outcome(o)
	}
	return r.hold(o), nil
}

// function finds a Python function to make a proxy of.
func (m *Module) function(r *Runtime, name string) (*object.Function, error) {
	mod, err := m.v.of(r)
	if err != nil {
		return nil, err
	}
	v, err := r.attr(mod, name)
	if err != nil {
		return nil, err
	}
	if !v.IsExact(object.TFunction) {
		return nil, &SignatureError{Func: name, Why: fmt.Sprintf("it is %s, not a Python function", object.TypeName(r.t, v))}
	}
	return object.As[object.Function](v), nil
}
