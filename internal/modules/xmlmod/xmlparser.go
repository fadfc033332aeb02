// The type of parsers.

package xmlmod

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/expat"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tXMLParser = object.AllocTypeID()

// The handlers, by name and event.
const (
	hStartElement = iota
	hEndElement
	hProcessingInstruction
	hCharacterData
	hUnparsedEntity
	hNotation
	hStartNamespace
	hEndNamespace
	hComment
	hStartCdata
	hEndCdata
	hDefault
	hDefaultExpand
	hNotStandalone
	hExternalEntityRef
	hStartDoctype
	hEndDoctype
	hEntityDecl
	hXMLDecl
	hElementDecl
	hAttlistDecl
	hSkippedEntity
	handlerCount
)

var handlerDefs = [handlerCount]struct {
	name string
	on   expat.Events
}{
	hStartElement: {"StartElementHandler", expat.OnStartElement}, hEndElement: {"EndElementHandler", expat.OnEndElement},
	hProcessingInstruction: {"ProcessingInstructionHandler", expat.OnProcessingInstruction}, hCharacterData: {"CharacterDataHandler", expat.OnCharacterData},
	hUnparsedEntity: {"UnparsedEntityDeclHandler", expat.OnUnparsedEntity}, hNotation: {"NotationDeclHandler", expat.OnNotation},
	hStartNamespace: {"StartNamespaceDeclHandler", expat.OnStartNamespace}, hEndNamespace: {"EndNamespaceDeclHandler", expat.OnEndNamespace},
	hComment: {"CommentHandler", expat.OnComment}, hStartCdata: {"StartCdataSectionHandler", expat.OnStartCdata},
	hEndCdata: {"EndCdataSectionHandler", expat.OnEndCdata}, hDefault: {"DefaultHandler", expat.OnDefault}, hDefaultExpand: {"DefaultHandlerExpand", expat.OnDefault},
	hNotStandalone: {"NotStandaloneHandler", expat.OnNotStandalone}, hExternalEntityRef: {"ExternalEntityRefHandler", expat.OnExternalEntityRef},
	hStartDoctype: {"StartDoctypeDeclHandler", expat.OnStartDoctype}, hEndDoctype: {"EndDoctypeDeclHandler", expat.OnEndDoctype},
	hEntityDecl: {"EntityDeclHandler", expat.OnEntityDecl}, hXMLDecl: {"XmlDeclHandler", expat.OnXMLDecl}, hElementDecl: {"ElementDeclHandler", expat.OnElementDecl},
	hAttlistDecl: {"AttlistDeclHandler", expat.OnAttlistDecl}, hSkippedEntity: {"SkippedEntityHandler", expat.OnSkippedEntity},
}

// xmlParser is a parser. What does the work is a handle.
type xmlParser struct {
	header
	Handle   uint64 // a *driver
	Intern   Value  // a dict that the program sees, or None
	Names    *object.List
	Handlers [handlerCount]Value // Null: none

	BufferSize         int64
	Buffered           bool // buffer_text
	Ordered, Specified bool
	Prefixes           bool
	InCallback         bool
	Expand             bool // the default handler in use is DefaultHandlerExpand
}

const parserRefs = (1<<(2+handlerCount) - 1) << 2

