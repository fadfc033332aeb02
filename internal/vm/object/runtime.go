// Setting a runtime up: heap, built-in types, the values that always exist.

package object

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/heap"
)

// RuntimeOptions configure a runtime.
type RuntimeOptions struct {
	HeapCap  int64 // bytes; 0: heap's default
	GCStress int   // collect at every N-th allocation
	HashSeed HashSeed
	Stack    uintptr // bytes of VM stack; 0: half of HeapCap, at most 256 MiB (reserved; what is used counts against the cap)
	From     *Image  // the runtime is a copy of it, with its HashSeed; Adopt must follow. nil: it is an empty one
}

// NewRuntime makes an empty Python world: types and constants, no modules.
func NewRuntime(o RuntimeOptions) (*Runtime, error) {
	h, err := (*heap.Heap)(nil), error(nil)
	if o.From != nil {
		o.HashSeed = o.From.seed
		h, err = o.From.heap.New(o.HeapCap)
	} else {
		h, err = heap.New(heap.Options{Cap: o.HeapCap, Stress: 0})
	}
	if err != nil {
		return nil, err
	}
	rt := &Runtime{Heap: h, HashSeed: o.HashSeed, RecursionLimit: 1000, IntMaxStrDigits: 4300, HotThreshold: math.MaxInt32, System: &system.None{}, host: make([]any, hostKeys)}
	t := &Thread{RT: rt}
	rt.Main = t
	h.Asked, h.Halt = func() bool { return t.Breaker.Load()&breakHalt != 0 }, t.Halted
	h.Hurry = func() bool { return t.Breaker.Load()&(BreakRing|BreakSignal) != 0 }
	t.Allocator.Init(h)
	size := o.Stack
	if size == 0 {
		size = min(stackMost, max(uintptr(h.Cap()/2)&^(1<<20-1), stackStep+StackSlack))
	}
	base, err := h.MapStack(size)
	if err != nil {
		h.Close()
		return nil, err
	}
	t.setStack(base, size)
	rt.initLock(t)
	t.Depth, t.Nested = rt.RecursionLimit, nestedLimit
	cache, err := h.MapStack(unsafe.Sizeof(*rt.methodCache) + unsafe.Sizeof(*rt.tupleHashes))
	if err != nil {
		h.Close()
		return nil, err
	}
	rt.methodCache = (*[methodCacheSize]methodCacheEntry)(unsafe.Add(unsafe.Pointer(nil), cache))
	rt.tupleHashes, rt.epoch = (*[tupleHashes]keptHash)(unsafe.Add(unsafe.Pointer(nil), cache+unsafe.Sizeof(*rt.methodCache))), 1
	h.AddRoots(rt.visitRoots)
	h.AddStack(rt.eachStack, rt.stacksInUse)
	h.Bound = func(p uintptr, exact bool) uintptr {
		return rt.bound((*Generator)(unsafe.Add(unsafe.Pointer(nil), p)), exact)
	}
	h.OnMarked(rt.afterMark)
	h.AddMention(rt.visitMentions)
	round := uint8(0)
	h.OnReclaim(func(live func(uintptr) bool, keep func(uint64)) {
		if round++; round == 0 { // which new classes have
			round = 1
		}
		if object := rt.Types[TObject]; object != nil { // nil: the types are being made
			object.forgetSubclasses(round, live, keep)
		}
		rt.forgetNames(live, keep)
		rt.forgetLookups(live)
		rt.beginEpoch()
		rt.forgetDepths(live)
	})
	if o.From != nil {
		rt.adopt(o.From)
		h.OnImmortal(rt.immortal)
		return rt, nil
	}
	if err := rt.setUp(t); err != nil {
		h.Close()
		return nil, err
	}
	h.OnImmortal(rt.immortal) // they do not change any more
	h.SetStress(o.GCStress)
	return rt, nil
}

// nestedLimit bounds nested Go calls (each may take a few hundred bytes to some KiB of goroutine stack).
const nestedLimit = 20000

