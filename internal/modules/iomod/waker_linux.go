// What wakes threads that wait for descriptors in the system.

package iomod

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/parking"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/object"
)

// waker has what threads wait for beside the descriptors of the program: the main thread for one counter, all others for the other.
type waker struct {
	mu          sync.Mutex
	main, other parking.Counter // -1: there is none
}

var wakerKey = object.NewHostKey(func(*object.Runtime) *waker { return &waker{main: -1, other: -1} })

// Wake has the main thread stop waiting.
func (w *waker) Wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.main >= 0 {
		w.main.Signal()
	}
}

// Ending has the other threads stop waiting until it is taken back.
func (w *waker) Ending(is bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.other < 0:
	case is:
		w.other.Signal()
	default:
		w.other.Drain()
	}
}

// RuntimeCloses is called when the runtime is closed.
func (w *waker) RuntimeCloses() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.main.Close(OwnNumbers{})
	w.other.Close(OwnNumbers{})
	w.main, w.other = -1, -1
}

// WakerOf is what the running thread waits for; -1: no descriptor is left for it.
func WakerOf(t *Thread) parking.Counter {
	w := wakerKey.Of(t.RT)
	if t.RT.Waker.Load() == nil {
		if w.main < 0 || w.other < 0 {
			system.FindOwn()
			if w.main, w.other = parking.NewCounter(OwnNumbers{}), parking.NewCounter(OwnNumbers{}); w.main < 0 || w.other < 0 {
				w.RuntimeCloses()
				return -1
			}
		}
		var of object.Waker = w
		t.RT.Waker.Store(&of)
	}
	if t.IsMain() {
		return w.main
	}
	return w.other
}

// awaitInput waits until there is something to read, nothing will be, or something is asked of the thread, at most for Step. The first of several waits is
// short: most are over then, and need nothing that wakes them.
func awaitInput(t *Thread, fd int, first bool) (waited time.Duration) {
	wake, wait := parking.Counter(-1), time.Duration(waitPoll)
	if !first {
		if wake = WakerOf(t); wake >= 0 {
			wait = Step(t)
		}
	}
	woken := false
	t.Wait(func() { woken = system.AwaitInput(fd, int(wake), wait) })
	if woken && t.IsMain() {
		wake.Drain()
	}
	return wait
}

// numbersFrom is where numbers of psy's own descriptors begin: programs reckon with the lowest ones, and for one above 63 the system makes a new table, which
// takes 7 ms.
const numbersFrom = 60

// OwnNumbers gives psy's own descriptors such numbers; see parking.Numbers.
type OwnNumbers struct{}

func (OwnNumbers) Keep(fd int) int {
	n, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, numbersFrom)
	if err != nil {
		return -1
	}
	system.SetOwn(n, true)
	return n
}

func (OwnNumbers) Drop(fd int) {
	system.SetOwn(fd, false)
	unix.Close(fd)
}

var _ = object.Keeps(func(*object.Runtime, *waker) (object.Back, error) { return object.Back{Copy: object.Into}, nil })
