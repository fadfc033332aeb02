// Types: their layout in the heap, how built-in ones are declared, the method resolution and its cache.

package object

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Type flags.
const (
	TypeHeap     uint32 = 1 << iota // made by a class statement; can be changed
	TypeBase                        // can be a base class
	TypeAbstract                    // has abstract methods
	TypeReady
	TypeImmutable
	TypeNoInstances // only Go code makes instances: there is no Slots.New
	TypeMethodDescr // instances are unbound methods: LOAD_ATTR need not bind them
	TypeSequence    // for match
	TypeMapping
	TypeMatchSelf // class patterns take one positional sub-pattern: the object itself
	TypeHasDel
	TypeHasGetAttr // attributes are found otherwise than those of objects, or those of classes if instances are classes
	// Subclass tests of one load.
	TypeIntSub
	TypeListSub
	TypeTupleSub
	TypeBytesSub
	TypeStrSub
	TypeDictSub
	TypeExcSub
	TypeTypeSub
	TypeFloatSub
	TypeSlotDict // the ext word only keeps the values of __slots__: instances have no __dict__
	TypeItems    // has no Slots.Iter, but can be iterated over by subscripts
	TypeAlarm    // an iterator that raises when what it iterates over has been changed
	TypeLeaf     // an iterator whose step runs no other code

	typeSubMask = TypeIntSub | TypeListSub | TypeTupleSub | TypeBytesSub | TypeStrSub | TypeDictSub | TypeExcSub | TypeTypeSub | TypeFloatSub
)

// Type is a class object.
type Type struct {
	heap.Header
	Watch        Value // dependents of "this type is unchanged": for compilers
	Name         Value // str
	QualName     Value // str
	Bases, MRO   *Tuple
	Dict         *Dict
	Base         *Type
	Subclasses   *List
	RootShape    *Shape // shape of new instances
	DictShape    *Shape // shape of instances in dict mode
	Shapes       *Shape // all shapes, chained by Sibling
	Doc          Value
	Module       Value
	SlotNames    *Tuple // of __slots__
	InitCache    Value  // the __init__ function that CALL_ALLOC_AND_ENTER_INIT found
	GetItemCache Value  // likewise __getitem__ for BINARY_SUBSCR_GETITEM

	ID          TypeID // 0: made by a class statement
	Flags       uint32
	Version     uint32 // unique to this state of the type and its bases; 0: not to be cached
	Changes     uint32
	BaseSize    uint32      // bytes of the instances' fixed part, ext word and inline slots not counted
	ExtWord     int32       // see Shape.ExtWord
	InlineSlots uint32      // attribute slots that a new instance gets
	WeakRefs    bool        // instances can be weakly referenced
	round       uint8       // which collection has seen it last: see forgetSubclasses
	Layout      heap.Layout // of BaseSize

	rows   slotRows // of the special methods' names in Dict
	rowsOf uint32   // KeysVersion of Dict then, or 0

	Slots Slots
}

// Subclasses, word 8, is weak: see forgetSubclasses.
const typeRefs = (1<<16 - 2) &^ (1 << 8)

// TypeDef declares a built-in type. It is static: no values in it.
type TypeDef struct {
	Name        string // "list", or with its module: "itertools.count"
	Base        TypeID // 0: object
	Flags       uint32
	Size        uintptr // bytes of the fixed part: unsafe.Sizeof
	Refs        uint64  // words that hold references
	Tail        uint8   // heap.TailNone, TailRefs ...
	LayoutFlags uint8
	More        [2]uint8 // MoreFlag and MoreWord of heap.Layout
	Dict        bool     // instances have a __dict__ (ext word in the word after Size, or the last word when there is a tail)
	DictWord    int32    // the same, but the reference to the __dict__ is this word of the fixed part
	NoWeak      bool
	Slots       Slots
	Methods     []FuncDef
	GetSets     []GetSetDef
	Members     []MemberDef // fields shown as read-only attributes
	MetaType    TypeID
	Init        func(t *Thread, typ *Type) // last step of set-up: values in the type's dict
}

