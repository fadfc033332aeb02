// Encodings of documents.

package expat

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

type encodingKind uint8

const (
	undecided encodingKind = iota
	utf8Encoding
	utf16Big
	utf16Little
	tableEncoding
)

// encoding is how a document is encoded. bad stands in a text for bytes that are no character.
type encoding struct {
	kind  encodingKind
	table *[256]rune
}

const bad = 0xFF

var latin1Table, asciiTable = func() (latin1, ascii [256]rune) {
	for i := range latin1 {
		latin1[i], ascii[i] = rune(i), rune(i)
		if i >= 0x80 {
			ascii[i] = -1
		}
	}
	return
}()

// knownEncoding is the encoding of a name that expat knows.
func knownEncoding(name string, now encodingKind) (encoding, bool) {
	switch strings.ToUpper(name) {
	case "UTF-8":
		return encoding{kind: utf8Encoding}, true
	case "ISO-8859-1":
		return encoding{tableEncoding, &latin1Table}, true
	case "US-ASCII":
		return encoding{tableEncoding, &asciiTable}, true
	case "UTF-16":
		if now == utf16Little {
			return encoding{kind: now}, true
		}
		return encoding{kind: utf16Big}, true
	case "UTF-16BE":
		return encoding{kind: utf16Big}, true
	case "UTF-16LE":
		return encoding{kind: utf16Little}, true
	}
	return encoding{}, false
}

// wide reports whether characters have two bytes at least.
func (e encoding) wide() bool { return e.kind == utf16Big || e.kind == utf16Little }

// size is how many bytes of the document a text stands for.
func (e encoding) size(b []byte) int {
	if e.kind == utf8Encoding || e.kind == undecided {
		return len(b)
	}
	n := 0
	for _, c := range b {
		switch {
		case c >= 0x80 && c < 0xC0:
		case !e.wide():
			n++
		case c >= 0xF0 && c != bad:
			n += 4
		default:
			n += 2
		}
	}
	return n
}

// decode appends raw bytes to a text. What is no whole character stays in p.raw.
func (p *Parser) decode(text, data []byte) []byte {
	e := p.encoding
	switch e.kind {
	case utf8Encoding:
		return append(text, data...)
	case tableEncoding:
		for _, c := range data {
			if r := e.table[c]; r < 0 {
				text = append(text, bad)
			} else if r < 0x80 {
				text = append(text, byte(r))
			} else {
				text = utf8.AppendRune(text, r)
			}
		}
		return text
	}
	if len(p.raw) > 0 {
		data = append(p.raw, data...)
		p.raw = nil
	}
	unit := func(i int) rune {
		if e.kind == utf16Big {
			return rune(data[i])<<8 | rune(data[i+1])
		}
		return rune(data[i+1])<<8 | rune(data[i])
	}
	i := 0
	for ; i+1 < len(data); i += 2 {
		r := unit(i)
		switch {
		case r < 0xD800 || r >= 0xE000:
			text = utf8.AppendRune(text, r)
		case r >= 0xDC00:
			text = append(text, bad)
		default:
			if i+3 >= len(data) {
				p.raw = append([]byte(nil), data[i:]...)
				return text
			}
			if c := utf16.DecodeRune(r, unit(i+2)); c != utf8.RuneError {
				text = utf8.AppendRune(text, c)
				i += 2
			} else {
				text = append(text, bad)
			}
		}
	}
	if i < len(data) {
		p.raw = append([]byte(nil), data[i:]...)
	}
	return text
}

// original appends the bytes of the document that a text stands for.
func (e encoding) original(out, b []byte) []byte {
	if e.kind == utf8Encoding {
		return append(out, b...)
	}
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		b = b[n:]
		switch {
		case e.kind == utf16Big:
			for _, u := range utf16.AppendRune(nil, r) {
				out = append(out, byte(u>>8), byte(u))
			}
		case e.kind == utf16Little:
			for _, u := range utf16.AppendRune(nil, r) {
				out = append(out, byte(u), byte(u>>8))
			}
		default:
			for c, x := range e.table {
				if x == r {
					out = append(out, byte(c))
					break
				}
			}
		}
	}
	return out
}

// detect finds out the encoding by the first bytes; it stays undecided when there are too few. skip is the size of a byte order mark.
func (p *Parser) detect(data []byte) (skip int, code Code) {
	known := encoding{kind: utf8Encoding}
	if p.given != "" {
		var ok bool
		if known, ok = knownEncoding(p.given, 0); !ok {
			return 0, p.useUnknown(p.given)
		}
	}
	inContent := p.process == atExternalEntity
	latin1 := known.table == &latin1Table && inContent
	switch len(data) {
	case 0:
		if p.final {
			p.encoding = known
		}
		return 0, OK
	case 1:
		partial := known.wide()
		switch data[0] {
		case 0xFE, 0xFF, 0xEF:
			partial = partial || !latin1
		case 0, '<':
			partial = true
		}
		if partial {
			if p.final {
				return 0, UnclosedToken
			}
			return 0, OK
		}
	default:
		a, b := data[0], data[1]
		switch {
		case a == 0xFE && b == 0xFF && !latin1:
			p.encoding.kind = utf16Big
			return 2, OK
		case a == 0xFF && b == 0xFE && !latin1:
			p.encoding.kind = utf16Little
			return 2, OK
		case a == '<' && b == 0:
			if !(inContent && known.kind == utf16Big) {
				known = encoding{kind: utf16Little}
			}
		case a == 0xEF && b == 0xBB && !(inContent && (latin1 || known.wide())):
			if len(data) == 2 {
				if p.final {
					return 0, UnclosedToken
				}
				return 0, OK
			} else if data[2] == 0xBF {
				p.encoding.kind = utf8Encoding
				return 3, OK
			}
		case a == 0:
			if !(inContent && known.kind == utf16Little) {
				known = encoding{kind: utf16Big}
			}
		case b == 0 && !inContent:
			known = encoding{kind: utf16Little}
		}
	}
	p.encoding = known
	return 0, OK
}

