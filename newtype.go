// Types made from Go: classes whose instances are Go values, with methods, properties and operators that are Go functions.

package psy

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// TypeOption is an option of NewType.
type TypeOption struct{ apply func(c *goClass) error }

// typeSpec is what NewType adds to a class.
type typeSpec struct {
	module, doc string
	make        *bound // __init__; nil: fields are set by position and by keyword
	closed      bool   // Python makes no instances
	opaque      bool
	properties  []*goProperty
}

// goProperty is an attribute that Go functions compute.
type goProperty struct {
	class    *goClass
	name     string
	get, set *bound
}

// Constructor makes the instances: a function that returns a *T and perhaps an error. It is called by __init__, so classes derived from this one call
// super().__init__(...). Without a constructor the exported fields of a struct are set, by position or by keyword. nil: Python cannot make instances.
func Constructor(f any) TypeOption {
	return TypeOption{func(c *goClass) error {
		if f == nil {
			c.spec.closed = true
			return nil
		}
		b, err := boundOf(c.name, f, false)
		if err != nil {
			return err
		}
		if b.out != 1 || b.f.Type().Out(0) != reflect.PointerTo(c.typ) {
			return &SignatureError{Func: c.name, Why: fmt.Sprintf("the constructor does not return a *%s", c.typ)}
		}
		c.spec.make = b
		return nil
	}}
}

// Method adds a method: a function whose first parameter, after a context if there is one, is the *T. Names with two underscores at both ends are what
// Python knows them for: "__add__" and "__radd__", "__eq__" and "__lt__", "__len__", "__getitem__", "__iter__" (which may return an iter.Seq),
// "__call__", "__repr__". Where an operator's operand cannot be converted, Python asks the other operand.
func Method(name string, f any) TypeOption {
	return TypeOption{func(c *goClass) error {
		b, err := boundOf(c.name+"."+name, f, true)
		if err != nil {
			return err
		}
		if b.in[0] != reflect.PointerTo(c.typ) {
			return &SignatureError{Func: b.name, Why: fmt.Sprintf("its first parameter is not a *%s", c.typ)}
		}
		b.operator = operators[strings.Trim(name, "_")] && strings.HasPrefix(name, "__") && len(b.in) == 2
		for i, m := range c.methods {
			if m.name == b.name {
				c.methods[i] = b
				return nil
			}
		}
		c.methods = append(c.methods, b)
		return nil
	}}
}

// Property adds an attribute that functions compute: get takes a *T, set a *T and a value. set may be nil.
func Property(name string, get, set any) TypeOption {
	return TypeOption{func(c *goClass) error {
		p := &goProperty{class: c, name: name}
		var err error
		if p.get, err = boundOf(c.name+"."+name, get, true); err != nil {
			return err
		}
		if len(p.get.in) != 1 || p.get.in[0] != reflect.PointerTo(c.typ) {
			return &SignatureError{Func: p.get.name, Why: fmt.Sprintf("get does not take a *%s alone", c.typ)}
		}
		if set != nil {
			if p.set, err = boundOf(c.name+"."+name, set, true); err != nil {
				return err
			}
			if len(p.set.in) != 2 || p.set.in[0] != reflect.PointerTo(c.typ) {
				return &SignatureError{Func: p.set.name, Why: fmt.Sprintf("set does not take a *%s and a value", c.typ)}
			}
		}
		c.spec.properties = append(c.spec.properties, p)
		return nil
	}}
}

// TypeDoc is the docstring of the class.
func TypeDoc(text string) TypeOption {
	return TypeOption{func(c *goClass) error {
		c.spec.doc = text
		return nil
	}}
}

// Opaque leaves out the fields and methods that T has in Go: Python sees what the options say.
func Opaque() TypeOption {
	return TypeOption{func(c *goClass) error {
		c.spec.opaque = true
		return nil
	}}
}

// operators are the methods whose result may be NotImplemented.
var operators = map[string]bool{}

func init() {
	for _, op := range strings.Fields("add and floordiv lshift matmul mul mod or pow rshift sub truediv xor divmod") {
		operators[op], operators["r"+op], operators["i"+op] = true, true, true
	}
	for _, op := range strings.Fields("eq ne lt le gt ge") {
		operators[op] = true
	}
}

// boundOf describes a function of an option.
func boundOf(name string, f any, method bool) (*bound, error) {
	g, ok := f.(*GoFunc)
	if !ok {
		g = NewFunc(f)
	}
	b, err := g.finish(name, method)
	if err == nil {
		b.hasten()
	}
	return b, err
}

