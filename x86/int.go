// Integer instructions. The destination comes first, as in Intel's notation; RR, RM, MR, RI, MI name the operands.

package x86

import (
	"encoding/binary"
	"math"
)

// MovRR copies a register. W32 clears the upper half; W8 and W16 preserve the rest.
func (a *Asm) MovRR(w Width, dst, src Reg) { a.rr(size(w), wide(0x88, w), uint8(src), uint8(dst)) }

// Mov copies all 64 bits.
func (a *Asm) Mov(dst, src Reg) { a.MovRR(W64, dst, src) }

// MovRM loads 4 or 8 bytes; smaller loads are MovzxRM and MovsxRM.
func (a *Asm) MovRM(w Width, dst Reg, m Mem) {
	if w < W32 {
		panic("BUG: x86: partial load")
	}
	a.rm(size(w), 0x8b, uint8(dst), m, 0)
}

// MovMR stores.
func (a *Asm) MovMR(w Width, m Mem, src Reg) { a.rm(size(w)&^byteM, wide(0x88, w), uint8(src), m, 0) }

// MovMI stores a constant, sign-extended for W64.
func (a *Asm) MovMI(w Width, m Mem, v int32) {
	a.rm(size(w)&^byteR, wide(0xc6, w), 0, m, immSize(w))
	a.imm(w, v)
}

// MovRI loads a 64-bit constant in the shortest form that preserves the flags.
func (a *Asm) MovRI(dst Reg, v uint64) {
	switch {
	case v <= math.MaxUint32:
		a.head(0, 0xb8|opcode(dst&7), 0, 0, uint8(dst), true)
		a.imm32(int32(v))
	case int64(v) == int64(int32(v)):
		a.rr(rexW, 0xc7, 0, uint8(dst))
		a.imm32(int32(v))
	default:
		a.Movabs(dst, v)
	}
}

// Movabs loads a 64-bit constant in the 10-byte form.
func (a *Asm) Movabs(dst Reg, v uint64) {
	a.head(rexW, 0xb8|opcode(dst&7), 0, 0, uint8(dst), true)
	a.buf = binary.LittleEndian.AppendUint64(a.buf, v)
}

// MovRLabel loads the address of l.
func (a *Asm) MovRLabel(dst Reg, l Label) {
	a.Movabs(dst, 0)
	a.fixups = append(a.fixups, fixup{at: int32(len(a.buf) - 8), label: l, kind: fixAbs64})
}

// MovzxRR zero-extends the lowest w (W8, W16) of src to 64 bits.
func (a *Asm) MovzxRR(w Width, dst, src Reg) {
	p, op := extend(w, 0xb6)
	a.rr(p&byteM, op, uint8(dst), uint8(src))
}

// MovzxRM loads and zero-extends 1 or 2 bytes.
func (a *Asm) MovzxRM(w Width, dst Reg, m Mem) {
	_, op := extend(w, 0xb6)
	a.rm(0, op, uint8(dst), m, 0)
}

// MovsxRR sign-extends the lowest w (W8, W16, W32) of src to 64 bits.
func (a *Asm) MovsxRR(w Width, dst, src Reg) {
	p, op := extend(w, 0xbe)
	a.rr(rexW|p&byteM, op, uint8(dst), uint8(src))
}

// MovsxRM loads and sign-extends 1, 2 or 4 bytes.
func (a *Asm) MovsxRM(w Width, dst Reg, m Mem) {
	_, op := extend(w, 0xbe)
	a.rm(rexW, op, uint8(dst), m, 0)
}

func extend(w Width, op byte) (prefix, opcode) {
	switch {
	case w == W8:
		return byteM, op2(op)
	case w == W16:
		return 0, op2(op + 1)
	case w == W32 && op == 0xbe:
		return 0, 0x63
	}
	panic("BUG: x86: width of an extension")
}

// Lea computes an address.
func (a *Asm) Lea(w Width, dst Reg, m Mem) { a.rm(size(w), 0x8d, uint8(dst), m, 0) }

