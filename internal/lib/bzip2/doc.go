// Package bzip2 compresses and decompresses bzip2 streams piece by piece. What an Encoder makes is what libbzip2 1.0.8 makes, byte for byte. Input
// may end anywhere, and output may be limited. Both states say how much memory they take before they take it, so that a caller can count it.
package bzip2

import "encoding/binary"

// Error is what is wrong with a stream.
type Error string

func (e Error) Error() string { return string(e) }

// ErrData is the error of a stream that is damaged, or none at all.
const ErrData = Error("invalid data stream")

const (
	blockMagic = 0x314159265359
	endMagic   = 0x177245385090
	unit       = 100_000 // bytes of a block for each level
	groupSize  = 50      // symbols that one selector stands for
	maxTables  = 6
	maxAlpha   = 258
	mostKept   = 1 << 14 // a longer block is not kept for the next stream
	runA, runB = 0, 1
)

// crcTable holds, for each k below 8, the checksums of a byte that k zero bytes follow.
var crcTable = func() (t [8][256]uint32) {
	for i := range 256 {
		c := uint32(i) << 24
		for range 8 {
			c = c<<1 ^ 0x04c11db7&-(c>>31)
		}
		t[0][i] = c
	}
	for k := 1; k < 8; k++ {
		for i := range 256 {
			c := t[k-1][i]
			t[k][i] = c<<8 ^ t[0][c>>24]
		}
	}
	return
}()

// checksum goes on with the checksum of a block.
func checksum(c uint32, b []byte) uint32 {
	for ; len(b) >= 8; b = b[8:] {
		x := binary.BigEndian.Uint64(b) ^ uint64(c)<<32
		c = crcTable[7][x>>56] ^ crcTable[6][x>>48&255] ^ crcTable[5][x>>40&255] ^ crcTable[4][x>>32&255] ^
			crcTable[3][x>>24&255] ^ crcTable[2][x>>16&255] ^ crcTable[1][x>>8&255] ^ crcTable[0][x&255]
	}
	for _, x := range b {
		c = c<<8 ^ crcTable[0][byte(c>>24)^x]
	}
	return c
}
