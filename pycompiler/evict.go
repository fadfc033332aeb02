// Getting rid of code: when an assumption breaks, and when there is no more room.
//
// A buffer can be freed when no native stack holds an address in it. When room is short, buffers that none holds are freed at once, with the
// version used longest ago first; jumps that led there go to their stubs, which dispatch again. Buffers on a stack are left alone then, and stay
// useful: to retire them would give no room. So what cannot be freed is bounded by what was on the stack when room was short.
//
// If that is too much, nothing more is compiled. Stubs then lead to the shortest code that hands the frame to tier 1 (Engine.leave). It
// goes beyond the cap, into a reserve. It is linked to its stub as any other code and freed first, so there is at most one such piece
// for each stub, and each ends with the instruction that it begins in: it is bounded, by a small multiple of the cap in theory, and by a few
// KiB in practice.
//
// If a program's code does not fit, what is evicted is soon needed again. So code that has been evicted a few times has to earn its way back: it
// rests, in tier 1, for a number of calls and turns that doubles each time (Engine.chill). Stubs lead to tier 1 meanwhile, by code that goes with
// the stub's buffer and is dropped when the rest is over (Engine.wake). So a program compiles no more than in proportion to the logarithm of
// its run time, in the long run, and other code keeps its place.

package pycompiler

import (
	"cmp"
	"maps"
	"slices"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/x86"
)

// limits of code memory, in bytes.
type limits struct {
	high   int // no compiling begins above this
	low    int // makeRoom goes down to this
	buffer int // one that costs more ends at the next instruction
	unit   int // one that costs more is not compiled: its buffers would hardly fit beside it
}

func limitsOf(limit int) limits {
	high := limit - min(limit/4, 1<<20)
	return limits{high: high, low: high - limit/4, buffer: min(limit/16, 32<<10), unit: limit / 2}
}

// manyRetired is how many retired buffers wait for a look at the stack.
const manyRetired = 64

// inOrder are the buffers of a map in the order in which they were made: what is done to them is to be the same in each run.
func inOrder[T any](m map[*codebuf.Buffer]T) []*codebuf.Buffer {
	return slices.SortedFunc(maps.Keys(m), func(a, b *codebuf.Buffer) int { return cmp.Compare(a.ID, b.ID) })
}

// retire lets no jump lead to b any more. An activation may still be in it, so the memory and the stubs stay until reclaim.
func (e *Engine) retire(b *codebuf.Buffer, why string) {
	rec := b.Data.(*record)
	if rec.flag >= 0 {
		b.Patch(uint32(rec.flag), x86.SiteImm32, 1)
		if w := e.watcher; w != nil {
			w.Tell(observe.Patched{Buffer: b, Field: uint32(rec.flag), What: "flag"})
		}
	}
	if w := e.watcher; w != nil {
		w.Tell(observe.Gone{Buffer: b, Why: why})
	}
	e.withdraw(b, rec)
	e.event(rec.origin.Unit.(*Unit), rec.origin.PC, "retire", b.Kind().String(), b.Size(), nil)
	b.Retire()
	e.retired[b] = rec
}

// withdraw has the dispatcher and the assumptions forget b.
func (e *Engine) withdraw(b *codebuf.Buffer, rec *record) {
	if rec.slot != nil {
		*rec.slot = 0
	}
	if v := rec.version; v != nil {
		e.disp.Remove(v)
		d := v.Data.(*placed)
		e.homeless = append(e.homeless, d.family...)
		d.target, d.family = target{}, nil
	}
	e.watch.Remove(b, rec.deps)
}

// free frees b, which no stack holds.
func (e *Engine) free(b *codebuf.Buffer) {
	rec := b.Data.(*record)
	if w := e.watcher; w != nil {
		w.Tell(observe.Gone{Buffer: b, Why: dump.Evicted})
	}
	e.withdraw(b, rec)
	e.event(rec.origin.Unit.(*Unit), rec.origin.PC, "evict", b.Kind().String(), b.Size(), nil)
	e.chill(rec.unit)
	b.Free()
	e.release(rec)
}

// release gives back what a freed buffer had besides its code.
func (e *Engine) release(rec *record) {
	e.dropStubs(rec)
	e.mem.Charge(-rec.meta)
	e.dropMentions(rec)
}

// holds are words that hold buffers: those on the native stack, return addresses among them, and one for the buffer that is needed.
func (e *Engine) holds(needed *codebuf.Buffer) [][]uintptr {
	words := [][]uintptr{codebuf.Words(e.ctx.Live())}
	if needed != nil {
		words = append(words, []uintptr{needed.Addr() + 1})
	}
	return words
}

