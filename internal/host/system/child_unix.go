// Processes as Unix has them.

//go:build unix

package system

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

var _ Processes = (*Process)(nil)

func (*Process) Pipe() (read, write int, err error) {
	var p [2]int
	err = pipe(&p)
	return p[0], p[1], err
}

// Start has the child's descriptors in order by their numbers, as syscall.ForkExec wants them: -1 for one that is closed.
func (*Process) Start(c *Child) (pid int, noDir bool, err error) {
	if c.Dir != "" {
		if st, err := os.Stat(c.Dir); err == nil && !st.IsDir() {
			return 0, true, syscall.ENOTDIR
		}
		if err := unix.Access(c.Dir, unix.X_OK); err != nil {
			return 0, true, err
		}
	}
	attr := &syscall.ProcAttr{Dir: c.Dir, Env: c.Env, Sys: &syscall.SysProcAttr{Setsid: c.Session}}
	if c.Env == nil {
		attr.Env = os.Environ()
	}
	if c.Group >= 0 {
		attr.Sys.Setpgid, attr.Sys.Pgid = true, c.Group
	}
	if c.UID >= 0 || c.GID >= 0 || c.Groups != nil {
		cred := &syscall.Credential{Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid()), NoSetGroups: c.Groups == nil}
		if c.UID >= 0 {
			cred.Uid = uint32(c.UID)
		}
		if c.GID >= 0 {
			cred.Gid = uint32(c.GID)
		}
		for _, g := range c.Groups {
			cred.Groups = append(cred.Groups, uint32(g))
		}
		attr.Sys.Credential = cred
	}
	restore := c.descriptors(attr)
	defer restore()
	if c.Umask >= 0 {
		defer syscall.Umask(syscall.Umask(c.Umask))
	}
	err = syscall.ENOENT
	for _, program := range c.Programs {
		if _, found := os.Stat(program); found != nil && len(c.Programs) > 1 {
			continue
		}
		var e error
		if pid, e = c.forkExec(program, attr); e == nil {
			return pid, false, nil
		}
		if e != syscall.ENOENT && e != syscall.ENOTDIR {
			return 0, false, e
		}
	}
	return 0, false, err
}

// descriptors says which descriptors the child has. Those that it would have for nothing are closed on exec until restore is called.
func (c *Child) descriptors(attr *syscall.ProcAttr) (restore func()) {
	const closed = ^uintptr(0)
	if c.Files != nil {
		return c.exactly(attr)
	}
	has := map[int]int{} // by their numbers in the child
	for i, fd := range c.Streams {
		if fd < 0 {
			fd = i
		}
		if isOpen(fd) {
			has[i] = fd
		}
	}
	last := 2
	for _, fd := range c.Keep {
		if fd > 2 && isOpen(fd) {
			has[fd] = fd
			last = max(last, fd)
		}
	}
	var hidden hiddenFiles
	for _, fd := range openDescriptors() {
		if fd <= 2 || has[fd] == fd {
			continue
		}
		if yes, err := inheritable(fd); err != nil || !yes {
			continue
		}
		if c.Close {
			hidden.hide(fd)
		} else if fd < last {
			has[fd] = fd
		}
	}
	attr.Files = make([]uintptr, last+1)
	for i := range attr.Files {
		attr.Files[i] = closed
		if fd, ok := has[i]; ok {
			attr.Files[i] = uintptr(fd)
		}
	}
	return hidden.restore
}

// exactly gives the child the descriptors in c.Files and no others.
func (c *Child) exactly(attr *syscall.ProcAttr) (restore func()) {
	var hidden hiddenFiles
	for _, fd := range openDescriptors() {
		if yes, err := inheritable(fd); err == nil && yes && fd >= len(c.Files) {
			hidden.hide(fd)
		}
	}
	for _, fd := range c.Files {
		attr.Files = append(attr.Files, uintptr(fd))
	}
	return hidden.restore
}

// hiddenFiles are descriptors that a child would inherit, and must not.
type hiddenFiles []int

func (h *hiddenFiles) hide(fd int) {
	*h = append(*h, fd)
	syscall.CloseOnExec(fd)
}

func (h hiddenFiles) restore() {
	for _, fd := range h {
		unix.FcntlInt(uintptr(fd), unix.F_SETFD, 0)
	}
}

// forkExec starts the program. What a child has of the thread that starts it, this thread gets first; a goroutine that ends without giving its thread back
// takes the thread with it.
func (c *Child) forkExec(program string, attr *syscall.ProcAttr) (pid int, err error) {
	err = c.prepared(func() (err error) {
		return withActions(c.defaults(), func() (err error) {
			pid, err = syscall.ForkExec(program, c.Args, attr)
			return err
		})
	})
	return pid, err
}

// defaults are the signals of which the child has the system's action.
func (c *Child) defaults() uint64 {
	if c.Restore {
		return c.Defaults | 1<<(syscall.SIGPIPE-1) | 1<<(syscall.SIGXFSZ-1)
	}
	return c.Defaults
}

// prepared calls f on a thread that has what the child, or the program that takes this one's place, is to have of it.
func (c *Child) prepared(f func() error) (err error) {
	if !c.Mask && !c.Schedule {
		return f()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if err = c.prepare(); err == nil {
			err = f()
		}
	}()
	<-done
	return err
}

// actionsMu guards withActions: one call would take what another changes for a moment for what is so.
var actionsMu sync.Mutex