// Close releases the runtime's memory; no value of it may be used afterwards.
func (rt *Runtime) Close() error {
	for _, x := range rt.host {
		if c, ok := x.(closing); ok {
			c.RuntimeCloses()
		}
	}
	if t := rt.Main; t.StackEnd <= t.stackBase+stackStep { // it has never been higher, or what was above was given back
		rt.Heap.Untouched(t.StackEnd + StackSlack)
	}
	return rt.Heap.Close()
}

// afterMark drops what must not outlive a collection: weak references to the dead.
func (rt *Runtime) afterMark(live func(uintptr) bool, keep func(uint64)) {
	rt.sweepWeak(live, keep)
	rt.Main.shrinkStacks()
}

// visitMentions visits what collections drop when it is dead.
func (rt *Runtime) visitMentions(visit func(uint64)) {
	for i := range rt.methodCache {
		e := &rt.methodCache[i]
		visit(uint64(e.name))
		visit(uint64(e.value))
	}
	if d := rt.Interned; d != nil {
		for i := range int(d.N) {
			visit(uint64(d.Entries.At(i).Key))
		}
	}
	visit(uint64(rt.weak.room))
	for _, e := range rt.weak.refs.all {
		visit(e.target)
	}
	for _, v := range rt.weak.finalizable {
		visit(v)
	}
}

// completeTypes gives each built-in type that is declared nowhere an empty definition, once: definitions are shared by all runtimes.
var completeTypes = sync.OnceFunc(func() {
	for id := TFrameSpace + 1; id < FirstModuleType; id++ {
		if typeDefs[id] == nil {
			typeDefs[id] = &TypeDef{Name: fmt.Sprintf("type#%d", id)}
		}
	}
})

func (rt *Runtime) setUp(t *Thread) error {
	completeTypes()
	*(*HashSeed)(unsafe.Add(unsafe.Pointer(nil), rt.Heap.Base()+heap.StaticOffset)) = rt.HashSeed
	// 1. Shapes at their fixed places, and a Type for each. No names yet: strs need their type first.
	for id := TypeID(1); id < nextTypeID; id++ {
		rt.layShape(t, id)
	}
	for id := TypeID(1); id < nextTypeID; id++ {
		d := typeDefs[id]
		if d == nil {
			if id > TFrameSpace {
				return fmt.Errorf("BUG: type %d is not defined", id)
			}
		}
		p := t.Alloc(TType.Shape(), unsafe.Sizeof(Type{}), 0)
		if p == nil {
			return fmt.Errorf("heap cap too small")
		}
		typ := (*Type)(p)
		rt.Types[id] = typ
		typ.ID = id
		sh := rt.staticShape(id)
		sh.Type = typ
		typ.RootShape, typ.Shapes = sh, sh
	}
	// 2. Interned names and the constants.
	rt.Interned = NewDict(t)
	if rt.Interned == nil {
		return fmt.Errorf("heap cap too small")
	}
	rt.Interned.Kind |= dictWeak
	rt.EmptyTuple = NewTuple(t, 0)
	l := NewTuple(t, 256)
	for i := 0; i < 256; i++ {
		s := AllocStr(t, 1, rune(i))
		s.put(0, rune(i))
		*l.At(i) = Of(s)
	}
	rt.latin1 = l
	for i := 0; i < 128; i++ {
		InternValue(t, *l.At(i))
	}
	e := AllocStr(t, 0, 0)
	rt.EmptyStr = InternValue(t, Of(e))
	rt.LazyDoc = Of(AllocStr(t, 0, 0))
	b := t.Alloc(TBytes.Shape(), BytesData, 0)
	rt.EmptyBytes = FromPtr(b)
	rt.byBytes = NewTuple(t, 256)
	for i, s := range nameTexts {
		rt.Names[i] = Intern(t, s)
	}
	// 3. The types themselves, bases first.
	for id := TypeID(1); id < nextTypeID; id++ {
		if id > TFrameSpace {
			if err := rt.readyBuiltin(t, id); err != nil {
				return err
			}
		}
	}
	for id := TObject; id < nextTypeID; id++ {
		if d := typeDefs[id]; d.Init != nil {
			d.Init(t, rt.Types[id])
		}
		if t.Exc != Null {
			return fmt.Errorf("BUG: setting up %s failed", typeDefs[id].Name)
		}
	}
	rt.memErr = NewException(t, rt.Types[TMemoryError], Null)
	rt.Modules = NewDict(t)
	if t.Exc != Null || rt.Modules == nil {
		return fmt.Errorf("heap cap too small")
	}
	return nil
}

