// Encoders: streams of every format.

package lzma

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"unsafe"
)

// Encoder is a stream that is being compressed.
type Encoder struct {
	format  Format
	check   int
	filters []Filter
	before  []*preparer
	coder   coder
	begun   bool
	ended   bool
	head    int64 // bytes of the block's head; 0: it has not begun
	plain   uint64
	packed  uint64 // bytes of the block
	crc     uint32
	crc64   uint64
	sum     hash.Hash
	scratch []byte
	part    int  // bytes of the part of LZMA2 that is being encoded
	stored  bool // the last part was stored as it is
	sized   bool // the options were written
	filled  bool // all filters have given all
}

// preparer is a filter before LZMA. Held is what may be the beginning of an instruction.
type preparer struct {
	delta    delta
	branches *branches
	held     []byte
}

func (p *preparer) code(b []byte, last bool) []byte {
	if p.branches == nil {
		p.delta.code(b, true)
		return b
	}
	b = append(p.held, b...)
	n := p.branches.code(b, true)
	if last {
		n = len(b)
	}
	p.held = append([]byte(nil), b[n:]...)
	return b[:n]
}

// NewEncoder makes an encoder. The check is that of .xz streams.
func NewEncoder(f Format, check int, filters []Filter) (*Encoder, error) {
	if err := validChain(filters); err != nil {
		return nil, err
	}
	o := &filters[len(filters)-1]
	if f == XZ && (check < 0 || check > CheckMax || o.ID == LZMA1) {
		return nil, ErrUsage
	}
	if f == XZ && !IsCheck(check) {
		return nil, ErrCheck
	}
	const most = 1<<30 + 1<<29
	if f == Alone && (o.ID != LZMA1 || len(filters) > 1) ||
		o.DictSize < minDict || o.DictSize > most || o.Nice < minMatch || o.Nice > maxMatch || o.Mode != ModeFast && o.Mode != ModeNormal {
		return nil, ErrOptions
	}
	switch o.Finder {
	case HC3, HC4, BT2, BT3, BT4:
	default:
		return nil, ErrOptions
	}
	filters = append([]Filter(nil), filters...)
	o = &filters[len(filters)-1]
	o.Nice = max(o.Nice, o.Finder&15) // so many bytes are hashed
	e := &Encoder{format: f, check: check, filters: filters}
	for i := range filters[:len(filters)-1] {
		p := &preparer{delta: delta{dist: filters[i].Dist}}
		if filters[i].ID != Delta {
			p.branches = newBranches(&filters[i])
		}
		e.before = append(e.before, p)
	}
	e.coder.init(&o.Options)
	e.coder.rangeEncoder.begin()
	if check == CheckSHA256 {
		e.sum = sha256.New()
	}
	return e, nil
}

// encoderBytes is what an encoder takes at least: itself, the range coder's output, plans and matches, and input that is being filtered.
const encoderBytes = int(unsafe.Sizeof(Encoder{})) + int(unsafe.Sizeof(optimum{})) + partPacked + optimal*8*2 + maxMatch*8*2 + 3*addMost

// Memory is how many bytes e holds when it has taken up to n bytes more, AddMost at most.
func (e *Encoder) Memory(n int) int { return encoderBytes + e.coder.finder.memory(n+64) }

// Expect says that n bytes will come next, so that tables become as large at once.
func (e *Encoder) Expect(n int) { e.coder.finder.expect = n }

// AddMost is how much input is taken at once.
const AddMost = addMost - 64

// Ended reports whether the stream was ended.
func (e *Encoder) Ended() bool { return e.ended }

// Add takes input, at most AddMost bytes. Encode is to be called until it is done with it.
func (e *Encoder) Add(in []byte) {
	if len(in) == 0 {
		return
	}
	e.plain += uint64(len(in))
	switch e.check {
	case CheckCRC32:
		e.crc = crc32.Update(e.crc, crc32.IEEETable, in)
	case CheckCRC64:
		e.crc64 = crc64.Update(e.crc64, ecma(), in)
	case CheckSHA256:
		e.sum.Write(in)
	}
	if len(e.before) > 0 {
		e.scratch = append(e.scratch[:0], in...)
		in = e.prepare(e.scratch, false)
	}
	e.fill(in)
}

func (e *Encoder) prepare(b []byte, last bool) []byte {
	for _, p := range e.before {
		b = p.code(b, last)
	}
	return b
}

func (e *Encoder) fill(b []byte) { e.coder.pos -= e.coder.add(b) }

const (
	partPlain  = 1 << 21 // bytes of a part of LZMA2
	partPacked = 1 << 16
	stride     = 1 << 14 // bytes that are encoded before Encode returns
)

