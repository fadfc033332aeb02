// Lookups: what dicts and sets have of the most common keys is found by machine code, in front of the quick helpers that look for any plain key.
// Those keys are small ints, strs and bytes whose hash is known, tuples of these, and objects that are equal to themselves only.
//
// Such code is shared, takes a helper's arguments where the helper does, and gives its result; or it gives 0 and has changed nothing but registers
// that hold no argument, and the helper is called. So it is where two keys that are not identical have the same hash, unless they are equal bytes,
// equal strs of one byte a character, or tuples with the same items but for those.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/x86"
)

const (
	dictIndex = int32(unsafe.Offsetof(object.Dict{}.Index))
	dictLog2  = int32(unsafe.Offsetof(object.Dict{}.Log2))
	entryHash = int32(object.EntriesItems + unsafe.Offsetof(object.Entry{}.Hash))
	setKeys   = int32(unsafe.Offsetof(object.Set{}.Keys))
	setHashes = int32(unsafe.Offsetof(object.Set{}.Hashes))
	setMask   = int32(unsafe.Offsetof(object.Set{}.Mask))
	strHash   = int32(unsafe.Offsetof(object.Str{}.Hash))

	_ = uint32(-(strHash ^ int32(unsafe.Offsetof(object.Bytes{}.Hash)))) // bytes are laid out as strs are:
	_ = uint32(-(strData ^ bytesData))                                   // a difference would not compile

	shapeType   = int32(unsafe.Offsetof(object.Shape{}.Type))
	typeHash    = int32(unsafe.Offsetof(object.Type{}.Slots) + unsafe.Offsetof(object.Slots{}.Hash))
	typeCompare = int32(unsafe.Offsetof(object.Type{}.Slots) + unsafe.Offsetof(object.Slots{}.Compare))
)

// The registers of lookups. The container, the key and the third argument stay where they are.
const (
	lookFound = x86.RAX // the entry's number and address, or a set's hashes
	lookIn    = x86.RBX // the dict or set
	lookHash  = x86.RDX
	lookRest  = x86.RSI // of the hash, shifted for the next place
	lookPlace = x86.R8
	lookKey   = x86.R9 // the key, while RCX counts a shift
	lookMask  = x86.R10
	lookTable = x86.R11
	lookOther = x86.R12 // another key
	lookEnd   = x86.RDI // which holds no argument where sets are looked in
)

// lookup emits code of lookups, and keeps what that shares.
type lookup struct {
	*x86.Asm
	other x86.Label // called: the hash of a key that is no int and no str
	same  x86.Label // called: whether two keys are equal
	texts x86.Label // called: whether two values are equal strs or bytes
}

// lookups emits the code, and gives for each helper where the code in front of it begins.
func lookups(a *x86.Asm) map[uintptr]x86.Label {
	l := lookup{Asm: a}
	a.AlignTo(16)
	l.other = a.Here()
	l.hashOther()
	a.AlignTo(16)
	l.texts = a.Here()
	l.compareTexts()
	l.same = a.Here()
	l.compareKeys()

	front := func(f uintptr, found, absent func(no x86.Label)) (uintptr, x86.Label) {
		a.AlignTo(16)
		at := a.Here()
		l.inDict(found, absent)
		return f, at
	}
	give := func(v object.Value) func(x86.Label) {
		return func(x86.Label) { a.MovRI(x86.RAX, uint64(v)) }
	}
	item := func(x86.Label) { a.Load(x86.RAX, x86.Ptr(lookFound, entryValue)) }
	leave := func(no x86.Label) { a.JmpShort(no) }
	fronts := map[uintptr]x86.Label{}
	add := func(f uintptr, at x86.Label) { fronts[f] = at }
	add(front(x86.FuncPC(object.DictPeek), item, leave))
	add(front(x86.FuncPC(object.DictHas), give(object.True), give(object.False)))
	add(front(x86.FuncPC(object.DictGet), item, func(x86.Label) { a.Mov(x86.RAX, x86.ArgRegs[3]) }))
	add(front(x86.FuncPC(object.DictPut), func(no x86.Label) {
		a.TestMI(x86.W8, x86.Ptr(lookIn, dictKind), int32(object.DictWatched))
		a.JccShort(x86.NE, no)
		a.Store(x86.Ptr(lookFound, entryValue), x86.ArgRegs[3])
		a.MovRI(x86.RAX, uint64(object.True))
	}, leave))
	a.AlignTo(16)
	add(x86.FuncPC(object.SetHas), a.Here())
	l.inSet()
	return fronts
}

