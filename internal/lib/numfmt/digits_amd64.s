// Hexadecimal digits by AVX2, 32 at once.

#include "textflag.h"

// The digits, twice, since a lane of 16 bytes is a table of its own.
DATA hexTable<>+0(SB)/8, $0x3736353433323130
DATA hexTable<>+8(SB)/8, $0x6665646362613938
DATA hexTable<>+16(SB)/8, $0x3736353433323130
DATA hexTable<>+24(SB)/8, $0x6665646362613938
GLOBL hexTable<>(SB), RODATA|NOPTR, $32

// What vectors are filled with: masks, bounds, and the weights of two digits.
DATA hexNumbers<>+0(SB)/4, $0x0f0f0f0f
DATA hexNumbers<>+4(SB)/4, $0x30303030
DATA hexNumbers<>+8(SB)/4, $0x09090909
DATA hexNumbers<>+12(SB)/4, $0x20202020
DATA hexNumbers<>+16(SB)/4, $0x61616161
DATA hexNumbers<>+20(SB)/4, $0x05050505
DATA hexNumbers<>+24(SB)/4, $0x0a0a0a0a
DATA hexNumbers<>+28(SB)/4, $0x01100110
GLOBL hexNumbers<>(SB), RODATA|NOPTR, $32

// func encodeHex(to, from *byte, n int)
TEXT ·encodeHex(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	VMOVDQU hexTable<>(SB), Y0
	VPBROADCASTD hexNumbers<>+0(SB), Y1

encode:
	VPMOVZXBW (SI), Y2
	VPSRLW $4, Y2, Y3
	VPSLLW $8, Y2, Y2
	VPOR Y3, Y2, Y2
	VPAND Y1, Y2, Y2
	VPSHUFB Y2, Y0, Y2
	VMOVDQU Y2, (DI)
	ADDQ $16, SI
	ADDQ $32, DI
	SUBQ $16, CX
	JNZ encode
	VZEROUPPER
	RET

// func decodeHex(to, from *byte, n int) int
TEXT ·decodeHex(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	XORQ AX, AX
	VPBROADCASTD hexNumbers<>+4(SB), Y1
	VPBROADCASTD hexNumbers<>+8(SB), Y2
	VPBROADCASTD hexNumbers<>+12(SB), Y3
	VPBROADCASTD hexNumbers<>+16(SB), Y4
	VPBROADCASTD hexNumbers<>+20(SB), Y5
	VPBROADCASTD hexNumbers<>+24(SB), Y6
	VPBROADCASTD hexNumbers<>+28(SB), Y7

decode:
	VMOVDQU (SI)(AX*2), Y8
	VPSUBB Y1, Y8, Y9     // what a digit would be worth
	VPMINUB Y2, Y9, Y10
	VPCMPEQB Y9, Y10, Y10 // where it is one
	VPOR Y3, Y8, Y8
	VPSUBB Y4, Y8, Y8     // the same for letters
	VPMINUB Y5, Y8, Y11
	VPCMPEQB Y8, Y11, Y11
	VPOR Y10, Y11, Y12
	VPMOVMSKB Y12, DX
	CMPL DX, $-1
	JNE done
	VPADDB Y6, Y8, Y8
	VPAND Y10, Y9, Y9
	VPAND Y11, Y8, Y8
	VPOR Y8, Y9, Y9
	VPMADDUBSW Y7, Y9, Y9
	VPACKUSWB Y9, Y9, Y9
	VPERMQ $0x08, Y9, Y9
	VMOVDQU X9, (DI)(AX*1)
	ADDQ $16, AX
	CMPQ AX, CX
	JB decode

done:
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
