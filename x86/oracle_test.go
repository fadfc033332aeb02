// Test of every directly encoded form against golang-asm, byte for byte, with random operands.

package x86

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/twitchyliquid64/golang-asm/obj"
	gx "github.com/twitchyliquid64/golang-asm/obj/x86"
)

// operands are random operands of one instruction.
type operands struct {
	r, s Reg
	x, y XReg
	m    Mem
	i    int32 // any
	i8   int8
	n    uint8 // a shift count, not 1
	c    Cond
}

func randomOperands(r *rand.Rand) (o operands) {
	o.r, o.s = Reg(r.IntN(16)), Reg(r.IntN(16))
	o.x, o.y = XReg(r.IntN(16)), XReg(r.IntN(16))
	o.c = Cond(r.IntN(16))
	o.i = randomImm(r)
	o.i8 = int8(o.i)
	o.n = uint8(2 + r.IntN(30))
	o.m = randomMem(r)
	return o
}

func randomImm(r *rand.Rand) int32 {
	switch r.IntN(4) {
	case 0:
		return int32(int8(r.Uint32()))
	case 1:
		return []int32{0, 1, -1, 127, 128, -128, -129, math.MaxInt32, math.MinInt32}[r.IntN(9)]
	}
	return int32(r.Uint32())
}

func randomMem(r *rand.Rand) Mem {
	base, index := Reg(r.IntN(16)), Reg(r.IntN(16))
	if index == RSP {
		index = NoReg
	}
	scale := uint8(1 << r.IntN(4))
	switch r.IntN(8) {
	case 0:
		return Ptr(base, 0)
	case 1, 2:
		return Ptr(base, randomImm(r))
	case 3:
		if index == NoReg {
			return Abs(randomImm(r))
		}
		return Idx(NoReg, index, scale, randomImm(r))
	case 4:
		return Abs(randomImm(r))
	}
	if index == NoReg {
		return Ptr(base, randomImm(r))
	}
	return Idx(base, index, scale, randomImm(r))
}

// form is an instruction form: how Asm and golang-asm write it.
type form struct {
	name string
	emit func(a *Asm, o operands)
	ref  func(p *obj.Prog, o operands)
}

// byWidth are golang-asm's names by width: B W L Q.
type byWidth map[Width]obj.As

func widths(b, w, l, q obj.As) byWidth { return byWidth{W8: b, W16: w, W32: l, W64: q} }

func set(p *obj.Prog, as obj.As, from, to obj.Addr) { p.As, p.From, p.To = as, from, to }

func forms() (fs []form) {
	add := func(name string, emit func(a *Asm, o operands), ref func(p *obj.Prog, o operands)) {
		fs = append(fs, form{name, emit, ref})
	}
	arithmeticForms(add)
	otherForms(add)
	return fs
}

