// Command cmd times psy, every CPython 3.13 and PyPy of this machine on bench/programs and prints a table.
//
//	go run ./bench/cmd [--rounds 5] [--only fib,nbody] [--json] [--psy PATH] [--xflags "psy.gc=0"]
//
// The interpreters take turns in every round, so that a slow moment of the machine hits them all; the figures are medians.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/psyco-go/psy/tests/oracle"
)

// engine is one interpreter to measure.
type engine struct {
	Name    string `json:"name"`
	command []string
	source  bool // runs the .py: it cannot read CPython 3.13's .pyc
}

// result is one benchmark on one engine.
type result struct {
	Seconds []float64 `json:"seconds"`
	Median  float64   `json:"median"`
	PeakMB  float64   `json:"peak_mb"`
	Error   string    `json:"error,omitempty"`
	output  string
}

type row struct {
	Name    string             `json:"name"`
	Results map[string]*result `json:"results"`
}

type report struct {
	Machine string             `json:"machine"`
	Rounds  int                `json:"rounds"`
	Engines []engine           `json:"engines"`
	Rows    []row              `json:"rows"`
	Speed   map[string]float64 `json:"geometric_mean_speed_vs_cpython"`
	Lowest  map[string]string  `json:"lowest"`
}

func main() {
	rounds := flag.Int("rounds", 5, "rounds of all benchmarks")
	only := flag.String("only", "", "names of benchmarks, separated by commas")
	asJSON := flag.Bool("json", false, "print JSON")
	psy := flag.String("psy", "", "the psy command (default: built from this tree)")
	xflags := flag.String("xflags", "", "-X options for psy, separated by spaces")
	dir := flag.String("dir", "bench/programs", "folder of the programs")
	limit := flag.Duration("limit", 2*time.Minute, "time limit of one run")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "bench: unexpected", flag.Arg(0))
		os.Exit(2)
	}
	cleanup, rep, err := run(*rounds, *only, *psy, *xflags, *dir, *limit)
	cleanup()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	if *asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", " ")
		err = enc.Encode(rep)
	} else {
		_, err = io.WriteString(os.Stdout, rep.markdown())
	}
	if err != nil || rep.failed() {
		os.Exit(1)
	}
}

func run(rounds int, only, psy, xflags, dir string, limit time.Duration) (cleanup func(), rep *report, err error) {
	cleanup = func() {}
	names, err := choose(dir, only)
	if err != nil {
		return cleanup, nil, err
	}
	if psy == "" {
		if psy, cleanup, err = build(); err != nil {
			return cleanup, nil, err
		}
	}
	rep = &report{Machine: machine(), Rounds: rounds, Engines: engines(psy, xflags)}
	if len(rep.Engines) == 0 {
		return cleanup, nil, fmt.Errorf("no interpreter found: neither psy nor CPython 3.13 nor PyPy")
	}
	for _, name := range append([]string{"start-up"}, names...) {
		rep.Rows = append(rep.Rows, row{name, map[string]*result{}})
	}
	for round := range rounds {
		for _, r := range rep.Rows {
			for _, e := range rep.Engines {
				res := r.Results[e.Name]
				if res == nil {
					res = &result{}
					r.Results[e.Name] = res
				}
				if res.Error != "" {
					continue
				}
				if r.Name == "start-up" {
					for range 4 {
						measureStart(e, dir, res, limit)
					}
				} else {
					measure(e, dir, r.Name, res, limit)
				}
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d done\n", round+1, rounds)
	}
	rep.finish()
	return cleanup, rep, nil
}

// choose returns the names of the benchmarks asked for.
func choose(dir, only string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.pyc"))
	if err != nil {
		return nil, err
	}
	var all, names []string
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".pyc")
		if name != startProgram {
			all = append(all, name)
		}
	}
	if only == "" {
		return all, nil
	}
	for name := range strings.SplitSeq(only, ",") {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("no benchmark %q; there are %s", name, strings.Join(all, " "))
		}
		names = append(names, name)
	}
	return names, nil
}

