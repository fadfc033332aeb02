// The module pyexpat: XML parsers. A document is parsed when all of it is there, so handlers are called at the end only; of a document type
// declaration handlers see the name and that there are entities.

package text

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tXMLParser = object.AllocTypeID()

// xmlParser is a parser: what it was given so far, and its state for programs that ask while handlers run.
type xmlParser struct {
	header
	Data      Value // bytes
	Encoding  Value
	Separator Value // between a namespace and a name; None: names are as written
	Intern    Value
	Code      int64 // of the error
	Line      int64
	Column    int64
	Offset    int64
	Done      int64
}

var _ = native.Register(native.ModuleDef{
	Name:  "pyexpat",
	Types: []object.TypeID{tXMLParser},
	Funcs: []FuncDef{
		{Name: "ParserCreate", Sig: "(encoding=None, namespace_separator=None, intern=None)", Fn: expatCreate},
		{Name: "ErrorString", Sig: "(code, /)", F1: func(t *Thread, _, v Value) Value {
			n, ok := object.AsInt(t, v)
			if !ok {
				return null
			}
			if n < 1 || n >= len(expatErrors) {
				return none
			}
			return object.NewStr(t, expatErrors[n].text)
		}},
	},
	Init: expatInit,
})

// expatErrors are by their codes.
var expatErrors = []struct{ name, text string }{
	{}, {"NO_MEMORY", "out of memory"}, {"SYNTAX", "syntax error"}, {"NO_ELEMENTS", "no element found"}, {"INVALID_TOKEN", "not well-formed (invalid token)"},
	{"UNCLOSED_TOKEN", "unclosed token"}, {"PARTIAL_CHAR", "partial character"}, {"TAG_MISMATCH", "mismatched tag"}, {"DUPLICATE_ATTRIBUTE", "duplicate attribute"},
	{"JUNK_AFTER_DOC_ELEMENT", "junk after document element"}, {"PARAM_ENTITY_REF", "illegal parameter entity reference"}, {"UNDEFINED_ENTITY", "undefined entity"},
	{"RECURSIVE_ENTITY_REF", "recursive entity reference"}, {"ASYNC_ENTITY", "asynchronous entity"}, {"BAD_CHAR_REF", "reference to invalid character number"},
	{"BINARY_ENTITY_REF", "reference to binary entity"}, {"ATTRIBUTE_EXTERNAL_ENTITY_REF", "reference to external entity in attribute"},
	{"MISPLACED_XML_PI", "XML or text declaration not at start of entity"}, {"UNKNOWN_ENCODING", "unknown encoding"}, {"INCORRECT_ENCODING", "encoding specified in XML declaration is incorrect"},
	{"UNCLOSED_CDATA_SECTION", "unclosed CDATA section"}, {"EXTERNAL_ENTITY_HANDLING", "error in processing external entity reference"},
	{"NOT_STANDALONE", "document is not standalone"}, {"UNEXPECTED_STATE", "unexpected parser state - please send a bug report"},
	{"ENTITY_DECLARED_IN_PE", "entity declared in parameter entity"}, {"FEATURE_REQUIRES_XML_DTD", "requested feature requires XML_DTD support in Expat"},
	{"CANT_CHANGE_FEATURE_ONCE_PARSING", "cannot change setting once parsing has begun"}, {"UNBOUND_PREFIX", "unbound prefix"},
}

const (
	expatNoElements = 3
	expatInvalid    = 4
	expatUnclosed   = 5
	expatMismatch   = 7
	expatDuplicate  = 8
	expatJunk       = 9
	expatUndefined  = 11
	expatEncoding   = 18
	expatFinished   = 36
	expatUnbound    = 27
)

