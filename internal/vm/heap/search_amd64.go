// Searching memory for words in a range of addresses, sixteen words at a time.

package heap

import "golang.org/x/sys/cpu"

var quickSearch = cpu.X86.HasAVX2

// searchRange looks through n pieces of 128 bytes from p on, and returns how many there are before the first one that has a word from base to base+span;
// n: none has.
//
//go:noescape
func searchRange(p, n, base, span uintptr) uintptr
