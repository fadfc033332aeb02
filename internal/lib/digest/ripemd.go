// RIPEMD-160 (ISO/IEC 10118-3).

package digest

import (
	"encoding/binary"
	"hash"
)

// ripemd160 is a hash.Cloner.
type ripemd160 struct {
	state [5]uint32
	pending64
}

// NewRIPEMD160 makes a hash whose digest has 20 bytes.
func NewRIPEMD160() hash.Hash {
	x := new(ripemd160)
	x.Reset()
	return x
}

func (x *ripemd160) Reset() {
	x.state = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
	x.size = 0
}

func (x *ripemd160) Size() int { return 20 }

func (x *ripemd160) Clone() (hash.Cloner, error) {
	y := *x
	return &y, nil
}

func (x *ripemd160) Write(p []byte) (int, error) { return x.write(p, x.blocks) }

func (x *ripemd160) Sum(p []byte) []byte {
	y := *x
	y.write(x.padding(binary.LittleEndian), y.blocks)
	for _, w := range y.state {
		p = binary.LittleEndian.AppendUint32(p, w)
	}
	return p
}

func (x *ripemd160) blocks(p []byte) { blocksRIPEMD(&x.state, &p[0], len(p)/block64) }
