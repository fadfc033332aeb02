package cases

import "testing"

func TestOffset(t *testing.T) {
	one := StackItem{Name: "x"}
	args := StackItem{Name: "args", Size: "oparg"}
	rest := StackItem{Name: "rest", Size: "oparg-1"}
	pairs := StackItem{Name: "pairs", Size: "oparg*2"}
	null := StackItem{Name: "null", Cond: "oparg & 1"}
	step := StackItem{Name: "step", Cond: "oparg == 3"}
	var zero offset
	for _, c := range []struct {
		got  offset
		text string
		code string
		at3  int
	}{
		{zero, "0", "0", 0},
		{zero.plus(one, 1).plus(one, 1), "2", "16", 2},
		{zero.plus(one, -1), "-1", "-8", -1},
		{zero.plus(args, 1).plus(one, 2), "2 + oparg", "16 + 8*oparg", 5},
		{zero.plus(args, -1).plus(one, -2), "-2 - oparg", "-16 - 8*oparg", -5},
		{zero.plus(args, 1).plus(args, -1), "0", "0", 0},
		{zero.plus(rest, -1).plus(one, 1), "1 - (oparg-1)", "8 - 8*(oparg-1)", -1},
		{zero.plus(pairs, 1), "(oparg*2)", "8*(oparg*2)", 6},
		{zero.plus(null, 1).plus(one, 1), "1 + (oparg & 1)", "8 + 8*(oparg & 1)", 2},
		{zero.plus(step, 1).plus(one, 2), "2 + b2i(oparg == 3)", "16 + 8*b2i(oparg == 3)", 3},
	} {
		if g := c.got.String(); g != c.text {
			t.Errorf("String() = %s, want %s", g, c.text)
		}
		if g := c.got.expr(8, ""); g != c.code {
			t.Errorf("expr(8) = %s, want %s", g, c.code)
		}
		if g, err := evalExpr(c.text, 3); err != nil || g != c.at3 {
			t.Errorf("evalExpr(%s, 3) = %d, %v, want %d", c.text, g, err, c.at3)
		}
		if !c.got.sub(c.got).zero() || !c.got.neg().neg().equal(c.got) {
			t.Errorf("%s: algebra", c.text)
		}
	}
}

func TestCondition(t *testing.T) {
	for _, c := range []struct{ cond, size, test string }{
		{"oparg & 1", "(oparg & 1)", "(oparg & 1) != 0"},
		{"int(oparg) & 1", "(int(oparg) & 1)", "(int(oparg) & 1) != 0"},
		{"oparg == 3", "b2i(oparg == 3)", "oparg == 3"},
		{"oparg >> 8", "b2i((oparg >> 8) != 0)", "(oparg >> 8) != 0"},
	} {
		if g := condSize(c.cond); g != c.size {
			t.Errorf("condSize(%s) = %s, want %s", c.cond, g, c.size)
		}
		if g := condTest(c.cond); g != c.test {
			t.Errorf("condTest(%s) = %s, want %s", c.cond, g, c.test)
		}
	}
}

func TestEffects(t *testing.T) {
	f, err := Parse("d", `
op(A, (a, b -- c)) { c = 1 }
op(B, (c, d[oparg] -- c, e)) { e = 1 }
op(C, (x, y -- y)) { }
inst(SWAP, (bottom, unused[oparg-2], top -- top, unused[oparg-2], bottom)) { }
macro(AA) = A + A;
macro(AC) = C + A;
macro(BC) = B + C;
`)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Analyze(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, effect, popped, pushed string }{
		{"AA", "(a, a, b -- c)", "3", "1"},
		{"AC", "(a, x, y -- c)", "3", "1"},
		{"BC", "(c, d[oparg] -- y)", "1 + oparg", "1"},
		{"SWAP", "(bottom, unused[oparg-2], top -- top, unused[oparg-2], bottom)", "2 + (oparg-2)", "2 + (oparg-2)"},
	} {
		e := s.Instruction(c.name).Effect
		if e.String() != c.effect || e.Popped() != c.popped || e.Pushed() != c.pushed {
			t.Errorf("%s: %s pops %s, pushes %s; want %s, %s, %s", c.name, e, e.Popped(), e.Pushed(), c.effect, c.popped, c.pushed)
		}
	}
	sw := s.Instruction("SWAP").Effect.Out
	if sw[0].From != 2 || sw[1].From != 1 || sw[2].From != 0 {
		t.Errorf("SWAP: outputs come from %d %d %d", sw[0].From, sw[1].From, sw[2].From)
	}
}
