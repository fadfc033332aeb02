// The module _tokenize: the tokenizer of the front end for Python.
package modules

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/syntax"
)

var tTokenizerIter = object.AllocTypeID()

var _ = Register(ModuleDef{Name: "_tokenize", Types: []object.TypeID{tTokenizerIter}})

// tokenizerIter gives the tokens of a source. All lines are read before the first is given.
type tokenizerIter struct {
	header
	ReadLine, Encoding Value
	Tokens             *object.List // of tuples; nil before the first
	Error              Value        // the exception at the end, or Null
	Next               int64
	Extra              bool
}

var _ = object.DefineType(tTokenizerIter, object.TypeDef{
	Name: "_tokenize.TokenizerIter", Size: unsafe.Sizeof(tokenizerIter{}), Refs: 15 << 1, NoWeak: true,
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
			return object.Of(x)
		}),
		Iter: object.ReturnSelf,
		Next: tokenizerNext,
	},
})

func tokenizerNext(t *Thread, v Value) Value {
	x := as[tokenizerIter](v)
	if x.Tokens == nil && !x.read(t) {
		return null
	}
	if int(x.Next) < x.Tokens.Len() {
		x.Next++
		return *x.Tokens.At(int(x.Next - 1))
	}
	if x.Error != null {
		exc := x.Error
		x.Error = null
		object.SetExc(t, exc)
	}
	return null
}

// source reads all lines; false: an exception is set.
func (x *tokenizerIter) source(t *Thread) (string, bool) {
	var b strings.Builder
	for {
		line := object.Call0(t, x.ReadLine)
		if line == null {
			if t.ClearIf(object.TStopIteration) {
				return b.String(), true
			}
			return "", false
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
		text := object.GoString(line)
		if text == "" {
			return b.String(), true
		}
		b.WriteString(text)
		if !t.RT.Heap.CanAlloc(uint64(b.Len())) {
			t.NoMemory()
			return "", false
		}
	}
}

func (x *tokenizerIter) read(t *Thread) bool {
	src, ok := x.source(t)
	list := object.NewList(t, 0)
	if !ok || list == nil {
		return false
	}
	tokens, problem := syntax.FullTokens(src, x.Extra)
	lines, text := null, "" // tokens of one line share it
	for i := range tokens {
		tok := &tokens[i]
		if lines == null || tok.Lines != text {
			if lines, text = object.NewStr(t, tok.Lines), tok.Lines; lines == null {
				return false
			}
		}
		kind := int(tok.Type)
		if !x.Extra {
			if tok.Type == syntax.TypeOp {
				kind = exactOperator(tok.Text)
			}
		}
		v := object.NewTuple(t, 5)
		if v == nil {
			return false
		}
		*v.At(0), *v.At(1), *v.At(4) = object.SmallInt(int64(kind)), object.NewStr(t, tok.Text), lines
		*v.At(2) = object.Pair(t, object.SmallInt(int64(tok.Line)), object.SmallInt(int64(tok.Col)))
		*v.At(3) = object.Pair(t, object.SmallInt(int64(tok.EndLine)), object.SmallInt(int64(tok.EndCol)))
		if *v.At(1) == null || *v.At(2) == null || *v.At(3) == null || !list.Append(t, object.Of(v)) || t.Halted() {
			return false
		}
	}
	if problem != nil {
		c := compilation{filename: "<string>", mode: syntax.Exec}
		switch {
		case problem.Msg == "":
			object.Raise(t, object.TSyntaxError, "unexpected EOF in multi-line statement")
		case problem.Class != syntax.SyntaxError:
			if problem.Text = strings.TrimSuffix(problem.Text, "\n"); !c.raiseWithoutEnd(t, problem) {
				return false
			}
		default:
			c.raise(t, problem)
		}
		x.Error = t.Exc
		t.ClearExc()
	}
	x.Tokens = list
	return true
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
	place := as[object.Tuple](*as[object.Tuple](args).At(1))
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
