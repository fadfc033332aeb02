// Making classes: what the class statement and type(name, bases, dict) do.

package object

import (
	"slices"
	"strings"
	"unicode"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// CalculateMetaclass returns the most derived of meta and the bases' metaclasses; nil with TypeError when there is none.
func CalculateMetaclass(t *Thread, meta *Type, bases *Tuple) *Type {
	winner := meta
	for i := 0; i < bases.Len(); i++ {
		bt := TypeOf(t, *bases.At(i))
		if winner.IsSubtype(bt) {
			continue
		}
		if bt.IsSubtype(winner) {
			winner = bt
			continue
		}
		Raise(t, TTypeError, "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		return nil
	}
	return winner
}

// typeNewSlot is type.__new__.
//
//psy:bounded another metaclass has another function
func typeNewSlot(t *Thread, meta *Type, args []Value, kw Value) Value {
	npos := len(args)
	if kw != Null {
		npos -= As[Tuple](kw).Len()
	}
	if npos != 3 {
		return Raise(t, TTypeError, "type.__new__() takes exactly 3 arguments (%d given)", npos)
	}
	name, bases, ns := args[0], args[1], args[2]
	switch {
	case !IsStr(name):
		return BadArgument(t, "type.__new__", "argument 1", "str", name)
	case !IsTuple(bases):
		return BadArgument(t, "type.__new__", "argument 2", "tuple", bases)
	case !IsDict(ns):
		return BadArgument(t, "type.__new__", "argument 3", "dict", ns)
	}
	bt := As[Tuple](bases)
	if bt.Len() == 0 {
		if bases = Tuple1(t, Of(t.Type(TObject))); bases == Null {
			return Null
		}
		bt = As[Tuple](bases)
	} else {
		for i := 0; i < bt.Len(); i++ {
			b := *bt.At(i)
			if IsType(b) {
				continue
			}
			if LookupAttr(t, b, t.N(N_mro_entries_)) != Null {
				return Raise(t, TTypeError, "type() doesn't support MRO entry resolution; use types.new_class()")
			}
			if t.Exc != Null {
				return Null
			}
		}
		winner := CalculateMetaclass(t, meta, bt)
		if winner == nil {
			return Null
		}
		if winner != meta {
			if wordOf(winner.Slots.New) != wordOf[NewFunc](typeNewSlot) {
				return winner.Slots.New(t, winner, args, kw)
			}
			meta = winner
		}
	}
	return NewClass(t, meta, name, bt, As[Dict](ns), args[3:], kw)
}

// solidBase returns the class along the chain of bases that last changed the layout.
func solidBase(typ *Type) *Type {
	for typ.Base != nil && typ.BaseSize == typ.Base.BaseSize && isVarSize(typ) == isVarSize(typ.Base) {
		typ = typ.Base
	}
	return typ
}

// isVarSize reports whether instances differ in size: int, str, bytes, tuple and their subclasses.
func isVarSize(typ *Type) bool {
	return typ.Flags&(TypeIntSub|TypeStrSub|TypeBytesSub|TypeTupleSub) != 0
}

// hasItems reports whether instances have items after their fields in CPython: such classes get no slots and no weak references.
func hasItems(typ *Type) bool { return typ.Flags&(TypeIntSub|TypeBytesSub|TypeTupleSub) != 0 }

// bestBase returns the base whose layout the class extends.
func bestBase(t *Thread, bases *Tuple) *Type {
	var base, winner *Type
	for i := 0; i < bases.Len(); i++ {
		v := *bases.At(i)
		if !IsType(v) {
			Raise(t, TTypeError, "bases must be types")
			return nil
		}
		b := As[Type](v)
		if b.Flags&TypeBase == 0 {
			Raise(t, TTypeError, "type '%s' is not an acceptable base type", fullName(t, b))
			return nil
		}
		candidate := solidBase(b)
		switch {
		case winner == nil:
			winner, base = candidate, b
		case winner.IsSubtype(candidate):
		case candidate.IsSubtype(winner):
			winner, base = candidate, b
		default:
			Raise(t, TTypeError, "multiple bases have instance lay-out conflict")
			return nil
		}
	}
	return base
}

// fullName is CPython's tp_name: with the module for built-in types that are not in builtins.
func fullName(t *Thread, typ *Type) string {
	if typ.Flags&TypeHeap == 0 && typ.Module != Null && IsStr(typ.Module) {
		if m := GoString(typ.Module); m != "builtins" {
			return m + "." + typ.NameString()
		}
	}
	return typ.NameString()
}

// classSlots is what __slots__ asks for.
type classSlots struct {
	names         *Tuple // mangled and sorted; nil: none
	dict, weakref bool
}

// parseSlots checks __slots__ and fills in s; ns may lack it.
func parseSlots(t *Thread, s *classSlots, name Value, bases *Tuple, base *Type, ns *Dict) bool {
	mayDict, mayWeak := !base.HasDict() && base.Flags&TypeTypeSub == 0, !base.WeakRefs
	slots := ns.GetStr(t.N(N_slots_))
	if slots == Null {
		s.dict, s.weakref = mayDict, mayWeak && !hasItems(base)
		return true
	}
	var tup *Tuple
	if IsStr(slots) {
		v := Tuple1(t, slots)
		if v == Null {
			return false
		}
		tup = As[Tuple](v)
	} else {
		l := NewList(t, 0)
		if l == nil {
			return false
		}
		it := Iter(t, slots)
		if it == Null {
			return false
		}
		for {
			v := Next(t, it)
			if v == Null {
				break
			}
			if !l.Append(t, v) {
				return false
			}
		}
		if t.Exc != Null {
			return false
		}
		v := TupleOf(t, l.Slice())
		if v == Null {
			return false
		}
		tup = As[Tuple](v)
	}
	if tup.Len() > 0 && (hasItems(base) || base.Flags&TypeTypeSub != 0) {
		Raise(t, TTypeError, "nonempty __slots__ not supported for subtype of '%s'", base.NameString())
		return false
	}
	class := GoString(name)
	out := NewList(t, 0)
	if out == nil {
		return false
	}
	for i := 0; i < tup.Len(); i++ {
		v := *tup.At(i)
		if !IsStr(v) {
			Raise(t, TTypeError, "__slots__ items must be strings, not '%s'", TypeName(t, v))
			return false
		}
		text := GoString(v)
		if !isIdentifier(text) {
			Raise(t, TTypeError, "__slots__ must be identifiers")
			return false
		}
		switch text {
		case "__dict__":
			if !mayDict || s.dict {
				Raise(t, TTypeError, "__dict__ slot disallowed: we already got one")
				return false
			}
			s.dict = true
		case "__weakref__":
			if !mayWeak || s.weakref {
				Raise(t, TTypeError, "__weakref__ slot disallowed: we already got one")
				return false
			}
			s.weakref = true
		}
	}
	for i := 0; i < tup.Len(); i++ {
		text := GoString(*tup.At(i))
		if text == "__dict__" || text == "__weakref__" {
			continue
		}
		mangled := Intern(t, Mangle(class, text))
		if mangled == Null {
			return false
		}
		if ns.GetStr(mangled) != Null && text != "__qualname__" && text != "__classcell__" && text != "__classdictcell__" {
			r, ok := ReprString(t, mangled)
			if ok {
				Raise(t, TValueError, "%s in __slots__ conflicts with class variable", r)
			}
			return false
		}
		// Insertion sort: the order of the members is by name, as CPython's.
		if !out.Append(t, mangled) {
			return false
		}
		for j := out.Len() - 1; j > 0 && GoString(*out.At(j)) < GoString(*out.At(j - 1)); j-- {
			*out.At(j), *out.At(j - 1) = *out.At(j - 1), *out.At(j)
		}
	}
	if out.Len() > 0 {
		v := TupleOf(t, out.Slice())
		if v == Null {
			return false
		}
		s.names = As[Tuple](v)
	}
	// What a secondary base has, the class has.
	for i := 0; i < bases.Len(); i++ {
		b := As[Type](*bases.At(i))
		if b == base {
			continue
		}
		s.dict = s.dict || mayDict && b.HasDict()
		s.weakref = s.weakref || mayWeak && b.WeakRefs
	}
	return true
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Pc)) {
			return false
		}
	}
	return s != ""
}

