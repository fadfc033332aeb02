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
	MOVQ	DI, R14
	MOVQ	SI, R15
	MOVQ	DX, BX
	MOVQ	24(R13), AX
	TESTQ	AX, AX
	JNE	fill
	MOVQ	$1, 16(R13)
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

// Pages of a Lazy, AX, are made: that of the address R12, and those behind it that belong together. At 0(SP) is what the system call is told, at 64(SP) the page.
fill:
	MOVQ	AX, R13
	MOVQ	8(R13), R8           // base
	SUBQ	R8, R12
	ANDQ	$~4095, R12          // the page, from the base
	SUBQ	$4160, SP
	CLD
page:
	MOVQ	24(R13), SI          // its contents
	ADDQ	R12, SI
	LEAQ	64(SP), DI
	MOVQ	$512, CX
	REP
	MOVSQ
	MOVQ	16(R13), R10         // delta, which is added to the words that have a bit
	MOVQ	R12, R9
	SHRQ	$6, R9
	ADDQ	32(R13), R9
	LEAQ	64(SP), R11
	MOVQ	$8, CX
words:
	MOVQ	(R9), AX
	ADDQ	$8, R9
bits:
	TESTQ	AX, AX
	JEQ	none
	BSFQ	AX, DX
	ADDQ	R10, (R11)(DX*8)
	LEAQ	-1(AX), DX
	ANDQ	DX, AX
	JMP	bits
none:
	ADDQ	$512, R11
	DECQ	CX
	JNE	words
	MOVQ	R12, AX              // and to what lies elsewhere, or is complemented
	SHRQ	$12, AX
	MOVQ	40(R13), R9
	MOVL	(R9)(AX*4), CX
	MOVL	4(R9)(AX*4), DX
	MOVQ	48(R13), R9
	LEAQ	64(SP), R11
odd:
	CMPQ	CX, DX
	JCC	give
	MOVWQZX	(R9)(CX*2), AX
	INCQ	CX
	TESTQ	$1, AX
	JNE	not
	ADDQ	R10, (R11)(AX*1)
	JMP	odd
not:
	SUBQ	R10, -1(R11)(AX*1)
	JMP	odd
give:
	LEAQ	(R8)(R12*1), AX      // struct uffdio_copy
	MOVQ	AX, 0(SP)
	LEAQ	64(SP), AX
	MOVQ	AX, 8(SP)
	MOVQ	$4096, 16(SP)
	MOVQ	$0, 24(SP)
	MOVQ	$0, 32(SP)
	MOVQ	0(R13), DI
	MOVQ	$0xc028aa03, SI      // UFFDIO_COPY
	MOVQ	SP, DX
	MOVQ	$16, AX              // ioctl
	SYSCALL
	TESTQ	AX, AX
	JEQ	made
	CMPQ	AX, $-17             // EEXIST: another thread was quicker
	JEQ	made
	CMPQ	AX, $-11             // EAGAIN: mappings are being changed
	JEQ	page
	ADDQ	$4160, SP
	MOVQ	R14, DI
	MOVQ	R15, SI
	MOVQ	BX, DX
	JMP	other
made:
	MOVQ	R12, AX
	SHRQ	$12, AX
	MOVQ	56(R13), R9
	MOVBQZX	(R9)(AX*1), AX
	ADDQ	$4096, R12
	TESTQ	AX, AX
	JNE	page
	ADDQ	$4160, SP
	RET
