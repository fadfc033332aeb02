// Filters of module _lzma: dicts that describe them.

package compress

import (
	"slices"

	"github.com/psyco-go/psy/internal/lib/lzma"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

func asUint64(t *Thread, v Value) (uint64, bool) {
	if !native.IsInt(v) {
		object.Raise(t, object.TTypeError, "an integer is required")
		return 0, false
	}
	n, ok := object.Uint64(v)
	switch {
	case ok:
	case object.IntSign(v) < 0:
		object.Raise(t, object.TOverflowError, "can't convert negative int to unsigned")
	default:
		object.Raise(t, object.TOverflowError, "int too big to convert")
	}
	return n, ok
}

func asUint32(t *Thread, v Value) (uint32, bool) {
	n, ok := asUint64(t, v)
	if ok && n > 1<<32-1 {
		object.Raise(t, object.TOverflowError, "Value too large for uint32_t type")
		return 0, false
	}
	return uint32(n), ok
}

// filterChain reads a sequence of filters.
func filterChain(t *Thread, v Value) ([]lzma.Filter, bool) {
	if object.IsDict(v) {
		object.Raise(t, object.TTypeError, "%s is not a sequence", object.TypeName(t, v))
		return nil, false
	}
	n := object.Len(t, v)
	if n < 0 {
		return nil, false
	}
	const most = 4
	if n > most {
		object.Raise(t, object.TValueError, "Too many filters - liblzma supports a maximum of %d", most)
		return nil, false
	}
	var filters []lzma.Filter
	for i := range n {
		spec := object.GetItem(t, v, object.SmallInt(i))
		if spec == null {
			return nil, false
		}
		f, ok := readFilter(t, spec)
		if !ok {
			return nil, false
		}
		filters = append(filters, f)
	}
	return filters, true
}

// entry is what a mapping has under a name; null without exception: nothing.
func entry(t *Thread, m Value, name string) (Value, bool) {
	v := object.GetItem(t, m, object.Intern(t, name))
	if v == null && !t.ClearIf(object.TKeyError) {
		return null, false
	}
	return v, true
}

// readFilter reads the description of a filter.
func readFilter(t *Thread, spec Value) (f lzma.Filter, ok bool) {
	if object.TypeOf(t, spec).Slots.Subscript == nil {
		object.Raise(t, object.TTypeError, "Filter specifier must be a dict or dict-like object")
		return f, false
	}
	id, ok := entry(t, spec, "id")
	if !ok {
		return f, false
	}
	if id == null {
		object.Raise(t, object.TValueError, `Filter specifier must have an "id" entry`)
		return f, false
	}
	if f.ID, ok = asUint64(t, id); !ok {
		return f, false
	}
	switch f.ID {
	case lzma.LZMA1, lzma.LZMA2:
		return readOptions(t, spec, f)
	case lzma.Delta:
		dist := uint32(1)
		ok = fields(t, spec, "delta", []string{"id", "dist"}, []*uint32{nil, &dist})
		f.Dist = int(dist)
	case lzma.X86, lzma.PowerPC, lzma.IA64, lzma.ARM, lzma.ARMThumb, lzma.SPARC:
		ok = fields(t, spec, "BCJ", []string{"id", "start_offset"}, []*uint32{nil, &f.Offset})
	default:
		object.Raise(t, object.TValueError, "Invalid filter ID: %d", f.ID)
		return f, false
	}
	return f, ok
}

// readOptions reads the description of LZMA1 or LZMA2.
func readOptions(t *Thread, spec Value, f lzma.Filter) (lzma.Filter, bool) {
	level := uint32(defaultPreset)
	preset, ok := entry(t, spec, "preset")
	if !ok {
		return f, false
	}
	if preset != null {
		if level, ok = asUint32(t, preset); !ok {
			return f, false
		}
	}
	o, ok := lzma.Preset(level)
	if !ok {
		lzmaError(t, "Invalid compression preset: "+native.Utoa(uint64(level)))
		return f, false
	}
	small := [...]*int{&o.LC, &o.LP, &o.PB, &o.Mode, &o.Nice, &o.Finder, &o.Depth}
	var numbers [len(small)]uint32
	to := []*uint32{nil, nil, &o.DictSize}
	for i, p := range small {
		numbers[i] = uint32(*p)
		to = append(to, &numbers[i])
	}
	if !fields(t, spec, "LZMA", []string{"id", "preset", "dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth"}, to) {
		return f, false
	}
	for i, p := range small {
		*p = int(numbers[i])
	}
	f.Options = o
	return f, true
}

// fields reads the fields of a filter's description, which is to be a dict without others.
func fields(t *Thread, spec Value, kind string, names []string, to []*uint32) bool {
	bad := func() bool {
		t.ClearExc()
		object.Raise(t, object.TValueError, "Invalid filter specifier for %s filter", kind)
		return false
	}
	if !object.IsDict(spec) {
		return bad()
	}
	d := object.As[object.Dict](spec)
	for i := 0; ; {
		var e *object.Entry
		if e, i = d.Next(i); e == nil {
			break
		}
		if !object.IsStr(e.Key) || !slices.Contains(names, object.GoString(e.Key)) {
			return bad()
		}
	}
	for i, name := range names {
		if to[i] == nil {
			continue
		}
		v, ok := entry(t, spec, name)
		if ok && v != null {
			*to[i], ok = asUint32(t, v)
		}
		if !ok {
			return bad()
		}
	}
	return true
}

func encodeProperties(t *Thread, _, spec Value) Value {
	f, ok := readFilter(t, spec)
	if !ok {
		return null
	}
	b, err := lzma.EncodeProperties(&f)
	if err != nil {
		return lzmaFails(t, err, false)
	}
	return object.NewBytes(t, b)
}

func decodeProperties(t *Thread, _ Value, a []Value) Value {
	id, ok := asUint64(t, a[0])
	if !ok {
		return null
	}
	b, ok := native.BytesArg(t, a[1])
	if !ok {
		return null
	}
	f, err := lzma.DecodeProperties(id, b)
	if err != nil {
		return lzmaFails(t, err, false)
	}
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	set := func(name string, n uint64) bool {
		v := object.NewInt(t, int64(n))
		return v != null && d.SetStr(t, name, v)
	}
	if !set("id", id) {
		return null
	}
	switch id {
	case lzma.LZMA1:
		ok = set("lc", uint64(f.LC)) && set("lp", uint64(f.LP)) && set("pb", uint64(f.PB)) && set("dict_size", uint64(f.DictSize))
	case lzma.LZMA2:
		ok = set("dict_size", uint64(f.DictSize))
	case lzma.Delta:
		ok = set("dist", uint64(f.Dist))
	default:
		if f.Offset != 0 {
			ok = set("start_offset", uint64(f.Offset))
		}
	}
	if !ok {
		return null
	}
	return object.Of(d)
}
