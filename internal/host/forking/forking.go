// Package forking copies this process with all its threads.
//
// The system's fork copies one thread, the one that calls. That serves a program that lives in one thread, but no Go program: its scheduler, its
// collector and its timers count on threads that the child would not have. So Fork makes them anew, in three steps:
//
//  1. A signal stops each other thread of the process, at whatever instruction the thread is. The handler notes where the system has laid the thread's
//     registers (the signal's frame, on the thread's own memory) and what its thread-local storage is, and waits.
//  2. The thread that calls forks. In the parent the handlers return, and all goes on.
//  3. In the child each thread is started again upon the memory that it had. The first thing that the new thread does is what the handler of the old
//     one would have done last: rt_sigreturn, by which the system loads all registers from the signal's frame. So the thread goes on at the instruction
//     at which it was stopped. Checkpoints of threads are restored in this way by DMTCP and CRIU.
//
// So for Go's runtime in the child it looks as if time had stood still. Three things are not memory, and are mended before any thread goes on: the
// number of a thread, which the runtime notes to send it signals; the descriptor through which the runtime waits for others (epoll), which parent and
// child would share; and system calls that would take what is the parent's.
//
// A thread that waits in a system call for something that others give, as read, accept or wait4, waits in the child for what never comes: what it would
// be given is the parent's. So to Go its call never returns, and its goroutine is one that the child does not have, as threads are after a fork.
//
// The package must not know what runs in the process: who calls Fork says what else has to be mended.
package forking

import (
	"errors"
	"sync"
	"sync/atomic"
)

// ErrUnsupported is why Fork cannot be had: the platform, or how the program was built.
var ErrUnsupported = errors.New("forking: only a program built without cgo and race detector, on linux/amd64, can be copied with its threads")

// ErrRefused is why Fork cannot be had after Refuse.
var ErrRefused = errors.New("forking: the process is in a conversation that a copy would take part in")

// Refuse has Fork be refused from now on, and Supported say so: for programs that talk to somebody on goroutines, which would go on in a child.
func Refuse() { refused.Store(true) }

var refused atomic.Bool

var inChild struct {
	sync.Mutex
	last int
	of   map[int]func()
}

// A set of descriptors, a bit for each number. Numbers that no system gives out by itself are not noted.
type set [1 << 10]atomic.Uint64

func (s *set) put(fd int, is bool) {
	switch at, bit := fd>>6, uint64(1)<<(fd&63); {
	case at < 0 || at >= len(s):
	case is:
		s[at].Or(bit)
	default:
		s[at].And(^bit)
	}
}

var counters, polls set

// SetCounter says that a descriptor is a counter (eventfd) by which the host's goroutines wake each other, or no longer so. A child has one of its own by
// the same number, and there a thread goes on that a fork has stopped as it read or wrote one: it does not wait.
func SetCounter(fd int, is bool) { counters.put(fd, is) }

// SetPoll says that a descriptor is a set of descriptors (epoll) by which the host's goroutines wait, or no longer so. A child has one of its own by the
// same number, with the same entries. One that a program made stays shared, as fork has it.
func SetPoll(fd int, is bool) { polls.put(fd, is) }

// OnChild has f called in each child before the parent goes on, for memory that is shared and must not be. end ends that.
func OnChild(f func()) (end func()) {
	inChild.Lock()
	defer inChild.Unlock()
	if inChild.of == nil {
		inChild.of = map[int]func(){}
	}
	inChild.last++
	id := inChild.last
	inChild.of[id] = f
	return func() {
		inChild.Lock()
		defer inChild.Unlock()
		delete(inChild.of, id)
	}
}
