// Entities' values and attributes' values, and parsers of external entities.

package expat

import (
	"unicode/utf8"
)

func appendRune(b []byte, r rune) []byte { return utf8.AppendRune(b, r) }

// attributeValue appends to p.values the value that stands in b from i to end, with references replaced and white space normalized. inDTD: it is a default.
func (p *Parser) attributeValue(b []byte, i, end int, main, cdata, inDTD bool, account accountFor) Code {
	start := len(p.values)
	code := p.appendValue(b[:end], i, main, cdata, inDTD, start, account, 0)
	if n := len(p.values); code == OK && !cdata && n > start && p.values[n-1] == ' ' {
		p.values = p.values[:n-1]
	}
	return code
}

// appendValue appends a value, or the text of an entity in one. first is where in p.values the value begins.
//
//psy:bounded by maxNesting
func (p *Parser) appendValue(b []byte, i int, main, cdata, inDTD bool, first int, account accountFor, depth int) Code {
	wrong := func(at int, c Code) Code {
		if main {
			p.event = at
		}
		return c
	}
	blank := func() bool {
		return !cdata && (len(p.values) == first || p.values[len(p.values)-1] == ' ')
	}
	for {
		t, next := p.valueToken(b, i)
		if t > 0 && !p.account(next-i, account) {
			return AmplificationLimitBreach
		}
		switch t {
		case tNone:
			return OK
		case tInvalid:
			return wrong(next, InvalidToken)
		case tPartial, tPartialChar:
			return wrong(i, InvalidToken)
		case tCharRef:
			r := charRefNumber(b[i:next])
			if r < 0 {
				return wrong(i, BadCharRef)
			}
			if r != ' ' || !blank() {
				p.values = appendRune(p.values, r)
			}
		case tData:
			p.values = append(p.values, b[i:next]...)
		case tTrailingCR, tSpaceInValue, tNewline:
			if !blank() {
				p.values = append(p.values, ' ')
			}
		case tEntityRef:
			name := b[i+1 : next-1]
			if c := predefined(name); c != 0 {
				p.account(1, accountExpansion)
				p.values = append(p.values, c)
				break
			}
			e := p.dtd.general[string(name)]
			check := !p.dtd.hasParamRefs || p.dtd.standalone
			if inDTD {
				check = !p.dtd.hasParamRefs
				if p.dtd.standalone {
					check = len(p.open) == 0
				}
				check = check && !p.role.external
			}
			switch {
			case check && e == nil:
				return UndefinedEntity
			case check && !e.internal:
				return EntityDeclaredInPE
			case e == nil:
			case e.open:
				return wrong(i, RecursiveEntityRef)
			case e.notation != nil:
				return wrong(i, BinaryEntityRef)
			case e.text == nil:
				return wrong(i, AttributeExternalEntityRef)
			case depth >= maxNesting:
				return NoMemory
			default:
				e.open = true
				code := p.appendValue(e.text, 0, false, cdata, inDTD, first, accountExpansion, depth+1)
				e.open = false
				if code != OK {
					return code
				}
			}
		}
		if n := cap(p.values) - p.valuesSize; n > 0 {
			if p.valuesSize += n; !p.grow(n) {
				return NoMemory
			}
		}
		i = next
	}
}

// entityText appends to out the value of an entity that stands in b from i to end. main: b is the text at hand.
//
//psy:bounded by maxNesting
func (p *Parser) entityText(out *[]byte, b []byte, i, end int, main bool, account accountFor) Code {
	p.entityValue++
	defer func() { p.entityValue-- }()
	if p.entityValue > maxNesting {
		return NoMemory
	}
	b = b[:end]
	wrong := func(i int, c Code) Code {
		if main {
			p.event = i
		}
		return c
	}
	for {
		t, next := p.entityValueToken(b, i)
		if t > 0 && !p.account(next-i, account) {
			return AmplificationLimitBreach
		}
		switch t {
		case tNone:
			return OK
		case tInvalid:
			return wrong(next, InvalidToken)
		case tPartial, tPartialChar:
			return wrong(i, InvalidToken)
		case tEntityRef, tData:
			if !p.grow(next - i) {
				return NoMemory
			}
			*out = append(*out, b[i:next]...)
		case tTrailingCR, tNewline:
			*out = append(*out, '\n')
		case tCharRef:
			r := charRefNumber(b[i:next])
			if r < 0 {
				return wrong(i, BadCharRef)
			}
			*out = appendRune(*out, r)
		case tParamEntityRef:
			if !p.paramEntity && main {
				return wrong(i, ParamEntityRef)
			}
			e := p.dtd.params[string(b[i+1:next-1])]
			switch {
			case e == nil:
				p.dtd.keep = p.dtd.standalone
				return OK
			case e.open:
				return wrong(i, RecursiveEntityRef)
			case e.text != nil:
				e.open = true
				code := p.entityText(out, e.text, 0, len(e.text), false, accountExpansion)
				e.open = false
				if code != OK {
					return code
				}
			case p.On&OnExternalEntityRef != 0:
				p.dtd.paramEntityRead = false
				p.valueInto = out
				e.open = true
				ok := p.handler.ExternalEntityRef(nil, e.base, e.system, e.public)
				e.open = false
				p.valueInto = nil
				if !ok {
					return ExternalEntityHandling
				}
				if !p.dtd.paramEntityRead {
					p.dtd.keep = p.dtd.standalone
				}
			default:
				p.dtd.keep = p.dtd.standalone
			}
		}
		i = next
	}
}

