// The actions of signals, and timers, where Go's library says nothing of them.

package system

import (
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// DefaultAction gives a signal back to the system: Go's runtime handles it no more. signal.Reset leaves one ignored that was so when psy was
// started, as shells do with what they run in the background.
func DefaultAction(n syscall.Signal) {
	var none [32 + 4*unsafe.Sizeof(uintptr(0))]byte // SIG_DFL is 0, and so are no flags; larger than the kernel's struct
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(n), uintptr(unsafe.Pointer(&none)), 0, 8, 0, 0)
}

// vital reports whether Go's runtime cannot do without its handler of a signal: it makes panics of faults, and stops goroutines by SIGURG.
func vital(n syscall.Signal) bool {
	switch n {
	case syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGURG:
		return true
	}
	return false
}

// began is the mask that the process began with, which all threads have. Signals that Go's runtime never leaves blocked are not in it.
var began = sync.OnceValue(func() (mask uint64) {
	syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, 0, 0, uintptr(unsafe.Pointer(&mask)), 8, 0, 0)
	return mask
})

func (*Process) Blocked() (mask uint64, own bool) { return began(), true }

// setMask has the thread that asks block these signals and no others.
func setMask(mask uint64) error {
	const set = 2
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, set, uintptr(unsafe.Pointer(&mask)), 0, 8, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// TakeAll makes a thread that blocks no signal, for all others: those keep the mask that the process began with.
func TakeAll() {
	go func() {
		runtime.LockOSThread()
		setMask(0)
		select {}
	}()
}

// KillSelf sends a signal to the thread that asks, so that it has arrived when the call returns. One that is sent to the process may go to another
// thread; if it ends the process with a dump of memory, this thread runs on until that one is woken, and may end the process without it.
func KillSelf(n syscall.Signal) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if mask := began(); n > 0 && mask>>(n-1)&1 != 0 {
		setMask(0)
		defer setMask(mask)
	}
	return unix.Tgkill(os.Getpid(), unix.Gettid(), n)
}

func (*Process) SetTimer(which int, first, every time.Duration) (left, interval time.Duration, err error) {
	old, err := unix.Setitimer(unix.ItimerWhich(which), unix.MakeItimerval(every, first))
	return spent(old.Value), spent(old.Interval), err
}

func (*Process) Timer(which int) (left, interval time.Duration, err error) {
	now, err := unix.Getitimer(unix.ItimerWhich(which))
	return spent(now.Value), spent(now.Interval), err
}

func spent(t unix.Timeval) time.Duration { return time.Duration(t.Nano()) }
