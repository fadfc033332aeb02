// Decoding many LZMA symbols with the range decoder in registers.
//
// The bits of literals and trees are taken without branches, whose direction nobody can predict: a comparison of the code with the
// bound sets the carry flag, and conditional moves follow it. While a bit is decoded, the probabilities of both that may come
// next are read already.

#include "textflag.h"
#include "go_asm.h"

// What registers hold:
//	R8 range, R9 code, SI input
//	DI probabilities, BX the burst
//	R10 where output goes, R11 the state, R13 bytes produced
// The others are scratch. CX is the base of a tree, DX the bits so far behind a leading one.

// NORM takes a byte if the range has become small.
#define NORM(enough) \
	CMPL R8, $0x1000000 \
	JAE enough \
	SHLL $8, R8 \
	SHLL $8, R9 \
	MOVBLZX (SI), BP \
	ORL BP, R9 \
	INCQ SI \
enough:

// SPLIT sets BP to the bound for a probability in AX.
#define SPLIT \
	MOVL R8, BP \
	SHRL $11, BP \
	IMULL AX, BP

// LEARN changes the probability in AX by the bit (R14 is all ones where that is 0, and lost), and DX.
#define LEARN \
	LEAL 1(R14)(DX*2), R12 \
	ANDL $-2017, R14 \
	ADDL AX, R14 \
	SARL $5, R14 \
	SUBL R14, AX \
	MOVW AX, (CX)(DX*2) \
	MOVL R12, DX

// BIT decodes a bit of a tree. The probability is in AX, and the next one after it.
#define BIT(enough) \
	SPLIT \
	MOVL (CX)(DX*4), R15 \
	MOVWLZX R15, R12 \
	SHRL $16, R15 \
	SUBL BP, R8 \
	MOVL R9, R14 \
	SUBL BP, R9 \
	CMOVLCS BP, R8 \
	CMOVLCS R14, R9 \
	CMOVLCS R12, R15 \
	SBBL R14, R14 \
	LEARN \
	MOVL R15, AX \
	NORM(enough)

// LAST decodes the last bit of a tree.
#define LAST(enough) \
	SPLIT \
	SUBL BP, R8 \
	MOVL R9, R14 \
	SUBL BP, R9 \
	CMOVLCS BP, R8 \
	CMOVLCS R14, R9 \
	SBBL R14, R14 \
	LEARN \
	NORM(enough)

// TREE begins a tree at CX.
#define TREE \
	MOVL $1, DX \
	MOVWLZX 2(CX), AX

// MATCHED decodes a bit of a literal that stands where a match has ended: BX is the byte that the last distance leads to, shifted, R12 an offset.
#define MATCHED(enough) \
	ADDL BX, BX \
	MOVL BX, R15 \
	ANDL R12, R15 \
	LEAL (R12)(R15*1), R14 \
	ADDL DX, R14 \
	MOVWLZX (CX)(R14*2), AX \
	SPLIT \
	XORL R15, R12 \
	SUBL BP, R8 \
	MOVL R9, DI \
	SUBL BP, R9 \
	CMOVLCS BP, R8 \
	CMOVLCS DI, R9 \
	CMOVLCC R15, R12 \
	SBBL DI, DI \
	LEAL 1(DI)(DX*2), DX \
	ANDL $-2017, DI \
	ADDL AX, DI \
	SARL $5, DI \
	SUBL DI, AX \
	MOVW AX, (CX)(R14*2) \
	NORM(enough)

// IF decodes a bit with a branch: the program goes on at one, with ONE, if it is 1.
#define IF(p, one) \
	MOVWLZX p, AX \
	SPLIT \
	CMPL R9, BP \
	JAE one

#define ZERO(p, enough) \
	MOVL BP, R8 \
	MOVL $2048, R14 \
	SUBL AX, R14 \
	SHRL $5, R14 \
	ADDL R14, AX \
	MOVW AX, p \
	NORM(enough)

#define ONE(p, enough) \
	SUBL BP, R8 \
	SUBL BP, R9 \
	MOVL AX, R14 \
	SHRL $5, R14 \
	SUBL R14, AX \
	MOVW AX, p \
	NORM(enough)

