// OrderedDict: a dict that can change its order, its views and iterators.

package collections

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// orderedDict adds to a dict what tells its iterators of changes, and them and popitem(last=False) where the first entry is.
type orderedDict struct {
	object.Dict
	SeenIn *object.Entries // the storage that First belongs to
	First  int64           // no live entry is before it
	State  int64           // counts removals and moves; insertions show in the size
}

// first returns the number of the first live entry, or -1.
func (d *orderedDict) first() int {
	if d.SeenIn != d.Entries || d.Kind&object.DictEmptied != 0 {
		d.SeenIn, d.First = d.Entries, 0
		d.Kind &^= object.DictEmptied
	}
	n := d.FirstAfter(int(d.First))
	if n >= 0 {
		d.First = int64(n)
	}
	return n
}

// removed is to be called after entries were removed.
func (d *orderedDict) removed() {
	d.State++
	d.Trim()
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
		New: newDict, Iter: odictIterOf(odictKeys), IterPlain: true,
		SetSubscript: func(t *Thread, v, k, x Value) bool {
			if !object.DictSetSubscript(t, v, k, x) {
				return false
			}
			if x == null {
				object.As[orderedDict](v).removed()
			}
			return true
		},
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
			c := sameOrder(t, object.As[orderedDict](a), object.As[orderedDict](b))
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
				if r == null || !odictUpdate(t, r, []Value{b}, null) {
					return null
				}
				return r
			},
			object.NbInplace + object.NbOr: func(t *Thread, a, b Value) Value {
				if !odictUpdate(t, a, []Value{b}, null) {
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
func sameOrder(t *Thread, a, b *orderedDict) int {
	i, j := a.first(), b.first()
	was := [4]int64{a.Used, a.State, b.Used, b.State}
	for i >= 0 && j >= 0 {
		c := object.EqualBool(t, a.Entries.At(i).Key, b.Entries.At(j).Key)
		if c >= 0 && was != [4]int64{a.Used, a.State, b.Used, b.State} {
			raiseMutated(t)
			return -1
		}
		if c <= 0 {
			return c
		}
		i, j = a.FirstAfter(i+1), b.FirstAfter(j+1)
	}
	return int(bit(i < 0 && j < 0))
}

func raiseMutated(t *Thread) Value {
	return object.Raise(t, object.TRuntimeError, "OrderedDict mutated during iteration")
}

func odictMethods() []FuncDef {
	return []FuncDef{
		{Name: "popitem", Sig: "(last=True)", Fn: odictPopItem},
		{Name: "move_to_end", Sig: "(key, last=True)", Fn: func(t *Thread, self Value, b []Value) Value {
			last := isLast(t, b[1])
			if last < 0 {
				return null
			}
			return object.ResultOf(odictMove(t, object.As[orderedDict](self), b[0], last > 0))
		}},
		{Name: "pop", Sig: "(key, default=None)", Fn: func(t *Thread, self Value, b []Value) Value {
			v := object.As[object.Dict](self).Pop(t, b[0])
			if v != null {
				object.As[orderedDict](self).removed()
				return v
			}
			if t.Exc != null {
				return null
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
		{Name: "clear", F0: func(t *Thread, self Value) Value {
			d := object.As[orderedDict](self)
			d.Clear(t)
			d.State++
			return none
		}},
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
		{Name: "__reversed__", F0: odictIterOf(odictKeys | odictReversed)},
		{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
			state := object.GetState(t, self)
			if state == null {
				return null
			}
			return reduceItems(t, self, object.Of(t.RT.EmptyTuple), state)
		}},
	}
}

// isLast is the truth of an argument last: 1, 0, or -1 with an exception.
func isLast(t *Thread, v Value) int {
	if v == null {
		return 1
	}
	return object.Truth(t, v)
}

// odictMove makes key, which is in d, the last or the first.
func odictMove(t *Thread, d *orderedDict, key Value, last bool) bool {
	n := d.FindKey(t, key)
	switch first := d.first(); {
	case n == -2:
		return false
	case n == -1:
		object.RaiseValue(t, object.TKeyError, key)
		return false
	case last:
		if n == int(d.N)-1 {
			return true
		}
		d.State++
		return d.MoveToEnd(t, n)
	case n != first:
		d.State++
		if n = d.MoveToFront(t, n, first); n < 0 {
			return false
		}
		d.SeenIn, d.First = d.Entries, int64(n)
	}
	return true
}

func odictPopItem(t *Thread, self Value, b []Value) Value {
	last := isLast(t, b[0])
	if last < 0 {
		return null
	}
	d := object.As[orderedDict](self)
	if d.Used == 0 {
		return object.Raise(t, object.TKeyError, "dictionary is empty")
	}
	if last > 0 {
		d.State++
		return object.DictPopItem(t, self)
	}
	n := d.first()
	e := d.Entries.At(n)
	r := object.Pair(t, e.Key, e.Val)
	if r != null {
		d.DeleteAt(t, n)
		d.State++
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

func odictViewDef(name string, base object.TypeID, kind int64) object.TypeDef {
	over := func(kind int64) object.UnaryFunc {
		iter := odictIterOf(kind)
		return func(t *Thread, v Value) Value { return iter(t, object.As[object.DictView](v).Dict) }
	}
	return object.TypeDef{
		Name: name, Base: base, Flags: object.TypeNoInstances, NoWeak: true,
		Slots:   object.Slots{Iter: over(kind), IterPlain: true},
		Methods: object.RegisterFuncs([]FuncDef{{Name: "__reversed__", F0: over(kind | odictReversed)}}),
	}
}

var (
	_ = object.DefineType(tODictKeys, odictViewDef("odict_keys", object.TDictKeys, odictKeys))
	_ = object.DefineType(tODictValues, odictViewDef("odict_values", object.TDictValues, odictValues))
	_ = object.DefineType(tODictItems, odictViewDef("odict_items", object.TDictItems, odictItems))
)

// What an odictIter gives.
const (
	odictKeys     int64 = 0
	odictValues   int64 = 1
	odictItems    int64 = 2
	odictReversed int64 = 4 // a bit: from the end
)

// odictIter is an iterator over an OrderedDict. Any change of the keys ends it, but for those after its last item.
type odictIter struct {
	header
	Dict  *orderedDict // nil when it has ended
	Kind  int64
	Pos   int64 // of the next entry, or a deleted one before it
	Left  int64
	Used  int64 // of the dict, at the start
	State int64
}

func odictIterOf(kind int64) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		it := object.New[odictIter](t, tODictIter)
		if it == nil {
			return null
		}
		d := object.As[orderedDict](v)
		it.Dict, it.Kind, it.Left, it.Used, it.State = d, kind, d.Used, d.Used, d.State
		if it.Pos = int64(d.N) - 1; kind&odictReversed == 0 {
			it.Pos = int64(max(d.first(), 0))
		}
		return object.Of(it)
	}
}

// next steps to the next entry; nil: there is none, as why says.
func (it *odictIter) next() (e *object.Entry, why object.Stepped) {
	d := it.Dict
	switch {
	case d == nil:
		return nil, object.StepEnd
	case it.Left == 0:
		it.Dict = nil
		return nil, object.StepEnd
	case it.Used != d.Used || it.State != d.State:
		return nil, object.StepUnknown
	}
	step := 1 - it.Kind/odictReversed*2
	for i := it.Pos; uint64(i) < uint64(d.N); i += step {
		if e = d.Entries.At(int(i)); e.Key != null {
			it.Pos = i + step
			it.Left--
			return e, object.StepUnknown
		}
	}
	return nil, object.StepUnknown
}

// odictIterStep is Slots.Step.
func odictIterStep(t *Thread, v Value, depth int) (item Value, why object.Stepped) {
	var pair *object.Tuple
	if object.As[odictIter](v).Kind&odictItems != 0 { // the tuple is allocated first, since a step cannot be undone
		if pair = object.NewTuple(t, 2); pair == nil {
			return object.OrNothing(t, null), object.StepUnknown
		}
	}
	item, val, why := odictIterStepPair(t, v, depth)
	if val == null {
		return item, why
	}
	*pair.At(0), *pair.At(1) = item, val
	return object.Of(pair), why
}

// odictIterStepPair is Slots.StepPair.
func odictIterStepPair(_ *Thread, v Value, _ int) (item, val Value, why object.Stepped) {
	it := object.As[odictIter](v)
	e, why := it.next()
	switch {
	case e == nil:
		return null, null, why
	case it.Kind&odictItems != 0:
		return e.Key, e.Val, why
	case it.Kind&odictValues != 0:
		return e.Val, null, why
	}
	return e.Key, null, why
}

func odictIterNext(t *Thread, v Value) Value {
	it := object.As[odictIter](v)
	e, why := it.next()
	switch {
	case e == nil && why == object.StepEnd:
		return null
	case e == nil:
		it.Dict = nil
		return raiseMutated(t)
	case it.Kind&odictItems != 0:
		return object.Pair(t, e.Key, e.Val)
	case it.Kind&odictValues != 0:
		return e.Val
	}
	return e.Key
}

var _ = object.DefineType(tODictIter, object.TypeDef{
	Name: "odict_iterator", Flags: object.TypeNoInstances | object.TypeAlarm | object.TypeLeaf,
	Size: unsafe.Sizeof(odictIter{}), Refs: 1 << 1, NoWeak: true,
	Slots: object.Slots{Iter: object.ReturnSelf, Next: odictIterNext, Step: odictIterStep, StepPair: odictIterStepPair},
	Methods: object.RegisterFuncs([]FuncDef{{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value {
		f := object.BuiltinNamed(t, "iter")
		c := object.CopyObject[odictIter](t, v)
		if f == null || c == null {
			return null
		}
		left := object.ListFromIterable(t, c)
		if left == nil {
			return null
		}
		args := object.Tuple1(t, object.Of(left))
		if args == null {
			return null
		}
		return object.Pair(t, f, args)
	}}}),
})
