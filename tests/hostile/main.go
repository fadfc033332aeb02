// Command hostile edits compiled programs at random, a million times and more, and runs what the verifier accepts of them:
//
//	go build -o hostile ./tests/hostile && nice ./hostile -edits 1000000 -jobs 2
//
// An edit is made from a number alone, so that any of them can be made again (-seed N -edits 1 -v). Each edited program is loaded and
// verified; if it is accepted, it is run in runtimes of its own by tier 1 and by one of the other engines, at once or after the usual
// threshold, with a deadline, with capped memory, and now and then under a trace function that overwrites variables, moves frames and
// replaces code. What must not happen: a panic, a fault, a run that does not end, or engines that disagree about a run that no limit
// ended. Worker processes do the work, so that a fault is known to be of one edit; its file is kept in -out, named by its hash.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/psyco-go/psy"
	"github.com/psyco-go/psy/internal/front/pyc"
)

// corpusFile is a program to be edited.
type corpusFile struct {
	name string
	data []byte
}

// module reads the program again, since edits change it.
func (f corpusFile) module() *pyc.Code {
	root, err := pyc.Unmarshal(f.data[16:])
	if err != nil {
		return &pyc.Code{Bytecode: "\x95\x00"}
	}
	return root.(*pyc.Code)
}

// options says how much is done.
type options struct {
	files string // pattern of the programs
	edits int
	seed  uint64 // of the first edit
	jobs  int
	out   string // folder for what fails
	show  bool
}

const (
	workerEnv = "PSY_HOSTILE_WORKER"
	deadline  = 100 * time.Millisecond
	patience  = 30 * time.Second // how long an edit may take before it is said not to end
	heapCap   = 24 << 20
	maxFile   = 24 << 10 // larger programs are left out: they take long, and edits of them change little
)

func main() {
	var o options
	flag.StringVar(&o.files, "files", "tests/programs/*.pyc", "the programs")
	flag.IntVar(&o.edits, "edits", 20000, "how many edits")
	flag.Uint64Var(&o.seed, "seed", 1, "number of the first edit")
	flag.IntVar(&o.jobs, "jobs", 2, "worker processes")
	flag.StringVar(&o.out, "out", filepath.Join(os.TempDir(), "psy-hostile"), "folder for edited programs that fail")
	flag.BoolVar(&o.show, "v", false, "say what each run did")
	flag.Parse()
	if os.Getenv(workerEnv) != "" {
		work(o)
		return
	}
	r, err := drive(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
	fmt.Print(r)
	if len(r.failures) > 0 {
		os.Exit(1)
	}
}

// enginesOwn are names of what answers differently in each engine: programs that have them are not edited.
var enginesOwn = []string{"get_executor", "_psyco", "code_bytes", "getrefcount"}

// corpus reads the programs.
func corpus(pattern string) ([]corpusFile, error) {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	var files []corpusFile
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		if len(data) <= maxFile && !slices.ContainsFunc(enginesOwn, func(name string) bool { return bytes.Contains(data, []byte(name)) }) {
			files = append(files, corpusFile{filepath.Base(p), data})
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no programs: %s", pattern)
	}
	return files, nil
}

// result is what was found.
type result struct {
	mu                             sync.Mutex
	edits, accepted, ran, compared int
	failures                       []string
	took                           time.Duration
}

func (r *result) String() string {
	s := strings.Join(r.failures, "\n")
	if s != "" {
		s += "\n"
	}
	return fmt.Sprintf("%s%d edits in %v (%.0f an hour), %d accepted (%.0f %%), %d runs, %d compared, %d failures\n", s, r.edits, r.took.Round(time.Second),
		float64(r.edits)/r.took.Hours(), r.accepted, 100*float64(r.accepted)/float64(max(1, r.edits)), r.ran, r.compared, len(r.failures))
}

// drive has workers make the edits.
func drive(o options) (*result, error) {
	files, err := corpus(o.files)
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r := &result{}
	start := time.Now()
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	go func() {
		for range ticker.C {
			r.mu.Lock()
			fmt.Fprintf(os.Stderr, "%v: %d edits, %d accepted, %d failures\n", time.Since(start).Round(time.Second), r.edits, r.accepted, len(r.failures))
			r.mu.Unlock()
		}
	}()
	var wg sync.WaitGroup
	for j := range o.jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			from, to := o.seed+uint64(j*o.edits/o.jobs), o.seed+uint64((j+1)*o.edits/o.jobs)
			for from < to {
				at, why := r.worker(exe, o, from, to)
				if why != "" {
					r.fail(o, files, at, why)
				}
				from = at + 1
			}
		}()
	}
	wg.Wait()
	r.took = time.Since(start)
	return r, nil
}

