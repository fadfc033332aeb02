// The type object: what every value can do.

package object

import (
	"fmt"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// objectNew is object.__new__.
func objectNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if len(args) > 0 {
		if wordOf(typ.Slots.New) != wordOf[NewFunc](objectNew) {
			return Raise(t, TTypeError, "object.__new__() takes exactly one argument (the type to instantiate)")
		}
		if wordOf(typ.Slots.Init) == wordOf[InitFunc](objectInit) {
			return Raise(t, TTypeError, "%s() takes no arguments", typ.NameString())
		}
	}
	if typ.Flags&TypeAbstract != 0 {
		return abstractError(t, typ)
	}
	return AllocInstance(t, typ)
}

// ObjectNew is object.__new__, for built-in types of other packages that inherit it.
var ObjectNew NewFunc = objectNew

// abstractError raises the TypeError of instantiating a class with abstract methods.
func abstractError(t *Thread, typ *Type) Value {
	a := getAbstractMethods(t, Of(typ))
	if a == Null {
		return Null
	}
	l := NewList(t, 0)
	it := Iter(t, a)
	if it == Null || l == nil {
		return Null
	}
	for {
		v := Next(t, it)
		if v == Null {
			break
		}
		if !IsStr(v) {
			return Raise(t, TTypeError, "sequence item %d: expected str instance, %s found", l.Len(), TypeName(t, v))
		}
		if !l.Append(t, v) {
			return Null
		}
		for j := l.Len() - 1; j > 0 && GoString(*l.At(j)) < GoString(*l.At(j - 1)); j-- {
			*l.At(j), *l.At(j - 1) = *l.At(j - 1), *l.At(j)
		}
	}
	if t.Exc != Null {
		return Null
	}
	s, text := "", ""
	for i := 0; i < l.Len(); i++ {
		if i > 0 {
			s, text = "s", text+"', '"
		}
		text += GoString(*l.At(i))
	}
	return Raise(t, TTypeError, "Can't instantiate abstract class %s without an implementation for abstract method%s '%s'", typ.NameString(), s, text)
}

// objectInit is object.__init__.
func objectInit(t *Thread, v Value, args []Value, kw Value) bool {
	if len(args) == 0 {
		return true
	}
	typ := TypeOf(t, v)
	if wordOf(typ.Slots.Init) != wordOf[InitFunc](objectInit) {
		Raise(t, TTypeError, "object.__init__() takes exactly one argument (the instance to initialize)")
		return false
	}
	if wordOf(typ.Slots.New) == wordOf[NewFunc](objectNew) {
		Raise(t, TTypeError, "%s.__init__() takes exactly one argument (the instance to initialize)", typ.NameString())
		return false
	}
	return true
}

// defaultRepr is object.__repr__.
func defaultRepr(t *Thread, v Value) Value {
	typ := TypeOf(t, v)
	mod := typeModule(t, typ)
	name := typ.NameString()
	if mod != Null && IsStr(mod) {
		if m := GoString(mod); m != "builtins" {
			name = m + "." + GoString(typ.QualName)
		}
	}
	t.ClearExc()
	return NewStr(t, fmt.Sprintf("<%s object at 0x%x>", name, t.RT.ID(v)))
}

// objectStr leaves the check of the result to its caller, which speaks of __str__.
func objectStr(t *Thread, v Value) Value {
	f := TypeOf(t, v).Slots.Repr
	if f == nil {
		return defaultRepr(t, v)
	}
	if !t.Enter(" while getting the repr of an object") {
		return Null
	}
	r := f(t, v)
	t.Leave()
	return r
}

func objectHash(t *Thread, v Value) (int64, bool) { return HashPointer(v), true }

