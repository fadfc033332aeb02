//go:build !cgo

// A signal has the thread set its timer slack.

package watcher

import (
	"strconv"
	"sync"
	"syscall"
	"unsafe"
)

// slack is by how many nanoseconds the thread may wake late; restless: as the system has it. found: the handler has seen that it runs on the right thread.
var slack, found uintptr = never, 0

// handlerPC is the handler's address.
var handlerPC uintptr

// askSignal is for the handler alone: C's library keeps it for itself, and there is none here. Go's runtime blocks it in no thread, and has no handler of it.
const askSignal = 33

const (
	restless = 0
	calm     = 1_000_000
	never    = ^uintptr(0) // Calm was not called
)

var mu sync.Mutex

// Calm has the thread wake up to a millisecond late. It is asked for when the process begins: there that thread is the first that was made after the
// process's own. If another one is, or if the thread does not sleep at the moment, nothing happens.
func Calm() {
	mu.Lock()
	defer mu.Unlock()
	slack, found = calm, 0
	ask()
}

// Forked does it again in a process that is a copy of one where Calm was called, and which has one thread.
func Forked() {
	if slack != never {
		Calm()
	}
}

// Alert has the thread be in a hurry again.
func Alert() {
	mu.Lock()
	defer mu.Unlock()
	if slack == calm {
		slack = restless
		ask()
	}
}

func ask() {
	var a struct{ handler, flags, restorer, mask uintptr }
	action := func(n, set, get uintptr) {
		syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, n, set, get, unsafe.Sizeof(a.mask), 0, 0)
	}
	action(uintptr(syscall.SIGURG), 0, uintptr(unsafe.Pointer(&a))) // Go's runtime handles it: the flags are the same
	a.handler, a.mask = handlerPC, 0
	action(askSignal, uintptr(unsafe.Pointer(&a)), 0)
	tell(thread(), askSignal)
}

func tell(id int, signal uintptr) bool {
	_, _, errno := syscall.RawSyscall(syscall.SYS_TGKILL, uintptr(syscall.Getpid()), uintptr(id), signal)
	return errno == 0
}

// thread is the number of the thread that was made first after the process's own: mostly the next one.
func thread() int {
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