// fail keeps an edited program.
func (r *result) fail(o options, files []corpusFile, seed uint64, why string) {
	data, what, name := edit(files, seed)
	sum := sha256.Sum256(data)
	path := filepath.Join(o.out, fmt.Sprintf("%x.pyc", sum[:8]))
	os.MkdirAll(o.out, 0o755)
	os.WriteFile(path, data, 0o644)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, fmt.Sprintf("FAILED %s, edited (%s): %s\n  kept as %s; again: go run ./tests/hostile -seed %d -edits 1 -v", name, strings.TrimSpace(what), why, path, seed))
	fmt.Fprintln(os.Stderr, r.failures[len(r.failures)-1])
}

// worker runs a worker process over the edits from one number to another. It gives the last edit begun, and why it failed.
func (r *result) worker(exe string, o options, from, to uint64) (at uint64, why string) {
	c := exec.Command(exe, "-files", o.files, "-seed", fmt.Sprint(from), "-edits", fmt.Sprint(to-from), "-v="+strconv.FormatBool(o.show))
	c.Env = append(os.Environ(), workerEnv+"=1", "GOTRACEBACK=single")
	stderr := &tail{}
	c.Stderr = stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return to, err.Error()
	}
	hung := false
	timer := time.AfterFunc(patience, func() { hung = true; c.Process.Signal(os.Interrupt); c.Process.Kill() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	done := false
	for lines.Scan() {
		timer.Reset(patience)
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		r.mu.Lock()
		switch kind {
		case "edit":
			at, _ = strconv.ParseUint(rest, 10, 64)
			r.edits++
		case "accepted":
			r.accepted++
		case "ran":
			r.ran++
		case "compared":
			r.compared++
		case "done":
			done = true
		case "bad":
			why = strings.ReplaceAll(rest[:min(len(rest), 3000)], " | ", "\n")
		case "say":
			fmt.Println(rest)
		}
		r.mu.Unlock()
		if why != "" {
			break
		}
	}
	timer.Stop()
	if why != "" {
		c.Process.Kill()
	}
	err = c.Wait()
	switch {
	case why != "":
	case hung:
		why = "does not end"
	case !done:
		why = fmt.Sprintf("the process died: %v\n%s", err, stderr)
	default:
		at = to
	}
	return at, why
}

// tail keeps the beginning of what is written.
type tail struct{ bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	if t.Len() < 3000 {
		t.Buffer.Write(p)
	}
	return len(p), nil
}

// work is a worker process.
func work(o options) {
	debug.SetGCPercent(400) // runtimes come and go
	files, err := corpus(o.files)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	tell := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	for seed := o.seed; seed < o.seed+uint64(o.edits); seed++ {
		tell("edit %d", seed)
		out.Flush()
		data, what, name := edit(files, seed)
		prog, err := psy.Load(data)
		if o.show {
			tell("say %d: %s: %s: %s", seed, name, what, oneLine(fmt.Sprint(err)))
		}
		if err != nil {
			continue
		}
		tell("accepted")
		out.Flush()
		runs := plan(seed)
		threads := bytes.Contains(data, []byte("thread")) // an edited program need not wait for its threads: what they print comes in any order
		var first outcome
		for i, how := range runs {
			got := run(prog, how, seed)
			tell("ran")
			if o.show {
				tell("say   %v: %s", how, got.tell())
			}
			if got.broken != "" {
				tell("bad %v: %s", how, oneLine(got.broken))
				break
			}
			if i == 0 {
				first = got
				continue
			}
			if first.limited || got.limited || how.tracer != runs[0].tracer || threads {
				continue
			}
			tell("compared")
			if got.text != first.text && steady(prog, runs[0], seed, first) {
				tell("bad %v and %v disagree: %s", runs[0], how, difference(first.text, got.text))
				break
			}
		}
	}
	tell("done")
	out.Flush()
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " | ") }

// difference shows where two texts part.
func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	i = max(0, i-40)
	return fmt.Sprintf("%.200q and %.200q", a[min(i, len(a)):], b[min(i, len(b)):])
}

// how is a way to run a program.
type how struct {
	engine    psy.Engine
	threshold int64
	tracer    bool
}

