// The modules _bisect and _heapq.

package collections

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_bisect", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			bisectFunc("bisect_right", true), bisectFunc("bisect", true), bisectFunc("bisect_left", false),
			insortFunc("insort_right", true), insortFunc("insort", true), insortFunc("insort_left", false),
		},
	}
})

const bisectSig = "(a, x, lo=0, hi=None, *, key=None)"

// bisect finds where x belongs in a sorted sequence, behind its equals (right) or before them; -1: an exception is set. x is compared as it
// is, items through key.
func bisect(t *Thread, b []Value, x Value, right bool) int64 {
	lo, hi := int64(0), int64(-1)
	ok := true
	if b[2] != null {
		if lo, ok = object.ArgSize(t, b[2]); !ok {
			return -1
		}
	}
	if lo < 0 {
		object.Raise(t, object.TValueError, "lo must be non-negative")
		return -1
	}
	if b[3] != null && b[3] != none {
		if hi, ok = object.ArgSize(t, b[3]); !ok {
			return -1
		}
	}
	if hi == -1 {
		if hi = object.Len(t, b[0]); hi < 0 {
			return -1
		}
	}
	key := b[4]
	if key == none {
		key = null
	}
	for lo < hi {
		mid := int64((uint64(lo) + uint64(hi)) / 2)
		item := itemAt(t, b[0], mid)
		if item != null && key != null {
			item = object.Call1(t, key, item)
		}
		if item == null {
			return -1
		}
		before := 0
		if right {
			before = object.CompareBool(t, x, item, object.LT)
		} else {
			before = object.CompareBool(t, item, x, object.LT)
		}
		switch {
		case before < 0:
			return -1
		case (before > 0) == right:
			hi = mid
		default:
			lo = mid + 1
		}
	}
	return lo
}

// itemAt is item i of a sequence, Null for an exception.
func itemAt(t *Thread, v Value, i int64) Value {
	if v.IsExact(object.TList) {
		if l := object.As[object.List](v); i < l.Size {
			return *l.At(int(i))
		}
	}
	return object.GetItem(t, v, object.NewInt(t, i))
}

func bisectFunc(name string, right bool) FuncDef {
	return FuncDef{Name: name, Sig: bisectSig, Fn: func(t *Thread, _ Value, b []Value) Value {
		i := bisect(t, b, b[1], right)
		if i < 0 {
			return null
		}
		return object.NewInt(t, i)
	}}
}

func insortFunc(name string, right bool) FuncDef {
	return FuncDef{Name: name, Sig: bisectSig, Fn: func(t *Thread, _ Value, b []Value) Value {
		x := b[1]
		if b[4] != null && b[4] != none {
			if x = object.Call1(t, b[4], x); x == null {
				return null
			}
		}
		i := bisect(t, b, x, right)
		switch {
		case i < 0:
			return null
		case b[0].IsExact(object.TList):
			return native.DoneIf(object.As[object.List](b[0]).Insert(t, i, b[1]))
		case native.Call2(t, b[0], "insert", object.NewInt(t, i), b[1]) == null:
			return null
		}
		return none
	}}
}

