// The blocks of SHA-1.

package main

import "fmt"

// sha1 writes the function for amd64 with the instructions for SHA-1. Four rounds wait 4 cycles for the four before, and the instruction SHA1MSG2 takes up the
// same unit of the processor for 4 cycles. So only the words 16 to 31 are made by it; the words w[i] from 32 on are those of w[i-6], w[i-16], w[i-28] and
// w[i-32], turned by 2, which is the usual rule applied twice, and waits for none of the other three of their vector. rotations means with the rotations of
// AVX-512: they also turn a for the four rounds after the next, without the instruction SHA1NEXTE. Vectors have their first word at the upper end.
func sha1(a *assembly, name string, rotations bool) {
	a.function(name, "(h *[5]uint32, p *byte, blocks int)", 0, 24)
	const state, swap, t, before, beforeE = "X0", "X11", "X12", "X13", "X14"
	e := [2]string{"X1", "X2"} // the fifth word, and the words of four rounds
	w := func(n int) string { return fmt.Sprintf("X%d", 3+n&7) }
	a.raw("MOVQ", "h+0(FP)", "DI")
	a.raw("MOVQ", "p+8(FP)", "SI")
	a.raw("MOVQ", "blocks+16(FP)", "DX")
	a.raw("VMOVDQU", "swapSHA1<>(SB)", swap)
	a.raw("VMOVDQU", "(DI)", state)
	a.raw("VPSHUFD", 0x1b, state, state)
	a.raw("VMOVD", at(16, "DI"), e[0])
	a.raw("VPSLLDQ", 12, e[0], e[0])
	if rotations {
		a.raw("MOVL", 8, "AX")
		a.raw("KMOVW", "AX", "K1")
	}
	words := func(n int) {
		x := w(n)
		switch {
		case n < 4:
			a.raw("VMOVDQU", at(16*n, "SI"), x)
			a.raw("VPSHUFB", swap, x, x)
		case n < 8:
			a.raw("VMOVDQA", w(n-4), x)
			a.raw("SHA1MSG1", w(n-3), x)
			a.raw("PXOR", w(n-2), x)
			a.raw("SHA1MSG2", w(n-1), x)
		case rotations:
			a.raw("VPALIGNR", 8, w(n-1), w(n-2), t)
			a.raw("VPTERNLOGD", 0x96, w(n-4), w(n-7), x) // the "xor" of three
			a.raw("VPXOR", t, x, x)
			a.raw("VPROLD", 2, x, x)
		case n < 20:
			a.raw("VPALIGNR", 8, w(n-1), w(n-2), t)
			a.raw("VPXOR", w(n-4), x, x)
			a.raw("VPXOR", w(n-7), x, x)
			a.raw("VPXOR", t, x, x)
			a.raw("VPSLLD", 2, x, t)
			a.raw("VPSRLD", 30, x, x)
			a.raw("VPOR", t, x, x)
		}
	}
	a.WriteString("next:\n")
	a.raw("VMOVDQA", state, before)
	a.raw("VMOVDQA", e[0], beforeE)
	words(0)
	words(1)
	for n := range 20 {
		if n < 18 {
			words(n + 2)
		}
		if n == 0 || rotations {
			a.raw("VPADDD", w(n), e[n&1], e[n&1])
		} else {
			a.raw("SHA1NEXTE", w(n), e[n&1])
		}
		if n < 19 && rotations {
			a.raw("VPROLD.Z", 30, state, "K1", e[1-n&1])
		} else {
			a.raw("VMOVDQA", state, e[1-n&1])
		}
		a.raw("SHA1RNDS4", n/5, e[n&1], state)
	}
	a.raw("SHA1NEXTE", beforeE, e[0])
	a.raw("VPADDD", before, state, state)
	a.raw("ADDQ", 64, "SI")
	a.raw("DECQ", "DX")
	a.raw("JNZ", "next")
	a.raw("VPSHUFD", 0x1b, state, state)
	a.raw("VMOVDQU", state, "(DI)")
	a.raw("VPEXTRD", 3, e[0], at(16, "DI"))
	a.raw("RET")
}

func swapSHA1(a *assembly) {
	a.WriteString("\nDATA swapSHA1<>+0(SB)/8, $0x08090a0b0c0d0e0f\nDATA swapSHA1<>+8(SB)/8, $0x0001020304050607\nGLOBL swapSHA1<>(SB), RODATA|NOPTR, $16\n")
}

// extensions writes the function that asks the processor for its extended features.
func extensions(a *assembly) {
	a.function("extensions", "() (bits uint32)", 0, 4)
	a.raw("MOVL", 7, "AX")
	a.raw("XORL", "CX", "CX")
	a.raw("CPUID")
	a.raw("MOVL", "BX", "bits+0(FP)")
	a.raw("RET")
}
