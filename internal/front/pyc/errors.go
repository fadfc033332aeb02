package pyc

// The errors of loading: a wrong container, bad marshal data, an unsound code object.

import (
	"errors"
	"fmt"
)

// ErrMagic says that a file is not a .pyc file of this Python version.
var ErrMagic = errors.New("Bad magic number in .pyc file")

// Error says why a .pyc file must not be run: the rule that it breaks, and where.
type Error struct {
	Rule   string // short name of the rule
	Func   string // qualified name of the function, "" if the file broke before one was known
	Offset int    // byte offset in the function's code, or in the file if Func is ""
	Detail string
}

func (e *Error) Error() string {
	return "Bad code object in .pyc file\n" + e.Where()
}

// Where gives the second line of the error's text: rule, function, offset and detail.
func (e *Error) Where() string {
	f := "in the file"
	if e.Func != "" {
		f = "in " + e.Func
	}
	return fmt.Sprintf("  rule %s broken %s at offset %d: %s", e.Rule, f, e.Offset, e.Detail)
}

// MarshalError says why data is not sound marshal data, in the words of Python's marshal.loads.
type MarshalError struct {
	Exc    string // the Python exception: EOFError, ValueError or TypeError
	Msg    string
	Offset int
}

func (e *MarshalError) Error() string { return e.Exc + ": " + e.Msg }
