// Floating-point instructions on one double, and moves of xmm registers.

package x86

// Sse is an operation on two doubles; the logical ones work on all 16 bytes.
type Sse uint16

const (
	ADDSD   Sse = 0xf258
	MULSD   Sse = 0xf259
	SUBSD   Sse = 0xf25c
	MINSD   Sse = 0xf25d
	DIVSD   Sse = 0xf25e
	MAXSD   Sse = 0xf25f
	SQRTSD  Sse = 0xf251
	UCOMISD Sse = 0x662e
	ANDPD   Sse = 0x6654
	ANDNPD  Sse = 0x6655
	ORPD    Sse = 0x6656
	XORPD   Sse = 0x6657
)

func (op Sse) code() (prefix, opcode) { return prefix(op >> 8), op2(byte(op)) }

// SseRR computes dst op= src; UCOMISD only sets the flags.
func (a *Asm) SseRR(op Sse, dst, src XReg) {
	p, code := op.code()
	a.rr(p, code, uint8(dst), uint8(src))
}

// SseRM computes dst op= [m]; the logical operations need m aligned at 16 bytes.
func (a *Asm) SseRM(op Sse, dst XReg, m Mem) {
	p, code := op.code()
	a.rm(p, code, uint8(dst), m, 0)
}

func (a *Asm) Addsd(dst, src XReg)   { a.SseRR(ADDSD, dst, src) }
func (a *Asm) Subsd(dst, src XReg)   { a.SseRR(SUBSD, dst, src) }
func (a *Asm) Mulsd(dst, src XReg)   { a.SseRR(MULSD, dst, src) }
func (a *Asm) Divsd(dst, src XReg)   { a.SseRR(DIVSD, dst, src) }
func (a *Asm) Sqrtsd(dst, src XReg)  { a.SseRR(SQRTSD, dst, src) }
func (a *Asm) Ucomisd(x, y XReg)     { a.SseRR(UCOMISD, x, y) }
func (a *Asm) Xorpd(dst, src XReg)   { a.SseRR(XORPD, dst, src) }
func (a *Asm) Andpd(dst, src XReg)   { a.SseRR(ANDPD, dst, src) }
func (a *Asm) MovXX(dst, src XReg)   { a.rr(0, op2(0x28), uint8(dst), uint8(src)) } // movaps
func (a *Asm) ZeroX(dst XReg)        { a.rr(0, op2(0x57), uint8(dst), uint8(dst)) } // xorps
func (a *Asm) MovsdRM(x XReg, m Mem) { a.rm(0xf2, op2(0x10), uint8(x), m, 0) }
func (a *Asm) MovsdMR(m Mem, x XReg) { a.rm(0xf2, op2(0x11), uint8(x), m, 0) }

// MovqXR and MovqRX copy 64 bits between register files.
func (a *Asm) MovqXR(dst XReg, src Reg) { a.rr(0x66|rexW, op2(0x6e), uint8(dst), uint8(src)) }
func (a *Asm) MovqRX(dst Reg, src XReg) { a.rr(0x66|rexW, op2(0x7e), uint8(src), uint8(dst)) }

// MovupsRM and MovupsMR move 16 bytes, aligned or not.
func (a *Asm) MovupsRM(x XReg, m Mem) { a.rm(0, op2(0x10), uint8(x), m, 0) }
func (a *Asm) MovupsMR(m Mem, x XReg) { a.rm(0, op2(0x11), uint8(x), m, 0) }

// Cvtsi2sd converts an integer of W32 or W64. It preserves the rest of dst, so clear dst first (ZeroX) to avoid a dependency on its old value.
func (a *Asm) Cvtsi2sd(w Width, dst XReg, src Reg) {
	a.rr(0xf2|size(w), op2(0x2a), uint8(dst), uint8(src))
}

// Cvtsi2sdM converts an integer in memory.
func (a *Asm) Cvtsi2sdM(w Width, dst XReg, m Mem) {
	a.rm(0xf2|size(w), op2(0x2a), uint8(dst), m, 0)
}

// Cvttsd2si truncates to an integer. The result is the smallest integer if the value does not fit.
func (a *Asm) Cvttsd2si(w Width, dst Reg, src XReg) {
	a.rr(0xf2|size(w), op2(0x2c), uint8(dst), uint8(src))
}

// Round is Roundsd's rounding mode.
type Round uint8

const (
	RoundEven  Round = 8
	RoundFloor Round = 9
	RoundCeil  Round = 10
	RoundTrunc Round = 11
)

// Roundsd rounds to an integral double (SSE 4.1).
func (a *Asm) Roundsd(mode Round, dst, src XReg) {
	a.rr(0x66, op3A(0x0b), uint8(dst), uint8(src))
	a.buf = append(a.buf, byte(mode))
}
