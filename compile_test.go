package psy

import (
	"errors"
	"strings"
	"testing"
)

// TestCompileErrors has the errors that CPython 3.13.0 gives.
func TestCompileErrors(t *testing.T) {
	for src, want := range map[string]SyntaxError{
		"if x\n  y":               {Class: "SyntaxError", Msg: "expected ':'", Line: 1, Offset: 5, EndLine: 1, EndOffset: 6, Text: "if x\n"},
		"def f():\nx":             {Class: "IndentationError", Msg: "expected an indented block after function definition on line 1", Line: 2, Offset: 1, EndLine: 2, EndOffset: 2, Text: "x\n"},
		"é = 1; return":           {Class: "SyntaxError", Msg: "'return' outside function", Line: 1, Offset: 9, EndLine: 1, EndOffset: 15},
		"x = 1\x00":               {Class: "SyntaxError", Msg: "source code string cannot contain null bytes", Line: -1},
		"\xff":                    {Class: "SyntaxError", Msg: "(unicode error) 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte", Line: 1, Offset: 1, EndLine: 1, EndOffset: -1, Text: "\ufffd\n"},
		strings.Repeat("(", 1000): {Class: "SyntaxError", Msg: "too many nested parentheses", Line: 1, Offset: 201, EndLine: 1, EndOffset: 201, Text: strings.Repeat("(", 1000)},
	} {
		_, err := Compile([]byte(src), "a.py")
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%.20q: %v", src, err)
			continue
		}
		want.File = "a.py"
		if *e != want {
			t.Errorf("%.20q: %+v, want %+v", src, *e, want)
		}
	}
}
