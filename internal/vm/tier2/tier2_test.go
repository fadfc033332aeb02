// Traces of testdata: what they compute, what is left of them, how often they are entered and left.
//
// The programs of testdata are compiled by CPython beforehand: go run ./tests/gen -compile -dir internal/vm/tier2/testdata

package tier2

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules/worldtest"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// machine is a world with tier 2.
type machine struct {
	*worldtest.World
	e *Engine
}

func newMachine(t *testing.T, set ...func(*config.Config)) *machine {
	c := config.Default()
	c.Threshold, c.Listing = 50, true
	for _, f := range set {
		f(&c)
	}
	m := &machine{}
	m.World = worldtest.New(t, "traces", func(rt *object.Runtime) { m.e = New(rt, c) })
	return m
}

// results are what CPython computes.
var results = []struct {
	name string
	n    int
	want string
}{
	{"ints", 3000, "13492500"}, {"ranges", 3000, "1121250"}, {"floats", 3000, "2.0"}, {"items", 3000, "4498500"}, {"calls", 3000, "4498500"},
	{"methods", 3000, "4501500"}, {"mixed", 3000, "9024000"}, {"fib", 18, "2584"}, {"caught", 3000, "72000"}, {"generator", 3000, "17994000"},
	{"globals_", 3000, "9000"}, {"overflow", 60, "63586737412824305271441649801"}, {"made", 3000, "4498500"}, {"yielded", 3000, "4498500"},
	{"closed", 3000, "9000"}, {"by_default", 3000, "15000"}, {"counted", 3000, "6000"}, {"lcg", 3000, "1219573513"},
	{"folded", 3000, "179961000.0"},
}

func TestResults(t *testing.T) {
	for _, threshold := range []int64{0, 1, 7, 50} {
		m := newMachine(t, func(c *config.Config) { c.Threshold = threshold })
		for round := range 3 {
			for _, r := range results {
				if got := m.Call(r.name, r.n); got != r.want {
					t.Errorf("threshold %d, round %d: %s(%d) is %s, want %s", threshold, round, r.name, r.n, got, r.want)
				}
			}
		}
	}
}

// trace is what is executed of the trace that a function's loop has become: op by op, exits left out.
func (m *machine) trace(name string) string {
	var best Listing
	for _, l := range m.e.Listings(name) {
		if strings.Contains(strings.Join(l.Executed, " "), "_JUMP_TO_TOP") {
			best = l
		}
	}
	var ops []string
	for _, line := range best.Executed {
		f := strings.Fields(line)
		op := f[1]
		for _, x := range f[2:] {
			if k, v, ok := strings.Cut(x, "=#"); ok {
				if _, err := strconv.Atoi(v); err == nil {
					op += " " + k + "=" + v
				}
			}
		}
		if op == "_JUMP_TO_TOP" {
			op += " " + f[2]
		}
		ops = append(ops, op)
	}
	return strings.Join(ops, "; ")
}

