// What is particular to macOS.

package heap

import "golang.org/x/sys/unix"

func physicalMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return defaultMemory
	}
	return n
}

const noReserve = unix.MAP_NORESERVE
