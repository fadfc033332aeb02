// The same programs under many settings: each engine, its limits at their ends, frequent collections, and combinations.

package tests

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// A matrixRow says how programs are run. TestPrograms is the row with psy's defaults.
type matrixRow struct {
	name     string
	xflags   string // -X options
	programs string // names, a regular expression
	random   int    // how many generated programs besides, where there is a CPython to compare with
	quick    string // what go test runs when nothing is asked for: names, a regular expression; "": nothing
	bare     bool   // without site, whose imports would take most of the time
	slow     bool   // programs take long: those of lasting are left out, the others may take ten minutes
	part     uint32 // one program in so many is run, by the hash of its name and the row's; 0: all. PSY_TEST_WHOLE=1 runs all
}

const (
	every = `.`
	hot   = `^jit_` // programs aimed at a compiler
	// Programs that end soon when every allocation collects, or every instruction is checked.
	small = `^(err_|exit_|spec_(binary_op|compare|iter|miss)|lang_(async|classes|closures|generators|groups|match|with)|class_bases_kept|real_bank)`
	// Of these, with a compiler that starts at once: it allocates too.
	smallest = `^(err_(chain|name)|spec_(compare|miss)|lang_(classes|closures|generators|with)|real_bank)`
	// Programs that take minutes when every 97th allocation collects, or beliefs are checked: they walk over all of Unicode, many texts, deep stacks or much memory.
	lasting = `^(lib_unicodedata|codecs_multibyte_all|qa_recursion|gc_large|wide_[a-z]+)$`
	// A few of those aimed at a compiler, for what makes them slow.
	few = `^jit_(generators|hostile_data|late_classes|method_kinds|names)$`
	// One program for most of what a compiler does.
	sample = `^(jit_|spec_|lang_|real_(bank|matrix|vm)|qa_tracebacks|trace_settrace|err_chain)`
)

var matrix = []matrixRow{
	{name: "tier1", xflags: "psy.engine=tier1", programs: every, random: 40, quick: hot},
	{name: "tier1-gc1", xflags: "psy.engine=tier1 psy.gc=1", programs: small, bare: true, slow: true},
	{name: "tier1-gc1-site", xflags: "psy.engine=tier1 psy.gc=1", programs: `^exit_none$`, slow: true},
	{name: "tier1-gc97", xflags: "psy.engine=tier1 psy.gc=97", programs: every, random: 3, slow: true, part: 16},
	{name: "helpers", xflags: "psy.engine=helpers", programs: every, random: 10, part: 16},

	{name: "tier2", xflags: "psy.engine=tier2 psy.threshold=0", programs: every, random: 40},
	{name: "tier2-warm", xflags: "psy.engine=tier2 psy.threshold=20", programs: every, random: 40, quick: hot, part: 8},
	{name: "tier2-cap4", xflags: "psy.engine=tier2 psy.threshold=0 psy.executors=4", programs: every, random: 20, part: 16},
	{name: "tier2-dump", xflags: "psy.engine=tier2 psy.threshold=3 psy.dump=/dev/null", programs: every, random: 10, slow: true, part: 16},
	{name: "tier2-gc37", xflags: "psy.engine=tier2 psy.threshold=3 psy.gc=37", programs: sample, random: 3, slow: true, part: 16},

	{name: "auto", programs: `^$`, random: 40},
	{name: "psyco", xflags: "psy.engine=psyco psy.threshold=0", programs: every, random: 80, quick: sample},
	{name: "psyco-warm", xflags: "psy.engine=psyco psy.threshold=40", programs: every, random: 40, part: 8},
	{name: "psyco-versions0", xflags: "psy.engine=psyco psy.threshold=0 psy.maxversions=0", programs: every, random: 20, part: 16},
	{name: "psyco-versions1", xflags: "psy.engine=psyco psy.threshold=0 psy.maxversions=1", programs: every, random: 20, part: 16},
	{name: "psyco-evict", xflags: "psy.engine=psyco psy.threshold=0 psy.codecap=28K", programs: every, random: 20, part: 8},
	{name: "psyco-check", xflags: "psy.engine=psyco psy.threshold=0 psy.check", programs: every, random: 16, quick: few, slow: true, part: 16},
	{name: "psyco-seed", xflags: "psy.engine=psyco psy.threshold=0 psy.seed=7", programs: every, random: 10, part: 16},
	{name: "psyco-dump", xflags: "psy.engine=psyco psy.threshold=0 psy.dump=/dev/null", programs: every, random: 8, quick: `^lang_iterators$`, slow: true, part: 32},
	{name: "psyco-dump-evict-gc37", xflags: "psy.engine=psyco psy.threshold=0 psy.codecap=28K psy.gc=37 psy.dump=/dev/null", programs: sample, slow: true, part: 16},
	{name: "psyco-gc37", xflags: "psy.engine=psyco psy.threshold=0 psy.gc=37", programs: sample, random: 3, slow: true, part: 16},
	{name: "psyco-gc1", xflags: "psy.engine=psyco psy.threshold=0 psy.gc=1", programs: smallest, bare: true, slow: true},
	{name: "psyco-check-evict", xflags: "psy.engine=psyco psy.threshold=3 psy.check psy.codecap=28K psy.maxversions=1", programs: every, random: 20, part: 16},
	{name: "psyco-check-gc37", xflags: "psy.engine=psyco psy.threshold=0 psy.check psy.maxversions=0 psy.gc=37", programs: sample, slow: true, part: 16},
	{name: "psyco-evict-gc37", xflags: "psy.engine=psyco psy.threshold=0 psy.codecap=28K psy.gc=37 psy.seed=5", programs: sample, slow: true, part: 16},
	{name: "psyco-evict-gc1", xflags: "psy.engine=psyco psy.threshold=0 psy.codecap=28K psy.gc=1", programs: `^(err_chain|spec_compare|lang_(closures|with))`, bare: true, slow: true},
}

