// itemgetter, attrgetter, methodcaller.

package functional

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tItemGetter   = object.AllocTypeID()
	tAttrGetter   = object.AllocTypeID()
	tMethodCaller = object.AllocTypeID()
)

// getter holds the arguments of itemgetter and attrgetter: Keys as given, Paths (of attrgetter) as tuples of names.
type getter struct {
	header
	Keys, Paths *object.Tuple
}

// methodCaller is a methodcaller: the name, its positional and keyword arguments.
type methodCaller struct {
	header
	Name Value
	Args *object.Tuple
	Kw   *object.Dict
}

// oneArg checks the arguments of a call of a getter.
func oneArg(t *Thread, name string, args []Value, kw Value) bool {
	return object.NoKeywords(t, name, kw) && object.CheckPositional(t, name, len(args), 1, 1)
}

// getterRepr shows an object as a call of its type with args and kw.
func getterRepr(t *Thread, v, first Value, args *object.Tuple, kw *object.Dict) Value {
	text := append([]byte("operator."+object.TypeOf(t, v).NameString()), '(')
	switch object.ReprEnter(t, v) {
	case 1:
		return object.StrOfBytes(t, append(text, "...)"...))
	case -1:
		return null
	}
	ok, sep := true, ""
	if first != null {
		text, ok = object.AppendRepr(t, text, first)
		sep = ", "
	}
	for i := 0; ok && i < args.Len(); i++ {
		text, ok = object.AppendRepr(t, append(text, sep...), *args.At(i))
		sep = ", "
	}
	if kw != nil {
		for e, i := kw.Next(0); ok && e != nil; e, i = kw.Next(i) {
			text, ok = object.AppendRepr(t, append(object.AppendStr(append(text, sep...), e.Key), '='), e.Val)
			sep = ", "
		}
	}
	object.ReprLeave(t, v)
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(text, ')'))
}

func getterReduce(t *Thread, v Value) Value {
	return object.Pair(t, object.TypeOf(t, v).Value(), object.Of(object.As[getter](v).Keys))
}

func newGetter(t *Thread, typ *object.Type, id object.TypeID, args []Value, kw Value) *getter {
	args, _ = object.SplitKw(args, kw)
	name := t.Type(id).NameString()
	if !object.NoKeywords(t, name, kw) {
		return nil
	}
	if len(args) == 0 {
		object.CheckPositional(t, name, 0, 1, 1)
		return nil
	}
	keys := object.TupleOf(t, args)
	if keys == null {
		return nil
	}
	g := native.Alloc[getter](t, typ)
	if g != nil {
		g.Keys = object.As[object.Tuple](keys)
	}
	return g
}

// itemsOf is itemgetter(...)(o).
func itemsOf(t *Thread, v, o Value) Value {
	keys := object.As[getter](v).Keys
	if keys.Len() == 1 {
		return object.GetItem(t, o, *keys.At(0))
	}
	return native.GetAll(t, v, keys.Len(), func(i int) Value { return object.GetItem(t, o, *keys.At(i)) })
}

// attributesOf is attrgetter(...)(o).
func attributesOf(t *Thread, v, o Value) Value {
	paths := object.As[getter](v).Paths
	return native.GetAll(t, v, paths.Len(), func(i int) Value {
		x := o
		for _, name := range object.As[object.Tuple](*paths.At(i)).Items() {
			if x = object.GetAttr(t, x, name); x == null {
				return null
			}
		}
		return x
	})
}

func getterDef(name string, newFn object.NewFunc, get object.BinaryFunc) object.TypeDef {
	return object.TypeDef{
		Name: "operator." + name, Size: unsafe.Sizeof(getter{}), Refs: 1<<1 | 1<<2, NoWeak: true,
		Slots: object.Slots{New: newFn, Call1: get, Call: func(t *Thread, v Value, args []Value, kw Value) Value {
			if !oneArg(t, name, args, kw) {
				return null
			}
			return get(t, v, args[0])
		}, Repr: func(t *Thread, v Value) Value {
			return getterRepr(t, v, null, object.As[getter](v).Keys, nil)
		}},
		GetSets: []object.GetSetDef{textSignature("(obj, /)")},
		Methods: object.RegisterFuncs([]FuncDef{{Name: "__reduce__", F0: getterReduce}}),
	}
}

