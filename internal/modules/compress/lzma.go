// The module _lzma, over package lzma: objects that compress and decompress. What describes filters is in lzma_filters.go.

package compress

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/lzma"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tLZMACompressor   = object.AllocTypeID()
	tLZMADecompressor = object.AllocTypeID()
)

const defaultPreset = 6

var _ = native.Register("_lzma", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tLZMACompressor, tLZMADecompressor},
		Funcs: []FuncDef{
			{Name: "is_check_supported", Sig: "(check_id, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := object.AsInt(t, v)
				if !ok {
					return null
				}
				return object.Bool(lzma.IsCheck(n))
			}},
			{Name: "_encode_filter_properties", Sig: "(filter, /)", F1: encodeProperties},
			{Name: "_decode_filter_properties", Sig: "(filter_id, encoded_props, /)", MinArgs: 2, MaxArgs: 2, FN: decodeProperties},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			for name, n := range map[string]int64{
				"FORMAT_AUTO": int64(lzma.Auto), "FORMAT_XZ": int64(lzma.XZ), "FORMAT_ALONE": int64(lzma.Alone), "FORMAT_RAW": int64(lzma.Raw),
				"CHECK_NONE": lzma.CheckNone, "CHECK_CRC32": lzma.CheckCRC32, "CHECK_CRC64": lzma.CheckCRC64, "CHECK_SHA256": lzma.CheckSHA256,
				"CHECK_ID_MAX": lzma.CheckMax, "CHECK_UNKNOWN": lzma.CheckUnknown,
				"FILTER_LZMA1": lzma.LZMA1, "FILTER_LZMA2": lzma.LZMA2, "FILTER_DELTA": lzma.Delta, "FILTER_X86": lzma.X86, "FILTER_POWERPC": lzma.PowerPC,
				"FILTER_IA64": lzma.IA64, "FILTER_ARM": lzma.ARM, "FILTER_ARMTHUMB": lzma.ARMThumb, "FILTER_SPARC": lzma.SPARC,
				"MF_HC3": lzma.HC3, "MF_HC4": lzma.HC4, "MF_BT2": lzma.BT2, "MF_BT3": lzma.BT3, "MF_BT4": lzma.BT4,
				"MODE_FAST": lzma.ModeFast, "MODE_NORMAL": lzma.ModeNormal, "PRESET_DEFAULT": defaultPreset, "PRESET_EXTREME": lzma.Extreme,
			} {
				if v := object.NewInt(t, n); v == null || !d.SetStr(t, name, v) {
					return false
				}
			}
			e, doc := native.NewErrorClass(t, "_lzma.LZMAError", t.Type(object.TException).Value()), object.NewStr(t, "The data are no stream of the format, or what is wanted of them makes no sense.")
			return e != null && doc != null && object.SetAttr(t, e, object.Intern(t, "__doc__"), doc) && d.SetStr(t, "LZMAError", e)
		},
	}
})

func lzmaError(t *Thread, text string) Value { return native.RaiseFrom(t, "_lzma", "LZMAError", text) }

// lzmaFails raises an error in CPython's words.
func lzmaFails(t *Thread, err error, again bool) Value {
	text := map[error]string{lzma.ErrLimit: "Memory usage limit exceeded", lzma.ErrFormat: "Input format not supported by decoder",
		lzma.ErrOptions: "Invalid or unsupported options", lzma.ErrData: "Corrupt input data", lzma.ErrCheck: "Unsupported integrity check",
		lzma.ErrUsage: "Internal error"}[err]
	if again && err != lzma.ErrLimit {
		text = "Internal error"
	}
	return lzmaError(t, text)
}

// lzmaCompressor is the state of an LZMACompressor.
type lzmaCompressor struct {
	compressing
	*lzma.Encoder
}

// formatAnd reads the first two arguments, which are ints or left out.
func formatAnd(t *Thread, b []Value, format, other int) (int, int, bool) {
	for i, to := range []*int{&format, &other} {
		if i < len(b) && b[i] != null {
			var ok bool
			if *to, ok = object.AsInt(t, b[i]); !ok {
				return 0, 0, false
			}
		}
	}
	return format, other, true
}

