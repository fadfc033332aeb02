// Reading python.gram: rules, alternatives, items.

package pgen

import (
	"fmt"
	"strings"
	"unicode"
)

// Grammar is the content of python.gram.
type Grammar struct {
	Rules  []*Rule
	byName map[string]*Rule
}

// Rule is a rule, or a parenthesized group of one.
type Rule struct {
	Name   string
	Params []string // a template: Params stand for what is given in angle brackets
	Type   string   // in Go; "" when only success matters
	Memo   bool     // remembered in the careful passes
	Nest   bool     // counts against the limit of nesting
	Quiet  bool     // calls no invalid_ rules below it
	Alts   []*Alt
	Line   int

	nullable bool
	first    kinds
	sure     bool // first is all there is: no lookahead hides it
	shape    shape
}

// Alt is an alternative: all its items, in order.
type Alt struct {
	Items  []*Item
	Action string
	Test   bool // the action may refuse: {? ... }
	Line   int
}

type itemKind int

const (
	tokenItem  itemKind = iota // 'x' or NAME
	softItem                   // "x"
	ruleItem                   // rule or group
	optItem                    // [x] or x?
	starItem                   // x*
	plusItem                   // x+
	gatherItem                 // s.x+
	yesItem                    // &x
	noItem                     // !x
	forceItem                  // &&'x'
	cutItem                    // ~
)

// Item is a part of an alternative.
type Item struct {
	Kind itemKind
	Var  string
	Text string // of a token or soft keyword, or the name of a rule
	Rule *Rule
	Sub  *Item // of the composed ones
	Sep  *Item
}

// Invalid reports a rule that exists for its error messages.
func (r *Rule) Invalid() bool { return strings.HasPrefix(r.Name, "invalid_") }

// Invalid reports an alternative that is tried in the last pass only.
func (a *Alt) Invalid() bool {
	for _, it := range a.Items {
		if it.Kind == ruleItem && it.Rule != nil && it.Rule.Invalid() {
			return true
		}
	}
	return false
}

// gramReader cuts the grammar into words and reads the rules.
type gramReader struct {
	src    string
	pos    int
	line   int
	g      *Grammar
	rule   *Rule
	n      int               // groups in this rule
	actual map[string]string // what a template's parameters stand for
	wanted []func() error    // names to look up when all rules are known
}

type gramError struct{ error }

func (r *gramReader) fail(format string, args ...any) {
	panic(gramError{fmt.Errorf("python.gram:%d: %s", r.line, fmt.Sprintf(format, args...))})
}

func (r *gramReader) space() {
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == '\n':
			r.line++
			r.pos++
		case c == ' ' || c == '\t':
			r.pos++
		case c == '#':
			for r.pos < len(r.src) && r.src[r.pos] != '\n' {
				r.pos++
			}
		default:
			return
		}
	}
}

func (r *gramReader) peek() string {
	r.space()
	at, line := r.pos, r.line
	w := r.next()
	r.pos, r.line = at, line
	return w
}

func (r *gramReader) next() string {
	r.space()
	if r.pos >= len(r.src) {
		return ""
	}
	at := r.pos
	c := rune(r.src[r.pos])
	r.pos++
	switch {
	case c == '_' || unicode.IsLetter(c):
		for r.pos < len(r.src) && (r.src[r.pos] == '_' || unicode.IsLetter(rune(r.src[r.pos])) || unicode.IsDigit(rune(r.src[r.pos]))) {
			r.pos++
		}
	case c == '\'' || c == '"':
		end := strings.IndexByte(r.src[r.pos:], byte(c))
		if end < 0 {
			r.fail("unterminated literal")
		}
		r.pos += end + 1
	case c == '&' && strings.HasPrefix(r.src[r.pos:], "&"):
		r.pos++
	}
	return r.src[at:r.pos]
}

func (r *gramReader) accept(w string) bool {
	if r.peek() == w {
		r.next()
		return true
	}
	return false
}

func (r *gramReader) expect(w string) {
	if got := r.next(); got != w {
		r.fail("expected %s, not %q", w, got)
	}
}

// balanced reads up to the closing bracket that belongs to the opening one just read.
func (r *gramReader) balanced(open, close byte) string {
	at, depth := r.pos, 1
	for ; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; c {
		case open:
			depth++
		case close:
			if depth--; depth == 0 {
				text := r.src[at:r.pos]
				r.pos++
				return strings.TrimSpace(text)
			}
		case '\n':
			r.line++
		case '"':
			for r.pos++; r.pos < len(r.src) && r.src[r.pos] != '"'; r.pos++ {
				if r.src[r.pos] == '\\' {
					r.pos++
				}
			}
		}
	}
	r.fail("no closing %c", close)
	return ""
}