// arithmeticForms adds moves and arithmetic of integers.
func arithmeticForms(add func(name string, emit func(a *Asm, o operands), ref func(p *obj.Prog, o operands))) {
	alu := map[Alu]byWidth{
		ADD: widths(gx.AADDB, gx.AADDW, gx.AADDL, gx.AADDQ),
		OR:  widths(gx.AORB, gx.AORW, gx.AORL, gx.AORQ),
		ADC: widths(gx.AADCB, gx.AADCW, gx.AADCL, gx.AADCQ),
		SBB: widths(gx.ASBBB, gx.ASBBW, gx.ASBBL, gx.ASBBQ),
		AND: widths(gx.AANDB, gx.AANDW, gx.AANDL, gx.AANDQ),
		SUB: widths(gx.ASUBB, gx.ASUBW, gx.ASUBL, gx.ASUBQ),
		XOR: widths(gx.AXORB, gx.AXORW, gx.AXORL, gx.AXORQ),
		CMP: widths(gx.ACMPB, gx.ACMPW, gx.ACMPL, gx.ACMPQ),
	}
	mov := widths(gx.AMOVB, gx.AMOVW, gx.AMOVL, gx.AMOVQ)
	test := widths(gx.ATESTB, gx.ATESTW, gx.ATESTL, gx.ATESTQ)
	for op := ADD; op <= CMP; op++ {
		for w, as := range alu[op] {
			name := strings.ToLower(as.String())
			// Go writes a comparison's left operand first; for all other instructions, the destination comes last.
			order := func(p *obj.Prog, dst, src obj.Addr) {
				if op == CMP {
					set(p, as, dst, src)
				} else {
					set(p, as, src, dst)
				}
			}
			imm := func(o operands) int32 {
				switch w {
				case W8:
					return int32(o.i8)
				case W16:
					return int32(int16(o.i))
				}
				return o.i
			}
			add(name+" rr", func(a *Asm, o operands) { a.AluRR(op, w, o.r, o.s) },
				func(p *obj.Prog, o operands) { order(p, goReg(o.r), goReg(o.s)) })
			add(name+" rm", func(a *Asm, o operands) { a.AluRM(op, w, o.r, o.m) },
				func(p *obj.Prog, o operands) { order(p, goReg(o.r), goMem(o.m)) })
			add(name+" mr", func(a *Asm, o operands) { a.AluMR(op, w, o.m, o.s) },
				func(p *obj.Prog, o operands) { order(p, goMem(o.m), goReg(o.s)) })
			add(name+" ri", func(a *Asm, o operands) { a.AluRI(op, w, o.r, imm(o)) },
				func(p *obj.Prog, o operands) { order(p, goReg(o.r), goImm(int64(imm(o)))) })
			add(name+" mi", func(a *Asm, o operands) { a.AluMI(op, w, o.m, imm(o)) },
				func(p *obj.Prog, o operands) { order(p, goMem(o.m), goImm(int64(imm(o)))) })
		}
	}
	for w, as := range mov {
		name := strings.ToLower(as.String())
		imm := func(o operands) int32 {
			switch w {
			case W8:
				return int32(o.i8)
			case W16:
				return int32(int16(o.i))
			}
			return o.i
		}
		add(name+" rr", func(a *Asm, o operands) { a.MovRR(w, o.r, o.s) },
			func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goReg(o.r)) })
		add(name+" mr", func(a *Asm, o operands) { a.MovMR(w, o.m, o.s) },
			func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goMem(o.m)) })
		add(name+" mi", func(a *Asm, o operands) { a.MovMI(w, o.m, imm(o)) },
			func(p *obj.Prog, o operands) { set(p, as, goImm(int64(imm(o))), goMem(o.m)) })
		if w >= W32 {
			add(name+" rm", func(a *Asm, o operands) { a.MovRM(w, o.r, o.m) },
				func(p *obj.Prog, o operands) { set(p, as, goMem(o.m), goReg(o.r)) })
		}
	}
	for w, as := range test {
		name := strings.ToLower(as.String())
		imm := func(o operands) int32 {
			if w == W8 {
				return int32(o.i8)
			} else if w == W16 {
				return int32(int16(o.i))
			}
			return o.i
		}
		add(name+" rr", func(a *Asm, o operands) { a.TestRR(w, o.r, o.s) },
			func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goReg(o.r)) })
		add(name+" mr", func(a *Asm, o operands) { a.TestMR(w, o.m, o.s) },
			func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goMem(o.m)) })
		add(name+" ri", func(a *Asm, o operands) { a.TestRI(w, o.r, imm(o)) },
			func(p *obj.Prog, o operands) { set(p, as, goImm(int64(imm(o))), goReg(o.r)) })
		add(name+" mi", func(a *Asm, o operands) { a.TestMI(w, o.m, imm(o)) },
			func(p *obj.Prog, o operands) { set(p, as, goImm(int64(imm(o))), goMem(o.m)) })
	}
	constant := func(o operands) uint64 {
		switch o.c % 3 {
		case 0:
			return uint64(uint32(o.i))
		case 1:
			return uint64(int64(o.i))
		}
		return uint64(o.i)*0x9E3779B97F4A7C15 | 1<<40
	}
	add("mov constant", func(a *Asm, o operands) { a.MovRI(o.r, constant(o)) },
		func(p *obj.Prog, o operands) {
			// A move of 32 bits clears the upper half.
			if v := constant(o); v <= math.MaxUint32 {
				set(p, gx.AMOVL, goImm(int64(int32(v))), goReg(o.r))
			} else {
				set(p, gx.AMOVQ, goImm(int64(v)), goReg(o.r))
			}
		})

	// Extensions: golang-asm reads a byte register's number.
	type ext struct {
		name   string
		w      Width
		as     obj.As
		rr     func(*Asm, Width, Reg, Reg)
		rm     func(*Asm, Width, Reg, Mem)
		signed bool
	}
	for _, e := range []ext{
		{"movzx8", W8, gx.AMOVBLZX, (*Asm).MovzxRR, (*Asm).MovzxRM, false},
		{"movzx16", W16, gx.AMOVWLZX, (*Asm).MovzxRR, (*Asm).MovzxRM, false},
		{"movsx8", W8, gx.AMOVBQSX, (*Asm).MovsxRR, (*Asm).MovsxRM, true},
		{"movsx16", W16, gx.AMOVWQSX, (*Asm).MovsxRR, (*Asm).MovsxRM, true},
		{"movsx32", W32, gx.AMOVLQSX, (*Asm).MovsxRR, (*Asm).MovsxRM, true},
	} {
		add(e.name+" rr", func(a *Asm, o operands) { e.rr(a, e.w, o.r, o.s) },
			func(p *obj.Prog, o operands) { set(p, e.as, goReg(o.s), goReg(o.r)) })
		add(e.name+" rm", func(a *Asm, o operands) { e.rm(a, e.w, o.r, o.m) },
			func(p *obj.Prog, o operands) { set(p, e.as, goMem(o.m), goReg(o.r)) })
	}
	for w, as := range widths(0, 0, gx.ALEAL, gx.ALEAQ) {
		if as != 0 {
			add(fmt.Sprint("lea", w*8), func(a *Asm, o operands) { a.Lea(w, o.r, o.m) },
				func(p *obj.Prog, o operands) { set(p, as, goMem(o.m), goReg(o.r)) })
		}
	}
	for w, as := range widths(0, gx.AIMULW, gx.AIMULL, gx.AIMULQ) {
		as3 := map[Width]obj.As{W16: gx.AIMUL3W, W32: gx.AIMUL3L, W64: gx.AIMUL3Q}[w]
		if as != 0 {
			add(fmt.Sprint("imul rr", w*8), func(a *Asm, o operands) { a.ImulRR(w, o.r, o.s) },
				func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goReg(o.r)) })
			add(fmt.Sprint("imul rm", w*8), func(a *Asm, o operands) { a.ImulRM(w, o.r, o.m) },
				func(p *obj.Prog, o operands) { set(p, as, goMem(o.m), goReg(o.r)) })
			add(fmt.Sprint("imul rri", w*8), func(a *Asm, o operands) { a.ImulRRI(w, o.r, o.s, int32(int16(o.i))) },
				func(p *obj.Prog, o operands) {
					set(p, as3, goImm(int64(int16(o.i))), goReg(o.r))
					p.SetFrom3(goReg(o.s))
				})
		}
	}
	for op, as := range map[Unary]byWidth{
		NOT: widths(gx.ANOTB, gx.ANOTW, gx.ANOTL, gx.ANOTQ), NEG: widths(gx.ANEGB, gx.ANEGW, gx.ANEGL, gx.ANEGQ),
		MUL: widths(gx.AMULB, gx.AMULW, gx.AMULL, gx.AMULQ), IMUL: widths(gx.AIMULB, gx.AIMULW, gx.AIMULL, gx.AIMULQ),
		DIV: widths(gx.ADIVB, gx.ADIVW, gx.ADIVL, gx.ADIVQ), IDIV: widths(gx.AIDIVB, gx.AIDIVW, gx.AIDIVL, gx.AIDIVQ),
		INC: widths(gx.AINCB, gx.AINCW, gx.AINCL, gx.AINCQ), DEC: widths(gx.ADECB, gx.ADECW, gx.ADECL, gx.ADECQ),
	} {
		for w, as := range as {
			one := func(p *obj.Prog, x obj.Addr) {
				switch op {
				case MUL, IMUL, DIV, IDIV:
					set(p, as, x, obj.Addr{})
				default:
					set(p, as, obj.Addr{}, x)
				}
			}
			name := strings.ToLower(as.String())
			add(name+" 1r", func(a *Asm, o operands) { a.UnaryR(op, w, o.r) }, func(p *obj.Prog, o operands) { one(p, goReg(o.r)) })
			add(name+" 1m", func(a *Asm, o operands) { a.UnaryM(op, w, o.m) }, func(p *obj.Prog, o operands) { one(p, goMem(o.m)) })
		}
	}
	for op, as := range map[Shift]byWidth{
		ROL: widths(gx.AROLB, gx.AROLW, gx.AROLL, gx.AROLQ), ROR: widths(gx.ARORB, gx.ARORW, gx.ARORL, gx.ARORQ),
		SHL: widths(gx.ASHLB, gx.ASHLW, gx.ASHLL, gx.ASHLQ), SHR: widths(gx.ASHRB, gx.ASHRW, gx.ASHRL, gx.ASHRQ),
		SAR: widths(gx.ASARB, gx.ASARW, gx.ASARL, gx.ASARQ),
	} {
		for w, as := range as {
			name := strings.ToLower(as.String())
			count := func(o operands) uint8 {
				if o.c == 0 {
					return 1
				}
				return o.n
			}
			add(name+" ri", func(a *Asm, o operands) { a.ShiftRI(op, w, o.r, count(o)) },
				func(p *obj.Prog, o operands) { set(p, as, goImm(int64(count(o))), goReg(o.r)) })
			add(name+" rc", func(a *Asm, o operands) { a.ShiftRC(op, w, o.r) },
				func(p *obj.Prog, o operands) { set(p, as, goReg(RCX), goReg(o.r)) })
		}
	}
}

