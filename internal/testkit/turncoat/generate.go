// The generator: what all programs begin with, then scenes, each of them a hot loop over statements of a theme.

package turncoat

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

type gen struct {
	r      *rand.Rand
	lines  []string
	indent int
	rounds int    // of the loop that statements are made for
	loop   string // its variable
	depth  int
	label  int
	last   string // the latest label
	same   string // the latest M
}

// Generate makes the program of a seed.
func Generate(seed uint64) string {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x7475726e636f6174)), loop: "3", rounds: 30}
	g.text(helpers)
	g.classes()
	g.leaves()
	for range 2 + g.r.IntN(3) {
		g.scene()
	}
	return strings.Join(g.lines, "\n") + "\n"
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *gen) pick(list []string) string { return list[g.r.IntN(len(list))] }

// text writes lines below the current indentation.
func (g *gen) text(s string) {
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		g.lines = append(g.lines, strings.Repeat("    ", g.indent)+line)
	}
}

// within writes what body writes one step further in.
func (g *gen) within(body func()) {
	g.indent++
	body()
	g.indent--
}

// fill replaces «x» by something of kind x.
func (g *gen) fill(template string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(template, "«")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		kind, after, _ := strings.Cut(rest, "»")
		b.WriteString(g.part(kind))
		template = after
	}
}

// part makes a part of a statement. Kinds in capitals are names, those in small letters expressions.
func (g *gen) part(kind string) string {
	switch kind {
	case "N":
		return fmt.Sprintf("n%d", g.r.IntN(4))
	case "O":
		return fmt.Sprintf("o%d", g.r.IntN(3))
	case "C":
		return fmt.Sprintf("K%d", g.r.IntN(3))
	case "F":
		return fmt.Sprintf("h%d", g.r.IntN(leafFunctions))
	case "G":
		return fmt.Sprintf("g%d", g.r.IntN(3))
	case "I":
		return g.loop
	case "AT": // a turn of the loop
		return fmt.Sprint(g.r.IntN(g.rounds))
	case "EVERY":
		return fmt.Sprint(2 + g.r.IntN(11))
	case "DIGIT":
		return fmt.Sprint(g.r.IntN(10))
	case "LABEL":
		g.label++
		g.last = fmt.Sprintf("q%d", g.label)
		return g.last
	case "LAST": // the label of before
		return g.last
	case "M":
		g.same = g.part("N")
		return g.same
	case "MM": // the M of before
		return g.same
	case "SAFE": // something whose text has no address
		name := g.part("N")
		return fmt.Sprintf("(%s if type(%s) in (int, float, bool) else %s)", name, name, g.loop)
	case "OA":
		name := g.part("O")
		return fmt.Sprintf("(%s.a if type(%s.a) in (int, float) else %s)", name, name, g.loop)
	case "GA":
		name := g.part("G")
		return fmt.Sprintf("(%s if type(%s) in (int, float) else %s)", name, name, g.loop)
	}
	list, ok := grammar[kind]
	if !ok {
		panic("turncoat: no kind " + kind)
	}
	if recursive[kind] != "" {
		if g.depth > 2 || g.depth > 0 && g.chance(35) {
			return g.fill(g.pick(grammar[recursive[kind]]))
		}
		g.depth++
		defer func() { g.depth-- }()
	}
	return g.fill(g.pick(list))
}

const leafFunctions = 7

func (g *gen) classes() {
	bases := [][]string{{"", "Root", "Base"}, {"K0", "Root", "K0"}, {"K1", "K0", "K1, Mixin"}}
	for n := range 3 {
		base := g.pick(bases[n])
		if base == "" {
			base = "Root"
		}
		g.text(fmt.Sprintf("class K%d(%s):", n, base))
		g.within(func() {
			if g.chance(15) {
				g.text(g.pick([]string{"__slots__ = ()", "__slots__ = ('z',)", "__match_args__ = ('a', 'b')"}))
			}
			g.text(g.fill("w = «lit»"))
			for range 2 + g.r.IntN(6) {
				g.text(g.fill(g.pick(members)))
			}
			if n == 0 || g.chance(40) {
				g.text(g.fill(g.pick(inits)))
			}
		})
	}
}

func (g *gen) leaves() {
	for n := range leafFunctions {
		g.text(fmt.Sprintf("def h%d(%s):", n, g.pick(signatures)))
		g.within(func() { g.text(g.fill(g.pick(leafBodies))) })
	}
	g.text(g.fill("g0, g1, g2 = «lit», «lit», «lit»"))
}

