// The prolog: what a document type declares, and what handlers see of it.

package expat

import "bytes"

// declaration is what is known of the declaration that is being read.
type declaration struct {
	doctype                   string
	doctypeSystem, doctypePub *string
	hasDoctype                bool
	hasSystem                 bool
	entity                    *entity
	element                   *element
	attribute                 *attribute
	attCdata, attID           bool
	attType                   []byte
	notation                  *string
	notationPublic            *string
	inElement                 bool
	connectors                []byte // of the open groups: ',', '|' or 0
	groups                    []*Model
}

// prologFrom goes on with the prolog of the text at hand.
func (p *Parser) prologFrom(b []byte, i int, more bool) (int, Code) {
	if p.paramEntity && p.role.at == prologStart {
		p.role = roleState{at: externalSubset0, external: true}
	}
	return p.prolog(b, i, true, more, accountDirect)
}

// prolog parses a prolog, of the text at hand (main) or of an internal parameter entity.
func (p *Parser) prolog(b []byte, i int, main, more bool, account accountFor) (int, Code) {
	for {
		if main {
			p.event = i
		}
		if p.Stop {
			return i, Aborted
		}
		t, next := p.prologToken(b, i)
		if t <= 0 {
			if more && t != tInvalid {
				return i, OK
			}
			switch t {
			case tInvalid:
				if main {
					p.event = next
				}
				return i, InvalidToken
			case tPartial:
				return i, UnclosedToken
			case tPartialChar:
				return i, PartialChar
			case tNone:
				switch {
				case !main && !p.open[len(p.open)-1].betweenDecl:
					return i, OK
				case p.paramEntity || !main:
					if p.role.next(tNone, nil) == rError {
						return i, IncompletePE
					}
					return i, OK
				case len(p.raw) == 1:
					return i, UnclosedToken
				}
				return i, NoElements
			}
			if t = -t; t != tSpace {
				next = len(b)
			}
		}
		r := p.role.next(t, b[i:next])
		switch r {
		case rInstance, rXMLDecl, rTextDecl:
		default:
			if !p.account(next-i, account) {
				return i, AmplificationLimitBreach
			}
		}
		switch r {
		case rXMLDecl, rTextDecl:
			if code := p.xmlDecl(b, i, next, r == rTextDecl); code != OK {
				return i, code
			}
			if p.recoded {
				return next, OK
			}
			i = next
			continue
		case rInstance:
			if code := p.foreignSubset(); code != OK {
				return i, code
			}
			p.process = inContent
			return p.contentFrom(b, i, 0, more)
		case rIgnore:
			p.toDefault(b[i:next])
			end, ended, code := p.ignored(b, next, main, more)
			if code != OK {
				return end, code
			}
			if !ended {
				p.process = inIgnored
				return end, OK
			}
			i = end
			continue
		}
		text := b[i:next]
		d := declared{p: p, b: b, text: text, role: r, token: t, main: main, at: i, toDefault: true}
		if code := d.take(); code != OK {
			return i, code
		}
		if d.toDefault {
			p.toDefault(text)
		}
		i = next
	}
}

// ignored skips an ignored section.
func (p *Parser) ignored(b []byte, i int, main, more bool) (next int, ended bool, code Code) {
	if main {
		p.event = i
	}
	t, next := ignoreToken(b, i)
	if t > 0 && !p.account(next-i, accountDirect) {
		return i, false, AmplificationLimitBreach
	}
	switch t {
	case tIgnoreSection:
		p.toDefault(b[i:next])
		return next, true, OK
	case tInvalid:
		if main {
			p.event = next
		}
		return i, false, InvalidToken
	}
	switch {
	case more:
		return i, false, OK
	case t == tPartialChar:
		return i, false, PartialChar
	}
	return i, false, Syntax
}

// declared is a token of the prolog that is being looked at.
type declared struct {
	p         *Parser
	b         []byte
	text      []byte
	role      role
	token     token
	main      bool
	at        int
	toDefault bool
}

