// The module _queue: a queue without a bound, of values that threads hand over.

package threads

import (
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tSimpleQueue = object.AllocTypeID()

// simpleQueue holds Size items in Ring, the first at Head; Cap, the ring's length, is a power of two.
type simpleQueue struct {
	header
	Ring            *object.Values
	Size, Head, Cap int64
}

// leastRing is the length of the first ring, and of what is left of a ring when the queue is empty.
const leastRing = 8

func (q *simpleQueue) at(i int64) *Value { return q.Ring.At(int((q.Head + i) & (q.Cap - 1))) }

// resize moves the items to a ring of n values.
func (q *simpleQueue) resize(t *Thread, n int64) bool {
	ring := object.NewValues(t, int(n))
	if ring == nil {
		return false
	}
	for i := int64(0); i < q.Size; i++ {
		*ring.At(int(i)) = *q.at(i)
	}
	q.Ring, q.Cap, q.Head = ring, n, 0
	return true
}

func queuePut(t *Thread, self, item Value) Value {
	q := object.As[simpleQueue](self)
	if q.Size == q.Cap && !q.resize(t, max(2*q.Cap, leastRing)) {
		return null
	}
	*q.at(q.Size) = item
	q.Size++
	wake(t, self, false)
	return none
}

// queueTake takes the first item of a queue that has one.
func queueTake(self Value) Value {
	q := object.As[simpleQueue](self)
	p := q.at(0)
	v := *p
	*p = null
	q.Head = (q.Head + 1) & (q.Cap - 1)
	if q.Size--; q.Size == 0 && q.Cap > leastRing {
		q.Ring, q.Cap, q.Head = nil, 0, 0
	}
	return v
}

// queueGet waits for an item for ever, if timeout is Null or None, else at most for that many seconds.
func queueGet(t *Thread, self, block, timeout Value) Value {
	wait := time.Duration(-1)
	switch object.Truth(t, block) {
	case -1:
		return null
	case 0:
		wait = 0
	default:
		if timeout == null || timeout == none {
			break
		}
		var ok bool
		if wait, ok = timemod.SecondsOf(t, timeout); !ok {
			return null
		}
		if wait < 0 {
			return object.Raise(t, object.TValueError, "'timeout' must be a non-negative number")
		}
		if wait.Seconds() >= timeoutMax {
			return object.Raise(t, object.TOverflowError, "timeout value is too large")
		}
	}
	q := object.As[simpleQueue](self)
	if q.Size == 0 && wait != 0 {
		if _, ok := waitFor(t, self, wait, func() bool { return q.Size > 0 }); !ok {
			return null
		}
	}
	if q.Size == 0 {
		return raiseEmpty(t)
	}
	return queueTake(self)
}

var _ = object.DefineType(tSimpleQueue, object.TypeDef{
	Name: "_queue.SimpleQueue", Flags: object.TypeBase, Size: unsafe.Sizeof(simpleQueue{}), Refs: 1 << 1,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			if typ.ID == tSimpleQueue && len(args) > 0 {
				return object.Raise(t, object.TTypeError, "SimpleQueue() takes no positional arguments")
			}
			return object.AllocInstance(t, typ)
		},
	},
	Methods: object.RegisterFuncs([]FuncDef{
		object.ClassGetItemDef(),
		{Name: "put", Sig: "(item, block=True, timeout=None)", Fn: func(t *Thread, self Value, a []Value) Value { return queuePut(t, self, a[0]) }},
		{Name: "put_nowait", Sig: "(item)", Fn: func(t *Thread, self Value, a []Value) Value { return queuePut(t, self, a[0]) }},
		{Name: "get", Sig: "(block=True, timeout=None)", Fn: func(t *Thread, self Value, a []Value) Value {
			block := a[0]
			if block == null {
				block = object.True
			}
			return queueGet(t, self, block, a[1])
		}},
		{Name: "get_nowait", Sig: "()", F0: func(t *Thread, self Value) Value { return queueGet(t, self, object.False, null) }},
		{Name: "empty", Sig: "()", F0: func(t *Thread, self Value) Value { return object.Bool(object.As[simpleQueue](self).Size == 0) }},
		{Name: "qsize", Sig: "()", F0: func(t *Thread, self Value) Value { return object.SmallInt(object.As[simpleQueue](self).Size) }},
	}),
})

// queueKeep has the exception Empty of a runtime: a module that is imported anew has the same.
type queueKeep struct {
	empty Value //psy:root visited by visitRoots
}

func (k *queueKeep) visitRoots(visit func(uint64)) { visit(uint64(k.empty)) }

func (k *queueKeep) Move(c *object.Copy) { k.empty = c.Move(k.empty) }

var queueKey = object.NewHostKey(func(rt *object.Runtime) *queueKeep {
	k := &queueKeep{}
	rt.Heap.AddRoots(k.visitRoots)
	return k
})

func raiseEmpty(t *Thread) Value {
	if e := object.Call0(t, queueKey.Of(t.RT).empty); e != null {
		object.SetExc(t, e)
	}
	return null
}

var _ = native.Register("_queue", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tSimpleQueue},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			k := queueKey.Of(t.RT)
			if k.empty == null {
				k.empty = native.NewErrorClass(t, "_queue.Empty", t.Type(object.TException).Value())
				doc := object.NewStr(t, "Raised where an item is asked for, none is there, and no more time to wait.")
				if k.empty == null || doc == null || !object.SetAttr(t, k.empty, object.Intern(t, "__doc__"), doc) {
					k.empty = null
				}
			}
			return k.empty != null && d.SetStr(t, "Empty", k.empty)
		},
	}
})

var _ = object.Plain[queueKeep]()
