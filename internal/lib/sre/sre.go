// Package sre is the regular expression engine. It runs the code that CPython's re/_compiler.py produces on text of 1, 2 or 4 bytes per character.
// It must not know Python objects.
package sre

import (
	"errors"
	"unsafe"
)

// What module _sre tells re of the engine.
const (
	Magic     = 20230612
	CodeSize  = 4
	MaxRepeat = 1<<32 - 1
	MaxGroups = 1<<30 - 1
)

// ErrCode refuses code that no compiler of regular expressions makes.
var ErrCode = errors.New("invalid SRE code")

// Text is a string of Len characters of 1<<Kind bytes each.
type Text struct {
	Data unsafe.Pointer
	Len  int
	Kind uint8
}

// Mode says what counts as a match.
type Mode struct {
	All  bool // it must reach the end of the text
	Move bool // it must not be empty where the search begins
}

// Host is what the engine asks of those who run it; both may be nil.
type Host struct {
	Halted func() bool             // asked now and then: stop
	Grow   func(bytes uint64) bool // may the stack take so much
}

// Status is the outcome of a match.
type Status uint8

const (
	No       Status = iota
	Yes             // Machine has the places
	Stopped         // Halted said so
	NoMemory        // Grow refused
)

// opcode is an operation of the code words, numbered as in re/_constants.py.
const (
	sFailure = iota
	sSuccess
	sAny
	sAnyAll
	sAssert
	sAssertNot
	sAt
	sBranch
	sCategory
	sCharset
	sBigCharset
	sGroupRef
	sGroupRefExists
	sIn
	sInfo
	sJump
	sLiteral
	sMark
	sMaxUntil
	sMinUntil
	sNotLiteral
	sNegate
	sRange
	sRepeat
	sRepeatOne
	sSubpattern
	sMinRepeatOne
	sAtomicGroup
	sPossessiveRepeat
	sPossessiveRepeatOne
	sGroupRefIgnore
	sInIgnore
	sLiteralIgnore
	sNotLiteralIgnore
	sGroupRefLocIgnore
	sInLocIgnore
	sLiteralLocIgnore
	sNotLiteralLocIgnore
	sGroupRefUniIgnore
	sInUniIgnore
	sLiteralUniIgnore
	sNotLiteralUniIgnore
	sRangeUniIgnore
)

// Positions.
const (
	atBeginning = iota
	atBeginningLine
	atBeginningString
	atBoundary
	atNonBoundary
	atEnd
	atEndLine
	atEndString
	atLocBoundary
	atLocNonBoundary
	atUniBoundary
	atUniNonBoundary
	atCount
)

// Categories.
const (
	catDigit = iota
	catNotDigit
	catSpace
	catNotSpace
	catWord
	catNotWord
	catLinebreak
	catNotLinebreak
	catLocWord
	catLocNotWord
	catUniDigit
	catUniNotDigit
	catUniSpace
	catUniNotSpace
	catUniWord
	catUniNotWord
	catUniLinebreak
	catUniNotLinebreak
	catCount
)