// reclaim frees the retired buffers that no activation is in or returns to, but for the one that is needed.
func (e *Engine) reclaim(needed *codebuf.Buffer) {
	e.mem.Reclaim(e.holds(needed)...)
	for _, b := range inOrder(e.retired) {
		if b.Freed() {
			e.release(e.retired[b])
			delete(e.retired, b)
		}
	}
	e.looked = len(e.retired)
	e.homeless = slices.DeleteFunc(e.homeless, (*codebuf.Buffer).Dead)
	e.outs = slices.DeleteFunc(e.outs, (*codebuf.Buffer).Dead)
}

// makeRoom is called before compiling begins, while nothing refers to buffers but the native stack and, if it is not nil, the buffer that is
// needed. False: there is no room.
func (e *Engine) makeRoom(needed *codebuf.Buffer) bool {
	full := e.mem.Used() > e.limits.high
	if full || len(e.retired) >= e.looked+manyRetired {
		e.reclaim(needed)
	}
	if !full || e.mem.Used() <= e.limits.low {
		return true
	}
	e.round++
	held := e.mem.Held(e.holds(needed)...)
	e.homeless = e.freeAll(e.homeless, held)
	e.disp.Evict(func(v *dispatcher.Version) bool {
		e.dropIdle()
		if e.mem.Used() <= e.limits.low {
			return false
		}
		d := v.Data.(*placed)
		d.family = e.freeAll(d.family, held)
		return true
	})
	e.dropIdle()
	return e.mem.Used() <= e.limits.high
}

// Code that has been evicted no more than grace times may be compiled again at once. Then it rests, at first for restTurns calls and turns more
// than new code has to wait. A short rest would cost more in compiling than it gains; why grace is as long, see docs/DESIGN.md.
const (
	grace     = 16
	restTurns = 50
	maxRests  = 20 // the rest does not double more often
)

// chill is told that code of u was evicted.
func (e *Engine) chill(u *Unit) {
	co := u.code
	if u.round == e.round || resting(co) { // what was left over by another round may go without notice
		return
	}
	u.round = e.round
	if co.Evicted < grace {
		co.Evicted++
		return
	}
	e.event(u, 0, "rest", stats.EvictedCode.String(), 0, nil)
	e.happened(u, 0, dump.Rests, stats.EvictedCode.String(), nil)
	co.Hot = int32(min((int64(e.rt.HotThreshold)+restTurns)<<(co.Evicted-grace), backOff))
	co.Evicted = min(co.Evicted+1, grace+maxRests)
}

// resting reports whether nothing is compiled of co until it is hot again.
func resting(co *object.Code) bool { return co.Evicted > grace && co.Hot >= 0 }

// goesOut makes b, which leads to tier 1, one of those that go when its code has rested.
func (e *Engine) goesOut(b *codebuf.Buffer) {
	e.outs = append(e.outs, b)
	clear(e.recent[:]) // onHot is to call wake
}

// turn counts an activation of co that machine code called and that now goes to tier 1. It is counted here, since tier 1 may end the function
// without executing an instruction that counts.
func (e *Engine) turn(co *object.Code) {
	if resting(co) {
		co.Hot--
	}
	if !resting(co) {
		e.wake(co)
	}
}

// wake is called when co is hot again: stubs that led to tier 1 compile.
func (e *Engine) wake(co *object.Code) {
	e.outs = slices.DeleteFunc(e.outs, func(b *codebuf.Buffer) bool {
		if b.Dead() {
			return true
		}
		if b.Data.(*record).unit.code != co {
			return false
		}
		e.retire(b, "the function has rested")
		return true
	})
}

// freeAll frees those of the buffers that are not held, and returns the others.
func (e *Engine) freeAll(list []*codebuf.Buffer, held map[*codebuf.Buffer]bool) []*codebuf.Buffer {
	kept := list[:0]
	for _, b := range list {
		switch {
		case b.Dead():
		case held[b]:
			kept = append(kept, b)
		default:
			e.free(b)
		}
	}
	clear(list[len(kept):])
	return kept
}

// adopt makes b one of those that go with version v; nil or gone: with none.
func (e *Engine) adopt(v *dispatcher.Version, b *codebuf.Buffer) {
	if v != nil && e.disp.Touch(v) {
		d := v.Data.(*placed)
		d.family = append(d.family, b)
		return
	}
	e.homeless = append(e.homeless, b)
}
