// What is assembly.

package lzma

import "unsafe"

// quickBurst and quickWalk say that there is assembly. Tests change them.
var quickBurst, quickWalk = true, true

//go:noescape
func decodeBurst(b *burst) int

//go:noescape
func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int, head3 *uint32) int

//go:noescape
func followChain(here, links unsafe.Pointer, found *match, pos, p, mask, lowest, around, reach, soon uint32, cyclic, ring, limit, longest, depth int, head, head3 *uint32) int

//go:noescape
func enterAll(bytes *byte, heads, links, hash2, hash3 *uint32, n int, pos, shift uint32, cyclic, size, ahead int) int