// for an event that has a handler, a token does not go to the default handler.
func (d *declared) handled(events Events) bool {
	if d.p.On&events == 0 {
		return false
	}
	d.toDefault = false
	return true
}

// literal is a text without its quotes.
func (d *declared) literal() *string {
	s := string(d.text[1 : len(d.text)-1])
	return &s
}

func (d *declared) string() *string {
	s := string(d.text)
	return &s
}

// publicID is a public identifier; nil: it has a character that it must not have.
func (d *declared) publicID() *string {
	if i := badInPublicID(d.text); i >= 0 {
		if d.main {
			d.p.event = d.at + i
		}
		return nil
	}
	s := string(bytes.Join(bytes.FieldsFunc(d.text[1:len(d.text)-1], func(r rune) bool { return r == ' ' || r == '\r' || r == '\n' }), []byte(" ")))
	return &s
}

// take does what a token asks for.
func (d *declared) take() Code {
	p := d.p
	switch r := d.role; {
	case r == rNone:
		return OK
	case r == rError:
		switch d.token {
		case tParamEntityRef:
			return ParamEntityRef
		case tXMLDecl:
			return MisplacedXMLPI
		}
		return Syntax
	case r == rPI:
		p.instruction(d.b, d.at, d.at+len(d.text))
		d.toDefault = false
		return OK
	case r == rComment:
		p.comment(d.text)
		d.toDefault = false
		return OK
	case r >= rDoctypeNone && r <= rDoctypeClose:
		return d.doctype()
	case r >= rEntityNone && r <= rEntityNotation:
		return d.entity()
	case r >= rNotationNone && r <= rNotationNoSystem:
		return d.notation()
	case r >= rAttlistNone && r <= rFixed:
		return d.attlist()
	case r == rParamRef || r == rInnerParamRef:
		return d.paramRef()
	}
	return d.element()
}

func (d *declared) doctype() Code {
	p, x := d.p, &d.p.decl
	switch d.role {
	case rDoctypeNone:
		d.handled(OnStartDoctype)
	case rDoctypeName:
		if d.handled(OnStartDoctype) {
			x.doctype, x.hasDoctype, x.doctypePub = string(d.text), true, nil
		}
		x.doctypeSystem, x.hasSystem = nil, false
	case rDoctypeSubset:
		if d.handled(OnStartDoctype) {
			p.handler.StartDoctype(x.doctype, x.doctypeSystem, x.doctypePub, true)
			x.hasDoctype = false
		}
	case rDoctypePublic:
		p.foreignDTD = false
		x.entity = p.dtd.subset()
		p.dtd.hasParamRefs = true
		id := d.publicID()
		if id == nil {
			return PublicID
		}
		if d.handled(OnStartDoctype) {
			x.doctypePub = id
		}
		if p.dtd.keep {
			x.entity.public = id
		}
	case rDoctypeSystem:
		p.foreignDTD = false
		p.dtd.hasParamRefs = true
		x.hasSystem = true
		id := d.literal()
		if d.handled(OnStartDoctype) {
			x.doctypeSystem = id
		}
		if !p.dtd.standalone && p.ParamEntities == ParamEntitiesNever && p.On&OnNotStandalone != 0 && !p.handler.NotStandalone() {
			return NotStandalone
		}
		if x.entity == nil {
			x.entity = p.dtd.subset()
			x.entity.public = nil
		}
		if p.dtd.keep {
			x.entity.system, x.entity.base = id, p.Base
		}
	case rDoctypeClose:
		if !d.main {
			return InvalidToken
		}
		if x.hasDoctype {
			if p.On&OnStartDoctype != 0 {
				p.handler.StartDoctype(x.doctype, x.doctypeSystem, x.doctypePub, false)
			}
			d.toDefault = false
		}
		if x.hasSystem || p.foreignDTD {
			if code := p.readSubset(x.hasSystem); code != OK {
				return code
			}
			p.foreignDTD = false
		}
		if d.handled(OnEndDoctype) {
			p.handler.EndDoctype()
		}
	}
	return OK
}

