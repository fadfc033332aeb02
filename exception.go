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

// maxChain bounds how many exceptions are read with one.
const maxChain = 100

// described reads an exception and what belongs to it, at most left of them.
func (r *Runtime) described(exc object.Value, left *int) *Exception {
	first := r.describe(exc)
	for e := first; ; e = e.Cause {
		*left--
		r.describeMembers(e, exc, left)
		switch x := object.As[object.Exception](exc); {
		case x.Cause != object.Null && x.Cause != object.None:
			exc = x.Cause
		case x.Suppress:
			return first
		default:
			exc = x.Context
		}
		if *left <= 0 || exc == object.Null || exc == object.None || !object.IsExceptionInstance(exc) {
			return first
		}
		e.Cause = r.describe(exc)
	}
}

// describeMembers reads the members of a group.
//
//psy:bounded left counts down
func (r *Runtime) describeMembers(e *Exception, exc object.Value, left *int) {
	t := r.t
	if !object.TypeOf(t, exc).IsSubtype(t.Type(object.TBaseExceptionGroup)) {
		return
	}
	list := object.As[object.GroupObject](exc).Excs
	if list == object.Null || !object.IsTuple(list) {
		return
	}
	for i := range object.As[object.Tuple](list).Len() {
		if x := *object.As[object.Tuple](list).At(i); *left > 0 && object.IsExceptionInstance(x) {
			e.Members = append(e.Members, r.described(x, left))
		}
	}
}

// describe reads an exception object. What it runs of Python (__str__) is bounded.
func (r *Runtime) describe(exc object.Value) *Exception {
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
			a, err := r.natural(*object.As[object.Tuple](args).At(i), 0)
			if err != nil {
				t.ClearExc()
				a = nil
			}
			e.Args = append(e.Args, a)
		}
	}
	e.Attrs = r.attributes(exc)
	e.err = goErrorOf(t, exc)
	t.ClearExc()
	return e
}

// attributes are those that were set on an exception.
func (r *Runtime) attributes(exc object.Value) map[string]any {
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
		name := object.GoString(e.Key)
		x, err := r.natural(e.Val, 0)
		if _, object := x.(Value); err != nil || object {
			t.ClearExc()
			continue
		}
		if attrs == nil {
			attrs = map[string]any{}
		}
		attrs[name] = x
	}
	return attrs
}
