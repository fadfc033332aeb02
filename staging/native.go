// The thread's words after the x86.Context, which emitted code reads relative to R15.

package staging

import (
	"unsafe"

	"github.com/psyco-go/psy/x86"
)

// Native is the layout of object.Thread.Native.
type Native struct {
	x86.Context
	FloatOffset uint64  // the difference between a boxed float's bits and the float's
	Target      uintptr // the address that the entry thunk jumps to
	Result      uint64  // the value that a generator has returned
}

// Offsets from R15.
const (
	CtxFloatOffset = int32(unsafe.Offsetof(Native{}.FloatOffset))
	CtxTarget      = int32(unsafe.Offsetof(Native{}.Target))
	CtxResult      = int32(unsafe.Offsetof(Native{}.Result))
)

// NativeSize must not exceed the room in object.Thread.
const NativeSize = unsafe.Sizeof(Native{})
