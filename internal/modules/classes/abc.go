// The _abc module: what abstract base classes are made of.

package classes

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// abcData is what an abstract base class remembers: the classes registered, and the answers given. Keys are classes.
type abcData struct {
	heap.Header
	Registry, Cache, Negative *object.Dict // of weak references to classes: those that programs make come and go
	Token                     int64        // of Negative
}

var tAbcData = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_abc._abc_data", Size: unsafe.Sizeof(abcData{}), Refs: 1<<1 | 1<<2 | 1<<3, Flags: object.TypeNoInstances,
})

var _ = native.Register("_abc", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "get_cache_token", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.NewInt(t, t.RT.ABCToken) }},
			{Name: "_abc_init", Sig: "(self, /)", F1: abcInit},
			{Name: "_abc_register", Sig: "(self, subclass, /)", MinArgs: 2, MaxArgs: 2, FN: abcRegister},
			{Name: "_abc_instancecheck", Sig: "(self, instance, /)", MinArgs: 2, MaxArgs: 2, FN: abcInstanceCheck},
			{Name: "_abc_subclasscheck", Sig: "(self, subclass, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				return object.TruthResult(abcSubclassCheck(t, a[0], a[1]))
			}},
			{Name: "_get_dump", Sig: "(self, /)", F1: abcDump},
			{Name: "_reset_registry", Sig: "(self, /)", F1: func(t *Thread, _, cls Value) Value {
				d := abcDataOf(t, cls)
				if d == nil {
					return null
				}
				d.Registry.Clear(t)
				return none
			}},
			{Name: "_reset_caches", Sig: "(self, /)", F1: func(t *Thread, _, cls Value) Value {
				d := abcDataOf(t, cls)
				if d == nil {
					return null
				}
				t.RT.ForgetABC()
				d.Cache.Clear(t)
				d.Negative.Clear(t)
				return none
			}},
		},
	}
})

func abcDataOf(t *Thread, cls Value) *abcData {
	v := object.GetAttr(t, cls, object.Intern(t, "_abc_impl"))
	if v == null {
		return nil
	}
	if !v.IsExact(tAbcData) {
		object.Raise(t, object.TTypeError, "_abc_impl is set to a wrong type")
		return nil
	}
	return object.As[abcData](v)
}

const collectionFlags = object.TypeSequence | object.TypeMapping

// abcInit computes __abstractmethods__ of a new class and gives it its data.
func abcInit(t *Thread, _, cls Value) Value {
	if !object.IsType(cls) {
		return object.NoAttribute(t, cls, t.N(object.N_dict_))
	}
	typ := object.As[object.Type](cls)
	names := object.NewSet(t, object.TFrozenSet)
	if names == nil {
		return null
	}
	ns := typ.Dict.Copy(t)
	if ns == nil {
		return null
	}
	for e, i := ns.Next(0); e != nil; e, i = ns.Next(i) {
		key := e.Key
		switch abstract := object.IsAbstract(t, e.Val); {
		case abstract < 0:
			return null
		case abstract > 0 && !names.Add(t, key):
			return null
		}
	}
	abstractName := t.N(object.N_abstractmethods_)
	for b := 0; b < typ.Bases.Len(); b++ {
		inherited := object.LookupAttr(t, *typ.Bases.At(b), abstractName)
		if inherited == null {
			if t.Exc != null {
				return null
			}
			continue
		}
		it := object.Iter(t, inherited)
		if it == null {
			return null
		}
		for {
			key := object.Next(t, it)
			if key == null {
				break
			}
			v := object.LookupAttr(t, cls, key)
			if v == null {
				if t.Exc != null {
					return null
				}
				continue
			}
			switch abstract := object.IsAbstract(t, v); {
			case abstract < 0:
				return null
			case abstract > 0 && !names.Add(t, key):
				return null
			}
		}
		if t.Exc != null {
			return null
		}
	}
	if !object.SetAttr(t, cls, abstractName, object.Of(names)) {
		return null
	}
	d := object.New[abcData](t, tAbcData)
	if d == nil {
		return null
	}
	d.Registry, d.Cache, d.Negative, d.Token = object.NewDict(t), object.NewDict(t), object.NewDict(t), t.RT.ABCToken
	if t.Exc != null || !object.SetAttr(t, cls, object.Intern(t, "_abc_impl"), object.Of(d)) {
		return null
	}
	flagName := object.Intern(t, "__abc_tpflags__")
	if v := typ.Dict.GetStr(flagName); v.IsInt() {
		const sequence, mapping = 1 << 5, 1 << 6
		switch v.Int() & (sequence | mapping) {
		case sequence | mapping:
			return object.Raise(t, object.TTypeError, "__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING")
		case sequence:
			typ.Flags |= object.TypeSequence
		case mapping:
			typ.Flags |= object.TypeMapping
		}
		if !object.SetAttr(t, cls, flagName, null) {
			return null
		}
	}
	return none
}