// GetSetDef declares a computed attribute of a built-in type.
type GetSetDef struct {
	Name string
	Get  UnaryFunc
	Set  BinarySet // nil: read-only
	// Member says that the descriptor is a member descriptor, as in CPython, where the attribute is a field of the object.
	Member bool
	// Audit says which uses audit hooks are told of.
	Audit Audited
	// Bits, for compilers, is where Get finds the attribute; it may be left out.
	Bits Bits
}

// BinarySet stores v (Null: delete) into an attribute of o.
type BinarySet func(t *Thread, o, v Value) bool

// MemberDef declares an attribute that is the content of one word of the object; Null reads as AttributeError, or None.
type MemberDef struct {
	Name     string
	Word     int
	Writable bool
	OrNone   bool // Null reads as None
	Audit    bool // audit hooks are told of reading it
}

var typeDefs [MaxTypes]*TypeDef

// DefineType declares built-in type id; to be called while Go's package variables are initialized.
func DefineType(id TypeID, d TypeDef) TypeID {
	if typeDefs[id] != nil {
		panic("BUG: type defined twice: " + d.Name)
	}
	RegisterFuncs(d.Methods)
	NameFuncs(d.Name, d.Methods)
	typeDefs[id] = &d
	for i := range d.Methods {
		d.Methods[i].owner = d.Name[strings.LastIndexByte(d.Name, '.')+1:]
	}
	return id
}

// TypeOf returns the type of any value but Null.
func TypeOf(t *Thread, v Value) *Type {
	if v.IsPtr() {
		return ShapeOf(v).Type
	}
	return t.RT.immediateType(v)
}

func (rt *Runtime) immediateType(v Value) *Type {
	switch {
	case v.IsInt():
		return rt.Types[TInt]
	case v.IsFloat():
		return rt.Types[TFloat]
	case v == None:
		return rt.Types[TNoneType]
	case v.IsBool():
		return rt.Types[TBool]
	case v == NotImplemented:
		return rt.Types[TNotImplementedType]
	case v == Ellipsis:
		return rt.Types[TEllipsisType]
	}
	panic("BUG: type of Null")
}

// Type returns the built-in type with the given number.
func (t *Thread) Type(id TypeID) *Type { return t.RT.Types[id] }

// Value returns the type as a value.
func (typ *Type) Value() Value { return Of(typ) }

// NameString returns the type's __name__.
func (typ *Type) NameString() string { return GoString(typ.Name) }

// HasDict reports whether instances may have a __dict__.
func (typ *Type) HasDict() bool { return typ.ExtWord != 0 && typ.Flags&TypeSlotDict == 0 }

// Is reports whether the type is exactly the built-in type id.
func (typ *Type) Is(id TypeID) bool { return typ.ID == id }

// IsSubtype reports whether typ is base or inherits from it.
func (typ *Type) IsSubtype(base *Type) bool {
	if typ == base {
		return true
	}
	mro := typ.MRO
	if mro == nil {
		for b := typ.Base; b != nil; b = b.Base {
			if b == base {
				return true
			}
		}
		return false
	}
	for i, n := 0, mro.Len(); i < n; i++ {
		if *mro.At(i) == Of(base) {
			return true
		}
	}
	return false
}

// IsType reports whether v is a class.
func IsType(v Value) bool { return v.IsPtr() && ShapeOf(v).Type.Flags&TypeTypeSub != 0 }

// IsInstance reports whether v's type is id or inherits from it (no __instancecheck__).
func IsInstance(t *Thread, v Value, id TypeID) bool {
	return v != Null && TypeOf(t, v).IsSubtype(t.RT.Types[id])
}

// hasFlag reports whether v is a heap object whose type has one of the flags.
func hasFlag(v Value, f uint32) bool { return v.IsPtr() && ShapeOf(v).Type.Flags&f != 0 }

