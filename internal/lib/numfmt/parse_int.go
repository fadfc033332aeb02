// Text to ints, as int(text, base) reads it.

package numfmt

import (
	"strings"

	"github.com/psyco-go/psy/internal/lib/bignum"
	"github.com/psyco-go/psy/internal/lib/unidata"
)

// ASCIINumber prepares a text for ParseInt, ParseFloat and their like: decimal digits of all scripts become ASCII ones, and
// white space around it goes. A text in ASCII loses only ASCII white space, as in CPython.
func ASCIINumber(text string) string {
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if !ascii {
		var b strings.Builder
		for rest := text; rest != ""; {
			r, n := decodeRune(rest)
			rest = rest[n:]
			switch d := unidata.Decimal(r); {
			case r < 0x7F:
				b.WriteByte(byte(r))
			case d >= 0:
				b.WriteByte('0' + byte(d))
			case unidata.IsSpace(r):
				b.WriteByte(' ')
			default:
				b.WriteByte('?')
			}
		}
		text = b.String()
	}
	return strings.Trim(text, asciiSpace)
}

const asciiSpace = " \t\n\v\f\r"

// ParseStatus says what became of a text.
type ParseStatus uint8

const (
	Parsed    ParseStatus = iota
	Malformed             // invalid literal
	TooLong               // valid, but more digits than the limit
	Stopped
	BadParseBase // the base is not 0 or 2..36
)

func digitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

// ParseInt reads an int in the base, 0 to take it from the prefix; text has no white space around it (ASCIINumber). The
// number of digits is returned with TooLong: more than maxDigits in a base that is no power of two; 0: no limit.
func ParseInt(text string, base, maxDigits int) (v Number, digits int, status ParseStatus) {
	return ParseIntUntil(text, base, maxDigits, never)
}

func never() bool { return false }

// ParseIntUntil is ParseInt that can be stopped.
func ParseIntUntil(text string, base, maxDigits int, stop bignum.Stop) (v Number, digits int, status ParseStatus) {
	if base != 0 && (base < 2 || base > 36) {
		return v, 0, BadParseBase
	}
	negative := false
	if text != "" && (text[0] == '+' || text[0] == '-') {
		negative = text[0] == '-'
		text = text[1:]
	}
	onlyZero := false
	if len(text) > 0 && text[0] == '0' {
		prefixed := 0
		if len(text) > 1 {
			switch text[1] | 0x20 {
			case 'x':
				prefixed = 16
			case 'o':
				prefixed = 8
			case 'b':
				prefixed = 2
			}
		}
		switch {
		case base == 0 && prefixed == 0:
			base, onlyZero = 10, true // 00 is allowed, 01 is not
		case prefixed != 0 && (base == 0 || base == prefixed):
			base = prefixed
			text = text[2:]
			if text != "" && text[0] == '_' {
				text = text[1:]
			}
		}
	}
	if base == 0 {
		base = 10
	}
	var small uint64
	fits := true
	limit := ^uint64(0)/uint64(base) - 1
	underscore := true // none may lead
	nonZero := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '_' {
			if underscore {
				return v, 0, Malformed
			}
			underscore = true
			continue
		}
		underscore = false
		d := digitValue(c)
		if d >= base {
			return v, 0, Malformed
		}
		digits++
		nonZero = nonZero || d != 0
		if small > limit {
			fits = false
		}
		small = small*uint64(base) + uint64(d)
	}
	if underscore || onlyZero && nonZero {
		return v, 0, Malformed
	}
	if maxDigits > 0 && digits > maxDigits && base&(base-1) != 0 {
		return v, digits, TooLong
	}
	if fits && small < 1<<63 {
		v.Small = int64(small)
		if negative {
			v.Small = -v.Small
		}
		return v, digits, Parsed
	}
	if digits != len(text) {
		text = strings.ReplaceAll(text, "_", "")
	}
	b := bignum.FromText(text, base, stop)
	if b == nil {
		return v, digits, Stopped
	}
	if negative {
		b.Neg(b)
	}
	return NumberOf(b), digits, Parsed
}
