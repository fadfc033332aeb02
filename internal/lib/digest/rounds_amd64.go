// What is generated as assembly.

package digest

import "golang.org/x/sys/cpu"

// compressB mixes blocks into h, as compressBPlain does.
//
//go:noescape
func compressB(h *[8]uint64, p *byte, blocks int, count uint64, last, lastNode uint64)

// compressS mixes blocks into h, as compressSPlain does.
//
//go:noescape
func compressS(h *[8]uint32, p *byte, blocks int, count uint64, last, lastNode uint32)

//go:noescape
func mixSalsa(y, x *uint32, blocks int)

// blocksRIPEMD mixes blocks into h, as blocksRIPEMDPlain does.
//
//go:noescape
func blocksRIPEMD(h *[5]uint32, p *byte, blocks int)

var (
	quickSHA512   = cpu.X86.HasAVX2 && cpu.X86.HasBMI2 && cpu.X86.HasBMI1
	rotatesSHA512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL
)

//go:noescape
func blocksSHA512(h *[8]uint64, p *byte, blocks int, k *[80]uint64)

// blocksSHA512Rotations is blocksSHA512 by rotations of AVX-512.
//
//go:noescape
func blocksSHA512Rotations(h *[8]uint64, p *byte, blocks int, k *[80]uint64)

var (
	quickSHA1   = cpu.X86.HasAVX2 && extensions()>>29&1 == 1
	rotatesSHA1 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL
)

// extensions is what processors with AVX2 say of their extended features; bit 29 is the instructions for SHA-1 and SHA-256.
func extensions() (bits uint32)

//go:noescape
func blocksSHA1(h *[5]uint32, p *byte, blocks int)

// blocksSHA1Rotations is blocksSHA1 by rotations of AVX-512.
//
//go:noescape
func blocksSHA1Rotations(h *[5]uint32, p *byte, blocks int)
