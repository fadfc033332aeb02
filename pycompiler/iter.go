// Iteration: ranges, lists and tuples, by virtual iterators.
package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/object"
	bc "github.com/psyco-go/psy/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/stats"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

func init() {
	metas[bc.GET_ITER] = (*compiler).getIter
	metas[bc.FOR_ITER] = (*compiler).forIter
}

// Rules of the compiler's virtual objects; their items behind the class.
const (
	ruleRange     = staging.FirstRule + iota // start, stop, step: Ints
	ruleRangeIter                            // next, left, step: Ints
	ruleSeqIter                              // the list or tuple, the index: a value, an Int
	ruleTuple                                // its items
	ruleList                                 // its items; never stays virtual
	ruleMethod                               // function, self
	ruleSlice                                // start, stop, step
	ruleInstance                             // its class; fields are Null. Never in a state: for buildObject alone
)

var (
	classRange     = uint64(object.TRange.Shape())
	classRangeIter = uint64(object.TRangeIterator.Shape())
	classList      = uint64(object.TList.Shape())
	classTuple     = uint64(object.TTuple.Shape())
	classListIter  = uint64(object.TListIterator.Shape())
	classTupleIter = uint64(object.TTupleIterator.Shape())
	classGenerator = uint64(object.TGenerator.Shape())
)

const (
	listSize   = int32(unsafe.Offsetof(object.List{}.Size))
	listItems  = int32(unsafe.Offsetof(object.List{}.Items))
	listCap    = int32(unsafe.Offsetof(object.List{}.Cap))
	valuesAt   = int32(object.ValuesItems)
	tupleSize  = int32(unsafe.Offsetof(object.Tuple{}.Size))
	tupleItems = int32(object.TupleItems)

	rangeNext = int32(unsafe.Offsetof(object.RangeIterator{}.Next))
	rangeStep = int32(unsafe.Offsetof(object.RangeIterator{}.Step))
	rangeLeft = int32(unsafe.Offsetof(object.RangeIterator{}.Left))
	seqSeq    = int32(unsafe.Offsetof(object.SeqIterator{}.Seq))
	seqIndex  = int32(unsafe.Offsetof(object.SeqIterator{}.Index))
	headFlags = int32(unsafe.Offsetof(object.RangeIterator{}.Meta))
)

// intConst is an Int known while compiling.
func intConst(n int64) *Info { return vinfo.NewKnown(vinfo.Int, uint64(n)) }

func virtual(rule vinfo.Rule, class uint64, items ...*Info) *Info {
	return vinfo.NewVirtual(rule, append([]*Info{staging.NewClass(class)}, items...)...)
}

func (c *compiler) getIter() outcome {
	s := c.s
	v := s.Top(0)
	if v.Time == vinfo.Virtual && v.Rule == ruleRange {
		it := c.rangeIter(v)
		if it == nil {
			return c.helper()
		}
		s.Pop(1)
		s.Push(it)
		return next
	}
	class, stop := classIn(v, iterables)
	if stop {
		return c.promoteSwitch(v, iterables)
	}
	switch class {
	case classList, classTuple:
		iter := classListIter
		if class == classTuple {
			iter = classTupleIter
		}
		s.Pop(1)
		s.Push(virtual(ruleSeqIter, iter, v, intConst(0)))
		return next
	}
	return c.helper()
}

