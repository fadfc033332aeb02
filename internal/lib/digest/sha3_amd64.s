// Keccak's permutation by AVX-512. Lane x+5y of the state begins in Xn, n = x+5y; only the lower half of each register counts. Lanes do not move: which
// lane is where changes from round to round, and is as it was at first after 24 rounds.

#include "textflag.h"

// PARITY is the sum of a column.
#define PARITY(a, b, c, d, e, sum) \
	VMOVDQA64  a, sum;           \
	VPTERNLOGQ $0x96, b, c, sum; \
	VPTERNLOGQ $0x96, d, e, sum

// SPREAD makes of the columns' sums, in X25 to X29, what is added to each lane of a column: the sum of the column before and, turned, of the one behind. It
// leaves them in X30, X31, X26, X27, X25.
#define SPREAD \
	VPROLQ $1, X26, X30;  \
	VPXORQ X29, X30, X30; \
	VPROLQ $1, X27, X31;  \
	VPXORQ X25, X31, X31; \
	VPROLQ $1, X25, X25;  \
	VPXORQ X28, X25, X25; \
	VPROLQ $1, X28, X28;  \
	VPXORQ X28, X26, X26; \
	VPROLQ $1, X29, X29;  \
	VPXORQ X29, X27, X27

// CHI adds to each lane of a row the next one's complement and the one behind it: x ^ ^y & z.
#define CHI(a, b, c, d, e) \
	VMOVDQA64  a, X28;           \
	VMOVDQA64  b, X29;           \
	VPTERNLOGQ $0xd2, c, b, a;   \
	VPTERNLOGQ $0xd2, d, c, b;   \
	VPTERNLOGQ $0xd2, e, d, c;   \
	VPTERNLOGQ $0xd2, X28, e, d; \
	VPTERNLOGQ $0xd2, X29, X28, e

// ROW makes a row of the lanes that come there, which are turned on their way.
#define ROW(moreA, turnA, a, moreB, turnB, b, moreC, turnC, c, moreD, turnD, d, moreE, turnE, e) \
	VPXORQ moreA, a, a; \
	VPROLQ turnA, a, a; \
	VPXORQ moreB, b, b; \
	VPROLQ turnB, b, b; \
	VPXORQ moreC, c, c; \
	VPROLQ turnC, c, c; \
	VPXORQ moreD, d, d; \
	VPROLQ turnD, d, d; \
	VPXORQ moreE, e, e; \
	VPROLQ turnE, e, e; \
	CHI(a, b, c, d, e)

// ROUND is a round; a0 is the lane of row a in column 0.
#define ROUND(at, a0, a1, a2, a3, a4, b0, b1, b2, b3, b4, c0, c1, c2, c3, c4, d0, d1, d2, d3, d4, e0, e1, e2, e3, e4) \
	PARITY(a0, b0, c0, d0, e0, X25); \
	PARITY(a1, b1, c1, d1, e1, X26); \
	PARITY(a2, b2, c2, d2, e2, X27); \
	PARITY(a3, b3, c3, d3, e3, X28); \
	PARITY(a4, b4, c4, d4, e4, X29); \
	SPREAD; \
	ROW(X30, $0, a0, X31, $44, b1, X26, $43, c2, X27, $21, d3, X25, $14, e4); \
	VPXORQ.BCST at(SI), a0, a0; \
	ROW(X27, $28, a3, X25, $20, b4, X30, $3, c0, X31, $45, d1, X26, $61, e2); \
	ROW(X31, $1, a1, X26, $6, b2, X27, $25, c3, X25, $8, d4, X30, $18, e0); \
	ROW(X25, $27, a4, X30, $36, b0, X31, $10, c1, X26, $15, d2, X27, $56, e3); \
	ROW(X26, $62, a2, X27, $55, b3, X25, $39, c4, X30, $41, d0, X31, $2, e1)

