// Package psy runs Python in Go programs: CPython 3.13 bytecode, compiled at run time the way Psyco did, without cgo.
//
//	prog, err := psy.Load(pyc)
//	rt, err := psy.New(psy.Config{})
//	defer rt.Close()
//	mod, err := rt.Exec(ctx, prog)
//	add, err := psy.Func2[int64, int64, int64](mod, "add")
//	sum, err := add(ctx, 2, 3)
//
// A Runtime is one isolated Python world with capped memory. It sees nothing of the process but what Config gives. Runtimes share nothing and run
// in parallel; one Runtime serves one goroutine at a time (ErrBusy). A context that ends stops Python code within milliseconds.
// docs/go-api.md says what is promised. Nothing here panics but the functions named Must.
package psy

import (
	"errors"
	"fmt"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// Program is a verified compiled program. It is immutable and may be shared by runtimes and goroutines.
type Program struct {
	p      *pyc.Program
	source []byte // if Compile made it
}

// Load reads the contents of a .pyc file of CPython 3.13 and verifies every instruction in it. The error is a *VerifyError.
func Load(data []byte) (*Program, error) {
	p, err := pyc.Load(data)
	if err == nil {
		return &Program{p: p}, nil
	}
	return nil, verifyError(err)
}

func verifyError(err error) error {
	v := &VerifyError{Rule: "container", err: err}
	var e *pyc.Error
	if errors.As(err, &e) {
		v.Func, v.Offset, v.Rule = e.Func, e.Offset, e.Rule
	}
	return v
}

// File is the name of the source file, as the compiler was told it.
func (p *Program) File() string {
	if p == nil || p.p == nil {
		return ""
	}
	return p.p.Code.Filename.S
}

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
