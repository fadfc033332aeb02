// The compiler's side of promotion: the fixed switches, and what is compiled once a class or value is known. Package promotion has the rest.

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
		uint64(object.TStrASCIIIterator.Shape()), uint64(object.TStrIterator.Shape()), uint64(object.TBytesIterator.Shape()), uint64(object.TByteArrayIterator.Shape()), uint64(object.TGenerator.Shape()))
)

var classModule = uint64(object.TModule.Shape())

// classIn gives the class of i if it is known. If it is not, and i may be of one of w's classes, stop is true: the caller must return
// promoteSwitch(i, w).
func classIn(i *Info, w *promotion.Switch) (class uint64, stop bool) { return w.ClassIn(i) }

// promoter is the view of a compiler that package promotion has.
type promoter struct{ c *compiler }

func (p promoter) State() *State               { return p.c.s }
func (p promoter) Read(f func() uint64) uint64 { return p.c.run.Read(f) }
func (p promoter) When(cond x86.Cond) bool     { return p.c.when(stats.TypeMiss, p.c.onlyIf(cond)) }
func (p promoter) Known(i *Info, class uint64) { p.c.e.setClass(i, class) }

func (p promoter) Stub(sn *staging.Snapshot, w promotion.Awaited, jump func(l x86.Label) x86.Site) {
	kind := siteStub
	if w.Switch != nil {
		kind = switchStub
	}
	p.c.addStub(stub{kind: kind, reason: stats.TypeMiss, sn: sn, Awaited: w}, jump)
}

// promoteSwitch ends the buffer with a switch over the class of i, or restarts the instruction (c.anew).
func (c *compiler) promoteSwitch(i *Info, w *promotion.Switch) outcome {
	c.s.PC = c.start
	w.Finish(promoter{c}, i, &c.u.seen, promotion.Operand{PC: c.start, Switch: w.ID, Item: c.operand(i)}, &c.anew)
	return ended
}

// operand is the index of i among the stack items, counted from the top; -1: i is not on the stack.
func (c *compiler) operand(i *Info) int {
	for n := range c.s.Depth {
		if c.s.Top(n) == i {
			return n
		}
	}
	return -1
}

// tell records in i the class that a switch has found; v is the value of i.
func (e *Engine) tell(st *stub, i *Info, v Value) {
	class := st.Switch.Values[st.Case]
	hints := uint16(0)
	if class == classBig {
		hints = sizeHint(v)
	}
	e.setClass(i, class)
	i.Not |= hints
	st.sn.Unit.(*Unit).seen.Saw(promotion.Operand{PC: st.sn.PC, Switch: st.Switch.ID, Item: int(st.Item)}, class, hints)
}

// promoteClass ends the buffer at a promotion of the class of i, whichever it is; promoteValue at one of the value of i.
func (c *compiler) promoteClass(i *Info) outcome {
	return c.promoteAny(i, &promotion.Site{Class: true})
}

func (c *compiler) promoteValue(i *Info) outcome { return c.promoteAny(i, &promotion.Site{Cold: true}) }

func (c *compiler) promoteAny(i *Info, st *promotion.Site) outcome {
	c.s.PC = c.start
	st.Finish(promoter{c}, i)
	return ended
}

// promoteHere is called for a class or value for which the site has no code. The new code guards on that class or value: see promotion.Site.Guard.
func (e *Engine) promoteHere(st *stub, regs *savedRegs) (b target, link bool) {
	c := e.newCompiler(st.sn, codebuf.Normal)
	defer c.release()
	site := st.Site
	i := promotion.Nth(c.s, int(st.Info))
	at := *i
	word := e.liveValue(i, regs)
	key := word
	if site.Class {
		key = staging.ClassOf(Value(word))
	}
	verdict := site.Judge(key)
	kind := i.Kind
	tell := func(b *codebuf.Buffer, given bool) {
		if w := e.watcher; w != nil {
			w.Tell(observe.Promoted{Place: st.place(), Key: site, Class: site.Class, Kind: kind, Word: key, Buffer: b, Given: given})
		}
	}
	if verdict == promotion.Promote {
		if site.Class {
			e.setClass(i, key)
		} else {
			c.fix(i, word)
		}
		e.counts.Promotions[stats.PromoteValue][stats.TypeMiss]++
		e.learned(st, i)
		c.s.Begun = true
		g := e.newCompiler(c.s.Freeze(), codebuf.Normal)
		g.of = st.of
		site.Guard(g.a, &at, key, func(jump func(l x86.Label) x86.Site) {
			promoter{g}.Stub(st.sn, st.Awaited, jump)
		})
		b = e.finish(g, false)
		tell(b.buffer, false)
		return b, true
	}
	if link = verdict == promotion.Give; link {
		e.counts.Promotions[stats.PromoteMegamorphic][st.reason]++
	}
	tell(nil, link)
	b, ok := site.Any.(target)
	if !ok || b.buffer.Dead() {
		b = e.promoted(st, func(c *compiler) { promotion.Nth(c.s, int(st.Info)).Not |= promotion.NotPromoted })
		site.Any = b
	}
	if w := e.watcher; w != nil {
		w.Tell(observe.Any{Key: site, Buffer: b.buffer})
	}
	return b, link
}

// fix makes i, in a register, a fixed compile-time value.
func (c *compiler) fix(i *Info, word uint64) {
	if i.Kind == vinfo.Boxed {
		c.e.keep(Value(word))
	}
	c.s.Count(i.Becomes(vinfo.NewFixed(i.Kind, word)))
}

// loosen makes a compile-time value a run-time one, because it alone keeps the state from matching (paper: psyco_unfix; arrow 4). Variables that
// share one constant by accident, as after a = b = 0, become separate values.
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
			if c.e.changeable(class) { // the class may differ when the code runs
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

// forgetShapes forgets the classes that arbitrary code may have changed: an instance gets another shape with each new attribute, and by assignment
// to __class__. The old class becomes a hint (attr.go).
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
		case class == classFunction && len(i.Items) > itemCode: // the function's code may have been assigned
			i.Items = i.Items[:itemCode]
		}
	})
}

// changeable reports whether an object of the class may change to another class: modules may, and so may instances of a program's classes.
func (e *Engine) changeable(class uint64) bool {
	return class == classModule || class < staging.ClassInt && isHeap(e.shape(class).Type)
}

// keepShape is keep for the shape record with the number class, if that record can be freed: no other shape may get its number.
func (e *Engine) keepShape(class uint64) {
	if e.changeable(class) {
		e.keep(object.Of(e.shape(class)))
	}
}

// shape is the shape record with the number class.
func (e *Engine) shape(class uint64) *object.Shape { return object.ShapeAt(e.t, uint32(class)) }
