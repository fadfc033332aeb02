// Leaf programs: short functions, methods and properties called in hot loops, over instances whose attributes change during the calls, while
// what they rely on is redefined, traced, looked at through frames, or raises (upset.go). Loops inside loops have few turns.

package randprog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

type leafGen struct {
	gen
	names   []string // what expressions may read
	objects []string // whose methods and attributes are read
	callees []callee
	closure bool     // hooks of the function around: up, cell
	calm    bool     // no calls
	growing []string // the names of callees that multiply, or call such ones
	spends  bool     // some function asks spent()
	depth   int
	loop    int
}

// A callee is a function or, with a dot before it, a method.
type callee struct {
	name    string
	params  int
	keyword string
}

// generateLeaves makes a leaf program.
func generateLeaves(seed uint64) *Program {
	g := &leafGen{gen: gen{r: rand.New(rand.NewPCG(seed, 0x6c8e9cf570932bd5))}}
	p := &Program{Seed: seed, Stmts: pieces(leafPrelude)}
	var methods []*Stmt
	for k := range 3 + g.r.IntN(5) {
		if g.chance(35) {
			methods = append(methods, g.short(fmt.Sprintf("m%d", k), true))
		} else {
			p.Stmts = append(p.Stmts, g.short(fmt.Sprintf("h%d", k), false))
		}
	}
	p.Stmts = append(p.Stmts, g.leafClasses(methods)...)
	p.Stmts = append(p.Stmts, g.upset())
	p.Stmts = append(p.Stmts, pieces("CALLS = ROUND = FUEL = 0\nG, G2 = 3, 0.5\nLST = [1, 2.5, 3]\nOBJ = P(1, 2)")...)
	var drivers []string
	for k := range 2 + g.r.IntN(2) {
		name := fmt.Sprintf("drive%d", k)
		drivers = append(drivers, name)
		p.Stmts = append(p.Stmts, g.driver(name))
	}
	p.Stmts = append(p.Stmts, pieces(leafRun)...)
	var calls []*Stmt
	for range 2 + g.r.IntN(3) {
		for _, name := range drivers {
			calls = append(calls, &Stmt{Text: fmt.Sprintf("run(%s, lambda: (%s, %s, %s, %s))", name, g.constant(), g.constant(), g.pick(leafObjects), g.pick(leafLists))})
		}
	}
	p.Stmts = append(p.Stmts, &Stmt{Text: "for turn in range(4):", Body: calls, Block: true})
	return p
}

var leafObjects = []string{"OBJ", "OBJ", "P(1, 2)", "P(0.5, 2)", "Q(3, 2**47)", "Q(1.5, 2)", "S(3, 4)", "P(2**62, -1)", "P(1e999, -0.0)"}

var leafLists = []string{"LST", "LST", "[1, 2, 3]", "[0.5, 1.5, 2.5]", "[2**48, 1, 2]", "[1, 2.5, None]", "(1, 2, 3)", "[P(1, 2), P(3, 4), P(5, 6)]"}

// Numbers at the edges of what machine code holds: ints of 49 and 64 bits, floats that are no numbers.
var leafNumbers = []string{"0", "1", "2", "-1", "7", "-3", "63", "64", "2**31 - 1", "-2**31", "2**32", "2**47", "2**48 - 1", "2**48", "-2**48", "-2**48 - 1", "2**61", "2**62 - 1",
	"2**63 - 1", "2**63", "-2**63", "-2**63 - 1", "2**64 - 1", "2**64", "3037000500", "2**70", "0.5", "-0.0", "2.25", "1e999", "-1e999", "1e999 - 1e999", "1e308", "5e-324", "float(2**53)", "True", "False"}

func (g *leafGen) constant() string {
	if g.chance(5) {
		return g.pick([]string{"None", "''", "()", "[]"}) // whatever these are multiplied by, they stay small
	}
	return g.pick(leafNumbers)
}

// join puts an expression into each {} of a template.
func (g *leafGen) join(template string, depth int) string {
	return joinBy(template, func() string { return g.value(depth) })
}

