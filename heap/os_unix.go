// Mapped memory on Unix systems.

//go:build unix

package heap

import (
	"errors"
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
		return 0, errors.New("address in use")
	}
	return uintptr(p), nil
}

// reserveAligned reserves memory aligned at its own size.
func reserveAligned(size uintptr) (uintptr, error) {
	p, err := reserve(0, 2*size)
	if err != nil {
		return 0, err
	}
	base := (p + size - 1) &^ (size - 1)
	if base > p {
		release(p, base-p)
	}
	if end := p + 2*size; end > base+size {
		release(base+size, end-base-size)
	}
	return base, nil
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
