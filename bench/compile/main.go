// Command compile measures the front end: the time from source to code objects over the whole of CPython's library, and the memory that it takes,
// psy and CPython taking turns, each round in a new process.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/psyco-go/psy/bench/peak"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// script does in CPython what compileAll does here.
const script = `
import sys, time, warnings
warnings.simplefilter("ignore")
total = n = failed = 0
for path in sys.stdin.read().split("\n"):
    with open(path, "rb") as f:
        src = f.read()
    start = time.perf_counter()
    try:
        compile(src, path, "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError):
        failed += 1
    total += time.perf_counter() - start
    n += len(src)
print(total, n, failed)
`

// compileAll compiles the files that standard input lists, and prints the seconds, the bytes, and how many were refused.
func compileAll() {
	config.TuneGo()
	list, _ := os.ReadFile("/dev/stdin")
	var total time.Duration
	n, failed := 0, 0
	for _, path := range strings.Split(string(list), "\n") {
		src, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		start := time.Now()
		text, serr := syntax.Decode(src)
		if serr != nil {
			failed++
		} else if _, err := codegen.Source(text, syntax.Options{MaxDigits: 4300}, codegen.Options{Filename: path}); err != nil {
			failed++
		}
		total += time.Since(start)
		n += len(src)
	}
	fmt.Println(total.Seconds(), n, failed)
}

// run is one measured process.
type run struct {
	seconds, cpu float64
	bytes        int
	failed       int
	peak         float64 // megabytes
}

func measure(files string, name string, args ...string) run {
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stderr = strings.NewReader(files), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, name, err)
		os.Exit(1)
	}
	var r run
	fmt.Sscan(string(out), &r.seconds, &r.bytes, &r.failed)
	r.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r.peak = peak.Megabytes(cmd.ProcessState)
	return r
}

func main() {
	child := flag.Bool("child", false, "compile the files listed on standard input")
	rounds := flag.Int("rounds", 5, "rounds")
	flag.Parse()
	if *child {
		compileAll()
		return
	}
	python := oracle.Find()
	if python == "" {
		fmt.Fprintln(os.Stderr, "no CPython 3.13 found (PSY_CPYTHON)")
		os.Exit(1)
	}
	_, files, err := oracle.Library()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	list := strings.Join(files, "\n")
	self, _ := os.Executable()
	var psy, cpython []run
	for range *rounds {
		psy = append(psy, measure(list, self, "-child"))
		cpython = append(cpython, measure(list, python, "-I", "-S", "-c", script))
	}
	fmt.Printf("%d files, %.1f MB, %d refused by psy and %d by CPython; %s/%s, medians of %d rounds\n\n", len(files), float64(psy[0].bytes)/1e6,
		psy[0].failed, cpython[0].failed, runtime.GOOS, runtime.GOARCH, *rounds)
	fmt.Println("|  | compiling, s | CPU of the process, s | peak memory, MB |\n|---|---:|---:|---:|")
	p, c := medians(psy), medians(cpython)
	fmt.Printf("| psy | %.2f | %.2f | %.0f |\n| CPython | %.2f | %.2f | %.0f |\n", p.seconds, p.cpu, p.peak, c.seconds, c.cpu, c.peak)
	fmt.Printf("| CPython / psy | %.2f | %.2f | %.2f |\n", c.seconds/p.seconds, c.cpu/p.cpu, c.peak/p.peak)
}

func medians(runs []run) run {
	middle := func(f func(run) float64) float64 {
		list := make([]float64, len(runs))
		for i, r := range runs {
			list[i] = f(r)
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	return run{
		seconds: middle(func(r run) float64 { return r.seconds }),
		cpu:     middle(func(r run) float64 { return r.cpu }),
		peak:    middle(func(r run) float64 { return r.peak }),
	}
}
