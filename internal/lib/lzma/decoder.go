// Decoders: streams of every format.

package lzma

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"unsafe"
)

type phase uint8

const (
	guess phase = iota // by the first byte
	streamHead
	blockSize
	blockHead
	body
	blockPad
	blockCheck
	index
	indexPad
	indexSum
	streamFoot
	aloneHead
	lzipHead
	lzipFoot
	ended
)

// Decoder is the state of a stream.
type Decoder struct {
	phase  phase
	auto   bool
	limit  uint64 // of memory
	check  int
	chain  source
	window *window
	part   [1024]byte
	n      int
	sum    hash.Hash // of a block's data
	crc    uint32
	crc64  uint64
	block  block
	blocks records // that were read
	index  records // that the index lists
	listed uint64
	packed int64 // bytes of the index, or of a block's data
	left   int64 // of the number that is being read
	number uint64
	shift  uint
	first  uint64 // the number before, of a pair
	lzip   int    // version of an lzip stream, or -1
}

// block is what is known of a block.
type block struct {
	head           int64 // bytes
	packed, plain  int64 // as the head says, -1: it does not
	taken, written int64
}

// records sums up blocks, as an index lists them.
type records struct {
	count, packed, plain uint64
	sum                  uint64
}

func (r *records) add(packed, plain uint64) {
	r.count++
	r.packed += (packed + 3) &^ 3
	r.plain += plain
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], packed)
	binary.LittleEndian.PutUint64(b[8:], plain)
	r.sum = crc64.Update(r.sum, ecma(), b[:])
}

// NewDecoder makes a decoder that needs no more memory than a limit. Filters are those of raw data.
func NewDecoder(f Format, limit uint64, filters []Filter) (*Decoder, error) {
	d := &Decoder{limit: limit, check: CheckUnknown, lzip: -1}
	switch f {
	case Auto:
		d.auto = true
	case XZ:
		d.phase = streamHead
	case Alone:
		d.phase, d.check = aloneHead, CheckNone
	case Raw:
		d.phase, d.check = body, CheckNone
		if err := validChain(filters); err != nil {
			return nil, err
		}
		return d, d.begin(filters, -1)
	}
	return d, nil
}

// validChain looks at the order of filters and at their options, as far as decoders use them.
func validChain(filters []Filter) error {
	if len(filters) == 0 {
		return ErrUsage
	}
	if len(filters) > 4 {
		return ErrOptions
	}
	for i := range filters {
		f := &filters[i]
		last := i == len(filters)-1
		switch f.ID {
		case LZMA1, LZMA2:
			if !last || !f.sizes() {
				return ErrOptions
			}
		case Delta:
			if last || f.Dist < 1 || f.Dist > 256 {
				return ErrOptions
			}
		case X86, PowerPC, IA64, ARM, ARMThumb, SPARC:
			if last || f.Offset%alignment(f.ID) != 0 {
				return ErrOptions
			}
		default:
			return ErrOptions
		}
	}
	return nil
}

// baseMemory is what decoding takes besides the dictionary.
const baseMemory = int(unsafe.Sizeof(lzmaSource{}) + 3*unsafe.Sizeof(branchSource{}))

func (d *Decoder) begin(filters []Filter, size int64) error {
	if uint64(filters[len(filters)-1].DictSize)+uint64(baseMemory) > d.limit {
		return ErrLimit
	}
	d.chain, d.window = newSource(filters, size)
	return nil
}

// Check is the check of the stream.
func (d *Decoder) Check() int { return d.check }

// Ended reports the end of the stream.
func (d *Decoder) Ended() bool { return d.phase == ended }

// Memory is how many bytes the stream needs.
func (d *Decoder) Memory() int {
	if d.window == nil {
		return 0
	}
	return d.window.want + baseMemory
}

// Allow lets the stream take its memory.
func (d *Decoder) Allow() { d.window.allowed = d.window.want }

// KeepsOutput says that output may be left when a limit was reached.
func (d *Decoder) KeepsOutput() bool { return true }

// Run appends output to out until that is limit bytes long, the stream or the input ends. It returns how much of the input was used: all of it,
// if neither the stream nor the limit ended it.
func (d *Decoder) Run(out, in []byte, limit int) ([]byte, int, error) {
	used := 0
	for d.phase != ended {
		if d.phase == body {
			if n := limit - len(out); cap(out)-len(out) < n {
				out = append(make([]byte, 0, limit), out...)
			}
			dst := out[len(out):limit]
			n, k, more, over, err := d.chain.read(dst, in[used:])
			d.sumUp(dst[:n])
			out = out[:len(out)+n]
			used += k
			d.block.taken += int64(k)
			d.block.written += int64(n)
			if err != nil {
				return out, used, err
			}
			if b := &d.block; d.blockWrong(b) {
				return out, used, ErrData
			}
			if over {
				if err := d.leaveBody(); err != nil {
					return out, used, err
				}
				continue
			}
			if more && used < len(in) {
				continue
			}
			return out, used, nil
		}
		k, more, err := d.head(in[used:])
		used += k
		if err != nil || more {
			return out, used, err
		}
	}
	return out, used, nil
}

