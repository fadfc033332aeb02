// Memory of generators that have ended and that nothing can see any more, for the next ones.
//
// A generator that was made for a loop, a yield from or an await, and that is nowhere but on the stack there, is owned by it. When such a generator
// ends, its memory is used again at once: recursive generators and coroutines allocate next to nothing, and work in memory that is in the caches.

package object

import "unsafe"

// spareSizes is how many sizes of generators are kept, by 16 bytes.
const spareSizes = 64

// spares are chains of ended generators by size, linked by Hooks. They keep nothing alive: each collection forgets them.
type spares [spareSizes]uintptr

// SpareGenerator is memory for a generator of size bytes in all; nil: there is none. All fields are those of the one that has ended.
func (rt *Runtime) SpareGenerator(size uintptr) *Generator {
	at := (size + 15) / 16
	if at >= spareSizes || rt.weak.spare[at] == 0 {
		return nil
	}
	g := As[Generator](Value(rt.weak.spare[at]))
	rt.weak.spare[at], g.Hooks = uintptr(g.Hooks), Null
	return g
}

// GeneratorEnded is told of a generator that has run to its end, called by its loop, yield from or await, and that had no frame object: its memory may be used again if it is owned.
func (rt *Runtime) GeneratorEnded(g *Generator) {
	at := (GenFrame + uintptr(g.Code.FrameSize) + 15) / 16
	if !g.Owned || at >= spareSizes || g.Meta&0xFF != 0 {
		return
	}
	g.Owned = false
	g.Hooks = Value(rt.weak.spare[at])
	rt.weak.spare[at] = uintptr(unsafe.Pointer(g))
}

// Reveal is called for an object that a program gets to see by other ways than the references that it made.
func Reveal(v Value) Value {
	if v.IsExact(TGenerator) || v.IsExact(TCoroutine) {
		As[Generator](v).Owned = false
	}
	return v
}
