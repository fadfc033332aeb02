// Parsers: how a document comes in pieces, and where the parser stands in it.

package expat

import "unicode/utf8"

// Events says for which events a Handler is to be called.
type Events uint32

// The events. What has no handler goes to the default handler, where there is one.
const (
	OnStartElement Events = 1 << iota
	OnEndElement
	OnCharacterData
	OnProcessingInstruction
	OnComment
	OnStartCdata
	OnEndCdata
	OnDefault
	OnStartDoctype
	OnEndDoctype
	OnUnparsedEntity
	OnNotation
	OnStartNamespace
	OnEndNamespace
	OnNotStandalone
	OnExternalEntityRef
	OnSkippedEntity
	OnElementDecl
	OnAttlistDecl
	OnEntityDecl
	OnXMLDecl
)

// A Name is the name of an element or attribute, with its namespace where namespaces are asked for. There is one for each text; they are numbered from 0.
type Name struct {
	Text string
	ID   int
}

// An Attr is an attribute with its value.
type Attr struct {
	Name  *Name
	Value []byte
}

// A Handler gets the events that Parser.On lists. Slices of bytes are valid during the call. Texts that may be absent are pointers.
type Handler interface {
	StartElement(name *Name, attrs []Attr)
	EndElement(name *Name)
	CharacterData(text []byte)
	ProcessingInstruction(target, data []byte)
	Comment(text []byte)
	StartCdata()
	EndCdata()
	Default(text []byte)
	StartDoctype(name string, system, public *string, internal bool)
	EndDoctype()
	UnparsedEntity(name string, base, system, public, notation *string)
	Notation(name string, base, system, public *string)
	StartNamespace(prefix, uri *string)
	EndNamespace(prefix *string)
	NotStandalone() bool
	ExternalEntityRef(context, base, system, public *string) bool
	SkippedEntity(name string, param bool)
	ElementDecl(name string, model *Model)
	AttlistDecl(element, attribute, typ string, value *string, required bool)
	EntityDecl(name string, param bool, value []byte, base, system, public, notation *string)
	XMLDecl(version, encoding *string, standalone int)
	// UnknownEncoding gives the characters of the bytes of an encoding, -1 for none; nil: there is no such encoding.
	UnknownEncoding(name string) *[256]rune
	// Memory says how much memory the parser takes from now on; false: there is no such memory.
	Memory(n int) bool
}

// The values of Parser.ParamEntities.
const (
	ParamEntitiesNever = iota
	ParamEntitiesUnlessStandalone
	ParamEntitiesAlways
)

// process is what a parser is at.
type process uint8

const (
	inProlog process = iota
	inContent
	inCdata
	inEpilog
	inIgnored
	atExternalEntity // nothing of an external entity was seen, or a byte order mark
	inExternalEntity
	atParamEntity
	atEntityValue // of an external parameter entity that stands in an entity's value
	inEntityValue
)

// Parser parses one document, or one external entity.
type Parser struct {
	On             Events
	Triplets       bool // names of elements and attributes have their prefix, too
	ExpandEntities bool // of the document type, although there is a default handler
	Stop           bool // set by a handler: nothing more is parsed
	Deferral       bool // a token that is not whole is scanned again only when there is much more of it
	ParamEntities  int
	Base           *string

	handler   Handler
	namespace bool
	separator string
	classes   *[256]class
	names     map[string]*Name
	dtd       *dtd
	parent    *Parser
	root      *Parser
	direct    uint64 // bytes of the document, of a root
	indirect  uint64 // and of what its entities stand for

	// The text at hand. What was not used of the last one lies in held, and raw has bytes of it that are no whole character.
	text       []byte
	held, raw  []byte
	encoding   encoding
	given      string // the encoding that was asked for
	base       int64  // where the text begins in the document, in bytes
	event      int    // where the event at hand begins in the text; -1: there was none
	index      int64  // the same in the document, while there is no text
	mark       int    // up to where the position is counted
	pos        position
	code       Code
	started    bool
	final      bool
	done       bool
	running    bool
	recoded    bool     // the encoding has changed behind the XML declaration
	declared   encoding // what it was before
	have       int      // bytes that were there when nothing could be used
	bufferSize int      // of a buffer like expat's: it decides when tokens are scanned again
	bufferAt   int
	bufferEnd  int

	process      process
	role         roleState
	tags         []tag
	spans        []attSpan
	tagStart     int
	tagEnd       int
	attrs        []Attr
	values       []byte
	generation   uint64
	bindings     []*binding
	open         []openEntity
	entityValue  int // how deep in values of entities
	paramEntity  bool
	foreignDTD   bool
	memory       int
	granted      int
	scratch      []byte
	decl         declaration
	inEntityText bool
	markSize     int // of a byte order mark that was just read
	valuesSize   int // of values, as counted
	pending      []pendingName
	used         map[string]uint64
	specified    int
	valueInto    *[]byte // the value that an external parameter entity is to be added to
}

