//go:build unix

// Many interpreters at work in one process, under everything that Go does to goroutines: collections, stacks that move, a CPU profile,
// and a storm of the signals by which goroutines are preempted.

package tests

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/pycompiler"
)

// hammered are programs that use nothing of the process but standard output.
var hammered = regexp.MustCompile(`^(jit_|spec_|real_|lang_(classes|closures|exceptions|functions|generators|iterators|match|operators|recursion|scopes|with)|qa_(numbers|operators|match|mutation|descriptors|containers))`)

// hammerRow is a setting that interpreters of the hammer get in turn.
type hammerRow struct {
	name   string
	engine func(*config.Config) // nil: tier 1
}

var hammerRows = []hammerRow{
	{"tier1", nil},
	{"psyco", func(*config.Config) {}},
	{"threshold=0", func(c *config.Config) { c.Threshold = 0 }},
	{"threshold=0 check", func(c *config.Config) { c.Threshold, c.Check = 0, true }},
	{"threshold=0 codecap=28K", func(c *config.Config) { c.Threshold, c.CodeCap = 0, 28<<10 }},
	{"threshold=10 maxversions=1", func(c *config.Config) { c.Threshold, c.MaxVersions = 10, 1 }},
	{"threshold=3 maxversions=0", func(c *config.Config) { c.Threshold, c.MaxVersions = 3, 0 }},
}

// TestHammer runs recorded programs in parallel runtimes for a while (PSY_TEST_HAMMER=2m; a few seconds otherwise).
// PSY_TEST_SEED decides who runs what.
func TestHammer(t *testing.T) {
	length := 4 * time.Second
	if s := os.Getenv("PSY_TEST_HAMMER"); s != "" {
		var err error
		if length, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		t.Skip("takes seconds")
	}
	seed := uint64(number(t, "PSY_TEST_SEED", 1))
	t.Logf("seed %d", seed)
	all := programs(t)
	skip := skips(t)
	var chosen []oracle.Program
	for _, p := range all {
		if hammered.MatchString(p.Name) && skip[p.Name] == "" && !p.NeedsStdlib {
			chosen = append(chosen, p)
		}
	}
	t.Chdir("programs") // tracebacks show lines of the sources
	t.Cleanup(func() { debug.SetMaxStack(debug.SetMaxStack(4 << 30)) })
	debug.SetMaxStack(4 << 30)

	stop := make(chan struct{})
	var nuisances sync.WaitGroup
	nuisance := func(f func()) {
		nuisances.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					f()
				}
			}
		})
	}
	if err := pprof.StartCPUProfile(io.Discard); err == nil {
		defer pprof.StopCPUProfile()
	}
	nuisance(func() { runtime.GC(); time.Sleep(2 * time.Millisecond) })
	nuisance(func() {
		var keep [][]byte
		for range 200 {
			keep = append(keep, make([]byte, rand.IntN(20000)))
		}
		runtime.KeepAlive(keep)
		time.Sleep(time.Millisecond)
	})
	nuisance(func() {
		syscall.Kill(os.Getpid(), syscall.SIGURG)
		time.Sleep(100 * time.Microsecond)
	})

	end := time.Now().Add(length)
	var runs, failed atomic.Int64
	var workers sync.WaitGroup
	for n := range 2 * runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			for time.Now().Before(end) && failed.Load() < 5 {
				p, row := chosen[r.IntN(len(chosen))], hammerRows[r.IntN(len(hammerRows))]
				if d := runHere(p, row.engine); d != "" {
					failed.Add(1)
					t.Errorf("%s by %s: %s", p.Name, row.name, d)
				}
				runs.Add(1)
			}
		})
	}
	workers.Wait()
	close(stop)
	nuisances.Wait()
	t.Logf("%d runs", runs.Load())
}

// runHere runs a program in this process and tells how its output differs from what was recorded.
func runHere(p oracle.Program, engine func(*config.Config)) string {
	data, err := os.ReadFile(p.Name + ".pyc")
	if err != nil {
		return err.Error()
	}
	prog, err := pyc.Load(data)
	if err != nil {
		return err.Error()
	}
	var out, errs bytes.Buffer
	dir, _ := filepath.Abs(".")
	rt, err := modules.NewWorld(modules.Options{System: &system.Process{}, Args: append([]string{p.Name + ".pyc"}, p.Args...), Path: []string{dir},
		Stdin: bytes.NewReader([]byte(p.Stdin)), Stdout: &out, Stderr: &errs, IntMaxStrDigits: -1, UTF8Mode: true})
	if err != nil {
		return err.Error()
	}
	defer rt.Close()
	if engine != nil {
		c := config.Default()
		engine(&c)
		compiler, err := pycompiler.New(rt, c, stats.New())
		if err != nil {
			return fmt.Sprint("no machine code: ", err)
		}
		defer compiler.Close()
		modules.CompilerKey.Set(rt, compiler)
	}
	status := modules.RunMain(rt.Main, prog, filepath.Join(dir, p.Name+".pyc"))
	return oracle.Diff(p.Want, oracle.Result{Stdout: out.String(), Stderr: errs.String(), Status: status})
}