// func decodeBurst(b *burst) int
TEXT ·decodeBurst(SB), NOSPLIT, $8-16
	MOVQ b+0(FP), BX
	MOVQ burst_p(BX), DI
	MOVQ burst_in(BX), SI
	ADDQ burst_used(BX), SI
	MOVQ burst_buf(BX), R10
	ADDQ burst_at(BX), R10
	MOVL burst_rng(BX), R8
	MOVL burst_code(BX), R9
	MOVL burst_state(BX), R11
	MOVL burst_produced(BX), R13

symbol:
	MOVQ R10, AX
	SUBQ burst_buf(BX), AX
	CMPQ AX, burst_limit(BX)
	JGE done
	MOVQ SI, AX
	SUBQ burst_in(BX), AX
	CMPQ AX, burst_last(BX)
	JGT done
	MOVL R13, DX
	ANDL burst_pbMask(BX), DX
	MOVL R11, CX
	SHLL $4, CX
	ORL CX, DX
	IF(probs_match(DI)(DX*2), match)
	ZERO(probs_match(DI)(DX*2), literal)

	// A literal: its probabilities are chosen by the byte before and the position.
	MOVBLZX -1(R10), AX
	MOVL R13, DX
	SHLL $8, DX
	ADDL AX, DX
	ANDL burst_context(BX), DX
	MOVL burst_lc(BX), CX
	SHLL CX, DX
	LEAL (DX)(DX*2), DX
	LEAQ probs_literal(DI)(DX*2), CX
	CMPL R11, $7
	JAE matched
	TREE
	BIT(l1)
	BIT(l2)
	BIT(l3)
	BIT(l4)
	BIT(l5)
	BIT(l6)
	BIT(l7)
	LAST(l8)

wrote:
	MOVB DX, (R10)
	INCQ R10
	INCL R13
	MOVL $3, AX // the state: below 4 it is 0, from 10 on 6 less, else 3 less
	MOVL $6, CX
	CMPL R11, $10
	CMOVLCC CX, AX
	CMPL R11, $4
	CMOVLCS R11, AX
	SUBL AX, R11
	JMP symbol

matched:
	MOVQ R10, AX
	SUBQ burst_buf(BX), AX
	MOVL burst_reps(BX), DX
	NOTQ DX
	ADDQ DX, AX // at - rep - 1
	JCS inside // no borrow
	ADDQ burst_size(BX), AX

inside:
	ADDQ burst_buf(BX), AX
	MOVBLZX (AX), BX
	MOVL $0x100, R12
	MOVL $1, DX
	MATCHED(m1)
	MATCHED(m2)
	MATCHED(m3)
	MATCHED(m4)
	MATCHED(m5)
	MATCHED(m6)
	MATCHED(m7)
	MATCHED(m8)
	MOVQ b+0(FP), BX
	MOVQ burst_p(BX), DI
	JMP wrote

match:
	ONE(probs_match(DI)(DX*2), match1)
	IF(probs_rep(DI)(R11*2), repeated)
	ZERO(probs_rep(DI)(R11*2), new)
	LEAQ probs_length(DI), CX
	MOVL $7, AX
	MOVL $10, DX
	CMPL R11, $7
	MOVL DX, R11
	CMOVLCS AX, R11
	JMP length

repeated:
	ONE(probs_rep(DI)(R11*2), repeated1)
	IF(probs_rep0(DI)(R11*2), older)
	ZERO(probs_rep0(DI)(R11*2), nearest)
	IF(probs_rep0Long(DI)(DX*2), long)
	ZERO(probs_rep0Long(DI)(DX*2), short)
	MOVL $9, AX
	MOVL $11, DX
	CMPL R11, $7
	MOVL DX, R11
	CMOVLCS AX, R11
	MOVL $1, CX
	JMP copy

long:
	ONE(probs_rep0Long(DI)(DX*2), long1)
	JMP again

older:
	ONE(probs_rep0(DI)(R11*2), older1)
	IF(probs_rep1(DI)(R11*2), third)
	ZERO(probs_rep1(DI)(R11*2), second)
	MOVL (burst_reps+4)(BX), AX
	JMP rotate1

