// Writing the parser: one method a rule, alternatives as nested conditions.

package pgen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"sort"
	"strings"
)

type emitter struct {
	*analysis
	b    *strings.Builder
	n    int // for names of temporary variables
	rule *Rule
	err  error
}

func (e *emitter) w(format string, args ...any) { fmt.Fprintf(e.b, format, args...) }

func (e *emitter) temp(name string) string {
	e.n++
	return fmt.Sprintf("%s%d", name, e.n)
}

func methodName(rule string) string {
	g := goName(rule)
	if r, ok := renamed[rule]; ok {
		g = r
	}
	return strings.ToLower(g[:1]) + g[1:]
}

// seqName is the field that lists of a type are put together in.
func seqName(elem string) string {
	name := strings.TrimLeft(elem, "*[]")
	name = "seq" + strings.ToUpper(name[:1]) + name[1:]
	if strings.HasPrefix(elem, "[]") {
		name += "s"
	}
	return name
}

func emitParser(a *analysis) (string, error) {
	e := &emitter{analysis: a, b: &strings.Builder{}}
	e.w("%spackage syntax\n\n", header("internal/front/syntax/python.gram"))
	e.w("// seqs holds the lists being made.\ntype seqs struct {\n")
	for _, t := range a.seqs {
		e.w("\t%s seq[%s]\n", seqName(t), t)
	}
	e.w("}\n\nfunc (s *seqs) reset() {\n")
	for _, t := range a.seqs {
		e.w("\ts.%s.stack = s.%s.stack[:0]\n", seqName(t), seqName(t))
	}
	e.w("}\n\n// The rules whose results are remembered in the careful passes.\nconst (\n")
	n := 0
	for _, r := range a.g.Rules {
		if r.Memo {
			if n == 0 {
				e.w("\tmemo%s = iota\n", goName(r.Name))
			} else {
				e.w("\tmemo%s\n", goName(r.Name))
			}
			n++
		}
	}
	e.w(")\n\n")
	for _, r := range a.g.Rules {
		if _, set := a.tokenSet(&Item{Kind: ruleItem, Rule: r}); set && len(r.Alts) > 1 && strings.Contains(r.Name, "_") && a.g.isGroup(r) {
			continue
		}
		e.emitRule(r)
	}
	return e.b.String(), e.err
}

// isGroup reports a parenthesized group, whose name ends in a number.
func (g *Grammar) isGroup(r *Rule) bool {
	c := r.Name[len(r.Name)-1]
	return c >= '0' && c <= '9'
}

func emitTokens(a *analysis) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("%spackage syntax\n\n", header("internal/front/syntax/python.gram"))
	w("// The kinds of tokens: the grammar's own names, operators, keywords.\nconst (\n")
	for i, k := range a.goKind {
		if i == 0 {
			w("\t%s Kind = iota\n", k)
		} else {
			w("\t%s\n", k)
		}
	}
	w(")\n\n// kindText is how the grammar spells them.\nvar kindText = [...]string{")
	texts := make([]string, len(a.goKind))
	for text, i := range a.kindOf {
		texts[i] = text
	}
	for i, t := range texts {
		if i > 0 {
			w(", ")
		}
		w("%q", t)
	}
	w("}\n\n")
	w("// keyword tells keywords from other identifiers.\nfunc keyword(name string) Kind {\n\tswitch name {\n")
	soft := map[string]bool{}
	a.items(func(r *Rule, it *Item) {
		if it.Kind == softItem && it.Text != "" && isWord(it.Text) || it.Text == "_" {
			soft[it.Text] = true
		}
	})
	for _, t := range a.literal {
		if isWord(t) {
			w("\tcase %q:\n\t\treturn %s\n", t, a.goKind[a.kindOf[t]])
		}
	}
	w("\t}\n\treturn Ident\n}\n\n")
	w("var softKeywords = [...]string{")
	for i, t := range sortedKeys(soft) {
		if i > 0 {
			w(", ")
		}
		w("%q", t)
	}
	w("}\n\n")
	w("// operator finds the longest operator that the text begins with; the text goes on for at least three bytes.\nfunc operator(s string) (Kind, int) {\n\tswitch s[0] {\n")
	var ops []string
	for _, t := range a.literal {
		if !isWord(t) {
			ops = append(ops, t)
		}
	}
	emitTrie(w, a, ops, 0)
	w("\t}\n\treturn ErrorToken, 0\n}\n\n")
	w("// The bits of a shape.\nconst (\n")
	for i, s := range shapeBits {
		if i == 0 {
			w("\tshape%s = 1 << iota\n", s.name)
		} else {
			w("\tshape%s\n", s.name)
		}
	}
	w(")\n\n// shapeOf gives the bits that a token sets.\nvar shapeOf = [128]uint8{\n")
	for _, t := range texts {
		if bits := a.bits[t]; bits != 0 {
			w("\t%s: %#x,\n", a.goKind[a.kindOf[t]], bits)
		}
	}
	w("}\n")
	return b.String()
}

