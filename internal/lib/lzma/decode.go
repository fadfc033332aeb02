// Decoding LZMA symbols into a dictionary.

package lzma

import "encoding/binary"

// longest is as much input as one symbol may take, and more.
const longest = 32

// rangeDecoder takes bits of b, by their probabilities.
type rangeDecoder struct {
	rng, code uint32
	b         []byte
	at        int
}

// bit decodes a bit.
func (r *rangeDecoder) bit(p *uint16) uint32 {
	bound := r.rng >> 11 * uint32(*p)
	var bit uint32
	if r.code < bound {
		r.rng = bound
		*p += (2048 - *p) >> 5
	} else {
		r.rng -= bound
		r.code -= bound
		*p -= *p >> 5
		bit = 1
	}
	if r.rng < 1<<24 {
		r.rng <<= 8
		r.code = r.code<<8 | uint32(r.b[r.at])
		r.at++
	}
	return bit
}

// more takes a byte.
func (r *rangeDecoder) more() {
	r.rng <<= 8
	r.code = r.code<<8 | uint32(r.b[r.at])
	r.at++
}

// tree decodes bits until the number with a leading one has reached the limit, a power of two.
func (r *rangeDecoder) tree(p []uint16, limit uint32) uint32 {
	p = p[:limit]
	rng, code, b, at := r.rng, r.code, r.b, r.at
	m := uint32(1)
	for m < uint32(len(p)) {
		q := &p[m]
		x := uint32(*q)
		bound := rng >> 11 * x
		zero := uint32(int64(uint64(code)-uint64(bound)) >> 63)
		rng -= bound
		rng ^= (rng ^ bound) & zero
		code -= bound &^ zero
		*q = uint16(x - uint32(int32(x+zero&(1<<32-2017))>>5))
		m = m<<1 + 1 + zero
		if rng < 1<<24 {
			rng <<= 8
			code = code<<8 | uint32(b[at])
			at++
		}
	}
	r.rng, r.code, r.at = rng, code, at
	return m - limit
}

// reverse decodes n bits, the lowest first, with probabilities from base on.
func (r *rangeDecoder) reverse(p []uint16, base, n uint32) (x uint32) {
	rng, code, b, at := r.rng, r.code, r.b, r.at
	m := uint32(1)
	for i := range n {
		q := &p[base+m]
		y := uint32(*q)
		bound := rng >> 11 * y
		zero := uint32(int64(uint64(code)-uint64(bound)) >> 63)
		rng -= bound
		rng ^= (rng ^ bound) & zero
		code -= bound &^ zero
		*q = uint16(y - uint32(int32(y+zero&(1<<32-2017))>>5))
		m = m<<1 + 1 + zero
		x |= (1 + zero) << i
		if rng < 1<<24 {
			rng <<= 8
			code = code<<8 | uint32(b[at])
			at++
		}
	}
	r.rng, r.code, r.at = rng, code, at
	return x
}

// direct decodes n bits that are as often 0 as 1.
func (r *rangeDecoder) direct(n uint32) (x uint32) {
	rng, code, b, at := r.rng, r.code, r.b, r.at
	for range n {
		rng >>= 1
		code -= rng
		mask := -(code >> 31) // all ones: the bit is 0
		code += rng & mask
		x = x<<1 + mask + 1
		if rng < 1<<24 {
			rng <<= 8
			code = code<<8 | uint32(b[at])
			at++
		}
	}
	r.rng, r.code, r.at = rng, code, at
	return x
}

func (r *rangeDecoder) length(l *lengthProbs, posState uint32) uint32 {
	x := uint32(l.choice[0])
	if bound := r.rng >> 11 * x; r.code < bound { // as bit does
		r.rng = bound
		l.choice[0] = uint16(x + (2048-x)>>5)
		if r.rng < 1<<24 {
			r.more()
		}
		return minMatch + r.tree(l.low[posState][:], lenLow)
	}
	r.code -= r.rng >> 11 * x
	r.rng -= r.rng >> 11 * x
	l.choice[0] = uint16(x - x>>5)
	if r.rng < 1<<24 {
		r.more()
	}
	if r.bit(&l.choice[1]) == 0 {
		return minMatch + lenLow + r.tree(l.mid[posState][:], lenLow)
	}
	return minMatch + 2*lenLow + r.tree(l.high[:], 256)
}

// window is the last output, a ring. It grows until it has its size.
type window struct {
	buf           []byte
	size          int // it is to have
	at            int
	full          int // bytes that are there
	out           int // from here on output was not given yet
	want, allowed int // sizes of buf that are needed, and that may be
}

// progress is what a symbol changes besides probabilities.
type progress struct {
	state    uint32
	reps     [4]uint32
	left     int    // of a match that is being copied
	literal  int    // a literal that has no room yet, or -1
	produced uint32 // bytes since the last reset of the dictionary
	ended    bool   // by a mark
}