third:
	ONE(probs_rep1(DI)(R11*2), third1)
	IF(probs_rep2(DI)(R11*2), fourth)
	ZERO(probs_rep2(DI)(R11*2), third2)
	MOVL (burst_reps+8)(BX), AX
	JMP rotate2

fourth:
	ONE(probs_rep2(DI)(R11*2), fourth1)
	MOVL (burst_reps+12)(BX), AX
	MOVL (burst_reps+8)(BX), CX
	MOVL CX, (burst_reps+12)(BX)

rotate2:
	MOVL (burst_reps+4)(BX), CX
	MOVL CX, (burst_reps+8)(BX)

rotate1:
	MOVL burst_reps(BX), CX
	MOVL CX, (burst_reps+4)(BX)
	MOVL AX, burst_reps(BX)

again:
	LEAQ probs_repeated(DI), CX
	MOVL $8, AX
	MOVL $11, DX
	CMPL R11, $7
	MOVL DX, R11
	CMOVLCS AX, R11

length: // by the probabilities at CX
	MOVL R13, DX
	ANDL burst_pbMask(BX), DX
	SHLL $4, DX // a tree of eight
	IF(lengthProbs_choice(CX), beyond)
	ZERO(lengthProbs_choice(CX), low)
	LEAQ lengthProbs_low(CX)(DX*1), CX
	TREE
	BIT(e1)
	BIT(e2)
	LAST(e3)
	SUBL $(8-2), DX
	JMP measured

beyond:
	ONE(lengthProbs_choice(CX), beyond1)
	IF((lengthProbs_choice+2)(CX), high)
	ZERO((lengthProbs_choice+2)(CX), mid)
	LEAQ lengthProbs_mid(CX)(DX*1), CX
	TREE
	BIT(f1)
	BIT(f2)
	LAST(f3)
	ADDL $2, DX // 8 of the low ones, less the leading one
	JMP measured

high:
	ONE((lengthProbs_choice+2)(CX), high1)
	LEAQ lengthProbs_high(CX), CX
	TREE
	BIT(g1)
	BIT(g2)
	BIT(g3)
	BIT(g4)
	BIT(g5)
	BIT(g6)
	BIT(g7)
	LAST(g8)
	SUBL $(256-16-2), DX

measured:
	MOVL DX, CX
	CMPL R11, $7
	JEQ distance
	CMPL R11, $10
	JNE copy

distance:
	MOVL CX, burst_left(BX)
	SUBL $2, CX
	MOVL $3, AX
	CMPL CX, $3
	CMOVLHI AX, CX
	SHLL $7, CX
	LEAQ probs_slot(DI)(CX*1), CX
	TREE
	BIT(s1)
	BIT(s2)
	BIT(s3)
	BIT(s4)
	BIT(s5)
	LAST(s6)
	SUBL $64, DX
	MOVL DX, R12
	CMPL DX, $4
	JCS known
	MOVL DX, CX
	SHRL $1, CX
	DECL CX // bits beyond the slot
	ANDL $1, R12
	ORL $2, R12
	CMPL DX, $14
	JAE wide
	SHLL CX, R12
	MOVL $1, AX
	SHLL CX, AX
	MOVL AX, end-8(SP)
	MOVL R12, AX
	SUBL DX, AX
	LEAQ probs_special(DI)(AX*2), CX
	JMP lowest

wide:
	SUBL $4, CX

even:
	SHRL $1, R8
	SUBL R8, R9
	MOVL R9, AX
	SARL $31, AX // all ones: the bit is 0
	LEAL 1(AX)(R12*2), R12
	ANDL R8, AX
	ADDL AX, R9
	NORM(even1)
	DECL CX
	JNE even
	SHLL $4, R12
	MOVL $16, end-8(SP)
	LEAQ probs_align(DI), CX

lowest: // bits, the lowest first; R15 is what the next is worth
	MOVL $1, R15
	MOVL $1, DX