// Mangle gives a private name (__x in class C) the form in which it is stored.
func Mangle(class, name string) string {
	class = strings.TrimLeft(class, "_")
	if class == "" || !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	return "_" + class + name
}

// NewClass makes a class, as type.__new__ does; bases is not empty. The keyword arguments go to __init_subclass__.
func NewClass(t *Thread, meta *Type, name Value, bases *Tuple, ns *Dict, kwValues []Value, kwNames Value) Value {
	base := bestBase(t, bases)
	if base == nil {
		return Null
	}
	var slots classSlots
	if !parseSlots(t, &slots, name, bases, base, ns) {
		return Null
	}
	if !checkTypeName(t, name) {
		return Null
	}
	v := AllocInstance(t, meta)
	if v == Null {
		return Null
	}
	typ := As[Type](v)
	if typ.Name = InternValue(t, ExactStr(t, name)); typ.Name == Null {
		return Null
	}
	typ.QualName = typ.Name
	typ.Doc, typ.Module = None, Null
	typ.Bases, typ.Base = bases, base
	typ.Flags = TypeHeap | TypeBase | base.Flags&(typeSubMask|TypeMatchSelf)
	typ.SlotNames = slots.names
	typ.Dict = ns.Copy(t)
	if typ.Name == Null || typ.Dict == nil {
		return Null
	}
	layOut(t, typ, &slots)
	typ.Version = t.RT.newVersion()
	sh := newShape(t, typ, typ.Layout)
	if sh == nil {
		return Null
	}
	typ.RootShape = sh
	if typ.ExtWord > 0 && uint32(typ.ExtWord)*8 >= typ.BaseSize {
		sh.Flags = ShapeInstance
	}
	cell := typ.Dict.GetStr(t.N(N_classcell_))
	if cell != Null {
		if !cell.IsExact(TCell) {
			r, ok := ReprString(t, Of(TypeOf(t, cell)))
			if ok {
				Raise(t, TTypeError, "__classcell__ must be a nonlocal cell, not %s", r)
			}
			return Null
		}
		As[Cell](cell).Ref = v // a metaclass's mro() may ask already
		typ.Dict.Delete(t, t.N(N_classcell_))
	}
	if c := typ.Dict.GetStr(t.N(N_classdictcell_)); c != Null {
		if c.IsExact(TCell) {
			As[Cell](c).Ref = Of(typ.Dict)
		}
		typ.Dict.Delete(t, t.N(N_classdictcell_))
	}
	if !fillClassDict(t, typ, &slots) {
		return Null
	}
	mro := computeMRO(t, typ)
	if mro == nil {
		return Null
	}
	typ.MRO = mro
	for i := 1; i < mro.Len() && typ.Flags&(TypeSequence|TypeMapping) == 0; i++ { // the first kind in the MRO
		typ.Flags |= As[Type](*mro.At(i)).Flags & (TypeSequence | TypeMapping)
	}
	inheritSlots(t, typ)
	fixSlots(t, typ)
	typ.Flags |= TypeReady
	if !addToBases(t, typ) {
		return Null
	}
	if t.Exc != Null {
		return Null
	}
	if !setNames(t, typ) || !initSubclass(t, typ, kwValues, kwNames) {
		return Null
	}
	return v
}

