//go:build !linux

// Flags of posix.open whose numbers are the system's, elsewhere.

package posix

var openFlags = map[string]int{}
