// What queues and channels have in common: numbers, items that wait, and what becomes of these when who has sent them ends.

package interps

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
)

// What becomes of an item whose interpreter ends before it is received.
const (
	unboundRemove  = 1
	unboundError   = 2
	unboundReplace = 3
)

// boxOp reads an argument that says what becomes of items.
func boxOp(t *Thread, v Value) (int, bool) {
	op, ok := object.AsInt(t, v)
	if ok && (op < unboundRemove || op > unboundReplace) {
		object.Raise(t, object.TValueError, "unsupported unboundop %d", op)
		return 0, false
	}
	return op, ok
}

// boxCharge is what a queue or channel counts for who has made it.
const boxCharge = 512

// boxItem is a value that waits to be received.
type boxItem struct {
	x      crossed
	sender *interpreter // nil: it has ended, and x is nothing
	fmt    int
	op     int
	sent   *waiter // who waits until it is received; nil: nobody
}

// waiter is a sender's wait.
type waiter struct {
	done     chan struct{}
	received bool
}

func (w *waiter) end(received bool) {
	if w != nil {
		w.received = received
		close(w.done)
	}
}

// release is told that an item is received, or will never be. The lock is held.
func (i *boxItem) release(received bool) {
	i.sent.end(received)
	i.sent = nil
	if i.sender != nil {
		i.sender.released.Add(uint64(i.x.size))
		i.x.gone(i.sender.g)
		i.sender, i.x = nil, crossed{}
	}
}

// put makes an item of a value, which counts for this interpreter from now on. False: an exception is set.
func put(t *Thread, v Value, op int) (i boxItem, ok bool) {
	m := object.NewMeter(t)
	defer m.End()
	x, ok := pack(t, v, m)
	if !ok {
		return i, false
	}
	if !t.RT.Heap.Charge(uint64(x.size)) {
		drop(self(t).g, &x)
		t.NoMemory()
		return i, false
	}
	return boxItem{x: x, sender: self(t), op: op}, true
}

func drop(g *group, x *crossed) {
	g.mu.Lock()
	x.gone(g)
	g.unlock()
}

// cancel is release for an item that could not be put anywhere.
func (i *boxItem) cancel(t *Thread) {
	g := self(t).g
	g.mu.Lock()
	i.release(false)
	g.unlock()
	tidy(t)
}

// boxed is a queue or a channel.
type boxed interface {
	number() int64
	forget(id int64) // what an interpreter that ends has to do with it; the lock is held
	clear()          // it goes; the lock is held
}

// boxes are the queues or channels of a program, by age. They belong to the group's lock.
type boxes[T boxed] struct {
	all  []T
	last int64
}

func (b *boxes[T]) find(id int64) (x T, ok bool) {
	i := slices.IndexFunc(b.all, func(x T) bool { return x.number() == id })
	if i < 0 {
		return x, false
	}
	return b.all[i], true
}

func (b *boxes[T]) forget(id int64) {
	for _, x := range b.all {
		x.forget(id)
	}
}

func (b *boxes[T]) remove(x T) {
	x.clear()
	b.all = slices.DeleteFunc(b.all, func(y T) bool { return y.number() == x.number() })
}

func (b *boxes[T]) clear() {
	for _, x := range b.all {
		x.clear()
	}
	b.all = nil
}

// forgetItems takes what an interpreter that ends has sent out of the items.
func forgetItems(items []boxItem, id int64) []boxItem {
	return slices.DeleteFunc(items, func(i boxItem) bool {
		return i.sender != nil && i.sender.id == id && i.op == unboundRemove && dropItem(&i)
	})
}

func dropItem(i *boxItem) bool {
	i.release(false)
	return true
}

// unbind lets go of the values of those that stay.
func unbind(items []boxItem, id int64) {
	for k := range items {
		if i := &items[k]; i.sender != nil && i.sender.id == id {
			sent := i.sent
			i.sent = nil
			i.release(false)
			i.sent = sent
		}
	}
}
