// Jump: a patchable jump from one buffer to another.

package codebuf

import "github.com/psyco-go/psy/x86"

// Jump identifies the field of a jump or call instruction that is on record: field N of From. Where it leads to is read from the code.
type Jump struct {
	From *Buffer
	N    int
}

// field is the record of a jump in its buffer. Buffers have many, so it has no pointers for Go's collector to follow.
type field struct {
	off      uint32 // of the field in its buffer
	fallback uint32 // offset in the buffer
	at       uint32 // 1 + the jump's index in the list of its target; 0: the jump goes to its fallback
}

// AddJumps records n jumps of b, which has none yet. at gives the offset of each one's field and that of its fallback, a stub, to which the jump is patched
// to lead.
func (b *Buffer) AddJumps(n int, at func(k int) (off, fallback uint32)) {
	if n == 0 {
		return
	}
	b.out = make([]field, n)
	b.m.Charge(n * fieldMeta)
	for k := range b.out {
		f := &b.out[k]
		f.off, f.fallback = at(k)
		b.PatchJump(f.off, b.Addr()+uintptr(f.fallback))
	}
}

func (j Jump) field() *field { return &j.From.out[j.N] }

// To is the buffer that j leads to, or nil if j leads to its fallback.
func (j Jump) To() *Buffer {
	if j.field().at == 0 {
		return nil
	}
	return j.From.m.Find(j.Target())
}

// Link makes j lead to the code at offset entry of to.
func (j Jump) Link(to *Buffer, entry uint32) {
	if to.state != live || j.From.state == freed {
		panic("BUG: codebuf: link of a dead buffer")
	}
	j.leave()
	f := j.field()
	to.in = append(to.in, j)
	f.at = uint32(len(to.in))
	from := j.From
	from.m.Charge(linkMeta)
	from.PatchJump(f.off, to.Addr()+uintptr(entry))
	from.m.stats.Linked++
	if told := from.m.patched; told != nil {
		told(from, f.off, to, "link")
	}
}

// Unlink makes j lead to its fallback.
func (j Jump) Unlink() {
	f, b := j.field(), j.From
	if f.at == 0 {
		return
	}
	j.leave()
	b.PatchJump(f.off, b.Addr()+uintptr(f.fallback))
	b.m.stats.Unlinked++
	if told := b.m.patched; told != nil {
		told(b, f.off, nil, "unlink")
	}
}

// leave removes j from the list of its target.
func (j Jump) leave() {
	f := j.field()
	if f.at == 0 {
		return
	}
	to := j.To()
	last := len(to.in) - 1
	to.in[f.at-1] = to.in[last]
	to.in[f.at-1].field().at = f.at
	to.in[last] = Jump{}
	to.in = to.in[:last]
	f.at = 0
	j.From.m.Charge(-linkMeta)
}

// Incoming calls f for every jump that leads to b, Outgoing for every jump in b. f must not link or unlink.
func (b *Buffer) Incoming(f func(Jump)) {
	for _, j := range b.in {
		f(j)
	}
}
func (b *Buffer) Outgoing(f func(Jump)) {
	for n := range b.out {
		f(Jump{b, n})
	}
}

// Entry is the offset in To that the jump leads to; Fallback is the offset of its stub.
func (j Jump) Entry() int    { return int(j.Target() - j.To().Addr()) }
func (j Jump) Fallback() int { return int(j.field().fallback) }

// Target is the address that the field leads to now.
func (j Jump) Target() uintptr {
	off := j.field().off
	code := j.From.Code()[off:]
	d := int32(uint32(code[0]) | uint32(code[1])<<8 | uint32(code[2])<<16 | uint32(code[3])<<24)
	return j.From.Addr() + uintptr(off) + 4 + uintptr(int64(d))
}

// Field is j's field as a site in its buffer.
func (j Jump) Field() x86.Site { return x86.Site{Off: j.field().off, Kind: x86.SiteRel32} }