// New returns a parser. encoding may be empty. separator, if it is not nil, stands between a namespace and a name.
func New(h Handler, encoding string, separator *string) *Parser {
	p := &Parser{handler: h, given: encoding, event: -1, index: -1, ExpandEntities: true, Deferral: true, classes: &plainClasses, names: map[string]*Name{},
		dtd: newDTD()}
	p.root = p
	if separator != nil {
		p.namespace, p.separator, p.classes = true, *separator, &classes
		p.setContext("xml=" + xmlNamespace)
	}
	return p
}

// SetEncoding overrides what a document says of its encoding. It has no effect once parsing has begun.
func (p *Parser) SetEncoding(name string) {
	if !p.started {
		p.given = name
	}
}

// UseForeignDTD asks for the external subset although the document has none.
func (p *Parser) UseForeignDTD(use bool) Code {
	if p.started && !p.done {
		return CantChangeFeatureOnceParsing
	}
	p.foreignDTD = use
	return OK
}

// SetParamEntities sets ParamEntities; false: it is too late.
func (p *Parser) SetParamEntities(n int) bool {
	if p.started && !p.done {
		return false
	}
	p.ParamEntities = n
	return true
}

// Specified is how many of the attributes of the current element stand in its tag; the others are defaults.
func (p *Parser) Specified() int { return p.specified }

// Code is the last error.
func (p *Parser) Code() Code { return p.code }

// Index is where the current event begins, in bytes of the document; -1: there was none.
func (p *Parser) Index() int64 {
	if p.text == nil || p.event < 0 {
		return p.index
	}
	return p.base + int64(p.encoding.size(p.text[:p.event]))
}

// Line and Column are where the current event begins.
func (p *Parser) Line() int {
	p.locate()
	return p.pos.line + 1
}

func (p *Parser) Column() int {
	p.locate()
	return p.pos.column
}

func (p *Parser) locate() {
	if p.text != nil && p.event > p.mark {
		p.pos.advance(p.text[p.mark:p.event])
		p.mark = p.event
	}
}

// Context is the document from the current event on, as far as it is there; nil outside of events.
func (p *Parser) Context() []byte {
	if p.text == nil || p.event < 0 {
		return nil
	}
	return append(p.encoding.original(nil, p.text[p.event:]), p.raw...)
}

// grow counts memory that the parser keeps.
func (p *Parser) grow(n int) bool {
	p.memory += n
	if p.memory <= p.granted || !p.running {
		return true
	}
	want := p.memory + p.memory/4 + 4096
	if !p.handler.Memory(want) {
		p.Stop = true
		return false
	}
	p.granted = want
	return true
}