// NewType makes a Python class of a Go type and gives it a name, as Bind does: "geo.Point". Its instances are *T: T's exported fields and its methods, and
// what the options add. Classes can be derived from it in Python. Pointers to T that Go gives to Python are instances from then on.
func NewType[T any](r *Runtime, name string, options ...TypeOption) (v Value, err error) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot == len(name)-1 {
		return v, fmt.Errorf("psy: NewType needs MODULE.NAME, not %q", name)
	}
	typ := reflect.TypeFor[T]()
	if k := typ.Kind(); k == reflect.Pointer || k == reflect.Interface || k == reflect.Func || specialOf(typ) != nil || specialOf(reflect.PointerTo(typ)) != nil || typ == bigType || typ == valueType {
		return v, fmt.Errorf("psy: NewType of %s, which has another form in Python", typ)
	}
	var c call
	if err := r.enter(nil, &c); err != nil {
		return v, err
	}
	defer r.leave(&c, &err)
	v, err = r.newType(typ, name[:dot], name[dot+1:], options)
	c.done = true
	return v, err
}

func (r *Runtime) newType(typ reflect.Type, module, name string, options []TypeOption) (Value, error) {
	t := r.t
	classes := goDict(t, goClasses)
	if classes == nil {
		return Value{}, r.failure()
	}
	if classes.Get(t, typeKey(typ)) != object.Null {
		return Value{}, fmt.Errorf("psy: NewType: %s has a class in this runtime already", typ)
	}
	c := &goClass{typ: typ, name: name, number: newNumber(), spec: &typeSpec{module: module}}
	found := r.names.classFor(typ)
	for _, f := range found.fields {
		g := *f
		g.class, g.place = c, name+"."+f.name
		c.fields = append(c.fields, &g)
	}
	for _, m := range found.methods {
		b := *m
		b.name = name + m.name[strings.LastIndexByte(m.name, '.'):]
		c.methods = append(c.methods, &b)
	}
	own := len(c.methods)
	for _, o := range options {
		if o.apply != nil {
			if err := o.apply(c); err != nil {
				return Value{}, err
			}
		}
	}
	if c.spec.opaque {
		c.fields, c.methods = nil, c.methods[own:]
	}
	if r.types == nil {
		r.types = map[reflect.Type]any{}
	}
	r.types[typ] = c
	cls, err := r.classOf(c)
	if err == nil {
		var mod *object.Module
		if mod, err = r.hostModule(module); err == nil && !object.As[object.Dict](mod.Ext).SetStr(t, name, object.Of(cls)) {
			err = r.failure()
		}
	}
	if err != nil {
		delete(r.types, typ)
		if err == errSet {
			err = r.failure()
		}
		return Value{}, err
	}
	return r.hold(object.Of(cls)), nil
}

// goClassName is the attribute of a class that leads to its Go type.
const goClassName = "__go_type__"

// madeBy is the Go type that instances of a class have, if Python may make them.
func madeBy(t *object.Thread, typ *object.Type) *goClass {
	name := object.Intern(t, goClassName)
	if name == object.Null {
		return nil
	}
	v := typ.Lookup(t, name)
	if v == object.Null || !v.IsExact(tHostError) {
		return nil
	}
	c := hostOf[*goClass](t, v)
	if c == nil || c.spec == nil || c.spec.closed {
		return nil
	}
	return c
}

// newInstance is __new__ of the classes of Go types: an object without a Go value, which __init__ makes.
func newInstance(t *object.Thread, typ *object.Type, args []object.Value, kw object.Value) object.Value {
	c := madeBy(t, typ)
	if c == nil {
		if t.Exc == object.Null {
			object.Raise(t, object.TTypeError, "cannot create '%s' instances", typ.NameString())
		}
		return object.Null
	}
	v := object.AllocInstance(t, typ)
	if v != object.Null {
		standFor(t, v, &live{class: c})
	}
	return v
}

