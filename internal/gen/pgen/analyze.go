// What follows from the grammar: kinds of tokens, first sets, shapes, types.

package pgen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// special lists the kinds of tokens that are no literals, with their names in the grammar.
var special = []struct{ name, goName string }{
	{"ENDMARKER", "EndMarker"}, {"ERRORTOKEN", "ErrorToken"}, {"NEWLINE", "Newline"}, {"INDENT", "Indent"}, {"DEDENT", "Dedent"},
	{"NAME", "Ident"}, {"NUMBER", "Number"}, {"STRING", "String"},
	{"OP", "UnknownOp"}, {"TYPE_COMMENT", "TypeComment"}, {"FSTRING_START", "FStringStart"}, {"FSTRING_MIDDLE", "FStringMiddle"}, {"FSTRING_END", "FStringEnd"},
}

// opNames are the names of the operators, those of module token in Go's spelling.
var opNames = map[string]string{
	"(": "LPar", ")": "RPar", "[": "LSqb", "]": "RSqb", "{": "LBrace", "}": "RBrace", ":": "Colon", ",": "Comma", ";": "Semi",
	"+": "Plus", "-": "Minus", "*": "Star", "/": "Slash", "|": "VBar", "&": "Amper", "<": "Less", ">": "Greater", "=": "Equal",
	".": "Dot", "%": "Percent", "~": "Tilde", "^": "Circumflex", "@": "At", "!": "Exclamation",
	"==": "EqEqual", "!=": "NotEqual", "<=": "LessEqual", ">=": "GreaterEqual", "<<": "LeftShift", ">>": "RightShift", "**": "DoubleStar",
	"//": "DoubleSlash", "+=": "PlusEqual", "-=": "MinEqual", "*=": "StarEqual", "/=": "SlashEqual", "%=": "PercentEqual",
	"&=": "AmperEqual", "|=": "VBarEqual", "^=": "CircumflexEqual", "@=": "AtEqual", "<<=": "LeftShiftEqual", ">>=": "RightShiftEqual",
	"**=": "DoubleStarEqual", "//=": "DoubleSlashEqual", "->": "RArrow", ":=": "ColonEqual", "...": "Dots",
}

// kinds is a set of kinds of tokens.
type kinds [2]uint64

func (k kinds) has(i int) bool { return k[i>>6]>>(i&63)&1 != 0 }
func (k *kinds) add(i int)     { k[i>>6] |= 1 << (i & 63) }
func (k kinds) or(o kinds) kinds {
	return kinds{k[0] | o[0], k[1] | o[1]}
}
func (k kinds) and(o kinds) kinds {
	return kinds{k[0] & o[0], k[1] & o[1]}
}
func (k kinds) count() int { return bits.OnesCount64(k[0]) + bits.OnesCount64(k[1]) }

var allKinds = kinds{^uint64(0), ^uint64(0)}

// shapeTokens lists what the tokenizer notes of the tokens ahead and between brackets; see shape.go in syntax.
// A token may set several bits: "pair" stands for both signs that an entry of a dict has.
var shapeBits = []struct {
	name   string
	tokens []string
}{
	{"For", []string{"for"}},
	{"Comma", []string{","}},
	{"Colon", []string{":"}},
	{"Equal", []string{"="}},
	{"Augmented", []string{"+=", "-=", "*=", "@=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**=", "//="}},
	{"Walrus", []string{":="}},
	{"Slash", []string{"/"}},
	{"Pair", []string{":", "**"}},
}

// shape says which of the shapeTokens a match must and may contain outside of brackets, up to the end of its simple statement,
// and, if it begins with a bracket, between this and the one that closes it.
type shape struct {
	must, may           uint8
	innerMust, innerMay uint8
	bracket             bool // always begins with an opening bracket
	ends                bool // may reach beyond the simple statement
}

type analysis struct {
	g       *Grammar
	s       *Schema
	literal []string // all literals of the grammar
	kindOf  map[string]int
	goKind  []string
	bits    map[string]uint8
	seqs    []string // element types of repetitions
}

func analyze(g *Grammar, s *Schema) (*analysis, error) {
	a := &analysis{g: g, s: s, kindOf: map[string]int{}, bits: map[string]uint8{}}
	for i, b := range shapeBits {
		for _, t := range b.tokens {
			a.bits[t] |= 1 << i
		}
	}
	if err := a.numberKinds(); err != nil {
		return nil, err
	}
	if err := a.splitLeftRecursion(); err != nil {
		return nil, err
	}
	if err := a.inferTypes(); err != nil {
		return nil, err
	}
	a.fixpoint()
	return a, a.checkNesting()
}