// subset is the entity that the external subset is.
func (d *dtd) subset() *entity {
	if d.externalSubset == nil {
		d.externalSubset = &entity{name: "#"}
	}
	return d.externalSubset
}

// readSubset has the external subset read. named says that the document has one.
func (p *Parser) readSubset(named bool) Code {
	had := p.dtd.hasParamRefs
	p.dtd.hasParamRefs = true
	if p.ParamEntities == ParamEntitiesNever || p.On&OnExternalEntityRef == 0 {
		return OK
	}
	e := p.dtd.subset()
	if p.foreignDTD {
		e.base = p.Base
	}
	p.dtd.paramEntityRead = false
	if !p.handler.ExternalEntityRef(nil, e.base, e.system, e.public) {
		return ExternalEntityHandling
	}
	if p.dtd.paramEntityRead {
		if !p.dtd.standalone && p.On&OnNotStandalone != 0 && !p.handler.NotStandalone() {
			return NotStandalone
		}
	} else if !named {
		p.dtd.hasParamRefs = had
	}
	return OK
}

// foreignSubset has a foreign DTD read for a document without a type.
func (p *Parser) foreignSubset() Code {
	if !p.foreignDTD {
		return OK
	}
	return p.readSubset(false)
}

func (d *declared) entity() Code {
	p, x, keep := d.p, &d.p.decl, d.p.dtd.keep
	on := func() bool { return keep && d.handled(OnEntityDecl) }
	switch d.role {
	case rEntityNone:
		on()
	case rEntityName, rParamEntityName:
		x.entity = nil
		param := d.role == rParamEntityName
		if !keep || !param && predefined(d.text) != 0 {
			return OK
		}
		table := p.dtd.general
		if param {
			table = p.dtd.params
		}
		if table[string(d.text)] != nil {
			return OK
		}
		if !p.grow(len(d.text) + 192) {
			return NoMemory
		}
		x.entity = &entity{name: string(d.text), param: param, internal: p.parent == nil && len(p.open) == 0}
		table[x.entity.name] = x.entity
		if !param {
			p.dtd.generalOrder = append(p.dtd.generalOrder, x.entity)
		}
		on()
	case rEntityPublic:
		id := d.publicID()
		if id == nil {
			return PublicID
		}
		if keep && x.entity != nil {
			x.entity.public = id
			on()
		}
	case rEntitySystem:
		if keep && x.entity != nil {
			x.entity.system, x.entity.base = d.literal(), p.Base
			on()
		}
	case rEntityValue:
		if !keep {
			return OK
		}
		text := []byte{}
		code := p.entityText(&text, d.b, d.at+1, d.at+len(d.text)-1, d.main, accountNone)
		if e := x.entity; e != nil {
			e.text = text
			if d.handled(OnEntityDecl) {
				p.handler.EntityDecl(e.name, e.param, text, p.Base, nil, nil, nil)
			}
		}
		return code
	case rEntityComplete:
		if e := x.entity; e != nil && on() {
			p.handler.EntityDecl(e.name, e.param, nil, e.base, e.system, e.public, nil)
		}
	case rEntityNotation:
		if e := x.entity; keep && e != nil {
			e.notation = d.string()
			if d.handled(OnUnparsedEntity) {
				p.handler.UnparsedEntity(e.name, e.base, e.system, e.public, e.notation)
			} else if on() {
				p.handler.EntityDecl(e.name, false, nil, e.base, e.system, e.public, e.notation)
			}
		}
	}
	return OK
}