var _ = object.DefineType(tXMLParser, object.TypeDef{
	Name: "pyexpat.xmlparser", Size: unsafe.Sizeof(xmlParser{}), Refs: parserRefs, LayoutFlags: heap.HasHandle, Flags: object.TypeNoInstances, NoWeak: true,
	Members: []object.MemberDef{{Name: "intern", Word: 2}},
	GetSets: parserAttributes(),
	Methods: []FuncDef{
		{Name: "Parse", Sig: "(data, isfinal=False, /)", MinArgs: 1, MaxArgs: 2, FN: parse},
		{Name: "ParseFile", Sig: "(file, /)", F1: parseFile},
		{Name: "SetBase", Sig: "(base, /)", F1: func(t *Thread, v, base Value) Value {
			s, ok := strArg(t, base, "SetBase() argument", "str")
			if !ok {
				return null
			}
			driverOf(t, v).p.Base = &s
			return none
		}},
		{Name: "GetBase", Sig: "()", F0: func(t *Thread, v Value) Value { return orNone(t, driverOf(t, v).p.Base) }},
		{Name: "GetInputContext", Sig: "()", F0: func(t *Thread, v Value) Value {
			if p := object.As[xmlParser](v); p.InCallback {
				if b := driverOf(t, v).p.Context(); b != nil {
					return object.NewBytes(t, b)
				}
			}
			return none
		}},
		{Name: "ExternalEntityParserCreate", Sig: "(context, encoding=None, /)", MinArgs: 1, MaxArgs: 2, FN: externalParser},
		{Name: "UseForeignDTD", Sig: "(flag=True, /)", MaxArgs: 1, FN: func(t *Thread, v Value, a []Value) Value {
			flag := 1
			if len(a) > 0 {
				flag = object.Truth(t, a[0])
			}
			if flag < 0 {
				return null
			}
			p := driverOf(t, v).p
			if code := p.UseForeignDTD(flag > 0); code != expat.OK {
				return raiseExpat(t, p, code)
			}
			return none
		}},
		{Name: "SetParamEntityParsing", Sig: "(flag, /)", F1: func(t *Thread, v, flag Value) Value {
			n, ok := object.AsInt64(t, flag)
			if !ok {
				return null
			}
			if driverOf(t, v).p.SetParamEntities(int(n)) {
				return object.SmallInt(1)
			}
			return object.SmallInt(0)
		}},
		{Name: "SetReparseDeferralEnabled", Sig: "(enabled, /)", F1: func(t *Thread, v, enabled Value) Value {
			yes := object.Truth(t, enabled)
			if yes < 0 {
				return null
			}
			driverOf(t, v).p.Deferral = yes > 0
			return none
		}},
		{Name: "GetReparseDeferralEnabled", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(driverOf(t, v).p.Deferral) }},
	},
})

// driver is the Go side of a parser: it is the parser's Handler.
type driver struct {
	p        *expat.Parser
	t        *Thread
	self     *xmlParser //psy:root the caller of Parse has it
	buffer   []byte     // character data that its handler has not seen
	parser   int        // memory of the parser
	flushing bool       // the handler of character data is being called
}

func driverOf(t *Thread, v Value) *driver {
	return t.RT.Heap.Handles().Get(uint32(object.As[xmlParser](v).Handle)).(*driver)
}

// strArg is the text of a str without null characters.
func strArg(t *Thread, v Value, what, want string) (string, bool) {
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s must be %s, not %s", what, want, object.TypeName(t, v))
		return "", false
	}
	b := utf8Of(t, v)
	if b == nil {
		return "", false
	}
	for _, c := range b {
		if c == 0 {
			object.Raise(t, object.TValueError, "embedded null character")
			return "", false
		}
	}
	return string(b), true
}

// utf8Of is a str as UTF-8; nil: it has no such form. The bytes are the str's own if it is of ASCII.
func utf8Of(t *Thread, v Value) []byte {
	s := object.As[object.Str](v)
	if s.IsASCII() {
		if s.Len == 0 {
			return []byte{}
		}
		return unsafe.Slice((*byte)(s.Data()), int(s.Len))
	}
	b := object.CallMethod0(t, object.ExactStr(t, v), object.Intern(t, "encode"))
	if b == null {
		return nil
	}
	return object.BytesOf(b)
}

func orNone(t *Thread, s *string) Value {
	if s == nil {
		return none
	}
	return object.NewStr(t, *s)
}

func parserCreate(t *Thread, _ Value, a []Value) Value {
	encoding, separator := "", (*string)(nil)
	if a[0] != null && a[0] != none {
		s, ok := strArg(t, a[0], "ParserCreate() argument 'encoding'", "str or None")
		if !ok {
			return null
		}
		encoding = s
	}
	if a[1] != null && a[1] != none {
		if object.IsStr(a[1]) && object.As[object.Str](a[1]).Len == 1 && object.As[object.Str](a[1]).At(0) == 0 {
			object.Raise(t, object.TValueError, "embedded null character")
			return null
		}
		s, ok := strArg(t, a[1], "ParserCreate() argument 'namespace_separator'", "str or None")
		if !ok {
			return null
		}
		if len(s) > 1 {
			return object.Raise(t, object.TValueError, "namespace_separator must be at most one character, omitted, or None")
		}
		separator = &s
	}
	intern := a[2]
	switch {
	case intern == null:
		d := object.NewDict(t)
		if d == nil {
			return null
		}
		intern = object.Of(d)
	case intern != none && !object.IsDict(intern):
		return object.Raise(t, object.TTypeError, "intern must be a dictionary")
	}
	d := &driver{}
	d.p = expat.New(d, encoding, separator)
	return object.Of(newParser(t, d, intern))
}