// ReadGrammar reads the text of python.gram.
func ReadGrammar(text string) (g *Grammar, err error) {
	defer func() {
		if e := recover(); e != nil {
			ge, ok := e.(gramError)
			if !ok {
				panic(e)
			}
			err = ge.error
		}
	}()
	g = &Grammar{byName: map[string]*Rule{}}
	templates := map[string]template{}
	r := &gramReader{src: text, line: 1, g: g}
	for r.peek() != "" {
		r.readRule(templates)
	}
	for len(r.wanted) > 0 {
		w := r.wanted[0]
		r.wanted = r.wanted[1:]
		if err := w(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// template is the text of a rule with parameters; it is read again for each use.
type template struct {
	params      []string
	instantiate func(args []string) *Rule
}

// readRule reads "name<params>[type] (attributes): alternatives".
func (r *gramReader) readRule(templates map[string]template) {
	line := r.line
	name := r.next()
	if r.accept("<") {
		var params []string
		for !r.accept(">") {
			params = append(params, r.next())
			r.accept(",")
		}
		pos, at := r.pos, r.line
		t := template{params: params}
		t.instantiate = func(args []string) *Rule {
			full := name + "_" + strings.NewReplacer("')'", "paren", "':'", "colon").Replace(strings.Join(args, "_"))
			if old := r.g.byName[full]; old != nil {
				return old
			}
			save := *r
			r.pos, r.line = pos, at
			r.actual = map[string]string{}
			for i, p := range params {
				r.actual[p] = args[i]
			}
			rule := r.body(full, line, templates)
			wanted := r.wanted
			*r = save
			r.wanted = wanted
			return rule
		}
		templates[name] = t
		r.skipBody()
		return
	}
	r.actual = nil
	r.body(name, line, templates)
}

// skipBody goes to the next rule: a line that begins with a letter.
func (r *gramReader) skipBody() {
	for {
		end := strings.IndexByte(r.src[r.pos:], '\n')
		if end < 0 {
			r.pos = len(r.src)
			return
		}
		r.pos += end + 1
		r.line++
		if r.pos < len(r.src) && unicode.IsLetter(rune(r.src[r.pos])) {
			return
		}
	}
}

func (r *gramReader) body(name string, line int, templates map[string]template) *Rule {
	rule := &Rule{Name: name, Line: line}
	if r.g.byName[name] != nil {
		r.fail("rule %s is defined twice", name)
	}
	r.g.byName[name] = rule
	r.g.Rules = append(r.g.Rules, rule)
	if r.accept("[") {
		rule.Type = r.balanced('[', ']')
	}
	if r.accept("(") {
		for !r.accept(")") {
			switch a := r.next(); a {
			case "memo":
				rule.Memo = true
			case "nest":
				rule.Nest = true
			case "quiet":
				rule.Quiet = true
			case ",":
			default:
				r.fail("unknown attribute %s", a)
			}
		}
	}
	r.expect(":")
	saved, n := r.rule, r.n
	r.rule, r.n = rule, 0
	rule.Alts = r.alts(templates)
	r.rule, r.n = saved, n
	return rule
}

func (r *gramReader) alts(templates map[string]template) (alts []*Alt) {
	r.accept("|")
	for {
		alts = append(alts, r.alt(templates))
		if !r.accept("|") {
			return alts
		}
	}
}

func (r *gramReader) alt(templates map[string]template) *Alt {
	r.space()
	a := &Alt{Line: r.line}
	for {
		r.space()
		if r.pos >= len(r.src) {
			return a
		}
		// The next rule begins in the first column.
		if (r.pos == 0 || r.src[r.pos-1] == '\n') && unicode.IsLetter(rune(r.src[r.pos])) {
			return a
		}
		switch w := r.peek(); w {
		case "|", ")", "]":
			return a
		case "{":
			r.next()
			a.Action = r.balanced('{', '}')
			if rest, ok := strings.CutPrefix(a.Action, "?"); ok {
				a.Action, a.Test = strings.TrimSpace(rest), true
			}
			for from, to := range r.actual {
				a.Action = replaceWord(a.Action, from, to)
			}
			return a
		default:
			a.Items = append(a.Items, r.item(templates))
		}
	}
}

func replaceWord(text, from, to string) string {
	isWord := func(c byte) bool { return c == '_' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) }
	for i := 0; i+len(from) <= len(text); i++ {
		if text[i:i+len(from)] == from && (i == 0 || !isWord(text[i-1])) && (i+len(from) == len(text) || !isWord(text[i+len(from)])) {
			text = text[:i] + to + text[i+len(from):]
			i += len(to) - 1
		}
	}
	return text
}

func (r *gramReader) item(templates map[string]template) *Item {
	switch r.peek() {
	case "~":
		r.next()
		return &Item{Kind: cutItem}
	case "&":
		r.next()
		return &Item{Kind: yesItem, Sub: r.suffixed(templates)}
	case "!":
		r.next()
		return &Item{Kind: noItem, Sub: r.suffixed(templates)}
	case "&&":
		r.next()
		return &Item{Kind: forceItem, Sub: r.atom(templates)}
	}
	at, line := r.pos, r.line
	name := r.next()
	if unicode.IsLetter(rune(name[0])) && r.pos < len(r.src) && r.src[r.pos] == '=' {
		r.pos++
		it := r.suffixed(templates)
		it.Var = name
		return it
	}
	r.pos, r.line = at, line
	return r.suffixed(templates)
}

func (r *gramReader) suffixed(templates map[string]template) *Item {
	it := r.atom(templates)
	if r.pos < len(r.src) {
		switch r.src[r.pos] {
		case '?':
			r.pos++
			return &Item{Kind: optItem, Sub: it}
		case '*':
			r.pos++
			return &Item{Kind: starItem, Sub: it}
		case '+':
			r.pos++
			return &Item{Kind: plusItem, Sub: it}
		case '.':
			r.pos++
			sub := r.atom(templates)
			r.expect("+")
			return &Item{Kind: gatherItem, Sub: sub, Sep: it}
		}
	}
	return it
}

func (r *gramReader) atom(templates map[string]template) *Item {
	w := r.next()
	switch {
	case w == "(":
		it := r.group(templates)
		r.expect(")")
		return it
	case w == "[":
		it := r.group(templates)
		r.expect("]")
		return &Item{Kind: optItem, Sub: it}
	case w[0] == '\'':
		return &Item{Kind: tokenItem, Text: strings.Trim(w, "'")}
	case w[0] == '"':
		return &Item{Kind: softItem, Text: strings.Trim(w, `"`)}
	case unicode.IsLetter(rune(w[0])):
		return r.named(w, templates)
	}
	r.fail("unexpected %q", w)
	return nil
}

// named is an atom that is a word: a token, a template's parameter, a rule.
func (r *gramReader) named(w string, templates map[string]template) *Item {
	if to, ok := r.actual[w]; ok {
		if to[0] == '\'' {
			return &Item{Kind: tokenItem, Text: strings.Trim(to, "'")}
		}
		w = to
	}
	if w == strings.ToUpper(w) {
		return &Item{Kind: tokenItem, Text: w}
	}
	it := &Item{Kind: ruleItem, Text: w}
	line := r.line
	if r.pos < len(r.src) && r.src[r.pos] == '<' {
		r.pos++
		var args []string
		for !r.accept(">") {
			arg := r.next()
			if to, ok := r.actual[arg]; ok {
				arg = to
			}
			args = append(args, arg)
			r.accept(",")
		}
		r.wanted = append(r.wanted, func() error {
			t, ok := templates[w]
			if !ok || len(t.params) != len(args) {
				return fmt.Errorf("python.gram:%d: no template %s of %d parameters", line, w, len(args))
			}
			it.Rule = t.instantiate(args)
			it.Text = it.Rule.Name
			return nil
		})
		return it
	}
	r.wanted = append(r.wanted, func() error {
		if it.Rule = r.g.byName[w]; it.Rule == nil {
			return fmt.Errorf("python.gram:%d: no rule %s", line, w)
		}
		return nil
	})
	return it
}

// group reads alternatives in brackets; a single plain item stands for itself.
func (r *gramReader) group(templates map[string]template) *Item {
	alts := r.alts(templates)
	if len(alts) == 1 && len(alts[0].Items) == 1 && alts[0].Action == "" {
		return alts[0].Items[0]
	}
	r.n++
	rule := &Rule{Name: fmt.Sprintf("%s_%d", r.rule.Name, r.n), Alts: alts, Line: r.line, Type: "?"}
	r.g.Rules = append(r.g.Rules, rule)
	r.g.byName[rule.Name] = rule
	return &Item{Kind: ruleItem, Text: rule.Name, Rule: rule}
}
