// Profiles of a program whose hot functions are known.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
)

// profiled runs testdata/hot.pyc and gives its profile, and nanoseconds by function: its own, and with what it calls.
func profiled(t *testing.T, engine string, n int) (p *profile.Profile, own, all map[string]int64, total int64) {
	t.Helper()
	file := t.TempDir() + "/prof"
	r := psy(t, "", "run", "-Xpsy.engine="+engine, "-Xpsy.profile="+file, "testdata/hot.pyc", fmt.Sprint(n))
	if r.status != 0 || r.errOut != "" {
		t.Fatalf("status %d: %s", r.status, r.errOut)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p, err = profile.Parse(f); err != nil {
		t.Fatal(err)
	}
	own, all = map[string]int64{}, map[string]int64{}
	for _, s := range p.Sample {
		ns := s.Value[1]
		total += ns
		own[s.Location[0].Line[0].Function.Name] += ns
		seen := map[string]bool{}
		for _, l := range s.Location {
			if name := l.Line[0].Function.Name; !seen[name] {
				seen[name] = true
				all[name] += ns
			}
		}
	}
	return p, own, all, total
}

func TestProfile(t *testing.T) {
	if testing.Short() {
		t.Skip("needs some seconds")
	}
	for _, c := range []struct {
		engine string
		n      int
	}{{"auto", 3000}, {"tier2", 500}, {"tier1", 300}} {
		p, own, all, total := profiled(t, c.engine, c.n)
		if total < 1e8 || len(p.Sample) == 0 {
			t.Errorf("%s: %d ns in %d samples", c.engine, total, len(p.Sample))
			continue
		}
		// hot and helper have all the time. The compiler inlines small: its time is its own nevertheless.
		if all["main"] < total*9/10 || all["hot"] < total/10 || own["helper"] < total/100 || all["cold"] > total/20 || all["hot"]+all["helper"] < total*8/10 {
			t.Errorf("%s: of %d: own %v, with what they call %v", c.engine, total, own, all)
		}
		if c.engine == "auto" && codebuf.Supported() == nil {
			if own["small"] < total/20 {
				t.Errorf("the inlined function has %d of %d: %v", own["small"], total, own)
			}
			lines := map[int64]bool{}
			for _, l := range p.Location {
				if l.Line[0].Function.Name == "helper" {
					lines[l.Line[0].Line] = true
				}
			}
			if !lines[23] {
				t.Errorf("the line that calls join is not among %v", lines)
			}
		}
	}
}

// What go tool pprof says is by Python functions.
func TestProfileTop(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second")
	}
	file := t.TempDir() + "/prof"
	if r := psy(t, "", "run", "-Xpsy.profile="+file, "testdata/hot.pyc", "1000"); r.status != 0 || r.errOut != "" {
		t.Fatalf("status %d: %s", r.status, r.errOut)
	}
	out, err := exec.Command("go", "tool", "pprof", "-top", file).CombinedOutput()
	if err != nil {
		t.Skipf("%v: %s", err, out)
	}
	for _, want := range []string{"Type: cpu", " main\n", " hot\n", " <module>\n"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if r := psy(t, "", "run", "-Xpsy.profile=/nowhere/x", "testdata/hot.pyc", "1"); r.status != 2 || !strings.Contains(r.errOut, "psy.profile") {
		t.Errorf("%+v", r)
	}
}

func TestPerfMap(t *testing.T) {
	needsMachineCode(t)
	cmd := psyCommand("run", "-Xpsy.perfmap", "-Xpsy.threshold=100", "testdata/hot.pyc", "10")
	r := finish(t, cmd, "")
	name := strings.Replace(stats.PerfMapName(), fmt.Sprint(os.Getpid()), fmt.Sprint(cmd.Process.Pid), 1)
	defer os.Remove(name)
	data := read(t, name)
	if r.status != 0 || r.errOut != "" {
		t.Errorf("%+v", r)
	}
	of := map[string]int{}
	for _, line := range strings.Split(strings.TrimSuffix(data, "\n"), "\n") {
		var addr, size uint64
		var symbol string
		if n, err := fmt.Sscanf(line, "%x %x %s", &addr, &size, &symbol); n != 3 || err != nil || addr == 0 || size == 0 {
			t.Fatalf("%q: %v", line, err)
		}
		of[symbol]++
	}
	for _, want := range []string{"py::hot:", "py::helper:"} {
		found := false
		for symbol := range of {
			found = found || strings.HasPrefix(symbol, want) && strings.HasSuffix(symbol, "hot.py")
		}
		if !found {
			t.Errorf("no %s in %v", want, of)
		}
	}
}
