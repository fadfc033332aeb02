// Buffer: one piece of compiled code.

package codebuf

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/psyco-go/psy/x86"
)

// Kind says why a buffer was made.
type Kind uint8

const (
	Normal    Kind = iota // compiled from a merge point or a promotion
	Respawned             // the rare side of a run-time condition
	Pause                 // the code after a coding pause
	Fixed                 // the thunks
	Kinds     = int(Fixed) + 1
)

var kindNames = [Kinds]string{"normal", "respawned", "pause", "fixed"}

func (k Kind) String() string { return kindNames[k] }

type state uint8

const (
	live    state = iota
	retired       // no jump leads here, but a stack may hold an address in it
	freed
)

// Buffer is a piece of machine code with its bookkeeping.
type Buffer struct {
	ID    uint32 // counts from 1 in the order of creation
	kind  Kind
	state state
	off   uint32 // offset in the region
	size  uint32 // bytes of code
	room  uint32 // bytes taken, at least size
	m     *Memory
	in    []uint32 // the offsets, in the region, of the fields that lead to the buffer
	jumps string   // from it: see field
	Data  any      // for the owner; it may hold Python values only if they are rooted elsewhere
}

// The sizes by which metadata is charged.
const (
	bufferMeta = int(unsafe.Sizeof(Buffer{}))
	linkMeta   = int(unsafe.Sizeof(uint32(0)))
)

// ErrRoom means that code does not fit into the room of its buffer.
var ErrRoom = errors.New("codebuf: no room in the buffer")

// New makes a buffer with room for the given number of bytes of code.
func (m *Memory) New(kind Kind, room int) (*Buffer, error) {
	n := (uint32(max(room, 1)) + x86.Align - 1) &^ (x86.Align - 1)
	if room < 0 || room > MaxCap || !m.Fits(int(n)) {
		m.stats.Full++
		return nil, ErrFull
	}
	off, ok := m.take(n)
	if !ok {
		m.stats.Full++
		return nil, ErrFull
	}
	m.nextID++
	b := &Buffer{ID: m.nextID - 1, kind: kind, off: off, room: n, m: m}
	m.code += int(n)
	m.Charge(bufferMeta)
	m.index(b, off, off+n)
	m.stats.Made[kind]++
	return b, nil
}

// Place makes a buffer that holds exactly a's code.
func (m *Memory) Place(kind Kind, a *x86.Asm) (*Buffer, error) {
	b, err := m.New(kind, a.Len())
	if err != nil {
		return nil, err
	}
	if _, err = b.Append(a); err != nil {
		b.Free()
		return nil, err
	}
	return b, nil
}

// Append writes a's code after the code in b, at a multiple of x86.Align, and returns its offset in b.
func (b *Buffer) Append(a *x86.Asm) (start uint32, err error) {
	start = (b.size + x86.Align - 1) &^ (x86.Align - 1)
	if uint64(start)+uint64(a.Len()) > uint64(b.room) {
		return 0, ErrRoom
	}
	code, err := a.Link(b.Addr() + uintptr(start))
	if err != nil {
		return 0, err
	}
	if gap := start - b.size; gap > 0 {
		var pad x86.Asm
		pad.Nop(int(gap))
		nops, _ := pad.Link(0)
		copy(b.m.bytes(b.off+b.size, gap), nops)
	}
	copy(b.m.bytes(b.off+start, uint32(len(code))), code)
	b.size = start + uint32(len(code))
	return start, nil
}

// Addr is the address of b's code.
func (b *Buffer) Addr() uintptr { return b.m.rx + uintptr(b.off) }

// Size is the number of bytes of code, and Room the number that b has room for.
func (b *Buffer) Size() int { return int(b.size) }
func (b *Buffer) Room() int { return int(b.room) }

// Kind tells why b was made.
func (b *Buffer) Kind() Kind { return b.kind }

// Dead reports whether b was retired or freed; Freed reports whether its memory was freed.
func (b *Buffer) Dead() bool  { return b.state != live }
func (b *Buffer) Freed() bool { return b.state == freed }

// State is a byte that is 0 while the buffer is not dead, for machine code that enters it without a jump of a buffer.
func (b *Buffer) State() *byte { return (*byte)(&b.state) }

// Code is b's code, which must not be written.
func (b *Buffer) Code() []byte { return b.m.bytes(b.off, b.size) }

// Patch stores v in a field of b's code. off is the field's offset in b.
func (b *Buffer) Patch(off uint32, kind x86.SiteKind, v uint64) {
	n := uint32((x86.Site{Kind: kind}).Size())
	if off%n != 0 || off+n > b.size {
		panic("BUG: codebuf: patch of a field that is not one")
	}
	p := b.m.at(b.off + off)
	if kind == x86.SiteImm64 {
		atomic.StoreUint64((*uint64)(p), v)
	} else {
		atomic.StoreUint32((*uint32)(p), uint32(v))
	}
	b.m.stats.Patches++
}

// PatchJump makes a jump's field lead to target, without recording the jump. It is for jumps inside a buffer and to the thunks.
func (b *Buffer) PatchJump(off uint32, target uintptr) {
	v, ok := x86.Rel32(b.Addr()+uintptr(off), target)
	if !ok {
		panic("BUG: codebuf: target of a jump is out of reach")
	}
	b.Patch(off, x86.SiteRel32, uint64(v))
}

// Free frees b's memory at once. No thread may run b's code or return to it. Jumps that led to b go to their fallbacks.
func (b *Buffer) Free() {
	switch b.state {
	case freed:
		panic("BUG: codebuf: buffer freed twice")
	case retired:
		panic("BUG: codebuf: a retired buffer is freed by Reclaim")
	}
	b.unlinkIncoming()
	b.m.free(b)
}

// Retire unlinks all jumps to b, and leaves its memory to Reclaim.
func (b *Buffer) Retire() {
	if b.state != live {
		return
	}
	b.unlinkIncoming()
	b.state = retired
	b.m.retired = append(b.m.retired, b)
}

func (b *Buffer) unlinkIncoming() {
	for len(b.in) > 0 {
		b.m.jumpAt(b.in[len(b.in)-1]).Unlink()
	}
	b.in = nil
}

// free removes b from all lists and frees its memory. No jump may lead to b.
func (m *Memory) free(b *Buffer) {
	for f := b.fields(); f.next(); {
		b.leave(f.field)
	}
	m.Charge(-len(b.jumps))
	b.jumps = ""
	m.unindex(b, b.off, b.off+b.room)
	m.give(b.off, b.off+b.room)
	m.code -= int(b.room)
	m.Charge(-bufferMeta)
	m.stats.Freed[b.kind]++
	b.state, b.Data = freed, nil
}

// String is b's name: its kind and ID.
func (b *Buffer) String() string { return fmt.Sprintf("%s%d", b.kind, b.ID) }

// Dump is b as text: its name and its disassembly. Addresses are shown as buffer+offset, so the text does not depend on where the memory is mapped.
func (b *Buffer) Dump() string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s: %d bytes\n", b, b.size)
	for _, l := range x86.Disassemble(b.Code(), b.Addr(), b.m.Name) {
		fmt.Fprintf(&w, "  %4x  %s\n", l.PC-b.Addr(), l.Text)
	}
	return w.String()
}

// Name is addr as buffer+offset, or "" outside the code.
func (m *Memory) Name(addr uintptr) string {
	b := m.Find(addr)
	if b == nil {
		return ""
	}
	if addr == b.Addr() {
		return b.String()
	}
	return fmt.Sprintf("%s+%#x", b, addr-b.Addr())
}