// hashKey emits code that has the hash of the key in lookHash, or goes to no.
func (l *lookup) hashKey(no x86.Label) {
	other, shaped, done := l.NewLabel(), l.NewLabel(), l.NewLabel()
	l.Mov(lookKey, x86.RCX)
	l.Mov(lookHash, x86.RCX)
	l.ShrI(lookHash, 49)
	l.CmpI(lookHash, 0x7FFF)
	l.JccShort(x86.NE, other)
	l.Mov(lookHash, x86.RCX)
	l.ShlI(lookHash, 15)
	l.SarI(lookHash, 15)
	l.CmpI(lookHash, -1)
	l.JccShort(x86.NE, done)
	l.AddI(lookHash, -1) // as -1 is no hash
	l.JmpShort(done)
	l.Bind(other)
	l.Mov(lookFound, x86.RCX)
	l.ShrI(lookFound, 12)
	l.Jcc(x86.E, no) // a constant
	l.ShrI(lookFound, 36)
	l.Jcc(x86.NE, no) // a float
	l.MovRM(x86.W32, lookFound, x86.Ptr(x86.RCX, 0))
	l.CmpI(lookFound, int32(classStr))
	l.JccShort(x86.NE, shaped)
	l.Load(lookHash, x86.Ptr(x86.RCX, strHash))
	l.Test(lookHash, lookHash)
	l.JccShort(x86.NE, done)
	l.Jmp(no) // not computed yet
	l.Bind(shaped)
	l.Call(l.other)
	l.Jcc(x86.NE, no)
	l.Bind(done)
}

// hashOther is called with a key in RCX and its shape in lookFound. It gives the hash in lookHash, or NE.
func (l *lookup) hashOther() {
	tuple, instance, end := l.NewLabel(), l.NewLabel(), l.NewLabel()
	l.CmpI(lookFound, int32(classTuple))
	l.JccShort(x86.E, tuple)
	l.CmpI(lookFound, int32(classBytes))
	l.JccShort(x86.NE, instance)
	l.Load(lookHash, x86.Ptr(x86.RCX, strHash))
	l.CmpI(lookHash, 0)
	l.JccShort(x86.E, instance) // not computed yet: bytes are not equal to themselves only
	l.Cmp(lookHash, lookHash)
	l.Ret()

	l.Bind(instance) // HashPointer, if the class has that and no comparison of its own
	hash, compare := object.ByIdentity()
	l.ShlI(lookFound, heap.GranuleLog)
	l.Mov(lookRest, x86.RCX)
	l.MovRI(lookHash, heap.RegionSize-1)
	l.And(lookHash, x86.RCX)
	l.Sub(lookRest, lookHash)
	l.Load(lookFound, x86.Idx(lookRest, lookFound, 1, shapeType))
	l.ShrI(lookHash, heap.GranuleLog)
	l.MovRI(lookRest, uint64(hash))
	l.AluMR(x86.CMP, x86.W64, x86.Ptr(lookFound, typeHash), lookRest)
	l.JccShort(x86.NE, end)
	l.MovRI(lookRest, uint64(compare))
	l.AluMR(x86.CMP, x86.W64, x86.Ptr(lookFound, typeCompare), lookRest)
	l.Bind(end)
	l.Ret()

	l.Bind(tuple)
	l.hashTuple()
}