// addToBases puts typ at the end of the list of subclasses of each of its bases, or of none. A class that has subclasses must be in some list
// at every allocation: the collector finds the lists by way of each other (forgetSubclasses).
func addToBases(t *Thread, typ *Type) bool {
	for i := 0; i < typ.Bases.Len(); i++ {
		base := As[Type](*typ.Bases.At(i))
		if base.Subclasses == nil {
			base.Subclasses = NewList(t, 0)
		}
		if base.Subclasses == nil || !base.Subclasses.Append(t, Of(typ)) {
			dropFromBases(typ.Bases, i, typ)
			return false
		}
	}
	return true
}

// dropFromBases takes typ out of the lists of subclasses of the first n bases.
func dropFromBases(bases *Tuple, n int, typ *Type) {
	for i := 0; i < n; i++ {
		l := As[Type](*bases.At(i)).Subclasses
		if l == nil {
			continue
		}
		if i := slices.Index(l.Slice(), Of(typ)); i >= 0 {
			copy(l.Slice()[i:], l.Slice()[i+1:])
			l.Size--
			*l.Items.At(int(l.Size)) = Null
		}
	}
}

// layOut decides where instances keep their __slots__, __dict__ and attributes.
func layOut(t *Thread, typ *Type, s *classSlots) {
	base := typ.Base
	typ.BaseSize, typ.ExtWord, typ.Layout = base.BaseSize, base.ExtWord, base.Layout
	typ.WeakRefs = base.WeakRefs || s.weakref
	if base.Flags&TypeTypeSub != 0 { // a class's __dict__ is a field of its own
		return
	}
	if isVarSize(base) {
		if (s.dict || s.names != nil) && typ.ExtWord == 0 {
			typ.ExtWord = -1
		}
		if !s.dict && typ.ExtWord != 0 && !base.HasDict() {
			typ.Flags |= TypeSlotDict
		}
		if typ.Layout.Tail == heap.TailNone {
			typ.Layout.Tail = heap.TailConservative
			typ.Layout.Flags &^= heap.Exact
		}
		return
	}
	own := base.ExtWord > 0 && uint32(base.ExtWord)*8 < base.BaseSize // the base keeps its __dict__ inside the fixed part
	if s.names != nil {
		typ.BaseSize += uint32(s.names.Len()) * 8
	}
	if (s.dict || base.ExtWord != 0) && !own {
		typ.ExtWord = int32(typ.BaseSize / 8)
		typ.InlineSlots = inlineSlots(t, typ)
	}
	if typ.Layout.Tail == heap.TailNone && (typ.ExtWord != 0 || s.names != nil) {
		typ.Layout.Tail = heap.TailRefs
	}
}

