// BLAKE2b and BLAKE2s (RFC 7693), with the parameters of hashlib: keys, salts, persons, trees.

package hashes

import (
	"encoding/binary"
	"hash"
	"math/bits"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	blake2bKind = &hashKind{module: "_blake2", class: "blake2b", name: "blake2b", digest: 64, block: 128}
	blake2sKind = &hashKind{module: "_blake2", class: "blake2s", name: "blake2s", digest: 32, block: 64}
)

const blake2Sig = "(data=b'', /, *, digest_size=64, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, " +
	"last_node=False, usedforsecurity=True)"

type blake2Limits struct {
	salt   int
	offset uint64
}

func (k *hashKind) maxBlake2() blake2Limits {
	if k.name == "blake2b" {
		return blake2Limits{16, 1<<64 - 1}
	}
	return blake2Limits{8, 1<<48 - 1}
}

var blake2Sigma = [10][16]uint8{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

var blake2bIV = [8]uint64{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}

// blake2 computes both: the words of BLAKE2s are the low halves of h.
type blake2 struct {
	wide     bool
	h        [8]uint64
	count    uint64
	buf      [128]byte
	n        int
	size     int
	lastNode bool
}

func (b *blake2) BlockSize() int {
	if b.wide {
		return 128
	}
	return 64
}

func (b *blake2) Size() int                   { return b.size }
func (b *blake2) Reset()                      {}
func (b *blake2) Clone() (hash.Cloner, error) { c := *b; return &c, nil }

func (b *blake2) Write(p []byte) (int, error) {
	n, block := len(p), b.BlockSize()
	for len(p) > 0 {
		if b.n == block {
			b.count += uint64(block)
			b.compress(false)
			b.n = 0
		}
		k := copy(b.buf[b.n:block], p)
		b.n += k
		p = p[k:]
	}
	return n, nil
}

func (b *blake2) Sum(out []byte) []byte {
	c := *b
	clear(c.buf[c.n:])
	c.count += uint64(c.n)
	c.compress(true)
	var full [64]byte
	for i, w := range c.h {
		if c.wide {
			binary.LittleEndian.PutUint64(full[8*i:], w)
		} else {
			binary.LittleEndian.PutUint32(full[4*i:], uint32(w))
		}
	}
	return append(out, full[:c.size]...)
}

func (b *blake2) compress(last bool) {
	var v, m [16]uint64
	copy(v[:8], b.h[:])
	for i, w := range blake2bIV {
		if !b.wide {
			w >>= 32
		}
		v[8+i] = w
	}
	mask := ^uint64(0)
	if b.wide {
		v[12] ^= b.count
	} else {
		mask = 1<<32 - 1
		v[12] ^= b.count & mask
		v[13] ^= b.count >> 32
	}
	if last {
		v[14] ^= mask
		if b.lastNode {
			v[15] ^= mask
		}
	}
	for i := range m {
		if b.wide {
			m[i] = binary.LittleEndian.Uint64(b.buf[8*i:])
		} else {
			m[i] = uint64(binary.LittleEndian.Uint32(b.buf[4*i:]))
		}
	}
	rounds, rot := 12, [4]int{32, 24, 16, 63}
	if !b.wide {
		rounds, rot = 10, [4]int{16, 12, 8, 7}
	}
	turn := func(x uint64, n int) uint64 {
		if b.wide {
			return bits.RotateLeft64(x, -n)
		}
		return uint64(bits.RotateLeft32(uint32(x), -n))
	}
	mix := func(i, j, k, l int, x, y uint64) {
		v[i] = (v[i] + v[j] + x) & mask
		v[l] = turn(v[l]^v[i], rot[0])
		v[k] = (v[k] + v[l]) & mask
		v[j] = turn(v[j]^v[k], rot[1])
		v[i] = (v[i] + v[j] + y) & mask
		v[l] = turn(v[l]^v[i], rot[2])
		v[k] = (v[k] + v[l]) & mask
		v[j] = turn(v[j]^v[k], rot[3])
	}
	for r := range rounds {
		s := &blake2Sigma[r%10]
		mix(0, 4, 8, 12, m[s[0]], m[s[1]])
		mix(1, 5, 9, 13, m[s[2]], m[s[3]])
		mix(2, 6, 10, 14, m[s[4]], m[s[5]])
		mix(3, 7, 11, 15, m[s[6]], m[s[7]])
		mix(0, 5, 10, 15, m[s[8]], m[s[9]])
		mix(1, 6, 11, 12, m[s[10]], m[s[11]])
		mix(2, 7, 8, 13, m[s[12]], m[s[13]])
		mix(3, 4, 9, 14, m[s[14]], m[s[15]])
	}
	for i := range b.h {
		b.h[i] ^= v[i] ^ v[8+i]
	}
}

// start begins a hash with a parameter block.
func (b *blake2) start(p *[64]byte) {
	for i := range b.h {
		if b.wide {
			b.h[i] = blake2bIV[i] ^ binary.LittleEndian.Uint64(p[8*i:])
		} else {
			b.h[i] = blake2bIV[i]>>32 ^ uint64(binary.LittleEndian.Uint32(p[4*i:]))
		}
	}
}

// plainBlake2 is a hash with no parameters but its size and its key, by x/crypto's machine code; nil: that has no such hash.
func plainBlake2(wide bool, size int, key []byte) hash.Hash {
	var h hash.Hash
	var err error
	switch {
	case wide:
		h, err = blake2b.New(size, key)
	case size == blake2s.Size:
		h, err = blake2s.New256(key)
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	return copied{h}
}

func newBlake2(t *Thread, k *hashKind, a []Value) Value {
	limits, wide := k.maxBlake2(), k.name == "blake2b"
	h := &blake2{wide: wide}
	number := func(i int, def, least, most uint64, text string) (uint64, bool) {
		if a[i] == null {
			return def, true
		}
		v := object.Index(t, a[i])
		if v == null {
			return 0, false
		}
		n, fits := object.Uint64(v)
		id := object.TValueError
		if i == 7 || i == 8 { // leaf_size and node_offset
			id = object.TOverflowError
			switch {
			case object.IntSign(v) < 0:
				id, text = object.TValueError, "value must be positive"
			case !fits && i == 7:
				text = "Python int too large to convert to C unsigned long"
			case !fits:
				text = "int too big to convert"
			}
		}
		if !fits || n < least || n > most {
			object.Raise(t, id, "%s", text)
			return 0, false
		}
		return n, true
	}
	data := func(i, most int, text string) ([]byte, bool) {
		if a[i] == null {
			return nil, true
		}
		b, ok := native.BytesArg(t, a[i])
		if ok && len(b) > most {
			object.Raise(t, object.TValueError, "%s", text)
			return nil, false
		}
		return b, ok
	}
	size, ok := number(1, uint64(k.digest), 1, uint64(k.digest), "digest_size must be between 1 and "+native.Itoa(k.digest)+" bytes")
	if !ok {
		return null
	}
	h.size = int(size)
	key, ok := data(2, k.digest, "maximum key length is "+native.Itoa(k.digest)+" bytes")
	if !ok {
		return null
	}
	salt, ok := data(3, limits.salt, "maximum salt length is "+native.Itoa(limits.salt)+" bytes")
	if !ok {
		return null
	}
	person, ok := data(4, limits.salt, "maximum person length is "+native.Itoa(limits.salt)+" bytes")
	if !ok {
		return null
	}
	fanout, ok := number(5, 1, 0, 255, "fanout must be between 0 and 255")
	if !ok {
		return null
	}
	depth, ok := number(6, 1, 1, 255, "depth must be between 1 and 255")
	if !ok {
		return null
	}
	leaf, ok := number(7, 0, 0, 1<<32-1, "leaf_size is too large")
	if !ok {
		return null
	}
	offset, ok := number(8, 0, 0, limits.offset, "node_offset is too large")
	if !ok {
		return null
	}
	nodeDepth, ok := number(9, 0, 0, 255, "node_depth must be between 0 and 255")
	if !ok {
		return null
	}
	inner, ok := number(10, 0, 0, uint64(k.digest), "inner_size must be between 0 and is "+native.Itoa(k.digest))
	if !ok {
		return null
	}
	if h.lastNode, ok = native.OptBool(t, a[11], false); !ok {
		return null
	}
	if len(salt)+len(person) == 0 && fanout == 1 && depth == 1 && leaf|offset|nodeDepth|inner == 0 && !h.lastNode {
		if plain := plainBlake2(wide, h.size, key); plain != nil {
			return k.startWith(t, &hashState{sum: plain}, a[0])
		}
	}
	var p [64]byte // the parameter block
	p[0], p[1], p[2], p[3] = byte(size), byte(len(key)), byte(fanout), byte(depth)
	binary.LittleEndian.PutUint32(p[4:], uint32(leaf))
	binary.LittleEndian.PutUint64(p[8:], offset)
	if wide {
		p[16], p[17] = byte(nodeDepth), byte(inner)
		copy(p[32:48], salt)
		copy(p[48:], person)
	} else {
		p[14], p[15] = byte(nodeDepth), byte(inner)
		copy(p[16:24], salt)
		copy(p[24:32], person)
	}
	h.start(&p)
	if len(key) > 0 {
		var block [128]byte
		copy(block[:], key)
		h.Write(block[:k.block])
	}
	return k.startWith(t, &hashState{sum: h}, a[0])
}
