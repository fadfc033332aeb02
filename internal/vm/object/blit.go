// Copying much: in pieces, between which Go can stop the goroutine for a collection; it cannot within copy.

package object

import "unsafe"

const (
	blitPiece  = 1 << 17 // items or bytes: less than a millisecond
	blitSource = 1 << 12 // bytes
)

// blit is copy; the slices may overlap.
func blit[T byte | Value](dst, src []T) int {
	if len(src) <= blitPiece {
		return copy(dst, src)
	}
	return blitLong(dst, src)
}

func blitLong[T byte | Value](dst, src []T) int {
	n := min(len(dst), len(src))
	dst, src = dst[:n], src[:n]
	if n == 0 || uintptr(unsafe.Pointer(&dst[0]))-uintptr(unsafe.Pointer(&src[0])) >= uintptr(n)*unsafe.Sizeof(dst[0]) {
		for i := 0; i < n; i += blitPiece {
			move(dst[i:], src[i:min(i+blitPiece, n)])
		}
		return n
	}
	for i := n; i > 0; i -= blitPiece { // dst begins within src
		lo := max(i-blitPiece, 0)
		move(dst[lo:i], src[lo:i])
	}
	return n
}

// blitNew is blit into an object that nobody knows yet; false: the thread is halted.
func blitNew[T any](t *Thread, dst, src []T) bool {
	if len(src) <= blitPiece {
		copy(dst, src)
		return true
	}
	return blitNewLong(t, dst, src)
}

func blitNewLong[T any](t *Thread, dst, src []T) bool {
	for ; len(src) > blitPiece; dst, src = dst[blitPiece:], src[blitPiece:] {
		move(dst, src[:blitPiece])
		if t.Halted() {
			return false
		}
	}
	copy(dst, src)
	return true
}

// move is copy, in a function of its own: where it begins, Go looks whether the goroutine is to stop.
//
//go:noinline
func move[T any](dst, src []T) { copy(dst, src) }

// blitAgain fills dst with copies of its first n items; false: the thread is halted. What is copied stays short: it is to
// be in the processor's first cache.
func blitAgain[T byte | Value](t *Thread, dst []T, n int) bool {
	m := n
	for k := 0; n < len(dst); k++ {
		n += blit(dst[n:], dst[:m])
		if m < blitSource/int(unsafe.Sizeof(dst[0])) {
			m = n
		} else if k%(blitPiece/blitSource) == 0 && t.Halted() {
			return false
		}
	}
	return true
}