// Alu is one of the two-operand arithmetic instructions.
type Alu uint8

const (
	ADD Alu = iota
	OR
	ADC
	SBB
	AND
	SUB
	XOR
	CMP
)

// AluRR computes dst op= src; CMP only sets the flags.
func (a *Asm) AluRR(op Alu, w Width, dst, src Reg) {
	a.rr(size(w), wide(opcode(op)<<3, w), uint8(src), uint8(dst))
	a.tells(op, w, dst)
}

// tells records that the flags of the instruction just emitted compare dst with zero, if they do.
func (a *Asm) tells(op Alu, w Width, dst Reg) {
	if w == W64 && (op == AND || op == OR || op == XOR) {
		a.told, a.toldEnd = dst, len(a.buf)
	}
}

// AluRM computes dst op= [m].
func (a *Asm) AluRM(op Alu, w Width, dst Reg, m Mem) {
	a.rm(size(w)&^byteM, wide(opcode(op)<<3|2, w), uint8(dst), m, 0)
}

// AluMR computes [m] op= src.
func (a *Asm) AluMR(op Alu, w Width, m Mem, src Reg) {
	a.rm(size(w)&^byteM, wide(opcode(op)<<3, w), uint8(src), m, 0)
}

// AluRI computes dst op= v, sign-extended for W64.
func (a *Asm) AluRI(op Alu, w Width, dst Reg, v int32) {
	switch {
	case w == W8:
		a.rr(byteM, 0x80, uint8(op), uint8(dst))
		a.imm(w, v)
	case fits8(v):
		a.rr(size(w), 0x83, uint8(op), uint8(dst))
		a.buf = append(a.buf, byte(v))
	case dst == RAX:
		a.head(size(w), opcode(op)<<3|5, 0, 0, 0, true)
		a.imm(w, v)
	default:
		a.rr(size(w), 0x81, uint8(op), uint8(dst))
		a.imm(w, v)
	}
	a.tells(op, w, dst)
}

// AluMI computes [m] op= v.
func (a *Asm) AluMI(op Alu, w Width, m Mem, v int32) {
	switch {
	case w == W8:
		a.rm(0, 0x80, uint8(op), m, 1)
		a.buf = append(a.buf, byte(v))
	case fits8(v):
		a.rm(size(w), 0x83, uint8(op), m, 1)
		a.buf = append(a.buf, byte(v))
	default:
		a.rm(size(w), 0x81, uint8(op), m, immSize(w))
		a.imm(w, v)
	}
}

// The most frequent 64-bit forms.

func (a *Asm) Add(dst, src Reg)           { a.AluRR(ADD, W64, dst, src) }
func (a *Asm) AddI(dst Reg, v int32)      { a.AluRI(ADD, W64, dst, v) }
func (a *Asm) Sub(dst, src Reg)           { a.AluRR(SUB, W64, dst, src) }
func (a *Asm) SubI(dst Reg, v int32)      { a.AluRI(SUB, W64, dst, v) }
func (a *Asm) And(dst, src Reg)           { a.AluRR(AND, W64, dst, src) }
func (a *Asm) AndI(dst Reg, v int32)      { a.AluRI(AND, W64, dst, v) }
func (a *Asm) Or(dst, src Reg)            { a.AluRR(OR, W64, dst, src) }
func (a *Asm) Xor(dst, src Reg)           { a.AluRR(XOR, W64, dst, src) }
func (a *Asm) Cmp(x, y Reg)               { a.AluRR(CMP, W64, x, y) }
func (a *Asm) CmpI(x Reg, v int32)        { a.AluRI(CMP, W64, x, v) }
func (a *Asm) Load(dst Reg, m Mem)        { a.MovRM(W64, dst, m) }
func (a *Asm) Store(m Mem, src Reg)       { a.MovMR(W64, m, src) }
func (a *Asm) Zero(dst Reg)               { a.AluRR(XOR, W32, dst, dst) } // changes the flags
func (a *Asm) Test(x, y Reg)              { a.TestRR(W64, x, y) }
func (a *Asm) Imul(dst, src Reg)          { a.ImulRR(W64, dst, src) }
func (a *Asm) LoadCtx(dst Reg, off int32) { a.MovRM(W64, dst, Ptr(CtxReg, off)) }

