//go:build !cgo

// The handler; see watcher_linux_amd64.go. The system calls it on the stack for signals, as a C function: all registers are its own.

#include "textflag.h"

DATA ·handlerPC(SB)/8, $·handler(SB)
GLOBL ·handlerPC(SB), NOPTR, $8

TEXT ·handler(SB), NOSPLIT|NOFRAME|TOPFRAME, $0-0
	MOVQ	$29, DI              // PR_SET_TIMERSLACK
	MOVQ	·slack(SB), SI
	MOVQ	$157, AX             // prctl
	SYSCALL
	RET