func (a *analysis) items(visit func(r *Rule, it *Item)) {
	var walk func(r *Rule, it *Item)
	walk = func(r *Rule, it *Item) {
		if it == nil {
			return
		}
		visit(r, it)
		walk(r, it.Sub)
		walk(r, it.Sep)
	}
	for _, r := range a.g.Rules {
		for _, alt := range r.Alts {
			for _, it := range alt.Items {
				walk(r, it)
			}
		}
	}
}

func isWord(s string) bool { return s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z' }

func (a *analysis) numberKinds() (err error) {
	for i, s := range special {
		a.kindOf[s.name] = i
		a.goKind = append(a.goKind, s.goName)
	}
	var ops, words []string
	seen := map[string]bool{}
	a.items(func(r *Rule, it *Item) {
		if it.Kind != tokenItem || seen[it.Text] {
			return
		}
		seen[it.Text] = true
		if _, known := a.kindOf[it.Text]; known {
			return
		}
		switch {
		case it.Text == "SOFT_KEYWORD":
			it.Kind, it.Text = softItem, ""
			delete(seen, "SOFT_KEYWORD")
		case isWord(it.Text):
			words = append(words, it.Text)
		case opNames[it.Text] == "":
			err = fmt.Errorf("python.gram:%d: unknown operator %s", r.Line, it.Text)
		default:
			ops = append(ops, it.Text)
		}
	})
	sort.Strings(words)
	sort.Slice(ops, func(i, j int) bool { return opNames[ops[i]] < opNames[ops[j]] })
	for _, op := range ops {
		a.kindOf[op] = len(a.goKind)
		a.goKind = append(a.goKind, opNames[op])
		a.literal = append(a.literal, op)
	}
	for _, w := range words {
		a.kindOf[w] = len(a.goKind)
		a.goKind = append(a.goKind, "Kw"+strings.ToUpper(w[:1])+w[1:])
		a.literal = append(a.literal, w)
	}
	if len(a.goKind) > 128 {
		return fmt.Errorf("too many kinds of tokens for a set of two words")
	}
	return err
}

// tokenSet returns the kinds if the item is one token, or a group of single tokens.
func (a *analysis) tokenSet(it *Item) (set kinds, ok bool) {
	switch {
	case it.Kind == tokenItem:
		set.add(a.kindOf[it.Text])
		return set, true
	case it.Kind == ruleItem && strings.Contains(it.Rule.Name, "_") && it.Rule.Type == "*Token":
		for _, alt := range it.Rule.Alts {
			if len(alt.Items) != 1 || alt.Items[0].Kind != tokenItem || alt.Action != "" {
				return set, false
			}
			set.add(a.kindOf[alt.Items[0].Text])
		}
		return set, true
	}
	return set, false
}

// splitLeftRecursion moves the alternatives that do not begin with the rule itself to a rule of their own.
func (a *analysis) splitLeftRecursion() error {
	for _, r := range slices.Clone(a.g.Rules) {
		if !r.LeftRecursive() {
			continue
		}
		base := &Rule{Name: r.Name + "_base", Type: r.Type, Line: r.Line}
		var left []*Alt
		for _, alt := range r.Alts {
			if alt.leftRecursive(r) {
				if alt.Items[0].Var != r.Alts[0].Items[0].Var {
					return fmt.Errorf("python.gram:%d: %s: left recursion wants one name for what is on the left", alt.Line, r.Name)
				}
				left = append(left, alt)
			} else {
				base.Alts = append(base.Alts, alt)
			}
		}
		r.Memo = true
		self := &Item{Kind: ruleItem, Text: base.Name, Rule: base}
		if len(base.Alts) == 1 && len(base.Alts[0].Items) == 1 && base.Alts[0].Action == "" {
			self = base.Alts[0].Items[0]
		} else {
			a.g.Rules = append(a.g.Rules, base)
			a.g.byName[base.Name] = base
		}
		r.Alts = append(left, &Alt{Items: []*Item{self}, Line: r.Line})
	}
	return nil
}

func (alt *Alt) leftRecursive(r *Rule) bool {
	return len(alt.Items) > 0 && alt.Items[0].Kind == ruleItem && alt.Items[0].Rule == r
}

// LeftRecursive reports a rule of which an alternative begins with the rule itself.
func (r *Rule) LeftRecursive() bool {
	return slices.ContainsFunc(r.Alts, func(alt *Alt) bool { return alt.leftRecursive(r) })
}

// typeOf is the Go type of what an item matches, or "".
func (a *analysis) typeOf(it *Item) string {
	switch it.Kind {
	case tokenItem, softItem, forceItem:
		return "*Token"
	case ruleItem:
		if it.Rule.Type == "?" {
			a.inferRule(it.Rule)
		}
		return it.Rule.Type
	case optItem:
		return a.typeOf(it.Sub)
	case starItem, plusItem, gatherItem:
		t := a.typeOf(it.Sub)
		if t == "" {
			return ""
		}
		return "[]" + t
	}
	return ""
}

// inferRule gives a group its type.
func (a *analysis) inferRule(r *Rule) {
	r.Type = ""
	for i, alt := range r.Alts {
		t := a.typeOfAlt(alt)
		if i > 0 && t != r.Type {
			r.Type = ""
			return
		}
		r.Type = t
	}
}

func (a *analysis) typeOfAlt(alt *Alt) string {
	if alt.Action == "" {
		if it := alt.value(); it != nil {
			return a.typeOf(it)
		}
		return ""
	}
	for _, it := range alt.Items {
		if it.Var == alt.Action {
			return a.typeOf(it)
		}
	}
	if e, err := parser.ParseExpr(alt.Action); err == nil {
		if call, ok := e.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && a.s.Builder[id.Name] != nil {
				t := a.s.Builder[id.Name].Type
				if t.pointer() {
					return "*" + t.GoName()
				}
				return t.GoName()
			}
		}
	}
	return ""
}

