// Searching memory for words in a range of addresses; see search_amd64.go.

#include "textflag.h"

// func searchRange(p, n, base, span uintptr) uintptr
//
// A word w is in the range if w-base < span without signs, which is w-base-2^63 < span-2^63 with signs.
TEXT ·searchRange(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ base+16(FP), AX
	MOVQ span+24(FP), BX
	MOVQ $0x8000000000000000, DX
	ADDQ DX, AX
	SUBQ DX, BX
	VMOVQ AX, X0
	VPBROADCASTQ X0, Y0
	VMOVQ BX, X1
	VPBROADCASTQ X1, Y1
	XORQ AX, AX
	JMP  test

loop:
	VMOVDQU (SI), Y2
	VMOVDQU 32(SI), Y3
	VMOVDQU 64(SI), Y4
	VMOVDQU 96(SI), Y5
	VPSUBQ Y0, Y2, Y2
	VPSUBQ Y0, Y3, Y3
	VPSUBQ Y0, Y4, Y4
	VPSUBQ Y0, Y5, Y5
	VPCMPGTQ Y2, Y1, Y2
	VPCMPGTQ Y3, Y1, Y3
	VPCMPGTQ Y4, Y1, Y4
	VPCMPGTQ Y5, Y1, Y5
	VPOR Y2, Y3, Y2
	VPOR Y4, Y5, Y4
	VPOR Y2, Y4, Y2
	VPTEST Y2, Y2
	JNZ  found
	ADDQ $128, SI
	INCQ AX

test:
	CMPQ AX, CX
	JB   loop

found:
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET
