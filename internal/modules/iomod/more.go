// BufferedRWPair and IncrementalNewlineDecoder.

package iomod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// part returns the reader (0) or writer (1) of a BufferedRWPair.
func part(t *Thread, v Value, i int) Value {
	p := object.As[ioObject](v).Ref
	if p == null {
		return object.Raise(t, object.TValueError, "I/O operation on uninitialized object")
	}
	return *object.As[object.Tuple](p).At(i)
}

func pairForward(name string, i int) FuncDef {
	return FuncDef{Name: name, FN: func(t *Thread, v Value, args []Value) Value {
		p := part(t, v, i)
		if p == null {
			return null
		}
		return object.CallMethod(t, p, object.Intern(t, name), args)
	}, MaxArgs: 1}
}

var _ = object.DefineType(tBufPair, ioDef("BufferedRWPair", tBufferedBase, object.TypeDef{
	Slots: object.Slots{
		Init: native.BindInit("BufferedRWPair", "(reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /)", func(t *Thread, self Value, a []Value) bool {
			unset(t, self)
			if checkAble(t, a[0], "readable", "File or stream is not readable.") == null ||
				checkAble(t, a[1], "writable", "File or stream is not writable.") == null {
				return false
			}
			size := int64(defaultBuffer)
			if a[2] != null {
				n, ok := object.AsSize(t, a[2], object.TOverflowError)
				if !ok {
					return false
				}
				size = n
			}
			r := newBuffer(t, tBufReader, a[0], size)
			if r == null {
				return false
			}
			w := newBuffer(t, tBufWriter, a[1], size)
			if w == null {
				return false
			}
			p := object.Pair(t, r, w)
			object.As[ioObject](self).Ref = p
			return p != null
		}),
	},
	Methods: []FuncDef{
		pairForward("read", 0), pairForward("read1", 0), pairForward("peek", 0), pairForward("readinto", 0), pairForward("readinto1", 0),
		pairForward("readable", 0), pairForward("write", 1), pairForward("flush", 1), pairForward("writable", 1),
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
			was := null // what the writer raised
			for i := 1; i >= 0; i-- {
				p := part(t, v, i)
				if p != null && object.CallMethod0(t, p, t.N(object.N_close)) != null {
					continue
				}
				if was != null {
					object.As[object.Exception](t.Exc).Context = was
					return null
				}
				was = t.Exc
				t.ClearExc()
			}
			if was != null {
				t.Exc = was
				return null
			}
			return none
		}},
		{Name: "isatty", Sig: "()", F0: func(t *Thread, v Value) Value {
			for i := 1; i >= 0; i-- {
				p := part(t, v, i)
				if p == null {
					return null
				}
				if r := native.Call0(t, p, "isatty"); r != object.False {
					return r
				}
			}
			return object.False
		}},
	},
	GetSets: []object.GetSetDef{{Name: "closed", Get: func(t *Thread, v Value) Value {
		if object.As[ioObject](v).Ref == null {
			return object.Raise(t, object.TRuntimeError, "the BufferedRWPair object is being garbage-collected")
		}
		p := part(t, v, 1)
		if p == null {
			return null
		}
		return object.GetAttr(t, p, t.N(object.N_closed))
	}}},
}))

// newlineDecoder is an IncrementalNewlineDecoder over a decoder, or over str when there is none.
type newlineDecoder struct {
	header
	Decoder   Value
	Translate bool
	HeldCR    bool
	Seen      uint8
}

