// Machine code as text, for dumps and tests.

package x86

import (
	"encoding/hex"
	"fmt"
	"strings"

	"golang.org/x/arch/x86/x86asm"
)

// Line is one instruction of a disassembly.
type Line struct {
	PC   uintptr
	Code []byte
	Text string // Intel syntax
}

// String gives address, bytes and text.
func (l Line) String() string {
	return fmt.Sprintf("%#x  %-20s  %s", l.PC, hex.EncodeToString(l.Code), l.Text)
}

// Disassemble decodes code that lies at pc. name, which may be nil, gives names to the addresses in jumps, calls and address computations; it
// returns "" for unknown ones. Bytes that do not decode are shown as bytes.
func Disassemble(code []byte, pc uintptr, name func(addr uintptr) string) []Line {
	symbol := func(addr uint64) (string, uint64) {
		if name != nil {
			if s := name(uintptr(addr)); s != "" {
				return s, addr
			}
		}
		return "", 0
	}
	var lines []Line
	for len(code) > 0 {
		inst, err := x86asm.Decode(code, 64)
		n, text := inst.Len, ""
		if err != nil || n == 0 {
			n, text = 1, fmt.Sprintf(".byte %#02x", code[0])
		} else {
			text = strings.TrimSpace(x86asm.IntelSyntax(inst, uint64(pc), symbol))
		}
		lines = append(lines, Line{PC: pc, Code: code[:n], Text: text})
		code, pc = code[n:], pc+uintptr(n)
	}
	return lines
}

// Text disassembles code at pc into lines without addresses and bytes; jumps inside the code show their distance from its
// start.
func Text(code []byte, pc uintptr) string {
	var b strings.Builder
	for _, l := range Disassemble(code, pc, func(addr uintptr) string {
		if addr >= pc && addr <= pc+uintptr(len(code)) {
			return fmt.Sprintf("+%#x", addr-pc)
		}
		return ""
	}) {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}
