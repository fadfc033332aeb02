// Typed proxies: Python functions as Go functions, by Func2 and its like, or by Func of any function type.

package psy

//go:generate go run ./internal/gen/genfuncs

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/pycompiler"
)

// proxy is what a typed Go function knows of the Python function that it calls.
type proxy struct {
	r     *Runtime
	h     *handle
	fn    *object.Function //psy:root h holds it
	code  *object.Code     //psy:root fn has it, or the call fails
	name  string
	where string               // the result's place in errors
	exact bool                 // the arguments fill the parameters exactly
	hot   *pycompiler.HostCall // machine code for these types; nil: none
	in    []param
	out   form
	items reflect.Kind // of the result, in bulk
	void  bool         // the result is thrown away
}

type param struct {
	form  form
	items reflect.Kind // of a slice in bulk
	name  string
}

// form is how a Go type is converted: the frequent ones at once.
type form uint8

const (
	other     form = iota
	int64Form      // int64 and int, which is as wide on every platform that psy builds on
	intForm        // narrower signed ints
	uintForm       // narrower unsigned ones: an int64 holds them too
	float64Form
	float32Form
	boolForm
	stringForm
	valueForm
	bulkForm // slices of plain values
)

// kindForms gives the form of all types of a kind, named ones too.
var kindForms = [...]form{
	reflect.Int: int64Form, reflect.Int64: int64Form, reflect.Int8: intForm, reflect.Int16: intForm, reflect.Int32: intForm,
	reflect.Uint8: uintForm, reflect.Uint16: uintForm, reflect.Uint32: uintForm, reflect.Float64: float64Form, reflect.Float32: float32Form,
	reflect.Bool: boolForm, reflect.String: stringForm, reflect.UnsafePointer: other,
}

func formOf(t reflect.Type) form {
	switch {
	case t == valueType:
		return valueForm
	case t.PkgPath() != "" && specialOf(t) != nil:
		return other
	case bulkKind(t) != reflect.Invalid:
		return bulkForm
	}
	return kindForms[t.Kind()]
}

// argKinds tells which arguments machine code takes unboxed.
var argKinds = [...]pycompiler.ArgKind{
	int64Form: pycompiler.ArgInt, intForm: pycompiler.ArgInt, uintForm: pycompiler.ArgInt,
	float64Form: pycompiler.ArgFloat, float32Form: pycompiler.ArgFloat, valueForm: pycompiler.ArgBoxed, bulkForm: pycompiler.ArgBoxed,
}

// newProxy looks a function up and checks that Go's types fit its signature. out nil: no result.
func newProxy(m *Module, name string, out reflect.Type, in ...reflect.Type) (p *proxy, err error) {
	r := m.runtime()
	var c call
	if err := r.enter(nil, &c); err != nil {
		return nil, err
	}
	defer r.leave(&c, &err)
	p, err = r.newProxy(m, name, out, in)
	keep(m.v)
	c.done = true
	return p, err
}

func (r *Runtime) newProxy(m *Module, name string, out reflect.Type, in []reflect.Type) (*proxy, error) {
	fn, err := m.function(r, name)
	if err != nil {
		return nil, err
	}
	if !fn.Code.Ready(r.t) {
		return nil, r.failure()
	}
	p := &proxy{r: r, h: r.hold(object.Of(fn)).h, fn: fn, code: fn.Code, name: name, where: "result of " + name, exact: fn.Code.Takes(len(in)), void: out == nil}
	p.h.settle()
	if err := r.checkSignature(p, in, out); err != nil {
		return nil, err
	}
	if out != nil {
		p.out, p.items = formOf(out), bulkKind(out)
	}
	if r.native != nil && p.exact {
		var kinds []pycompiler.ArgKind
		for _, a := range p.in {
			kinds = append(kinds, argKinds[a.form])
		}
		p.hot = r.native.HostCall(fn, kinds)
	}
	return p, nil
}

// paramName is the name of parameter i.
func paramName(code *object.Code, i int) string { return object.GoString(*code.LocalsNames.At(i)) }

