// Go functions that Python calls.

package psy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// hostObject stands for something on the Go side, in the heap's handle table.
type hostObject struct {
	heap.Header
	Handle uint64
}

var (
	tHostFunction = object.AllocTypeID()
	tHostIterator = object.AllocTypeID()
	tHostError    = object.AllocTypeID()
)

func hostDef(name string, s object.Slots) object.TypeDef {
	return object.TypeDef{Name: name, Size: unsafe.Sizeof(hostObject{}), LayoutFlags: heap.HasHandle, Flags: object.TypeNoInstances, NoWeak: true, Slots: s}
}

var (
	_ = object.DefineType(tHostFunction, functionDef("host.function", object.Slots{Call: callHost, Repr: func(t *object.Thread, v object.Value) object.Value {
		return object.NewStr(t, "<host function "+hostOf[*bound](t, v).name+">")
	}}))
	_ = object.DefineType(tHostIterator, hostDef("host.iterator", object.Slots{Iter: func(t *object.Thread, v object.Value) object.Value { return v }, Next: nextOfHost}))
	_ = object.DefineType(tHostError, hostDef("host.error", object.Slots{}))
)

func functionDef(name string, s object.Slots) object.TypeDef {
	d := hostDef(name, s)
	d.GetSets = functionAttributes
	return d
}

// functionAttributes are what Go functions have in common with Python's.
var functionAttributes = []object.GetSetDef{
	// So isinstance says, and pydoc, inspect and typing take them for functions.
	{Name: "__class__", Get: func(t *object.Thread, v object.Value) object.Value { return object.Of(t.Type(object.TBuiltin)) }},
	{Name: "__name__", Get: func(t *object.Thread, v object.Value) object.Value {
		name := hostOf[*bound](t, v).name
		return object.NewStr(t, name[strings.LastIndexByte(name, '.')+1:])
	}},
	{Name: "__qualname__", Get: func(t *object.Thread, v object.Value) object.Value {
		b := hostOf[*bound](t, v)
		if b.method {
			return object.NewStr(t, b.name)
		}
		return object.NewStr(t, b.name[strings.LastIndexByte(b.name, '.')+1:])
	}},
	{Name: "__doc__", Get: func(t *object.Thread, v object.Value) object.Value {
		if b := hostOf[*bound](t, v); b.doc != "" {
			return object.NewStr(t, b.doc)
		}
		return object.None
	}},
	{Name: "__signature__", Get: func(t *object.Thread, v object.Value) object.Value {
		return object.NewStr(t, hostOf[*bound](t, v).signature())
	}},
	{Name: "__text_signature__", Get: func(t *object.Thread, v object.Value) object.Value {
		return object.NewStr(t, hostOf[*bound](t, v).signature())
	}},
	{Name: "__module__", Get: func(t *object.Thread, v object.Value) object.Value {
		b := hostOf[*bound](t, v)
		if dot := strings.LastIndexByte(b.name, '.'); dot > 0 && !b.method {
			return object.NewStr(t, b.name[:dot])
		}
		return object.None
	}},
}

func newHostObject(t *object.Thread, id object.TypeID, x any) object.Value {
	v := object.AllocInstance(t, t.Type(id))
	if v != object.Null {
		standFor(t, v, x)
	}
	return v
}

// standFor gives an object its Go value.
func standFor(t *object.Thread, v object.Value, x any) {
	table := t.RT.Heap.Handles()
	id := table.Put(x)
	object.As[hostObject](v).Handle = uint64(id)
	table.Own(id)
}

func hostOf[T any](t *object.Thread, v object.Value) T {
	x, _ := t.RT.Heap.Handles().Get(uint32(object.As[hostObject](v).Handle)).(T)
	return x
}

// bound is a Go function with what its arguments are.
type bound struct {
	name     string
	f        reflect.Value
	ctx      bool // the first parameter is the context
	variadic bool
	in       []reflect.Type // without the context
	out      int            // results without the error
	err      bool
	method   bool              // the first argument is the receiver
	operator bool              // where the second argument cannot be converted, another operand may know what to do
	sig      *object.Signature // nil: all arguments are positional
	defaults []reflect.Value   // of the parameters of sig
	shown    string            // the signature as text
	doc      string
	fast     fastFunc // the call without reflection; nil: there is none
}

var contextType = reflect.TypeFor[context.Context]()