func (d *declared) notation() Code {
	p, x := d.p, &d.p.decl
	switch d.role {
	case rNotationNone:
		d.handled(OnNotation)
	case rNotationName:
		if x.notation, x.notationPublic = nil, nil; d.handled(OnNotation) {
			x.notation = d.string()
		}
	case rNotationPublic:
		id := d.publicID()
		if id == nil {
			return PublicID
		}
		if x.notation != nil {
			x.notationPublic = id
			d.toDefault = false
		}
	case rNotationSystem:
		if x.notation != nil && d.handled(OnNotation) {
			p.handler.Notation(*x.notation, p.Base, d.literal(), x.notationPublic)
		}
	case rNotationNoSystem:
		if x.notationPublic != nil && d.handled(OnNotation) {
			p.handler.Notation(*x.notation, p.Base, nil, x.notationPublic)
		}
	}
	return OK
}

func (d *declared) attlist() Code {
	p, x := d.p, &d.p.decl
	on := func() bool { return p.dtd.keep && d.handled(OnAttlistDecl) }
	switch d.role {
	case rAttlistNone:
		on()
	case rAttlistElement:
		x.element = p.element(d.text)
		on()
	case rAttributeName:
		x.attribute = p.attribute(d.text)
		x.attCdata, x.attID, x.attType = false, false, x.attType[:0]
		on()
	case rAttributeType:
		x.attType = append(x.attType[:0], d.text...)
		x.attCdata, x.attID = string(d.text) == "CDATA", string(d.text) == "ID"
		on()
	case rAttributeEnum, rAttributeNotation:
		if on() {
			switch {
			case len(x.attType) > 0:
				x.attType = append(x.attType, '|')
			case d.role == rAttributeNotation:
				x.attType = append(x.attType, "NOTATION("...)
			default:
				x.attType = append(x.attType, '(')
			}
			if !p.grow(len(d.text) + 1) {
				return NoMemory
			}
			x.attType = append(x.attType, d.text...)
		}
	case rImplied, rRequired:
		if p.dtd.keep {
			if !p.grow(64) {
				return NoMemory
			}
			x.element.define(x.attribute, x.attCdata, x.attID, nil)
			d.reportAttribute(nil, d.role == rRequired)
		}
	case rDefault, rFixed:
		if p.dtd.keep {
			p.values = p.values[:0]
			if code := p.attributeValue(d.b, d.at+1, d.at+len(d.text)-1, d.main, x.attCdata, true, accountNone); code != OK {
				return code
			}
			value := append([]byte{}, p.values...)
			if !p.grow(len(value) + 64) {
				return NoMemory
			}
			x.element.define(x.attribute, x.attCdata, false, value)
			d.reportAttribute(value, d.role == rFixed)
		}
	}
	return OK
}

func (d *declared) reportAttribute(value []byte, required bool) {
	p, x := d.p, &d.p.decl
	if p.On&OnAttlistDecl == 0 || len(x.attType) == 0 {
		return
	}
	if x.attType[0] == '(' || x.attType[0] == 'N' && x.attType[1] == 'O' {
		x.attType = append(x.attType, ')')
	}
	var v *string
	if value != nil {
		s := string(value)
		v = &s
	}
	p.handler.AttlistDecl(x.element.raw, x.attribute.name.Text, string(x.attType), v, required)
	d.toDefault = false
}

