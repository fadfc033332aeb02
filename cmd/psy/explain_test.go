// psy explain over a program whose functions each provoke a reason.

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/explain"
)

// dumped runs a program of testdata and reads its dump.
func dumped(t *testing.T, program string, args ...string) *dump.Dump {
	t.Helper()
	file := t.TempDir() + "/dump"
	r := psy(t, "", append(append([]string{"run", "-S", "-Xpsy.dump=" + file}, args...), "testdata/"+program)...)
	if r.status != 0 || r.errOut != "" {
		t.Fatalf("%v: status %d: %s", args, r.status, r.errOut)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := dump.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReasons(t *testing.T) {
	needsMachineCode(t)
	for _, c := range []struct {
		options []string
		of      map[string]string // verdict, and reasons that must be among those found
	}{
		{[]string{"-Xpsy.threshold=3000"}, map[string]string{
			"fine": "compiled", "once": "never not_hot", "never_called": "never not_called", "forbidden": "never forbidden",
			"overflow": "compiled overflow", "zero": "compiled division_by_zero null_result", "bounds": "compiled bounds", "raises": "compiled",
			"rebinds": "compiled", "counts": "compiled type_changed distrusted", "many_kinds": "compiled megamorphic",
			"dicts": "compiled helper_call", "changes": "compiled function_changed", "builtin": "compiled builtin_changed", "traced": "partly tracing", "never_native": "never tracing",
			"descends": "compiled assumption_broken global_changed", "main": "never not_hot",
		}},
		{[]string{"-Xpsy.maxversions=0", "-Xpsy.threshold=3000"}, map[string]string{"raises": "compiled versions"}},
		{[]string{"-Xpsy.codecap=24K", "-Xpsy.threshold=3000"}, map[string]string{"dicts": "partly evicted", "many_kinds": "partly evicted resting"}},
		{[]string{"-Xpsy.engine=tier1"}, map[string]string{"fine": "never no_machine_code"}},
	} {
		d := dumped(t, "reasons.pyc", c.options...)
		for name, want := range c.of {
			reports := explain.Functions(d, name, 0)
			if len(reports) != 1 {
				t.Errorf("%v: %d functions named %s", c.options, len(reports), name)
				continue
			}
			r := reports[0]
			found := []string{r.Verdict}
			for _, x := range r.Findings {
				found = append(found, x.Reason)
				if !strings.HasPrefix(x.Code, "PSY-R") || x.Change == "" || x.Cost == "" || x.Source == "" && x.Line > 0 {
					t.Errorf("%v: %s: %+v", c.options, name, x)
				}
			}
			for _, reason := range strings.Fields(want) {
				if !slices.Contains(found, reason) {
					t.Errorf("%v: %s: %v, want %s", c.options, name, found, want)
				}
			}
			if name == "fine" && c.options[0] == "-Xpsy.threshold=3000" && len(r.Findings) > 0 {
				t.Errorf("%s: %v", name, found)
			}
		}
	}
}

// Tier 2 tells where its traces are left.
func TestReasonsOfTier2(t *testing.T) {
	d := dumped(t, "reasons.pyc", "-Xpsy.engine=tier2")
	found := map[string]bool{}
	for i := range d.Functions {
		for _, s := range d.Functions[i].Sites {
			found[s.Reason] = true
		}
	}
	if !found["no_superblock"] {
		t.Errorf("%v", found)
	}
}

func TestExplain(t *testing.T) {
	needsMachineCode(t)
	r := psy(t, "", "explain", "-Xpsy.threshold=3000", "testdata/reasons.pyc", "counts")
	if r.status != 1 || !strings.HasPrefix(r.errOut, "fine ") {
		t.Errorf("status %d, stderr %q", r.status, r.errOut)
	}
	for _, want := range []string{"counts (", ") is compiled.\n", "PSY-R039 distrusted, ", "LOAD_ATTR count\n    Base.count += 1\n    ^^^^^^^^^^\n", "  change:  keep what changes"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s", want, r.out)
		}
	}
	if r := psy(t, "", "explain", "-Xpsy.threshold=3000", "testdata/reasons.py", "fine"); r.status != 0 || !strings.Contains(r.out, "There is nothing to change.") {
		t.Errorf("%+v", r)
	}
	r = psy(t, "", "explain", "--json", "-Xpsy.threshold=0", "testdata/reasons.pyc", "dicts:111")
	var reports []explain.Report
	if err := json.Unmarshal([]byte(r.out), &reports); err != nil || r.status != 1 || len(reports) != 1 || reports[0].Verdict != explain.Compiled || len(reports[0].Findings) == 0 {
		t.Errorf("%v %+v", err, r)
	}
	for _, x := range reports[0].Findings {
		if x.Line != 111 || len(x.Span) != 4 || x.Count == 0 || x.Share <= 0 || x.Share > 1 {
			t.Errorf("%+v", x)
		}
	}
	for _, args := range [][]string{{"testdata/reasons.pyc"}, {"testdata/reasons.pyc", "nowhere"}, {"testdata/reasons.pyc", "fine:x"}, {"nowhere.pyc", "f"}, {"-Xpsy.nonsense", "testdata/reasons.pyc", "fine"}} {
		if r := psy(t, "", append([]string{"explain"}, args...)...); r.status != 2 || r.errOut == "" || r.out != "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
	again := psy(t, "", "explain", "-Xpsy.threshold=3000", "testdata/reasons.pyc", "zero")
	if once := psy(t, "", "explain", "-Xpsy.threshold=3000", "testdata/reasons.pyc", "zero"); fmt.Sprint(strings.Count(once.out, "PSY-R")) != fmt.Sprint(strings.Count(again.out, "PSY-R")) {
		t.Errorf("%s\nand\n%s", once.out, again.out)
	}
}
