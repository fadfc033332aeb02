// Offering steps of many lengths at once: eight places at a time.

#include "textflag.h"
#include "go_asm.h"

DATA lane<>+0(SB)/4, $0
DATA lane<>+4(SB)/4, $1
DATA lane<>+8(SB)/4, $2
DATA lane<>+12(SB)/4, $3
DATA lane<>+16(SB)/4, $4
DATA lane<>+20(SB)/4, $5
DATA lane<>+24(SB)/4, $6
DATA lane<>+28(SB)/4, $7
DATA lane<>+32(SB)/4, $8
GLOBL lane<>(SB), NOPTR|RODATA, $36

// TAKE replaces numbers of eight places where Y8 says so.
#define TAKE(new, place) \
	VMOVDQU place, Y9 \
	VPBLENDVB Y8, new, Y9, Y9 \
	VMOVDQU Y9, place

// ALL gives all eight places a number; x is the lower half of y.
#define ALL(from, x, y) \
	VMOVD from, x \
	VPBROADCASTD x, y

// What registers hold: DI where the prices lie, SI the costs, CX the places left; Y0 the sum, Y1 the distance, Y2 lengths, Y3 places left less the lane,
// Y4 eight, Y5 zero.

// func spreadSteps(prices, costs *uint32, n int, sum, dist, lo uint32)
TEXT ·spreadSteps(SB), NOSPLIT, $0-36
	MOVQ prices+0(FP), DI
	MOVQ costs+8(FP), SI
	MOVQ n+16(FP), CX
	MOVL sum+24(FP), AX
	ALL(AX, X0, Y0)
	MOVL dist+28(FP), AX
	ALL(AX, X1, Y1)
	MOVL lo+32(FP), AX
	ALL(AX, X2, Y2)
	ALL(CX, X3, Y3)
	VPBROADCASTD lane<>+32(SB), Y4
	VMOVDQU lane<>(SB), Y6
	VPADDD Y6, Y2, Y2
	VPSUBD Y6, Y3, Y3
	VPXOR Y5, Y5, Y5

eight:
	VPADDD (SI), Y0, Y6
	VMOVDQU (DI), Y7
	VPCMPGTD Y6, Y7, Y8 // what is known costs more
	VPCMPGTD Y5, Y3, Y9 // and the place is one of those
	VPAND Y9, Y8, Y8
	VPTEST Y8, Y8
	JEQ next
	VPBLENDVB Y8, Y6, Y7, Y7
	VMOVDQU Y7, (DI)
	TAKE(Y2, (optimum_lens-optimum_prices)(DI))
	TAKE(Y1, (optimum_dists-optimum_prices)(DI))
	TAKE(Y5, (optimum_extras-optimum_prices)(DI))

next:
	ADDQ $32, SI
	ADDQ $32, DI
	VPADDD Y4, Y2, Y2
	VPSUBD Y4, Y3, Y3
	SUBQ $8, CX
	JG eight
	VZEROUPPER
	RET
