//go:build !linux

// Flags of posix.open whose numbers are the system's, elsewhere.

package modules

var openFlags = map[string]int{}
