//go:build !amd64

package digest

const quickPermutation = false

func permute(*[25]uint64) { panic("digest: no permutation") }
