// Promotion: the code stops where it would be better if a class or value were known, and goes on when one comes.

package pycompiler

import (
	"slices"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// The fixed switches.
var (
	numbers   = promotion.NewSwitch(staging.ClassInt, staging.ClassFloat, classBig)
	indexable = promotion.NewSwitch(uint64(object.TTuple.Shape()), uint64(object.TList.Shape()), uint64(object.TDict.Shape()), uint64(object.TStr.Shape()),
		uint64(object.TBytes.Shape()), uint64(object.TByteArray.Shape()))
	containers = promotion.NewSwitch(uint64(object.TTuple.Shape()), uint64(object.TList.Shape()), uint64(object.TDict.Shape()), uint64(object.TSet.Shape()),
		uint64(object.TFrozenSet.Shape()), uint64(object.TStr.Shape()))
	texts     = promotion.NewSwitch(uint64(object.TStr.Shape()))
	addable   = promotion.NewSwitch(uint64(object.TStr.Shape()), uint64(object.TList.Shape()))
	iterables = promotion.NewSwitch(uint64(object.TTuple.Shape()), uint64(object.TList.Shape()), uint64(object.TStr.Shape()), uint64(object.TBytes.Shape()),
		uint64(object.TByteArray.Shape()))
	iterators = promotion.NewSwitch(uint64(object.TRangeIterator.Shape()), uint64(object.TListIterator.Shape()), uint64(object.TTupleIterator.Shape()),
		uint64(object.TStrIterator.Shape()), uint64(object.TBytesIterator.Shape()), uint64(object.TByteArrayIterator.Shape()), uint64(object.TGenerator.Shape()))
)

var classModule = uint64(object.TModule.Shape())

// classIn gives the class of i if it is known. If not, and i may be of one of w's classes, stop is true: the caller returns
// promoteSwitch(i, w).
func classIn(i *Info, w *promotion.Switch) (class uint64, stop bool) {
	if class, ok := staging.Class(i); ok {
		return class, false
	}
	return 0, i.Time == vinfo.RunTime && !w.Refused(i.Not)
}

// promoteSwitch ends the buffer with a switch over the class of i (paper: psyco_finish_fixed_switch). Each case is compiled when it comes.
// Where one has come before, when other code was made, it is expected again: a condition asks for it, and the instruction is compiled anew.
func (c *compiler) promoteSwitch(i *Info, w *promotion.Switch) outcome {
	s, a := c.s, c.a
	c.s.PC = c.start
	place := promotion.Operand{PC: c.start, Switch: w.ID, Item: c.operand(i)}
	if word := c.run.Read(func() uint64 { return c.u.seen.At(place) }); word != 0 {
		class, hints := promotion.Class(word)
		if x, other := c.isOther(s.InReg(i), class); !other {
			c.e.setClass(i, class)
			i.Not |= hints
			if x != nil {
				i.SetItem(staging.ItemValue, x)
			}
			c.anew = true
			return ended
		}
	}
	v := s.InReg(i)
	s.Begin() // nothing of this instruction counts any more
	s.Keep(i)
	t := staging.Scratch
	s.Reclaim()
	sn := s.Freeze()
	n := numberOf(s, i)
	stubFor := func(which int) *stub {
		return &stub{kind: switchStub, reason: stats.TypeMiss, sn: sn, info: n, sw: w, which: which, item: place.Item}
	}
	var shapes []uint64
	a.Mov(t, v)
	a.ShrI(t, 49)
	for k, class := range w.Values {
		switch class {
		case staging.ClassInt:
			a.CmpI(t, 0x7FFF)
			c.stubAt(stubFor(k), c.onlyIf(x86.E))
		case staging.ClassFloat: // ints have been seen to
			a.Test(t, t)
			c.stubAt(stubFor(k), c.onlyIf(x86.NE))
		default:
			shapes = append(shapes, class)
		}
	}
	def := a.NewLabel()
	if len(shapes) > 0 {
		a.Test(t, t)
		a.Jcc(x86.NE, def)
		a.CmpI(v, 4095)
		a.Jcc(x86.BE, def)
		a.MovRM(x86.W32, t, x86.Ptr(v, 0))
		promotion.Emit(a, t, shapes, def, func(class uint64) { c.stubAt(stubFor(w.Case(class)), c.always) })
	}
	a.Bind(def)
	c.stubAt(stubFor(-1), c.always)
	return ended
}

// operand is which item of the stack i is, from the top.
func (c *compiler) operand(i *Info) int {
	for n := range c.s.Depth {
		if c.s.Top(n) == i {
			return n
		}
	}
	return -1
}

// tell makes the class known that a switch has told of i, which is v.
func (e *Engine) tell(st *stub, i *Info, v Value) {
	class := st.sw.Values[st.which]
	hints := uint16(0)
	if class == classBig {
		hints = sizeHint(v)
	}
	e.setClass(i, class)
	i.Not |= hints
	st.sn.Unit.(*Unit).seen.Saw(promotion.Operand{PC: st.sn.PC, Switch: st.sw.ID, Item: st.item}, class, hints)
}

// isOther asks whether the value in r is of another class than the one of a fixed switch. If not, x is the number that it has, or nil.
//
//	int:    value + 1<<49 carries, and has the int's 49 bits
//	float:  value - 1<<49 is the float, and less than 0x7FFE<<49
func (c *compiler) isOther(r x86.Reg, class uint64) (x *Info, other bool) {
	s, a := c.s, c.a
	offset := x86.Ptr(x86.CtxReg, staging.CtxFloatOffset)
	s.Pin(r)
	switch class {
	case staging.ClassInt:
		x = s.NewReg(vinfo.Int)
		xr := x86.Reg(x.Place.N())
		a.Mov(xr, r)
		a.AluRM(x86.ADD, x86.W64, xr, offset)
		if c.when(stats.TypeMiss, c.onlyIf(x86.AE)) {
			return nil, true
		}
		a.ShlI(xr, 15)
		a.SarI(xr, 15)
		x.Flags |= vinfo.Small
		return x, false
	case staging.ClassFloat:
		t := s.Temp()
		x = s.NewX()
		a.Mov(t, r)
		a.AluRM(x86.SUB, x86.W64, t, offset)
		a.MovqXR(x86.XReg(x.Place.N()), t)
		a.ShrI(t, 49)
		a.CmpI(t, 0x7FFE)
		return x, c.when(stats.TypeMiss, c.onlyIf(x86.AE))
	}
	a.Lea(x86.W64, staging.Scratch, x86.Ptr(r, -4096))
	a.ShrI(staging.Scratch, 48)
	if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) { // no object
		return nil, true
	}
	a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, headShape), int32(class))
	return nil, c.when(stats.TypeMiss, c.onlyIf(x86.NE))
}