// build makes psy from this tree; a tree without the command is measured without it.
func build() (string, func(), error) {
	none := func() {}
	if _, err := os.Stat("cmd/psy"); err != nil {
		fmt.Fprintln(os.Stderr, "bench: this tree has no cmd/psy; measuring the others")
		return "", none, nil
	}
	tmp, err := os.MkdirTemp("", "psybench-")
	if err != nil {
		return "", none, err
	}
	exe := filepath.Join(tmp, "psy.exe")
	out, err := exec.Command("go", "build", "-o", exe, "./cmd/psy").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build ./cmd/psy: %v\n%s", err, out)
	}
	return exe, func() { os.RemoveAll(tmp) }, err
}

func engines(psy, xflags string) []engine {
	var all []engine
	if psy != "" {
		cmd := []string{psy, "run"}
		for _, x := range strings.Fields(xflags) {
			cmd = append(cmd, "-X", x)
		}
		all = append(all, engine{Name: "psy", command: cmd})
	}
	for _, python := range oracle.FindAll() {
		all = append(all, engine{Name: version(python, "CPython", all), command: []string{python}})
	}
	if p, err := exec.LookPath("pypy3"); err == nil {
		all = append(all, engine{Name: version(p, "PyPy", all), command: []string{p}, source: true})
	}
	return all
}

// version names an interpreter: "CPython 3.13.0", a second one of the same version with a number.
func version(python, kind string, have []engine) string {
	ask := "import sys; v = getattr(sys, 'pypy_version_info', sys.version_info); print('.'.join(map(str, v[:3])))"
	out, err := exec.Command(python, "-c", ask).Output()
	name := kind
	if err == nil {
		name += " " + strings.TrimSpace(string(out))
	}
	for n, base := 2, name; slices.ContainsFunc(have, func(e engine) bool { return e.Name == name }); n++ {
		name = fmt.Sprintf("%s (%d)", base, n)
	}
	return name
}

func (e engine) args(name string) []string {
	if e.source {
		return append(slices.Clone(e.command), name+".py")
	}
	return append(slices.Clone(e.command), name+".pyc")
}

// measure runs one benchmark once.
func measure(e engine, dir, name string, res *result, limit time.Duration) {
	args := e.args(name)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = oracle.Env()
	var errs strings.Builder
	cmd.Stderr = &errs
	timer := time.AfterFunc(limit, func() {
		if cmd.Process != nil {
			cmd.Process.Kill()
		}
	})
	defer timer.Stop()
	start := time.Now()
	out, err := cmd.Output()
	spent := time.Since(start).Seconds()
	if err != nil {
		res.Error = fmt.Sprintf("%v: %s", err, oracle.Tail(strings.TrimSpace(errs.String()), 300))
		return
	}
	res.output = string(out)
	res.Seconds = append(res.Seconds, spent)
	res.PeakMB = max(res.PeakMB, peak(cmd.ProcessState))
}

// startProgram prints one line: the time until that line arrives is the time to the first user instruction.
const startProgram = "start"

func measureStart(e engine, dir string, res *result, limit time.Duration) {
	args := e.args(startProgram)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = oracle.Env()
	out, err := cmd.StdoutPipe()
	if err != nil {
		res.Error = err.Error()
		return
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		res.Error = err.Error()
		return
	}
	timer := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	defer timer.Stop()
	line, _ := bufio.NewReader(out).ReadString('\n')
	spent := time.Since(start).Seconds()
	if err := cmd.Wait(); err != nil {
		res.Error = err.Error()
		return
	}
	res.output = line
	res.Seconds = append(res.Seconds, spent)
	res.PeakMB = max(res.PeakMB, peak(cmd.ProcessState))
}

