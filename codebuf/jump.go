// Jump: a patchable jump from one buffer to another.

package codebuf

import (
	"encoding/binary"

	"github.com/psyco-go/psy/internal/lib/varint"
	"github.com/psyco-go/psy/x86"
)

// Jump identifies the field of a jump or call instruction that is on record: field N of From. Where it leads to is read from the code.
type Jump struct {
	From *Buffer
	N    int
}

// field is where a jump is in its buffer. There are more jumps than anything else, so Buffer.jumps has the fields as varints, each as its distance from the
// one before.
type field struct {
	off      uint32 // of the field
	fallback uint32 // of the code that the jump leads to if it leads to no buffer
}

// fields reads the jumps of a buffer, from the first one on.
type fields struct {
	rest varint.Bytes
	field
}

func (b *Buffer) fields() fields { return fields{rest: varint.Of(b.jumps)} }

// next moves on to the next jump, if there is one.
func (f *fields) next() bool {
	if len(f.rest) == 0 {
		return false
	}
	f.off += uint32(f.rest.Int())
	f.fallback += uint32(f.rest.Int())
	return true
}

// AddJumps records n jumps of b, which has none yet. at gives the offset of each one's field and that of its fallback, a stub, to which the jump is patched
// to lead. Fallbacks ascend.
func (b *Buffer) AddJumps(n int, at func(k int) (off, fallback uint32)) {
	var last field
	out := make([]byte, 0, 4*n)
	for k := range n {
		var f field
		f.off, f.fallback = at(k)
		out = binary.AppendVarint(out, int64(f.off)-int64(last.off))
		out = binary.AppendVarint(out, int64(f.fallback)-int64(last.fallback))
		last = f
		b.PatchJump(f.off, b.Addr()+uintptr(f.fallback))
	}
	b.jumps = string(out)
	b.m.Charge(len(out))
}

func (j Jump) field() field {
	f := j.From.fields()
	for range j.N + 1 {
		f.next()
	}
	return f.field
}

// jumpAt is the jump whose field is at an offset in the region.
func (m *Memory) jumpAt(off uint32) Jump {
	b := m.Find(m.rx + uintptr(off))
	f := b.fields()
	for n := 0; f.next(); n++ {
		if b.off+f.off == off {
			return Jump{b, n}
		}
	}
	panic("BUG: codebuf: a jump is in no buffer")
}

// target is the address that a field of b leads to now.
func (b *Buffer) target(f field) uintptr {
	d := int32(binary.LittleEndian.Uint32(b.Code()[f.off:]))
	return b.Addr() + uintptr(f.off) + 4 + uintptr(int64(d))
}

// leadsTo is the buffer that a field of b leads to; nil: the field leads to its fallback.
func (b *Buffer) leadsTo(f field) *Buffer {
	to := b.target(f)
	if to == b.Addr()+uintptr(f.fallback) {
		return nil
	}
	return b.m.Find(to)
}

// To is the buffer that j leads to, or nil if j leads to its fallback.
func (j Jump) To() *Buffer { return j.From.leadsTo(j.field()) }

// Link makes j lead to the code at offset entry of to.
func (j Jump) Link(to *Buffer, entry uint32) {
	if to.state != live || j.From.state == freed {
		panic("BUG: codebuf: link of a dead buffer")
	}
	from, f := j.From, j.field()
	from.leave(f)
	to.in = append(to.in, from.off+f.off)
	from.m.Charge(linkMeta)
	from.PatchJump(f.off, to.Addr()+uintptr(entry))
	from.m.stats.Linked++
	if told := from.m.patched; told != nil {
		told(from, f.off, to, "link")
	}
}

// Unlink makes j lead to its fallback.
func (j Jump) Unlink() {
	b, f := j.From, j.field()
	if !b.leave(f) {
		return
	}
	b.PatchJump(f.off, b.Addr()+uintptr(f.fallback))
	b.m.stats.Unlinked++
	if told := b.m.patched; told != nil {
		told(b, f.off, nil, "unlink")
	}
}

// leave removes a field of b from the list of its target. False: the field leads to its fallback.
func (b *Buffer) leave(f field) bool {
	to := b.leadsTo(f)
	if to == nil {
		return false
	}
	last := len(to.in) - 1
	n := last
	for to.in[n] != b.off+f.off { // unlinkIncoming takes the last one first
		n--
	}
	to.in[n] = to.in[last]
	to.in = to.in[:last]
	b.m.Charge(-linkMeta)
	return true
}

// Incoming calls f for every jump that leads to b, Outgoing for every jump in b. f must not link or unlink.
func (b *Buffer) Incoming(f func(Jump)) {
	for _, off := range b.in {
		f(b.m.jumpAt(off))
	}
}
func (b *Buffer) Outgoing(f func(Jump)) {
	fs := b.fields()
	for n := 0; fs.next(); n++ {
		f(Jump{b, n})
	}
}

// ByFallback is the number of the jump of b whose fallback is the last one before offset off.
func (b *Buffer) ByFallback(off uint32) int {
	n := -1
	for f := b.fields(); f.next() && f.fallback < off; {
		n++
	}
	return n
}

// Entry is the offset in To that the jump leads to; Fallback is the offset of its stub.
func (j Jump) Entry() int    { return int(j.Target() - j.To().Addr()) }
func (j Jump) Fallback() int { return int(j.field().fallback) }

// Target is the address that the field leads to now.
func (j Jump) Target() uintptr { return j.From.target(j.field()) }

// Field is j's field as a site in its buffer.
func (j Jump) Field() x86.Site { return x86.Site{Off: j.field().off, Kind: x86.SiteRel32} }
