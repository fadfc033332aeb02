// The _collections module: defaultdict, OrderedDict, _tuplegetter and _count_elements; deque is in deque.go.

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
	tTupleGetter = object.AllocTypeID()
)

var _ = native.Register(native.ModuleDef{
	Name:  "_collections",
	Types: []object.TypeID{tDeque, tDefaultDict, tOrderedDict, tDequeIter, tDequeRevIter, tTupleGetter},
	Funcs: []FuncDef{{Name: "_count_elements", Sig: "(mapping, iterable, /)", MinArgs: 2, MaxArgs: 2, FN: countElements}},
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

// orderedDict adds to a dict only where popitem(last=False) goes on looking for the first entry.
type orderedDict struct {
	object.Dict
	SeenIn *object.Entries // the storage that First belongs to
	First  int64           // no live entry is before it
}

// first returns the number of the first live entry, or -1.
func (d *orderedDict) first() int {
	if d.SeenIn != d.Entries || d.Shrunk {
		d.SeenIn, d.First, d.Shrunk = d.Entries, 0, false
	}
	n := d.FirstAfter(int(d.First))
	if n >= 0 {
		d.First = int64(n)
	}
	return n
}

func plainODict(v Value) bool { return v.IsExact(tOrderedDict) }

// odictUpdate is update(*args, **kw): items are stored by self's own __setitem__.
func odictUpdate(t *Thread, self Value, args []Value, kw Value) bool {
	pos, named := object.SplitKw(args, kw)
	if len(pos) == 1 {
		if plainODict(self) {
			if !object.DictUpdate(t, self, pos[0]) {
				return false
			}
		} else {
			d := object.NewDict(t)
			if d == nil || !object.DictUpdate(t, object.Of(d), pos[0]) {
				return false
			}
			for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
				if !object.SetItem(t, self, e.Key, e.Val) {
					return false
				}
			}
		}
	}
	for i, v := range named {
		if !object.SetItem(t, self, *object.As[object.Tuple](kw).At(i), v) {
			return false
		}
	}
	return true
}

var _ = object.DefineType(tOrderedDict, object.TypeDef{
	Name: "collections.OrderedDict", Base: object.TDict, Flags: object.TypeBase | object.TypeMapping,
	Size: unsafe.Sizeof(orderedDict{}), Refs: dictRefs | 1<<6, Dict: true,
	Slots: object.Slots{
		New: newDict,
		Init: func(t *Thread, self Value, args []Value, kw Value) bool {
			if n := len(args) - object.KwLen(kw); n > 1 {
				object.Raise(t, object.TTypeError, "expected at most 1 arguments, got %d", n)
				return false
			}
			return odictUpdate(t, self, args, kw)
		},
		Repr: func(t *Thread, v Value) Value {
			name := object.TypeOf(t, v).NameString()
			if object.As[object.Dict](v).Used == 0 {
				return object.NewStr(t, name+"()")
			}
			switch object.ReprEnter(t, v) {
			case 1:
				return object.NewStr(t, "...")
			case -1:
				return null
			}
			var d *object.Dict
			if plainODict(v) {
				d = object.As[object.Dict](v).Copy(t)
			} else if items := object.CallMethod0(t, v, t.N(object.N_items)); items != null {
				if d = object.NewDict(t); d != nil && !object.DictUpdate(t, object.Of(d), items) {
					d = nil
				}
			}
			r := null
			if d != nil {
				if s := object.Repr(t, object.Of(d)); s != null {
					r = object.StrOfBytes(t, append(object.AppendStr(append([]byte(name), '('), s), ')'))
				}
			}
			object.ReprLeave(t, v)
			return r
		},
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			r := object.DictCompare(t, a, b, op)
			if r == null || r == object.NotImplemented || !object.IsInstance(t, b, tOrderedDict) || !object.IsInstance(t, a, tOrderedDict) ||
				r == object.Bool(op == object.NE) {
				return r
			}
			c := sameOrder(t, object.As[object.Dict](a), object.As[object.Dict](b))
			if c < 0 {
				return null
			}
			return object.Bool(c > 0 == (op == object.EQ))
		},
		Binary: [object.NbCount]object.BinaryFunc{
			object.NbOr: func(t *Thread, a, b Value) Value {
				if !object.IsDict(a) || !object.IsDict(b) {
					return object.NotImplemented
				}
				typ := object.TypeOf(t, a)
				if !typ.IsSubtype(t.Type(tOrderedDict)) {
					typ = object.TypeOf(t, b)
				}
				r := object.Call1(t, typ.Value(), a)
				if r == null || !object.DictUpdate(t, r, b) {
					return null
				}
				return r
			},
			object.NbInplace + object.NbOr: func(t *Thread, a, b Value) Value {
				if !object.DictUpdate(t, a, b) {
					return null
				}
				return a
			},
		},
	},
	GetSets: []object.GetSetDef{object.DictGetSet},
	Methods: object.RegisterFuncs(odictMethods()),
})

// sameOrder reports whether two dicts have the same keys in the same order: 1, 0, -1.
func sameOrder(t *Thread, a, b *object.Dict) int {
	i, j := a.FirstAfter(0), b.FirstAfter(0)
	used, ends, storage := [2]int64{a.Used, b.Used}, [2]int32{a.N, b.N}, [2]*object.Entries{a.Entries, b.Entries}
	for i >= 0 && j >= 0 {
		c := object.EqualBool(t, a.Entries.At(i).Key, b.Entries.At(j).Key)
		if c >= 0 && (used != [2]int64{a.Used, b.Used} || ends != [2]int32{a.N, b.N} || storage != [2]*object.Entries{a.Entries, b.Entries}) {
			object.Raise(t, object.TRuntimeError, "OrderedDict mutated during iteration")
			return -1
		}
		if c <= 0 {
			return c
		}
		i, j = a.FirstAfter(i+1), b.FirstAfter(j+1)
	}
	return int(bit(i < 0 && j < 0))
}

