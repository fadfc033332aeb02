// Formatting by a specifier: ints, floats, complex numbers and strings.

package numfmt

import (
	"math/big"
	"strconv"
	"unicode/utf8"
)

// FormatInt is format(v, spec) of an int.
func FormatInt(s *Spec, v int64) (string, error) {
	var buf [64]byte
	dst, err := AppendInt(buf[:0], s, v)
	return string(dst), err
}

// AppendInt appends format(v, spec) of an int.
func AppendInt(dst []byte, s *Spec, v int64) ([]byte, error) {
	base, err := s.intBase()
	if err != nil || base == 0 {
		if err == nil && s.IsFloatType() {
			return AppendFloat(dst, s, float64(v))
		}
		if err == nil {
			return s.appendChar(dst, v)
		}
		return dst, err
	}
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	var buf [64]byte
	digits := strconv.AppendUint(buf[:0], u, base)
	return s.done(s.appendIntDigits(dst, v < 0, digits))
}

// FormatBig is format(v, spec) of an int of any size. A decimal result of more than maxDigits digits is an error; 0: no limit.
func FormatBig(s *Spec, v *big.Int, maxDigits int) (string, error) {
	dst, err := AppendBig(nil, s, v, maxDigits)
	return string(dst), err
}

// AppendBig appends format(v, spec) of an int of any size.
func AppendBig(dst []byte, s *Spec, v *big.Int, maxDigits int) ([]byte, error) {
	base, err := s.intBase()
	if err != nil {
		return nil, err
	}
	if base == 0 {
		if s.IsFloatType() {
			f, err := BigToFloat(v)
			if err != nil {
				return nil, err
			}
			return AppendFloat(dst, s, f)
		}
		if !v.IsInt64() {
			return nil, overflowError("Python int too large to convert to C long")
		}
		return s.appendChar(dst, v.Int64())
	}
	text, err := BigTextUntil(v, base, maxDigits, s.Stop)
	if err != nil {
		return nil, err
	}
	digits := []byte(text)
	if v.Sign() < 0 {
		digits = digits[1:]
	}
	return s.done(s.appendIntDigits(dst, v.Sign() < 0, digits))
}

// intBase checks the specifier for an int and returns the base of its digits, 0 for the types c and those of floats.
func (s *Spec) intBase() (int, error) {
	base := 0
	switch s.Type {
	case 'd', 'n':
		base = 10
	case 'b':
		base = 2
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	case 'c':
	default:
		if s.IsFloatType() {
			return 0, nil
		}
		return 0, s.unknown()
	}
	if s.Prec != -1 {
		return 0, valueError("Precision not allowed in integer format specifier")
	}
	if s.NoNegZero {
		return 0, valueError("Negative zero coercion (z) not allowed in integer format specifier")
	}
	if s.Type == 'c' {
		if s.Sign != 0 {
			return 0, valueError("Sign not allowed with integer format specifier 'c'")
		}
		if s.Alt {
			return 0, valueError("Alternate form (#) not allowed with integer format specifier 'c'")
		}
	}
	return base, checkSize(s.Width)
}

func (s *Spec) appendChar(dst []byte, v int64) ([]byte, error) {
	if v < 0 || v > unicodeMax {
		return dst, overflowError("%c arg not in range(0x110000)")
	}
	return s.done(s.appendNumber(dst, false, "", nil, appendRune(nil, rune(v)), 1))
}

const unicodeMax = 0x10FFFF

func (s *Spec) appendIntDigits(dst []byte, negative bool, digits []byte) []byte {
	prefix := ""
	if s.Alt {
		prefix = prefixOf(s.Type)
	}
	if s.Type == 'X' {
		upper(digits)
	}
	return s.appendNumber(dst, negative, prefix, digits, nil, 0)
}

func prefixOf(code rune) string {
	switch code {
	case 'b':
		return "0b"
	case 'o':
		return "0o"
	case 'x':
		return "0x"
	case 'X':
		return "0X"
	}
	return ""
}

func upper(text []byte) {
	for i, c := range text {
		if c >= 'a' && c <= 'z' {
			text[i] = c - 0x20
		}
	}
}

// FormatFloat is format(f, spec) of a float.
func FormatFloat(s *Spec, f float64) (string, error) {
	var buf [64]byte
	dst, err := AppendFloat(buf[:0], s, f)
	return string(dst), err
}

