package pycompiler

import "testing"

// Compiled code for sequences calls no helper.
func TestSequences(t *testing.T) {
	m := newMachine(t, "sequences")
	g := m.global
	for _, c := range []struct {
		want, name string
		args       []any
	}{
		{"612.5", "total", []any{g("floats")}},
		{"-1225", "indexed", []any{g("ints")}},
		{"1", "stored", []any{g("data")}},
		{"50", "halves", []any{g("floats")}},
		{"(1, 2, 3)", "swapped", []any{8}},
		{"5000", "returned", []any{50}},
		{"120", "unpacked", []any{g("pair"), 10}},
		{"40425", "numbered", []any{g("ints")}},
		{"40425.0", "dotted", []any{g("ints"), g("ints")}},
		{"545", "vowels", []any{g("text")}},
		{"1704", "stepped", []any{40}},
		{"(820, [1, 2, 3, 4, 5])", "appended", []any{40}},
		{"40425", "looked_up", []any{g("table"), 50}},
		{"6", "named", []any{g("names"), g("chosen")}},
		{"49", "least", []any{g("ints")}},
		{"(82, [1, 0, 1])", "sliced", []any{g("ints")}},
		{"('t-h', False)", "joined", []any{g("text")}},
		{"1099511627853", "shifted", []any{40}},
	} {
		if got := m.call(c.name, c.args...); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
		if c.name == "halves" {
			continue // other values each time
		}
		m.steady("", c.name, c.args...)
	}
	m.call("roots", g("floats"))
	m.steady("", "roots", g("floats"))
}

// An index out of bounds is a run-time condition. On its rare side a negative index is tried, and after that the helper raises.
func TestBounds(t *testing.T) {
	m := newMachine(t, "sequences")
	m.check("4", `promotions: switch 2; respawn_reasons:; helpers:`, "wrong", m.global("ints"), 4)
	m.check("49", `promotions:; respawn_reasons: bounds 1; helpers:`, "wrong", m.global("ints"), -1)
	m.check("IndexError('list index out of range')", `respawn_reasons: bounds 1, helper_status 1; helpers: BINARY_SUBSCR 1`, "wrong", m.global("ints"), 50)
	m.check("IndexError('list index out of range')", `buffers:; helpers: BINARY_SUBSCR 1`, "wrong", m.global("ints"), 60)
	m.check("3", `promotions: switch 1; helpers:`, "wrong", m.global("pair"), 0)
}

// A virtual tuple that does not escape is never built; one that is returned is built at the end.
func TestVirtualTuples(t *testing.T) {
	m := newMachine(t, "sequences")
	m.call("swapped", 3)
	_, c := m.counted("swapped", 30)
	if s := c.text("helpers"); s != "" {
		t.Errorf("helpers: %s", s)
	}
	m.check("7", `helpers: UNPACK_EX 1`, "spread", m.global("pair"))
}
