// The table of who watches whom: the weak references in the order in which they were made, found by what they refer to.

package object

import "slices"

// weakEntry is a weak reference. The addresses keep nothing alive.
type weakEntry struct {
	target, ref uint64
	older       uint32 // the one made before it of the same target, counted from 1; 0: none
}

// weakTable has no pointers, and nothing is taken out of it one by one: a collection drops what is dead and builds it anew.
type weakTable struct {
	all   []weakEntry
	slots []uint32 // the newest of each target, counted from 1, by the hash of the target: open addressing; at least half of them are 0
}

// bytes is what the table takes.
func (w *weakTable) bytes() uint64 { return uint64(cap(w.all))*24 + uint64(cap(w.slots))*4 }

// slot is where target's newest reference stands, or would.
func (w *weakTable) slot(target uint64) *uint32 {
	mask := uint64(len(w.slots) - 1)
	for i := target >> 4 * 0x9E3779B97F4A7C15 >> 32; ; i++ {
		if s := &w.slots[i&mask]; *s == 0 || w.all[*s-1].target == target {
			return s
		}
	}
}

// newest is the place of the newest reference to target in all, counted from 1, from which older leads on; 0: there is none.
func (w *weakTable) newest(target uint64) uint32 {
	if len(w.slots) == 0 {
		return 0
	}
	return *w.slot(target)
}

// of returns the references to target, from the newest on.
func (w *weakTable) of(target uint64) (refs []uint64) {
	for i := w.newest(target); i != 0; i = w.all[i-1].older {
		refs = append(refs, w.all[i-1].ref)
	}
	return refs
}

func (w *weakTable) add(target, ref uint64) {
	w.all = append(w.all, weakEntry{target: target, ref: ref})
	if 2*len(w.all) > len(w.slots) {
		w.build()
		return
	}
	w.link(len(w.all))
}

func (w *weakTable) link(i int) {
	e := &w.all[i-1]
	s := w.slot(e.target)
	e.older, *s = *s, uint32(i)
}

// build makes the slots anew, after all has changed.
func (w *weakTable) build() {
	if n := len(w.all); cap(w.all) > 4*n+1024 {
		w.all = slices.Clone(w.all)
	}
	size := 64
	for size < 3*len(w.all) {
		size *= 2
	}
	if n := len(w.slots); n < size || n > 4*size {
		w.slots = make([]uint32, size)
	} else {
		clear(w.slots)
	}
	for i := range w.all {
		w.link(i + 1)
	}
}

func (w *weakTable) clone() weakTable { return weakTable{slices.Clone(w.all), slices.Clone(w.slots)} }
