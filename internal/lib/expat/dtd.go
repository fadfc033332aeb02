// What a document type declares: elements, attributes, entities.

package expat

import "bytes"

// dtd is what is known of the document's type. Parsers of parameter entities share it, those of general entities have a copy.
type dtd struct {
	elements       map[string]*element
	attributes     map[string]*attribute
	prefixes       map[string]*prefix
	prefixOrder    []*prefix
	general        map[string]*entity
	generalOrder   []*entity
	params         map[string]*entity
	externalSubset *entity
	defaultPrefix  prefix

	keep            bool // declarations are processed
	hasParamRefs    bool // there may be declarations that were not read
	standalone      bool
	paramEntityRead bool
}

// element is a type of elements.
type element struct {
	raw      string
	name     *Name
	prefix   *prefix
	local    string
	defaults []defaultAttribute
	id       *attribute
	expanded cached
}

// attribute is a name of attributes.
type attribute struct {
	name      *Name
	prefix    *prefix
	local     string
	declares  bool   // a namespace
	tokenized bool   // for some element it is declared not to be CDATA
	seen      uint64 // in which tag
	expanded  cached
	key       string // the namespace and the local name
}

// defaultAttribute is what is declared of an element's attribute. value may be nil.
type defaultAttribute struct {
	attribute *attribute
	cdata     bool
	value     []byte
}

// entity is an entity: internal ones have a text, which is not nil.
type entity struct {
	name                           string
	text                           []byte
	base, system, public, notation *string
	param, internal, open          bool
}

func newDTD() *dtd {
	return &dtd{elements: map[string]*element{}, attributes: map[string]*attribute{}, prefixes: map[string]*prefix{}, general: map[string]*entity{},
		params: map[string]*entity{}, keep: true}
}

func (d *dtd) prefix(name string) *prefix {
	x := d.prefixes[name]
	if x == nil {
		x = &prefix{name: name, named: true}
		d.prefixes[name] = x
		d.prefixOrder = append(d.prefixOrder, x)
	}
	return x
}

func (p *Parser) element(name []byte) *element {
	if e := p.dtd.elements[string(name)]; e != nil {
		return e
	}
	n := p.name(name)
	p.grow(len(name) + 256)
	e := &element{raw: n.Text, name: n}
	if i := bytes.IndexByte(name, ':'); p.namespace && i >= 0 {
		e.prefix, e.local = p.dtd.prefix(n.Text[:i]), n.Text[i+1:]
	} else {
		e.local = n.Text
	}
	p.dtd.elements[n.Text] = e
	return e
}

func (p *Parser) attribute(name []byte) *attribute {
	if a := p.dtd.attributes[string(name)]; a != nil {
		return a
	}
	n := p.name(name)
	p.grow(len(name) + 256)
	a := &attribute{name: n, local: n.Text}
	if p.namespace {
		i := bytes.IndexByte(name, ':')
		switch {
		case n.Text == "xmlns":
			a.prefix, a.declares = &p.dtd.defaultPrefix, true
		case i == 5 && n.Text[:i] == "xmlns":
			a.prefix, a.declares = p.dtd.prefix(n.Text[6:]), true
		case i >= 0:
			a.prefix, a.local = p.dtd.prefix(n.Text[:i]), n.Text[i+1:]
		}
	}
	p.dtd.attributes[n.Text] = a
	return a
}

// define adds what is declared of an attribute; a second declaration does not count.
func (e *element) define(a *attribute, cdata, id bool, value []byte) {
	if value != nil || id {
		for _, d := range e.defaults {
			if d.attribute == a {
				return
			}
		}
		if id && e.id == nil && !a.declares {
			e.id = a
		}
	}
	e.defaults = append(e.defaults, defaultAttribute{a, cdata, value})
	if !cdata {
		a.tokenized = true
	}
}

// copyFor makes a copy for the parser of a general entity.
func (d *dtd) copyFor(p *Parser) {
	n := p.dtd
	n.keep, n.hasParamRefs, n.standalone, n.paramEntityRead = d.keep, d.hasParamRefs, d.standalone, d.paramEntityRead
	for _, x := range d.prefixOrder {
		n.prefix(x.name)
	}
	for name, a := range d.attributes {
		p.attribute([]byte(name)).tokenized = a.tokenized
	}
	for name, e := range d.elements {
		x := p.element([]byte(name))
		for _, a := range e.defaults {
			x.defaults = append(x.defaults, defaultAttribute{p.attribute([]byte(a.attribute.name.Text)), a.cdata, a.value})
		}
		if e.id != nil {
			x.id = p.attribute([]byte(e.id.name.Text))
		}
	}
	for _, e := range d.generalOrder {
		x := *e
		x.open = false
		n.general[x.name] = &x
		n.generalOrder = append(n.generalOrder, &x)
	}
	for name, e := range d.params {
		x := *e
		x.open = false
		n.params[name] = &x
	}
}

// The types and quantities of content models.
const (
	ModelEmpty = 1 + iota
	ModelAny
	ModelMixed
	ModelName
	ModelChoice
	ModelSequence

	QuantNone = iota - 6
	QuantOptional
	QuantRepeated
	QuantPlus
)

// A Model is what an element may contain.
type Model struct {
	Type, Quant int
	Name        string
	Children    []*Model
}
