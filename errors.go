// The errors that this package gives.

package psy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

var (
	// ErrBusy says that another goroutine is using the runtime.
	ErrBusy = errors.New("psy: the runtime is in use by another goroutine")
	// ErrClosed says that the runtime was closed.
	ErrClosed = errors.New("psy: the runtime is closed")
	// ErrSteps is what *Interrupted unwraps to when a call has used up Config.Steps.
	ErrSteps = errors.New("psy: out of steps")
	// ErrParked says that a run has used up its steps and waits: it is to be resumed, or abandoned. ErrNotParked says that none waits.
	ErrParked    = errors.New("psy: a run waits for Resume or Abandon")
	ErrNotParked = errors.New("psy: no run waits")
	// ErrForeign says that a Value, Module or Exception belongs to another runtime.
	ErrForeign = errors.New("psy: a value of another runtime")
	// ErrReleased says that a Value was released.
	ErrReleased = errors.New("psy: the Value was released")

	errNoFunction = errors.New("psy: this is no Python function, nor a Go function made of one")
)

// VerifyError says why a program must not be run.
type VerifyError struct {
	Func   string // qualified name of the function; "" if the file broke before one was known
	Offset int    // in bytes: of the instruction in the function's code, or in the file if Func is ""
	Rule   string // short name of the rule broken; "container" if it is no .pyc file of CPython 3.13
	err    error
}

func (e *VerifyError) Error() string { return e.err.Error() }

// OverflowError says that a number does not fit its Go type.
type OverflowError struct {
	Value string // the number
	Type  string // the Go type
	Where string // the parameter or element; "" for a value as a whole
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("psy: %s%s does not fit %s", at(e.Where), e.Value, e.Type)
}

// ConversionError says that a value has no form on the other side.
type ConversionError struct {
	From, To string // types: one of Python, one of Go
	Where    string // the parameter or element; "" for a value as a whole
	Why      string // more about it, or ""
}

