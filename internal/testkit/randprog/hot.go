// Hot code: functions whose loops run some hundred times over values of changing types, for a compiler. They call, raise, read and
// write attributes and lists, look at their own frames, and have what they rely on redefined under them.

package randprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

type hotGen struct {
	gen
	depth int
	inner int // loops around the statement, inside of the function's own
	marks []int
}

// hotSections makes hot functions and calls each with arguments of several types.
func hotSections(seed uint64) []*Stmt {
	h := &hotGen{gen: gen{r: rand.New(rand.NewPCG(seed, 0xc2b2ae3d27d4eb4f))}}
	out := pieces(h.helpers())
	for n := range 2 + h.r.IntN(3) {
		name := fmt.Sprintf("hot%d", n)
		out = append(out, h.function(name))
		for range 2 + h.r.IntN(3) {
			args := strings.Join([]string{h.pick(hotArgs), h.pick(hotArgs), h.pick(hotArgs)}, ", ")
			out = append(out, &Stmt{Text: fmt.Sprintf("try:\n    print(%q, R(%s(%s)))\nexcept Exception as e:\n    print(%q, E(e), e.__traceback__.tb_lineno)", name, name, args, name)})
		}
	}
	return out
}

var hotArgs = []string{"0", "1", "-7", "12345", "2**31 - 3", "2**47 - 50", "2**48 - 9", "-(2**48)", "2**62 + 5", "2**64 - 1", "10**25", "0.5", "-2.25", "1e15", "-0.0", "float('inf')", "True", "False", "3.0"}

var moduli = []string{"1000003", "97", "-89", "2**31", "2**47 - 1", "2**49 + 1", "2**61 - 1", "10**20", "97.5", "1e6"}

// helpers are the functions and classes that hot code calls: small, with random formulas.
func (h *hotGen) helpers() string {
	f := func(names ...string) string {
		e := h.pick(names)
		for range 1 + h.r.IntN(2) {
			e = fmt.Sprintf("(%s %s %s)", e, h.pick([]string{"+", "-", "*"}), h.pick(append(names, "1", "-3", "0.5", "2**47")))
		}
		return e + " % " + h.pick(moduli)
	}
	cond := func(names ...string) string {
		return fmt.Sprintf("%s %s %s", h.pick(names), h.pick([]string{"<", "<=", "==", "!=", ">", ">="}), h.pick(append(names, "0", "100", "0.25", "2**48")))
	}
	return `def h0(a, b):
    return ` + f("a", "b") + `


def h1(a, b=` + h.pick([]string{"1", "0.5", "2**48"}) + `, *, c=3):
    if ` + cond("a", "b") + `:
        return ` + f("a", "b", "c") + `
    return ` + f("a", "c") + `


def h2(*args):
    t = 0
    for x in args:
        t = t * 3 + x
    return t % ` + h.pick(moduli) + `


def h3(n, x):
    return x if n <= 0 else h3(n - 1, ` + f("n", "x") + `)


def h4(x):
    if x % ` + h.pick([]string{"3", "7", "5"}) + ` == 1:
        raise ` + h.pick([]string{"ValueError(x)", "KeyError('h4')", "Hot(x)"}) + `
    return x // (x % ` + h.pick([]string{"4", "11"}) + `)


def h5(a, b):
    return ` + f("a", "b", "b") + `


def h6(n):
    for j in range(n):
        yield j * ` + h.pick([]string{"3", "0.5", "2**46"}) + `


def h7(n):
    def up(x):
        nonlocal n
        n = ` + f("n", "x") + `
        return n

    return up


def digest(t, *values):
    for v in values:
        for c in R(v):
            t = (t * 31 + ord(c)) % 1000003
    return t


def locs(depth=1):
    return sorted((k, R(v)) for k, v in __import__("sys")._getframe(depth).f_locals.items() if k[0] == "v")


class Hot(Exception):
    pass


class H0:
    k = 1

    def __init__(self, x, y=2):
        self.x = x
        self.y = y

    def get(self, z):
        return ` + f("self.x", "z", "self.k") + `

    def put(self, z):
        self.x = ` + f("self.x", "z") + `
        self.y += 1
        return self

    def __add__(self, o):
        return ` + f("self.x", "o") + `

    def __repr__(self):
        return f"{type(self).__name__}({R(self.x)}, {R(self.y)})"


class H1(H0):
    k = ` + h.pick([]string{"2", "0.5"}) + `

    def get(self, z):
        return super().get(z) + ` + h.pick([]string{"1", "z", "self.y"}) + `

    @property
    def both(self):
        return self.x + self.y


class H2(H0):
    def __init__(self, x, y=2):
        self.y = x
        self.x = y

    def put(self, z):
        self.z = z
        return self`
}