func expatInit(t *Thread, m Value, d *object.Dict) bool {
	e := native.NewErrorClass(t, "xml.parsers.expat.ExpatError", t.Type(object.TException).Value())
	if e == null || !d.SetStr(t, "ExpatError", e) || !d.SetStr(t, "error", e) || !d.SetStr(t, "XMLParserType", t.Type(tXMLParser).Value()) {
		return false
	}
	version := object.NewTuple(t, 3)
	if version == nil {
		return false
	}
	*version.At(0), *version.At(1), *version.At(2) = object.SmallInt(2), object.SmallInt(6), object.SmallInt(3)
	text := object.NewStr(t, "expat_2.6.3")
	features, errs, model := object.NewList(t, 0), object.NewModule(t, "pyexpat.errors"), object.NewModule(t, "pyexpat.model")
	codes, messages := object.NewDict(t), object.NewDict(t)
	if text == null || features == nil || errs == nil || model == nil || codes == nil || messages == nil {
		return false
	}
	ed, md := object.As[object.Dict](errs.Ext), object.As[object.Dict](model.Ext)
	for i, x := range expatErrors[1:] {
		n, s := object.SmallInt(int64(i+1)), object.NewStr(t, x.text)
		if s == null || !ed.SetStr(t, "XML_ERROR_"+x.name, s) || !codes.Set(t, s, n) || !messages.Set(t, n, s) {
			return false
		}
	}
	for i, name := range [...]string{"NONE", "OPT", "REP", "PLUS"} {
		if !md.SetStr(t, "XML_CQUANT_"+name, object.SmallInt(int64(i))) {
			return false
		}
	}
	for i, name := range [...]string{"EMPTY", "ANY", "MIXED", "NAME", "CHOICE", "SEQ"} {
		if !md.SetStr(t, "XML_CTYPE_"+name, object.SmallInt(int64(i+1))) {
			return false
		}
	}
	for i, name := range [...]string{"NEVER", "UNLESS_STANDALONE", "ALWAYS"} {
		if !d.SetStr(t, "XML_PARAM_ENTITY_PARSING_"+name, object.SmallInt(int64(i))) {
			return false
		}
	}
	return ed.SetStr(t, "codes", object.Of(codes)) && ed.SetStr(t, "messages", object.Of(messages)) && d.SetStr(t, "errors", object.Of(errs)) &&
		d.SetStr(t, "model", object.Of(model)) && d.SetStr(t, "version_info", object.Of(version)) && d.SetStr(t, "EXPAT_VERSION", text) &&
		d.SetStr(t, "native_encoding", object.Intern(t, "UTF-8")) && d.SetStr(t, "features", object.Of(features)) &&
		t.RT.Modules.SetStr(t, "pyexpat.errors", object.Of(errs)) && t.RT.Modules.SetStr(t, "pyexpat.model", object.Of(model))
}

func expatCreate(t *Thread, _ Value, a []Value) Value {
	names := [...]string{"encoding", "namespace_separator"}
	for i, name := range names {
		if a[i] == null {
			a[i] = none
		}
		if a[i] != none && !object.IsStr(a[i]) {
			return object.Raise(t, object.TTypeError, "ParserCreate() argument '%s' must be str or None, not %s", name, object.TypeName(t, a[i]))
		}
	}
	if a[1] != none && object.As[object.Str](a[1]).Len > 1 {
		return object.Raise(t, object.TValueError, "namespace_separator must be at most one character, omitted, or None")
	}
	intern := a[2]
	if intern == null {
		d := object.NewDict(t)
		if d == nil {
			return null
		}
		intern = object.Of(d)
	}
	v := object.AllocInstance(t, t.Type(tXMLParser))
	if v == null {
		return null
	}
	p := object.As[xmlParser](v)
	p.Data, p.Encoding, p.Separator, p.Intern, p.Line = t.RT.EmptyBytes, a[0], a[1], intern, 1
	return v
}

func expatInt(name string, of func(p *xmlParser) *int64) object.GetSetDef {
	return object.GetSetDef{Name: name, Get: func(t *Thread, v Value) Value { return object.SmallInt(*of(object.As[xmlParser](v))) }}
}

// takesFlag accepts a setting that changes nothing here.
func takesFlag(*Thread, Value, []Value) Value { return none }

