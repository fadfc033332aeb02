// Which pages of psy's own file programs use: learned from the first ones, and kept in the cache.

package main

import (
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/host/ownfile"
	"github.com/psyco-go/psy/internal/vm/heap"
)

// pages is the name by which the cache keeps which pages of psy's file programs use.
const pages = "pages-1"

// trim takes the pages of psy's file out of the process that programs do not use, as far as the cache knows, and all of them as the program's heap
// grows. learn is to be called when the program has ended.
func trim(h *heap.Heap, cache *codecache.Disk) (learn func()) {
	h.OnGrowth(ownfile.Shed)
	if cache == nil || !ownfile.Trim(cache.Note(pages)) {
		return func() {}
	}
	return func() {
		if profile := ownfile.Learn(cache.Note(pages)); profile != nil {
			cache.KeepNote(pages, profile)
		}
	}
}
