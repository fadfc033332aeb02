// Package explain says whether a function is compiled, what stands in the way, what that costs, and what to change.
// It knows dumps and reasons; it must not know the compiler or Python objects.
package explain

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
)

// Verdicts.
const (
	Compiled = "compiled"
	Partly   = "partly"
	Never    = "never"
)

// Report is what there is to say of one function.
type Report struct {
	Function  string    `json:"function"`
	File      string    `json:"file"`
	Line      int       `json:"line"`
	Engine    string    `json:"engine"`
	Verdict   string    `json:"verdict"` // compiled, partly, never
	Status    string    `json:"status"`  // as in a dump
	Why       string    `json:"why,omitempty"`
	TimeShare *float64  `json:"time_share,omitempty"` // of the program's processor time, where it was sampled
	Findings  []Finding `json:"findings"`             // the gravest and most frequent first
}

// Finding is one reason at one place.
type Finding struct {
	Code      string   `json:"code"` // PSY-R001 ...
	Reason    string   `json:"reason"`
	Meaning   string   `json:"meaning"`
	Cost      string   `json:"cost"`
	Change    string   `json:"change"`
	Function  string   `json:"function,omitempty"` // where it is, if that is another one, which is inlined
	File      string   `json:"file,omitempty"`     // likewise
	Calls     []Call   `json:"calls,omitempty"`    // from there outwards, the calls that it is inlined at
	Offset    int      `json:"offset"`             // in the bytecode
	Opcode    string   `json:"opcode,omitempty"`
	Argument  string   `json:"argument,omitempty"`
	Line      int      `json:"line,omitempty"`
	Span      []int    `json:"span,omitempty"` // line, last line, column, column behind it; columns are bytes from 0
	Source    string   `json:"source,omitempty"`
	Detail    string   `json:"detail,omitempty"` // what exactly
	Count     uint64   `json:"count"`            // how often it happened
	Share     float64  `json:"share"`            // of all that was counted in the function
	TimeShare *float64 `json:"time_share,omitempty"`
	grave     bool     // it is told of even if it was rare
}

// Call is where a function is inlined.
type Call struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// share is the part of the processor time that was sampled on a line, or in all of the function; nil with too few samples to tell.
func share(d *dump.Dump, function, file string, line int) *float64 {
	if !d.Sampled() {
		return nil
	}
	s := math.Round(1000*float64(d.Own(function, file, line))/float64(d.Times.Total)) / 1000
	return &s
}

// rare is how much less often than the most frequent thing in its function something happens that is not told of.
const rare = 100

// few is how often something may happen without being told of in any case.
const few = 10

// matters reports whether what happened n times is to be told of, the most frequent thing having happened busy times.
func matters(n, busy uint64) bool { return n >= few && n*rare >= busy }

// Functions explains the functions of a qualified name: those of the program's file, else those of what it imports. line, if not 0, is the only one whose
// findings are wanted.
func Functions(d *dump.Dump, name string, line int) []Report {
	var own, imported []Report
	for n := range d.Functions {
		switch f := &d.Functions[n]; {
		case f.Name != name:
		case f.File == d.Program:
			own = append(own, function(d, n, line))
		default:
			imported = append(imported, function(d, n, line))
		}
	}
	if own != nil {
		return own
	}
	return imported
}

func function(d *dump.Dump, n, line int) Report {
	f := &d.Functions[n]
	r := Report{Function: f.Name, File: f.File, Line: f.Line, Engine: d.Engine, Status: f.Status, Why: f.Why, Findings: []Finding{}}
	sources := map[string][]string{}
	for _, s := range d.Sources {
		sources[s.File] = s.Lines
	}
	r.TimeShare = share(d, f.Name, f.File, 0)
	c := collector{d: d, f: f, number: n}
	c.collect()
	r.Verdict = c.verdict()
	for _, x := range c.all() {
		if line != 0 && !x.on(line) && x.Reason != f.Reason {
			continue
		}
		name, file := cmp.Or(x.Function, f.Name), cmp.Or(x.File, f.File)
		if lines := sources[file]; x.Line > 0 && x.Line <= len(lines) {
			x.Source = lines[x.Line-1]
		}
		if x.Line > 0 {
			x.TimeShare = share(d, name, file, x.Line)
		}
		r.Findings = append(r.Findings, x)
	}
	return r
}