var _ = object.DefineType(tXMLParser, object.TypeDef{
	Name: "pyexpat.xmlparser", Size: unsafe.Sizeof(xmlParser{}), Refs: 15 << 1, Flags: object.TypeNoInstances, Dict: true,
	Members: []object.MemberDef{{Name: "intern", Word: 4}},
	GetSets: []object.GetSetDef{
		expatInt("ErrorCode", func(p *xmlParser) *int64 { return &p.Code }),
		expatInt("CurrentLineNumber", func(p *xmlParser) *int64 { return &p.Line }), expatInt("ErrorLineNumber", func(p *xmlParser) *int64 { return &p.Line }),
		expatInt("CurrentColumnNumber", func(p *xmlParser) *int64 { return &p.Column }), expatInt("ErrorColumnNumber", func(p *xmlParser) *int64 { return &p.Column }),
		expatInt("CurrentByteIndex", func(p *xmlParser) *int64 { return &p.Offset }), expatInt("ErrorByteIndex", func(p *xmlParser) *int64 { return &p.Offset }),
	},
	Methods: []FuncDef{
		{Name: "Parse", Sig: "(data, isfinal=False, /)", MinArgs: 1, MaxArgs: 2, FN: expatParse},
		{Name: "ParseFile", Sig: "(file, /)", F1: func(t *Thread, v, file Value) Value {
			data := native.Call0(t, file, "read")
			if data == null {
				return null
			}
			b, ok := native.BytesArg(t, data)
			if !ok {
				return null
			}
			return expatFeed(t, v, b, true)
		}},
		{Name: "SetBase", Sig: "(base, /)", F1: func(t *Thread, v, base Value) Value {
			if d := object.InstanceDict(t, v, true); d == nil || !d.SetStr(t, "_base", base) {
				return null
			}
			return none
		}},
		{Name: "GetBase", Sig: "()", F0: func(t *Thread, v Value) Value { return expatAttr(t, v, "_base") }},
		{Name: "GetInputContext", Sig: "()", F0: func(*Thread, Value) Value { return none }},
		{Name: "UseForeignDTD", MinArgs: 0, MaxArgs: 1, FN: takesFlag},
		{Name: "SetParamEntityParsing", Sig: "(flag, /)", F1: func(*Thread, Value, Value) Value { return object.SmallInt(1) }},
		{Name: "SetReparseDeferralEnabled", Sig: "(enabled, /)", F1: func(*Thread, Value, Value) Value { return none }},
		{Name: "GetReparseDeferralEnabled", Sig: "()", F0: func(*Thread, Value) Value { return object.False }},
	},
})

func expatParse(t *Thread, v Value, a []Value) Value {
	final := false
	if len(a) > 1 {
		ok := false
		if final, ok = native.OptBool(t, a[1], false); !ok {
			return null
		}
	}
	if object.IsStr(a[0]) {
		p := object.As[xmlParser](v)
		if p.Encoding = object.Intern(t, "utf-8"); p.Encoding == null {
			return null
		}
		return expatFeed(t, v, []byte(object.GoString(a[0])), final)
	}
	b, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	return expatFeed(t, v, b, final)
}

// expatFeed adds to the document, and parses it when it is whole.
func expatFeed(t *Thread, v Value, b []byte, final bool) Value {
	p := object.As[xmlParser](v)
	if p.Done != 0 {
		return expatRaise(t, v, expatFinished, "parsing finished")
	}
	old, _ := object.BufferOf(t, p.Data)
	data := object.NewBytes(t, append(bytes.Clone(old), b...))
	if data == null {
		return null
	}
	p.Data = data
	if !final {
		return object.SmallInt(1)
	}
	p.Done = 1
	text, _ := object.BufferOf(t, data)
	x := expatRun{t: t, v: v, p: p}
	return x.run(bytes.Clone(text))
}

func expatAttr(t *Thread, v Value, name string) Value {
	if d := object.InstanceDict(t, v, false); d != nil {
		if h := d.GetStr(object.Intern(t, name)); h != null {
			return h
		}
	}
	return none
}