// joinBy is join with expressions of any origin.
func joinBy(template string, value func() string) string {
	parts := strings.Split(template, "{}")
	for i := range parts[1:] {
		parts[i] += value()
	}
	return strings.Join(parts, "")
}

// kept makes an expression fit for a statement that may run many times in a round and keeps the value: what may be a product is cut
// back, for an int that is squared again and again grows without end.
func (g *leafGen) kept(text string) string {
	if !g.grows(text) {
		return text
	}
	return "C(" + text + ")"
}

// grows tells whether a text multiplies, itself or by what it calls.
func (g *leafGen) grows(text string) bool {
	text = strings.ReplaceAll(text, "x * 2 for", "")
	return strings.Contains(text, " * ") || strings.Contains(text, " *= ") || slices.ContainsFunc(g.growing, func(name string) bool { return strings.Contains(text, name+"(") })
}

// late is an expression for an operator or for an overriding method, which functions made earlier may call: every circle of calls
// passes one of these. If it calls anything, it asks spent(), so that a circle ends well before the limit of recursion: CPython 3.13.0
// does not check the limit in calls that it specialises for defaults, so the depth at which RecursionError comes would differ.
func (g *leafGen) late(depth int) string {
	text := g.value(depth)
	calls := slices.ContainsFunc(g.callees, func(c callee) bool { return strings.Contains(text, c.name+"(") })
	if calls || slices.ContainsFunc(ownOperators, func(op string) bool { return strings.Contains(text, op) }) {
		g.spends = true
		return "1 if spent() else " + g.kept(text)
	}
	return g.kept(text)
}

// ownOperators are how leafCalls use what leafClasses define.
var ownOperators = []string{"OBJ.pr", "OBJ[0]", "-OBJ", "(OBJ "}

var leafOperators = []string{"({} + {})", "({} + {})", "({} - {})", "({} - {})", "({} * {})", "({} // {})", "({} % {})", "({} / {})", "({} + {})", "({} - {})", "({} * {})", "({} % 1000003)", "({} & {})", "({} << 3)", "(int({}) >> 2)", "(1 | {})", "-{}", "~int({})",
	"(not {})", "({} < {})", "({} <= {})", "({} == {})", "({} != {})", "({} is None)", "({} is not True)", "({} if {} else {})", "({} if {} < {} else {})", "({} and {})", "({} or {})"}

var leafCalls = []string{"abs({})", "int({})", "float({})", "bool({})", "max({}, {})", "min({}, {})", "len(LST)", "isinstance({}, int)", "type({}) is float", "round({})", "({}, {})[1]", "({}, {}, {})[-1]", "[{}, {}][0]", "[{}, {}, {}][1:][0]", "[*LST, {}][-1]",
	"LST[0]", "LST[1]", "LST[-1]", "LST[:2][-1]", "[x * 2 for x in ({}, {})][1]", "sum([{}, {}])", "({} in ({}, 2, None))", "f'{{}}'.count('1')", "len([{}, {}])", "(lambda x: x + 1)({})", "OBJ.x", "OBJ.y", "OBJ.pr", "OBJ.k", "OBJ[0]", "-OBJ", "(OBJ + {})", "(OBJ < {})", "peek()", "upset(ROUND, {})", "({}, upset(ROUND), {})[0]", "[{}, upset(ROUND, {})][0]"}

// value is an expression over numbers; it may raise.
func (g *leafGen) value(depth int) string {
	if depth <= 0 || g.chance(15) {
		switch {
		case g.chance(20):
			return g.constantIn()
		case g.chance(25):
			return g.pick(g.objects) + g.pick([]string{".x", ".y", ".x", ".k"})
		}
		return g.pick(g.names)
	}
	switch roll := g.r.IntN(100); {
	case roll < 40 || g.calm:
		return g.join(g.pick(leafOperators), depth-1)
	case roll < 70 && len(g.callees) > 0:
		return g.call(depth - 1)
	case roll < 90:
		return g.join(g.pick(leafCalls), depth-1)
	case g.closure:
		return g.join(g.pick([]string{"up({})", "up(cell)", "cell", "q[k % 3]", "q[-1]", "q[1:][0]", "len(q)", "sum(q[:2])", "[h for h in (cell, {})][0]", "(lambda z: z + cell)({})", "next(steps(o, 2))", "next(steps(o, k & 1), {})", "sum(steps(o, k & 3))"}), depth-1)
	}
	return g.value(depth - 1)
}

