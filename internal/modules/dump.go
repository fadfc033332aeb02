// Dumps: what a runtime tells of itself, for psy inspect.

package modules

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Dumper is an engine that fills in its part of a dump; function gives the place of a code object in d.Functions, -1: it has none.
type Dumper interface {
	Dump(d *dump.Dump, function func(co *object.Code) int)
}

// DumpOptions say what a dump has besides what the runtime knows.
type DumpOptions struct {
	HeapCap int                               // if one was chosen: else it depends on the machine
	Options []dump.Option                     // the settings
	Source  func(file string) (text []byte)   // finds a source file; nil: it is not there. May be nil
	Samples iter.Seq2[[]profile.Frame, int64] // stacks, innermost first, with the processor time of each. May be nil
}

// Dump makes a dump of the runtime.
func Dump(rt *object.Runtime, o DumpOptions) *dump.Dump {
	d := &dump.Dump{Version: dump.Version, Options: o.Options}
	d.Engine, _ = engineOf(rt)
	if main := rt.Extra[native.ExtraMainCode]; main != null {
		d.Program = object.GoString(object.As[object.Code](main).Filename)
	}
	number := dumpFunctions(d, rt)
	function := func(co *object.Code) int {
		if n, ok := number[address(co)]; ok {
			return n
		}
		return -1
	}
	if e, ok := compilerOf(rt).(Dumper); ok {
		e.Dump(d, function)
	} else if e, ok := rt.Tier2.(Dumper); ok {
		e.Dump(d, function)
	}
	d.Memory.Heap = (int(rt.Heap.Stats().LiveBytes) + heapUnit - 1) &^ (heapUnit - 1)
	d.Memory.HeapCap = o.HeapCap
	for n := range d.Functions {
		if f := &d.Functions[n]; f.Status == "" {
			why, text := notCompiled(d.Engine, f, rt)
			f.Status, f.Reason, f.Why = "interpreted", why.String(), text
		}
	}
	d.Stats = steadyStats(rt)
	if o.Samples != nil {
		d.Times = dumpTimes(d, o.Samples)
	}
	if o.Source != nil {
		dumpSources(d, o.Source)
	}
	return d
}

// dumpTimes adds up samples by function. Time of functions that are gone is in the total, and in those that called them.
func dumpTimes(d *dump.Dump, samples iter.Seq2[[]profile.Frame, int64]) *dump.Times {
	type times struct {
		own, whole int64
		lines      map[int]int64
	}
	number := map[profile.Frame]int{}
	for n := range d.Functions {
		f := &d.Functions[n]
		if key := (profile.Frame{Func: f.Name, File: f.File, FirstLine: f.Line}); number[key] == 0 {
			number[key] = n + 1
		}
	}
	all := make([]times, len(d.Functions)+1)
	out := &dump.Times{}
	for stack, ns := range samples {
		out.Total += ns
		met := map[int]bool{}
		for i, f := range stack {
			line := f.Line
			f.Line = 0
			n := number[f]
			if i == 0 {
				x := &all[n]
				if x.own += ns; x.lines == nil {
					x.lines = map[int]int64{}
				}
				x.lines[line] += ns
			}
			if !met[n] {
				met[n] = true
				all[n].whole += ns
			}
		}
	}
	for n, x := range all[1:] {
		if x.whole == 0 {
			continue
		}
		t := dump.FunctionTime{Function: n, Own: x.own, Whole: x.whole}
		for _, line := range slices.Sorted(maps.Keys(x.lines)) {
			t.Lines = append(t.Lines, dump.LineTime{Line: line, Own: x.lines[line]})
		}
		out.Functions = append(out.Functions, t)
	}
	return out
}

// address names a code object: the objects of a dump stay where they are, and alive, until it is made.
func address(co *object.Code) uintptr { return uintptr(unsafe.Pointer(co)) }

