//go:build !cgo

// A signal has the thread set its timer slack.

package watcher

import (
	"strconv"
	"sync"
	"syscall"
	"unsafe"
)

// slack is by how many nanoseconds the thread may wake late; restless: as the system has it.
var slack uintptr

// handlerPC is the handler's address.
var handlerPC uintptr

// askSignal is for the handler alone: C's library keeps it for itself, and there is none here. Go's runtime blocks it in no thread, and its handler does
// nothing. The next one, which C's library keeps too, is the runtime's: it has all threads make a call of the system by it, such as setuid.
const askSignal = 32

const restless, calm = 0, 1_000_000

var (
	mu sync.Mutex
	id int // the thread's number; 0: Calm was not called
)

// Calm has the thread wake up to a millisecond late. It is asked for when the process begins: Go's runtime makes that thread before all others.
func Calm() {
	mu.Lock()
	defer mu.Unlock()
	set(first(), calm)
}

// Forked does it again in a process that is a copy of one where Calm was called, and where the program has one thread. copied tells which thread of the copy was
// made from one of the original.
func Forked(copied func(id int) int) {
	mu.Lock()
	defer mu.Unlock()
	if id != 0 {
		set(copied(id), calm)
	}
}

// Alert has the thread be in a hurry again.
func Alert() {
	mu.Lock()
	defer mu.Unlock()
	if slack != restless {
		set(id, restless)
	}
}

// set has the thread ask the system for that slack. Its caller has mu.
func set(thread int, late uintptr) {
	id, slack = thread, late
	var a struct{ handler, flags, restorer, mask uintptr }
	action := func(n, set, get uintptr) bool {
		_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, n, set, get, unsafe.Sizeof(a.mask), 0, 0)
		return errno == 0
	}
	ok := action(uintptr(syscall.SIGURG), 0, uintptr(unsafe.Pointer(&a))) // Go's runtime handles it: the flags are the same
	a.handler, a.mask = handlerPC, 0
	if ok && a.restorer != 0 && action(askSignal, uintptr(unsafe.Pointer(&a)), 0) { // else the signal would end the process
		tell(id, askSignal)
	}
}

func tell(id int, signal uintptr) bool {
	_, _, errno := syscall.RawSyscall(syscall.SYS_TGKILL, uintptr(syscall.Getpid()), uintptr(id), signal)
	return errno == 0
}

// first is the number of the thread that was made first after the process's own: mostly the next one.
func first() int {
	if next := syscall.Getpid() + 1; tell(next, 0) {
		return next
	}
	return listed()
}

// listed is the same by the system's list, which has threads in the order in which they were made. -1: there is none.
func listed() int {
	fd, err := syscall.Open("/proc/self/task", syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	defer syscall.Close(fd)
	var list [1 << 10]byte
	n, _ := syscall.ReadDirent(fd, list[:])
	if _, _, names := syscall.ParseDirent(list[:max(n, 0)], 2, nil); len(names) == 2 {
		id, _ := strconv.Atoi(names[1])
		return id
	}
	return -1
}