// TestRR sets the flags from x & y.
func (a *Asm) TestRR(w Width, x, y Reg) { a.rr(size(w), wide(0x84, w), uint8(y), uint8(x)) }

// TestZero compares x with zero. It emits nothing directly after an instruction whose flags already compare x with zero.
func (a *Asm) TestZero(x Reg) {
	if a.last == 0 || a.told != x || a.toldEnd != len(a.buf) {
		a.Test(x, x)
	}
}

// TestMR sets the flags from [m] & y.
func (a *Asm) TestMR(w Width, m Mem, y Reg) { a.rm(size(w)&^byteM, wide(0x84, w), uint8(y), m, 0) }

// TestRI sets the flags from x & v.
func (a *Asm) TestRI(w Width, x Reg, v int32) {
	if x == RAX && w != W8 {
		a.head(size(w), 0xa9, 0, 0, 0, true)
	} else {
		a.rr(size(w)&^byteR, wide(0xf6, w), 0, uint8(x))
	}
	a.imm(w, v)
}

// TestMI sets the flags from [m] & v.
func (a *Asm) TestMI(w Width, m Mem, v int32) {
	a.rm(size(w)&^byteR, wide(0xf6, w), 0, m, immSize(w))
	a.imm(w, v)
}

// ImulRR computes dst *= src (W16 and up).
func (a *Asm) ImulRR(w Width, dst, src Reg) { a.rr(size(w), op2(0xaf), uint8(dst), uint8(src)) }

// ImulRM computes dst *= [m].
func (a *Asm) ImulRM(w Width, dst Reg, m Mem) { a.rm(size(w), op2(0xaf), uint8(dst), m, 0) }

// ImulRRI computes dst = src * v.
func (a *Asm) ImulRRI(w Width, dst, src Reg, v int32) {
	if fits8(v) {
		a.rr(size(w), 0x6b, uint8(dst), uint8(src))
		a.buf = append(a.buf, byte(v))
		return
	}
	a.rr(size(w), 0x69, uint8(dst), uint8(src))
	a.imm(w, v)
}

// Unary is a one-operand instruction of group 3 or 4.
type Unary uint8

const (
	NOT  Unary = 2
	NEG  Unary = 3
	MUL  Unary = 4 // rdx:rax = rax * x, unsigned
	IMUL Unary = 5 // rdx:rax = rax * x, signed
	DIV  Unary = 6 // rax, rdx = rdx:rax divided by x, unsigned
	IDIV Unary = 7 // the same, signed
	INC  Unary = 8
	DEC  Unary = 9
)

func (u Unary) code(w Width) (opcode, uint8) {
	if u >= INC {
		return wide(0xfe, w), uint8(u - INC)
	}
	return wide(0xf6, w), uint8(u)
}

// UnaryR applies op to a register.
func (a *Asm) UnaryR(op Unary, w Width, x Reg) {
	code, ext := op.code(w)
	a.rr(size(w)&^byteR, code, ext, uint8(x))
}

// UnaryM applies op to memory.
func (a *Asm) UnaryM(op Unary, w Width, m Mem) {
	code, ext := op.code(w)
	a.rm(size(w)&^byteR, code, ext, m, 0)
}

func (a *Asm) Neg(x Reg)  { a.UnaryR(NEG, W64, x) }
func (a *Asm) Not(x Reg)  { a.UnaryR(NOT, W64, x) }
func (a *Asm) Idiv(x Reg) { a.UnaryR(IDIV, W64, x) }

// Cqo sign-extends rax into rdx:rax.
func (a *Asm) Cqo() { a.Bytes(0x48, 0x99) }

// Cdq sign-extends eax into edx:eax.
func (a *Asm) Cdq() { a.Bytes(0x99) }

// Shift is a shift or rotation.
type Shift uint8

