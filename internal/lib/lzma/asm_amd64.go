// What is assembly.

package lzma

import "unsafe"

// quickBurst and quickWalk say that there is assembly. Tests change them.
var quickBurst, quickWalk = true, true

//go:noescape
func decodeBurst(b *burst) int

//go:noescape
func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int) int
