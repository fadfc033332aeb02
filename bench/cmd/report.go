// The tables.

package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

type report struct {
	Machine string   `json:"machine"`
	Rounds  int      `json:"rounds"`
	Engines []engine `json:"engines"`
	Rows    []row    `json:"rows"`
	// Speed has geometric means of speeds relative to the reference: by engine, then by group; "all" are the whole programs.
	Speed map[string]map[string]float64 `json:"geometric_mean_speed_vs_cpython"`
	rows  []*row
}

// reference is the engine that the others are compared with: the first CPython, else PyPy, else psy.
func (rep *report) reference() string {
	for _, kind := range []string{"CPython", "PyPy", "psy"} {
		for _, e := range rep.Engines {
			if strings.HasPrefix(e.Name, kind) {
				return e.Name
			}
		}
	}
	return rep.Engines[0].Name
}

func (rep *report) finish() {
	rep.Speed = map[string]map[string]float64{}
	for _, r := range rep.rows {
		r.agree(rep.reference())
		for _, res := range r.Results {
			if res.Error == "" {
				res.Median = median(res.Seconds) + median(res.Ns)
			}
		}
		rep.Rows = append(rep.Rows, *r)
	}
	for _, e := range rep.Engines {
		rep.Speed[e.Name] = map[string]float64{}
		for _, g := range rep.groups() {
			rep.Speed[e.Name][g] = rep.mean(e.Name, rep.reference(), g)
		}
		four := fourNames()
		rep.Speed[e.Name]["all"] = rep.mean(e.Name, rep.reference(), whole()...)
		rep.Speed[e.Name][fourGroups] = rep.mean(e.Name, rep.reference(), four...)
	}
}

const fourGroups = "numeric, call, method, list"

func fourNames() (names []string) {
	for _, g := range groups {
		names = append(names, g.name)
	}
	return names
}

// whole are the groups of whole programs.
func whole() []string { return append(fourNames(), other) }

// groups are those that have rows, in order.
func (rep *report) groups() []string {
	var names []string
	for _, r := range rep.rows {
		if !slices.Contains(names, r.Group) && r.Group != startUp {
			names = append(names, r.Group)
		}
	}
	return names
}

