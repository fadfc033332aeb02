// Reserving regions: each at an address aligned to RegionSize, and no longer than its heap can become.

package heap

import (
	"errors"
	"sync"
)

// slots are the addresses where regions of this process may lie.
var slots struct {
	sync.Mutex
	next uintptr   // the next address that was never tried; 0: none was
	free []uintptr // of regions that are gone
}

var (
	errInUse   = errors.New("address in use")
	errNoSlots = errors.New("all aligned addresses are in use")
)

// reserveRegion returns an aligned address with size bytes reserved behind it, or as many as the system lets us have.
func reserveRegion(size uintptr) (base, got uintptr, err error) {
	const least = 4 << 20
	slots.Lock()
	defer slots.Unlock()
	for ; ; size = (size/2 + BlockSize - 1) &^ (BlockSize - 1) {
		if base, err = reserveSlot(size); err == nil || size <= least || errors.Is(err, errNoSlots) {
			return base, size, err
		}
	}
}

// reserveSlot goes from where the system puts things downwards, a slot at a time.
func reserveSlot(size uintptr) (uintptr, error) {
	for n := len(slots.free); n > 0; n-- {
		addr := slots.free[n-1]
		base, err := reserve(addr, size)
		if err != nil && !errors.Is(err, errInUse) {
			return 0, err
		}
		slots.free = append(slots.free[:n-1], slots.free[n:]...)
		if err == nil {
			return base, nil
		}
	}
	if slots.next == 0 {
		near, err := reserve(0, BlockSize)
		if err != nil {
			return 0, err
		}
		if err := release(near, BlockSize); err != nil {
			return 0, err
		}
		slots.next = near &^ (RegionSize - 1)
	}
	for slots.next != 0 {
		base, err := reserve(slots.next, size)
		if err != nil && !errors.Is(err, errInUse) {
			return 0, err
		}
		slots.next -= RegionSize
		if err == nil {
			return base, nil
		}
	}
	return 0, errNoSlots
}

// releaseRegion makes a region's address one that can be used again.
func releaseRegion(base, size uintptr) error {
	err := release(base, size)
	if err == nil {
		slots.Lock()
		slots.free = append(slots.free, base)
		slots.Unlock()
	}
	return err
}

// regionFor is how many bytes of addresses a heap of so many bytes needs: half as many again, so that large objects find room between others.
func regionFor(limit uint64) uintptr {
	const most = RegionSize - RegionSize/64
	blocks := limit/BlockSize + limit/BlockSize/2 + firstBlock + 2*reliefBlocks
	return uintptr(min(blocks*BlockSize, most))
}

// defaultMemory stands for the physical memory where the system does not tell.
const defaultMemory = 8 << 30
