package explain

import (
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/dump"
)

// made is a dump with one function of two lines.
func made(f dump.Function, more func(d *dump.Dump)) *dump.Dump {
	f.Name, f.File, f.Line = "f", "x.py", 1
	f.Bytecode = []dump.Instruction{
		{Offset: 0, Opcode: "RESUME", Line: 1},
		{Offset: 2, Opcode: "LOAD_GLOBAL", Text: "limit + NULL", Line: 2, Span: []int{2, 2, 11, 16}},
		{Offset: 12, Opcode: "BINARY_OP", Text: "+", Line: 2, Span: []int{2, 2, 11, 20}},
		{Offset: 16, Opcode: "PUSH_EXC_INFO"},
	}
	d := &dump.Dump{Engine: "psyco", Functions: []dump.Function{{Name: "other"}, f}, Sources: []dump.Source{{File: "x.py", Lines: []string{"def f():", "    return limit + 1", ""}}}}
	if more != nil {
		more(d)
	}
	return d
}

func TestFunctions(t *testing.T) {
	site := func(offset int, what, reason string, n uint64) dump.Site {
		return dump.Site{Offset: offset, What: what, Reason: reason, Count: n}
	}
	for name, c := range map[string]struct {
		f       dump.Function
		more    func(d *dump.Dump)
		verdict string
		want    string // codes and counts
	}{
		"fine":    {dump.Function{Status: "compiled", Warm: 100, Sites: []dump.Site{site(12, dump.Guard, "overflow", 2)}}, nil, Compiled, ""},
		"not hot": {dump.Function{Status: "interpreted", Reason: "not_hot", Warm: 7}, nil, Never, "PSY-R023 7"},
		"refused": {dump.Function{Status: "refused", Reason: "too_big"}, nil, Never, "PSY-R026 0"},
		"helpers": {dump.Function{Status: "compiled", Sites: []dump.Site{site(12, dump.Helper, "BINARY_OP", 1000), site(2, dump.Taken, "overflow", 9), site(16, dump.Helper, "PUSH_EXC_INFO", 1000)}},
			nil, Compiled, "PSY-R031 1000"},
		"taken": {dump.Function{Status: "compiled", Sites: []dump.Site{site(12, dump.Helper, "BINARY_OP", 1000), site(12, dump.Taken, "overflow", 500), site(2, dump.Helper, "", 700), site(2, dump.Taken, "null_result", 700)}},
			nil, Compiled, "PSY-R031 1000, PSY-R009 700, PSY-R001 500"},
		"exits":   {dump.Function{Status: "compiled", Warm: 50, Sites: []dump.Site{site(12, dump.Exits, "breaker", 500)}}, nil, Partly, "PSY-R013 500"},
		"evicted": {dump.Function{Status: "interpreted", Reason: "not_hot", Sites: []dump.Site{site(0, dump.Evicted, "evicted", 2), site(2, dump.Evicted, "evicted", 1)}}, nil, Partly, "PSY-R015 3"},
		"resting": {dump.Function{Status: "resting", Reason: "resting", Sites: []dump.Site{site(0, dump.Rests, "evicted", 2)}}, nil, Partly, "PSY-R030 2"},
		"global": {dump.Function{Status: "compiled", Warm: 3000}, func(d *dump.Dump) {
			d.Events = []dump.Event{{What: dump.Invalidated, Function: 1, Offset: 12, Value: "the global limit of m"}, {What: dump.Invalidated, Function: 0, Value: "the builtin len"}}
		}, Compiled, "PSY-R034 1"},
		"global of an inlined function": {dump.Function{Status: "compiled", Warm: 3000}, func(d *dump.Dump) {
			d.Functions[0] = dump.Function{Name: "other", File: "y.py", Line: 7, Bytecode: []dump.Instruction{{Offset: 4, Opcode: "LOAD_GLOBAL", Text: "RATE", Line: 8, Span: []int{8, 8, 4, 8}}}}
			d.Sources = append(d.Sources, dump.Source{File: "y.py", Lines: []string{"", "", "", "", "", "", "", "    RATE"}})
			d.Assumed = []dump.Assumption{{What: "the global RATE of m", Places: []dump.Place{{Function: 0, Offset: 4}, {Function: 0, Offset: 4, Call: &dump.Place{Function: 1, Offset: 12}}}}}
			d.Events = []dump.Event{{What: dump.Invalidated, Function: 1, Offset: 2, Value: "the global RATE of m"}}
		}, Compiled, "PSY-R034 1, in other, inlined in f (x.py:2)\n    RATE\n    ^^^^\n"},
		"distrusted": {dump.Function{Status: "compiled", Sites: []dump.Site{site(2, dump.Helper, "LOAD_GLOBAL", 10)}}, func(d *dump.Dump) {
			d.Assumed = []dump.Assumption{{What: "the global limit of m", GivenUp: true}}
		}, Compiled, "PSY-R039 10"},
		"megamorphic": {dump.Function{Status: "compiled", Sites: []dump.Site{site(12, dump.Megamorphic, "class", 1)}}, func(d *dump.Dump) {
			d.Promotes = []dump.Promotion{{Function: 1, Offset: 12, Any: "normal7"}}
			d.Buffers = []dump.Buffer{{Name: "normal7", Function: 1, Entered: 900}}
		}, Compiled, "PSY-R018 900"},
		"versions": {dump.Function{Status: "compiled", Sites: []dump.Site{site(12, dump.Crowded, "", 1)}}, func(d *dump.Dump) {
			d.Buffers = []dump.Buffer{{Name: "normal7", Function: 1, Offset: 12, General: true, Entered: 80}}
		}, Compiled, "PSY-R032 80"},
		"tier 2": {dump.Function{Status: "traced", Sites: []dump.Site{site(12, dump.Exits, "side_exit", 90)}}, nil, Partly, "PSY-R040 90"},
	} {
		r := Functions(made(c.f, c.more), "f", 0)
		if len(r) != 1 {
			t.Fatalf("%s: %d reports", name, len(r))
		}
		var got []string
		for _, x := range r[0].Findings {
			text := x.Code + " " + strconv.FormatUint(x.Count, 10)
			if x.Calls != nil {
				var b strings.Builder
				x.writeText(&b, "x.py")
				_, where, _ := strings.Cut(b.String(), "LOAD_GLOBAL RATE")
				where, _, _ = strings.Cut(where, "  meaning")
				text += where
			}
			got = append(got, text)
		}
		if text := strings.Join(got, ", "); r[0].Verdict != c.verdict || text != c.want {
			t.Errorf("%s: %s, %s", name, r[0].Verdict, text)
		}
	}
	if r := Functions(made(dump.Function{}, nil), "g", 0); len(r) != 0 {
		t.Error(r)
	}
}

