//go:build !amd64

// What is assembly elsewhere.

package lzma

import "unsafe"

const quickBurst, quickWalk = false, false

func decodeBurst(*burst) int { panic("lzma: no bursts") }

func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int) int {
	panic("lzma: no trees")
}
