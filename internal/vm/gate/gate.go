// Package gate lets one goroutine at a time use something, and never waits. It must not know what is used.
//
// To enter by a compare-and-swap and to leave by an atomic store takes half of the time of a short call. So a goroutine that enters again and again,
// without another in between, becomes the gate's owner. It enters and leaves by plain stores and loads: it says that it is within, and then looks whether
// it is still the owner. Another goroutine takes the ownership away before it enters as ever: it says so, has all threads of the process pass a memory
// barrier (by a call of the system), and then looks whether the owner is within. So either the owner sees that it is none any more, or the other one sees
// that it is within.
package gate

import (
	"sync"
	"sync/atomic"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// States of a gate.
const (
	Closed uint64 = iota // the zero Gate
	Idle
	Busy
	Parked    // whoever is within waits, and is to be left alone
	Resting   // at rest, but somebody looks for a moment
	stateMask = 7
)

// Gate is a gate. The zero Gate is closed.
type Gate struct {
	owning
	state  atomic.Uint64 // and above it how often that has changed
	owned  atomic.Bool   // the barrier must be passed before within says something
	taking sync.Mutex    // held while the ownership is taken away

	last     uintptr // who left last by an atomic store
	row      uint32  // how often in a row; like last it belongs to who is within
	patience atomic.Uint32
}

// owning is what an owner reads and writes. Assembly knows how it is laid out.
type owning struct {
	owner  atomic.Uintptr // the address of g; 0: none. While there is an owner the state is Idle, but for the moment of becoming it
	within uint64         // 1: whoever is or was the owner is within; only written by that one, or for it
	turns  uint64         // how often owners have entered
}

// leastPatience is how often a goroutine has to enter in a row to become the owner at first; it doubles each time the ownership is taken away, up to
// mostPatience.
const leastPatience, mostPatience = 256, 1 << 24

// Is reports whether the gate is in a state.
func (g *Gate) Is(state uint64) bool {
	if atomic.LoadUint64(&g.within) != 0 {
		return state == Busy
	}
	return g.state.Load()&stateMask == state
}

// Enter goes from Idle to Busy; false: the gate is in another state. Leave must follow, on the same goroutine.
func (g *Gate) Enter() bool { return pass(&g.owning) || g.enter() }

// Pass is Enter for the owner: small enough to be inlined. False: Enter may do it.
func (g *Gate) Pass() bool { return pass(&g.owning) }

func (g *Gate) enter() bool {
	if canOwn && atomic.LoadUint64(&g.within) != 0 && g.owner.Load() == heap.Goroutine() { // it is within already
		return false
	}
	return g.Take(Busy)
}

// Leave goes back to Idle.
func (g *Gate) Leave() {
	if canOwn && g.within != 0 {
		g.within = 0
		return
	}
	g.leave()
}

func (g *Gate) leave() {
	if canOwn {
		if me := heap.Goroutine(); g.last != me {
			g.last, g.row = me, 0
		} else if g.row++; g.row >= max(g.patience.Load(), leastPatience) && me != 0 {
			g.row = 0
			g.owner.Store(me)
			g.owned.Store(true)
		}
	}
	g.put(Idle)
}

// Take goes from Idle to a state, which is then the caller's to end.
func (g *Gate) Take(state uint64) bool { return g.Change(Idle, state) }

// Change goes from one state to another, if the gate is in that one.
func (g *Gate) Change(from, to uint64) bool {
	s := g.state.Load() // before the rest: who becomes the owner after this has changed the state
	if canOwn {
		if g.owned.Load() {
			g.disown()
		}
		if atomic.LoadUint64(&g.within) != 0 {
			return false
		}
	}
	return s&stateMask == from && g.state.CompareAndSwap(s, s-from+to)
}

// disown takes the ownership away. Then within says whether who was the owner is still within.
func (g *Gate) disown() {
	g.taking.Lock()
	defer g.taking.Unlock()
	if g.owned.Load() {
		me := g.owner.Swap(0)
		if me != heap.Goroutine() {
			barrier()
			g.patience.Store(min(2*max(g.patience.Load(), leastPatience), mostPatience))
		}
		g.owned.Store(false)
	}
}

// Put goes to a state from one that is the caller's.
func (g *Gate) Put(state uint64) {
	if canOwn && atomic.LoadUint64(&g.within) != 0 {
		g.put(state)
		g.disown()
		atomic.StoreUint64(&g.within, 0)
		return
	}
	g.put(state)
}

func (g *Gate) put(state uint64) { g.state.Store(counted(g.state.Load(), state)) }

// counted is what put makes of a state.
func counted(from, to uint64) uint64 { return from&^stateMask + stateMask + 1 + to }

// Moment tells moments between which somebody was within from each other.
func (g *Gate) Moment() uint64 { return g.state.Load() + g.turns<<32 }

// Next is what Moment will give when who is within has left.
func (g *Gate) Next() uint64 {
	if canOwn && g.within != 0 {
		return g.Moment()
	}
	return counted(g.state.Load(), Idle) + g.turns<<32
}