// inlineSlots guesses how many attributes an instance will have from those that the compiler saw being assigned to self.
func inlineSlots(t *Thread, typ *Type) uint32 {
	names := NewDict(t)
	if names == nil {
		return 4
	}
	n := int64(0)
	for i := -1; i < typ.Bases.Len(); i++ {
		b := typ
		if i >= 0 {
			b = As[Type](*typ.Bases.At(i))
			if k := int64(b.InlineSlots) - 2; b.Flags&TypeHeap != 0 && b.ExtWord > 0 && k > n {
				n = k
			}
		}
		v := b.Dict.GetStr(t.N(N_static_attributes_))
		if v == Null || !IsTuple(v) {
			continue
		}
		tup := As[Tuple](v)
		for j := 0; j < tup.Len(); j++ {
			if !names.Set(t, *tup.At(j), None) {
				t.ClearExc()
				return 4
			}
		}
	}
	n = max(names.Used, n) + 2
	if len := n + int64(typ.BaseSize/8) + 1; len%2 != 0 {
		n++ // sizes are multiples of two words
	}
	return uint32(min(max(n, 4), MaxInlineSlots))
}

// fillClassDict adds to the class's dict what every class has, and removes what was only meant for its making.
func fillClassDict(t *Thread, typ *Type, s *classSlots) bool {
	d := typ.Dict
	if d.GetStr(t.N(N_module_)) == Null && t.Frame != nil && t.Frame.Globals != nil {
		if m := t.Frame.Globals.GetStr(t.N(N_name_)); m != Null && !d.Set(t, t.N(N_module_), m) {
			return false
		}
	}
	if q := d.GetStr(t.N(N_qualname_)); q != Null {
		if !IsStr(q) {
			Raise(t, TTypeError, "type __qualname__ must be a str, not %s", TypeName(t, q))
			return false
		}
		typ.QualName = q
		d.Delete(t, t.N(N_qualname_))
	}
	if f := d.GetStr(t.N(N_new_)); f != Null && f.IsExact(TFunction) {
		if f = newWrapped(t, TStaticMethod, f); f == Null || !d.Set(t, t.N(N_new_), f) {
			return false
		}
	}
	for _, n := range [...]Name{N_init_subclass_, N_class_getitem_} {
		if f := d.GetStr(t.N(n)); f != Null && f.IsExact(TFunction) {
			if f = newWrapped(t, TClassMethod, f); f == Null || !d.Set(t, t.N(n), f) {
				return false
			}
		}
	}
	if s.names != nil {
		w := int(typ.Base.BaseSize / 8)
		for i := 0; i < s.names.Len(); i++ {
			n, word := *s.names.At(i), w+i
			if isVarSize(typ.Base) {
				word = 0
			}
			m := newMemberDescr(t, typ, n, word, false, false)
			if m == Null || !d.Set(t, n, m) {
				return false
			}
			As[MemberDescr](m).Slot = true
		}
	}
	if s.dict && !addGetSet(t, typ, &DictGetSet) || s.weakref && !addGetSet(t, typ, &weakrefGetSet) {
		return false
	}
	switch doc := d.GetStr(t.N(N_doc_)); {
	case doc == Null:
		return d.Set(t, t.N(N_doc_), None)
	case IsStr(doc):
		return noSurrogates(t, doc)
	}
	return true
}

