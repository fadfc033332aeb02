// Jumps, calls, and sites that may be patched while other threads run the code.

package x86

import "slices"

// Jmp jumps to l: in 2 bytes if l is bound and near, else in 5.
func (a *Asm) Jmp(l Label) {
	if d, ok := a.near(l); ok {
		a.Bytes(0xeb, d)
		return
	}
	a.Bytes(0xe9, 0, 0, 0, 0)
	a.use(l, 0)
}

// Jcc jumps to l if c holds: in 2 bytes if l is bound and near, else in 6.
func (a *Asm) Jcc(c Cond, l Label) {
	if d, ok := a.near(l); ok {
		a.Bytes(0x70|byte(c), d)
		return
	}
	a.Bytes(0x0f, 0x80|byte(c), 0, 0, 0, 0)
	a.use(l, 0)
	a.last = len(a.buf) - 6 + 1
}

// near is the distance to l from the end of a 2-byte jump emitted now, if l is bound and near enough.
func (a *Asm) near(l Label) (byte, bool) {
	at := a.labels[l]
	d := int(at) - len(a.buf) - 2
	return byte(d), at != unbound && d >= -128
}

// JmpShort and JccShort jump forwards over less than 128 bytes; Link panics if the distance is greater.
func (a *Asm) JmpShort(l Label) {
	a.Bytes(0xeb, 0)
	a.useShort(l)
}
func (a *Asm) JccShort(c Cond, l Label) {
	a.Bytes(0x70|byte(c), 0)
	a.useShort(l)
}

func (a *Asm) useShort(l Label) {
	a.fixups = append(a.fixups, fixup{at: int32(len(a.buf) - 1), label: l, kind: fixRel8})
}

// Call calls l.
func (a *Asm) Call(l Label) {
	a.Bytes(0xe8, 0, 0, 0, 0)
	a.use(l, 0)
}

// JmpTo, JccTo and CallTo lead to an address, which must be within 2 GiB of the linked code.
func (a *Asm) JmpTo(addr uintptr) {
	a.Bytes(0xe9, 0, 0, 0, 0)
	a.useAddr(addr)
}
func (a *Asm) JccTo(c Cond, addr uintptr) {
	a.Bytes(0x0f, 0x80|byte(c), 0, 0, 0, 0)
	a.useAddr(addr)
}
func (a *Asm) CallTo(addr uintptr) {
	a.Bytes(0xe8, 0, 0, 0, 0)
	a.useAddr(addr)
}

func (a *Asm) useAddr(addr uintptr) {
	a.relocs = append(a.relocs, reloc{at: int32(len(a.buf) - 4), target: addr})
}

// JmpR, JmpM, CallR and CallM lead to the address in a register or in memory.
func (a *Asm) JmpR(x Reg)  { a.rr(0, 0xff, 4, uint8(x)) }
func (a *Asm) JmpM(m Mem)  { a.rm(0, 0xff, 4, m, 0) }
func (a *Asm) CallR(x Reg) { a.rr(0, 0xff, 2, uint8(x)) }
func (a *Asm) CallM(m Mem) { a.rm(0, 0xff, 2, m, 0) }

// Ret returns.
func (a *Asm) Ret() { a.Bytes(0xc3) }

// Stc sets the carry flag.
func (a *Asm) Stc() { a.Bytes(0xf9) }

// RetN returns and removes n bytes of arguments.
func (a *Asm) RetN(n uint16) { a.Bytes(0xc2, byte(n), byte(n>>8)) }

// SiteKind is the kind of a patchable field.
type SiteKind uint8

const (
	SiteRel32 SiteKind = iota // 4 bytes: the distance of a jump or call, from the end of the field
	SiteImm32                 // 4 bytes of an instruction's constant
	SiteImm64                 // 8 bytes of a movabs's constant
)

