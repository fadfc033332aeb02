// The compressing half of module zlib, over package deflate.

package compress

import (
	"sync"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/deflate"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// compressor is the state of a zlib.Compress.
type compressor struct {
	lock
	*stream      // nil: it has ended
	stores  bool // level 0
	usual   bool // the stream has the usual sizes
	bytes   int
	ended   bool
}

// A stream is what has the memory for compressing.
type stream struct {
	*deflate.Writer
	out []byte // for output
}

// streams are those of the usual sizes that have ended, to be used again.
var streams sync.Pool

const outRoom = 16 << 10

const usualMemory = 8 // of streams whose makers do not say

// newCompressor makes a compressor, which takes n bytes; nil: the options make no sense.
func newCompressor(level, wbits, memory, strategy int64) *compressor {
	var f deflate.Format
	bits := wbits
	switch {
	case level < -1 || level > 9 || memory < 1 || memory > 9 || strategy < 0 || strategy > 4:
		return nil
	case wbits >= 8 && wbits <= 15:
		f = deflate.Zlib
	case wbits >= -15 && wbits <= -9:
		f, bits = deflate.Raw, -wbits
	case wbits >= 25 && wbits <= 31:
		f, bits = deflate.Gzip, wbits-16
	default:
		return nil
	}
	c := &compressor{stores: level == 0, usual: bits == 15 && memory == usualMemory, bytes: deflate.Memory(int(bits), int(memory)) + outRoom}
	if c.usual {
		if used, ok := streams.Get().(*stream); ok {
			used.Reset(f, int(level), int(strategy))
			c.stream = used
			return c
		}
	}
	c.stream = &stream{Writer: deflate.New(f, int(level), int(bits), int(memory), int(strategy))}
	return c
}

// retire gives the stream up.
func (c *compressor) retire() {
	if c.usual {
		streams.Put(c.stream)
	}
	c.stream = nil
}

// roomAfter is how much more room for output CPython makes when so many times it made some. What stored blocks hold depends on it.
func roomAfter(n int) int {
	const k = 1 << 10
	sizes := [...]int{32 * k, 64 * k, 256 * k, k * k, 4 * k * k, 8 * k * k, 16 * k * k, 16 * k * k, 32 * k * k, 32 * k * k, 32 * k * k, 32 * k * k, 64 * k * k,
		64 * k * k, 128 * k * k, 128 * k * k, 256 * k * k}
	return sizes[min(n, len(sizes)-1)]
}

// run compresses all of in.
func (c *compressor) run(t *Thread, p *pieces, in []byte, flush deflate.Flush) bool {
	if c.out == nil {
		c.out = make([]byte, 0, outRoom)
	}
	for rooms, room := 0, 0; ; {
		if room == 0 {
			room = roomAfter(rooms)
			rooms++
		}
		if c.stores && !t.Room(uint64(min(len(in), room))) {
			return false
		}
		var out []byte
		var used int
		var r deflate.Result
		outside(t, in, len(in), func() { out, used, r = c.Run(c.out[:0], in, flush, room) })
		in = in[used:]
		room -= len(out)
		if !p.add(t, out) || t.Halted() {
			return false
		}
		if c.ended = r == deflate.Ended; r != deflate.Paused {
			return true
		}
	}
}

func zlibCompress(t *Thread, _ Value, b []Value) Value {
	in, ok := native.BytesArg(t, b[0])
	if !ok {
		return null
	}
	level, ok := intArg(t, b[1], -1)
	if !ok {
		return null
	}
	wbits, ok := intArg(t, b[2], 15)
	if !ok {
		return null
	}
	if level < -1 || level > 9 {
		return zlibError(t, "Bad compression level")
	}
	if !t.Room(uint64(deflate.Memory(15, usualMemory))) {
		return null
	}
	c := newCompressor(level, wbits, usualMemory, 0)
	if c == nil {
		return zlibError(t, "Bad compression level")
	}
	var p pieces
	ok = c.run(t, &p, in, deflate.Finish)
	c.retire()
	if !ok {
		return null
	}
	return p.join(t)
}

func zlibCompressObj(t *Thread, _ Value, b []Value) Value {
	var n [5]int64
	for i, otherwise := range [...]int64{-1, 8, 15, 8, 0} {
		var ok bool
		if n[i], ok = intArg(t, b[i], otherwise); !ok {
			return null
		}
	}
	level, method, wbits, memory, strategy := n[0], n[1], n[2], n[3], n[4]
	var dict []byte
	if b[5] != null && b[5] != none {
		var ok bool
		if dict, ok = native.BytesArg(t, b[5]); !ok {
			return null
		}
	}
	bad := func() Value { return object.Raise(t, object.TValueError, "Invalid initialization option") }
	if method != 8 {
		return bad()
	}
	if !t.Room(uint64(deflate.Memory(15, 9))) {
		return null
	}
	c := newCompressor(level, wbits, memory, strategy)
	if c == nil {
		return bad()
	}
	if b[5] != null && b[5] != none {
		if wbits > 15 {
			return object.Raise(t, object.TValueError, "Invalid dictionary")
		}
		c.SetDictionary(dict)
	}
	return newCodec(t, t.Type(tZlibCompress), c, c.bytes)
}

var _ = object.DefineType(tZlibCompress, object.TypeDef{
	Name: "zlib.Compress", Size: unsafe.Sizeof(codecObject{}), LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeNoInstances,
	Methods: []FuncDef{
		{Name: "compress", Sig: "(data, /)", F1: func(t *Thread, self, arg Value) Value {
			in, ok := native.BytesArg(t, arg)
			if !ok {
				return null
			}
			c := stateOf[*compressor](t, self)
			c.take(t)
			defer c.drop()
			if c.ended {
				return zlibError(t, "Error -2 while compressing data: inconsistent stream state")
			}
			var p pieces
			if !c.run(t, &p, in, deflate.NoFlush) {
				return null
			}
			return p.join(t)
		}},
		{Name: "flush", Sig: "(mode=4, /)", MaxArgs: 1, FN: compressFlush},
		{Name: "copy", Sig: "()", F0: compressCopy},
		{Name: "__copy__", Sig: "()", F0: compressCopy},
		{Name: "__deepcopy__", Sig: "(memo, /)", F1: func(t *Thread, self, _ Value) Value { return compressCopy(t, self) }},
	},
})

func compressFlush(t *Thread, self Value, args []Value) Value {
	mode := int64(zFinish)
	if len(args) > 0 {
		var ok bool
		if mode, ok = object.ArgSize(t, args[0]); !ok {
			return null
		}
	}
	c := stateOf[*compressor](t, self)
	c.take(t)
	defer c.drop()
	switch {
	case mode == zNoFlush:
		return t.RT.EmptyBytes
	case c.ended || mode < 0 || mode > zBlock:
		return zlibError(t, "Error -2 while flushing: inconsistent stream state")
	}
	var p pieces
	if !c.run(t, &p, nil, deflate.Flush(mode)) {
		return null
	}
	if c.ended {
		c.retire()
		if !resize(t, self, 0) {
			return null
		}
	}
	return p.join(t)
}

func compressCopy(t *Thread, self Value) Value {
	c := stateOf[*compressor](t, self)
	c.take(t)
	defer c.drop()
	if c.ended {
		return object.Raise(t, object.TValueError, "Inconsistent stream state")
	}
	if !t.Room(uint64(c.bytes)) {
		return null
	}
	return newCodec(t, object.TypeOf(t, self), &compressor{stream: &stream{Writer: c.Clone()}, stores: c.stores, usual: c.usual, bytes: c.bytes}, c.bytes)
}
