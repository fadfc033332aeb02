// Code points of 1, 2 and 4 bytes, and UTF-8, by AVX2; see units_amd64.go.

#include "textflag.h"

// Which errors two bytes of UTF-8 that follow each other may be, by the upper half of the first, its lower half, and the upper half of the second (Keiser and
// Lemire, "Validating UTF-8 in less than one instruction per byte", 2021). Bit 4 stands for surrogates.
DATA firstHigh<>+0(SB)/8, $0x0202020202020202
DATA firstHigh<>+8(SB)/8, $0x4915012180808080
GLOBL firstHigh<>(SB), RODATA|NOPTR, $16
DATA firstLow<>+0(SB)/8, $0xcbcbcb8b8383a3e7
DATA firstLow<>+8(SB)/8, $0xcbcbdbcbcbcbcbcb
GLOBL firstLow<>(SB), RODATA|NOPTR, $16
DATA secondHigh<>+0(SB)/8, $0x0101010101010101
DATA secondHigh<>+8(SB)/8, $0x01010101babaaee6
GLOBL secondHigh<>(SB), RODATA|NOPTR, $16

// The other order of the bytes in words.
DATA swapped<>+0(SB)/8, $0x0607040502030001
DATA swapped<>+8(SB)/8, $0x0e0f0c0d0a0b0809
GLOBL swapped<>(SB), RODATA|NOPTR, $16

// What vectors are filled with.
DATA numbers<>+0(SB)/4, $0x00800080
DATA numbers<>+4(SB)/4, $0x007f007f
DATA numbers<>+8(SB)/4, $0x00c000c0
DATA numbers<>+12(SB)/4, $0x0fc00fc0
DATA numbers<>+16(SB)/4, $0xbfbfbfbf
DATA numbers<>+20(SB)/4, $0x0f0f0f0f
DATA numbers<>+24(SB)/4, $0x60606060
DATA numbers<>+28(SB)/4, $0x70707070
DATA numbers<>+32(SB)/4, $0x80808080
DATA numbers<>+36(SB)/4, $0xc0c0c0c0
DATA numbers<>+40(SB)/4, $0x00000080
DATA numbers<>+44(SB)/4, $0x0000007f
DATA numbers<>+48(SB)/4, $0x00000fc0
DATA numbers<>+52(SB)/4, $0x000000c0
DATA numbers<>+56(SB)/4, $0x0003f000
DATA numbers<>+60(SB)/4, $0x001c0000
DATA numbers<>+64(SB)/4, $0x00020000
DATA numbers<>+68(SB)/4, $0x0000001b
DATA numbers<>+72(SB)/4, $0x000007ff
DATA numbers<>+76(SB)/4, $0x0000ffff
DATA numbers<>+80(SB)/4, $0x3f000000
DATA numbers<>+84(SB)/4, $0x003f0000
DATA numbers<>+88(SB)/4, $0x00003f00
DATA numbers<>+92(SB)/4, $0x80c00000
DATA numbers<>+96(SB)/4, $0x0040e000
DATA numbers<>+100(SB)/4, $0x000060f0
DATA numbers<>+104(SB)/4, $0x3f003f00
DATA numbers<>+108(SB)/4, $0x80c080c0
DATA numbers<>+112(SB)/4, $0x00010001
DATA numbers<>+116(SB)/4, $0x08000800
DATA numbers<>+120(SB)/4, $0xf800f800
DATA numbers<>+124(SB)/4, $0xd800d800
DATA numbers<>+128(SB)/4, $0x1f1f1f1f
DATA numbers<>+132(SB)/4, $0x001f001f
DATA numbers<>+136(SB)/4, $0x0000001f
DATA numbers<>+140(SB)/4, $0x00000001
DATA numbers<>+144(SB)/4, $0x01010101
GLOBL numbers<>(SB), RODATA|NOPTR, $148

// What copies blocks from SI to DI begins and ends so.
#define COPIED \
	MOVQ to+0(FP), DI \
	MOVQ from+8(FP), SI \
	MOVQ blocks+16(FP), CX

