// functools._lru_cache_wrapper: a callable that keeps the results of its most recent calls.

package functional

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tLRUCache = object.AllocTypeID()
	tLRULink  = object.AllocTypeID()
	tLRUMark  = object.AllocTypeID()
)

// lruLink is one result in the ring of results, the least recently used first after the root.
type lruLink struct {
	header
	Prev, Next  *lruLink
	Key, Result Value
	Hash        int64
}

// lruCache is the wrapper. Max is -1 for no limit. Cache maps keys to results, or to links when there is a limit.
type lruCache struct {
	header
	Fn           Value
	Cache        *object.Dict
	Root         *lruLink
	InfoType     Value
	Mark         Value // stands between positional and keyword arguments in keys
	Max          int64
	Hits, Misses int64
	Typed        bool
}

var (
	_ = object.DefineType(tLRULink, object.TypeDef{Name: "functools._lru_list_elem", Flags: object.TypeNoInstances,
		Size: unsafe.Sizeof(lruLink{}), Refs: 15 << 1, NoWeak: true})
	_ = object.DefineType(tLRUMark, object.TypeDef{Name: "functools._lru_mark", Flags: object.TypeNoInstances, Size: 16, NoWeak: true})
)

func (l *lruLink) unlink() { l.Prev.Next, l.Next.Prev = l.Next, l.Prev }

func (l *lruLink) append(root *lruLink) {
	last := root.Prev
	last.Next, root.Prev = l, l
	l.Prev, l.Next = last, root
}

func lruNew(t *Thread, typ *object.Type, b []Value) Value {
	fn, maxSize, typed, info := b[0], b[1], b[2], b[3]
	if object.TypeOf(t, fn).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "the first argument must be callable")
	}
	limit := int64(-1)
	if maxSize != none {
		if !object.IsIndex(t, maxSize) {
			return object.Raise(t, object.TTypeError, "maxsize should be integer or None")
		}
		n, ok := object.AsSize(t, maxSize, object.TOverflowError)
		if !ok {
			return null
		}
		limit = max(n, 0)
	}
	isTyped := object.Truth(t, typed)
	if isTyped < 0 {
		return null
	}
	root := object.New[lruLink](t, tLRULink)
	mark := object.New[header](t, tLRUMark)
	cache := object.NewDict(t)
	if root == nil || mark == nil || cache == nil {
		return null
	}
	root.Prev, root.Next = root, root
	c := native.Alloc[lruCache](t, typ)
	if c != nil {
		c.Fn, c.Cache, c.Root, c.InfoType, c.Mark, c.Max, c.Typed = fn, cache, root, info, object.Of(mark), limit, isTyped > 0
	}
	return object.Of(c)
}

// key makes the key of a call: the argument itself when it is a single int or str, else a tuple.
func (c *lruCache) key(t *Thread, args []Value, kw Value) Value {
	pos, named := object.SplitKw(args, kw)
	if !c.Typed && len(named) == 0 && len(pos) == 1 {
		if a := pos[0]; a.IsInt() || a.IsExact(object.TInt) || a.IsExact(object.TStr) {
			return a
		}
	}
	n := len(pos)
	if len(named) > 0 {
		n += 1 + 2*len(named)
	}
	if c.Typed {
		n += len(args)
	}
	k := object.NewTuple(t, n)
	if k == nil {
		return null
	}
	i := copy(k.Items(), pos)
	if len(named) > 0 {
		*k.At(i) = c.Mark
		i++
		for j, v := range named {
			*k.At(i), *k.At(i + 1) = *object.As[object.Tuple](kw).At(j), v
			i += 2
		}
	}
	if c.Typed {
		for _, v := range args {
			*k.At(i) = object.TypeOf(t, v).Value()
			i++
		}
	}
	return object.Of(k)
}

func lruCall(t *Thread, v Value, args []Value, kw Value) Value {
	c := object.As[lruCache](v)
	if c.Max == 0 {
		c.Misses++
		return object.Call(t, c.Fn, args, kw)
	}
	key := c.key(t, args, kw)
	if key == null {
		return null
	}
	hash, ok := object.Hash(t, key)
	if !ok {
		return null
	}
	found := c.Cache.GetHash(t, key, hash)
	if t.Exc != null {
		return null
	}
	if found != null {
		c.Hits++
		if c.Max < 0 {
			return found
		}
		l := object.As[lruLink](found)
		l.unlink()
		l.append(c.Root)
		return l.Result
	}
	c.Misses++
	r := object.Call(t, c.Fn, args, kw)
	if r == null {
		return null
	}
	if c.Max < 0 {
		if !c.Cache.SetHash(t, key, r, hash) {
			return null
		}
		return r
	}
	found = c.Cache.GetHash(t, key, hash)
	if t.Exc != null {
		return null
	}
	if found != null { // the call itself has cached it
		return r
	}
	if c.Cache.Used >= c.Max && c.Root.Next != c.Root {
		old := c.Root.Next
		old.unlink()
		if c.Cache.DeleteHash(t, old.Key, old.Hash) < 0 {
			return null
		}
	}
	l := object.New[lruLink](t, tLRULink)
	if l == nil {
		return null
	}
	l.Key, l.Result, l.Hash = key, r, hash
	if !c.Cache.SetHash(t, key, object.Of(l), hash) {
		return null
	}
	l.append(c.Root)
	return r
}

var _ = object.DefineType(tLRUCache, object.TypeDef{
	Name: "functools._lru_cache_wrapper", Flags: object.TypeBase | object.TypeMethodDescr, Size: unsafe.Sizeof(lruCache{}), Refs: 31 << 1, Dict: true,
	Slots: object.Slots{
		New:  object.BindNew("lru_cache", "(user_function, maxsize, typed, cache_info_type)", lruNew),
		Call: lruCall,
		DescrGet: func(t *Thread, d, o, typ Value) Value {
			if o == null || o == none {
				return d
			}
			return object.NewMethod(t, d, o)
		},
	},
	GetSets: []object.GetSetDef{object.DictGetSet},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "cache_info", F0: func(t *Thread, v Value) Value {
			c := object.As[lruCache](v)
			args := t.PushArgs(4)
			if args == nil {
				return null
			}
			args[0], args[1], args[2], args[3] = object.SmallInt(c.Hits), object.SmallInt(c.Misses), none, object.SmallInt(c.Cache.Used)
			if c.Max >= 0 {
				args[2] = object.SmallInt(c.Max)
			}
			r := object.Call(t, c.InfoType, args, null)
			t.PopArgs(4)
			return r
		}},
		{Name: "cache_clear", F0: func(t *Thread, v Value) Value {
			c := object.As[lruCache](v)
			c.Hits, c.Misses = 0, 0
			c.Root.Prev, c.Root.Next = c.Root, c.Root
			c.Cache.Clear(t)
			return none
		}},
		{Name: "__copy__", F0: func(t *Thread, v Value) Value { return v }},
		{Name: "__deepcopy__", F1: func(t *Thread, v, memo Value) Value { return v }},
		{Name: "__reduce__", F0: func(t *Thread, v Value) Value { return object.GetAttr(t, v, t.N(object.N_qualname_)) }},
	}),
})