// blockWrong reports whether a block is larger than its head says.
func (d *Decoder) blockWrong(b *block) bool {
	return b.head > 0 && (b.packed >= 0 && b.taken > b.packed || b.plain >= 0 && b.written > b.plain)
}

func (d *Decoder) sumUp(b []byte) {
	switch d.check {
	case CheckCRC32:
		d.crc = crc32.Update(d.crc, crc32.IEEETable, b)
	case CheckCRC64:
		d.crc64 = crc64.Update(d.crc64, ecma(), b)
	case CheckSHA256:
		d.sum.Write(b)
	}
}

// leaveBody is called at the end of the data.
func (d *Decoder) leaveBody() error {
	d.chain = nil
	b := &d.block
	if d.lzip >= 0 {
		d.phase = lzipFoot
		return nil
	}
	if b.head == 0 { // not a block
		d.phase, d.window = ended, nil
		return nil
	}
	if b.packed >= 0 && b.taken != b.packed || b.plain >= 0 && b.written != b.plain {
		return ErrData
	}
	d.phase, d.n = blockPad, 0
	return nil
}

// collect takes n bytes in.
func (d *Decoder) collect(in []byte, n int) (used int, ok bool) {
	used = copy(d.part[d.n:n], in)
	if d.n += used; d.n < n {
		return used, false
	}
	d.n = 0
	return used, true
}

// checkSize is how many bytes a check takes.
func checkSize(check int) int {
	return [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}[check]
}

const (
	headMagic = "\xfd7zXZ\x00"
	footMagic = "YZ"
)

// head reads on in what is not data. more: the input does not have all of it.
func (d *Decoder) head(in []byte) (used int, more bool, err error) {
	ok := true
	switch d.phase {
	case guess:
		if len(in) == 0 {
			return 0, true, nil
		}
		switch in[0] {
		case headMagic[0]:
			d.phase = streamHead
		case lzipMagic[0]:
			d.phase = lzipHead
		default:
			d.phase, d.check = aloneHead, CheckNone
		}
	case aloneHead:
		if used, ok = d.collect(in, 13); ok {
			err = d.readAlone(d.part[:13])
		} else if d.n > 0 && !new(Options).decodeSizes(d.part[0]) {
			err = ErrFormat
		}
	case lzipHead:
		used, ok = d.collect(in, 6)
		if n := d.n; !ok && string(d.part[:min(n, 4)]) != lzipMagic[:min(n, 4)] {
			return used, false, ErrFormat
		}
		if ok {
			err = d.readLzip(d.part[:6])
		}
	case lzipFoot:
		size := 12
		if d.lzip > 0 {
			size = 20
		}
		if used, ok = d.collect(in, size); !ok {
			break
		}
		b := d.part[:size]
		if binary.LittleEndian.Uint32(b) != d.crc || binary.LittleEndian.Uint64(b[4:]) != uint64(d.block.written) ||
			d.lzip > 0 && binary.LittleEndian.Uint64(b[12:]) != uint64(d.block.taken)+6+20 {
			return used, false, ErrData
		}
		d.phase = ended
	case streamHead:
		used, ok = d.collect(in, 12)
		if !ok {
			break
		}
		b := d.part[:12]
		switch {
		case string(b[:6]) != headMagic:
			return used, false, ErrFormat
		case crc(b[6:8]) != binary.LittleEndian.Uint32(b[8:]):
			return used, false, ErrData
		case b[6] != 0 || b[7] > 15:
			return used, false, ErrOptions
		}
		d.check, d.phase = int(b[7]), blockSize
	case blockSize:
		if len(in) == 0 {
			return 0, true, nil
		}
		if in[0] == 0 {
			d.phase, d.packed, d.listed, d.shift, d.number = index, 1, 0, 0, 0
			d.left, d.crc = -1, crc(in[:1])
			return 1, false, nil
		}
		d.block = block{head: (int64(in[0]) + 1) * 4}
		d.phase = blockHead
	case blockHead:
		if used, ok = d.collect(in, int(d.block.head)); ok {
			err = d.readBlockHead(d.part[:d.block.head])
		}
	case blockPad:
		for ; d.block.taken&3 != 0; used++ {
			if used == len(in) {
				return used, true, nil
			}
			if in[used] != 0 {
				return used, false, ErrData
			}
			d.block.taken++
			d.n++
		}
		d.block.taken -= int64(d.n)
		d.n, d.phase = 0, blockCheck
	case blockCheck:
		size := checkSize(d.check)
		if used, ok = d.collect(in, size); !ok {
			break
		}
		var want []byte
		switch d.check {
		case CheckCRC32:
			want = binary.LittleEndian.AppendUint32(nil, d.crc)
		case CheckCRC64:
			want = binary.LittleEndian.AppendUint64(nil, d.crc64)
		case CheckSHA256:
			want = d.sum.Sum(nil)
		}
		if want != nil && !bytes.Equal(want, d.part[:size]) {
			return used, false, ErrData
		}
		d.blocks.add(uint64(d.block.head+d.block.taken)+uint64(size), uint64(d.block.written))
		d.phase, d.window = blockSize, nil
	case index:
		return d.readIndex(in)
	case indexPad:
		for ; d.packed&3 != 0; used++ {
			if used == len(in) {
				return used, true, nil
			}
			if in[used] != 0 {
				return used, false, ErrData
			}
			d.crc = crc32.Update(d.crc, crc32.IEEETable, in[used:used+1])
			d.packed++
		}
		if d.index != d.blocks {
			return used, false, ErrData
		}
		d.phase = indexSum
	case indexSum:
		if used, ok = d.collect(in, 4); ok {
			if binary.LittleEndian.Uint32(d.part[:]) != d.crc {
				return used, false, ErrData
			}
			d.packed += 4
			d.phase = streamFoot
		}
	case streamFoot:
		if used, ok = d.collect(in, 12); ok {
			b := d.part[:12]
			if string(b[10:]) != footMagic || crc(b[4:10]) != binary.LittleEndian.Uint32(b) || b[8] != 0 || int(b[9]) != d.check ||
				(int64(binary.LittleEndian.Uint32(b[4:]))+1)*4 != d.packed {
				return used, false, ErrData
			}
			d.phase = ended
		}
	}
	return used, !ok, err
}

