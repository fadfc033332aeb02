// Package x86 writes x86-64 machine code and carries control between Go and it. It must not know what the code is for:
// no Python, no values, no buffers.
//
// Asm is a typed emitter: one method per instruction form. The forms that a compiler emits all the time are encoded here
// directly (int.go, sse.go, jump.go); rare ones go through golang-asm (rare.go). Both are checked against golang-asm byte
// for byte, against a decoder, and by running them.
//
// Register conventions of machine code, from Enter to its return:
//
//	R14   the goroutine's g; never written
//	R15   the *Context given to Enter; never written
//	RBP   Go's frame pointer, below which the trampoline's frame lies; never written
//	RSP   machine code's own stack (see enter_amd64.s)
//	R12   the helper to call, at the callout thunk only; else free
//	X15   zero whenever Go runs: the trampoline sees to it
//	others are free; Go helpers preserve none of them
//
// Helpers take their arguments in AX BX CX DI SI R8 R9 R10 R11 and return results in the same order (ArgRegs), floats in
// X0 to X14, as Go's ABIInternal has it.
package x86
