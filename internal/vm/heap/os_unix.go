// Mapped memory on Unix systems.

//go:build unix

package heap

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reserve maps inaccessible memory, exactly at addr unless addr is 0. It costs address space only.
func reserve(addr, size uintptr) (uintptr, error) {
	p, err := unix.MmapPtr(-1, 0, at(addr), size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|noReserve)
	if err != nil {
		return 0, err
	}
	if addr != 0 && uintptr(p) != addr {
		unix.MunmapPtr(p, size)
		return 0, errInUse
	}
	return uintptr(p), nil
}

// commit makes reserved memory readable and writable.
func commit(addr, size uintptr) error {
	page := uintptr(os.Getpagesize())
	lo := addr &^ (page - 1)
	hi := (addr + size + page - 1) &^ (page - 1)
	return unix.Mprotect(bytesAt(lo, hi-lo), unix.PROT_READ|unix.PROT_WRITE)
}

func release(addr, size uintptr) error { return unix.MunmapPtr(at(addr), size) }

func bytesAt(addr, size uintptr) []byte { return unsafe.Slice((*byte)(at(addr)), size) }
