// -X psy.check: at the entry of every buffer the compiler's beliefs are compared with the live values, each replay is compared with the first run, and
// after each instruction every value has to own its place.

package pycompiler

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/respawn"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

// check emits a call of checkEntry for the current state. The call keeps all registers and the flags. settled is false in the middle of an
// instruction, where code that changed the shapes of instances may have run; the instruction forgets those shapes before it ends.
//
//	push number; call thunk; lea rsp, [rsp+8]
func (c *compiler) check(settled bool) {
	if !c.e.cfg.Check || c.run.Replaying() {
		return
	}
	e := c.e
	e.believed++
	e.beliefs[e.believed] = belief{c.s.Freeze(), settled}
	c.beliefs = append(c.beliefs, e.believed)
	c.a.PushI(int32(e.believed))
	c.a.CallTo(e.thunks.check)
	c.a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, 8))
}

// checkOwners looks for a value that an instruction has lost: one that was used again after registers were saved without it.
func (c *compiler) checkOwners() {
	if !c.e.cfg.Check {
		return
	}
	if i := c.s.Lost(); i != nil {
		panic(fmt.Sprintf("BUG: pycompiler: %s at %d: after %s %s is lost in %v", c.u, c.s.PC, bc.Name(c.in.op), i.Place, c.s))
	}
}

// belief is a state that code checks.
type belief struct {
	sn      *staging.Snapshot
	settled bool
}

// checked is what a record has for checks.
type checked struct {
	beliefs  []uint32            // the numbers of the code's beliefs
	expected []*staging.Snapshot // the states in which conditions were asked, for each stub
}

func (c *compiler) checked() *checked {
	x := &checked{beliefs: c.beliefs}
	for k := range c.pending {
		x.expected = append(x.expected, c.pending[k].expect)
	}
	return x
}

// dropChecks forgets what a buffer that is freed believed.
func (e *Engine) dropChecks(rec *record) {
	if rec.checked != nil {
		for _, id := range rec.checked.beliefs {
			delete(e.beliefs, id)
		}
	}
}

// checkedAt is the size of what lies between the saved registers and the spill words in checkEntry: the flags, the return address, the
// belief's number.
const checkedAt = 3 * 8

// leavesFrame are the instructions that end or suspend an activation.
var leavesFrame = map[uint8]bool{bc.RETURN_VALUE: true, bc.RETURN_CONST: true, bc.RETURN_GENERATOR: true, bc.YIELD_VALUE: true}

func checkEntry(ctx *staging.Native, id uint32, regs *savedRegs) {
	e := engineOf(ctx)
	if e.t.Breaker.Load()&object.BreakLocals != 0 { // variables were changed from outside; the next poll leaves the code
		return
	}
	told := e.beliefs[id]
	u, s := told.sn.Unit.(*Unit), told.sn.Thaw(&e.shared)
	live := observe.Live{General: &regs.general, XMM: &regs.xmm, Spills: unsafe.Add(unsafe.Pointer(regs), int(savedBytes)+checkedAt),
		Frame: (*object.Frame)(Value(regs.general[staging.FrameReg]).Ptr())}
	wrong := wrongFrame(u, s, live)
	if wrong == "" {
		wrong = e.observer.Wrong(s, live, told.settled)
	}
	if wrong != "" {
		panic(fmt.Sprintf("BUG: check: %s, offset %d: %s\nbelieved:\n  %s", u, 2*told.sn.PC, wrong, strings.Join(e.observer.Describe(u, s), "\n  ")))
	}
}

// wrongFrame describes what is wrong with the frame in which code for a state runs; "" if nothing is.
func wrongFrame(u *Unit, s *State, live observe.Live) string {
	depth := u.code.StackSize
	u = u.root()
	fr := live.General[staging.FrameReg]
	switch saved := *(*uint64)(unsafe.Add(live.Spills, 8*staging.NSpills)); {
	case saved != fr:
		return fmt.Sprintf("the frame register has %#x, the native frame %#x", fr, saved)
	case live.Frame.Code != u.code:
		return "the frame is that of " + object.GoString(live.Frame.Code.QualName)
	case live.Frame.Globals != u.globals || live.Frame.Builtins != u.builtins:
		return "the frame has other globals or builtins"
	case s.Depth > int(depth):
		return "the stack is too deep"
	}
	return ""
}

// rehearse replays to st at once, by the same steps as a respawn, and discards the code.
func (e *Engine) rehearse(st *stub) {
	c := e.newCompiler(st.sn, 0)
	c.run, c.stages, c.rehearsed, c.expect = respawn.Start(st.path), e.counts.Stages, true, st.expect
	defer func() {
		if why := recover(); why != (arrived{}) {
			panic(why)
		}
	}()
	c.loop()
}

// arrived ends a rehearsal.
type arrived struct{}

// arrivedAt compares the state at the end of a replay with the state in which the condition was asked.
func (c *compiler) arrivedAt(expect *staging.Snapshot) {
	if now := c.s.Freeze(); !staging.Equal(expect, now) {
		panic(fmt.Sprintf("BUG: check: a replay of %s, offset %d, ends in another state:\n  %s\nnot\n  %s", c.u, 2*c.start,
			strings.Join(c.e.observer.Describe(c.u, now.Thaw(&c.e.shared)), "\n  "), strings.Join(c.e.observer.Describe(c.u, expect.Thaw(&c.e.shared)), "\n  ")))
	}
	if c.rehearsed {
		panic(arrived{})
	}
}
