// Asm: the bytes emitted so far, labels, and the fields to fill in when the code's address is known.

package x86

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// Label is a place in the code of one Asm.
type Label int32

const unbound = -1

// Asm collects machine code. The zero Asm is ready for use. It does not know the code's address, except that it is a multiple of Align; Link fills
// in what depends on the address.
type Asm struct {
	buf    []byte
	labels []int32 // offset, or unbound
	fixups []fixup // uses of labels
	relocs []reloc // uses of absolute addresses, in order
	last   int     // 1 + the offset of the last instruction, if pad may still lengthen it, or 0

	told    Reg // the register that the flags compare with zero after the instruction that ends at toldEnd
	toldEnd int
}

// Align is the alignment of linked code.
const Align = 16

type fixupKind uint8

const (
	fixRel32 fixupKind = iota // distance from the end of the field
	fixRel8
	fixAbs64 // the label's address
)

type fixup struct {
	at    int32
	label Label
	tail  uint8 // bytes of the instruction after the field
	kind  fixupKind
}

type reloc struct {
	at     int32
	target uintptr // of a rel32 field
}

// Reset empties a, and keeps its memory for reuse.
func (a *Asm) Reset() {
	a.buf, a.labels, a.fixups, a.relocs, a.last = a.buf[:0], a.labels[:0], a.fixups[:0], a.relocs[:0], 0
	a.toldEnd = 0
}

// Len is the number of bytes emitted. The next instruction begins exactly there.
func (a *Asm) Len() int {
	a.last = 0
	return len(a.buf)
}

// Size is the number of bytes emitted. The next instruction may begin up to 3 bytes further on: see Site.
func (a *Asm) Size() int { return len(a.buf) }

// NewLabel makes a label that Bind places.
func (a *Asm) NewLabel() Label {
	a.labels = append(a.labels, unbound)
	return Label(len(a.labels) - 1)
}

// Here makes a label at the current place.
func (a *Asm) Here() Label {
	l := a.NewLabel()
	a.Bind(l)
	return l
}

// Bind places l here.
func (a *Asm) Bind(l Label) {
	if a.labels[l] != unbound {
		panic("BUG: x86: label bound twice")
	}
	a.labels[l] = int32(a.Len())
}

// Bound reports whether l has a place.
func (a *Asm) Bound(l Label) bool { return a.labels[l] != unbound }

// Offset is the place of a bound label.
func (a *Asm) Offset(l Label) int {
	if a.labels[l] == unbound {
		panic("BUG: x86: label not bound")
	}
	return int(a.labels[l])
}

// Truncate discards everything emitted from offset n on. Labels bound after n become unbound.
func (a *Asm) Truncate(n int) {
	a.buf, a.last, a.toldEnd = a.buf[:n], 0, 0
	for i, at := range a.labels {
		if at > int32(n) {
			a.labels[i] = unbound
		}
	}
	for len(a.fixups) > 0 && int(a.fixups[len(a.fixups)-1].at) >= n {
		a.fixups = a.fixups[:len(a.fixups)-1]
	}
	for len(a.relocs) > 0 && int(a.relocs[len(a.relocs)-1].at) >= n {
		a.relocs = a.relocs[:len(a.relocs)-1]
	}
}

// use records that the 4 bytes just emitted are the distance to l.
func (a *Asm) use(l Label, tail uint8) {
	a.fixups = append(a.fixups, fixup{at: int32(len(a.buf) - 4), label: l, tail: tail})
}

// Link resolves labels and addresses for code that will lie at base, and returns the bytes, which a still owns. It may be called again for another
// base. It fails when an address is too far away for a rel32 field.
func (a *Asm) Link(base uintptr) ([]byte, error) {
	if base%Align != 0 {
		panic("BUG: x86: unaligned base")
	}
	for _, f := range a.fixups {
		to := a.labels[f.label]
		if to == unbound {
			panic(fmt.Sprintf("BUG: x86: label %d is used at %#x and never bound", f.label, f.at))
		}
		switch f.kind {
		case fixRel32:
			binary.LittleEndian.PutUint32(a.buf[f.at:], uint32(to-f.at-4-int32(f.tail)))
		case fixRel8:
			d := to - f.at - 1
			if d != int32(int8(d)) {
				panic(fmt.Sprintf("BUG: x86: short jump at %#x over %d bytes", f.at, d))
			}
			a.buf[f.at] = byte(d)
		case fixAbs64:
			binary.LittleEndian.PutUint64(a.buf[f.at:], uint64(base)+uint64(to))
		}
	}
	for _, r := range a.relocs {
		d := int64(r.target) - int64(base) - int64(r.at) - 4
		if d < math.MinInt32 || d > math.MaxInt32 {
			return nil, fmt.Errorf("x86: address %#x is out of reach of code at %#x", r.target, base)
		}
		binary.LittleEndian.PutUint32(a.buf[r.at:], uint32(d))
	}
	return a.buf, nil
}

// Bytes emits data, or instructions encoded elsewhere.
func (a *Asm) Bytes(b ...byte) {
	a.last = 0
	a.buf = append(a.buf, b...)
}

// Uint64 emits 8 bytes of data.
func (a *Asm) Uint64(v uint64) {
	a.last = 0
	a.buf = binary.LittleEndian.AppendUint64(a.buf, v)
}

// Uint64Label emits the address of l as data.
func (a *Asm) Uint64Label(l Label) {
	a.fixups = append(a.fixups, fixup{at: int32(len(a.buf)), label: l, kind: fixAbs64})
	a.Uint64(0)
}

func (a *Asm) imm32(v int32) { a.buf = binary.LittleEndian.AppendUint32(a.buf, uint32(v)) }

// AlignTo emits nops up to a multiple of n (a power of two, at most Align).
func (a *Asm) AlignTo(n int) { a.Nop(-len(a.buf) & (n - 1)) }

// nops are the instructions that the processors' makers recommend as nops, by length.
var nops = [...]string{
	"",
	"\x90",
	"\x66\x90",
	"\x0f\x1f\x00",
	"\x0f\x1f\x40\x00",
	"\x0f\x1f\x44\x00\x00",
	"\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00",
	"\x0f\x1f\x84\x00\x00\x00\x00\x00",
	"\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

// Note emits two nops that carry data: after a call, they describe the caller (ReadNote).
func (a *Asm) Note(x, y uint32) {
	for _, n := range [...]uint32{x, y} {
		a.Bytes(0x0f, 0x1f, 0x80, byte(n), byte(n>>8), byte(n>>16), byte(n>>24)) // nop [rax+n]
	}
}

// noteGap is the code between the resume address of a helper and a note: mov rsp, r13.
var noteGap = []byte{0x4c, 0x89, 0xec}

// ReadNote reads the note at the beginning of code, or at the place to which a helper returns.
func ReadNote(code []byte) (x, y uint32, ok bool) {
	code = bytes.TrimPrefix(code, noteGap)
	nop := []byte{0x0f, 0x1f, 0x80}
	if len(code) < 14 || !bytes.HasPrefix(code, nop) || !bytes.HasPrefix(code[7:], nop) {
		return 0, 0, false
	}
	return binary.LittleEndian.Uint32(code[3:]), binary.LittleEndian.Uint32(code[10:]), true
}

// Nop emits n bytes of nops, in as few instructions as possible.
func (a *Asm) Nop(n int) {
	a.last = 0
	for n > 0 {
		k := min(n, len(nops)-1)
		a.buf = append(a.buf, nops[k]...)
		n -= k
	}
}