upwards:
	MOVWLZX (CX)(DX*2), AX
	SPLIT
	SUBL BP, R8
	MOVL R9, R14
	SUBL BP, R9
	CMOVLCS BP, R8
	CMOVLCS R14, R9
	SBBL R14, R14
	MOVL R14, BP
	ANDL $-2017, BP
	ADDL AX, BP
	SARL $5, BP
	SUBL BP, AX
	MOVW AX, (CX)(DX*2)
	LEAL 1(R14)(DX*2), DX
	NOTL R14
	ANDL R15, R14
	ADDL R14, R12
	ADDL R15, R15
	NORM(upwards1)
	CMPL R15, end-8(SP)
	JNE upwards

known:
	MOVL (burst_reps+8)(BX), AX
	MOVL AX, (burst_reps+12)(BX)
	MOVL (burst_reps+4)(BX), AX
	MOVL AX, (burst_reps+8)(BX)
	MOVL burst_reps(BX), AX
	MOVL AX, (burst_reps+4)(BX)
	MOVL R12, burst_reps(BX)
	MOVL burst_left(BX), CX
	MOVL $0, burst_left(BX)
	CMPL R12, $-1
	JEQ marked

copy: // CX bytes from the last distance
	MOVL burst_reps(BX), R12
	MOVQ R10, AX
	SUBQ burst_buf(BX), AX // at
	MOVQ AX, DX
	ADDQ burst_before(BX), DX
	CMPQ DX, burst_most(BX)
	CMOVQGT burst_most(BX), DX
	CMPQ R12, DX // bytes that are there
	JCC wrong
	MOVQ burst_limit(BX), DX
	SUBQ AX, DX
	CMPQ CX, DX
	JGT leave
	MOVQ R10, R14
	SUBQ R12, R14
	DECQ R14 // from
	SUBQ R12, AX
	JLE around
	CMPL R12, $7
	JCS bytes
	CMPL CX, $8
	JCS few

words: // the last may overlap the one before
	LEAQ -8(CX), DX
	ADDQ R10, DX // the last one's place

more:
	CMPQ R10, DX
	JAE tail
	MOVQ (R14), AX
	MOVQ AX, (R10)
	ADDQ $8, R14
	ADDQ $8, R10
	JMP more

tail:
	MOVQ R10, AX
	SUBQ DX, AX // so much too far
	SUBQ AX, R14
	MOVQ (R14), AX
	MOVQ AX, (DX)
	LEAQ 8(DX), R10
	ADDL CX, R13
	JMP symbol

few: // below 8: what is behind is written as it is
	LEAQ 8(R10), AX
	SUBQ burst_buf(BX), AX
	CMPQ AX, burst_size(BX)
	JGT bytes
	MOVQ (R14), AX
	MOVQ (R10), DX
	ADDQ CX, R10
	ADDL CX, R13
	SHLL $3, CX
	MOVQ $-1, R12
	SHLQ CX, R12
	XORQ AX, DX
	ANDQ R12, DX
	XORQ AX, DX
	NEGQ CX
	SARQ $3, CX
	MOVQ DX, (R10)(CX*1)
	JMP symbol

around: // AX, at most 0, is where from begins less one; it is at the end of the ring
	ADDQ burst_size(BX), AX
	LEAQ -1(AX)(CX*1), DX
	CMPQ DX, burst_size(BX)
	JGT leave
	ADDQ burst_size(BX), R14
	CMPL CX, $8
	JCS bytes
	LEAQ 8(R10), AX
	CMPQ R14, AX
	JCC words

bytes:
	ADDL CX, R13

byte:
	MOVBLZX (R14), AX
	MOVB AX, (R10)
	INCQ R14
	INCQ R10
	DECL CX
	JNE byte
	JMP symbol

leave: // the caller copies
	MOVL CX, burst_left(BX)

done:
	MOVQ $0, ret+8(FP)
	JMP store

marked:
	MOVQ $1, ret+8(FP)
	JMP store

wrong:
	MOVQ $2, ret+8(FP)

store:
	SUBQ burst_in(BX), SI
	MOVQ SI, burst_used(BX)
	SUBQ burst_buf(BX), R10
	MOVQ R10, burst_at(BX)
	MOVL R8, burst_rng(BX)
	MOVL R9, burst_code(BX)
	MOVL R11, burst_state(BX)
	MOVL R13, burst_produced(BX)
	RET
