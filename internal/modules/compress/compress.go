// The compressing half of module zlib: over compress/flate, piece by piece.

package compress

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/inflate"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const windowSize = 32 << 10

// compressor is a zlib.Compress. Text holds the last bytes that were compressed, windowSize of them, and behind them what waits to be. It is cut
// in pieces that are compressed by themselves, with the window for a dictionary.
type compressor struct {
	header
	Text *object.Raw
	compression
}

// compression is the state of a compressor but for its text.
type compression struct {
	format             inflate.Format
	level, strategy    int8
	windowBits         uint8
	begun, ended       bool
	dictionary         bool
	window             int32 // bytes of the window that are there, before the text
	waiting            int32 // bytes of text
	sum, total, dictID uint32
}

func (c *compressor) text() []byte { return unsafe.Slice((*byte)(c.Text.Data()), windowSize+chunkSize) }

func zlibLevel(n int64) bool { return n >= -1 && n <= 9 }

// newCompressor makes a compressor; Null without exception: the options make no sense.
func newCompressor(t *Thread, level, wbits, strategy int64) Value {
	c := compression{level: int8(level), strategy: int8(strategy), sum: 1}
	switch {
	case !zlibLevel(level) || strategy < 0 || strategy > 4:
		return null
	case wbits >= 8 && wbits <= 15:
		c.format, c.windowBits = inflate.Zlib, uint8(wbits)
	case wbits >= -15 && wbits <= -9:
		c.format, c.windowBits = inflate.Raw, uint8(-wbits)
	case wbits >= 25 && wbits <= 31:
		c.format, c.windowBits, c.sum = inflate.Gzip, uint8(wbits-16), 0
	default:
		return null
	}
	text := object.NewRaw(t, windowSize+chunkSize)
	v := object.AllocInstance(t, t.Type(tZlibCompress))
	if text == nil || v == null {
		return null
	}
	object.As[compressor](v).Text, object.As[compressor](v).compression = text, c
	return v
}

// add takes text in and compresses what is enough for a piece.
func (c *compressor) add(t *Thread, p *pieces, in []byte) bool {
	if !c.begun && !p.add(t, c.head()) {
		return false
	}
	for c.begun = true; len(in) > 0; {
		n := copy(c.text()[windowSize+c.waiting:], in)
		in = in[n:]
		if c.waiting += int32(n); c.waiting == chunkSize && (t.Halted() || !c.squeeze(t, p, false)) {
			return false
		}
	}
	return true
}

// head is what stands before the data.
func (c *compressor) head() []byte {
	switch c.format {
	case inflate.Zlib:
		level := 2
		switch {
		case c.strategy >= 2 || c.level >= 0 && c.level < 2:
			level = 0
		case c.level >= 0 && c.level < 6:
			level = 1
		case c.level > 6:
			level = 3
		}
		h := uint16(8|(max(c.windowBits, 9)-8)<<4)<<8 | uint16(level)<<6
		if c.dictionary {
			h |= 0x20
		}
		out := binary.BigEndian.AppendUint16(nil, h+31-h%31)
		if c.dictionary {
			out = binary.BigEndian.AppendUint32(out, c.dictID)
		}
		return out
	case inflate.Gzip:
		extra := byte(0)
		switch {
		case c.level == 9:
			extra = 2
		case c.strategy >= 2 || c.level >= 0 && c.level < 2:
			extra = 4
		}
		const unix = 3
		return []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, extra, unix}
	}
	return nil
}