// scene writes a function with a hot loop, and calls it.
func (g *gen) scene() {
	g.label++
	name := fmt.Sprintf("scene%d", g.label)
	theme := themes[g.r.IntN(len(themes))]
	if g.chance(10) {
		g.text("try:")
		g.within(func() { g.sceneBody(name, theme) })
		g.text(fmt.Sprintf("except Exception as e:\n    S(%q, [], T(e))", name))
		return
	}
	g.text(fmt.Sprintf("def %s(p0=%s, *p1, p2=None):", name, g.part("small")))
	g.within(func() {
		if g.chance(40) {
			g.text("global g0, g1, g2")
		}
		g.sceneBody(name, theme)
	})
	call := name + g.pick([]string{"()", "(5, 6)", "(p2=1)", "(*g0)"})
	for range 1 + g.r.IntN(2) {
		g.text(fmt.Sprintf("try:\n    %s\nexcept Exception as e:\n    S(%q, [], T(e))", call, name))
	}
}

func (g *gen) sceneBody(name string, theme theme) {
	g.text("out = []")
	g.text(g.fill(declarations))
	if theme.setup != "" {
		g.text(g.fill(theme.setup))
	}
	for range 1 + g.r.IntN(2) {
		g.hotLoop(theme)
	}
	g.text(fmt.Sprintf("S(%q, out, n0, n1, n2, n3, s0, l0, d0, t0)", name))
}

// hotLoop writes a loop of some dozens of turns, at a few of which something changes.
func (g *gen) hotLoop(theme theme) {
	g.rounds = []int{24, 30, 45, 60, 90}[g.r.IntN(5)]
	g.loop = "i"
	defer func() { g.loop, g.rounds = "3", 30 }()
	header := g.pick(loops)
	g.text("i = 0")
	g.text(strings.ReplaceAll(g.fill(header), "ROUNDS", fmt.Sprint(g.rounds)))
	g.within(func() {
		if strings.HasPrefix(header, "while") {
			g.text("i += 1")
		}
		n := 2 + g.r.IntN(4)
		events := 1 + g.r.IntN(3)
		whole := g.chance(35)
		if whole {
			g.text("try:")
			g.indent++
		}
		for n+events > 0 {
			if g.r.IntN(n+events) < events {
				events--
				g.event(theme, whole)
				continue
			}
			n--
			g.statement(theme, whole)
		}
		if whole {
			g.indent--
			g.text(g.pick([]string{
				"except Exception as e:\n    out.append(E(e))",
				"except Exception as e:\n    out.append(T(e))",
				"except (TypeError, ValueError, ArithmeticError, LookupError) as e:\n    out.append(T(e))\nexcept Exception as e:\n    out.append(E(e))\n    continue",
				"except Exception as e:\n    r = e\n    out.append(T(r))\nelse:\n    out.append(i)",
				"except Exception as e:\n    out.append(E(e))\nfinally:\n    out.append(i)",
			}))
		}
	})
	if g.chance(15) && !strings.Contains(header, "\n") {
		g.text("else:\n    out.append('else')")
	}
}

// guarded writes text, in a try statement of its own unless an outer one catches what it raises.
func (g *gen) guarded(text string, whole bool) {
	if whole {
		g.text(text)
		return
	}
	g.text("try:")
	g.within(func() { g.text(text) })
	g.text(g.pick([]string{"except Exception as e:\n    out.append(E(e))", "except Exception as e:\n    out.append(T(e))"}))
}

func (g *gen) statement(theme theme, whole bool) {
	list := theme.body
	if len(list) == 0 || g.chance(30) {
		list = common
	}
	text := g.fill(g.pick(list))
	if g.chance(12) {
		text = g.fill("if «cond»:\n") + indented(text)
	}
	g.guarded(text, whole)
}

func (g *gen) event(theme theme, whole bool) {
	list := theme.events
	if len(list) == 0 || g.chance(30) {
		list = commonEvents
	}
	when := g.pick([]string{"i == «AT»", "i == «AT»", "i == «AT»", "i % «EVERY» == 1", "i in («AT», «AT»)", "i > «AT»"})
	text := g.fill("if " + when + ":\n")
	body := g.fill(g.pick(list))
	if g.chance(25) && !strings.Contains(body, "del n") && !strings.Contains(body, "n0 =") { // from a callee
		g.label++
		name := fmt.Sprintf("q%d", g.label)
		text = fmt.Sprintf("def %s(*_):\n", name) + indented("nonlocals = 0\n"+body+"\nreturn nonlocals") + "\n" + text + "    " + name + "()"
	} else {
		text += indented(body)
	}
	g.guarded(text, whole)
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(text, "\n", "\n    ")
}
