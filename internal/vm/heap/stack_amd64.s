// Reading the goroutine's stack; see stack_asm.go.

#include "textflag.h"

// func scanStack(dst *uint64, most, base, size, depth uintptr) (n uintptr)
TEXT ·scanStack(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ most+8(FP), R8
	MOVQ base+16(FP), R9
	MOVQ size+24(FP), R10
	MOVQ TLS, R11
	MOVQ 0(R11)(TLS*1), R11
	MOVQ 8(R11), R11          // g.stack.hi
	MOVQ R11, SI
	SUBQ depth+32(FP), SI
	XORQ CX, CX

loop:
	CMPQ SI, R11
	JAE  done
	MOVQ (SI), AX
	ADDQ $8, SI
	MOVQ AX, DX
	SUBQ R9, DX
	CMPQ DX, R10
	JAE  loop
	CMPQ CX, R8
	JAE  count
	MOVQ AX, (DI)(CX*8)

count:
	INCQ CX
	JMP  loop

done:
	MOVQ CX, n+40(FP)
	RET

// func stackDepth() uintptr
TEXT ·stackDepth(SB), NOSPLIT, $0-8
	MOVQ TLS, R11
	MOVQ 0(R11)(TLS*1), R11
	MOVQ 8(R11), AX
	LEAQ ret+0(FP), CX
	SUBQ CX, AX
	MOVQ AX, ret+0(FP)
	RET

// func Goroutine() uintptr
TEXT ·Goroutine(SB), NOSPLIT, $0-8
	MOVQ TLS, AX
	MOVQ 0(AX)(TLS*1), AX
	MOVQ AX, ret+0(FP)
	RET

// func stackBounds() (sp, lo, hi uintptr)
TEXT ·stackBounds(SB), NOSPLIT, $0-24
	MOVQ TLS, R11
	MOVQ 0(R11)(TLS*1), R11
	LEAQ sp+0(FP), AX
	MOVQ AX, sp+0(FP)
	MOVQ 0(R11), AX
	MOVQ AX, lo+8(FP)
	MOVQ 8(R11), AX
	MOVQ AX, hi+16(FP)
	RET

// func frameChain(dst *link, most uintptr) (n uintptr)
TEXT ·frameChain(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ most+8(FP), R8
	MOVQ TLS, R11
	MOVQ 0(R11)(TLS*1), R11
	MOVQ 0(R11), R9           // g.stack.lo
	MOVQ 8(R11), R11          // g.stack.hi
	MOVQ BP, SI
	XORQ CX, CX

next:
	CMPQ CX, R8
	JAE  end
	CMPQ SI, R9
	JB   end
	LEAQ 16(SI), DX
	CMPQ DX, R11
	JA   end
	MOVQ R11, AX
	SUBQ SI, AX
	MOVQ AX, 0(DI)
	MOVQ 8(SI), AX
	MOVQ AX, 8(DI)
	ADDQ $16, DI
	INCQ CX
	MOVQ SI, R9
	MOVQ (SI), SI
	ADDQ $1, R9
	JMP  next

end:
	MOVQ CX, n+16(FP)
	RET
