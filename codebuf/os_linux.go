// Mapping of code and stacks on Linux.

//go:build linux && amd64

package codebuf

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/x86"
)

// Supported is nil if this platform runs machine code. New can still fail, if the system refuses executable memory.
func Supported() error { return x86.Supported() }

// mapTwice maps the same memory readable and writable at rw, readable and executable at rx.
func mapTwice(size uintptr) (rw, rx uintptr, err error) {
	fd, err := codeFile(size)
	if err != nil {
		return 0, 0, err
	}
	defer unix.Close(fd)
	w, err := unix.MmapPtr(fd, 0, nil, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return 0, 0, fmt.Errorf("codebuf: mmap: %w", err)
	}
	x, err := mapNear(fd, size)
	if err != nil {
		unix.MunmapPtr(w, size)
		return 0, 0, fmt.Errorf("codebuf: the system refuses executable memory: mmap: %w", err)
	}
	return uintptr(w), uintptr(x), nil
}

// codeFile makes an unnamed file for code.
func codeFile(size uintptr) (fd int, err error) {
	const name = "psy-code"
	fd, err = unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // a kernel before 6.3 does not know MFD_EXEC
		fd, err = unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	}
	if err != nil {
		return -1, fmt.Errorf("codebuf: the system refuses memory for code: memfd_create: %w", err)
	}
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("codebuf: ftruncate: %w", err)
	}
	return fd, nil
}

// ownCopy gives this process, a copy of another, its own memory in place of what it shares with the other: at the same two addresses, with the
// same content in the first used bytes.
func ownCopy(rw, rx, size, used uintptr) error {
	fd, err := codeFile(size)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	for at := uintptr(0); at < used; {
		n, err := unix.Pwrite(fd, unsafe.Slice((*byte)(address(rw+at)), used-at), int64(at))
		if err != nil {
			return err
		}
		at += uintptr(n)
	}
	if _, err := unix.MmapPtr(fd, 0, address(rw), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_FIXED); err != nil {
		return err
	}
	_, err = unix.MmapPtr(fd, 0, address(rx), size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|unix.MAP_FIXED)
	return err
}

// mapNear maps code as near as possible to Go's code. Processors predict near jumps better: a helper call takes half the time if both ends are in
// the same 4 GiB.
func mapNear(fd int, size uintptr) (unsafe.Pointer, error) {
	const step, tries = 64 << 20, 24
	near := x86.YieldPC()&^(step-1) + 4*step
	for i := range uintptr(tries) {
		hint := address(near + i*step)
		p, err := unix.MmapPtr(fd, 0, hint, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED)
		if err != nil || p == hint {
			return p, err
		}
		unix.MunmapPtr(p, size)
	}
	return unix.MmapPtr(fd, 0, nil, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED)
}

// mapStack maps memory whose lowest page is inaccessible.
func mapStack(size, guard uintptr) (uintptr, error) {
	p, err := unix.MmapPtr(-1, 0, nil, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return 0, fmt.Errorf("codebuf: stack: mmap: %w", err)
	}
	if err := unix.Mprotect(unsafe.Slice((*byte)(p), guard), unix.PROT_NONE); err != nil {
		unix.MunmapPtr(p, size)
		return 0, fmt.Errorf("codebuf: stack: mprotect: %w", err)
	}
	return uintptr(p), nil
}

func unmap(p, size uintptr) error {
	if p == 0 {
		return nil
	}
	return unix.MunmapPtr(address(p), size)
}