func sortedKeys(m map[string]bool) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// emitTrie writes the cases for the operators that agree in their first i bytes.
func emitTrie(w func(string, ...any), a *analysis, ops []string, i int) {
	var heads []byte
	for _, op := range ops {
		if len(op) > i && !slices.Contains(heads, op[i]) {
			heads = append(heads, op[i])
		}
	}
	slices.Sort(heads)
	for _, h := range heads {
		w("\tcase %q:\n", h)
		var here string
		var longer []string
		for _, op := range ops {
			if len(op) > i && op[i] == h {
				if len(op) == i+1 {
					here = op
				} else {
					longer = append(longer, op)
				}
			}
		}
		if len(longer) > 0 {
			w("\tswitch s[%d] {\n", i+1)
			emitTrie(w, a, longer, i+1)
			w("\t}\n")
		}
		if here != "" {
			w("\treturn %s, %d\n", a.goKind[a.kindOf[here]], i+1)
		}
	}
}

// check is the Go condition that the next token is in the set.
func (e *emitter) check(set kinds) string {
	if set.count() <= 3 {
		var parts []string
		for i := range e.goKind {
			if set.has(i) {
				parts = append(parts, "p.kind() == "+e.goKind[i])
			}
		}
		return strings.Join(parts, " || ")
	}
	return fmt.Sprintf("p.in(%#x, %#x)", set[0], set[1])
}

// worthwhile reports whether a set says anything.
func (e *emitter) worthwhile(set kinds) bool {
	n := 0
	for i := range e.goKind {
		if set.has(i) {
			n++
		}
	}
	return n < len(e.goKind)
}

func (e *emitter) emitRule(r *Rule) {
	e.rule = r
	name, typ := methodName(r.Name), r.Type
	result := "(" + typ + ", bool)"
	if typ == "" {
		result = "bool"
	}
	e.w("// %s\nfunc (p *parser) %s() %s {\n", r.Name, name, result)
	if r.Memo || r.Nest || r.Quiet {
		e.emitWrapper(r, name, typ)
		e.w("}\n\nfunc (p *parser) %sBody() %s {\n", name, result)
	}
	e.marked("start", func() {
		if r.LeftRecursive() {
			e.emitLoop(r)
		} else {
			e.alts(r.Alts, 0, "start")
			e.fail()
		}
	})
	e.w("}\n\n")
}

// marked writes what body does, after a note of where the parser is under that name if the body uses it.
func (e *emitter) marked(name string, body func()) {
	outer := e.b
	e.b = &strings.Builder{}
	body()
	text := e.b.String()
	e.b = outer
	if regexp.MustCompile(`\b` + name + `\b`).MatchString(text) {
		e.w("\t%s := p.pos\n", name)
	}
	e.b.WriteString(text)
}

// emitWrapper counts depth, remembers results and silences invalid_ rules around the rule proper.
func (e *emitter) emitWrapper(r *Rule, name, typ string) {
	res := "r, ok"
	if typ == "" {
		res = "ok"
	}
	if r.Memo {
		e.w("\tif p.careful {\n\t\tif m := p.recall(memo%s); m != nil {\n\t\t\tif m.end >= 0 {\n\t\t\t\tp.pos = m.end\n\t\t\t}\n", goName(r.Name))
		if typ == "" {
			e.w("\t\t\treturn m.end >= 0\n")
		} else {
			e.w("\t\t\tr, _ := m.value.(%s)\n\t\t\treturn r, m.end >= 0\n", typ)
		}
		e.w("\t\t}\n\t}\n\tstart := p.pos\n")
	}
	if r.Nest {
		e.w("\tp.enter()\n")
	}
	if r.Quiet {
		e.w("\tinvalid := p.invalid\n\tp.invalid = false\n")
	}
	e.w("\t%s := p.%sBody()\n", res, name)
	if r.Quiet {
		e.w("\tp.invalid = invalid\n")
	}
	if r.Nest {
		e.w("\tp.depth--\n")
	}
	if r.Memo {
		value := "nil"
		if typ != "" {
			value = "r"
		}
		e.w("\tif p.careful {\n\t\tp.remember(memo%s, start, %s, ok)\n\t}\n", goName(r.Name), value)
	}
	e.w("\treturn %s\n", res)
}

