// match statements.

package codegen

import (
	"fmt"
	"slices"

	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// matcher is what is known while a pattern is compiled. On the stack lie, from the top:
//
//	values that are still to be matched   onTop of them
//	values that were captured             one for each of stores
//	the subject, if other cases follow
//
// A failure pops the first two: it jumps to failures[n], which pops n values.
type matcher struct {
	stores      []string
	irrefutable bool // a pattern that always matches is allowed here
	failures    []label
	onTop       int
}

func isWildcard(p syntax.Pattern) bool {
	as, ok := p.(*syntax.MatchAs)
	return ok && as.Name == ""
}

func isWildcardStar(p syntax.Pattern) bool {
	s, ok := p.(*syntax.MatchStar)
	return ok && s.Name == ""
}

func (c *compiler) match(s *syntax.Match) {
	c.expr(s.Subject)
	end := c.newLabel()
	cases := s.Cases
	var last *syntax.MatchCase // "case _", for which nothing is matched
	if n := len(cases); n > 1 && isWildcard(cases[n-1].Pattern) {
		cases, last = cases[:n-1], cases[n-1]
	}
	for i, k := range cases {
		at := k.Pattern.Range()
		if i < len(cases)-1 {
			c.opArg(at, COPY, 1)
		}
		m := &matcher{irrefutable: k.Guard != nil || i == len(s.Cases)-1}
		c.pattern(k.Pattern, m)
		for _, name := range m.stores {
			c.name(at, name, syntax.Store)
		}
		if k.Guard != nil {
			c.jumpOn(at, k.Guard, c.failure(m, 0), false)
		}
		if i < len(cases)-1 {
			c.op(at, POP_TOP)
		}
		c.stmts(k.Body)
		c.jump(noLoc, end)
		c.popFailures(at, m)
	}
	if last != nil {
		at := last.Pattern.Range()
		c.op(at, NOP)
		if last.Guard != nil {
			c.jumpOn(at, last.Guard, end, false)
		}
		c.stmts(last.Body)
	}
	c.use(end)
}

// failure is where to jump to for n values to be popped.
func (c *compiler) failure(m *matcher, n int) label {
	for len(m.failures) <= n {
		m.failures = append(m.failures, c.newLabel())
	}
	return m.failures[n]
}

// failMatch emits a jump for a pattern that does not match.
func (c *compiler) failMatch(at loc, m *matcher, op int) {
	c.pseudo(at, op, int(c.failure(m, m.onTop+len(m.stores))))
}

func (c *compiler) failUnless(at loc, m *matcher) { c.failMatch(at, m, int(POP_JUMP_IF_FALSE)) }

// popFailures puts the pops for failures here.
func (c *compiler) popFailures(at loc, m *matcher) {
	for n := len(m.failures) - 1; n >= 0; n-- {
		c.use(m.failures[n])
		if n > 0 {
			c.op(at, POP_TOP)
		}
	}
	m.failures = nil
}

// rotate moves the top of the stack below count-1 others.
func (c *compiler) rotate(at loc, count int) {
	for ; count > 1; count-- {
		c.opArg(at, SWAP, count)
	}
}

// capture binds the top of the stack to a name, once all has matched.
func (c *compiler) capture(at loc, name string, m *matcher) {
	if name == "" {
		c.op(at, POP_TOP)
		return
	}
	c.addStore(at, name, m)
	c.rotate(at, m.onTop+len(m.stores))
}

func (c *compiler) addStore(at loc, name string, m *matcher) {
	if slices.Contains(m.stores, name) {
		fail(at, fmt.Sprintf("multiple assignments to name '%s' in pattern", name))
	}
	m.stores = append(m.stores, name)
}

// subpattern compiles a pattern within another, where one that always matches does no harm.
func (c *compiler) subpattern(p syntax.Pattern, m *matcher) {
	old := m.irrefutable
	m.irrefutable = true
	c.pattern(p, m)
	m.irrefutable = old
}

// pattern matches the top of the stack and pops it.
func (c *compiler) pattern(p syntax.Pattern, m *matcher) {
	at := p.Range()
	switch p := p.(type) {
	case *syntax.MatchValue:
		switch p.Value.(type) {
		case *syntax.Constant, *syntax.Attribute:
		default:
			fail(at, "patterns may only match literals and attribute lookups")
		}
		c.expr(p.Value)
		c.compareOp(at, syntax.Eq)
		c.op(at, TO_BOOL)
		c.failUnless(at, m)
	case *syntax.MatchSingleton:
		c.loadConst(at, c.value(p.Value))
		c.compareOp(at, syntax.Is)
		c.failUnless(at, m)
	case *syntax.MatchSequence:
		c.matchSequence(p, m)
	case *syntax.MatchMapping:
		c.matchMapping(p, m)
	case *syntax.MatchClass:
		c.matchClass(p, m)
	case *syntax.MatchStar:
		c.capture(at, p.Name, m)
	case *syntax.MatchAs:
		if p.Pattern != nil {
			m.onTop++
			c.opArg(at, COPY, 1)
			c.pattern(p.Pattern, m)
			m.onTop--
		} else if !m.irrefutable && p.Name != "" {
			fail(at, fmt.Sprintf("name capture '%s' makes remaining patterns unreachable", p.Name))
		} else if !m.irrefutable {
			fail(at, "wildcard makes remaining patterns unreachable")
		}
		c.capture(at, p.Name, m)
	case *syntax.MatchOr:
		c.matchOr(p, m)
	}
}

// wantLength fails unless the length of the subject is as said.
func (c *compiler) wantLength(at loc, n int, op syntax.CmpOperator, m *matcher) {
	c.op(at, GET_LEN)
	c.loadConst(at, pyc.Int(n))
	c.compareOp(at, op)
	c.failUnless(at, m)
}

func (c *compiler) matchSequence(p *syntax.MatchSequence, m *matcher) {
	star, wild, wildStar := -1, true, false
	for i, q := range p.Patterns {
		if _, ok := q.(*syntax.MatchStar); ok {
			if star >= 0 {
				fail(p.Pos, "multiple starred names in sequence pattern")
			}
			star, wildStar = i, isWildcardStar(q)
			wild = wild && wildStar
			continue
		}
		wild = wild && isWildcard(q)
	}
	n := len(p.Patterns)
	m.onTop++
	c.op(p.Pos, MATCH_SEQUENCE)
	c.failUnless(p.Pos, m)
	if star < 0 {
		c.wantLength(p.Pos, n, syntax.Eq, m)
	} else if n > 1 {
		c.wantLength(p.Pos, n-1, syntax.GtE, m)
	}
	m.onTop--
	switch {
	case wild:
		c.op(p.Pos, POP_TOP)
	case wildStar:
		c.matchItems(p, star, m)
	default:
		c.unpackOnly(p.Pos, n, func(i int) bool { return i == star }, "too many expressions in star-unpacking sequence pattern", "")
		m.onTop += n
		for _, q := range p.Patterns {
			m.onTop--
			c.subpattern(q, m)
		}
	}
}

// matchItems matches items one by one, those behind the star counted from the end.
func (c *compiler) matchItems(p *syntax.MatchSequence, star int, m *matcher) {
	m.onTop++
	for i, q := range p.Patterns {
		if isWildcard(q) || i == star {
			continue
		}
		c.opArg(p.Pos, COPY, 1)
		if i < star {
			c.loadConst(p.Pos, pyc.Int(i))
		} else {
			c.op(p.Pos, GET_LEN)
			c.loadConst(p.Pos, pyc.Int(len(p.Patterns)-i))
			c.opArg(p.Pos, BINARY_OP, NB_SUBTRACT)
		}
		c.op(p.Pos, BINARY_SUBSCR)
		c.subpattern(q, m)
	}
	m.onTop--
	c.op(p.Pos, POP_TOP)
}

// failIfNone fails if a match has given None.
func (c *compiler) failIfNone(at loc, m *matcher) {
	c.opArg(at, COPY, 1)
	c.loadNone(at)
	c.opArg(at, IS_OP, 1)
	c.failUnless(at, m)
}

func (c *compiler) matchMapping(p *syntax.MatchMapping, m *matcher) {
	at, n := p.Pos, len(p.Keys)
	m.onTop++
	c.op(at, MATCH_MAPPING)
	c.failUnless(at, m)
	if n == 0 && p.Rest == "" {
		m.onTop--
		c.op(at, POP_TOP)
		return
	}
	if n > 0 {
		c.wantLength(at, n, syntax.GtE, m)
	}
	seen := map[any]bool{}
	for _, k := range p.Keys {
		switch k := k.(type) {
		case *syntax.Constant:
			key := equalKey(k.Value)
			if seen[key] {
				fail(at, fmt.Sprintf("mapping pattern checks duplicate key (%s)", pyc.Repr(c.value(k.Value), nil)))
			}
			seen[key] = true
		case *syntax.Attribute:
		default:
			fail(at, "mapping pattern keys may only match literals and attribute lookups")
		}
		c.expr(k)
	}
	c.opArg(at, BUILD_TUPLE, n)
	c.op(at, MATCH_KEYS)
	m.onTop += 2 // the keys and the values
	c.failIfNone(at, m)
	c.opArg(at, UNPACK_SEQUENCE, n)
	m.onTop += n - 1
	for _, q := range p.Patterns {
		m.onTop--
		c.subpattern(q, m)
	}
	m.onTop -= 2
	if p.Rest == "" {
		c.op(at, POP_TOP)
		c.op(at, POP_TOP)
		return
	}
	c.opArg(at, BUILD_MAP, 0)
	c.opArg(at, SWAP, 3)
	c.opArg(at, DICT_UPDATE, 2)
	c.opArg(at, UNPACK_SEQUENCE, n)
	for ; n > 0; n-- {
		c.opArg(at, COPY, n+1)
		c.opArg(at, SWAP, 2)
		c.op(at, DELETE_SUBSCR)
	}
	c.capture(at, p.Rest, m)
}

func (c *compiler) matchClass(p *syntax.MatchClass, m *matcher) {
	at := p.Pos
	for i, name := range p.KwdAttrs {
		if j := slices.Index(p.KwdAttrs[i+1:], name); j >= 0 {
			fail(p.KwdPatterns[i+1+j].Range(), "attribute name repeated in class pattern: "+name)
		}
	}
	c.expr(p.Cls)
	c.loadConst(at, c.tupleOfNames(p.KwdAttrs))
	c.opArg(at, MATCH_CLASS, len(p.Patterns))
	m.onTop++
	c.failIfNone(at, m)
	parts := slices.Concat(p.Patterns, p.KwdPatterns)
	c.opArg(at, UNPACK_SEQUENCE, len(parts))
	m.onTop += len(parts) - 1
	for _, q := range parts {
		m.onTop--
		if isWildcard(q) {
			c.op(at, POP_TOP)
			continue
		}
		c.subpattern(q, m)
	}
}

func (c *compiler) matchOr(p *syntax.MatchOr, m *matcher) {
	end := c.newLabel()
	var names []string // what all alternatives capture, in the order of the first
	for i, alt := range p.Patterns {
		at := alt.Range()
		a := &matcher{irrefutable: i == len(p.Patterns)-1 && m.irrefutable}
		c.opArg(at, COPY, 1)
		c.pattern(alt, a)
		if i == 0 {
			names = a.stores
		} else {
			c.reorder(p.Pos, at, names, a)
		}
		c.jump(at, end)
		c.popFailures(at, a)
	}
	c.op(p.Pos, POP_TOP)
	c.failMatch(p.Pos, m, JUMP)
	c.use(end)
	below := len(names) + 1 + m.onTop + len(m.stores)
	for _, name := range names {
		c.rotate(p.Pos, below)
		c.addStore(p.Pos, name, m)
	}
	c.op(p.Pos, POP_TOP)
}

// reorder brings the captures of an alternative into the order of the first one.
func (c *compiler) reorder(or, at loc, names []string, a *matcher) {
	if len(names) != len(a.stores) {
		fail(or, "alternative patterns bind different names")
	}
	for i, name := range slices.Backward(names) {
		j := slices.Index(a.stores, name)
		if j < 0 {
			fail(or, "alternative patterns bind different names")
		}
		if i == j {
			continue
		}
		head := slices.Clone(a.stores[:j+1])
		rest := slices.Delete(slices.Clone(a.stores), 0, j+1)
		a.stores = slices.Insert(rest, i-j, head...)
		for range j + 1 {
			c.rotate(at, i+1)
		}
	}
}
