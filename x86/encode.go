// Prefixes, opcodes and ModRM bytes.

package x86

// opcode is up to three bytes, the first one in the lowest bits: 0x0f, 0xaf is op2(0xaf).
type opcode uint32

func op2(b byte) opcode   { return 0x0f | opcode(b)<<8 }
func op3A(b byte) opcode  { return 0x0f | 0x3a<<8 | opcode(b)<<16 }
func size(w Width) prefix { return sizePrefix[w] }

// prefix holds the mandatory or operand-size prefix byte, and the flags below.
type prefix uint16

const (
	rexW  prefix = 0x100
	byteR prefix = 0x200 // reg is a byte register
	byteM prefix = 0x400 // rm is a byte register
)

var sizePrefix = [9]prefix{1: byteR | byteM, 2: 0x66, 4: 0, 8: rexW}

// head emits prefixes and opcode; x is the index register.
func (a *Asm) head(p prefix, op opcode, reg, x, b uint8, bIsReg bool) {
	a.last = len(a.buf) + 1
	if q := byte(p); q != 0 {
		a.buf = append(a.buf, q)
	}
	rex := byte(p>>8&1)<<3 | reg>>3<<2 | x>>3<<1 | b>>3
	if rex != 0 || p&byteR != 0 && reg >= 4 || p&byteM != 0 && bIsReg && b >= 4 {
		a.buf = append(a.buf, 0x40|rex)
	}
	a.buf = append(a.buf, byte(op))
	if op > 0xff {
		a.buf = append(a.buf, byte(op>>8))
		if op > 0xffff {
			a.buf = append(a.buf, byte(op>>16))
		}
	}
}

// rr emits an instruction on two registers.
func (a *Asm) rr(p prefix, op opcode, reg, rm uint8) {
	a.head(p, op, reg, 0, rm, true)
	a.buf = append(a.buf, 0xc0|reg&7<<3|rm&7)
}

// rm emits an instruction on a register (or opcode extension) and memory, followed by tail bytes of immediate.
func (a *Asm) rm(p prefix, op opcode, reg uint8, m Mem, tail uint8) {
	r := reg & 7 << 3
	if m.Index == NoReg {
		switch m.Base {
		case NoReg:
			a.head(p, op, reg, 0, 0, false)
			a.buf = append(a.buf, r|4, 0x25)
			a.imm32(m.Disp)
			return
		case rip:
			a.head(p, op, reg, 0, 0, false)
			a.buf = append(a.buf, r|5)
			a.imm32(0)
			a.use(m.label, tail)
			return
		}
		a.head(p, op, reg, 0, uint8(m.Base), false)
		base := uint8(m.Base) & 7
		mod := dispMode(m)
		a.buf = append(a.buf, mod|r|base)
		if base == 4 {
			a.buf = append(a.buf, 0x24)
		}
		a.disp(mod, m.Disp)
		return
	}
	if m.Index == RSP {
		panic("BUG: x86: rsp as index")
	}
	sib := scaleBits(m.Scale) | uint8(m.Index)&7<<3
	if m.Base == NoReg {
		a.head(p, op, reg, uint8(m.Index), 0, false)
		a.buf = append(a.buf, r|4, sib|5)
		a.imm32(m.Disp)
		return
	}
	a.head(p, op, reg, uint8(m.Index), uint8(m.Base), false)
	mod := dispMode(m)
	a.buf = append(a.buf, mod|r|4, sib|uint8(m.Base)&7)
	a.disp(mod, m.Disp)
}

// dispMode is the mod field: rbp and r13 as a base need a displacement.
func dispMode(m Mem) byte {
	switch {
	case m.Disp == 0 && m.Base&7 != 5:
		return 0x00
	case m.Disp == int32(int8(m.Disp)):
		return 0x40
	}
	return 0x80
}

func (a *Asm) disp(mod byte, d int32) {
	switch mod {
	case 0x40:
		a.buf = append(a.buf, byte(d))
	case 0x80:
		a.imm32(d)
	}
}

func scaleBits(s uint8) uint8 {
	switch s {
	case 1:
		return 0x00
	case 2:
		return 0x40
	case 4:
		return 0x80
	case 8:
		return 0xc0
	}
	panic("BUG: x86: scale of an index")
}

func fits8(v int32) bool { return v == int32(int8(v)) }

// wide turns an opcode of the byte form into the one for w.
func wide(op opcode, w Width) opcode {
	if w == W8 {
		return op
	}
	return op | 1
}

// imm emits an immediate of width w (at most 4 bytes).
func (a *Asm) imm(w Width, v int32) {
	switch w {
	case W8:
		a.buf = append(a.buf, byte(v))
	case W16:
		a.buf = append(a.buf, byte(v), byte(v>>8))
	default:
		a.imm32(v)
	}
}

func immSize(w Width) uint8 { return min(uint8(w), 4) }