func newParser(t *Thread, d *driver, intern Value) *xmlParser {
	names := object.NewList(t, 0)
	if names == nil {
		return nil
	}
	p := native.Alloc[xmlParser](t, t.Type(tXMLParser))
	if p == nil {
		return nil
	}
	p.Intern, p.Names, p.BufferSize = intern, names, 8192
	p.Handle = uint64(t.RT.Heap.Handles().Put(d))
	t.RT.Heap.Handles().Own(uint32(p.Handle))
	return p
}

// externalParser is the method ExternalEntityParserCreate.
func externalParser(t *Thread, v Value, a []Value) Value {
	var context *string
	encoding := ""
	if a[0] != none {
		s, ok := strArg(t, a[0], "ExternalEntityParserCreate() argument 1", "str or None")
		if !ok {
			return null
		}
		context = &s
	}
	if len(a) > 1 {
		s, ok := strArg(t, a[1], "ExternalEntityParserCreate() argument 2", "str")
		if !ok {
			return null
		}
		encoding = s
	}
	p := object.As[xmlParser](v)
	d := &driver{}
	d.p = driverOf(t, v).p.External(d, context, encoding)
	n := newParser(t, d, p.Intern)
	if n == nil {
		return null
	}
	n.BufferSize, n.Buffered, n.Ordered, n.Specified, n.Prefixes, n.Expand = p.BufferSize, p.Buffered, p.Ordered, p.Specified, p.Prefixes, p.Expand
	n.Handlers = p.Handlers
	return object.Of(n)
}

// feed gives a parser more of its document; false: an exception is set.
func feed(t *Thread, v Value, data []byte, final bool) bool {
	d, p := driverOf(t, v), object.As[xmlParser](v)
	const most = 1 << 20
	for len(data) > most {
		if code := d.parse(t, p, data[:most], false); code != expat.OK {
			return d.result(t, code)
		}
		data = data[most:]
	}
	return d.result(t, d.parse(t, p, data, final))
}

func (d *driver) parse(t *Thread, p *xmlParser, data []byte, final bool) expat.Code {
	oldThread, oldSelf := d.t, d.self
	d.t, d.self = t, p
	code := d.p.Parse(data, final)
	d.t, d.self = oldThread, oldSelf
	if t.Exc == null && !t.Poll() && code == expat.OK {
		return expat.Aborted
	}
	return code
}

// result makes an exception of a code.
func (d *driver) result(t *Thread, code expat.Code) bool {
	if t.Exc != null {
		return false
	}
	if code != expat.OK {
		raiseExpat(t, d.p, code)
		return false
	}
	return true
}

func parse(t *Thread, v Value, a []Value) Value {
	final := false
	if len(a) > 1 {
		n := object.Truth(t, a[1])
		if n < 0 {
			return null
		}
		final = n > 0
	}
	d := driverOf(t, v)
	var data []byte
	if object.IsStr(a[0]) {
		if data = utf8Of(t, a[0]); data == nil {
			return null
		}
		d.p.SetEncoding("utf-8")
	} else {
		var ok bool
		if data, ok = native.BytesArg(t, a[0]); !ok {
			return null
		}
	}
	if !feed(t, v, data, final) || !d.flush(t, object.As[xmlParser](v)) {
		return null
	}
	return object.SmallInt(1)
}

func parseFile(t *Thread, v, file Value) Value {
	read := object.LookupAttr(t, file, object.Intern(t, "read"))
	if read == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "argument must have 'read' attribute")
		}
		return null
	}
	d := driverOf(t, v)
	const size = 2048
	for {
		chunk := object.Call1(t, read, object.SmallInt(size))
		if chunk == null {
			return null
		}
		if !object.IsBytes(chunk) && !object.IsByteArray(chunk) {
			return object.Raise(t, object.TTypeError, "read() did not return a bytes object (type=%s)", object.TypeName(t, chunk))
		}
		b, ok := native.BytesArg(t, chunk)
		if !ok {
			return null
		}
		if len(b) > size {
			return object.Raise(t, object.TValueError, "read() returned too much data: %d bytes requested, %d returned", size, len(b))
		}
		if !d.result(t, d.parse(t, object.As[xmlParser](v), b, len(b) == 0)) {
			return null
		}
		if len(b) == 0 {
			break
		}
	}
	if !d.flush(t, object.As[xmlParser](v)) {
		return null
	}
	return object.SmallInt(1)
}

