// The module _tracemalloc: where objects were made, and how much memory they take.

package tracing

import (
	"cmp"
	"encoding/binary"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// tracing is what tracemalloc.start began; frames 0: nothing. It is the heap's tracer. What it knows are addresses and numbers, and texts of its
// own: it keeps nothing alive.
type tracing struct {
	rt         *object.Runtime
	frames     int
	busy       bool // what is made now belongs to the module
	full       bool // the cap left no room for more traces
	now, peak  uint64
	traces     map[uintptr]trace
	tracebacks []traceback
	byFrames   map[string]uint32 // tracebacks by the numbers of their frames
	lines      []line
	byLine     map[line]uint32
	files      []string
	byFile     map[string]uint32
	places     map[uintptr]uint32 // lines by addresses of instructions, until the next collection
	scratch    []byte
	charged    uint64 // memory counted for all this
	uncharged  uint64 // and not yet counted
}

type (
	trace struct {
		size uint64
		at   uint32 // of tracebacks
	}
	traceback struct {
		frames string // numbers of lines, four bytes each, the innermost frame first
		total  int32  // how many frames there were
	}
	line struct {
		file uint32
		line int32
	}
)

var (
	tracingKey = object.NewHostKey(func(rt *object.Runtime) *tracing { return &tracing{rt: rt} })
	_          = object.Keeps(func(rt *object.Runtime, x *tracing) (object.Back, error) {
		frames := x.frames
		return object.Back{Before: x.stop, After: func() { StartTracing(rt, int64(frames)) }}, nil
	})
)

const (
	maxTraceFrames = 65535 // as many frames as CPython keeps of an allocation
	traceBytes     = 64    // what a trace takes, about
	chargeStep     = 64 << 10
)

// StartTracing is tracemalloc.start; false: the number of frames is out of range.
func StartTracing(rt *object.Runtime, frames int64) bool {
	if frames < 1 || frames > maxTraceFrames {
		return false
	}
	if x := tracingKey.Of(rt); x.frames == 0 {
		x.frames = int(frames)
		x.clear()
		rt.Heap.SetTracer(x)
		interp.Reconsider(rt.Main) // machine code is left: it knows no lines
	}
	return true
}

func (x *tracing) stop() {
	if x.frames != 0 {
		x.rt.Heap.SetTracer(nil)
		x.frames = 0
		x.clear()
		interp.Reconsider(x.rt.Main)
	}
}

// clear forgets all traces.
func (x *tracing) clear() {
	x.rt.Heap.Release(x.charged)
	*x = tracing{rt: x.rt, frames: x.frames, busy: x.busy}
	if x.frames != 0 {
		x.traces, x.byFrames, x.byLine = map[uintptr]trace{}, map[string]uint32{}, map[line]uint32{}
		x.byFile, x.places = map[string]uint32{}, map[uintptr]uint32{}
	}
}

// Before counts the memory that traces take. At the cap all are dropped.
func (x *tracing) Before() {
	if n := x.uncharged; n >= chargeStep && !x.busy {
		x.busy = true
		if x.uncharged = 0; x.rt.Heap.Charge(n) {
			x.charged += n
		} else {
			now, peak := x.now, x.peak
			x.clear()
			x.full, x.now, x.peak = true, now, peak
		}
		x.busy = false
	}
}

// Made remembers an object.
func (x *tracing) Made(p, size uintptr) {
	if x.busy {
		return
	}
	x.now += uint64(size)
	x.peak = max(x.peak, x.now)
	if x.full {
		return
	}
	x.traces[p] = trace{uint64(size), x.traceback()}
	x.uncharged += traceBytes
}

// traceback is the number of the traceback of what runs.
func (x *tracing) traceback() uint32 {
	b, total := x.scratch[:0], 0
	for fr := x.rt.Main.Frame; fr != nil; fr = fr.Prev {
		if total == 0 && begins(fr) {
			continue
		}
		if total < x.frames {
			b = binary.NativeEndian.AppendUint32(b, x.line(fr))
		}
		total++
	}
	if total == 0 {
		b = binary.NativeEndian.AppendUint32(b, x.lineNumber("<unknown>", 0))
		total = 1
	}
	x.scratch = b
	n, known := x.byFrames[string(b)]
	if !known {
		n = uint32(len(x.tracebacks))
		t := traceback{string(b), int32(min(total, maxTraceFrames))}
		x.tracebacks = append(x.tracebacks, t)
		x.byFrames[t.frames] = n
		x.uncharged += uint64(2*len(b)) + 128
	}
	return n
}

// begins reports whether a frame is still being laid out: the cells of its variables are made for its caller.
func begins(fr *object.Frame) bool {
	return uintptr(fr.PC)-uintptr(fr.Code.First) <= 2*uintptr(fr.Code.FirstTraceable) && fr.Owner != object.FrameGenerator
}

// line is the number of the line that a frame is at.
func (x *tracing) line(fr *object.Frame) uint32 {
	at := uintptr(fr.PC)
	n, known := x.places[at]
	if !known {
		l := interp.LineAt(fr)
		if fr.PC == unsafe.Pointer(fr.Code.First) {
			l = int(fr.Code.FirstLine)
		}
		n = x.lineNumber(object.GoString(fr.Code.Filename), int32(max(l, 0)))
		x.places[at] = n
		x.uncharged += 64
	}
	return n
}

// lineNumber is the number of a line of a file.
func (x *tracing) lineNumber(file string, number int32) uint32 {
	f, known := x.byFile[file]
	if !known {
		f = uint32(len(x.files))
		x.files = append(x.files, file)
		x.byFile[file] = f
		x.uncharged += uint64(len(file)) + 128
	}
	l := line{f, number}
	n, known := x.byLine[l]
	if !known {
		n = uint32(len(x.lines))
		x.lines = append(x.lines, l)
		x.byLine[l] = n
		x.uncharged += 64
	}
	return n
}

// Collected forgets what is dead.
func (x *tracing) Collected(live func(p uintptr) bool) {
	gone := 0
	for p, tr := range x.traces {
		if !live(p) {
			delete(x.traces, p)
			x.now -= min(x.now, tr.size)
			gone++
		}
	}
	if clear(x.places); len(x.traces) < gone { // Go's maps do not become smaller by themselves
		small := make(map[uintptr]trace, len(x.traces))
		for p, tr := range x.traces {
			small[p] = tr
		}
		x.traces = small
		n := min(x.charged, uint64(gone)*traceBytes)
		x.charged -= n
		x.rt.Heap.Release(n)
	}
}

// These hold no objects yet when they collect.
func init() {
	heap.Transparent("tracing.(*tracing).collect", "tracing.getTracedMemory", "tracing.resetPeak", "tracing.getTraces")
}

// collect collects, so that what is told is of live objects, as where references are counted.
//
//go:noinline
func (x *tracing) collect(t *Thread) bool {
	if x.frames == 0 {
		return true
	}
	_, ok := object.Collect(t)
	return ok
}

// frameTuple is a traceback as the module tracemalloc gets it; seen has those that were made already, by their numbers.
func (x *tracing) frameTuple(t *Thread, at uint32, seen *object.Dict) Value {
	key := object.SmallInt(int64(at))
	if seen != nil {
		if v := seen.Get(t, key); v != null || t.Exc != null {
			return v
		}
	}
	frames := x.tracebacks[at].frames
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	for i := 0; i < len(frames); i += 4 {
		ln := x.lines[binary.NativeEndian.Uint32([]byte(frames[i:i+4]))]
		file := object.NewStr(t, x.files[ln.file])
		if file == null {
			return null
		}
		pair := object.Pair(t, file, object.SmallInt(int64(ln.line)))
		if pair == null || !l.Append(t, pair) {
			return null
		}
	}
	v := object.TupleOf(t, l.Slice())
	if v == null || seen != nil && !seen.Set(t, key, v) {
		return null
	}
	return v
}

// sizeOf is the size of a traced object: for texts and bytes the one that sys.getsizeof tells.
func sizeOf(p uintptr, size uint64) int64 {
	if n, ok := object.TextSize(Value(p)); ok {
		return n
	}
	return int64(size)
}

func getTracedMemory(t *Thread, _ Value) Value {
	x := tracingKey.Of(t.RT)
	if !x.collect(t) {
		return null
	}
	return object.Pair(t, object.NewInt(t, int64(x.now)), object.NewInt(t, int64(x.peak)))
}

func resetPeak(t *Thread, _ Value) Value {
	x := tracingKey.Of(t.RT)
	if !x.collect(t) {
		return null
	}
	x.peak = x.now
	return none
}

func getTraces(t *Thread, _ Value) Value {
	x := tracingKey.Of(t.RT)
	if !x.collect(t) {
		return null
	}
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	if x.frames == 0 {
		return object.Of(l)
	}
	type entry struct {
		p    uintptr
		size int64
		at   uint32
	}
	if !t.Room(uint64(len(x.traces)) * uint64(unsafe.Sizeof(entry{}))) {
		return null
	}
	x.busy = true
	defer func() { x.busy = false }()
	entries := make([]entry, 0, len(x.traces))
	for p, tr := range x.traces {
		entries = append(entries, entry{p, sizeOf(p, tr.size), tr.at})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.p, b.p) })
	seen := object.NewDict(t)
	if seen == nil {
		return null
	}
	for _, e := range entries {
		if t.Halted() {
			return null
		}
		frames := x.frameTuple(t, e.at, seen)
		if frames == null {
			return null
		}
		one := object.NewTuple(t, 4)
		if one == nil {
			return null
		}
		*one.At(0), *one.At(1), *one.At(2), *one.At(3) = object.SmallInt(0), object.SmallInt(e.size), frames, object.SmallInt(int64(x.tracebacks[e.at].total))
		if !l.Append(t, object.Of(one)) {
			return null
		}
	}
	return object.Of(l)
}