// hashTuple hashes the items of the tuple in RCX: itemsHash.
func (l *lookup) hashTuple() {
	const most = 64 // items
	item, n, byItem, bySum, t := x86.RAX, lookMask, lookTable, lookOther, lookRest
	at := lookPlace
	loop, text, known, add, done, end := l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel()
	l.Load(n, x86.Ptr(x86.RCX, tupleSize))
	l.CmpI(n, most)
	l.Jcc(x86.A, end)
	l.MovRI(lookHash, object.HashSeed0)
	l.MovRI(byItem, object.HashItem)
	l.MovRI(bySum, object.HashSum)
	l.Zero(at)
	l.Bind(loop)
	l.Cmp(at, n)
	l.JccShort(x86.AE, done)
	l.Load(item, x86.Idx(x86.RCX, at, 8, tupleItems))
	l.Mov(t, item)
	l.ShrI(t, 49)
	l.CmpI(t, 0x7FFF)
	l.JccShort(x86.NE, text)
	l.ShlI(item, 15)
	l.SarI(item, 15)
	l.CmpI(item, -1)
	l.JccShort(x86.NE, add)
	l.AddI(item, -1)
	l.JmpShort(add)
	l.Bind(text)
	l.isPointer(t, item)
	l.JccShort(x86.NE, end)
	l.MovRM(x86.W32, t, x86.Ptr(item, 0))
	l.CmpI(t, int32(classStr))
	l.JccShort(x86.E, known)
	l.CmpI(t, int32(classBytes))
	l.JccShort(x86.NE, end)
	l.Bind(known)
	l.Load(item, x86.Ptr(item, strHash))
	l.Test(item, item)
	l.JccShort(x86.NE, add)
	l.Test(x86.RSP, x86.RSP) // NE
	l.Ret()
	l.Bind(add)
	l.Imul(item, byItem)
	l.Add(lookHash, item)
	l.ShiftRI(x86.ROL, x86.W64, lookHash, 31)
	l.Imul(lookHash, bySum)
	l.AddI(at, 1)
	l.Jmp(loop)
	l.Bind(done)
	l.MovRI(t, object.HashSize)
	l.Xor(t, n)
	l.Add(lookHash, t)
	l.CmpI(lookHash, -1)
	l.MovRI(t, object.HashInstead)
	l.Cmov(x86.E, x86.W64, lookHash, t)
	l.Cmp(t, t)
	l.Bind(end)
	l.Ret()
}

// isPointer has E if v is an object; it uses t.
func (l *lookup) isPointer(t, v x86.Reg) {
	l.Lea(x86.W64, t, x86.Ptr(v, -object.LastConstant-1))
	l.ShrI(t, 48)
}

// compareKeys is called with two keys, in lookKey and lookOther. It gives E if they are equal, and NE if it cannot tell. It uses RCX and all registers
// of lookups but for lookFound and lookKey.
func (l *lookup) compareKeys() {
	other, left := lookMask, lookRest
	texts, loop, end := l.NewLabel(), l.NewLabel(), l.NewLabel()
	l.Mov(lookPlace, lookKey)
	for _, r := range []x86.Reg{lookKey, lookOther} {
		l.isPointer(left, r)
		l.JccShort(x86.NE, end)
		l.AluMI(x86.CMP, x86.W32, x86.Ptr(r, 0), int32(classTuple))
		l.JccShort(x86.NE, texts)
	}
	l.Mov(other, lookOther)
	l.Load(left, x86.Ptr(lookKey, tupleSize))
	l.AluRM(x86.CMP, x86.W64, left, x86.Ptr(other, tupleSize))
	l.JccShort(x86.NE, end)
	l.Bind(loop) // from the end on
	l.Test(left, left)
	l.JccShort(x86.E, end)
	l.SubI(left, 1)
	l.Load(lookPlace, x86.Idx(lookKey, left, 8, tupleItems))
	l.Load(lookOther, x86.Idx(other, left, 8, tupleItems))
	l.Cmp(lookPlace, lookOther)
	l.Jcc(x86.E, loop)
	l.Call(l.texts)
	l.Jcc(x86.E, loop)
	l.Bind(end)
	l.Ret()
	l.Bind(texts)
	l.Jmp(l.texts)
}

