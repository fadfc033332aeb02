// Dumps as text: the list by processor time, a function, a buffer, a merge point.

package inspect

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/dump"
)

// Row is a function in the list.
type Row struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Status   string `json:"status"`
	Why      string `json:"why,omitempty"`
	Own      int64  `json:"own_ns"`   // processor time when it was the innermost function, as sampled
	Whole    int64  `json:"whole_ns"` // and with what it called
	CodeRun  uint64 `json:"code_run"` // bytes of machine code that the processor went through, or instructions of executors
	Buffers  int    `json:"buffers"`
	Dead     int    `json:"thrown_away"`
	Bytes    int    `json:"bytes"`
}

// Rows are the functions, those first that took the most processor time of their own; where too little was sampled, those of which most code ran.
func Rows(d *dump.Dump) []Row {
	rows := make([]Row, len(d.Functions))
	run := codeRuns(d)
	for i, f := range d.Functions {
		rows[i] = Row{Function: f.Name, File: f.File, Line: f.Line, Status: f.Status, Why: f.Why, CodeRun: run[i]}
	}
	if d.Times != nil {
		for _, x := range d.Times.Functions {
			rows[x.Function].Own, rows[x.Function].Whole = x.Own, x.Whole
		}
	}
	for i := range d.Buffers {
		b := &d.Buffers[i]
		if b.Function < 0 {
			continue
		}
		r := &rows[b.Function]
		if b.Dead != "" {
			r.Dead++
			continue
		}
		r.Buffers++
		r.Bytes += b.Size
	}
	for _, x := range d.Executors {
		if x.Function >= 0 {
			rows[x.Function].Buffers++
			rows[x.Function].Bytes += x.Size
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		byTime := 0
		if d.Sampled() {
			byTime = cmp.Compare(b.Own, a.Own)
		}
		return cmp.Or(byTime, cmp.Compare(b.CodeRun, a.CodeRun), cmp.Compare(b.Bytes, a.Bytes))
	})
	return rows
}

// List writes the list: the functions of the program, and of others those that took time or that something was made of.
func List(w io.Writer, d *dump.Dump) {
	live := 0
	for i := range d.Buffers {
		if d.Buffers[i].Dead == "" {
			live++
		}
	}
	m := &d.Memory
	rows := Rows(d)
	others := len(rows)
	rows = slices.DeleteFunc(rows, func(r Row) bool {
		return r.File != d.Program && r.CodeRun == 0 && r.Own == 0 && r.Buffers == 0 && r.Dead == 0
	})
	others -= len(rows)
	fmt.Fprintf(w, "%s, run by %s: %s", short(d, d.Program), d.Engine, count(len(rows), "function"))
	if len(d.Executors) > 0 {
		fmt.Fprintf(w, ", %s", count(len(d.Executors), "executor"))
	} else {
		fmt.Fprintf(w, ", %s, %d thrown away", count(live, "buffer"), len(d.Buffers)-live+d.Forgotten)
	}
	fmt.Fprintf(w, "\nmemory: %d bytes of code, %d of metadata, at most %d of both; cap %d; %d in Python objects\n", m.Code, m.Metadata, m.Peak, m.CodeCap, m.Heap)
	if !d.Detailed {
		fmt.Fprintln(w, "the run was not made for a dump: what happened is not told, nor how often code ran")
	}
	times := d.Sampled()
	if times {
		fmt.Fprintf(w, "processor time: %.2f s sampled; \"own\" is of the function itself, \"called\" with what it calls\n\n%8s %8s ", float64(d.Times.Total)/1e9, "own", "called")
	} else {
		fmt.Fprintf(w, "processor time: too little to tell shares; the order is by how much code ran, in bytes\n\n%12s ", "code run")
	}
	fmt.Fprintf(w, "%8s %6s %8s  %-12s %s\n", "buffers", "gone", "bytes", "status", "function")
	for _, r := range rows {
		if times {
			fmt.Fprintf(w, "%8s %8s ", percent(r.Own, d.Times.Total), percent(r.Whole, d.Times.Total))
		} else {
			fmt.Fprintf(w, "%12d ", r.CodeRun)
		}
		fmt.Fprintf(w, "%8d %6d %8d  %-12s %s (%s:%d)\n", r.Buffers, r.Dead, r.Bytes, r.Status, r.Function, short(d, r.File), r.Line)
	}
	if others > 0 {
		fmt.Fprintf(w, "and %s of other files, of which nothing was made\n", count(others, "function"))
	}
}