func (e *ConversionError) Error() string {
	s := fmt.Sprintf("psy: %scannot make %s of %s", at(e.Where), e.To, e.From)
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// inPlace tells a conversion error that has only the place within something where that is.
func inPlace(err error, where string) error {
	switch e := err.(type) {
	case *ConversionError:
		c := *e
		c.Where = where + e.Where
		return &c
	case *OverflowError:
		c := *e
		c.Where = where + e.Where
		return &c
	}
	return err
}

func at(where string) string {
	if where == "" {
		return ""
	}
	if len(where) > maxWhere { // in something cyclic
		where = strings.ToValidUTF8(where[:maxWhere], "") + "..."
	}
	return where + ": "
}

// maxWhere is how many bytes of a place an error's text has.
const maxWhere = 100

// SignatureError says why a Go function type does not fit a Python function.
type SignatureError struct {
	Func  string // the Python function
	Param string // its parameter, or ""
	Why   string
}

func (e *SignatureError) Error() string {
	if e.Param != "" {
		return fmt.Sprintf("psy: %s: parameter %s: %s", e.Func, e.Param, e.Why)
	}
	return fmt.Sprintf("psy: %s: %s", e.Func, e.Why)
}

// BrokenError says that a panic or runtime.Goexit went through a runtime: through a reader, writer or file system that Config gave, or through psy itself.
// The runtime can only be closed.
type BrokenError struct{ What, Stack string }

func (e *BrokenError) Error() string { return "psy: the runtime broke down: " + e.What }

// PanicError is a panic in a Go function that Python called.
type PanicError struct {
	Value any
	Stack string
}

func (e *PanicError) Error() string { return fmt.Sprint("panic: ", e.Value) }

// Frame is one entry of a traceback.
type Frame struct {
	File, Func string // Func is the qualified name
	Line       int    // -1: unknown
}

// Exception is a Python exception that nobody caught. A Go function that Python calls may also return one that it made, of a built-in class, with Type
// and Message: Python then gets that exception. Raise makes one of any class.
//
// errors.Is and errors.As follow what the traceback shows: __cause__, or else __context__ unless it is suppressed, and the members of groups. They find the
// Go errors that exceptions were made of. errors.Is also finds classes (psy.ValueError, psy.Class("zlib.error")), whose subclasses count, and takes
// FileNotFoundError, FileExistsError and PermissionError for fs.ErrNotExist, fs.ErrExist and fs.ErrPermission.
type Exception struct {
	Type    string         // name of the class, with its module unless that is builtins or __main__
	Message string         // str() of it
	Args    []any          // converted as for any
	Attrs   map[string]any // attributes that were set on it, likewise; those that would be a Value are left out; nil: none
	Frames  []Frame

	Cause   *Exception   // what the traceback shows above it: __cause__, or __context__ unless it is suppressed
	Members []*Exception // of an exception group

	text    string
	classes []string // names of its class and those that it inherits from
	raised  any      // the class that Raise was given
	value   any      // the Value of the exception, while a Go function that Python has called may return it; else it would keep its frames alive
	err     error
}

// Error is the last line of Format.
func (e *Exception) Error() string {
	if e.Message == "" {
		return e.Type
	}
	return e.Type + ": " + e.Message
}

// Format is what CPython prints for the exception, byte for byte: traceback, chained exceptions, notes. For Cause and Members it is the traceback of that
// exception alone, without lines of source.
func (e *Exception) Format() string {
	if e.text != "" {
		return e.text
	}
	var b strings.Builder
	if len(e.Frames) > 0 {
		b.WriteString("Traceback (most recent call last):\n")
	}
	for _, f := range e.Frames {
		fmt.Fprintf(&b, "  File \"%s\", line %d, in %s\n", f.File, f.Line, f.Func)
	}
	b.WriteString(e.Error() + "\n")
	return b.String()
}

// Unwrap gives the error that a Go function returned to Python, if the exception was made of one.
func (e *Exception) Unwrap() error { return e.err }

// Is is for errors.Is.
func (e *Exception) Is(target error) bool {
	return e.search(func(x *Exception) bool {
		if c, ok := target.(*ExceptionClass); ok {
			return x.instance(c.name)
		}
		for _, f := range fileErrors {
			if target == f.err && x.instance(f.class) {
				return true
			}
		}
		return x != e && x.err != nil && errors.Is(x.err, target)
	})
}

// As is for errors.As.
func (e *Exception) As(target any) bool {
	return e.search(func(x *Exception) bool { return x != e && x.err != nil && errors.As(x.err, target) })
}

// search calls found for e and what belongs to it, until it returns true.
//
//psy:bounded at most maxChain exceptions are read at once
func (e *Exception) search(found func(*Exception) bool) bool {
	for ; e != nil; e = e.Cause {
		if found(e) {
			return true
		}
		for _, m := range e.Members {
			if m.search(found) {
				return true
			}
		}
	}
	return false
}

// instance reports whether the exception is of a class, or of one that inherits from it.
func (e *Exception) instance(class string) bool {
	return e.Type == class || slices.Contains(e.classes, class)
}

// fileErrors are Go's errors that exceptions of these classes match.
var fileErrors = [...]struct {
	err   error
	class string
}{{fs.ErrNotExist, "FileNotFoundError"}, {fs.ErrExist, "FileExistsError"}, {fs.ErrPermission, "PermissionError"}}

// IsException reports whether err is, or wraps, a Python exception of the class of this name, or of a class that inherits from it: what except would catch.
// The name is as in Exception.Type. What caused the exception does not count; for that there is errors.Is.
func IsException(err error, class string) bool {
	var e *Exception
	return errors.As(err, &e) && e.instance(class)
}

// errNone is for None that has no runtime: the zero Value.
var errNone = &Exception{Type: "TypeError", Message: "the zero Value is None of no runtime"}

// Interrupted says that a call was cancelled or out of steps. The runtime can be used again.
type Interrupted struct {
	Exception *Exception // with the traceback of where the code was; nil if it had not begun
	cause     error
}

func (e *Interrupted) Error() string { return "psy: interrupted: " + e.cause.Error() }

// Unwrap gives ctx.Err(), or ErrSteps.
func (e *Interrupted) Unwrap() error { return e.cause }

// ExitCode is the exit status that psy run would end with: 0 for nil, 1 for an exception, that of sys.exit for SystemExit, 130 for cancelling.
func ExitCode(err error) int {
	if err == nil {
		return 0
	}
	var e *Exception
	if errors.As(err, &e) && e.Type == "SystemExit" {
		if len(e.Args) == 0 {
			return 0
		}
		switch code := e.Args[0].(type) {
		case nil:
			return 0
		case bool:
			if code {
				return 1
			}
			return 0
		case int64:
			return int(code & 0xFF)
		}
		return 1
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return 130
	}
	return 1
}

// ErrReset is what a Value, a Module or a typed function gives that was made after Freeze, once its world has been reset.
var ErrReset = errors.New("psy: the value is of a world that has been reset")

// ErrNotFrozen is what Reset gives for a runtime that was not frozen.
var ErrNotFrozen = errors.New("psy: the runtime was not frozen")

// FreezeError says what cannot be part of an image: open files, threads, sockets, and the like.
type FreezeError struct{ Why string }

func (e *FreezeError) Error() string { return "psy: Freeze: " + e.Why }
