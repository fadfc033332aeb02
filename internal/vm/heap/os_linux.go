// What is particular to Linux.

package heap

import "golang.org/x/sys/unix"

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
