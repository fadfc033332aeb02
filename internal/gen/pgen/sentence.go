// Sentences: random programs that the grammar allows, but for its lookaheads and the checks of its actions.

package pgen

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
)

// leaves are samples of the tokens that are no words of the grammar, and of rules whose parts must not be spaced.
var leaves = map[string][]string{
	"NAME":               {"a", "b", "c", "x", "y", "self", "_", "__m", "f", "é", "print", "match", "super", "__class__"},
	"NUMBER":             {"0", "1", "255", "10**9", "1.5", "2j", "0x_ff", "1e400", "123456789012345678901234567890"},
	"STRING":             {"'s'", "''", "b'b'", "'''t\nu'''", "r'\\d'", "'\\N{DIGIT ONE}'", "u'%s'", "'%s %r %d'"},
	"FSTRING_START":      {"f'", `f"`, "rf'"},
	"FSTRING_MIDDLE":     {"text", "{{", "%", "\\x41"},
	"fstring_conversion": {"!r", "!s", "!a"},
	"TYPE_COMMENT":       {""},
	"ENDMARKER":          {""},
}

// sentence writes tokens with spaces between them.
type sentence struct {
	strings.Builder
	r       *rand.Rand
	depths  map[*Rule]int
	left    int // words to write; then it is brought to an end
	indent  int
	newLine bool
	quotes  []string
}

// Sentence makes a random sentence of a rule, of about size words, with its lines indented.
func (g *Grammar) Sentence(r *rand.Rand, rule string, size, indent int) string {
	s := &sentence{r: r, depths: g.depths(), left: size, newLine: true, indent: indent}
	s.rule(g.byName[rule])
	return s.String()
}

// endless is the depth of what is not known to end.
const endless = 1 << 20

// depths tells how deep the shortest derivation of each rule is.
func (g *Grammar) depths() map[*Rule]int {
	depths := map[*Rule]int{}
	var rules []*Rule
	var collect func(r *Rule)
	collect = func(r *Rule) {
		if slices.Contains(rules, r) {
			return
		}
		rules = append(rules, r)
		depths[r] = endless
		for _, a := range r.Alts {
			for _, it := range a.Items {
				for ; it != nil; it = it.Sub {
					if it.Rule != nil {
						collect(it.Rule)
					}
				}
			}
		}
	}
	for _, r := range g.Rules {
		collect(r)
	}
	for changed := true; changed; {
		changed = false
		for _, r := range rules {
			for _, a := range r.Alts {
				if d := 1 + altDepth(a, depths); d < depths[r] {
					depths[r], changed = d, true
				}
			}
		}
	}
	return depths
}

// wrong reports an alternative that exists for an error.
func wrong(a *Alt) bool { return a.Invalid() || strings.HasPrefix(a.Action, "fail") }

func altDepth(a *Alt, depths map[*Rule]int) int {
	if wrong(a) {
		return endless
	}
	d := 0
	for _, it := range a.Items {
		d = max(d, itemDepth(it, depths))
	}
	return d
}

func itemDepth(it *Item, depths map[*Rule]int) int {
	switch it.Kind {
	case ruleItem:
		if leaves[it.Rule.Name] != nil {
			return 0
		}
		return depths[it.Rule]
	case plusItem, gatherItem:
		return itemDepth(it.Sub, depths)
	}
	return 0
}

func (s *sentence) rule(r *Rule) {
	if words := leaves[r.Name]; words != nil {
		s.word(words[s.r.IntN(len(words))])
		return
	}
	alt := slices.MinFunc(r.Alts, func(a, b *Alt) int {
		return cmp.Or(altDepth(a, s.depths)-altDepth(b, s.depths), len(a.Items)-len(b.Items))
	})
	if s.left > 0 {
		var alts []*Alt
		for _, a := range r.Alts {
			if !wrong(a) {
				alts = append(alts, a)
			}
		}
		alt = alts[s.r.IntN(len(alts))]
		// Most expressions have few operators: at each level of precedence the next one is likelier than an operator.
		plain := slices.IndexFunc(alts, func(a *Alt) bool { return len(a.Items) == 1 && a.Items[0].Kind == ruleItem })
		if plain >= 0 && len(alts) < 5 && s.r.IntN(4) > 0 {
			alt = alts[plain]
		}
	}
	for _, it := range alt.Items {
		s.item(it)
	}
}

func (s *sentence) item(it *Item) {
	more := func() bool { return s.left > 0 && s.r.IntN(3) == 0 }
	switch it.Kind {
	case tokenItem, softItem, forceItem:
		s.token(it)
	case ruleItem:
		s.rule(it.Rule)
	case optItem:
		if more() {
			s.item(it.Sub)
		}
	case starItem:
		for more() {
			s.item(it.Sub)
		}
	case plusItem:
		s.item(it.Sub)
		for more() {
			s.item(it.Sub)
		}
	case gatherItem:
		s.item(it.Sub)
		for more() {
			s.item(it.Sep)
			s.item(it.Sub)
		}
	}
}

func (s *sentence) token(it *Item) {
	if it.Sub != nil { // of a forced one
		s.token(it.Sub)
		return
	}
	switch it.Text {
	case "NEWLINE":
		s.WriteByte('\n')
		s.newLine = true
		return
	case "INDENT":
		s.indent++
		return
	case "DEDENT":
		s.indent--
		return
	case "FSTRING_END":
		s.word(s.quotes[len(s.quotes)-1])
		s.quotes = s.quotes[:len(s.quotes)-1]
		return
	}
	text := strings.Trim(it.Text, `'"`)
	if words := leaves[it.Text]; words != nil {
		text = words[s.r.IntN(len(words))]
	}
	s.word(text)
	if it.Text == "FSTRING_START" {
		s.quotes = append(s.quotes, text[len(text)-1:])
	}
}

func (s *sentence) word(text string) {
	s.left--
	if s.newLine {
		s.WriteString(strings.Repeat(" ", s.indent))
		s.newLine = false
	} else {
		s.WriteByte(' ')
	}
	s.WriteString(text)
}
