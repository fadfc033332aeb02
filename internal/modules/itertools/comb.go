// product, permutations, combinations, combinations_with_replacement.

package itertools

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tProduct        = object.AllocTypeID()
	tPermutations   = object.AllocTypeID()
	tCombinations   = object.AllocTypeID()
	tCombinationsWR = object.AllocTypeID()
)

// comb is the state of each of the four: Result is the tuple given last, nil before the first.
type comb struct {
	header
	Pool    *object.Tuple // of product: the pools
	Result  *object.Tuple
	Indices *object.Raw // int64s
	Cycles  *object.Raw // of permutations
	R       int64
	Stopped bool
}

const combRefs = 15 << 1

func ints(r *object.Raw, n int) []int64 { return unsafe.Slice((*int64)(r.Data()), n) }

// newComb makes the common state with room for n indices.
func newComb(t *Thread, typ *object.Type, pool *object.Tuple, n, r int64) *comb {
	if n > math.MaxInt32*8 {
		t.NoMemory()
		return nil
	}
	raw := object.NewRaw(t, int(n)*8)
	c := native.Alloc[comb](t, typ)
	if raw == nil || c == nil {
		return nil
	}
	c.Pool, c.Indices, c.R = pool, raw, r
	return c
}

// copyResult makes the next result, to be changed in some places.
func (c *comb) copyResult(t *Thread) *object.Tuple {
	r := object.NewTuple(t, c.Result.Len())
	if r != nil {
		copy(r.Items(), c.Result.Items())
		c.Result = r
	}
	return r
}

// pick makes the first result from the indices.
func (c *comb) pick(t *Thread) Value {
	r := object.NewTuple(t, int(c.R))
	if r == nil {
		return null
	}
	for i, j := range ints(c.Indices, int(c.R)) {
		*r.At(i) = *c.Pool.At(int(j))
	}
	c.Result = r
	return object.Of(r)
}

var _ = object.DefineType(tProduct, iterDef("product", unsafe.Sizeof(comb{}), combRefs,
	func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		pos, named := object.SplitKw(args, kw)
		repeat := int64(1)
		for i, v := range named {
			name := object.GoString(*object.As[object.Tuple](kw).At(i))
			if name != "repeat" {
				return object.UnexpectedKeyword(t, "product", name, "repeat")
			}
			var ok bool
			if repeat, ok = object.ArgSize(t, v); !ok {
				return null
			}
			if repeat < 0 {
				return object.Raise(t, object.TValueError, "repeat argument cannot be negative")
			}
		}
		n := int64(len(pos))
		if repeat > 0 && n > math.MaxInt64/8/repeat {
			return object.Raise(t, object.TOverflowError, "repeat argument too large")
		}
		if n*repeat > 1<<32 {
			return t.NoMemory()
		}
		pools := object.NewTuple(t, int(n*repeat))
		if pools == nil {
			return null
		}
		for i := range pools.Items() {
			if i >= len(pos) {
				*pools.At(i) = *pools.At(i - len(pos))
				continue
			}
			p := object.TupleFromIterable(t, pos[i])
			if p == nil {
				return null
			}
			*pools.At(i) = object.Of(p)
		}
		c := newComb(t, typ, pools, n*repeat, n*repeat)
		return object.Of(c)
	},
	func(t *Thread, v Value) Value {
		c := object.As[comb](v)
		if c.Stopped {
			return null
		}
		n := c.Pool.Len()
		if c.Result == nil {
			r := object.NewTuple(t, n)
			if r == nil {
				return null
			}
			for i := 0; i < n; i++ {
				pool := object.As[object.Tuple](*c.Pool.At(i))
				if pool.Size == 0 {
					c.Stopped = true
					return null
				}
				*r.At(i) = *pool.At(0)
			}
			c.Result = r
			return object.Of(r)
		}
		r := c.copyResult(t)
		if r == nil {
			return null
		}
		indices := ints(c.Indices, n)
		for i := n - 1; i >= 0; i-- {
			pool := object.As[object.Tuple](*c.Pool.At(i))
			if indices[i]++; indices[i] < pool.Size {
				*r.At(i) = *pool.At(int(indices[i]))
				return object.Of(r)
			}
			indices[i] = 0
			*r.At(i) = *pool.At(0)
		}
		c.Stopped = true
		return null
	},
	reduces(productReduce), restores(productRestore)))

