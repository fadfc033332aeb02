// Hexadecimal digits by AVX2.

package numfmt

import "golang.org/x/sys/cpu"

var quickHex = cpu.X86.HasAVX2

// hexBlock is how many bytes are done at once.
const hexBlock = 16

// encodeHex writes the digits of n bytes, a multiple of hexBlock.
//
//go:noescape
func encodeHex(to, from *byte, n int)

// decodeHex writes the n bytes, a multiple of hexBlock, that digits stand for, block by block up to one with what is no digit; it returns how many it wrote.
//
//go:noescape
func decodeHex(to, from *byte, n int) int