// rangeIter makes the iterator of a virtual range: how many numbers are left is computed now. Nil: the step is not known.
func (c *compiler) rangeIter(v *Info) *Info {
	s, a := c.s, c.a
	start, stop, step := v.Items[1], v.Items[2], v.Items[3]
	if !fits32(step) || step.Known.Value == 0 {
		return nil
	}
	n := int64(step.Known.Value)
	if start.IsKnown() && stop.IsKnown() {
		return virtual(ruleRangeIter, classRangeIter, start, intConst(rangeLength(int64(start.Known.Value), int64(stop.Known.Value), n)), step)
	}
	if n != 1 && n != -1 || !isSmall(start) || !isSmall(stop) {
		return nil
	}
	from, to := start, stop
	if n < 0 {
		from, to = to, from
	}
	tr := s.InReg(to)
	s.Pin(tr)
	left := s.NewReg(vinfo.Int)
	s.Unpin(tr)
	left.Flags |= vinfo.Small
	r := x86.Reg(left.Place.N())
	a.Mov(r, tr)
	if fits32(from) {
		a.SubI(r, int32(from.Known.Value))
	} else {
		s.Pin(r)
		fr := s.InReg(from)
		s.Unpin(r)
		a.Sub(r, fr)
	}
	// less than nothing is nothing
	a.MovRI(staging.Scratch, 0)
	a.Test(r, r)
	a.Cmov(x86.S, x86.W64, r, staging.Scratch)
	return virtual(ruleRangeIter, classRangeIter, start, left, step)
}

func rangeLength(start, stop, step int64) int64 {
	if step < 0 {
		start, stop, step = stop, start, -step
	}
	if start >= stop {
		return 0
	}
	return (stop-start-1)/step + 1
}

// iterate is what FOR_ITER does with an item.
func (c *compiler) iterate(item *Info) outcome {
	c.s.Push(item)
	return next
}

// afterLoop is where the loop goes on: behind the END_FOR and POP_TOP, the iterator gone.
func (c *compiler) afterLoop() int { return c.u.target(c.start) + 2 }

// leaveIf ends the loop if k holds: the iterator is popped.
func (c *compiler) leaveIf(k cond) (outcome, bool) {
	s := c.s
	it := s.Top(0)
	if k.known {
		if k.value {
			s.Pop(1)
			s.PC = c.afterLoop()
			return jumped, true
		}
		return next, false
	}
	s.Pop(1)
	c.pause(c.afterLoop(), c.jumpIf(k))
	s.Push(it)
	return next, false
}

func (c *compiler) forIter() outcome {
	s := c.s
	it := s.Top(0)
	if it.Time == vinfo.Virtual {
		switch it.Rule {
		case ruleRangeIter:
			return c.nextOfRange(it)
		case ruleSeqIter:
			return c.nextOfSeq(it)
		}
		s.Force(it)
	}
	class, stop := classIn(it, iterators)
	if stop {
		return c.promoteSwitch(it, iterators)
	}
	switch class {
	case classGenerator:
		return c.nextOfGenerator(it)
	case classRangeIter, classListIter, classTupleIter:
		if !c.full() { // the general version would build it again
			return c.takeIterator(it, class)
		}
	}
	return c.helper()
}

// full reports whether there may be no more versions for this instruction.
func (c *compiler) full() bool {
	return c.run.Read(func() uint64 {
		return b2u(c.e.disp.Versions(dispatcher.Key{Unit: c.u, PC: c.start}) >= int(c.e.cfg.MaxVersions))
	}) != 0
}

// takeIterator makes a virtual iterator of one that tier 1 made for a for loop, and which nothing else knows.
func (c *compiler) takeIterator(it *Info, class uint64) outcome {
	s, a := c.s, c.a
	r := s.InReg(it)
	a.TestMI(x86.W8, x86.Ptr(r, headFlags), int32(object.IterPrivate))
	if c.when(stats.TypeMiss, c.onlyIf(x86.E)) {
		return c.helper()
	}
	s.Pin(r)
	load := func(kind vinfo.Kind, at int32) *Info {
		x := s.NewReg(kind)
		a.Load(x86.Reg(x.Place.N()), x86.Ptr(r, at))
		if kind == vinfo.Int {
			x.Flags |= vinfo.Small
		}
		return x
	}
	var v *Info
	if class == classRangeIter {
		v = virtual(ruleRangeIter, class, load(vinfo.Int, rangeNext), load(vinfo.Int, rangeLeft), load(vinfo.Int, rangeStep))
	} else {
		seq := load(vinfo.Boxed, seqSeq)
		of := classList
		if class == classTupleIter {
			of = classTuple
		}
		seq.SetItem(staging.ItemClass, staging.NewClass(of))
		sr := x86.Reg(seq.Place.N())
		a.Test(sr, sr)
		if c.when(stats.Unbound, c.onlyIf(x86.E)) { // it is exhausted
			s.Unpin(r)
			return c.helper()
		}
		seq.Flags |= vinfo.NotNull
		v = virtual(ruleSeqIter, class, seq, load(vinfo.Int, seqIndex))
	}
	s.Unpin(r)
	s.Pop(1)
	s.Push(v)
	return c.forIter()
}

