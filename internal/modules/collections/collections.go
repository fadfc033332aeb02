// The _collections module: defaultdict, _tuplegetter and _count_elements; deque is in deque.go, OrderedDict in ordereddict.go.

package collections

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tDefaultDict = object.AllocTypeID()
	tOrderedDict = object.AllocTypeID()
	tODictKeys   = object.AllocTypeID()
	tODictValues = object.AllocTypeID()
	tODictItems  = object.AllocTypeID()
	tODictIter   = object.AllocTypeID()
	tTupleGetter = object.AllocTypeID()
)

var _ = native.Register("_collections", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tDeque, tDefaultDict, tOrderedDict, tDequeIter, tDequeRevIter, tTupleGetter},
		Funcs: []FuncDef{{Name: "_count_elements", Sig: "(mapping, iterable, /)", MinArgs: 2, MaxArgs: 2, FN: countElements}},
	}
})

const dictRefs = 1<<2 | 1<<3

type defaultDict struct {
	object.Dict
	Factory Value // Null or None: none
}

// newDict makes an instance of a subclass of dict.
func newDict(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	v := object.AllocInstance(t, typ)
	if v != null {
		object.As[object.Dict](v).Kind = object.DictStrKeys
	}
	return v
}

func defaultMissing(t *Thread, self, key Value) Value {
	d := object.As[defaultDict](self)
	if d.Factory == null || d.Factory == none {
		return object.RaiseValue(t, object.TKeyError, key)
	}
	v := object.Call0(t, d.Factory)
	if v == null || !object.SetItem(t, self, key, v) {
		return null
	}
	return v
}

// defaultNew makes a defaultdict of self's type from its factory and a mapping.
func defaultNew(t *Thread, self, from Value) Value {
	f := object.As[defaultDict](self).Factory
	if f == null {
		f = none
	}
	return object.Call2(t, object.TypeOf(t, self).Value(), f, from)
}

func defaultCopy(t *Thread, self Value) Value { return defaultNew(t, self, self) }

var _ = object.DefineType(tDefaultDict, object.TypeDef{
	Name: "collections.defaultdict", Base: object.TDict, Flags: object.TypeBase | object.TypeMapping,
	Size: unsafe.Sizeof(defaultDict{}), Refs: dictRefs | 1<<6,
	Slots: object.Slots{
		New: newDict,
		Init: func(t *Thread, self Value, args []Value, kw Value) bool {
			d := object.As[defaultDict](self)
			if len(args)-object.KwLen(kw) > 0 {
				if f := args[0]; f != none && object.TypeOf(t, f).Slots.Call == nil {
					object.Raise(t, object.TTypeError, "first argument must be callable or None")
					return false
				}
				d.Factory = args[0]
				args = args[1:]
			}
			return object.DictUpdateArgs(t, self, "dict", args, kw)
		},
		Repr: func(t *Thread, v Value) Value {
			d := object.As[defaultDict](v)
			text := append([]byte(object.TypeOf(t, v).NameString()), '(')
			ok := true
			if f := d.Factory; f == null || f == none {
				text = append(text, "None"...)
			} else {
				switch object.ReprEnter(t, f) {
				case -1:
					return null
				case 1:
					text = append(text, "..."...)
				default:
					text, ok = object.AppendRepr(t, text, f)
					object.ReprLeave(t, f)
				}
			}
			if !ok {
				return null
			}
			s := object.DictRepr(t, v)
			if s == null {
				return null
			}
			return object.StrOfBytes(t, append(object.AppendStr(append(text, ", "...), s), ')'))
		},
		Subscript: object.DictFirst(func(t *Thread, v, k Value) Value {
			if !v.IsExact(tDefaultDict) {
				return object.DictSubscript(t, v, k)
			}
			if x := object.As[object.Dict](v).Get(t, k); x != null || t.Exc != null {
				return x
			}
			return defaultMissing(t, v, k)
		}),
		Binary: [object.NbCount]object.BinaryFunc{object.NbOr: func(t *Thread, a, b Value) Value {
			self := a
			if !object.IsInstance(t, a, tDefaultDict) {
				self = b
			}
			if !object.IsDict(a) || !object.IsDict(b) {
				return object.NotImplemented
			}
			r := defaultNew(t, self, a)
			if r != null && !object.IsDict(r) {
				return object.Raise(t, object.TSystemError, "bad argument to internal function")
			}
			if r == null || !object.DictUpdate(t, r, b) {
				return null
			}
			return r
		}},
	},
	Members: []object.MemberDef{{Name: "default_factory", Word: 6, Writable: true, OrNone: true}},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "__missing__", F1: defaultMissing},
		{Name: "copy", F0: defaultCopy},
		{Name: "__copy__", F0: defaultCopy},
		{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
			f := object.As[defaultDict](v).Factory
			args := object.Of(t.RT.EmptyTuple)
			if f != null && f != none {
				if args = object.Tuple1(t, f); args == null {
					return null
				}
			}
			return reduceItems(t, v, args, none)
		}},
		object.ClassGetItemDef(),
	}),
})

