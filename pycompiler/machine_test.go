// Tests of the compiler on short programs: what is compiled, when, and why. The paper's own examples come first.

package pycompiler

import (
	"bytes"
	"strings"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/stats"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// for i in range(n): i is known to be 0 at first, and is un-promoted when the loop reaches its head with 1; after that the code matches exactly.
func TestRangeLoop(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("0", `promotions: switch 1; dispatcher: exact 1, miss 5, partial 1; pauses: made 6, resumed 1; respawn_reasons:; helpers:`, "loop", 1) // a buffer has four turns
	m.check("1", `promotions:; dispatcher: miss 1; pauses: resumed 1; helpers:`, "loop", 2)                                                        // after a loop of more than one turn
	m.check("99", `buffers: normal 1, unify 1; dispatcher: exact 1; pauses: resumed 1; helpers:; exits:`, "loop", 100)                             // left in another turn
	m.check("99", `buffers:; dispatcher:; pauses:; helpers:; exits:`, "loop", 100)
}

// BINARY_OP + on ints: one switch for each operand. A result that does not fit 49 bits is a big int, made where the result is boxed.
func TestAdd(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("3", `promotions: switch 2; buffers: normal 3, respawn 4; dispatcher: miss 1; helpers:;
		stages: run-time->fixed 2, virtual->run-time 1`, "add", 1, 2)
	m.check("7", `buffers:; promotions:; helpers:`, "add", 3, 4)
	m.check("281474976710656", `buffers:; helpers:`, "add", 1<<47, 1<<47)
	m.check("5.5", `promotions: switch 1; helpers:`, "add", 1.5, 4) // the second operand is first tested for int, its class before
	m.check("6.0", `promotions: switch 1; helpers:`, "add", 1.5, 4.5)
	m.check("6.0", `buffers:; promotions:; helpers:`, "add", 1.5, 4.5)
	m.check("'ab'", `helpers:`, "add", "a", "b")
	pair := m.global("pair")
	m.check("(1, 2, 1, 2)", `helpers: BINARY_OP 1`, "add", pair, pair) // known to be neither numbers nor strs
	m.check("(1, 2, 1, 2)", `buffers:; promotions:; helpers: BINARY_OP 1`, "add", pair, pair)
}

// Overflow of an int64 is a run-time condition. On its rare side the operation is lazy, and is computed here when it is returned. The result is a
// big int of one word, and then of two words, for which the helper shifts.
func TestOverflow(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("4611686018427387904", `respawn_reasons:; helpers:`, "shifted", 62)
	m.check("9223372036854775808", `respawn_reasons: overflow 1; helpers:`, "shifted", 63)
	m.check("9223372036854775808", `buffers:; helpers:`, "shifted", 63)
	m.check("18446744073709551616", `helpers:`, "shifted", 64)
	m.check("18446744073709551616", `buffers:; helpers:`, "shifted", 64)
	m.check("4", `respawn_reasons:; helpers:`, "shifted", 2)
}

// A conditional jump is a pause: the untaken branch costs a snapshot, and is compiled when it is first taken.
func TestBranch(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("'few'", `promotions: switch 1; pauses: made 1; buffers: normal 2, pause 1, respawn 3; helpers:`, "branch", 1)
	m.check("'few'", `buffers:; pauses:`, "branch", 2)
	m.check("'many'", `promotions:; pauses: resumed 1; buffers: normal 1, respawn 1`, "branch", 20)
	m.check("'many'", `buffers:; pauses:`, "branch", 20)
	m.check("'few'", `buffers:; pauses:`, "branch", 2)
}

// At a join, what only one of the branches knows is un-promoted.
func TestJoin(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("3", `promotions: switch 2; pauses: made 2; dispatcher: miss 2`, "both", 1, 1)
	m.check("2", `promotions:; pauses: made 1, resumed 1; dispatcher: miss 2, partial 1`, "both", 10, 1)
	m.check("0", `promotions:; pauses: resumed 1; dispatcher: exact 1, partial 1`, "both", 10, 10)
	m.check("1", `promotions:; pauses: resumed 1; dispatcher: exact 1, partial 1`, "both", 1, 10)
	for _, c := range []struct {
		x, y int
		want string
	}{{1, 1, "3"}, {10, 1, "2"}, {10, 10, "0"}, {1, 10, "1"}} {
		m.check(c.want, `buffers:; helpers:; exits:`, "both", c.x, c.y)
	}
}

// Branches do not join before a short tail.
func TestShortTail(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("3", `promotions: switch 2; pauses: made 2; dispatcher: miss 2`, "short_tail", 1, 1)
	m.check("2", `pauses: made 1, resumed 1; dispatcher: miss 1, partial 1`, "short_tail", 10, 1)
	m.check("0", `pauses: resumed 1; dispatcher: miss 1`, "short_tail", 10, 10)
	m.check("1", `pauses: resumed 1; dispatcher: exact 1, partial 1`, "short_tail", 1, 10)
}

// A global is a watched constant. (The respawns besides that of the return are for the native stack and the poll at the function's entry.)
func TestGlobal(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("10", `buffers: assumption 1, normal 1, respawn 3; helpers:`, "watched")
	m.check("10", `buffers:; other: instructions 3`, "watched")
	m.check("None", `other: instructions 4, invalidations 1`, "set_limit", 11)
	m.check("11", `buffers: assumption 1, normal 1, respawn 3; helpers:`, "watched")
	m.check("11", `buffers:; helpers:`, "watched")
}

// A global that changes repeatedly is no longer a constant: it is read from its dict entry.
func TestVariableGlobal(t *testing.T) {
	m := newMachine(t, "machine")
	for n, want := range []string{"10", "11", "12", "13", "14", "15"} {
		if got := m.call("watched"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		m.call("set_limit", 11+n)
	}
	m.check("16", `buffers:; helpers:; other: instructions 3`, "watched")
	m.check("None", `buffers:; other: instructions 4`, "set_limit", 17)
	m.check("17", `buffers:; helpers:; other: instructions 3`, "watched")
}

// A builtin may be hidden by a global, and be visible again later.
func TestBuiltin(t *testing.T) {
	m := newMachine(t, "machine")
	for range 2 {
		m.check("3", ``, "builtin", "abc")
		m.check("None", ``, "hide_len")
		m.check("-1", ``, "builtin", "abc")
		m.check("None", ``, "show_len")
	}
	m.check("3", ``, "builtin", "abc")
	m.check("3", `buffers:; pauses:`, "builtin", "abc")
}

// After a call, code does not rely on an assumption that the callee broke.
func TestBrokenInTheMiddle(t *testing.T) {
	m := newMachine(t, "machine")
	nothing, raise := m.global("nothing"), m.global("raise_limit")
	for range 3 {
		m.check("20", ``, "middle", nothing)
	}
	m.check("20", `buffers:; other: instructions 13`, "middle", nothing)
	m.check("120", `respawn_reasons: assumption_broken 1; other: instructions 18, invalidations 1`, "middle", raise)
	m.check("220", ``, "middle", nothing)
	m.check("320", ``, "middle", raise)
	m.check("520", ``, "middle", raise)
	m.check("720", ``, "middle", raise)
	m.check("820", ``, "middle", nothing)
	m.check("820", ``, "middle", nothing)
	m.check("820", `buffers:; respawn_reasons:`, "middle", nothing)
}

// A call of a Python function is a native call of code for what is known of the arguments; no code for boxed arguments is made.
func TestCalls(t *testing.T) {
	m := newMachine(t, "machine")
	m.unit("square").late = late + 1 // so that it is not inlined
	m.check("285", `helpers:; exits:`, "squares", 10)
	m.check("285", `buffers:; helpers:`, "squares", 10)
	m.check("332.5", `helpers:`, "fsquares", 10)
	for _, l := range m.e.Listings("square") {
		if l.Offset == 0 && strings.HasPrefix(l.Snapshot[0].String(), "x: value in") {
			t.Errorf("%s starts from %v", l.Name, l.Snapshot)
		}
	}
}

func TestRecursion(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("55", `helpers:; exits:`, "fib", 10)
	m.check("6765", `buffers:; helpers:; exits:`, "fib", 20)
	m.check("500", `helpers:; exits:`, "deep", 500)
	m.check("RecursionError('maximum recursion depth exceeded')", `respawn_reasons: helper_status 1, null_result 2, recursion 2, type_miss 2; exits:`, "deep", 2000)
	m.check("RecursionError('maximum recursion depth exceeded')", `buffers:; exits:`, "deep", 2000)
	m.check("500", `buffers:; helpers:; exits:`, "deep", 500)
}

// A handler is compiled as part of its function when it is first reached. An unhandled exception leaves the function as Null.
func TestExceptions(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("3", `respawn_reasons:; helpers:`, "divide", 7, 2)
	m.check("'zero'", `respawn_reasons: division_by_zero 1, helper_status 1, unsupported 1; exits:`, "divide", 7, 0)
	m.check("'zero'", `buffers:; helpers: BINARY_OP 1; exits:`, "divide", 8, 0)
	m.check("4", `buffers:; helpers:`, "divide", 8, 2)
	const zero = "ZeroDivisionError('integer division or modulo by zero')"
	m.check("3", `respawn_reasons:; helpers:`, "reraise", 7, 2)
	m.check(zero, `respawn_reasons: division_by_zero 2, helper_status 1, null_result 1; exits:`, "reraise", 7, 0) // inlined, and in the late call
	m.check(zero, `buffers:; helpers: BINARY_OP 1; exits:`, "reraise", 7, 0)
	for range 5 {
		m.check("3", ``, "catch_inner", 7, 2)
		m.check("'integer division or modulo by zero'", ``, "catch_inner", 7, 0)
	}
	m.check("'integer division or modulo by zero'", `buffers:; exits:`, "catch_inner", 7, 0)
}

// Operations on numbers known while compiling are folded.
func TestFolding(t *testing.T) {
	m, plain := newMachine(t, "machine"), newMachine(t, "machine")
	plain.e.setThreshold(1 << 30)
	for _, c := range []struct {
		name    string
		helpers uint64 // for numbers that are not small ints
	}{{"fold_ints", 1}, {"fold_floats", 0}, {"fold_big", 9}} {
		got, n := m.counted(c.name)
		h := n["helpers"]
		if h := h["BINARY_OP"] + h["UNARY_NEGATIVE"] + h["COMPARE_OP"]; got != plain.call(c.name) || h != c.helpers {
			t.Errorf("%s: %s; %d calls of helpers", c.name, got, h)
		}
	}
	for n := range 6 {
		m.check(plain.call("fold_error", n), "", "fold_error", n)
	}
}

// steadyLoops compile nothing more after some calls, and then run in machine code only; helpers lists the exceptions.
var steadyLoops = []struct {
	name    string
	args    []any
	helpers string
}{
	{"int_loop", []any{100}, ""},
	{"while_loop", []any{100}, ""},
	{"float_loop", []any{100}, ""},
	{"mixed_loop", []any{100}, ""},
	{"nested_loop", []any{20}, ""},
	{"triangle_loop", []any{20}, ""},
	{"list_loop", nil, ""},
	{"index_loop", nil, "CALL"}, // len()
	{"store_loop", nil, ""},
	{"flist_loop", nil, ""},
	{"tuple_loop", nil, ""},
	{"unpack_loop", nil, ""},
	{"call_loop", []any{50}, ""},
	{"default_loop", []any{50}, ""},
	{"branch_call_loop", []any{50}, ""},
	{"bool_loop", []any{50}, ""},
	{"attr_loop", []any{50}, ""},
	{"method_loop", []any{50}, ""},
	{"move_loop", []any{50}, ""},
	{"swap_loop", []any{50}, ""},
	{"spill_loop", []any{50}, ""},
	{"try_loop", []any{50}, ""},
	{"squares", []any{50}, ""},
	{"fsquares", []any{50}, ""},
	{"fib", []any{10}, ""},
	{"deep", []any{100}, ""},
	{"big_loop", []any{100}, "BINARY_OP"},
	{"overflow_loop", []any{100}, "BINARY_OP"},
}

func TestSteady(t *testing.T) {
	m := newMachine(t, "machine")
	for _, c := range steadyLoops {
		m.steady(c.helpers, c.name, c.args...)
	}
}

// The results equal the interpreter's with any number of versions, with checks on, and with too little code memory.
func TestSettings(t *testing.T) {
	plain := newMachine(t, "machine")
	plain.e.setThreshold(1 << 30)
	for _, set := range []struct {
		name string
		f    func(*config.Config)
	}{
		{"maxversions=0", func(c *config.Config) { c.MaxVersions = 0 }},
		{"maxversions=1", func(c *config.Config) { c.MaxVersions = 1 }},
		{"maxversions=3", func(c *config.Config) { c.MaxVersions = 3 }},
		{"check", func(c *config.Config) { c.Check = true }},
		{"seed=1", func(c *config.Config) { c.Seed = 1 }},
		{"seed=2, check", func(c *config.Config) { c.Seed, c.Check = 2, true }},
		{"codecap=14K", func(c *config.Config) { c.CodeCap = 14 << 10 }},
		{"listing", func(c *config.Config) { c.Listing = true }},
	} {
		t.Run(set.name, func(t *testing.T) {
			m := newMachine(t, "machine", set.f)
			for range 3 {
				for _, c := range steadyLoops {
					m.check(plain.call(c.name, c.args...), "", c.name, c.args...)
				}
			}
		})
	}
}

// A site that sees a thousand types becomes megamorphic: code, time and metadata stay bounded.
func TestThousandTypes(t *testing.T) {
	m := newMachine(t, "machine")
	all := m.global("thousand")
	for _, c := range []struct {
		name    string
		helpers string
		buffers uint64 // at most
	}{
		{"kinds", "TO_BOOL 1000", 40},
		{"attrs", "LOAD_ATTR 993", 40},
		{"calls", "CALL 993, LOAD_ATTR 1981", 80},
		{"negate", "UNARY_NEGATIVE 1000", 40},
	} {
		got, n := m.counted(c.name, all)
		if got != "1000" || n["buffers"]["normal"]+n["buffers"]["respawned"] > c.buffers {
			t.Errorf("%s: %s; buffers: %s", c.name, got, n.text("buffers"))
		}
		m.check("1000", "buffers:; promotions:; pauses:; dispatcher:; exits:", c.name, all)
		if code := m.e.Stats().Totals[stats.CodeBytes] + m.e.Stats().Totals[stats.MetadataBytes]; code > 300<<10 {
			t.Errorf("%s: %d bytes of code and metadata", c.name, code)
		}
	}
}

// What is known of a variable that will be overwritten makes no versions of a loop: one loop head serves all types.
func TestDeadVariables(t *testing.T) {
	m := newMachine(t, "machine")
	m.check("30", "", "attrs", m.global("three"))
	m.check("30", "buffers:; helpers:; exits:", "attrs", m.global("three"))
	if n := m.versions("attrs", bc.FOR_ITER); n > 3 { // the first turns know n and the index
		t.Errorf("%d versions of the loop", n)
	}
}

// On-stack replacement: a hot loop is entered in the middle of its function, with the frame as tier 1 left it.
func TestOnStackReplacement(t *testing.T) {
	m, plain := newMachine(t, "machine"), newMachine(t, "machine")
	plain.e.setThreshold(1 << 30)
	u := m.unit("int_loop")
	u.code.Hot = 100
	got, c := m.counted("int_loop", 1000)
	if want := plain.call("int_loop", 1000); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n := c["other"]["instructions"]; n < 12*850 || n > 12*910 {
		t.Errorf("%d instructions in machine code", n)
	}
	if s := c.text("helpers"); s != "" { // the iterator that tier 1 made has become virtual
		t.Errorf("helpers: %s", s)
	}
	for key := range u.entries {
		if op := u.in(key.index).op; op != bc.FOR_ITER || key.depth != 1 {
			t.Errorf("entered at %s, depth %d", bc.Name(op), key.depth)
		}
	}
	m.check(got, "exits:", "int_loop", 1000) // now from the start
	if len(u.entries) != 2 {
		t.Errorf("entries: %v", u.entries)
	}
}

// When tracing begins, frames in machine code continue in tier 1: the outermost frame in the loop that entered machine code, each inner frame in a
// loop of its own. When tracing ends, they return to machine code.
func TestExits(t *testing.T) {
	m, plain := newMachine(t, "machine"), newMachine(t, "machine")
	plain.e.setThreshold(1 << 30)
	for _, c := range []struct {
		name  string
		exits string
		turn  uint64 // approximate number of instructions in a turn
	}{
		{"traced_loop", "breaker 1", 14},
		{"traced_callee", "breaker 2", 22},
	} {
		want := plain.call(c.name, 1000)
		for range 3 {
			got, n := m.counted(c.name, 1000)
			if got != want || n.text("exits") != c.exits {
				t.Errorf("%s: %s, want %s; exits: %s", c.name, got, want, n.text("exits"))
			}
			if ins := n["other"]["instructions"]; ins < c.turn*800 || ins > c.turn*995 {
				t.Errorf("%s: %d instructions in machine code", c.name, ins)
			}
		}
	}
}

// A merge point has at most MaxVersions versions and one general version.
func TestMaxVersions(t *testing.T) {
	plain := newMachine(t, "machine")
	plain.e.setThreshold(1 << 30)
	for _, most := range []int64{0, 1, 2, 8} {
		m := newMachine(t, "machine", func(c *config.Config) { c.MaxVersions = most })
		for _, name := range []string{"versions_loop", "versions_call"} {
			for range 3 {
				m.check(plain.call(name, 100), "", name, 100)
			}
			m.check(plain.call(name, 100), "buffers:; pauses:; exits:", name, 100)
		}
		points, general := map[dispatcher.Key]int{}, map[dispatcher.Key]int{}
		m.eachVersion(func(v *dispatcher.Version) {
			if points[v.Key()]++; v.General {
				general[v.Key()]++
			}
		})
		for key, n := range points {
			if g := general[key]; int64(n-g) > most || g > 1 {
				t.Errorf("at most %d: %s at %d has %d versions, %d general", most, key.Unit, key.PC, n, g)
			}
		}
		if most < 3 && len(general) == 0 {
			t.Errorf("at most %d: there is no general version", most)
		}
	}
}

// The same snapshot compiles to the same code at any time.
func TestSameCode(t *testing.T) {
	m := newMachine(t, "machine")
	for _, c := range steadyLoops {
		m.call(c.name, c.args...)
	}
	var all []*dispatcher.Version
	m.eachVersion(func(v *dispatcher.Version) { all = append(all, v) })
	for _, v := range all {
		first, again := m.compiled(v), m.compiled(v)
		if !bytes.Equal(first, again) {
			t.Errorf("%s at %d: %d and %d bytes", v.Unit, v.PC, len(first), len(again))
		}
	}
	if len(all) < 50 {
		t.Errorf("%d versions", len(all))
	}
}

// compiled is the code of a version before it is placed in memory.
func (m *machine) compiled(v *dispatcher.Version) []byte {
	c := m.e.newCompiler(v.Snapshot, codebuf.Normal)
	c.version = v
	c.loop()
	if c.more != nil {
		m.e.disp.Remove(c.more)
	}
	c.s.EmitCold()
	for _, p := range c.pending {
		c.a.Bind(p.label)
	}
	c.s.EmitLiterals()
	if c.assumed {
		c.a.AlignTo(4)
		c.a.Bind(c.flag)
	}
	code, err := c.a.Link(1 << 30)
	if err != nil {
		m.Fatal(err)
	}
	return bytes.Clone(code)
}
