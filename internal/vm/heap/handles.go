// Handles: Go-side resources that objects own by number.

package heap

import "io"

// Handles holds Go values (files, tables) for objects, which may not hold Go pointers. An object whose layout
// has HasHandle keeps the id in word 1; when no such object survives, the value is closed, if it is an
// io.Closer, and forgotten. An id that no object has held yet survives one collection.
type Handles struct {
	items []handle
	free  []uint32
	h     *Heap
}

type handle struct {
	v     any
	used  bool
	seen  bool                // by the collection that is running
	old   bool                // seen by an earlier one: a young one does not look for its object
	owned bool                // an object has held it, or a collection has passed
	size  uint32              // bytes that count against the cap, in units of handleUnit
	keeps *[keepSlots]uintptr // objects that live as long as the handle; nil: none
}

const (
	handleUnit = 64
	// handleSize is what a handle and a small value count for.
	handleSize = 256 / handleUnit
	keepSlots  = 4
)

// Handles returns the heap's handles.
func (h *Heap) Handles() *Handles { return &h.handles }

// Put stores v and returns its id, which is never 0.
func (t *Handles) Put(v any) uint32 {
	t.h.account.held += handleSize * handleUnit
	t.h.account.update()
	t.h.trim()
	t.h.since += handleSize * handleUnit
	if n := len(t.free); n > 0 {
		id := t.free[n-1]
		t.free = t.free[:n-1]
		t.items[id-1] = handle{v: v, used: true, size: handleSize}
		return id
	}
	t.items = append(t.items, handle{v: v, used: true, size: handleSize})
	return uint32(len(t.items))
}

// Own says that an object holds id: the next collection may find it dropped.
func (t *Handles) Own(id uint32) {
	if id != 0 && int(id) <= len(t.items) {
		t.items[id-1].owned = true
	}
}

// Get returns the value of id, nil if there is none.
func (t *Handles) Get(id uint32) any {
	if id == 0 || int(id) > len(t.items) {
		return nil
	}
	return t.items[id-1].v
}

// Set replaces the value of a used id.
func (t *Handles) Set(id uint32, v any) {
	if id != 0 && int(id) <= len(t.items) && t.items[id-1].used {
		t.items[id-1].v = v
	}
}

// Resize says how many bytes of Go's memory the value of a used id has now. They count against the cap. It reports false, and nothing has changed, if more
// do not fit. It may collect.
func (t *Handles) Resize(id uint32, bytes uint64) bool {
	if id == 0 || int(id) > len(t.items) || !t.items[id-1].used {
		return true
	}
	size := handleSize + uint32(min((bytes+handleUnit-1)/handleUnit, 1<<31))
	if old := t.items[id-1].size; size > old {
		if !t.h.Charge(uint64(size-old) * handleUnit) {
			return false
		}
	} else {
		t.h.Release(uint64(old-size) * handleUnit)
	}
	t.items[id-1].size = size
	return true
}

// Keep makes the object at p live as long as the value of id is owned, in place of what was kept under the same number before: memory that the value uses.
// 0 keeps nothing.
func (t *Handles) Keep(id uint32, number int, p uintptr) {
	if id == 0 || int(id) > len(t.items) || !t.items[id-1].used {
		return
	}
	x := &t.items[id-1]
	if x.keeps == nil {
		if p == 0 {
			return
		}
		x.keeps = new([keepSlots]uintptr)
	}
	x.keeps[number] = p
}

// Unkeep ends all that Keep began for id.
func (t *Handles) Unkeep(id uint32) {
	if id != 0 && int(id) <= len(t.items) {
		t.items[id-1].keeps = nil
	}
}

// Drop forgets id without closing its value. The owner must set its word to 0.
func (t *Handles) Drop(id uint32) {
	if id == 0 || int(id) > len(t.items) || !t.items[id-1].used {
		return
	}
	t.h.account.held -= uint64(t.items[id-1].size) * handleUnit
	t.h.account.loosen(uint64(t.items[id-1].size) * handleUnit)
	t.h.account.update()
	t.items[id-1] = handle{}
	t.free = append(t.free, id)
}

// Len returns how many handles are in use.
func (t *Handles) Len() int { return len(t.items) - len(t.free) }

func (t *Handles) see(id uint32) {
	if id != 0 && int(id) <= len(t.items) {
		x := &t.items[id-1]
		x.seen = true
		if x.keeps != nil {
			for _, p := range x.keeps {
				if p != 0 {
					t.h.visit(uint64(p))
				}
			}
		}
	}
}

// visitUnowned marks what is kept for handles that no object has held yet, or, in a young collection, whose objects it does not look for.
func (t *Handles) visitUnowned(young bool) {
	for i := range t.items {
		if x := &t.items[i]; x.used && (!x.owned || young && x.old) && x.keeps != nil {
			for _, p := range x.keeps {
				if p != 0 {
					t.h.visit(uint64(p))
				}
			}
		}
	}
}

// unseen drops the handles that the collection did not see, and was to see, and returns their values.
func (t *Handles) unseen(young bool) []any {
	var dead []any
	for i := range t.items {
		x := &t.items[i]
		switch {
		case !x.used:
		case x.seen, young && x.old:
			x.seen, x.owned, x.old = false, true, true
		case !x.owned:
			x.owned = true
		default:
			dead = append(dead, x.v)
			t.Drop(uint32(i + 1))
		}
	}
	return dead
}

// forget is for a collection that is given up.
func (t *Handles) forget() {
	for i := range t.items {
		t.items[i].seen = false
	}
}

func closeAll(values []any) {
	for _, v := range values {
		if c, ok := v.(io.Closer); ok {
			c.Close() // nobody is left to be told of an error
		}
	}
}
