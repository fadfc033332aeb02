// Exceptions between Go and Python: defining classes, raising, reading exceptions with what caused them.

package psy

import (
	"fmt"
	"strings"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// DefineException makes a class that NewException has defined importable: "app.QuotaError" by from app import QuotaError.
func (r *Runtime) DefineException(class *ExceptionClass) (err error) {
	var c call
	if err := r.enter(nil, &c); err != nil {
		return err
	}
	defer r.leave(&c, &err)
	if r.class(class) == object.Null {
		err = r.failure()
	}
	c.done = true
	return err
}

// class finds or makes the class; Null: an exception is set.
//
//psy:bounded bases are made before what inherits from them, by Go code
func (r *Runtime) class(c *ExceptionClass) object.Value {
	t := r.t
	if c == nil {
		return object.Raise(t, object.TTypeError, "no class of exceptions")
	}
	dot := strings.LastIndexByte(c.name, '.')
	if c.bases == nil || dot <= 0 {
		return r.classNamed(c.name)
	}
	m, err := r.hostModule(c.name[:dot])
	if err != nil {
		if t.Exc == object.Null {
			object.Raise(t, object.TTypeError, "%s", err.Error())
		}
		return object.Null
	}
	name := object.Intern(t, c.name[dot+1:])
	if name == object.Null {
		return name
	}
	d := object.As[object.Dict](m.Ext)
	if x := d.GetStr(name); x != object.Null && object.IsExceptionType(x) {
		return x
	}
	bases, ns, module := object.NewTuple(t, len(c.bases)), object.NewDict(t), object.NewStr(t, c.name[:dot])
	if bases == nil || ns == nil || module == object.Null || !ns.SetStr(t, "__module__", module) {
		return object.Null
	}
	for i, b := range c.bases {
		if *bases.At(i) = r.class(b); *bases.At(i) == object.Null {
			return object.Null
		}
	}
	x := object.Call3(t, t.Type(object.TType).Value(), name, object.Of(bases), object.Of(ns))
	if x == object.Null || !d.Set(t, name, x) {
		return object.Null
	}
	return x
}

// classNamed finds the class of a name that Exception.Type has.
func (r *Runtime) classNamed(name string) object.Value {
	t := r.t
	dot := strings.LastIndexByte(name, '.')
	x := object.Null
	if dot <= 0 {
		if x = object.BuiltinNamed(t, name); x == object.Null {
			t.ClearExc()
			x = object.ModuleDict(modules.Main(t)).GetGoString(t, name)
		}
	} else if m := modules.ImportModule(t, name[:dot]); m != object.Null {
		if n := object.Intern(t, name[dot+1:]); n != object.Null {
			x = object.GetAttr(t, m, n)
		}
	}
	if x != object.Null && !object.IsExceptionType(x) || x == object.Null && t.Exc == object.Null {
		return object.Raise(t, object.TTypeError, "%s is no class of exceptions", name)
	}
	return x
}

// raiseMade sets the exception that Raise has described.
func (r *Runtime) raiseMade(e *Exception) {
	t, class := r.t, object.Null
	switch c := e.raised.(type) {
	case nil:
		class = r.classNamed(e.Type)
	case string:
		class = r.classNamed(c)
	case *ExceptionClass:
		class = r.class(c)
	case Value:
		v, err := c.of(r)
		switch {
		case err != nil:
			r.raise(err)
		case object.IsExceptionInstance(v) && len(e.Args) == 0:
			object.SetExc(t, v)
			return
		case object.IsExceptionType(v):
			class = v
		}
	}
	if class == object.Null {
		if t.Exc == object.Null {
			object.Raise(t, object.TTypeError, "exceptions must derive from BaseException")
		}
		return
	}
	args := t.PushArgs(len(e.Args))
	if args == nil {
		return
	}
	defer t.PopArgs(len(e.Args))
	for i, a := range e.Args {
		var err error
		if args[i], err = r.toPython(a, ""); err != nil {
			r.raise(inPlace(err, fmt.Sprint("argument ", i)))
			return
		}
	}
	switch x := object.Call(t, class, args, object.Null); {
	case x == object.Null:
	case object.IsExceptionInstance(x):
		object.SetExc(t, x)
	default:
		object.Raise(t, object.TTypeError, "calling %s should have returned an instance of BaseException, not %s", object.TypeName(t, class), object.TypeName(t, x))
	}
}

// reading is what may still be read of exceptions with one.
type reading struct {
	exceptions int
	bytes      int // of arguments and attributes as Go values, roughly: lists in lists of the same lists would be endless
}

const (
	maxChain    = 100
	maxArgument = 1 << 20
)

// described reads an exception and what belongs to it, as far as there is room.
func (r *Runtime) described(exc object.Value, left *reading) *Exception {
	first := r.describe(exc, left)
	for e := first; ; e = e.Cause {
		left.exceptions--
		r.describeMembers(e, exc, left)
		switch x := object.As[object.Exception](exc); {
		case x.Cause != object.Null && x.Cause != object.None:
			exc = x.Cause
		case x.Suppress:
			return first
		default:
			exc = x.Context
		}
		if left.exceptions <= 0 || exc == object.Null || exc == object.None || !object.IsExceptionInstance(exc) {
			return first
		}
		e.Cause = r.describe(exc, left)
	}
}

// describeMembers reads the members of a group.
//
//psy:bounded left counts down
func (r *Runtime) describeMembers(e *Exception, exc object.Value, left *reading) {
	t := r.t
	if !object.TypeOf(t, exc).IsSubtype(t.Type(object.TBaseExceptionGroup)) {
		return
	}
	list := object.As[object.GroupObject](exc).Excs
	if list == object.Null || !object.IsTuple(list) {
		return
	}
	for i := range object.As[object.Tuple](list).Len() {
		if x := *object.As[object.Tuple](list).At(i); left.exceptions > 0 && object.IsExceptionInstance(x) {
			e.Members = append(e.Members, r.described(x, left))
		}
	}
}

// describe reads an exception object. What it runs of Python (__str__) is bounded.
func (r *Runtime) describe(exc object.Value, left *reading) *Exception {
	t := r.t
	e := &Exception{Type: traceback.ExceptionTypeName(t, exc), Message: traceback.ExceptionText(t, exc)}
	for _, p := range traceback.Places(exc) {
		e.Frames = append(e.Frames, Frame(p))
	}
	mro := object.TypeOf(t, exc).MRO
	for i := range mro.Len() {
		if typ := object.As[object.Type](*mro.At(i)); !typ.Is(object.TObject) {
			e.classes = append(e.classes, traceback.ClassName(t, typ))
		}
	}
	if args := object.As[object.Exception](exc).Args; object.IsTuple(args) {
		for i := range object.As[object.Tuple](args).Len() {
			e.Args = append(e.Args, r.read(*object.As[object.Tuple](args).At(i), left))
		}
	}
	e.Attrs = r.attributes(exc, left)
	e.err = goErrorOf(t, exc)
	t.ClearExc()
	return e
}

// read is an argument or attribute of an exception as a Go value; nil: it cannot be converted, or is too large.
func (r *Runtime) read(v object.Value, left *reading) any {
	room := r.weigh(v, left.bytes, 0)
	if room < 0 {
		left.bytes /= 2 // so that many that are too large are not looked at for long
		return nil
	}
	left.bytes = room
	x, err := r.natural(v, 0)
	if err != nil {
		r.t.ClearExc()
		return nil
	}
	return x
}

// weigh takes what v takes as a Go value from room; what is negative is too large.
//
//psy:bounded depth is compared with maxDepth
func (r *Runtime) weigh(v object.Value, room, depth int) int {
	if depth > maxDepth {
		return -1
	}
	switch room -= 16; {
	case !v.IsPtr():
	case v.IsExact(object.TInt):
		room -= object.BigOf(v).BitLen() / 8
	case v.IsExact(object.TStr):
		room -= 3 * int(object.As[object.Str](v).Len)
	case v.IsExact(object.TBytes), v.IsExact(object.TByteArray):
		b, _ := object.BufferOf(r.t, v)
		room -= len(b)
	case v.IsExact(object.TSet), v.IsExact(object.TFrozenSet):
		s := object.As[object.Set](v)
		for i := 0; s.Keys != nil && i <= int(s.Mask) && room >= 0; i++ { // what is no key weighs a little, too
			room = r.weigh(*s.Keys.At(i), room, depth+1)
		}
	case v.IsExact(object.TTuple), v.IsExact(object.TList):
		for _, x := range object.FastItems(v) {
			if room < 0 {
				break
			}
			room = r.weigh(x, room, depth+1)
		}
	case v.IsExact(object.TDict):
		d := object.As[object.Dict](v)
		for e, i := d.Next(0); e != nil && room >= 0; e, i = d.Next(i) {
			room = r.weigh(e.Val, r.weigh(e.Key, room, depth+1), depth+1)
		}
	}
	return room
}

// attributes are those that were set on an exception.
func (r *Runtime) attributes(exc object.Value, left *reading) map[string]any {
	t := r.t
	if s := object.ShapeOf(exc); object.InstanceDictOf(exc) == nil && (s.Flags&object.ShapeInstance == 0 || s.NSlots == 0) {
		return nil
	}
	d := object.InstanceDict(t, exc, true)
	if d == nil {
		t.ClearExc()
		return nil
	}
	var attrs map[string]any
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !object.IsStr(e.Key) || e.Val.IsExact(tHostError) {
			continue
		}
		name, val := object.GoString(e.Key), e.Val
		x := r.read(val, left)
		if _, isValue := x.(Value); isValue || x == nil && val != object.None {
			continue
		}
		if attrs == nil {
			attrs = map[string]any{}
		}
		attrs[name] = x
	}
	return attrs
}