// mean is the geometric mean of an engine's speed relative to another's over groups; 0 if there is nothing to compare.
func (rep *report) mean(name, ref string, in ...string) float64 {
	sum, n := 0.0, 0
	for _, r := range rep.rows {
		if s := r.speed(name, ref); s > 0 && slices.Contains(in, r.Group) {
			sum += math.Log(s)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Exp(sum / float64(n))
}

// speed is how many times as fast as another an engine ran a benchmark; 0 if one of them did not.
func (r *row) speed(name, ref string) float64 {
	a, b := r.Results[ref], r.Results[name]
	if a == nil || b == nil || a.Error != "" || b.Error != "" || b.Median == 0 {
		return 0
	}
	return a.Median / b.Median
}

func (rep *report) failed() bool {
	for _, r := range rep.rows {
		for _, res := range r.Results {
			if res.Error != "" {
				return true
			}
		}
	}
	return false
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	if len(v) == 0 {
		return 0
	}
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// markdown makes the tables of docs/performance.md.
func (rep *report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s; medians of %d interleaved rounds.\n", rep.Machine, rep.Rounds)
	var loops, programs bool
	for _, r := range rep.rows {
		loops = loops || r.Group == steady
		programs = programs || r.Group != steady
	}
	if loops {
		b.WriteString("\nSteady state: nanoseconds for an iteration of a hot loop, the best of 12 rounds in one process; C is gcc -O2.\n\n")
		rep.loops(&b)
	}
	if programs {
		fmt.Fprintf(&b, "\nWhole processes, start included: seconds, and the speed relative to %s.\n\n", rep.reference())
		rep.processes(&b)
	}
	b.WriteByte('\n')
	ref := rep.reference()
	rep.summary(&b, tier2Name, tier1Name, "whole programs", whole()...)
	rep.summary(&b, tier2Name, tier1Name, "loops", steady)
	rep.summary(&b, tier2Name, ref, "loops", steady)
	rep.summary(&b, psyName, ref, "whole programs", whole()...)
	rep.summary(&b, psyName, ref, "loops", steady)
	return b.String()
}

func line(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func head(b *strings.Builder, cells []string) {
	line(b, cells)
	b.WriteString("|---|" + strings.Repeat("---:|", len(cells)-1) + "\n")
}

// loops is the table of steady states.
func (rep *report) loops(b *strings.Builder) {
	title := []string{"loop"}
	for _, e := range rep.Engines {
		title = append(title, e.Name+", ns")
	}
	ref := rep.reference()
	head(b, append(title, "psy / C", ref+" / psy", "tier 2 / tier 1", ref+" / tier 2"))
	for _, r := range rep.rows {
		if r.Group != steady {
			continue
		}
		cells := []string{r.Name}
		for _, e := range rep.Engines {
			cells = append(cells, r.cell(e.Name, "%.2f"))
		}
		line(b, append(cells, ratio(r.speed("C", psyName)), ratio(r.speed(psyName, ref)), ratio(r.speed(tier2Name, tier1Name)), ratio(r.speed(tier2Name, ref))))
	}
	cells := []string{"**geometric mean**"}
	for range rep.Engines {
		cells = append(cells, "")
	}
	line(b, append(cells, bold(rep.mean("C", psyName, steady)), bold(rep.mean(psyName, ref, steady)), bold(rep.mean(tier2Name, tier1Name, steady)), bold(rep.mean(tier2Name, ref, steady))))
	cells = append([]string{"lowest"}, make([]string, len(rep.Engines)+1)...)
	line(b, append(cells, rep.lowest(psyName, ref, steady), rep.lowest(tier2Name, tier1Name, steady), rep.lowest(tier2Name, ref, steady)))
}

// processes is the table of whole programs.
func (rep *report) processes(b *strings.Builder) {
	ref := rep.reference()
	title := []string{"program"}
	for _, e := range rep.Engines {
		title = append(title, e.Name+", s")
		if e.Name != ref {
			title = append(title, "speed")
		}
	}
	for _, e := range rep.Engines {
		if e.showsMemory() {
			title = append(title, e.Name+", MB")
		}
	}
	head(b, append(title, "tier 2 / tier 1", "psy / tier 1", "compiling"))
	group := startUp
	for i, r := range rep.rows {
		if r.Group == steady {
			break
		}
		if r.Group != group {
			group = r.Group
			line(b, append([]string{"*" + group + "*"}, make([]string, len(title)+2)...))
		}
		cells := []string{r.Name}
		for _, e := range rep.Engines {
			cells = append(cells, r.cell(e.Name, "%.3f"))
			if e.Name != ref {
				cells = append(cells, ratio(r.speed(e.Name, ref)))
			}
		}
		for _, e := range rep.Engines {
			if res := r.Results[e.Name]; e.showsMemory() {
				mb := ""
				if res != nil {
					mb = fmt.Sprintf("%.0f", res.PeakMB)
				}
				cells = append(cells, mb)
			}
		}
		compiling := ""
		if res := r.Results[psyName]; res != nil && res.StatSeconds > 0 {
			compiling = fmt.Sprintf("%.1f %%", res.CompileMs/res.StatSeconds/10)
		}
		line(b, append(cells, ratio(r.speed(tier2Name, tier1Name)), ratio(r.speed(psyName, tier1Name)), compiling))
		if group != startUp && (i+1 == len(rep.rows) || rep.rows[i+1].Group != group) {
			rep.meanLine(b, "**mean of "+group+"**", group)
		}
	}
	four := fourNames()
	rep.meanLine(b, "**mean of "+fourGroups+"**", four...)
	rep.meanLine(b, "**mean of all**", whole()...)
	cells := []string{"lowest"}
	for _, e := range rep.Engines {
		cells = append(cells, "")
		switch e.Name {
		case ref:
		case "C":
			cells = append(cells, "")
		default:
			cells = append(cells, rep.lowest(e.Name, ref, whole()...))
		}
	}
	for range len(title) - len(cells) {
		cells = append(cells, "")
	}
	line(b, append(cells, rep.lowest(tier2Name, tier1Name, whole()...), rep.lowest(psyName, tier1Name, whole()...), ""))
}

// meanLine has the geometric means of speeds over groups.
func (rep *report) meanLine(b *strings.Builder, title string, in ...string) {
	ref := rep.reference()
	cells := []string{title}
	for _, e := range rep.Engines {
		cells = append(cells, "")
		switch e.Name {
		case ref:
		case "C": // not written for all
			cells = append(cells, "")
		default:
			cells = append(cells, bold(rep.mean(e.Name, ref, in...)))
		}
	}
	for _, e := range rep.Engines {
		if e.showsMemory() {
			cells = append(cells, "")
		}
	}
	line(b, append(cells, bold(rep.mean(tier2Name, tier1Name, in...)), bold(rep.mean(psyName, tier1Name, in...)), ""))
}

// showsMemory: C's benchmarks are not all there, and what psy's own tiers need is alike.
func (e engine) showsMemory() bool {
	return e.Name != "C" && e.Name != tier1Name && e.Name != tier2Name
}

// summary says how fast an engine is relative to another over groups.
func (rep *report) summary(b *strings.Builder, name, ref, what string, in ...string) {
	if mean := rep.mean(name, ref, in...); mean > 0 && name != ref {
		fmt.Fprintf(b, "- %s / %s on %s: geometric mean %.2f, lowest %s\n", name, ref, what, mean, rep.lowest(name, ref, in...))
	}
}

// lowest is the least speed of an engine relative to another's over groups, with the benchmark's name.
func (rep *report) lowest(name, ref string, in ...string) string {
	low, where := math.Inf(1), ""
	for _, r := range rep.rows {
		if s := r.speed(name, ref); s > 0 && s < low && slices.Contains(in, r.Group) {
			low, where = s, fmt.Sprintf("%.2f (%s)", s, r.Name)
		}
	}
	return where
}

func (r *row) cell(name, format string) string {
	res := r.Results[name]
	switch {
	case res == nil:
		return ""
	case res.Error != "":
		return "failed"
	}
	return fmt.Sprintf(format, res.Median)
}

func ratio(s float64) string {
	if s == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", s)
}

func bold(s float64) string {
	if s == 0 {
		return ""
	}
	return fmt.Sprintf("**%.2f**", s)
}

// machine describes the computer and the compilers in a few words.
func machine() string {
	name := runtime.GOOS + "/" + runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name += ", " + strings.TrimSpace(value)
				break
			}
		}
	}
	name += fmt.Sprintf(", %d CPUs, %s", runtime.NumCPU(), runtime.Version())
	if out, err := exec.Command("gcc", "-dumpfullversion").Output(); err == nil {
		name += ", gcc " + strings.TrimSpace(string(out))
	}
	return name
}
