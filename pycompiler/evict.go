// Removing code: when an assumption breaks, and when room is short.
//
// A buffer can be freed when no native stack holds an address in it. When room is short, such buffers are freed at once, those of the least
// recently used version first. Jumps that led to them go back to their stubs, which dispatch again. Buffers whose addresses are on a stack are kept
// in use, since retiring them would free nothing. So the memory that cannot be freed is bounded by what was on the stack when room was short.
//
// If that memory is too much, nothing more is compiled. Stubs then lead to the shortest code that hands the frame to tier 1 (Engine.leave). That
// code may exceed the cap, in a reserve. It is linked to its stub like other code and freed first, so there is at most one such piece per stub, and
// each piece ends with the instruction that it begins in. So its size is bounded: in theory by a small multiple of the cap, in practice by a few
// KiB.
//
// If a program's code does not fit, evicted code is soon needed again. So a function whose code was evicted a few times rests: it stays in tier 1
// for a number of calls and turns that doubles each time (Engine.chill). Stubs then lead to tier 1, by code that belongs to the stub's buffer and
// is dropped when the rest is over (Engine.wake). So in the long run the amount of compilation grows only with the logarithm of the run time, and
// other code stays in memory.

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
	high   int // no compilation begins above this
	low    int // makeRoom evicts until this is reached
	buffer int // a larger buffer ends at the next instruction
	unit   int // a unit with larger tables is not compiled: its buffers would hardly fit beside them
}

func limitsOf(limit int) limits {
	high := limit - min(limit/4, 1<<20)
	return limits{high: high, low: high - limit/4, buffer: min(limit/16, 32<<10), unit: limit / 2}
}

// manyRetired is how many retired buffers may wait until the stack is searched for their addresses.
const manyRetired = 64

// inOrder are the buffers of a map in the order of their creation, so that each run treats them in the same order.
func inOrder[T any](m map[*codebuf.Buffer]T) []*codebuf.Buffer {
	return slices.SortedFunc(maps.Keys(m), func(a, b *codebuf.Buffer) int { return cmp.Compare(a.ID, b.ID) })
}

// retire unlinks all jumps to b. An activation may still be in b, so its memory and stubs stay until reclaim.
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
	e.event(rec.at, int(rec.pc), "retire", b.Kind().String(), b.Size(), nil)
	b.Retire()
	e.retired[b] = rec
}

// withdraw removes b from the dispatcher and from the watched assumptions.
func (e *Engine) withdraw(b *codebuf.Buffer, rec *record) {
	if rec.slot != nil {
		*rec.slot = 0
	}
	if v := rec.version(); v != nil {
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
	e.event(rec.at, int(rec.pc), "evict", b.Kind().String(), b.Size(), nil)
	e.chill(rec.unit())
	b.Free()
	e.release(rec)
}

// release frees what a freed buffer had besides its code.
func (e *Engine) release(rec *record) {
	e.dropChecks(rec)
	e.mem.Charge(-int(rec.meta))
	e.dropMentions(rec)
}

// holds are the words that keep buffers alive: those on the native stack, which include return addresses, and an address in the needed buffer.
func (e *Engine) holds(needed *codebuf.Buffer) [][]uintptr {
	var words [][]uintptr
	e.eachStack(func(lo, hi uintptr) { words = append(words, codebuf.Words(lo, hi)) })
	if needed != nil {
		words = append(words, []uintptr{needed.Addr() + 1})
	}
	return words
}

// reclaim frees the retired buffers that no activation is in or returns to, except the needed one.
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

// makeRoom is called before compilation begins, when only the native stack and, if it is not nil, needed refer to buffers. False: there is no room.
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

// Code that was evicted at most grace times may be compiled again at once. After more evictions it rests, at first for restTurns calls and turns
// more than new code has to wait. A shorter rest would cost more in compilation than it gains; docs/DESIGN.md has the reason for the length of
// grace.
const (
	grace     = 16
	restTurns = 50
	maxRests  = 20 // the rest does not double more often
)

// chill records that code of u was evicted, and begins a rest if that happens often.
func (e *Engine) chill(u *Unit) {
	co := u.code
	if u.round == e.round || resting(co) { // the rest of a resting function's code does not count
		return
	}
	u.round = e.round
	if co.Evicted&evictions < grace {
		co.Evicted++
		return
	}
	e.event(u, 0, "rest", stats.EvictedCode.String(), 0, nil)
	e.happened(u, 0, dump.Rests, stats.EvictedCode.String(), nil)
	co.Hot = int32(min((int64(e.rt.HotThreshold)+restTurns)<<(co.Evicted&evictions-grace), backOff))
	if co.Evicted&evictions < grace+maxRests {
		co.Evicted++
	}
}

// resting reports whether co stays in tier 1 until it is hot again.
func resting(co *object.Code) bool {
	return (co.Evicted&dozing != 0 || co.Evicted&evictions > grace) && co.Hot >= 0
}

// Code.Evicted counts evictions, and says:
const (
	dozing    = 0x80 // whether the code rests because compiling costs too much: see thrift.go
	leadsOut  = 0x40 // whether buffers of the code lead to tier 1 until it has rested
	evictions = 0x3F
)

// goesOut records that b leads to tier 1 and must go when its function has rested.
func (e *Engine) goesOut(b *codebuf.Buffer) {
	e.outs = append(e.outs, b)
	b.Data.(*record).unit().code.Evicted |= leadsOut
	e.forgetRecent() // so that onHot calls wake
}

// turn counts an activation of co that machine code called and that now continues in tier 1. It is counted here because tier 1 may end the function
// without executing an instruction that counts.
func (e *Engine) turn(co *object.Code) {
	if resting(co) {
		co.Hot--
	}
	if !resting(co) {
		e.wake(co)
	}
}

// wake is called when co is hot again: it retires the buffers that lead to tier 1, so that their stubs compile again.
func (e *Engine) wake(co *object.Code) {
	if co.Evicted&leadsOut == 0 {
		return
	}
	co.Evicted &^= leadsOut
	e.outs = slices.DeleteFunc(e.outs, func(b *codebuf.Buffer) bool {
		if b.Dead() {
			return true
		}
		if b.Data.(*record).unit().code != co {
			return false
		}
		e.retire(b, "the function has rested")
		return true
	})
}

// freeAll frees the buffers of list that are not held, and returns the others.
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

// adopt lets b be evicted with version v; if v is nil or gone, b belongs to no version.
func (e *Engine) adopt(v *dispatcher.Version, b *codebuf.Buffer) {
	if v != nil && e.disp.Touch(v) {
		d := v.Data.(*placed)
		d.family = append(d.family, b)
		return
	}
	e.homeless = append(e.homeless, b)
}
