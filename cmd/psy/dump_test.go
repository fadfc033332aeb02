// Dumps of real runs: everything that they are to tell is there, and two runs tell the same.

package main

import (
	"bytes"
	testflags "flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/inspect"
)

// dumpOf runs testdata/dumped.pyc and reads its dump.
func dumpOf(t *testing.T, options ...string) (*dump.Dump, []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dump")
	r := psy(t, "", append(append([]string{"run", "-S", "-Xpsy.dump=" + file}, options...), "testdata/dumped.pyc")...)
	if r.status != 0 || !strings.HasPrefix(r.out, "59700 225.0\n") {
		t.Fatalf("status %d\n%s%s", r.status, r.out, r.errOut)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := dump.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return d, data
}

var heapSize = regexp.MustCompile(`\n"heap":\d+,`)

// steady gives a dump without what is measured: times, and the size of the heap, since a word that
// is left on Go's stack can keep an object alive in one run that dies in the next.
func steady(data []byte) []byte {
	before, _, _ := bytes.Cut(data, []byte("\n\"times\":"))
	return heapSize.ReplaceAll(before, nil)
}

// firstDifference gives the first lines that differ.
func firstDifference(one, other []byte) string {
	a, b := bytes.Split(one, []byte("\n")), bytes.Split(other, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			return fmt.Sprintf("line %d: %.300s\nand: %.300s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}

// told counts what a dump tells, by kinds.
func told(d *dump.Dump) map[string]int {
	n := map[string]int{}
	count := func(what string, found bool) {
		if found {
			n[what]++
		}
	}
	var info func(i *dump.Info)
	info = func(i *dump.Info) {
		if i == nil {
			return
		}
		count("stage "+i.Stage, true)
		count("shared", i.Same != "")
		if i.By != nil {
			count("by "+i.By.By, true)
		}
		if i.Typed != nil {
			count("by "+i.Typed.By, true)
		}
		for _, x := range i.Items {
			info(x)
		}
	}
	slots := func(list []dump.Slot) {
		for _, s := range list {
			info(s.Info)
		}
	}
	for _, f := range d.Functions {
		count(f.Status, true)
		for _, s := range f.Sites {
			count("site "+s.What, true)
		}
		for _, in := range f.Bytecode {
			count("line", in.Line > 0)
		}
	}
	for _, b := range d.Buffers {
		count("buffer "+b.Kind, true)
		count("dead "+b.Dead, b.Dead != "")
		count("broken", b.Broken != "")
		count("entered", b.Entered > 0)
		count("general", b.General)
		count("assumes", b.Assumes != nil)
		count("code", b.Code != "")
		slots(b.Snapshot)
		for _, p := range b.Parts {
			count("part "+p.Purpose, true)
			count("inlined part", p.Inlined != "")
			slots(p.Changed)
			for _, l := range p.Lines {
				count("part "+l.Purpose, l.Purpose != "")
			}
		}
		for _, j := range b.Jumps {
			count("jump "+j.What, true)
		}
		for _, p := range b.Patches {
			count("patch "+p.What, true)
		}
		for _, s := range b.Symbols {
			count("symbol "+s.Name, true)
		}
	}
	for _, p := range d.Promotes {
		count("promotion "+p.What, true)
		count("given up", p.GivenUp)
		for _, v := range p.Values {
			count("value "+v.Value, true)
		}
	}
	for _, a := range d.Assumed {
		count("assumed "+a.What, true)
		count("victims", a.Victims != nil)
		count("no longer assumed", a.GivenUp)
	}
	for _, e := range d.Events {
		count("event "+e.What, true)
	}
	for _, x := range d.Executors {
		count("executor", x.Entered > 0 && len(x.Projected) > 0 && len(x.Optimized) > 0 && len(x.Executed) > 0)
	}
	for _, s := range d.Sources {
		count("source", len(s.Lines) > 80)
	}
	return n
}

func expect(t *testing.T, d *dump.Dump, kinds ...string) {
	t.Helper()
	n := told(d)
	for _, k := range kinds {
		if n[k] == 0 {
			t.Errorf("nothing of %q", k)
		}
	}
	if t.Failed() {
		t.Log(n)
	}
}

// TestDump looks for every kind of content.
func TestDump(t *testing.T) {
	needsMachineCode(t)
	d, first := dumpOf(t, "-Xpsy.engine=psyco", "-Xpsy.threshold=10")
	expect(t, d, "source", "line", "compiled", "inlined", "interpreted",
		"buffer normal", "buffer respawned", "buffer pause", "entered", "assumes", "code", "general",
		"stage compile-time", "stage run-time", "stage virtual", "shared",
		"by argument", "by frame", "by constant", "by assumption", "by promotion", "by guard", "by folding", "by result", "by building", "by merge",
		"part fast path", "part guard", "part cold code", "part stub", "part data", "part helper call", "part unify", "part prologue", "inlined part",
		"jump pause", "jump call", "jump respawn", "jump switch", "jump promote", "patch link", "patch unlink", "patch flag",
		"promotion class", "promotion switch", "value int", "value float", "given up",
		"assumed the global RATE of __main__", "victims", "broken", "no longer assumed",
		"event normal", "event respawned", "event promotion", "event megamorphic", "event resumed", "event respawn", "event invalidated", "dead invalidated",
		"site guard", "site respawn", "site pause", "site resumed", "site promotion", "site megamorphic", "site helper", "site inlined")
	m := d.Memory
	if m.Code == 0 || m.Metadata == 0 || m.Peak < m.Code+m.Metadata || m.Heap == 0 || len(m.Owners) < 3 {
		t.Errorf("%+v", m)
	}
	if _, again := dumpOf(t, "-Xpsy.engine=psyco", "-Xpsy.threshold=10"); !bytes.Equal(steady(first), steady(again)) {
		t.Error("two runs are told of differently")
	}
}

// TestDumpTight is a run whose code does not fit.
func TestDumpTight(t *testing.T) {
	needsMachineCode(t)
	options := []string{"-Xpsy.engine=psyco", "-Xpsy.threshold=0", "-Xpsy.codecap=22K"}
	d, first := dumpOf(t, options...)
	expect(t, d, "event evicted", "dead evicted", "site evicted", "part exit", "site exit", "event rests")
	seen := [][]byte{steady(first)}
	for range 4 { // a word that a poll left on the native stack holds a buffer in some runs, and another is evicted then
		_, again := dumpOf(t, options...)
		if again = steady(again); slices.ContainsFunc(seen, func(one []byte) bool { return bytes.Equal(one, again) }) {
			return
		}
		seen = append(seen, again)
	}
	t.Error("five runs are told of differently")
}

// TestDumpOthers is what the interpreters tell.
func TestDumpOthers(t *testing.T) {
	d, first := dumpOf(t, "-Xpsy.engine=tier2", "-Xpsy.threshold=10")
	expect(t, d, "traced", "executor", "event executor", "event dropped", "site executor", "line")
	if _, again := dumpOf(t, "-Xpsy.engine=tier2", "-Xpsy.threshold=10"); !bytes.Equal(steady(first), steady(again)) {
		t.Error("two runs of tier 2 are told of differently")
	}
	d, _ = dumpOf(t, "-Xpsy.engine=tier1")
	expect(t, d, "interpreted", "line")
	if d.Engine != "tier1" || len(d.Buffers) != 0 {
		t.Errorf("engine %s with %d buffers", d.Engine, len(d.Buffers))
	}
}

// TestDumpSampled: a profiler changes nothing of what a dump tells. The programs have code of all kinds.
func TestDumpSampled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PYTHONHASHSEED", "0")
	run := func(engine, program string) []byte {
		file := filepath.Join(dir, "dump")
		args := []string{"run", "-S", "-Xpsy.dump=" + file, "-Xpsy.profile=" + file + ".prof", "-Xpsy.engine=" + engine, "../../bench/programs/" + program + ".pyc"}
		if engine == "psyco" { // by itself, what it compiles depends on how long that takes
			args = slices.Insert(args, 1, "-Xpsy.threshold=3000")
		}
		r := psy(t, "", args...)
		if r.status != 0 {
			t.Fatal(r)
		}
		return []byte(read(t, file))
	}
	for _, c := range []struct{ engine, program string }{
		{"psyco", "json_encode"}, {"psyco", "constraints"}, {"tier2", "operators"}, {"tier2", "fib"},
	} {
		if c.engine != "psyco" || codebuf.Supported() == nil {
			if one, other := steady(run(c.engine, c.program)), steady(run(c.engine, c.program)); !bytes.Equal(one, other) {
				t.Errorf("%s: two runs of %s are told of differently: %s", c.engine, c.program, firstDifference(one, other))
			}
		}
	}
}

// TestDumpTimes: functions are ranked by the processor time that they take, though it is spent in one call of a built-in function.
func TestDumpTimes(t *testing.T) {
	dir := t.TempDir()
	program := `
def sorts(items):
    return sorted(items, key=lambda x: -x) and sum(sorted(items * 8))

def counts(n):
    t = 0
    for i in range(n):
        t += i & 3
    return t

def main():
    items = [i * 7919 % 10007 for i in range(10007)]
    for n in range(120):
        sorts(items)
        counts(1000)

main()
`
	if err := os.WriteFile(dir+"/times.py", []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []string{"auto", "tier2", "tier1"} {
		if r := psy(t, "", "run", "-S", "-Xpsy.dump="+dir+"/dump", "-Xpsy.engine="+engine, dir+"/times.py"); r.status != 0 {
			t.Fatal(r)
		}
		d, err := dump.Read(strings.NewReader(read(t, dir+"/dump")))
		if err != nil {
			t.Fatal(err)
		}
		if !d.Sampled() {
			t.Fatalf("%s: too little was sampled: %+v", engine, d.Times)
		}
		const sorts = "sorts"
		rows := inspect.Rows(d)
		if own := rows[0].Own; rows[0].Function != sorts || own < d.Times.Total/2 || rows[0].Whole < own {
			t.Errorf("%s: %+v of %d", engine, rows[:3], d.Times.Total)
		}
		for _, r := range rows {
			if r.Function == "main" && r.Whole < d.Times.Total*3/4 {
				t.Errorf("%s: main, with what it calls: %d of %d", engine, r.Whole, d.Times.Total)
			}
		}
		if lines := d.Own(sorts, dir+"/times.py", 3); lines != d.Own(sorts, dir+"/times.py", 0) || lines == 0 {
			t.Errorf("%s: line 3 has %d ns", engine, lines)
		}
	}
}

// TestInspect goes from a run to its dump, and from there to everything that psy inspect shows.
func TestInspect(t *testing.T) {
	needsMachineCode(t)
	dir := t.TempDir()
	good, bad, page := dir+"/good", dir+"/bad", dir+"/page.html"
	for file, threshold := range map[string]string{good: "10", bad: "1000000"} {
		if r := psy(t, "", "run", "-S", "-Xpsy.dump="+file, "-Xpsy.threshold="+threshold, "testdata/dumped.pyc"); r.status != 0 {
			t.Fatal(r)
		}
	}
	if err := os.WriteFile(dir+"/damaged", []byte(`{"psy_dump": 1,`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{good}, 0, "dumped.py, run by psyco: 16 functions"},
		{[]string{"--json", good}, 0, `"function":"total"`},
		{[]string{good, "total"}, 0, "FOR_ITER"},
		{[]string{"--json", good, "total@10"}, 0, `"snapshot":[`},
		{[]string{"--diff", good, good}, 0, ""},
		{[]string{"--diff", good, bad}, 1, "WORSE   total: was compiled, is interpreted"},
		{[]string{"--diff", bad, good}, 0, "better  total: was interpreted, is compiled"},
		{[]string{"--diff", "--json", good, bad}, 1, `{"lost":true,`},
		{[]string{"--html", page, good}, 0, ""},
		{[]string{good, "nobody"}, 2, `no function or buffer has the name "nobody"`},
		{[]string{dir + "/damaged"}, 2, "damaged: dump: it ends too early, after 15 bytes"},
		{[]string{dir + "/missing"}, 2, "no such file"},
		{[]string{"--diff", good}, 2, "usage: psy inspect"},
		{nil, 2, "usage: psy inspect"},
	} {
		r := psy(t, "", append([]string{"inspect"}, c.args...)...)
		if r.status != c.status || !strings.Contains(r.out+r.errOut, c.want) {
			t.Errorf("%v: status %d\n%.500s%.500s", c.args, r.status, r.out, r.errOut)
		}
	}
	if html := read(t, page); !strings.HasPrefix(html, "<!doctype html>") || strings.Contains(html, "https://") || !strings.Contains(html, "Promotes the classes") {
		t.Error("the page is not what it should be")
	}
}

var updateTour = testflags.Bool("update", false, "write the numbers that the tour's commands print today into docs/tour.md")

// TestTour runs the commands of docs/tour.md about dumps again. With -update, pieces that differ in
// nothing but numbers are written anew; all else is mended by hand.
func TestTour(t *testing.T) {
	needsMachineCode(t)
	t.Setenv("PYTHONHASHSEED", "0")
	dir := t.TempDir()
	for _, name := range []string{"shop.py", "better.py"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(read(t, "../../docs/tour/"+name)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ran, tour := 0, read(t, "../../docs/tour.md")
	for n, block := range strings.Split(tour, "```") {
		if n%2 == 0 {
			continue
		}
		for _, command := range strings.Split("\n"+strings.TrimSpace(block), "\n$ ")[1:] {
			line, want, _ := strings.Cut(command, "\n")
			args := strings.Fields(line)
			if args[1] != "inspect" && args[1] != "explain" && !strings.Contains(line, "psy.dump=") {
				continue
			}
			for i, a := range args {
				if strings.HasSuffix(a, ".dump") || strings.HasSuffix(a, ".py") {
					at := strings.LastIndexByte(a, '=') + 1
					args[i] = a[:at] + filepath.Join(dir, a[at:])
				}
			}
			if args[1] != "inspect" {
				args = slices.Insert(args, 2, "-S") // whatever site is installed
			}
			got := psy(t, "", args[1:]...).out
			rest := got
			for _, piece := range strings.Split("\n"+want+"\n", "\n...") {
				piece = strings.TrimSuffix(piece, "\n")
				_, after, found := strings.Cut("\n"+rest, piece)
				if now := sameButNumbers(piece).FindString("\n" + rest); !found && *updateTour && now != "" {
					tour = strings.Replace(tour, piece, now, 1)
					_, after, found = strings.Cut("\n"+rest, now)
				}
				if !found {
					t.Errorf("%s\nno %q in\n%s", line, piece, rest)
					break
				}
				rest = after
			}
			ran++
		}
	}
	if ran < 8 {
		t.Errorf("%d commands were run", ran)
	}
	if *updateTour {
		if err := os.WriteFile("../../docs/tour.md", []byte(tour), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// sameButNumbers matches the texts that differ from a text in nothing but numbers, decimal or
// hexadecimal, and in the spaces before them.
func sameButNumbers(text string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(text)
	quoted = regexp.MustCompile(` +`).ReplaceAllString(quoted, ` +`)
	quoted = regexp.MustCompile(`(0x)?\d[0-9a-f]*|\b[0-9a-f]{1,3}\b`).ReplaceAllString(quoted, `(?:0x)?[0-9a-f]+`)
	return regexp.MustCompile(quoted)
}