func addGetSet(t *Thread, typ *Type, g *GetSetDef) bool {
	n := Intern(t, g.Name)
	if typ.Dict.GetStr(n) != Null {
		return true
	}
	v := newGetSetDescr(t, typ, g)
	return v != Null && typ.Dict.Set(t, n, v)
}

// setNames calls __set_name__ of the class's attributes.
func setNames(t *Thread, typ *Type) bool {
	any := false
	for e, i := typ.Dict.Next(0); e != nil && !any; e, i = typ.Dict.Next(i) {
		any = TypeOf(t, e.Val).Lookup(t, t.N(N_set_name_)) != Null
	}
	if !any {
		return true
	}
	d := typ.Dict.Copy(t)
	if d == nil {
		return false
	}
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		key, v := e.Key, e.Val
		r, found := callDunder2(t, v, N_set_name_, Of(typ), key)
		if found && r == Null {
			addSetNameNote(t, key, v, typ)
			return false
		}
	}
	return true
}

func addSetNameNote(t *Thread, key, v Value, typ *Type) {
	exc := t.Exc
	t.ClearExc()
	k, ok := ReprString(t, key)
	if ok {
		note := NewStr(t, "Error calling __set_name__ on '"+TypeName(t, v)+"' instance "+k+" in '"+typ.NameString()+"'")
		if note != Null {
			CallMethod1(t, exc, t.N(N_add_note), note)
		}
	}
	t.Exc = exc
}

// initSubclass calls super(typ, typ).__init_subclass__(**kw).
func initSubclass(t *Thread, typ *Type, values []Value, names Value) bool {
	if !slices.Contains(typ.MRO.Items(), Of(typ)) { // by its metaclass's mro()
		name := typ.NameString()
		Raise(t, TTypeError, "super(type, obj): obj (type %s) is not an instance or subtype of type (%s).", name, name)
		return false
	}
	f := SuperLookup(t, typ, Of(typ), typ, t.N(N_init_subclass_))
	if f == Null && t.Exc == Null { // nothing stands behind the class in its MRO: the super object's own, which is object's
		f = GetAttr(t, t.Type(TObject).Value(), t.N(N_init_subclass_))
	}
	if f == Null {
		return false
	}
	return Call(t, f, values, names) != Null
}

// computeMRO gives the method resolution order, by C3 or by the metaclass's own mro().
func computeMRO(t *Thread, typ *Type) *Tuple {
	meta := TypeOf(t, Of(typ))
	if meta.Flags&TypeHeap != 0 {
		f := meta.Lookup(t, t.N(N_mro))
		if !(f.IsExact(TMethodDescr) && As[Builtin](f).Owner.ID == TType) {
			return customMRO(t, typ)
		}
	}
	return c3(t, typ)
}

