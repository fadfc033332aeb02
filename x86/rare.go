// Rare instructions, encoded by golang-asm.

package x86

import (
	"fmt"
	"sync"

	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
	"github.com/twitchyliquid64/golang-asm/objabi"
)

// golangAsm is the process's only assembler: making one takes 100 us, and neither its tables nor its Link may be used by two goroutines at once.
var golangAsm struct {
	sync.Mutex
	link *obj.Link
	diag string
}

// golangAssemble encodes one instruction, which set describes.
func golangAssemble(set func(*obj.Prog)) ([]byte, error) {
	g := &golangAsm
	g.Lock()
	defer g.Unlock()
	arch := &x86.Linkamd64 // package arch of golang-asm would link in all other processors
	if g.link == nil {
		g.link = obj.Linknew(arch)
		g.link.Headtype = objabi.Hlinux
		g.link.DiagFunc = func(format string, args ...any) { g.diag = fmt.Sprintf(format, args...) }
		arch.Init(g.link)
	}
	p := &obj.Prog{Ctxt: g.link}
	set(p)
	g.diag = ""
	s := &obj.LSym{Func: &obj.FuncInfo{Text: p}}
	arch.Assemble(g.link, s, g.link.NewProg)
	if g.diag != "" {
		return nil, fmt.Errorf("golang-asm: %s", g.diag)
	}
	return s.P, nil
}

var goRegs = [16]int16{x86.REG_AX, x86.REG_CX, x86.REG_DX, x86.REG_BX, x86.REG_SP, x86.REG_BP, x86.REG_SI, x86.REG_DI,
	x86.REG_R8, x86.REG_R9, x86.REG_R10, x86.REG_R11, x86.REG_R12, x86.REG_R13, x86.REG_R14, x86.REG_R15}

func goReg(r Reg) obj.Addr   { return obj.Addr{Type: obj.TYPE_REG, Reg: goRegs[r]} }
func goXReg(x XReg) obj.Addr { return obj.Addr{Type: obj.TYPE_REG, Reg: x86.REG_X0 + int16(x)} }
func goImm(v int64) obj.Addr { return obj.Addr{Type: obj.TYPE_CONST, Offset: v} }
func goMem(m Mem) obj.Addr {
	a := obj.Addr{Type: obj.TYPE_MEM, Offset: int64(m.Disp)}
	if m.Base < 16 {
		a.Reg = goRegs[m.Base]
	} else if m.Base == rip {
		panic("BUG: x86: label in a rare instruction")
	}
	if m.Index < 16 {
		a.Index, a.Scale = goRegs[m.Index], int16(m.Scale)
	}
	return a
}

// rare emits one instruction, with operands in Go's order: source first.
func (a *Asm) rare(as obj.As, from, to obj.Addr) {
	code, err := golangAssemble(func(p *obj.Prog) { p.As, p.From, p.To = as, from, to })
	if err != nil {
		panic("BUG: x86: " + err.Error())
	}
	a.Bytes(code...)
}

func pick(w Width, as32, as64 obj.As) obj.As {
	switch w {
	case W32:
		return as32
	case W64:
		return as64
	}
	panic("BUG: x86: width of a rare instruction")
}

// Popcnt, Tzcnt and Lzcnt count bits (POPCNT, BMI1 and LZCNT: see Features).
func (a *Asm) Popcnt(w Width, dst, src Reg) {
	a.rare(pick(w, x86.APOPCNTL, x86.APOPCNTQ), goReg(src), goReg(dst))
}
func (a *Asm) Tzcnt(w Width, dst, src Reg) {
	a.rare(pick(w, x86.ATZCNTL, x86.ATZCNTQ), goReg(src), goReg(dst))
}
func (a *Asm) Lzcnt(w Width, dst, src Reg) {
	a.rare(pick(w, x86.ALZCNTL, x86.ALZCNTQ), goReg(src), goReg(dst))
}

// Bswap reverses the bytes of x.
func (a *Asm) Bswap(w Width, x Reg) { a.rare(pick(w, x86.ABSWAPL, x86.ABSWAPQ), obj.Addr{}, goReg(x)) }

// BtRI copies bit n of x into the carry flag.
func (a *Asm) BtRI(w Width, x Reg, n uint8) {
	a.rare(pick(w, x86.ABTL, x86.ABTQ), goImm(int64(n)), goReg(x))
}

// BtRR copies bit y (modulo the width) of x into the carry flag.
func (a *Asm) BtRR(w Width, x, y Reg) { a.rare(pick(w, x86.ABTL, x86.ABTQ), goReg(y), goReg(x)) }

// LockAddMR adds to memory atomically.
func (a *Asm) LockAddMR(w Width, m Mem, src Reg) {
	a.lock()
	a.rare(pick(w, x86.AADDL, x86.AADDQ), goReg(src), goMem(m))
}

// LockXadd adds src to memory atomically; src gets the old value.
func (a *Asm) LockXadd(w Width, m Mem, src Reg) {
	a.lock()
	a.rare(pick(w, x86.AXADDL, x86.AXADDQ), goReg(src), goMem(m))
}

// LockCmpxchg atomically stores src if memory equals rax (and sets the zero flag); else it loads memory into rax.
func (a *Asm) LockCmpxchg(w Width, m Mem, src Reg) {
	a.lock()
	a.rare(pick(w, x86.ACMPXCHGL, x86.ACMPXCHGQ), goReg(src), goMem(m))
}

func (a *Asm) lock() { a.Bytes(0xf0) }

// Cvtsd2ss and Cvtss2sd convert between double and single.
func (a *Asm) Cvtsd2ss(dst, src XReg) { a.rare(x86.ACVTSD2SS, goXReg(src), goXReg(dst)) }
func (a *Asm) Cvtss2sd(dst, src XReg) { a.rare(x86.ACVTSS2SD, goXReg(src), goXReg(dst)) }

// MovssRM and MovssMR move one single.
func (a *Asm) MovssRM(dst XReg, m Mem) { a.rare(x86.AMOVSS, goMem(m), goXReg(dst)) }
func (a *Asm) MovssMR(m Mem, src XReg) { a.rare(x86.AMOVSS, goXReg(src), goMem(m)) }

// Rdtsc reads the time stamp counter into edx:eax.
func (a *Asm) Rdtsc() { a.rare(x86.ARDTSC, obj.Addr{}, obj.Addr{}) }

// Pause is the hint for spinning loops.
func (a *Asm) Pause() { a.rare(x86.APAUSE, obj.Addr{}, obj.Addr{}) }
