// What weak references have given out lately, and so stays for a while.
//
// Programs made for reference counts ask a weak reference twice within a few lines, or keep an object's __dict__ or
// key, and rely on it that the object is still there, since with counts it is there until somebody drops it. Here it
// may be garbage that a collection in between finds. So a collection that nobody asked for leaves what was given out
// last. One that the program asks for, or that memory needs, does not.

package object

// givenMost is how many references are remembered, and holdsMost how many collections in a row leave an object: a
// program that waits until its object is gone asks again and again.
const givenMost, holdsMost = 64, 8

// given is what weak references have given out since the last collection. The addresses keep nothing alive.
type given struct {
	refs [givenMost]uint64 // WeakRefs, the oldest ones overwritten
	n    uint
	held map[uint64]uint8 // objects that the last collection left, and how often that happened in a row
}

// give returns what a weak reference refers to, or Null.
func (w *weakState) give(v Value) Value {
	r := WeakTarget(v)
	if g := &w.given; r != Null && g.refs[(g.n-1)%givenMost] != uint64(v) {
		g.refs[g.n%givenMost] = uint64(v)
		g.n++
	}
	return r
}

// hold keeps what was given out, if that is due and it is dead, and begins anew.
func (g *given) hold(due bool, live func(uintptr) bool, keep func(uint64)) {
	var held map[uint64]uint8
	for i := 0; due && i < len(g.refs) && g.refs[i] != 0; i++ {
		r := g.refs[i]
		if !live(uintptr(r)) {
			continue
		}
		target := uint64(WeakTarget(Value(r)))
		if n := g.held[target]; target != 0 && !live(uintptr(target)) && n < holdsMost {
			if held == nil {
				held = map[uint64]uint8{}
			}
			held[target] = n + 1
			keep(target)
		}
	}
	*g = given{held: held}
}