// promoteClass ends the buffer where the class of i, whatever it is, is to be known; promoteValue where i itself is
// (paper: psyco_finish_promotion).
func (c *compiler) promoteClass(i *Info) outcome { return c.promoteAny(i, &site{class: true}) }

func (c *compiler) promoteValue(i *Info) outcome {
	return c.promoteAny(i, &site{Site: promotion.Site{Cold: true}})
}

func (c *compiler) promoteAny(i *Info, st *site) outcome {
	s := c.s
	s.PC = c.start
	s.InReg(i)
	s.Begin()
	s.Keep(i)
	s.Reclaim()
	sn := s.Freeze()
	c.stubAt(&stub{kind: siteStub, reason: stats.TypeMiss, sn: sn, info: numberOf(s, i), site: st}, c.always)
	return ended
}

// promoteHere is reached with a class or value for which the site has no code. The new code checks that it is the one:
//
//	buffer: ... jmp -----> guard 1: not this? ---> guard 2: not this? ---> stub
//	                       code for 1              code for 2
func (e *Engine) promoteHere(st *stub, regs *savedRegs) (b target, link bool) {
	c := e.newCompiler(st.sn, codebuf.Normal)
	defer c.s.Release()
	i := nth(c.s, st.info)
	word := e.liveValue(i, regs)
	key := word
	if st.site.class {
		key = staging.ClassOf(Value(word))
	}
	verdict := st.site.Judge(key)
	kind := i.Kind
	tell := func(b *codebuf.Buffer, given bool) {
		if w := e.watcher; w != nil {
			w.Tell(observe.Promoted{Place: st.place(), Key: st.site, Class: st.site.class, Kind: kind, Word: key, Buffer: b, Given: given})
		}
	}
	if verdict == promotion.Promote {
		if st.site.class {
			e.setClass(i, key)
		} else {
			c.fix(i, word)
		}
		e.counts.Promotions[stats.PromoteValue][stats.TypeMiss]++
		e.learned(st, i)
		g := e.newCompiler(c.s.Freeze(), codebuf.Normal)
		g.of, g.counted = st.of, true
		guard := nth(st.sn.Thaw(&e.shared), st.info)
		g.guard(guard, st.site.class, key, func(emit func(l x86.Label) x86.Site) {
			g.stubAt(&stub{kind: siteStub, reason: stats.TypeMiss, sn: st.sn, info: st.info, site: st.site}, emit)
		})
		b = e.finish(g, false)
		tell(b.buffer, false)
		return b, true
	}
	if link = verdict == promotion.Give; link {
		e.counts.Promotions[stats.PromoteMegamorphic][st.reason]++
	}
	tell(nil, link)
	if st.site.any.buffer == nil || st.site.any.buffer.Dead() {
		st.site.any = e.promoted(st, func(c *compiler) { nth(c.s, st.info).Not |= promotion.NotPromoted })
	}
	if w := e.watcher; w != nil {
		w.Tell(observe.Any{Key: st.site, Buffer: st.site.any.buffer})
	}
	return st.site.any, link
}