// reduceItems makes (type, args, state, None, iter(self.items())).
func reduceItems(t *Thread, v, args, state Value) Value {
	items := object.CallMethod0(t, v, t.N(object.N_items))
	if items == null {
		return null
	}
	it := object.Iter(t, items)
	r := object.NewTuple(t, 5)
	if it == null || r == nil {
		return null
	}
	*r.At(0), *r.At(1), *r.At(2), *r.At(3), *r.At(4) = object.TypeOf(t, v).Value(), args, state, none, it
	return object.Of(r)
}

// countElements adds 1 to mapping[x] for each x of an iterable.
func countElements(t *Thread, self Value, args []Value) Value {
	m := args[0]
	it := object.Iter(t, args[1])
	if it == null {
		return null
	}
	one, zero := object.SmallInt(1), object.SmallInt(0)
	typ, dict := object.TypeOf(t, m), t.Type(object.TDict)
	get, set := t.N(object.N_get), t.N(object.N_setitem_)
	if object.IsDict(m) && typ.Lookup(t, get) == dict.Lookup(t, get) && typ.Lookup(t, set) == dict.Lookup(t, set) {
		d := object.As[object.Dict](m)
		for {
			x := object.Next(t, it)
			if x == null {
				return object.ResultOf(t.Exc == null)
			}
			if h, ok := object.Hash(t, x); !ok || !d.Count(t, x, h) {
				return null
			}
		}
	}
	bound := object.GetAttr(t, m, get)
	if bound == null {
		return null
	}
	for {
		x := object.Next(t, it)
		if x == null {
			return object.ResultOf(t.Exc == null)
		}
		n := object.Call2(t, bound, x, zero)
		if n == null {
			return null
		}
		if n = object.Add(t, n, one); n == null || !object.SetItem(t, m, x, n) {
			return null
		}
	}
}

// tupleGetter is the descriptor of a namedtuple's field.
type tupleGetter struct {
	header
	Doc   Value
	Index int64
}

func init() {
	object.TupleField = func(d Value) (int64, bool) {
		if !d.IsExact(tTupleGetter) {
			return 0, false
		}
		return object.As[tupleGetter](d).Index, true
	}
}

var _ = object.DefineType(tTupleGetter, object.TypeDef{
	Name: "collections._tuplegetter", Size: unsafe.Sizeof(tupleGetter{}), Refs: 1 << 1, NoWeak: true,
	Slots: object.Slots{
		New: object.BindNew("_tuplegetter", "(index, doc, /)", func(t *Thread, typ *object.Type, b []Value) Value {
			i, ok := object.ArgSize(t, b[0])
			if !ok {
				return null
			}
			g := native.Alloc[tupleGetter](t, typ)
			if g != nil {
				g.Index, g.Doc = i, b[1]
			}
			return object.Of(g)
		}),
		DescrGet: func(t *Thread, d, o, typ Value) Value {
			g := object.As[tupleGetter](d)
			if o == null {
				return d
			}
			if !object.IsTuple(o) {
				if o == none {
					return d
				}
				return object.Raise(t, object.TTypeError, "descriptor for index '%d' for tuple subclasses doesn't apply to '%s' object",
					g.Index, object.TypeName(t, o))
			}
			x := object.As[object.Tuple](o)
			if g.Index < 0 || g.Index >= x.Size {
				return object.Raise(t, object.TIndexError, "tuple index out of range")
			}
			return *x.At(int(g.Index))
		},
		DescrSet: func(t *Thread, d, o, v Value) bool {
			if v == null {
				object.Raise(t, object.TAttributeError, "can't delete attribute")
			} else {
				object.Raise(t, object.TAttributeError, "can't set attribute")
			}
			return false
		},
		Repr: func(t *Thread, v Value) Value {
			g := object.As[tupleGetter](v)
			return native.ReprCall(t, v, object.SmallInt(g.Index), g.Doc)
		},
	},
	Members: []object.MemberDef{{Name: "__doc__", Word: 1, Writable: true}},
	Methods: object.RegisterFuncs([]FuncDef{{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
		g := object.As[tupleGetter](v)
		args := object.Pair(t, object.SmallInt(g.Index), g.Doc)
		if args == null {
			return null
		}
		return object.Pair(t, object.TypeOf(t, v).Value(), args)
	}}}),
})
