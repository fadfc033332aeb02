// Iteration by virtual iterators over ranges and sequences, and by quick helpers.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Rules of the compiler's virtual objects, each with its items after the class.
const (
	ruleRange     = staging.FirstRule + iota // start, stop, step: Ints
	ruleRangeIter                            // next, left, step: Ints
	ruleSeqIter                              // the sequence, the index: a value, an Int
	ruleEnumerate                            // an iterator, virtual or not, the count: an Int
	ruleZip                                  // iterators, virtual or not
	ruleMap                                  // what is called, iterators
	ruleMapping                              // the same, and the arguments that they have given for the call, from which they have not advanced
	ruleTuple                                // its items
	ruleList                                 // its items; never stays virtual
	ruleDict                                 // none: the dict is empty; never stays virtual
	ruleKeywords                             // none: a dict in which a call's keywords are gathered, and which has none yet
	ruleMethod                               // function, self
	ruleBuiltin                              // method descriptor, self
	ruleSlice                                // start, stop, step
	ruleArgs                                 // its items: a list in which a call's arguments are gathered, see spread.go
	ruleInstance                             // its class; fields are Null. This one and the next two are only for buildObject, never in a state
	ruleCell                                 // none: the cell is empty
	ruleFunction                             // its code, its globals
	ruleException                            // (the classes of these are forgotten when they are built) its type, its arguments
	ruleRaised                               // see exception.go
	ruleFrame                                // the frame of an inlined call: its code, its function, where it raised (an Int), its variables
	ruleHandled                              // an exception: telling the thread that it is handled gives the one that was handled before
	ruleLazy                                 // from here on, by operation: see lazyOps
)