func newLZMACompressor(t *Thread, typ *object.Type, b []Value) Value {
	format, check, ok := formatAnd(t, b, int(lzma.XZ), -1)
	if !ok {
		return null
	}
	preset, chain := b[2], b[3]
	givesPreset, givesChain := preset != null && preset != none, chain != null && chain != none
	if givesPreset && givesChain {
		return object.Raise(t, object.TValueError, "Cannot specify both preset and filter chain")
	}
	level := uint32(defaultPreset)
	if givesPreset {
		if level, ok = asUint32(t, preset); !ok {
			return null
		}
	}
	if lzma.Format(format) != lzma.XZ && check != -1 && check != lzma.CheckNone {
		return object.Raise(t, object.TValueError, "Integrity checks are only supported by FORMAT_XZ")
	}
	var filters []lzma.Filter
	if givesChain && format >= int(lzma.XZ) && format <= int(lzma.Raw) {
		if filters, ok = filterChain(t, chain); !ok {
			return null
		}
	}
	switch lzma.Format(format) {
	case lzma.XZ:
		if check == -1 {
			check = lzma.CheckCRC64
		}
		if !givesChain {
			o, ok := lzma.Preset(level)
			if !ok {
				return lzmaFails(t, lzma.ErrOptions, false)
			}
			filters = []lzma.Filter{{ID: lzma.LZMA2, Options: o}}
		}
	case lzma.Alone:
		check = lzma.CheckNone
		if !givesChain {
			o, ok := lzma.Preset(level)
			if !ok {
				return lzmaError(t, "Invalid compression preset: "+native.Utoa(uint64(level)))
			}
			filters = []lzma.Filter{{ID: lzma.LZMA1, Options: o}}
		} else if len(filters) != 1 || filters[0].ID != lzma.LZMA1 {
			return object.Raise(t, object.TValueError, "Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter")
		}
	case lzma.Raw:
		check = lzma.CheckNone
		if !givesChain {
			return object.Raise(t, object.TValueError, "Must specify filters for FORMAT_RAW")
		}
	default:
		return object.Raise(t, object.TValueError, "Invalid container format: %d", format)
	}
	e, err := lzma.NewEncoder(lzma.Format(format), check, filters)
	if err != nil {
		return lzmaFails(t, err, false)
	}
	return newCodec(t, typ, &lzmaCompressor{Encoder: e}, e.Memory(0))
}

var _ = object.DefineType(tLZMACompressor, object.TypeDef{
	Name: "_lzma.LZMACompressor", Size: unsafe.Sizeof(codecObject{}), LayoutFlags: heap.HasHandle, NoWeak: true,
	Slots:   object.Slots{New: object.BindNew("LZMACompressor", "(format=1, check=-1, preset=None, filters=None)", newLZMACompressor)},
	Methods: compressorMethods[*lzmaCompressor](),
})

// compress takes input in, and returns what the encoder gives; last: all of it.
func (c *lzmaCompressor) compress(t *Thread, self Value, in []byte, last bool) Value {
	var p pieces
	c.Expect(len(in))
	for {
		piece := in[:min(len(in), lzma.AddMost)]
		in = in[len(piece):]
		if !resize(t, self, c.Memory(len(piece))) {
			return null
		}
		c.Add(piece)
		for done := false; !done; {
			var out []byte
			outside(t, nil, chunkSize, func() { out, done = c.Encode(nil, last) })
			if !p.add(t, out) || t.Halted() {
				return null
			}
		}
		if c.Ended() && !resize(t, self, c.Memory(0)) {
			return null
		}
		if len(in) == 0 {
			return p.join(t)
		}
	}
}

func newLZMADecompressor(t *Thread, typ *object.Type, b []Value) Value {
	format, _, ok := formatAnd(t, b[:1], int(lzma.Auto), 0)
	if !ok {
		return null
	}
	limit, raw := ^uint64(0), lzma.Format(format) == lzma.Raw
	if b[1] != null && b[1] != none {
		if raw {
			return object.Raise(t, object.TValueError, "Cannot specify memory limit with FORMAT_RAW")
		}
		if limit, ok = asUint64(t, b[1]); !ok {
			return null
		}
	}
	givesChain := b[2] != null && b[2] != none
	switch {
	case raw && !givesChain:
		return object.Raise(t, object.TValueError, "Must specify filters for FORMAT_RAW")
	case !raw && givesChain:
		return object.Raise(t, object.TValueError, "Cannot specify filters except with FORMAT_RAW")
	case format < int(lzma.Auto) || format > int(lzma.Raw):
		return object.Raise(t, object.TValueError, "Invalid container format: %d", format)
	}
	var filters []lzma.Filter
	if raw {
		if filters, ok = filterChain(t, b[2]); !ok {
			return null
		}
	}
	d, err := lzma.NewDecoder(lzma.Format(format), limit, filters)
	if err != nil {
		return lzmaFails(t, err, false)
	}
	return newUnpacker(t, typ, &unpacker{decoder: d, own: int(unsafe.Sizeof(*d)), room: lzma.ErrRoom, fails: lzmaFails,
		over: "Already at end of stream"})
}

var _ = object.DefineType(tLZMADecompressor, unpackType(object.TypeDef{
	Name:  "_lzma.LZMADecompressor",
	Slots: object.Slots{New: object.BindNew("LZMADecompressor", "(format=0, memlimit=None, filters=None)", newLZMADecompressor)},
	GetSets: []object.GetSetDef{{Name: "check", Member: true, Get: func(t *Thread, v Value) Value {
		return object.SmallInt(int64(stateOf[*unpacker](t, v).decoder.(*lzma.Decoder).Check()))
	}}},
}))
