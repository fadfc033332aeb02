// Live objects: Go values that Python sees where they are. An object stands for a pointer, by a handle; its class has the fields and methods of the Go type.

package psy

import (
	"cmp"
	"fmt"
	"path"
	"reflect"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Live makes a live object of x where x would be copied: of a map, a slice, a pointer to one, or a value of any type with methods. Bind, Module.Set,
// arguments and results take it. A map is a reference: Python sees and changes the map itself. Of a slice that is given by value the items can be
// changed, its length cannot; give a pointer to the slice for that.
func Live(x any) any { return liveValue{x} }

type liveValue struct{ x any }

// live is the Go side of a live object.
type live struct {
	p     reflect.Value  // a pointer to the Go value
	at    unsafe.Pointer // the same; nil: it is not made yet
	class *goClass
	fixed string // why its fields or its length cannot be changed: it is a copy; "": they can
	file  *goFile
}

// elem is the Go value.
func (x *live) elem() reflect.Value { return x.p.Elem() }

var (
	tLive       = object.AllocTypeID()
	tLiveField  = object.AllocTypeID()
	tLiveMethod = object.AllocTypeID()
)

// liveDef declares a type whose objects stand for Go values.
func liveDef(name string, base object.TypeID, s object.Slots) object.TypeDef {
	d := hostDef(name, s)
	d.Base, d.Flags, d.NoWeak, d.Size = base, object.TypeBase, false, unsafe.Sizeof(object.Outside{})
	return d
}

func init() {
	l := liveDef("host.object", 0, object.Slots{New: newInstance, Init: initInstance, Repr: reprOfLive, Str: strOfLive})
	l.Methods = []object.FuncDef{{Name: "__reduce_ex__", Sig: "(protocol, /)", F1: func(t *object.Thread, self, _ object.Value) object.Value {
		return object.Raise(t, object.TTypeError, "cannot pickle '%s' object", object.TypeName(t, self)) // nor copy: it stands for a Go value
	}}}
	object.DefineType(tLive, l)
	d := hostDef("host.field", object.Slots{DescrGet: getField, DescrSet: setField, Repr: func(t *object.Thread, v object.Value) object.Value {
		f := hostOf[*goField](t, v)
		return object.NewStr(t, fmt.Sprintf("<field %s of %s>", f.name, f.class.typ))
	}})
	d.Size = unsafe.Sizeof(object.FieldDescr{})
	object.DefineType(tLiveField, d)
	object.Fields.Owner, object.Fields.Descr = tLive, tLiveField
	d = hostDef("host.method", object.Slots{Call: callHost, DescrGet: bindMethod, Repr: func(t *object.Thread, v object.Value) object.Value {
		return object.NewStr(t, "<host method "+hostOf[*bound](t, v).name+">")
	}})
	d.Flags |= object.TypeMethodDescr
	d.GetSets = functionAttributes
	object.DefineType(tLiveMethod, d)
	defineProperty()
}

// goClass is what is known of a Go type that has live objects. It does not change once it is made.
type goClass struct {
	typ     reflect.Type // the type of the value, not of the pointer
	number  uint32       // of the description; never 0
	name    string
	fields  []*goField
	methods []*bound
	spec    *typeSpec // what NewType was told; nil: the class is that of live objects, and Python cannot make instances
}

// goField is a field of a struct, or of a struct that is embedded in it.
type goField struct {
	class  *goClass
	name   string
	typ    reflect.Type
	kind   reflect.Kind // Invalid: the type has a form of its own in Python
	index  []int
	offset uintptr
	far    bool   // behind a pointer: offset does not say where
	plain  bool   // part of repr
	inside bool   // its value is a live object
	place  string // in errors
}

func (f *goField) where() string { return f.place }

var lastNumber atomic.Uint32

// newNumber is a number for a goClass.
func newNumber() uint32 {
	for {
		if n := lastNumber.Add(1); n != 0 {
			return n
		}
	}
}

// classFor describes a Go type.
func (n *naming) classFor(typ reflect.Type) *goClass {
	if c, ok := n.classes.Load(typ); ok {
		return c.(*goClass)
	}
	c := &goClass{typ: typ, name: typ.Name(), number: newNumber()}
	if c.name == "" {
		c.name = typ.Kind().String()
	}
	if i := strings.IndexByte(c.name, '['); i > 0 { // of a generic type
		c.name = c.name[:i]
	}
	taken := map[string]bool{}
	if typ.Kind() == reflect.Struct {
		var left [][]int // what a tag leaves out
	fields:
		for _, f := range reflect.VisibleFields(typ) {
			name, _, _ := strings.Cut(f.Tag.Get("py"), ",")
			if name == "-" {
				left = append(left, f.Index)
				continue
			}
			if !f.IsExported() {
				continue
			}
			for _, l := range left {
				if len(l) < len(f.Index) && fmt.Sprint(l) == fmt.Sprint(f.Index[:len(l)]) {
					continue fields
				}
			}
			if name == "" {
				name = n.of(f.Name)
			}
			if taken[name] {
				continue
			}
			taken[name] = true
			g := &goField{class: c, name: name, place: c.name + "." + name, inside: isLiveKind(f.Type), typ: f.Type, kind: f.Type.Kind(), index: f.Index, plain: len(f.Index) == 1}
			if f.Type.PkgPath() != "" && specialOf(f.Type) != nil {
				g.kind = reflect.Invalid
			}
			for i, t := 0, typ; i < len(f.Index); i++ {
				if t.Kind() == reflect.Pointer {
					g.far = true
					t = t.Elem()
				}
				s := t.Field(f.Index[i])
				g.offset += s.Offset
				t = s.Type
			}
			c.fields = append(c.fields, g)
		}
	}
	p := reflect.PointerTo(typ)
	for i := range p.NumMethod() {
		m := p.Method(i)
		name := n.of(m.Name)
		if !m.IsExported() || taken[name] {
			continue
		}
		taken[name] = true
		if b, err := newBound(c.name+"."+name, m.Func); err == nil {
			b.method = true
			b.hasten()
			c.methods = append(c.methods, b)
		}
	}
	got, _ := n.classes.LoadOrStore(typ, c)
	return got.(*goClass)
}

// base is the built-in type that the class of a Go type is derived from.
func (c *goClass) base() object.TypeID {
	p := reflect.PointerTo(c.typ)
	switch {
	case p.Implements(readerType) || p.Implements(writerType):
		return tLiveFile
	}
	switch c.typ.Kind() {
	case reflect.Slice, reflect.Array:
		return tLiveList
	case reflect.Map:
		return tLiveMap
	case reflect.Chan:
		return tLiveChannel
	}
	return tLive
}

// Places in the tuple at native.ExtraGo.
const (
	goClasses = iota // a dict: address of the Go type to its class
	goObjects        // a dict: address of the Go type to a dict from addresses of values to weak references to their objects
	goState          // how many there are
)

// goDict is one of the dicts that a runtime keeps of its live objects. All that is known of them lies in the runtime's heap.
func goDict(t *object.Thread, i int) *object.Dict {
	state := t.RT.Extra[native.ExtraGo]
	if state == object.Null {
		tuple := object.NewTuple(t, goState)
		if tuple == nil {
			return nil
		}
		for i := range goState {
			d := object.NewDict(t)
			if d == nil {
				return nil
			}
			*tuple.At(i) = object.Of(d)
		}
		state = object.Of(tuple)
		t.RT.Extra[native.ExtraGo] = state
	}
	return object.As[object.Dict](*object.As[object.Tuple](state).At(i))
}

// addressOf is an address as a key of a dict.
func addressOf(p unsafe.Pointer) object.Value { return object.SmallInt(int64(uintptr(p))) }

// typeKey is the key of a Go type: the address of its description, which does not move.
func typeKey(typ reflect.Type) object.Value {
	return addressOf((*[2]unsafe.Pointer)(unsafe.Pointer(&typ))[1])
}

func (r *Runtime) classFor(typ reflect.Type) *goClass {
	if c, ok := r.types[typ].(*goClass); ok {
		return c
	}
	return r.names.classFor(typ)
}

// classOf is the class of a Go type's live objects.
func (r *Runtime) classOf(c *goClass) (*object.Type, error) {
	t := r.t
	classes := goDict(t, goClasses)
	if classes == nil {
		return nil, r.failure()
	}
	key := typeKey(c.typ)
	if v := classes.Get(t, key); v != object.Null {
		return object.As[object.Type](v), nil
	}
	base := t.Type(c.base())
	if len(c.methods) == 0 && len(c.fields) == 0 && c.spec == nil {
		if base.ID == tLive {
			return nil, &ConversionError{c.typ.String(), "object", "", "it has no exported fields or methods"}
		}
		return base, nil
	}
	cls, err := r.newClass(c, base)
	if err != nil {
		return nil, err
	}
	if !classes.Set(t, key, object.Of(cls)) {
		return nil, r.failure()
	}
	return cls, nil
}

// newClass makes the class of a Go type.
func (r *Runtime) newClass(c *goClass, base *object.Type) (*object.Type, error) {
	t := r.t
	ns := object.NewDict(t)
	if ns == nil {
		return nil, r.failure()
	}
	set := func(name string, v object.Value) bool { return v != object.Null && ns.SetStr(t, name, v) }
	slots, bases := object.NewTuple(t, 0), object.NewTuple(t, 1)
	if slots == nil || bases == nil {
		return nil, r.failure()
	}
	*bases.At(0) = object.Of(base)
	pkg, doc := path.Base(c.typ.PkgPath()), "The Go type "+c.typ.String()+"."
	if pkg == "." {
		pkg = "host"
	}
	if c.spec != nil {
		pkg, doc = c.spec.module, cmp.Or(c.spec.doc, doc)
	}
	if !set("__slots__", object.Of(slots)) || !set("__module__", object.NewStr(t, pkg)) || !set("__doc__", object.NewStr(t, doc)) {
		return nil, r.failure()
	}
	for _, f := range c.fields {
		if !set(f.name, newField(t, f)) {
			return nil, r.failure()
		}
	}
	for _, m := range c.methods {
		if !set(m.name[strings.LastIndexByte(m.name, '.')+1:], newHostObject(t, tLiveMethod, m)) {
			return nil, r.failure()
		}
	}
	if c.spec != nil {
		if !set(goClassName, newHostObject(t, tHostError, c)) {
			return nil, r.failure()
		}
		for _, p := range c.spec.properties {
			if !set(p.name, newHostObject(t, tLiveProperty, p)) {
				return nil, r.failure()
			}
		}
	}
	name := object.NewStr(t, c.name)
	if name == object.Null {
		return nil, r.failure()
	}
	v := object.NewClass(t, t.Type(object.TType), name, bases, ns, nil, object.Null)
	if v == object.Null {
		return nil, r.failure()
	}
	cls := object.As[object.Type](v)
	cls.Flags |= object.TypeImmutable
	return cls, nil
}

// liveObject is the object of the Go value at p, which is a pointer that is not nil: the same one as long as it lives.
func (r *Runtime) liveObject(p reflect.Value, fixed string) (object.Value, error) {
	return r.objectOf(p, p.UnsafePointer(), r.classFor(p.Type().Elem()), fixed)
}

// objectOf is liveObject for a value of class c that at stands for.
func (r *Runtime) objectOf(p reflect.Value, place unsafe.Pointer, c *goClass, fixed string) (object.Value, error) {
	if j := r.journal; j != nil {
		j.broken("a live object of Go type %s cannot be recorded", c.typ)
		return object.Null, j.err
	}
	t := r.t
	key, at := typeKey(c.typ), addressOf(place)
	all := goDict(t, goObjects)
	if all == nil {
		return object.Null, r.failure()
	}
	var known *object.Dict
	if d := all.Get(t, key); d != object.Null {
		known = object.As[object.Dict](d)
		if ref := known.Get(t, at); ref != object.Null {
			if v := object.WeakTarget(ref); v != object.Null {
				if x := liveOf(t, v); x.fixed == fixed && x.at == place { // __init__ may have been called again
					return v, nil
				}
			}
		}
	} else if known = object.NewDict(t); known == nil || !all.Set(t, key, object.Of(known)) {
		return object.Null, r.failure()
	}
	cls, err := r.classOf(c)
	if err != nil {
		return object.Null, err
	}
	v := object.AllocInstance(t, cls)
	if v == object.Null {
		return object.Null, r.failure()
	}
	x := &live{p: p, at: place, class: c, fixed: fixed}
	standFor(t, v, x)
	x.show(v)
	return v, r.remember(known, at, v)
}

// remember keeps a weak reference to the object of the value at an address. When many of the others are dead, they are forgotten.
func (r *Runtime) remember(known *object.Dict, at, v object.Value) error {
	t := r.t
	if n := known.Used; n >= 64 && n&(n-1) == 0 {
		var dead *object.List
		for e, i := known.Next(0); e != nil; e, i = known.Next(i) {
			if object.WeakTarget(e.Val) == object.Null {
				if dead == nil {
					if dead = object.NewList(t, 0); dead == nil {
						return r.failure()
					}
				}
				if !dead.Append(t, e.Key) {
					return r.failure()
				}
			}
		}
		if dead != nil {
			for _, k := range dead.Slice() {
				known.Delete(t, k)
			}
		}
	}
	ref := object.NewWeakRef(t, v)
	if ref == object.Null || !known.Set(t, at, ref) {
		return r.failure()
	}
	return nil
}

// isLive reports whether an object stands for a Go value.
func isLive(t *object.Thread, v object.Value) bool {
	return v.IsPtr() && object.ShapeOf(v).Type.Layout.Flags&heap.HasHandle != 0 && object.IsInstance(t, v, tLive)
}

// liveOf is the Go side of a live object.
func liveOf(t *object.Thread, v object.Value) *live {
	x := hostOf[*live](t, v)
	if x == nil {
		return &live{}
	}
	return x
}

// made reports whether the object has its Go value; else an exception is set.
func (x *live) made(t *object.Thread, v object.Value) bool {
	if x.at == nil {
		object.Raise(t, object.TTypeError, "%s.__init__() has not been called", object.TypeName(t, v))
	}
	return x.at != nil
}

// goValue is what a live object gives for a Go type: the pointer, the value, or either as an interface.
func (x *live) goValue(dst reflect.Value) bool {
	if x.at == nil {
		return false
	}
	typ := dst.Type()
	switch p := x.p.Type(); {
	case p == typ, typ.Kind() == reflect.Interface && p.Implements(typ):
		dst.Set(x.p)
	case x.class.typ == typ, typ.Kind() == reflect.Interface && x.class.typ.Implements(typ):
		dst.Set(x.elem())
	case typ.Kind() == reflect.Chan && x.class.typ.ConvertibleTo(typ):
		dst.Set(x.elem().Convert(typ))
	default:
		return false
	}
	return true
}

// reprOfLive shows a struct with its fields, as dataclasses do.
func reprOfLive(t *object.Thread, v object.Value) object.Value {
	x := liveOf(t, v)
	name := object.TypeName(t, v)
	if x.at == nil || x.class.typ.Kind() != reflect.Struct || len(x.class.fields) == 0 {
		return object.NewStr(t, "<"+name+" object at "+object.AddressText(v)+">")
	}
	switch object.ReprEnter(t, v) {
	case 1:
		return object.NewStr(t, name+"(...)")
	case -1:
		return object.Null
	}
	defer object.ReprLeave(t, v)
	if !t.Enter(" while getting the repr of an object") {
		return object.Null
	}
	defer t.Leave()
	r := runtimeOf(t)
	text, sep := object.Scratch[byte](t, 64), ""
	if text == nil {
		return object.Null
	}
	text = append(text, name...)
	text = append(text, '(')
	for _, f := range x.class.fields {
		if !f.plain {
			continue
		}
		shown := "<" + f.typ.String() + ">"
		val, err := r.fieldOf(x, f)
		switch err.(type) {
		case nil:
			s := object.Repr(t, val)
			if s == object.Null {
				return object.Null
			}
			shown = object.GoString(s)
		case *ConversionError, *OverflowError: // it has no form in Python
		default:
			return r.raise(err)
		}
		part := sep + f.name + "=" + shown
		var ok bool
		if text, ok = object.Grow(t, text, len(part)); !ok {
			return object.Null
		}
		text, sep = append(text, part...), ", "
	}
	return object.NewStr(t, string(text)+")")
}

// strOfLive is what fmt.Stringer says, or else the repr.
func strOfLive(t *object.Thread, v object.Value) object.Value {
	x := liveOf(t, v)
	s, ok := x.stringer()
	if !ok {
		return object.Repr(t, v)
	}
	r := runtimeOf(t)
	var text string
	if err := r.guarded(func() error {
		text = s.String()
		return nil
	}); err != nil {
		return r.raise(err)
	}
	return object.NewStr(t, strings.ToValidUTF8(text, "\uFFFD"))
}

func (x *live) stringer() (fmt.Stringer, bool) {
	if x.at == nil || !x.p.Type().Implements(stringerType) {
		return nil, false
	}
	s, ok := x.p.Interface().(fmt.Stringer)
	return s, ok
}

var stringerType = reflect.TypeFor[fmt.Stringer]()

// bindMethod is the method of an object.
func bindMethod(t *object.Thread, m, obj, typ object.Value) object.Value {
	if obj == object.Null || obj == object.None && typ != object.Null {
		return m
	}
	return object.NewMethod(t, m, obj)
}
