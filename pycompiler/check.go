// -X psy.check: at the entry of every buffer what the compiler believes is compared with the live values, and replays with the first run.

package pycompiler

import (
	"fmt"
	"math"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/respawn"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// check emits a call of checkEntry for the state as it is now. It keeps all registers, and the flags. Not settled: in the midst of an
// instruction, where code may have run that changed the shapes of instances; they are forgotten in time.
//
//	push number; call thunk; lea rsp, [rsp+8]
func (c *compiler) check(settled bool) {
	if !c.e.cfg.Check || c.run.Replaying() {
		return
	}
	st := &stub{kind: checkStub, sn: c.s.Freeze()}
	if settled {
		st.which = 1
	}
	c.e.addStub(st)
	c.checks = append(c.checks, st)
	c.a.PushI(int32(st.id))
	c.a.CallTo(c.e.thunks.check)
	c.a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, 8))
}

// checkedAt is what lies between the saved registers and the spill words in checkEntry: the flags, the return address, the number.
const checkedAt = 3 * 8

// leavesFrame are the instructions that end or suspend an activation.
var leavesFrame = map[uint8]bool{bc.RETURN_VALUE: true, bc.RETURN_CONST: true, bc.RETURN_GENERATOR: true, bc.YIELD_VALUE: true}

func checkEntry(ctx *staging.Native, id uint32, regs *savedRegs) {
	e := engineOf(ctx)
	if e.t.Breaker.Load()&object.BreakLocals != 0 { // variables were changed from outside; the next poll leaves the code
		return
	}
	st := e.stubs[id]
	sn := st.sn
	u := sn.Unit.(*Unit)
	k := &checker{e: e, s: sn.Thaw(&e.shared), regs: regs, spills: unsafe.Add(unsafe.Pointer(regs), int(savedBytes)+checkedAt), seen: map[*Info]bool{},
		settled: st.which != 0}
	if wrong := k.all(u); wrong != "" {
		panic(fmt.Sprintf("BUG: check: %s, offset %d: %s\nbelieved:\n  %s", u, 2*sn.PC, wrong, strings.Join(e.describe(u, k.s), "\n  ")))
	}
}

// checker compares a state with what is in registers and memory. Its methods say what is wrong, or "".
type checker struct {
	e       *Engine
	s       *State
	regs    *savedRegs
	spills  unsafe.Pointer
	frame   *object.Frame
	seen    map[*Info]bool
	settled bool
}

func (k *checker) all(u *Unit) string {
	k.frame = (*object.Frame)(Value(k.regs.general[staging.FrameReg]).Ptr())
	depth := u.code.StackSize
	u = u.root()
	switch saved := *(*uint64)(unsafe.Add(k.spills, 8*staging.NSpills)); {
	case saved != k.regs.general[staging.FrameReg]:
		return fmt.Sprintf("the frame register has %#x, the native frame %#x", k.regs.general[staging.FrameReg], saved)
	case k.frame.Code != u.code:
		return "the frame is that of " + object.GoString(k.frame.Code.QualName)
	case k.frame.Globals != u.globals || k.frame.Builtins != u.builtins:
		return "the frame has other globals or builtins"
	case k.s.Depth > int(depth):
		return "the stack is too deep"
	}
	for n, i := range k.s.Vars[:k.s.Live()] {
		if i == nil {
			continue
		}
		wrong := k.info(i)
		if wrong == "" && k.s.InSync(n) && !k.same(i, Value(k.slot(n))) {
			wrong = fmt.Sprintf("its home has %s", k.show(Value(k.slot(n))))
		}
		if wrong != "" {
			return fmt.Sprintf("variable %d: %s", n, wrong)
		}
	}
	return ""
}

func (k *checker) slot(n int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(k.frame), object.FrameHeader+uintptr(n)*8))
}

// word is the live word of a run-time or compile-time i.
func (k *checker) word(i *Info) uint64 {
	p := i.Place
	switch {
	case i.Time == vinfo.CompileTime:
		return i.Known.Value
	case p.IsReg():
		return k.regs.general[p.N()]
	case p.IsXReg():
		return math.Float64bits(k.regs.xmm[p.N()])
	case p.IsSlot():
		return k.slot(p.N())
	}
	return *(*uint64)(unsafe.Add(k.spills, 8*p.N()))
}

