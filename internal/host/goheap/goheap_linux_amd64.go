// Go asks the system for its heap 4 MB at a time, and never for large pages, so each small page costs a fault. Where the first collection comes
// after 12 MB, those are 3,000. Go has no call for room in its heap. But a stack that grows is allocated there, as a whole, and is given back
// when its goroutine ends, without a collection.

package goheap

import "syscall"

const (
	room      = 16 << 20 // the stack that the frame of deep makes
	largePage = 2 << 20
	hugePage  = 14 // MADV_HUGEPAGE
)

// deep has a frame of more than half of room, and returns an address at its top. It touches nothing of it.
func deep() (top uintptr)

func init() {
	top := make(chan uintptr)
	go func() { top <- deep() }()
	end := <-top &^ (largePage - 1)
	if start := end - room + largePage; start < end {
		syscall.RawSyscall(syscall.SYS_MADVISE, start, end-start, hugePage) // where the system has none, small pages do
	}
}
