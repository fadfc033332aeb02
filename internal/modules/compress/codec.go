// What objects that compress or decompress have in common: their state is Go's, behind a handle, and may be used by one thread at a time, without
// the runtime's lock.

package compress

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// codecObject is a BZ2Compressor, an LZMACompressor or a zlib.Compress; the handle is its state.
type codecObject struct {
	header
	Handle uint64
}

// lock is held while the state is used.
type lock struct{ mu sync.Mutex }

func (l *lock) take(t *Thread) {
	if !l.mu.TryLock() {
		t.Outside(l.mu.Lock)
	}
}

func (l *lock) drop() { l.mu.Unlock() }

// outside calls f, which touches no objects, and reads the bytes in. Other threads run meanwhile, unless f will soon be done.
func outside(t *Thread, in []byte, n int, f func()) {
	if n < 1<<12 {
		f()
	} else {
		t.Outside(f)
	}
	runtime.KeepAlive(unsafe.SliceData(in))
}

// poll is what long work asks whether to stop: nothing, if it is done without the runtime's lock.
func poll(t *Thread) func() bool {
	if t.Alone() {
		return t.Halted
	}
	return nil
}

func stateOf[T any](t *Thread, v Value) T {
	return t.RT.Heap.Handles().Get(uint32(object.As[codecObject](v).Handle)).(T)
}

// resize counts n bytes for the state of v.
func resize(t *Thread, v Value, n int) bool {
	if !t.RT.Heap.Handles().Resize(uint32(object.As[codecObject](v).Handle), uint64(n)) {
		t.NoMemory()
		return false
	}
	return true
}

// newCodec makes an object of a state, which takes n bytes.
func newCodec(t *Thread, typ *object.Type, state any, n int) Value {
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	object.As[codecObject](v).Handle = uint64(t.RT.Heap.Handles().Put(state))
	if !resize(t, v, n) {
		return null
	}
	return v
}

// decoder decompresses a stream; what its methods do is said where they are.
type decoder interface {
	Run(out, in []byte, limit int) ([]byte, int, error)
	Ended() bool
	Memory() int
	Allow()
}

// nothing is the decoder of a stream that has ended, in place of one that takes memory.
type nothing struct{}

func (nothing) Run(out, _ []byte, _ int) ([]byte, int, error) { return out, 0, nil }
func (nothing) Ended() bool                                   { return true }
func (nothing) Memory() int                                   { return 0 }
func (nothing) Allow()                                        {}

// unpacker is the state of a BZ2Decompressor or an LZMADecompressor.
type unpacker struct {
	lock
	decoder
	own   int                                          // bytes that it takes, besides what it asks for
	drops bool                                         // the decoder is of no use when the stream has ended
	room  error                                        // the error by which it asks for memory
	err   error                                        // with which it ended
	over  string                                       // what is said to who goes on after the end
	fails func(t *Thread, err error, again bool) Value // raises it, perhaps again
}

// unpackObject has an unpacker for a state. The input that waits is what Rest has from At on.
type unpackObject struct {
	codecObject
	Unused Value
	Rest   Value
	At     uint64
	Wants  uint64 // 1: it has use for more input
}

func newUnpacker(t *Thread, typ *object.Type, u *unpacker) Value {
	v := newCodec(t, typ, u, u.own)
	if v != null {
		o := object.As[unpackObject](v)
		o.Unused, o.Rest, o.Wants = t.RT.EmptyBytes, t.RT.EmptyBytes, 1
	}
	return v
}

// unpackType completes the definition of a class whose instances are unpackObjects.
func unpackType(d object.TypeDef) object.TypeDef {
	d.Size, d.Refs, d.LayoutFlags, d.NoWeak = unsafe.Sizeof(unpackObject{}), 1<<2|1<<3, heap.HasHandle, true
	d.Methods = append(d.Methods, FuncDef{Name: "decompress", Sig: "(data, max_length=-1)", Fn: unpack})
	d.GetSets = append(d.GetSets,
		object.GetSetDef{Name: "eof", Member: true, Get: func(t *Thread, v Value) Value { return object.Bool(stateOf[*unpacker](t, v).Ended()) }},
		object.GetSetDef{Name: "needs_input", Member: true, Get: func(t *Thread, v Value) Value { return object.Bool(object.As[unpackObject](v).Wants != 0) }})
	d.Members = append(d.Members, object.MemberDef{Name: "unused_data", Word: 2})
	return d
}