// info checks what is believed of i and its items.
func (k *checker) info(i *Info) string {
	if i == nil || k.seen[i] {
		return ""
	}
	k.seen[i] = true
	if i.Time == vinfo.RunTime {
		w := k.word(i)
		v := Value(w)
		switch {
		case i.Kind == vinfo.Int && i.Flags&vinfo.Small != 0 && !object.FitsSmall(int64(w)):
			return fmt.Sprintf("%s: %d is no small int", i, int64(w))
		case i.Kind == vinfo.Int && i.Flags&vinfo.Positive != 0 && int64(w) < 0:
			return fmt.Sprintf("%s: %d is negative", i, int64(w))
		case i.Kind != vinfo.Boxed:
			return ""
		case i.Flags&vinfo.NotNull != 0 && v == object.Null:
			return fmt.Sprintf("%s is Null", i)
		case v.IsPtr() && !k.e.rt.Heap.Contains(w):
			return fmt.Sprintf("%s: %#x is no object", i, w)
		}
		class := staging.ClassOf(v)
		if believed, ok := staging.Class(i); ok && believed != class && (k.settled || !k.e.changeable(believed)) {
			return fmt.Sprintf("%s is %s", i, k.show(v))
		}
		for _, sw := range promotion.Switches() {
			if i.Not&(1<<sw.ID) != 0 && sw.Case(class) >= 0 {
				return fmt.Sprintf("%s, believed to be no case of switch %d, is %s", i, sw.ID, k.show(v))
			}
		}
		if x := i.Item(staging.ItemValue); x != nil && !k.number(class, x, v) {
			return fmt.Sprintf("%s is %s, unboxed %#x", i, k.show(v), k.word(x))
		}
		if x := i.Item(itemInt); class == classBig && x != nil && !k.number(staging.ClassInt, x, v) {
			return fmt.Sprintf("%s is %s, unboxed %d", i, k.show(v), int64(k.word(x)))
		}
	}
	if i.Time == vinfo.Virtual && i.Rule == ruleRangeIter && k.word(i.Items[2]) == 0 {
		k.seen[i.Items[1]] = true // what would follow the last number need not be small
	}
	for n, x := range i.Items {
		if wrong := k.info(x); wrong != "" {
			return wrong
		}
		if class, _ := staging.Class(i); n < staging.ItemField || x == nil || i.Time != vinfo.RunTime || class == classFunction {
			continue
		}
		if v := *object.Slot(Value(k.word(i)), n-staging.ItemField); !k.same(x, v) {
			return fmt.Sprintf("%s: word %d of it is %s", i, n-staging.ItemField, k.show(v))
		}
	}
	return ""
}

// same reports whether v is what i stands for.
func (k *checker) same(i *Info, v Value) bool {
	switch {
	case i.Time != vinfo.Virtual:
		return Value(k.word(i)) == v
	case i.Rule < staging.FirstRule:
		class, _ := staging.Class(i)
		return k.number(class, i.Items[staging.ItemValue], v)
	}
	class, _ := staging.Class(i)
	return staging.ClassOf(v) == class // one that was built
}

// number reports whether the unboxed x, of a number or bool, is that of v.
func (k *checker) number(class uint64, x *Info, v Value) bool {
	w := k.word(x)
	switch class {
	case staging.ClassInt:
		n, ok := object.Int64(v)
		return ok && n == int64(w) && !v.IsBool()
	case staging.ClassLong, classBig:
		n, ok := object.Uint64(v)
		return ok && n == w && !v.IsBool()
	case staging.ClassBool:
		return v.IsBool() && w == uint64(v&1)
	case staging.ClassFloat:
		f := math.Float64frombits(w)
		return v.IsFloat() && (v.Float() == f || v.Float() != v.Float() && f != f)
	}
	return true
}

// show names a value without running any of its code.
func (k *checker) show(v Value) string {
	switch {
	case v.IsInt():
		return fmt.Sprint(v.Int())
	case v.IsFloat():
		return fmt.Sprint(v.Float())
	case v.IsPtr():
		return fmt.Sprintf("%s at %#x", object.GoString(object.TypeOf(k.e.t, v).Name), uint64(v))
	}
	return fmt.Sprintf("constant %d", uint64(v))
}

// rehearse replays to st at once, in the order that a respawn would, and throws the code away.
func (e *Engine) rehearse(st *stub) {
	c := e.newCompiler(st.sn, 0)
	c.run, c.stages, c.rehearsed, c.expect = respawn.Start(st.path), e.counts.Stages, st, st.expect
	defer func() {
		if why := recover(); why != st {
			panic(why)
		}
	}()
	c.loop()
}

// arrivedAt compares the state where a replay ends with the one that the condition was asked in.
func (c *compiler) arrivedAt(expect *staging.Snapshot) {
	if now := c.s.Freeze(); !staging.Equal(expect, now) {
		panic(fmt.Sprintf("BUG: check: a replay of %s, offset %d, ends in another state:\n  %s\nnot\n  %s", c.u, 2*c.start,
			strings.Join(c.e.describe(c.u, now.Thaw(&c.e.shared)), "\n  "), strings.Join(c.e.describe(c.u, expect.Thaw(&c.e.shared)), "\n  ")))
	}
	if c.rehearsed != nil {
		panic(c.rehearsed)
	}
}
