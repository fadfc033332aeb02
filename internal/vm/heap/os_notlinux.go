// What is particular to Unix systems other than Linux.

//go:build unix && !linux

package heap

import "golang.org/x/sys/unix"

// discard makes committed memory zero and gives it back to the system until it is used again: other systems'
// madvise does not promise zeros, a new mapping does.
func discard(addr, size uintptr) error {
	_, err := unix.MmapPtr(-1, 0, at(addr), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_FIXED)
	return err
}

func useHugePages(addr, size uintptr) {}