// constantIn is a number in parentheses.
func (g *leafGen) constantIn() string {
	c := g.pick(leafNumbers)
	if strings.ContainsAny(c, " -*") {
		return "(" + c + ")"
	}
	return c
}

func (g *leafGen) call(depth int) string {
	c := g.callees[g.r.IntN(len(g.callees))]
	var args []string
	for range c.params {
		args = append(args, g.value(depth))
	}
	if n := len(args) - 1; c.keyword != "" && n >= 0 {
		switch {
		case g.chance(25):
			args[n] = c.keyword + "=" + args[n]
		case g.chance(30):
			args = args[:n]
		}
	}
	name := c.name
	if name[0] == '.' {
		name = g.pick(g.objects) + name
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// short makes a function, or method, that a compiler may inline; now and then one that it may not.
func (g *leafGen) short(name string, method bool) *Stmt {
	params := []string{"p", "q", "r"}[:g.r.IntN(4)]
	c := callee{name: name, params: len(params)}
	head := append([]string{}, params...)
	g.names, g.objects, g.closure = append([]string{"G", "G2"}, params...), []string{"OBJ"}, false
	g.names = append(g.names, params...)
	if method {
		c.name = "." + name
		g.objects = append(g.objects, "self", "self", "self")
	}
	if n := len(params) - 1; n >= 0 && g.chance(35) {
		head[n] += "=" + g.constant()
		c.keyword = params[n]
	}
	if method {
		head = append([]string{"self"}, head...)
	}
	var body []*Stmt
	for range g.r.IntN(3) {
		body = append(body, g.shortStatement(params, method)...)
	}
	if g.chance(95) {
		body = append(body, &Stmt{Text: "return " + g.value(1+g.r.IntN(2))})
	}
	g.callees = append(g.callees, c)
	s := &Stmt{Text: "def " + name + "(" + strings.Join(head, ", ") + "):", Body: body, Block: true}
	var text strings.Builder
	if write(&text, body, ""); g.grows(text.String()) {
		g.growing = append(g.growing, c.name)
	}
	return s
}

func (g *leafGen) shortStatement(params []string, method bool) []*Stmt {
	one := func(text string) []*Stmt { return []*Stmt{{Text: text}} }
	name := "t"
	if len(params) > 0 {
		name = g.pick(params)
	}
	switch roll := g.r.IntN(100); {
	case roll < 30:
		text := "t = " + g.value(2)
		g.names = append(g.names, "t")
		return one(text)
	case roll < 45:
		then := g.pick([]string{"return " + g.value(1), "raise Boom(" + g.pick(g.names) + ")", "return 7", "pass"})
		return []*Stmt{{Text: "if " + g.value(1) + g.pick([]string{" < ", " == ", " > ", " != "}) + g.value(1) + ":\n    " + then}}
	case roll < 65:
		o := "OBJ"
		if method {
			o = "self"
		}
		return one(o + g.pick([]string{".x = ", ".y = ", ".x += ", ".x -= ", ".z = "}) + g.kept(g.value(1)))
	case roll < 75 && len(params) > 0:
		return one(name + g.pick([]string{" += ", " -= ", " *= ", " = -"}) + g.value(1))
	case roll < 83:
		out := []*Stmt{{Text: "try:\n    t = " + g.value(1) + "\n" + g.pick([]string{"except (ZeroDivisionError, TypeError):\n    t = 5", "finally:\n    t = 6"})}}
		g.names = append(g.names, "t")
		return out
	case roll < 88:
		return one("upset(ROUND)")
	case roll < 92 && len(params) > 0:
		return one("if " + name + " == 3:\n    return again(" + name + " - 1)")
	case roll < 96 && len(params) > 0:
		return one("for " + name + " in (" + name + ", 2):\n    pass")
	}
	return one(g.pick([]string{"setg(4)", "LST[0] = LST[0]", "assert G is not None, 'G'"}))
}

// leafClasses are P, its subclass Q that overrides some methods, and S with slots.
func (g *leafGen) leafClasses(methods []*Stmt) []*Stmt {
	g.objects = []string{"self", "self", "OBJ"}
	g.names, g.closure = []string{"self.x", "self.y", "self.k", "1"}, false
	operators := func() []*Stmt {
		g.calm = g.chance(85) // else they are likely to call each other without end
		defer func() { g.calm = false }()
		late := func() string { return g.late(1) }
		return pieces(joinBy(`@property
def pr(self):
    return {}


def get(self):
    return self.x


def put(self, v):
    self.x = v
    return self


def __getitem__(self, i):
    if i == 99:
        raise IndexError
    return {}


def __add__(self, o):
    return `, late) + g.pick([]string{"self.x + o", "upset(ROUND, o)", "o", "self.y"}) + `


__radd__ = __add__


def __lt__(self, o):
    return ` + g.pick([]string{"self.x < o", "upset(ROUND) is None", "1", "raising()"}) + joinBy(`


def __neg__(self):
    return {}


def __repr__(self):
    return type(self).__name__`, late))
	}
	init := g.pick([]string{"    self.x = x\n    self.y = y", "    self.x, self.y = x, y", "    self.y = y\n    self.x = x", "    self.x = x\n    upset(ROUND)\n    self.y = y"})
	p := append(pieces("k = "+g.pick([]string{"1", "0.5", "2**48"})+"\n\n\ndef __init__(self, x, y):\n"+init), operators()...)
	p = append(p, methods...)
	var q []*Stmt
	for _, m := range methods {
		if g.chance(30) {
			head, _, _ := strings.Cut(m.Text, "\n")
			g.names = []string{"self.x", "self.y"}
			q = append(q, &Stmt{Text: head, Body: []*Stmt{{Text: "return " + g.late(1)}}, Block: true})
		}
	}
	q = append(q, pieces(g.pick([]string{"k = 2", "def get(self):\n    return self.y", "def pr(self):\n    return 3", "def __len__(self):\n    return 0", "def __eq__(self, o):\n    return upset(ROUND) is None"}))...)
	s := append(pieces("__slots__ = ('x', 'y')\nk = 3\n\n\ndef __init__(self, x, y):\n    self.x = x\n    self.y = y"), operators()...)
	s = append(s, methods...)
	return []*Stmt{{Text: "class P:", Body: p, Block: true}, {Text: "class Q(P):", Body: q, Block: true}, {Text: "class S:", Body: s, Block: true}}
}

// driver makes a function with a hot loop.
func (g *leafGen) driver(name string) *Stmt {
	rounds := 40 + g.r.IntN(60)
	g.names, g.objects, g.closure = []string{"a", "b", "a", "b", "c", "k", "n"}, []string{"o", "p", "o", "OBJ"}, true
	inside := g.block(2 + g.r.IntN(5))
	if g.chance(80) {
		inside = []*Stmt{{Text: "try:", Body: inside, Block: true}, {Text: "except Exception as e:\n    note(E(e), where(e)) if k % 4 == 0 else None\n    a, b = " + g.pick([]string{"b, k", "1, 2", "k, a if 'a' in locals() else 0.5", "0.5, 3"})}}
	}
	// What grows is cut back.
	inside = append(inside, &Stmt{Text: "a, b, c, cell = C(a), C(b), C(c), C(cell)\ncut(o), cut(p), cut(OBJ), cut(q)\nif type(q) is list and len(q) > 9:\n    q = q[:3]", Fixed: true})
	head := []*Stmt{{Text: "global ROUND\nc, n, cell, p, e = 1, 0, a, o, None", Fixed: true},
		{Text: "def up(z):\n    nonlocal cell\n    cell = C(cell + z)\n" + g.pick([]string{"    upset(ROUND)\n", ""}) + "    return cell"}}
	start := &Stmt{Text: "ROUND = k", Fixed: true}
	if g.spends {
		head[0].Text = "global FUEL\n" + head[0].Text
		start.Text += "\nFUEL = 50"
	}
	loop := &Stmt{Text: fmt.Sprintf("for k in range(%d):", rounds), Block: true, Body: append([]*Stmt{start}, inside...)}
	if g.chance(25) {
		loop.Text = fmt.Sprintf("k = -1\nwhile k < %d:", rounds)
		loop.Body = append([]*Stmt{{Text: "k += 1", Fixed: true}}, loop.Body...)
	}
	body := append(head, loop, &Stmt{Text: "return a, b, c, n, k, cell, o, q", Fixed: true})
	return &Stmt{Text: "def " + name + "(a, b, o, q):", Body: body, Block: true}
}

func (g *leafGen) block(n int) []*Stmt {
	g.depth++
	defer func() { g.depth-- }()
	var out []*Stmt
	for range n {
		stmts := g.statement()
		if g.chance(30) {
			stmts = []*Stmt{{Text: "try:", Body: stmts, Block: true}, {Text: "except Exception:\n    " + g.pick([]string{"a, b = 1, 2", "a = k", "b = c = 0.5", "a = b = c = k\n    cell = 1"})}}
		}
		out = append(out, stmts...)
	}
	return out
}

func (g *leafGen) variable() string { return g.pick([]string{"a", "b", "a", "b", "c"}) }

func (g *leafGen) statement() []*Stmt {
	roll := g.r.IntN(100)
	if g.depth > 3 {
		roll %= 66
	}
	one := func(text string) []*Stmt { return []*Stmt{{Text: text}} }
	rarely := func() string { return fmt.Sprintf("if k == %d:\n    ", 3+g.r.IntN(60)) }
	value := g.value
	if g.loop > 0 {
		value = func(depth int) string { return g.kept(g.value(depth)) }
	}
	join := func(template string) string { return joinBy(template, func() string { return value(1) }) }
	switch v := g.variable(); {
	case roll < 22:
		return one(v + " = " + value(3))
	case roll < 32:
		op, by := g.pick([]string{" += ", " -= ", " *= ", " += "}), value(1)
		if op == " *= " && g.loop > 0 {
			by = "C(" + by + ")"
		}
		return one(v + op + by)
	case roll < 44:
		// Two names of one object, or not.
		return one(join(g.pick([]string{"o.x = {}", "p.x = {}", "o.x += {}", "p.y -= {}", "o.y = p.x", "o.x = 0; p.x = {}; a = o.x", "a = p.x; o.x = {}; b = p.x; c = a", "p = o", "p = o; p.x += 1; o.x += 1; p.x += 1", "p = P({}, {})", "p = OBJ", "o.put({})", "o.put({}).put(k)", "a = o.x; up({}); b = o.x", "a = o.x; p.put({}); b = o.x + a", "OBJ.x = {}", "o.x, p.x = p.x, o.x",
			"o.w = {}", "p.__dict__['x'] = {}", "setattr(p, 'x', {})", "del o.x\no.x = {}", "o.x = o.x; o.x += 1; o.x += 1", "a = (o.x, p.put({}), o.x)[2]"})))
	case roll < 52:
		return one(join(g.pick([]string{"q[k % 3] = {}", "q = [{}, {}, {}]", "q = [{}, *q[:2]]", "a, b = b, {}", "a, *q = q", "q = q[1:] + [{}]", "q.append({})", "q[0], q[1] = q[1], {}", "q[1:2] = [{}, {}]", "a = [b, {}, upset(k), {}][k & 3]", "del q[3:]", "a = q[k & 3:][0]", "q = [x for x in q[:4]]", "q[0] += {}", "cell = {}", "n += 1", "a, b = divmod({}, 7)"})))
	case roll < 57:
		return one("upset(k)")
	case roll < 60:
		return one(join(rarely() + g.pick([]string{"o = P({}, {})", "o = Q({}, 0.5)", "o = S(1, {})", "o = p = OBJ", v + " = " + g.constant(), "q = " + g.pick(leafLists), "break", "continue", "return (a, b, k)", "raise Boom(k)"})))
	case roll < 63:
		return one("del " + v + g.pick([]string{"", "\n" + v + " = " + g.pick(leafNumbers)}))
	case roll < 66:
		return one(rarely() + g.pick([]string{"note(snap(sys._getframe()))", "note(sorted(locals()))", "sys.settrace(tracer)", "sys._getframe().f_locals['" + v + "'] = " + g.constant(), "sys.settrace(None)", "gc.collect()"}))
	case roll < 74:
		out := []*Stmt{{Text: "if " + g.value(2) + ":", Body: g.block(1 + g.r.IntN(2)), Block: true}}
		if g.chance(50) {
			out = append(out, &Stmt{Text: "else:", Body: g.block(1), Block: true})
		}
		return out
	case roll < 87:
		return g.turns()
	case roll < 96:
		out := []*Stmt{{Text: "try:", Body: g.block(1 + g.r.IntN(2)), Block: true}}
		if g.chance(75) {
			what := g.pick([]string{"Exception as e", "Boom as e", "(TypeError, AttributeError)", "ArithmeticError", "NameError"})
			out = append(out, &Stmt{Text: "except " + what + ":\n    " + g.pick([]string{"note(E(sys.exception()), where(sys.exception()))", "a, b = k, 0.5", v + " = 3", "c = sys.exception().__traceback__.tb_lineno"}), Body: g.block(g.r.IntN(2)), Block: true})
			if g.chance(30) {
				out = append(out, &Stmt{Text: "finally:", Body: g.block(1), Block: true})
			}
			return out
		}
		return append(out, &Stmt{Text: "finally:", Body: g.block(1), Block: true})
	}
	return []*Stmt{{Text: "with CM(" + g.pick([]string{"k", "1", "2"}) + ") as n:", Body: g.block(1 + g.r.IntN(2)), Block: true}}
}

// turns is a loop of few turns.
func (g *leafGen) turns() []*Stmt {
	g.loop++
	defer func() { g.loop-- }()
	if g.loop > 2 {
		return []*Stmt{{Text: "n = k & 3"}}
	}
	if g.chance(20) {
		limit := fmt.Sprintf("lim%d", g.loop)
		first := g.pick([]string{"n = 4\nwhile n:\n    n -= 1", "n = 2**48 - 2\nwhile n < 2**48 + 1:\n    n += 1", "n = 2**63 - 3\nwhile n < 2**63 + 1:\n    n += 1", "n = 0.5\nwhile n < 3:\n    n += n"})
		return []*Stmt{{Text: limit + " = 0\n" + first + "\n    " + limit + " += 1\n    if " + limit + " > 7:\n        break", Body: g.block(1 + g.r.IntN(3)), Block: true}}
	}
	body := g.block(1 + g.r.IntN(3))
	if g.chance(30) {
		body = append(body, &Stmt{Text: "if " + g.value(1) + ":\n    " + g.pick([]string{"break", "continue"})})
		body = append(body, g.block(1)...)
	}
	head := g.pick([]string{"range(2)", "range(3)", "range(4)", "range(5)", "range(k & 3)", "range(5, 0, -2)", "q[:4]", "q[1:4]", "(b, 1, c)", "steps(o, 3)", "steps(p, k & 3)", "reversed(q[:3])", "map(up, q[:2])"})
	target := g.pick([]string{"n", "n", "a", "c"})
	if g.chance(15) {
		target, head = "n, c", "enumerate("+head+")"
	} else if g.chance(10) {
		target, head = "p", "[o, OBJ, P(1, k)]"
	}
	out := []*Stmt{{Text: "for " + target + " in " + head + ":", Body: body, Block: true}}
	if g.chance(15) {
		out = append(out, &Stmt{Text: "else:", Body: g.block(1), Block: true})
	}
	return out
}
