// Func: proxies of any Go function type.

package psy

import (
	"context"
	"fmt"
	"reflect"

	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Func makes a Go function of a Python function. F is a function type: its first parameter may be a context, the others and the result are of the table
// in docs/embedding.md, and its last result is an error; there may be no other result, which then is thrown away. The signature is checked now: the error
// is a *SignatureError that names the parameter, or says why there is no such function. The frequent types need no reflection.
func Func[F any](m *Module, name string) (f F, err error) {
	if found, err := fromTable(&f, m, name); found {
		return f, err
	}
	typ := reflect.TypeFor[F]()
	fail := func(why string) (F, error) { return f, &SignatureError{Func: name, Why: why} }
	switch {
	case typ.Kind() != reflect.Func:
		return fail(fmt.Sprintf("%s is not a function type", typ))
	case typ.IsVariadic():
		return fail(fmt.Sprintf("%s is variadic", typ))
	case typ.NumOut() == 0 || typ.NumOut() > 2 || typ.Out(typ.NumOut()-1) != errorType:
		return fail(fmt.Sprintf("%s does not give an error last, after one result at most", typ))
	}
	first := 0
	if typ.NumIn() > 0 && typ.In(0) == contextType {
		first = 1
	}
	var in []reflect.Type
	for i := first; i < typ.NumIn(); i++ {
		in = append(in, typ.In(i))
	}
	var out reflect.Type
	if typ.NumOut() == 2 {
		out = typ.Out(0)
	}
	p, err := newProxy(m, name, out, in...)
	if err != nil {
		return f, err
	}
	made := reflect.MakeFunc(typ, func(args []reflect.Value) []reflect.Value {
		var ctx context.Context
		if first == 1 {
			ctx, _ = args[0].Interface().(context.Context)
		}
		var res reflect.Value
		if out != nil {
			res = reflect.New(out).Elem()
		}
		err := p.reflected(ctx, args[first:], res)
		e := noError
		if err != nil {
			e = reflect.New(errorType).Elem()
			e.Set(reflect.ValueOf(err))
		}
		if out == nil {
			return []reflect.Value{e}
		}
		return []reflect.Value{res, e}
	})
	return known(p, made.Interface().(F)), nil
}

// MustFunc is Func for those who would panic at an error anyway.
func MustFunc[F any](m *Module, name string) F {
	f, err := Func[F](m, name)
	if err != nil {
		panic(err)
	}
	return f
}

var noError = reflect.Zero(errorType)

// reflected calls the function; res is invalid if the result is thrown away.
func (p *proxy) reflected(ctx context.Context, args []reflect.Value, res reflect.Value) (err error) {
	var c call
	if err := p.r.enter(ctx, &c); err != nil {
		return err
	}
	defer p.r.leave(&c, &err)
	v, err := p.reflectedCall(args)
	if err == nil {
		if err = p.r.outcome(v); err == nil && !p.void {
			err = toGo(p.r, v, res, p.where, 0)
		}
	}
	keep(Value{p.h})
	c.done = true
	return err
}

func (p *proxy) reflectedCall(args []reflect.Value) (object.Value, error) {
	if !p.exact {
		return p.general(args)
	}
	fr, raw, err := p.begin()
	if err != nil {
		return object.Null, err
	}
	for i, a := range args {
		if *fr.Local(i), err = p.encodeValue(i, a, raw); err != nil {
			interp.DropCall(p.r.t, fr)
			return object.Null, err
		}
	}
	return p.end(fr, raw), nil
}
