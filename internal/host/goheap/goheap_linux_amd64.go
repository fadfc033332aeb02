// Go asks the system for its heap 4 MB at a time, and never for large pages, so each small page costs a fault. Where the first collection comes
// after 12 MB, those are 3,000. Where the system runs in a virtual machine without help from the processor, a fault takes ten times as long as elsewhere,
// and large pages save a tenth of a program's time. Elsewhere they save nothing: a small program does not use all of a page, and a page that the system
// has lent to its host costs as much as 500 small ones. So a few faults are timed.
//
// Go has no call for room in its heap. But a stack that grows is allocated there, as a whole, and is given back when its goroutine ends, without a
// collection.

package goheap

import (
	"syscall"
	"unsafe"
)

const (
	room      = 16 << 20 // the stack that the frame of deep makes
	smallPage = 4 << 10
	largePage = 2 << 20
	hugePage  = 14 // MADV_HUGEPAGE
)

// dear is how many nanoseconds a fault takes at least where large pages are asked for.
const dear = 5000

// deep has a frame of more than half of room, and returns an address at its top. It touches nothing of it.
func deep() (top uintptr)

func init() {
	if faultTime() >= dear {
		begin()
	}
}

// begin makes the room, and asks for large pages there; where the system has none, small pages do.
func begin() {
	top := make(chan uintptr)
	go func() { top <- deep() }()
	end := <-top &^ (largePage - 1)
	if start := end - room + largePage; start < end {
		syscall.RawSyscall(syscall.SYS_MADVISE, start, end-start, hugePage)
	}
}

// faultTime is how many nanoseconds a page fault takes, the shortest of four means.
func faultTime() int64 {
	const pages, groups = 4, 4
	size := uintptr(groups * pages * smallPage)
	addr, _, errno := syscall.RawSyscall6(syscall.SYS_MMAP, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON, ^uintptr(0), 0)
	if errno != 0 {
		return 0
	}
	best := int64(1 << 62)
	for g := range uintptr(groups) {
		began := now()
		for i := range uintptr(pages) {
			*(*byte)(unsafe.Add(unsafe.Pointer(nil), addr+(g*pages+i)*smallPage)) = 1
		}
		best = min(best, (now()-began)/pages)
	}
	syscall.RawSyscall(syscall.SYS_MUNMAP, addr, size, 0)
	return best
}

// now is the time by the system's monotonic clock.
func now() int64 {
	var t syscall.Timespec
	const monotonic = 1 // CLOCK_MONOTONIC
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}
