// What a match must begin with: looked at when a program is made, used by searches and before alternatives.

package sre

// How far startAt looks.
const (
	maxSteps  = 64
	maxStarts = 8
)

// startAt returns a class that holds the first character of whatever matches from code[i] on; nil: that may be anything, or nothing.
func (p *Program) startAt(i int) *class {
	var list []*class
	for range maxSteps {
		if i >= len(p.code) || len(list) > maxStarts {
			return nil
		}
		in := &p.code[i]
		switch in.op {
		case oMark, oAt, oAtomic, oCut:
			i++
		case oJump:
			i = int(in.x)
		case oLook, oNotLook:
			i = int(in.target)
		case oChar:
			return union(append(list, literal(in.c)))
		case oString:
			return union(append(list, literal(in.str[0])))
		case oNotChar, oClass:
			return union(append(list, in.set))
		case oGreedy, oLazy, oAll:
			if in.set.kind == kAny || in.set.kind == kAnyAll {
				return nil
			}
			if list = append(list, in.set); in.min > 0 {
				return union(list)
			}
			i++
		case oLoop:
			if end := &p.code[in.target]; in.target > int32(i)+1 && end.min == 0 {
				return nil
			}
			i++
		case oPossess:
			if in.min == 0 {
				return nil
			}
			i++
		case oAlt:
			for ; in.set != nil; in = &p.code[in.x] {
				if list = append(list, in.set); !in.more {
					return union(list)
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// literalAt returns the character that everything begins with that matches from code[i] on.
func (p *Program) literalAt(i int) (c uint32, ok bool) {
	for range maxSteps {
		switch in := &p.code[i]; in.op {
		case oMark:
			i++
		case oJump:
			i = int(in.x)
		case oChar:
			return in.c, true
		case oString:
			return in.str[0], true
		default:
			return 0, false
		}
	}
	return 0, false
}

// findStart fills in what searches use.
func (p *Program) findStart() {
	i := 0
	for p.code[i].op == oMark {
		i++
	}
	switch in := &p.code[i]; {
	case in.op != oAt:
	case in.c == atBeginning, in.c == atBeginningString:
		p.anchor = textStart
	case in.c == atBeginningLine:
		p.anchor = lineStart
	}
	if p.anchor != anywhere {
		return
	}
	steps := maxSteps
	p.walk(0, len(p.code), &steps, p.require)
	if p.need == nil || p.most != 0 {
		p.first = p.startAt(0)
	}
	for _, c := range p.need {
		if c > 255 {
			p.bytes = nil
			break
		}
		p.bytes = append(p.bytes, byte(c))
	}
}

// require is told of a literal that every match has after least to most of its characters. A match that begins with one is looked for by
// that, others by the longest, if possible by one that tells where matches begin.
func (p *Program) require(s []uint32, least, most int) {
	if p.need == nil || p.most != 0 && (most >= 0 && p.most < 0 || (most < 0) == (p.most < 0) && len(s) > len(p.need)) {
		p.need, p.least, p.most = s, least, most
	}
}

// walk returns how many characters code[i:end] matches: at least, and at most (-1: any number). It tells require, if that is not nil, of the
// literals that are on all ways through the code. It goes on for that many steps.
//
//psy:bounded by the steps
func (p *Program) walk(i, end int, steps *int, require func(s []uint32, least, most int)) (least, most int) {
	add := func(n, m int) {
		if least += n; m < 0 || most < 0 {
			most = -1
		} else {
			most += m
		}
	}
	for i < end {
		if *steps--; *steps < 0 {
			return least, -1
		}
		in := &p.code[i]
		i++
		switch in.op {
		case oMark, oAt, oAtomic, oCut:
		case oLook, oNotLook:
			i = int(in.target)
		case oChar, oString:
			s := in.str
			if in.op == oChar {
				s = []uint32{in.c}
			}
			if require != nil {
				require(s, least, most)
			}
			add(len(s), len(s))
		case oNotChar, oAny, oAnyAll, oClass:
			add(1, 1)
		case oGreedy, oLazy, oAll:
			add(in.min, in.max)
		case oGroup:
			add(0, -1)
		case oLoop:
			i = int(in.target) + 1
			if body := &p.code[in.target]; body.op == oPossess {
				i = int(body.target)
			}
			add(0, -1)
		case oAlt:
			if !in.more {
				return least, -1
			}
			to := int(p.code[in.x-1].x) // where the alternatives meet
			n, m := p.walk(i, int(in.x)-1, steps, nil)
			for in.more {
				i = int(in.x)
				in = &p.code[i]
				last := to - 1
				if in.more {
					last = int(in.x) - 1
				}
				n2, m2 := p.walk(i+1, last, steps, nil)
				if n = min(n, n2); m2 < 0 || m >= 0 && m2 > m {
					m = m2
				}
			}
			i = to
			add(n, m)
		default:
			return least, -1
		}
	}
	return least, most
}