func expatRaise(t *Thread, v Value, code int, text string) Value {
	p := object.As[xmlParser](v)
	p.Code = int64(code)
	m := native.ImportModule(t, "pyexpat")
	s := object.NewStr(t, fmt.Sprintf("%s: line %d, column %d", text, p.Line, p.Column))
	if m == null || s == null {
		return null
	}
	class := object.GetAttr(t, m, object.Intern(t, "ExpatError"))
	if class == null {
		return null
	}
	e := object.Call1(t, class, s)
	if e == null || !object.SetAttr(t, e, object.Intern(t, "code"), object.SmallInt(p.Code)) || !object.SetAttr(t, e, object.Intern(t, "lineno"), object.SmallInt(p.Line)) ||
		!object.SetAttr(t, e, object.Intern(t, "offset"), object.SmallInt(p.Column)) {
		return null
	}
	object.SetExc(t, e)
	return null
}

// expatRun is the parsing of a whole document.
type expatRun struct {
	t     *Thread
	v     Value      //psy:root the caller has it
	p     *xmlParser //psy:root the caller has it
	d     *xml.Decoder
	sep   string
	space bool
	open  []string            // elements, as written
	known []map[string]string // namespaces by their prefixes, for each element
}

func (x *expatRun) run(text []byte) Value {
	if x.p.Separator != none {
		x.space, x.sep = true, object.GoString(x.p.Separator)
	}
	x.d = xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	asked := ""
	if x.p.Encoding != none {
		asked = strings.ToLower(object.GoString(x.p.Encoding))
	}
	x.d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if asked != "" {
			charset = asked
		}
		return expatDecode(strings.ToLower(charset), in)
	}
	seen := false
	for {
		x.position()
		tok, err := x.d.RawToken()
		switch {
		case err == io.EOF:
			x.position()
			if len(x.open) > 0 || !seen {
				return x.fail(expatNoElements)
			}
			return object.SmallInt(1)
		case err != nil:
			return x.wrong(err)
		}
		if _, text := tok.(xml.CharData); len(x.open) == 0 && !x.outside(tok, seen) {
			if text && !seen {
				return x.fail(2)
			}
			if !text && !seen {
				return x.fail(expatInvalid)
			}
			return x.fail(expatJunk)
		}
		if _, start := tok.(xml.StartElement); start {
			seen = true
		}
		if !x.token(tok) || !x.t.Poll() {
			return null
		}
	}
}

// outside tells whether something may stand outside of the document's element.
func (x *expatRun) outside(tok xml.Token, seen bool) bool {
	switch k := tok.(type) {
	case xml.StartElement:
		return !seen
	case xml.CharData:
		return len(bytes.TrimSpace(k)) == 0
	case xml.EndElement:
		return false
	}
	return true
}

func (x *expatRun) position() {
	line, column := x.d.InputPos()
	x.p.Line, x.p.Column, x.p.Offset = int64(line), int64(column-1), x.d.InputOffset()
}

func (x *expatRun) fail(code int) Value { return expatRaise(x.t, x.v, code, expatErrors[code].text) }

// wrong raises the ExpatError for an error of the decoder.
func (x *expatRun) wrong(err error) Value {
	var se *xml.SyntaxError
	switch {
	case errors.As(err, &se) && strings.Contains(se.Msg, "character entity"):
		return x.fail(expatUndefined)
	case errors.As(err, &se) && strings.Contains(se.Msg, "unexpected EOF"):
		return x.fail(expatUnclosed)
	case strings.Contains(err.Error(), "encoding"):
		return x.fail(expatEncoding)
	}
	x.position()
	return x.fail(expatInvalid)
}

// expatDecode makes UTF-8 of other encodings.
func expatDecode(charset string, in io.Reader) (io.Reader, error) {
	switch charset {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return in, nil
	case "iso-8859-1", "latin-1", "latin1":
		b, err := io.ReadAll(in)
		out := make([]byte, 0, len(b))
		for _, c := range b {
			out = utf8.AppendRune(out, rune(c))
		}
		return bytes.NewReader(out), err
	}
	return nil, fmt.Errorf("unknown encoding %s", charset)
}