func (e *emitter) fail() {
	if e.rule.Type == "" {
		e.w("\treturn false\n")
	} else {
		e.w("\tvar none %s\n\treturn none, false\n", e.rule.Type)
	}
}

// emitLoop writes a left-recursive rule: what it begins with, then as many of the tails as follow.
func (e *emitter) emitLoop(r *Rule) {
	left, base := r.Alts[:len(r.Alts)-1], r.Alts[len(r.Alts)-1]
	v := left[0].Items[0].Var
	if left[0].Items[0].Var == "" {
		v = "_"
	}
	if r.Type == "" {
		e.w("\tif !p.%s() {\n\t\treturn false\n\t}\n", methodName(base.Items[0].Rule.Name))
	} else if base.Items[0].Kind == tokenItem {
		e.err = fmt.Errorf("python.gram:%d: %s: left recursion ends in a token", r.Line, r.Name)
	} else {
		e.w("\t%s, ok := p.%s()\n\tif !ok {\n\t\treturn %s, false\n\t}\n", v, methodName(base.Items[0].Rule.Name), v)
	}
	e.w("\tfor {\n")
	e.marked("mark", func() {
		for _, alt := range left {
			rest := &Alt{Items: alt.Items[1:], Action: alt.Action, Test: alt.Test, Line: alt.Line}
			e.alternative(rest, 0, "mark", func() {
				if r.Type != "" {
					e.w("\t%s = %s\n", v, e.action(alt))
				}
				e.w("\tcontinue\n")
			}, true)
		}
	})
	if r.Type == "" {
		e.w("\treturn true\n\t}\n")
	} else {
		e.w("\treturn %s, true\n\t}\n", v)
	}
}

// same reports whether two items match the same and bind the same name.
func same(a, b *Item) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Var == b.Var && a.Text == b.Text && same(a.Sub, b.Sub) && same(a.Sep, b.Sep) && a.Kind != cutItem
}

// alts writes alternatives that agree in their first i items. Neighbours that go on in the same way are parsed together.
func (e *emitter) alts(alts []*Alt, i int, mark string) {
	for len(alts) > 0 {
		n := 1
		if i < len(alts[0].Items) {
			for n < len(alts) && i < len(alts[n].Items) && same(alts[0].Items[i], alts[n].Items[i]) && !alts[0].Invalid() {
				n++
			}
		}
		if n > 1 {
			e.factored(alts[:n], i, mark)
		} else {
			e.alternative(alts[0], i, mark, func() { e.finish(alts[0]) }, len(e.rule.Alts) > 1)
		}
		alts = alts[n:]
	}
}

// factored writes alternatives with the same next item.
func (e *emitter) factored(alts []*Alt, i int, mark string) {
	first := kinds{}
	for _, alt := range alts {
		f, n := e.firstOf(alt.Items[i:])
		if n {
			f = allKinds
		}
		first = first.or(f)
	}
	e.open(first, "")
	e.item(alts[0].Items[i], func() {
		inner := e.temp("mark")
		e.marked(inner, func() { e.alts(alts, i+1, inner) })
	})
	e.w("\tp.pos = %s\n\t}\n", mark)
}

func (e *emitter) open(first kinds, guard string) {
	var conds []string
	if e.worthwhile(first) {
		c := e.check(first)
		if strings.Contains(c, "||") {
			c = "(" + c + ")"
		}
		conds = append(conds, c)
	}
	if guard != "" {
		conds = append(conds, guard)
	}
	if len(conds) == 0 {
		e.w("\t{\n")
		return
	}
	e.w("\tif %s {\n", strings.Join(conds, " && "))
}

