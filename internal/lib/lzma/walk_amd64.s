// Walking down trees of positions and along chains. While a node is compared, memory brings what may come next.

#include "textflag.h"

// What registers hold:
//	SI the bytes at the position, R8 the position
//	DI where the node of position 0 would lie, R15 where its bytes would: behind them by a position are those of that position
//	R9 the node, DX where it lies, BX its bytes
//	R10, R11 where the next smaller and the next greater node belong; R12, R13 how many bytes these have in common with the position
//	R14 the longest match, BP bytes that are the same

// EXTEND makes BP, by how many bytes those at base and at SI are known to be the same, as large as it can be, at most limit.
#define EXTEND(base, words, bytes, word, same) \
words: \
	LEAQ 8(BP), CX \
	CMPQ CX, limit+72(FP) \
	JGT bytes \
	MOVQ (base)(BP*1), AX \
	XORQ (SI)(BP*1), AX \
	JNE word \
	MOVQ CX, BP \
	JMP words \
bytes: \
	CMPQ BP, limit+72(FP) \
	JEQ same \
	MOVBLZX (base)(BP*1), AX \
	CMPB AX, (SI)(BP*1) \
	JNE same \
	INCQ BP \
	JMP bytes \
word: \
	BSFQ AX, AX \
	SHRQ $3, AX \
	ADDQ AX, BP \
same:

// FOUND notes the match of BP bytes with the node R9, the longest one by now.
#define FOUND \
	MOVQ BP, R14 \
	MOVQ next-8(SP), CX \
	MOVL BP, (CX) \
	MOVL R8, AX \
	SUBL R9, AX \
	DECL AX \
	MOVL AX, 4(CX) \
	ADDQ $8, CX \
	MOVQ CX, next-8(SP)

// FAR jumps if a position is too far away.
#define FAR(p, lowest, reach, away) \
	MOVL p, AX \
	SUBL lowest, AX \
	CMPL AX, reach \
	JCC away

// PLACE makes DX the place in the ring of a position's links, which are so many bytes.
#define PLACE(p, bytes, around) \
	LEAQ (DI)(p*bytes), DX \
	MOVQ ring+64(FP), AX \
	ADDQ DX, AX \
	CMPL p, around \
	CMOVQCS AX, DX

// func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int, head3 *uint32) int
TEXT ·walkTree(SB), NOSPLIT, $8-112
	MOVQ here+0(FP), SI
	MOVQ found+16(FP), CX
	MOVQ CX, next-8(SP)
	MOVQ head+24(FP), AX
	PREFETCHT0 (AX)
	MOVQ head3+96(FP), AX
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
	FAR(R9, lowest+44(FP), reach+52(FP), leaf)
	PLACE(R9, 8, around+48(FP))
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
	EXTEND(BX, words, bytes, word, same)
	CMPQ BP, R14
	JLE known
	FOUND

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
	MOVQ AX, ret+104(FP)
	RET

// What registers hold in followChain, besides those of walkTree:
//	R10, R11 what four bytes must be where the longest match ends, and a mask for them; R12 where those of position 0 would lie
//	R13 the next node, BX a node of the next position's chain, which is only read

// func followChain(here, links unsafe.Pointer, found *match, pos, p, mask, lowest, around, reach, soon uint32, cyclic, ring, limit, longest, depth int, head, head3 *uint32) int
TEXT ·followChain(SB), NOSPLIT, $8-120
	MOVQ here+0(FP), SI
	MOVQ found+16(FP), CX
	MOVQ CX, next-8(SP)
	MOVQ head+96(FP), AX
	PREFETCHT0 (AX)
	MOVQ head3+104(FP), AX
	PREFETCHT0 (AX)
	MOVL pos+24(FP), R8
	MOVL p+28(FP), R9
	MOVL mask+32(FP), R11
	MOVL soon+48(FP), BX
	MOVQ longest+80(FP), R14
	MOVQ cyclic+56(FP), DI
	SUBQ R8, DI
	SHLQ $2, DI
	ADDQ links+8(FP), DI
	MOVQ SI, R15
	SUBQ R8, R15
	LEAQ -3(R14), AX
	XORL CX, CX
	TESTQ AX, AX
	CMOVQLT CX, AX
	LEAQ (R15)(AX*1), R12
	MOVL (SI)(AX*1), R10

link:
	DECQ depth+88(FP)
	JLT end
	FAR(R9, lowest+36(FP), reach+44(FP), end)
	PLACE(R9, 4, around+40(FP))
	MOVL (DX), R13
	FAR(BX, lowest+36(FP), reach+44(FP), alone)
	PREFETCHT0 (R15)(BX*1)
	PLACE(BX, 4, around+40(FP))
	MOVL (DX), BX

alone:
	MOVL (R12)(R9*1), AX
	XORL R10, AX
	TESTL R11, AX
	JEQ candidate

further:
	MOVL R13, R9
	JMP link

candidate:
	LEAQ (R15)(R9*1), DX
	XORL BP, BP
	EXTEND(DX, words, bytes, word, same)
	CMPQ BP, R14
	JLE further
	FOUND
	CMPQ BP, limit+72(FP)
	JEQ end
	CMPQ BP, $3 // below, nothing but the first bytes tells
	JLT further
	LEAQ -3(BP), AX
	LEAQ (R15)(AX*1), R12
	MOVL (SI)(AX*1), R10
	MOVL $-1, R11
	JMP further

end:
	MOVQ next-8(SP), AX
	SUBQ found+16(FP), AX
	SHRQ $3, AX
	MOVQ AX, ret+112(FP)
	RET

// enterAll enters positions, and has memory bring the heads of those that are ahead bytes behind them. It returns the place in the ring behind the last one.
// SI are the bytes at a position, DX is the position, R11 its place in the ring; CX is the shift of hashes.

// func enterAll(bytes *byte, heads, links, hash2, hash3 *uint32, n int, pos, shift uint32, cyclic, size, ahead int) int
TEXT ·enterAll(SB), NOSPLIT, $0-88
	MOVQ bytes+0(FP), SI
	MOVQ heads+8(FP), R8
	MOVQ links+16(FP), R9
	MOVQ hash2+24(FP), R12
	MOVQ hash3+32(FP), R13
	MOVQ n+40(FP), DI
	MOVL pos+48(FP), DX
	MOVL shift+52(FP), CX
	MOVQ cyclic+56(FP), R11
	MOVQ ahead+72(FP), R15
	XORL R14, R14

enter:
	MOVL (SI), AX
	IMUL3L $0x9e3779b1, AX, BX
	SHRL CX, BX
	MOVL (R8)(BX*4), R10
	MOVL R10, (R9)(R11*4)
	MOVL DX, (R8)(BX*4)
	MOVL (SI)(R15*1), BX
	IMUL3L $0x9e3779b1, BX, BX
	SHRL CX, BX
	PREFETCHT0 (R8)(BX*4)
	SHLL $8, AX
	IMUL3L $0x9e3779b1, AX, BX
	SHRL $16, BX
	MOVL DX, (R13)(BX*4)
	SHLL $8, AX
	IMUL3L $0x9e3779b1, AX, BX
	SHRL $22, BX
	MOVL DX, (R12)(BX*4)
	INCQ SI
	INCL DX
	INCQ R11
	CMPQ R11, size+64(FP)
	CMOVQGT R14, R11
	DECQ DI
	JNE enter
	MOVQ R11, ret+80(FP)
	RET
