// SHA-1, SHA-512 and the functions that are made of it, of long data.

package digest

import (
	"encoding"
	"encoding/binary"
	"hash"
	"slices"
	"unsafe"
)

// long is from where on it pays to take a hash's state apart.
const long = 2048

// The length of a state as bytes: a mark, the words, a block, how many bytes there were.
const (
	sizeSHA1   = 4 + 20 + 64 + 8
	sizeSHA512 = 4 + 64 + 128 + 8
)

// Write is h.Write(b); hashes of crypto/sha1 and crypto/sha512 take in long data more quickly.
func Write(h hash.Hash, b []byte) {
	block, size, mix := h.BlockSize(), sizeSHA512, mixSHA512
	quick := quickSHA512 && block == 128
	if block == 64 {
		size, mix, quick = sizeSHA1, mixSHA1, quickSHA1 && h.Size() == 20
	}
	if !quick || len(b) < long {
		h.Write(b)
		return
	}
	from, ok := h.(encoding.BinaryAppender)
	to, back := h.(encoding.BinaryUnmarshaler)
	if !ok || !back {
		h.Write(b)
		return
	}
	var room [sizeSHA512]byte
	state, err := from.AppendBinary(room[:0])
	if err != nil || len(state) != size || string(state[:3]) != "sha" {
		h.Write(b)
		return
	}
	if n := int(binary.BigEndian.Uint64(state[size-8:]) % uint64(block)); n > 0 { // the block that was begun
		h.Write(b[:block-n])
		b = b[block-n:]
		if state, err = from.AppendBinary(room[:0]); err != nil {
			panic("digest: " + err.Error())
		}
	}
	all := len(b) &^ (block - 1)
	mix(state[4:], b[:all])
	binary.BigEndian.PutUint64(state[size-8:], binary.BigEndian.Uint64(state[size-8:])+uint64(all))
	if err := to.UnmarshalBinary(state); err != nil {
		panic("digest: " + err.Error())
	}
	h.Write(b[all:])
}

// mixSHA512 mixes the blocks of b into words.
func mixSHA512(words, b []byte) {
	var h [8]uint64
	for i := range h {
		h[i] = binary.BigEndian.Uint64(words[8*i:])
	}
	for b := range slices.Chunk(b, stretch) {
		if rotatesSHA512 {
			blocksSHA512Rotations(&h, unsafe.SliceData(b), len(b)/128, &constantsSHA512)
		} else {
			blocksSHA512(&h, unsafe.SliceData(b), len(b)/128, &constantsSHA512)
		}
	}
	for i, w := range h {
		binary.BigEndian.PutUint64(words[8*i:], w)
	}
}

// mixSHA1 mixes the blocks of b into words.
func mixSHA1(words, b []byte) {
	var h [5]uint32
	for i := range h {
		h[i] = binary.BigEndian.Uint32(words[4*i:])
	}
	for b := range slices.Chunk(b, stretch) {
		if rotatesSHA1 {
			blocksSHA1Rotations(&h, unsafe.SliceData(b), len(b)/64)
		} else {
			blocksSHA1(&h, unsafe.SliceData(b), len(b)/64)
		}
	}
	for i, w := range h {
		binary.BigEndian.PutUint32(words[4*i:], w)
	}
}
