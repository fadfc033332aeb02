// What is assembly.

package lzma

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// quickBurst, quickWalk and quickSpread say that there is assembly. Tests change them.
var quickBurst, quickWalk, quickSpread = true, true, cpu.X86.HasAVX2

//go:noescape
func decodeBurst(b *burst) int

//go:noescape
func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int, head3 *uint32) int

//go:noescape
func followChain(here, links unsafe.Pointer, found *match, pos, p, mask, lowest, around, reach, soon uint32, cyclic, ring, limit, longest, depth int, head, head3 *uint32) int

//go:noescape
func enterAll(bytes *byte, heads, links, hash2, hash3 *uint32, n int, pos, shift uint32, cyclic, size, ahead int) int

// spreadSteps is what spread does for n places from the one on whose price is told; n > 0. It reads and writes lanes-1 places more, and leaves them.
//
//go:noescape
func spreadSteps(prices, costs *uint32, n int, sum, dist, lo uint32)
