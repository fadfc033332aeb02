package object

import (
	"testing"
	"unsafe"
)

// The places that machine code uses are those of the fields, seen from Native and from the frame.
func TestNativeOffsets(t *testing.T) {
	var th Thread
	at := func(off int32) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(&th.Native), int(off)) }
	for _, c := range []struct {
		name  string
		off   int32
		field unsafe.Pointer
		near  bool // a displacement of one byte reaches it
	}{
		{"Depth", OffDepth, unsafe.Pointer(&th.Depth), true},
		{"Breaker", OffBreaker, unsafe.Pointer(&th.Breaker), true},
		{"Exc", OffExc, unsafe.Pointer(&th.Exc), true},
		{"Frame", OffFrame, unsafe.Pointer(&th.Frame), true},
		{"StackTop", OffStackTop, unsafe.Pointer(&th.StackTop), true},
		{"Ptr", OffAllocPtr, unsafe.Pointer(&th.Allocator.Ptr), true},
		{"Limit", OffAllocLimit, unsafe.Pointer(&th.Allocator.Limit), true},
		{"StackEnd", OffStackEnd, unsafe.Pointer(&th.StackEnd), false},
		{"ExcInfo", OffExcInfo, unsafe.Pointer(&th.ExcInfo), false},
		{"RT", OffRT, unsafe.Pointer(&th.RT), false},
	} {
		if at(c.off) != c.field || c.near && c.off < -128 {
			t.Errorf("%s: offset %d", c.name, c.off)
		}
	}
	var fr Frame
	for _, c := range []struct {
		name  string
		off   int32
		field unsafe.Pointer
	}{
		{"Code", FrCode, unsafe.Pointer(&fr.Code)},
		{"Func", FrFunc, unsafe.Pointer(&fr.Func)},
		{"Globals", FrGlobals, unsafe.Pointer(&fr.Globals)},
		{"Builtins", FrBuiltins, unsafe.Pointer(&fr.Builtins)},
		{"Locals", FrLocals, unsafe.Pointer(&fr.Locals)},
		{"Object", FrObject, unsafe.Pointer(&fr.Object)},
		{"Prev", FrPrev, unsafe.Pointer(&fr.Prev)},
		{"PC", FrPC, unsafe.Pointer(&fr.PC)},
		{"SP", FrSP, unsafe.Pointer(&fr.SP)},
		{"state", FrState, unsafe.Pointer(&fr.ReturnOffset)},
		{"Result", FrResult, unsafe.Pointer(&fr.Result)},
	} {
		if unsafe.Add(unsafe.Pointer(&fr), int(c.off)) != c.field {
			t.Errorf("Frame.%s: offset %d", c.name, c.off)
		}
	}
	if FrState%8 != 0 || unsafe.Offsetof(fr.Flags) != uintptr(FrState)+4 {
		t.Errorf("the frame's state is not one word: %d", FrState)
	}
}