func newBound(name string, f reflect.Value) (*bound, error) {
	if !f.IsValid() || f.Kind() != reflect.Func || f.IsNil() {
		return nil, &SignatureError{Func: name, Why: "it is not a Go function"}
	}
	t := f.Type()
	b := &bound{name: name, f: f, variadic: t.IsVariadic(), out: t.NumOut()}
	for i := range t.NumIn() {
		switch p := t.In(i); {
		case i == 0 && p == contextType:
			b.ctx = true
		default:
			b.in = append(b.in, p)
		}
	}
	if b.out > 0 && t.Out(b.out-1) == errorType {
		b.out--
		b.err = true
	}
	return b, nil
}

// Bind makes a Go value importable: Bind("host.log", f) gives the module host an attribute log.
//
// A Go function may take a context first, which is that of the call from Go that is under way, and give an error last, which Python sees as an exception;
// several other results are a tuple. Arguments are positional; NewFunc gives them names. A panic in the function becomes an exception too.
//
// A pointer to a struct becomes a live object, with the struct's exported fields and its methods; so do pointers to maps and slices, and what Live wraps.
// Other values are converted as docs/go-api.md says.
func (r *Runtime) Bind(name string, x any) (err error) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot == len(name)-1 {
		return fmt.Errorf("psy: Bind needs MODULE.NAME, not %q", name)
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Invalid:
		return fmt.Errorf("psy: Bind of nil as %s", name)
	case reflect.Func:
		if _, seq := sequenceOf(v.Type()); !seq || v.IsNil() {
			if x, err = newBound(name, v); err != nil {
				return err
			}
		}
	}
	var c call
	if err := r.enter(nil, &c); err != nil {
		return err
	}
	defer r.leave(&c, &err)
	if err = r.bind(name[:dot], name[dot+1:], name, x); err != nil && r.t.Exc != object.Null {
		err = r.failure()
	}
	c.done = true
	return err
}

var errSet = errors.New("an exception is set")

func (r *Runtime) bind(module, name, where string, x any) error {
	var v object.Value
	var err error
	if b, ok := x.(*bound); ok {
		v, err = r.newFunction(b)
	} else {
		v, err = r.toPython(x, where)
	}
	if err != nil {
		return err
	}
	mod, err := r.hostModule(module)
	if err != nil {
		return err
	}
	if !object.As[object.Dict](mod.Ext).SetStr(r.t, name, v) {
		return errSet
	}
	return nil
}

// hostModule finds or makes a module and, as packages, what stands before its dots.
func (r *Runtime) hostModule(name string) (*object.Module, error) {
	t := r.t
	key := object.Intern(t, name)
	if key == object.Null {
		return nil, errSet
	}
	if m := t.RT.Modules.GetStr(key); m != object.Null {
		if !m.IsExact(object.TModule) {
			return nil, fmt.Errorf("psy: %s is no module", name)
		}
		return object.As[object.Module](m), nil
	}
	var parent *object.Module
	dot := strings.LastIndexByte(name, '.')
	if dot >= 0 {
		var err error
		if parent, err = r.hostModule(name[:dot]); err != nil {
			return nil, err
		}
		if path := object.NewList(t, 0); path == nil || !object.As[object.Dict](parent.Ext).SetStr(t, "__path__", object.Of(path)) {
			return nil, errSet
		}
	}
	m := object.NewModule(t, name)
	if m == nil || !t.RT.Modules.Set(t, key, object.Of(m)) || parent != nil && !object.As[object.Dict](parent.Ext).SetStr(t, name[dot+1:], object.Of(m)) {
		return nil, errSet
	}
	return m, nil
}

func (r *Runtime) newFunction(b *bound) (object.Value, error) {
	b.hasten()
	return r.made(newHostObject(r.t, tHostFunction, b))
}

// callHost is the call of a Go function by Python.
func callHost(t *object.Thread, self object.Value, args []object.Value, kw object.Value) object.Value {
	r, b := runtimeOf(t), hostOf[*bound](t, self)
	if b == nil {
		return object.Raise(t, object.TRuntimeError, "the Go function is gone")
	}
	if b.fast != nil && r.journal == nil && kw == object.Null && len(args) == len(b.in) {
		if res, ok := b.fast(r, b, args); ok {
			return res
		}
	}
	out, res := r.invoke(b, args, kw)
	if res == object.None {
		return r.results(b, out)
	}
	return res
}