var _ = native.Register("_heapq", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			heapFunc("heapify", 1, func(t *Thread, h *object.List, a []Value) Value { return heapify(t, h, false) }),
			heapFunc("_heapify_max", 1, func(t *Thread, h *object.List, a []Value) Value { return heapify(t, h, true) }),
			heapFunc("heappush", 2, func(t *Thread, h *object.List, a []Value) Value {
				return native.DoneIf(h.Append(t, a[1]) && siftDown(t, h, 0, h.Len()-1, false))
			}),
			heapFunc("heappop", 1, func(t *Thread, h *object.List, a []Value) Value { return heapPop(t, h, false) }),
			heapFunc("_heappop_max", 1, func(t *Thread, h *object.List, a []Value) Value { return heapPop(t, h, true) }),
			heapFunc("heapreplace", 2, func(t *Thread, h *object.List, a []Value) Value { return heapReplace(t, h, a[1], false) }),
			heapFunc("_heapreplace_max", 2, func(t *Thread, h *object.List, a []Value) Value { return heapReplace(t, h, a[1], true) }),
			heapFunc("heappushpop", 2, func(t *Thread, h *object.List, a []Value) Value {
				if h.Len() == 0 {
					return a[1]
				}
				switch object.CompareBool(t, *h.At(0), a[1], object.LT) {
				case -1:
					return null
				case 0:
					return a[1]
				}
				if h.Len() == 0 {
					return object.Raise(t, object.TIndexError, "index out of range")
				}
				return heapReplace(t, h, a[1], false)
			}),
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "__about__", object.NewStr(t, "Heap queues"))
		},
	}
})

func heapFunc(name string, args int, f func(t *Thread, h *object.List, a []Value) Value) FuncDef {
	sig := "(heap, /)"
	if args == 2 {
		sig = "(heap, item, /)"
	}
	return FuncDef{Name: name, Sig: sig, MinArgs: args, MaxArgs: args, FN: func(t *Thread, _ Value, a []Value) Value {
		if !object.IsList(a[0]) {
			arg := "argument 1"
			if args == 1 {
				arg = "argument"
			}
			return object.BadArgument(t, name, arg, "list", a[0])
		}
		return f(t, object.As[object.List](a[0]), a)
	}}
}

// inOrder reports whether a stands above b in a heap; -1: an exception is set. The comparison may not change the size of the heap.
func inOrder(t *Thread, h *object.List, a, b Value, largest bool) int {
	n := h.Len()
	r := 0
	if largest {
		r = object.CompareBool(t, b, a, object.LT)
	} else {
		r = object.CompareBool(t, a, b, object.LT)
	}
	if r >= 0 && h.Len() != n {
		object.Raise(t, object.TRuntimeError, "list changed size during iteration")
		return -1
	}
	return r
}

// siftDown moves the item at pos up to where it belongs, not above start.
func siftDown(t *Thread, h *object.List, start, pos int, largest bool) bool {
	for pos > start {
		up := (pos - 1) / 2
		switch inOrder(t, h, *h.At(pos), *h.At(up), largest) {
		case -1:
			return false
		case 0:
			return true
		}
		*h.At(pos), *h.At(up) = *h.At(up), *h.At(pos)
		pos = up
	}
	return true
}

// siftUp moves the item at pos down to a leaf, and from there up to where it belongs.
func siftUp(t *Thread, h *object.List, pos int, largest bool) bool {
	start, n := pos, h.Len()
	for pos < n/2 {
		child := 2*pos + 1
		if child+1 < n {
			r := inOrder(t, h, *h.At(child), *h.At(child + 1), largest)
			if r < 0 {
				return false
			}
			child += r ^ 1
		}
		*h.At(pos), *h.At(child) = *h.At(child), *h.At(pos)
		pos = child
	}
	return siftDown(t, h, start, pos, largest)
}

func heapify(t *Thread, h *object.List, largest bool) Value {
	for i := h.Len()/2 - 1; i >= 0; i-- {
		if !siftUp(t, h, i, largest) {
			return null
		}
	}
	return none
}

func heapPop(t *Thread, h *object.List, largest bool) Value {
	n := h.Len()
	if n == 0 {
		return object.Raise(t, object.TIndexError, "index out of range")
	}
	last := object.ListPop(t, h)
	if n == 1 {
		return last
	}
	return heapReplace(t, h, last, largest)
}

func heapReplace(t *Thread, h *object.List, item Value, largest bool) Value {
	if h.Len() == 0 {
		return object.Raise(t, object.TIndexError, "index out of range")
	}
	top := *h.At(0)
	*h.At(0) = item
	if !siftUp(t, h, 0, largest) {
		return null
	}
	return top
}
