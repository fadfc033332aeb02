// BlockMix of scrypt (RFC 7914).

package digest

import "math/bits"

// MixSalsa is BlockMix from x to y: each 16 words go through Salsa20/8, the even results to the first half and the odd ones to the second.
func MixSalsa(y, x []uint32) {
	if len(y) != len(x) || len(x) == 0 || len(x)%32 != 0 {
		panic("digest: no pair of blocks of Salsa20/8")
	}
	mixSalsa(&y[0], &x[0], len(x)/16)
}

func mixSalsaPlain(y, x []uint32) {
	var s [16]uint32
	copy(s[:], x[len(x)-16:])
	for i := range len(x) / 16 {
		for k := range s {
			s[k] ^= x[16*i+k]
		}
		salsa8(&s)
		copy(y[16*(i/2)+i%2*(len(x)/2):], s[:])
	}
}

// salsa8 is the Salsa20/8 core.
func salsa8(s *[16]uint32) {
	x := *s
	quarter := func(a, b, c, d uint32) (uint32, uint32, uint32, uint32) {
		b ^= bits.RotateLeft32(a+d, 7)
		c ^= bits.RotateLeft32(b+a, 9)
		d ^= bits.RotateLeft32(c+b, 13)
		a ^= bits.RotateLeft32(d+c, 18)
		return a, b, c, d
	}
	for range 4 {
		x[0], x[4], x[8], x[12] = quarter(x[0], x[4], x[8], x[12])
		x[5], x[9], x[13], x[1] = quarter(x[5], x[9], x[13], x[1])
		x[10], x[14], x[2], x[6] = quarter(x[10], x[14], x[2], x[6])
		x[15], x[3], x[7], x[11] = quarter(x[15], x[3], x[7], x[11])
		x[0], x[1], x[2], x[3] = quarter(x[0], x[1], x[2], x[3])
		x[5], x[6], x[7], x[4] = quarter(x[5], x[6], x[7], x[4])
		x[10], x[11], x[8], x[9] = quarter(x[10], x[11], x[8], x[9])
		x[15], x[12], x[13], x[14] = quarter(x[15], x[12], x[13], x[14])
	}
	for i := range s {
		s[i] += x[i]
	}
}
