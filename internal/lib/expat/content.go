// What is in elements: character data, tags, references, CDATA sections; and what follows the document's element.

package expat

// tag is an element that is open, with how many namespaces were declared before it.
type tag struct {
	element  *element
	name     *Name
	bindings int
}

// openEntity is an internal entity whose text is being parsed.
type openEntity struct {
	entity      *entity
	betweenDecl bool
}

// contentFrom goes on with content of the document, or of an external entity.
func (p *Parser) contentFrom(b []byte, i, level int, more bool) (int, Code) {
	account := accountDirect
	if level > 0 {
		account = accountExpansion
	}
	return p.content(b, i, true, level, more, account)
}

// content parses content, of the text at hand (main) or of an internal entity. level is how many elements were open when the entity began.
func (p *Parser) content(b []byte, i int, main bool, level int, more bool, account accountFor) (int, Code) {
	wrong := func(at int, c Code) (int, Code) {
		if main {
			p.event = at
		}
		return i, c
	}
	for {
		if main {
			p.event = i
		}
		if p.Stop {
			return i, Aborted
		}
		t, next := p.contentToken(b, i)
		if t > 0 && !p.account(next-i, account) {
			return i, AmplificationLimitBreach
		}
		switch t {
		case tInvalid:
			return wrong(next, InvalidToken)
		case tPartial, tPartialChar, tNone:
			if more {
				return i, OK
			}
			switch {
			case t == tPartial || t == tNone && main && len(p.raw) == 1:
				return i, UnclosedToken
			case t == tPartialChar || main && len(p.raw) > 1:
				return i, PartialChar
			case level == 0:
				return i, NoElements
			case len(p.tags) != level-p.outer():
				return i, AsyncEntity
			}
			return i, OK
		case tTrailingCR, tTrailingBracket:
			if more {
				return i, OK
			}
			if !p.account(len(b)-i, account) {
				return i, AmplificationLimitBreach
			}
			text := b[i:]
			if t == tTrailingCR {
				text = newline
			}
			p.characters(text, b[i:])
			if t == tTrailingBracket && main {
				p.event = len(b)
			}
			switch {
			case level == 0:
				return len(b), NoElements
			case len(p.tags) != level-p.outer():
				return len(b), AsyncEntity
			}
			return len(b), OK
		case tData:
			if p.On&OnCharacterData != 0 {
				p.inPieces(b[i:next], p.handler.CharacterData)
			} else {
				p.toDefault(b[i:next])
			}
		case tNewline:
			p.characters(newline, b[i:next])
		case tStartTag:
			if code := p.startTag(b, main, account); code != OK {
				return i, code
			}
			top := p.tags[len(p.tags)-1]
			if p.On&OnStartElement != 0 {
				p.handler.StartElement(top.name, p.attrs)
			} else {
				p.toDefault(b[i:next])
			}
		case tEmptyTag:
			if code := p.startTag(b, main, accountNone); code != OK {
				p.closeTag()
				return i, code
			}
			top := p.tags[len(p.tags)-1]
			if p.On&(OnStartElement|OnEndElement) == 0 {
				p.toDefault(b[i:next])
			} else {
				if p.On&OnStartElement != 0 {
					p.handler.StartElement(top.name, p.attrs)
				}
				if p.On&OnEndElement != 0 {
					if main && p.On&OnStartElement != 0 {
						p.event = next
					}
					p.handler.EndElement(top.name)
				}
			}
			p.closeTag()
			if len(p.tags) == 0 && p.outer() == 0 {
				p.process = inEpilog
				if !main {
					return next, OK
				}
				return p.epilog(b, next, more)
			}
		case tEndTag:
			if len(p.tags) == level-p.outer() {
				return i, AsyncEntity
			}
			top := p.tags[len(p.tags)-1]
			if name := b[i+2 : p.tagEnd]; string(name) != top.element.raw {
				return wrong(i+2, TagMismatch)
			}
			if p.On&OnEndElement != 0 {
				p.handler.EndElement(top.name)
			} else {
				p.toDefault(b[i:next])
			}
			p.closeTag()
			if len(p.tags) == 0 && p.outer() == 0 {
				p.process = inEpilog
				return p.epilog(b, next, more)
			}
		case tEntityRef:
			if code := p.entityRef(b[i:next]); code != OK {
				return i, code
			}
		case tCharRef:
			r := charRefNumber(b[i:next])
			if r < 0 {
				return i, BadCharRef
			}
			p.characters(p.encodeRune(r), b[i:next])
		case tXMLDecl:
			return i, MisplacedXMLPI
		case tCdataOpen:
			if p.On&OnStartCdata != 0 {
				p.handler.StartCdata()
			} else {
				p.toDefault(b[i:next])
			}
			end, ended, code := p.cdata(b, next, main, more, account)
			if code != OK {
				return end, code
			}
			if !ended {
				p.process = inCdata
				return end, OK
			}
			next = end
		case tPI:
			p.instruction(b, i, next)
		case tComment:
			p.comment(b[i:next])
		}
		i = next
	}
}

var newline = []byte{'\n'}