// alternative writes one from its i-th item on; done writes what happens when all have matched.
func (e *emitter) alternative(alt *Alt, i int, mark string, done func(), choice bool) {
	items := alt.Items[i:]
	first, nullable := e.firstOf(items)
	if nullable {
		first = allKinds
	}
	guard := ""
	if alt.Invalid() && !e.rule.Invalid() {
		guard = "p.invalid"
		if len(alt.Items) > 1 { // as in CPython's generator, which looks at single items only
			guard = "p.careful"
		}
	} else if choice {
		guard = e.guard(items)
	}
	e.open(first, guard)
	if len(items) == 1 && alt.Invalid() && items[0].Rule.Type == "" {
		// If it matches, nothing was wrong here: what follows must be looked at, and nobody looks at the result.
		none := "none, true"
		if e.rule.Type == "" {
			none = "true"
		}
		e.w("\tif p.%s() {\n", methodName(items[0].Rule.Name))
		if e.rule.Type != "" {
			e.w("\tvar none %s\n", e.rule.Type)
		}
		e.w("\treturn %s\n\t}\n\t}\n", none)
		return
	}
	rest := items
	if len(items) > 0 {
		if set, ok := e.tokenSet(items[0]); ok && set == first { // checked already
			if v := e.wants(items[0]); v != "" {
				e.w("\t%s := p.token()\n", v)
			}
			e.w("\tp.advance()\n")
			rest = items[1:]
		}
	}
	cut := e.sequence(rest, done)
	if cut {
		e.w("\tp.pos = start\n")
		e.fail()
	} else if alt.Test || slices.ContainsFunc(rest[min(1, len(rest)):], conditional) || len(rest) < len(items) && slices.ContainsFunc(rest, conditional) {
		e.w("\tp.pos = %s\n", mark)
	}
	e.w("\t}\n")
}

// conditional reports whether an item can fail to match.
func conditional(it *Item) bool {
	switch it.Kind {
	case optItem, starItem, cutItem, forceItem:
		return false
	}
	return true
}

// guard is the condition that the tokens ahead have the shape that the items need.
func (e *emitter) guard(items []*Item) string {
	s := e.shapeOf(items)
	var conds []string
	if s.must != 0 {
		conds = append(conds, fmt.Sprintf("p.ahead(%#x)", s.must))
	}
	if s.bracket && (s.innerMust != 0 || s.innerMay != 0xff) {
		conds = append(conds, fmt.Sprintf("p.inside(%#x, %#x)", s.innerMust, s.innerMay))
	}
	return strings.Join(conds, " && ")
}

// sequence writes the items nested in each other, and tells whether a cut was among them.
func (e *emitter) sequence(items []*Item, done func()) (cut bool) {
	if len(items) == 0 {
		done()
		return false
	}
	if items[0].Kind == cutItem {
		e.sequence(items[1:], done)
		return true
	}
	e.item(items[0], func() {
		if e.sequence(items[1:], done) {
			e.w("\tp.pos = start\n")
			e.fail()
		}
	})
	return false
}

func (e *emitter) finish(alt *Alt) {
	switch {
	case e.rule.Type == "" && alt.Action != "":
		e.w("\t%s\n", e.action(alt))
		e.w("\tp.pos = start\n\treturn false\n")
	case e.rule.Type == "":
		e.w("\treturn true\n")
	case alt.Test:
		r := e.temp("r")
		e.w("\tif %s := %s; %s != nil {\n\treturn %s, true\n\t}\n", r, e.action(alt), r, r)
	case alt.Action == "":
		e.w("\treturn %s, true\n", varOf(alt.value()))
	default:
		e.w("\treturn %s, true\n", e.action(alt))
	}
}

func varOf(it *Item) string {
	if it.Var != "" {
		return it.Var
	}
	return "it"
}

// wants reports whether the item's value is used.
func (e *emitter) wants(it *Item) string {
	if it.Var != "" {
		return it.Var
	}
	if e.rule.Type != "" {
		for _, alt := range e.rule.Alts {
			if alt.Action == "" && alt.value() == it {
				return "it"
			}
		}
	}
	return ""
}

