// The module _interpqueues.

package interps

import (
	"slices"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// queue belongs to the group's lock.
type queue struct {
	id, most int64
	fmt, op  int
	refs     int64
	creator  *interpreter
	items    []boxItem
}

func (q *queue) number() int64 { return q.id }

func (q *queue) forget(id int64) {
	q.items = forgetItems(q.items, id)
	unbind(q.items, id)
}

func (q *queue) clear() {
	for i := range q.items {
		q.items[i].release(false)
	}
	q.items = nil
	q.creator.released.Add(boxCharge)
}

func (q *queue) full() bool { return q.most > 0 && int64(len(q.items)) >= q.most }

// withQueue calls f with a queue under the lock; f must not touch objects. False: an exception is set.
func withQueue(t *Thread, id Value, f func(g *group, q *queue)) bool {
	n, ok := numberOf(t, id, "queue ID")
	return ok && withQueueOf(t, n, f)
}

func withQueueOf(t *Thread, n int64, f func(g *group, q *queue)) bool {
	g := self(t).g
	g.mu.Lock()
	q, ok := g.queues.find(n)
	if ok {
		f(g, q)
	}
	g.unlock()
	tidy(t)
	if !ok {
		raise(t, queueNotFoundError, "queue %d not found", n)
	}
	return ok
}

// release gives up a reference to the queue. The lock is held.
func (q *queue) release(g *group) {
	if q.refs--; q.refs == 0 {
		g.unneeded = append(g.unneeded, q)
	}
}

// holdQueue has a queue stay while its number is on its way.
func holdQueue(t *Thread, n int64) bool {
	return withQueueOf(t, n, func(_ *group, q *queue) { q.refs++ })
}

// unpackQueue makes a Queue of the library's.
func unpackQueue(t *Thread, n int64) Value {
	c := libraryClass(t, "queues", queueClass)
	if c == null {
		return null
	}
	return object.Call1(t, c, object.SmallInt(n))
}

// libraryClass is a class that a module of the library tells when it is imported. Null: an exception is set.
func libraryClass(t *Thread, module string, n int) Value {
	k := keepKey.Of(t.RT)
	if k.classes[n] == null {
		name := "interpreters." + module
		m := native.ImportModule(t, name)
		if m == null && t.Matches(object.TModuleNotFoundError) {
			t.ClearExc()
			m = native.ImportModule(t, "test.support."+name)
		}
		if m == null {
			return null
		}
	}
	if k.classes[n] == null {
		return object.Raise(t, object.TRuntimeError, "the module %s has told of no classes", module)
	}
	return k.classes[n]
}

func createQueue(t *Thread, a []Value) Value {
	most, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	fmt, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	op, ok := boxOp(t, a[2])
	if !ok {
		return null
	}
	tidy(t)
	if !t.RT.Heap.Charge(boxCharge) {
		return t.NoMemory()
	}
	me := self(t)
	me.g.mu.Lock()
	me.g.queues.last++
	q := &queue{id: me.g.queues.last, most: most, fmt: fmt, op: op, creator: me}
	me.g.queues.all = append(me.g.queues.all, q)
	me.g.unlock()
	return object.SmallInt(q.id)
}

func putQueue(t *Thread, a []Value) Value {
	n, ok := numberOf(t, a[0], "queue ID")
	if !ok {
		return null
	}
	fmt, ok := object.AsInt(t, a[2])
	if !ok {
		return null
	}
	op, ok := boxOp(t, a[3])
	if !ok {
		return null
	}
	full := false
	if !withQueueOf(t, n, func(_ *group, q *queue) { full = q.full() }) {
		return null
	}
	if full {
		return raiseQueue(t, queueFull, "queue %d is full", n)
	}
	item, ok := put(t, a[1], op)
	if !ok {
		return null
	}
	item.fmt = fmt
	ok = withQueueOf(t, n, func(_ *group, q *queue) {
		if full = q.full(); !full {
			q.items = append(q.items, item)
		}
	})
	if !ok || full {
		item.cancel(t)
	}
	if full {
		return raiseQueue(t, queueFull, "queue %d is full", n)
	}
	return native.DoneIf(ok)
}

// raiseQueue raises an exception whose class the library has told of.
func raiseQueue(t *Thread, class int, format string, n int64) Value {
	c := libraryClass(t, "queues", class)
	if c == null {
		return null
	}
	return raiseClass(t, c, format, n)
}

func getQueue(t *Thread, a []Value) Value {
	n, ok := numberOf(t, a[0], "queue ID")
	if !ok {
		return null
	}
	var item boxItem
	empty := false
	if !withQueueOf(t, n, func(_ *group, q *queue) {
		if empty = len(q.items) == 0; !empty {
			item = q.items[0]
			q.items = slices.Delete(q.items, 0, 1)
		}
	}) {
		return null
	}
	if empty {
		return raiseQueue(t, queueEmpty, "queue %d is empty", n)
	}
	v, op := receive(t, &item)
	if v == null {
		return null
	}
	r := object.NewTuple(t, 3)
	if r == nil {
		return null
	}
	*r.At(0), *r.At(1), *r.At(2) = v, object.SmallInt(int64(item.fmt)), op
	return object.Of(r)
}

// receive is the value of an item, and None; or None, and what becomes of items whose sender has ended. Null: an exception is set.
func receive(t *Thread, i *boxItem) (v, op Value) {
	if i.sender == nil {
		return none, object.SmallInt(int64(i.op))
	}
	v = i.x.unpack(t)
	g := self(t).g
	g.mu.Lock()
	i.release(true)
	g.unlock()
	tidy(t)
	return v, none
}

func bindQueue(t *Thread, a []Value) Value {
	return native.DoneIf(withQueue(t, a[0], func(_ *group, q *queue) { q.refs++ }))
}

func releaseQueue(t *Thread, a []Value) Value {
	bound, id := true, int64(0)
	ok := withQueue(t, a[0], func(g *group, q *queue) {
		if id, bound = q.id, q.refs > 0; bound {
			q.release(g)
		}
	})
	if !bound {
		return raise(t, queueError, "queue %d never bound", id)
	}
	return native.DoneIf(ok)
}

func destroyQueue(t *Thread, a []Value) Value {
	return native.DoneIf(withQueue(t, a[0], func(g *group, q *queue) { g.queues.remove(q) }))
}

// queueNumber makes a function that tells a number of a queue.
func queueNumber(f func(q *queue) int64) func(t *Thread, a []Value) Value {
	return func(t *Thread, a []Value) Value {
		var n int64
		if !withQueue(t, a[0], func(_ *group, q *queue) { n = f(q) }) {
			return null
		}
		return object.NewInt(t, n)
	}
}

func isQueueFull(t *Thread, a []Value) Value {
	full := false
	if !withQueue(t, a[0], func(_ *group, q *queue) { full = q.full() }) {
		return null
	}
	return object.Bool(full)
}

func queueDefaults(t *Thread, a []Value) Value {
	var fmt, op int
	if !withQueue(t, a[0], func(_ *group, q *queue) { fmt, op = q.fmt, q.op }) {
		return null
	}
	return object.Pair(t, object.SmallInt(int64(fmt)), object.SmallInt(int64(op)))
}

func listQueues(t *Thread, _ Value) Value {
	g := self(t).g
	g.mu.Lock()
	list := slices.Clone(g.queues.all)
	g.unlock()
	l := object.NewList(t, 0)
	for _, q := range slices.Backward(list) {
		if l == nil {
			return null
		}
		r := object.NewTuple(t, 3)
		if r == nil {
			return null
		}
		*r.At(0), *r.At(1), *r.At(2) = object.SmallInt(q.id), object.SmallInt(int64(q.fmt)), object.SmallInt(int64(q.op))
		if !l.Append(t, object.Of(r)) {
			return null
		}
	}
	return listOrNull(l)
}

func registerQueueTypes(t *Thread, a []Value) Value {
	if !object.IsType(a[0]) {
		return object.Raise(t, object.TTypeError, "expected a type for 'queuetype'")
	}
	for i, name := range [...]string{1: "emptyerror", 2: "fullerror"} {
		if i > 0 && (!object.IsType(a[i]) || !object.As[object.Type](a[i]).IsSubtype(t.Type(object.TBaseException))) {
			return object.Raise(t, object.TTypeError, "expected an exception type for '%s'", name)
		}
	}
	k := keepKey.Of(t.RT)
	k.classes[queueClass], k.classes[queueEmpty], k.classes[queueFull] = a[0], a[1], a[2]
	return none
}

var _ = native.Register("_interpqueues", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			bind("create", "create", "(maxsize, fmt, unboundop)", createQueue),
			bind("destroy", "destroy", "(qid)", destroyQueue),
			{Name: "list_all", Sig: "()", F0: listQueues},
			bind("put", "put", "(qid, obj, fmt, unboundop)", putQueue),
			bind("get", "get", "(qid)", getQueue),
			bind("bind", "bind", "(qid)", bindQueue),
			bind("release", "release", "(qid)", releaseQueue),
			bind("get_maxsize", "get_maxsize", "(qid)", queueNumber(func(q *queue) int64 { return q.most })),
			bind("get_queue_defaults", "get_queue_defaults", "(qid)", queueDefaults),
			bind("is_full", "is_full", "(qid)", isQueueFull),
			bind("get_count", "get_count", "(qid)", queueNumber(func(q *queue) int64 { return int64(len(q.items)) })),
			bind("_register_heap_types", "_register_heap_types", "(queuetype, emptyerror, fullerror)", registerQueueTypes),
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return showClasses(t, d, queueError, queueNotFoundError)
		},
	}
})
