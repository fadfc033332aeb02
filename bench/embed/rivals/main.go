// Rivals measures psy beside other languages that Go programs embed: goja, starlark-go, gopher-lua, wazero and gpython.
// It is a module of its own, so that psy does not depend on them. The engines take turns, each row is the best of several
// rounds by processor time, and each engine must give the same results.
//
//	go run . [-rounds N] [-only PART] [-engines psy,goja]

package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A row is one thing that every engine does n times; per is what a turn is divided by, so that loops of a thousand
// count as a thousand.
type row struct {
	name string
	per  int
}

var rows = []row{
	{"call a function from Go: add(a, b)", 1},
	{"call a Go function from a loop", batch},
	{"give a list of 1000 ints", batch},
	{"take a list of 1000 ints", batch},
	{"give a map of 100 strings to ints", 100},
	{"iterate from Go over a list of 1000", batch},
	{"read an attribute of an object", 1},
	{"a bare world, made and closed", 1},
	{"a world with the program, made and closed", 1},
	{"a world back to its first state", 1},
	{"fib(22)", 1},
	{"a loop of ints, a turn", loopTurns},
	{"a loop of floats, a turn", loopTurns},
	{"counting in a dict, a turn", workTurns},
	{"building, joining and splitting strings, a turn", workTurns},
	{"methods of objects, a turn", workTurns},
}

const (
	batch     = 1000
	loopTurns = 100_000
	workTurns = 10_000
)

// The order of the rows, as indices.
const (
	rowAdd = iota
	rowHost
	rowGive
	rowTake
	rowMap
	rowIterate
	rowAttr
	rowBare
	rowWorld
	rowReset
	rowFib
	rowInts
	rowFloats
	rowDict
	rowText
	rowMethods
)

// What the rows' programs give, by arithmetic done in Go below.
var (
	wantInts   = ints(loopTurns)
	wantFloats = floats(loopTurns)
)

const (
	wantFib  = 17711
	wantHost = batch * (batch + 1) / 2
	wantSum  = batch * (batch - 1) / 2
	wantDict = 100
	wantText = workTurns
)

func ints(n int) int64 {
	t := int64(0)
	for i := range int64(n) {
		t = (t + i*i) % 1000003
	}
	return t
}

func floats(n int) float64 {
	x := 0.5
	for range n {
		x = 3.7 * x * (1 - x)
	}
	return x
}

// An engine is one language: what it does for each row, or nil where it has nothing of the kind.
type engine struct {
	name string
	do   [len(rowNames)]func() error
}

var rowNames [rowMethods + 1]struct{}

// expect is an error if a result is not what all engines must give.
func expect[T comparable](what string, got, want T) error {
	if got != want {
		return fmt.Errorf("%s: %v, want %v", what, got, want)
	}
	return nil
}

func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure is the processor time of one turn of do, over at least the time given; Go's collector ran before.
func measure(do func() error, least time.Duration) (time.Duration, error) {
	runtime.GC()
	for n := 1; ; n *= 4 {
		began := processor()
		for range n {
			if err := do(); err != nil {
				return 0, err
			}
		}
		if took := processor() - began; took >= least || n > 1<<24 {
			return took / time.Duration(n), nil
		}
	}
}

func main() {
	rounds := flag.Int("rounds", 5, "rounds; the best counts")
	least := flag.Duration("least", 100*time.Millisecond, "processor time of a sample")
	only := flag.String("only", "", "rows whose names contain this")
	names := flag.String("engines", "", "engines, with commas between")
	flag.Parse()
	engines := []*engine{newPsy(), newGoja(), newStarlark(), newLua(), newWazero(), newGpython()}
	if *names != "" {
		engines = slices.DeleteFunc(engines, func(e *engine) bool { return !slices.Contains(strings.Split(*names, ","), e.name) })
	}
	best := make([][]time.Duration, len(rows))
	failed := false
	for r := range rows {
		best[r] = make([]time.Duration, len(engines))
	}
	for range *rounds {
		for r, row := range rows {
			if !strings.Contains(row.name, *only) {
				continue
			}
			for e, engine := range engines {
				if engine.do[r] == nil {
					continue
				}
				took, err := measure(engine.do[r], *least)
				if err != nil {
					fmt.Fprintf(os.Stderr, "%s: %s: %v\n", engine.name, row.name, err)
					engine.do[r], failed = nil, true
					continue
				}
				if best[r][e] == 0 || took < best[r][e] {
					best[r][e] = took
				}
			}
		}
	}
	report(engines, best)
	if failed {
		os.Exit(1)
	}
}

// report prints the table, in nanoseconds.
func report(engines []*engine, best [][]time.Duration) {
	fmt.Print("| nanoseconds of processor time |")
	for _, e := range engines {
		fmt.Printf(" %s |", e.name)
	}
	fmt.Print("\n|---|" + strings.Repeat("---:|", len(engines)) + "\n")
	for r, row := range rows {
		if slices.Max(best[r]) == 0 {
			continue
		}
		fmt.Printf("| %s |", row.name)
		for _, d := range best[r] {
			if d == 0 {
				fmt.Print(" - |")
			} else if ns := float64(d) / float64(row.per); ns < 10 {
				fmt.Printf(" %.1f |", ns)
			} else {
				fmt.Printf(" %.0f |", ns)
			}
		}
		fmt.Println()
	}
}
