// What the compiler's tests share: a world with an engine, calls of functions from testdata, and the counters of each call.
//
// The programs of testdata are compiled by CPython beforehand: go run ./tests/gen -compile -dir pycompiler/testdata

package pycompiler

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules/worldtest"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

func init() { loud = true }

// machine is a world in which a program of testdata has been interpreted; functions called after that are compiled at once.
type machine struct {
	*worldtest.World
	t       *object.Thread
	e       *Engine
	globals *object.Dict //psy:root the modules of the world have it
	out     *bytes.Buffer
}

// newMachine makes a machine; the functions in set change its configuration.
func newMachine(t testing.TB, program string, set ...func(*config.Config)) *machine {
	t.Helper()
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	c := config.Default()
	c.Threshold, c.Count = 1<<30, true
	for _, f := range set {
		f(&c)
	}
	var e *Engine
	w := worldtest.New(t, program, func(rt *object.Runtime) {
		var err error
		if e, err = New(rt, c, stats.New()); err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { e.Close() })
	})
	if c.Threshold == 1<<30 {
		e.setThreshold(-1) // compile at the first call from Go
	}
	return &machine{w, w.T, e, w.Globals, w.Out}
}

func (m *machine) exception() string { return m.Exception() }

func (m *machine) global(name string) Value { return m.Global(name) }

func (m *machine) call(name string, args ...any) string { return m.Call(name, args...) }

// counters by group and name.
type counters map[string]map[string]uint64

func (m *machine) counters() counters {
	st := m.e.Stats()
	out := counters{"other": {"invalidations": st.Totals[stats.Invalidations], "instructions": st.Totals[stats.NativeBytecodes]}}
	for _, g := range append(st.Groups(), st.HelperCounts(bc.Name)) {
		out[g.Name] = map[string]uint64{}
		for _, c := range g.Counters {
			out[g.Name][c.Name] = c.N
		}
	}
	return out
}

func (c counters) minus(was counters) counters {
	out := counters{}
	for group, g := range c {
		out[group] = map[string]uint64{}
		for name, n := range g {
			if d := n - was[group][name]; d != 0 {
				out[group][name] = d
			}
		}
	}
	return out
}

// counted calls a function and gives the counters of that call.
func (m *machine) counted(name string, args ...any) (result string, c counters) {
	was := m.counters()
	result = m.call(name, args...)
	return result, m.counters().minus(was)
}

// text shows a group in the form of expectations: "name n, name n".
func (c counters) text(group string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c[group])) {
		parts = append(parts, fmt.Sprintf("%s %d", name, c[group][name]))
	}
	return strings.Join(parts, ", ")
}

// check calls a function, and compares its result and the named groups of counters: "group: counter n, counter n; group: ...". Within a named
// group, a counter that is not mentioned must be zero. It reports whether everything was as expected.
func (m *machine) check(result, want string, name string, args ...any) bool {
	m.Helper()
	got, c := m.counted(name, args...)
	ok := true
	if got != result {
		m.Errorf("%s%v is %s, want %s", name, args, got, result)
		ok = false
	}
	for _, part := range strings.Split(want, ";") {
		group, list, _ := strings.Cut(strings.TrimSpace(part), ":")
		if group == "" {
			continue
		}
		if c[group] == nil {
			m.Fatalf("there is no group %q", group)
		}
		if list = strings.TrimSpace(list); c.text(group) != list {
			m.Errorf("%s%v: %s: %s\nwant: %s", name, args, group, c.text(group), list)
			ok = false
		}
	}
	return ok
}

// codeGroups are the groups of counters that are all zero when nothing is compiled.
var codeGroups = []string{"buffers", "promotions", "respawn_reasons", "pauses", "dispatcher", "stages"}

// steady calls a function several times, and then once more. That last call must compile nothing, call no helpers but those listed, and have no
// side exits. It returns the number of instructions that the last call executed.
func (m *machine) steady(helpers string, name string, args ...any) uint64 {
	m.Helper()
	want := ""
	for range 4 {
		want = m.call(name, args...)
	}
	got, c := m.counted(name, args...)
	if got != want {
		m.Errorf("%s%v is %s, was %s", name, args, got, want)
	}
	for _, g := range append(codeGroups, "exits") {
		if s := c.text(g); s != "" {
			m.Errorf("%s%v is not steady: %s: %s", name, args, g, s)
		}
	}
	allowed := strings.Fields(helpers)
	for h, n := range c["helpers"] {
		if !slices.Contains(allowed, h) {
			m.Errorf("%s%v: %d calls of the helper %s", name, args, n, h)
		}
	}
	if c["other"]["instructions"] == 0 {
		m.Errorf("%s%v: no machine code", name, args)
	}
	return c["other"]["instructions"]
}

// makesNothing reports whether a function that is called with a number of turns makes less than an object in each.
func (m *machine) makesNothing(name string, turns int) bool {
	for range 5 { // the allocator may go to another hole in between
		was := m.t.Ptr
		m.call(name, turns)
		if m.t.Ptr-was < 16*uintptr(turns) {
			return true
		}
	}
	return false
}

// unit is the unit of a function of the program.
func (m *machine) unit(name string) *Unit {
	fn := object.As[object.Function](m.global(name))
	return m.e.unitOf(fn.Code, fn.Globals, fn.Builtins)
}

// versions is the number of versions at the function's first merge point that is an instruction with opcode op.
func (m *machine) versions(name string, op uint8) int {
	u := m.unit(name)
	for i, in := range u.all() {
		if in.next != 0 && in.op == op && u.is(merges, i) {
			return m.e.disp.Versions(dispatcher.Key{Unit: u, PC: i})
		}
	}
	m.Fatalf("%s has no %s", name, bc.Name(op))
	return 0
}

// eachVersion calls f for the versions that have code.
func (m *machine) eachVersion(f func(*dispatcher.Version)) {
	m.e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && rec.version() != nil && !b.Dead() {
			f(rec.version())
		}
	})
}
