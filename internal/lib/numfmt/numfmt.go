// Package numfmt turns numbers into text and back as CPython 3.13 does: repr, the format language, the % operator,
// literals, hexadecimal floats and rounding. It must not know Python objects.
//
// Texts are UTF-8 in which lone surrogates may stand as three bytes each; widths and precisions count code points.
package numfmt

import "fmt"

// Kind says which Python exception an Error is.
type Kind uint8

const (
	ValueError Kind = iota
	OverflowError
	MemoryError
)

// Error is a Python exception to be raised: its kind and its exact text.
type Error struct {
	Kind Kind
	Text string
}

func (e *Error) Error() string { return e.Text }

func valueError(format string, args ...any) error {
	return &Error{ValueError, fmt.Sprintf(format, args...)}
}

func overflowError(text string) error { return &Error{OverflowError, text} }

// maxText is the longest padding or precision that is carried out; more is a MemoryError, whose text is empty as in CPython.
const maxText = 1 << 30

func checkSize(sizes ...int) error {
	for _, n := range sizes {
		if n > maxText {
			return &Error{Kind: MemoryError}
		}
	}
	return nil
}

// maxInt32 is the largest precision of a float.
const maxInt32 = 1<<31 - 1