// dumpFunctions lists the code objects that are alive, and gives their numbers by address.
func dumpFunctions(d *dump.Dump, rt *object.Runtime) map[uintptr]int {
	var list []uintptr
	rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) { list = append(list, uintptr(p)) })
	name := func(co *object.Code) string { return object.GoString(co.QualName) }
	file := func(co *object.Code) string { return object.GoString(co.Filename) }
	slices.SortStableFunc(list, func(x, y uintptr) int {
		a, b := object.As[object.Code](Value(x)), object.As[object.Code](Value(y))
		return cmp.Or(cmp.Compare(file(a), file(b)), cmp.Compare(a.FirstLine, b.FirstLine), cmp.Compare(name(a), name(b)))
	})
	number := map[uintptr]int{}
	for _, at := range list {
		co := object.As[object.Code](Value(at))
		number[at] = len(d.Functions)
		f := dump.Function{Name: name(co), File: file(co), Line: int(co.FirstLine), Bytecode: bytecodeOf(rt, co), Sites: []dump.Site{}}
		if hot := rt.HotThreshold - co.Hot; co.Hot <= rt.HotThreshold && hot > 0 {
			f.Warm = int(min(hot, rt.HotThreshold))
		}
		f.Args = int(co.ArgCount + co.KwOnly)
		for _, v := range co.LocalsNames.Items() {
			f.Locals = append(f.Locals, object.GoString(v))
		}
		d.Functions = append(d.Functions, f)
	}
	return number
}

func bytecodeOf(rt *object.Runtime, co *object.Code) []dump.Instruction {
	out := []dump.Instruction{}
	c, err := object.ConstOf(rt.Main, object.Of(co), true, nil)
	if err != nil { // its constants are no constants: nothing that a compiler made
		return out
	}
	code := c.(*pyc.Code)
	code.Consts = slices.Clone(code.Consts)
	lines := co.Lines()
	spans := make([][]int, len(lines))
	for _, l := range code.Locations() {
		for i := l.Start / 2; i < l.End/2 && i < len(spans) && l.Pos.Col >= 0; i++ {
			spans[i] = []int{l.Pos.Line, l.Pos.EndLine, l.Pos.Col, l.Pos.EndCol}
		}
	}
	for _, in := range pyc.Listings(code)[0].Instructions {
		x := dump.Instruction{Offset: in.Offset, Label: in.Label, Opcode: in.Opcode, Text: in.Text, Span: spans[in.Offset/2]}
		if n := lines[in.Offset/2]; n > 0 {
			x.Line = n
		}
		if in.Arg != nil {
			x.Arg = fmt.Sprint(*in.Arg)
		}
		out = append(out, x)
	}
	return out
}

// notCompiled says why there is nothing of a function.
func notCompiled(engine string, f *dump.Function, rt *object.Runtime) (stats.Reason, string) {
	switch {
	case engine == "tier1":
		return stats.NoMachineCode, "this engine compiles nothing"
	case f.Warm == 0:
		return stats.NotCalled, "it did not run while somebody counted"
	case rt.HotThreshold == 0:
		return stats.NotHot, ""
	}
	return stats.NotHot, fmt.Sprintf("it is not hot: %d calls and turns of loops, and what is compiled has more than %d", f.Warm, rt.HotThreshold)
}

// dumpSources finds the files of the functions.
func dumpSources(d *dump.Dump, source func(file string) []byte) {
	d.Sources = []dump.Source{}
	seen := map[string]bool{}
	for i := range d.Functions {
		file := d.Functions[i].File
		if seen[file] {
			continue
		}
		seen[file] = true
		if text := source(file); text != nil {
			s := strings.ReplaceAll(strings.ToValidUTF8(string(text), "\uFFFD"), "\r\n", "\n")
			d.Sources = append(d.Sources, dump.Source{File: file, Lines: strings.Split(strings.TrimSuffix(s, "\n"), "\n")})
		}
	}
}

// heapUnit is what the bytes of living objects are rounded up to: words that look like references on Go's stack may keep a few more alive. So they
// may shift collections, too.
const heapUnit = 64 << 10

// steadyStats are the statistics without what differs from run to run.
func steadyStats(rt *object.Runtime) map[string]any {
	s := Stats(rt)
	for _, name := range []string{"compile_ms", "native_share", "samples", "gc"} {
		delete(s, name)
	}
	return s
}
