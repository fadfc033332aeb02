// The correspondence between special methods and slots: which slot each name fills, how a slot is called through its name
// (slot wrappers), and how slots are inherited and kept up to date.

package object

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// A slot is known by its word in Slots: every field there is one function.
const slotWords = unsafe.Sizeof(Slots{}) / 8

// wordOf returns the machine word of a function value, by which slot functions are compared; 0 for nil.
func wordOf[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// funcOf is the inverse of wordOf.
func funcOf[F any](w uintptr) F { return *(*F)(unsafe.Pointer(&w)) }

func (s *Slots) at(field uintptr) *uintptr {
	return (*uintptr)(unsafe.Add(unsafe.Pointer(s), field*8))
}

// wrapKind says how a slot is called through its name.
type wrapKind uint8

const (
	wrapNone wrapKind = iota
	wrapUnary
	wrapHash
	wrapCall
	wrapInit
	wrapBinary
	wrapBinaryL
	wrapBinaryR
	wrapPowL
	wrapPowR
	wrapIPow
	wrapNext
	wrapBool
	wrapLen
	wrapRepeat
	wrapSet    // (k, v)
	wrapDelete // (k)
	wrapSetAttr
	wrapDelAttr
	wrapGet
	wrapContains
	wrapDel
	wrapCompare // + op: keep last
)

// slotDef is one row: a special method's name and the slot behind it.
type slotDef struct {
	name  Name
	field uintptr
	kind  wrapKind
	user  uintptr // what the slot of a class that defines the method in Python is set to; 0: nothing
}

// slotDefs is sorted by field; slotDefsOf finds rows by name.
var (
	slotDefs   []slotDef
	slotDefsOf = map[string][]int{}
)

func init() {
	add := func(n Name, offset uintptr, k wrapKind, user uintptr) {
		slotDefs = append(slotDefs, slotDef{n, offset / 8, k, user})
	}
	var s Slots
	add(N_repr_, unsafe.Offsetof(s.Repr), wrapUnary, wordOf[UnaryFunc](slotRepr))
	add(N_str_, unsafe.Offsetof(s.Str), wrapUnary, wordOf[UnaryFunc](slotStr))
	add(N_hash_, unsafe.Offsetof(s.Hash), wrapHash, wordOf[HashFunc](slotHash))
	add(N_call_, unsafe.Offsetof(s.Call), wrapCall, wordOf[CallFunc](slotCall))
	add(N_getattribute_, unsafe.Offsetof(s.GetAttr), wrapBinary, wordOf[BinaryFunc](slotGetAttrHook))
	add(N_getattr_, unsafe.Offsetof(s.GetAttr), wrapNone, wordOf[BinaryFunc](slotGetAttrHook))
	add(N_setattr_, unsafe.Offsetof(s.SetAttr), wrapSetAttr, wordOf[SetFunc](slotSetAttr))
	add(N_delattr_, unsafe.Offsetof(s.SetAttr), wrapDelAttr, wordOf[SetFunc](slotSetAttr))
	for op, n := range compareNames {
		add(n, unsafe.Offsetof(s.Compare), wrapCompare+wrapKind(op), wordOf[CompareFunc](slotCompare))
	}
	add(N_iter_, unsafe.Offsetof(s.Iter), wrapUnary, wordOf[UnaryFunc](slotIter))
	add(N_next_, unsafe.Offsetof(s.Next), wrapNext, wordOf[UnaryFunc](slotNext))
	add(N_new_, unsafe.Offsetof(s.New), wrapNone, wordOf[NewFunc](slotNew))
	add(N_init_, unsafe.Offsetof(s.Init), wrapInit, wordOf[InitFunc](slotInit))
	add(N_get_, unsafe.Offsetof(s.DescrGet), wrapGet, wordOf[TernaryFunc](slotDescrGet))
	add(N_set_, unsafe.Offsetof(s.DescrSet), wrapSet, wordOf[SetFunc](slotDescrSet))
	add(N_delete_, unsafe.Offsetof(s.DescrSet), wrapDelete, wordOf[SetFunc](slotDescrSet))
	binary := unsafe.Offsetof(s.Binary)
	for op := NbAdd; op < NbInplace; op++ {
		l, r := wrapBinaryL, wrapBinaryR
		if op == NbPower {
			l, r = wrapPowL, wrapPowR
		}
		user := wordOf(slotBinaries[op])
		add(nbNames[op][0], binary+uintptr(op)*8, l, user)
		add(nbNames[op][1], binary+uintptr(op)*8, r, user)
	}
	for op := NbAdd; op < NbInplace; op++ {
		k := wrapBinary
		if op == NbPower {
			k = wrapIPow
		}
		add(nbNames[op][2], binary+uintptr(op+NbInplace)*8, k, wordOf(slotBinaries[op+NbInplace]))
	}
	add(N_divmod_, binary+uintptr(NbDivmod)*8, wrapBinaryL, wordOf(slotBinaries[NbDivmod]))
	add(N_rdivmod_, binary+uintptr(NbDivmod)*8, wrapBinaryR, wordOf(slotBinaries[NbDivmod]))
	add(N_pow_, unsafe.Offsetof(s.PowMod), wrapNone, wordOf[TernaryFunc](slotPowMod))
	add(N_neg_, unsafe.Offsetof(s.Neg), wrapUnary, wordOf[UnaryFunc](slotNeg))
	add(N_pos_, unsafe.Offsetof(s.Pos), wrapUnary, wordOf[UnaryFunc](slotPos))
	add(N_abs_, unsafe.Offsetof(s.Abs), wrapUnary, wordOf[UnaryFunc](slotAbs))
	add(N_invert_, unsafe.Offsetof(s.Invert), wrapUnary, wordOf[UnaryFunc](slotInvert))
	add(N_bool_, unsafe.Offsetof(s.Bool), wrapBool, wordOf[InquiryFunc](slotBool))
	add(N_int_, unsafe.Offsetof(s.Int), wrapUnary, wordOf[UnaryFunc](slotInt))
	add(N_float_, unsafe.Offsetof(s.Float), wrapUnary, wordOf[UnaryFunc](slotFloat))
	add(N_index_, unsafe.Offsetof(s.Index), wrapUnary, wordOf[UnaryFunc](slotIndex))
	add(N_len_, unsafe.Offsetof(s.Len), wrapLen, wordOf[LenFunc](slotLen))
	add(N_getitem_, unsafe.Offsetof(s.Subscript), wrapBinary, wordOf[BinaryFunc](slotSubscript))
	add(N_setitem_, unsafe.Offsetof(s.SetSubscript), wrapSet, wordOf[SetFunc](slotSetSubscript))
	add(N_delitem_, unsafe.Offsetof(s.SetSubscript), wrapDelete, wordOf[SetFunc](slotSetSubscript))
	add(N_contains_, unsafe.Offsetof(s.Contains), wrapContains, wordOf[ContainsFunc](slotContains))
	add(N_add_, unsafe.Offsetof(s.Concat), wrapBinary, 0)
	add(N_iadd_, unsafe.Offsetof(s.InplaceConcat), wrapBinary, 0)
	add(N_mul_, unsafe.Offsetof(s.Repeat), wrapRepeat, 0)
	add(N_rmul_, unsafe.Offsetof(s.Repeat), wrapRepeat, 0)
	add(N_imul_, unsafe.Offsetof(s.InplaceRepeat), wrapRepeat, 0)
	add(N_await_, unsafe.Offsetof(s.Await), wrapUnary, wordOf[UnaryFunc](slotAwait))
	add(N_aiter_, unsafe.Offsetof(s.AIter), wrapUnary, wordOf[UnaryFunc](slotAIter))
	add(N_anext_, unsafe.Offsetof(s.ANext), wrapUnary, wordOf[UnaryFunc](slotANext))
	add(N_del_, unsafe.Offsetof(s.Del), wrapDel, wordOf[UnaryFunc](slotDel))
	add(N_buffer_, unsafe.Offsetof(s.Buffer), wrapNone, wordOf[BufferFunc](slotBuffer))
	for i := range slotDefs {
		n := nameTexts[slotDefs[i].name]
		slotDefsOf[n] = append(slotDefsOf[n], i)
	}
	if len(slotDefs) > 64*len(slotRows{}) {
		panic("BUG: too many slots")
	}
}

// WrapperDescr is a slot wrapper: int.__add__.
type WrapperDescr struct {
	heap.Header
	Owner *Type
	Fn    uintptr // code word of the slot function
	Row   uint32  // in slotDefs
}

func (w *WrapperDescr) def() *slotDef { return &slotDefs[w.Row] }

func (w *WrapperDescr) nameString() string { return nameTexts[w.def().name] }

// isWrapperOf reports whether v is the slot wrapper of the function with this word.
func isWrapperOf(v Value, fn uintptr) bool {
	return v.IsExact(TWrapperDescr) && As[WrapperDescr](v).Fn == fn
}

// ownSlot returns the function that a slot wrapper of typ calls: an unset attribute slot of object is the generic function.
func (typ *Type) ownSlot(field uintptr) uintptr {
	w := *typ.Slots.at(field)
	if w == 0 && typ.ID == TObject {
		switch field {
		case unsafe.Offsetof(Slots{}.GetAttr) / 8:
			return wordOf[BinaryFunc](GenericGetAttr)
		case unsafe.Offsetof(Slots{}.SetAttr) / 8:
			return wordOf[SetFunc](GenericSetAttr)
		}
	}
	return w
}

// addSlotWrappers puts into a built-in type's dict what its own slots can do, and its __new__.
func (rt *Runtime) addSlotWrappers(t *Thread, typ *Type) {
	for i := range slotDefs {
		d := &slotDefs[i]
		fn := typ.ownSlot(d.field)
		if d.kind == wrapNone || fn == 0 || typ.Dict.GetStr(t.N(d.name)) != Null {
			continue
		}
		w := New[WrapperDescr](t, TWrapperDescr)
		if w == nil {
			return
		}
		w.Owner, w.Fn, w.Row = typ, fn, uint32(i)
		if !typ.Dict.Set(t, t.N(d.name), Of(w)) {
			return
		}
	}
	// A type whose __new__ is object's inherits it: another base's goes before it.
	if typ.Slots.New != nil && (typ.ID == TObject || wordOf(typ.Slots.New) != wordOf[NewFunc](objectNew)) {
		f := NewBuiltin(t, &newMethodDef[0], Of(typ), Null)
		if f != Null {
			typ.Dict.Set(t, t.N(N_new_), f)
		}
	}
}

// ownSlots are short forms of other slots, which a class that is derived from the type may define anew.
var ownSlots = []uintptr{
	unsafe.Offsetof(Slots{}.Same) / 8, unsafe.Offsetof(Slots{}.Step) / 8, unsafe.Offsetof(Slots{}.StepPair) / 8, unsafe.Offsetof(Slots{}.Fill) / 8,
	unsafe.Offsetof(Slots{}.Quiet) / 8, unsafe.Offsetof(Slots{}.From) / 8, unsafe.Offsetof(Slots{}.Call1) / 8,
}

// inheritSlots fills slots that typ does not define from its bases, in the order of the MRO.
func inheritSlots(t *Thread, typ *Type) {
	base := typ.Base
	if typ.Slots.New == nil && typ.Flags&TypeNoInstances == 0 && (typ.Flags&TypeHeap != 0 || base.ID != TObject) {
		typ.Slots.New = base.Slots.New
	}
	if typ.Slots.New == nil {
		typ.Flags |= TypeNoInstances
	}
	const (
		fHash    = unsafe.Offsetof(Slots{}.Hash) / 8
		fCompare = unsafe.Offsetof(Slots{}.Compare) / 8
		fNew     = unsafe.Offsetof(Slots{}.New) / 8
	)
	for i := 1; i < typ.MRO.Len(); i++ {
		b := As[Type](*typ.MRO.At(i))
		bb := b.Base
		for f := uintptr(0); f < slotWords; f++ {
			if f == fHash || f == fCompare || f == fNew || typ.Flags&TypeHeap != 0 && slices.Contains(ownSlots, f) {
				continue
			}
			p, w := typ.Slots.at(f), *b.Slots.at(f)
			if *p == 0 && w != 0 && (bb == nil || w != *bb.Slots.at(f)) {
				*p = w
			}
		}
		if typ.Slots.Compare == nil && typ.Slots.Hash == nil &&
			typ.Dict.GetStr(t.N(N_eq_)) == Null && typ.Dict.GetStr(t.N(N_hash_)) == Null {
			typ.Slots.Compare, typ.Slots.Hash = b.Slots.Compare, b.Slots.Hash
		}
	}
	if typ.Slots.Hash == nil && typ.Dict.GetStr(t.N(N_hash_)) == Null && typ.Dict.GetStr(t.N(N_eq_)) != Null { // else it is for the bases to say
		typ.Dict.Set(t, t.N(N_hash_), None)
	}
}

// fixSlots computes all slots of a class made at run time from what its special methods' names mean now.
func fixSlots(t *Thread, typ *Type) {
	rows := typ.mroRows(t)
	for i := 0; i < len(slotDefs); {
		i = updateSlot(t, typ, &rows, i)
	}
	noteSpecials(t, typ)
}

// slotRows are rows of slotDefs, a bit for each.
type slotRows [2]uint64

var allRows = slotRows{^uint64(0), ^uint64(0)}

func (r *slotRows) has(i int) bool { return r[i>>6]>>(i&63)&1 != 0 }

func (r *slotRows) add(other slotRows) {
	r[0] |= other[0]
	r[1] |= other[1]
}

// mroRows returns the rows whose names are in a class of the MRO: most names are in none.
func (typ *Type) mroRows(t *Thread) (rows slotRows) {
	for _, v := range typ.MRO.Items() {
		base, keys := As[Type](v), uint32(0)
		if base != typ && (base.Dict.Version != 0 || t.RT.dictVersions < 1<<15) { // most classes are no bases, and numbers are few
			keys = base.Dict.KeysVersion(t)
		}
		if keys == 0 || keys != base.rowsOf {
			base.rows, base.rowsOf = base.ownRows(), keys
		}
		rows.add(base.rows)
	}
	return rows
}

// ownRows returns the rows whose names are in the class's dict.
func (typ *Type) ownRows() (rows slotRows) {
	for e, i := typ.Dict.Next(0); e != nil; e, i = typ.Dict.Next(i) {
		if !e.Key.IsExact(TStr) {
			return allRows // it may be equal to any name
		}
		if isDunder(e.Key) {
			for _, row := range slotDefsOf[As[Str](e.Key).View()] {
				rows[row>>6] |= 1 << (row & 63)
			}
		}
	}
	return rows
}

// noteSpecials keeps the flags that stand for the presence of special methods.
func noteSpecials(t *Thread, typ *Type) {
	typ.Flags &^= TypeHasDel | TypeHasGetAttr
	if typ.Slots.Del != nil {
		typ.Flags |= TypeHasDel
	}
	if get := typ.Slots.GetAttr; get != nil && wordOf(get) != wordOf[BinaryFunc](typeGetAttr) {
		typ.Flags |= TypeHasGetAttr
	}
}

// updateSlot sets the slot of the rows that start at i and returns the first row of the next slot. No class of the MRO has names of other rows than these.
func updateSlot(t *Thread, typ *Type, rows *slotRows, i int) int {
	field := slotDefs[i].field
	p := typ.Slots.at(field)
	var specific, generic uintptr
	useGeneric := false
	for ; i < len(slotDefs) && slotDefs[i].field == field; i++ {
		if !rows.has(i) {
			continue
		}
		d := &slotDefs[i]
		v := typ.Lookup(t, t.N(d.name))
		if v == Null {
			continue
		}
		switch {
		case v.IsExact(TWrapperDescr) && As[WrapperDescr](v).def().name == d.name:
			w := As[WrapperDescr](v)
			if only := soleSlot(typ, d.name); only == 0 || only-1 == field {
				generic = d.user
			}
			if d.kind == wrapNone && d.name == N_pow_ {
				specific = *w.Owner.Slots.at(field) // what three-argument pow() of that class is
				continue
			}
			if (specific == 0 || specific == w.Fn) && w.def().kind == d.kind && w.def().field == field && typ.IsSubtype(w.Owner) {
				specific = w.Fn
			} else {
				useGeneric = true
			}
		case v.IsExact(TBuiltin) && d.name == N_new_ && As[Builtin](v).DefOf() == &newMethodDef[0]:
			// Whosever name it is, instances are made by the code that knows their layout.
			specific = wordOf(typ.Base.staticBase().Slots.New)
			if *p == d.user || *typ.Base.Slots.at(field) == d.user { // as in CPython, a class that has had another __new__ once always asks for the name
				specific = d.user
			}
		case v == None && d.name == N_hash_: // no function: unhashable
		case v.IsExact(TMethodDescr) && isSlotMethod(As[Builtin](v), d): // list.__getitem__ and the like: the slot itself
			specific = *As[Builtin](v).Owner.Slots.at(field)
		default:
			useGeneric = true
			generic = d.user
		}
	}
	if specific != 0 && !useGeneric {
		switch specific {
		case wordOf[BinaryFunc](GenericGetAttr), wordOf[SetFunc](GenericSetAttr):
			specific = 0 // an unset slot means just that
		}
		generic = specific
	}
	*p = generic
	if field == unsafe.Offsetof(Slots{}.New)/8 {
		if typ.Flags &^= TypeNoInstances; generic == 0 {
			typ.Flags |= TypeNoInstances
		}
	}
	return i
}

// isSlotMethod reports whether a method of a built-in type does what the slot of row d does for it, and has its name.
func isSlotMethod(m *Builtin, d *slotDef) bool {
	return m.Owner.Flags&TypeHeap == 0 && *m.Owner.Slots.at(d.field) != 0 && m.DefOf().Name == nameTexts[d.name]
}

// soleSlot returns, plus 1, the field of the only set slot that a name stands for; 0 when none or several are set.
func soleSlot(typ *Type, n Name) (only uintptr) {
	for _, i := range slotDefsOf[nameTexts[n]] {
		d := &slotDefs[i]
		if d.kind == wrapNone || *typ.Slots.at(d.field) == 0 || only == d.field+1 {
			continue
		}
		if only != 0 {
			return 0
		}
		only = d.field + 1
	}
	return only
}

// updateSlots follows a change of the class attribute name, in typ and in the subclasses that do not override it.
func updateSlots(t *Thread, typ *Type, name Value) {
	if !isDunder(name) {
		return
	}
	rows := slotDefsOf[As[Str](name).View()]
	if rows == nil {
		return
	}
	updateSlotRows(t, typ, name, rows)
}

// isDunder reports whether the name of an attribute may mean something to the interpreter.
func isDunder(name Value) bool {
	s := As[Str](name)
	return s.Len >= 5 && s.IsASCII() && s.View()[:2] == "__"
}

//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func updateSlotRows(t *Thread, typ *Type, name Value, rows []int) {
	t.RT.beginEpoch()
	for _, i := range rows {
		for i > 0 && slotDefs[i-1].field == slotDefs[i].field {
			i--
		}
		updateSlot(t, typ, &allRows, i)
	}
	noteSpecials(t, typ)
	if typ.Subclasses == nil {
		return
	}
	for i := 0; i < typ.Subclasses.Len(); i++ {
		if sub := As[Type](*typ.Subclasses.At(i)); sub.Dict.GetStr(name) == Null {
			updateSlotRows(t, sub, name, rows)
		}
	}
}
