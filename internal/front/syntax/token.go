// Package syntax turns Python source into syntax trees: the tokenizer, the parser, the nodes. It must not know the heap, objects or the
// interpreter: constants in the tree are Go values.
//
// Strings are Go strings in WTF-8: UTF-8 in which the lone surrogates that a Python str may have are encoded as if they were characters.
//
//psy:bounded source nests to maxDepth, for the generator takes no other grammar; objects are read with a count
package syntax

//go:generate go run ../../gen/gensyntax

// Kind is what a token is.
type Kind uint8

// Token is a word of the source. Columns count bytes from 0, lines from 1.
type Token struct {
	Kind    Kind
	Level   uint8 // open brackets around it
	inside  uint8 // shape of what an opening bracket encloses, see shape.go
	ahead   uint8 // shape of the rest of the statement or bracket from here on
	Start   int32 // offsets in the source
	End     int32
	Line    int32
	Col     int32
	EndLine int32
	EndCol  int32
}

// Range is where the token stands.
func (t *Token) Range() Pos { return Pos{t.Line, t.Col, t.EndLine, t.EndCol} }

// Keywords lists the keywords, soft ones left out.
func Keywords() []string { return kindText[KwFalse:] }

// String is the kind as the grammar writes it.
func (k Kind) String() string { return kindText[k] }