var _ = object.DefineType(tNewlines, object.TypeDef{
	Name: "_io.IncrementalNewlineDecoder", Flags: object.TypeBase, Size: unsafe.Sizeof(newlineDecoder{}), Refs: 1 << 1,
	Slots: object.Slots{
		New: object.ObjectNew,
		Init: native.BindInit("IncrementalNewlineDecoder", "(decoder, translate, errors='strict')", func(t *Thread, self Value, a []Value) bool {
			n := object.As[newlineDecoder](self)
			r := object.Truth(t, a[1])
			n.Decoder, n.Translate, n.HeldCR, n.Seen = a[0], r == 1, false, 0
			return r >= 0
		}),
	},
	Methods: []FuncDef{
		{Name: "decode", Sig: "(input, final=False)", Fn: func(t *Thread, v Value, a []Value) Value {
			final, ok := native.OptBool(t, a[1], false)
			n := decoderOf(t, v)
			if !ok || n == nil {
				return null
			}
			text := a[0]
			if n.Decoder != none {
				if text = native.Call2(t, n.Decoder, "decode", text, object.Bool(final)); text == null {
					return null
				}
			}
			if !object.IsStr(text) {
				return object.Raise(t, object.TTypeError, "decoder should return a string result, not '%s'", object.TypeName(t, text))
			}
			m := newlineMode{universal: true, translate: n.Translate, heldCR: n.HeldCR, seen: n.Seen}
			out := m.translated([]byte(object.GoString(text)), final)
			n.HeldCR, n.Seen = m.heldCR, m.seen
			return object.StrOfBytes(t, out)
		}},
		{Name: "reset", Sig: "()", F0: func(t *Thread, v Value) Value {
			n := decoderOf(t, v)
			if n == nil {
				return null
			}
			n.HeldCR, n.Seen = false, 0
			if n.Decoder != none {
				return native.Call0(t, n.Decoder, "reset")
			}
			return none
		}},
		{Name: "getstate", Sig: "()", F0: decoderGetState},
		{Name: "setstate", Sig: "(state, /)", F1: decoderSetState},
	},
	GetSets: []object.GetSetDef{{Name: "newlines", Get: func(t *Thread, v Value) Value {
		n := decoderOf(t, v)
		if n == nil {
			return null
		}
		return newlinesSeen(t, n.Seen)
	}}},
})

// decoderOf is a decoder that was initialized; nil, with ValueError raised, for another.
func decoderOf(t *Thread, v Value) *newlineDecoder {
	n := object.As[newlineDecoder](v)
	if n.Decoder == null {
		object.Raise(t, object.TValueError, "IncrementalNewlineDecoder.__init__() not called")
		return nil
	}
	return n
}

// decoderGetState is the decoder's state, with a bit more for a carriage return that waits.
func decoderGetState(t *Thread, v Value) Value {
	n := decoderOf(t, v)
	if n == nil {
		return null
	}
	buffer, flag := t.RT.EmptyBytes, int64(0)
	if n.Decoder != none {
		s := native.Call0(t, n.Decoder, "getstate")
		if s == null {
			return null
		}
		if !object.IsTuple(s) || object.As[object.Tuple](s).Len() != 2 || !object.IsIntLike(*object.As[object.Tuple](s).At(1)) {
			return object.Raise(t, object.TTypeError, "illegal decoder state")
		}
		buffer = *object.As[object.Tuple](s).At(0)
		flag, _ = object.Int64(*object.As[object.Tuple](s).At(1))
	}
	flag <<= 1
	if n.HeldCR {
		flag |= 1
	}
	f := object.NewInt(t, flag)
	if f == null {
		return null
	}
	return object.Pair(t, buffer, f)
}

func decoderSetState(t *Thread, v, state Value) Value {
	n := decoderOf(t, v)
	if n == nil {
		return null
	}
	if !object.IsTuple(state) {
		return object.Raise(t, object.TTypeError, "state argument must be a tuple")
	}
	x := object.As[object.Tuple](state)
	if x.Len() != 2 || !object.IsIntLike(*x.At(1)) {
		return object.Raise(t, object.TTypeError, "setstate(): illegal state argument")
	}
	flag, ok := object.Int64(*x.At(1))
	if !ok {
		return object.Raise(t, object.TOverflowError, "Python int too large to convert to C long")
	}
	n.HeldCR = flag&1 != 0
	if n.Decoder == none {
		return none
	}
	rest := object.Pair(t, *x.At(0), object.SmallInt(flag>>1))
	if rest == null {
		return null
	}
	return native.Call1(t, n.Decoder, "setstate", rest)
}
