// Other processors do nothing at once.

//go:build !amd64

package units

import "unsafe"

const quick = false

func ready() {}

func scan(p unsafe.Pointer, n int, tail *[32]byte, errors uint32) (later int, top uint8, wrong bool) {
	return
}

func decode1(to, from unsafe.Pointer, blocks int) int { return 0 }

func decode2(to, from unsafe.Pointer, blocks int) int { return 0 }

func decode4(to, from unsafe.Pointer, blocks int) int { return 0 }

func encode1(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int) { return }

func encode2(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int) { return }

func encode4(to unsafe.Pointer, room int, from unsafe.Pointer, blocks int) (units, size int) { return }

func beyond1(p unsafe.Pointer, blocks int) int { return 0 }

func beyond2(p unsafe.Pointer, blocks int) int { return 0 }

func beyond4(p unsafe.Pointer, blocks int) int { return 0 }

func widen12(to, from unsafe.Pointer, blocks int) {}

func widen14(to, from unsafe.Pointer, blocks int) {}

func widen24(to, from unsafe.Pointer, blocks int) {}

func narrow21(to, from unsafe.Pointer, blocks int) {}

func narrow41(to, from unsafe.Pointer, blocks int) {}

func narrow42(to, from unsafe.Pointer, blocks int) {}

func swap2(to, from unsafe.Pointer, blocks int) {}

func union(p unsafe.Pointer, blocks int) uint32 { return 0 }

func surrogate2(p unsafe.Pointer, blocks int) int { return 0 }

func index2(p unsafe.Pointer, blocks int, c uint32) int { return 0 }

func index4(p unsafe.Pointer, blocks int, c uint32) int { return 0 }

func count2(p unsafe.Pointer, blocks int, c uint32) int { return 0 }

func count4(p unsafe.Pointer, blocks int, c uint32) int { return 0 }

func replace1(to, from unsafe.Pointer, blocks int, c, by uint32) {}

func replace2(to, from unsafe.Pointer, blocks int, c, by uint32) {}

func replace4(to, from unsafe.Pointer, blocks int, c, by uint32) {}

func special1(p unsafe.Pointer, blocks int, a, b, pair uint32) int { return 0 }

func special2(p unsafe.Pointer, blocks int, a, b, pair uint32) int { return 0 }

func special4(p unsafe.Pointer, blocks int, a, b, pair uint32) int { return 0 }