func (r *Runtime) checkSignature(p *proxy, in []reflect.Type, out reflect.Type) error {
	code, n := p.code, len(in)
	fail := func(param, format string, args ...any) error {
		return &SignatureError{p.name, param, fmt.Sprintf(format, args...)}
	}
	positional, defaults := int(code.ArgCount), 0
	if p.fn.Defaults != object.Null && object.IsTuple(p.fn.Defaults) {
		defaults = object.As[object.Tuple](p.fn.Defaults).Len()
	}
	if n < positional-defaults {
		return fail(paramName(code, n), "it has no default, and Go gives %d arguments", n)
	}
	if n > positional && code.Flags&object.CoVarArgs == 0 {
		return fail("", "it takes %d positional arguments, and Go gives %d", positional, n)
	}
	for i := positional; i < positional+int(code.KwOnly); i++ {
		if p.fn.KwDefaults == object.Null || object.As[object.Dict](p.fn.KwDefaults).GetStr(*code.LocalsNames.At(i)) == object.Null {
			return fail(paramName(code, i), "it is keyword-only and has no default: Go gives positional arguments")
		}
	}
	hints := r.annotations(p.fn)
	for i, t := range in {
		name := "*args"
		if i < positional {
			name = paramName(code, i)
		}
		if why := unfit(t, true, nil); why != "" {
			return fail(name, "%s", why)
		}
		if i < positional {
			if want := hints[name]; !hintFits(want, t) {
				return fail(name, "it is annotated as %s, and Go gives %s", want, t)
			}
		}
		p.in = append(p.in, param{formOf(t), bulkKind(t), name})
	}
	if out != nil {
		if why := unfit(out, false, nil); why != "" {
			return fail("return", "%s", why)
		}
		if want := hints["return"]; !hintFits(want, out) {
			return fail("return", "it is annotated as %s, and Go wants %s", want, out)
		}
	}
	return nil
}

// annotations gives those that are int, float, bool, str or bytes, by parameter.
func (r *Runtime) annotations(fn *object.Function) map[string]string {
	t := r.t
	v := object.FunctionAnnotations(t, object.Of(fn))
	if v == object.Null || !object.IsDict(v) {
		t.ClearExc()
		return nil
	}
	hints := map[string]string{}
	d := object.As[object.Dict](v)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !object.IsStr(e.Key) || !object.IsType(e.Val) {
			continue
		}
		switch typ := object.As[object.Type](e.Val); typ.ID {
		case object.TInt, object.TFloat, object.TBool, object.TStr, object.TBytes:
			hints[object.GoString(e.Key)] = typ.NameString()
		}
	}
	return hints
}

