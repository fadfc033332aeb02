// Reading the goroutine's stack; see stack_asm.go.

#include "textflag.h"

// func scanStack(dst *uint64, most, base, size, depth uintptr) (n uintptr)
TEXT ·scanStack(SB), NOSPLIT, $0-48
	MOVD dst+0(FP), R0
	MOVD most+8(FP), R1
	MOVD base+16(FP), R2
	MOVD size+24(FP), R3
	MOVD 8(g), R5         // g.stack.hi
	MOVD depth+32(FP), R6
	SUB  R6, R5, R6
	MOVD $0, R4

loop:
	CMP  R5, R6
	BHS  done
	MOVD.P 8(R6), R7
	SUB  R2, R7, R8
	CMP  R3, R8
	BHS  loop
	CMP  R1, R4
	BHS  count
	MOVD R7, (R0)(R4<<3)

count:
	ADD $1, R4
	B   loop

done:
	MOVD R4, n+40(FP)
	RET

// func stackDepth() uintptr
TEXT ·stackDepth(SB), NOSPLIT, $0-8
	MOVD 8(g), R0
	MOVD $ret+0(FP), R1
	SUB  R1, R0, R0
	MOVD R0, ret+0(FP)
	RET

// func Goroutine() uintptr
TEXT ·Goroutine(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET

// func stackBounds() (sp, lo, hi uintptr)
TEXT ·stackBounds(SB), NOSPLIT, $0-24
	MOVD $sp+0(FP), R0
	MOVD R0, sp+0(FP)
	MOVD 0(g), R0
	MOVD R0, lo+8(FP)
	MOVD 8(g), R0
	MOVD R0, hi+16(FP)
	RET

// func frameChain(dst *link, most uintptr) (n uintptr)
TEXT ·frameChain(SB), NOSPLIT, $0-24
	MOVD dst+0(FP), R0
	MOVD most+8(FP), R1
	MOVD 0(g), R2         // g.stack.lo
	MOVD 8(g), R3         // g.stack.hi
	MOVD R29, R4
	MOVD $0, R5

next:
	CMP  R1, R5
	BHS  end
	CMP  R2, R4
	BLO  end
	ADD  $16, R4, R6
	CMP  R3, R6
	BHI  end
	SUB  R4, R3, R6
	MOVD R6, 0(R0)
	MOVD 8(R4), R6
	MOVD R6, 8(R0)
	ADD  $16, R0
	ADD  $1, R5
	ADD  $1, R4, R2
	MOVD (R4), R4
	B    next

end:
	MOVD R5, n+16(FP)
	RET