// outer is 1 in external entities, which count as an element.
func (p *Parser) outer() int {
	if p.process == inExternalEntity || p.process == inCdata && p.parent != nil || p.process == atExternalEntity {
		return 1
	}
	return 0
}

// characters gives character data to its handler; raw is what stands for them.
func (p *Parser) characters(text, raw []byte) {
	if p.On&OnCharacterData != 0 {
		p.handler.CharacterData(text)
	} else {
		p.toDefault(raw)
	}
}

// goOnInCdata goes on in a CDATA section of the text at hand.
func (p *Parser) goOnInCdata(b []byte, i int, more bool) (int, Code) {
	account := accountDirect
	level := 0
	if p.parent != nil {
		level, account = 1, accountExpansion
	}
	next, ended, code := p.cdata(b, i, true, more, account)
	if code != OK || !ended {
		return next, code
	}
	p.process = inContent
	if level == 1 {
		p.process = inExternalEntity
	}
	return p.contentFrom(b, next, level, more)
}

// cdata parses a CDATA section, as far as it is there.
func (p *Parser) cdata(b []byte, i int, main, more bool, account accountFor) (next int, ended bool, code Code) {
	for {
		if main {
			p.event = i
		}
		if p.Stop {
			return i, false, Aborted
		}
		t, next := cdataToken(b, i)
		if t > 0 && !p.account(next-i, account) {
			return i, false, AmplificationLimitBreach
		}
		switch t {
		case tCdataClose:
			if p.On&OnEndCdata != 0 {
				p.handler.EndCdata()
			} else {
				p.toDefault(b[i:next])
			}
			return next, true, OK
		case tNewline:
			p.characters(newline, b[i:next])
		case tData:
			if p.On&OnCharacterData != 0 {
				p.inPieces(b[i:next], p.handler.CharacterData)
			} else {
				p.toDefault(b[i:next])
			}
		case tInvalid:
			if main {
				p.event = next
			}
			return i, false, InvalidToken
		case tPartialChar:
			if more {
				return i, false, OK
			}
			return i, false, PartialChar
		default:
			if more {
				return i, false, OK
			}
			return i, false, UnclosedCdataSection
		}
		i = next
	}
}

// epilog parses what follows the document's element.
func (p *Parser) epilog(b []byte, i int, more bool) (int, Code) {
	for {
		p.event = i
		if p.Stop {
			return i, Aborted
		}
		t, next := p.prologToken(b, i)
		if t > 0 && !p.account(next-i, accountDirect) {
			return i, AmplificationLimitBreach
		}
		switch t {
		case -tSpace:
			p.toDefault(b[i:next])
			return next, OK
		case tNone:
			if !more && len(p.raw) > 0 {
				return i, PartialChar
			}
			return i, OK
		case tSpace:
			p.toDefault(b[i:next])
		case tPI:
			p.instruction(b, i, next)
		case tComment:
			p.comment(b[i:next])
		case tInvalid:
			p.event = next
			return i, InvalidToken
		case tPartial, tPartialChar:
			switch {
			case more:
				return i, OK
			case t == tPartial:
				return i, UnclosedToken
			}
			return i, PartialChar
		default:
			return i, JunkAfterDocElement
		}
		i = next
	}
}

// instruction reports a processing instruction, whose target ends at p.tagEnd.
func (p *Parser) instruction(b []byte, i, next int) {
	if p.On&OnProcessingInstruction == 0 {
		p.toDefault(b[i:next])
		return
	}
	data := p.tagEnd
	for data < next-2 && isXMLSpace(b[data]) {
		data++
	}
	p.handler.ProcessingInstruction(b[i+2:p.tagEnd], p.normalLines(b[data:next-2]))
}

func (p *Parser) comment(b []byte) {
	if p.On&OnComment == 0 {
		p.toDefault(b)
		return
	}
	p.handler.Comment(p.normalLines(b[4 : len(b)-3]))
}

// normalLines is a text whose lines end with line feeds.
func (p *Parser) normalLines(b []byte) []byte {
	i := 0
	for i < len(b) && b[i] != '\r' {
		i++
	}
	if i == len(b) {
		return b
	}
	out := append(p.scratch[:0], b[:i]...)
	for ; i < len(b); i++ {
		c := b[i]
		if c == '\r' {
			if c = '\n'; i+1 < len(b) && b[i+1] == '\n' {
				i++
			}
		}
		out = append(out, c)
	}
	p.scratch = out
	return out
}

// entityRef takes a reference to a general entity in content.
func (p *Parser) entityRef(ref []byte) Code {
	name := ref[1 : len(ref)-1]
	if c := predefined(name); c != 0 {
		p.account(1, accountExpansion)
		p.characters(p.encodeRune(rune(c)), ref)
		return OK
	}
	e := p.dtd.general[string(name)]
	if !p.dtd.hasParamRefs || p.dtd.standalone {
		if e == nil {
			return UndefinedEntity
		}
		if !e.internal {
			return EntityDeclaredInPE
		}
	} else if e == nil {
		p.skipped(string(name), ref)
		return OK
	}
	switch {
	case e.open:
		return RecursiveEntityRef
	case e.notation != nil:
		return BinaryEntityRef
	case e.text != nil:
		if !p.ExpandEntities {
			p.skipped(e.name, ref)
			return OK
		}
		return p.internalEntity(e, false)
	case p.On&OnExternalEntityRef != 0:
		e.open = true
		context := p.context()
		e.open = false
		if !p.handler.ExternalEntityRef(&context, e.base, e.system, e.public) {
			return ExternalEntityHandling
		}
	default:
		p.toDefault(ref)
	}
	return OK
}