func abcRegister(t *Thread, _ Value, a []Value) Value {
	cls, sub := a[0], a[1]
	if !object.IsType(sub) {
		return object.Raise(t, object.TTypeError, "Can only register classes")
	}
	switch object.IsSubclassCheck(t, sub, cls) {
	case -1:
		return null
	case 1:
		return sub
	}
	switch object.IsSubclassCheck(t, cls, sub) {
	case -1:
		return null
	case 1:
		return object.Raise(t, object.TRuntimeError, "Refusing to create an inheritance cycle")
	}
	d := abcDataOf(t, cls)
	if d == nil || !addClass(t, d.Registry, sub) {
		return null
	}
	t.RT.ABCToken++
	if object.IsType(cls) {
		if f := object.As[object.Type](cls).Flags & collectionFlags; f != 0 {
			markCollection(object.As[object.Type](sub), f)
		}
	}
	return sub
}

// markCollection makes a class and its subclasses match sequence or mapping patterns.
//
//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func markCollection(typ *object.Type, f uint32) {
	if typ.Flags&object.TypeImmutable != 0 || typ.Flags&collectionFlags == f {
		return
	}
	typ.Flags = typ.Flags&^collectionFlags | f
	if typ.Subclasses == nil {
		return
	}
	for i := 0; i < typ.Subclasses.Len(); i++ {
		markCollection(object.As[object.Type](*typ.Subclasses.At(i)), f)
	}
}

func abcInstanceCheck(t *Thread, _ Value, a []Value) Value {
	cls, v := a[0], a[1]
	typ := object.TypeOf(t, v)
	own := object.Of(typ)
	plain := typ.Slots.GetAttr == nil && typ.Lookup(t, t.N(object.N_class_)) == object.ClassAttr(t)
	if plain {
		if is := t.RT.ABCAnswer(cls, own); is >= 0 {
			return object.Bool(is > 0)
		}
	}
	d := abcDataOf(t, cls)
	if d == nil {
		return null
	}
	c := own
	if !plain {
		if c = object.GetAttr(t, v, t.N(object.N_class_)); c == null {
			return null
		}
	}
	switch findClass(t, d.Cache, c) {
	case -2:
		return null
	case -1:
	default:
		if plain {
			t.RT.RememberABC(cls, own, true)
		}
		return object.True
	}
	check := t.N(object.N_subclasscheck_)
	if own == c {
		if d.Token == t.RT.ABCToken {
			switch findClass(t, d.Negative, c) {
			case -2:
				return null
			case -1:
			default:
				if plain {
					t.RT.RememberABC(cls, own, false)
				}
				return object.False
			}
		}
		return object.CallMethod1(t, cls, check, c)
	}
	r := object.CallMethod1(t, cls, check, c)
	if r == null {
		return null
	}
	if b := object.Truth(t, r); b != 0 {
		if b < 0 {
			return null
		}
		return r
	}
	return object.CallMethod1(t, cls, check, own)
}

