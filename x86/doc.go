// Package x86 emits x86-64 machine code and passes control between Go and that code. It must not know what the code is for: no Python, no values,
// no buffers.
//
// Asm is a typed emitter: one method per instruction form. The frequent forms are encoded here directly (int.go, sse.go, jump.go); rare ones go
// through golang-asm (rare.go). Tests compare both with golang-asm byte for byte, decode them, and execute them.
//
// Register conventions of machine code, from Enter to its return:
//
//	R14   the goroutine's g; never written
//	R15   the *Context given to Enter; never written
//	RBP   Go's frame pointer, below which the trampoline's frame lies; never written
//	RSP   machine code's own stack (see enter_amd64.s)
//	R12   the helper to call, in the callout only; else free
//	X15   zero whenever Go runs: the trampoline clears it
//	others are free; Go helpers preserve none of them
//
// Helpers take their arguments in AX BX CX DI SI R8 R9 R10 R11 and return results in the same order (ArgRegs), floats in X0 to X14, as in Go's
// ABIInternal.
package x86
