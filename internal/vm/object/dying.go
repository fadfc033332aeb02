// The order in which the finalizers run of what a collection finds: that of an object before those of what it refers to.

package object

import "slices"

// mostFollowed bounds how many objects are looked at for an order; with more, the order is that in which the objects were made.
const mostFollowed = 8192

// outerFirst puts objects of classes with __del__ before those that they refer to, directly or by containers and other objects. The order of
// others stays, and of those known to lie on cycles or to be reached from one: CPython's collector finalizes them in the order of their making. So
// it does at the end of a program, since a module and its functions refer to each other.
func (rt *Runtime) outerFirst(all []uint64, live func(uintptr) bool) {
	var places []int
	for i, v := range all {
		if ShapeOf(Value(v)).Type.ID == 0 && !rt.Heap.OnCycle(uintptr(v)) {
			places = append(places, i)
		}
	}
	if len(places) < 2 || len(places) > mostFollowed {
		return
	}
	f := follower{rt: rt, live: live, seen: map[uint64]bool{}}
	finalizable := make(map[uint64]bool, len(places))
	for _, i := range places {
		finalizable[all[i]] = true
	}
	sorted := make([]uint64, 0, len(places)) // what is referred to first
	for _, i := range slices.Backward(places) {
		if !f.follow(all[i], func(v uint64) {
			if finalizable[v] {
				sorted = append(sorted, v)
			}
		}) {
			return
		}
	}
	for k, i := range places {
		all[i] = sorted[len(sorted)-1-k]
	}
}

// follower walks from object to object, by their addresses: it is at work during a collection only.
type follower struct {
	rt   *Runtime
	live func(uintptr) bool
	seen map[uint64]bool
}

// visited is an object on the way, and what it refers to that is still to be followed.
type visited struct {
	v    uint64
	refs []uint64
}

// follow calls left for all that v reaches and nobody has followed, and for v, each behind what it refers to. False: there is too much.
func (f *follower) follow(v uint64, left func(uint64)) bool {
	if f.seen[v] {
		return true
	}
	f.seen[v] = true
	for way := []visited{{v, f.refs(v)}}; len(way) > 0; {
		at := &way[len(way)-1]
		if len(at.refs) == 0 {
			left(at.v)
			way = way[:len(way)-1]
			continue
		}
		next := at.refs[len(at.refs)-1]
		at.refs = at.refs[:len(at.refs)-1]
		if f.seen[next] {
			continue
		}
		if f.seen[next] = true; len(f.seen) > mostFollowed {
			return false
		}
		way = append(way, visited{next, f.refs(next)})
	}
	return true
}

// refs is what v refers to, of dead objects that are followed: instances, containers and their storage, bound methods. What is alive does not lead
// to what is dead.
//
//psy:bounded what is told of references here allocates nothing
func (f *follower) refs(v uint64) (list []uint64) {
	if !f.followed(Value(v)) {
		return nil
	}
	f.rt.Heap.Refs(uintptr(v), func(w uint64) {
		if q := f.rt.Heap.Target(w); q != 0 && !f.live(q) && f.followed(Value(q)) { // a word of storage may be anything
			list = append(list, uint64(q))
		}
	})
	return list
}

func (f *follower) followed(v Value) bool {
	switch id := ShapeOf(v).Type.ID; id {
	case 0, TDict, TList, TTuple, TSet, TMethod, TCell:
		return true
	case TShape, TFrameSpace:
		return false
	default:
		return f.rt.internal(uintptr(v))
	}
}
