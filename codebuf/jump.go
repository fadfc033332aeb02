// Jump: a patchable jump from one buffer to another.

package codebuf

import "github.com/psyco-go/psy/x86"

// Jump is the field of a jump or call instruction, with its source and target recorded.
type Jump struct {
	from     *Buffer
	to       *Buffer // nil: the jump goes to its fallback
	field    uint32  // offset in from
	fallback uint32  // offset in from
	next     *Jump   // in to.in
	prev     *Jump
	nextOut  *Jump // in from.out
}

// AddJump makes j the jump whose field is at offset field of b, and patches it to lead to its fallback, the stub at offset fallback of b. j is part
// of what its owner keeps about the stub.
func (b *Buffer) AddJump(j *Jump, field, fallback uint32) {
	*j = Jump{from: b, field: field, fallback: fallback, nextOut: b.out}
	b.out = j
	b.m.Charge(jumpMeta)
	b.PatchJump(field, b.Addr()+uintptr(fallback))
}

// From is the buffer that j is in, or nil if that was freed. To is the buffer that j leads to, or nil if j leads to its fallback.
func (j *Jump) From() *Buffer { return j.from }
func (j *Jump) To() *Buffer   { return j.to }

// Link makes j lead to the code at offset entry of to.
func (j *Jump) Link(to *Buffer, entry uint32) {
	if to.state != live || j.from == nil {
		panic("BUG: codebuf: link of a dead buffer")
	}
	j.leave()
	j.to, j.next = to, to.in
	if to.in != nil {
		to.in.prev = j
	}
	to.in = j
	j.from.PatchJump(j.field, to.Addr()+uintptr(entry))
	j.from.m.stats.Linked++
	if f := j.from.m.patched; f != nil {
		f(j.from, j.field, to, "link")
	}
}

// Unlink makes j lead to its fallback.
func (j *Jump) Unlink() {
	if j.to == nil {
		return
	}
	j.leave()
	j.from.PatchJump(j.field, j.from.Addr()+uintptr(j.fallback))
	j.from.m.stats.Unlinked++
	if f := j.from.m.patched; f != nil {
		f(j.from, j.field, nil, "unlink")
	}
}

// leave removes j from the list of its target.
func (j *Jump) leave() {
	if j.to == nil {
		return
	}
	if j.prev != nil {
		j.prev.next = j.next
	} else {
		j.to.in = j.next
	}
	if j.next != nil {
		j.next.prev = j.prev
	}
	j.to, j.next, j.prev = nil, nil, nil
}

// Incoming calls f for every jump that leads to b, Outgoing for every jump in b. f must not link or unlink.
func (b *Buffer) Incoming(f func(*Jump)) {
	for j := b.in; j != nil; j = j.next {
		f(j)
	}
}
func (b *Buffer) Outgoing(f func(*Jump)) {
	for j := b.out; j != nil; j = j.nextOut {
		f(j)
	}
}

// Entry is the offset in To that the jump leads to; Fallback is the offset of its stub.
func (j *Jump) Entry() int    { return int(j.Target() - j.to.Addr()) }
func (j *Jump) Fallback() int { return int(j.fallback) }

// Target is the address that the field leads to now.
func (j *Jump) Target() uintptr {
	code := j.from.Code()[j.field:]
	d := int32(uint32(code[0]) | uint32(code[1])<<8 | uint32(code[2])<<16 | uint32(code[3])<<24)
	return j.from.Addr() + uintptr(j.field) + 4 + uintptr(int64(d))
}

// Field is j's field as a site in its buffer.
func (j *Jump) Field() x86.Site { return x86.Site{Off: j.field, Kind: x86.SiteRel32} }
