// RIPEMD-160: two lines of 80 steps each, which do not depend on each other and so run side by side. The compiler keeps too few of their ten words in
// registers, so for amd64 there is assembly.

package main

import (
	"bytes"
	"fmt"
	"strings"
)

// order is the order of a block's words in the second round, by that in the first; the rounds after it permute by it again.
var order = [16]int{7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8}

// ripemdTurns are the turns of the steps, by round and word; both lines have the same.
var ripemdTurns = [5][16]int{
	{11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8},
	{12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7},
	{13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9},
	{14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6},
	{15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5},
}

// ripemdMixes are the functions of the rounds in the first line; the second line has them backwards. b is the word that the step before made, so it is
// used late. In instructions, t and u are registers that are free.
var ripemdMixes = [5]struct{ formula, instructions string }{
	{"(b ^ c ^ d)", "MOV c t; XOR d t; XOR b t"},
	{"(b&(c^d) ^ d)", "MOV c t; XOR d t; AND b t; XOR d t"},
	{"((b | ^c) ^ d)", "MOV c t; NOT t; OR b t; XOR d t"},
	{"(c&^d + d&b)", "MOV d u; NOT u; AND c u; ADD u a; MOV d t; AND b t"},
	{"((c | ^d) ^ b)", "MOV d t; NOT t; OR c t; XOR b t"},
}

var ripemdConstants = [2][5]uint32{{0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e}, {0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0}}

// ripemdStep is a step: the word of the block and the turn, and for each of a to e the place it has then, since words move on at each step.
type ripemdStep struct {
	line, word, turn int
	mix              struct{ formula, instructions string }
	constant         uint32
	place            [5]int
}

// ripemdSteps are the steps of the lines, in turns.
func ripemdSteps() (steps []ripemdStep) {
	var words [2][16]int
	for i := range 16 {
		words[0][i], words[1][i] = i, (9*i+5)%16
	}
	for n := range 80 {
		round := n / 16
		for line := range 2 {
			s := ripemdStep{line: line, word: words[line][n%16], mix: ripemdMixes[[2]int{round, 4 - round}[line]], constant: ripemdConstants[line][round]}
			s.turn = ripemdTurns[round][s.word]
			for i := range s.place {
				s.place[i] = (i + 80 - n) % 5
			}
			steps = append(steps, s)
		}
		if n%16 == 15 {
			for line := range words {
				for i, word := range words[line] {
					words[line][i] = order[word]
				}
			}
		}
	}
	return steps
}

// named replaces letters by their names.
func named(text string, names ...string) string {
	var pairs []string
	for i, name := range names {
		pairs = append(pairs, "abcdetu"[i:i+1], name)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (s ripemdStep) names(names [2][5]string) (to []string) {
	for _, i := range s.place {
		to = append(to, names[s.line][i])
	}
	return to
}

func ripemdPlain(w *bytes.Buffer) {
	w.WriteString("\nfunc blocksRIPEMDPlain(h *[5]uint32, p []byte) {\nfor ; len(p) >= block64; p = p[block64:] {\n\t\tm := (*[block64]byte)(p)\n")
	w.WriteString("a, b, c, d, e := h[0], h[1], h[2], h[3], h[4]\naa, bb, cc, dd, ee := a, b, c, d, e\n")
	for _, s := range ripemdSteps() {
		v := s.names([2][5]string{{"a", "b", "c", "d", "e"}, {"aa", "bb", "cc", "dd", "ee"}})
		fmt.Fprintf(w, "%s = bits.RotateLeft32(%[1]s + binary.LittleEndian.Uint32(m[%d:]) + 0x%x + %s, %d) + %s\n%s = bits.RotateLeft32(%[7]s, 10)\n",
			v[0], 4*s.word, s.constant, named(s.mix.formula, v...), s.turn, v[4], v[2])
	}
	w.WriteString("h[0], h[1], h[2], h[3], h[4] = h[1] + c + dd, h[2] + d + ee, h[3] + e + aa, h[4] + a + bb, h[0] + b + cc\n}\n}\n")
}

func ripemd(a *assembly) {
	a.words(32)
	free := registers[5:]
	lines := [2][5]string{[5]string(free[:5]), [5]string(free[5:10])}
	temporary := [2][2]string{{"AX", "BX"}, {"CX", "DX"}}
	a.function("blocksRIPEMD", "(h *[5]uint32, p *byte, blocks int)", 8, 24)
	a.raw("MOVQ", "p+8(FP)", "SI")
	a.WriteString("next:\n")
	a.raw("MOVQ", "h+0(FP)", "AX")
	for i := range 5 {
		a.op("MOV", at(4*i, "AX"), lines[0][i])
		a.op("MOV", lines[0][i], lines[1][i])
	}
	var pair [2][][]string
	for _, s := range ripemdSteps() {
		v := s.names(lines)
		t := temporary[s.line][:]
		add := func(name string, operands ...string) {
			pair[s.line] = append(pair[s.line], append([]string{name}, operands...))
		}
		add("ADD", at(4*s.word, "SI"), v[0])
		for x := range strings.SplitSeq(s.mix.instructions, "; ") {
			words := strings.Fields(x)
			for i := range words[1:] {
				words[1+i] = named(words[1+i], append(v, t...)...)
			}
			add(words[0], words[1:]...)
		}
		if s.constant == 0 {
			add("ADD", t[0], v[0])
		} else {
			add("LEA", fmt.Sprintf("%d(%s)(%s*1)", int32(s.constant), v[0], t[0]), v[0])
		}
		add("ROL", fmt.Sprintf("$%d", s.turn), v[0])
		add("ADD", v[4], v[0])
		add("ROL", "$10", v[2])
		if s.line == 0 {
			continue
		}
		for i := range max(len(pair[0]), len(pair[1])) {
			for _, line := range pair {
				if i < len(line) {
					fmt.Fprintf(a, "\t%sL %s\n", line[i][0], strings.Join(line[i][1:], ", "))
				}
			}
		}
		pair = [2][][]string{}
	}
	a.raw("MOVQ", "h+0(FP)", "AX")
	for i := range 5 {
		x := lines[0][(i+2)%5]
		a.op("ADD", lines[1][(i+3)%5], x)
		a.op("ADD", at(4*((i+1)%5), "AX"), x)
	}
	for i := range 5 {
		a.op("MOV", lines[0][(i+2)%5], at(4*i, "AX"))
	}
	a.raw("ADDQ", 64, "SI")
	a.raw("DECQ", "blocks+16(FP)")
	a.raw("JNZ", "next")
	a.raw("RET")
}
