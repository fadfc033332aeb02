// Reading what a frame refers to: small functions that the generated code inlines.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
)

func savePC(fr *Frame, pc unsafe.Pointer) { fr.PC = pc }

func localAt(fr *Frame, i uint32) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(fr), object.FrameHeader+uintptr(i)*8))
}

func cellAt(fr *Frame, i uint32) *object.Cell { return object.As[object.Cell](*localAt(fr, i)) }

func constsOf(fr *Frame) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(fr.Code.Consts), object.TupleItems)
}

func constAt(consts unsafe.Pointer, i uint32) Value { return *(*Value)(unsafe.Add(consts, uintptr(i)*8)) }

func nameAt(fr *Frame, i uint32) Value { return *fr.Code.NamesTuple.At(int(i)) }