// collector gathers the findings of a function.
type collector struct {
	d      *dump.Dump
	f      *dump.Function
	number int
	list   []Finding
	left   bool // the interpreter runs some of it
}

// reasonOf finds a reason by its name.
func reasonOf(name string) (stats.Reason, bool) {
	for r := range stats.NumReasons {
		if r.String() == name {
			return r, true
		}
	}
	return 0, false
}

// on reports whether it is on a line of the function that is explained.
func (x *Finding) on(line int) bool {
	if n := len(x.Calls); n > 0 {
		return x.Calls[n-1].Line == line
	}
	return x.Line == line
}

// add adds a finding at an offset; below 0: of the whole function.
func (c *collector) add(r stats.Reason, offset int, count uint64, detail string, grave bool) {
	c.addAt(r, dump.Place{Function: c.number, Offset: offset}, count, detail, grave)
}

// addAt adds a finding in the function, or in one that is inlined there.
func (c *collector) addAt(r stats.Reason, at dump.Place, count uint64, detail string, grave bool) {
	x := Finding{Code: r.Code(), Reason: r.String(), Meaning: r.Doc(), Cost: r.Cost(), Change: r.Change(), Offset: at.Offset, Detail: detail, Count: count, grave: grave}
	f := &c.d.Functions[at.Function]
	if in := instruction(f, at.Offset); in != nil {
		x.Opcode, x.Argument, x.Line, x.Span = in.Opcode, in.Text, lineAt(f, at.Offset), in.Span
	} else {
		x.Line = f.Line
	}
	if at.Call != nil {
		x.Function, x.File = f.Name, f.File
	}
	for in := at.Call; in != nil && in.Function >= 0; in = in.Call {
		f := &c.d.Functions[in.Function]
		x.Calls = append(x.Calls, Call{f.Name, f.File, lineAt(f, in.Offset)})
	}
	for i := range c.list {
		if y := &c.list[i]; y.Code == x.Code && y.Function == x.Function && y.Offset == x.Offset && y.Detail == x.Detail {
			y.Count += x.Count
			return
		}
	}
	c.list = append(c.list, x)
}

func (c *collector) at(offset int) *dump.Instruction { return instruction(c.f, offset) }

func instruction(f *dump.Function, offset int) *dump.Instruction {
	for i := range f.Bytecode {
		if f.Bytecode[i].Offset == offset {
			return &f.Bytecode[i]
		}
	}
	return nil
}

// lineAt is where the source of an instruction begins.
func lineAt(f *dump.Function, offset int) int {
	in := instruction(f, offset)
	switch {
	case in == nil:
		return f.Line
	case len(in.Span) > 0:
		return in.Span[0]
	}
	return in.Line
}

func (c *collector) collect() {
	if r, ok := reasonOf(c.f.Reason); ok && !c.wasCompiled() && !c.refused(c.f.Reason) {
		c.add(r, -1, uint64(c.f.Warm), "", true)
	}
	for _, s := range c.f.Sites {
		r, named := reasonOf(s.Reason)
		switch s.What {
		case dump.Helper:
			switch in := c.at(s.Offset); {
			case in == nil || in.Line == 0: // nothing that the program says
			case c.distrusts(in.Text):
				c.add(stats.Distrusted, s.Offset, s.Count, "", false)
			default:
				c.add(stats.HelperCall, s.Offset, s.Count, "", false)
			}
		case dump.Exits, dump.Taken:
			if named {
				c.add(r, s.Offset, s.Count, "", false)
			}
		case dump.Megamorphic:
			c.add(stats.Megamorphic, s.Offset, c.general(s), "", true)
		case dump.Crowded:
			c.add(stats.Versions, s.Offset, c.versions(s), "", false)
		case dump.Late:
			c.add(stats.LateCall, s.Offset, s.Count, s.Reason, false)
		case dump.Evicted:
			c.add(stats.EvictedCode, -1, s.Count, "", true)
		case dump.Rests:
			c.add(stats.Resting, -1, s.Count, "", true)
		case dump.Refused:
			if named {
				c.add(r, s.Offset, s.Count, "", true)
			}
		}
	}
	for _, e := range c.d.Events {
		if e.Function == c.number && e.What == dump.Invalidated && e.Value != "" {
			reason, name := broken(e.Value)
			c.addAt(reason, c.relies(e.Value, name, e.Offset), 1, e.Value, true)
		}
	}
}