// value is the item that an alternative without an action returns: its only one besides lookaheads.
func (alt *Alt) value() (value *Item) {
	for _, it := range alt.Items {
		switch it.Kind {
		case yesItem, noItem, cutItem:
		default:
			if value != nil {
				return nil
			}
			value = it
		}
	}
	return value
}

func (a *analysis) inferTypes() error {
	for _, r := range a.g.Rules {
		if r.Type == "?" {
			a.inferRule(r)
		}
	}
	for _, r := range a.g.Rules {
		for _, alt := range r.Alts {
			if r.Type == "" || alt.leftRecursive(r) {
				continue
			}
			if alt.Action == "" && alt.value() == nil {
				return fmt.Errorf("python.gram:%d: %s: an alternative of more than one item wants an action", alt.Line, r.Name)
			}
		}
	}
	a.items(func(r *Rule, it *Item) {
		switch it.Kind {
		case starItem, plusItem, gatherItem:
			if t := a.typeOf(it.Sub); t != "" && it.Var != "" && !slices.Contains(a.seqs, t) {
				a.seqs = append(a.seqs, t)
			}
		}
	})
	for _, r := range a.g.Rules {
		for _, alt := range r.Alts {
			if v := alt.value(); v != nil && alt.Action == "" && r.Type != "" {
				switch v.Kind {
				case starItem, plusItem, gatherItem:
					if t := a.typeOf(v.Sub); !slices.Contains(a.seqs, t) {
						a.seqs = append(a.seqs, t)
					}
				}
			}
		}
	}
	sort.Strings(a.seqs)
	return nil
}

// fixpoint computes nullable, first sets and shapes of all rules.
func (a *analysis) fixpoint() {
	for _, r := range a.g.Rules {
		r.shape = shape{must: 0xff, innerMust: 0xff, bracket: true}
	}
	for changed := true; changed; {
		changed = false
		for _, r := range a.g.Rules {
			nullable, first, sh := false, kinds{}, shape{must: 0xff, innerMust: 0xff, bracket: true}
			for _, alt := range r.Alts {
				f, n := a.firstOf(alt.Items)
				nullable, first = nullable || n, first.or(f)
				if alt.Invalid() {
					continue
				}
				s := a.shapeOf(alt.Items)
				sh.must &= s.must
				sh.may |= s.may
				sh.innerMust &= s.innerMust
				sh.innerMay |= s.innerMay
				sh.bracket = sh.bracket && s.bracket
				sh.ends = sh.ends || s.ends
			}
			if nullable != r.nullable || first != r.first || sh != r.shape {
				r.nullable, r.first, r.shape, changed = nullable, first, sh, true
			}
		}
	}
}

