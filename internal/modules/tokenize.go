// The module _tokenize: the tokenizer of the front end for Python.

package modules

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tTokenizerIter = object.AllocTypeID()

var _ = native.Register("_tokenize", func() native.ModuleDef { return native.ModuleDef{Types: []object.TypeID{tTokenizerIter}} })

// tokenizerIter gives the tokens of a source, of which it reads a line when a token needs it.
type tokenizerIter struct {
	header
	Handle             uint64 // of a syntax.Lexer
	ReadLine, Encoding Value
	Lines              Value // those of the last token
	Extra              bool
}

var _ = object.DefineType(tTokenizerIter, object.TypeDef{
	Name: "_tokenize.TokenizerIter", Size: unsafe.Sizeof(tokenizerIter{}), Refs: 7 << 2, LayoutFlags: heap.HasHandle, NoWeak: true,
	Slots: object.Slots{
		New: object.BindNew("tokenizeriter", "(readline, *, encoding=None, extra_tokens)", func(t *Thread, typ *object.Type, b []Value) Value {
			extra := object.Truth(t, b[2])
			if extra < 0 {
				return null
			}
			if b[1] != null && b[1] != none && !object.IsStr(b[1]) {
				return object.BadArgument(t, "tokenizeriter", "argument 'encoding'", "str", b[1])
			}
			x := object.New[tokenizerIter](t, tTokenizerIter)
			if x == nil {
				return null
			}
			x.ReadLine, x.Encoding, x.Extra = b[0], b[1], extra > 0
			if b[1] == none {
				x.Encoding = null
			}
			x.Handle = uint64(t.RT.Heap.Handles().Put(&lexer{Lexer: syntax.NewLexer(x.Extra)}))
			return object.Of(x)
		}),
		Iter: object.ReturnSelf,
		Next: tokenizerNext,
	},
})

// lexer is what a tokenizerIter has on Go's side.
type lexer struct {
	*syntax.Lexer
	lines string // the text of tokenizerIter.Lines
	ended bool
}

func tokenizerNext(t *Thread, v Value) Value {
	x := object.As[tokenizerIter](v)
	l, ok := t.RT.Heap.Handles().Get(uint32(x.Handle)).(*lexer)
	for ok && !l.ended {
		if tok := l.Next(); tok != nil {
			return x.token(t, l, tok)
		}
		if problem, ended := l.Ended(); ended {
			l.ended = true
			return raiseTokenizing(t, problem)
		}
		line, ok := x.line(t)
		if !ok || !x.room(t, l.Size(len(line))) || t.Halted() {
			return null
		}
		l.Feed(line)
	}
	return null
}

// room counts what the lexer keeps.
func (x *tokenizerIter) room(t *Thread, size int) bool {
	if !t.RT.Heap.Handles().Resize(uint32(x.Handle), uint64(size)) {
		t.NoMemory()
		return false
	}
	return true
}

// line reads a line, which is "" at the end of the source; false: an exception is set.
func (x *tokenizerIter) line(t *Thread) (string, bool) {
	line := object.Call0(t, x.ReadLine)
	if line == null {
		return "", t.ClearIf(object.TStopIteration)
	}
	if x.Encoding != null {
		if !object.IsBytes(line) {
			object.Raise(t, object.TTypeError, "readline() returned a non-bytes object")
			return "", false
		}
		if line = object.DecodeBytes(t, object.BytesOf(line), object.GoString(x.Encoding), "replace"); line == null {
			return "", false
		}
	} else if !object.IsStr(line) {
		object.Raise(t, object.TTypeError, "readline() returned a non-string object")
		return "", false
	}
	return object.GoString(line), true
}

// token makes the tuple of a token. Tokens of one line share it.
func (x *tokenizerIter) token(t *Thread, l *lexer, tok *syntax.FullToken) Value {
	if x.Lines == null || tok.Lines != l.lines {
		if x.Lines = object.NewStr(t, tok.Lines); x.Lines == null {
			return null
		}
		l.lines = tok.Lines
	}
	kind := int(tok.Type)
	if !x.Extra && tok.Type == syntax.TypeOp {
		kind = exactOperator(tok.Text)
	}
	v := object.NewTuple(t, 5)
	if v == nil {
		return null
	}
	*v.At(0), *v.At(1), *v.At(4) = object.SmallInt(int64(kind)), object.NewStr(t, tok.Text), x.Lines
	*v.At(2) = object.Pair(t, object.SmallInt(int64(tok.Line)), object.SmallInt(int64(tok.Col)))
	*v.At(3) = object.Pair(t, object.SmallInt(int64(tok.EndLine)), object.SmallInt(int64(tok.EndCol)))
	if *v.At(1) == null || *v.At(2) == null || *v.At(3) == null {
		return null
	}
	return object.Of(v)
}

// raiseTokenizing raises the error that ends a source, if there is one.
func raiseTokenizing(t *Thread, problem *syntax.Error) Value {
	c := compilation{filename: "<string>", mode: syntax.Exec}
	switch {
	case problem == nil:
	case problem.Msg == "":
		object.Raise(t, object.TSyntaxError, "unexpected EOF in multi-line statement")
		c.place(t, problem)
	case problem.EndOffset == syntax.NoLine, problem.Class != syntax.SyntaxError:
		problem.Text = strings.TrimSuffix(problem.Text, "\n")
		c.raiseWithoutEnd(t, problem)
	default:
		c.raise(t, problem)
	}
	return null
}

// place says of the exception that is set where it is, as far as its arguments do not.
func (c *compilation) place(t *Thread, e *syntax.Error) {
	exc := t.Exc
	for _, a := range [...]struct {
		name string
		v    Value
	}{{"filename", object.NewStr(t, c.filename)}, {"lineno", object.SmallInt(int64(e.Line))}, {"offset", object.SmallInt(int64(e.Offset))},
		{"end_lineno", object.SmallInt(int64(e.Line))}} {
		if a.v == null || !object.SetAttr(t, exc, object.Intern(t, a.name), a.v) {
			return
		}
	}
}

// operatorTexts are the operators in the order of their numbers, from 7 on.
var operatorTexts = strings.Fields("( ) [ ] : , ; + - * / | & < > = . % { } == != <= >= ~ ^ << >> ** += -= *= /= %= &= |= ^= <<= >>= **= // //= @ @= -> ... := !")

// exactOperator is the number of an operator.
func exactOperator(text string) int {
	for i, s := range operatorTexts {
		if s == text {
			return 7 + i
		}
	}
	return int(syntax.TypeOp)
}

// raiseWithoutEnd raises an error whose place has no end.
func (c *compilation) raiseWithoutEnd(t *Thread, e *syntax.Error) bool {
	c.raise(t, e)
	if t.Exc == null || !t.Matches(object.TSyntaxError) {
		return false
	}
	args := object.As[object.Exception](t.Exc).Args
	place := object.As[object.Tuple](*object.As[object.Tuple](args).At(1))
	text := object.NewStr(t, e.Text)
	if place.Len() != 6 || text == null {
		return text != null
	}
	*place.At(3), *place.At(4), *place.At(5) = text, none, none
	for _, name := range [...]string{"end_lineno", "end_offset"} {
		if !object.SetAttr(t, t.Exc, object.Intern(t, name), none) {
			return false
		}
	}
	return object.SetAttr(t, t.Exc, object.Intern(t, "text"), text)
}
