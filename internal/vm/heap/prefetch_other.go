// Other processors: nothing is loaded ahead.

//go:build !amd64 && !arm64

package heap

func prefetch(lo, hi uintptr) {}
