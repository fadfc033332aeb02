// Unix systems of which the size of the memory is not asked.

//go:build unix && !linux && !darwin

package heap

func physicalMemory() uint64 { return defaultMemory }

const noReserve = 0