const lzipMagic = "LZIP"

// readLzip reads the head of an lzip stream, which liblzma knows too.
func (d *Decoder) readLzip(b []byte) error {
	version, n, part := int(b[4]), b[5]&31, uint32(b[5]>>5)
	switch {
	case string(b[:4]) != lzipMagic:
		return ErrFormat
	case version > 1:
		return ErrOptions
	case n < 12 || n > 29 || n == 12 && part > 0:
		return ErrData
	}
	d.lzip, d.check, d.crc, d.phase = version, CheckCRC32, 0, body
	return d.begin([]Filter{{ID: LZMA1, Options: Options{DictSize: 1<<n - part<<(n-4), LC: 3, PB: 2}}}, -1)
}

// readAlone reads the head of an .lzma stream.
func (d *Decoder) readAlone(b []byte) error {
	f := Filter{ID: LZMA1}
	dict := binary.LittleEndian.Uint32(b[1:])
	size := int64(binary.LittleEndian.Uint64(b[5:]))
	if !f.decodeSizes(b[0]) {
		return ErrFormat
	}
	if d.auto { // many things could look like such a head
		x := dict - 1
		for _, n := range [...]int{2, 3, 4, 8, 16} {
			x |= x >> n
		}
		if dict != ^uint32(0) && x+1 != dict || size != -1 && uint64(size) >= 1<<38 {
			return ErrFormat
		}
	}
	if size < -1 {
		return ErrFormat
	}
	f.DictSize = dict
	d.phase, d.block = body, block{}
	return d.begin([]Filter{f}, size)
}

// vli reads a number of up to nine bytes.
func vli(b []byte) (x uint64, rest []byte, ok bool) {
	for i, c := range b[:min(len(b), 9)] {
		x |= uint64(c&127) << (7 * i)
		if c&128 == 0 {
			return x, b[i+1:], c != 0 || i == 0
		}
	}
	return 0, nil, false
}

