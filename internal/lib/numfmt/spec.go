// The format language: [[fill]align][sign][z][#][0][width][grouping][.precision][type].

package numfmt

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

// Class says what is formatted, which decides the defaults.
type Class uint8

const (
	Int Class = iota
	Float
	Complex
	Str
)

// Spec is a parsed format specifier.
type Spec struct {
	Fill      rune // a space if none was given
	Align     byte // one of < > = ^
	Sign      byte // + - space, or 0
	NoNegZero bool
	Alt       bool
	Width     int  // -1 if none was given
	Grouping  byte // , _ or 0
	Prec      int  // -1 if none was given
	Type      rune
	Local     *Local // how the type n writes numbers; nil: as C does

	filler
	typeName string
	groupLen int
}

func isAlign(r rune) bool { return r == '<' || r == '>' || r == '=' || r == '^' }

// ParseSpec parses a specifier for an object of the class; typeName is the object's type's name, for error texts.
func ParseSpec(text string, class Class, typeName string) (Spec, error) {
	s := Spec{Fill: ' ', Align: '>', Width: -1, Prec: -1, Type: 'd', typeName: typeName, groupLen: 3}
	switch class {
	case Str:
		s.Align, s.Type = '<', 's'
	case Float, Complex:
		s.Type = 0
	}
	rest := text
	peek := func() rune {
		if rest == "" {
			return -1
		}
		r, _ := decodeRune(rest)
		return r
	}
	take := func() {
		_, n := decodeRune(rest)
		rest = rest[n:]
	}

	aligned, filled := false, false
	if r, n := decodeRune(rest); n > 0 {
		if a, m := decodeRune(rest[n:]); m > 0 && isAlign(a) {
			s.Fill, s.Align = r, byte(a)
			rest = rest[n+m:]
			aligned, filled = true, true
		} else if isAlign(r) {
			s.Align = byte(r)
			rest = rest[n:]
			aligned = true
		}
	}
	if r := peek(); r == '+' || r == '-' || r == ' ' {
		s.Sign = byte(r)
		take()
	}
	if peek() == 'z' {
		s.NoNegZero = true
		take()
	}
	if peek() == '#' {
		s.Alt = true
		take()
	}
	if !filled && peek() == '0' {
		s.Fill = '0'
		if !aligned && class != Str {
			s.Align = '='
		}
		take()
	}
	number := func() (int, bool, error) {
		n, any := 0, false
		for {
			d := unidata.Decimal(peek())
			if d < 0 {
				return n, any, nil
			}
			if n > (math.MaxInt64-d)/10 {
				return 0, true, valueError("Too many decimal digits in format string")
			}
			n = n*10 + d
			any = true
			take()
		}
	}
	n, any, err := number()
	if err != nil {
		return s, err
	}
	if any {
		s.Width = n
	}
	if peek() == ',' {
		s.Grouping = ','
		take()
	}
	if peek() == '_' {
		if s.Grouping != 0 {
			return s, valueError("Cannot specify both ',' and '_'.")
		}
		s.Grouping = '_'
		take()
	}
	if peek() == ',' && s.Grouping == '_' {
		return s, valueError("Cannot specify both ',' and '_'.")
	}
	if peek() == '.' {
		take()
		n, any, err := number()
		if err != nil {
			return s, err
		}
		if !any {
			return s, valueError("Format specifier missing precision")
		}
		s.Prec = n
	}
	if rest != "" {
		s.Type = peek()
		take()
		if rest != "" {
			return s, valueError("Invalid format specifier '%s' for object of type '%s'", text, typeName)
		}
	}
	if s.Grouping == 0 {
		return s, nil
	}
	switch s.Type {
	case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F', 0:
		return s, nil
	case 'b', 'o', 'x', 'X':
		if s.Grouping == '_' {
			s.groupLen = 4
			return s, nil
		}
	}
	return s, valueError("Cannot specify '%c' with %s.", s.Grouping, quoteCode(s.Type))
}