// useUnknown asks for an encoding that expat does not know.
func (p *Parser) useUnknown(name string) Code {
	table := p.handler.UnknownEncoding(name)
	if table == nil {
		return UnknownEncoding
	}
	for i, r := range table {
		if i < 0x80 && classes[i] != kOther && classes[i] != kBad && r != rune(i) {
			return UnknownEncoding
		}
		if r >= 0 && r < 0x80 && int(r) != i && classes[r] != kOther && classes[r] != kBad || r > 0xFFFF {
			return UnknownEncoding
		}
	}
	p.encoding = encoding{tableEncoding, table}
	return OK
}

// xmlDecl takes an XML declaration, or a text declaration of an entity.
func (p *Parser) xmlDecl(b []byte, i, next int, text bool) Code {
	if !p.account(next-i, accountDirect) {
		return AmplificationLimitBreach
	}
	wrong := func(at int) Code {
		p.event = at
		if text {
			return TextDecl
		}
		return XMLDecl
	}
	d := pseudoAttributes{b: b[:next-2], i: i + 5}
	var version, encodingName *string
	encodingAt, standalone := 0, -1
	if !d.next() || d.name == "" {
		return wrong(d.i)
	}
	if d.name == "version" {
		version = &d.value
		v := d.value
		version = &v
		if !d.next() || d.name == "" && text {
			return wrong(d.i)
		}
	} else if !text {
		return wrong(d.at)
	}
	if d.name == "encoding" {
		if d.value == "" || !isLetter(d.value[0]) {
			return wrong(d.valueAt)
		}
		v := d.value
		encodingName, encodingAt = &v, d.valueAt
		if !d.next() {
			return wrong(d.i)
		}
	}
	if d.name != "" {
		if d.name != "standalone" || text {
			return wrong(d.at)
		}
		switch d.value {
		case "yes":
			standalone = 1
		case "no":
			standalone = 0
		default:
			return wrong(d.valueAt)
		}
		for d.i < len(d.b) && isXMLSpace(d.b[d.i]) {
			d.i++
		}
		if d.i != len(d.b) {
			return wrong(d.i)
		}
	}
	if !text && standalone == 1 {
		p.dtd.standalone = true
		if p.ParamEntities == ParamEntitiesUnlessStandalone {
			p.ParamEntities = ParamEntitiesNever
		}
	}
	if p.On&OnXMLDecl != 0 {
		p.handler.XMLDecl(version, encodingName, standalone)
	} else {
		p.toDefault(b[i:next])
	}
	if p.given != "" || encodingName == nil {
		return OK
	}
	e, known := knownEncoding(*encodingName, p.encoding.kind)
	if !known {
		was := p.encoding
		if code := p.useUnknown(*encodingName); code != OK {
			p.event = encodingAt
			return code
		}
		p.declared, p.recoded = was, true
		return OK
	}
	if e.wide() != p.encoding.wide() || e.wide() && e.kind != p.encoding.kind {
		p.event = encodingAt
		return IncorrectEncoding
	}
	if e.kind != p.encoding.kind {
		p.declared, p.encoding, p.recoded = p.encoding, e, true
	}
	return OK
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isXMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// pseudoAttributes reads what is in an XML declaration.
type pseudoAttributes struct {
	b           []byte
	i           int // where it goes on, or what is wrong
	at, valueAt int
	name, value string
}

// next reads one; name is empty when there is none.
func (d *pseudoAttributes) next() bool {
	at := func() byte {
		if d.i < len(d.b) {
			return d.b[d.i]
		}
		return 0
	}
	if d.name = ""; d.i == len(d.b) {
		return true
	}
	if !isXMLSpace(at()) {
		return false
	}
	start := d.i
	for isXMLSpace(at()) {
		d.i++
	}
	if d.i == len(d.b) {
		d.i = start
		return true
	}
	d.at = d.i
	for at() != '=' && !isXMLSpace(at()) {
		if c := at(); c == 0 || c >= 0x80 {
			return false
		}
		d.i++
	}
	name := string(d.b[d.at:d.i])
	for isXMLSpace(at()) {
		d.i++
	}
	if at() != '=' || name == "" {
		return false
	}
	for d.i++; isXMLSpace(at()); {
		d.i++
	}
	quote := at()
	if quote != '"' && quote != '\'' {
		return false
	}
	d.i++
	for d.valueAt = d.i; at() != quote; d.i++ {
		if c := at(); !isLetter(c) && !(c >= '0' && c <= '9') && c != '.' && c != '-' && c != '_' {
			return false
		}
	}
	d.name, d.value = name, string(d.b[d.valueAt:d.i])
	d.i++
	return true
}