func (h how) String() string {
	s := [...]string{"auto", "psyco", "tier2", "tier1"}[h.engine]
	if h.threshold != 0 {
		s += " at once"
	}
	if h.tracer {
		s += ", traced"
	}
	return s
}

// plan says how an edit is run.
func plan(seed uint64) []how {
	others := [...]how{{engine: psy.Auto, threshold: 1}, {engine: psy.Tier2, threshold: 1}, {engine: psy.Auto}, {engine: psy.Auto, threshold: 1}, {engine: psy.Tier2}}
	other := others[seed%uint64(len(others))]
	runs := []how{{engine: psy.Tier1}, other}
	if seed%4 == 0 {
		other.tracer = true
		runs = append(runs, other)
	}
	return runs
}

// steady reports whether a program prints the same wherever its objects lie: ids, hashes of objects and of NaNs, and orders of sets come of addresses.
func steady(prog *psy.Program, h how, seed uint64, first outcome) bool {
	for shift := 1; shift < 200; shift = 3*shift + 1 {
		if again := runAt(prog, h, seed, shift); again.limited || again.text != first.text {
			return false
		}
	}
	return true
}

// outcome is what a run came to.
type outcome struct {
	text    string // what it printed, and the exception that ended it
	limited bool   // the deadline or the cap had a part in it
	broken  string // what must not happen
}

func (o outcome) tell() string {
	s := fmt.Sprintf("%.120q", o.text[max(0, len(o.text)-120):])
	if o.limited {
		s += " (limited)"
	}
	return s
}

// addresses differ from run to run. Entries of symbol tables show them as decimals.
var addresses = regexp.MustCompile(`0x[0-9a-f]+|\(\d{15}\)`)

// limitedWriter keeps a part of what is written.
type limitedWriter struct {
	bytes.Buffer
	full bool
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.Len() > 1<<16 {
		w.full = true
		return len(p), nil
	}
	return w.Buffer.Write(p)
}

// run runs a program in a world of its own.
func run(prog *psy.Program, h how, seed uint64) outcome { return runAt(prog, h, seed, 0) }

// runAt is run with the program's objects at other addresses.
func runAt(prog *psy.Program, h how, seed uint64, shift int) (o outcome) {
	var out limitedWriter
	rt, err := psy.New(psy.Config{Heap: heapCap, Code: 2 << 20, Engine: h.engine, Threshold: h.threshold, Stdout: &out, Stderr: io.Discard})
	if err != nil {
		return outcome{broken: err.Error()}
	}
	defer rt.Close()
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	if h.tracer {
		src, err := psy.Compile([]byte(strings.ReplaceAll(tracer, "SEED", fmt.Sprint(seed))), "tracer")
		if err == nil {
			_, err = rt.Exec(ctx, src)
		}
		if err != nil {
			var ex *psy.Exception
			if ctx.Err() == nil && (!errors.As(err, &ex) || ex.Type != "MemoryError") {
				return outcome{broken: "the tracer: " + err.Error()}
			}
		}
	}
	if shift > 0 {
		src, err := psy.Compile(fmt.Appendf(nil, "for i in range(%d): object(), [], {}, (i, i, i), 1 << 60 + i\ndel i", shift), "shift")
		if err == nil {
			_, err = rt.Exec(ctx, src)
		}
		if err != nil {
			return outcome{limited: true}
		}
	}
	start := time.Now()
	_, err = rt.Exec(ctx, prog)
	took := time.Since(start)
	o.limited = ctx.Err() != nil || out.full || h.tracer
	o.text = addresses.ReplaceAllString(out.String(), "0x")
	var ex *psy.Exception
	var broken *psy.BrokenError
	switch {
	case errors.As(err, &broken):
		o.broken = err.Error() + "\n" + broken.Stack[max(0, strings.Index(broken.Stack, "\npanic(")):]
	case errors.As(err, &ex):
		o.text += "\n" + ex.Type
		// A generator that was edited lets StopIteration out. Whether a loop over it ends or passes that on depends on how the instruction is
		// specialized, in CPython too.
		o.limited = o.limited || ex.Type == "StopIteration"
	case err != nil:
		o.text += "\n" + fmt.Sprintf("%T", err)
	}
	// A program may catch the error and print it. How much fits into the memory and the stack is each engine's own.
	o.limited = o.limited || strings.Contains(o.text, "MemoryError") || strings.Contains(o.text, "RecursionError")
	if took > deadline+10*time.Second {
		o.broken = fmt.Sprintf("took %v", took)
	}
	return o
}
