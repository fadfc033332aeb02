// Which pages of psy's own file programs use: learned from the first ones, and kept in the cache.

package main

import (
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/host/ownfile"
)

// pages is the name by which the cache keeps which pages of psy's file programs use.
const pages = "pages-1"

// trim takes the pages of psy's file out of the process that programs do not use, as far as the cache knows. learn is to be called when the program
// has ended.
func trim(cache *codecache.Disk) (learn func()) {
	if cache == nil || !ownfile.Trim(cache.Note(pages)) {
		return func() {}
	}
	return func() {
		if profile := ownfile.Learn(cache.Note(pages)); profile != nil {
			cache.KeepNote(pages, profile)
		}
	}
}
