// Memory of generators that have ended and that nothing can see any more, for the next ones.
//
// A generator that was made for a loop, a yield from or an await, and that is nowhere but on the stack there, is owned by it. When such a generator
// ends, its memory is used again at once: recursive generators and coroutines allocate next to nothing, and work in memory that is in the caches.
// The same holds for what async generators take for each item: the awaitable that an async for makes, and the cell that a yielded value lies in.

package object

import "unsafe"

// spareSizes is how many sizes of generators are kept, by 16 bytes.
const spareSizes = 64

// spares are chains of ended generators by size, linked by Hooks, and of cells by kind, linked by Ref. They keep nothing alive: each collection forgets
// them.
type spares struct {
	generators [spareSizes]uintptr
	cells      [2]uintptr
}

// Kinds of cells that are used again. Those of one kind have the same shape and size.
const (
	SpareStep    = iota // the awaitable of an async for's step
	SpareWrapped        // a value yielded by an async generator
)

// owned marks, in a cell's header, one of these kinds that only the frame's stack refers to.
const owned = 1 << 7

// SpareCell is memory for a cell; nil: there is none. All fields are those of the one that has ended.
func (rt *Runtime) SpareCell(kind int) *Cell {
	at := rt.weak.spare.cells[kind]
	if at == 0 {
		return nil
	}
	c := As[Cell](Value(at))
	rt.weak.spare.cells[kind] = uintptr(c.Ref)
	return c
}

// OwnCell marks a cell as seen by nothing but the stack.
func OwnCell(c *Cell) { c.Meta |= owned }

// CellEnded is told of a cell that has done its work: its memory may be used again if it is owned.
func (rt *Runtime) CellEnded(kind int, c *Cell) {
	if c.Meta&0xFF != owned {
		return
	}
	c.Meta &^= owned
	c.Ref = Value(rt.weak.spare.cells[kind])
	rt.weak.spare.cells[kind] = uintptr(unsafe.Pointer(c))
}

// SpareGenerator is memory for a generator of size bytes in all; nil: there is none. All fields are those of the one that has ended.
func (rt *Runtime) SpareGenerator(size uintptr) *Generator {
	at := (size + 15) / 16
	if at >= spareSizes || rt.weak.spare.generators[at] == 0 {
		return nil
	}
	g := As[Generator](Value(rt.weak.spare.generators[at]))
	rt.weak.spare.generators[at], g.Hooks = uintptr(g.Hooks), Null
	return g
}

// GeneratorEnded is told of a generator that has run to its end, called by its loop, yield from or await, and that had no frame object: its memory may be used again if it is owned.
func (rt *Runtime) GeneratorEnded(g *Generator) {
	at := (GenFrame + uintptr(g.Code.FrameSize) + 15) / 16
	if !g.Owned || at >= spareSizes || g.Meta&0xFF != 0 {
		return
	}
	g.Owned = false
	g.Hooks = Value(rt.weak.spare.generators[at])
	rt.weak.spare.generators[at] = uintptr(unsafe.Pointer(g))
}

// Reveal is called for an object that a program gets to see by other ways than the references that it made.
func Reveal(v Value) Value {
	switch {
	case v.IsExact(TGenerator) || v.IsExact(TCoroutine):
		As[Generator](v).Owned = false
	case v.IsExact(TAsyncGenASend) || v.IsExact(TAsyncGenWrappedValue):
		As[Cell](v).Meta &^= owned
	}
	return v
}