// firstOf returns the kinds a match can begin with, and whether it can be empty.
func (a *analysis) firstOf(items []*Item) (first kinds, nullable bool) {
	limit := allKinds
	for _, it := range items {
		switch it.Kind {
		case yesItem:
			if f, n := a.firstOf([]*Item{it.Sub}); !n {
				limit = limit.and(f)
			}
			continue
		case noItem, cutItem:
			continue
		}
		f, n := a.firstOfItem(it)
		first = first.or(f.and(limit))
		if !n {
			return first, false
		}
	}
	if limit != allKinds {
		return first.or(limit), true
	}
	return first, true
}

func (a *analysis) firstOfItem(it *Item) (first kinds, nullable bool) {
	switch it.Kind {
	case tokenItem:
		first.add(a.kindOf[it.Text])
		return first, false
	case softItem:
		first.add(a.kindOf["NAME"])
		return first, false
	case ruleItem:
		return it.Rule.first, it.Rule.nullable
	case optItem, starItem:
		f, _ := a.firstOfItem(it.Sub)
		return f, true
	case forceItem: // any token gives at least an error
		return allKinds, false
	default:
		return a.firstOfItem(it.Sub)
	}
}

var closing = map[string]string{"(": ")", "[": "]", "{": "}", "lambda": ":", "FSTRING_START": "FSTRING_END"}

// shapeOf computes the shape of a sequence.
func (a *analysis) shapeOf(items []*Item) shape {
	s := shape{innerMay: 0xff}
	for i := 0; i < len(items); i++ {
		it := items[i]
		if it.Kind == yesItem || it.Kind == noItem || it.Kind == cutItem {
			continue
		}
		if it.Kind == tokenItem && closing[it.Text] != "" {
			end := i + 1
			for end < len(items) && !(items[end].Kind == tokenItem && items[end].Text == closing[it.Text]) {
				end++
			}
			if i == 0 {
				in := a.shapeOf(items[i+1 : end])
				s.innerMust, s.innerMay, s.bracket = in.must, in.may, true
				if in.ends {
					s.innerMust = 0
				}
			}
			i = end
			continue
		}
		one := a.shapeOfItem(it)
		if i == 0 && one.bracket {
			s.innerMust, s.innerMay, s.bracket = one.innerMust, one.innerMay, true
		}
		if !s.ends {
			s.must |= one.must
		}
		s.may |= one.may
		s.ends = s.ends || one.ends
	}
	return s
}

func (a *analysis) shapeOfItem(it *Item) shape {
	switch it.Kind {
	case tokenItem, forceItem:
		text := it.Text
		if it.Kind == forceItem {
			text = it.Sub.Text
		}
		return shape{must: a.bits[text], may: a.bits[text], innerMay: 0xff, ends: text == "NEWLINE" || text == ";"}
	case softItem:
		return shape{innerMay: 0xff}
	case ruleItem:
		return it.Rule.shape
	case plusItem:
		s := a.shapeOfItem(it.Sub)
		s.bracket, s.innerMust, s.innerMay = false, 0, 0xff
		return s
	case gatherItem:
		s, sep := a.shapeOfItem(it.Sub), a.shapeOfItem(it.Sep)
		return shape{must: s.must, may: s.may | sep.may, innerMay: 0xff, ends: s.ends || sep.ends}
	default: // optional
		s := a.shapeOfItem(it.Sub)
		return shape{may: s.may, innerMay: 0xff, ends: s.ends}
	}
}

// checkNesting demands that every way for a rule to come back to itself passes a rule that counts its depth.
func (a *analysis) checkNesting() (err error) {
	state := map[*Rule]int{}
	var visit func(r *Rule)
	visit = func(r *Rule) {
		if r.Nest || state[r] == 2 || err != nil {
			return
		}
		if state[r] == 1 {
			err = fmt.Errorf("python.gram:%d: %s can nest without limit; mark a rule on the way (nest)", r.Line, r.Name)
			return
		}
		state[r] = 1
		for _, alt := range r.Alts {
			for _, it := range alt.Items {
				for _, sub := range []*Item{it, it.Sub, it.Sep} {
					for ; sub != nil; sub = sub.Sub {
						if sub.Kind == ruleItem && !(sub.Rule == r && alt.leftRecursive(r)) {
							visit(sub.Rule)
						}
					}
				}
			}
		}
		state[r] = 2
	}
	for _, r := range a.g.Rules {
		visit(r)
	}
	return err
}
