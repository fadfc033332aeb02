//go:build !cgo

// The handler; see watcher_linux_amd64.go. The system calls it on the stack for signals, as a C function: DX is the context, all registers are its own.

#include "textflag.h"

DATA ·handlerPC(SB)/8, $·handler(SB)
GLOBL ·handlerPC(SB), NOPTR, $8

// The thread that watches sleeps by runtime.usleep, which has the time on top of the stack: nanosleep(SP, nil). No other thread does when this is asked.
TEXT ·handler(SB), NOSPLIT|NOFRAME|TOPFRAME, $0-0
	CMPQ	·found(SB), $0
	JNE	set
	MOVQ	160(DX), AX          // the stack pointer
	CMPQ	AX, 104(DX)          // DI
	JNE	other
	CMPQ	112(DX), $0          // SI
	JNE	other
	CMPQ	144(DX), $-4         // AX: EINTR
	JNE	other
	MOVQ	$1, ·found(SB)
set:
	MOVQ	$29, DI              // PR_SET_TIMERSLACK
	MOVQ	·slack(SB), SI
	MOVQ	$157, AX             // prctl
	SYSCALL
other:
	RET