// Site is a patchable field in an instruction of fixed size. It is aligned at its own size, so a patch is one atomic store. For the alignment, the
// preceding instruction is lengthened by prefixes without effect. Nops would take up execution slots, and would separate a comparison from its
// jump, which the processor fuses.
type Site struct {
	Off  uint32 // offset of the field in the code of its Asm
	Kind SiteKind
}

// Size is the number of bytes in the field.
func (s Site) Size() int {
	if s.Kind == SiteImm64 {
		return 8
	}
	return 4
}

// pad adds bytes so that a field that begins k bytes after the current end is aligned at n.
func (a *Asm) pad(k, n int) {
	gap := -(len(a.buf) + k) & (n - 1)
	at := a.last - 1
	if gap == 0 || at < 0 || gap > maxPrefixes || len(a.buf)-at+gap > maxInstruction {
		a.Nop(gap)
		return
	}
	a.buf = slices.Insert(a.buf, at, segmentCS[:gap]...)
	for i := len(a.fixups) - 1; i >= 0 && int(a.fixups[i].at) >= at; i-- {
		a.fixups[i].at += int32(gap)
	}
	a.last = 0
}

// AlignJmp adds bytes so that a JmpSite emitted next needs no padding, even if a label is bound to it.
func (a *Asm) AlignJmp() { a.pad(1, 4) }

// segmentCS is a prefix that 64-bit mode ignores, with and without a memory operand.
var segmentCS = [maxPrefixes]byte{0x2e, 0x2e, 0x2e}

const (
	maxPrefixes    = 3 // more are slow on some processors
	maxInstruction = 15
)

func (a *Asm) site(kind SiteKind) Site {
	s := Site{Kind: kind}
	s.Off = uint32(a.Len() - s.Size())
	return s
}

// JmpSite emits a 5-byte jump that leads to l until it is patched.
func (a *Asm) JmpSite(l Label) Site {
	a.pad(1, 4)
	a.Bytes(0xe9, 0, 0, 0, 0)
	a.use(l, 0)
	return a.site(SiteRel32)
}

// CallSite emits a 5-byte call that leads to l until it is patched.
func (a *Asm) CallSite(l Label) Site {
	a.pad(1, 4)
	a.Bytes(0xe8, 0, 0, 0, 0)
	a.use(l, 0)
	return a.site(SiteRel32)
}

// JccSite emits a 6-byte conditional jump that leads to l until it is patched.
func (a *Asm) JccSite(c Cond, l Label) Site {
	a.pad(2, 4)
	a.Bytes(0x0f, 0x80|byte(c), 0, 0, 0, 0)
	a.use(l, 0)
	return a.site(SiteRel32)
}

// MovabsSite emits a 10-byte load of a patchable constant.
func (a *Asm) MovabsSite(dst Reg, v uint64) Site {
	a.pad(2, 8)
	a.Movabs(dst, v)
	return a.site(SiteImm64)
}

// CmpMISite compares 4 bytes of memory with a patchable constant.
func (a *Asm) CmpMISite(m Mem, v int32) Site {
	start := len(a.buf)
	a.rm(0, 0x81, 7, m, 4)
	k := len(a.buf) - start
	a.Truncate(start)
	a.pad(k, 4)
	a.rm(0, 0x81, 7, m, 4)
	a.imm32(v)
	return a.site(SiteImm32)
}

// CmpRISite compares a register with a patchable constant, sign-extended for W64.
func (a *Asm) CmpRISite(w Width, x Reg, v int32) Site {
	k := 2
	if w == W64 || x >= R8 {
		k = 3
	}
	a.pad(k, 4)
	a.rr(size(w), 0x81, 7, uint8(x))
	a.imm32(v)
	return a.site(SiteImm32)
}

// Rel32 is the content of a SiteRel32 field at address at for a jump to target; ok is false if target is too far away.
func Rel32(at, target uintptr) (v uint32, ok bool) {
	d := int64(target) - int64(at) - 4
	return uint32(d), d == int64(int32(d))
}
