// The module pyexpat: its functions and constants. The type of parsers is in xmlparser.go, their handlers are called in handlers.go.

package xmlmod

import (
	"fmt"

	"github.com/psyco-go/psy/internal/lib/expat"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("pyexpat", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tXMLParser},
		Funcs: []FuncDef{
			{Name: "ParserCreate", Sig: "(encoding=None, namespace_separator=None, intern=None)", Fn: parserCreate},
			{Name: "ErrorString", Sig: "(code, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := object.AsInt64(t, v)
				if !ok {
					return null
				}
				if text := expat.Code(n).Text(); text != "" {
					return object.NewStr(t, text)
				}
				return none
			}},
		},
		Init: initPyexpat,
	}
})

// errorNames are the names of expat's codes, by number.
var errorNames = [...]string{"", "NO_MEMORY", "SYNTAX", "NO_ELEMENTS", "INVALID_TOKEN", "UNCLOSED_TOKEN", "PARTIAL_CHAR", "TAG_MISMATCH", "DUPLICATE_ATTRIBUTE",
	"JUNK_AFTER_DOC_ELEMENT", "PARAM_ENTITY_REF", "UNDEFINED_ENTITY", "RECURSIVE_ENTITY_REF", "ASYNC_ENTITY", "BAD_CHAR_REF", "BINARY_ENTITY_REF",
	"ATTRIBUTE_EXTERNAL_ENTITY_REF", "MISPLACED_XML_PI", "UNKNOWN_ENCODING", "INCORRECT_ENCODING", "UNCLOSED_CDATA_SECTION", "EXTERNAL_ENTITY_HANDLING",
	"NOT_STANDALONE", "UNEXPECTED_STATE", "ENTITY_DECLARED_IN_PE", "FEATURE_REQUIRES_XML_DTD", "CANT_CHANGE_FEATURE_ONCE_PARSING", "UNBOUND_PREFIX",
	"UNDECLARING_PREFIX", "INCOMPLETE_PE", "XML_DECL", "TEXT_DECL", "PUBLICID", "SUSPENDED", "NOT_SUSPENDED", "ABORTED", "FINISHED", "SUSPEND_PE",
	"RESERVED_PREFIX_XML", "RESERVED_PREFIX_XMLNS", "RESERVED_NAMESPACE_URI", "INVALID_ARGUMENT", "NO_BUFFER", "AMPLIFICATION_LIMIT_BREACH"}

// features are what expat is built with.
var features = [...]struct {
	name  string
	value int64
}{{"sizeof(XML_Char)", 1}, {"sizeof(XML_LChar)", 1}, {"XML_DTD", 0}, {"XML_CONTEXT_BYTES", 1024}, {"XML_NS", 0}, {"XML_BLAP_MAX_AMP", 100},
	{"XML_BLAP_ACT_THRES", 8 << 20}, {"XML_GE", 0}}

// expatVersion is the version of expat whose behaviour this is.
var expatVersion = [3]int64{2, 6, 3}

func initPyexpat(t *Thread, m Value, d *object.Dict) bool {
	e := native.NewErrorClass(t, "xml.parsers.expat.ExpatError", t.Type(object.TException).Value())
	if e == null || !d.SetStr(t, "ExpatError", e) || !d.SetStr(t, "error", e) || !d.SetStr(t, "XMLParserType", t.Type(tXMLParser).Value()) ||
		!native.SetCapsule(t, d, "pyexpat", "expat_CAPI") {
		return false
	}
	version, list := object.NewTuple(t, 3), object.NewList(t, 0)
	if version == nil || list == nil {
		return false
	}
	for i, n := range expatVersion {
		*version.At(i) = object.SmallInt(n)
	}
	text := object.NewStr(t, fmt.Sprintf("expat_%d.%d.%d", expatVersion[0], expatVersion[1], expatVersion[2]))
	if text == null {
		return false
	}
	for _, f := range features {
		name := object.NewStr(t, f.name)
		if name == null {
			return false
		}
		if p := object.Pair(t, name, object.SmallInt(f.value)); p == null || !list.Append(t, p) {
			return false
		}
	}
	for i, name := range [...]string{"NEVER", "UNLESS_STANDALONE", "ALWAYS"} {
		if !d.SetStr(t, "XML_PARAM_ENTITY_PARSING_"+name, object.SmallInt(int64(i))) {
			return false
		}
	}
	return d.SetStr(t, "version_info", object.Of(version)) && d.SetStr(t, "EXPAT_VERSION", text) && d.SetStr(t, "features", object.Of(list)) &&
		d.SetStr(t, "native_encoding", object.Intern(t, "UTF-8")) && initErrors(t, d) && initModel(t, d)
}

// submodule makes a module that is an attribute of pyexpat, too.
func submodule(t *Thread, d *object.Dict, name, doc string) *object.Dict {
	m := object.NewModule(t, "pyexpat."+name)
	text := object.NewStr(t, doc)
	if m == nil || text == null {
		return nil
	}
	md := object.As[object.Dict](m.Ext)
	if !md.SetStr(t, "__doc__", text) || !d.SetStr(t, name, object.Of(m)) || !t.RT.Modules.SetStr(t, "pyexpat."+name, object.Of(m)) {
		return nil
	}
	return md
}

func initErrors(t *Thread, d *object.Dict) bool {
	md := submodule(t, d, "errors", "Constants used to describe error conditions.")
	codes, messages := object.NewDict(t), object.NewDict(t)
	if md == nil || codes == nil || messages == nil {
		return false
	}
	for i, name := range errorNames[1:] {
		n, s := object.SmallInt(int64(i+1)), object.NewStr(t, expat.Code(i+1).Text())
		if s == null || !md.SetStr(t, "XML_ERROR_"+name, s) || !codes.Set(t, s, n) || !messages.Set(t, n, s) {
			return false
		}
	}
	return md.SetStr(t, "codes", object.Of(codes)) && md.SetStr(t, "messages", object.Of(messages))
}

func initModel(t *Thread, d *object.Dict) bool {
	md := submodule(t, d, "model", "Constants used to interpret content model information.")
	if md == nil {
		return false
	}
	for i, name := range [...]string{"EMPTY", "ANY", "MIXED", "NAME", "CHOICE", "SEQ"} {
		if !md.SetStr(t, "XML_CTYPE_"+name, object.SmallInt(int64(expat.ModelEmpty+i))) {
			return false
		}
	}
	for i, name := range [...]string{"NONE", "OPT", "REP", "PLUS"} {
		if !md.SetStr(t, "XML_CQUANT_"+name, object.SmallInt(int64(expat.QuantNone+i))) {
			return false
		}
	}
	return true
}

// raiseExpat raises the error of a parser.
func raiseExpat(t *Thread, p *expat.Parser, code expat.Code) Value {
	line, column := p.Line(), p.Column()
	s := object.NewStr(t, fmt.Sprintf("%s: line %d, column %d", code.Text(), line, column))
	m := native.ImportModule(t, "pyexpat")
	if s == null || m == null {
		return null
	}
	class := object.GetAttr(t, m, object.Intern(t, "ExpatError"))
	if class == null {
		return null
	}
	e := object.Call1(t, class, s)
	if e == null || !object.SetAttr(t, e, object.Intern(t, "code"), object.SmallInt(int64(code))) ||
		!object.SetAttr(t, e, object.Intern(t, "offset"), object.SmallInt(int64(column))) ||
		!object.SetAttr(t, e, object.Intern(t, "lineno"), object.SmallInt(int64(line))) {
		return null
	}
	object.SetExc(t, e)
	return null
}