// tellsModule reports whether a type has its module in its dict, so that instances tell it, too: in CPython those have that are not static.
func tellsModule(name string) bool {
	module, _, ok := strings.Cut(name, ".")
	switch module {
	case "_contextvars", "sys", "weakref", "interpreters":
		return false
	}
	switch name {
	case "ExceptionGroup":
		return true
	case "collections.OrderedDict", "datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta", "datetime.timezone", "datetime.tzinfo",
		"pickle.PickleBuffer", "types.GenericAlias", "types.SimpleNamespace":
		return false
	}
	return ok
}

func (rt *Runtime) staticShape(id TypeID) *Shape {
	return (*Shape)(unsafe.Add(unsafe.Pointer(nil), rt.Heap.Base()+uintptr(id.Shape())*heap.Granule))
}

// layShape fills in the fixed shape record of a built-in type.
func (rt *Runtime) layShape(t *Thread, id TypeID) {
	s := rt.staticShape(id)
	s.Header = heap.Header{Shape: TShape.Shape(), Meta: uint32(unsafe.Sizeof(Shape{})/heap.Granule) << 8}
	s.Layout = heap.Layout{Fixed: 1}
	switch id {
	case TShape:
		s.Layout = heap.Layout{RefMap: shapeRefs, Fixed: uint32(unsafe.Sizeof(Shape{}) / 8)}
	case TRaw:
	case TValues:
		s.Layout.Tail = heap.TailRefs
	case TEntries:
		s.Layout.Tail = heap.TailRefs // hashes have their top bit set, so they are no references
	case TFrameSpace:
		s.Layout = heap.Layout{RefMap: copiedFrameRefs << 1, Fixed: uint32(1 + FrameHeader/8), Tail: heap.TailConservative}
	default:
		if d := typeDefs[id]; d != nil {
			size := d.Size
			if size == 0 {
				size = 8
			}
			s.Layout = heap.Layout{RefMap: d.Refs, Fixed: uint32((size + 7) / 8), Tail: d.Tail, Flags: d.LayoutFlags, MoreFlag: d.More[0], MoreWord: d.More[1]}
			if d.DictWord > 0 {
				s.ExtWord = d.DictWord
			} else if d.Dict && d.Tail == heap.TailNone {
				s.ExtWord = int32((size + 7) / 8)
				s.Layout.Tail = heap.TailRefs
			} else if d.Dict {
				s.ExtWord = -1
			}
		}
	}
	if isExact(id, &s.Layout) {
		s.Layout.Flags |= heap.Exact
	}
}

// isExact reports whether the reference words of objects of built-in type id are addresses of objects, or Values. Frames' words are not, nor are
// those of objects that refer to frames. Types that are not listed are few in a heap, or have no references.
func isExact(id TypeID, l *heap.Layout) bool {
	switch id {
	case TShape, TValues, TEntries, TType, TObject, TTuple, TList, TDict, TSet, TFrozenSet, TFunction, TMethod, TCell, TCode, TModule, TProperty,
		TBuiltin, TMethodDescr, TWrapperDescr, TGetSetDescr, TMemberDescr, TClassMethodDescr, TClassMethod, TStaticMethod:
		return true
	}
	return l.RefMap == 0 && l.Tail == heap.TailNone
}