// IsStr reports whether v is a str or of a subclass. IsList, IsTuple, IsDict and IsBytes do alike.
func IsStr(v Value) bool   { return hasFlag(v, TypeStrSub) }
func IsList(v Value) bool  { return hasFlag(v, TypeListSub) }
func IsTuple(v Value) bool { return hasFlag(v, TypeTupleSub) }
func IsDict(v Value) bool  { return hasFlag(v, TypeDictSub) }
func IsBytes(v Value) bool { return hasFlag(v, TypeBytesSub) }

// IsExceptionInstance reports whether v is an instance of BaseException.
func IsExceptionInstance(v Value) bool { return hasFlag(v, TypeExcSub) }

// IsExceptionType reports whether v is a class derived from BaseException.
func IsExceptionType(v Value) bool { return IsType(v) && As[Type](v).Flags&TypeExcSub != 0 }

// linkShape chains a new shape to its type.
func (typ *Type) linkShape(t *Thread, s *Shape) {
	s.Sibling = typ.Shapes
	typ.Shapes = s
	s.ExtWord = typ.ExtWord
}

func (typ *Type) dictModeShape(t *Thread) *Shape {
	if typ.DictShape == nil {
		s := newShape(t, typ, typ.RootShape.Layout)
		if s == nil {
			return nil
		}
		s.Flags = ShapeDictMode
		typ.DictShape = s
	}
	return typ.DictShape
}

// methodCacheSize is the number of entries of the method cache.
const methodCacheSize = 4096

// methodCacheEntry is off the Go heap. Its references need no root: each collection drops the entries that mention the dead.
//
//psy:root dropped by forgetLookups
type methodCacheEntry struct {
	version uint32
	_       uint32
	name    Value
	value   Value
}

// Lookup finds the interned name along the MRO, not binding it; Null when there is none.
func (typ *Type) Lookup(t *Thread, name Value) Value {
	var e *methodCacheEntry
	if typ.Version != 0 {
		e = &t.RT.methodCache[(uint32(name>>4)^typ.Version*31)&(methodCacheSize-1)]
		if e.version == typ.Version && e.name == name {
			return e.value
		}
	}
	v := typ.lookupUncached(t, name)
	if e != nil {
		e.version, e.name, e.value = typ.Version, name, v
	}
	return v
}

// forgetLookups drops the entries of the method cache that mention what is dead. A living class keeps what its current version finds.
func (rt *Runtime) forgetLookups(live func(uintptr) bool) {
	for i := range rt.methodCache {
		e := &rt.methodCache[i]
		if e.version != 0 && (!live(uintptr(e.name)) || e.value.IsPtr() && !live(uintptr(e.value))) {
			*e = methodCacheEntry{}
		}
	}
}

func (typ *Type) lookupUncached(t *Thread, name Value) Value {
	mro := typ.MRO
	if mro == nil {
		return typ.Dict.GetStr(name)
	}
	for i, n := 0, mro.Len(); i < n; i++ {
		if v := As[Type](*mro.At(i)).Dict.GetStr(name); v != Null {
			if v == t.RT.LazyDoc {
				return eagerDoc(t, mro, i)
			}
			return v
		}
	}
	return Null
}

// LookupStr is Lookup by a Go string.
func (typ *Type) LookupStr(t *Thread, name string) Value { return typ.Lookup(t, Intern(t, name)) }

// LookupSpecial finds a special method on v's type and binds it to v; Null, without exception, when there is none.
func LookupSpecial(t *Thread, v Value, name Value) Value {
	typ := TypeOf(t, v)
	d := typ.Lookup(t, name)
	if d == Null {
		return Null
	}
	if get := TypeOf(t, d).Slots.DescrGet; get != nil {
		return get(t, d, v, Of(typ))
	}
	return d
}

