// Reading what a frame refers to: small functions that the generated code inlines.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// savePC stores pc as a number: frames are off the Go heap, and a store of a pointer would ask for the write barrier.
func savePC(fr *Frame, pc unsafe.Pointer) { *(*uintptr)(unsafe.Pointer(&fr.PC)) = uintptr(pc) }

func localAt(fr *Frame, i uint32) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(fr), object.FrameHeader+uintptr(i)*8))
}

func constsOf(fr *Frame) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(fr.Code.Consts), object.TupleItems)
}

func constAt(consts unsafe.Pointer, i uint32) Value {
	return *(*Value)(unsafe.Add(consts, uintptr(i)*8))
}

func nameAt(fr *Frame, i uint32) Value { return *fr.Code.NamesTuple.At(int(i)) }