// Functions of the program hide those of the same name elsewhere, as site.main.
func TestOwn(t *testing.T) {
	d := &dump.Dump{Program: "p.py", Functions: []dump.Function{{Name: "main", File: "site.py"}, {Name: "main", File: "p.py"}, {Name: "f", File: "site.py"}}}
	for name, want := range map[string]string{"main": "p.py", "f": "site.py"} {
		if r := Functions(d, name, 0); len(r) != 1 || r[0].File != want {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestText(t *testing.T) {
	d := made(dump.Function{Status: "compiled", Sites: []dump.Site{{Offset: 2, What: dump.Helper, Count: 1000}, {Offset: 12, What: dump.Helper, Count: 999}}}, nil)
	const ms = 1_000_000
	d.Times = &dump.Times{Total: 200 * ms, Functions: []dump.FunctionTime{{Function: 1, Own: 100 * ms, Whole: 100 * ms, Lines: []dump.LineTime{{Line: 2, Own: 80 * ms}}}}}
	for line, want := range map[int]bool{0: true, 2: true, 7: false} {
		r := Functions(d, "f", line)[0]
		var b strings.Builder
		r.WriteText(&b)
		text := b.String()
		for _, part := range []string{"PSY-R031 helper_call, 1000 times; 40 % of the program's time on this line\n  x.py:2, LOAD_GLOBAL limit + NULL\n    return limit + 1\n           ^^^^^\n", "           ^^^^^^^^^\n  meaning: "} {
			if strings.Contains(text, part) != want {
				t.Errorf("line %d: %q in\n%s", line, part, text)
			}
		}
		if !strings.HasPrefix(text, "f (x.py:1) is compiled.\nThe program spent 50 % of its processor time in it.\n") || want == strings.Contains(text, "There is nothing to change.") {
			t.Errorf("line %d:\n%s", line, text)
		}
	}
}