// symbols decodes LZMA.
type symbols struct {
	window
	p      probs
	lc     uint
	lpMask uint32
	pbMask uint32
	progress
	rng, code uint32
	waiting   [2 * longest]byte // input that was no whole symbol
	waits     int
	saved     probs
	mayEnd    bool // by a mark
}

func (d *symbols) setSizes(o *Options) {
	d.lc, d.lpMask, d.pbMask = uint(o.LC), 1<<o.LP-1, 1<<o.PB-1
}

// resetState begins a stream, or a part that does not depend on what was before but for the dictionary.
func (d *symbols) resetState() {
	d.p.reset(1 << d.lc * int(d.lpMask+1))
	d.state, d.reps, d.left, d.literal = 0, [4]uint32{}, 0, -1
}

// begin takes the first five bytes of coded data.
func (d *symbols) begin(b []byte) bool {
	d.rng, d.code, d.waits = ^uint32(0), uint32(b[1])<<24|uint32(b[2])<<16|uint32(b[3])<<8|uint32(b[4]), 0
	return b[0] == 0
}

// decode decodes symbols while there is room in the window up to limit, and one more if ahead says so. It returns how much of the input was used:
// all of it if more is true. whole says that no more input will come.
func (d *symbols) decode(in []byte, limit int, ahead, whole bool) (used int, more bool, err error) {
	for !d.ended && d.settle(limit) && (d.at < limit || ahead) {
		if d.waits == 0 && len(in)-used >= longest && d.at < limit {
			r := rangeDecoder{d.rng, d.code, in[used:], 0}
			last := len(in) - used - longest
			var ok bool
			if ok, err = d.burst(&r, limit, last); !ok {
				most := limit
				if quickBurst { // a burst may follow soon
					most = min(limit, d.at+1)
				}
				err = d.run(&r, most, last, false)
			}
			d.rng, d.code = r.rng, r.code
			used += r.at
			if err != nil {
				return used, false, err
			}
			continue
		}
		// The symbol is decoded with zeros behind the input, and forgotten if it wanted them.
		var b [4 * longest]byte
		n := copy(b[:], d.waiting[:d.waits])
		add := copy(b[n:max(n, longest)], in[used:])
		d.saved = d.p
		before := d.progress
		r := rangeDecoder{d.rng, d.code, b[:], 0}
		err = d.run(&r, d.at, 0, true)
		if r.at > n+add {
			if whole {
				return used, false, ErrData
			}
			d.p, d.progress = d.saved, before
			d.waits = copy(d.waiting[:], b[:n+add])
			return used + add, true, nil
		}
		d.rng, d.code = r.rng, r.code
		if err != nil {
			return used, false, err
		}
		if r.at < n {
			d.waits = copy(d.waiting[:], b[r.at:n])
		} else {
			used += r.at - n
			d.waits = 0
		}
	}
	return used, false, nil
}

// settle writes what has been decoded as far as there is room; it reports whether all of it is written.
func (d *symbols) settle(limit int) bool {
	if d.literal >= 0 && d.at < limit {
		d.buf[d.at] = byte(d.literal)
		d.advance(1)
		d.literal = -1
	}
	if n := min(d.left, limit-d.at); n > 0 {
		d.copy(int(d.reps[0])+1, n)
		d.left -= n
		d.produced += uint32(n)
	}
	return d.literal < 0 && d.left == 0
}

func (d *symbols) advance(n int) {
	d.window.advance(n)
	d.produced += uint32(n)
}

func (w *window) advance(n int) {
	w.at += n
	w.full = min(w.full+n, w.size)
}

// copy repeats n bytes from a distance; there is room for them.
func (w *window) copy(dist, n int) {
	from := w.at - dist
	if from < 0 {
		from += len(w.buf)
	}
	to := w.buf[w.at : w.at+n]
	switch {
	case n >= 8 && n <= 64 && dist >= 8 && from < w.at: // words, the last of which may overlap the one before
		source := w.buf[from : from+n]
		for k := 0; k < n-8; k += 8 {
			binary.LittleEndian.PutUint64(to[k:], binary.LittleEndian.Uint64(source[k:]))
		}
		binary.LittleEndian.PutUint64(to[n-8:], binary.LittleEndian.Uint64(source[n-8:]))
	case n < 8 && from < w.at:
		source := w.buf[from : from+n]
		for k := range to {
			to[k] = source[k]
		}
	case from+n <= len(w.buf) && (dist >= n || from > w.at):
		copy(to, w.buf[from:from+n])
	case dist == 1 && from < w.at:
		c := w.buf[from]
		for i := range to {
			to[i] = c
		}
	case from < w.at: // what is copied is repeated
		source := w.buf[from:w.at]
		for k := copy(to, source); k < n; k *= 2 {
			copy(to[k:], to[:k])
		}
	default:
		for i := range to {
			to[i] = w.buf[from]
			if from++; from == len(w.buf) {
				from = 0
			}
		}
	}
	w.advance(n)
}