// fix makes i, in a register, a fixed compile-time value.
func (c *compiler) fix(i *Info, word uint64) {
	if i.Kind == vinfo.Boxed {
		c.e.keep(Value(word))
	}
	c.s.Count(i.Becomes(vinfo.NewFixed(i.Kind, word)))
}

// guard emits a check that the word of i, in a register, has the class or value key; miss is given how to jump if not.
func (c *compiler) guard(i *Info, class bool, key uint64, miss func(emit func(l x86.Label) x86.Site)) {
	a := c.a
	v := x86.Reg(i.Place.N())
	t := staging.Scratch // the state must not change: replays do not come this way
	if !class {
		a.MovRI(t, key)
		a.Cmp(v, t)
		miss(c.onlyIf(x86.NE))
		return
	}
	switch key {
	case staging.ClassInt:
		a.Mov(t, v)
		a.ShrI(t, 49)
		a.CmpI(t, 0x7FFF)
	case staging.ClassFloat: // 1 to 0x7FFE
		a.Mov(t, v)
		a.ShrI(t, 49)
		a.SubI(t, 1)
		a.CmpI(t, 0x7FFE)
		miss(c.onlyIf(x86.AE))
		return
	case staging.ClassBool:
		a.Mov(t, v)
		a.AluRI(x86.OR, x86.W64, t, 1)
		a.CmpI(t, int32(object.True))
	case staging.ClassNone:
		a.CmpI(v, int32(object.None))
	case staging.ClassOther: // no object, nor one of those above
		a.CmpI(v, 4095)
		miss(c.onlyIf(x86.A))
		a.CmpI(v, int32(object.None))
		miss(c.onlyIf(x86.E))
		a.Mov(t, v)
		a.AluRI(x86.OR, x86.W64, t, 1)
		a.CmpI(t, int32(object.True))
		miss(c.onlyIf(x86.E))
		return
	default:
		a.Lea(x86.W64, t, x86.Ptr(v, -4096))
		a.ShrI(t, 48)
		miss(c.onlyIf(x86.NE))
		a.AluMI(x86.CMP, x86.W32, x86.Ptr(v, 0), int32(key))
	}
	miss(c.onlyIf(x86.NE))
}

