// Processes of a world that is not the process's own: it has the children that it was allowed to start, and the descriptors of pipes that it has made.

//go:build unix

package system

import (
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Children are the processes and pipes of one world.
type Children struct {
	// Ask is asked before a program is started, and may change what is started. An error refuses it.
	Ask func(program string, c *Child) (string, error)

	own  Process
	mu   sync.Mutex
	pids map[int]bool
	fds  map[int]bool
}

var _ Processes = (*Children)(nil)

// Has reports whether a descriptor is the world's.
func (x *Children) Has(fd int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.fds[fd]
}

// Descriptor is the file of a descriptor. Closing it takes it from the world.
func (x *Children) Descriptor(fd int, name string) (File, error) {
	if !x.Has(fd) {
		return nil, syscall.EBADF
	}
	f, err := x.own.Descriptor(fd, name)
	if err != nil {
		return nil, err
	}
	return worldFile{f, x, fd}, nil
}

type worldFile struct {
	File
	of *Children
	fd int
}

func (f worldFile) Fd() uintptr { return uintptr(f.fd) }

func (f worldFile) Close() error {
	f.of.mu.Lock()
	had := f.of.fds[f.fd]
	delete(f.of.fds, f.fd)
	f.of.mu.Unlock()
	if !had {
		return syscall.EBADF
	}
	return f.File.Close()
}

func (x *Children) Pipe() (read, write int, err error) {
	if read, write, err = x.own.Pipe(); err != nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.fds == nil {
		x.fds = map[int]bool{}
	}
	x.fds[read], x.fds[write] = true, true
	return
}

// Start gives the child descriptors of the world and no others. Standard streams that are the parent's lead nowhere: they would be the Go program's.
func (x *Children) Start(c *Child) (pid int, noDir bool, err error) {
	if c.UID >= 0 || c.GID >= 0 || c.Groups != nil || c.Umask >= 0 || c.Mask || c.Schedule || c.Defaults != 0 || c.Group > 0 {
		return 0, false, syscall.EPERM
	}
	if c.Files == nil {
		last := 2
		for _, fd := range c.Keep {
			last = max(last, fd)
		}
		c.Files = slices.Repeat([]int{-1}, last+1)
		copy(c.Files, c.Streams[:])
		for _, fd := range c.Keep {
			if fd > 2 {
				c.Files[fd] = fd
			}
		}
	}
	nowhere, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return 0, false, err
	}
	defer nowhere.Close()
	for n, fd := range c.Files {
		switch {
		case fd >= 0 && !x.Has(fd):
			return 0, false, syscall.EBADF
		case fd < 0 && n <= 2:
			c.Files[n] = int(nowhere.Fd())
		}
	}
	programs, refused := c.Programs, false
	for _, program := range programs {
		allowed := *c
		to, err := x.Ask(program, &allowed)
		if err != nil {
			refused = true
			continue
		}
		if _, err := os.Stat(to); err != nil && len(programs) > 1 {
			continue
		}
		allowed.Programs = []string{to}
		if pid, noDir, err = x.own.Start(&allowed); err == nil {
			x.mu.Lock()
			defer x.mu.Unlock()
			if x.pids == nil {
				x.pids = map[int]bool{}
			}
			x.pids[pid] = true
		}
		return pid, noDir, err
	}
	if refused {
		return 0, false, syscall.EACCES
	}
	return 0, false, syscall.ENOENT
}

func (x *Children) living() (pids []int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for pid := range x.pids {
		pids = append(pids, pid)
	}
	return pids
}

func (x *Children) gone(pid int) {
	x.mu.Lock()
	delete(x.pids, pid)
	x.mu.Unlock()
}

func (x *Children) has(pid int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.pids[pid]
}

// Wait waits for one of the world's children; -1: for any.
func (x *Children) Wait(pid, options int, told <-chan struct{}, d time.Duration) (ended, status int, err error) {
	if pid != -1 {
		return x.waitFor(pid, options, told, d)
	}
	for end := time.Now().Add(d); ; {
		pids := x.living()
		if len(pids) == 0 {
			return 0, 0, syscall.ECHILD
		}
		for _, pid := range pids {
			if ended, status, err = x.waitFor(pid, options|syscall.WNOHANG, nil, 0); ended != 0 || err != nil {
				return
			}
		}
		if options&syscall.WNOHANG != 0 || time.Now().After(end) {
			return 0, 0, nil
		}
		select {
		case <-told:
			return 0, 0, nil
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func (x *Children) waitFor(pid, options int, told <-chan struct{}, d time.Duration) (ended, status int, err error) {
	if !x.has(pid) {
		return 0, 0, syscall.ECHILD
	}
	ended, status, err = x.own.Wait(pid, options, told, d)
	if s := syscall.WaitStatus(status); ended != 0 && (s.Exited() || s.Signaled()) {
		x.gone(pid)
	}
	return
}

func (x *Children) Kill(pid, signal int, group bool) error {
	if group || !x.has(pid) {
		return syscall.EPERM
	}
	return x.own.Kill(pid, signal, false)
}

func (*Children) Replace(c *Child) error { return syscall.EPERM }

func (*Children) SendTo(fd, signal, flags int) (self bool, err error) { return false, syscall.EPERM }

// Umask gives a usual one: the process's is not the program's.
func (*Children) Umask(mask int) int { return 0o22 }

func (x *Children) Inheritable(fd int) (bool, error) {
	if !x.Has(fd) {
		return false, syscall.EBADF
	}
	return x.own.Inheritable(fd)
}

// SetInheritable changes nothing: children of the Go program would inherit the descriptor.
func (x *Children) SetInheritable(fd int, yes bool) error {
	if !x.Has(fd) {
		return syscall.EBADF
	}
	return nil
}

func (x *Children) SetNonblock(fd int) error {
	if !x.Has(fd) {
		return syscall.EBADF
	}
	return x.own.SetNonblock(fd)
}

func (x *Children) Descriptors() (fds []int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for fd := range x.fds {
		fds = append(fds, fd)
	}
	return fds
}

func (*Children) Open(name string, flags int, perm uint32) (int, error) { return 0, syscall.EACCES }
func (*Children) Shut(fd int)                                           {}

func (x *Children) Ready(fds []Waiting, d time.Duration) error {
	for i := range fds {
		if !x.Has(fds[i].FD) {
			for k := range fds {
				fds[k].Read, fds[k].Write, fds[k].Except, fds[k].Failed = false, false, false, k == i
			}
			return nil
		}
	}
	return x.own.Ready(fds, d)
}

// Close ends the children that still run, and closes what is open.
func (x *Children) Close() error {
	for _, pid := range x.living() {
		x.own.Kill(pid, int(syscall.SIGKILL), false)
		x.Wait(pid, 0, nil, time.Second)
	}
	for _, fd := range x.Descriptors() {
		if f, err := x.Descriptor(fd, ""); err == nil {
			f.Close()
		}
	}
	return nil
}

// Busy reports whether programs run, or descriptors are open.
func (x *Children) Busy() bool { return len(x.living()) > 0 || len(x.Descriptors()) > 0 }