func (h *hotGen) function(name string) *Stmt {
	rounds := 150 + h.r.IntN(700)
	h.marks = []int{h.r.IntN(rounds), h.r.IntN(rounds), rounds - 1 - h.r.IntN(20)}
	body := []*Stmt{{Text: "v3, v4, v5, sig = 1, 0.5, 7, 0\nlog, a, s, o, up = [], [1, 2, 3, 4, 5, 6, 7], '', H0(1), h7(5)", Fixed: true}}
	var loop *Stmt
	if h.chance(70) {
		loop = &Stmt{Text: fmt.Sprintf("for k in range(%d):", rounds), Block: true}
	} else {
		loop = &Stmt{Text: fmt.Sprintf("k = -1\nwhile k < %d:", rounds-1), Block: true, Body: []*Stmt{{Text: "k += 1", Fixed: true}}}
	}
	inside := h.statements(3 + h.r.IntN(6))
	inside = append(inside, h.change(), h.change())
	if h.chance(70) {
		// Errors end a round, not the loop.
		report := h.pick([]string{"v5 = len(str(e))", "v3 += 1", "v4 += e.__traceback__.tb_lineno", "o = H0(k)"})
		inside = []*Stmt{{Text: "try:", Body: inside, Block: true}, {Text: "except Exception as e:\n    " + report + "\n    log.append(E(e)) if k % 97 == 5 else None"}}
	}
	loop.Body = append(loop.Body, inside...)
	// What grows is cut back.
	loop.Body = append(loop.Body, &Stmt{Text: "if k % 20 == 19:\n    v0, v1, v2, v3, v4, v5, s = C(v0), C(v1), C(v2), C(v3), C(v4), C(v5), s[-9:]", Fixed: true},
		&Stmt{Text: "if k % 8 == 5:\n    sig = digest(sig, v0, v1, v2, v3, v4, v5)", Fixed: true})
	body = append(body, loop)
	if h.chance(30) {
		body = append(body, &Stmt{Text: "else:\n    log.append('else')"})
	}
	body = append(body, &Stmt{Text: "return v0, v1, v2, v3, v4, v5, k, sig, log[-8:], a, s, o", Fixed: true})
	return &Stmt{Text: "def " + name + "(v0, v1, v2):", Body: body, Block: true}
}

func (h *hotGen) v() string { return fmt.Sprintf("v%d", h.r.IntN(6)) }

// atom is a variable or a constant.
func (h *hotGen) atom() string {
	switch h.r.IntN(6) {
	case 0:
		return "k"
	case 1:
		return h.pick([]string{"1", "2", "-3", "0.5", "100", "2**47", "2**48 - 1", "2**60 + 5", "2**63 + k", "-1.25", "True", "7"})
	}
	return h.v()
}

// value is an arithmetic expression that does not grow without bounds from one round to the next.
func (h *hotGen) value(depth int) string {
	if depth <= 0 || h.chance(20) {
		return h.atom()
	}
	sub := func() string { return h.value(depth - 1) }
	switch h.r.IntN(16) {
	case 0, 1, 2:
		return "(" + sub() + " + " + sub() + ")"
	case 3, 4:
		return "(" + sub() + " - " + sub() + ")"
	case 5, 6:
		return "(" + sub() + " * " + sub() + " % " + h.pick(moduli) + ")"
	case 7:
		return "(" + sub() + h.pick([]string{" // ", " % ", " / "}) + h.pick([]string{"7", "-3", "0.5", "(k + 1)", "(k % 5)", "v3"}) + ")"
	case 8:
		return "(" + h.v() + h.pick([]string{" & 0xFFFF", " >> 3", " | 5", " ^ k", " & -(2**40)", " << k % 3", " * 6364136223846793005 + k & 0xFFFFFFFFFFFFFFFF",
			" & 0xFFFFFFFFFFFFFFFF", " ^ 0x9E3779B97F4A7C15", " << 13 & 0xFFFFFFFF", " * 0x9E3779B97F4A7C15 >> 64"}) + ")"
	case 9:
		return "(" + sub() + " if " + h.cond() + " else " + sub() + ")"
	case 10:
		return h.pick([]string{"-", "+", "abs", "int", "float", "bool", "h1"}) + "(" + sub() + ")"
	case 11:
		return h.pick([]string{"h0", "h1", "h5", "max", "min", "h2"}) + "(" + sub() + ", " + sub() + ")"
	case 12:
		return h.pick([]string{"a[k % 7]", "a[k % 8]", "a[-1 - k % 6]", "len(a)", "len(s)", "o.x", "o.y", "o.k", "o.get(" + h.atom() + ")", "up(" + h.atom() + ")", "(o + " + h.atom() + ")"})
	case 13:
		return h.pick([]string{"(" + h.atom() + ", " + h.atom() + ")[k & 1]", "h1(" + h.atom() + ", c=" + h.atom() + ")", "h3(k % 4, " + h.atom() + ")", "h2(*a[:3])", "sum(h6(k % 4))", "sum([v * 2 for v in a[:2]])", "next(h6(k % 4), " + sub() + ")",
			"next((w for w in a[:3] if w == k % 5), " + sub() + ")", "isinstance(" + h.v() + ", int)"})
	}
	return h.atom()
}

