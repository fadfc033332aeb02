// Stubs: the places in buffers where the following code is not compiled yet.
//
//	buffer                               thunk (thunks.go)          Go
//	  ...
//	  jcc  field ---------.
//	  ...                  |
//	  call thunk  <--------'  -------->   save all registers  -->   stubReached(return address): compiles the sequel,
//	                                      restore            <--    links the field to it
//	                                      jmp sequel

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/respawn"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

type stubKind uint8

const (
	pauseStub   stubKind = iota // compile from the snapshot on
	callStub                    // like pause, at the entry of a function: the jump is a call, and the stub makes the native frame
	respawnStub                 // replay from the snapshot along the path
	switchStub                  // like pause, with the info's class known (or known to be no case of the switch)
	siteStub                    // promote the info's class or value
)

var stubEvents = [...]string{respawnStub: "respawn", switchStub: "promote", siteStub: "promote", callStub: ""}

// stub is what Go must know to compile the sequel of a stub.
type stub struct {
	kind              stubKind
	reason            stats.Reason
	where             uint32 // for dumps: the instruction that made the stub, a number like Info.By
	sn                *staging.Snapshot
	promotion.Awaited                     // of switches and sites: a value of sn
	cond              respawn.Step        // of respawns
	path              respawn.Path        // the same once the buffer is placed
	of                *dispatcher.Version // the version that its buffer is evicted with
	jump              codebuf.Jump
	expect            *staging.Snapshot // with Config.Check: the state in which the condition was asked
}

// pending is a stub whose buffer is not placed yet.
type pending struct {
	stub
	site  x86.Site
	label x86.Label           // of the stub's code
	to    *dispatcher.Version // the version that the jump leads to, or nil
}

// stubAt is the stub whose code ends at addr.
func (e *Engine) stubAt(addr uintptr) *stub {
	b := e.mem.Find(addr - 1)
	return b.Data.(*record).stub(b, b.ByFallback(uint32(addr-b.Addr())))
}

// stubReached compiles the sequel of a stub, and returns the sequel's address.
func stubReached(ctx *staging.Native, back uintptr, regs *savedRegs) uintptr {
	e := engineOf(ctx)
	st := e.stubAt(back)
	if event := stubEvents[st.kind]; event != "" {
		e.event(st.sn.Unit.(*Unit), st.sn.PC, event, st.reason.String(), 0, nil)
	}
	room := e.makeRoom(st.jump.From)
	if st.of != nil {
		e.disp.Touch(st.of)
	}
	if w := e.watcher; w != nil {
		w.Tell(observe.Reached{Stub: st.told()})
	}
	b, link := e.sequel(st, regs, room)
	if w := e.watcher; w != nil {
		w.Tell(observe.Followed{Stub: st.told(), Buffer: b.buffer})
	}
	if link && !st.jump.From.Freed() {
		entry := b.body
		if st.kind == callStub {
			entry = 0
		}
		st.jump.Link(b.buffer, entry)
	}
	e.settle()
	return b.addr()
}

// sequel is the code that follows a stub; link: the jump to the stub may be patched to lead there.
func (e *Engine) sequel(st *stub, regs *savedRegs, room bool) (b target, link bool) {
	u := st.sn.Unit.(*Unit).root()
	rests := resting(u.code) || e.tires(u)
	if !room || rests || u.cannot || !e.attempt(func() { b, link = e.follow(st, regs) }) {
		e.mem.Beyond(func() { b = e.leave(st, rests) })
		return b, true
	}
	return b, link
}

func (e *Engine) follow(st *stub, regs *savedRegs) (b target, link bool) {
	switch st.kind {
	case pauseStub, callStub:
		e.counts.Pauses[stats.PauseResumed]++
		return e.compile(st.sn, st.kind == callStub), true
	case respawnStub:
		e.counts.Respawns[st.reason]++
		return e.respawn(st), true
	case switchStub:
		e.counts.Promotions[stats.PromoteSwitch][stats.TypeMiss]++
		b = e.promoted(st, func(c *compiler) {
			i := promotion.Nth(c.s, int(st.Info))
			if st.Case < 0 {
				i.Not |= 1 << st.Switch.ID
			} else {
				e.tell(st, i, Value(e.liveValue(i, regs)))
			}
			e.learned(st, i)
		})
		if w := e.watcher; w != nil {
			key := switchAt{st.sn.Unit.(*Unit), promotion.Operand{PC: st.sn.PC, Switch: st.Switch.ID, Item: int(st.Item)}}
			w.Tell(observe.Promoted{Place: st.place(), Key: key, Switch: st.Switch, Case: int(st.Case), Buffer: b.buffer})
		}
		return b, true
	}
	return e.promoteHere(st, regs)
}

// switchAt identifies a fixed switch at an instruction.
type switchAt struct {
	unit *Unit
	promotion.Operand
}

// place is the stub's instruction, for watchers.
func (st *stub) place() observe.Place { return st.sn.Unit.(*Unit).place(st.sn.PC) }

// learned reports what a promotion has made known of i.
func (e *Engine) learned(st *stub, i *Info) {
	if w := e.watcher; w != nil {
		w.Tell(observe.Learned{Place: st.place(), Info: i})
	}
}

// liveValue is the word of i while a stub is being handled.
func (e *Engine) liveValue(i *Info, regs *savedRegs) uint64 {
	p := i.Place
	switch {
	case p.IsReg():
		return regs.general[p.N()]
	case p.IsXReg():
		return *(*uint64)(unsafe.Pointer(&regs.xmm[p.N()]))
	case p.IsSlot():
		fr := object.Value(regs.general[staging.FrameReg]).Ptr()
		return *(*uint64)(unsafe.Add(fr, object.FrameHeader+uintptr(p.N())*8))
	}
	return *(*uint64)(unsafe.Add(unsafe.Pointer(regs), uintptr(savedBytes)+8+uintptr(p.N())*8))
}

// setClass makes the class of i known (arrow 6).
func (e *Engine) setClass(i *Info, class uint64) {
	e.keepShape(class)
	i.SetItem(staging.ItemClass, staging.NewClass(class))
	i.Flags |= vinfo.NotNull
	change := vinfo.RunTimeToFixed  // the change of the class
	if class == staging.ClassNone { // None is the only object of its class
		change = i.Becomes(vinfo.NewFixed(vinfo.Boxed, uint64(object.None)))
	}
	e.shared.Count(change)
}
