// The blocks of SHA-512.

package main

import "fmt"

// sha512 writes the function for amd64 with AVX and BMI2: rounds in ordinary registers, and among their instructions those that make the words for 16 rounds
// later, two at once; rotations means with the rotations of AVX-512. X0 to X7 hold the last 16 words.
func sha512(a *assembly, name string, rotations bool) {
	const frame = 128 + 8
	a.words(64)
	a.function(name, "(h *[8]uint64, p *byte, blocks int, k *[80]uint64)", frame, 32)
	s := registers[:8]
	t, k, rounds := registers[8:14], registers[14], stack(128)
	x := func(i int) string { return fmt.Sprintf("X%d", i&7) }
	a.raw("VMOVDQU", "swapSHA512<>(SB)", "X15")
	a.op("MOV", "h+0(FP)", t[0])
	for i, r := range s {
		a.op("MOV", at(8*i, t[0]), r)
	}
	a.WriteString("next:\n")
	a.op("MOV", "k+24(FP)", k)
	a.op("MOV", "p+8(FP)", t[0])
	for i := range 8 {
		a.raw("VMOVDQU", at(16*i, t[0]), x(i))
		a.raw("VPSHUFB", "X15", x(i), x(i))
		a.raw("VPADDQ", at(16*i, k), x(i), "X8")
		a.raw("VMOVDQU", "X8", stack(16*i))
	}
	a.op("ADD", 128, t[0])
	a.op("MOV", t[0], "p+8(FP)")
	a.op("MOV", 4, rounds)
	a.op("MOV", s[1], t[4]) // b^c
	a.op("XOR", s[2], t[4])
	round := func(i int) (steps [][]any) {
		add := func(s ...any) { steps = append(steps, s) }
		v := func(n int) string { return s[(n-i)&7] }
		d, e, f, g, h := v(3), v(4), v(5), v(6), v(7)
		both, before := t[3+i&1], t[4-i&1]
		add("ADDQ", stack(8*i), h)
		add("RORXQ", 41, e, t[0])
		add("RORXQ", 18, e, t[1])
		add("MOVQ", f, t[2])
		add("ANDNQ", g, e, t[5])
		add("MOVQ", v(1), both) // the majority of a, b and c is b&c + a&(b^c): for a waits only an "and"
		add("ANDQ", v(2), both)
		add("ANDQ", e, t[2])
		add("XORQ", t[0], t[1])
		add("RORXQ", 14, e, t[0])
		add("ADDQ", t[5], h)
		add("ADDQ", t[2], h)
		add("XORQ", t[0], t[1])
		add("ADDQ", t[1], h)
		add("ADDQ", h, d)
		add("ADDQ", both, h)
		add("RORXQ", 39, v(0), t[0])
		add("RORXQ", 34, v(0), t[1])
		add("MOVQ", v(0), both) // a^b
		add("XORQ", t[0], t[1])
		add("RORXQ", 28, v(0), t[0])
		add("ANDQ", v(0), before)
		add("XORQ", v(1), both)
		add("XORQ", t[0], t[1])
		add("ADDQ", before, h)
		add("ADDQ", t[1], h)
		return
	}
	words := func(i int) (steps [][]any) { // the words i and i+1 of the next 16
		add := func(s ...any) { steps = append(steps, s) }
		n := i / 2
		turned := func(from string, one, two, down int) {
			if rotations {
				add("VPRORQ", one, from, "X10")
				add("VPRORQ", two, from, "X11")
				add("VPSRLQ", down, from, "X12")
				add("VPTERNLOGQ", 0x96, "X10", "X11", "X12") // the "xor" of three
				add("VPADDQ", "X12", x(n), x(n))
				return
			}
			for k, by := range []int{one, two} {
				add("VPSRLQ", by, from, []string{"X10", "X11"}[k])
				add("VPSLLQ", 64-by, from, []string{"X12", "X13"}[k])
			}
			add("VPSRLQ", down, from, "X14")
			add("VPXOR", "X10", "X12", "X10")
			add("VPXOR", "X11", "X13", "X11")
			add("VPXOR", "X14", "X10", "X10")
			add("VPXOR", "X11", "X10", "X10")
			add("VPADDQ", "X10", x(n), x(n))
		}
		add("VPALIGNR", 8, x(n), x(n+1), "X8")
		add("VPALIGNR", 8, x(n+4), x(n+5), "X9")
		turned("X8", 1, 8, 7)
		add("VPADDQ", "X9", x(n), x(n))
		turned(x(n+7), 19, 61, 6)
		add("VPADDQ", at(8*i, k), x(n), "X8")
		add("VMOVDQU", "X8", stack(8*i))
		return
	}
	a.WriteString("more:\n")
	a.op("ADD", 128, k)
	for i := 0; i < 16; i += 2 {
		a.weave(append(round(i), round(i+1)...), words(i))
	}
	a.op("DEC", rounds)
	a.raw("JNZ", "more")
	for i := range 16 {
		a.weave(round(i), nil)
	}
	a.op("MOV", "h+0(FP)", t[0])
	for i, r := range s {
		a.op("ADD", at(8*i, t[0]), r)
		a.op("MOV", r, at(8*i, t[0]))
	}
	a.op("DEC", "blocks+16(FP)")
	a.raw("JNZ", "next")
	a.raw("RET")
}

func swapSHA512(a *assembly) {
	a.WriteString("\nDATA swapSHA512<>+0(SB)/8, $0x0001020304050607\nDATA swapSHA512<>+8(SB)/8, $0x08090a0b0c0d0e0f\nGLOBL swapSHA512<>(SB), RODATA|NOPTR, $16\n")
}

// weave writes two lists of instructions as one, evenly mixed.
func (a *assembly) weave(one, two [][]any) {
	done := 0
	for i, s := range one {
		a.raw(s[0].(string), s[1:]...)
		for ; done < len(two)*(i+1)/len(one); done++ {
			a.raw(two[done][0].(string), two[done][1:]...)
		}
	}
}
