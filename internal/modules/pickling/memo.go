// What a pickler has written: objects by their identity, with their numbers; and the proxies that show memos.

package pickling

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tPicklerMemo   = object.AllocTypeID()
	tUnpicklerMemo = object.AllocTypeID()
)

// memoProxy shows the memo of a pickler or an unpickler.
type memoProxy struct {
	header
	Of Value
}

func memoSlot(v Value, i int64) uint64 { return (uint64(v)>>4 ^ uint64(v)>>20) + uint64(i) }

// number is an object's number, -1 when it has none.
func (p *pickler) number(v Value) int64 {
	if p.Keys == nil {
		return -1
	}
	for h := memoSlot(v, 0); ; h++ {
		at := int(h & uint64(p.Mask))
		switch *p.Keys.At(at) {
		case v:
			return int64(p.numbers()[at])
		case null:
			return -1
		}
	}
}

func (p *pickler) numbers() []uint32 { return unsafe.Slice((*uint32)(p.Numbers.Data()), p.Mask+1) }

// setNumber gives an object a number.
func (p *pickler) setNumber(t *Thread, v Value, n int64) bool {
	if p.Keys == nil || 2*p.Used > p.Mask {
		if !p.growMemo(t) {
			return false
		}
	}
	p.place(v, uint32(n))
	return true
}

func (p *pickler) place(v Value, n uint32) {
	for h := memoSlot(v, 0); ; h++ {
		at := int(h & uint64(p.Mask))
		k := p.Keys.At(at)
		if *k == null {
			*k = v
			p.Used++
		}
		if *k == v {
			p.numbers()[at] = n
			return
		}
	}
}

func (p *pickler) growMemo(t *Thread) bool {
	size := int64(32)
	if p.Keys != nil {
		size = 4 * (p.Mask + 1)
	}
	keys, numbers := object.NewValues(t, int(size)), object.NewRaw(t, int(4*size))
	if keys == nil || numbers == nil {
		return false
	}
	old, oldNumbers, n := p.Keys, p.Numbers, p.Mask+1
	p.Keys, p.Numbers, p.Mask, p.Used = keys, numbers, size-1, 0
	if old != nil {
		for i, x := range unsafe.Slice((*uint32)(oldNumbers.Data()), n) {
			if k := *old.At(i); k != null {
				p.place(k, x)
			}
		}
	}
	return true
}

func (p *pickler) clearMemo() { p.Keys, p.Numbers, p.Mask, p.Used = nil, nil, 0, 0 }

// memoDict is the memo as a dict from identities to numbers and objects.
func (p *pickler) memoDict(t *Thread) *object.Dict {
	d := object.NewDict(t)
	if d == nil || p.Keys == nil {
		return d
	}
	for i, n := range p.numbers() {
		if k := *p.Keys.At(i); k != null {
			id, pair := object.NewUint(t, uint64(k)), object.Pair(t, object.SmallInt(int64(n)), k)
			if id == null || pair == null || !d.Set(t, id, pair) {
				return nil
			}
		}
	}
	return d
}

// memoEntry reports whether a value is one of a memo's dict: a number and an object.
func memoEntry(t *Thread, v Value) bool {
	switch {
	case !object.IsTuple(v) || object.As[object.Tuple](v).Len() != 2:
		object.Raise(t, object.TTypeError, "'memo' values must be 2-item tuples")
	case !object.IsIntLike(*object.As[object.Tuple](v).At(0)):
		object.Raise(t, object.TTypeError, "an integer is required")
	default:
		_, ok := object.ArgSize(t, *object.As[object.Tuple](v).At(0))
		return ok
	}
	return false
}

func (p *pickler) setMemo(t *Thread, v Value) bool {
	switch {
	case v == null:
		object.Raise(t, object.TTypeError, "attribute deletion is not supported")
		return false
	case v.IsExact(tPicklerMemo):
		from := object.As[pickler](object.As[memoProxy](v).Of)
		if from == p || from.Keys == nil {
			if from != p {
				p.clearMemo()
			}
			return true
		}
		p.Keys, p.Numbers, p.Mask, p.Used = nil, nil, from.Mask, 0 // growMemo makes four times as much
		p.Keys, p.Numbers = object.NewValues(t, int(from.Mask+1)), object.NewRaw(t, int(4*(from.Mask+1)))
		if p.Keys == nil || p.Numbers == nil {
			p.clearMemo()
			return false
		}
		for i, n := range from.numbers() {
			if k := *from.Keys.At(i); k != null {
				p.place(k, n)
			}
		}
		return true
	case object.IsDict(v):
		d := object.As[object.Dict](v)
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if !memoEntry(t, e.Val) {
				return false
			}
		}
		p.clearMemo()
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			pair := object.As[object.Tuple](e.Val)
			if n, ok := object.ArgSize(t, *pair.At(0)); !ok || !p.setNumber(t, *pair.At(1), n) {
				return false
			}
		}
		return true
	}
	object.Raise(t, object.TTypeError, "'memo' attribute must be a PicklerMemoProxy object or dict, not %s", object.TypeName(t, v))
	return false
}

// proxyDef declares a proxy: what clears the memo, and what copies it.
func proxyDef(name string, clear func(v Value), copyMemo func(t *Thread, v Value) *object.Dict) object.TypeDef {
	return object.TypeDef{
		Name: "_pickle." + name, Size: unsafe.Sizeof(memoProxy{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
		Methods: []object.FuncDef{
			{Name: "clear", Sig: "()", F0: func(t *Thread, v Value) Value {
				clear(object.As[memoProxy](v).Of)
				return none
			}},
			{Name: "copy", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Of(copyMemo(t, object.As[memoProxy](v).Of)) }},
			{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value {
				d := copyMemo(t, object.As[memoProxy](v).Of)
				if d == nil {
					return null
				}
				args := object.Tuple1(t, object.Of(d))
				if args == null {
					return null
				}
				return object.Pair(t, t.Type(object.TDict).Value(), args)
			}},
		},
	}
}

var (
	_ = object.DefineType(tPicklerMemo, proxyDef("PicklerMemoProxy", func(v Value) { object.As[pickler](v).clearMemo() },
		func(t *Thread, v Value) *object.Dict { return object.As[pickler](v).memoDict(t) }))
	_ = object.DefineType(tUnpicklerMemo, proxyDef("UnpicklerMemoProxy", func(v Value) { object.As[unpickler](v).clearMemo() },
		func(t *Thread, v Value) *object.Dict { return object.As[unpickler](v).memoDict(t) }))
)

// newProxy is the attribute memo.
func newProxy(t *Thread, id object.TypeID, of Value) Value {
	x := object.New[memoProxy](t, id)
	if x != nil {
		x.Of = of
	}
	return object.Of(x)
}
