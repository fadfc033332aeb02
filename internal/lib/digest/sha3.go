// SHA-3 and SHAKE (FIPS 202).

package digest

import (
	"crypto/sha3"
	"encoding/binary"
	"hash"
	"io"
)

// XOF is a hash that gives as many bytes as are asked for. What has been read from cannot be written to.
type XOF interface {
	io.ReadWriter
	Clone() (XOF, error)
}

// New224, New256, New384 and New512 make SHA3 hashes, Shake128 and Shake256 SHAKEs.
func New224() hash.Hash { return newSHA3(28, func() *sha3.SHA3 { return sha3.New224() }) }
func New256() hash.Hash { return newSHA3(32, func() *sha3.SHA3 { return sha3.New256() }) }
func New384() hash.Hash { return newSHA3(48, func() *sha3.SHA3 { return sha3.New384() }) }
func New512() hash.Hash { return newSHA3(64, func() *sha3.SHA3 { return sha3.New512() }) }

func Shake128() XOF { return newShake(168, sha3.NewSHAKE128) }
func Shake256() XOF { return newShake(136, sha3.NewSHAKE256) }

func newSHA3(size int, usual func() *sha3.SHA3) hash.Hash {
	if !quickPermutation {
		return usual()
	}
	return &fixed{sponge{rate: 200 - 2*size, suffix: 0x06}, size}
}

func newShake(rate int, usual func() *sha3.SHAKE) XOF {
	if !quickPermutation {
		return usualShake{usual()}
	}
	return &extendable{sponge: sponge{rate: rate, suffix: 0x1f}}
}

// sponge is the state of a hash.
type sponge struct {
	a      [25]uint64
	at     int // bytes of the block that were absorbed, or squeezed
	rate   int // bytes of a block
	suffix byte
}

func (s *sponge) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		if s.at == 0 && len(b) >= s.rate {
			for i := range s.rate / 8 {
				s.a[i] ^= binary.LittleEndian.Uint64(b[8*i:])
			}
			permute(&s.a)
			b = b[s.rate:]
			continue
		}
		part := b[:min(len(b), s.rate-s.at)]
		b = b[len(part):]
		for len(part) > 0 {
			k := 1
			if s.at&7 == 0 && len(part) >= 8 {
				k = 8
				s.a[s.at>>3] ^= binary.LittleEndian.Uint64(part)
			} else {
				s.add(s.at, part[0])
			}
			part = part[k:]
			s.at += k
		}
		if s.at == s.rate {
			permute(&s.a)
			s.at = 0
		}
	}
	return n, nil
}

func (s *sponge) add(at int, c byte) { s.a[at>>3] ^= uint64(c) << (at & 7 * 8) }

// finish ends the input.
func (s *sponge) finish() {
	s.add(s.at, s.suffix)
	s.add(s.rate-1, 0x80)
	permute(&s.a)
	s.at = 0
}

func (s *sponge) squeeze(out []byte) {
	for len(out) > 0 {
		if s.at == s.rate {
			permute(&s.a)
			s.at = 0
		}
		k := 1
		if s.at&7 == 0 && len(out) >= 8 {
			k = 8
			binary.LittleEndian.PutUint64(out, s.a[s.at>>3])
		} else {
			out[0] = byte(s.a[s.at>>3] >> (s.at & 7 * 8))
		}
		out = out[k:]
		s.at += k
	}
}

// fixed is a SHA3 hash.
type fixed struct {
	sponge
	size int
}

func (f *fixed) Size() int                   { return f.size }
func (f *fixed) BlockSize() int              { return f.rate }
func (f *fixed) Reset()                      { f.a, f.at = [25]uint64{}, 0 }
func (f *fixed) Clone() (hash.Cloner, error) { c := *f; return &c, nil }

func (f *fixed) Sum(b []byte) []byte {
	s := f.sponge
	s.finish()
	var out [64]byte
	s.squeeze(out[:f.size])
	return append(b, out[:f.size]...)
}

// extendable is a SHAKE.
type extendable struct {
	sponge
	squeezing bool
}

func (x *extendable) Clone() (XOF, error) { c := *x; return &c, nil }

func (x *extendable) Read(out []byte) (int, error) {
	if !x.squeezing {
		x.squeezing = true
		x.finish()
	}
	x.squeeze(out)
	return len(out), nil
}

type usualShake struct{ *sha3.SHAKE }

func (s usualShake) Clone() (XOF, error) {
	c, err := *s.SHAKE, error(nil)
	data, err := s.SHAKE.MarshalBinary()
	if err == nil {
		err = c.UnmarshalBinary(data)
	}
	return usualShake{&c}, err
}
