// SM3 (GB/T 32905-2016).

package digest

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// sm3 is a hash.Cloner.
type sm3 struct {
	state [8]uint32
	pending64
}

// NewSM3 makes a hash whose digest has 32 bytes.
func NewSM3() hash.Hash {
	x := new(sm3)
	x.Reset()
	return x
}

func (x *sm3) Reset() {
	x.state = [8]uint32{0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e}
	x.size = 0
}

func (x *sm3) Size() int { return 32 }

func (x *sm3) Clone() (hash.Cloner, error) {
	y := *x
	return &y, nil
}

func (x *sm3) Write(p []byte) (int, error) { return x.write(p, x.blocks) }

func (x *sm3) Sum(p []byte) []byte {
	y := *x
	y.write(x.padding(binary.BigEndian), y.blocks)
	for _, w := range y.state {
		p = binary.BigEndian.AppendUint32(p, w)
	}
	return p
}

func (x *sm3) blocks(p []byte) {
	for ; len(p) >= block64; p = p[block64:] {
		x.compress((*[block64]byte)(p))
	}
}

func (x *sm3) compress(block *[block64]byte) {
	var w [68]uint32
	for j := range 16 {
		w[j] = binary.BigEndian.Uint32(block[4*j:])
	}
	for j := 16; j < len(w); j++ {
		v := w[j-16] ^ w[j-9] ^ bits.RotateLeft32(w[j-3], 15)
		w[j] = v ^ bits.RotateLeft32(v, 15) ^ bits.RotateLeft32(v, 23) ^ bits.RotateLeft32(w[j-13], 7) ^ w[j-6]
	}
	a, b, c, d, e, f, g, h := x.state[0], x.state[1], x.state[2], x.state[3], x.state[4], x.state[5], x.state[6], x.state[7]
	for j := range 64 {
		mixed, chosen, t := a^b^c, e^f^g, uint32(0x79cc4519)
		if j >= 16 {
			mixed, chosen, t = a&b|a&c|b&c, e&f|^e&g, 0x7a879d8a
		}
		turned := bits.RotateLeft32(a, 12)
		s := bits.RotateLeft32(turned+e+bits.RotateLeft32(t, j%32), 7)
		p, q := mixed+d+(s^turned)+(w[j]^w[j+4]), chosen+h+s+w[j]
		a, b, c, d = p, a, bits.RotateLeft32(b, 9), c
		e, f, g, h = q^bits.RotateLeft32(q, 9)^bits.RotateLeft32(q, 17), e, bits.RotateLeft32(f, 19), g
	}
	for i, v := range [...]uint32{a, b, c, d, e, f, g, h} {
		x.state[i] ^= v
	}
}