func (h *hotGen) cond() string {
	e := h.atom() + h.pick([]string{" < ", " <= ", " == ", " != ", " > ", " >= "}) + h.atom()
	switch h.r.IntN(8) {
	case 0:
		return "not " + e
	case 1:
		return "(" + e + " and " + h.v() + ")"
	case 2:
		return "(" + e + " or k % 3 == 1)"
	case 3:
		return h.atom() + " < " + e
	case 4:
		return h.v() + h.pick([]string{" is None", " is not True", " in (1, 2.5, k)", " not in a"})
	case 5:
		return h.v()
	}
	return e
}

func (h *hotGen) statements(n int) []*Stmt {
	var out []*Stmt
	for range n {
		out = append(out, h.statement()...)
	}
	return out
}

func (h *hotGen) block(n int) []*Stmt {
	h.depth++
	defer func() { h.depth-- }()
	return h.statements(n)
}

func (h *hotGen) statement() []*Stmt {
	roll := h.r.IntN(100)
	if h.depth > 2 {
		roll %= 60
	}
	one := func(text string) []*Stmt { return []*Stmt{{Text: text}} }
	switch {
	case roll < 26:
		return one(h.v() + " = " + h.value(3))
	case roll < 36:
		return one(h.v() + h.pick([]string{" += ", " -= "}) + h.value(1))
	case roll < 40:
		return one(fmt.Sprintf("%s, %s = %s, %s", h.v(), h.v(), h.v(), h.value(1)))
	case roll < 48:
		return one(h.pick([]string{"o.x = " + h.value(1), "o.x += " + h.atom(), "o.y = o.x", "o.put(" + h.atom() + ")", "o.put(k).put(2)", "o.z = k", "a[k % 7] = " + h.value(1), "a[k % 9] = k", "a[2], a[3] = a[3], " + h.atom(), "s += 'ab'[k & 1]"}))
	case roll < 54:
		return one(h.v() + " = " + h.pick([]string{"h0(%s, %s)", "h5(%s, b=%s)", "h2(%s, %s, 3)", "H1(%s, %s).get(1)", "H0(%s).put(%s).x", "h3(k %% 5, %s) + %s", "o.get(%s) - %s"}, h.atom(), h.atom()))
	case roll < 57:
		return one("del v5\nv5 = " + h.atom())
	case roll < 60:
		return one(h.at() + h.pick([]string{"log.append(locs())", "log.append(sorted(locals()))", "log.append(R(v0))", "log.append(k)"}))
	case roll < 72:
		out := []*Stmt{{Text: "if " + h.cond() + ":", Body: h.block(1 + h.r.IntN(2)), Block: true}}
		if h.chance(50) {
			out = append(out, &Stmt{Text: "else:", Body: h.block(1), Block: true})
		}
		return out
	case roll < 80:
		return h.loop()
	case roll < 90:
		return h.try()
	case roll < 93:
		return []*Stmt{{Text: fmt.Sprintf("with CM(k %% 4) as %s:", h.v()), Body: h.block(1 + h.r.IntN(2)), Block: true}}
	default:
		return []*Stmt{h.change()}
	}
}

func (h *hotGen) pick(list []string, args ...any) string {
	s := h.gen.pick(list)
	if len(args) > 0 {
		s = fmt.Sprintf(s, args...)
	}
	return s
}

// at is a condition that holds in few rounds.
func (h *hotGen) at() string {
	return "if " + h.pick([]string{fmt.Sprintf("k == %d", h.marks[h.r.IntN(len(h.marks))]), fmt.Sprintf("k %% 211 == %d", h.r.IntN(200)), fmt.Sprintf("k > %d", h.marks[2])}) + ":\n    "
}

