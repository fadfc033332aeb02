package interp

import (
	"testing"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

// The counter waits 1, 3, 7 ... executions after failed attempts, never more than 4095.
func TestBackOff(t *testing.T) {
	c, last := uint16(counterWarmup), 1
	for range 20 {
		c = backOff(c)
		wait := int(c >> 4)
		if wait < last || wait > 1<<maxBackoff-1 {
			t.Fatalf("waits %d after %d", wait, last)
		}
		last = wait
	}
	if last != 1<<maxBackoff-1 {
		t.Errorf("at last it waits %d", last)
	}
	if triggers(c) || !triggers(c&15) {
		t.Error("a counter triggers when its upper bits are zero, and only then")
	}
}

func TestVarint(t *testing.T) {
	for _, v := range []int{0, 1, 63, 64, 4095, 4096, 1 << 20} {
		var b []byte
		for shift := 18; shift >= 0; shift -= 6 {
			if v>>shift != 0 || shift == 0 || len(b) > 0 {
				b = append(b, byte(v>>shift&63)|64)
			}
		}
		b[len(b)-1] &^= 64
		b = append(b, 0x7F)
		got, next := varint(unsafe.Pointer(&b[0]))
		if got != v || uintptr(next)-uintptr(unsafe.Pointer(&b[0])) != uintptr(len(b)-1) {
			t.Errorf("%d: got %d", v, got)
		}
	}
}

// Every generic instruction that machine code may meet has a helper.
func TestHelpersComplete(t *testing.T) {
	without := map[uint8]bool{opcode.EXTENDED_ARG: true, opcode.ENTER_EXECUTOR: true,
		opcode.INSTRUMENTED_LINE: true, opcode.INSTRUMENTED_INSTRUCTION: true}
	for i := range 256 {
		op := uint8(i)
		if opcode.Valid(op) && !opcode.IsSpecialized(op) && (Helpers[op] == nil) != without[op] {
			t.Errorf("%s: helper: %v", opcode.Name(op), Helpers[op] != nil)
		}
	}
}
