// The generator: fixed helper functions and classes of random content, then sections of random statements.

package randprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

type gen struct {
	r     *rand.Rand
	loops []string // loop variables in scope
	hot   bool     // inside a loop of many rounds
	label int
	names int
}

// Generate makes the program of a seed: a leaf program for every other one.
func Generate(seed uint64) *Program {
	if seed%2 == 1 {
		return generateLeaves(seed)
	}
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
	p := &Program{Seed: seed}
	p.Stmts = append(p.Stmts, g.functions()...)
	p.Stmts = append(p.Stmts, g.classes()...)
	sections := 3 + g.r.IntN(4)
	for i := range sections {
		name := fmt.Sprintf("sect%d", i)
		body := append(g.declarations(), g.block(6+g.r.IntN(10), 0)...)
		body = append(body, g.summary())
		p.Stmts = append(p.Stmts, &Stmt{Text: "def " + name + "():", Body: body, Block: true})
		call := &Stmt{Text: fmt.Sprintf("try:\n    print(%q, R(%s()))\nexcept Exception as e:\n    print(%q, E(e))", name, name, name)}
		p.Stmts = append(p.Stmts, call)
	}
	// The last section is the module itself.
	p.Stmts = append(p.Stmts, g.declarations()...)
	p.Stmts = append(p.Stmts, &Stmt{Text: "try:", Body: g.block(5+g.r.IntN(6), 0), Block: true}, &Stmt{Text: "except Exception as e:\n    print(\"module\", E(e))"})
	p.Stmts = append(p.Stmts, g.summary())
	p.Stmts = append(p.Stmts, hotSections(seed)...)
	return p
}

func (g *gen) pick(list []string) string { return list[g.r.IntN(len(list))] }

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

// expr makes an expression of a kind.
func (g *gen) expr(kind byte, depth int) string {
	if depth <= 0 || g.chance(25) {
		return g.leaf(g.pick(leaves[kind]))
	}
	text := g.fill(g.pick(compound[kind]), depth-1)
	if strings.ContainsAny(kindsInfix, string(kind)) {
		return "(" + text + ")"
	}
	return text
}

// kindsInfix are the kinds whose templates may be infix expressions, and so need parentheses.
const kindsInfix = "ifbslytdzae"

