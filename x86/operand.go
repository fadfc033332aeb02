// Operands: registers, memory, widths and conditions.

package x86

import "strconv"

// Reg is a general register.
type Reg uint8

const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	NoReg Reg = 0xff // no base or no index
	rip   Reg = 0xfe // base of Mem made by At
)

// Registers with a fixed role; see the package comment.
const (
	GReg      = R14
	CtxReg    = R15
	HelperReg = R12
)

// ArgRegs are the integer argument and result registers of Go functions, in order.
var ArgRegs = [...]Reg{RAX, RBX, RCX, RDI, RSI, R8, R9, R10, R11}

var regNames = [16]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

func (r Reg) String() string {
	if r < 16 {
		return regNames[r]
	}
	return "none"
}

// XReg is an xmm register.
type XReg uint8

const (
	X0 XReg = iota
	X1
	X2
	X3
	X4
	X5
	X6
	X7
	X8
	X9
	X10
	X11
	X12
	X13
	X14
	X15
)

func (x XReg) String() string { return "xmm" + strconv.Itoa(int(x)) }

// Width is the size of an integer operand in bytes.
type Width uint8

const (
	W8  Width = 1
	W16 Width = 2
	W32 Width = 4
	W64 Width = 8
)

// Mem is a memory operand: [Base + Index*Scale + Disp]. The zero Mem is [rax+rax*0], so make operands with Ptr, Idx, Abs or At.
type Mem struct {
	Base, Index Reg
	Scale       uint8 // 1, 2, 4 or 8 with an index
	Disp        int32
	label       Label // for At
}

// Ptr is [base+disp].
func Ptr(base Reg, disp int32) Mem { return Mem{Base: base, Index: NoReg, Disp: disp} }

// Idx is [base+index*scale+disp]; base may be NoReg.
func Idx(base, index Reg, scale uint8, disp int32) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Disp: disp}
}

// Abs is an address in the lowest or highest 2 GiB.
func Abs(addr int32) Mem { return Mem{Base: NoReg, Index: NoReg, Disp: addr} }

// At is the memory at a label in the same code.
func At(l Label) Mem { return Mem{Base: rip, Index: NoReg, label: l} }

// Cond is a condition, as in the encoding of jcc, setcc and cmovcc.
type Cond uint8

const (
	O  Cond = iota // overflow
	NO             // no overflow
	B              // below, carry
	AE             // above or equal, no carry
	E              // equal, zero
	NE             // not equal
	BE             // below or equal
	A              // above
	S              // sign: negative
	NS             // not negative
	P              // parity: unordered after ucomisd
	NP             // ordered
	L              // less, signed
	GE             // greater or equal, signed
	LE             // less or equal, signed
	G              // greater, signed
)

var condNames = [16]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

func (c Cond) String() string { return condNames[c&15] }

// Not is the negated condition.
func (c Cond) Not() Cond { return c ^ 1 }

// Swapped is the condition that holds after a comparison with its operands exchanged.
func (c Cond) Swapped() Cond {
	switch c {
	case B:
		return A
	case A:
		return B
	case AE:
		return BE
	case BE:
		return AE
	case L:
		return G
	case G:
		return L
	case LE:
		return GE
	case GE:
		return LE
	}
	return c
}
