package pycompiler

import (
	"bytes"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/insight/stats"
)

// Short functions are compiled as parts of their callers and have no code of their own.
func TestInline(t *testing.T) {
	m := newMachine(t, "inline")
	for _, c := range []struct {
		name, want string
		inlined    []string
	}{
		{"pairs", "(32459, 36205)", []string{"pair"}},
		{"counted", "3652", []string{"Counter.add", "Counter.__init__", "Counter.twice"}},
		{"summed", "40", []string{"make.<locals>.add"}},
		{"middles", "229", []string{"middle"}},
	} {
		if got := m.call(c.name, 40); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
		m.steady("MAKE_CELL MAKE_FUNCTION SET_FUNCTION_ATTRIBUTE", c.name, 40)
		for _, name := range c.inlined {
			if l := m.e.Listings(name); l != nil {
				t.Errorf("%s has code of its own: %v", name, l[0])
			}
		}
	}
}

// Where a frame is needed the call is made late, with the values computed so far; an exception passes through it.
func TestCallLate(t *testing.T) {
	m := newMachine(t, "inline")
	bs := m.global("bs")
	m.check("6", `helpers:; exits:`, "items", bs, 3)
	m.check("206", `respawn_reasons: bounds 6, helper_status 1, null_result 2, unsupported 1; exits:`, "items", bs, 5)
	m.check("206", `buffers:; helpers: BINARY_SUBSCR 2; exits:`, "items", bs, 5)
	if m.unit("item").late == 0 {
		t.Error("no late call was counted")
	}
}

// A function whose calls all turn out to be made late is not inlined for long.
func TestNotInlined(t *testing.T) {
	m := newMachine(t, "inline")
	for range 4 {
		m.check("70", `exits:`, "joined", 40)
	}
	m.check("70", `buffers:; exits:`, "joined", 40)
}

// The log can describe states inside inlined functions.
func TestLogInlined(t *testing.T) {
	m := newMachine(t, "inline")
	var log bytes.Buffer
	m.e.SetLog(stats.NewLog(&log, nil))
	for _, n := range []int{3, 5, 40} {
		m.call("items", m.global("xs"), n)
		m.call("joined", n)
		m.call("counted", n)
	}
	if !strings.Contains(log.String(), "caller's") {
		t.Errorf("no state of an inlined function:\n%s", &log)
	}
}