// quoteCode shows a type code in an error text.
func quoteCode(r rune) string {
	if r > 32 && r < 128 {
		return "'" + string(r) + "'"
	}
	const hex = "0123456789abcdef"
	digits := ""
	for n := r; n > 0 || digits == ""; n >>= 4 {
		digits = string(hex[n&15]) + digits
	}
	return `'\x` + digits + "'"
}

func (s *Spec) unknown() error {
	return valueError("Unknown format code %s for object of type '%s'", quoteCode(s.Type), s.typeName)
}

// IsFloatType reports whether an int is formatted as a float.
func (s *Spec) IsFloatType() bool {
	switch s.Type {
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		return true
	}
	return false
}

// appendNumber appends a number in its parts: sign, prefix, digits to group, and the rest (the point and what follows) of
// restLen code points.
func (s *Spec) appendNumber(dst []byte, negative bool, prefix string, digits, rest []byte, restLen int) []byte {
	sign := byte(0)
	switch {
	case negative:
		sign = '-'
	case s.Sign == '+' || s.Sign == ' ':
		sign = s.Sign
	}
	if s.Local != nil {
		rest, restLen = s.Local.localRest(rest, restLen)
	}
	fixed := len(prefix) + restLen
	if sign != 0 {
		fixed++
	}
	grouped := 0
	if s.Local == nil {
		grouped = s.groupedLen(digits, fixed)
	} else if len(digits) > 0 {
		least := 0
		if s.Fill == '0' && s.Align == '=' {
			least = s.Width - fixed
		}
		digits, grouped = s.localDigits(digits, least)
	}
	left, inner, right := 0, 0, 0
	if pad := s.Width - fixed - grouped; pad > 0 {
		switch s.Align {
		case '<':
			right = pad
		case '^':
			left = pad / 2
			right = pad - left
		case '=':
			inner = pad
		default:
			left = pad
		}
	}
	dst = s.fill(dst, s.Fill, left)
	if sign != 0 {
		dst = append(dst, sign)
	}
	dst = append(dst, prefix...)
	dst = s.fill(dst, s.Fill, inner)
	if s.Local != nil {
		dst = append(dst, digits...)
	} else {
		dst = s.appendGrouped(dst, digits, grouped)
	}
	dst = append(dst, rest...)
	return s.fill(dst, s.Fill, right)
}

// groupedLen is the length of the digits with their separators, and with the leading zeros that zero padding adds: these
// are grouped, too, so the result may be one longer than the width asks for.
func (s *Spec) groupedLen(digits []byte, fixed int) int {
	n := len(digits)
	if n == 0 {
		return 0
	}
	least := 0
	if s.Fill == '0' && s.Align == '=' {
		least = s.Width - fixed
	}
	if s.Grouping == 0 {
		return max(n, least)
	}
	n += (n - 1) / s.groupLen
	if n >= least {
		return n
	}
	if least%(s.groupLen+1) == 0 {
		return least + 1 // a separator cannot lead
	}
	return least
}

// appendGrouped appends total characters: the digits, zeros before them and separators between groups.
func (s *Spec) appendGrouped(dst, digits []byte, total int) []byte {
	missing := total - len(digits)
	if missing == 0 {
		return append(dst, digits...)
	}
	if s.Grouping == 0 {
		dst = s.fill(dst, '0', missing)
		return append(dst, digits...)
	}
	start := len(dst)
	dst = s.fill(dst, '0', total)
	field := dst[start:]
	run := 0
	for i := min(total, len(field)) - 1; i >= 0; i-- {
		if i%fillPiece == 0 && s.ended() {
			break
		}
		if run == s.groupLen {
			field[i] = s.Grouping
			run = 0
			continue
		}
		run++
		if n := len(digits); n > 0 {
			field[i] = digits[n-1]
			digits = digits[:n-1]
		}
	}
	return dst
}
