// Prefetching; see prefetch_asm.go.

#include "textflag.h"

// func prefetch(lo, hi uintptr)
TEXT ·prefetch(SB), NOSPLIT, $0-16
	MOVQ lo+0(FP), AX
	MOVQ hi+8(FP), CX

loop:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	CMPQ AX, CX
	JB   loop
	RET
