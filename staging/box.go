// Python values in unboxed form, and the code that boxes and unboxes them.

package staging

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Items of the vinfo of a Python value.
const (
	ItemClass = 0 // the class number, a compile-time Raw
	ItemValue = 1 // the int64, the float64, or 0 and 1 of a bool
	ItemField = 3 // from here on, for a run-time value: the known contents of its words in memory. They may be forgotten at any time
)

// Fields of a tuple or list: numbers of words, but that the items have numbers of their own.
const (
	FieldSize  = 1 // how many items there are, an Int
	FieldItems = 4 // from here on: the items
)

// Class numbers: what machine code can read from a value itself. An object's class number is that of its shape; other values have class numbers of
// their own.
const (
	ClassInt   uint64 = 1<<32 + iota // an int in the word itself; Virtual: any int64
	ClassFloat                       // a float
	ClassBool
	ClassNone
	ClassOther // Null, NotImplemented, Ellipsis
	ClassLong  // Virtual alone: an int of any size
)

// Rules of virtual values that staging itself can build.
const (
	RuleInt vinfo.Rule = iota + 1
	RuleFloat
	RuleBool
	RuleWord  // an int that is a uint64
	FirstRule // of the compiler
)

// ClassOf is the class number of v.
func ClassOf(v object.Value) uint64 {
	switch {
	case v.IsInt():
		return ClassInt
	case v.IsFloat():
		return ClassFloat
	case v.IsBool():
		return ClassBool
	case v == object.None:
		return ClassNone
	case v.IsPtr():
		return uint64(v.ShapeID())
	}
	return ClassOther
}

// Class gives the class number of i, if it is known.
func Class(i *Info) (uint64, bool) {
	if c := i.Item(ItemClass); c.IsKnown() {
		return c.Known.Value, true
	}
	if i.Time == vinfo.CompileTime && i.Kind == vinfo.Boxed {
		return ClassOf(object.Value(i.Known.Value)), true
	}
	return 0, false
}

// NewClass is a vinfo for a class number that a guard has established; it is fixed.
func NewClass(class uint64) *Info { return vinfo.NewFixed(vinfo.Raw, class) }

// NewConst is a Python value known while compiling.
func NewConst(v object.Value) *Info { return vinfo.NewKnown(vinfo.Boxed, uint64(v)) }

// NewInt, NewFloat, NewBool and NewWord are virtual objects around an unboxed value.
func NewInt(x *Info) *Info   { return vinfo.NewVirtual(RuleInt, NewClass(ClassInt), x) }
func NewFloat(x *Info) *Info { return vinfo.NewVirtual(RuleFloat, NewClass(ClassFloat), x) }
func NewBool(x *Info) *Info  { return vinfo.NewVirtual(RuleBool, NewClass(ClassBool), x) }
func NewWord(x *Info) *Info  { return vinfo.NewVirtual(RuleWord, NewClass(ClassLong), x) }

// Int is the int64 of i, whose class is ClassInt or, if it is a bool, ClassBool.
func (s *State) Int(i *Info) *Info {
	if x := i.Item(ItemValue); x != nil {
		return s.Keep(x)
	}
	if i.Time == vinfo.CompileTime {
		v := object.Value(i.Known.Value)
		n := int64(v & 1)
		if v.IsInt() {
			n = v.Int()
		}
		x := &Info{Time: vinfo.CompileTime, Kind: vinfo.Int, Place: vinfo.NoPlace, Known: &vinfo.Known{Value: uint64(n), Fixed: i.Known.Fixed}}
		return s.Keep(x)
	}
	v := s.InReg(i)
	s.Pin(v)
	x := s.NewReg(vinfo.Int)
	s.Unpin(v)
	r := x86.Reg(x.Place.N())
	s.Asm.Mov(r, v)
	if c, _ := Class(i); c == ClassBool {
		s.Asm.AndI(r, 1)
	} else {
		s.Asm.ShlI(r, 15)
		s.Asm.SarI(r, 15)
	}
	x.Flags |= vinfo.Small
	i.SetItem(ItemValue, x)
	return x
}

