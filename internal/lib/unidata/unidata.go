// Package unidata holds Unicode facts as CPython 3.13's str sees them (Unicode 15.1), in generated tables.
//
// Code points are runes, lone surrogates included. Values outside 0..0x10FFFF have no properties and map to themselves.
package unidata

//go:generate go run ../../../tests/withpython gen/tables.py tables.go

// MaxRune is the largest code point.
const MaxRune = 0x10FFFF

// record is what is known of a code point; mappings are distances.
type record struct {
	flags                     uint16
	lower, upper, title, fold int32
	special                   uint8
	decimal, digit            int8
}

const blockMask = 1<<blockShift - 1

func lookup(r rune) *record {
	if uint32(r) > MaxRune {
		return &records[unassigned]
	}
	return &records[stage2[int(stage1[r>>blockShift])<<blockShift|int(r&blockMask)]]
}

// latin holds the flags of the first 256 code points, for the common case.
var latin = func() (t [256]uint16) {
	for i := range t {
		t[i] = lookup(rune(i)).flags
	}
	return
}()

func has(r rune, mask uint16) bool {
	if uint32(r) < 256 {
		return latin[r]&mask != 0
	}
	return lookup(r).flags&mask != 0
}

// IsAlpha is str.isalpha for one code point; the functions below are likewise named after their str methods.
func IsAlpha(r rune) bool   { return has(r, flagAlpha) }
func IsDecimal(r rune) bool { return has(r, flagDecimal) }
func IsDigit(r rune) bool   { return has(r, flagDigit) }
func IsNumeric(r rune) bool { return has(r, flagNumeric) }
func IsAlnum(r rune) bool   { return has(r, flagAlpha|flagDecimal|flagDigit|flagNumeric) }
func IsLower(r rune) bool   { return has(r, flagLower) }
func IsUpper(r rune) bool   { return has(r, flagUpper) }

// IsTitle reports a titlecase letter such as U+01C5; unlike str.istitle it is false for uppercase letters.
func IsTitle(r rune) bool { return has(r, flagTitle) }

// IsCased reports a lowercase, uppercase or titlecase letter.
func IsCased(r rune) bool { return has(r, flagCased) }

// IsCaseIgnorable reports what the final sigma rule looks through.
func IsCaseIgnorable(r rune) bool { return has(r, flagIgnorable) }

// IsSpace is str.isspace: what str.strip and str.split take away.
func IsSpace(r rune) bool { return has(r, flagSpace) }

// IsLineBreak reports what str.splitlines splits at.
func IsLineBreak(r rune) bool { return has(r, flagLinebreak) }

// IsPrintable is str.isprintable: what repr shows as it is.
func IsPrintable(r rune) bool { return has(r, flagPrintable) }

// IsIdentifierStart reports whether an identifier may begin with r, the underscore included.
func IsIdentifierStart(r rune) bool { return r == '_' || has(r, flagXidStart) }

// IsIdentifierContinue reports whether an identifier may go on with r.
func IsIdentifierContinue(r rune) bool { return has(r, flagXidContinue) }

// Decimal is the value of a decimal digit, or -1.
func Decimal(r rune) int {
	if uint32(r) < 128 {
		if d := uint32(r) - '0'; d < 10 {
			return int(d)
		}
		return -1
	}
	return int(lookup(r).decimal)
}

// Digit is the value of a digit such as U+00B2, or -1.
func Digit(r rune) int {
	if uint32(r) < 128 {
		return Decimal(r)
	}
	return int(lookup(r).digit)
}
