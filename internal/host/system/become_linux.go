// A process that becomes what a Child says, and then another program: a forked one, between the two of which the program that forked may do something.

package system

import (
	"os"
	"runtime"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// Become makes this process what c says, but for its signals and descriptors beyond the standard ones. Users and groups are those of this goroutine's
// thread, which it keeps: Run goes on there. The order is that of CPython's child_exec.
func (c *Child) Become() error {
	runtime.LockOSThread()
	streams := c.Streams
	for i, fd := range streams { // out of the way of those that come first
		if fd >= 0 && fd < i {
			other, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
			if err != nil {
				return err
			}
			streams[i] = other
		}
	}
	for i, fd := range streams {
		switch {
		case fd == i:
			if err := (*Process)(nil).SetInheritable(fd, true); err != nil {
				return err
			}
		case fd >= 0:
			if err := unix.Dup3(fd, i, 0); err != nil {
				return err
			}
		}
	}
	if c.Dir != "" {
		if err := os.Chdir(c.Dir); err != nil {
			return err
		}
	}
	if c.Umask >= 0 {
		syscall.Umask(c.Umask)
	}
	if c.Session {
		if _, err := unix.Setsid(); err != nil {
			return err
		}
	}
	if c.Group >= 0 {
		if err := unix.Setpgid(0, c.Group); err != nil {
			return err
		}
	}
	if c.Groups != nil {
		if err := syscall.Setgroups(c.Groups); err != nil {
			return err
		}
	}
	if c.GID >= 0 {
		if err := syscall.Setregid(c.GID, c.GID); err != nil {
			return err
		}
	}
	if c.UID >= 0 {
		return syscall.Setreuid(c.UID, c.UID)
	}
	return nil
}

// Run runs the first of c's programs that can be run, in this process's place.
func (c *Child) Run() error {
	p := (*Process)(nil)
	for _, fd := range c.Keep {
		if err := p.SetInheritable(fd, true); err != nil {
			return err
		}
	}
	if c.Close {
		for _, fd := range p.Descriptors() {
			if fd > 2 && !slices.Contains(c.Keep, fd) {
				unix.CloseOnExec(fd)
			}
		}
	}
	last := error(syscall.ENOENT)
	for _, program := range c.Programs {
		one := *c
		one.Programs = []string{program}
		if err := p.Replace(&one); err != syscall.ENOENT && err != syscall.ENOTDIR {
			last = err
		}
	}
	return last
}