// parserAttributes are the handlers and settings of parsers.
func parserAttributes() []object.GetSetDef {
	var defs []object.GetSetDef
	for i, h := range handlerDefs {
		defs = append(defs, object.GetSetDef{Name: h.name, Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[xmlParser](v).Handlers[i]) },
			Set: func(t *Thread, v, x Value) bool { return object.As[xmlParser](v).setHandler(t, i, x) }})
	}
	number := func(names [2]string, get func(p *expat.Parser) int64) {
		for _, name := range names {
			defs = append(defs, object.GetSetDef{Name: name, Get: func(t *Thread, v Value) Value { return object.NewInt(t, get(driverOf(t, v).p)) }})
		}
	}
	number([2]string{"CurrentLineNumber", "ErrorLineNumber"}, func(p *expat.Parser) int64 { return int64(p.Line()) })
	number([2]string{"CurrentColumnNumber", "ErrorColumnNumber"}, func(p *expat.Parser) int64 { return int64(p.Column()) })
	number([2]string{"CurrentByteIndex", "ErrorByteIndex"}, (*expat.Parser).Index)
	flag := func(name string, of func(p *xmlParser) *bool, then func(t *Thread, p *xmlParser) bool) {
		defs = append(defs, object.GetSetDef{Name: name, Get: func(t *Thread, v Value) Value { return object.Bool(*of(object.As[xmlParser](v))) },
			Set: func(t *Thread, v, x Value) bool {
				if x == null {
					return cannotDelete(t)
				}
				yes := object.Truth(t, x)
				if yes < 0 {
					return false
				}
				p := object.As[xmlParser](v)
				if then != nil && !then(t, p) {
					return false
				}
				*of(p) = yes > 0
				if name == "namespace_prefixes" {
					driverOf(t, v).p.Triplets = yes > 0
				}
				return true
			}})
	}
	flag("buffer_text", func(p *xmlParser) *bool { return &p.Buffered },
		func(t *Thread, p *xmlParser) bool { return driverOf(t, object.Of(p)).flush(t, p) })
	flag("namespace_prefixes", func(p *xmlParser) *bool { return &p.Prefixes }, nil)
	flag("ordered_attributes", func(p *xmlParser) *bool { return &p.Ordered }, nil)
	flag("specified_attributes", func(p *xmlParser) *bool { return &p.Specified }, nil)
	return append(defs,
		object.GetSetDef{Name: "ErrorCode", Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(driverOf(t, v).p.Code())) }},
		object.GetSetDef{Name: "buffer_used", Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(len(driverOf(t, v).buffer))) }},
		object.GetSetDef{Name: "buffer_size", Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[xmlParser](v).BufferSize) }, Set: setBufferSize})
}

func cannotDelete(t *Thread) bool {
	object.Raise(t, object.TRuntimeError, "Cannot delete attribute")
	return false
}

func setBufferSize(t *Thread, v, x Value) bool {
	if x == null {
		return cannotDelete(t)
	}
	if !object.IsIntLike(x) {
		object.Raise(t, object.TTypeError, "buffer_size must be an integer")
		return false
	}
	n, ok := object.AsInt64(t, x)
	if !ok {
		return false
	}
	p := object.As[xmlParser](v)
	switch {
	case n == p.BufferSize:
		return true
	case n <= 0:
		object.Raise(t, object.TValueError, "buffer_size must be greater than zero")
		return false
	case n > math.MaxInt32:
		object.Raise(t, object.TValueError, "buffer_size must not be greater than %d", math.MaxInt32)
		return false
	}
	if p.Buffered && !driverOf(t, v).flush(t, p) {
		return false
	}
	p.BufferSize = n
	return true
}

// setHandler sets a handler; None is none.
func (p *xmlParser) setHandler(t *Thread, i int, f Value) bool {
	if f == null {
		return cannotDelete(t)
	}
	d := driverOf(t, object.Of(p))
	if i == hCharacterData && !d.flush(t, p) {
		return false
	}
	on := handlerDefs[i].on
	if f == none {
		f = null
	}
	p.Handlers[i] = f
	switch {
	case i == hDefault || i == hDefaultExpand:
		p.Expand = i == hDefaultExpand
		d.p.ExpandEntities = p.Expand
	case i == hCharacterData && f == null && p.InCallback:
		return true // the rest of this event goes to no handler, rather than to the default one
	}
	if d.p.On &^= on; f != null {
		d.p.On |= on
	}
	return true
}
