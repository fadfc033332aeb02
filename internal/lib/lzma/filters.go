// Filters that make data easier to compress: differences of bytes, and machine code whose calls name absolute addresses.

package lzma

import "encoding/binary"

// delta turns bytes into their differences from those dist bytes before, or back.
type delta struct {
	dist int
	at   int
	last [256]byte
}

func (d *delta) code(b []byte, encode bool) {
	for i, c := range b {
		before := &d.last[(d.at-d.dist)&255]
		if encode {
			b[i] = c - *before
		} else {
			b[i] += *before
			c = b[i]
		}
		d.last[d.at&255] = c
		d.at++
	}
}

// branches turns relative addresses in machine code into absolute ones, or back.
type branches struct {
	id   uint64
	pos  uint32 // of the next byte
	last uint32 // where the last instruction began, and which bytes after it may be addresses: of x86
	mask uint32
}

func newBranches(f *Filter) *branches { return &branches{id: f.ID, pos: f.Offset, last: f.Offset - 5} }

// alignment is what a position of machine code must be a multiple of.
func alignment(id uint64) uint32 {
	switch id {
	case X86:
		return 1
	case ARMThumb:
		return 2
	case IA64:
		return 16
	}
	return 4
}

// code works on b as far as it can without the bytes behind b, and returns how far.
func (x *branches) code(b []byte, encode bool) (n int) {
	// move is a target from the address after it.
	move := func(target uint32, from int) uint32 {
		if here := x.pos + uint32(from); encode {
			return target + here
		} else {
			return target - here
		}
	}
	switch x.id {
	case X86:
		n = x.x86(b, encode)
	case PowerPC:
		for ; n+4 <= len(b); n += 4 {
			if w := binary.BigEndian.Uint32(b[n:]); w>>26 == 0x12 && w&3 == 1 {
				binary.BigEndian.PutUint32(b[n:], 0x48<<24|move(w&0x3fffffc, n)&0x3fffffc|w&3)
			}
		}
	case ARM:
		for ; n+4 <= len(b); n += 4 {
			if w := binary.LittleEndian.Uint32(b[n:]); w>>24 == 0xeb {
				binary.LittleEndian.PutUint32(b[n:], w&0xff000000|move(w<<2, n+8)>>2&0xffffff)
			}
		}
	case ARMThumb:
		for ; n+4 <= len(b); n += 2 {
			if b[n+1]&0xf8 == 0xf0 && b[n+3]&0xf8 == 0xf8 {
				w := uint32(b[n+1]&7)<<19 | uint32(b[n])<<11 | uint32(b[n+3]&7)<<8 | uint32(b[n+2])
				w = move(w<<1, n+4) >> 1
				b[n+1], b[n], b[n+3], b[n+2] = 0xf0|byte(w>>19&7), byte(w>>11), 0xf8|byte(w>>8&7), byte(w)
				n += 2
			}
		}
	case SPARC:
		for ; n+4 <= len(b); n += 4 {
			if w := binary.BigEndian.Uint32(b[n:]); w>>22 == 0x100 || w>>22 == 0x1ff {
				w = move(w<<2, n) >> 2
				w = -(w>>22&1)<<22&0x3fffffff | w&0x3fffff | 0x40000000
				binary.BigEndian.PutUint32(b[n:], w)
			}
		}
	case IA64:
		// Which of the three slots of a bundle may hold a branch, by the bundle's template.
		const slots = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x04\x06\x06\x00\x00\x07\x07\x04\x04\x00\x00\x04\x04\x00\x00"
		for ; n+16 <= len(b); n += 16 {
			for slot := range 3 {
				if slots[b[n]&31]>>slot&1 == 0 {
					continue
				}
				bit := 5 + 41*slot
				part, shift := b[n+bit>>3:][:6], bit&7
				var w uint64
				for i, c := range part {
					w |= uint64(c) << (8 * i)
				}
				if op := w >> shift; op>>37&15 == 5 && op>>9&7 == 0 {
					target := move(uint32(op>>13&0xfffff|op>>36&1<<20)<<4, n) >> 4
					op = op&^(0x8fffff<<13) | uint64(target&0xfffff)<<13 | uint64(target&0x100000)<<16
					w = w&(1<<shift-1) | op<<shift
					for i := range part {
						part[i] = byte(w >> (8 * i))
					}
				}
			}
		}
	}
	x.pos += uint32(n)
	return n
}

// x86 looks for calls and jumps. Bytes that look like one may be part of an address: mask remembers at which of the last bytes one seemed to begin.
func (x *branches) x86(b []byte, encode bool) int {
	const size = 5
	if len(b) < size {
		return 0
	}
	sign := func(c byte) bool { return c == 0 || c == 0xff }
	if x.pos-x.last > size {
		x.last = x.pos - size
	}
	i := 0
	for i <= len(b)-size {
		if b[i]&0xfe != 0xe8 {
			i++
			continue
		}
		here := x.pos + uint32(i)
		away := here - x.last
		if x.last = here; away > size {
			x.mask = 0
		} else {
			for range away {
				x.mask = x.mask & 0x77 << 1
			}
		}
		const allowed = 1<<0 | 1<<1 | 1<<2 | 1<<4
		top := b[i+4]
		if !sign(top) || allowed>>(x.mask>>1&7)&1 == 0 || x.mask>>1 >= 0x10 {
			x.mask |= 1
			if sign(top) {
				x.mask |= 0x10
			}
			i++
			continue
		}
		target := binary.LittleEndian.Uint32(b[i+1:])
		for {
			if encode {
				target += here + size
			} else {
				target -= here + size
			}
			if x.mask == 0 {
				break
			}
			shift := [8]uint32{0, 8, 16, 16, 24, 24, 24, 24}[x.mask>>1&7]
			if !sign(byte(target >> (24 - shift))) {
				break
			}
			target ^= uint32(1<<(32-shift) - 1)
		}
		target = target&0x1ffffff | -(target>>24&1)<<24
		binary.LittleEndian.PutUint32(b[i+1:], target)
		i += size
		x.mask = 0
	}
	return i
}
