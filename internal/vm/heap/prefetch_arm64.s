// Prefetching; see prefetch_asm.go.

#include "textflag.h"

// func prefetch(lo, hi uintptr)
TEXT ·prefetch(SB), NOSPLIT, $0-16
	MOVD lo+0(FP), R0
	MOVD hi+8(FP), R1

loop:
	PRFM (R0), PLDL1KEEP
	ADD  $64, R0
	CMP  R1, R0
	BLO  loop
	RET