// Encode appends some of the output to out. Done: it does not have more for the input so far, or the stream has ended, if last says that it is to.
func (e *Encoder) Encode(out []byte, last bool) (_ []byte, done bool) {
	if !e.begun {
		out = e.begin(out)
	}
	if e.ended {
		return out, true
	}
	if last && !e.filled {
		e.filled = true
		e.fill(e.prepare(nil, true))
	}
	if e.format == XZ && e.head == 0 {
		if e.plain == 0 {
			if last {
				out = e.finishXZ(out)
			}
			return out, true
		}
		out = e.beginBlock(out)
	}
	begun := len(out)
	if e.filters[len(e.filters)-1].ID == LZMA2 {
		out, done = e.encode2(out, last)
	} else {
		out, done = e.encode1(out, last)
	}
	e.packed += uint64(len(out) - begun)
	if !last || !done {
		return out, done
	}
	e.ended = true
	if e.format == XZ {
		out = e.finishXZ(e.finishBlock(out))
	}
	e.coder = coder{}
	return out, true
}

func (e *Encoder) begin(out []byte) []byte {
	e.begun = true
	switch e.format {
	case XZ:
		out = append(out, headMagic...)
		out = append(out, 0, byte(e.check))
		return binary.LittleEndian.AppendUint32(out, crc([]byte{0, byte(e.check)}))
	case Alone:
		o := &e.filters[0]
		size := o.DictSize - 1
		for _, n := range [...]int{2, 3, 4, 8, 16} {
			size |= size >> n
		}
		if size != ^uint32(0) {
			size++
		}
		out = binary.LittleEndian.AppendUint32(append(out, o.sizesByte()), size)
		return binary.LittleEndian.AppendUint64(out, ^uint64(0))
	}
	return out
}

func appendVLI(b []byte, x uint64) []byte { return binary.AppendUvarint(b, x) }

func (e *Encoder) beginBlock(out []byte) []byte {
	b := []byte{0, byte(len(e.filters) - 1)}
	for i := range e.filters {
		props, err := EncodeProperties(&e.filters[i])
		if err != nil {
			panic("BUG: " + err.Error())
		}
		b = append(appendVLI(appendVLI(b, e.filters[i].ID), uint64(len(props))), props...)
	}
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	b[0] = byte(len(b) / 4)
	b = binary.LittleEndian.AppendUint32(b, crc(b))
	e.head = int64(len(b))
	return append(out, b...)
}

func (e *Encoder) finishBlock(out []byte) []byte {
	for n := e.packed; n%4 != 0; n++ {
		out = append(out, 0)
	}
	switch e.check {
	case CheckCRC32:
		out = binary.LittleEndian.AppendUint32(out, e.crc)
	case CheckCRC64:
		out = binary.LittleEndian.AppendUint64(out, e.crc64)
	case CheckSHA256:
		out = e.sum.Sum(out)
	}
	return out
}

// finishXZ writes the index and the foot.
func (e *Encoder) finishXZ(out []byte) []byte {
	e.ended = true
	b := []byte{0, byte(b2i(e.head > 0))}
	if e.head > 0 {
		b = appendVLI(b, uint64(e.head)+e.packed+uint64(checkSize(e.check)))
		b = appendVLI(b, e.plain)
	}
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	b = binary.LittleEndian.AppendUint32(b, crc(b))
	foot := binary.LittleEndian.AppendUint32(nil, uint32(len(b)/4-1))
	foot = append(foot, 0, byte(e.check))
	out = append(out, b...)
	out = binary.LittleEndian.AppendUint32(out, crc(foot))
	return append(append(out, foot...), footMagic...)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// encode1 writes LZMA1.
func (e *Encoder) encode1(out []byte, last bool) ([]byte, bool) {
	c := &e.coder
	_, more := c.encode(stride, 1<<62, last)
	if more && last {
		c.mark()
		c.rangeEncoder.finish()
	}
	out = append(out, c.out...)
	c.out = c.out[:0]
	return out, more
}

// encode2 writes LZMA2: parts of limited size.
func (e *Encoder) encode2(out []byte, last bool) ([]byte, bool) {
	c := &e.coder
	n, more := c.encode(min(stride, partPlain-e.part), partPacked-64, last)
	e.part += n
	if full := !more && (partPlain-e.part < maxMatch || c.written() >= partPacked-64); (full || more && last) && e.part > 0 {
		out = e.finishPart(out)
	}
	if more && last {
		out = append(out, 0)
	}
	return out, more
}

func (e *Encoder) finishPart(out []byte) []byte {
	c := &e.coder
	c.rangeEncoder.finish()
	plain, packed := e.part-1, len(c.out)-1
	if packed < plain {
		head := byte(0x80) | byte(plain>>16)
		switch {
		case !e.sized && !e.stored:
			head |= 0x60
		case !e.sized:
			head |= 0x40
		case e.stored:
			head |= 0x20
		}
		out = append(out, head, byte(plain>>8), byte(plain), byte(packed>>8), byte(packed))
		if !e.sized {
			out = append(out, c.o.sizesByte())
		}
		out = append(out, c.out...)
		e.sized, e.stored = true, false
	} else {
		for e.part += c.drop(); e.part > 0; {
			n := min(e.part, partPacked)
			head := byte(2)
			if !e.sized && !e.stored {
				head = 1
			}
			out = append(out, head, byte((n-1)>>8), byte(n-1))
			from := c.pos - e.part
			out = append(out, c.buf[from:from+n]...)
			e.part -= n
			e.stored = true
		}
		c.reset()
	}
	e.part = 0
	c.rangeEncoder.begin()
	return out
}