func customMRO(t *Thread, typ *Type) *Tuple {
	r, _ := callSpecial(t, Of(typ), t.N(N_mro), nil)
	if r == Null {
		return nil
	}
	l := NewList(t, 0)
	it := Iter(t, r)
	if it == Null || l == nil {
		return nil
	}
	for {
		v := Next(t, it)
		if v == Null {
			break
		}
		if !l.Append(t, v) {
			return nil
		}
	}
	if t.Exc != Null {
		return nil
	}
	solid := solidBase(typ)
	for i := 0; i < l.Len(); i++ {
		v := *l.At(i)
		if !IsType(v) {
			Raise(t, TTypeError, "mro() returned a non-class ('%s')", TypeName(t, v))
			return nil
		}
		if !solid.IsSubtype(solidBase(As[Type](v))) {
			Raise(t, TTypeError, "mro() returned base with unsuitable layout ('%s')", As[Type](v).NameString())
			return nil
		}
	}
	v := TupleOf(t, l.Slice())
	if v == Null {
		return nil
	}
	return As[Tuple](v)
}

// c3 merges the orders of the bases (Barrett et al. 1996).
func c3(t *Thread, typ *Type) *Tuple {
	bases := typ.Bases
	n := bases.Len()
	for i := 0; i < n; i++ {
		b := As[Type](*bases.At(i))
		if b.MRO == nil {
			Raise(t, TTypeError, "Cannot extend an incomplete type '%s'", b.NameString())
			return nil
		}
		for j := 0; j < i; j++ {
			if *bases.At(i) == *bases.At(j) {
				Raise(t, TTypeError, "duplicate base class %s", b.NameString())
				return nil
			}
		}
	}
	out := NewList(t, 0)
	if out == nil || !out.Append(t, Of(typ)) {
		return nil
	}
	if n == 1 {
		m := As[Type](*bases.At(0)).MRO
		for i := 0; i < m.Len(); i++ {
			if !out.Append(t, *m.At(i)) {
				return nil
			}
		}
	} else if !c3Merge(t, bases, out) {
		return nil
	}
	v := TupleOf(t, out.Slice())
	if v == Null {
		return nil
	}
	return As[Tuple](v)
}

// c3List returns the i-th list to merge: the bases' orders, then the bases themselves.
func c3List(bases *Tuple, i int) *Tuple {
	if i == bases.Len() {
		return bases
	}
	return As[Type](*bases.At(i)).MRO
}

func c3Merge(t *Thread, bases *Tuple, out *List) bool {
	n := bases.Len() + 1
	pos := make([]int, n)
	for {
		empty := 0
		found := false
		for i := 0; i < n && !found; i++ {
			l := c3List(bases, i)
			if pos[i] >= l.Len() {
				empty++
				continue
			}
			c := *l.At(pos[i])
			inTail := false
			for j := 0; j < n && !inTail; j++ {
				m := c3List(bases, j)
				for k := pos[j] + 1; k < m.Len(); k++ {
					if *m.At(k) == c {
						inTail = true
						break
					}
				}
			}
			if inTail {
				continue
			}
			found = true
			if !out.Append(t, c) {
				return false
			}
			for j := 0; j < n; j++ {
				if m := c3List(bases, j); pos[j] < m.Len() && *m.At(pos[j]) == c {
					pos[j]++
				}
			}
		}
		if found {
			continue
		}
		if empty == n {
			return true
		}
		var names []string
		seen := map[string]bool{}
		for i := 0; i < n; i++ {
			if l := c3List(bases, i); pos[i] < l.Len() {
				if s := As[Type](*l.At(pos[i])).NameString(); !seen[s] {
					seen[s] = true
					names = append(names, s)
				}
			}
		}
		Raise(t, TTypeError, "Cannot create a consistent method resolution order (MRO) for bases %s", strings.Join(names, ", "))
		return false
	}
}