#define AGAIN(read, written) \
	ADDQ $read, SI \
	ADDQ $written, DI \
	DECQ CX \
	JNZ  next \
	VZEROUPPER

#define FILL(arg, BROADCAST, X, Y) \
	MOVL arg, AX \
	VMOVD AX, X \
	BROADCAST X, Y

#define SPECIALS(BROADCAST) \
	MOVQ p+0(FP), SI \
	MOVQ blocks+8(FP), CX \
	FILL(a+16(FP), BROADCAST, X1, Y1) \
	FILL(b+20(FP), BROADCAST, X2, Y2) \
	FILL(pair+24(FP), BROADCAST, X3, Y3) \
	XORQ DX, DX

// func scan(p unsafe.Pointer, n int, tail *[32]byte, errors uint32) (later int, top uint8, wrong bool)
TEXT ·scan(SB), NOSPLIT, $0-42
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ tail+16(FP), DX
	MOVL errors+24(FP), AX
	VMOVD AX, X15
	VPBROADCASTD X15, Y15
	VBROADCASTI128 firstHigh<>(SB), Y4
	VBROADCASTI128 firstLow<>(SB), Y5
	VBROADCASTI128 secondHigh<>(SB), Y6
	VPBROADCASTD numbers<>+20(SB), Y7
	VPBROADCASTD numbers<>+24(SB), Y8
	VPBROADCASTD numbers<>+28(SB), Y9
	VPBROADCASTD numbers<>+32(SB), Y10
	VPBROADCASTD numbers<>+36(SB), Y11
	VPXOR Y12, Y12, Y12 // what is wrong
	VPXOR Y13, Y13, Y13 // the highest bytes
	VPXOR Y14, Y14, Y14 // the block before
	XORQ R9, R9
	ADDQ SI, CX

scanNext:
	CMPQ SI, CX
	JAE  scanTail

scanBlock:
	VMOVDQU (SI), Y0
	VPMAXUB Y0, Y13, Y13
	VPCMPGTB Y0, Y11, Y1
	VPMOVMSKB Y1, AX
	POPCNTL AX, AX
	ADDQ AX, R9
	VPERM2I128 $0x21, Y0, Y14, Y1
	VPALIGNR $15, Y1, Y0, Y2
	VPSRLW $4, Y2, Y3
	VPAND Y7, Y3, Y3
	VPSHUFB Y3, Y4, Y3
	VPAND Y7, Y2, Y2
	VPSHUFB Y2, Y5, Y2
	VPAND Y2, Y3, Y3
	VPSRLW $4, Y0, Y2
	VPAND Y7, Y2, Y2
	VPSHUFB Y2, Y6, Y2
	VPAND Y2, Y3, Y3
	VPAND Y15, Y3, Y3
	VPALIGNR $14, Y1, Y0, Y2
	VPSUBUSB Y8, Y2, Y2
	VPALIGNR $13, Y1, Y0, Y1
	VPSUBUSB Y9, Y1, Y1
	VPOR Y1, Y2, Y2
	VPAND Y10, Y2, Y2
	VPXOR Y2, Y3, Y3
	VPOR Y3, Y12, Y12
	VMOVDQA Y0, Y14
	ADDQ $32, SI
	JMP  scanNext

scanTail:
	TESTQ DX, DX
	JZ   scanDone
	MOVQ DX, SI
	LEAQ 32(SI), CX
	XORQ DX, DX
	JMP  scanBlock

scanDone:
	VEXTRACTI128 $1, Y13, X0
	VPMAXUB X0, X13, X0
	VPSRLDQ $8, X0, X1
	VPMAXUB X1, X0, X0
	VPSRLDQ $4, X0, X1
	VPMAXUB X1, X0, X0
	VPSRLDQ $2, X0, X1
	VPMAXUB X1, X0, X0
	VPSRLDQ $1, X0, X1
	VPMAXUB X1, X0, X0
	VMOVD X0, AX
	VPTEST Y12, Y12
	SETNE BX
	VZEROUPPER
	MOVQ R9, later+32(FP)
	MOVB AX, top+40(FP)
	MOVB BX, wrong+41(FP)
	RET

