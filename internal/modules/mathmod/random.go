// The module _random: the Mersenne Twister (MT19937 of Matsumoto and Nishimura).

package mathmod

import (
	"math/big"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tRandom = object.AllocTypeID()

var _ = native.Register("_random", func() native.ModuleDef { return native.ModuleDef{Types: []object.TypeID{tRandom}} })

const (
	mtSize  = 624
	mtShift = 397
)

// twister is the state of a generator; next is the index of the word to give next.
type twister struct {
	words [mtSize]uint32
	next  uint32
}

// random is a _random.Random; State holds a twister.
type random struct {
	header
	State *object.Raw
}

func (r *random) twister() *twister {
	return (*twister)(unsafe.Add(unsafe.Pointer(r.State), object.RawData))
}

func (m *twister) next32() uint32 {
	if m.next >= mtSize {
		w := &m.words
		for i := range w {
			y := w[i]&0x80000000 | w[(i+1)%mtSize]&0x7fffffff
			x := w[(i+mtShift)%mtSize] ^ y>>1
			if y&1 != 0 {
				x ^= 0x9908b0df
			}
			w[i] = x
		}
		m.next = 0
	}
	y := m.words[m.next]
	m.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (m *twister) seed(s uint32) {
	m.words[0] = s
	for i := uint32(1); i < mtSize; i++ {
		p := m.words[i-1]
		m.words[i] = 1812433253*(p^p>>30) + i
	}
	m.next = mtSize
}

func (m *twister) seedBy(key []uint32) {
	m.seed(19650218)
	w := &m.words
	i, j := 1, 0
	for range max(mtSize, len(key)) {
		w[i] = (w[i] ^ (w[i-1]^w[i-1]>>30)*1664525) + key[j] + uint32(j)
		if i++; i >= mtSize {
			w[0], i = w[mtSize-1], 1
		}
		if j++; j >= len(key) {
			j = 0
		}
	}
	for range mtSize - 1 {
		w[i] = (w[i] ^ (w[i-1]^w[i-1]>>30)*1566083941) - uint32(i)
		if i++; i >= mtSize {
			w[0], i = w[mtSize-1], 1
		}
	}
	w[0] = 0x80000000
}

func randomSeed(t *Thread, v Value, args []Value) Value {
	m := object.As[random](v).twister()
	if len(args) == 0 || args[0] == none {
		var b [4 * mtSize]byte
		if err := native.SystemOf(t).Random(b[:]); err != nil {
			now := native.SystemOf(t).Now().UnixNano()
			m.seedBy([]uint32{uint32(now), uint32(now >> 32), uint32(native.SystemOf(t).Monotonic())})
			return none
		}
		m.seedBy((*[mtSize]uint32)(unsafe.Pointer(&b))[:])
		return none
	}
	var n *big.Int
	if object.IsIntLike(args[0]) {
		n = new(big.Int).Abs(object.BigOf(args[0]))
	} else {
		h, ok := object.Hash(t, args[0])
		if !ok {
			return null
		}
		n = new(big.Int).SetUint64(uint64(h))
	}
	raw := n.Bytes()
	key := make([]uint32, max((len(raw)+3)/4, 1))
	for i, b := range raw {
		k := len(raw) - 1 - i
		key[k/4] |= uint32(b) << (8 * (k % 4))
	}
	m.seedBy(key)
	return none
}

func getRandBits(t *Thread, v, arg Value) Value {
	k, ok := object.AsInt(t, arg)
	if !ok {
		return null
	}
	if k < 0 {
		return object.Raise(t, object.TValueError, "number of bits must be non-negative")
	}
	m := object.As[random](v).twister()
	switch {
	case k == 0:
		return object.SmallInt(0)
	case k <= 32:
		return object.SmallInt(int64(m.next32() >> (32 - k)))
	}
	if !t.RT.Heap.CanAlloc(uint64(k) / 8) {
		return t.NoMemory()
	}
	words := make([]big.Word, (k+63)/64)
	for i := 0; k > 0; i, k = i+1, k-32 {
		w := m.next32()
		if k < 32 {
			w >>= 32 - k
		}
		words[i/2] |= big.Word(w) << (32 * (i % 2))
		if i&0xFFFF == 0 && t.Halted() {
			return null
		}
	}
	return object.NewBigInt(t, new(big.Int).SetBits(words))
}

var _ = object.DefineType(tRandom, object.TypeDef{
	Name: "_random.Random", Size: unsafe.Sizeof(random{}), Refs: 1 << 1,
	Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			if typ.ID == tRandom && kw != null {
				return object.Raise(t, object.TTypeError, "Random() takes no keyword arguments")
			}
			pos, _ := object.SplitKw(args, kw)
			if len(pos) > 1 {
				return object.Raise(t, object.TTypeError, "Random() requires 0 or 1 argument")
			}
			state := object.NewRaw(t, int(unsafe.Sizeof(twister{})))
			v := object.AllocInstance(t, typ)
			if state == nil || v == null {
				return null
			}
			object.As[random](v).State = state
			if randomSeed(t, v, pos) == null {
				return null
			}
			return v
		},
		Init: func(t *Thread, v Value, args []Value, kw Value) bool { return true },
	},
	Methods: []FuncDef{
		{Name: "random", Sig: "()", F0: func(t *Thread, v Value) Value {
			m := object.As[random](v).twister()
			a, b := m.next32()>>5, m.next32()>>6
			return object.Float((float64(a)*67108864 + float64(b)) * (1.0 / 9007199254740992))
		}},
		{Name: "seed", Sig: "(n=None, /)", MaxArgs: 1, FN: randomSeed},
		{Name: "getrandbits", Sig: "(k, /)", F1: getRandBits},
		{Name: "getstate", Sig: "()", F0: func(t *Thread, v Value) Value {
			m := object.As[random](v).twister()
			x := object.NewTuple(t, mtSize+1)
			if x == nil {
				return null
			}
			for i, w := range m.words {
				*x.At(i) = object.SmallInt(int64(w))
			}
			*x.At(mtSize) = object.SmallInt(int64(m.next))
			return object.Of(x)
		}},
		{Name: "setstate", Sig: "(state, /)", F1: func(t *Thread, v, state Value) Value {
			if !object.IsTuple(state) {
				return object.Raise(t, object.TTypeError, "state vector must be a tuple")
			}
			x := object.As[object.Tuple](state)
			if x.Len() != mtSize+1 {
				return object.Raise(t, object.TValueError, "state vector is the wrong size")
			}
			var m twister
			for i := range mtSize + 1 {
				if !object.IsIntLike(*x.At(i)) {
					return object.Raise(t, object.TTypeError, "an integer is required")
				}
				n, fits := object.Uint64(*x.At(i))
				if !fits {
					if object.IntSign(*x.At(i)) < 0 {
						return object.Raise(t, object.TOverflowError, "can't convert negative value to unsigned int")
					}
					return object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned long")
				}
				if i < mtSize {
					m.words[i] = uint32(n)
				} else if n > mtSize {
					return object.Raise(t, object.TValueError, "invalid state")
				} else {
					m.next = uint32(n)
				}
			}
			*object.As[random](v).twister() = m
			return none
		}},
	},
})
