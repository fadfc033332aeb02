// Walking down a tree of positions. While a node is compared, memory brings both nodes below it.

#include "textflag.h"

// What registers hold:
//	SI the bytes at the position, R8 the position
//	DI where the node of position 0 would lie, R15 where its bytes would: behind them by a position are those of that position
//	R9 the node, DX where it lies, BX its bytes
//	R10, R11 where the next smaller and the next greater node belong; R12, R13 how many bytes these have in common with the position
//	R14 the longest match, BP bytes that are the same

// func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int) int
TEXT ·walkTree(SB), NOSPLIT, $8-104
	MOVQ here+0(FP), SI
	MOVQ found+16(FP), CX
	MOVQ CX, next-8(SP)
	MOVQ head+24(FP), AX
	PREFETCHT0 (AX)
	MOVL pos+32(FP), R8
	MOVL p+36(FP), R9
	MOVL soon+40(FP), AX
	MOVQ longest+80(FP), R14
	MOVQ cyclic+56(FP), DI
	SUBQ R8, DI
	SHLQ $3, DI
	ADDQ links+8(FP), DI
	MOVQ SI, R15
	SUBQ R8, R15
	PREFETCHT0 (DI)(AX*8)
	PREFETCHT0 (R15)(AX*1)
	LEAQ (DI)(R8*8), R10
	LEAQ 4(R10), R11
	XORL R12, R12
	XORL R13, R13

node:
	DECQ depth+88(FP)
	JLT leaf
	MOVL R9, AX
	SUBL lowest+44(FP), AX
	CMPL AX, reach+52(FP)
	JCC leaf
	LEAQ (DI)(R9*8), DX
	MOVQ ring+64(FP), AX
	ADDQ DX, AX
	CMPL R9, around+48(FP)
	CMOVQCS AX, DX
	LEAQ (R15)(R9*1), BX
	MOVL (DX), AX
	PREFETCHT0 (DI)(AX*8)
	PREFETCHT0 (R15)(AX*1)
	MOVL 4(DX), AX
	PREFETCHT0 (DI)(AX*8)
	PREFETCHT0 (R15)(AX*1)
	MOVQ R12, BP
	CMPQ R13, BP
	CMOVQLT R13, BP
	MOVBLZX (BX)(BP*1), AX
	MOVBLZX (SI)(BP*1), CX
	CMPL AX, CX
	JNE differ
	INCQ BP

words:
	LEAQ 8(BP), CX
	CMPQ CX, limit+72(FP)
	JGT bytes
	MOVQ (BX)(BP*1), AX
	XORQ (SI)(BP*1), AX
	JNE word
	MOVQ CX, BP
	JMP words

word:
	BSFQ AX, AX
	SHRQ $3, AX
	ADDQ AX, BP

same:
	CMPQ BP, R14
	JLE known
	MOVQ BP, R14
	MOVQ next-8(SP), CX
	MOVL BP, (CX)
	MOVL R8, AX
	SUBL R9, AX
	DECL AX
	MOVL AX, 4(CX)
	ADDQ $8, CX
	MOVQ CX, next-8(SP)

known:
	CMPQ BP, limit+72(FP)
	JEQ whole
	MOVBLZX (BX)(BP*1), AX
	MOVBLZX (SI)(BP*1), CX
	CMPL AX, CX

differ:
	JCC greater
	MOVL R9, (R10)
	LEAQ 4(DX), R10
	MOVL 4(DX), R9
	MOVQ BP, R12
	JMP node

greater:
	MOVL R9, (R11)
	MOVQ DX, R11
	MOVL (DX), R9
	MOVQ BP, R13
	JMP node

bytes: // fewer than eight are left
	CMPQ BP, limit+72(FP)
	JEQ same
	MOVBLZX (BX)(BP*1), AX
	CMPB AX, (SI)(BP*1)
	JNE same
	INCQ BP
	JMP bytes

whole: // the position takes the node's place
	MOVL (DX), AX
	MOVL AX, (R10)
	MOVL 4(DX), AX
	MOVL AX, (R11)
	JMP done

leaf:
	MOVL $0, (R10)
	MOVL $0, (R11)

done:
	MOVQ next-8(SP), AX
	SUBQ found+16(FP), AX
	SHRQ $3, AX
	MOVQ AX, ret+96(FP)
	RET