// invoke converts arguments and calls the Go function. The result is None if all went well; Null: an exception is set; NotImplemented: an operand is none of
// the function's.
func (r *Runtime) invoke(b *bound, args []object.Value, kw object.Value) ([]reflect.Value, object.Value) {
	if b.sig != nil {
		return r.invokeSigned(b, args, kw)
	}
	t := r.t
	fixed := len(b.in)
	if b.variadic {
		fixed--
	}
	switch {
	case kw != object.Null && object.As[object.Tuple](kw).Len() > 0:
		return nil, object.Raise(t, object.TTypeError, "%s() takes no keyword arguments", b.name)
	case len(args) < fixed || len(args) > fixed && !b.variadic:
		return nil, b.wrongCount(t, fixed, len(args))
	}
	in := make([]reflect.Value, 0, len(args)+1)
	if b.ctx {
		in = append(in, reflect.ValueOf(r.cancel.context()))
	}
	for i, a := range args {
		typ := b.in[min(i, len(b.in)-1)]
		if i >= fixed && b.variadic {
			typ = typ.Elem()
		}
		p := reflect.New(typ).Elem()
		if res := r.argument(b, i, a, p); res != object.None {
			return nil, res
		}
		in = append(in, p)
	}
	return r.perform(b, in)
}

// perform calls the Go function, whose error becomes an exception.
func (r *Runtime) perform(b *bound, in []reflect.Value) ([]reflect.Value, object.Value) {
	out, err := r.callGo(b, in)
	if err != nil {
		return nil, r.raise(err)
	}
	return out, object.None
}

// argument converts argument i. The result is None, Null or NotImplemented, as that of invoke.
func (r *Runtime) argument(b *bound, i int, a object.Value, p reflect.Value) object.Value {
	if b.method && i == 0 {
		if isLive(r.t, a) {
			switch x := liveOf(r.t, a); {
			case x.goValue(p):
				return object.None
			case x.at == nil:
				x.made(r.t, a)
				return object.Null
			}
		}
		return object.Raise(r.t, object.TTypeError, "%s() needs a receiver of Go type %s, not %s", b.name, p.Type(), object.TypeName(r.t, a))
	}
	err := toGo(r, a, p, "", 0)
	if err == nil {
		return object.None
	}
	err = inPlace(err, b.place(i))
	if _, ok := err.(*ConversionError); ok && b.operator {
		return object.NotImplemented
	}
	return r.raise(err)
}

func (b *bound) wrongCount(t *object.Thread, fixed, given int) object.Value {
	atLeast := ""
	if b.variadic {
		atLeast = "at least "
	}
	if b.method && given > 0 {
		fixed, given = fixed-1, given-1
	}
	return object.Raise(t, object.TTypeError, "%s() takes %s%d arguments (%d given)", b.name, atLeast, fixed, given)
}

// place names argument i in errors.
func (b *bound) place(i int) string {
	if b.method {
		if i == 0 {
			return b.name + "() self"
		}
		i--
	}
	return fmt.Sprintf("%s() argument %d", b.name, i+1)
}

// guarded runs f, which calls the program's Go code. While it runs, its goroutine may use the runtime again.
func (r *Runtime) guarded(f func() error) (err error) {
	outer := r.t.Owner.Swap(heap.Goroutine())
	done := false
	defer func() {
		r.t.Owner.Store(outer)
		if !done {
			if p := recover(); p != nil { // not in runtime.Goexit
				err = panicked(p)
			}
		}
	}()
	if err = f(); err != nil { // its methods are Go functions, too: what panics does so here
		errors.Is(err, ErrBusy)
		_ = err.Error()
	}
	done = true
	return err
}

// callGo runs the Go function. While it runs, its goroutine may use the runtime again.
func (r *Runtime) callGo(b *bound, in []reflect.Value) (out []reflect.Value, err error) {
	err = r.guarded(func() (err error) {
		if j := r.journal; j != nil {
			out, err = j.called(b.name, in[min(len(in), goContext(b)):], outTypes(b), func() ([]reflect.Value, error) { return b.make(in) })
		} else {
			out, err = b.make(in)
		}
		return err
	})
	return out, err
}

func goContext(b *bound) int {
	if b.ctx {
		return 1
	}
	return 0
}

// outTypes are the types of the results without the error.
func outTypes(b *bound) []reflect.Type {
	types := make([]reflect.Type, b.out)
	for i := range types {
		types[i] = b.f.Type().Out(i)
	}
	return types
}

// make makes the call.
func (b *bound) make(in []reflect.Value) (out []reflect.Value, err error) {
	out = b.f.Call(in)
	if b.err {
		err, _ = out[b.out].Interface().(error)
	}
	return out[:b.out], err
}

