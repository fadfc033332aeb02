// Copies of images whose pages are made when they are first touched: the heap knows what is in them, package system has the signal's handler.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/heap"
)

func init() {
	heap.GuardLazy = func(l *heap.Lazy, low, size uintptr) func() { return system.GuardLazy(unsafe.Pointer(l), low, size) }
}
