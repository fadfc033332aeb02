// Processes that are copies of this one: fork, forkpty, and what a program has done around them.

package posix

import (
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/forking"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/host/watcher"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/object"
)

// CanFork reports whether a program can copy this process. It must be psy's own: a Go program's other goroutines would go on in the copy.
func CanFork(t *Thread) bool {
	_, whole := iomod.BareSystem(t).(*system.Process)
	return whole && forking.Supported() == nil
}

// The functions to be called around forks are three lists in Runtime.Extra.
const (
	forkBefore = iota
	forkChild
	forkParent
	forkTimes
)

var forkTimesNames = [forkTimes]string{"before", "after_in_child", "after_in_parent"}

func registerAtFork(t *Thread, a []Value) Value {
	given := false
	for i, name := range forkTimesNames {
		if a[i] == null {
			continue
		}
		given = true
		if object.TypeOf(t, a[i]).Slots.Call == nil {
			return object.Raise(t, object.TTypeError, "'%s' must be callable, not %s", name, object.TypeName(t, a[i]))
		}
	}
	if !given {
		return object.Raise(t, object.TTypeError, "At least one argument is required.")
	}
	for i := range forkTimes {
		if a[i] == null {
			continue
		}
		at := &t.RT.Extra[native.ExtraAtFork+i]
		if *at == null {
			l := object.NewList(t, 0)
			if l == nil {
				return null
			}
			*at = object.Of(l)
		}
		if !object.As[object.List](*at).Append(t, a[i]) {
			return null
		}
	}
	return none
}

// callAtFork calls the functions of a time; what goes wrong there is told, and does not matter else.
func callAtFork(t *Thread, time int) {
	v := t.RT.Extra[native.ExtraAtFork+time]
	if v == null {
		return
	}
	l := object.As[object.List](v)
	for i, n := 0, l.Len(); i < n && i < l.Len(); i++ {
		at := i
		if time == forkBefore { // the last registered first
			at = l.Len() - 1 - i
		}
		f := *l.At(at)
		if object.Call0(t, f) == null {
			object.WriteUnraisable(t, f)
		}
	}
}

// fork copies the process. The child's only thread, and its main one, is the one that calls. what is the function that the program called; "": none
// of its own.
func fork(t *Thread, what string) (pid int, ok bool) {
	if r := native.SubRightsOf(t); r != nil {
		if r.Fork {
			object.Raise(t, object.TRuntimeError, "fork not supported for sub-interpreters")
		} else {
			object.Raise(t, object.TRuntimeError, "fork not supported for isolated subinterpreters")
		}
		return 0, false
	}
	if t.RT.Finalizing {
		object.Raise(t, object.TPythonFinalizationError, "can't fork at interpreter shutdown")
		return 0, false
	}
	if what != "" && !object.Audit(t, what) {
		return 0, false
	}
	if h := t.RT.Heap; h.DirtyToFork() {
		h.Collect()
		if !t.Poll() { // what is to be called for the dead is called here, and in the parent alone
			return 0, false
		}
	}
	after, ok := AroundFork(t) // before the program's functions: what these take is given back by others of them
	if !ok {
		return 0, false
	}
	callAtFork(t, forkBefore)
	iomod.FilesOf(t.RT).Settle()
	several := !t.Alone()
	t.Forking()
	pid, err := forking.Fork(func() {
		threads.Forked(t, func() { native.SystemOf(t).Exit(0) })
		signals.Forked(t)
	})
	after(pid == 0 && err == nil)
	if pid == 0 && err == nil {
		watcher.Forked(forking.Copied)
		callAtFork(t, forkChild)
		return 0, true
	}
	callAtFork(t, forkParent)
	if err != nil {
		native.RaiseIO(t, err, null)
		return 0, false
	}
	if several && what != "" {
		text := fmt.Sprintf("This process (pid=%d) is multi-threaded, use of %s() may lead to deadlocks in the child.", unix.Getpid(), what[len("os."):])
		if !object.Warn(t, object.TDeprecationWarning, text) {
			return 0, false
		}
	}
	return pid, true
}

func posixFork(t *Thread, _ []Value) Value {
	pid, ok := fork(t, "os.fork")
	if !ok {
		return null
	}
	return object.SmallInt(int64(pid))
}

// forkPty is fork for a child that begins a session on a terminal of its own.
func forkPty(t *Thread, _ []Value) Value {
	master, slave, err := openPty()
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	pid, ok := fork(t, "os.forkpty")
	if ok && pid == 0 {
		unix.Close(master)
		unix.Setsid()
		unix.IoctlSetInt(slave, unix.TIOCSCTTY, 0)
		for fd := range 3 {
			unix.Dup3(slave, fd, 0)
		}
		if slave > 2 {
			unix.Close(slave)
		}
		return intPair(t, 0, -1)
	}
	unix.Close(slave)
	if !ok {
		unix.Close(master)
		return null
	}
	return intPair(t, pid, master)
}

// forkCalling starts a process that calls a function of the program's, before it runs another program. What goes wrong is told through a pipe.
func forkCalling(t *Thread, c *system.Child, f Value, errPipe int) Value {
	pid, ok := fork(t, "")
	if !ok {
		return null
	}
	if pid != 0 {
		return object.SmallInt(int64(pid))
	}
	told := "SubprocessError:0:Exception occurred in preexec_fn."
	step, err := "noexec:chdir", c.Become()
	if err == nil || c.Dir == "" {
		step = "noexec"
	}
	if err == nil && object.Call0(t, f) != null {
		step, err = "", c.Run()
	}
	if err != nil {
		told = fmt.Sprintf("OSError:%X:%s", int(native.ErrnoOf(err)), step)
	}
	unix.Write(errPipe, []byte(told))
	unix.Exit(255)
	return null
}

// openPty opens both ends of a new terminal.
func openPty() (master, slave int, err error) {
	if master, err = unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0); err != nil {
		return -1, -1, err
	}
	name, err := ptsname(master)
	if err == nil {
		err = unix.IoctlSetPointerInt(master, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		slave, err = unix.Open(name, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		unix.Close(master)
		return -1, -1, err
	}
	return master, slave, nil
}
