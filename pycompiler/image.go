// How machine code takes part in images of runtimes: what is there when the image is made stays, since it relies on what the image has; what is made
// later is freed on the way back. Copies of an image have no machine code yet. Code of the image that is freed meanwhile, since what it relied on has changed, is made again where it is hot.

package pycompiler

import (
	"errors"
	"maps"
	"slices"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/vm/object"
)

// image is what an engine has of an image.
type image struct {
	newest  uint32                   // the same when the last Reset was over
	last    uint32                   // the ID of the newest buffer
	units   map[*Unit]map[int]uint64 // all of them, with what they iterate over
	banned  map[*object.Code]bool    //psy:root visited by visitRoots: the image has them
	asked   asked
	refused map[*object.Code]bool //psy:root the image has them
	thrifty bool
	started bool // the stand-ins are part of it
}

var _ = object.Keeps(func(_ *object.Runtime, e *Engine) (object.Back, error) {
	switch {
	case e.cfg.Listing:
		return object.Back{}, errors.New("what happens is recorded for a dump")
	case e.asked.filtering || !e.nothingActive():
		return object.Back{}, errors.New("machine code is at work")
	}
	e.settle()
	e.reclaim(nil)
	im := &image{last: e.mem.Newest(), newest: e.mem.Newest(), units: map[*Unit]map[int]uint64{}, banned: maps.Clone(e.banned), asked: e.asked, refused: maps.Clone(e.asked.refused), thrifty: e.thrifty,
		started: e.stack != nil}
	for _, u := range e.units {
		im.units[u] = maps.Clone(u.iterates)
	}
	return object.Back{Before: func() { e.leaveImage(im) }, After: func() { e.backTo(im) }, Copy: object.Into}, nil
})

// leaveImage frees what was made since the image. Objects are still as the program left them.
func (e *Engine) leaveImage(im *image) {
	e.settle()
	if e.mem.Newest() != im.newest {
		e.mem.Buffers(func(b *codebuf.Buffer) {
			if _, ok := b.Data.(*record); ok && b.ID > im.last && !b.Dead() {
				e.retire(b, "the world is reset")
			}
		})
	}
	e.reclaim(nil)
	if e.mem.Newest() != im.newest {
		im.newest = e.mem.Newest()
		e.disp.Evict(func(v *dispatcher.Version) bool { // nothing is: versions forget what is gone
			d := v.Data.(*placed)
			d.family = slices.DeleteFunc(d.family, (*codebuf.Buffer).Dead)
			return true
		})
	}
	e.settle()
}

// backTo is called when objects are what they were. What is known of the program's other classes and functions is forgotten.
func (e *Engine) backTo(im *image) {
	if e.stack != nil && !im.started && !e.makeStandIns() { // those that there were have gone
		e.t.Exc = object.Null
		e.rt.HotThreshold = backOff
	}
	for key, u := range e.units {
		if _, ok := im.units[u]; !ok {
			u.cannot = true
			delete(e.units, key)
			e.mem.Charge(-u.bytes())
		}
	}
	for u, iterates := range im.units {
		if key := u.key(); e.units[key] != u {
			e.units[key] = u
			e.mem.Charge(u.bytes())
		}
		u.cannot = u.marks == nil || im.banned[u.code]
		im.forgetInlined(u)
		u.iterates = maps.Clone(iterates)
		if u.own == 0 && u.code.Hot < 0 { // what it relied on changes: it is not to be compiled at each turn
			u.code.Hot = e.rt.HotThreshold
		}
	}
	e.banned, e.asked, e.thrifty = maps.Clone(im.banned), im.asked, im.thrifty
	e.asked.refused = maps.Clone(im.refused)
	e.forgetRecent()
	e.idle = e.idle[:0]
	for u := range im.units {
		if u.uses == 0 {
			e.idle = append(e.idle, u)
		}
	}
}

// forgetInlined forgets what of the functions inlined in u is newer than the image.
func (im *image) forgetInlined(u *Unit) {
	for key, x := range u.inlined {
		if _, ok := im.units[x.callee]; !ok {
			delete(u.inlined, key)
		}
		x.iterates = nil
		im.forgetInlined(x)
	}
}