//psy:bounded once, with EQ
func objectCompare(t *Thread, a, b Value, op CompareOp) Value {
	switch op {
	case EQ:
		if a == b {
			return True
		}
	case NE:
		typ := TypeOf(t, a)
		if f := typ.Slots.Compare; f != nil {
			r := f(t, a, b, EQ)
			if r == Null || r == NotImplemented {
				return r
			}
			b := Truth(t, r)
			if b < 0 {
				return Null
			}
			return Bool(b == 0)
		}
		if a == b { // of a type that inherits object's comparison
			return False
		}
	}
	return NotImplemented
}

func getDict(t *Thread, v Value) Value {
	if IsType(v) { // a metaclass may inherit this descriptor from a base in front of type
		return typeDict(t, v)
	}
	d := InstanceDict(t, v, true)
	if d == nil {
		if t.Exc == Null {
			return NoAttribute(t, v, t.N(N_dict_))
		}
		return Null
	}
	return Of(d)
}

// SetInstanceDict gives o another __dict__; Null: an empty one.
func SetInstanceDict(t *Thread, o, v Value) bool { return setDict(t, o, v) }

func setDict(t *Thread, o, v Value) bool {
	if IsType(o) {
		Raise(t, TAttributeError, "attribute '__dict__' of 'type' objects is not writable")
		return false
	}
	if TypeOf(t, o).IsSubtype(t.Type(TModule)) {
		Raise(t, TAttributeError, "readonly attribute")
		return false
	}
	if v == Null {
		if builtinType(t, o).HasDict() {
			Raise(t, TTypeError, "cannot delete __dict__")
			return false
		}
		d := NewDict(t)
		if d == nil {
			return false
		}
		v = Of(d)
	}
	if !IsDict(v) {
		Raise(t, TTypeError, "__dict__ must be set to a dictionary, not a '%s'", TypeName(t, v))
		return false
	}
	if InstanceDict(t, o, true) == nil {
		if t.Exc == Null {
			Raise(t, TAttributeError, "This object has no __dict__")
		}
		return false
	}
	*extOf(o, ShapeOf(o)) = v
	return true
}

func objectClass(t *Thread, v Value) Value { return Of(TypeOf(t, v)) }

// setClass is assignment to __class__: the object moves to a shape of the new class, whose layout must be the same.
func setClass(t *Thread, o, v Value) bool {
	if v == Null {
		Raise(t, TTypeError, "can't delete __class__ attribute")
		return false
	}
	if !IsType(v) {
		Raise(t, TTypeError, "__class__ must be set to a class, not '%s' object", TypeName(t, v))
		return false
	}
	from, to := TypeOf(t, o), As[Type](v)
	module := t.Type(TModule)
	if !(from.IsSubtype(module) && to.IsSubtype(module)) && (from.Flags&TypeHeap == 0 || to.Flags&TypeHeap == 0) {
		Raise(t, TTypeError, "__class__ assignment only supported for mutable types or ModuleType subclasses")
		return false
	}
	if !sameLayout(from, to) {
		Raise(t, TTypeError, "__class__ assignment: '%s' object layout differs from '%s'", to.NameString(), from.NameString())
		return false
	}
	if from == to {
		return true
	}
	sh := to.RootShape
	if to.ExtWord != 0 && ShapeOf(o).Flags&(ShapeInstance|ShapeDictMode) != 0 {
		if InstanceDict(t, o, true) == nil {
			return false
		}
		if sh = to.dictModeShape(t); sh == nil {
			return false
		}
	}
	(*heap.Header)(o.Ptr()).Shape = sh.ID()
	t.RT.beginEpoch()
	if t.RT.Watcher != nil {
		t.RT.Watcher.ClassAssigned(t, o)
	}
	if t.RT.Interpreter != nil && from.descriptor() != to.descriptor() { // o may be an attribute of a class
		t.RT.Interpreter.Shadow(t, nil)
	}
	switch { // lookups on classes and modules may be cached without looking at their shapes
	case IsType(o):
		As[Type](o).Modified(t)
	case from.IsSubtype(module):
		if d := ModuleDict(o); d != nil && d.Kind&DictWatched != 0 {
			t.RT.dictChanged(t, d, Null)
		}
	}
	if to.Flags&TypeHasDel != 0 && from.Flags&TypeHasDel == 0 {
		t.RT.trackFinalizer(t, o)
	}
	return true
}

