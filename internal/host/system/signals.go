// Signals of the system.

package system

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// Signals is a System that has the process's signals and interval timers.
type Signals interface {
	// Listen has arrived called, on another goroutine, each time the signal comes, until stop is called, which gives it no action back.
	Listen(n syscall.Signal, arrived func()) (stop func())
	// Ignore has the signal ignored, and Default gives it the system's action; nobody listens to it any more.
	Ignore(n syscall.Signal)
	Default(n syscall.Signal)
	// Ignored reports whether the signal is ignored.
	Ignored(n syscall.Signal) bool
	// Blocked gives the signals, bit n-1 for signal n, that the process began with blocked. own says that the process is the program's: what signals do in it,
	// and in its children, is the program's business.
	Blocked() (mask uint64, own bool)
	// SetTimer sets an interval timer (setitimer), and gives what it was; Timer tells what it is.
	SetTimer(which int, first, every time.Duration) (left, interval time.Duration, err error)
	Timer(which int) (left, interval time.Duration, err error)
}

func (*Process) Listen(n syscall.Signal, arrived func()) (stop func()) { return Listen(n, arrived) }

// freed are the signals, bit n-1 for signal n, that Default has dealt with since they were ignored.
var freed atomic.Uint64

// discarded are the signals, bit n-1 for signal n, that nobody listens to and that do nothing: as if they were ignored, but what the process starts has the
// system's action of them.
var discarded atomic.Uint64

var discards = make(chan os.Signal, 1)

// Discard has signals do nothing until somebody listens to them, ignores them, or gives them the system's action.
func Discard(signals ...syscall.Signal) {
	for _, n := range signals {
		signal.Notify(discards, n)
		discarded.Or(1 << (n - 1))
	}
}

// Ignore and Default leave a signal to Go's runtime that needs it: what it does besides, the runtime does not do.
func (*Process) Ignore(n syscall.Signal) {
	if vital(n) {
		discarded.Or(1 << (n - 1))
		return
	}
	discarded.And(^(1 << (n - 1)))
	signal.Ignore(n)
	freed.And(^(1 << (n - 1)))
}

func (*Process) Ignored(n syscall.Signal) bool {
	return signal.Ignored(n) && freed.Load()&(1<<(n-1)) == 0 || discarded.Load()&(1<<(n-1)) != 0
}

// Default has Go's runtime let go of the signal first, which it does of one that is ignored.
func (*Process) Default(n syscall.Signal) {
	discarded.And(^(1 << (n - 1)))
	if vital(n) {
		return
	}
	signal.Ignore(n)
	DefaultAction(n)
	freed.Or(1 << (n - 1))
}

// Listen calls f for each signal that comes, until stop is called.
func Listen(n syscall.Signal, f func()) (stop func()) { return listen(n, f).end }

// listeners counts who listens to each signal.
var listeners [65]atomic.Int32

// Listened reports whether somebody listens to a signal.
func Listened(n syscall.Signal) bool {
	return n > 0 && int(n) < len(listeners) && listeners[n].Load() > 0
}

func listen(n syscall.Signal, f func()) *listening {
	l := &listening{n, make(chan os.Signal, 1), make(chan bool)}
	listeners[n].Add(1)
	discarded.And(^(1 << (n - 1)))
	signal.Notify(l.arrived, n)
	rearmBus(n)
	go func() {
		for {
			select {
			case <-l.arrived:
				f()
			case <-l.done:
				return
			}
		}
	}()
	return l
}
