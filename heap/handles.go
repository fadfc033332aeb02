// Handles: Go-side resources that objects own by number.

package heap

import "io"

// Handles holds Go values (files, tables) for objects, which may not hold Go pointers. An object whose layout
// has HasHandle keeps the id in word 1; when no such object survives, the value is closed, if it is an
// io.Closer, and forgotten. An id that no object has held yet survives one collection.
type Handles struct {
	items []handle
	free  []uint32
}

type handle struct {
	v     any
	used  bool
	seen  bool // by the collection that is running
	owned bool // an object has held it, or a collection has passed
}

// Handles returns the heap's handles.
func (h *Heap) Handles() *Handles { return &h.handles }

// Put stores v and returns its id, which is never 0.
func (t *Handles) Put(v any) uint32 {
	if n := len(t.free); n > 0 {
		id := t.free[n-1]
		t.free = t.free[:n-1]
		t.items[id-1] = handle{v: v, used: true}
		return id
	}
	t.items = append(t.items, handle{v: v, used: true})
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

// Drop forgets id without closing its value. The owner must set its word to 0.
func (t *Handles) Drop(id uint32) {
	if id == 0 || int(id) > len(t.items) || !t.items[id-1].used {
		return
	}
	t.items[id-1] = handle{}
	t.free = append(t.free, id)
}

// Len returns how many handles are in use.
func (t *Handles) Len() int { return len(t.items) - len(t.free) }

func (t *Handles) see(id uint32) {
	if id != 0 && int(id) <= len(t.items) {
		t.items[id-1].seen = true
	}
}

// unseen drops the handles that the collection did not see and returns their values.
func (t *Handles) unseen() []any {
	var dead []any
	for i := range t.items {
		x := &t.items[i]
		switch {
		case !x.used:
		case x.seen, !x.owned:
			x.seen, x.owned = false, true
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
