// Prefetching: a collection waits for memory most of the time, unless it asks for it ahead.

//go:build amd64 || arm64

package heap

// prefetch has the processor load the cache lines of lo, lo+64 and so on below hi, one at least, while the caller
// goes on. The addresses need not be mapped.
func prefetch(lo, hi uintptr)