// general is how often the code ran that is for all that comes where promotion was given up.
func (c *collector) general(s dump.Site) uint64 {
	n := uint64(0)
	for _, p := range c.d.Promotes {
		if p.Function != c.number || p.Offset != s.Offset || p.Any == "" {
			continue
		}
		for _, b := range c.d.Buffers {
			if b.Name == p.Any {
				n += b.Entered
			}
		}
	}
	return max(n, s.Count)
}

// versions is how often the general version at an offset ran.
func (c *collector) versions(s dump.Site) uint64 {
	n := uint64(0)
	for _, b := range c.d.Buffers {
		if b.Function == c.number && b.Offset == s.Offset && b.General {
			n += b.Entered
		}
	}
	return max(n, s.Count)
}

// broken tells the kind of an assumption by its text, and the name that it is about.
func broken(what string) (stats.Reason, string) {
	last := what[strings.LastIndexByte(what, ' ')+1:]
	name, global := strings.CutPrefix(what, "the global ")
	switch {
	case global:
		name, _, _ = strings.Cut(name, " ")
		return stats.GlobalChanged, name
	case strings.HasPrefix(what, "the builtin "):
		return stats.BuiltinChanged, last
	case strings.HasPrefix(what, "the function "):
		return stats.FunctionChanged, last[strings.LastIndexByte(last, '.')+1:]
	case strings.HasPrefix(what, "the class of "):
		return stats.ClassAssigned, last
	}
	return stats.TypeChanged, last
}

// relies is the instruction that takes something for constant, in the function or in one that is inlined there.
func (c *collector) relies(what, name string, offset int) dump.Place {
	for _, a := range c.d.Assumed {
		if a.What != what {
			continue
		}
		for _, p := range a.Places {
			outer := &p
			for outer.Call != nil {
				outer = outer.Call
			}
			if outer.Function == c.number && p.Function >= 0 {
				return p
			}
		}
	}
	return dump.Place{Function: c.number, Offset: c.mentions(name, offset)}
}

// mentions is the first instruction that names something, or else the one at an offset.
func (c *collector) mentions(name string, offset int) int {
	for _, in := range c.f.Bytecode {
		if named(in.Text, name) {
			return in.Offset
		}
	}
	return offset
}

// named reports whether the text of an argument, as disassemblers show it, has a name.
func named(text, name string) bool {
	first, _, _ := strings.Cut(text, " ")
	return name != "" && first == name
}

// distrusts reports whether something of that name is not taken for constant any more.
func (c *collector) distrusts(text string) bool {
	for _, a := range c.d.Assumed {
		if _, name := broken(a.What); a.GivenUp && named(text, name) {
			return true
		}
	}
	return false
}

// refused reports whether it is known where the reason arose that nothing was made of it.
func (c *collector) refused(reason string) bool {
	return slices.ContainsFunc(c.f.Sites, func(s dump.Site) bool { return s.What == dump.Refused && s.Reason == reason })
}

// wasCompiled reports whether code of it was made, even if none is left.
func (c *collector) wasCompiled() bool {
	return slices.ContainsFunc(c.f.Sites, func(s dump.Site) bool { return s.What == dump.Evicted || s.What == dump.Helper || s.What == dump.Guard })
}

// verdict is given when all is collected.
func (c *collector) verdict() string {
	switch c.f.Status {
	case "interpreted", "refused":
		if !c.wasCompiled() {
			return Never
		}
		return Partly
	case "dropped", "resting":
		return Partly
	}
	busy := c.busy()
	for _, s := range c.f.Sites {
		if s.What == dump.Exits && matters(s.Count, busy) || s.What == dump.Refused || s.What == dump.Evicted {
			return Partly
		}
	}
	return Compiled
}

// busy is how often the most frequent thing happened.
func (c *collector) busy() uint64 {
	most := uint64(c.f.Warm)
	for _, s := range c.f.Sites {
		most = max(most, s.Count)
	}
	for _, b := range c.d.Buffers {
		if b.Function == c.number {
			most = max(most, b.Entered)
		}
	}
	for _, x := range c.d.Executors {
		if x.Function == c.number {
			most = max(most, x.Entered)
		}
	}
	return most
}