// fill replaces {x} by an expression of kind x, and {{ }} by braces.
func (g *gen) fill(template string, depth int) string {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		c := template[i]
		switch {
		case (c == '{' || c == '}') && i+1 < len(template) && template[i+1] == c:
			b.WriteByte(c)
			i++
		case c == '{' && i+2 < len(template) && template[i+2] == '}':
			e := g.expr(template[i+1], depth)
			if strings.HasPrefix(template, "f'") {
				// Inside an f-string, parentheses keep ":" and "!" apart, and nested quotes are fine since 3.12.
				e = "(" + e + ")"
			}
			if i+3 < len(template) && template[i+3] == '.' && e[0] >= '0' && e[0] <= '9' {
				e = "(" + e + ")"
			}
			b.WriteString(e)
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// leaf replaces $x by a variable of kind x.
func (g *gen) leaf(text string) string {
	for {
		at := strings.IndexByte(text, '$')
		if at < 0 {
			if strings.HasPrefix(text, "-") {
				return "(" + text + ")"
			}
			return text
		}
		kind := text[at+1]
		var name string
		switch {
		case kind == 'k':
			name = "3"
			if len(g.loops) > 0 {
				name = g.pick(g.loops)
			}
		case kind == 'i' && len(g.loops) > 0 && g.chance(30):
			name = g.pick(g.loops)
		default:
			name = fmt.Sprintf("%c%d", kind, g.r.IntN(variables[kind]))
		}
		text = text[:at] + name + text[at+2:]
	}
}

// targets is leaf for statements that assign: loop variables stay as they are.
func (g *gen) targets(text string) string {
	loops := g.loops
	g.loops = nil
	defer func() { g.loops = loops }()
	return g.leaf(text)
}

// variables says how many variables of each kind every section has: i0, i1, ...
var variables = map[byte]int{'i': 4, 'f': 2, 'b': 2, 's': 3, 'l': 3, 't': 2, 'd': 2, 'z': 2, 'o': 2, 'a': 2, 'y': 1}

var order = "ifbsltdzoay"

func (g *gen) declarations() []*Stmt {
	var out []*Stmt
	for _, kind := range []byte(order) {
		for n := range variables[kind] {
			value := g.pick(initial[kind])
			out = append(out, &Stmt{Text: fmt.Sprintf("%c%d = %s", kind, n, value)})
		}
	}
	return out
}

var initial = map[byte][]string{
	'i': {"0", "1", "5", "-3", "12", "1000003", "281474976710655", "-4611686018427387904", "36893488147419103232"},
	'f': {"0.5", "-2.25", "1e10", "3.0", "0.1"},
	'b': {"True", "False"},
	's': {"'start'", "'é\\u20ac'", "'A b C'", "''", "'\\U0001f40d!'"},
	'l': {"[1, 2, 3]", "[]", "['x', 2.5, None]", "[5, 4, 3, 2]"},
	't': {"(1, 2)", "()", "('t', 1.5)"},
	'd': {"{'a': 1, 'b': [2]}", "{}", "{1: 'x', 2: 'y'}"},
	'z': {"{1, 2, 3}", "set()", "{10, 20, 2.5}"},
	'o': {"Kls0(3)", "Kls1(4, 'n')", "Kls2(5)"},
	'a': {"None", "0", "'any'", "[1]"},
	'y': {"b'bytes'", "b''"},
}

func (g *gen) summary() *Stmt {
	return &Stmt{Text: "for v in (i0, i1, i2, i3, f0, f1, b0, s0, s1, s2, l0, l1, t0, d0, d1, z0, z1, o0, o1, a0, a1):\n    print(R(v), end=' ')\nprint()"}
}

func (g *gen) block(n, depth int) []*Stmt {
	var out []*Stmt
	for range n {
		out = append(out, g.stmt(depth)...)
	}
	return out
}

func (g *gen) print(depth int) *Stmt {
	g.label++
	kinds := "iiiffbssslltddzoaaae"
	e := g.expr(kinds[g.r.IntN(len(kinds))], 3)
	text := fmt.Sprintf("try:\n    print(%d, R(%s))\nexcept Exception as e:\n    print(%d, E(e))", g.label, e, g.label)
	if g.hot && len(g.loops) > 0 {
		text = fmt.Sprintf("if %s %% 53 == 17:\n    ", g.loops[0]) + strings.ReplaceAll(text, "\n", "\n    ")
	}
	return &Stmt{Text: text}
}

// guarded is a simple statement that may raise, with its handler.
func (g *gen) guarded(text string) *Stmt {
	if g.chance(6) {
		return &Stmt{Text: text}
	}
	report := "a1 = E(e)"
	if !g.hot {
		g.label++
		report = fmt.Sprintf("print(%d, E(e))", g.label)
	}
	return &Stmt{Text: "try:\n    " + text + "\nexcept Exception as e:\n    " + report}
}

var simple = []string{
	"$l.append({a})", "$l.append({i})", "$l.insert({n}, {a})", "$l.extend({t})", "$l[{n}] = {a}", "$l[{n}:{n}] = {l}", "del $l[{n}]", "del $l[{n}:]", "$l.reverse()", "$l.sort()", "$l.sort(key=str)", "$l.sort(key=lambda x: R(x), reverse={b})", "$a = $l.pop()", "$a = $l.pop({n})",
	"$l.remove({a})", "$l += {l}", "$l *= 2", "$l.clear()", "$d[{k}] = {a}", "$d[{k}] = {i}", "del $d[{k}]", "$d.update({d})", "$d |= {d}", "$a = $d.pop({k})", "$a = $d.setdefault({k}, {a})", "$a = $d.popitem()", "$z.add({h})", "$z.discard({h})", "$z.remove({h})", "$z |= {z}", "$z &= {z}", "$z -= {z}", "$z ^= {z}",
	"$z.update({z}, range({n}))", "$s += {s}", "$s += chr(97 + {n})", "$i += {i}", "$i -= {i}", "$i *= {n}", "$i += 1", "$i //= {i}", "$i %= {i}", "$i <<= {n} % 4", "$i >>= {n}", "$i &= {i}", "$i |= {i}", "$i ^= {i}", "$f += {f}", "$f *= {f}", "$f -= {i}", "$f /= {f}", "$t += {t}", "$o.val = {i}", "$o.a1 = {a}", "$o.extra = {i}",
	"del $o.extra", "$o.prop = {i}", "$o += {i}", "$o[{n}] = {i}", "$i, $i = {i}, {i}", "$i, $i = $i, $i", "$a, $a = {t}", "$a, *$l = {l}", "*$l, $a = {s}", "($a, $i), $s = ({a}, {i}), {s}", "$i = $i = {i}", "$a = [$i := {i}, {a}]", "setattr($o, 'a' + str({n}), {a})", "Kls0.counter += 1", "$l[0], $l[-1] = $l[-1], $l[0]", "assert {b}, {s}",
	"$d[{k}] += {i}", "$l[{n}] += {i}", "$f = {f}; $i = {i}", "del i2; i2 = 3", "$b = {b}",
}

func (g *gen) stmt(depth int) []*Stmt {
	roll := g.r.IntN(100)
	if depth >= 3 && roll >= 62 {
		roll %= 62
	}
	switch {
	case roll < 24:
		return []*Stmt{g.print(depth)}
	case roll < 40:
		kind := order[g.r.IntN(len(order))]
		return []*Stmt{g.guarded(fmt.Sprintf("%c%d = C(%s)", kind, g.r.IntN(variables[kind]), g.expr(kind, 3)))}
	case roll < 62:
		text := g.fill(g.targets(g.pick(simple)), 2)
		s := []*Stmt{g.guarded(text)}
		if len(g.loops) > 0 {
			// Whatever grows in a loop is cut back.
			s = append(s, &Stmt{Text: "i0, i1, i2, i3, s0, s1, s2 = C(i0), C(i1), C(i2), C(i3), C(s0), C(s1), C(s2)\nl0, l1, l2, t0, t1, d0, d1 = C(l0), C(l1), C(l2), C(t0), C(t1), C(d0), C(d1)", Fixed: true})
		}
		return s
	case roll < 72:
		out := []*Stmt{{Text: "if " + g.expr('b', 3) + ":", Body: g.block(1+g.r.IntN(3), depth+1), Block: true}}
		if g.chance(30) {
			out = append(out, &Stmt{Text: "elif " + g.expr('a', 2) + ":", Body: g.block(1+g.r.IntN(2), depth+1), Block: true})
		}
		if g.chance(50) {
			out = append(out, &Stmt{Text: "else:", Body: g.block(1+g.r.IntN(2), depth+1), Block: true})
		}
		return g.wrap(out, 80)
	case roll < 84:
		return g.wrap(g.loop(depth), 85)
	case roll < 92:
		return g.try(depth)
	case roll < 94:
		return []*Stmt{{Text: fmt.Sprintf("with CM(%s) as i%d:", g.expr('n', 1), g.r.IntN(4)), Body: g.block(1+g.r.IntN(3), depth+1), Block: true}}
	case roll < 97:
		return g.match(depth)
	default:
		return g.inner()
	}
}

// wrap puts statements into a try at some chance.
func (g *gen) wrap(stmts []*Stmt, percent int) []*Stmt {
	if !g.chance(percent) {
		return stmts
	}
	g.label++
	report := fmt.Sprintf("except Exception as e:\n    print(%d, E(e))", g.label)
	if g.hot {
		report = "except Exception as e:\n    a0 = E(e)"
	}
	return []*Stmt{{Text: "try:", Body: stmts, Block: true}, {Text: report}}
}

func (g *gen) loop(depth int) []*Stmt {
	hotBefore, loopsBefore := g.hot, g.loops
	defer func() { g.hot, g.loops = hotBefore, loopsBefore }()
	v := fmt.Sprintf("k%d", len(g.loops))
	var head string
	var bound []*Stmt // what a generator yields may be large, and the variable is a number of turns elsewhere
	hot := len(g.loops) == 0 && g.chance(55)
	switch pick := g.r.IntN(12); {
	case hot:
		head = fmt.Sprintf("for %s in range(%d):", v, 80+g.r.IntN(120))
	case pick < 4:
		head = fmt.Sprintf("for %s in range(%s):", v, g.expr('n', 2))
	case pick < 6:
		head = fmt.Sprintf("for %s, a%d in enumerate(list(%s)[:20]):", v, g.r.IntN(2), g.expr("lst"[g.r.IntN(3)], 2))
	case pick < 7:
		head = fmt.Sprintf("for %s, s%d in zip(range(5), %s):", v, g.r.IntN(3), g.expr('s', 2))
	case pick < 8:
		head = fmt.Sprintf("for %s, a0 in enumerate(fn_gen(%s)):", v, g.expr('n', 1))
	case pick < 9:
		head = fmt.Sprintf("for %s, (a0, a1) in enumerate(list(%s.items())):", v, g.expr('d', 2))
	case pick < 10:
		bound = []*Stmt{{Text: v + " %= 100", Fixed: true}}
		head = fmt.Sprintf("for %s, a0 in zip(fn_gen(%s), %s(%s)):", v, g.expr('n', 1), g.pick([]string{"list", "tuple", "iter", "dict.fromkeys"}), g.expr('s', 2))
	case pick < 11:
		head = fmt.Sprintf("for %s, s%d in enumerate(map(%s, list(%s)[:20])):", v, g.r.IntN(3), g.pick([]string{"str", "lambda x: str(x)[::-1]", "'{}!'.format"}), g.expr('l', 2))
	default:
		init := &Stmt{Text: v + " = 0", Fixed: true}
		g.loops = append(g.loops[:len(g.loops):len(g.loops)], v)
		body := append([]*Stmt{{Text: v + " += 1", Fixed: true}}, g.block(1+g.r.IntN(3), depth+1)...)
		return []*Stmt{init, {Text: fmt.Sprintf("while %s < %d and not (%s):", v, 3+g.r.IntN(8), g.expr('b', 2)), Body: body, Block: true}}
	}
	g.hot = hot || hotBefore
	g.loops = append(g.loops[:len(g.loops):len(g.loops)], v)
	body := append(bound, g.block(1+g.r.IntN(4), depth+1)...)
	if g.chance(30) {
		body = append(body, &Stmt{Text: fmt.Sprintf("if %s:\n    %s", g.expr('b', 2), g.pick([]string{"break", "continue"}))})
		body = append(body, g.stmt(depth+1)...)
	}
	out := []*Stmt{{Text: head, Body: body, Block: true}}
	g.hot, g.loops = hotBefore, loopsBefore
	if g.chance(20) {
		out = append(out, &Stmt{Text: "else:", Body: g.block(1, depth+1), Block: true})
	}
	return out
}

var raised = []string{"ValueError({a})", "KeyError({k})", "TypeError('t', {i})", "IndexError", "ZeroDivisionError({s})", "Err0({i})", "Err1({s}, {i})", "RuntimeError({s})", "StopIteration({i})", "AttributeError({s})"}

func (g *gen) try(depth int) []*Stmt {
	body := g.block(1+g.r.IntN(3), depth+1)
	if g.chance(60) {
		text := "raise " + g.fill(g.pick(raised), 1)
		switch g.r.IntN(4) {
		case 0:
			text = fmt.Sprintf("if %s:\n    %s", g.expr('b', 2), text)
		case 1:
			text += " from " + g.pick([]string{"None", "ValueError('cause')", "Err0(1)"})
		}
		body = append(body, &Stmt{Text: text})
	}
	out := []*Stmt{{Text: "try:", Body: body, Block: true}}
	say := func() string {
		g.label++
		if g.hot {
			return "a0 = E(e)"
		}
		return fmt.Sprintf("print(%d, E(e))", g.label)
	}
	if g.chance(70) {
		out = append(out, &Stmt{Text: "except " + g.pick([]string{"ValueError", "(KeyError, TypeError)", "LookupError", "Err0", "ArithmeticError", "(Err1, RuntimeError)"}) + " as e:\n    " + say(), Body: g.block(g.r.IntN(2), depth+1), Block: true})
	}
	last := "except Exception as e:\n    " + say()
	if g.chance(25) && depth > 0 {
		last += "\n    raise"
	}
	out = append(out, &Stmt{Text: last})
	if g.chance(30) {
		out = append(out, &Stmt{Text: "else:", Body: g.block(1, depth+1), Block: true})
	}
	if g.chance(35) {
		out = append(out, &Stmt{Text: "finally:", Body: g.block(1, depth+1), Block: true})
	}
	return out
}

var cases = []string{"0 | 1 | None", "int(x) if x > 5", "int() | float()", "str(x)", "[]", "[x]", "[x, *_]", "[1, x, *rest]", "(x, y)", "{'a': x}", "{1: x, **rest}", "{}", "Kls1(val=x)", "Kls0(x)", "Kls2()", "'start' | 'any'", "-1", "[[x, *_], *_]", "True", "set()", "1.5", "bytes(x)"}

func (g *gen) match(depth int) []*Stmt {
	var body []*Stmt
	for range 2 + g.r.IntN(4) {
		c := "case " + g.pick(cases)
		if g.chance(15) && !strings.Contains(c, " if ") {
			c += " if " + g.expr('b', 1)
		}
		body = append(body, &Stmt{Text: c + ":", Body: g.block(1, depth+2), Block: true})
	}
	body = append(body, &Stmt{Text: "case _:", Body: g.block(1, depth+2), Block: true})
	return g.wrap([]*Stmt{{Text: "match " + g.expr('a', 2) + ":", Body: body, Block: true}}, 85)
}

// inner defines a closure and calls it.
func (g *gen) inner() []*Stmt {
	g.names++
	name := fmt.Sprintf("inner%d", g.names)
	// Inside, the section's variables are read only; one is made the closure's own.
	loops := g.loops
	g.loops = nil
	body := g.fill("return C({a})", 3)
	g.loops = loops
	def := fmt.Sprintf("def %s(i0, s0='q', *t0, l0=(1, 2), **d0):\n    l0 = list(l0)\n    %s", name, body)
	return []*Stmt{{Text: def, Fixed: true}, g.print(0), g.guarded(g.leaf("$a = ") + fmt.Sprintf("C(%s(%s))", name, g.expr('i', 2))), g.guarded(g.leaf("$a = ") + fmt.Sprintf("C(%s(%s, %s, %s, z=%s))", name, g.expr('i', 2), g.expr('s', 1), g.expr('a', 1), g.expr('a', 1)))}
}

// functions makes the helpers that expressions call; their formulas are random.
func (g *gen) functions() []*Stmt {
	num := func(names ...string) string {
		e := g.pick(names)
		for range 1 + g.r.IntN(3) {
			e = fmt.Sprintf("(%s %s %s)", e, g.pick([]string{"+", "-", "*", "^", "&", "|"}), g.pick(append(names, "1", "3", "-7", "255", "2**31", "2**62")))
		}
		return e
	}
	text := strings.Join([]string{
		"def fn_rec(n):\n    if n <= 0:\n        return " + g.pick([]string{"0", "1", "n"}) + "\n    return fn_rec(n - 1) " + g.pick([]string{"+", "-", "^"}) + " " + num("n"),
		"def fn_mix(a, b=" + g.pick([]string{"1", "-2", "2**50"}) + "):\n    if a " + g.pick([]string{"<", ">", "==", "<="}) + " b:\n        return C(" + num("a", "b") + ")\n    return C(" + num("a", "b") + ")",
		"def fn_kw(a, *, k, m=3):\n    return C(" + num("a", "k", "m") + ")",
		"def fn_star(*args):\n    r = " + g.pick([]string{"0", "1"}) + "\n    for x in args:\n        r = C(r * 3 + x)\n    return r",
		"def fn_all(a, b=2, /, *args, k=0, **kw):\n    return a, b, args, k, sorted(kw.items())",
		"def fn_clos(n):\n    count = n\n\n    def step(x):\n        nonlocal count\n        count += 1\n        return C(" + num("x", "count", "n") + ")\n\n    step(1)\n    return step",
		"def fn_gen(n):\n    try:\n        for j in range(n):\n            if j == " + g.pick([]string{"2", "5", "100"}) + ":\n                yield from range(" + g.pick([]string{"0", "2", "3"}) + ")\n            yield " + num("j", "n") + "\n    finally:\n        j = None",
		"def fn_raise(n):\n    if n % 3 == 0:\n        raise ValueError('fn_raise', n)\n    if n % 3 == 1:\n        raise Err1('one', n) from KeyError(n)\n    return n",
	}, "\n\n\n")
	return pieces(text)
}

// classes makes three classes: a plain one, a derived one, and one that has slots and no operators or has them all.
func (g *gen) classes() []*Stmt {
	arith := func(names ...string) string {
		e := g.pick(names)
		for range 1 + g.r.IntN(2) {
			e = fmt.Sprintf("(%s %s %s)", e, g.pick([]string{"+", "-", "*", "^"}), g.pick(append(names, "1", "2", "-3", "1000")))
		}
		return "C(" + e + ")"
	}
	slots, counterBase := "", "self.extra0 = 0"
	if g.chance(40) {
		slots, counterBase = "    __slots__ = ('val', 'a0', 'fl', 'cells')\n", "pass"
	}
	k0 := `class Err0(Exception):
    pass


class Err1(Err0, ` + g.pick([]string{"ValueError", "LookupError", "KeyError"}) + `):
    def __init__(self, text, n=0):
        super().__init__(text, n)
        self.n = n


class Kls0:
    counter = 0
    tag = ` + g.pick([]string{"1", "7", "-4"}) + `
    __match_args__ = ("val",)

    def __init__(self, val=0):
        self.val = val
        self.a0 = val + 1 if isinstance(val, int) else 0
        self.fl = 0.5
        self.cells = {}

    def meth(self, x):
        return ` + arith("self.val", "x", "self.a0") + `

    def with_val(self, v):
        return type(self)(v)

    def name(self):
        return type(self).__name__ + str(self.tag)

    @property
    def prop(self):
        return ` + arith("self.val", "self.a0") + `

    @prop.setter
    def prop(self, v):
        self.val = C(v)

    def __repr__(self):
        return f"{type(self).__name__}({self.val!r}, {self.a0!r})"

    def __add__(self, o):
        if isinstance(o, Kls0):
            return type(self)(C(self.val + o.val))
        if isinstance(o, int):
            return type(self)(C(self.val + o))
        return NotImplemented

    def __radd__(self, o):
        return type(self)(C(o - self.val))

    def __neg__(self):
        return type(self)(-self.val)

    def __eq__(self, o):
        return isinstance(o, Kls0) and self.val == o.val

    __hash__ = None

    def __lt__(self, o):
        return self.val < (o.val if isinstance(o, Kls0) else o)

    def __getitem__(self, i):
        if i == 99:
            raise IndexError
        return self.cells.get(i, i * 2)

    def __setitem__(self, i, v):
        self.cells[i] = v

    def __len__(self):
        return ` + g.pick([]string{"3", "self.val % 5", "len(self.cells)"}) + `

    def __iter__(self):
        yield self.val
        yield self.a0

    def __contains__(self, x):
        return x == self.val

    def __call__(self, x):
        return ` + arith("self.val", "x") + `

    def boom(self, x):
        raise Err0("boom", x, self.val)
`
	k1 := `
class Kls1(Kls0):
    tag = ` + g.pick([]string{"2", "0"}) + `

    def __init__(self, val=0, label="none"):
        super().__init__(val)
        self.a1 = label

    def meth(self, x):
        return C(super().meth(x) + ` + g.pick([]string{"1", "self.tag", "x", "self.val"}) + `)

    def __getattr__(self, n):
        if n == "extra":
            return ` + g.pick([]string{"42", "self.val", "'dyn'"}) + `
        raise AttributeError(n)

    @classmethod
    def make(cls, v):
        return cls(v)
`
	k2 := `
class Kls2` + g.pick([]string{"(Kls0)", "(Kls1)"}) + `:
` + slots + `    def __init__(self, val=1):
        super().__init__(val)
        ` + counterBase + `

    def __bool__(self):
        return self.val % 2 == 0

    @staticmethod
    def helper(x):
        return x

    def name(self):
        return "two" + super().name() + str(self.helper(3))
`
	return pieces(k0 + "\n" + k1 + "\n" + k2)
}

// pieces makes a statement of each definition of a text, so that a minimiser can drop them one by one.
func pieces(text string) []*Stmt {
	var out []*Stmt
	for p := range strings.SplitSeq(text, "\n\n\n") {
		out = append(out, &Stmt{Text: strings.Trim(p, "\n") + "\n\n"})
	}
	return out
}
