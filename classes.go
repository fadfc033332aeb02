// Classes of exceptions as Go sees them, and errors that raise exceptions.

package psy

import (
	"fmt"
	"strings"
)

// ExceptionClass stands for a class of Python exceptions in errors.Is, whichever runtime the exception is of. It is no exception itself; New makes one.
type ExceptionClass struct {
	name  string
	bases []*ExceptionClass // nil: the class is not Go's
}

// Class stands for the class of this name, which is as in Exception.Type: "KeyError", "zlib.error", or that of a class of __main__.
func Class(name string) *ExceptionClass { return &ExceptionClass{name: name} }

// NewException defines a class in Go; it has the name MODULE.NAME, and inherits from bases, or else from Exception. A runtime gets the class when New, or
// Raise, first raises such an exception in it, or from DefineException.
func NewException(name string, bases ...*ExceptionClass) *ExceptionClass {
	if len(bases) == 0 {
		bases = []*ExceptionClass{AnyException}
	}
	return &ExceptionClass{name, bases}
}

// Name is the class's name, with its module.
func (c *ExceptionClass) Name() string { return c.name }

// Error is the class's name; it makes the class a target of errors.Is.
func (c *ExceptionClass) Error() string { return c.name }

// Is is for errors.Is: classes of one name are the same.
func (c *ExceptionClass) Is(target error) bool {
	x, ok := target.(*ExceptionClass)
	return ok && x.name == c.name
}

// New makes an error which, returned by a Go function, raises the exception class(*args) in Python.
func (c *ExceptionClass) New(args ...any) error { return Raise(c, args...) }

// Built-in classes. Others are found by Class: OverflowError and SyntaxError, for example, are Go types of this package.
var (
	BaseException       = Class("BaseException")
	AnyException        = Class("Exception") // what most others inherit from
	ArithmeticError     = Class("ArithmeticError")
	AssertionError      = Class("AssertionError")
	AttributeError      = Class("AttributeError")
	BufferError         = Class("BufferError")
	ConnectionError     = Class("ConnectionError")
	EOFError            = Class("EOFError")
	FileExistsError     = Class("FileExistsError")
	FileNotFoundError   = Class("FileNotFoundError")
	ImportError         = Class("ImportError")
	IndexError          = Class("IndexError")
	KeyError            = Class("KeyError")
	KeyboardInterrupt   = Class("KeyboardInterrupt")
	LookupError         = Class("LookupError")
	MemoryError         = Class("MemoryError")
	ModuleNotFoundError = Class("ModuleNotFoundError")
	NameError           = Class("NameError")
	NotImplementedError = Class("NotImplementedError")
	OSError             = Class("OSError")
	PermissionError     = Class("PermissionError")
	RecursionError      = Class("RecursionError")
	RuntimeError        = Class("RuntimeError")
	StopIteration       = Class("StopIteration")
	SystemExit          = Class("SystemExit")
	TimeoutError        = Class("TimeoutError")
	TypeError           = Class("TypeError")
	UnicodeError        = Class("UnicodeError")
	ValueError          = Class("ValueError")
	ZeroDivisionError   = Class("ZeroDivisionError")
)

// Raise makes an error which, returned by a Go function, raises the exception class(*args) in Python. class is a name as for Class (of another module than
// builtins, which is imported), an *ExceptionClass, or a Value: a class, or an exception, for which there are no args. args are converted to Python when the
// exception is raised.
func Raise(class any, args ...any) error {
	e := &Exception{raised: class, Args: args}
	switch c := class.(type) {
	case string:
		e.Type, e.classes = c, []string{c}
	case *ExceptionClass:
		e.Type = c.name
		e.classes = c.names(nil)
	default:
		e.Type = fmt.Sprint(c)
	}
	if len(args) > 0 {
		texts := make([]string, len(args))
		for i, a := range args {
			texts[i] = fmt.Sprint(a)
		}
		e.Message = strings.Join(texts, ", ")
	}
	return e
}

// names adds the names of the class and of those that it inherits from.
//
//psy:bounded bases are made before what inherits from them, by Go code
func (c *ExceptionClass) names(list []string) []string {
	list = append(list, c.name)
	for _, b := range c.bases {
		list = b.names(list)
	}
	return list
}
