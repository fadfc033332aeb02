// What is particular to Linux.

package heap

import (
	"errors"

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

// mapImage puts what lies in used into a file, which is mapped privately in place of mapped, where used lies.
func mapImage(base uintptr, used, mapped []mapping) error {
	fd, err := unix.MemfdCreate("psy-image", unix.MFD_CLOEXEC)
	if err != nil {
		return errors.ErrUnsupported
	}
	defer unix.Close(fd) // the mappings keep the file
	if last := mapped[len(mapped)-1]; unix.Ftruncate(fd, int64(last.addr+last.size-base)) != nil {
		return errors.ErrUnsupported
	}
	for _, s := range used {
		for data, at := bytesAt(s.addr, s.size), int64(s.addr-base); len(data) > 0; {
			n, err := unix.Pwrite(fd, data, at)
			if err != nil {
				return err
			}
			data, at = data[n:], at+int64(n)
		}
	}
	for _, s := range mapped {
		_, err := unix.MmapPtr(fd, int64(s.addr-base), at(s.addr), s.size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|noReserve)
		if err != nil {
			return err
		}
	}
	return nil
}