func (p *Parser) skipped(name string, ref []byte) {
	if p.On&OnSkippedEntity != 0 {
		p.handler.SkippedEntity(name, false)
	} else {
		p.toDefault(ref)
	}
}

// encodeRune is a character as text, which is valid until the next call.
func (p *Parser) encodeRune(r rune) []byte {
	p.scratch = appendRune(p.scratch[:0], r)
	return p.scratch
}

// predefined is the character of an entity that needs no declaration; 0: it is another one.
func predefined(name []byte) byte {
	switch string(name) {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	return 0
}

// maxNesting is how deep entities may be nested. expat has no limit, and crashes.
const maxNesting = 4000

// internalEntity parses the text of an entity where there is a reference to it.
//
//psy:bounded by maxNesting
func (p *Parser) internalEntity(e *entity, betweenDecl bool) Code {
	if len(p.open) >= maxNesting {
		return NoMemory
	}
	e.open = true
	p.open = append(p.open, openEntity{e, betweenDecl})
	was := p.inEntityText
	p.inEntityText = true
	end, code := 0, OK
	if e.param {
		end, code = p.prolog(e.text, 0, false, false, accountExpansion)
	} else {
		end, code = p.content(e.text, 0, false, len(p.tags)+p.outer(), false, accountExpansion)
	}
	p.inEntityText = was
	if code == OK {
		_ = end
		e.open = false
		p.open = p.open[:len(p.open)-1]
	}
	return code
}

// startTag opens the element of the tag that was scanned: it puts the attributes into p.attrs and the element on top of p.tags.
func (p *Parser) startTag(b []byte, main bool, account accountFor) Code {
	el := p.element(b[p.tagStart:p.tagEnd])
	p.tags = append(p.tags, tag{element: el, bindings: len(p.bindings)})
	p.attrs, p.values = p.attrs[:0], p.values[:0]
	if len(p.tags) == cap(p.tags) && !p.grow(32*cap(p.tags)) {
		return NoMemory
	}
	p.generation++
	prefixed := 0
	for n := range p.spans {
		s := &p.spans[n]
		a := p.attribute(b[s.name:s.nameEnd])
		if a.seen == p.generation {
			if main {
				p.event = s.name
			}
			return DuplicateAttribute
		}
		a.seen = p.generation
		value := b[s.value:s.valueEnd]
		if !s.plain || s.spaces && a.tokenized {
			cdata := true
			if a.tokenized {
				for _, d := range el.defaults {
					if d.attribute == a {
						cdata = d.cdata
						break
					}
				}
			}
			if !s.plain || !cdata {
				start := len(p.values)
				if code := p.attributeValue(b, s.value, s.valueEnd, main, cdata, false, account); code != OK {
					return code
				}
				value = p.values[start:len(p.values):len(p.values)]
			}
		}
		if a.prefix != nil {
			if a.declares {
				if code := p.bind(a.prefix, a, string(value)); code != OK {
					return code
				}
				continue
			}
			prefixed++
		}
		p.attrs = append(p.attrs, Attr{a.name, value})
		if a.prefix != nil {
			p.attrs[len(p.attrs)-1].Name = nil
			p.pending = append(p.pending, pendingName{len(p.attrs) - 1, a})
		}
	}
	p.specified = len(p.attrs)
	for _, d := range el.defaults {
		a := d.attribute
		if a.seen == p.generation || d.value == nil {
			continue
		}
		if a.prefix != nil && a.declares {
			if code := p.bind(a.prefix, a, string(d.value)); code != OK {
				return code
			}
			continue
		}
		a.seen = p.generation
		p.attrs = append(p.attrs, Attr{a.name, d.value})
		if a.prefix != nil {
			prefixed++
			p.pending = append(p.pending, pendingName{len(p.attrs) - 1, a})
		}
	}
	if prefixed > 0 {
		if code := p.expandAttributes(); code != OK {
			return code
		}
	}
	return p.expandElement(el)
}

// closeTag closes the innermost element, and the namespaces that it declares.
func (p *Parser) closeTag() {
	top := len(p.tags) - 1
	n := p.tags[top].bindings
	p.tags = p.tags[:top]
	for len(p.bindings) > n {
		x := p.bindings[len(p.bindings)-1]
		p.bindings = p.bindings[:len(p.bindings)-1]
		if p.On&OnEndNamespace != 0 {
			p.handler.EndNamespace(x.prefix.nameOrNil())
		}
		x.prefix.binding = x.before
	}
}