// unpack is decompress(data, max_length).
func unpack(t *Thread, self Value, b []Value) Value {
	in, ok := native.BytesArg(t, b[0])
	if !ok {
		return null
	}
	limit, ok := intArg(t, b[1], -1)
	if !ok {
		return null
	}
	u := stateOf[*unpacker](t, self)
	u.take(t)
	defer u.drop()
	o := object.As[unpackObject](self)
	switch {
	case u.Ended():
		return object.Raise(t, object.TEOFError, "%s", u.over)
	case u.err != nil:
		return u.fails(t, u.err, true)
	}
	from, at, in, ok := withWaiting(t, o.Rest, o.At, b[0], in)
	if !ok {
		return null
	}
	out, used := u.run(t, self, in, max(limit, -1))
	if out == null {
		return null
	}
	rest := t.RT.EmptyBytes
	switch {
	case used == len(in):
		at = 0
	case u.Ended() || from == null:
		if rest, at = object.NewBytes(t, in[used:]), 0; rest == null {
			return null
		}
	default:
		rest, at = from, at+uint64(used)
	}
	full := limit >= 0 && int64(object.As[object.Bytes](out).Len) >= limit
	if o.Rest, o.At, o.Wants = rest, at, 0; u.Ended() {
		o.Unused, o.Rest = rest, t.RT.EmptyBytes
	} else if used == len(in) && !(full && u.keepsOutput()) {
		o.Wants = 1
	}
	return out
}

// withWaiting is the input of a decompressor: what waits, which is what rest has from at on, and in, the bytes of data. The input is what the object
// from has from start on; Null: no object has it.
func withWaiting(t *Thread, rest Value, at uint64, data Value, in []byte) (from Value, start uint64, _ []byte, ok bool) {
	switch waiting := object.BytesOf(rest)[at:]; {
	case len(waiting) > 0 && len(in) == 0:
		return rest, at, waiting, true
	case len(waiting) > 0:
		all, ok := object.Grow(t, []byte(nil), len(waiting)+len(in))
		if !ok {
			return null, 0, nil, false
		}
		return null, 0, append(append(all, waiting...), in...), true
	case !data.IsExact(object.TBytes): // its bytes may change
		return null, 0, in, true
	}
	return data, 0, in, true
}

// keepsOutput reports whether there may be more output without more input, as far as programs are told.
func (u *unpacker) keepsOutput() bool {
	k, ok := u.decoder.(interface{ KeepsOutput() bool })
	return ok && k.KeepsOutput()
}

// run decompresses as far as limit bytes of output (below 0: any number). It returns the output and how much of the input was used; Null: an
// exception is set.
func (u *unpacker) run(t *Thread, self Value, in []byte, limit int64) (out Value, used int) {
	var p pieces
	buf := make([]byte, 0, min(chunkSize, max(1024, 4*len(in))))
	for {
		size := cap(buf)
		if limit >= 0 {
			size = int(min(int64(size), limit))
		}
		piece := in[used:min(len(in), used+2*chunkSize)]
		var n int
		var err error
		outside(t, piece, max(len(piece), size), func() { buf, n, err = u.Run(buf[:0], piece, size) })
		used += n
		if err != nil && err == u.room {
			if !resize(t, self, u.own+u.Memory()) {
				return null, 0
			}
			u.Allow()
			if err = nil; size > 0 && len(buf) == 0 {
				continue
			}
		}
		if err != nil {
			u.err = err
			return u.fails(t, err, false), 0
		}
		if !p.add(t, buf) {
			return null, 0
		}
		if limit >= 0 {
			limit -= int64(len(buf))
		}
		if u.Ended() {
			if u.drops {
				u.decoder, u.own = nothing{}, 0
			}
			if !resize(t, self, u.own) {
				return null, 0
			}
			return p.join(t), used
		}
		if limit == 0 && n < len(piece) || used == len(in) && len(buf) < size || limit == 0 && used == len(in) {
			return p.join(t), used
		}
		if t.Halted() {
			return null, 0
		}
		if cap(buf) < chunkSize {
			buf = make([]byte, 0, chunkSize)
		}
	}
}

// compressing is what the states of compressors that end with flush have in common.
type compressing struct {
	lock
	flushed bool
}

func (c *compressing) base() *compressing { return c }

// compressorMethods are compress and flush of a compressor whose state is a C.
func compressorMethods[C interface {
	base() *compressing
	compress(t *Thread, self Value, in []byte, last bool) Value
}]() []FuncDef {
	return []FuncDef{
		{Name: "compress", Sig: "(data, /)", F1: func(t *Thread, self, data Value) Value {
			in, ok := native.BytesArg(t, data)
			if !ok {
				return null
			}
			c := stateOf[C](t, self)
			state := c.base()
			state.take(t)
			defer state.drop()
			if state.flushed {
				return object.Raise(t, object.TValueError, "Compressor has been flushed")
			}
			return c.compress(t, self, in, false)
		}},
		{Name: "flush", Sig: "()", F0: func(t *Thread, self Value) Value {
			c := stateOf[C](t, self)
			state := c.base()
			state.take(t)
			defer state.drop()
			if state.flushed {
				return object.Raise(t, object.TValueError, "Repeated call to flush()")
			}
			state.flushed = true
			return c.compress(t, self, nil, true)
		}},
	}
}