// sameLayout reports whether instances of the two classes have their fields in the same places.
func sameLayout(a, b *Type) bool {
	if a.BaseSize != b.BaseSize || a.ExtWord != b.ExtWord || a.WeakRefs != b.WeakRefs {
		return false
	}
	for {
		x, y := solidBase(a), solidBase(b)
		if x == y {
			return true
		}
		// Different classes with equal __slots__ over the same base are alike.
		if x.Flags&y.Flags&TypeHeap == 0 || x.SlotNames == nil || y.SlotNames == nil || x.SlotNames.Len() != y.SlotNames.Len() {
			return false
		}
		for i := 0; i < x.SlotNames.Len(); i++ {
			if *x.SlotNames.At(i) != *y.SlotNames.At(i) {
				return false
			}
		}
		a, b = x.Base, y.Base
	}
}

func objectFormat(t *Thread, self, spec Value) Value {
	if !IsStr(spec) {
		return BadArgument(t, "__format__", "argument", "str", spec)
	}
	if As[Str](spec).Len > 0 {
		return Raise(t, TTypeError, "unsupported format string passed to %s.__format__", TypeName(t, self))
	}
	return ToStr(t, self)
}

func objectDir(t *Thread, self Value) Value {
	d := NewDict(t)
	if d == nil {
		return Null
	}
	if own := LookupAttr(t, self, t.N(N_dict_)); own != Null && IsDict(own) {
		if d = As[Dict](own).Copy(t); d == nil {
			return Null
		}
	} else if t.Exc != Null {
		return Null
	}
	c := LookupAttr(t, self, t.N(N_class_))
	if c == Null && t.Exc != Null {
		return Null
	}
	if c != Null && IsType(c) && !mergeClassDict(t, d, As[Type](c)) {
		return Null
	}
	return dictKeysList(t, d)
}

func objectSizeof(t *Thread, self Value) Value {
	if !self.IsPtr() {
		return SmallInt(24)
	}
	typ := TypeOf(t, self)
	n := int64(typ.BaseSize) + 8
	if typ.ExtWord != 0 {
		n += 32
	}
	return SmallInt(n)
}

// importAttr returns an attribute of a module, imported when needed.
func importAttr(t *Thread, module, name string) Value {
	mod := t.RT.Modules.GetGoString(t, module)
	if mod == Null {
		imp := builtinByName(t, "__import__")
		if imp == Null {
			return Null
		}
		if mod = Call1(t, imp, NewStr(t, module)); mod == Null {
			return Null
		}
	}
	return GetAttr(t, mod, Intern(t, name))
}

// objectReduceEx is object.__reduce_ex__: an overridden __reduce__ goes first.
func objectReduceEx(t *Thread, self, protocol Value) Value {
	if r := LookupAttr(t, self, t.N(N_reduce_)); r != Null {
		own := TypeOf(t, self).Lookup(t, t.N(N_reduce_))
		if own != t.Type(TObject).Dict.GetStr(t.N(N_reduce_)) {
			return Call0(t, r)
		}
	} else if t.Exc != Null {
		return Null
	}
	n, ok := AsSize(t, protocol, TOverflowError)
	if !ok {
		return Null
	}
	if n >= 2 {
		return reduceNewObj(t, self)
	}
	f := importAttr(t, "copyreg", "_reduce_ex")
	if f == Null {
		return Null
	}
	return Call2(t, f, self, protocol)
}

