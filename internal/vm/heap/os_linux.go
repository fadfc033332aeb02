// What is particular to Linux.

package heap

import (
	"errors"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// discard makes committed memory zero and gives it back to the system until it is used again.
func discard(addr, size uintptr) error { return unix.Madvise(bytesAt(addr, size), unix.MADV_DONTNEED) }

func physicalMemory() uint64 {
	var s unix.Sysinfo_t
	if unix.Sysinfo(&s) != nil {
		return defaultMemory
	}
	return uint64(s.Totalram) * uint64(s.Unit)
}

const noReserve = unix.MAP_NORESERVE

// useHugePages tells the system that it may map memory in huge pages: one page fault in place of 512, and fewer misses in the
// processor's tables of pages. The system need not do that.
func useHugePages(addr, size uintptr) { unix.Madvise(bytesAt(addr, size), unix.MADV_HUGEPAGE) }

// mapImage puts what lies in used into a file, which is mapped privately in place of mapped, where used lies. The file is mapped once more, from the
// region's base on, to be read, and once more to be copied from, privately.
func mapImage(base uintptr, used, mapped []mapping) (shadow, view mapping, file int, err error) {
	fd, err := unix.MemfdCreate("psy-image", unix.MFD_CLOEXEC)
	if err != nil {
		return shadow, view, -1, errors.ErrUnsupported
	}
	defer func() {
		if err != nil {
			unix.Close(fd)
			release(shadow.addr, shadow.size)
			release(view.addr, view.size)
			shadow, view, file = mapping{}, mapping{}, -1
		}
	}()
	last := mapped[len(mapped)-1]
	size := last.addr + last.size - base
	if unix.Ftruncate(fd, int64(size)) != nil {
		return shadow, view, fd, errors.ErrUnsupported
	}
	for _, s := range used {
		for data, at := bytesAt(s.addr, s.size), int64(s.addr-base); len(data) > 0; {
			n, err := unix.Pwrite(fd, data, at)
			if err != nil {
				return shadow, view, fd, err
			}
			data, at = data[n:], at+int64(n)
		}
	}
	for _, m := range [...]*mapping{&shadow, &view} {
		prot, flags := unix.PROT_READ, unix.MAP_SHARED
		if m == &view {
			prot, flags = unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE
		}
		p, err := unix.MmapPtr(fd, 0, nil, size, prot, flags)
		if err != nil {
			return shadow, view, fd, err
		}
		*m = mapping{uintptr(p), size}
	}
	for _, s := range mapped {
		if err := mapFile(fd, s.addr-base, s.addr, s.size); err != nil {
			return shadow, view, fd, err
		}
	}
	return shadow, view, fd, nil
}

// mapFile maps a part of a file privately in place of what is mapped at addr.
func mapFile(fd int, from, addr, size uintptr) error {
	_, err := unix.MmapPtr(fd, int64(from), at(addr), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|noReserve)
	return err
}

func closeFile(fd int) { unix.Close(fd) }

// populate has the system give memory that is about to be written: one call in place of a page fault for each page. Where it cannot, faults do.
func populate(addr, size uintptr) { unix.Madvise(bytesAt(addr, size), unix.MADV_POPULATE_WRITE) }

// pagemap is the file that tells of the process's pages; -1: it cannot be read.
var pagemap = sync.OnceValue(func() int {
	fd, err := unix.Open("/proc/self/pagemap", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	return fd
})

// writtenPages asks for the state of the pages from addr on.
func writtenPages(addr uintptr, pages []uint64) bool {
	fd := pagemap()
	if fd < 0 {
		return false
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(pages))), len(pages)*8)
	n, err := unix.Pread(fd, b, int64(addr)/int64(pageSize)*8)
	return err == nil && n == len(b)
}

// isWritten reports whether a page is the process's own copy: it is in memory or swapped out, and not the file's.
func isWritten(page uint64) bool { return page>>62 != 0 && page>>61&1 == 0 }