var _ = object.DefineType(tPermutations, iterDef("permutations", unsafe.Sizeof(comb{}), combRefs,
	object.BindNew("permutations", "(iterable, r=None)", func(t *Thread, typ *object.Type, b []Value) Value {
		pool := object.TupleFromIterable(t, b[0])
		if pool == nil {
			return null
		}
		n, r := pool.Size, pool.Size
		if b[1] != null && b[1] != none {
			if !object.IsInstance(t, b[1], object.TInt) {
				return object.Raise(t, object.TTypeError, "Expected int as r")
			}
			var ok bool
			if r, ok = object.ArgSize(t, b[1]); !ok {
				return null
			}
			if r < 0 {
				return object.Raise(t, object.TValueError, "r must be non-negative")
			}
		}
		c := newComb(t, typ, pool, n, r)
		if c == nil {
			return null
		}
		if c.Stopped = r > n; c.Stopped {
			return object.Of(c)
		}
		if c.Cycles = object.NewRaw(t, int(r)*8); c.Cycles == nil {
			return null
		}
		for i := range ints(c.Indices, int(n)) {
			ints(c.Indices, int(n))[i] = int64(i)
		}
		for i := range ints(c.Cycles, int(r)) {
			ints(c.Cycles, int(r))[i] = n - int64(i)
		}
		return object.Of(c)
	}),
	func(t *Thread, v Value) Value {
		c := object.As[comb](v)
		if c.Stopped {
			return null
		}
		if c.Result == nil {
			return c.pick(t)
		}
		n, r := c.Pool.Len(), int(c.R)
		indices, cycles := ints(c.Indices, n), ints(c.Cycles, r)
		for i := r - 1; i >= 0; i-- {
			if cycles[i]--; cycles[i] == 0 {
				first := indices[i]
				copy(indices[i:], indices[i+1:])
				indices[n-1] = first
				cycles[i] = int64(n - i)
				continue
			}
			j := n - int(cycles[i])
			indices[i], indices[j] = indices[j], indices[i]
			res := c.copyResult(t)
			if res == nil {
				return null
			}
			for k := i; k < r; k++ {
				*res.At(k) = *c.Pool.At(int(indices[k]))
			}
			return object.Of(res)
		}
		c.Stopped = true
		return null
	},
	reduces(permutationsReduce), restores(permutationsRestore)))

// newChoice is the constructor of both combinations; first fills the indices and tells whether there is any result.
func newChoice(name string, first func(indices []int64, n int64) bool) object.NewFunc {
	return object.BindNew(name, "(iterable, r)", func(t *Thread, typ *object.Type, b []Value) Value {
		r, ok := object.ArgSize(t, b[1])
		if !ok {
			return null
		}
		pool := object.TupleFromIterable(t, b[0])
		if pool == nil {
			return null
		}
		if r < 0 {
			return object.Raise(t, object.TValueError, "r must be non-negative")
		}
		c := newComb(t, typ, pool, r, r)
		if c == nil {
			return null
		}
		c.Stopped = !first(ints(c.Indices, int(r)), pool.Size)
		return object.Of(c)
	})
}

var (
	_ = object.DefineType(tCombinations, iterDef("combinations", unsafe.Sizeof(comb{}), combRefs,
		newChoice("combinations", func(indices []int64, n int64) bool {
			for i := range indices {
				indices[i] = int64(i)
			}
			return int64(len(indices)) <= n
		}),
		func(t *Thread, v Value) Value {
			c := object.As[comb](v)
			if c.Stopped {
				return null
			}
			if c.Result == nil {
				return c.pick(t)
			}
			n, r := c.Pool.Len(), int(c.R)
			indices := ints(c.Indices, r)
			i := r - 1
			for i >= 0 && indices[i] == int64(i+n-r) {
				i--
			}
			if i < 0 {
				c.Stopped = true
				return null
			}
			indices[i]++
			for j := i + 1; j < r; j++ {
				indices[j] = indices[j-1] + 1
			}
			return c.pickFrom(t, i)
		},
		reduces(combReduce), restores(combinationsRestore)))
	_ = object.DefineType(tCombinationsWR, iterDef("combinations_with_replacement", unsafe.Sizeof(comb{}), combRefs,
		newChoice("combinations_with_replacement", func(indices []int64, n int64) bool { return n > 0 || len(indices) == 0 }),
		func(t *Thread, v Value) Value {
			c := object.As[comb](v)
			if c.Stopped {
				return null
			}
			if c.Result == nil {
				return c.pick(t)
			}
			indices, n := ints(c.Indices, int(c.R)), c.Pool.Size
			i := len(indices) - 1
			for i >= 0 && indices[i] == n-1 {
				i--
			}
			if i < 0 {
				c.Stopped = true
				return null
			}
			k := indices[i] + 1
			for j := i; j < len(indices); j++ {
				indices[j] = k
			}
			return c.pickFrom(t, i)
		},
		reduces(combReduce), restores(combinationsWRRestore)))
)

// pickFrom makes the next result when the indices from i on have changed.
func (c *comb) pickFrom(t *Thread, i int) Value {
	r := c.copyResult(t)
	if r == nil {
		return null
	}
	indices := ints(c.Indices, int(c.R))
	for ; i < len(indices); i++ {
		*r.At(i) = *c.Pool.At(int(indices[i]))
	}
	return object.Of(r)
}