// In the first turn of a loop guards find out what the second need not ask.
func TestTraces(t *testing.T) {
	m := newMachine(t)
	for _, r := range results {
		m.Call(r.name, r.n)
	}
	for _, c := range []struct{ name, want string }{
		{"ints", `_MULTIPLY_INT_GUARDED_RIGHT right=3; _ADD_INT_GUARDED; _SUBTRACT_INT_RIGHT right=1; _ADD_INT_RIGHT right=1; _COMPARE_INT_GUARDED_TRUE; ` +
			`_MULTIPLY_INT_RIGHT right=3; _ADD_INT; _SUBTRACT_INT_RIGHT right=1; _ADD_INT_RIGHT right=1; _COMPARE_INT_TRUE; _JUMP_TO_TOP 5`},
		{"floats", `_NEXT_RANGE_GUARDED; _MULTIPLY_FLOAT_GUARDED_RIGHT; _BINARY_OP_ADD_FLOAT_RIGHT; _NEXT_RANGE; _BINARY_OP_MULTIPLY_FLOAT_RIGHT; _BINARY_OP_ADD_FLOAT_RIGHT; _JUMP_TO_TOP 3`},
		{"globals_", `_NEXT_RANGE_GUARDED; _CHECK_GLOBALS; _ADD_INT_GUARDED_RIGHT right=3; _NEXT_RANGE; _ADD_INT_RIGHT right=3; _JUMP_TO_TOP 3`},
		{"calls", `*; _NEXT_RANGE; _CALL_FUNCTION_2_CALLABLE; _ADD_INT; _LEAVE_INLINED; _JUMP_TO_TOP 5`},
		{"made", `*; _NEXT_RANGE; *; _CHECK_INIT; *; _INIT_INLINED; _STORE_SLOT_GUARDED; *; _INIT_RESULT; _LEAVE_INLINED; _LOAD_SLOT_GUARDED; *_JUMP_TO_TOP 14`},
		{"yielded", `*; _GENERATOR_INLINED; _ADD_INT_GUARDED_RIGHT right=1; _COMPARE_INT_GUARDED_TRUE; _YIELD_INLINED; _ADD_INT; _JUMP_TO_TOP 5`},
		{"closed", `*; _NEXT_RANGE; _CALL_FUNCTION_1_GUARDED; _COPY_FREE_VARS; *; _LOAD_DEREF; _ADD_INT_GUARDED; _LEAVE_INLINED; _JUMP_TO_TOP 7`},
		{"by_default", `*; _NEXT_RANGE; *; _CHECK_FUNCTION_VERSION; *; _CALL_INLINED_GENERAL; *; _LEAVE_INLINED; _JUMP_TO_TOP 10`},
		{"counted", `*; _NEXT_RANGE; *; _STORE_ATTR; _CHECK_VALIDITY; _GUARD_SHAPE; _CALL_METHOD_1_CALLABLE; _ADD_INT_RIGHT right=2; _LEAVE_INLINED; _JUMP_TO_TOP 14`},
		{"folded", `*; _NEXT_RANGE; _MULTIPLY_INT_RIGHT right=40; _ADD_INT_RIGHT right=3; _ADD_INT; _JUMP_TO_TOP 5`},
		{"lcg", `*; _NEXT_RANGE; *; _BINARY_OP_MULTIPLY_INT; _BINARY_OP_RHS rhs=12345; *; _BINARY_OP_RHS rhs=2147483647; _JUMP_TO_TOP 8`},
		{"items", `_NEXT_LIST_GUARDED; _ADD_INT_GUARDED; _NEXT_LIST; _ADD_INT_GUARDED; _JUMP_TO_TOP 2`},
	} {
		if got := m.trace(c.name); !regexp.MustCompile(`^` + strings.ReplaceAll(regexp.QuoteMeta(c.want), `\*`, `.*`) + `$`).MatchString(got) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// A loop that is entered once stays in its executors.
func TestEntered(t *testing.T) {
	m := newMachine(t)
	m.Call("ints", 100000)
	c := m.e.Counts()
	if c.Made > 3 || c.Entered > 10 || c.Retired < 100000*14 {
		t.Errorf("%+v", c)
	}
}

// What a superblock takes for constant may change at any time: it is seen at once, and not relied on for ever.
func TestConstantsChange(t *testing.T) {
	m := newMachine(t)
	var log strings.Builder
	m.e.SetLog(stats.NewLog(&log, nil))
	for n := range 20 {
		m.Call("set_limit", n)
		if got, want := m.Call("globals_", 1000), fmt.Sprint(1000*n); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		m.Call("set_step", n)
		if got, want := m.Call("counted", 1000), fmt.Sprint(1000*n); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		m.Call("set_add", n%3)
		if got, want := m.Call("calls", 1000), fmt.Sprint(499500+1000*(n%3)); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
	if c := m.e.Counts(); c.Invalidations == 0 || c.Made > 60 {
		t.Errorf("%+v", c)
	}
	for _, want := range []string{`\tcalls:\d+\texecutor\t-\t\d+\t\d+ ops\n`, `\tcalls:\d+\tdropped\tassumption_broken\t`} {
		if !regexp.MustCompile(want).MatchString(log.String()) {
			t.Errorf("the log has no line %s:\n%s", want, &log)
		}
	}
}

// Every bytecode is counted once, by the tier that executes it. How many the end of a loop over a generator is depends on what FOR_ITER has
// specialized to.
func TestCounts(t *testing.T) {
	bytecodes := func(threshold int64) map[string]uint64 {
		m := newMachine(t, func(c *config.Config) { c.Threshold = threshold })
		interp.CountStats(m.T.RT)
		counts := map[string]uint64{}
		for range 3 {
			for _, r := range results {
				if r.name == "generator" || r.name == "yielded" {
					continue
				}
				before := interp.Retired(m.T.RT) + m.e.Counts().Retired
				m.Call(r.name, r.n)
				counts[r.name] += interp.Retired(m.T.RT) + m.e.Counts().Retired - before
			}
		}
		return counts
	}
	want := bytecodes(1 << 30)
	for _, threshold := range []int64{0, 7, 50} {
		if got := bytecodes(threshold); !maps.Equal(got, want) {
			t.Errorf("threshold %d: %v, want %v", threshold, got, want)
		}
	}
}