// A code point of the BMP is put together where its last byte is: of that byte, and of the one and the two before, if they belong to it. Y6 gets 16 of them,
// and AX says which are at last bytes.
#define WORDS \
	VPMOVZXBW (SI), Y0 \
	VPMOVZXBW -1(SI), Y1 \
	VMOVDQU 1(SI), X3 \
	VPCMPGTB X14, X3, X3 \
	VPMOVMSKB X3, AX \
	VPSUBW Y10, Y0, Y4 \
	VPMINUW Y4, Y0, Y4 \
	VPCMPGTW Y11, Y0, Y5 \
	VPSLLW $6, Y1, Y6 \
	VPAND Y13, Y6, Y6

#define WORDNUMBERS \
	VPBROADCASTD numbers<>+0(SB), Y10 \
	VPBROADCASTD numbers<>+4(SB), Y11 \
	VPBROADCASTD numbers<>+8(SB), Y12 \
	VPBROADCASTD numbers<>+12(SB), Y13 \
	VPBROADCASTD numbers<>+16(SB), X14 \
	LEAQ ·packWords(SB), R8

#define HALVES \
	MOVBLZX AX, BX \
	SHRL $8, AX \
	POPCNTL BX, R9 \
	POPCNTL AX, R10 \
	SHLL $4, BX \
	SHLL $4, AX