// readyBuiltin completes a built-in type: name, bases, MRO, layout, slots inherited, methods in its dict.
//
//psy:bounded bases of built-in types
func (rt *Runtime) readyBuiltin(t *Thread, id TypeID) error {
	typ := rt.Types[id]
	if typ.Flags&TypeReady != 0 {
		return nil
	}
	d := typeDefs[id]
	typ.Flags = d.Flags | TypeReady | TypeImmutable
	if d.MetaType != 0 {
		typ.Header.Shape = d.MetaType.Shape()
	}
	name, module := d.Name, "builtins"
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		module, name = name[:i], name[i+1:]
	}
	typ.Name = Intern(t, name)
	typ.QualName = typ.Name
	typ.Module = Intern(t, module)
	typ.Dict = NewDict(t)
	if typ.Dict != nil && tellsModule(d.Name) {
		typ.Dict.Set(t, t.N(N_module_), typ.Module)
	}
	var base *Type
	if id != TObject {
		b := d.Base
		if b == 0 {
			b = TObject
		}
		if err := rt.readyBuiltin(t, b); err != nil {
			return err
		}
		base = rt.Types[b]
	}
	typ.Base = base
	n := 1
	if base != nil {
		n += base.MRO.Len()
	}
	mro := NewTuple(t, n)
	bases := NewTuple(t, min(n-1, 1))
	if t.Exc != Null {
		return fmt.Errorf("heap cap too small")
	}
	*mro.At(0) = Of(typ)
	for i := 1; i < n; i++ {
		*mro.At(i) = *base.MRO.At(i - 1)
	}
	if base != nil {
		*bases.At(0) = Of(base)
	}
	typ.MRO, typ.Bases = mro, bases
	typ.BaseSize = uint32((max(d.Size, 8) + 7) &^ 7)
	typ.Layout = typ.RootShape.Layout
	typ.ExtWord = typ.RootShape.ExtWord
	typ.WeakRefs = !d.NoWeak && weakable(id)
	if base != nil {
		if d.Size == 0 && base.BaseSize > 8 { // same layout as the base
			typ.BaseSize, typ.Layout, typ.ExtWord = base.BaseSize, base.Layout, base.ExtWord
			typ.RootShape.Layout, typ.RootShape.ExtWord = base.Layout, base.ExtWord
		}
		typ.Flags |= base.Flags & typeSubMask
		if typ.Subclasses == nil && base.Subclasses == nil {
			base.Subclasses = NewList(t, 0)
		}
		if base.Subclasses != nil {
			base.Subclasses.Append(t, Of(typ))
		}
	}
	switch id {
	case TInt:
		typ.Flags |= TypeIntSub
	case TFloat:
		typ.Flags |= TypeFloatSub
	case TStr:
		typ.Flags |= TypeStrSub
	case TBytes:
		typ.Flags |= TypeBytesSub
	case TList:
		typ.Flags |= TypeListSub
	case TTuple:
		typ.Flags |= TypeTupleSub
	case TDict:
		typ.Flags |= TypeDictSub
	case TType:
		typ.Flags |= TypeTypeSub
	case TBaseException:
		typ.Flags |= TypeExcSub
	}
	if typ.Slots = d.Slots; d.Flags&TypeNoInstances != 0 {
		typ.Slots.New = nil
	}
	typ.Version = rt.newVersion()
	typ.RootShape.Version = typ.Version
	rt.addSlotWrappers(t, typ)
	if base != nil {
		inheritSlots(t, typ)
	}
	for i := range d.Methods {
		m := &d.Methods[i]
		v := newMethodDescr(t, m, typ)
		if v == Null || !typ.Dict.SetStr(t, m.Name, v) {
			return fmt.Errorf("heap cap too small")
		}
	}
	for i := range d.GetSets {
		g := &d.GetSets[i]
		v := newComputed(t, typ, g)
		if v == Null || !typ.Dict.SetStr(t, g.Name, v) {
			return fmt.Errorf("heap cap too small")
		}
	}
	for i := range d.Members {
		m := &d.Members[i]
		v := newMemberDescr(t, typ, Intern(t, m.Name), m.Word, !m.Writable, m.OrNone)
		if v == Null || !typ.Dict.SetStr(t, m.Name, v) {
			return fmt.Errorf("heap cap too small")
		}
		As[MemberDescr](v).Audit = m.Audit
	}
	if typ.Dict.GetGoString(t, "__doc__") == Null {
		typ.Dict.SetStr(t, "__doc__", rt.LazyDoc)
	}
	return nil
}