// call calls a handler with texts, "\x00" standing for None.
func (x *expatRun) call(handler string, texts ...string) bool {
	h := expatAttr(x.t, x.v, handler)
	if h == none {
		return true
	}
	args := object.NewTuple(x.t, len(texts))
	if args == nil {
		return false
	}
	for i, s := range texts {
		*args.At(i) = none
		if s != "\x00" {
			if *args.At(i) = object.NewStr(x.t, s); *args.At(i) == null {
				return false
			}
		}
	}
	return object.CallTuple(x.t, h, args, nil) != null
}

func (x *expatRun) token(tok xml.Token) bool {
	switch k := tok.(type) {
	case xml.StartElement:
		return x.start(k)
	case xml.EndElement:
		name := written(k.Name)
		if len(x.open) == 0 || x.open[len(x.open)-1] != name {
			x.p.Column, x.p.Offset = x.p.Column+2, x.p.Offset+2
			x.fail(expatMismatch)
			return false
		}
		full, ok := x.name(k.Name, false)
		if !ok {
			return false
		}
		last := len(x.open) - 1
		x.open = x.open[:last]
		if !x.call("EndElementHandler", full) {
			return false
		}
		for prefix := range x.known[last] {
			if !x.call("EndNamespaceDeclHandler", orNoText(prefix)) {
				return false
			}
		}
		x.known = x.known[:last]
		return true
	case xml.CharData:
		if len(x.open) == 0 {
			return x.call("DefaultHandler", string(k))
		}
		return x.call("CharacterDataHandler", strings.ReplaceAll(string(k), "\r\n", "\n"))
	case xml.Comment:
		return x.call("CommentHandler", string(k))
	case xml.ProcInst:
		if k.Target == "xml" {
			return x.declaration(string(k.Inst))
		}
		return x.call("ProcessingInstructionHandler", k.Target, strings.TrimSpace(string(k.Inst)))
	case xml.Directive:
		return x.directive(string(k))
	}
	return true
}

func orNoText(s string) string {
	if s == "" {
		return "\x00"
	}
	return s
}