// func decode1(to, from unsafe.Pointer, blocks int) int
TEXT ·decode1(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ blocks+16(FP), CX
	WORDNUMBERS

bytesNext:
	WORDS
	VPAND Y5, Y6, Y6
	VPOR Y4, Y6, Y6
	HALVES
	VMOVDQU (R8)(BX*1), X8
	VPSHUFB X8, X6, X8
	VPACKUSWB X8, X8, X8
	VMOVQ X8, (DI)
	ADDQ R9, DI
	VEXTRACTI128 $1, Y6, X6
	VMOVDQU (R8)(AX*1), X8
	VPSHUFB X8, X6, X8
	VPACKUSWB X8, X8, X8
	VMOVQ X8, (DI)
	ADDQ R10, DI
	ADDQ $16, SI
	DECQ CX
	JNZ  bytesNext
	VZEROUPPER
	SUBQ to+0(FP), DI
	MOVQ DI, ret+24(FP)
	RET

// func decode2(to, from unsafe.Pointer, blocks int) int
TEXT ·decode2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ blocks+16(FP), CX
	WORDNUMBERS

wordsNext:
	WORDS
	VPMOVZXBW -2(SI), Y2
	VPCMPGTW Y1, Y12, Y7
	VPSLLW $12, Y2, Y2
	VPAND Y7, Y2, Y2
	VPOR Y2, Y6, Y6
	VPAND Y5, Y6, Y6
	VPOR Y4, Y6, Y6
	HALVES
	VMOVDQU (R8)(BX*1), X8
	VPSHUFB X8, X6, X8
	VMOVDQU X8, (DI)
	LEAQ (DI)(R9*2), DI
	VEXTRACTI128 $1, Y6, X6
	VMOVDQU (R8)(AX*1), X8
	VPSHUFB X8, X6, X8
	VMOVDQU X8, (DI)
	LEAQ (DI)(R10*2), DI
	ADDQ $16, SI
	DECQ CX
	JNZ  wordsNext
	VZEROUPPER
	SUBQ to+0(FP), DI
	SHRQ $1, DI
	MOVQ DI, ret+24(FP)
	RET

// func decode4(to, from unsafe.Pointer, blocks int) int
TEXT ·decode4(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ blocks+16(FP), CX
	SHLQ $1, CX
	LEAQ ·packLongs(SB), R8
	VPBROADCASTD numbers<>+52(SB), Y15
	VPBROADCASTD numbers<>+16(SB), X14
	VPBROADCASTD numbers<>+40(SB), Y13
	VPBROADCASTD numbers<>+44(SB), Y12
	VPBROADCASTD numbers<>+48(SB), Y11

longsNext:
	VPMOVZXBD (SI), Y0
	VPMOVZXBD -1(SI), Y1
	VPMOVZXBD -2(SI), Y2
	VPMOVZXBD -3(SI), Y3
	VMOVQ 1(SI), X4
	VPCMPGTB X14, X4, X4
	VPMOVMSKB X4, AX
	MOVBLZX AX, AX
	VPSUBD Y13, Y0, Y5
	VPMINUD Y5, Y0, Y5
	VPCMPGTD Y12, Y0, Y6
	VPSLLD $6, Y1, Y7
	VPAND Y11, Y7, Y7
	VPCMPGTD Y1, Y15, Y8
	VPSLLD $12, Y2, Y9
	VPBROADCASTD numbers<>+56(SB), Y10
	VPAND Y10, Y9, Y9
	VPCMPGTD Y2, Y15, Y10
	VPSLLD $18, Y3, Y3
	VPBROADCASTD numbers<>+60(SB), Y0
	VPAND Y0, Y3, Y3
	VPAND Y10, Y3, Y3
	VPBROADCASTD numbers<>+64(SB), Y0
	VPANDN Y0, Y10, Y10
	VPXOR Y3, Y9, Y9
	VPXOR Y10, Y9, Y9
	VPAND Y8, Y9, Y9
	VPOR Y9, Y7, Y7
	VPAND Y6, Y7, Y7
	VPOR Y5, Y7, Y7
	VPMOVZXBD (R8)(AX*8), Y0
	POPCNTL AX, AX
	VPERMD Y7, Y0, Y0
	VMOVDQU Y0, (DI)
	LEAQ (DI)(AX*4), DI
	ADDQ $8, SI
	DECQ CX
	JNZ  longsNext
	VZEROUPPER
	SUBQ to+0(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+24(FP)
	RET

// func encode1(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int)
TEXT ·encode1(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ room+8(FP), DX
	ADDQ DI, DX
	MOVQ from+16(FP), SI
	MOVQ blocks+24(FP), CX
	SUBQ $32, DX
	LEAQ ·packShorts(SB), R8
	VPBROADCASTD numbers<>+4(SB), Y10
	VPBROADCASTD numbers<>+104(SB), Y11
	VPBROADCASTD numbers<>+108(SB), Y12

shortsNext:
	CMPQ DI, DX
	JA   shortsDone
	VMOVDQU (SI), X9
	VPMOVMSKB X9, AX
	TESTL AX, AX
	JZ   shortsPlain
	VPMOVZXBW X9, Y0
	VPCMPGTW Y10, Y0, Y4
	VPSLLW $8, Y0, Y1
	VPAND Y11, Y1, Y2
	VPSRLW $6, Y0, Y3
	VPOR Y2, Y3, Y3
	VPOR Y12, Y3, Y3
	VPBLENDVB Y4, Y3, Y1, Y6
	HALVES
	VMOVDQU (R8)(BX*1), X8
	VPSHUFB X8, X6, X8
	VMOVDQU X8, (DI)
	LEAQ 8(DI)(R9*1), DI
	VEXTRACTI128 $1, Y6, X6
	VMOVDQU (R8)(AX*1), X8
	VPSHUFB X8, X6, X8
	VMOVDQU X8, (DI)
	LEAQ 8(DI)(R10*1), DI
	ADDQ $16, SI
	DECQ CX
	JNZ  shortsNext
	JMP  shortsDone

shortsPlain:
	VMOVDQU X9, (DI)
	ADDQ $16, DI
	ADDQ $16, SI
	DECQ CX
	JNZ  shortsNext

shortsDone:
	VZEROUPPER
	SUBQ from+16(FP), SI
	MOVQ SI, units+32(FP)
	SUBQ to+0(FP), DI
	MOVQ DI, size+40(FP)
	RET

// The 8 code points in Y0 become UTF-8. Each has four bytes first, from the right; the table says which of them are used.
#define UTF8NUMBERS \
	LEAQ ·packUTF8(SB), R8 \
	LEAQ ·sizesUTF8(SB), R11 \
	VPBROADCASTD numbers<>+68(SB), Y15 \
	VPBROADCASTD numbers<>+44(SB), Y14 \
	VPBROADCASTD numbers<>+72(SB), Y13 \
	VPBROADCASTD numbers<>+76(SB), Y12 \
	VPBROADCASTD numbers<>+80(SB), Y11 \
	VPBROADCASTD numbers<>+84(SB), Y10 \
	VPBROADCASTD numbers<>+88(SB), Y9

#define UTF8OF8 \
	VPCMPGTD Y14, Y0, Y1 \
	VPCMPGTD Y13, Y0, Y2 \
	VPCMPGTD Y12, Y0, Y3 \
	VPSLLD $24, Y0, Y4 \
	VPAND Y11, Y4, Y5 \
	VPSLLD $10, Y0, Y6 \
	VPAND Y10, Y6, Y6 \
	VPSRLD $4, Y0, Y7 \
	VPAND Y9, Y7, Y7 \
	VPSRLD $18, Y0, Y8 \
	VPOR Y6, Y5, Y5 \
	VPOR Y8, Y7, Y7 \
	VPOR Y7, Y5, Y5 \
	VPBROADCASTD numbers<>+92(SB), Y6 \
	VPBROADCASTD numbers<>+96(SB), Y7 \
	VPBROADCASTD numbers<>+100(SB), Y8 \
	VPAND Y6, Y1, Y6 \
	VPAND Y7, Y2, Y7 \
	VPAND Y8, Y3, Y8 \
	VPXOR Y7, Y6, Y6 \
	VPXOR Y8, Y6, Y6 \
	VPOR Y6, Y5, Y5 \
	VPBLENDVB Y1, Y5, Y4, Y5 \
	VPXOR Y2, Y1, Y6 \
	VPXOR Y3, Y6, Y6 \
	VMOVMSKPS Y2, AX \
	VMOVMSKPS Y6, BX \
	MOVL AX, R9 \
	ANDL $15, R9 \
	SHLL $4, R9 \
	MOVL BX, R10 \
	ANDL $15, R10 \
	ORL R10, R9 \
	MOVBLZX (R11)(R9*1), R10 \
	SHLL $4, R9 \
	VMOVDQU (R8)(R9*1), X6 \
	VPSHUFB X6, X5, X6 \
	VMOVDQU X6, (DI) \
	ADDQ R10, DI \
	ANDL $0xF0, AX \
	SHRL $4, BX \
	ORL BX, AX \
	MOVBLZX (R11)(AX*1), R10 \
	SHLL $4, AX \
	VEXTRACTI128 $1, Y5, X5 \
	VMOVDQU (R8)(AX*1), X6 \
	VPSHUFB X6, X5, X6 \
	VMOVDQU X6, (DI) \
	ADDQ R10, DI

// func encode2(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int)
TEXT ·encode2(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ room+8(FP), DX
	ADDQ DI, DX
	MOVQ from+16(FP), SI
	MOVQ blocks+24(FP), CX
	SUBQ $32, DX
	SHLQ $1, CX
	UTF8NUMBERS

utf8Of2:
	CMPQ DI, DX
	JA   utf8Of2Done
	VPMOVZXWD (SI), Y0
	VPSRLD $11, Y0, Y1
	VPCMPEQD Y15, Y1, Y1
	VPTEST Y1, Y1
	JNZ  utf8Of2Done
	UTF8OF8
	ADDQ $16, SI
	DECQ CX
	JNZ  utf8Of2

utf8Of2Done:
	VZEROUPPER
	SUBQ from+16(FP), SI
	SHRQ $1, SI
	MOVQ SI, units+32(FP)
	SUBQ to+0(FP), DI
	MOVQ DI, size+40(FP)
	RET

// func encode4(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int)
TEXT ·encode4(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ room+8(FP), DX
	ADDQ DI, DX
	MOVQ from+16(FP), SI
	MOVQ blocks+24(FP), CX
	SUBQ $32, DX
	SHLQ $1, CX
	UTF8NUMBERS

utf8Of4:
	CMPQ DI, DX
	JA   utf8Of4Done
	VMOVDQU (SI), Y0
	VPSRLD $11, Y0, Y1
	VPCMPEQD Y15, Y1, Y1
	VPTEST Y1, Y1
	JNZ  utf8Of4Done
	UTF8OF8
	ADDQ $32, SI
	DECQ CX
	JNZ  utf8Of4

utf8Of4Done:
	VZEROUPPER
	SUBQ from+16(FP), SI
	SHRQ $2, SI
	MOVQ SI, units+32(FP)
	SUBQ to+0(FP), DI
	MOVQ DI, size+40(FP)
	RET

#define SUM \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDD X1, X0, X0 \
	VPSRLDQ $8, X0, X1 \
	VPADDD X1, X0, X0 \
	VPSRLDQ $4, X0, X1 \
	VPADDD X1, X0, X0 \
	VMOVD X0, AX \
	VZEROUPPER

// func beyond1(p unsafe.Pointer, blocks int) int
TEXT ·beyond1(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	XORQ AX, AX

beyond1Next:
	VMOVDQU (SI), X0
	VPMOVMSKB X0, BX
	POPCNTL BX, BX
	ADDQ BX, AX
	ADDQ $16, SI
	DECQ CX
	JNZ  beyond1Next
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

// func beyond2(p unsafe.Pointer, blocks int) int
TEXT ·beyond2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	VPXOR Y0, Y0, Y0
	VPBROADCASTD numbers<>+0(SB), Y10
	VPBROADCASTD numbers<>+116(SB), Y11
	VPBROADCASTD numbers<>+112(SB), Y12

beyond2Next:
	VMOVDQU (SI), Y1
	VPMINUW Y10, Y1, Y2
	VPCMPEQW Y10, Y2, Y2
	VPMINUW Y11, Y1, Y3
	VPCMPEQW Y11, Y3, Y3
	VPADDW Y3, Y2, Y2
	VPMADDWD Y12, Y2, Y2
	VPSUBD Y2, Y0, Y0
	ADDQ $32, SI
	DECQ CX
	JNZ  beyond2Next
	SUM
	MOVQ AX, ret+16(FP)
	RET

// func beyond4(p unsafe.Pointer, blocks int) int
TEXT ·beyond4(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	SHLQ $1, CX
	VPXOR Y0, Y0, Y0
	VPBROADCASTD numbers<>+44(SB), Y10
	VPBROADCASTD numbers<>+72(SB), Y11
	VPBROADCASTD numbers<>+76(SB), Y12

beyond4Next:
	VMOVDQU (SI), Y1
	VPCMPGTD Y10, Y1, Y2
	VPSUBD Y2, Y0, Y0
	VPCMPGTD Y11, Y1, Y2
	VPSUBD Y2, Y0, Y0
	VPCMPGTD Y12, Y1, Y2
	VPSUBD Y2, Y0, Y0
	ADDQ $32, SI
	DECQ CX
	JNZ  beyond4Next
	SUM
	MOVQ AX, ret+16(FP)
	RET

// func widen12(to, from unsafe.Pointer, blocks int)
TEXT ·widen12(SB), NOSPLIT, $0-24
	COPIED

next:
	VPMOVZXBW (SI), Y0
	VMOVDQU Y0, (DI)
	AGAIN(16, 32)
	RET

// func widen14(to, from unsafe.Pointer, blocks int)
TEXT ·widen14(SB), NOSPLIT, $0-24
	COPIED

next:
	VPMOVZXBD (SI), Y0
	VPMOVZXBD 8(SI), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	AGAIN(16, 64)
	RET

// func widen24(to, from unsafe.Pointer, blocks int)
TEXT ·widen24(SB), NOSPLIT, $0-24
	COPIED

next:
	VPMOVZXWD (SI), Y0
	VPMOVZXWD 16(SI), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	AGAIN(32, 64)
	RET

// func narrow21(to, from unsafe.Pointer, blocks int)
TEXT ·narrow21(SB), NOSPLIT, $0-24
	COPIED

next:
	VMOVDQU (SI), X0
	VPACKUSWB 16(SI), X0, X0
	VMOVDQU X0, (DI)
	AGAIN(32, 16)
	RET

// 16 units of four bytes become ones of two in X0 and X2.
#define NARROW42 \
	VMOVDQU (SI), X0 \
	VMOVDQU 32(SI), X2 \
	VPACKUSDW 16(SI), X0, X0 \
	VPACKUSDW 48(SI), X2, X2

// func narrow41(to, from unsafe.Pointer, blocks int)
TEXT ·narrow41(SB), NOSPLIT, $0-24
	COPIED

next:
	NARROW42
	VPACKUSWB X2, X0, X0
	VMOVDQU X0, (DI)
	AGAIN(64, 16)
	RET

// func narrow42(to, from unsafe.Pointer, blocks int)
TEXT ·narrow42(SB), NOSPLIT, $0-24
	COPIED

next:
	NARROW42
	VMOVDQU X0, (DI)
	VMOVDQU X2, 16(DI)
	AGAIN(64, 32)
	RET

// func swap2(to, from unsafe.Pointer, blocks int)
TEXT ·swap2(SB), NOSPLIT, $0-24
	COPIED
	VBROADCASTI128 swapped<>(SB), Y1

next:
	VMOVDQU (SI), Y0
	VPSHUFB Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	AGAIN(32, 32)
	RET

// func union(p unsafe.Pointer, blocks int) uint32
TEXT ·union(SB), NOSPLIT, $0-20
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	VPXOR Y0, Y0, Y0

next:
	VPOR (SI), Y0, Y0
	ADDQ $32, SI
	DECQ CX
	JNZ  next
	VEXTRACTI128 $1, Y0, X1
	VPOR X1, X0, X0
	VPSRLDQ $8, X0, X1
	VPOR X1, X0, X0
	VPSRLDQ $4, X0, X1
	VPOR X1, X0, X0
	VMOVD X0, AX
	VZEROUPPER
	MOVL AX, ret+16(FP)
	RET

// The next 32 bytes are looked at until Y0 says where something is; then DX is the number of bytes before.
#define UNTIL \
	VPMOVMSKB Y0, AX \
	TESTL AX, AX \
	JNZ  found \
	ADDQ $32, DX \
	DECQ CX \
	JNZ  next \
	JMP  done \
found: \
	BSFL AX, AX \
	ADDQ AX, DX \
done: \
	VZEROUPPER

// func surrogate2(p unsafe.Pointer, blocks int) int
TEXT ·surrogate2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	VPBROADCASTD numbers<>+120(SB), Y10
	VPBROADCASTD numbers<>+124(SB), Y11
	XORQ DX, DX

next:
	VPAND (SI)(DX*1), Y10, Y0
	VPCMPEQW Y11, Y0, Y0
	UNTIL
	SHRQ $1, DX
	MOVQ DX, ret+16(FP)
	RET

// func index2(p unsafe.Pointer, blocks int, c uint32) int
TEXT ·index2(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	FILL(c+16(FP), VPBROADCASTW, X1, Y1)
	XORQ DX, DX

next:
	VPCMPEQW (SI)(DX*1), Y1, Y0
	UNTIL
	SHRQ $1, DX
	MOVQ DX, ret+24(FP)
	RET

// func index4(p unsafe.Pointer, blocks int, c uint32) int
TEXT ·index4(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	FILL(c+16(FP), VPBROADCASTD, X1, Y1)
	SHLQ $1, CX
	XORQ DX, DX

next:
	VPCMPEQD (SI)(DX*1), Y1, Y0
	UNTIL
	SHRQ $2, DX
	MOVQ DX, ret+24(FP)
	RET

// The bytes that Y0 has are counted in DX.
#define EACH \
	VPMOVMSKB Y0, AX \
	POPCNTL AX, AX \
	ADDQ AX, DX \
	ADDQ $32, SI \
	DECQ CX \
	JNZ  next \
	VZEROUPPER

// func count2(p unsafe.Pointer, blocks int, c uint32) int
TEXT ·count2(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	FILL(c+16(FP), VPBROADCASTW, X1, Y1)
	XORQ DX, DX

next:
	VPCMPEQW (SI), Y1, Y0
	EACH
	SHRQ $1, DX
	MOVQ DX, ret+24(FP)
	RET

// func count4(p unsafe.Pointer, blocks int, c uint32) int
TEXT ·count4(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	FILL(c+16(FP), VPBROADCASTD, X1, Y1)
	SHLQ $1, CX
	XORQ DX, DX

next:
	VPCMPEQD (SI), Y1, Y0
	EACH
	SHRQ $2, DX
	MOVQ DX, ret+24(FP)
	RET

#define REPLACED(EQUAL) \
	VMOVDQU (SI), Y0 \
	EQUAL Y0, Y1, Y3 \
	VPBLENDVB Y3, Y2, Y0, Y0 \
	VMOVDQU Y0, (DI)

// func replace1(to, from unsafe.Pointer, blocks int, c, by uint32)
TEXT ·replace1(SB), NOSPLIT, $0-32
	COPIED
	FILL(c+24(FP), VPBROADCASTB, X1, Y1)
	FILL(by+28(FP), VPBROADCASTB, X2, Y2)

next:
	REPLACED(VPCMPEQB)
	AGAIN(32, 32)
	RET

// func replace2(to, from unsafe.Pointer, blocks int, c, by uint32)
TEXT ·replace2(SB), NOSPLIT, $0-32
	COPIED
	FILL(c+24(FP), VPBROADCASTW, X1, Y1)
	FILL(by+28(FP), VPBROADCASTW, X2, Y2)

next:
	REPLACED(VPCMPEQW)
	AGAIN(32, 32)
	RET

// func replace4(to, from unsafe.Pointer, blocks int, c, by uint32)
TEXT ·replace4(SB), NOSPLIT, $0-32
	COPIED
	FILL(c+24(FP), VPBROADCASTD, X1, Y1)
	FILL(by+28(FP), VPBROADCASTD, X2, Y2)

next:
	REPLACED(VPCMPEQD)
	AGAIN(32, 32)
	RET

// Y4 is the highest control character, and Y5 are ones.
#define SPECIAL(LESS, EQUAL) \
	VMOVDQU (SI)(DX*1), Y0 \
	LESS Y4, Y0, Y6 \
	EQUAL Y0, Y6, Y6 \
	EQUAL Y0, Y1, Y7 \
	EQUAL Y0, Y2, Y8 \
	VPOR Y5, Y0, Y0 \
	EQUAL Y0, Y3, Y0 \
	VPOR Y7, Y6, Y6 \
	VPOR Y8, Y0, Y0 \
	VPOR Y6, Y0, Y0

// func special1(p unsafe.Pointer, blocks int, a, b, pair uint32) int
TEXT ·special1(SB), NOSPLIT, $0-40
	SPECIALS(VPBROADCASTB)
	VPBROADCASTD numbers<>+128(SB), Y4
	VPBROADCASTD numbers<>+144(SB), Y5

next:
	SPECIAL(VPMINUB, VPCMPEQB)
	UNTIL
	MOVQ DX, ret+32(FP)
	RET

// func special2(p unsafe.Pointer, blocks int, a, b, pair uint32) int
TEXT ·special2(SB), NOSPLIT, $0-40
	SPECIALS(VPBROADCASTW)
	VPBROADCASTD numbers<>+132(SB), Y4
	VPBROADCASTD numbers<>+112(SB), Y5

next:
	SPECIAL(VPMINUW, VPCMPEQW)
	UNTIL
	SHRQ $1, DX
	MOVQ DX, ret+32(FP)
	RET

// func special4(p unsafe.Pointer, blocks int, a, b, pair uint32) int
TEXT ·special4(SB), NOSPLIT, $0-40
	SPECIALS(VPBROADCASTD)
	VPBROADCASTD numbers<>+136(SB), Y4
	VPBROADCASTD numbers<>+140(SB), Y5

next:
	SPECIAL(VPMINUD, VPCMPEQD)
	UNTIL
	SHRQ $2, DX
	MOVQ DX, ret+32(FP)
	RET