func (c *compiler) nextOfRange(it *Info) outcome {
	s, a := c.s, c.a
	from, left, step := it.Items[1], it.Items[2], it.Items[3]
	var k cond
	if left.IsKnown() {
		k = isTrue(left.Known.Value == 0)
	} else {
		r := s.InReg(left)
		a.Test(r, r)
		k = flags(x86.E)
	}
	if o, done := c.leaveIf(k); done {
		return o
	}
	after := &Info{Time: vinfo.Virtual, Place: vinfo.NoPlace, Rule: it.Rule}
	after.Items = []*Info{it.Items[0], c.plus(from, step, 1), c.plus(left, intConst(1), -1), step}
	s.Pop(1)
	s.Push(after)
	return c.iterate(staging.NewInt(from))
}

// plus is x + sign*y, which cannot overflow; both fit small ints, and so does the result.
func (c *compiler) plus(x, y *Info, sign int64) *Info {
	s, a := c.s, c.a
	if x.IsKnown() && y.IsKnown() {
		return intConst(int64(x.Known.Value) + sign*int64(y.Known.Value))
	}
	xr := s.InReg(x)
	s.Pin(xr)
	var yr x86.Reg
	if !y.IsKnown() {
		yr = s.InReg(y)
		s.Pin(yr)
	}
	r := s.NewReg(vinfo.Int)
	s.Unpin(xr)
	rr := x86.Reg(r.Place.N())
	if y.IsKnown() {
		a.Lea(x86.W64, rr, x86.Ptr(xr, int32(sign*int64(y.Known.Value))))
	} else {
		s.Unpin(yr)
		a.Lea(x86.W64, rr, x86.Idx(xr, yr, 1, 0))
	}
	r.Flags |= vinfo.Small
	return r
}

func (c *compiler) nextOfSeq(it *Info) outcome {
	s, a := c.s, c.a
	seq, index := it.Items[1], it.Items[2]
	class := it.Items[0].Known.Value
	sr := s.InReg(seq)
	s.Pin(sr)
	ir := s.InReg(index)
	s.Pin(ir)
	size := listSize
	if class == classTupleIter {
		size = tupleSize
	}
	a.AluRM(x86.CMP, x86.W64, ir, x86.Ptr(sr, size))
	s.Unpin(ir)
	s.Unpin(sr)
	if o, done := c.leaveIf(flags(x86.GE)); done {
		return o
	}
	s.Pin(sr)
	ir = s.InReg(index)
	s.Pin(ir)
	v := s.NewReg(vinfo.Boxed)
	v.Flags |= vinfo.NotNull
	vr := x86.Reg(v.Place.N())
	if class == classListIter {
		a.Load(vr, x86.Ptr(sr, listItems))
		a.Load(vr, x86.Idx(vr, ir, 8, valuesAt))
	} else {
		a.Load(vr, x86.Idx(sr, ir, 8, tupleItems))
	}
	s.Unpin(sr)
	s.Unpin(ir)
	after := &Info{Time: vinfo.Virtual, Place: vinfo.NoPlace, Rule: it.Rule}
	after.Items = []*Info{it.Items[0], seq, c.plus(index, intConst(1), 1)}
	s.Pop(1)
	s.Push(after)
	return c.iterate(v)
}
