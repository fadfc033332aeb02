// SyntaxError: its fields and text.

package object

import "strings"

// SyntaxErrorObject is an instance of SyntaxError.
type SyntaxErrorObject struct {
	Exception
	Msg, Filename, Lineno, Offset, Text, EndLineno, EndOffset, PrintFileAndLine Value
}

func defineSyntaxError() {
	defineException(TSyntaxError, TException, "SyntaxError", 8, TypeDef{
		Slots:   Slots{Init: syntaxErrorInit, Str: syntaxErrorStr},
		Members: excMembers("msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line"),
	})
}

func syntaxErrorInit(t *Thread, self Value, args []Value, kw Value) bool {
	if !exceptionInit(t, self, args, kw) {
		return false
	}
	e := As[SyntaxErrorObject](self)
	if len(args) >= 1 {
		e.Msg = args[0]
	}
	if len(args) != 2 {
		return true
	}
	info := SequenceTuple(t, args[1])
	if info == Null {
		return false
	}
	a := As[Tuple](info)
	switch n := a.Len(); {
	case n < 4:
		Raise(t, TTypeError, "function takes at least 4 arguments (%d given)", n)
		return false
	case n > 6:
		Raise(t, TTypeError, "function takes at most 6 arguments (%d given)", n)
		return false
	case n == 5:
		Raise(t, TTypeError, "end_offset must be provided when end_lineno is provided")
		return false
	case n == 6:
		e.EndLineno, e.EndOffset = *a.At(4), *a.At(5)
	}
	e.Filename, e.Lineno, e.Offset, e.Text = *a.At(0), *a.At(1), *a.At(2), *a.At(3)
	return true
}

func syntaxErrorStr(t *Thread, v Value) Value {
	e := As[SyntaxErrorObject](v)
	msg := ToStr(t, orNone(e.Msg))
	if msg == Null {
		return Null
	}
	file, line := "", ""
	if e.Filename != Null && IsStr(e.Filename) {
		file = GoString(e.Filename)
		file = file[strings.LastIndexByte(file, '/')+1:]
	}
	if e.Lineno != Null && e.Lineno.IsInt() {
		line, _ = ReprString(t, e.Lineno)
	}
	switch {
	case file != "" && line != "":
		return NewStr(t, GoString(msg)+" ("+file+", line "+line+")")
	case file != "":
		return NewStr(t, GoString(msg)+" ("+file+")")
	case line != "":
		return NewStr(t, GoString(msg)+" (line "+line+")")
	}
	return msg
}