// hintFits reports whether a Go type may stand for an annotation; there may be none.
func hintFits(hint string, t reflect.Type) bool {
	k := t.Kind()
	whole := k >= reflect.Int && k <= reflect.Uintptr || t == bigType || t == reflect.PointerTo(bigType)
	switch {
	case hint == "" || t == valueType || t == anyType:
		return true
	case k == reflect.Pointer && t != reflect.PointerTo(bigType):
		return hintFits(hint, t.Elem())
	}
	switch hint {
	case "int":
		return whole
	case "float":
		return whole || k == reflect.Float32 || k == reflect.Float64
	case "bool":
		return k == reflect.Bool
	case "str":
		return k == reflect.String
	}
	return k == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// unfit says why a Go type has no form in Python, or "".
func unfit(t reflect.Type, toPython bool, within []reflect.Type) string {
	for _, w := range within {
		if w == t {
			return ""
		}
	}
	within = append(within, t)
	switch t {
	case valueType, bigType, modType, anyType, errorType, contextType:
		return ""
	}
	if s := specialOf(t); s != nil && (toPython || s.toGo != nil) {
		return ""
	}
	switch k := t.Kind(); k {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return unfit(t.Elem(), toPython, within)
	case reflect.Map:
		if why := unfit(t.Key(), toPython, within); why != "" {
			return why
		}
		return unfit(t.Elem(), toPython, within)
	case reflect.Struct:
		for _, f := range usualNames.fieldsOf(t) {
			if why := unfit(t.Field(f.index).Type, toPython, within); why != "" {
				return why
			}
		}
		return ""
	case reflect.Func:
		if kind, ok := sequenceOf(t); ok {
			if kind.second != nil && kind.second != errorType {
				if why := unfit(kind.second, toPython, within); why != "" {
					return why
				}
			}
			return unfit(kind.elem, toPython, within)
		}
		if toPython || callable(t) {
			return ""
		}
	case reflect.Interface, reflect.Chan:
		return ""
	case reflect.UnsafePointer, reflect.Invalid:
	default:
		return ""
	}
	return fmt.Sprintf("%s has no form in Python", t)
}

// begin pushes the frame. raw: numbers are stored unboxed in it, since machine code is to run it.
func (p *proxy) begin() (fr *object.Frame, raw bool, err error) {
	if p.r.roots[p.h.slot] == object.Null {
		return nil, false, ErrReset
	}
	if p.fn.Code != p.code {
		return nil, false, &SignatureError{Func: p.name, Why: "its code was replaced since the proxy was made"}
	}
	if raw = p.hot != nil && p.hot.Ready(); raw {
		fr = interp.PushCall(p.r.t, p.fn)
	} else {
		fr = interp.BeginCall(p.r.t, p.fn)
	}
	if fr == nil {
		return nil, false, p.r.failure()
	}
	return fr, raw, nil
}

// end runs the frame.
func (p *proxy) end(fr *object.Frame, raw bool) object.Value {
	if raw {
		return p.hot.Run(p.r.t, fr)
	}
	return interp.EndCall(p.r.t, fr)
}

// encode gives the word for argument i in the frame.
func encode[A any](p *proxy, i int, a *A, raw bool) (object.Value, error) {
	switch p.in[i].form {
	case int64Form:
		return p.int(*(*int64)(unsafe.Pointer(a)), raw)
	case float64Form:
		return p.float(*(*float64)(unsafe.Pointer(a)), raw), nil
	case boolForm:
		return object.Bool(*(*bool)(unsafe.Pointer(a))), nil
	case stringForm:
		s := *(*string)(unsafe.Pointer(a))
		return p.r.newStr(s, p.in[i].name)
	case bulkForm:
		if l := bulkList(p.r.t, unsafe.Pointer(a), p.in[i].items); l != nil {
			return object.Of(l), nil
		}
		if p.r.t.Exc != object.Null {
			return object.Null, p.r.failure()
		}
	}
	x := *a // so that only the rare types are allocated
	return p.encodeValue(i, reflect.ValueOf(&x).Elem(), raw)
}

// encodeValue is encode for an argument that reflect holds.
func (p *proxy) encodeValue(i int, v reflect.Value, raw bool) (object.Value, error) {
	switch p.in[i].form {
	case int64Form, intForm:
		return p.int(v.Int(), raw)
	case uintForm:
		return p.int(int64(v.Uint()), raw)
	case float64Form, float32Form:
		return p.float(v.Float(), raw), nil
	}
	return p.r.reflected(v, p.in[i].name, 0)
}

func (p *proxy) int(n int64, raw bool) (object.Value, error) {
	switch {
	case raw:
		return object.Value(n), nil
	case object.FitsSmall(n):
		return object.SmallInt(n), nil
	}
	return p.r.made(object.NewInt(p.r.t, n))
}

func (p *proxy) float(x float64, raw bool) object.Value {
	if raw {
		return object.Value(math.Float64bits(x))
	}
	return object.Float(x)
}

// decode stores what the call has given.
func decode[R any](p *proxy, v object.Value, res *R) error {
	r := p.r
	if v == object.Null || r.cancel.told {
		return r.outcome(v)
	}
	switch p.out {
	case int64Form:
		if v.IsInt() {
			*(*int64)(unsafe.Pointer(res)) = v.Int()
			return nil
		}
	case float64Form:
		if v.IsFloat() {
			*(*float64)(unsafe.Pointer(res)) = v.Float()
			return nil
		}
	case boolForm:
		if v.IsBool() {
			*(*bool)(unsafe.Pointer(res)) = v == object.True
			return nil
		}
	case stringForm:
		if v.IsExact(object.TStr) && object.As[object.Str](v).IsASCII() {
			*(*string)(unsafe.Pointer(res)) = object.GoString(v)
			return nil
		}
	case bulkForm:
		items := plainItems(v, p.items)
		if items != nil && int64(len(items)*int(unsafe.Sizeof(v))) <= r.heapCap && bulkSlice(items, p.items, unsafe.Pointer(res)) {
			return nil
		}
	}
	if p.void {
		return nil
	}
	var x R
	err := toGo(p.r, v, reflect.ValueOf(&x).Elem(), p.where, 0)
	*res = x
	return err
}

// general calls a function whose parameters the arguments do not fill exactly: defaults and *args.
func (p *proxy) general(args []reflect.Value) (object.Value, error) {
	t, n := p.r.t, len(args)
	if p.r.roots[p.h.slot] == object.Null {
		return object.Null, ErrReset
	}
	a := t.PushArgs(n)
	if a == nil {
		return object.Null, p.r.failure()
	}
	defer t.PopArgs(n)
	for i, x := range args {
		var err error
		if a[i], err = p.encodeValue(i, x, false); err != nil {
			return object.Null, err
		}
	}
	return object.Call(t, object.Of(p.fn), a, object.Null), nil
}

func finish[R any](p *proxy, c *call, v object.Value, err error, res *R) error {
	if err == nil {
		err = decode(p, v, res)
	}
	runtime.KeepAlive(p.h)
	c.done = true
	return err
}

// Func makes a Go function of a Python function. F is a function type: its first parameter may be a context, the others and the result are of the table
// in docs/go-api.md, and its last result is an error; there may be no other result, which then is thrown away. The signature is checked now: the error
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
	keep(Value{h: p.h})
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

// proxies finds the proxy of a Go function by the address of its closure.
var proxies sync.Map

// known remembers which proxy a closure belongs to, as long as the closure lives.
func known[F any](p *proxy, f F) F {
	at := *(*unsafe.Pointer)(unsafe.Pointer(&f))
	proxies.Store(uintptr(at), p)
	runtime.AddCleanup((*byte)(at), func(at uintptr) { proxies.CompareAndDelete(at, p) }, uintptr(at))
	return f
}

// also is known for a function that calls one which is known.
func also[F, G any](f F, g G) {
	if p, ok := proxies.Load(*(*uintptr)(unsafe.Pointer(&g))); ok {
		known(p.(*proxy), f)
	}
}
