// The handler of SIGBUS; see bus_linux_amd64.go. The system calls it on the stack for signals, as a C function: DI is the signal, SI its siginfo, DX the
// context. All registers are the handler's own: when it returns the system restores those of what was interrupted.

#include "textflag.h"

DATA ·busHandlerPC(SB)/8, $·busHandler(SB)
GLOBL ·busHandlerPC(SB), NOPTR, $8

TEXT ·busHandler(SB), NOSPLIT|NOFRAME|TOPFRAME, $0-0
	CMPL	8(SI), $2            // si_code: BUS_ADRERR
	JNE	other
	MOVQ	16(SI), R12          // si_addr
	MOVQ	·busTable(SB), R13
	MOVQ	·busCount(SB), CX
look:
	TESTQ	CX, CX
	JEQ	other
	CMPQ	R12, 0(R13)
	JCS	next
	CMPQ	R12, 8(R13)
	JCS	found
next:
	ADDQ	$32, R13
	DECQ	CX
	JMP	look
found:
	MOVQ	$1, 16(R13)
	MOVQ	DI, R14
	MOVQ	SI, R15
	MOVQ	DX, BX
	MOVQ	R12, DI              // the page
	ANDQ	$~4095, DI
	MOVQ	8(R13), SI           // as many bytes as are left
	SUBQ	DI, SI
	MOVQ	$3, DX               // PROT_READ|PROT_WRITE
	MOVQ	$0x4032, R10         // MAP_PRIVATE|MAP_ANONYMOUS|MAP_FIXED|MAP_NORESERVE
	MOVQ	$-1, R8
	MOVQ	$0, R9
	MOVQ	$9, AX               // mmap
	SYSCALL
	MOVQ	R14, DI
	MOVQ	R15, SI
	MOVQ	BX, DX
	CMPQ	AX, $0xfffffffffffff001
	JCC	other
	RET
other:
	MOVQ	·busNext(SB), AX
	JMP	AX