// Float is the float64 of i, whose class is ClassFloat.
func (s *State) Float(i *Info) *Info {
	if x := i.Item(ItemValue); x != nil {
		return s.Keep(x)
	}
	if i.Time == vinfo.CompileTime {
		x := &Info{Time: vinfo.CompileTime, Kind: vinfo.Float, Place: vinfo.NoPlace, Known: &vinfo.Known{Value: i.Known.Value - 1<<49, Fixed: i.Known.Fixed}}
		return s.Keep(x)
	}
	v := s.InReg(i)
	s.Pin(v)
	t := s.Temp()
	s.Unpin(v)
	x := s.NewX()
	s.Asm.Mov(t, v)
	s.Asm.AluRM(x86.SUB, x86.W64, t, x86.Ptr(x86.CtxReg, CtxFloatOffset))
	s.Asm.MovqXR(x86.XReg(x.Place.N()), t)
	i.SetItem(ItemValue, x)
	return x
}

// box emits code that puts the boxed form of i, a virtual number or a scalar, into r. The vinfo i does not change.
func (s *State) box(i *Info, r x86.Reg) {
	a := s.Asm
	switch {
	case i.Time == vinfo.CompileTime:
		a.MovRI(r, i.Known.Value)
	case i.Time == vinfo.Virtual && slices.Contains(s.Home, i): // a big int or a NaN must stay the same object
		a.Load(r, SlotMem(s.lastHome(i)))
	case i.Time == vinfo.RunTime:
		if p := i.Place; p.IsReg() {
			if x86.Reg(p.N()) != r {
				a.Mov(r, x86.Reg(p.N()))
			}
		} else {
			a.Load(r, Mem(p))
		}
	case i.Rule == RuleFloat:
		s.boxFloat(i.Items[ItemValue], r)
	case i.Rule == RuleWord:
		s.boxWord(i.Items[ItemValue], r)
	default:
		s.boxInt(i.Items[ItemValue], r, i.Rule == RuleBool)
	}
}

// lastHome is the last slot that holds i. It is one that no other code writes, if there is such a slot: see SyncFirst.
func (s *State) lastHome(i *Info) int {
	n := len(s.Home) - 1
	for s.Home[n] != i {
		n--
	}
	return n
}

func (s *State) boxFloat(x *Info, r x86.Reg) {
	a := s.Asm
	if x.Time == vinfo.CompileTime {
		a.MovRI(r, x.Known.Value+1<<49)
		return
	}
	f := s.InX(x)
	slow, back := a.NewLabel(), a.NewLabel()
	a.MovqRX(r, f)
	a.SseRR(x86.UCOMISD, f, f)
	a.Jcc(x86.P, slow)
	a.AluRM(x86.ADD, x86.W64, r, x86.Ptr(x86.CtxReg, CtxFloatOffset))
	a.Bind(back)
	s.cold(func() { // a NaN gets a serial number, in f too: it has an identity from now on
		a.Bind(slow)
		a.Push(r)
		a.CallTo(s.BoxNaN)
		a.Pop(r)
		offset := x86.Ptr(x86.CtxReg, CtxFloatOffset)
		a.AluRM(x86.SUB, x86.W64, r, offset)
		a.MovqXR(f, r)
		a.AluRM(x86.ADD, x86.W64, r, offset)
		a.Jmp(back)
	})
}

func (s *State) boxInt(x *Info, r x86.Reg, isBool bool) {
	a := s.Asm
	if x.Time == vinfo.CompileTime && isBool {
		a.MovRI(r, uint64(object.False)+x.Known.Value)
		return
	}
	if x.Time == vinfo.CompileTime && object.FitsSmall(int64(x.Known.Value)) {
		a.MovRI(r, uint64(object.SmallInt(int64(x.Known.Value))))
		return
	}
	if isBool || x.Flags&vinfo.Small != 0 {
		switch {
		case x.Time == vinfo.CompileTime:
			a.MovRI(r, x.Known.Value)
		case x.Place.IsReg():
			a.Mov(r, x86.Reg(x.Place.N()))
		default:
			a.Load(r, Mem(x.Place))
		}
		if isBool {
			a.AddI(r, int32(object.False))
			return
		}
		a.ShlI(r, 15)
		s.tagInt(r)
		return
	}
	n := s.besides(x, r)
	slow, back := a.NewLabel(), a.NewLabel()
	a.ImulRRI(x86.W64, r, n, 1<<15) // overflows if n has more than 49 bits
	a.Jcc(x86.O, slow)
	s.tagInt(r)
	a.Bind(back)
	s.cold(func() {
		a.Bind(slow)
		a.Push(n)
		a.CallTo(s.BoxBig)
		a.Pop(r)
		a.Jmp(back)
	})
}