// reduceNewObj gives the (copyreg.__newobj__, (cls, ...), state, listitems, dictitems) of protocol 2.
func reduceNewObj(t *Thread, self Value) Value {
	typ := TypeOf(t, self)
	if typ.Slots.New == nil || typ.Flags&TypeNoInstances != 0 {
		return Raise(t, TTypeError, "cannot pickle '%s' object", fullName(t, typ))
	}
	var args, kwargs Value = Null, Null
	if f := LookupSpecial(t, self, t.N(N_getnewargs_ex_)); f != Null {
		r := Call0(t, f)
		if r == Null {
			return Null
		}
		if !IsTuple(r) {
			return Raise(t, TTypeError, "__getnewargs_ex__ should return a tuple, not '%s'", TypeName(t, r))
		}
		if As[Tuple](r).Len() != 2 {
			return Raise(t, TValueError, "__getnewargs_ex__ should return a tuple of length 2, not %d", As[Tuple](r).Len())
		}
		args, kwargs = *As[Tuple](r).At(0), *As[Tuple](r).At(1)
		if !IsTuple(args) {
			return Raise(t, TTypeError, "first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%s'", TypeName(t, args))
		}
		if !IsDict(kwargs) {
			return Raise(t, TTypeError, "second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%s'", TypeName(t, kwargs))
		}
	} else if t.Exc != Null {
		return Null
	} else if f := LookupSpecial(t, self, t.N(N_getnewargs_)); f != Null {
		if args = Call0(t, f); args == Null {
			return Null
		}
		if !IsTuple(args) {
			return Raise(t, TTypeError, "__getnewargs__ should return a tuple, not '%s'", TypeName(t, args))
		}
	} else if t.Exc != Null {
		return Null
	}
	hasArgs := args != Null
	var maker, newArgs Value
	if kwargs != Null && As[Dict](kwargs).Used > 0 {
		if maker = importAttr(t, "copyreg", "__newobj_ex__"); maker == Null {
			return Null
		}
		tup := NewTuple(t, 3)
		if tup == nil {
			return Null
		}
		*tup.At(0), *tup.At(1), *tup.At(2) = Of(typ), args, kwargs
		newArgs = Of(tup)
	} else {
		if maker = importAttr(t, "copyreg", "__newobj__"); maker == Null {
			return Null
		}
		n := 0
		if args != Null {
			n = As[Tuple](args).Len()
		}
		tup := NewTuple(t, n+1)
		if tup == nil {
			return Null
		}
		*tup.At(0) = Of(typ)
		for i := 0; i < n; i++ {
			*tup.At(i + 1) = *As[Tuple](args).At(i)
		}
		newArgs = Of(tup)
	}
	state := Null
	if f := GetAttr(t, self, t.N(N_getstate_)); f != Null {
		if f.IsExact(TBuiltin) && As[Builtin](f).Self == self && typ.Lookup(t, t.N(N_getstate_)) == t.Type(TObject).Dict.GetStr(t.N(N_getstate_)) {
			state = getState(t, self, !hasArgs && !IsList(self) && !IsDict(self))
		} else {
			state = Call0(t, f)
		}
	}
	if state == Null {
		return Null
	}
	listItems, dictItems := None, None
	if IsList(self) {
		if listItems = Iter(t, self); listItems == Null {
			return Null
		}
	}
	if IsDict(self) {
		items := CallMethod0(t, self, t.N(N_items))
		if items == Null {
			return Null
		}
		if dictItems = Iter(t, items); dictItems == Null {
			return Null
		}
	}
	out := NewTuple(t, 5)
	if out == nil {
		return Null
	}
	*out.At(0), *out.At(1), *out.At(2), *out.At(3), *out.At(4) = maker, newArgs, state, listItems, dictItems
	return Of(out)
}

// GetState is what an object's __getstate__ gives, for types with a __reduce__ of their own.
func GetState(t *Thread, self Value) Value { return CallMethod0(t, self, Intern(t, "__getstate__")) }

// hasSlots reports whether the class or one that it inherits from was made with __slots__.
func (typ *Type) hasSlots(t *Thread) bool {
	slots := Intern(t, "__slots__")
	for _, c := range typ.MRO.Items() {
		if d := As[Type](c).Dict; d != nil && d.GetStr(slots) != Null {
			return true
		}
	}
	return false
}

