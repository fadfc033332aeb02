// Getting rid of code: when an assumption breaks, and when there is no more room.
package pycompiler

import (
	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/x86"
)

// retire lets no jump lead to b any more. An activation may still be in it, so the memory and the stubs stay until reclaim.
func (e *Engine) retire(b *codebuf.Buffer) {
	rec := b.Data.(*record)
	if rec.version != nil {
		e.disp.Remove(rec.version)
	}
	if rec.flag >= 0 {
		b.Patch(uint32(rec.flag), x86.SiteImm32, 1)
	}
	e.undepend(b, rec)
	e.event(rec.unit, rec.origin.PC, "retire", b.Kind().String(), b.Size(), nil)
	b.Retire()
	e.retired = append(e.retired, b)
}

// reclaim frees the retired buffers that no activation is in.
func (e *Engine) reclaim() {
	if e.depth != 1 {
		return
	}
	lo, hi := e.ctx.Live()
	e.mem.Reclaim(codebuf.Words(lo, hi))
	kept := e.retired[:0]
	for _, b := range e.retired {
		if e.mem.Find(b.Addr()) == b {
			kept = append(kept, b)
			continue
		}
		e.drop(b.Data.(*record))
	}
	e.retired = kept
}

// evict makes room; false: there is nothing to evict.
func (e *Engine) evict() bool {
	if !e.disp.Evict() {
		return false
	}
	e.reclaim()
	return true
}
