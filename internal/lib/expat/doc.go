// Package expat parses XML 1.0 with the events, error codes and positions of expat 2.6.3. A document may come in pieces of any size. The parser knows nothing
// of Python: who uses it implements Handler.
//
// Text is parsed as UTF-8; documents in other encodings are recoded piece by piece, and positions are computed back.
package expat

// A Code says what is wrong with a document; its numbers are expat's.
type Code int

// The codes; OK is no error.
const (
	OK Code = iota
	NoMemory
	Syntax
	NoElements
	InvalidToken
	UnclosedToken
	PartialChar
	TagMismatch
	DuplicateAttribute
	JunkAfterDocElement
	ParamEntityRef
	UndefinedEntity
	RecursiveEntityRef
	AsyncEntity
	BadCharRef
	BinaryEntityRef
	AttributeExternalEntityRef
	MisplacedXMLPI
	UnknownEncoding
	IncorrectEncoding
	UnclosedCdataSection
	ExternalEntityHandling
	NotStandalone
	UnexpectedState
	EntityDeclaredInPE
	FeatureRequiresXMLDTD
	CantChangeFeatureOnceParsing
	UnboundPrefix
	UndeclaringPrefix
	IncompletePE
	XMLDecl
	TextDecl
	PublicID
	Suspended
	NotSuspended
	Aborted
	Finished
	SuspendPE
	ReservedPrefixXML
	ReservedPrefixXMLNS
	ReservedNamespaceURI
	InvalidArgument
	NoBuffer
	AmplificationLimitBreach
)

// Texts are the messages of the codes, by number.
var Texts = [...]string{
	"",
	"out of memory",
	"syntax error",
	"no element found",
	"not well-formed (invalid token)",
	"unclosed token",
	"partial character",
	"mismatched tag",
	"duplicate attribute",
	"junk after document element",
	"illegal parameter entity reference",
	"undefined entity",
	"recursive entity reference",
	"asynchronous entity",
	"reference to invalid character number",
	"reference to binary entity",
	"reference to external entity in attribute",
	"XML or text declaration not at start of entity",
	"unknown encoding",
	"encoding specified in XML declaration is incorrect",
	"unclosed CDATA section",
	"error in processing external entity reference",
	"document is not standalone",
	"unexpected parser state - please send a bug report",
	"entity declared in parameter entity",
	"requested feature requires XML_DTD support in Expat",
	"cannot change setting once parsing has begun",
	"unbound prefix",
	"must not undeclare prefix",
	"incomplete markup in parameter entity",
	"XML declaration not well-formed",
	"text declaration not well-formed",
	"illegal character(s) in public id",
	"parser suspended",
	"parser not suspended",
	"parsing aborted",
	"parsing finished",
	"cannot suspend in external parameter entity",
	"reserved prefix (xml) must not be undeclared or bound to another namespace name",
	"reserved prefix (xmlns) must not be declared or undeclared",
	"prefix must not be bound to one of the reserved namespace names",
	"invalid argument",
	"a successful prior call to function XML_GetBuffer is required",
	"limit on input amplification factor (from DTD and entities) breached",
}

// Text is the message of a code.
func (c Code) Text() string {
	if c > 0 && int(c) < len(Texts) {
		return Texts[c]
	}
	return ""
}
