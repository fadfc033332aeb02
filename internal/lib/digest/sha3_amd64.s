// Keccak's permutation by AVX-512: lane x+5y of the state is in Xn, n = x+5y. Only the lower half of each register counts.

#include "textflag.h"

// PARITY is the sum of a column.
#define PARITY(a, b, c, d, e, sum) \
	VMOVDQA64  a, sum;          \
	VPTERNLOGQ $0x96, b, c, sum; \
	VPTERNLOGQ $0x96, d, e, sum

// THETA adds to a column the sums of the one before and, turned, of the one behind.
#define THETA(before, behind, a, b, c, d, e) \
	VPROLQ     $1, behind, X30;       \
	VPTERNLOGQ $0x96, before, X30, a; \
	VPTERNLOGQ $0x96, before, X30, b; \
	VPTERNLOGQ $0x96, before, X30, c; \
	VPTERNLOGQ $0x96, before, X30, d; \
	VPTERNLOGQ $0x96, before, X30, e

// CHI adds to each lane of a row the next one's complement and the one behind it: x ^ ^y & z.
#define CHI(a, b, c, d, e, t, u) \
	VMOVDQA64  a, t;           \
	VMOVDQA64  b, u;           \
	VPTERNLOGQ $0xd2, c, b, a; \
	VPTERNLOGQ $0xd2, d, c, b; \
	VPTERNLOGQ $0xd2, e, d, c; \
	VPTERNLOGQ $0xd2, t, e, d; \
	VPTERNLOGQ $0xd2, u, t, e

// func permute512(a *[25]uint64, constants *[24]uint64)
TEXT ·permute512(SB), NOSPLIT, $0-16
	MOVQ a+0(FP), DI
	MOVQ constants+8(FP), SI
	MOVQ $24, CX
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

round:
	PARITY(X0, X5, X10, X15, X20, X25)
	PARITY(X1, X6, X11, X16, X21, X26)
	PARITY(X2, X7, X12, X17, X22, X27)
	PARITY(X3, X8, X13, X18, X23, X28)
	PARITY(X4, X9, X14, X19, X24, X29)
	THETA(X29, X26, X0, X5, X10, X15, X20)
	THETA(X25, X27, X1, X6, X11, X16, X21)
	THETA(X26, X28, X2, X7, X12, X17, X22)
	THETA(X27, X29, X3, X8, X13, X18, X23)
	THETA(X28, X25, X4, X9, X14, X19, X24)

	// Rho and pi: lanes are turned on their way to their places, which make one cycle.
	VMOVDQA64 X1, X30
	VPROLQ $44, X6, X1
	VPROLQ $20, X9, X6
	VPROLQ $61, X22, X9
	VPROLQ $39, X14, X22
	VPROLQ $18, X20, X14
	VPROLQ $62, X2, X20
	VPROLQ $43, X12, X2
	VPROLQ $25, X13, X12
	VPROLQ $8, X19, X13
	VPROLQ $56, X23, X19
	VPROLQ $41, X15, X23
	VPROLQ $27, X4, X15
	VPROLQ $14, X24, X4
	VPROLQ $2, X21, X24
	VPROLQ $55, X8, X21
	VPROLQ $45, X16, X8
	VPROLQ $36, X5, X16
	VPROLQ $28, X3, X5
	VPROLQ $21, X18, X3
	VPROLQ $15, X17, X18
	VPROLQ $10, X11, X17
	VPROLQ $6, X7, X11
	VPROLQ $3, X10, X7
	VPROLQ $1, X30, X10

	CHI(X0, X1, X2, X3, X4, X25, X26)
	CHI(X5, X6, X7, X8, X9, X27, X28)
	CHI(X10, X11, X12, X13, X14, X25, X26)
	CHI(X15, X16, X17, X18, X19, X27, X28)
	CHI(X20, X21, X22, X23, X24, X25, X26)
	VPXORQ.BCST (SI), X0, X0

	ADDQ $8, SI
	DECQ CX
	JNZ  round

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
