#include "textflag.h"

// func deep() (top uintptr)
TEXT ·deep(SB), 0, $50331648-8
	LEAQ top+0(FP), AX
	MOVQ AX, top+0(FP)
	RET
