// Threads that stop in a signal's handler, and go on in a child.

//go:build linux && amd64 && !cgo && !race

#include "go_asm.h"
#include "textflag.h"

#define SYS_rt_sigreturn 15
#define SYS_clone 56
#define SYS_arch_prctl 158
#define SYS_gettid 186
#define SYS_futex 202
#define ARCH_GET_FS 0x1003
#define FUTEX_WAIT_PRIVATE 128
#define CLONE_THREAD_FLAGS 0xd0f00

// func call(nr, a, b, c, d, e, f uintptr) (r uintptr)
TEXT ·call(SB), NOSPLIT, $0-64
	MOVQ nr+0(FP), AX
	MOVQ a+8(FP), DI
	MOVQ b+16(FP), SI
	MOVQ c+24(FP), DX
	MOVQ d+32(FP), R10
	MOVQ e+40(FP), R8
	MOVQ f+48(FP), R9
	SYSCALL
	MOVQ AX, r+56(FP)
	RET

// The handler: the thread says in a slot where its state lies, and waits while the fork goes on that it was stopped for. Go's registers are not looked at,
// and no memory but the slot is written. A signal that comes late finds no fork, or another: that one asks for itself.
TEXT ·stop(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	MOVL ·held(SB), R13
	TESTL R13, R13
	JEQ out
	MOVL $1, AX
	LOCK
	XADDL AX, ·taken(SB)
	ANDL $(const_maxThreads-1), AX
	IMULQ $thread__size, AX
	LEAQ ·threads(SB), R12
	ADDQ AX, R12
	MOVQ SP, thread_frame(R12)
	MOVQ DX, thread_context(R12)
	MOVL $ARCH_GET_FS, DI
	LEAQ thread_tls(R12), SI
	MOVL $SYS_arch_prctl, AX
	SYSCALL
	MOVL $SYS_gettid, AX
	SYSCALL
	MOVQ AX, thread_id(R12)
	MOVQ R13, thread_held(R12)
	JMP wait<>(SB)
out:
	RET

// The thread waits while the fork goes on whose number is in R13. Then it returns from its handler: what SP points to is the handler's frame.
TEXT wait<>(SB), NOSPLIT|NOFRAME, $0
again:
	CMPL ·held(SB), R13
	JNE out
	LEAQ ·held(SB), DI
	MOVL $FUTEX_WAIT_PRIVATE, SI
	MOVL R13, DX
	XORL R10, R10
	MOVL $SYS_futex, AX
	SYSCALL
	JMP again
out:
	RET

// Where the handler returns to: the system gives the thread the state back that it had.
TEXT ·restore(SB), NOSPLIT|NOFRAME, $0
	MOVL $SYS_rt_sigreturn, AX
	SYSCALL
	INT $3

// func begin(t *thread) (r uintptr)
//
// begin makes a thread whose stack is the frame of t's handler, and which waits there as t did.
TEXT ·begin(SB), NOSPLIT, $0-16
	MOVQ t+0(FP), R12
	MOVQ $CLONE_THREAD_FLAGS, DI
	MOVQ thread_frame(R12), SI
	XORL DX, DX
	XORL R10, R10
	MOVQ thread_tls(R12), R8
	MOVL $SYS_clone, AX
	SYSCALL
	TESTQ AX, AX
	JEQ child
	MOVQ AX, r+8(FP)
	RET
child:
	MOVQ thread_held(R12), R13
	JMP wait<>(SB)

// func self() (r uintptr)
TEXT ·self(SB), NOSPLIT, $0-8
	MOVQ TLS, CX
	MOVQ 0(CX)(TLS*1), AX
	MOVQ AX, r+0(FP)
	RET

// func entries() (stop, restore uintptr)
TEXT ·entries(SB), NOSPLIT, $0-16
	LEAQ ·stop(SB), AX
	MOVQ AX, stop+0(FP)
	LEAQ ·restore(SB), AX
	MOVQ AX, restore+8(FP)
	RET