// reference is the engine that the others are compared with: the first CPython, else the first of all.
func (rep *report) reference() string {
	for _, e := range rep.Engines {
		if strings.HasPrefix(e.Name, "CPython") {
			return e.Name
		}
	}
	return rep.Engines[0].Name
}

func (rep *report) finish() {
	ref := rep.reference()
	rep.Speed, rep.Lowest = map[string]float64{}, map[string]string{}
	for _, r := range rep.Rows {
		for name, res := range r.Results {
			if res.Error == "" && r.Results[ref].Error == "" && res.output != r.Results[ref].output {
				res.Error = fmt.Sprintf("prints %q, %s prints %q", oracle.Tail(res.output, 80), ref, oracle.Tail(r.Results[ref].output, 80))
			}
			if res.Error != "" {
				fmt.Fprintf(os.Stderr, "bench: %s on %s: %s\n", r.Name, name, res.Error)
				continue
			}
			res.Median = median(res.Seconds)
		}
	}
	for _, e := range rep.Engines {
		sum, n, low := 0.0, 0, math.Inf(1)
		for _, r := range rep.Rows {
			s := rep.speed(r, e.Name)
			if r.Name == "start-up" || s == 0 {
				continue
			}
			sum += math.Log(s)
			n++
			if s < low {
				low = s
				rep.Lowest[e.Name] = fmt.Sprintf("%.2f (%s)", s, r.Name)
			}
		}
		if n > 0 {
			rep.Speed[e.Name] = math.Exp(sum / float64(n))
		}
	}
}

// speed is how many times as fast as the reference an engine ran a benchmark; 0 if either failed.
func (rep *report) speed(r row, name string) float64 {
	a, b := r.Results[rep.reference()], r.Results[name]
	if a.Error != "" || b.Error != "" || b.Median == 0 {
		return 0
	}
	return a.Median / b.Median
}

func (rep *report) failed() bool {
	for _, r := range rep.Rows {
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

// markdown is the table for the README.
func (rep *report) markdown() string {
	var b strings.Builder
	ref := rep.reference()
	fmt.Fprintf(&b, "%s; medians of %d rounds; speed is relative to %s.\n\n| benchmark |", rep.Machine, rep.Rounds, ref)
	rule := "\n|---|"
	for _, e := range rep.Engines {
		fmt.Fprintf(&b, " %s, s |", e.Name)
		rule += "---:|"
		if e.Name != ref {
			b.WriteString(" speed |")
			rule += "---:|"
		}
		b.WriteString(" MB |")
		rule += "---:|"
	}
	b.WriteString(rule + "\n")
	for _, r := range rep.Rows {
		fmt.Fprintf(&b, "| %s |", r.Name)
		for _, e := range rep.Engines {
			res := r.Results[e.Name]
			if res.Error != "" {
				b.WriteString(" failed |")
			} else {
				fmt.Fprintf(&b, " %.3f |", res.Median)
			}
			if e.Name != ref {
				if s := rep.speed(r, e.Name); s > 0 {
					fmt.Fprintf(&b, " %.2f |", s)
				} else {
					b.WriteString(" |")
				}
			}
			fmt.Fprintf(&b, " %.0f |", res.PeakMB)
		}
		b.WriteString("\n")
	}
	for _, last := range []struct {
		name string
		text func(engine string) string
	}{
		{"**geometric mean**", func(n string) string { return fmt.Sprintf("**%.2f**", rep.Speed[n]) }},
		{"lowest", func(n string) string { return rep.Lowest[n] }},
	} {
		fmt.Fprintf(&b, "| %s |", last.name)
		for _, e := range rep.Engines {
			b.WriteString(" |")
			if e.Name != ref {
				fmt.Fprintf(&b, " %s |", last.text(e.Name))
			}
			b.WriteString(" |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// machine describes the computer in a few words.
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
	return fmt.Sprintf("%s, %d CPUs", name, runtime.NumCPU())
}
