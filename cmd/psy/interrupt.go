// Ctrl-C becomes KeyboardInterrupt at the program's next poll.

package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/vm/object"
)

type interruptWatch struct{ c chan os.Signal }

// watchInterrupts has Ctrl-C interrupt the program, and dumpSignal call dump, which may be nil, at a poll.
func watchInterrupts(t *object.Thread, dump func()) *interruptWatch {
	var asked, pressed atomic.Bool // for a dump; Ctrl-C
	t.RT.OnSignal = func(t *object.Thread) bool {
		if asked.CompareAndSwap(true, false) {
			dump()
			return true
		}
		if !pressed.CompareAndSwap(true, false) || signals.Takes(t, int(syscall.SIGINT)) { // the program listens itself
			return true
		}
		object.RaiseType(t, object.TKeyboardInterrupt)
		return false
	}
	w := &interruptWatch{make(chan os.Signal, 1)}
	if dump != nil && dumpSignal != nil {
		signal.Notify(w.c, dumpSignal)
	}
	if !signal.Ignored(os.Interrupt) { // as for a background job of a shell
		signal.Notify(w.c, os.Interrupt)
	}
	go func() {
		for s := range w.c {
			if s == dumpSignal {
				asked.Store(true)
			} else if p := atPrompt.Load(); p != nil {
				tell(p.interrupted)
				continue
			} else {
				pressed.Store(true)
			}
			t.Interrupt(object.BreakSignal)
		}
	}()
	return w
}

func (w *interruptWatch) stop() {
	signal.Stop(w.c)
	close(w.c)
}
