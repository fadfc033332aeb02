// The quick way through symbols, where there is plenty of input and of room.

package inflate

import "encoding/binary"

const (
	fastIn  = 16        // bytes of input that there must be: two words
	fastOut = 258 + 2*8 // room that there must be: a copy, which is made by words, and a byte
)

var (
	lengthBase, distanceBase   [32]uint16
	lengthExtra, distanceExtra [32]uint8
)

func init() {
	for s := range 29 {
		base, extra := lengthOf(s)
		lengthBase[s], lengthExtra[s] = uint16(base), uint8(extra)
	}
	for s := range 30 {
		base, extra := distanceOf(s)
		distanceBase[s], distanceExtra[s] = uint16(base), uint8(extra)
	}
}

// quick decodes symbols while there is enough input and room. It returns how much of the input was used.
func (d *Decoder) quick(out, in []byte, limit int) (_ []byte, used int, err error) {
	begun, pos := len(out), len(out)
	out = out[:min(limit, cap(out))]
	literal, dist := &d.literal.fast, &d.dist.fast
	bits, n := d.bits, d.n
	for len(in)-used >= fastIn && len(out)-pos >= fastOut {
		if n < 48 {
			bits |= binary.LittleEndian.Uint64(in[used:]) << (n & 63) // those above n come again
			used += int((63 - n) >> 3)
			n |= 56
		}
		e := literal[bits&(1<<fastBits-1)]
		if e == 0 {
			e = d.literal.long(bits)
		}
		if e < 256<<4 && e != 0 { // a literal, and perhaps another one
			bits >>= e & 15
			n -= uint(e & 15)
			out[pos] = byte(e >> 4)
			pos++
			if e = literal[bits&(1<<fastBits-1)]; e < 256<<4 && e != 0 {
				bits >>= e & 15
				n -= uint(e & 15)
				out[pos] = byte(e >> 4)
				pos++
				continue
			}
			if n < 48 || e == 0 {
				continue
			}
		}
		if e == 0 {
			break
		}
		l := uint(e & 15)
		s := e>>4 - 257
		if s >= 29 { // the end of the block, or none
			if e>>4 == 256 {
				bits >>= l
				n -= l
				d.state = blockHead
			}
			break
		}
		b, k := bits>>l, uint(lengthExtra[s&31])&31
		length := int(lengthBase[s&31]) + int(b&(1<<k-1))
		b >>= k
		l += k
		if e = dist[b&(1<<fastBits-1)]; e == 0 {
			e = d.dist.long(b)
		}
		if e == 0 || e>>4 >= 30 {
			break
		}
		b >>= e & 15
		l += uint(e & 15)
		k = uint(distanceExtra[e>>4&31]) & 31
		distance := int(distanceBase[e>>4&31]) + int(b&(1<<k-1))
		l += k
		made := pos - begun
		if distance > min(windowSize, d.filled+made) {
			err = Error("invalid distance too far back")
			break
		}
		bits >>= l & 63
		n -= l
		if distance > made { // from the window, as far as that goes
			back := distance - made
			from := (d.at - back) & (windowSize - 1)
			k := copy(out[pos:pos+min(length, back)], d.window[from:])
			k += copy(out[pos+k:pos+min(length, back)], d.window[:])
			pos += k
			if length -= k; length == 0 {
				continue
			}
		}
		switch to, from := pos, pos-distance; {
		case distance >= 8:
			for pos += length; to < pos; to += 8 {
				binary.LittleEndian.PutUint64(out[to:], binary.LittleEndian.Uint64(out[from:]))
				from += 8
			}
		case distance == 1:
			x := uint64(out[from]) * 0x0101010101010101
			for pos += length; to < pos; to += 8 {
				binary.LittleEndian.PutUint64(out[to:], x)
			}
		default:
			for pos += length; to < pos; to++ {
				out[to] = out[from]
				from++
			}
		}
	}
	d.bits, d.n = bits&(1<<(n&63)-1), n
	d.putAll(out[begun:pos])
	return out[:pos], used, err
}