func (r *Runtime) results(b *bound, out []reflect.Value) object.Value {
	t := r.t
	give := func(x reflect.Value) object.Value {
		v, err := r.reflected(x, "", 0)
		if err != nil {
			return r.raise(inPlace(err, b.name+"() result"))
		}
		return v
	}
	switch len(out) {
	case 0:
		return object.None
	case 1:
		return give(out[0])
	}
	tuple := object.NewTuple(t, len(out))
	if tuple == nil {
		return object.Null
	}
	for i, x := range out {
		if *tuple.At(i) = give(x); *tuple.At(i) == object.Null {
			return object.Null
		}
	}
	return object.Of(tuple)
}

func nextOfHost(t *object.Thread, self object.Value) object.Value {
	r, p := runtimeOf(t), hostOf[*pulled](t, self)
	if r.journal != nil {
		r.journal.broken("an iterator of Go's cannot be recorded")
		return r.raise(r.journal.err)
	}
	var x, y reflect.Value
	var more bool
	if err := r.guarded(func() (e error) {
		x, y, e, more = p.next()
		return e
	}); err != nil {
		return r.raise(err)
	}
	if !more {
		return object.Null
	}
	v, err := r.reflected(x, "item", 0)
	if err != nil {
		return r.raise(err)
	}
	if !y.IsValid() {
		return v
	}
	tuple := object.NewTuple(t, 2)
	if tuple == nil {
		return object.Null
	}
	*tuple.At(0) = v
	if v, err = r.reflected(y, "item", 0); err != nil {
		return r.raise(err)
	}
	*tuple.At(1) = v
	return object.Of(tuple)
}

// goErrors says which exceptions stand for which Go errors; the rest is RuntimeError.
var goErrors = []struct {
	err error
	id  object.TypeID
}{
	{fs.ErrNotExist, object.TFileNotFoundError}, {fs.ErrExist, object.TFileExistsError}, {fs.ErrPermission, object.TPermissionError},
	{os.ErrDeadlineExceeded, object.TTimeoutError}, {context.DeadlineExceeded, object.TTimeoutError}, {io.EOF, object.TEOFError},
	{errors.ErrUnsupported, object.TNotImplementedError},
}

const goErrorName = "__go_error__"

// raise sets the exception for a Go error, which Exception.Unwrap gives back, and returns Null.
func (r *Runtime) raise(err error) object.Value {
	t := r.t
	var i *Interrupted
	if errors.As(err, &i) && r.cancel.told {
		return object.RaiseType(t, object.TKeyboardInterrupt) // the whole call is
	}
	var e *Exception
	if errors.As(err, &e) {
		if held, ok := e.value.(Value); ok {
			if v, foreign := held.of(r); foreign == nil {
				object.SetExc(t, v)
				return object.Null
			}
		}
	}
	if e != nil && (e.raised != nil || len(e.Args) > 0 && e.Message == "") {
		r.raiseMade(e)
		return r.mark(err)
	}
	id, text := object.TRuntimeError, err.Error()
	var over *OverflowError
	var conv *ConversionError
	switch {
	case e != nil:
		text = e.Message
		if x := object.BuiltinNamed(t, e.Type); x != object.Null && object.IsType(x) && object.As[object.Type](x).IsSubtype(t.Type(object.TBaseException)) {
			id = object.As[object.Type](x).ID
		}
		t.ClearExc()
	case errors.As(err, &over):
		id = object.TOverflowError
	case errors.As(err, &conv):
		id = object.TTypeError
	default:
		for _, g := range goErrors {
			if errors.Is(err, g.err) {
				id = g.id
				break
			}
		}
	}
	msg := object.NewStr(t, strings.ToValidUTF8(text, "\uFFFD"))
	if msg == object.Null {
		return msg
	}
	object.RaiseValue(t, id, msg)
	return r.mark(err)
}

// mark lets the exception that is set know the Go error that it was made of, and returns Null.
func (r *Runtime) mark(err error) object.Value {
	t := r.t
	exc := t.Exc
	if exc == object.Null {
		return object.Null
	}
	t.ClearExc()
	if h, name := newHostObject(t, tHostError, err), object.Intern(t, goErrorName); h != object.Null && name != object.Null {
		object.SetAttr(t, exc, name, h)
	}
	t.Exc = exc // without memory for it, the Go error is lost
	return object.Null
}

// goErrorOf is the Go error that an exception was made of, or nil.
func goErrorOf(t *object.Thread, exc object.Value) error {
	h, name := object.Null, object.Intern(t, goErrorName)
	if name != object.Null {
		h = object.LookupAttr(t, exc, name)
	}
	t.ClearExc()
	if h == object.Null || !h.IsExact(tHostError) {
		return nil
	}
	return hostOf[error](t, h)
}