// explains reports whether x says why y is there: at an instruction whose helper is called for a reason, that is enough.
func explains(x, y Finding) bool {
	return y.Code == stats.HelperCall.Code() && x.Code != y.Code && x.Function == y.Function && x.Offset == y.Offset && (x.grave || x.Count >= y.Count)
}

// all are the findings that matter: first why code was thrown away or not made, or what it gave up, then the others; the most frequent first.
func (c *collector) all() []Finding {
	busy := c.busy()
	sum := uint64(0)
	for _, x := range c.list {
		sum += x.Count
	}
	var out []Finding
	for _, x := range c.list {
		if slices.ContainsFunc(c.list, func(y Finding) bool { return explains(y, x) }) {
			continue
		}
		if x.grave || matters(x.Count, busy) {
			x.Share = math.Round(1000*float64(x.Count)/float64(max(sum, 1))) / 1000
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		if a.grave != b.grave {
			if a.grave {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Code, b.Code))
	})
	return out
}

// verdicts in words.
var verdicts = map[string]string{Compiled: "is compiled", Partly: "is compiled partly", Never: "was never compiled"}

// WriteText writes the report for people; of files only the names are shown.
func (r *Report) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s (%s:%d) %s", r.Function, filepath.Base(r.File), r.Line, verdicts[r.Verdict])
	if r.Engine == "tier2" {
		fmt.Fprint(w, " by tier 2")
	}
	if r.Why != "" {
		fmt.Fprintf(w, ": %s", r.Why)
	}
	fmt.Fprintln(w, ".")
	if r.TimeShare != nil {
		fmt.Fprintf(w, "The program spent %.0f %% of its processor time in it.\n", 100**r.TimeShare)
	}
	if len(r.Findings) == 0 {
		fmt.Fprintln(w, "There is nothing to change.")
	}
	for i := range r.Findings {
		fmt.Fprintln(w)
		r.Findings[i].writeText(w, filepath.Base(r.File))
	}
}

func (x *Finding) writeText(w io.Writer, file string) {
	fmt.Fprintf(w, "%s %s", x.Code, x.Reason)
	switch x.Count {
	case 0:
	case 1:
		fmt.Fprint(w, ", once")
	default:
		fmt.Fprintf(w, ", %d times", x.Count)
	}
	if x.TimeShare != nil && *x.TimeShare >= 0.01 {
		fmt.Fprintf(w, "; %.0f %% of the program's time on this line", 100**x.TimeShare)
	}
	if x.File != "" {
		file = filepath.Base(x.File)
	}
	fmt.Fprintf(w, "\n  %s", file)
	if x.Line > 0 {
		fmt.Fprintf(w, ":%d", x.Line)
	}
	if x.Opcode != "" {
		fmt.Fprintf(w, ", %s", strings.TrimSpace(x.Opcode+" "+x.Argument))
	}
	if x.Function != "" {
		fmt.Fprintf(w, ", in %s", x.Function)
	}
	for _, call := range x.Calls {
		fmt.Fprintf(w, ", inlined in %s (%s:%d)", call.Function, filepath.Base(call.File), call.Line)
	}
	fmt.Fprintln(w)
	if x.Source != "" {
		text := strings.TrimLeft(x.Source, " \t\f")
		fmt.Fprintf(w, "    %s\n", text)
		if carets := x.carets(len(x.Source) - len(text)); carets != "" {
			fmt.Fprintf(w, "    %s\n", carets)
		}
	}
	fmt.Fprintf(w, "  meaning: %s", x.Meaning)
	if x.Detail != "" {
		fmt.Fprintf(w, " (%s)", x.Detail)
	}
	fmt.Fprintf(w, "\n  cost:    %s\n  change:  %s\n", x.Cost, x.Change)
}

// carets stand below the span on its first line, which is shown without its indentation.
func (x *Finding) carets(indent int) string {
	if len(x.Span) < 4 {
		return ""
	}
	from, to := x.Span[2], x.Span[3]
	if x.Span[1] > x.Span[0] || to > len(x.Source) {
		to = len(strings.TrimRight(x.Source, " \t"))
	}
	if from < indent || to <= from {
		return ""
	}
	width := func(s string) int { return len([]rune(s)) }
	return strings.Repeat(" ", width(x.Source[indent:from])) + strings.Repeat("^", width(x.Source[from:to]))
}
