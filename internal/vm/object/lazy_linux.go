// What the heap asks of the system: package system has the handler of the signal by which copies of images are made, and knows which descriptors are psy's.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/heap"
)

func init() {
	heap.OwnFile = system.SetOwn
	heap.GuardLazy = func(l *heap.Lazy, low, size uintptr) func() { return system.GuardLazy(unsafe.Pointer(l), low, size) }
}
