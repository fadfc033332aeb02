// What a pickler writes: bytes in memory of the heap, in frames, and to a file.

package pickling

import (
	"encoding/binary"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// room is where the next n bytes go, in a frame if those are wanted; nil without memory. Who has written them adds n to Len.
func (p *pickler) room(t *Thread, n int) []byte {
	if p.Framing && p.FrameStart < 0 {
		if !p.reserve(t, n+frameHeader) {
			return nil
		}
		p.FrameStart = p.Len
		p.Len += frameHeader
	} else if p.Cap-p.Len < int64(n) && !p.reserve(t, n) {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(p.Buf.Data(), p.Len)), n)
}

// reserve makes room for n bytes more.
func (p *pickler) reserve(t *Thread, n int) bool {
	if p.Cap-p.Len >= int64(n) {
		return true
	}
	size := max(2*p.Cap, p.Len+int64(n), 256)
	r := object.NewRaw(t, int(size))
	if r == nil {
		return false
	}
	if p.Len > 0 {
		copy(unsafe.Slice((*byte)(r.Data()), p.Len), p.written())
	}
	p.Buf, p.Cap = r, size
	return true
}

func (p *pickler) written() []byte {
	if p.Buf == nil {
		return nil
	}
	return unsafe.Slice((*byte)(p.Buf.Data()), p.Len)
}

// op writes one byte.
func (p *pickler) op(t *Thread, c byte) bool {
	if p.Len < p.Cap && (p.FrameStart >= 0 || !p.Framing) {
		*(*byte)(unsafe.Add(p.Buf.Data(), p.Len)) = c
		p.Len++
		return true
	}
	b := p.room(t, 1)
	if b == nil {
		return false
	}
	b[0] = c
	p.Len++
	return true
}

// op1 writes an operation and a byte.
func (p *pickler) op1(t *Thread, c, x byte) bool {
	if p.Len+2 <= p.Cap && (p.FrameStart >= 0 || !p.Framing) {
		at := (*[2]byte)(unsafe.Add(p.Buf.Data(), p.Len))
		at[0], at[1] = c, x
		p.Len += 2
		return true
	}
	b := p.room(t, 2)
	if b == nil {
		return false
	}
	b[0], b[1] = c, x
	p.Len += 2
	return true
}

// op4 writes an operation and four bytes.
func (p *pickler) op4(t *Thread, c byte, x uint32) bool {
	b := p.room(t, 5)
	if b == nil {
		return false
	}
	b[0] = c
	binary.LittleEndian.PutUint32(b[1:], x)
	p.Len += 5
	return true
}

// op8 writes an operation and eight bytes.
func (p *pickler) op8(t *Thread, c byte, x uint64) bool {
	b := p.room(t, 9)
	if b == nil {
		return false
	}
	b[0] = c
	binary.LittleEndian.PutUint64(b[1:], x)
	p.Len += 9
	return true
}

// text writes an operation and a line.
func (p *pickler) text(t *Thread, c byte, s string) bool {
	b := p.room(t, len(s)+2)
	if b == nil {
		return false
	}
	b[0] = c
	copy(b[1:], s)
	b[len(s)+1] = '\n'
	p.Len += int64(len(b))
	return true
}

func (p *pickler) put(t *Thread, s []byte) bool {
	b := p.room(t, len(s))
	if b == nil && len(s) > 0 {
		return false
	}
	copy(b, s)
	p.Len += int64(len(s))
	return true
}

// sizes are the operations for data by the bytes that their lengths take; 0: there is none.
type sizes struct{ one, four, eight byte }

// sized writes data behind its length. what names it in errors; whole is the object that can be written to a file in place of data, or Null.
func (p *pickler) sized(t *Thread, ops sizes, data []byte, what string, whole Value) bool {
	n := len(data)
	large := n >= frameTarget
	framing := p.Framing
	if large {
		p.commit()
		p.Framing = false
	}
	ok := true
	switch {
	case n <= 0xff && ops.one != 0:
		ok = p.op1(t, ops.one, byte(n))
	case n <= 0xffffffff && ops.four != 0:
		ok = p.op4(t, ops.four, uint32(n))
	case ops.eight != 0:
		ok = p.op8(t, ops.eight, uint64(n))
	default:
		object.Raise(t, object.TOverflowError, "serializing a %s larger than 4 GiB requires pickle protocol 4 or higher", what)
		return false
	}
	if !ok {
		return false
	}
	if large && p.Write != null {
		if !p.flush(t) {
			return false
		}
		if whole == null {
			if whole = object.NewBytes(t, data); whole == null {
				return false
			}
		}
		if object.Call1(t, p.Write, whole) == null {
			return false
		}
	} else if !p.put(t, data) {
		return false
	}
	p.Framing = framing
	return true
}

// commit ends a frame. A small one is none.
func (p *pickler) commit() {
	if !p.Framing || p.FrameStart < 0 {
		return
	}
	b := p.written()[p.FrameStart:]
	if n := len(b) - frameHeader; n >= 4 {
		b[0] = opFrame
		binary.LittleEndian.PutUint64(b[1:], uint64(n))
	} else {
		copy(b, b[frameHeader:])
		p.Len -= frameHeader
	}
	p.FrameStart = -1
}

// boundary is called between two operations: it ends a frame that is large.
func (p *pickler) boundary(t *Thread) bool {
	if p.FrameStart < 0 || p.Len-p.FrameStart < frameTarget+frameHeader || !p.Framing {
		return true
	}
	p.commit()
	return p.Write == null || p.flush(t)
}

// flush writes what there is to the file.
func (p *pickler) flush(t *Thread) bool {
	p.commit()
	b := object.NewBytes(t, p.written())
	if b == null {
		return false
	}
	p.Len, p.FrameStart = 0, -1
	return object.Call1(t, p.Write, b) != null
}
