// Copies of the process: both share the pages of memory until one writes to them, and then the system copies the page. That takes several times as long as a new
// page, and most pages of a heap have something live.

package heap

// spareHoles is how much memory a heap may take so that its holes are left alone.
const spareHoles = SmallTrigger

// DirtyToFork reports whether so much has been allocated since the last collection that one before the process is copied is worth its time: a copy goes
// through what is dead as well, such as threads that have ended, and each page that it writes to there is copied.
func (h *Heap) DirtyToFork() bool { return h.since > h.trigger/4 && !h.Hold }

// Forking says that the process is about to be copied. What is free is given back to the system, which then has less to copy, and both go on in new memory:
// the holes between what is live wait for the next collection, unless that many were left before.
func (h *Heap) Forking() {
	h.makeAll() // the system makes them for the process that asked it to, and for no copy of that
	for _, a := range h.allocators {
		a.retire()
	}
	if uint64(h.taken)*BlockSize <= h.stats.LiveBytes+h.trigger+spareHoles {
		h.sweep = h.top
	}
	h.giveToSystem(h.dirtyN)
}

// Forked says that this process is a copy of another. A collection writes to most pages; many copies end before they have allocated much. So the next one that
// is due waits as long as it would after a collection.
func (h *Heap) Forked() { h.since = 0 }