// percent is a share as text; nothing of nothing.
func percent(part, total int64) string {
	if part == 0 || total == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(total))
}

// short is a file's name as seen from the program's folder.
func short(d *dump.Dump, file string) string {
	if i := strings.LastIndexAny(d.Program, `/\`); i >= 0 {
		return strings.TrimPrefix(file, d.Program[:i+1])
	}
	return file
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// A Target is what of a dump is to be shown.
type Target struct {
	Function, Buffer int // -1: none
	Offset           int // -1: the whole function
}

// Find makes a Target of a function's qualified name, with :LINE if there are several, and with @OFFSET for an instruction; or of a buffer's name.
func Find(d *dump.Dump, name string) (Target, error) {
	for i := range d.Buffers {
		if d.Buffers[i].Name == name {
			return Target{-1, i, -1}, nil
		}
	}
	t := Target{-1, -1, -1}
	fn, at, given := strings.Cut(name, "@")
	if given {
		n, err := strconv.Atoi(at)
		if err != nil || n < 0 {
			return t, fmt.Errorf("%q is no offset of bytecode", at)
		}
		t.Offset = n
	}
	for i, f := range d.Functions {
		if f.Name != fn && fmt.Sprint(f.Name, ":", f.Line) != fn {
			continue
		}
		if t.Function >= 0 {
			return t, fmt.Errorf("there are several functions %s: say which by %s:LINE", fn, f.Name)
		}
		t.Function = i
	}
	if t.Function < 0 {
		return t, fmt.Errorf("no function or buffer has the name %q", fn)
	}
	return t, nil
}

// Show writes what a target is.
func Show(w io.Writer, d *dump.Dump, t Target) {
	out := bufio.NewWriter(w)
	defer out.Flush()
	v := viewer{out, d}
	switch {
	case t.Buffer >= 0:
		v.buffer(&d.Buffers[t.Buffer])
	case t.Offset >= 0:
		v.mergePoint(t.Function, t.Offset)
	default:
		v.function(t.Function)
	}
}

// viewer writes text about a dump.
type viewer struct {
	*bufio.Writer
	d *dump.Dump
}

func (v *viewer) say(format string, args ...any) {
	fmt.Fprintln(v, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

// source is a line of a function's file, or "".
func (v *viewer) source(file string, line int) string {
	for _, s := range v.d.Sources {
		if s.File == file && line > 0 && line <= len(s.Lines) {
			return s.Lines[line-1]
		}
	}
	return ""
}

func (v *viewer) function(n int) {
	d, f := v.d, &v.d.Functions[n]
	v.say("%s (%s:%d): %s", f.Name, short(d, f.File), f.Line, f.Status)
	if f.Why != "" {
		v.say("  %s", f.Why)
	}
	if d.Sampled() {
		v.say("  own processor time: %s of all", cmp.Or(percent(d.Own(f.Name, f.File, 0), d.Times.Total), "0 %"))
	}
	v.say("\nbytecode, with what the compiler met")
	line := 0
	for _, in := range f.Bytecode {
		if in.Line != line && in.Line > 0 {
			line = in.Line
			share := ""
			if d.Sampled() {
				share = fmt.Sprintf("%7s  ", percent(d.Own(f.Name, f.File, line), d.Times.Total))
			}
			v.say("  %4d  %s%s", line, share, v.source(f.File, line))
		}
		label := ""
		if in.Label != "" {
			label = in.Label + ":"
		}
		arg := in.Arg
		if in.Text != "" {
			arg = in.Text
		}
		var notes []string
		for _, s := range f.Sites {
			if s.Offset == in.Offset && s.What != dump.Guard && s.What != dump.Pause && s.What != dump.Resumed && purposeful(s.What) {
				notes = append(notes, strings.TrimSpace(s.What+" "+s.Reason)+fmt.Sprintf(" ×%d", s.Count))
			}
		}
		v.say("        %-5s %5d  %-24s %-24s %s", label, in.Offset, in.Opcode, arg, strings.Join(notes, ", "))
	}
	v.promotions(n)
	var list []*dump.Buffer
	for i := range d.Buffers {
		if d.Buffers[i].Function == n {
			list = append(list, &d.Buffers[i])
		}
	}
	if len(list) > 0 {
		v.say("\nbuffers, those first of which most code ran")
		v.say("%14s %10s %7s %7s %7s  %s", "buffer", "ran", "bytes", "offset", "meta", "made because")
	}
	slices.SortStableFunc(list, func(a, b *dump.Buffer) int { return cmp.Compare(codeRun(b), codeRun(a)) })
	for _, b := range list {
		state := b.Why
		if b.Dead != "" {
			state += "; thrown away: " + because(b)
		}
		v.say("%14s %10d %7d %7d %7d  %s", b.Name, b.Entered, b.Size, b.Offset, b.Metadata, state)
	}
	for _, x := range d.Executors {
		if x.Function == n {
			v.say("\nexecutor at %d, entered %d times, %d bytes", x.Offset, x.Entered, x.Size)
			for _, l := range x.Executed {
				v.say("  %s", l)
			}
		}
	}
}

// purposeful reports whether a site tells more than that a buffer was made.
func purposeful(what string) bool { return what != "normal" && what != "respawned" && what != "pause" }

// because is why a buffer was thrown away.
func because(b *dump.Buffer) string {
	if b.Broken != "" {
		return b.Broken + " changed"
	}
	return b.Dead
}

// promotions writes those of a function.
func (v *viewer) promotions(n int) {
	first := true
	for _, p := range v.d.Promotes {
		if p.Function != n {
			continue
		}
		if first {
			v.say("\npromotions")
			first = false
		}
		what := p.What
		if what == "switch" {
			what = "class, of those that the instruction knows"
		}
		given := ""
		if p.GivenUp {
			given = "; too many came: given up"
		}
		v.say("  at %d: %s%s", p.Offset, what, given)
		for _, x := range p.Values {
			size, ran := v.costOf(x.Buffer, p.Values)
			code := "no code of its own"
			if x.Buffer != "" {
				code = fmt.Sprintf("%s and what only it leads to: %d bytes; it ran %d times", x.Buffer, size, ran)
			}
			v.say("    %-30s asked %d, %s", x.Value, x.Count, code)
		}
	}
}

// costOf is how many bytes of code and metadata were made for the buffer of a value: its own, and those of buffers that are reached from it alone.
// The guards of the other values hang on it, but are not its.
func (v *viewer) costOf(name string, values []dump.Value) (size int, ran uint64) {
	owned := map[string]bool{name: true}
	others := map[string]bool{}
	for _, x := range values {
		others[x.Buffer] = true
	}
	for changed := true; changed; {
		changed = false
		for i := range v.d.Buffers {
			b := &v.d.Buffers[i]
			if owned[b.Name] || others[b.Name] || len(b.From) == 0 || b.Dead != "" {
				continue
			}
			all := true
			for _, r := range b.From {
				all = all && (owned[r.Buffer] || r.Buffer == b.Name)
			}
			if all {
				owned[b.Name], changed = true, true
			}
		}
	}
	for i := range v.d.Buffers {
		b := &v.d.Buffers[i]
		if owned[b.Name] {
			size += b.Size + b.Metadata
		}
		if b.Name == name {
			ran = b.Entered
		}
	}
	return size, ran
}

func (v *viewer) buffer(b *dump.Buffer) {
	name := "no function"
	if b.Function >= 0 {
		name = v.d.Functions[b.Function].Name
	}
	v.say("%s: %s at %d, %d bytes, %d of metadata, ran %d times", b.Name, name, b.Offset, b.Size, b.Metadata, b.Entered)
	if b.Inlined != "" {
		v.say("  begins in %s, which is inlined", b.Inlined)
	}
	if b.Why != "" {
		v.say("  made because %s", b.Why)
	}
	if b.Dead != "" {
		v.say("  thrown away: %s", because(b))
	}
	var from []string
	for _, r := range b.From {
		from = append(from, fmt.Sprintf("%s+%#x", r.Buffer, r.At))
	}
	if from != nil {
		v.say("  from %s", strings.Join(from, ", "))
	}
	for _, what := range b.Assumes {
		v.say("  assumes %s", what)
	}
	for _, p := range b.Patches {
		v.say("  patched at %#x: %s %s", p.At, p.What, p.To)
	}
	v.say("snapshot")
	v.slots(b.Snapshot)
	for _, p := range b.Parts {
		switch {
		case p.Offset < 0:
			v.say("%s", p.Purpose)
		case p.Inlined != "":
			v.say("%d %s, inlined", p.Offset, p.Inlined)
		default:
			v.say("%d %s", p.Offset, v.opcode(b.Function, p.Offset))
		}
		v.slots(p.Changed)
		for _, l := range p.Lines {
			purpose := p.Purpose
			if l.Purpose != "" {
				purpose = l.Purpose
			}
			v.say("    %4x  %-50s %s", l.At, l.Text, purpose)
		}
	}
}

func (v *viewer) opcode(n, offset int) string {
	if n >= 0 {
		for _, in := range v.d.Functions[n].Bytecode {
			if in.Offset == offset {
				return strings.TrimSpace(in.Opcode + " " + in.Text)
			}
		}
	}
	return ""
}

func (v *viewer) slots(list []dump.Slot) {
	for i := range list {
		v.say("    ; %-60s %s", list[i].String(), list[i].Origins())
	}
}

// mergePoint compares the snapshots of the versions at an instruction.
func (v *viewer) mergePoint(n, offset int) {
	var list []*dump.Buffer
	for i := range v.d.Buffers {
		if b := &v.d.Buffers[i]; b.Function == n && b.Offset == offset && b.Inlined == "" && b.Merge {
			list = append(list, b)
		}
	}
	v.say("%s at %d %s: %s", v.d.Functions[n].Name, offset, v.opcode(n, offset), count(len(list), "version"))
	var names []string
	text := map[string][]string{}
	for k, b := range list {
		kind := ""
		if b.General {
			kind = ", general"
		}
		if b.Dead != "" {
			kind += ", thrown away: " + because(b)
		}
		v.say("  %s: ran %d times, %d bytes%s", b.Name, b.Entered, b.Size, kind)
		for i := range b.Snapshot {
			s := &b.Snapshot[i]
			if text[s.Name] == nil {
				names = append(names, s.Name)
				text[s.Name] = make([]string, len(list))
			}
			text[s.Name][k] = s.Text() + "\x00" + s.Origins()
		}
	}
	var same, differ []string
	for _, name := range names {
		first, _, _ := strings.Cut(text[name][0], "\x00")
		equal := true
		for _, t := range text[name] {
			s, _, _ := strings.Cut(t, "\x00")
			equal = equal && s == first
		}
		if equal {
			same = append(same, name+": "+first)
			continue
		}
		differ = append(differ, "  "+name)
		for k, t := range text[name] {
			s, by, _ := strings.Cut(t, "\x00")
			if s == "" {
				s = "not there"
			}
			differ = append(differ, fmt.Sprintf("    %-10s %-60s %s", list[k].Name, s, by))
		}
	}
	if len(same) > 0 && len(list) > 0 {
		v.say("the same in all")
		for _, s := range same {
			v.say("  %s", s)
		}
	}
	if differ != nil {
		v.say("different")
		for _, s := range differ {
			v.say("%s", s)
		}
	}
}