func odictMethods() []FuncDef {
	return []FuncDef{
		{Name: "popitem", Sig: "(last=True)", Fn: odictPopItem},
		{Name: "move_to_end", Sig: "(key, last=True)", Fn: func(t *Thread, self Value, b []Value) Value {
			last := 1
			if b[1] != null {
				if last = object.Truth(t, b[1]); last < 0 {
					return null
				}
			}
			d := object.As[orderedDict](self)
			d.SeenIn = nil
			return object.ResultOf(d.MoveToEnd(t, b[0], last > 0))
		}},
		{Name: "pop", Sig: "(key, default=None)", Fn: func(t *Thread, self Value, b []Value) Value {
			v := object.As[object.Dict](self).Pop(t, b[0])
			if v != null || t.Exc != null {
				return v
			}
			if b[1] != null {
				return b[1]
			}
			return object.RaiseValue(t, object.TKeyError, b[0])
		}},
		{Name: "setdefault", Sig: "(key, default=None)", Fn: func(t *Thread, self Value, b []Value) Value {
			def := b[1]
			if def == null {
				def = none
			}
			if plainODict(self) {
				return object.As[object.Dict](self).SetDefault(t, b[0], def)
			}
			switch object.Contains(t, self, b[0]) {
			case -1:
				return null
			case 1:
				return object.GetItem(t, self, b[0])
			}
			if !object.SetItem(t, self, b[0], def) {
				return null
			}
			return def
		}},
		{Name: "update", FK: func(t *Thread, self Value, args []Value, kw Value) Value {
			if n := len(args) - object.KwLen(kw); n > 1 {
				return object.Raise(t, object.TTypeError, "update() takes at most 1 positional argument (%d given)", n)
			}
			return object.ResultOf(odictUpdate(t, self, args, kw))
		}},
		{Name: "clear", F0: func(t *Thread, self Value) Value { object.As[object.Dict](self).Clear(t); return none }},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, self Value) Value {
			n := object.CallMethod1(t, t.Type(object.TDict).Value(), object.Intern(t, "__sizeof__"), self)
			if n == null {
				return null
			}
			return object.Add(t, n, object.SmallInt(56*object.As[object.Dict](self).Used+8)) // nodes of a list, as CPython has them
		}},
		{Name: "copy", F0: odictCopy},
		{Name: "keys", F0: func(t *Thread, self Value) Value { return object.NewDictView(t, tODictKeys, self) }},
		{Name: "values", F0: func(t *Thread, self Value) Value { return object.NewDictView(t, tODictValues, self) }},
		{Name: "items", F0: func(t *Thread, self Value) Value { return object.NewDictView(t, tODictItems, self) }},
		{Name: "fromkeys", Sig: "(iterable, value=None)", Class: true, Fn: func(t *Thread, cls Value, b []Value) Value {
			d := object.Call0(t, cls)
			if d == null {
				return null
			}
			it, val := object.Iter(t, b[0]), b[1]
			if it == null {
				return null
			}
			if val == null {
				val = none
			}
			for {
				k := object.Next(t, it)
				if k == null {
					if t.Exc != null {
						return null
					}
					return d
				}
				if !object.SetItem(t, d, k, val) {
					return null
				}
			}
		}},
		{Name: "__reversed__", F0: func(t *Thread, self Value) Value {
			return object.NewDictIterator(t, object.TDictReverseKeyIterator, self)
		}},
		{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			state := object.GetState(t, self)
			if state == null {
				return null
			}
			return reduceItems(t, self, object.Of(t.RT.EmptyTuple), state)
		}},
	}
}

func odictPopItem(t *Thread, self Value, b []Value) Value {
	last := 1
	if b[0] != null {
		if last = object.Truth(t, b[0]); last < 0 {
			return null
		}
	}
	d := object.As[orderedDict](self)
	if d.Used == 0 {
		return object.Raise(t, object.TKeyError, "dictionary is empty")
	}
	if last > 0 {
		return object.DictPopItem(t, self)
	}
	n := d.first()
	e := d.Entries.At(n)
	r := object.Pair(t, e.Key, e.Val)
	if r != null {
		d.DeleteAt(t, n)
	}
	return r
}

func odictCopy(t *Thread, self Value) Value {
	c := object.Call0(t, object.TypeOf(t, self).Value())
	if c == null {
		return null
	}
	if !odictUpdateFrom(t, c, self) {
		return null
	}
	return c
}

func odictUpdateFrom(t *Thread, dst, src Value) bool {
	d := object.As[object.Dict](src)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !object.SetItem(t, dst, e.Key, e.Val) {
			return false
		}
	}
	return true
}

var (
	_ = object.DefineType(tODictKeys, object.TypeDef{Name: "odict_keys", Base: object.TDictKeys, Flags: object.TypeNoInstances, NoWeak: true})
	_ = object.DefineType(tODictValues, object.TypeDef{Name: "odict_values", Base: object.TDictValues, Flags: object.TypeNoInstances, NoWeak: true})
	_ = object.DefineType(tODictItems, object.TypeDef{Name: "odict_items", Base: object.TDictItems, Flags: object.TypeNoInstances, NoWeak: true})
)

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
			h, ok := object.Hash(t, x)
			if !ok {
				return null
			}
			n := d.GetHash(t, x, h)
			switch {
			case n == null && t.Exc != null:
				return null
			case n == null:
				n = one
			default:
				if n = object.Increment(t, n); n == null {
					return null
				}
			}
			if !d.SetHash(t, x, n, h) {
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