// boxWord boxes a uint64. It is a small int if its upper 16 bits are zero.
func (s *State) boxWord(x *Info, r x86.Reg) {
	a := s.Asm
	n := s.besides(x, r)
	small, back := a.NewLabel(), a.NewLabel()
	a.Mov(r, n)
	a.ShrI(r, 48)
	a.Jcc(x86.E, small)
	a.Push(n)
	a.CallTo(s.BoxWord)
	a.Pop(r)
	a.Bind(back)
	s.cold(func() {
		a.Bind(small)
		a.Mov(r, n)
		a.ShlI(r, 15)
		s.tagInt(r)
		a.Jmp(back)
	})
}

// besides loads the number x into a register other than r.
func (s *State) besides(x *Info, r x86.Reg) x86.Reg {
	if x.Time == vinfo.RunTime && x.Place.IsReg() && x86.Reg(x.Place.N()) != r {
		return x86.Reg(x.Place.N())
	}
	a := s.Asm
	s.Pin(r)
	n := s.Temp()
	s.Unpin(r)
	switch {
	case x.Time == vinfo.CompileTime:
		a.MovRI(n, x.Known.Value)
	case x.Place.IsReg():
		a.Mov(n, r)
	default:
		a.Load(n, Mem(x.Place))
	}
	return n
}

// tagInt makes a small int of the 49 bits at the top of r.
func (s *State) tagInt(r x86.Reg) {
	s.Asm.AluRI(x86.OR, x86.W64, r, 0x7FFF)
	s.Asm.ShiftRI(x86.ROR, x86.W64, r, 15)
}

// cold defers code that will stand after the buffer's main code.
func (s *State) cold(f func()) { s.colds = append(s.colds, f) }

// Cold is cold for the compiler.
func (s *State) Cold(f func()) { s.cold(f) }

// EmitCold emits the deferred code.
func (s *State) EmitCold() {
	for n := 0; n < len(s.colds); n++ {
		s.colds[n]()
	}
	s.colds = nil
}

// Force turns a virtual value into a boxed run-time or compile-time value (arrows 1 and 2).
func (s *State) Force(i *Info) *Info {
	if i.Time != vinfo.Virtual {
		return i
	}
	if i.Rule >= FirstRule {
		s.Build(s, i)
		return i
	}
	x := i.Items[ItemValue]
	if x.Time == vinfo.CompileTime {
		if v, ok := constOf(i.Rule, x.Known.Value); ok {
			s.Become(i, &Info{Time: vinfo.CompileTime, Kind: vinfo.Boxed, Place: vinfo.NoPlace, Known: &vinfo.Known{Value: uint64(v), Fixed: x.Known.Fixed}, Hint: i.Hint, By: i.By})
			return i
		}
	}
	if x.Time == vinfo.RunTime && i.Rule == RuleFloat {
		s.InX(x)
	}
	p := s.free(s.regOrder)
	r := x86.Reg(p.N())
	s.Pin(r)
	s.box(i, r)
	s.Unpin(r)
	items := i.Items
	if items[ItemClass] == nil || MayBeObject(i) {
		items = nil
	}
	s.Become(i, &Info{Time: vinfo.RunTime, Kind: vinfo.Boxed, Place: p, Flags: vinfo.NotNull, Items: items, Hint: i.Hint, By: i.By})
	return i
}

// MayBeObject reports whether i is a virtual int that may not fit a small int. Boxed twice, it would become two objects.
func MayBeObject(i *Info) bool {
	return i != nil && i.Time == vinfo.Virtual && (i.Rule == RuleWord || i.Rule == RuleInt && i.Items[ItemValue].Flags&vinfo.Small == 0)
}

// constOf is the Python value of an unboxed constant, if that value needs no object.
func constOf(rule vinfo.Rule, x uint64) (object.Value, bool) {
	switch rule {
	case RuleFloat:
		f := object.Value(x + 1<<49)
		return f, f.Float() == f.Float()
	case RuleBool:
		return object.False + object.Value(x), true
	}
	if object.FitsSmall(int64(x)) && (rule == RuleInt || int64(x) >= 0) {
		return object.SmallInt(int64(x)), true
	}
	return 0, false
}

// Boxed gives the boxed value of i in a register; i is forced if it is virtual.
func (s *State) Boxed(i *Info) x86.Reg { return s.InReg(s.Force(i)) }

// BoxedIn puts the boxed value of i into register r and overwrites what r holds. The state s is of no use afterwards.
func (s *State) BoxedIn(i *Info, r x86.Reg) {
	if i.Time == vinfo.Virtual && i.Rule == RuleInt && i.Items[ItemValue].Time == vinfo.RunTime && i.Items[ItemValue].Place != vinfo.Reg(int(r)) {
		s.box(i, r)
		s.Count(vinfo.VirtualToRunTime)
	} else if from := s.Boxed(i); from != r {
		s.Asm.Mov(r, from)
	}
}