func (d *Decoder) readBlockHead(b []byte) error {
	n := len(b) - 4
	if crc(b[:n]) != binary.LittleEndian.Uint32(b[n:]) {
		return ErrData
	}
	flags := b[1]
	if flags&0x3c != 0 {
		return ErrOptions
	}
	rest, ok := b[2:n], true
	d.block.packed, d.block.plain = -1, -1
	for _, x := range []struct {
		flag byte
		to   *int64
	}{{0x40, &d.block.packed}, {0x80, &d.block.plain}} {
		if flags&x.flag != 0 {
			var size uint64
			if size, rest, ok = vli(rest); !ok {
				return ErrData
			}
			*x.to = int64(size)
		}
	}
	if d.block.packed == 0 {
		return ErrData
	}
	var filters []Filter
	for range flags&3 + 1 {
		var id, size uint64
		if id, rest, ok = vli(rest); !ok {
			return ErrData
		}
		if size, rest, ok = vli(rest); !ok || size > uint64(len(rest)) || id >= 1<<62 {
			return ErrData
		}
		f, err := DecodeProperties(id, rest[:size])
		if err != nil {
			return err
		}
		rest = rest[size:]
		filters = append(filters, f)
	}
	for _, c := range rest {
		if c != 0 {
			return ErrOptions
		}
	}
	if filters[len(filters)-1].ID == LZMA1 {
		return ErrData
	}
	if err := validChain(filters); err != nil {
		return err
	}
	d.phase, d.crc, d.crc64 = body, 0, 0
	if d.check == CheckSHA256 {
		d.sum = sha256.New()
	}
	return d.begin(filters, -1)
}

// readIndex reads the numbers of an index: how many pairs there are, and the pairs.
func (d *Decoder) readIndex(in []byte) (used int, more bool, err error) {
	for used < len(in) {
		if d.left == 0 && d.shift == 0 && d.listed == 0 {
			break
		}
		c := in[used]
		used++
		d.packed++
		d.number |= uint64(c&127) << d.shift
		if d.shift += 7; c&128 != 0 {
			if d.shift >= 63 {
				err = ErrData
				break
			}
			continue
		}
		if c == 0 && d.shift > 7 {
			err = ErrData
			break
		}
		x := d.number
		d.number, d.shift = 0, 0
		switch {
		case d.left < 0:
			if x != d.blocks.count {
				err = ErrData
			}
			d.left = int64(x)
		case d.listed == 0:
			d.first, d.listed = x, 1
		default:
			d.index.add(d.first, x)
			d.listed = 0
			d.left--
		}
		if err != nil || d.left == 0 && d.listed == 0 {
			break
		}
	}
	d.crc = crc32.Update(d.crc, crc32.IEEETable, in[:used])
	if err == nil && d.left == 0 && d.listed == 0 && d.shift == 0 {
		d.phase = indexPad
		return used, false, nil
	}
	return used, err == nil, err
}

// DecodeProperties reads the options of a filter.
func DecodeProperties(id uint64, b []byte) (f Filter, err error) {
	f.ID = id
	switch id {
	case LZMA1:
		if len(b) != 5 || !f.decodeSizes(b[0]) {
			return f, ErrOptions
		}
		f.DictSize = binary.LittleEndian.Uint32(b[1:])
	case LZMA2:
		if len(b) != 1 || b[0] > 40 {
			return f, ErrOptions
		}
		f.LC, f.PB = 3, 2
		if f.DictSize = ^uint32(0); b[0] < 40 {
			f.DictSize = (2 | uint32(b[0]&1)) << (b[0]/2 + 11)
		}
	case Delta:
		if len(b) != 1 {
			return f, ErrOptions
		}
		f.Dist = int(b[0]) + 1
	case X86, PowerPC, IA64, ARM, ARMThumb, SPARC:
		switch len(b) {
		case 0:
		case 4:
			f.Offset = binary.LittleEndian.Uint32(b)
		default:
			return f, ErrOptions
		}
	default:
		return f, ErrOptions
	}
	return f, nil
}

// EncodeProperties writes them.
func EncodeProperties(f *Filter) ([]byte, error) {
	switch f.ID {
	case LZMA1:
		if !f.sizes() {
			return nil, ErrUsage
		}
		return binary.LittleEndian.AppendUint32([]byte{f.sizesByte()}, f.DictSize), nil
	case LZMA2:
		size := max(f.DictSize, minDict) - 1 // as its two highest bits say, rounded up
		for _, n := range [...]int{2, 3, 4, 8, 16} {
			size |= size >> n
		}
		for b := byte(0); b < 40; b++ {
			if (2|uint32(b&1))<<(b/2+11) > size {
				return []byte{b}, nil
			}
		}
		return []byte{40}, nil
	case Delta:
		if f.Dist < 1 || f.Dist > 256 {
			return nil, ErrUsage
		}
		return []byte{byte(f.Dist - 1)}, nil
	case X86, PowerPC, IA64, ARM, ARMThumb, SPARC:
		if f.Offset == 0 {
			return nil, nil
		}
		return binary.LittleEndian.AppendUint32(nil, f.Offset), nil
	}
	return nil, ErrOptions
}

func (o *Options) sizesByte() byte { return byte((o.PB*5+o.LP)*9 + o.LC) }