var (
	classRange     = uint64(object.TRange.Shape())
	classRangeIter = uint64(object.TRangeIterator.Shape())
	classList      = uint64(object.TList.Shape())
	classTuple     = uint64(object.TTuple.Shape())
	classListIter  = uint64(object.TListIterator.Shape())
	classTupleIter = uint64(object.TTupleIterator.Shape())
	classEnumerate = uint64(object.TEnumerate.Shape())
	classZip       = uint64(object.TZip.Shape())
	classMap       = uint64(object.TMap.Shape())
	classASCIIIter = uint64(object.TStrASCIIIterator.Shape())
	classGenerator = uint64(object.TGenerator.Shape())
	classSetIter   = uint64(object.TSetIterator.Shape())
	classCell      = uint64(object.TCell.Shape())

	classDictKeyIter   = uint64(object.TDictKeyIterator.Shape())
	classDictValueIter = uint64(object.TDictValueIterator.Shape())
	classDictItemIter  = uint64(object.TDictItemIterator.Shape())
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

// iterSeqs maps the class of an iterator to the class of the sequence that it runs over, for sequences that have virtual iterators. seqIters is the
// inverse, with the iterator of a non-ASCII str.
var (
	iterSeqs = map[uint64]uint64{
		classListIter:                             classList,
		classTupleIter:                            classTuple,
		uint64(object.TStrIterator.Shape()):       classStr,
		classASCIIIter:                            classStr,
		uint64(object.TBytesIterator.Shape()):     classBytes,
		uint64(object.TByteArrayIterator.Shape()): classByteArray,
	}
	seqIters = map[uint64]uint64{}
)

func init() {
	for iter, seq := range iterSeqs {
		if iter != classASCIIIter {
			seqIters[seq] = iter
		}
	}
}

func (c *compiler) getIter() outcome {
	s := c.s
	v := s.Top(0)
	if isVirtualIter(v) {
		if c.isShared(v) {
			return c.helper()
		}
		return next
	}
	it, o := c.iterOf(v)
	if o == ended {
		return o
	}
	if it == nil {
		return c.iterPeek(v)
	}
	s.Pop(1)
	s.Push(it)
	return next
}

// peeked gives the classes of the iterators of classes that have no virtual ones.
var peeked = map[uint64]uint64{
	classDict:                          classDictKeyIter,
	uint64(object.TDictKeys.Shape()):   classDictKeyIter,
	uint64(object.TDictValues.Shape()): classDictValueIter,
	uint64(object.TDictItems.Shape()):  classDictItemIter,
	classSet:                           classSetIter,
	classFrozenSet:                     classSetIter,
}

// unlikeIterators reports whether the objects of a class have no quick helpers that give and step iterators: they are numbers, or a program defines it.
func (c *compiler) unlikeIterators(class uint64) bool {
	return class >= staging.ClassInt || isHeap(c.e.shape(class).Type)
}

// peekIter makes the iterator of v by a quick helper; nil: it was not made. class is 0 if it is not known; private: the iterator belongs to one loop.
func (c *compiler) peekIter(v *Info, class uint64, private bool) *Info {
	if c.quick(x86.FuncPC(object.IterPeek), v, vinfo.NewKnown(vinfo.Raw, b2u(private))) {
		return nil
	}
	it := c.result()
	if iter, ok := peeked[class]; ok {
		it.SetItem(staging.ItemClass, staging.NewClass(iter))
	}
	return it
}

// iterPeek is GET_ITER by a quick helper.
func (c *compiler) iterPeek(v *Info) outcome {
	s := c.s
	class, known, o := c.findClass(v)
	if o == ended {
		return o
	}
	if known && c.unlikeIterators(class) {
		return c.iterOfInstance(v)
	}
	private := c.u.in(int(c.in.next)).op != bc.CALL // a generator expression gets its iterator as an argument
	it := c.peekIter(v, class, private)
	if it == nil {
		return c.iterOfInstance(v)
	}
	s.Pop(1)
	s.Push(it)
	return next
}

// isVirtualIter reports whether v is a virtual iterator.
func isVirtualIter(v *Info) bool {
	if v.Time == vinfo.Virtual {
		switch v.Rule {
		case ruleRangeIter, ruleSeqIter, ruleEnumerate, ruleZip, ruleMap, ruleMapping:
			return true
		}
	}
	return false
}

// iterOf makes a virtual iterator of v; nil: there is none for v, or (ended) the class of v is being promoted.
func (c *compiler) iterOf(v *Info) (*Info, outcome) {
	if v.Time == vinfo.Virtual && v.Rule == ruleRange {
		return c.rangeIter(v), next
	}
	class, stop := classIn(v, iterables)
	if stop {
		return nil, c.promoteSwitch(v, iterables)
	}
	iter, ok := seqIters[class]
	if !ok || class == classStr && c.isWide(c.s.InReg(v)) {
		return nil, next
	}
	if class == classStr && !c.notASCII(c.s.InReg(v)) {
		iter = classASCIIIter
	}
	return virtual(ruleSeqIter, iter, v, intConst(0)), next
}

// isWide tests whether the characters of the str in r take more than a byte each.
func (c *compiler) isWide(r x86.Reg) bool {
	c.a.TestMI(x86.W8, x86.Ptr(r, headFlags), int32(object.StrKindMask))
	return c.when(stats.TypeMiss, c.onlyIf(x86.NE))
}

// notASCII tests whether the str in r is not ASCII: such a str has another type of iterator.
func (c *compiler) notASCII(r x86.Reg) bool {
	c.a.TestMI(x86.W8, x86.Ptr(r, headFlags), int32(object.StrASCII))
	return c.when(stats.TypeMiss, c.onlyIf(x86.E))
}

// rangeIter makes the iterator of a virtual range. The number of items is computed now. Nil: the helper must make the iterator.
func (c *compiler) rangeIter(v *Info) *Info {
	s, a := c.s, c.a
	start, stop, step := v.Items[1], v.Items[2], v.Items[3]
	if !isSmall(start) || !isSmall(stop) || !isSmall(step) || step.IsKnown() && !fits32(step) {
		return nil
	}
	var by int64 // 0: not known, but above 0
	if step.IsKnown() {
		by = int64(step.Known.Value)
		if start.IsKnown() && stop.IsKnown() {
			left := rangeLength(int64(start.Known.Value), int64(stop.Known.Value), by)
			return virtual(ruleRangeIter, classRangeIter, start, intConst(left), step)
		}
	} else if c.whenZero(stats.Unsupported, step, x86.LE) {
		return nil
	}
	from, to := start, stop
	if by < 0 {
		from, to = to, from
	}
	var left *Info
	var divisor x86.Reg
	if by == 1 || by == -1 {
		left = c.copyOf(to)
	} else {
		for _, r := range []x86.Reg{x86.RAX, x86.RDX} {
			s.Claim(vinfo.Reg(int(r)))
			s.Pin(r)
		}
		if by == 0 {
			divisor = s.InReg(step)
		} else {
			divisor = s.InReg(intConst(max(by, -by)))
		}
		s.Pin(divisor)
		a.Mov(x86.RAX, s.InReg(to))
		left = s.NewIn(vinfo.Int, vinfo.Reg(int(x86.RAX)))
	}
	r := x86.Reg(left.Place.N())
	if fits32(from) {
		a.SubI(r, int32(from.Known.Value))
	} else {
		s.Pin(r)
		fr := s.InReg(from)
		s.Unpin(r)
		a.Sub(r, fr)
	}
	// a negative count means 0
	if by == 1 || by == -1 {
		a.MovRI(staging.Scratch, 0)
		a.Test(r, r)
		a.Cmov(x86.S, x86.W64, r, staging.Scratch)
	} else { // (r - 1) / step + 1
		none, done := a.NewLabel(), a.NewLabel()
		a.SubI(r, 1)
		a.Jcc(x86.S, none)
		a.Zero(x86.RDX)
		a.Idiv(divisor)
		a.AddI(r, 1)
		a.Jmp(done)
		a.Bind(none)
		a.MovRI(r, 0)
		a.Bind(done)
		s.Unpin(divisor)
		s.Unpin(x86.RDX)
		s.Unpin(x86.RAX)
	}
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

// afterLoop is the index of the instruction after the loop: past END_FOR and POP_TOP, with the iterator popped.
func (c *compiler) afterLoop() int { return c.in.target() + 2 }

// leaveIf leaves the loop if k holds, with the iterator popped.
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
	shared := c.isShared(it)
	if isVirtualIter(it) && !shared {
		return c.nextOf(it)
	}
	if it.Time == vinfo.Virtual {
		s.Force(it)
	}
	class, stop := classIn(it, iterators)
	if stop {
		return c.promoteSwitch(it, iterators)
	}
	if class == classGenerator {
		return c.nextOfGenerator(it)
	}
	if _, ok := iterSeqs[class]; (ok || class == classRangeIter) && !shared {
		if !c.full() { // the general version would only force it again
			return c.takeIterator(it, class)
		}
	}
	return c.stepBy(it)
}

// stepBy is FOR_ITER by a quick helper: for iterators over dicts and sets, and for those of unknown classes.
func (c *compiler) stepBy(it *Info) outcome {
	s := c.s
	class, known, o := c.findClass(it)
	if o == ended {
		return o
	}
	if known && c.unlikeIterators(class) {
		return c.nextOfInstance(it)
	}
	step := c.stepFunc(it, class, known)
	if c.quick(step.f, step.args...) {
		c.a.CmpI(step.why, int32(object.StepEnd))
		if c.when(stats.QuickMiss, c.onlyIf(x86.NE)) {
			return c.nextOfInstance(it)
		}
		s.Pop(1)
		s.PC = c.afterLoop()
		return jumped
	}
	s.Push(c.stepped(step, class))
	return next
}

// quickStep is a quick helper that gives the next item of an iterator, or a pair in two registers.
type quickStep struct {
	f    uintptr
	args []*Info
	why  x86.Reg // says why there is no item
}

// stepFunc is the quick helper for an iterator, whose class may be known.
func (c *compiler) stepFunc(it *Info, class uint64, known bool) quickStep {
	step := quickStep{x86.FuncPC(object.NextPeek), []*Info{it}, x86.RBX}
	switch {
	case class == classDictKeyIter || class == classDictValueIter || class == classDictItemIter:
		step.f, step.why = x86.FuncPC(object.DictStep), x86.RCX
	case class == classSetIter:
		step.f = x86.FuncPC(object.SetStep)
	case known:
		step.args = append(step.args, vinfo.NewKnown(vinfo.Raw, object.StepDepth))
		if slots := &c.e.shape(class).Type.Slots; slots.StepPair != nil {
			step.f, step.why = x86.FuncPC(slots.StepPair), x86.RCX
		} else if slots.Step != nil {
			step.f = x86.FuncPC(slots.Step)
		}
	}
	return step
}

// stepped is the item that a quick step of an iterator of a class has given.
func (c *compiler) stepped(step quickStep, class uint64) *Info {
	item := c.result()
	if step.why != x86.RCX {
		return item
	}
	val := c.s.NewIn(vinfo.Boxed, vinfo.Reg(int(x86.RBX)))
	val.Flags |= vinfo.NotNull
	switch {
	case class == classDictKeyIter:
	case class == classDictValueIter:
		return val
	case class == classDictItemIter || !c.isNull(val): // an odict_iterator may give keys
		return virtual(ruleTuple, classTuple, item, val)
	}
	return item
}

// isNull tests whether there is no value in i's register.
func (c *compiler) isNull(i *Info) bool {
	r := x86.Reg(i.Place.N())
	c.a.Test(r, r)
	return c.when(stats.TypeMiss, c.onlyIf(x86.E))
}

// isShared reports whether a variable that may be read again has the iterator on top of the stack too: then it must advance for both.
func (c *compiler) isShared(it *Info) bool {
	s := c.s
	for n, v := range s.Vars[:s.Live()-1] {
		if v == it && !c.isDead(n, int(c.in.next)) {
			return true
		}
	}
	return c.loadsShared()
}

// loadsShared reports whether the iterator was loaded from a variable that may be read again: edited code may have no GET_ITER, and where a state comes
// from a frame nothing tells that two variables are the same.
func (c *compiler) loadsShared() bool {
	next := c.start
	for at := c.start - 1; at >= 0; at-- {
		in := c.u.in(at)
		if int(in.next) != next {
			continue
		}
		n := in.arg
		switch in.op {
		case bc.NOP:
			next = at
			continue
		case bc.LOAD_FAST, bc.LOAD_FAST_CHECK:
		case bc.LOAD_FAST_LOAD_FAST:
			n &= 15
		default:
			return false
		}
		return !c.isDead(c.local(uint32(n)), int(c.in.next))
	}
	return false
}

// full reports whether this instruction has all the versions that it may have.
func (c *compiler) full() bool {
	return c.run.Read(func() uint64 {
		return b2u(c.e.disp.Versions(dispatcher.Key{Unit: c.u, PC: c.start, Raw: c.s.RawInts}) >= c.u.mayHave(c.e.cfg.MaxVersions))
	}) != 0
}

// takeIterator makes a virtual iterator of one that tier 1 made for a for loop and to which nothing else refers.
func (c *compiler) takeIterator(it *Info, class uint64) outcome {
	s, a := c.s, c.a
	r := s.InReg(it)
	a.TestMI(x86.W8, x86.Ptr(r, headFlags), int32(object.IterPrivate))
	if c.when(stats.TypeMiss, c.onlyIf(x86.E)) {
		return c.stepBy(it)
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
		v.Items[2].Flags = 0
	} else {
		seq := load(vinfo.Boxed, seqSeq)
		of := iterSeqs[class]
		seq.SetItem(staging.ItemClass, staging.NewClass(of))
		sr := x86.Reg(seq.Place.N())
		a.Test(sr, sr)
		if c.when(stats.Unbound, c.onlyIf(x86.E)) { // the iterator is exhausted
			s.Unpin(r)
			return c.helper()
		}
		if of == classStr && c.isWide(sr) {
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

// nextOfRange counts down in place and tests the borrow if nothing else uses the old count; after the loop no one does.
func (c *compiler) nextOfRange(it *Info) outcome {
	s := c.s
	from, left, step := it.Items[1], it.Items[2], it.Items[3]
	inPlace := !left.IsKnown() && c.references(left) == 1 && c.references(it) == 1
	k := flags(x86.B)
	if inPlace {
		c.a.SubI(s.InReg(left), 1)
	} else {
		k = c.exhausted(it)
	}
	if o, done := c.leaveIf(k); done {
		return o
	}
	after := c.plus(from, step, 1)
	if inPlace {
		left = s.NewIn(vinfo.Int, left.Place)
	} else {
		left = c.oneLess(left)
	}
	s.Pop(1)
	s.Push(virtual(ruleRangeIter, classRangeIter, after, left, step))
	s.Push(staging.NewInt(from))
	return next
}

// exhausted is the condition that the iterator of a range or sequence is exhausted.
func (c *compiler) exhausted(it *Info) cond {
	s, a := c.s, c.a
	if it.Rule == ruleRangeIter {
		left := it.Items[2]
		if left.IsKnown() {
			return isTrue(left.Known.Value == 0)
		}
		r := s.InReg(left)
		a.Test(r, r)
		return flags(x86.E)
	}
	sr := s.InReg(it.Items[1])
	s.Pin(sr)
	ir := s.InReg(it.Items[2])
	s.Unpin(sr)
	a.AluRM(x86.CMP, x86.W64, ir, x86.Ptr(sr, sequences[seqOf(it)]))
	return flags(x86.GE)
}

// seqOf is the class of the sequence that a virtual sequence iterator runs over.
func seqOf(it *Info) uint64 { return iterSeqs[it.Items[staging.ItemClass].Known.Value] }

// oneLess is left - 1. A range can have more items left than a small int can hold.
func (c *compiler) oneLess(left *Info) *Info {
	n := c.plus(left, intConst(1), -1)
	n.Flags &^= vinfo.Small
	return n
}

// plus is x + sign*y, which cannot overflow: both fit small ints. The result fits a small int too, unless it lies past the end of a range, where no
// one reads it.
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
