// The module zlib: its functions, and objects that decompress. Those that compress are in compress.go.

package compress

import (
	"hash/crc32"
	"sync"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/inflate"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tZlibCompress     = object.AllocTypeID()
	tZlibDecompress   = object.AllocTypeID()
	tZlibDecompressor = object.AllocTypeID()
)

const zlibVersion = "1.2.13" // whose behaviour this is

var _ = native.Register("zlib", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tZlibDecompressor},
		Funcs: []FuncDef{
			{Name: "adler32", Sig: "(data, value=1, /)", MinArgs: 1, MaxArgs: 2,
				FN: func(t *Thread, _ Value, a []Value) Value { return native.Checksum(t, a, inflate.Adler32, 1) }},
			{Name: "crc32", Sig: "(data, value=0, /)", MinArgs: 1, MaxArgs: 2,
				FN: func(t *Thread, _ Value, a []Value) Value {
					return native.Checksum(t, a, func(start uint32, b []byte) uint32 { return crc32.Update(start, crc32.IEEETable, b) }, 0)
				}},
			{Name: "compress", Sig: "(data, /, level=-1, wbits=15)", Fn: zlibCompress},
			{Name: "compressobj", Sig: "(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None)", Fn: zlibCompressObj},
			{Name: "decompress", Sig: "(data, /, wbits=15, bufsize=16384)", Fn: zlibDecompress},
			{Name: "decompressobj", Sig: "(wbits=15, zdict=b'')", Fn: zlibDecompressObj},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			for name, n := range map[string]int64{"DEFLATED": 8, "DEF_BUF_SIZE": 16384, "DEF_MEM_LEVEL": 8, "MAX_WBITS": 15, "Z_BEST_COMPRESSION": 9, "Z_BEST_SPEED": 1,
				"Z_BLOCK": zBlock, "Z_DEFAULT_COMPRESSION": -1, "Z_DEFAULT_STRATEGY": 0, "Z_FILTERED": 1, "Z_FINISH": zFinish, "Z_FIXED": 4, "Z_FULL_FLUSH": zFullFlush,
				"Z_HUFFMAN_ONLY": 2, "Z_NO_COMPRESSION": 0, "Z_NO_FLUSH": zNoFlush, "Z_PARTIAL_FLUSH": 1, "Z_RLE": 3, "Z_SYNC_FLUSH": 2, "Z_TREES": zTrees} {
				if !d.SetStr(t, name, object.SmallInt(n)) {
					return false
				}
			}
			for name, s := range map[string]string{"ZLIB_VERSION": zlibVersion, "ZLIB_RUNTIME_VERSION": zlibVersion, "__version__": "1.0"} {
				if v := object.NewStr(t, s); v == null || !d.SetStr(t, name, v) {
					return false
				}
			}
			e := native.NewErrorClass(t, "zlib.error", t.Type(object.TException).Value())
			return e != null && d.SetStr(t, "error", e)
		},
	}
})

// Flush modes.
const (
	zNoFlush   = 0
	zFullFlush = 3
	zFinish    = 4
	zBlock     = 5
	zTrees     = 6
)

func zlibError(t *Thread, text string) Value { return native.RaiseFrom(t, "zlib", "error", text) }

// intArg takes an int for an argument that may be left out.
func intArg(t *Thread, v Value, otherwise int64) (int64, bool) {
	if v == null {
		return otherwise, true
	}
	return object.ArgSize(t, v)
}

// inflateFormat reads wbits; false if it says nothing.
func inflateFormat(wbits int64) (f inflate.Format, window int, ok bool) {
	switch {
	case wbits == 0:
		return inflate.Zlib, 0, true
	case wbits >= 8 && wbits <= 15:
		return inflate.Zlib, int(wbits), true
	case wbits >= -15 && wbits <= -8:
		return inflate.Raw, int(-wbits), true
	case wbits == 16 || wbits >= 24 && wbits <= 31:
		return inflate.Gzip, 0, true
	case wbits == 32 || wbits >= 40 && wbits <= 47:
		return inflate.Any, int(wbits - 32), true
	}
	return 0, 0, false
}

// chunkSize is how much is worked on between two looks at whether the thread is to stop.
const chunkSize = 128 << 10

// pieces collects output.
type pieces struct{ list *object.List }

func (p *pieces) add(t *Thread, b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if p.list == nil {
		if p.list = object.NewList(t, 0); p.list == nil {
			return false
		}
	}
	v := object.NewBytes(t, b)
	return v != null && p.list.Append(t, v)
}

