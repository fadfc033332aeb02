// Ctrl-C becomes KeyboardInterrupt at the program's next poll.
package main

import (
	"os"
	"os/signal"

	"github.com/psyco-go/psy/object"
)

type interruptWatch struct{ c chan os.Signal }

func watchInterrupts(t *object.Thread) *interruptWatch {
	t.RT.OnSignal = func(t *object.Thread) bool {
		object.RaiseType(t, object.TKeyboardInterrupt)
		return false
	}
	w := &interruptWatch{make(chan os.Signal, 1)}
	if !signal.Ignored(os.Interrupt) { // as for a background job of a shell
		signal.Notify(w.c, os.Interrupt)
	}
	go func() {
		for range w.c {
			t.Breaker.Or(object.BreakSignal)
		}
	}()
	return w
}

func (w *interruptWatch) stop() {
	signal.Stop(w.c)
	close(w.c)
}