// storeBoxed stores the boxed value of i into memory; i must not be a virtual object of the compiler's rules.
func (s *State) storeBoxed(i *Info, m x86.Mem) {
	if i.Time == vinfo.CompileTime {
		s.storeConst(m, i.Known.Value)
		return
	}
	if i.Time == vinfo.RunTime && i.Place.IsReg() {
		s.Asm.Store(m, x86.Reg(i.Place.N()))
		return
	}
	if i.Time == vinfo.Virtual && i.Rule == RuleFloat && i.Items[ItemValue].Time == vinfo.RunTime {
		s.InX(i.Items[ItemValue])
	}
	t := s.Temp()
	s.Pin(t)
	s.box(i, t)
	s.Unpin(t)
	s.Asm.Store(m, t)
}

// StoreBoxed is storeBoxed for the compiler. The registers in m must be pinned.
func (s *State) StoreBoxed(i *Info, m x86.Mem) { s.storeBoxed(i, m) }

func (s *State) storeConst(m x86.Mem, v uint64) {
	if int64(v) == int64(int32(v)) {
		s.Asm.MovMI(x86.W64, m, int32(v))
		return
	}
	t := s.Temp()
	s.Asm.MovRI(t, v)
	s.Asm.Store(m, t)
}

// Sync stores variable n into its home, unless the home holds the variable already. Virtual objects other than numbers are built.
func (s *State) Sync(n int) {
	i := s.Vars[n]
	if i == nil || s.Home[n] == i {
		return
	}
	if i.Time == vinfo.RunTime && i.Place == vinfo.Slot(n) {
		s.Home[n] = i
		return
	}
	if i.Time == vinfo.Virtual && i.Rule >= FirstRule {
		s.Force(i)
	}
	s.KeepOff(n)
	s.storeBoxed(i, SlotMem(n))
	s.Home[n] = i
}

// SyncShifted is Sync for a small int whose number, shifted left by 15, is in r.
func (s *State) SyncShifted(n int, r x86.Reg) {
	s.KeepOff(n)
	s.tagInt(r)
	s.Asm.Store(SlotMem(n), r)
	s.Home[n] = s.Vars[n]
}

// SyncLocals syncs localsplus. It is called before code that may look at the frame. Such code may also assign variables (f_locals). Items of the
// value stack that share a vinfo with a local must keep their values, so they are separated from it.
func (s *State) SyncLocals() { s.SyncFirst(s.NLocals, s.Live()) }

// SyncFirst is SyncLocals for a frame that has the first live variables, of which the first locals are its localsplus.
func (s *State) SyncFirst(locals, live int) {
	for n := range locals {
		s.Sync(n)
	}
	homes, stack := s.Home[:locals], s.Vars[locals:live]
	for n, v := range stack {
		if v.Time == vinfo.Virtual && slices.Contains(homes, v) {
			s.Sync(locals + n) // it stays unboxed
		}
	}
	var parted []*Info
	s.mark++
	for _, v := range stack {
		s.visit(v, func(i *Info) {
			if i.Time != vinfo.CompileTime && slices.Contains(homes, i) && !(i.Time == vinfo.Virtual && slices.Contains(stack, i)) {
				parted = append(parted, i)
			}
		})
	}
	for _, i := range parted {
		s.Force(i)
		for n, h := range homes {
			if h != i {
				continue
			}
			s.Home[n] = nil
			if s.Vars[n] == i {
				own := *i
				own.Place = vinfo.Slot(n)
				s.Vars[n], s.Home[n] = &own, &own
			}
		}
		s.InReg(i) // a later spill puts it into the native frame
	}
}

// SaveRegs moves all values in registers to memory, before a call.
func (s *State) SaveRegs() {
	s.Reclaim()
	for p, i := range s.regs {
		if i != nil && s.regs[p] == i {
			s.Spill(i)
		}
	}
}

// Flush moves every variable to its home, boxed, and forgets everything else. Tier 1 finds its frames in this form.
func (s *State) Flush() {
	for n := 0; n < s.Live(); n++ {
		s.Sync(n)
	}
	for n, i := range s.Vars[:s.Live()] {
		if i == nil {
			continue
		}
		x := vinfo.NewRun(vinfo.Boxed, vinfo.Slot(n))
		x.By = i.By
		s.Vars[n], s.Home[n] = x, x
	}
	for n := s.Live(); n < len(s.Home); n++ {
		s.Home[n] = nil
	}
	s.Adopt()
}