// compareTexts is called with two values, in lookPlace and lookOther. It gives E if they are equal bytes or strs of one byte a character, else NE. It uses RCX,
// both registers, lookHash and lookTable.
func (l *lookup) compareTexts() {
	n, p, q, t := lookHash, lookPlace, lookOther, lookTable
	narrow, long, short, end := l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel()
	for _, r := range []x86.Reg{p, q} {
		l.isPointer(t, r)
		l.Jcc(x86.NE, end)
	}
	l.MovRM(x86.W32, t, x86.Ptr(p, 0))
	l.AluRM(x86.CMP, x86.W32, t, x86.Ptr(q, 0))
	l.JccShort(x86.NE, end)
	l.CmpI(t, int32(classBytes))
	l.JccShort(x86.E, narrow)
	l.CmpI(t, int32(classStr))
	l.JccShort(x86.NE, end)
	for _, r := range []x86.Reg{p, q} {
		l.TestMI(x86.W8, x86.Ptr(r, headFlags), int32(object.StrKindMask|object.StrShared))
		l.JccShort(x86.NE, end)
	}
	l.Bind(narrow)
	l.Load(n, x86.Ptr(p, strLen))
	l.AluRM(x86.CMP, x86.W64, n, x86.Ptr(q, strLen))
	l.JccShort(x86.NE, end)
	l.AddI(p, strData)
	l.AddI(q, strData)
	l.CmpI(n, 8)
	l.JccShort(x86.B, short)
	l.Bind(long) // from the end on
	l.SubI(n, 8)
	l.Load(t, x86.Idx(p, n, 1, 0))
	l.AluRM(x86.CMP, x86.W64, t, x86.Idx(q, n, 1, 0))
	l.JccShort(x86.NE, end)
	l.CmpI(n, 8)
	l.Jcc(x86.AE, long)
	l.Load(t, x86.Ptr(p, 0))
	l.AluRM(x86.CMP, x86.W64, t, x86.Ptr(q, 0))
	l.Ret()
	l.Bind(short) // the first word can be read whatever the length, since the sizes of objects are multiples of 16 bytes
	l.Load(t, x86.Ptr(p, 0))
	l.AluRM(x86.XOR, x86.W64, t, x86.Ptr(q, 0))
	l.MovRI(x86.RCX, 8)
	l.Sub(x86.RCX, n)
	l.ShlI(x86.RCX, 3)
	l.ShiftRC(x86.SHL, x86.W64, t) // by less than 64, since the empty str is one object, and so are empty bytes
	l.Bind(end)
	l.Ret()
}

// inDict emits a lookup in a dict: Dict.findPlain. Found, with the entry in lookFound, and absent end it, or go to no.
func (l *lookup) inDict(found, absent func(no x86.Label)) {
	no, none, have, same := l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel()
	l.hashKey(no)
	l.Mov(lookFound, lookHash)
	l.ShrI(lookFound, object.FilterShift)
	l.MovRM(x86.W32, lookRest, x86.Ptr(lookIn, dictFilter))
	l.BtRR(x86.W32, lookRest, lookFound)
	l.Jcc(x86.AE, none)
	l.MovRI(lookFound, object.HashHidden)
	l.Or(lookHash, lookFound)
	l.MovzxRM(x86.W8, x86.RCX, x86.Ptr(lookIn, dictLog2))
	l.MovRI(lookMask, 1)
	l.ShiftRC(x86.SHL, x86.W64, lookMask)
	l.SubI(lookMask, 1)
	l.Load(lookTable, x86.Ptr(lookIn, dictIndex))
	l.Mov(lookRest, lookHash)
	l.Mov(lookPlace, lookHash)
	wider, widest := l.NewLabel(), l.NewLabel()
	l.CmpI(x86.RCX, 8)
	l.JccShort(x86.AE, wider)
	for _, w := range []struct {
		bytes uint8
		dummy int32
	}{{1, 0xff}, {2, 0xffff}, {4, -1}} {
		probe, next := l.NewLabel(), l.NewLabel()
		switch w.bytes {
		case 2:
			l.Bind(wider)
			l.CmpI(x86.RCX, 16)
			l.JccShort(x86.AE, widest)
		case 4:
			l.Bind(widest)
		}
		l.Bind(probe)
		l.And(lookPlace, lookMask)
		slot := x86.Idx(lookTable, lookPlace, w.bytes, int32(object.RawData))
		if w.bytes == 4 {
			l.MovRM(x86.W32, lookFound, slot)
		} else {
			l.MovzxRM(x86.Width(w.bytes), lookFound, slot)
		}
		l.TestRR(x86.W32, lookFound, lookFound)
		l.Jcc(x86.E, none)
		l.AluRI(x86.CMP, x86.W32, lookFound, w.dummy)
		l.JccShort(x86.E, next)
		l.Lea(x86.W64, lookFound, x86.Idx(lookFound, lookFound, 2, -3)) // an entry is three words, and number 1 the first
		l.ShlI(lookFound, 3)
		l.AluRM(x86.ADD, x86.W64, lookFound, x86.Ptr(lookIn, dictEntries))
		l.AluMR(x86.CMP, x86.W64, x86.Ptr(lookFound, entryName), lookKey)
		l.Jcc(x86.E, have)
		l.AluMR(x86.CMP, x86.W64, x86.Ptr(lookFound, entryHash), lookHash)
		l.Jcc(x86.E, same)
		l.Bind(next)
		l.ShrI(lookRest, 5)
		l.Lea(x86.W64, lookPlace, x86.Idx(lookPlace, lookPlace, 4, 1))
		l.Add(lookPlace, lookRest)
		l.Jmp(probe)
	}
	l.Bind(same)
	l.Load(lookOther, x86.Ptr(lookFound, entryName))
	l.Call(l.same)
	l.JccShort(x86.NE, no)
	l.Bind(have)
	found(no)
	l.Ret()
	l.Bind(none)
	absent(no)
	l.Ret()
	l.Bind(no)
	l.Mov(x86.RCX, lookKey)
	l.Zero(x86.RAX)
	l.Ret()
}