// getState is object.__getstate__: the __dict__, and the __slots__ if there are any. required tells that the object has no other state.
func getState(t *Thread, self Value, required bool) Value {
	typ := TypeOf(t, self)
	slots := NewDict(t)
	if slots == nil {
		return Null
	}
	if required && (isVarSize(typ) || typ.ID == TMemoryView || typ.ID == TCode) {
		return Raise(t, TTypeError, "cannot pickle %s objects", fullName(t, typ))
	}
	words := uint32(8)
	names := None
	if typ.Flags&TypeHeap != 0 {
		if names = typ.Dict.GetStr(Intern(t, "__slotnames__")); names == Null {
			f := importAttr(t, "copyreg", "_slotnames")
			switch {
			case f != Null:
				names = Call1(t, f, Of(typ))
			case IsInstance(t, t.Exc, TModuleNotFoundError) && !typ.hasSlots(t): // without a library
				t.ClearExc()
				names = None
			}
			if names == Null {
				return Null
			}
		}
		if names != None && !IsList(names) {
			return Raise(t, TTypeError, "copyreg._slotnames didn't return a list or None")
		}
	}
	if IsList(names) {
		for i := 0; i < As[List](names).Len(); i++ {
			n := *As[List](names).At(i)
			words += 8
			v := LookupAttr(t, self, n)
			if v == Null {
				if t.Exc != Null {
					return Null
				}
				continue
			}
			if !slots.Set(t, n, v) {
				return Null
			}
		}
	}
	if required && typ.BaseSize > words {
		return Raise(t, TTypeError, "cannot pickle '%s' object", fullName(t, typ))
	}
	state := None
	if typ.ExtWord != 0 {
		d := LookupAttr(t, self, t.N(N_dict_))
		if d == Null && t.Exc != Null {
			return Null
		}
		if d != Null && (!IsDict(d) || As[Dict](d).Used > 0) {
			state = d
		}
	}
	if slots.Used > 0 {
		return Pair(t, state, Of(slots))
	}
	return state
}

func objectInitSubclass(t *Thread, self Value, args []Value, kw Value) Value {
	name := GoString(As[Type](self).QualName)
	if kw != Null && As[Tuple](kw).Len() > 0 {
		return Raise(t, TTypeError, "%s.__init_subclass__() takes no keyword arguments", name)
	}
	if len(args) > 0 {
		return Raise(t, TTypeError, "%s.__init_subclass__() takes no arguments (%d given)", name, len(args))
	}
	return None
}

func init() {
	DefineType(TObject, TypeDef{
		Name: "object", Flags: TypeBase, Size: 8, NoWeak: true,
		Init: func(t *Thread, typ *Type) { t.RT.classAttr = typ.Dict.GetStr(t.N(N_class_)) },
		Slots: Slots{
			New: objectNew, Init: objectInit, Repr: defaultRepr, Str: objectStr, Hash: objectHash, Compare: objectCompare,
		},
		GetSets: []GetSetDef{
			{Name: "__class__", Get: objectClass, Set: setClass, Audit: AuditSet},
		},
		Methods: []FuncDef{
			{Name: "__reduce_ex__", Sig: "(protocol, /)", F1: objectReduceEx},
			{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value {
				f := importAttr(t, "copyreg", "_reduce_ex")
				if f == Null {
					return Null
				}
				return Call2(t, f, self, SmallInt(0))
			}},
			{Name: "__getstate__", Sig: "()", F0: func(t *Thread, self Value) Value { return getState(t, self, false) }},
			{Name: "__subclasshook__", Class: true, FN: func(t *Thread, self Value, args []Value) Value { return NotImplemented }, MaxArgs: -1},
			{Name: "__init_subclass__", Class: true, FK: objectInitSubclass},
			{Name: "__format__", Sig: "(format_spec, /)", F1: objectFormat},
			{Name: "__sizeof__", Sig: "()", F0: objectSizeof},
			{Name: "__dir__", Sig: "()", F0: objectDir},
		},
	})
}