var (
	_ = object.DefineType(tItemGetter, getterDef("itemgetter",
		func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			return object.Of(newGetter(t, typ, tItemGetter, args, kw))
		},
		itemsOf))
	_ = object.DefineType(tAttrGetter, getterDef("attrgetter", attrGetterNew, attributesOf))
	_ = object.DefineType(tMethodCaller, object.TypeDef{
		Name: "operator.methodcaller", Size: unsafe.Sizeof(methodCaller{}), Refs: 7 << 1, NoWeak: true,
		Slots: object.Slots{New: methodCallerNew, Call: methodCallerCall, Repr: func(t *Thread, v Value) Value {
			m := object.As[methodCaller](v)
			return getterRepr(t, v, m.Name, m.Args, m.Kw)
		}},
		GetSets: []object.GetSetDef{textSignature("(obj, /)")},
		Methods: object.RegisterFuncs([]FuncDef{{Name: "__reduce__", F0: methodCallerReduce}}),
	})
)

func attrGetterNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	g := newGetter(t, typ, tAttrGetter, args, kw)
	if g == nil {
		return null
	}
	if g.Paths = object.NewTuple(t, g.Keys.Len()); g.Paths == nil {
		return null
	}
	for i, k := range g.Keys.Items() {
		if !object.IsStr(k) {
			return object.Raise(t, object.TTypeError, "attribute name must be a string")
		}
		parts := strings.Split(object.GoString(k), ".")
		path := object.NewTuple(t, len(parts))
		if path == nil {
			return null
		}
		*g.Paths.At(i) = object.Of(path)
		for j, p := range parts {
			name := object.Intern(t, p)
			if name == null {
				return null
			}
			*path.At(j) = name
		}
	}
	return object.Of(g)
}

func methodCallerNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	pos, named := object.SplitKw(args, kw)
	if len(pos) == 0 {
		return object.Raise(t, object.TTypeError, "methodcaller needs at least one argument, the method name")
	}
	if !object.IsStr(pos[0]) {
		return object.Raise(t, object.TTypeError, "method name must be a string")
	}
	name := object.InternValue(t, object.ExactStr(t, pos[0]))
	rest := object.TupleOf(t, pos[1:])
	d := object.NewDict(t)
	if name == null || rest == null || d == nil {
		return null
	}
	for i, v := range named {
		if !d.Set(t, *object.As[object.Tuple](kw).At(i), v) {
			return null
		}
	}
	m := native.Alloc[methodCaller](t, typ)
	if m != nil {
		m.Name, m.Args, m.Kw = name, object.As[object.Tuple](rest), d
	}
	return object.Of(m)
}

func methodCallerCall(t *Thread, v Value, args []Value, kw Value) Value {
	if !oneArg(t, "methodcaller", args, kw) {
		return null
	}
	m := object.As[methodCaller](v)
	if m.Kw.Used == 0 {
		return object.CallMethod(t, args[0], m.Name, m.Args.Items())
	}
	f := object.GetAttr(t, args[0], m.Name)
	if f == null {
		return null
	}
	return object.CallTuple(t, f, m.Args, m.Kw)
}

func methodCallerReduce(t *Thread, v Value) Value {
	m := object.As[methodCaller](v)
	if m.Kw.Used > 0 {
		p := native.Alloc[partial](t, t.Type(tPartial)) // with room for the __dict__
		args := object.Pair(t, object.TypeOf(t, v).Value(), m.Name)
		kw := m.Kw.Copy(t)
		if p == nil || args == null || kw == nil {
			return null
		}
		p.Fn, p.Kw, p.Args = object.TypeOf(t, v).Value(), kw, object.NewTuple(t, 1)
		if p.Args == nil {
			return null
		}
		*p.Args.At(0) = m.Name
		return object.Pair(t, object.Of(p), object.Of(m.Args))
	}
	args := object.NewTuple(t, m.Args.Len()+1)
	if args == nil {
		return null
	}
	*args.At(0) = m.Name
	copy(args.Items()[1:], m.Args.Items())
	return object.Pair(t, object.TypeOf(t, v).Value(), object.Of(args))
}
