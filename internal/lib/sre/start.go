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
	switch in := &p.code[i]; in.op {
	case oAt:
		switch in.c {
		case atBeginning, atBeginningString:
			p.anchor = textStart
		case atBeginningLine:
			p.anchor = lineStart
		}
	case oChar:
		p.prefix = []uint32{in.c}
	case oString:
		p.prefix = in.str
	}
	if p.anchor == anywhere && p.prefix == nil {
		p.first = p.startAt(0)
	}
}
