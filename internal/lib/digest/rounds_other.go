//go:build !amd64

// What is assembly elsewhere.

package digest

import "unsafe"

func compressB(h *[8]uint64, p *byte, blocks int, count uint64, last, lastNode uint64) {
	compressBPlain(h, unsafe.Slice(p, 128*blocks), blocks, count, last, lastNode)
}

func compressS(h *[8]uint32, p *byte, blocks int, count uint64, last, lastNode uint32) {
	compressSPlain(h, unsafe.Slice(p, 64*blocks), blocks, count, last, lastNode)
}

func mixSalsa(y, x *uint32, blocks int) {
	mixSalsaPlain(unsafe.Slice(y, 16*blocks), unsafe.Slice(x, 16*blocks))
}

func blocksRIPEMD(h *[5]uint32, p *byte, blocks int) {
	blocksRIPEMDPlain(h, unsafe.Slice(p, block64*blocks))
}

const quickSHA512, rotatesSHA512 = false, false

func blocksSHA512(*[8]uint64, *byte, int, *[80]uint64) { panic("digest: no blocks of SHA-512") }

func blocksSHA512Rotations(*[8]uint64, *byte, int, *[80]uint64) {
	panic("digest: no blocks of SHA-512")
}

const quickSHA1, rotatesSHA1 = false, false

func blocksSHA1(*[5]uint32, *byte, int) { panic("digest: no blocks of SHA-1") }

func blocksSHA1Rotations(*[5]uint32, *byte, int) { panic("digest: no blocks of SHA-1") }
