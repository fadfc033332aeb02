// What AVX2 can do.

package units

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/cpu"
)

var quick = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT

// Which bytes of a vector are used, by a bit for each unit. What is behind them is zero, or counts not.
var (
	packWords  [256][16]byte // the units of two bytes whose bits are set
	packLongs  [256][8]byte  // their numbers
	packShorts [256][16]byte // two bytes of those whose bits are set, the second one of the others
	packUTF8   [256][16]byte // the last bytes of each four: 1, twice the upper four bits, and the lower four bits
	sizesUTF8  [256]byte     // how many these are
)

// ready makes the tables, when texts are first decoded or encoded.
var ready = sync.OnceFunc(func() {
	for m := range 256 {
		words, longs, shorts, utf8 := packWords[m][:0], packLongs[m][:0], packShorts[m][:0], packUTF8[m][:0]
		for i := range 8 {
			lo, hi := byte(2*i), byte(2*i+1)
			if m>>i&1 != 0 {
				words, longs, shorts = append(words, lo, hi), append(longs, byte(i)), append(shorts, lo)
			}
			shorts = append(shorts, hi)
		}
		for i := range 4 {
			for k := 3 - m>>i&1 - m>>(i+4)&1*2; k < 4; k++ {
				utf8 = append(utf8, byte(4*i+k))
			}
		}
		sizesUTF8[m] = byte(len(utf8))
	}
})

// scan looks at n bytes, a multiple of 32, and the tail: how many bytes are not the first ones of their characters, the highest byte, and whether there are
// errors of those kinds.
//
//go:noescape
func scan(p unsafe.Pointer, n int, tail *[32]byte, errors uint32) (later int, top uint8, wrong bool)

// decode1, decode2 and decode4 write the code points whose last bytes are among those of the blocks, into units of so many bytes, and return their number. They
// read three bytes before, and one behind; what they write goes up to a block behind the last unit.
//
//go:noescape
func decode1(to, from unsafe.Pointer, blocks int) int

//go:noescape
func decode2(to, from unsafe.Pointer, blocks int) int

//go:noescape
func decode4(to, from unsafe.Pointer, blocks int) int

// encode1, encode2 and encode4 write UTF-8 up to a surrogate, and 32 bytes before the end. They return how many units, and bytes.
//
//go:noescape
func encode1(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int)

//go:noescape
func encode2(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int)

//go:noescape
func encode4(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int)

//go:noescape
func beyond1(p unsafe.Pointer, blocks int) int

//go:noescape
func beyond2(p unsafe.Pointer, blocks int) int

//go:noescape
func beyond4(p unsafe.Pointer, blocks int) int

//go:noescape
func widen12(to, from unsafe.Pointer, blocks int)

//go:noescape
func widen14(to, from unsafe.Pointer, blocks int)

//go:noescape
func widen24(to, from unsafe.Pointer, blocks int)

//go:noescape
func narrow21(to, from unsafe.Pointer, blocks int)

//go:noescape
func narrow41(to, from unsafe.Pointer, blocks int)

//go:noescape
func narrow42(to, from unsafe.Pointer, blocks int)

//go:noescape
func swap2(to, from unsafe.Pointer, blocks int)

// union is of blocks of 32 bytes, as the replacing ones are.
//
//go:noescape
func union(p unsafe.Pointer, blocks int) uint32

//go:noescape
func surrogate2(p unsafe.Pointer, blocks int) int

//go:noescape
func index2(p unsafe.Pointer, blocks int, c uint32) int

//go:noescape
func index4(p unsafe.Pointer, blocks int, c uint32) int

//go:noescape
func count2(p unsafe.Pointer, blocks int, c uint32) int

//go:noescape
func count4(p unsafe.Pointer, blocks int, c uint32) int

//go:noescape
func replace1(to, from unsafe.Pointer, blocks int, c, by uint32)

//go:noescape
func replace2(to, from unsafe.Pointer, blocks int, c, by uint32)

//go:noescape
func replace4(to, from unsafe.Pointer, blocks int, c, by uint32)

// special1, special2 and special4 are of blocks of 32 bytes.
//
//go:noescape
func special1(p unsafe.Pointer, blocks int, a, b, pair uint32) int

//go:noescape
func special2(p unsafe.Pointer, blocks int, a, b, pair uint32) int

//go:noescape
func special4(p unsafe.Pointer, blocks int, a, b, pair uint32) int