// item writes the condition that an item matches around what rest writes.
func (e *emitter) item(it *Item, rest func()) {
	v := e.wants(it)
	if set, ok := e.tokenSet(it); ok {
		if v != "" {
			e.w("\tif %s := p.token(); %s {\n\tp.advance()\n", v, e.check(set))
		} else {
			e.w("\tif %s {\n\tp.advance()\n", e.check(set))
		}
		rest()
		e.w("\t}\n")
		return
	}
	switch it.Kind {
	case softItem:
		cond := fmt.Sprintf("p.soft(%q)", it.Text)
		if it.Text == "" {
			cond = "p.anySoft()"
		}
		if v != "" {
			cond = fmt.Sprintf("%s := p.token(); %s", v, cond)
		}
		e.w("\tif %s {\n\tp.advance()\n", cond)
		rest()
		e.w("\t}\n")
	case ruleItem:
		e.w("\tif %s {\n", e.call(it.Rule, v))
		rest()
		e.w("\t}\n")
	case optItem:
		e.optional(it, v)
		rest()
	case starItem, plusItem, gatherItem:
		e.loop(it, v, rest)
	case yesItem, noItem:
		e.lookahead(it, rest)
	case forceItem:
		if v != "" {
			e.w("\t%s := p.token()\n", v)
		}
		e.w("\tp.force(%s)\n", e.goKind[e.kindOf[it.Sub.Text]])
		rest()
	}
}

// call is the condition that a rule matches, with the result in v.
func (e *emitter) call(r *Rule, v string) string {
	m := methodName(r.Name)
	switch {
	case r.Type == "":
		return "p." + m + "()"
	case v == "":
		return fmt.Sprintf("_, ok := p.%s(); ok", m)
	}
	return fmt.Sprintf("%s, ok := p.%s(); ok", v, m)
}

func (e *emitter) optional(it *Item, v string) {
	sub := it.Sub
	first, _ := e.firstOfItem(sub)
	check := "true"
	if e.worthwhile(first) {
		check = e.check(first)
	}
	if sub.Kind == ruleItem && len(sub.Rule.Alts) == 1 && sub.Rule.Alts[0].Items[0].Kind != tokenItem {
		if g := e.guard([]*Item{sub}); g != "" && check != "true" {
			check = "(" + check + ") && " + g
		}
	}
	if set, ok := e.tokenSet(sub); ok || sub.Kind == softItem {
		cond := ""
		if ok {
			cond = e.check(set)
		} else {
			cond = fmt.Sprintf("p.soft(%q)", sub.Text)
		}
		if v != "" {
			e.w("\tvar %s *Token\n\tif %s {\n\t%s = p.token()\n\tp.advance()\n\t}\n", v, cond, v)
		} else {
			e.w("\tif %s {\n\tp.advance()\n\t}\n", cond)
		}
		return
	}
	if sub.Kind != ruleItem {
		// An optional repetition: it leaves its list empty.
		if v == "" {
			e.item(sub, func() {})
			return
		}
		e.w("\tvar %s %s\n", v, e.typeOf(sub))
		named := *sub
		named.Var = e.temp("x")
		e.item(&named, func() { e.w("\t%s = %s\n", v, named.Var) })
		return
	}
	m := methodName(sub.Rule.Name)
	switch {
	case v == "" || sub.Rule.Type == "":
		if check == "true" {
			e.w("\tp.%s()\n", m)
		} else {
			e.w("\tif %s {\n\tp.%s()\n\t}\n", check, m)
		}
	case check == "true":
		e.w("\t%s, _ := p.%s()\n", v, m)
	default:
		e.w("\tvar %s %s\n\tif %s {\n\t%s, _ = p.%s()\n\t}\n", v, sub.Rule.Type, check, v, m)
	}
}

