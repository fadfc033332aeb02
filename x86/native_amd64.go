// Running machine code on linux/amd64.

//go:build linux && amd64

package x86

import (
	"bytes"
	"sync"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Supported is nil if machine code can run here.
func Supported() error {
	if !cpu.X86.HasSSE41 {
		return ErrUnsupported
	}
	return nil
}

// Features tells which optional instructions the processor has.
func Features() (popcnt, bmi1, bmi2 bool) {
	return cpu.X86.HasPOPCNT, cpu.X86.HasBMI1, cpu.X86.HasBMI2
}

func enter(c *Context, entry uintptr) uint64
func gWords() (lo, hi, guard uintptr)

// Enter runs machine code from entry, on c's native stack, until the code returns from its first frame, or leaves (EmitLeave). The result is RAX.
// Only R14 and R15 are passed in registers; arguments go through fields that follow c. Helpers may call Enter again with the same c.
func Enter(c *Context, entry uintptr) uint64 { return enter(c, entry) }

// guardKnown reports whether Go's g has the layout that Poll expects. Every Go release since 1.17 has it: function prologues compare RSP with
// [r14+16].
var guardKnown = sync.OnceValue(func() bool {
	f := Yield
	prologue := unsafe.Slice(**(***byte)(unsafe.Pointer(&f)), 16)
	if !bytes.Contains(prologue, []byte{0x49, 0x3b, 0x66, guardOffset}) {
		return false
	}
	var local byte
	lo, hi, guard := gWords()
	sp := uintptr(unsafe.Pointer(&local))
	return lo < sp && sp < hi && (int64(guard) < 0 || lo < guard && guard < sp)
})
