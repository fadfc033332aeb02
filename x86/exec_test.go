// Tests that execute instructions and compare the results with Go's.

//go:build linux && amd64

package x86_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	. "github.com/psyco-go/psy/x86"
)

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// integer lists functions that get rax = x and rcx = y, and return rax.
var integer = []struct {
	name  string
	emit  func(a *Asm)
	model func(x, y uint64) uint64
}{
	{"add", func(a *Asm) { a.Add(RAX, RCX) }, func(x, y uint64) uint64 { return x + y }},
	{"sub", func(a *Asm) { a.Sub(RAX, RCX) }, func(x, y uint64) uint64 { return x - y }},
	{"and", func(a *Asm) { a.And(RAX, RCX) }, func(x, y uint64) uint64 { return x & y }},
	{"or", func(a *Asm) { a.Or(RAX, RCX) }, func(x, y uint64) uint64 { return x | y }},
	{"xor", func(a *Asm) { a.Xor(RAX, RCX) }, func(x, y uint64) uint64 { return x ^ y }},
	{"add32", func(a *Asm) { a.AluRR(ADD, W32, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(uint32(x) + uint32(y)) }},
	{"add8", func(a *Asm) { a.AluRR(ADD, W8, RAX, RCX) }, func(x, y uint64) uint64 { return x&^255 | uint64(uint8(x)+uint8(y)) }},
	{"adc", func(a *Asm) { a.Add(RAX, RCX); a.MovRI(RAX, 5); a.AluRI(ADC, W64, RAX, 6) }, func(x, y uint64) uint64 {
		_, c := bits.Add64(x, y, 0)
		return 11 + c
	}},
	{"sub carry", func(a *Asm) { a.Cmp(RAX, RCX); a.AluRR(SBB, W64, RAX, RAX) }, func(x, y uint64) uint64 { return -flag(x < y) }},
	{"imul", func(a *Asm) { a.Imul(RAX, RCX) }, func(x, y uint64) uint64 { return x * y }},
	{"imul const", func(a *Asm) { a.ImulRRI(W64, RAX, RCX, -1000) }, func(x, y uint64) uint64 { return y * (1<<64 - 1000) }},
	{"imul high", func(a *Asm) { a.UnaryR(IMUL, W64, RCX); a.Mov(RAX, RDX) }, func(x, y uint64) uint64 {
		hi, _ := bits.Mul64(x, y)
		return hi - y*flag(int64(x) < 0) - x*flag(int64(y) < 0)
	}},
	{"mul high", func(a *Asm) { a.UnaryR(MUL, W64, RCX); a.Mov(RAX, RDX) }, func(x, y uint64) uint64 { hi, _ := bits.Mul64(x, y); return hi }},
	{"add overflow", func(a *Asm) { a.Add(RAX, RCX); a.Setcc(O, RAX); a.MovzxRR(W8, RAX, RAX) }, func(x, y uint64) uint64 {
		s := x + y
		return flag(int64((x^s)&(y^s)) < 0)
	}},
	{"neg", func(a *Asm) { a.Neg(RAX) }, func(x, y uint64) uint64 { return -x }},
	{"not", func(a *Asm) { a.Not(RAX) }, func(x, y uint64) uint64 { return ^x }},
	{"inc dec", func(a *Asm) { a.UnaryR(INC, W64, RAX); a.UnaryR(DEC, W64, RCX); a.Xor(RAX, RCX) }, func(x, y uint64) uint64 { return (x + 1) ^ (y - 1) }},
	{"shl", func(a *Asm) { a.ShiftRC(SHL, W64, RAX) }, func(x, y uint64) uint64 { return x << (y & 63) }},
	{"shr", func(a *Asm) { a.ShiftRC(SHR, W64, RAX) }, func(x, y uint64) uint64 { return x >> (y & 63) }},
	{"sar", func(a *Asm) { a.ShiftRC(SAR, W64, RAX) }, func(x, y uint64) uint64 { return uint64(int64(x) >> (y & 63)) }},
	{"rol", func(a *Asm) { a.ShiftRC(ROL, W64, RAX) }, func(x, y uint64) uint64 { return bits.RotateLeft64(x, int(y&63)) }},
	{"ror 1", func(a *Asm) { a.ShiftRI(ROR, W32, RAX, 1) }, func(x, y uint64) uint64 { return uint64(bits.RotateLeft32(uint32(x), -1)) }},
	{"shl 15, sar 15", func(a *Asm) { a.ShlI(RAX, 15); a.SarI(RAX, 15) }, func(x, y uint64) uint64 { return uint64(int64(x<<15) >> 15) }},
	{"idiv", func(a *Asm) {
		a.AluRI(OR, W64, RCX, 3)
		a.SarI(RAX, 1)
		a.Cqo()
		a.Idiv(RCX)
		a.ShlI(RAX, 3)
		a.Xor(RAX, RDX)
	}, func(x, y uint64) uint64 {
		d, n := int64(y|3), int64(x)>>1
		return uint64(n/d<<3 ^ n%d)
	}},
	{"idiv32", func(a *Asm) { a.AluRI(OR, W32, RCX, 3); a.ShiftRI(SAR, W32, RAX, 1); a.Cdq(); a.UnaryR(IDIV, W32, RCX) }, func(x, y uint64) uint64 {
		return uint64(uint32((int32(x) >> 1) / (int32(y) | 3)))
	}},
	{"div", func(a *Asm) { a.AluRI(OR, W64, RCX, 1); a.Zero(RDX); a.UnaryR(DIV, W64, RCX) }, func(x, y uint64) uint64 { return x / (y | 1) }},
	{"lea", func(a *Asm) { a.Lea(W64, RAX, Idx(RAX, RCX, 8, -100)) }, func(x, y uint64) uint64 { return x + 8*y - 100 }},
	{"lea r13 r12", func(a *Asm) {
		a.Mov(R13, RAX)
		a.Mov(R12, RCX)
		a.Lea(W64, RAX, Idx(R13, R12, 2, 0))
	}, func(x, y uint64) uint64 { return x + 2*y }},
	{"movzx8", func(a *Asm) { a.MovzxRR(W8, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(uint8(y)) }},
	{"movzx8 sil", func(a *Asm) { a.Mov(RSI, RCX); a.MovzxRR(W8, RAX, RSI) }, func(x, y uint64) uint64 { return uint64(uint8(y)) }},
	{"movzx16", func(a *Asm) { a.MovzxRR(W16, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(uint16(y)) }},
	{"movsx8", func(a *Asm) { a.MovsxRR(W8, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(int8(y)) }},
	{"movsx16", func(a *Asm) { a.MovsxRR(W16, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(int16(y)) }},
	{"movsx32", func(a *Asm) { a.MovsxRR(W32, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(int32(y)) }},
	{"mov32", func(a *Asm) { a.MovRR(W32, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(uint32(y)) }},
	{"xchg", func(a *Asm) { a.XchgRR(RAX, RCX); a.XchgRR(RDX, RCX); a.Sub(RAX, RDX) }, func(x, y uint64) uint64 { return y - x }},
	{"xchg mem", func(a *Asm) { a.Store(arg(2), RCX); a.XchgMR(W64, arg(2), RAX); a.AddI(RAX, 1) }, func(x, y uint64) uint64 { return y + 1 }},
	{"push pop", func(a *Asm) {
		a.Push(RAX)
		a.PushI(-5)
		a.PushI(1 << 20)
		a.Pop(RCX)
		a.Pop(RAX)
		a.Pop(RDX)
		a.Add(RAX, RDX)
	}, func(x, y uint64) uint64 { return x - 5 }},
	{"push pop mem", func(a *Asm) { a.PushM(arg(0)); a.PopM(arg(2)); a.Load(RAX, arg(2)) }, func(x, y uint64) uint64 { return x }},
	{"bsr", func(a *Asm) { a.AluRI(OR, W64, RAX, 1); a.Bsr(W64, RAX, RAX) }, func(x, y uint64) uint64 { return uint64(bits.Len64(x|1) - 1) }},
	{"bsf", func(a *Asm) { a.AluRI(OR, W64, RAX, math.MinInt32); a.Bsf(W64, RAX, RAX) }, func(x, y uint64) uint64 {
		return uint64(bits.TrailingZeros64(x | 0xffffffff80000000))
	}},
	{"bswap", func(a *Asm) { a.Bswap(W64, RAX) }, func(x, y uint64) uint64 { return bits.ReverseBytes64(x) }},
	{"bt", func(a *Asm) { a.BtRR(W64, RAX, RCX); a.Setcc(B, RAX); a.MovzxRR(W8, RAX, RAX) }, func(x, y uint64) uint64 { return x >> (y & 63) & 1 }},
	{"test", func(a *Asm) { a.Test(RAX, RCX); a.Setcc(E, RAX); a.MovzxRR(W8, RAX, RAX) }, func(x, y uint64) uint64 { return flag(x&y == 0) }},
	{"test const", func(a *Asm) { a.TestRI(W64, RCX, -256); a.Setcc(NE, RAX); a.MovzxRR(W8, RAX, RAX) }, func(x, y uint64) uint64 { return flag(y > 255) }},
	{"cmov", func(a *Asm) { a.Cmp(RAX, RCX); a.Cmov(G, W64, RAX, RCX) }, func(x, y uint64) uint64 { return uint64(min(int64(x), int64(y))) }},
	{"cmov mem", func(a *Asm) { a.Cmp(RAX, RCX); a.CmovRM(B, W64, RAX, arg(1)) }, func(x, y uint64) uint64 { return max(x, y) }},
	{"cmp jcc", func(a *Asm) {
		less, out := a.NewLabel(), a.NewLabel()
		a.Cmp(RAX, RCX)
		a.Jcc(L, less)
		a.MovRI(RAX, 1)
		a.Jmp(out)
		a.Bind(less)
		a.MovRI(RAX, 2)
		a.Bind(out)
	}, func(x, y uint64) uint64 { return 1 + flag(int64(x) < int64(y)) }},
	{"memory", func(a *Asm) {
		m := arg(2)
		a.Store(m, RAX)
		a.AluMR(ADD, W64, m, RCX)
		a.AluMI(XOR, W64, m, -1)
		a.AluMI(ADD, W32, m, 1000)
		a.MovMI(W16, Ptr(m.Base, m.Disp+2), 0x1234)
		a.MovMI(W8, Ptr(m.Base, m.Disp+7), -1)
		a.UnaryM(NEG, W8, Ptr(m.Base, m.Disp+6))
		a.MovzxRM(W16, RDX, Ptr(m.Base, m.Disp+2))
		a.MovsxRM(W8, RCX, Ptr(m.Base, m.Disp+7))
		a.Load(RAX, m)
		a.AluRM(ADD, W64, RAX, m)
		a.Add(RAX, RDX)
		a.Add(RAX, RCX)
	}, func(x, y uint64) uint64 {
		v := ^(x + y)
		v = v&^0xffffffff | uint64(uint32(v)+1000)
		v = v&^0xffff0000 | 0x12340000
		v |= 0xff << 56
		v = v&^(0xff<<48) | uint64(-uint8(v>>48))<<48
		return 2*v + 0x1234 - 1
	}},
	{"constants", func(a *Asm) {
		for _, v := range []uint64{0, 1, math.MaxUint32, 1 << 32, 1 << 63, math.MaxUint64, 1<<64 - 1<<31, 1<<64 - 1<<31 - 1} {
			a.MovRI(RDX, v)
			a.Xor(RAX, RDX)
			a.ShiftRI(ROL, W64, RAX, 7)
		}
	}, func(x, y uint64) uint64 {
		for _, v := range []uint64{0, 1, math.MaxUint32, 1 << 32, 1 << 63, math.MaxUint64, 1<<64 - 1<<31, 1<<64 - 1<<31 - 1} {
			x = bits.RotateLeft64(x^v, 7)
		}
		return x
	}},
	{"call and table", func(a *Asm) {
		sub, table, out := a.NewLabel(), a.NewLabel(), a.NewLabel()
		a.AndI(RCX, 1)
		a.Lea(W64, RDX, At(table))
		a.CallM(Idx(RDX, RCX, 8, 0))
		a.Jmp(out)
		a.Bind(sub)
		a.AddI(RAX, 1)
		a.Ret()
		double := a.Here()
		a.Call(sub)
		a.Add(RAX, RAX)
		a.Ret()
		a.AlignTo(8)
		a.Bind(table)
		a.Uint64Label(sub)
		a.Uint64Label(double)
		a.Bind(out)
	}, func(x, y uint64) uint64 { return (x + 1) << (y & 1) }},
	{"atomics", func(a *Asm) {
		a.Store(arg(2), RAX)
		a.LockAddMR(W64, arg(2), RCX)
		a.MovRI(RDX, 3)
		a.LockXadd(W64, arg(2), RDX)
		a.Mov(RAX, RDX)
		a.AddI(RAX, 3)
		a.LockCmpxchg(W64, arg(2), RCX)
		a.Cmov(NE, W64, RCX, RAX)
		a.Load(RAX, arg(2))
		a.Xor(RAX, RCX)
	}, func(x, y uint64) uint64 { return 0 }},
	{"nops", func(a *Asm) {
		a.Cmp(RAX, RCX)
		for n := range 20 {
			a.Nop(n)
		}
		a.Setcc(E, RAX)
		a.MovzxRR(W8, RAX, RAX)
	}, func(x, y uint64) uint64 { return flag(x == y) }},
}

var edges = []uint64{0, 1, 2, 3, 63, 64, 127, 128, 255, 256, math.MaxInt32, math.MaxInt32 + 1, math.MaxUint32, 1 << 32, 1 << 48,
	math.MaxInt64, 1 << 63, math.MaxUint64, math.MaxUint64 - 1, 1<<64 - 128, 1<<64 - 1<<31, 0xFFFE000000000000}

func TestIntegers(t *testing.T) {
	m := newMachine(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range integer {
		code := m.load(t, func(a *Asm) {
			a.Load(RAX, arg(0))
			a.Load(RCX, arg(1))
			a.Mov(RDX, RAX)
			f.emit(a)
			a.Ret()
		})
		check := func(x, y uint64) {
			m.Args[0], m.Args[1] = x, y
			if got, want := Enter(&m.Context, code), f.model(x, y); got != want {
				t.Errorf("%s(%#x, %#x) = %#x, want %#x", f.name, x, y, got, want)
			}
		}
		for _, x := range edges {
			for _, y := range edges {
				check(x, y)
			}
			check(r.Uint64(), r.Uint64())
		}
		if t.Failed() {
			return
		}
	}
}

// floats lists functions that get xmm0 = x and xmm1 = y, and return xmm0.
var floats = []struct {
	name  string
	emit  func(a *Asm)
	model func(x, y float64) float64
}{
	{"addsd", func(a *Asm) { a.Addsd(X0, X1) }, func(x, y float64) float64 { return x + y }},
	{"subsd", func(a *Asm) { a.Subsd(X0, X1) }, func(x, y float64) float64 { return x - y }},
	{"mulsd", func(a *Asm) { a.Mulsd(X0, X1) }, func(x, y float64) float64 { return x * y }},
	{"divsd", func(a *Asm) { a.Divsd(X0, X1) }, func(x, y float64) float64 { return x / y }},
	{"sqrtsd", func(a *Asm) { a.Sqrtsd(X0, X1) }, func(x, y float64) float64 { return math.Sqrt(y) }},
	{"addsd mem", func(a *Asm) { a.SseRM(ADDSD, X0, float(1)) }, func(x, y float64) float64 { return x + y }},
	{"high registers", func(a *Asm) {
		a.MovXX(X12, X0)
		a.MovXX(X9, X1)
		a.Mulsd(X12, X9)
		a.Subsd(X12, X1)
		a.MovXX(X0, X12)
	}, func(x, y float64) float64 { p := x * y; return p - y }},
	{"floor", func(a *Asm) { a.Roundsd(RoundFloor, X0, X1) }, func(x, y float64) float64 { return math.Floor(y) }},
	{"ceil", func(a *Asm) { a.Roundsd(RoundCeil, X0, X1) }, func(x, y float64) float64 { return math.Ceil(y) }},
	{"trunc", func(a *Asm) { a.Roundsd(RoundTrunc, X0, X1) }, func(x, y float64) float64 { return math.Trunc(y) }},
	{"even", func(a *Asm) { a.Roundsd(RoundEven, X0, X1) }, func(x, y float64) float64 { return math.RoundToEven(y) }},
	{"negative", func(a *Asm) { a.MovRI(RAX, 1<<63); a.MovqXR(X2, RAX); a.Xorpd(X0, X2) }, func(x, y float64) float64 { return -x }},
	{"absolute", func(a *Asm) { a.MovRI(RAX, 1<<63-1); a.MovqXR(X2, RAX); a.Andpd(X0, X2) }, func(x, y float64) float64 { return math.Abs(x) }},
	{"zero", func(a *Asm) { a.ZeroX(X0) }, func(x, y float64) float64 { return 0 }},
	{"less", func(a *Asm) {
		a.Ucomisd(X1, X0) // y > x, and ordered
		a.Setcc(A, RAX)
		a.MovzxRR(W8, RAX, RAX)
		a.ZeroX(X0)
		a.Cvtsi2sd(W64, X0, RAX)
	}, func(x, y float64) float64 { return float64(flag(x < y)) }},
	{"equal", func(a *Asm) {
		a.Ucomisd(X0, X1)
		a.Setcc(NP, RAX)
		a.Setcc(E, RCX)
		a.AluRR(AND, W8, RAX, RCX)
		a.MovzxRR(W8, RAX, RAX)
		a.Cvtsi2sd(W32, X0, RAX)
	}, func(x, y float64) float64 { return float64(flag(x == y)) }},
	{"integer", func(a *Asm) { a.Cvttsd2si(W64, RAX, X0); a.ZeroX(X0); a.Cvtsi2sd(W64, X0, RAX) }, func(x, y float64) float64 {
		if !(math.Abs(x) < 1<<63) {
			return math.MinInt64
		}
		return float64(int64(x))
	}},
	{"through rax", func(a *Asm) { a.MovqRX(RAX, X1); a.MovqXR(X0, RAX) }, func(x, y float64) float64 { return y }},
	{"through memory", func(a *Asm) {
		a.MovsdMR(float(2), X1)
		a.MovupsRM(X3, float(1))
		a.MovupsMR(float(2), X3)
		a.MovsdRM(X0, float(2))
	}, func(x, y float64) float64 { return y }},
	{"single", func(a *Asm) { a.Cvtsd2ss(X0, X0); a.MovssMR(float(2), X0); a.MovssRM(X4, float(2)); a.Cvtss2sd(X0, X4) }, func(x, y float64) float64 { return float64(float32(x)) }},
	{"constant in code", func(a *Asm) {
		c, out := a.NewLabel(), a.NewLabel()
		a.SseRM(ADDSD, X0, At(c))
		a.Jmp(out)
		a.AlignTo(8)
		a.Bind(c)
		a.Uint64(math.Float64bits(2.5))
		a.Bind(out)
	}, func(x, y float64) float64 { return x + 2.5 }},
}

func TestFloats(t *testing.T) {
	m := newMachine(t)
	values := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, -1e300, 5e-324, math.MaxFloat64, math.Inf(1),
		math.Inf(-1), math.NaN(), 1 << 52, 1<<53 + 2, 1 << 62, -1 << 63, 1 << 63, math.Pi}
	for _, f := range floats {
		code := m.load(t, func(a *Asm) {
			a.MovsdRM(X0, float(0))
			a.MovsdRM(X1, float(1))
			f.emit(a)
			a.MovsdMR(float(3), X0)
			a.Ret()
		})
		for _, x := range values {
			for _, y := range values {
				m.Float[0], m.Float[1] = x, y
				Enter(&m.Context, code)
				got, want := m.Float[3], f.model(x, y)
				if math.Float64bits(got) != math.Float64bits(want) && !(got != got && want != want) {
					t.Errorf("%s(%g, %g) = %g, want %g", f.name, x, y, got, want)
				}
			}
		}
	}
}