func abcSubclassCheck(t *Thread, cls, sub Value) int {
	if !object.IsType(sub) {
		object.Raise(t, object.TTypeError, "issubclass() arg 1 must be a class")
		return -1
	}
	if is := t.RT.ABCAnswer(cls, sub); is >= 0 {
		return is
	}
	d := abcDataOf(t, cls)
	if d == nil {
		return -1
	}
	switch findClass(t, d.Cache, sub) {
	case -2:
		return -1
	case -1:
	default:
		return 1
	}
	if d.Token < t.RT.ABCToken {
		d.Negative.Clear(t)
		d.Token = t.RT.ABCToken
	} else {
		switch findClass(t, d.Negative, sub) {
		case -2:
			return -1
		case -1:
		default:
			return 0
		}
	}
	switch object.CallMethod1(t, cls, object.Intern(t, "__subclasshook__"), sub) {
	case null:
		return -1
	case object.True:
		return d.remember(t, sub, 1)
	case object.False:
		return d.remember(t, sub, 0)
	case object.NotImplemented:
	default:
		object.Raise(t, object.TAssertionError, "__subclasshook__ must return either False, True, or NotImplemented")
		return -1
	}
	if object.IsType(cls) && object.As[object.Type](sub).IsSubtype(object.As[object.Type](cls)) {
		return d.remember(t, sub, 1)
	}
	switch findClass(t, d.Registry, sub) {
	case -2:
		return -1
	case -1:
	default:
		return 1
	}
	reg := d.Registry.Copy(t)
	if reg == nil {
		return -1
	}
	for e, i := reg.Next(0); e != nil; e, i = reg.Next(i) {
		known := object.WeakTarget(e.Key)
		if known == null {
			continue
		}
		switch object.IsSubclassCheck(t, sub, known) {
		case -1:
			return -1
		case 1:
			return d.remember(t, sub, 1)
		}
	}
	subs := object.CallMethod0(t, cls, object.Intern(t, "__subclasses__"))
	if subs == null {
		return -1
	}
	if !object.IsList(subs) {
		object.Raise(t, object.TTypeError, "__subclasses__() must return a list")
		return -1
	}
	for i := 0; i < object.As[object.List](subs).Len(); i++ {
		switch object.IsSubclassCheck(t, sub, *object.As[object.List](subs).At(i)) {
		case -1:
			return -1
		case 1:
			return d.remember(t, sub, 1)
		}
	}
	return d.remember(t, sub, 0)
}

// remember stores an answer and returns it.
func (d *abcData) remember(t *Thread, sub Value, answer int) int {
	m := d.Negative
	if answer > 0 {
		m = d.Cache
	}
	if !addClass(t, m, sub) {
		return -1
	}
	return answer
}

// findClass tells where a class is in one of abcData's tables, as Dict.FindKey does. What can have no weak reference is in none.
func findClass(t *Thread, m *object.Dict, cls Value) int {
	if m.Used == 0 || !cls.IsPtr() || !object.TypeOf(t, cls).WeakRefs {
		return -1
	}
	r := object.NewWeakRef(t, cls)
	if r == null {
		return -2
	}
	return m.FindKey(t, r)
}

// addClass puts a class into one of abcData's tables. The dead are taken out whenever their number may have doubled. False: an exception is set.
func addClass(t *Thread, m *object.Dict, cls Value) bool {
	if n := m.Used; n >= 8 && n&(n-1) == 0 {
		forgetDead(t, m)
	}
	r := object.NewWeakRef(t, cls)
	return r != null && m.Set(t, r, none)
}

func forgetDead(t *Thread, m *object.Dict) {
	for e, i := m.Next(0); e != nil; e, i = m.Next(i) {
		if object.WeakTarget(e.Key) == null {
			m.DeleteAt(t, i-1)
		}
	}
}

func abcDump(t *Thread, _, cls Value) Value {
	d := abcDataOf(t, cls)
	x := object.NewTuple(t, 4)
	if d == nil || x == nil {
		return null
	}
	for i, m := range [...]*object.Dict{d.Registry, d.Cache, d.Negative} {
		forgetDead(t, m)
		s := object.SetFromIterable(t, object.TSet, object.Of(m))
		if s == nil {
			return null
		}
		*x.At(i) = object.Of(s)
	}
	*x.At(3) = object.NewInt(t, d.Token)
	return object.Of(x)
}