// Parse parses more of the document; final says that it is the last piece.
func (p *Parser) Parse(data []byte, final bool) Code {
	if p.running {
		return UnexpectedState
	}
	if p.done {
		p.code = Finished
		return p.code
	}
	if p.code != OK {
		return p.code
	}
	p.started, p.final, p.running = true, final, true
	defer func() { p.running = false }()
	p.request(len(data))
	before := p.bufferEnd - p.bufferAt
	available := p.bufferAt - min(p.bufferAt, contextBytes) + p.bufferSize - p.bufferEnd
	p.bufferEnd += len(data)
	now := before + len(data)
	if p.Deferral && !final && now < 2*p.have && len(data) <= available {
		return p.fail(p.hold(data))
	}
	if code := p.receive(data); code != OK {
		return p.fail(code)
	}
	used, code := p.run()
	used, p.markSize = used+p.markSize, 0
	if code != OK {
		return p.fail(code)
	}
	if used == 0 {
		p.have = now
	} else {
		p.have = 0
	}
	p.bufferAt += used
	if final {
		p.done = true
	}
	return OK
}

func (p *Parser) fail(c Code) Code {
	p.code = c
	p.done = p.done || p.Stop
	return c
}

// contextBytes is how much of what was parsed expat keeps.
const contextBytes = 1024

// request does with numbers what expat does with its buffer before n bytes are put into it.
func (p *Parser) request(n int) {
	if n <= p.bufferSize-p.bufferEnd {
		return
	}
	keep := min(p.bufferAt, contextBytes)
	need := n + p.bufferEnd - p.bufferAt + keep
	if p.bufferSize == 0 {
		p.bufferSize = 1024
	} else if need <= p.bufferSize {
		p.bufferEnd -= p.bufferAt - keep
		p.bufferAt = keep
		return
	}
	for p.bufferSize *= 2; p.bufferSize < need; {
		p.bufferSize *= 2
	}
	p.bufferEnd -= p.bufferAt - keep
	p.bufferAt = keep
}

// hold puts data aside.
func (p *Parser) hold(data []byte) Code {
	if !p.grow(len(data)) {
		return NoMemory
	}
	if p.encoding.kind == undecided {
		p.raw = append(p.raw, data...)
		return OK
	}
	p.held = p.decode(p.held, data)
	return OK
}

// receive makes the text at hand of what was put aside and of data.
func (p *Parser) receive(data []byte) Code {
	if p.encoding.kind == undecided {
		if len(p.raw) > 0 {
			if !p.grow(len(data)) {
				return NoMemory
			}
			p.raw = append(p.raw, data...)
			data, p.raw = p.raw, nil
		}
		skip, code := p.detect(data)
		if code != OK {
			p.text, p.event, p.mark = data[:0], 0, 0
			if p.process == atParamEntity {
				p.event = -1
			}
			p.leave(0)
			return code
		}
		if p.encoding.kind == undecided {
			p.raw = append([]byte(nil), data...)
			p.text, p.mark = []byte{}, 0
			return OK
		}
		if skip > 0 {
			data = data[skip:]
			p.base += int64(skip)
			p.pos.column++
			p.markSize = skip
		}
	}
	if len(p.held) == 0 && p.encoding.kind == utf8Encoding {
		p.text = data
	} else {
		if !p.grow(len(data)) {
			return NoMemory
		}
		p.held = p.decode(p.held, data)
		p.text = p.held
	}
	if p.text == nil {
		p.text = []byte{}
	}
	p.mark = 0
	return OK
}

// run parses the text at hand. It gives how many bytes of the document were used.
func (p *Parser) run() (int, Code) {
	total := 0
	p.event = -1
	for {
		used, code := p.step(0)
		if code != OK || p.final && !p.recoded {
			p.locate()
			p.leave(used)
			return total + used, code
		}
		if p.recoded {
			total += p.declared.size(p.text[:used])
		} else {
			total += p.encoding.size(p.text[:used])
			p.pos.advance(p.text[p.mark:max(used, p.mark)])
			p.leave(used)
			return total, OK
		}
		p.recode(used)
	}
}

