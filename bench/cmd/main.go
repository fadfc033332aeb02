// Command cmd times psy, CPython 3.13, PyPy and C on bench/programs and bench/steady and prints tables.
//
//	go run ./bench/cmd [--rounds 5] [--only fib,numeric,steady] [--engines psy,C] [--json] [--psy PATH] [--xflags "psy.gc=0"]
//
// The engines take turns in every round, so that a slow moment of the machine hits them all; the figures are medians.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// row is one benchmark: a program of bench/programs, or a loop of bench/steady.
type row struct {
	Name    string             `json:"name"`
	Group   string             `json:"group"`
	Results map[string]*result `json:"results"`
	dir     string
}

type options struct {
	rounds                    int
	only, engines             string
	psy, xflags, dir, loopDir string
	limit                     time.Duration
}

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 5, "rounds of all benchmarks")
	flag.StringVar(&o.only, "only", "", "names of benchmarks or groups (numeric, call, method, list, other, steady), separated by commas")
	flag.StringVar(&o.engines, "engines", "", "parts of names of engines, separated by commas")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.StringVar(&o.psy, "psy", "", "the psy command (default: built from this tree)")
	flag.StringVar(&o.xflags, "xflags", "", "-X options for psy, separated by spaces")
	flag.StringVar(&o.dir, "dir", "bench/programs", "folder of the programs")
	flag.StringVar(&o.loopDir, "steady", "bench/steady", "folder of the loops")
	flag.DurationVar(&o.limit, "limit", 2*time.Minute, "time limit of one run")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "bench: unexpected", flag.Arg(0))
		os.Exit(2)
	}
	rep, err := run(o)
	if err == nil {
		if *asJSON {
			enc := json.NewEncoder(os.Stdout)
			enc.SetIndent("", " ")
			err = enc.Encode(rep)
		} else {
			_, err = io.WriteString(os.Stdout, rep.markdown())
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	if rep.failed() {
		os.Exit(1)
	}
}

func run(o options) (*report, error) {
	tmp, err := os.MkdirTemp("", "psybench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	rep := &report{Machine: machine(), Rounds: o.rounds}
	if rep.rows, err = choose(o); err != nil {
		return nil, err
	}
	if rep.Engines, err = engines(tmp, o.psy, o.xflags, o.engines); err != nil {
		return nil, err
	}
	for round := range o.rounds {
		for _, r := range rep.rows {
			for _, e := range rep.Engines {
				r.measure(e, o.limit)
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d done\n", round+1, o.rounds)
	}
	for _, e := range rep.Engines {
		for _, r := range rep.rows {
			if e.Name == psyName && r.Group != steady && r.Group != startUp && r.Results[e.Name].Error == "" {
				r.Results[e.Name].statistics(tmp, r.dir, e.command(r.dir, r.Name), o.limit)
			}
		}
	}
	rep.finish()
	return rep, nil
}

// measure runs a benchmark once on an engine that it is written for and that has not failed.
func (r *row) measure(e engine, limit time.Duration) {
	name := r.Name
	if r.Group == startUp {
		name = startProgram
	}
	args := e.command(r.dir, name)
	if args == nil {
		return
	}
	res := r.Results[e.Name]
	if res == nil {
		res = &result{}
		r.Results[e.Name] = res
	}
	switch {
	case res.Error != "":
	case r.Group == steady:
		res.measureLoop(r.dir, args, limit)
	case r.Group == startUp:
		for range 4 {
			res.measureStart(r.dir, args, limit)
		}
	default:
		res.measure(r.dir, args, limit)
	}
}

// choose returns the benchmarks asked for, by groups.
func choose(o options) ([]*row, error) {
	all := []*row{{Name: startUp, Group: startUp, dir: o.dir}}
	for _, dir := range []string{o.dir, o.loopDir} {
		files, err := filepath.Glob(filepath.Join(dir, "*.pyc"))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			name := strings.TrimSuffix(filepath.Base(f), ".pyc")
			switch {
			case dir == o.loopDir:
				all = append(all, &row{Name: name, Group: steady, dir: dir})
			case name != startProgram:
				all = append(all, &row{Name: name, Group: groupOf(name), dir: dir})
			}
		}
	}
	for _, g := range groups {
		for _, p := range g.programs {
			if !slices.ContainsFunc(all, func(r *row) bool { return r.Name == p && r.Group == g.name }) {
				return nil, fmt.Errorf("group %s names %s, which is no program", g.name, p)
			}
		}
	}
	var rows []*row
	for word := range strings.SplitSeq(o.only, ",") {
		n := len(rows)
		for _, r := range all {
			if (word == "" || word == r.Name || word == r.Group) && !slices.Contains(rows, r) {
				r.Results = map[string]*result{}
				rows = append(rows, r)
			}
		}
		if len(rows) == n {
			return nil, fmt.Errorf("no benchmark or group %q", word)
		}
	}
	slices.SortStableFunc(rows, func(a, b *row) int { return order(a.Group) - order(b.Group) })
	return rows, nil
}

// order is where a group stands in the tables.
func order(name string) int {
	switch name {
	case startUp:
		return -1
	case other:
		return len(groups)
	case steady:
		return len(groups) + 1
	}
	return slices.IndexFunc(groups, func(g group) bool { return g.name == name })
}

// agree reports results that differ from the reference's as errors.
func (r *row) agree(ref string) {
	want := r.Results[ref]
	for name, res := range r.Results {
		if res.Error == "" && want != nil && want.Error == "" && res.output != want.output {
			res.Error = fmt.Sprintf("prints %q, %s prints %q", oracle.Tail(res.output, 80), ref, oracle.Tail(want.output, 80))
		}
		if res.Error != "" {
			fmt.Fprintf(os.Stderr, "bench: %s on %s: %s\n", r.Name, name, res.Error)
		}
	}
}
