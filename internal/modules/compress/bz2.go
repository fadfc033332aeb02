// The module _bz2, over package bzip2.

package compress

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/bzip2"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tBZ2Compressor   = object.AllocTypeID()
	tBZ2Decompressor = object.AllocTypeID()
)

var _ = native.Register("_bz2", func() native.ModuleDef {
	return native.ModuleDef{Types: []object.TypeID{tBZ2Compressor, tBZ2Decompressor}}
})

// bz2Compressor is the state of a BZ2Compressor.
type bz2Compressor struct {
	compressing
	bzip2.Encoder
}

const bz2CompressorBytes = int(unsafe.Sizeof(bz2Compressor{}))

var _ = object.DefineType(tBZ2Compressor, object.TypeDef{
	Name: "_bz2.BZ2Compressor", Size: unsafe.Sizeof(codecObject{}), LayoutFlags: heap.HasHandle, NoWeak: true,
	Slots: object.Slots{New: object.BindNew("BZ2Compressor", "(compresslevel=9, /)", func(t *Thread, typ *object.Type, b []Value) Value {
		level := 9
		if b[0] != null {
			var ok bool
			if level, ok = object.AsInt(t, b[0]); !ok {
				return null
			}
		}
		if level < 1 || level > 9 {
			return object.Raise(t, object.TValueError, "compresslevel must be between 1 and 9")
		}
		c := new(bz2Compressor)
		c.Init(level)
		return newCodec(t, typ, c, bz2CompressorBytes+c.Memory(0))
	})},
	Methods: compressorMethods[*bz2Compressor](),
})

// compress takes input in, and returns the blocks that are full, or all of them.
func (c *bz2Compressor) compress(t *Thread, self Value, in []byte, last bool) Value {
	var p pieces
	for {
		piece := in[:min(len(in), chunkSize)]
		if !resize(t, self, bz2CompressorBytes+c.Memory(len(piece))) {
			return null
		}
		if in = in[c.Add(piece):]; !c.Full() && len(in) > 0 {
			if t.Halted() {
				return null
			}
			continue
		}
		end := last && !c.Full()
		if !end && !c.Full() {
			return p.join(t)
		}
		var out []byte
		ok, ask := true, poll(t)
		outside(t, nil, chunkSize, func() { out, ok = c.Compress(nil, end, ask) })
		if !ok {
			return null
		}
		if !p.add(t, out) {
			return null
		}
		if c.Ended() {
			if !resize(t, self, bz2CompressorBytes) {
				return null
			}
			return p.join(t)
		}
	}
}

var _ = object.DefineType(tBZ2Decompressor, unpackType(object.TypeDef{
	Name: "_bz2.BZ2Decompressor",
	Slots: object.Slots{New: object.BindNew("BZ2Decompressor", "()", func(t *Thread, typ *object.Type, b []Value) Value {
		return newUnpacker(t, typ, &unpacker{decoder: new(bzip2.Decoder), own: int(unsafe.Sizeof(bzip2.Decoder{})), room: bzip2.ErrRoom, drops: true,
			fails: bz2Fails, over: "End of stream already reached"})
	})},
}))

func bz2Fails(t *Thread, err error, again bool) Value {
	return object.Raise(t, object.TOSError, "Invalid data stream")
}
