// Reserving the region at an address aligned to RegionSize.

package heap

// reserveRegion returns an aligned address and how much lies reserved behind it: RegionSize, or as much as
// the system lets us have.
func reserveRegion() (base, size uintptr, err error) {
	if base, err = reserveAligned(RegionSize); err == nil {
		return base, RegionSize, nil
	}
	const least = 1 << 30
	for size = RegionSize; size >= least; size /= 2 {
		// See where the system would put it, and ask for aligned addresses near there.
		near, err := reserve(0, size)
		if err != nil {
			continue
		}
		if err := release(near, size); err != nil {
			return 0, 0, err
		}
		near &^= RegionSize - 1
		for range 64 {
			if near == 0 {
				break
			}
			if base, err := reserve(near, size); err == nil {
				return base, size, nil
			}
			near -= RegionSize
		}
	}
	return 0, 0, err
}

// defaultMemory stands for the physical memory where the system does not tell.
const defaultMemory = 8 << 30