// TestMatrix runs the rows that PSY_TEST_MATRIX names (a regular expression; "." for all), else the quick parts.
// PSY_TEST_SEED is the first seed of the generated programs.
func TestMatrix(t *testing.T) {
	ask, asked := os.LookupEnv("PSY_TEST_MATRIX")
	want, err := regexp.Compile(ask)
	if err != nil {
		t.Fatal(err)
	}
	exe := psy(t)
	for _, row := range matrix {
		names, random := row.programs, row.random
		if !asked {
			names, random = row.quick, min(row.random, 2)
		}
		if names == "" || asked && !want.MatchString(row.name) || testing.Short() && !asked {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			if why := row.unavailable(exe); why != "" {
				if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
					t.Fatal(why)
				}
				t.Skip(why)
			}
			row.run(t, exe, regexp.MustCompile(names), random)
		})
	}
}

// unavailable tells why this psy has no such engine; "" if it has.
func (row matrixRow) unavailable(exe string) string {
	r := oracle.Run("programs", time.Minute, "", append(row.command(exe), "exit_none.pyc")...)
	first, _, _ := strings.Cut(r.Stderr, "\n")
	if strings.HasPrefix(first, "psy: no machine code") {
		return first
	}
	return ""
}

func (row matrixRow) command(exe string) []string {
	args := []string{exe, "run"}
	if row.bare {
		args = append(args, "-S")
	}
	for x := range strings.FieldsSeq(row.xflags) {
		args = append(args, "-X", x)
	}
	return args
}

func (row matrixRow) run(t *testing.T, exe string, names *regexp.Regexp, random int) {
	limit := programLimit(t)
	if row.slow {
		limit = max(limit, 10*time.Minute)
	}
	skip := skips(t)
	var chosen []oracle.Program
	long := regexp.MustCompile(lasting)
	for _, p := range programs(t) {
		if row.slow && long.MatchString(p.Name) {
			continue
		}
		if names.MatchString(p.Name) && row.has(p.Name) && skip[p.Name] == "" {
			chosen = append(chosen, p)
		}
	}
	reproduce := "psy " + strings.Join(row.command("")[1:], " ")
	inParallel(t, chosen, func(t *testing.T, p oracle.Program) {
		args := append(append(row.command(exe), p.Name+".pyc"), p.Args...)
		if d := oracle.Diff(p.Want, oracle.Run(p.Dir, limit, p.Stdin, args...)); d != "" {
			t.Errorf("%s\nreproduce: (cd tests/programs; %s %s.pyc)", d, reproduce, p.Name)
		}
	})
	if oracle.Find() == "" {
		return
	}
	first := number(t, "PSY_TEST_SEED", 1)
	inParallel(t, seeds(first, random), func(t *testing.T, p oracle.Program) {
		c := generate(t, p.Name)
		args := append(row.command(exe), filepath.Base(c.pyc))
		if d := oracle.Diff(c.want, oracle.Run(filepath.Dir(c.pyc), limit, "", args...)); d != "" {
			t.Errorf("seed %d: %s\nreproduce: PSY_TEST_XFLAGS='%s' PSY_TEST_SEED=%d PSY_TEST_COUNT=1 PSY_TEST_MINIMISE=1 go test ./tests -run TestLiveRandom", c.seed, d, row.xflags, c.seed)
		}
	})
}

// has reports whether a program that the row's names match is in its part.
func (row matrixRow) has(program string) bool {
	_, asked := os.LookupEnv("PSY_TEST_MATRIX")
	return row.part == 0 || !asked || os.Getenv("PSY_TEST_WHOLE") == "1" || inPart(row.name, program, row.part)
}

// inPart reports whether a program is among the one in so many that a row runs.
func inPart(row, program string, part uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(row + " " + program))
	return h.Sum32()%part == 0
}

// seeds stands for generated programs, by their names.
func seeds(first, n int) []oracle.Program {
	var all []oracle.Program
	for s := first; s < first+n; s++ {
		all = append(all, oracle.Program{Name: fmt.Sprintf("rand%d", s)})
	}
	return all
}