func (p *pieces) join(t *Thread) Value {
	switch {
	case p.list == nil:
		return t.RT.EmptyBytes
	case p.list.Len() == 1:
		return *p.list.At(0)
	}
	return object.CallMethod1(t, t.RT.EmptyBytes, object.Intern(t, "join"), object.Of(p.list))
}

// scratch is what decompressing takes for a moment: a stream, for one that ends in one call, and room for output. It is used again.
type scratch struct {
	inflate.Stream
	buf []byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// room is empty room for n bytes, chunkSize at most.
func (s *scratch) room(n int) []byte {
	if n = min(n, chunkSize); cap(s.buf) < n {
		s.buf = make([]byte, 0, max(n, 4<<10))
	}
	return s.buf
}

// inflated runs a stream over in, as far as limit bytes of output (below 0: any number). It returns the output and how much was used; Null: an
// exception is set. zdict is a buffer or Null.
func (sc *scratch) inflated(t *Thread, s *inflate.Stream, in []byte, limit int64, zdict Value) (out Value, used int) {
	var p pieces
	buf := sc.room(4 * len(in))
	for {
		size := cap(buf)
		if limit >= 0 {
			size = int(min(int64(size), limit))
		}
		var n int
		var err error
		buf, n, err = s.Run(buf[:0], in[used:], size)
		used += n
		switch {
		case err == inflate.Dictionary && zdict == null:
			return zlibError(t, "Error 2 while decompressing data"), 0
		case err == inflate.Dictionary:
			dict, ok := native.BytesArg(t, zdict)
			if !ok {
				return null, 0
			}
			if !s.UseDictionary(dict) {
				return zlibError(t, "Error -3 while setting zdict: invalid input data"), 0
			}
			continue
		case err != nil:
			return zlibError(t, "Error -3 while decompressing data: "+err.Error()), 0
		}
		if limit >= 0 {
			limit -= int64(len(buf))
		}
		if !p.add(t, buf) {
			return null, 0
		}
		if s.Ended() || limit == 0 || len(buf) < size {
			return p.join(t), used
		}
		if t.Halted() {
			return null, 0
		}
		buf = sc.room(chunkSize)
	}
}

func zlibDecompress(t *Thread, _ Value, b []Value) Value {
	in, ok := native.BytesArg(t, b[0])
	if !ok {
		return null
	}
	wbits, ok := intArg(t, b[1], 15)
	if !ok {
		return null
	}
	size, ok := intArg(t, b[2], 16384)
	if !ok {
		return null
	}
	if size < 0 {
		return object.Raise(t, object.TValueError, "bufsize must be non-negative")
	}
	format, window, ok := inflateFormat(wbits)
	if !ok {
		return zlibError(t, "Error -2 while preparing to decompress data: inconsistent stream state")
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.Init(format, window)
	out, _ := s.inflated(t, &s.Stream, in, -1, null)
	if out != null && !s.Ended() {
		return zlibError(t, "Error -5 while decompressing data: incomplete or truncated stream")
	}
	return out
}

// decompressor is a zlib.Decompress or a zlib._ZlibDecompressor. State holds an inflate.Stream, which is large: there is none before the first
// piece of input, and none at all if that is the whole stream. Rest is the unconsumed tail of the one, and the input that waits in the other.
type decompressor struct {
	header
	State  *object.Raw // or nil
	Unused Value
	Rest   Value
	Zdict  Value  // or Null
	At     uint64 // where in Rest begins the input that waits in a zlib._ZlibDecompressor
	Flags  uint64
	Format inflate.Format
	Window uint8 // the largest that the stream may want
}

// Flags of decompressors.
const (
	zlibEnded  = 1 << iota // the end of the stream was seen
	zlibClosed             // flushed
	zlibNoNeed             // more output is there without more input
)

func (d *decompressor) stream() *inflate.Stream { return (*inflate.Stream)(d.State.Data()) }

// keep makes s the stream of d from now on; false: an exception is set.
func (d *decompressor) keep(t *Thread, s *inflate.Stream) bool {
	state := object.NewRaw(t, int(unsafe.Sizeof(inflate.Stream{})))
	if state == nil {
		return false
	}
	d.State = state
	*d.stream() = *s
	return true
}

// inflated decompresses in, and notes the end of the stream.
func (d *decompressor) inflated(t *Thread, in []byte, limit int64) (out Value, used int) {
	if d.Flags&zlibEnded != 0 {
		return t.RT.EmptyBytes, 0
	}
	sc := scratches.Get().(*scratch)
	defer scratches.Put(sc)
	s := &sc.Stream
	if d.State != nil {
		s = d.stream()
	} else {
		s.Init(d.Format, int(d.Window))
	}
	out, used = sc.inflated(t, s, in, limit, d.Zdict)
	switch {
	case s.Ended():
		d.Flags |= zlibEnded
		d.State = nil
	case d.State == nil && !d.keep(t, s):
		return null, 0
	}
	return out, used
}

func newDecompressor(t *Thread, typ *object.Type, wbits, zdict Value) Value {
	n, ok := intArg(t, wbits, 15)
	if !ok {
		return null
	}
	if zdict != null && object.TypeOf(t, zdict).Slots.Buffer == nil && !object.IsBytes(zdict) {
		return object.Raise(t, object.TTypeError, "zdict argument must support the buffer protocol")
	}
	format, window, ok := inflateFormat(n)
	if !ok {
		return object.Raise(t, object.TValueError, "Invalid initialization option")
	}
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	d := object.As[decompressor](v)
	d.Unused, d.Rest, d.Zdict, d.Format, d.Window = t.RT.EmptyBytes, t.RT.EmptyBytes, zdict, format, uint8(window)
	if zdict != null && format == inflate.Raw {
		dict, ok := native.BytesArg(t, zdict)
		if !ok {
			return null
		}
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		s.Init(format, window)
		if s.UseDictionary(dict); !d.keep(t, &s.Stream) {
			return null
		}
	}
	return v
}

func zlibDecompressObj(t *Thread, _ Value, b []Value) Value {
	return newDecompressor(t, t.Type(tZlibDecompress), b[0], b[1])
}

func flagOf(flag uint64, set bool) func(t *Thread, v Value) Value {
	return func(t *Thread, v Value) Value {
		return object.Bool((object.As[decompressor](v).Flags&flag != 0) == set)
	}
}

var _ = object.DefineType(tZlibDecompress, object.TypeDef{
	Name: "zlib.Decompress", Size: unsafe.Sizeof(decompressor{}), Refs: 1<<1 | 1<<2 | 1<<3 | 1<<4, Flags: object.TypeNoInstances,
	Methods: []FuncDef{
		{Name: "decompress", Sig: "(data, /, max_length=0)", Fn: decompressData},
		{Name: "flush", Sig: "(length=16384, /)", MaxArgs: 1, FN: decompressFlush},
		{Name: "copy", Sig: "()", F0: decompressCopy},
		{Name: "__copy__", Sig: "()", F0: decompressCopy},
		{Name: "__deepcopy__", Sig: "(memo, /)", F1: func(t *Thread, self, _ Value) Value { return decompressCopy(t, self) }},
	},
	GetSets: []object.GetSetDef{{Name: "eof", Member: true, Get: flagOf(zlibEnded, true)}},
	Members: []object.MemberDef{{Name: "unused_data", Word: 2}, {Name: "unconsumed_tail", Word: 3}},
})

// run decompresses in, and keeps what is left of it.
func (d *decompressor) run(t *Thread, in []byte, limit int64) Value {
	out, used := d.inflated(t, in, limit)
	if out == null {
		return null
	}
	rest := in[used:]
	if d.Flags&zlibEnded == 0 {
		d.Rest = object.NewBytes(t, rest)
		return d.settle(t, out)
	}
	if len(rest) > 0 {
		if d.Unused = joined(t, d.Unused, rest); d.Unused == null {
			return d.settle(t, null)
		}
		if d.Rest != t.RT.EmptyBytes {
			d.Rest = object.NewBytes(t, rest)
		}
	} else {
		d.Rest = t.RT.EmptyBytes
	}
	return d.settle(t, out)
}

// joined is a bytes object of the bytes of v and more of them.
func joined(t *Thread, v Value, more []byte) Value {
	have := object.BytesOf(v)
	if len(have) == 0 {
		return object.NewBytes(t, more)
	}
	all, b := object.RawBytes(t, len(have)+len(more))
	if all != null {
		copy(b[copy(b, have):], more)
	}
	return all
}

// settle gives out unless there was no memory for what is left.
func (d *decompressor) settle(t *Thread, out Value) Value {
	if t.Exc != null {
		if d.Rest == null {
			d.Rest = t.RT.EmptyBytes
		}
		if d.Unused == null {
			d.Unused = t.RT.EmptyBytes
		}
		return null
	}
	return out
}

func decompressData(t *Thread, self Value, b []Value) Value {
	d := object.As[decompressor](self)
	in, ok := native.BytesArg(t, b[0])
	if !ok {
		return null
	}
	limit, ok := intArg(t, b[1], 0)
	switch {
	case !ok:
		return null
	case limit < 0:
		return object.Raise(t, object.TValueError, "max_length must be non-negative")
	case limit == 0:
		limit = -1
	}
	if d.Flags&zlibClosed != 0 {
		if d.Rest = object.NewBytes(t, in); d.Rest == null {
			return d.settle(t, null)
		}
		return zlibError(t, "Error -2 while decompressing data: inconsistent stream state")
	}
	return d.run(t, in, limit)
}

func decompressFlush(t *Thread, self Value, args []Value) Value {
	d := object.As[decompressor](self)
	if len(args) > 0 {
		n, ok := object.ArgSize(t, args[0])
		if !ok {
			return null
		}
		if n <= 0 {
			return object.Raise(t, object.TValueError, "length must be greater than zero")
		}
	}
	if d.Flags&zlibEnded != 0 {
		d.Flags |= zlibClosed
		return t.RT.EmptyBytes
	}
	out := d.run(t, object.BytesOf(d.Rest), -1)
	if d.Flags&zlibEnded != 0 {
		d.Flags |= zlibClosed
	}
	return out
}

func decompressCopy(t *Thread, self Value) Value {
	d := object.As[decompressor](self)
	if d.Flags&zlibClosed != 0 {
		return object.Raise(t, object.TValueError, "Inconsistent stream state")
	}
	v := object.AllocInstance(t, object.TypeOf(t, self))
	if v == null {
		return null
	}
	c := object.As[decompressor](v)
	c.Unused, c.Rest, c.Zdict, c.Flags, c.Format, c.Window = d.Unused, d.Rest, d.Zdict, d.Flags, d.Format, d.Window
	if d.State != nil && !c.keep(t, d.stream()) {
		return null
	}
	return v
}

var zlibDecompressorSig = object.ParseSignature("_ZlibDecompressor", "(wbits=15, zdict=b'')")

var _ = object.DefineType(tZlibDecompressor, object.TypeDef{
	Name: "zlib._ZlibDecompressor", Size: unsafe.Sizeof(decompressor{}), Refs: 1<<1 | 1<<2 | 1<<3 | 1<<4, Flags: object.TypeBase,
	Slots: object.Slots{New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		b := t.PushArgs(2)
		if b == nil {
			return null
		}
		defer t.PopArgs(2)
		if !zlibDecompressorSig.Bind(t, args, kw, b) {
			return null
		}
		return newDecompressor(t, typ, b[0], b[1])
	}},
	Methods: []FuncDef{{Name: "decompress", Sig: "(data, max_length=-1)", Fn: decompressorRun}},
	GetSets: []object.GetSetDef{{Name: "eof", Member: true, Get: flagOf(zlibEnded, true)}, {Name: "needs_input", Member: true, Get: flagOf(zlibNoNeed, false)}},
	Members: []object.MemberDef{{Name: "unused_data", Word: 2}},
})

func decompressorRun(t *Thread, self Value, b []Value) Value {
	d := object.As[decompressor](self)
	in, ok := native.BytesArg(t, b[0])
	if !ok {
		return null
	}
	limit, ok := intArg(t, b[1], -1)
	switch {
	case !ok:
		return null
	case d.Flags&zlibEnded != 0:
		return object.Raise(t, object.TEOFError, "End of stream already reached")
	case limit < 0:
		limit = -1
	}
	from, at, in, ok := withWaiting(t, d.Rest, d.At, b[0], in)
	if !ok {
		return null
	}
	out, used := d.inflated(t, in, limit)
	if out == null {
		return null
	}
	switch {
	case d.Flags&zlibEnded != 0:
		d.Flags |= zlibNoNeed
		d.Unused, d.Rest, d.At = object.NewBytes(t, in[used:]), t.RT.EmptyBytes, 0
	case limit >= 0 && int64(object.As[object.Bytes](out).Len) >= limit:
		d.Flags |= zlibNoNeed
		if d.Rest, d.At = from, at+uint64(used); from == null {
			d.Rest, d.At = object.NewBytes(t, in[used:]), 0
		}
	default:
		d.Flags &^= zlibNoNeed
		d.Rest, d.At = t.RT.EmptyBytes, 0
	}
	return d.settle(t, out)
}