// squeeze compresses the waiting text; last: and ends the stream.
func (c *compressor) squeeze(t *Thread, p *pieces, last bool) bool {
	text := c.text()[windowSize:][:c.waiting]
	level := int(c.level)
	const huffmanOnly = 2
	if level != 0 && (c.strategy == huffmanOnly || c.windowBits < 15) { // compress/flate knows no smaller window
		level = flate.HuffmanOnly
	}
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, level, c.text()[windowSize-c.window:windowSize])
	if err != nil {
		panic("BUG: " + err.Error())
	}
	w.Write(text)
	if last {
		w.Close()
	} else {
		w.Flush()
	}
	switch c.format {
	case inflate.Zlib:
		c.sum = inflate.Adler32(c.sum, text)
	case inflate.Gzip:
		c.sum = crc32.Update(c.sum, crc32.IEEETable, text)
	}
	c.total += uint32(len(text))
	keep := min(windowSize, c.window+c.waiting)
	all := c.text()[:windowSize+c.waiting]
	copy(all[windowSize-keep:windowSize], all[len(all)-int(keep):])
	c.window, c.waiting = keep, 0
	return p.add(t, out.Bytes())
}

// finish ends the stream.
func (c *compressor) finish(t *Thread, p *pieces) bool {
	if !c.squeeze(t, p, true) {
		return false
	}
	c.ended = true
	switch c.format {
	case inflate.Zlib:
		return p.add(t, binary.BigEndian.AppendUint32(nil, c.sum))
	case inflate.Gzip:
		return p.add(t, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, c.sum), c.total))
	}
	return true
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
	v := newCompressor(t, level, wbits, 0)
	if v == null {
		if t.Exc == null {
			return zlibError(t, "Bad compression level")
		}
		return null
	}
	c := object.As[compressor](v)
	var p pieces
	if !c.add(t, &p, in) || !c.finish(t, &p) {
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
	v := null
	if method == 8 && memory >= 1 && memory <= 9 {
		v = newCompressor(t, level, wbits, strategy)
	}
	if v == null {
		if t.Exc == null {
			return object.Raise(t, object.TValueError, "Invalid initialization option")
		}
		return null
	}
	c := object.As[compressor](v)
	if dict != nil {
		c.dictionary, c.dictID = true, inflate.Adler32(1, dict)
		dict = dict[max(0, len(dict)-windowSize):]
		c.window = int32(copy(c.text()[windowSize-len(dict):], dict))
	}
	return v
}

var _ = object.DefineType(tZlibCompress, object.TypeDef{
	Name: "zlib.Compress", Size: unsafe.Sizeof(compressor{}), Refs: 1 << 1, Flags: object.TypeNoInstances,
	Methods: []FuncDef{
		{Name: "compress", Sig: "(data, /)", F1: func(t *Thread, self, arg Value) Value {
			c := object.As[compressor](self)
			in, ok := native.BytesArg(t, arg)
			if !ok {
				return null
			}
			if c.ended {
				return zlibError(t, "Error -2 while compressing data: inconsistent stream state")
			}
			var p pieces
			if !c.add(t, &p, in) {
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
	c := object.As[compressor](self)
	mode := int64(zFinish)
	if len(args) > 0 {
		var ok bool
		if mode, ok = object.ArgSize(t, args[0]); !ok {
			return null
		}
	}
	var p pieces
	switch {
	case mode == zNoFlush:
		return t.RT.EmptyBytes
	case c.ended || mode < 0 || mode > zTrees:
		return zlibError(t, "Error -2 while flushing: inconsistent stream state")
	case !c.add(t, &p, nil):
		return null
	case mode == zFinish:
		if !c.finish(t, &p) {
			return null
		}
		return p.join(t)
	}
	if !c.squeeze(t, &p, false) {
		return null
	}
	if mode == zFullFlush {
		c.window = 0
	}
	return p.join(t)
}

func compressCopy(t *Thread, self Value) Value {
	c := object.As[compressor](self)
	if c.ended {
		return object.Raise(t, object.TValueError, "Inconsistent stream state")
	}
	text := object.NewRaw(t, windowSize+chunkSize)
	v := object.AllocInstance(t, t.Type(tZlibCompress))
	if text == nil || v == null {
		return null
	}
	to := object.As[compressor](v)
	to.Text, to.compression = text, c.compression
	copy(to.text(), c.text())
	return v
}
