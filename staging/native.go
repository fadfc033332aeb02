// The thread's words behind the x86.Context: what emitted code reads from R15 on.

package staging

import (
	"unsafe"

	"github.com/psyco-go/psy/x86"
)

// Native is laid over object.Thread.Native.
type Native struct {
	x86.Context
	FloatOffset uint64  // what a boxed float's bits have more than the float's
	Target      uintptr // where the entry thunk goes
	Result      uint64  // what a generator has returned
}

// Offsets from R15.
const (
	CtxFloatOffset = int32(unsafe.Offsetof(Native{}.FloatOffset))
	CtxTarget      = int32(unsafe.Offsetof(Native{}.Target))
	CtxResult      = int32(unsafe.Offsetof(Native{}.Result))
)

// NativeSize must not exceed the room that object.Thread has.
const NativeSize = unsafe.Sizeof(Native{})