// loosen makes a compile-time value a run-time one, because only it keeps the state from matching (paper: psyco_unfix; arrow 4).
// Variables that happen to have one constant, as after a = b = 0, get values of their own.
func (c *compiler) loosen(i *Info) {
	s := c.s
	for n := slices.Index(s.Vars, i) + 1; n < s.Live(); n++ {
		if s.Vars[n] != i {
			continue
		}
		own := vinfo.NewKnown(i.Kind, i.Known.Value)
		if s.Home[n] == i {
			s.Home[n] = own
		}
		s.Vars[n] = own
		c.loosen(own)
	}
	word := i.Known.Value
	v := Value(word)
	switch {
	case i.Kind == vinfo.Float:
		s.Become(i, c.floatConst(word))
	case i.Kind == vinfo.Boxed && v.IsFloat():
		s.Become(i, staging.NewFloat(c.floatConst(word-1<<49)))
	case i.Kind == vinfo.Boxed && v.IsInt():
		x := s.NewReg(vinfo.Int)
		x.Flags |= vinfo.Small
		c.a.MovRI(x86.Reg(x.Place.N()), uint64(v.Int()))
		s.Become(i, staging.NewInt(x))
	default:
		x := s.NewReg(i.Kind)
		c.a.MovRI(x86.Reg(x.Place.N()), word)
		if i.Kind == vinfo.Int && object.FitsSmall(int64(word)) {
			x.Flags |= vinfo.Small
		}
		if i.Kind == vinfo.Boxed && v != object.Null {
			x.Flags |= vinfo.NotNull
			class := c.run.Read(func() uint64 { return staging.ClassOf(v) })
			c.e.keepShape(class)
			if c.e.changeable(class) { // it may be another when the code runs
				x.Hint = uint32(class)
			} else {
				x.SetItem(staging.ItemClass, staging.NewClass(class))
			}
		}
		s.Become(i, x)
	}
	i.By = c.e.by(dump.ByMerge, c.u, c.s.PC)
}

// floatConst loads a float into a register of its own.
func (c *compiler) floatConst(bits uint64) *Info {
	x := c.s.NewX()
	c.a.MovsdRM(x86.XReg(x.Place.N()), c.s.Literal(bits))
	return x
}

// forgetShapes forgets the classes that arbitrary code may have changed: an instance gets another shape with each new attribute, and
// by assignment to __class__. What they were is a hint (attr.go).
func (c *compiler) forgetShapes() {
	c.s.ForgetFields()
	c.s.Walk(func(i *Info) {
		if i.Time != vinfo.RunTime || i.Kind != vinfo.Boxed {
			return
		}
		switch class, ok := staging.Class(i); {
		case ok && c.e.changeable(class):
			i.Items = nil
			i.Not = 0
			i.Hint = uint32(class)
		case class == classFunction && len(i.Items) > itemCode: // its code may be assigned
			i.Items = i.Items[:itemCode]
		}
	})
}

// changeable reports whether an object of the class may become one of another: modules can, and what is of a class made by a program.
func (e *Engine) changeable(class uint64) bool {
	return class == classModule || class < staging.ClassInt && isHeap(e.shape(class).Type)
}

// keepShape is keep for the shape record with the number class, if there is one: no other shape is to get the number.
func (e *Engine) keepShape(class uint64) {
	if e.changeable(class) {
		e.keep(object.Of(e.shape(class)))
	}
}

// shape is the shape record with the number class.
func (e *Engine) shape(class uint64) *object.Shape { return object.ShapeAt(e.t, uint32(class)) }
