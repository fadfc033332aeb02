// The trampoline between Go and machine code.
//
// Machine code runs on a stack of its own. The goroutine's stack holds Go frames only. So whenever Go runs, that stack may
// grow and move, and panics, profiles and Go's collector may unwind it:
//
//	   goroutine's stack                     native stack
//
//	   before Enter:
//	  +------------------+                 +------------------+ <- ctx.StackHi
//	  | caller of Enter  |                 | (outer Enter's   |
//	  +------------------+ <- RSP          |  frames, if any) |
//	                                       +------------------+ <- ctx.SP
//
//	   machine code runs:
//	  +------------------+                 +------------------+
//	  | caller of Enter  |                 |                  |
//	  +------------------+                 +------------------+
//	  | frame of Enter   |                 | back to thunk    |
//	  +------------------+ <- RBP - 112    +------------------+
//	                                       | frames of        |
//	                                       | machine code     |
//	                                       +------------------+ <- RSP
//
//	   a helper runs:
//	  +------------------+                 +------------------+
//	  | caller of Enter  |                 |                  |
//	  +------------------+                 +------------------+
//	  | frame of Enter   |                 | back to thunk    |
//	  +------------------+                 +------------------+
//	  | frame of helper  |                 | frames of        |
//	  +------------------+ <- RSP          | machine code     |
//	                                       +------------------+ <- ctx.SP
//	                                       | resume address   |
//	                                       +------------------+
//
// The helper may call Enter again; the native frames of that Enter begin below the resume address.
//
// The switch between the stacks is done in machine code (context.go), not here. Go takes this for a Go function, and in Go
// functions the stack pointer must always point to the goroutine's stack: a profiling signal may unwind it at any time.
// Every RET meets the address that its CALL pushed, so the processor predicts them all:
//
//	Enter: CALL enter thunk; CALL entry ... RET to thunk; PUSH back; RET to Enter
//	machine code: JMP back; Enter: CALL helper ... RET; JMP resume address
//
// Machine code finds Enter's frame by RBP, which it preserves as Go functions do: RBP points to the word in which Enter's
// prologue saved the caller's RBP, right above the frame. An address of the frame in memory would not be adjusted when the
// stack moves.

//go:build linux

#include "go_asm.h"
#include "funcdata.h"
#include "textflag.h"

// The frame, of x86.frameSize bytes: 96 bytes of spill space for the register arguments of helpers, then
// 8 bytes for the old ctx.SP (x86.savedSP), then
#define saved_ctx 104(SP)

// func enter(c *Context, entry uintptr) uint64
TEXT ·enter(SB), 0, $112-24
	NO_LOCAL_POINTERS
	MOVQ c+0(FP), R15
	MOVQ entry+8(FP), R12
	MOVQ R15, saved_ctx
	CALL Context_enter(R15)

	// Here is ctx.back: R12 is the helper to call, or 0 if machine code is done.
	TESTQ R12, R12
	JEQ   done
	XORPS X15, X15
	CALL  R12
	MOVQ  saved_ctx, R15
	MOVQ  Context_SP(R15), R13
	JMP   -8(R13)

done:
	MOVQ AX, ret+16(FP)
	RET

// func gWords() (lo, hi, guard uintptr)
TEXT ·gWords(SB), NOSPLIT, $0-24
	MOVQ TLS, AX
	MOVQ 0(AX)(TLS*1), AX
	MOVQ 0(AX), CX
	MOVQ CX, lo+0(FP)
	MOVQ 8(AX), CX
	MOVQ CX, hi+8(FP)
	MOVQ 16(AX), CX
	MOVQ CX, guard+16(FP)
	RET