// func permute512(a *[25]uint64, constants *[24]uint64)
TEXT ·permute512(SB), NOSPLIT, $0-16
	MOVQ a+0(FP), DI
	MOVQ constants+8(FP), SI
	VMOVQ 0(DI), X0
	VMOVQ 8(DI), X1
	VMOVQ 16(DI), X2
	VMOVQ 24(DI), X3
	VMOVQ 32(DI), X4
	VMOVQ 40(DI), X5
	VMOVQ 48(DI), X6
	VMOVQ 56(DI), X7
	VMOVQ 64(DI), X8
	VMOVQ 72(DI), X9
	VMOVQ 80(DI), X10
	VMOVQ 88(DI), X11
	VMOVQ 96(DI), X12
	VMOVQ 104(DI), X13
	VMOVQ 112(DI), X14
	VMOVQ 120(DI), X15
	VMOVQ 128(DI), X16
	VMOVQ 136(DI), X17
	VMOVQ 144(DI), X18
	VMOVQ 152(DI), X19
	VMOVQ 160(DI), X20
	VMOVQ 168(DI), X21
	VMOVQ 176(DI), X22
	VMOVQ 184(DI), X23
	VMOVQ 192(DI), X24

	ROUND(0, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15, X16, X17, X18, X19, X20, X21, X22, X23, X24)
	ROUND(8, X0, X6, X12, X18, X24, X3, X9, X10, X16, X22, X1, X7, X13, X19, X20, X4, X5, X11, X17, X23, X2, X8, X14, X15, X21)
	ROUND(16, X0, X9, X13, X17, X21, X18, X22, X1, X5, X14, X6, X10, X19, X23, X2, X24, X3, X7, X11, X15, X12, X16, X20, X4, X8)
	ROUND(24, X0, X22, X19, X11, X8, X17, X14, X6, X3, X20, X9, X1, X23, X15, X12, X21, X18, X10, X7, X4, X13, X5, X2, X24, X16)
	ROUND(32, X0, X14, X23, X7, X16, X11, X20, X9, X18, X2, X22, X6, X15, X4, X13, X8, X17, X1, X10, X24, X19, X3, X12, X21, X5)
	ROUND(40, X0, X20, X15, X10, X5, X7, X2, X22, X17, X12, X14, X9, X4, X24, X19, X16, X11, X6, X1, X21, X23, X18, X13, X8, X3)
	ROUND(48, X0, X2, X4, X1, X3, X10, X12, X14, X11, X13, X20, X22, X24, X21, X23, X5, X7, X9, X6, X8, X15, X17, X19, X16, X18)
	ROUND(56, X0, X12, X24, X6, X18, X1, X13, X20, X7, X19, X2, X14, X21, X8, X15, X3, X10, X22, X9, X16, X4, X11, X23, X5, X17)
	ROUND(64, X0, X13, X21, X9, X17, X6, X19, X2, X10, X23, X12, X20, X8, X16, X4, X18, X1, X14, X22, X5, X24, X7, X15, X3, X11)
	ROUND(72, X0, X19, X8, X22, X11, X9, X23, X12, X1, X15, X13, X2, X16, X5, X24, X17, X6, X20, X14, X3, X21, X10, X4, X18, X7)
	ROUND(80, X0, X23, X16, X14, X7, X22, X15, X13, X6, X4, X19, X12, X5, X3, X21, X11, X9, X2, X20, X18, X8, X1, X24, X17, X10)
	ROUND(88, X0, X15, X5, X20, X10, X14, X4, X19, X9, X24, X23, X13, X3, X18, X8, X7, X22, X12, X2, X17, X16, X6, X21, X11, X1)
	ROUND(96, X0, X4, X3, X2, X1, X20, X24, X23, X22, X21, X15, X19, X18, X17, X16, X10, X14, X13, X12, X11, X5, X9, X8, X7, X6)
	ROUND(104, X0, X24, X18, X12, X6, X2, X21, X15, X14, X8, X4, X23, X17, X11, X5, X1, X20, X19, X13, X7, X3, X22, X16, X10, X9)
	ROUND(112, X0, X21, X17, X13, X9, X12, X8, X4, X20, X16, X24, X15, X11, X7, X3, X6, X2, X23, X19, X10, X18, X14, X5, X1, X22)
	ROUND(120, X0, X8, X11, X19, X22, X13, X16, X24, X2, X5, X21, X4, X7, X10, X18, X9, X12, X15, X23, X1, X17, X20, X3, X6, X14)
	ROUND(128, X0, X16, X7, X23, X14, X19, X5, X21, X12, X3, X8, X24, X10, X1, X17, X22, X13, X4, X15, X6, X11, X2, X18, X9, X20)
	ROUND(136, X0, X5, X10, X15, X20, X23, X3, X8, X13, X18, X16, X21, X1, X6, X11, X14, X19, X24, X4, X9, X7, X12, X17, X22, X2)
	ROUND(144, X0, X3, X1, X4, X2, X15, X18, X16, X19, X17, X5, X8, X6, X9, X7, X20, X23, X21, X24, X22, X10, X13, X11, X14, X12)
	ROUND(152, X0, X18, X6, X24, X12, X4, X17, X5, X23, X11, X3, X16, X9, X22, X10, X2, X15, X8, X21, X14, X1, X19, X7, X20, X13)
	ROUND(160, X0, X17, X9, X21, X13, X24, X11, X3, X15, X7, X18, X5, X22, X14, X1, X12, X4, X16, X8, X20, X6, X23, X10, X2, X19)
	ROUND(168, X0, X11, X22, X8, X19, X21, X7, X18, X4, X10, X17, X3, X14, X20, X6, X13, X24, X5, X16, X2, X9, X15, X1, X12, X23)
	ROUND(176, X0, X7, X14, X16, X23, X8, X10, X17, X24, X1, X11, X18, X20, X2, X9, X19, X21, X3, X5, X12, X22, X4, X6, X13, X15)
	ROUND(184, X0, X10, X20, X5, X15, X16, X1, X11, X21, X6, X7, X17, X2, X12, X22, X23, X8, X18, X3, X13, X14, X24, X9, X19, X4)

	VMOVQ X0, 0(DI)
	VMOVQ X1, 8(DI)
	VMOVQ X2, 16(DI)
	VMOVQ X3, 24(DI)
	VMOVQ X4, 32(DI)
	VMOVQ X5, 40(DI)
	VMOVQ X6, 48(DI)
	VMOVQ X7, 56(DI)
	VMOVQ X8, 64(DI)
	VMOVQ X9, 72(DI)
	VMOVQ X10, 80(DI)
	VMOVQ X11, 88(DI)
	VMOVQ X12, 96(DI)
	VMOVQ X13, 104(DI)
	VMOVQ X14, 112(DI)
	VMOVQ X15, 120(DI)
	VMOVQ X16, 128(DI)
	VMOVQ X17, 136(DI)
	VMOVQ X18, 144(DI)
	VMOVQ X19, 152(DI)
	VMOVQ X20, 160(DI)
	VMOVQ X21, 168(DI)
	VMOVQ X22, 176(DI)
	VMOVQ X23, 184(DI)
	VMOVQ X24, 192(DI)
	RET