// forgetSubclasses drops dead classes from the lists of subclasses of living ones, which it keeps. Every class is in the list of each of its bases. What does
// not change is not written, since a process that was copied has to copy the page then.
//
//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func (typ *Type) forgetSubclasses(round uint8, live func(uintptr) bool, keep func(uint64)) {
	l := typ.Subclasses
	if l == nil {
		return
	}
	if typ.Bases != nil && typ.Bases.Len() > 1 {
		if typ.round == round { // it was come to on another way
			return
		}
		typ.round = round
	}
	n := 0
	for i := 0; i < l.Len(); i++ {
		if sub := *l.At(i); live(uintptr(sub)) {
			if n != i {
				*l.At(n) = sub
			}
			n++
		}
	}
	if n != l.Len() {
		for i := n; i < l.Len(); i++ {
			*l.At(i) = Null
		}
		l.Size = int64(n)
	}
	keep(uint64(Of(l)))
	for i := 0; i < n; i++ {
		As[Type](*l.At(i)).forgetSubclasses(round, live, keep)
	}
}

// Modified gives the type and its subclasses new versions, after the bases or anything else about it changed.
func (typ *Type) Modified(t *Thread) { typ.changed(t, Null) }

// changed is Modified after the attribute of that name changed; Null: after anything.
//
//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func (typ *Type) changed(t *Thread, name Value) {
	typ.Changes++
	if typ.Version != 0 {
		typ.Version = t.RT.newVersion()
		if typ.Changes > 1000 {
			typ.Version = 0
		}
		for s := typ.Shapes; s != nil; s = s.Sibling {
			s.Version = typ.Version
		}
		typ.InitCache, typ.GetItemCache = Null, Null
	}
	if typ.Watch != Null && t.RT.Watcher != nil {
		t.RT.Watcher.TypeChanged(t, typ, name)
	}
	if typ.Subclasses != nil {
		for i := 0; i < typ.Subclasses.Len(); i++ {
			As[Type](*typ.Subclasses.At(i)).changed(t, name)
		}
	}
}

// shadow resets inline caches before something changes that they cannot see by shapes: an attribute of the class begins or ends to take
// precedence over the instances' own.
func (typ *Type) shadow(t *Thread) {
	if t.RT.Interpreter != nil {
		t.RT.Interpreter.Shadow(t, typ)
	}
}

// descriptor tells what instances are as attributes of a class: more than values, and of more weight than attributes of instances.
func (typ *Type) descriptor() (d struct{ get, set bool }) {
	d.get, d.set = typ.Slots.DescrGet != nil, typ.Slots.DescrSet != nil
	return d
}

// shadows reports whether a class attribute takes precedence over attributes of instances.
func shadows(t *Thread, v Value) bool { return v != Null && TypeOf(t, v).Slots.DescrSet != nil }

// alloc makes an instance with n extra bytes of tail, fields zero. Inline attribute slots are added.
func (typ *Type) alloc(t *Thread, tail uintptr) unsafe.Pointer {
	size := typ.InstanceSize() + tail
	if typ.ExtWord < 0 {
		size = (size + 8 + 15) &^ 15
	}
	p := t.Alloc(typ.RootShape.ID(), size, 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	if typ.Flags&TypeHasDel != 0 {
		t.RT.trackFinalizer(t, FromPtr(p))
	}
	return p
}

// InstanceSize is how many bytes an instance takes that has no tail.
func (typ *Type) InstanceSize() uintptr {
	size := uintptr(typ.BaseSize)
	if typ.ExtWord > 0 && uint32(typ.ExtWord)*8 >= typ.BaseSize {
		size += 8 + uintptr(typ.InlineSlots)*8
	}
	return size
}

// AllocInstance makes an instance of typ with all fields Null.
func AllocInstance(t *Thread, typ *Type) Value { return FromPtr(typ.alloc(t, 0)) }

// AllocVar makes an instance with a tail of n bytes after the fixed part.
func AllocVar(t *Thread, typ *Type, n uintptr) Value { return FromPtr(typ.alloc(t, n)) }