func written(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

// name is a name as handlers see it: with its namespace, if those are asked for.
func (x *expatRun) name(n xml.Name, attribute bool) (string, bool) {
	if !x.space || attribute && n.Space == "" {
		return written(n), true
	}
	if n.Space == "xml" {
		return "http://www.w3.org/XML/1998/namespace" + x.sep + n.Local, true
	}
	for i := len(x.known) - 1; i >= 0; i-- {
		if uri, ok := x.known[i][n.Space]; ok {
			if uri == "" {
				return n.Local, true
			}
			return uri + x.sep + n.Local, true
		}
	}
	if n.Space == "" {
		return n.Local, true
	}
	x.fail(expatUnbound)
	return "", false
}

func (x *expatRun) start(k xml.StartElement) bool {
	spaces := map[string]string{}
	attrs := k.Attr[:0:0]
	for _, a := range k.Attr {
		prefix, declares := a.Name.Local, a.Name.Space == "xmlns"
		if a.Name.Space == "" && a.Name.Local == "xmlns" {
			prefix, declares = "", true
		}
		if !x.space || !declares {
			attrs = append(attrs, a)
			continue
		}
		spaces[prefix] = a.Value
		if !x.call("StartNamespaceDeclHandler", orNoText(prefix), orNoText(a.Value)) {
			return false
		}
	}
	x.open, x.known = append(x.open, written(k.Name)), append(x.known, spaces)
	name, ok := x.name(k.Name, false)
	if !ok {
		return false
	}
	for i, a := range attrs {
		for _, b := range attrs[:i] {
			if a.Name == b.Name {
				x.fail(expatDuplicate)
				return false
			}
		}
	}
	h := expatAttr(x.t, x.v, "StartElementHandler")
	if h == none {
		return true
	}
	list, dict := object.NewList(x.t, 0), object.NewDict(x.t)
	if list == nil || dict == nil {
		return false
	}
	for _, a := range attrs {
		key, ok := x.name(a.Name, true)
		if !ok {
			return false
		}
		kv, vv := object.NewStr(x.t, key), object.NewStr(x.t, a.Value)
		if kv == null || vv == null || !list.Append(x.t, kv) || !list.Append(x.t, vv) || !dict.Set(x.t, kv, vv) {
			return false
		}
	}
	given := object.Of(dict)
	if o := expatAttr(x.t, x.v, "ordered_attributes"); o != none && object.Truth(x.t, o) == 1 {
		given = object.Of(list)
	}
	s := object.NewStr(x.t, name)
	return s != null && object.Call2(x.t, h, s, given) != null
}

var xmlSetting = regexp.MustCompile(`(\w+)\s*=\s*["']([^"']*)["']`)

func (x *expatRun) declaration(text string) bool {
	h := expatAttr(x.t, x.v, "XmlDeclHandler")
	if h == none {
		return true
	}
	version, encoding, standalone := null, none, object.SmallInt(-1)
	for _, m := range xmlSetting.FindAllStringSubmatch(text, -1) {
		v := object.NewStr(x.t, m[2])
		if v == null {
			return false
		}
		switch m[1] {
		case "version":
			version = v
		case "encoding":
			encoding = v
		case "standalone":
			standalone = object.SmallInt(0)
			if m[2] == "yes" {
				standalone = object.SmallInt(1)
			}
		}
	}
	return object.Call3(x.t, h, native.OrNone(version), encoding, standalone) != null
}

var (
	doctypeHead = regexp.MustCompile(`^DOCTYPE\s+([^\s\[>]+)\s*(?:SYSTEM\s+["']([^"']*)["']|PUBLIC\s+["']([^"']*)["']\s*["']([^"']*)["'])?\s*(\[)?`)
	entityDecl  = regexp.MustCompile(`<!ENTITY\s+(%\s+)?([^\s"']+)\s+(?:["']([^"']*)["']|(?:SYSTEM|PUBLIC))`)
)

// directive tells of a document type: its name, where it is, and its entities.
func (x *expatRun) directive(text string) bool {
	m := doctypeHead.FindStringSubmatch(text)
	if m == nil {
		x.fail(2)
		return false
	}
	name, sysID, pubID, inside := object.NewStr(x.t, m[1]), none, none, object.SmallInt(0)
	if m[2] != "" || m[4] != "" {
		sysID = object.NewStr(x.t, m[2]+m[4])
	}
	if m[3] != "" {
		pubID = object.NewStr(x.t, m[3])
	}
	if m[5] != "" {
		inside = object.SmallInt(1)
	}
	args := object.NewTuple(x.t, 4)
	if name == null || sysID == null || pubID == null || args == nil {
		return false
	}
	*args.At(0), *args.At(1), *args.At(2), *args.At(3) = name, sysID, pubID, inside
	if h := expatAttr(x.t, x.v, "StartDoctypeDeclHandler"); h != none && object.CallTuple(x.t, h, args, nil) == null {
		return false
	}
	for _, e := range entityDecl.FindAllStringSubmatch(text, -1) {
		h := expatAttr(x.t, x.v, "EntityDeclHandler")
		if x.d.Entity == nil {
			x.d.Entity = map[string]string{}
		}
		if e[1] == "" {
			x.d.Entity[e[2]] = e[3]
		}
		if h == none {
			continue
		}
		args := object.NewTuple(x.t, 7)
		if args == nil {
			return false
		}
		for i := range 7 {
			*args.At(i) = none
		}
		*args.At(1) = object.Bool(e[1] != "")
		if *args.At(0) = object.NewStr(x.t, e[2]); *args.At(0) == null {
			return false
		}
		if *args.At(2) = object.NewStr(x.t, e[3]); *args.At(2) == null || object.CallTuple(x.t, h, args, nil) == null {
			return false
		}
	}
	return x.call("EndDoctypeDeclHandler")
}