// inSet emits a lookup in a set: Set.holdsPlain.
func (l *lookup) inSet() {
	no, none, have, end := l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel()
	run, probe, hashed, next, same := l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel()
	l.hashKey(no)
	l.Load(lookTable, x86.Ptr(lookIn, setKeys))
	l.Test(lookTable, lookTable)
	l.Jcc(x86.E, none)
	l.Load(lookMask, x86.Ptr(lookIn, setMask))
	l.Mov(lookRest, lookHash)
	l.Mov(lookPlace, lookHash)

	l.Bind(run) // of places one after another, as far as they are in the table
	l.And(lookPlace, lookMask)
	l.Lea(x86.W64, lookEnd, x86.Ptr(lookPlace, object.LinearProbes))
	l.Cmp(lookEnd, lookMask)
	l.Cmov(x86.A, x86.W64, lookEnd, lookPlace)
	l.Mov(x86.RCX, lookPlace)
	l.Bind(probe)
	l.Load(lookOther, x86.Idx(lookTable, x86.RCX, 8, int32(object.ValuesItems)))
	l.Cmp(lookOther, lookKey)
	l.JccShort(x86.E, have)
	l.Test(lookOther, lookOther)
	l.JccShort(x86.E, none)
	l.Load(lookFound, x86.Ptr(lookIn, setHashes))
	l.Test(lookFound, lookFound)
	l.JccShort(x86.NE, hashed)
	l.isPointer(lookFound, lookOther)
	l.JccShort(x86.NE, next) // an int, or what marks a deleted place
	l.AluMR(x86.CMP, x86.W64, x86.Ptr(lookOther, strHash), lookHash)
	l.JccShort(x86.E, same)
	l.Bind(next)
	l.AddI(x86.RCX, 1)
	l.Cmp(x86.RCX, lookEnd)
	l.Jcc(x86.BE, probe)
	l.ShrI(lookRest, object.SetPerturb)
	l.Lea(x86.W64, lookPlace, x86.Idx(lookPlace, lookPlace, 4, 1))
	l.Add(lookPlace, lookRest)
	l.Jmp(run)

	l.Bind(hashed)
	l.AluMR(x86.CMP, x86.W64, x86.Idx(lookFound, x86.RCX, 8, int32(object.RawData)), lookHash)
	l.Jcc(x86.NE, next)
	l.Bind(same)
	l.Call(l.same)
	l.JccShort(x86.E, have)
	l.Bind(no)
	l.Zero(x86.RAX)
	l.JmpShort(end)
	l.Bind(have)
	l.MovRI(x86.RAX, uint64(object.True))
	l.JmpShort(end)
	l.Bind(none)
	l.MovRI(x86.RAX, uint64(object.False))
	l.Bind(end)
	l.Mov(x86.RCX, lookKey)
	l.Ret()
}
