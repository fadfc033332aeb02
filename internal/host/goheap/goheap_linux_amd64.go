// Go asks the system for its heap 4 MB at a time, and never for large pages, so each small page costs a fault. Where the first collection comes
// after 12 MB, those are 3,000. Where faults are dear, large pages save a tenth of a program's time. Elsewhere they save nothing: a small program does
// not use all of a page, and a page that the system has lent to its host costs as much as 500 small ones.
//
// Go has no call for room in its heap. But a stack that grows is allocated there, as a whole, and is given back when its goroutine ends, without a
// collection. Nothing of it is touched, so it may be large: a program takes what it uses. The 2 MB that the heap began with are used already, and become a
// large page by a copy.

package goheap

import (
	"syscall"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/fault"
)

const (
	room      = 64 << 20 // the stack that the frame of deep makes
	largePage = 2 << 20
	hugePage  = 14 // MADV_HUGEPAGE
	collapse  = 25 // MADV_COLLAPSE, Linux 6.1
)

// deep has a frame of more than half of room, and returns an address at its top. It touches nothing of it.
func deep() (top uintptr)

func init() {
	if fault.Dear {
		begin()
	}
}

// begin makes the room, and asks for large pages there; where the system has none, small pages do.
func begin() {
	top := make(chan uintptr)
	used := *(*uintptr)(unsafe.Pointer(&top)) &^ (largePage - 1)
	for _, advice := range [...]uintptr{hugePage, collapse} {
		syscall.RawSyscall(syscall.SYS_MADVISE, used, largePage, advice)
	}
	go func() { top <- deep() }()
	end := <-top &^ (largePage - 1)
	if start := end - room + largePage; start < end {
		syscall.RawSyscall(syscall.SYS_MADVISE, start, end-start, hugePage)
	}
}
