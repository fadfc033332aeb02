//go:build !amd64

// What is assembly elsewhere.

package lzma

import "unsafe"

const quickBurst, quickWalk, quickSpread = false, false, false

func decodeBurst(*burst) int { panic("lzma: no bursts") }

func walkTree(here, links unsafe.Pointer, found *match, head *uint32, pos, p, soon, lowest, around, reach uint32, cyclic, ring, limit, longest, depth int, head3 *uint32) int {
	panic("lzma: no trees")
}

func followChain(here, links unsafe.Pointer, found *match, pos, p, mask, lowest, around, reach, soon uint32, cyclic, ring, limit, longest, depth int, head, head3 *uint32) int {
	panic("lzma: no chains")
}

func enterAll(bytes *byte, heads, links, hash2, hash3 *uint32, n int, pos, shift uint32, cyclic, size, ahead int) int {
	panic("lzma: no chains")
}

func spreadSteps(prices, costs *uint32, n int, sum, dist, lo uint32) { panic("lzma: no lanes") }