// otherForms adds the forms that depend on conditions, the stack or control flow, and those on floats.
func otherForms(add func(name string, emit func(a *Asm, o operands), ref func(p *obj.Prog, o operands))) {
	// By condition, in the order of their encoding; golang-asm names them in its own way.
	conds := [16]string{"OS", "OC", "CS", "CC", "EQ", "NE", "LS", "HI", "MI", "PL", "PS", "PC", "LT", "GE", "LE", "GT"}
	named := map[string]obj.As{}
	for i, s := range gx.Anames {
		named[s] = obj.As(i) + obj.ABaseAMD64
	}
	for c, s := range conds {
		c := Cond(c)
		add("set"+c.String(), func(a *Asm, o operands) { a.Setcc(c, o.r) },
			func(p *obj.Prog, o operands) { set(p, named["SET"+s], obj.Addr{}, goReg(o.r)) })
		for w, l := range map[Width]string{W16: "W", W32: "L", W64: "Q"} {
			add("cmov"+c.String()+l+" rr", func(a *Asm, o operands) { a.Cmov(c, w, o.r, o.s) },
				func(p *obj.Prog, o operands) { set(p, named["CMOV"+l+s], goReg(o.s), goReg(o.r)) })
			add("cmov"+c.String()+l+" rm", func(a *Asm, o operands) { a.CmovRM(c, w, o.r, o.m) },
				func(p *obj.Prog, o operands) { set(p, named["CMOV"+l+s], goMem(o.m), goReg(o.r)) })
		}
	}
	none := obj.Addr{}
	add("push", func(a *Asm, o operands) { a.Push(o.r) }, func(p *obj.Prog, o operands) { set(p, gx.APUSHQ, goReg(o.r), none) })
	add("pop", func(a *Asm, o operands) { a.Pop(o.r) }, func(p *obj.Prog, o operands) { set(p, gx.APOPQ, none, goReg(o.r)) })
	add("push m", func(a *Asm, o operands) { a.PushM(o.m) }, func(p *obj.Prog, o operands) { set(p, gx.APUSHQ, goMem(o.m), none) })
	add("pop m", func(a *Asm, o operands) { a.PopM(o.m) }, func(p *obj.Prog, o operands) { set(p, gx.APOPQ, none, goMem(o.m)) })
	add("push i", func(a *Asm, o operands) { a.PushI(o.i) }, func(p *obj.Prog, o operands) { set(p, gx.APUSHQ, goImm(int64(o.i)), none) })
	add("xchg rr", func(a *Asm, o operands) { a.XchgRR(o.r, o.s) }, func(p *obj.Prog, o operands) { set(p, gx.AXCHGQ, goReg(o.r), goReg(o.s)) })
	for w, as := range widths(gx.AXCHGB, gx.AXCHGW, gx.AXCHGL, gx.AXCHGQ) {
		add(fmt.Sprint("xchg mr", w*8), func(a *Asm, o operands) { a.XchgMR(w, o.m, o.r) },
			func(p *obj.Prog, o operands) { set(p, as, goReg(o.r), goMem(o.m)) })
	}
	for w, as := range widths(0, gx.ABSFW, gx.ABSFL, gx.ABSFQ) {
		if as != 0 {
			add(fmt.Sprint("bsf", w*8), func(a *Asm, o operands) { a.Bsf(w, o.r, o.s) }, func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goReg(o.r)) })
		}
	}
	for w, as := range widths(0, gx.ABSRW, gx.ABSRL, gx.ABSRQ) {
		if as != 0 {
			add(fmt.Sprint("bsr", w*8), func(a *Asm, o operands) { a.Bsr(w, o.r, o.s) }, func(p *obj.Prog, o operands) { set(p, as, goReg(o.s), goReg(o.r)) })
		}
	}
	for _, plain := range []struct {
		name string
		emit func(*Asm)
		as   obj.As
	}{
		{"cqo", (*Asm).Cqo, gx.ACQO}, {"cdq", (*Asm).Cdq, gx.ACDQ}, {"ud2", (*Asm).Ud2, gx.AUD2}, {"ret", (*Asm).Ret, obj.ARET}, {"stc", (*Asm).Stc, gx.ASTC},
	} {
		add(plain.name, func(a *Asm, o operands) { plain.emit(a) }, func(p *obj.Prog, o operands) { p.As = plain.as })
	}
	add("jmp r", func(a *Asm, o operands) { a.JmpR(o.r) }, func(p *obj.Prog, o operands) { set(p, obj.AJMP, none, goReg(o.r)) })
	add("jmp m", func(a *Asm, o operands) { a.JmpM(o.m) }, func(p *obj.Prog, o operands) { set(p, obj.AJMP, none, goMem(o.m)) })
	add("call r", func(a *Asm, o operands) { a.CallR(o.r) }, func(p *obj.Prog, o operands) { set(p, obj.ACALL, none, goReg(o.r)) })
	add("call m", func(a *Asm, o operands) { a.CallM(o.m) }, func(p *obj.Prog, o operands) { set(p, obj.ACALL, none, goMem(o.m)) })

	for op, as := range map[Sse]obj.As{ADDSD: gx.AADDSD, MULSD: gx.AMULSD, SUBSD: gx.ASUBSD, MINSD: gx.AMINSD, DIVSD: gx.ADIVSD,
		MAXSD: gx.AMAXSD, SQRTSD: gx.ASQRTSD, UCOMISD: gx.AUCOMISD, ANDPD: gx.AANDPD, ANDNPD: gx.AANDNPD, ORPD: gx.AORPD, XORPD: gx.AXORPD} {
		name := strings.ToLower(as.String())
		add(name+" xx", func(a *Asm, o operands) { a.SseRR(op, o.x, o.y) }, func(p *obj.Prog, o operands) { set(p, as, goXReg(o.y), goXReg(o.x)) })
		add(name+" xm", func(a *Asm, o operands) { a.SseRM(op, o.x, o.m) }, func(p *obj.Prog, o operands) { set(p, as, goMem(o.m), goXReg(o.x)) })
	}
	xr := func(name string, as obj.As, emit func(a *Asm, x XReg, r Reg)) {
		add(name, func(a *Asm, o operands) { emit(a, o.x, o.r) }, func(p *obj.Prog, o operands) { set(p, as, goReg(o.r), goXReg(o.x)) })
	}
	rx := func(name string, as obj.As, emit func(a *Asm, r Reg, x XReg)) {
		add(name, func(a *Asm, o operands) { emit(a, o.r, o.x) }, func(p *obj.Prog, o operands) { set(p, as, goXReg(o.x), goReg(o.r)) })
	}
	xm := func(name string, as obj.As, emit func(a *Asm, x XReg, m Mem)) {
		add(name, func(a *Asm, o operands) { emit(a, o.x, o.m) }, func(p *obj.Prog, o operands) { set(p, as, goMem(o.m), goXReg(o.x)) })
	}
	mx := func(name string, as obj.As, emit func(a *Asm, m Mem, x XReg)) {
		add(name, func(a *Asm, o operands) { emit(a, o.m, o.x) }, func(p *obj.Prog, o operands) { set(p, as, goXReg(o.x), goMem(o.m)) })
	}
	xx := func(name string, as obj.As, emit func(a *Asm, x, y XReg)) {
		add(name, func(a *Asm, o operands) { emit(a, o.x, o.y) }, func(p *obj.Prog, o operands) { set(p, as, goXReg(o.y), goXReg(o.x)) })
	}
	xr("movq xr", gx.AMOVQ, (*Asm).MovqXR)
	rx("movq rx", gx.AMOVQ, (*Asm).MovqRX)
	xm("movsd xm", gx.AMOVSD, (*Asm).MovsdRM)
	mx("movsd mx", gx.AMOVSD, (*Asm).MovsdMR)
	xm("movups xm", gx.AMOVUPS, (*Asm).MovupsRM)
	mx("movups mx", gx.AMOVUPS, (*Asm).MovupsMR)
	xx("movaps xx", gx.AMOVAPS, (*Asm).MovXX)
	add("xorps xx", func(a *Asm, o operands) { a.ZeroX(o.x) }, func(p *obj.Prog, o operands) { set(p, gx.AXORPS, goXReg(o.x), goXReg(o.x)) })
	for w, as := range map[Width][2]obj.As{W32: {gx.ACVTSL2SD, gx.ACVTTSD2SL}, W64: {gx.ACVTSQ2SD, gx.ACVTTSD2SQ}} {
		xr(fmt.Sprint("cvtsi2sd", w*8), as[0], func(a *Asm, x XReg, r Reg) { a.Cvtsi2sd(w, x, r) })
		xm(fmt.Sprint("cvtsi2sd m", w*8), as[0], func(a *Asm, x XReg, m Mem) { a.Cvtsi2sdM(w, x, m) })
		rx(fmt.Sprint("cvttsd2si", w*8), as[1], func(a *Asm, r Reg, x XReg) { a.Cvttsd2si(w, r, x) })
	}
	add("roundsd", func(a *Asm, o operands) { a.Roundsd(RoundEven+Round(o.c&3), o.x, o.y) }, func(p *obj.Prog, o operands) {
		set(p, gx.AROUNDSD, goImm(int64(RoundEven)+int64(o.c&3)), goXReg(o.x))
		p.SetFrom3(goXReg(o.y))
	})
}

func TestOracle(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 15
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range forms() {
		bad := 0
		for range rounds {
			o := randomOperands(r)
			var a Asm
			f.emit(&a, o)
			got, _ := a.Link(0)
			want, err := golangAssemble(func(p *obj.Prog) { f.ref(p, o) })
			if err != nil {
				t.Errorf("%s: %v", f.name, err)
				break
			}
			text, wantText := Text(got, 0), Text(want, 0)
			if bytes.Equal(got, want) && strings.Count(text, "\n") == 1 && !strings.Contains(text, ".byte") {
				continue
			}
			t.Errorf("%s %+v: %x, golang-asm %x: %s and %s", f.name, o, got, want, text, wantText)
			if bad++; bad > 2 {
				break
			}
		}
	}
}