func (d *declared) element() Code {
	p, x := d.p, &d.p.decl
	switch d.role {
	case rElementNone:
		d.handled(OnElementDecl)
	case rElementName:
		if d.handled(OnElementDecl) {
			x.element, x.inElement, x.groups = p.element(d.text), true, x.groups[:0]
		}
	case rContentAny, rContentEmpty:
		if x.inElement {
			if d.handled(OnElementDecl) {
				m := &Model{Type: ModelEmpty}
				if d.role == rContentAny {
					m.Type = ModelAny
				}
				p.handler.ElementDecl(x.element.raw, m)
			}
			x.inElement = false
		}
	case rContentPCData:
		if x.inElement {
			x.groups[len(x.groups)-1].Type = ModelMixed
			d.handled(OnElementDecl)
		}
	case rContentElement, rContentOptional, rContentRepeated, rContentPlus:
		if x.inElement {
			name := d.text
			if d.role != rContentElement {
				name = name[:len(name)-1]
			}
			if !p.grow(96) {
				return NoMemory
			}
			top := x.groups[len(x.groups)-1]
			top.Children = append(top.Children, &Model{Type: ModelName, Quant: int(d.role - rContentElement), Name: p.element(name).raw})
			d.handled(OnElementDecl)
		}
	case rGroupOpen:
		x.connectors = append(x.connectors[:max(0, p.role.level-1)], 0)
		if !p.grow(96) {
			return NoMemory
		}
		if x.inElement {
			m := &Model{Type: ModelSequence}
			if n := len(x.groups); n > 0 {
				x.groups[n-1].Children = append(x.groups[n-1].Children, m)
			}
			x.groups = append(x.groups, m)
			d.handled(OnElementDecl)
		}
	case rGroupSequence:
		c := &x.connectors[p.role.level-1]
		if *c == '|' {
			return Syntax
		}
		*c = ','
		if x.inElement {
			d.handled(OnElementDecl)
		}
	case rGroupChoice:
		c := &x.connectors[p.role.level-1]
		if *c == ',' {
			return Syntax
		}
		if x.inElement && *c == 0 {
			if top := x.groups[len(x.groups)-1]; top.Type != ModelMixed {
				top.Type = ModelChoice
				d.handled(OnElementDecl)
			}
		}
		*c = '|'
	case rGroupClose, rGroupCloseOptional, rGroupCloseRepeated, rGroupClosePlus:
		if x.inElement {
			on := d.handled(OnElementDecl)
			last := len(x.groups) - 1
			x.groups[last].Quant = int(d.role - rGroupClose)
			if last == 0 {
				if on {
					p.handler.ElementDecl(x.element.raw, x.groups[0])
				}
				x.inElement = false
			} else {
				x.groups = x.groups[:last]
			}
		}
	}
	return OK
}

// paramRef takes a reference to a parameter entity.
func (d *declared) paramRef() Code {
	p := d.p
	p.dtd.hasParamRefs = true
	if p.ParamEntities == ParamEntitiesNever {
		p.dtd.keep = p.dtd.standalone
		return p.mayBeIncomplete()
	}
	e := p.dtd.params[string(d.text[1:len(d.text)-1])]
	check := !p.dtd.hasParamRefs
	if p.dtd.standalone {
		check = len(p.open) == 0
	}
	switch {
	case !p.role.external && check:
		if e == nil {
			return UndefinedEntity
		}
		if !e.internal {
			return EntityDeclaredInPE
		}
	case e == nil:
		p.dtd.keep = p.dtd.standalone
		if d.role == rParamRef && d.handled(OnSkippedEntity) {
			p.handler.SkippedEntity(string(d.text[1:len(d.text)-1]), true)
		}
		return OK
	}
	switch {
	case e.open:
		return RecursiveEntityRef
	case e.text != nil:
		d.toDefault = false
		return p.internalEntity(e, d.role == rParamRef)
	case p.On&OnExternalEntityRef != 0:
		p.dtd.paramEntityRead = false
		e.open = true
		ok := p.handler.ExternalEntityRef(nil, e.base, e.system, e.public)
		e.open = false
		if !ok {
			return ExternalEntityHandling
		}
		if d.toDefault = false; !p.dtd.paramEntityRead {
			p.dtd.keep = p.dtd.standalone
			return OK
		}
		return p.mayBeIncomplete()
	}
	p.dtd.keep = p.dtd.standalone
	return OK
}

// mayBeIncomplete asks whether a document may be read although it is not standalone.
func (p *Parser) mayBeIncomplete() Code {
	if !p.dtd.standalone && p.On&OnNotStandalone != 0 && !p.handler.NotStandalone() {
		return NotStandalone
	}
	return OK
}