// AppendFloat appends format(f, spec) of a float.
func AppendFloat(dst []byte, s *Spec, f float64) ([]byte, error) {
	conv, prec, o := byte(s.Type), s.Prec, options{alt: s.Alt, noNegZero: s.NoNegZero}
	least := 6
	percent := false
	switch {
	case s.IsFloatType():
		if s.Type == '%' {
			conv, percent = 'f', true
			f *= 100
		}
	case s.Type == 'n':
		conv = 'g'
	case s.Type == 0:
		conv, least = 'r', 0
		o.point0 = true
	default:
		return dst, s.unknown()
	}
	if prec > maxInt32 {
		return dst, valueError("precision too big")
	}
	if prec < 0 {
		prec = least
	} else if conv == 'r' {
		conv = 'g'
	}
	if err := checkDoubleSize(s.Width, prec, conv, s.Alt); err != nil {
		return dst, err
	}
	if s.Width < 0 && s.Grouping == 0 && s.Local == nil && s.Sign != '+' && s.Sign != ' ' {
		dst = appendDouble(dst, f, conv, prec, o)
		if percent {
			dst = append(dst, '%')
		}
		return dst, nil
	}
	var buf [64]byte
	text := appendDouble(buf[:0], f, conv, prec, o)
	if percent {
		text = append(text, '%')
	}
	return s.done(s.appendDoubleText(dst, text))
}

// checkDoubleSize lets a large precision pass where it does not lengthen the text.
func checkDoubleSize(width, prec int, conv byte, alt bool) error {
	if conv|0x20 == 'g' && !alt {
		prec = 0
	}
	return checkSize(width, prec)
}

// appendDoubleText appends a float's text, signed and padded.
func (s *Spec) appendDoubleText(dst, text []byte) []byte {
	negative := text[0] == '-'
	if negative {
		text = text[1:]
	}
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return s.appendNumber(dst, negative, "", text[:n], text[n:], len(text)-n)
}

// FormatComplex is format(complex(re, im), spec).
func FormatComplex(s *Spec, re, im float64) (string, error) {
	conv, prec, o := byte(s.Type), s.Prec, options{alt: s.Alt, noNegZero: s.NoNegZero}
	least := 6
	onlyImag, parens := false, false
	switch s.Type {
	case 'e', 'E', 'f', 'F', 'g', 'G':
	case 'n':
		conv = 'g'
	case 0:
		conv, least = 'r', 0
		onlyImag = isPlusZero(re)
		parens = !onlyImag
	default:
		return "", s.unknown()
	}
	if prec > maxInt32 {
		return "", valueError("precision too big")
	}
	if s.Fill == '0' {
		return "", valueError("Zero padding is not allowed in complex format specifier")
	}
	if s.Align == '=' {
		return "", valueError("'=' alignment flag is not allowed in complex format specifier")
	}
	if prec < 0 {
		prec = least
	} else if conv == 'r' {
		conv = 'g'
	}
	if err := checkDoubleSize(s.Width, prec, conv, s.Alt); err != nil {
		return "", err
	}
	part := *s
	part.Width = -1
	var body []byte
	if parens {
		body = append(body, '(')
	}
	if !onlyImag {
		body = part.appendDoubleText(body, appendDouble(nil, re, conv, prec, o))
		part.Sign = '+'
	}
	body = part.appendDoubleText(body, appendDouble(nil, im, conv, prec, o))
	body = append(body, 'j')
	if parens {
		body = append(body, ')')
	}
	left, right := s.padding(utf8.RuneCount(body))
	dst := s.fill(nil, s.Fill, left)
	dst = append(dst, body...)
	dst, err := s.done(s.fill(dst, s.Fill, right))
	return string(dst), err
}

// padding is how much to put left and right of a text of n code points.
func (s *Spec) padding(n int) (left, right int) {
	pad := max(s.Width-n, 0)
	switch s.Align {
	case '<':
		return 0, pad
	case '^':
		return pad / 2, pad - pad/2
	}
	return pad, 0
}

// Layout says how a string is shown: Left times Fill, its first Keep code points, Right times Fill.
type Layout struct {
	Left, Keep, Right int
	Fill              rune
}

// LayoutStr is the layout of format(text, spec) for a string of n code points.
func LayoutStr(s *Spec, n int) (Layout, error) {
	var err error
	switch {
	case s.Type != 's':
		err = s.unknown()
	case s.Sign == ' ':
		err = valueError("Space not allowed in string format specifier")
	case s.Sign != 0:
		err = valueError("Sign not allowed in string format specifier")
	case s.NoNegZero:
		err = valueError("Negative zero coercion (z) not allowed in string format specifier")
	case s.Alt:
		err = valueError("Alternate form (#) not allowed in string format specifier")
	case s.Align == '=':
		err = valueError("'=' alignment not allowed in string format specifier")
	default:
		err = checkSize(s.Width)
	}
	if err != nil {
		return Layout{}, err
	}
	if s.Prec >= 0 {
		n = min(n, s.Prec)
	}
	left, right := s.padding(n)
	return Layout{left, n, right, s.Fill}, nil
}

// FormatStr is format(text, spec) of a string.
func FormatStr(s *Spec, text string) (string, error) {
	text, n := cut(text, s.Prec)
	l, err := LayoutStr(s, n)
	if err != nil {
		return "", err
	}
	dst := s.fill(nil, l.Fill, l.Left)
	dst = append(dst, text...)
	dst, err = s.done(s.fill(dst, l.Fill, l.Right))
	return string(dst), err
}