func (h *hotGen) loop() []*Stmt {
	h.inner++
	defer func() { h.inner-- }()
	j := fmt.Sprintf("j%d", h.inner)
	head := "for " + j + " in " + h.pick([]string{"range(3)", "range(k % 6)", "range(5, 0, -2)", "a[:3]", "(1, 2.5, k)", "h6(3)", "list(a)[2:4]", "'ab'"}) + ":"
	body := append(h.block(1+h.r.IntN(2)), &Stmt{Text: h.v() + " = " + h.pick([]string{"3 if " + j + " == 'a' else '' if " + j + " == 'b' else " + j, h.v(), "k"})})
	if h.chance(40) {
		body = append(body, &Stmt{Text: "if " + h.cond() + ":\n    " + h.pick([]string{"break", "continue"})})
		body = append(body, h.block(1)...)
	}
	out := []*Stmt{{Text: head, Body: body, Block: true}}
	if h.chance(20) {
		out = append(out, &Stmt{Text: "else:", Body: h.block(1), Block: true})
	}
	return out
}

func (h *hotGen) try() []*Stmt {
	body := h.block(1 + h.r.IntN(2))
	if h.chance(70) {
		body = append(body, &Stmt{Text: h.pick([]string{"v3 = h4(k)", "v4 = h4(" + h.atom() + ")", "if k % 9 == 4:\n    raise Hot(k)", "v5 = 100 // (k % 3)", "v5 = a[k % 11]", "v0 = o.nope", "raise ValueError(k)"})})
	}
	out := []*Stmt{{Text: "try:", Body: body, Block: true}}
	handled := false
	if h.chance(60) {
		out = append(out, &Stmt{Text: "except " + h.pick([]string{"ValueError", "(KeyError, IndexError)", "ZeroDivisionError", "Hot", "LookupError"}) + " as e:\n    v5 = e.__traceback__.tb_lineno", Body: h.block(1), Block: true})
		handled = true
	}
	if h.chance(75) || !handled {
		last := h.pick([]string{"v4 = len(E(e))", "v3 = str(e)[:1] == 'u'", "log.append(E(e)) if k % 101 == 7 else None", "v5 = k"})
		out = append(out, &Stmt{Text: "except Exception as e:\n    " + last})
	}
	if h.chance(25) {
		out = append(out, &Stmt{Text: "finally:", Body: h.block(1), Block: true})
	}
	return out
}

// change redefines, in a few rounds, what the loop relies on.
func (h *hotGen) change() *Stmt {
	global := func(name, value string) string { return fmt.Sprintf("globals()[%q] = %s", name, value) }
	f := h.pick([]string{"h0", "h5"})
	return &Stmt{Text: h.at() + h.pick([]string{
		global(f, "lambda a, b: a - b"), global(f, "h1"), global(f, "max"), global("h0", "h5"), global(f, "(lambda n: lambda a, b: a + b * n)(k)"),
		global("abs", "lambda x: 3"), global("len", "lambda x: 2.5"), global("range", "lambda *n: [1, 2]"), "for n in ('abs', 'len', 'range', 'isinstance'):\n        globals().pop(n, None)", global("isinstance", "lambda *a: 5"),
		"h1.__defaults__ = (k,)", "h1.__kwdefaults__ = {'c': 0.5}", "h5.__code__ = (lambda a, b: a).__code__", "h0.__code__ = (lambda a, b: (b, a)[0]).__code__",
		"H0.get = lambda self, z: z", "H0.put = lambda self, z: self", "H1.get = lambda self, z: 0.25", "H0.k = 0.5", "H1.k = 3", "H0.__add__ = lambda self, o: o", "H0.x = property(lambda self: 5, lambda self, v: None)", "if 'x' in H0.__dict__:\n        del H0.x",
		"o = H1(k)", "o = H2(k, 0.5)", "o = H0(0.5)", "o.__class__ = H1", "o.__class__ = H2", "o.extra = k", "o.__dict__['x'] = k", "del o.y; o.y = 2", "o.get = lambda z: -z", "H1.__bases__ = (H2,)", "H1.__bases__ = (H0,)",
		h.v() + " = ''", h.v() + " = None", h.v() + " = 0.5", h.v() + " = 2**48 - 3", h.v() + " = 2**70", h.v() + " = True", h.v() + " = H0(3)", h.v() + " = -0.0",
		"a = [0.5] * 7", "a = (1, 2, 3, 4, 5, 6, 7)", "a = bytearray(b'1234567')", "a.append(k)", "a = a[:5]", "up = h7(0.5)", "up = h3.__get__(1)", "log.append(locs())", "__import__('sys')._getframe().f_locals[" + fmt.Sprintf("'v%d'", h.r.IntN(6)) + "] = k",
	})}
}
