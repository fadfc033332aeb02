// Giving up: where no more code can be made, the frame goes to tier 1.

package pycompiler

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/respawn"
	"github.com/psyco-go/psy/staging"
)

// loud makes a mistake of the compiler end the process instead of leaving the function to tier 1; tests set it.
var loud = os.Getenv("PSY_LOUD") != ""

// attempt calls f, which compiles. If f gives up, because code memory is full or the state does not fit a native frame, attempt undoes what f left
// unfinished. A mistake of the compiler does not end the program either: the function stays in tier 1.
func (e *Engine) attempt(f func()) (ok bool) {
	defer func() {
		for _, v := range e.unplaced {
			if v.Data.(*placed).buffer == nil {
				e.disp.Remove(v)
			}
		}
		clear(e.unplaced)
		e.unplaced = e.unplaced[:0]
		if ok {
			return
		}
		why := recover()
		if err, is := why.(error); is && errors.Is(err, codebuf.ErrFull) {
			e.happened(e.compiling, 0, dump.Refused, stats.CodeFull.String(), nil)
			return
		}
		if _, is := why.(staging.TooComplex); is {
			e.event(e.compiling, 0, "too complex", "", 0, nil)
			e.happened(e.compiling, 0, dump.Refused, stats.TooComplex.String(), nil)
			return
		}
		e.compiling.cannot = true
		if loud || e.cfg.Check {
			panic(fmt.Sprintf("%v\n%s", why, debug.Stack()))
		}
		e.event(e.compiling, 0, "bug", fmt.Sprint(why), 0, nil)
		e.happened(e.compiling, 0, dump.Refused, stats.Mistake.String(), nil)
	}()
	f()
	return true
}

// leave is the shortest code that leads from a stub to tier 1. A run-time condition may lie in the middle of an instruction: the code for its rare
// side then includes the rest of that instruction. rests: the code is needed until the function has rested.
func (e *Engine) leave(st *stub, rests bool) target {
	c := e.newCompiler(st.sn, codebuf.Normal)
	c.leaving, c.why = true, stats.CodeFull
	if rests {
		c.of, c.why = st.of, stats.EvictedCode
		if c.u.root().code.Evicted&dozing != 0 {
			c.why = stats.Postponed
		}
	}
	if st.kind == respawnStub {
		c.run, c.stages = respawn.Start(st.path), e.counts.Stages
		c.loop()
	} else {
		if st.kind == callStub {
			c.prologue()
		}
		c.s.Begin()
		c.exit(c.why, c.s.PC)
	}
	b := e.place(c)
	c.release()
	if rests {
		e.goesOut(b.buffer)
	}
	return b
}
