// Namespaces: prefixes, what they are bound to, and the names that come of it.

package expat

import "strings"

const (
	xmlNamespace   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
)

// prefix is a prefix of names; the default one has no name.
type prefix struct {
	name    string
	named   bool
	binding *binding
}

func (x *prefix) nameOrNil() *string {
	if !x.named {
		return nil
	}
	return &x.name
}

// binding is what a prefix stands for in an element.
type binding struct {
	prefix *prefix
	uri    string
	before *binding // what the prefix stood for outside of the element
}

// pendingName is an attribute in p.attrs whose name has a prefix.
type pendingName struct {
	at        int
	attribute *attribute
}

// isURIChar reports whether a URI may have a character (RFC 3986).
func isURIChar(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte("%-._~:/?#[]@!$&'()*+,;=", c) >= 0
}

// bind makes a prefix stand for a namespace. a is the attribute that declares it, or nil.
func (p *Parser) bind(x *prefix, a *attribute, uri string) Code {
	if uri == "" && x.named {
		return UndeclaringPrefix
	}
	if x.named && x.name == "xmlns" {
		return ReservedPrefixXMLNS
	}
	mustBeXML := x.named && x.name == "xml"
	if p.namespace && p.separator != "" && !isURIChar(p.separator[0]) && strings.Contains(uri, p.separator) {
		return Syntax
	}
	switch {
	case mustBeXML && uri != xmlNamespace:
		return ReservedPrefixXML
	case !mustBeXML && (uri == xmlNamespace || uri == xmlnsNamespace):
		return ReservedNamespaceURI
	}
	if !p.grow(96 + len(uri)) {
		return NoMemory
	}
	b := &binding{prefix: x, uri: uri, before: x.binding}
	x.binding = b
	if uri == "" && !x.named {
		x.binding = nil
	}
	if a == nil {
		return OK // of the context: it is never undone
	}
	p.memory -= 96 + len(uri) // it goes with its element
	p.bindings = append(p.bindings, b)
	if p.On&OnStartNamespace != 0 {
		var u *string
		if x.binding != nil {
			u = &uri
		}
		p.handler.StartNamespace(x.nameOrNil(), u)
	}
	return OK
}

// expand is the name of a local name in a namespace.
func (p *Parser) expand(b *binding, local string) *Name {
	p.scratch = append(append(append(p.scratch[:0], b.uri...), p.separator...), local...)
	if p.Triplets && b.prefix.named && p.separator != "" { // without a separator the name ends where the prefix would stand
		p.scratch = append(append(p.scratch, p.separator...), b.prefix.name...)
	}
	return p.name(p.scratch)
}

// cached is the expanded name of an element or attribute, while its prefix stands for the same namespace.
type cached struct {
	uri      string
	prefix   *prefix
	triplets bool
	name     *Name
}

func (c *cached) get(p *Parser, b *binding, local string) *Name {
	if c.name == nil || c.uri != b.uri || c.prefix != b.prefix || c.triplets != p.Triplets {
		*c = cached{b.uri, b.prefix, p.Triplets, p.expand(b, local)}
	}
	return c.name
}

// expandAttributes gives the attributes with prefixes their names. Two may have the same namespace and local name.
func (p *Parser) expandAttributes() Code {
	defer func() { p.pending = p.pending[:0] }()
	for _, x := range p.pending {
		a := x.attribute
		b := a.prefix.binding
		if b == nil {
			return UnboundPrefix
		}
		n := a.expanded.get(p, b, a.local)
		if p.Triplets {
			a.key = b.uri + p.separator + a.local
		} else {
			a.key = n.Text
		}
		p.attrs[x.at].Name = n
		if len(p.pending) > 1 {
			if p.used == nil {
				p.used = map[string]uint64{}
			}
			if p.used[a.key] == p.generation {
				return DuplicateAttribute
			}
			p.used[a.key] = p.generation
		}
	}
	if len(p.used) > 1000 {
		clear(p.used)
	}
	return OK
}

// expandElement gives the innermost open element its name.
func (p *Parser) expandElement(el *element) Code {
	p.pending = p.pending[:0]
	top := &p.tags[len(p.tags)-1]
	top.name = el.name
	if !p.namespace {
		return OK
	}
	x := &p.dtd.defaultPrefix
	if el.prefix != nil {
		if x = el.prefix; x.binding == nil {
			return UnboundPrefix
		}
	}
	if b := x.binding; b != nil {
		top.name = el.expanded.get(p, b, el.local)
	}
	return OK
}

const contextSeparator = '\f'

// context is what an external entity needs to know: the namespaces and the open entities.
func (p *Parser) context() string {
	var b strings.Builder
	add := func(parts ...string) {
		if b.Len() > 0 {
			b.WriteByte(contextSeparator)
		}
		for _, s := range parts {
			b.WriteString(s)
		}
	}
	if x := p.dtd.defaultPrefix.binding; x != nil {
		add("=", x.uri)
	}
	for _, x := range p.dtd.prefixOrder {
		if x.binding != nil {
			add(x.name, "=", x.binding.uri)
		}
	}
	for _, e := range p.dtd.generalOrder {
		if e.open {
			add(e.name)
		}
	}
	return b.String()
}

// setContext does what a context says.
func (p *Parser) setContext(s string) {
	for _, part := range strings.Split(s, string(contextSeparator)) {
		name, uri, is := strings.Cut(part, "=")
		switch {
		case !is:
			if e := p.dtd.general[part]; e != nil {
				e.open = true
			}
		case name == "":
			p.bind(&p.dtd.defaultPrefix, nil, uri)
		default:
			p.bind(p.dtd.prefix(name), nil, uri)
		}
	}
}