// External returns a parser for an external entity, of a handler of its own. context is that which the handler was given, nil for a parameter entity.
func (p *Parser) External(h Handler, context *string, encoding string) *Parser {
	n := &Parser{handler: h, given: encoding, event: -1, index: -1, On: p.On, Triplets: p.Triplets, ExpandEntities: p.ExpandEntities, Deferral: p.Deferral,
		ParamEntities: p.ParamEntities, namespace: p.namespace, separator: p.separator, classes: p.classes, names: map[string]*Name{}, parent: p, root: p.root,
		entityValue: p.entityValue, decl: declaration{element: p.decl.element}}
	if context == nil {
		n.dtd, n.paramEntity, n.process, n.names = p.dtd, true, atParamEntity, p.names
		n.role = roleState{at: externalSubset0, external: true}
		return n
	}
	n.dtd = newDTD()
	p.dtd.copyFor(n)
	n.setContext(*context)
	n.process = atExternalEntity
	return n
}

// externalEntity begins with an external general entity: it may have a text declaration.
func (p *Parser) externalEntity(b []byte, i int, more bool) (int, Code) {
	p.event = i
	t, next := p.contentToken(b, i)
	switch t {
	case tXMLDecl:
		p.process = inExternalEntity
		if code := p.xmlDecl(b, i, next, true); code != OK {
			return i, code
		}
		if i = next; p.recoded {
			return i, OK
		}
	case tPartial, tPartialChar:
		switch {
		case more:
			return i, OK
		case t == tPartial:
			return i, UnclosedToken
		}
		return i, PartialChar
	case tNone:
		if more {
			return i, OK
		}
	}
	p.process = inExternalEntity
	return p.contentFrom(b, i, 1, more)
}

// paramEntityText begins with an external parameter entity. Errors of its first token have no place.
func (p *Parser) paramEntityText(b []byte, i int, more bool) (int, Code) {
	switch t, _ := p.prologToken(b, i); {
	case t <= 0 && more && t != tInvalid:
		return i, OK
	case t == tInvalid:
		return i, InvalidToken
	case t == tPartial:
		return i, UnclosedToken
	case t == tPartialChar:
		return i, PartialChar
	}
	p.process = inProlog
	return p.prologFrom(b, i, more)
}

// externalValue takes an external parameter entity that stands in the value of an entity. It is used when there is all of it.
func (p *Parser) externalValue(b []byte, i int, more bool) (int, Code) {
	for at := i; ; {
		p.event = at
		t, next := p.prologToken(b, at)
		if t <= 0 {
			switch {
			case more && t != tInvalid:
				return i, OK
			case t == tInvalid:
				return i, InvalidToken
			case t == tPartial:
				return i, UnclosedToken
			case t == tPartialChar:
				return i, PartialChar
			}
			break
		}
		if p.process == atEntityValue {
			switch t {
			case tXMLDecl:
				if code := p.xmlDecl(b, at, next, false); code != OK {
					return i, code
				}
				p.process = inEntityValue
				if i = next; p.recoded {
					return i, OK
				}
			case tInstanceStart:
				return i, Syntax
			}
		}
		at = next
	}
	var text []byte
	out := &text
	if p.parent.valueInto != nil {
		out = p.parent.valueInto
	}
	return len(b), p.entityText(out, b, i, len(b), true, accountDirect)
}