func getObjectTraceback(t *Thread, _, v Value) Value {
	x := tracingKey.Of(t.RT)
	if x.frames == 0 || !v.IsPtr() {
		return none
	}
	tr, known := x.traces[uintptr(v)]
	if !known {
		return none
	}
	return x.frameTuple(t, tr.at, nil)
}

var _ = native.Register("_tracemalloc", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "start", Sig: "(nframe=1, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
				frames := 1
				if a[0] != null {
					var ok bool
					if frames, ok = object.AsInt(t, a[0]); !ok {
						return null
					}
				}
				if !StartTracing(t.RT, int64(frames)) {
					return object.Raise(t, object.TValueError, "the number of frames must be in range [1; %d]", maxTraceFrames)
				}
				return none
			}},
			{Name: "stop", Sig: "()", F0: func(t *Thread, _ Value) Value {
				tracingKey.Of(t.RT).stop()
				return none
			}},
			{Name: "is_tracing", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Bool(tracingKey.Of(t.RT).frames != 0) }},
			{Name: "get_traceback_limit", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(max(tracingKey.Of(t.RT).frames, 1))) }},
			{Name: "get_traced_memory", Sig: "()", F0: getTracedMemory},
			{Name: "reset_peak", Sig: "()", F0: resetPeak},
			{Name: "clear_traces", Sig: "()", F0: func(t *Thread, _ Value) Value {
				tracingKey.Of(t.RT).clear()
				return none
			}},
			{Name: "get_tracemalloc_memory", Sig: "()", F0: func(t *Thread, _ Value) Value {
				x := tracingKey.Of(t.RT)
				return object.NewInt(t, int64(x.charged+x.uncharged))
			}},
			{Name: "_get_traces", Sig: "()", F0: getTraces},
			{Name: "_get_object_traceback", Sig: "(obj, /)", F1: getObjectTraceback},
		},
	}
})