// withActions calls f, which starts a program, with the actions of signals in order: defaults are those of which the new program has the system's action. One
// that is ignored arrives for a moment; one that is only discarded is ignored for a moment, unless it is among defaults.
func withActions(defaults uint64, f func() error) error {
	p, hidden := (*Process)(nil), discarded.Load()&^defaults
	if defaults|hidden == 0 {
		return f()
	}
	actionsMu.Lock()
	defer actionsMu.Unlock()
	for n := syscall.Signal(1); n <= 64; n++ {
		switch bit := uint64(1) << (n - 1); {
		case hidden&bit != 0:
			signal.Ignore(n)
			defer Discard(n)
		case defaults&bit != 0 && discarded.Load()&bit == 0 && p.Ignored(n):
			end := Listen(n, func() {})
			defer func() {
				p.Ignore(n)
				end()
			}()
		}
	}
	return f()
}

func isOpen(fd int) bool {
	_, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil
}

func inheritable(fd int) (bool, error) {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return flags&unix.FD_CLOEXEC == 0, err
}

// openDescriptors lists what is open, or may be.
func openDescriptors() (list []int) {
	dir := "/dev/fd"
	if runtime.GOOS == "linux" {
		dir = "/proc/self/fd"
	}
	if names, err := (*Process)(nil).ReadDirNames(dir); err == nil {
		for _, n := range names {
			if fd, err := strconv.Atoi(n); err == nil {
				list = append(list, fd)
			}
		}
		return list
	}
	for fd := range 256 {
		list = append(list, fd)
	}
	return list
}

// waits are goroutines that wait until a process has ended, without taking its status. They tell by closing the channel.
var waits struct {
	sync.Mutex
	of map[int]chan struct{}
}

// Wait asks for the status, and if there is none yet waits for it on a goroutine, so that the caller can give up.
func (*Process) Wait(pid, options int, told <-chan struct{}, d time.Duration) (ended, status int, err error) {
	for first := true; ; first = false {
		var s syscall.WaitStatus
		ended, err = syscall.Wait4(pid, &s, options|syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || ended != 0 || options&syscall.WNOHANG != 0 || !first {
			return ended, int(s), err
		}
		timer := time.NewTimer(d)
		select {
		case <-waitFor(pid, options):
		case <-told:
		case <-timer.C:
		}
		timer.Stop()
	}
}

func waitFor(pid, options int) chan struct{} {
	waits.Lock()
	defer waits.Unlock()
	if c := waits.of[pid]; c != nil {
		return c
	}
	if waits.of == nil {
		waits.of = map[int]chan struct{}{}
	}
	c := make(chan struct{})
	waits.of[pid] = c
	go func() {
		awaitChange(pid, options)
		waits.Lock()
		delete(waits.of, pid)
		waits.Unlock()
		close(c)
	}()
	return c
}

func (*Process) Kill(pid, signal int, group bool) error {
	switch {
	case group:
		pid = -pid
	case pid == os.Getpid():
		return KillSelf(syscall.Signal(signal))
	}
	return syscall.Kill(pid, syscall.Signal(signal))
}

func (*Process) Replace(c *Child) error {
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	return c.prepared(func() error {
		return withActions(c.defaults(), func() error { return syscall.Exec(c.Programs[0], c.Args, env) })
	})
}

func (*Process) Umask(mask int) int { return syscall.Umask(mask) }

func (*Process) Inheritable(fd int) (bool, error) { return inheritable(fd) }

func (*Process) SetInheritable(fd int, yes bool) error {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	if err != nil {
		return err
	}
	if flags |= unix.FD_CLOEXEC; yes {
		flags &^= unix.FD_CLOEXEC
	}
	_, err = unix.FcntlInt(uintptr(fd), unix.F_SETFD, flags)
	return err
}

func (*Process) Open(name string, flags int, perm uint32) (fd int, err error) {
	return syscall.Open(name, flags|syscall.O_CLOEXEC, perm)
}

func (*Process) Shut(fd int) { syscall.Close(fd) }

func (*Process) Descriptors() (list []int) {
	for _, fd := range openDescriptors() {
		if !Own(fd) && isOpen(fd) {
			list = append(list, fd)
		}
	}
	return list
}

func (*Process) SetNonblock(fd int) error { return unix.SetNonblock(fd, true) }

func (*Process) Ready(fds []Waiting, d time.Duration) error {
	p := make([]unix.PollFd, len(fds))
	for i, f := range fds {
		p[i].Fd = int32(f.FD)
		if f.Read {
			p[i].Events |= unix.POLLIN | unix.POLLPRI
		}
		if f.Write {
			p[i].Events |= unix.POLLOUT
		}
	}
	n, err := unix.Poll(p, int((d+time.Millisecond-1)/time.Millisecond))
	if err != nil && !errors.Is(err, syscall.EINTR) || n < 0 {
		n = 0
	}
	if errors.Is(err, syscall.EINTR) {
		err = nil
	}
	for i := range fds {
		f, r := &fds[i], p[i].Revents
		f.Failed = n > 0 && r&unix.POLLNVAL != 0
		f.Except = n > 0 && f.Read && r&unix.POLLPRI != 0
		f.Read = n > 0 && f.Read && r&(unix.POLLIN|unix.POLLHUP|unix.POLLERR) != 0
		f.Write = n > 0 && f.Write && r&(unix.POLLOUT|unix.POLLERR) != 0
	}
	return err
}