// initInstance is __init__: it makes the Go value.
func initInstance(t *object.Thread, self object.Value, args []object.Value, kw object.Value) bool {
	r, x := runtimeOf(t), liveOf(t, self)
	c := x.class
	if c == nil || c.spec == nil || c.spec.closed {
		object.Raise(t, object.TTypeError, "cannot make '%s' anew", object.TypeName(t, self))
		return false
	}
	var p reflect.Value
	if c.spec.make != nil {
		out, res := r.invoke(c.spec.make, args, kw)
		if res != object.None {
			return false
		}
		if p = out[0]; p.IsNil() {
			object.Raise(t, object.TTypeError, "the constructor of %s returned nil", c.name)
			return false
		}
	} else if p = r.fill(c, args, kw); !p.IsValid() {
		return false
	}
	made := *x // x itself may be part of an image, for which the object then keeps standing for what it stood for
	x = &made
	x.p, x.at = p, p.UnsafePointer()
	t.RT.Heap.Handles().Set(uint32(object.As[hostObject](self).Handle), x)
	x.show(self)
	key, at := typeKey(c.typ), addressOf(x.at)
	all := goDict(t, goObjects)
	if all == nil {
		return false
	}
	known := object.Null
	if known = all.Get(t, key); known == object.Null {
		if d := object.NewDict(t); d != nil {
			known = object.Of(d)
		}
		if known == object.Null || !all.Set(t, key, known) {
			return false
		}
	}
	if ref := object.As[object.Dict](known).Get(t, at); ref != object.Null && object.WeakTarget(ref) != object.Null {
		return true // another object stands for this pointer already
	}
	if err := r.remember(object.As[object.Dict](known), at, self); err != nil {
		r.raise(err)
		return false
	}
	return true
}

// fill makes a Go value whose fields are the arguments. The result is not valid: an exception is set.
func (r *Runtime) fill(c *goClass, args []object.Value, kw object.Value) (p reflect.Value) {
	t := r.t
	p = reflect.New(c.typ)
	x := &live{p: p, at: p.UnsafePointer(), class: c}
	set := func(f *goField, v object.Value) bool {
		to, err := f.of(x)
		if err == nil {
			err = r.store(v, to, f.where())
		}
		if err != nil {
			r.raise(err)
		}
		return err == nil
	}
	pos, named := object.SplitKw(args, kw)
	if len(pos) > len(c.fields) {
		object.Raise(t, object.TTypeError, "%s() takes at most %d arguments (%d given)", c.name, len(c.fields), len(pos))
		return reflect.Value{}
	}
	for i, v := range pos {
		if !set(c.fields[i], v) {
			return reflect.Value{}
		}
	}
next:
	for i, v := range named {
		name := object.GoString(*object.As[object.Tuple](kw).At(i))
		for k, f := range c.fields {
			if f.name != name {
				continue
			}
			if k < len(pos) {
				object.Raise(t, object.TTypeError, "%s() got multiple values for argument '%s'", c.name, name)
				return reflect.Value{}
			}
			if !set(f, v) {
				return reflect.Value{}
			}
			continue next
		}
		object.Raise(t, object.TTypeError, "%s() got an unexpected keyword argument '%s'", c.name, name)
		return reflect.Value{}
	}
	return p
}

var tLiveProperty = object.AllocTypeID()

func defineProperty() {
	object.DefineType(tLiveProperty, hostDef("host.property", object.Slots{
		DescrGet: func(t *object.Thread, d, obj, typ object.Value) object.Value {
			if obj == object.Null || obj == object.None && typ != object.Null {
				return d
			}
			r, p := runtimeOf(t), hostOf[*goProperty](t, d)
			return r.callProperty(p.get, obj, object.Null)
		},
		DescrSet: func(t *object.Thread, d, obj, val object.Value) bool {
			r, p := runtimeOf(t), hostOf[*goProperty](t, d)
			if p.set == nil || val == object.Null {
				object.Raise(t, object.TAttributeError, "property '%s' of '%s' object has no %s", p.name, object.TypeName(t, obj), map[bool]string{true: "deleter", false: "setter"}[val == object.Null])
				return false
			}
			return r.callProperty(p.set, obj, val) != object.Null
		},
	}))
}

// callProperty calls a function of a property with the object and a value, if there is one.
func (r *Runtime) callProperty(b *bound, obj, val object.Value) object.Value {
	t, n := r.t, 1
	if val != object.Null {
		n = 2
	}
	a := t.PushArgs(n)
	if a == nil {
		return object.Null
	}
	defer t.PopArgs(n)
	a[0] = obj
	if n == 2 {
		a[1] = val
	}
	out, res := r.invoke(b, a, object.Null)
	if res != object.None {
		return res
	}
	return r.results(b, out)
}