// leave puts aside what of the text was not used.
func (p *Parser) leave(used int) {
	if p.event >= 0 {
		p.index = p.base + int64(p.encoding.size(p.text[:p.event]))
	}
	p.base += int64(p.encoding.size(p.text[:used]))
	rest := p.text[used:]
	if len(rest) > cap(p.held)-len(p.held) && !p.grow(len(rest)) {
		rest = rest[:0]
		p.code = NoMemory
	}
	p.held = append(p.held[:0], rest...)
	p.text = nil
	if len(p.held) == 0 && cap(p.held) > 64<<10 {
		p.memory -= cap(p.held)
		p.held = nil
	}
}

// recode begins a new text with the encoding that the XML declaration, which ends at used, has named.
func (p *Parser) recode(used int) {
	p.recoded = false
	counted := p.text[p.mark:max(used, p.mark)]
	if p.declared.wide() { // expat counts what it read by the new encoding
		counted = p.declared.original(nil, counted)
	}
	p.pos.advance(counted)
	p.base += int64(p.declared.size(p.text[:used]))
	raw := append(p.declared.original(nil, p.text[used:]), p.raw...)
	p.held, p.raw = nil, nil
	p.held = p.decode(nil, raw)
	p.text, p.mark, p.event = p.held, 0, 0
	if p.text == nil {
		p.text = []byte{}
	}
}

// step goes on with the text at i.
func (p *Parser) step(i int) (int, Code) {
	b, more := p.text, !p.final
	switch p.process {
	case inProlog:
		p.role.external = p.role.external || p.paramEntity
		return p.prologFrom(b, i, more)
	case inContent:
		return p.contentFrom(b, i, 0, more)
	case inExternalEntity:
		return p.contentFrom(b, i, 1, more)
	case inCdata:
		return p.goOnInCdata(b, i, more)
	case inEpilog:
		return p.epilog(b, i, more)
	case inIgnored:
		p.event = i
		next, ended, code := p.ignored(b, i, true, more)
		if code != OK || !ended {
			return next, code
		}
		p.process = inProlog
		return p.prologFrom(b, next, more)
	case atExternalEntity:
		return p.externalEntity(b, i, more)
	case atParamEntity:
		p.dtd.paramEntityRead = true
		if p.entityValue > 0 {
			p.process = atEntityValue
			return p.externalValue(b, i, more)
		}
		return p.paramEntityText(b, i, more)
	}
	return p.externalValue(b, i, more)
}

// name is the Name of a text.
func (p *Parser) name(text []byte) *Name {
	if n := p.names[string(text)]; n != nil {
		return n
	}
	n := &Name{Text: string(text), ID: len(p.names)}
	p.grow(len(text) + 96)
	p.names[n.Text] = n
	return n
}

// account counts the bytes of a token; false: entities stand for too much.
type accountFor uint8

const (
	accountDirect accountFor = iota
	accountExpansion
	accountNone
)

const (
	amplificationStart = 8 << 20
	amplificationMost  = 100
)

func (p *Parser) account(n int, a accountFor) bool {
	if a == accountNone {
		return true
	}
	r := p.root
	if a == accountDirect && r == p {
		r.direct += uint64(n)
	} else {
		r.indirect += uint64(n)
	}
	total := r.direct + r.indirect
	if total < amplificationStart {
		return true
	}
	const shortest = len("<!ENTITY a SYSTEM 'b'>")
	factor := float32(shortest+int(r.indirect)) / float32(shortest)
	if r.direct > 0 {
		factor = float32(total) / float32(r.direct)
	}
	return factor <= amplificationMost
}

// toDefault gives a text to the default handler.
func (p *Parser) toDefault(b []byte) {
	if p.On&OnDefault == 0 {
		return
	}
	p.inPieces(b, p.handler.Default)
}

// inPieces calls f with a text; one that was recoded comes in pieces of the size of expat's buffer.
func (p *Parser) inPieces(b []byte, f func([]byte)) {
	const size = 1024
	if p.encoding.kind != utf8Encoding && !p.inEntityText {
		for len(b) > size {
			n := size
			for !utf8.RuneStart(b[n]) {
				n--
			}
			f(b[:n])
			b = b[n:]
		}
	}
	f(b)
}