const (
	ROL Shift = 0
	ROR Shift = 1
	SHL Shift = 4
	SHR Shift = 5
	SAR Shift = 7
)

// ShiftRI shifts by a constant.
func (a *Asm) ShiftRI(op Shift, w Width, x Reg, n uint8) {
	if n == 1 {
		a.rr(size(w)&^byteR, wide(0xd0, w), uint8(op), uint8(x))
		return
	}
	a.rr(size(w)&^byteR, wide(0xc0, w), uint8(op), uint8(x))
	a.buf = append(a.buf, n)
}

// ShiftRC shifts by cl (modulo the width).
func (a *Asm) ShiftRC(op Shift, w Width, x Reg) {
	a.rr(size(w)&^byteR, wide(0xd2, w), uint8(op), uint8(x))
}

func (a *Asm) ShlI(x Reg, n uint8) { a.ShiftRI(SHL, W64, x, n) }
func (a *Asm) ShrI(x Reg, n uint8) { a.ShiftRI(SHR, W64, x, n) }
func (a *Asm) SarI(x Reg, n uint8) { a.ShiftRI(SAR, W64, x, n) }

// Setcc sets the lowest byte of dst to 0 or 1, and preserves the rest.
func (a *Asm) Setcc(c Cond, dst Reg) { a.rr(byteM, op2(0x90|byte(c)), 0, uint8(dst)) }

// Cmov copies src if c holds. W32 clears the upper half even if it does not.
func (a *Asm) Cmov(c Cond, w Width, dst, src Reg) {
	a.rr(size(w), op2(0x40|byte(c)), uint8(dst), uint8(src))
}

// CmovRM always loads, and copies if c holds.
func (a *Asm) CmovRM(c Cond, w Width, dst Reg, m Mem) {
	a.rm(size(w), op2(0x40|byte(c)), uint8(dst), m, 0)
}

// Push and Pop move 8 bytes.
func (a *Asm) Push(x Reg) { a.head(0, 0x50|opcode(x&7), 0, 0, uint8(x), true) }
func (a *Asm) Pop(x Reg)  { a.head(0, 0x58|opcode(x&7), 0, 0, uint8(x), true) }

// Pushfq and Popfq save and restore the flags.
func (a *Asm) Pushfq() { a.Bytes(0x9c) }
func (a *Asm) Popfq()  { a.Bytes(0x9d) }
func (a *Asm) PushM(m Mem) {
	a.rm(0, 0xff, 6, m, 0)
}
func (a *Asm) PopM(m Mem) { a.rm(0, 0x8f, 0, m, 0) }

// PushI pushes a sign-extended constant.
func (a *Asm) PushI(v int32) {
	if fits8(v) {
		a.Bytes(0x6a, byte(v))
		return
	}
	a.Bytes(0x68)
	a.imm32(v)
}

// XchgRR exchanges two registers.
func (a *Asm) XchgRR(x, y Reg) {
	switch {
	case x == RAX:
		a.head(rexW, 0x90|opcode(y&7), 0, 0, uint8(y), true)
	case y == RAX:
		a.head(rexW, 0x90|opcode(x&7), 0, 0, uint8(x), true)
	default:
		a.rr(rexW, 0x87, uint8(x), uint8(y))
	}
}

// XchgMR exchanges a register with memory, atomically (and slowly).
func (a *Asm) XchgMR(w Width, m Mem, x Reg) { a.rm(size(w)&^byteM, wide(0x86, w), uint8(x), m, 0) }

// Bsf and Bsr find the lowest and highest set bit; src must not be 0.
func (a *Asm) Bsf(w Width, dst, src Reg) { a.rr(size(w), op2(0xbc), uint8(dst), uint8(src)) }
func (a *Asm) Bsr(w Width, dst, src Reg) { a.rr(size(w), op2(0xbd), uint8(dst), uint8(src)) }

// Int3 is a breakpoint; Ud2 is an instruction that is guaranteed to be invalid.
func (a *Asm) Int3() { a.Bytes(0xcc) }
func (a *Asm) Ud2()  { a.Bytes(0x0f, 0x0b) }