// loop writes a repetition; its list is put together on a stack and then cut to size.
func (e *emitter) loop(it *Item, v string, rest func()) {
	t := e.typeOf(it.Sub)
	list, base, count := "", e.temp("base"), e.temp("n")
	if v != "" && t != "" {
		list = "p." + seqName(t)
		e.w("\t%s := len(%s.stack)\n", base, list)
	} else if it.Kind != starItem {
		e.w("\t%s := 0\n", count)
	}
	elem := *it.Sub
	elem.Var = ""
	if list != "" {
		elem.Var = e.temp("x")
	}
	first, _ := e.firstOfItem(it.Sub)
	guard := ""
	if it.Kind != gatherItem && it.Sub.Kind == ruleItem && len(it.Sub.Rule.Alts) == 1 {
		guard = e.guard([]*Item{it.Sub})
	}
	push := func() {
		if list != "" {
			e.w("\t%s.stack = append(%s.stack, %s)\n", list, list, elem.Var)
		} else if it.Kind != starItem {
			e.w("\t%s++\n", count)
		}
	}
	check := ""
	if e.worthwhile(first) {
		check = e.check(first)
	}
	if guard != "" {
		if check != "" {
			check = "(" + check + ") && " + guard
		} else {
			check = guard
		}
	}
	if it.Kind == gatherItem {
		m := e.temp("mark")
		e.w("\tfor %s := p.pos; ; {\n", m)
		if check != "" {
			e.w("\tif %s {\n", check)
		}
		e.item(&elem, func() {
			push()
			e.w("\t%s = p.pos\n", m)
			e.item(it.Sep, func() { e.w("\tcontinue\n") })
		})
		if check != "" {
			e.w("\t}\n")
		}
		e.w("\tp.pos = %s\n\tbreak\n\t}\n", m)
	} else {
		e.w("\tfor %s {\n", check)
		e.item(&elem, func() {
			push()
			e.w("\tcontinue\n")
		})
		e.w("\tbreak\n\t}\n")
	}
	if list != "" {
		if it.Kind == starItem {
			e.w("\t%s := %s.take(%s)\n", v, list, base)
			rest()
			return
		}
		e.w("\tif %s := %s.take(%s); len(%s) > 0 {\n", v, list, base, v)
	} else if it.Kind != starItem {
		e.w("\tif %s > 0 {\n", count)
	} else {
		rest()
		return
	}
	rest()
	e.w("\t}\n")
}

func (e *emitter) lookahead(it *Item, rest func()) {
	not := it.Kind == noItem
	if set, ok := e.tokenSet(it.Sub); ok {
		cond := e.check(set)
		if not {
			cond = "!(" + cond + ")"
		}
		e.w("\tif %s {\n", cond)
		rest()
		e.w("\t}\n")
		return
	}
	here, ok := e.temp("here"), e.temp("ok")
	e.w("\t%s, %s := p.pos, false\n", here, ok)
	sub := *it.Sub
	sub.Var = ""
	e.item(&sub, func() { e.w("\t%s = true\n", ok) })
	e.w("\tp.pos = %s\n\tif %s%s {\n", here, map[bool]string{true: "!"}[not], ok)
	rest()
	e.w("\t}\n")
}

// action turns the text of an action into Go: nodes are built with the position of the alternative, other calls are methods
// of the parser, and "at" is the position.
func (e *emitter) action(alt *Alt) string {
	expr, err := parser.ParseExpr(alt.Action)
	if err != nil {
		e.err = fmt.Errorf("python.gram:%d: %s: %v", alt.Line, alt.Action, err)
		return ""
	}
	type edit struct {
		from, to int
		text     string
	}
	var edits []edit
	offset := func(p token.Pos) int { return int(p) - 1 }
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if !ok {
				return true
			}
			if c := e.s.Builder[id.Name]; c != nil {
				text := "p.new" + id.Name
				if len(n.Args) != len(c.Fields) {
					e.err = fmt.Errorf("python.gram:%d: %s has %d fields, not %d", alt.Line, id.Name, len(c.Fields), len(n.Args))
				}
				edits = append(edits, edit{offset(id.Pos()), offset(id.End()), text})
				if c.Type.Attributes {
					at := "p.since(start)"
					if len(n.Args) > 0 {
						at += ", "
					}
					edits = append(edits, edit{offset(n.Lparen) + 1, offset(n.Lparen) + 1, at})
				}
			} else if id.Name != "len" && id.Name != "append" && id.Name[0] >= 'a' && id.Name[0] <= 'z' {
				edits = append(edits, edit{offset(id.Pos()), offset(id.Pos()), "p."})
			}
		case *ast.Ident:
			if n.Name == "at" {
				edits = append(edits, edit{offset(n.Pos()), offset(n.End()), "p.since(start)"})
			}
		}
		return true
	})
	slices.Reverse(edits)
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].from > edits[j].from })
	text := alt.Action
	for _, ed := range edits {
		text = text[:ed.from] + ed.text + text[ed.to:]
	}
	return text
}