// run decodes symbols until the window is full up to limit, or the input is used up to last; once: one symbol, which is not written yet.
func (d *symbols) run(r *rangeDecoder, limit, last int, once bool) error {
	p, buf, pos := &d.p, d.buf, d.at
	state := d.state
	for once || pos < limit && r.at <= last {
		posState := d.produced & d.pbMask
		// What comes is a literal, as bit would tell.
		isMatch := &p.match[state<<4|posState]
		x := uint32(*isMatch)
		if bound := r.rng >> 11 * x; r.code < bound {
			r.rng = bound
			*isMatch = uint16(x + (2048-x)>>5)
			if r.rng < 1<<24 {
				r.more()
			}
			before := uint32(0)
			if d.full > 0 {
				if pos > 0 {
					before = uint32(buf[pos-1])
				} else {
					before = uint32(buf[len(buf)-1])
				}
			}
			lit := (*[0x300]uint16)(p.literal[0x300*((d.produced&d.lpMask)<<d.lc|before>>(8-d.lc)):])
			rng, code, b, at := r.rng, r.code, r.b, r.at
			m := uint32(1)
			if state >= 7 {
				from := pos - int(d.reps[0]) - 1
				if from < 0 {
					from += len(buf)
				}
				match, offset := uint32(buf[from]), uint32(0x100)
				for m < 0x100 {
					match <<= 1
					bit := match & offset
					q := &lit[offset+bit+m]
					x := uint32(*q)
					if bound := rng >> 11 * x; code < bound {
						rng = bound
						*q = uint16(x + (2048-x)>>5)
						m <<= 1
						offset &^= bit
					} else {
						rng -= bound
						code -= bound
						*q = uint16(x - x>>5)
						m = m<<1 | 1
						offset = bit
					}
					if rng < 1<<24 {
						rng <<= 8
						code = code<<8 | uint32(b[at])
						at++
					}
				}
			} else {
				for m < 0x100 {
					q := &lit[m]
					x := uint32(*q)
					bound := rng >> 11 * x
					zero := uint32(int64(uint64(code)-uint64(bound)) >> 63)
					rng -= bound
					rng ^= (rng ^ bound) & zero
					code -= bound &^ zero
					*q = uint16(x - uint32(int32(x+zero&(1<<32-2017))>>5))
					m = m<<1 + 1 + zero
					if rng < 1<<24 {
						rng <<= 8
						code = code<<8 | uint32(b[at])
						at++
					}
				}
			}
			r.rng, r.code, r.at = rng, code, at
			state = afterLiteral(state)
			if once {
				d.state, d.literal = state, int(byte(m))
				return nil
			}
			buf[pos] = byte(m)
			pos++
			d.at = pos
			if d.full < d.size {
				d.full++
			}
			d.produced++
			continue
		}
		r.code -= r.rng >> 11 * x
		r.rng -= r.rng >> 11 * x
		*isMatch = uint16(x - x>>5)
		if r.rng < 1<<24 {
			r.more()
		}
		length := uint32(1)
		if r.bit(&p.rep[state]) == 0 {
			length = r.length(&p.length, posState)
			dist := r.distance(p, length)
			d.reps[3], d.reps[2], d.reps[1], d.reps[0] = d.reps[2], d.reps[1], d.reps[0], dist
			state = after(7, state)
			if dist == ^uint32(0) {
				d.state, d.ended = state, true
				if !d.mayEnd {
					return ErrData
				}
				return nil
			}
		} else {
			if d.full == 0 {
				return ErrData
			}
			short := false
			if r.bit(&p.rep0[state]) == 0 {
				short = r.bit(&p.rep0Long[state<<4|posState]) == 0
			} else if r.bit(&p.rep1[state]) == 0 {
				d.reps[0], d.reps[1] = d.reps[1], d.reps[0]
			} else if r.bit(&p.rep2[state]) == 0 {
				d.reps[0], d.reps[1], d.reps[2] = d.reps[2], d.reps[0], d.reps[1]
			} else {
				d.reps[0], d.reps[1], d.reps[2], d.reps[3] = d.reps[3], d.reps[0], d.reps[1], d.reps[2]
			}
			if short {
				state = after(9, state)
			} else {
				length = r.length(&p.repeated, posState)
				state = after(8, state)
			}
		}
		if int(d.reps[0]) >= d.full {
			return ErrData
		}
		if once {
			d.state, d.left = state, int(length)
			return nil
		}
		n := min(int(length), limit-pos)
		d.copy(int(d.reps[0])+1, n)
		d.produced += uint32(n)
		d.left = int(length) - n
		pos = d.at
	}
	d.state = state
	return nil
}

// distance decodes how far back a match lies, less one.
func (r *rangeDecoder) distance(p *probs, length uint32) uint32 {
	slot := r.tree(p.slot[min(length-minMatch, 3)][:], slots)
	if slot < 4 {
		return slot
	}
	n := slot>>1 - 1
	dist := (2 | slot&1) << n
	if slot < 14 {
		return dist + r.reverse(p.special[:], dist-slot, n)
	}
	return dist + r.direct(n-4)<<4 + r.reverse(p.align[:], 0, 4)
}
