// Programs from source text.

package psy

import (
	"errors"
	"fmt"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// SyntaxError says why a source is no program.
type SyntaxError struct {
	Class              string // SyntaxError, IndentationError, TabError; MemoryError or RecursionError if it nests too deeply
	Msg, File          string
	Line, Offset       int // from 1, the offset in characters; 0 or less where no single place is wrong
	EndLine, EndOffset int
	Text               string // the line, if it is known
}

func (e *SyntaxError) Error() string {
	if e.Line <= 0 {
		return fmt.Sprintf("%s: %s: %s", e.File, e.Class, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s", e.File, e.Line, e.Offset, e.Class, e.Msg)
}

// maxDigits limits decimal literals, as sys.set_int_max_str_digits does by default.
const maxDigits = 4300

// Compile compiles the source of a module, by the language and to the code of CPython 3.13; it needs no Python. file is the name that tracebacks
// show, with the source's lines. The error is a *SyntaxError. SyntaxWarnings are not reported.
func Compile(src []byte, file string) (*Program, error) {
	text, serr := syntax.Decode(src)
	if serr != nil {
		return nil, syntaxError(serr, file)
	}
	code, err := codegen.Source(text, syntax.Options{MaxDigits: maxDigits}, codegen.Options{Filename: file})
	if errors.As(err, &serr) {
		return nil, syntaxError(serr, file)
	}
	if err == nil {
		err = code.Verify()
	}
	if err != nil {
		return nil, verifyError(err)
	}
	return &Program{p: &pyc.Program{Code: code}, source: src}, nil
}

func syntaxError(e *syntax.Error, file string) error {
	return &SyntaxError{Class: string(e.Class), Msg: e.Msg, File: file, Line: e.Line, Offset: e.Offset, EndLine: e.EndLine, EndOffset: e.EndOffset,
		Text: e.Text}
}
