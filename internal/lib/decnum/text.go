// Numbers from texts, and as texts.

package decnum

import (
	"math"
	"strconv"
)

// Parse reads a number in the specification's syntax. It is not rounded. False: the text is none. Digits are ASCII. An exponent is limited to what
// no context allows, so that rounding overflows or underflows.
//
//psy:bounded a payload is made of digits
func (c *Context) Parse(z *Num, s string) (ok bool) {
	defer c.catch(z)
	z.Kind, z.Neg, z.Exp, z.n = Finite, false, 0, 0
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		z.Neg = s[i] == '-'
		i++
	}
	if i == len(s) {
		return false
	}
	if s[i] > '9' {
		return c.parseSpecial(z, s[i:])
	}
	// Most numbers have no more digits than a word.
	var w uint64
	first, digits, point, n := -1, 0, -1, 0
	for ; i < len(s); i++ {
		d := s[i] - '0'
		if d > 9 {
			if s[i] != '.' || point >= 0 {
				break
			}
			point = n
			continue
		}
		if n++; digits > 0 || d > 0 {
			if digits == 0 {
				first = i
			}
			if digits++; digits <= wordDigits {
				w = w*10 + uint64(d)
			}
		}
	}
	if n == 0 {
		return false
	}
	if i < len(s) {
		if s[i]|0x20 != 'e' {
			return false
		}
		if z.Exp, ok = parseExp(s[i+1:]); !ok {
			return false
		}
	}
	if point >= 0 {
		z.Exp -= int64(n - point)
	}
	if digits <= wordDigits {
		z.SetUint(w)
		return true
	}
	words := (digits + wordDigits - 1) / wordDigits
	c.room(words)
	out := c.space(z, words)
	at := first
	for k, take := words-1, (digits-1)%wordDigits+1; k >= 0; k, take = k-1, wordDigits {
		w = 0
		for ; take > 0; at++ {
			if s[at] != '.' {
				w = w*10 + uint64(s[at]-'0')
				take--
			}
		}
		out[k] = w
	}
	return true
}

// parseExp reads the digits of an exponent, and its sign.
func parseExp(s string) (int64, bool) {
	neg, i := false, 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
	}
	if i == len(s) {
		return 0, false
	}
	e := int64(0)
	for ; i < len(s); i++ {
		d := s[i] - '0'
		if d > 9 {
			return 0, false
		}
		if e = e*10 + int64(d); e > 4*MaxEmax {
			e = 4 * MaxEmax
			if !allDigits(s[i:]) {
				return 0, false
			}
			break
		}
	}
	if neg {
		e = -e
	}
	return e, true
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// fold reports whether s begins with the lower-case name in any case.
func fold(s, name string) bool {
	if len(s) < len(name) {
		return false
	}
	for i := range len(name) {
		if s[i]|0x20 != name[i] {
			return false
		}
	}
	return true
}

func (c *Context) parseSpecial(z *Num, s string) bool {
	switch {
	case len(s) == 3 && fold(s, "inf"), len(s) == 8 && fold(s, "infinity"):
		z.Kind = Infinite
		return true
	case fold(s, "nan"):
		z.Kind, s = QuietNaN, s[3:]
	case fold(s, "snan"):
		z.Kind, s = SignalingNaN, s[4:]
	default:
		return false
	}
	if !allDigits(s) {
		return false
	}
	if s != "" {
		var payload Num
		if !c.Parse(&payload, s) {
			return false
		}
		z.SetWords(payload.Words())
		if payload.n > inline {
			z.big = payload.big
		}
	}
	return true
}

// appendDigits appends the digits of the coefficient, without any for 0.
func appendDigits(b []byte, w []uint64) []byte {
	if len(w) == 0 {
		return b
	}
	b = strconv.AppendUint(b, w[len(w)-1], 10)
	for i := len(w) - 2; i >= 0; i-- {
		var d [wordDigits]byte
		u := w[i]
		for k := wordDigits - 1; k >= 0; k-- {
			d[k] = byte('0' + u%10)
			u /= 10
		}
		b = append(b, d[:]...)
	}
	return b
}

// AppendCoefficient appends the digits of a finite number's coefficient.
func (x *Num) AppendCoefficient(b []byte) []byte {
	if x.n == 0 && x.Kind == Finite {
		return append(b, '0')
	}
	return appendDigits(b, x.Words())
}

// Append appends the scientific text, or with eng the engineering one; exponents are written with E, or e.
func (x *Num) Append(b []byte, eng bool, e byte) []byte {
	if x.Neg {
		b = append(b, '-')
	}
	switch x.Kind {
	case Infinite:
		return append(b, "Infinity"...)
	case QuietNaN:
		return appendDigits(append(b, "NaN"...), x.Words())
	case SignalingNaN:
		return appendDigits(append(b, "sNaN"...), x.Words())
	}
	digits := x.Digits()
	left := x.Exp + digits // digits before the point, if there were no exponent
	point := int64(1)
	switch {
	case x.Exp <= 0 && left > -6:
		point = left
	case !eng:
	case x.n == 0:
		point = mod3(left+1) - 1
	default:
		point = mod3(left-1) + 1
	}
	if point <= 0 {
		b = append(b, '0', '.')
		for k := point; k < 0; k++ {
			b = append(b, '0')
		}
		b = x.AppendCoefficient(b)
	} else {
		at := int64(len(b))
		b = x.AppendCoefficient(b)
		if point < digits {
			b = append(b, 0)
			copy(b[at+point+1:], b[at+point:])
			b[at+point] = '.'
		}
		for ; digits < point; digits++ {
			b = append(b, '0')
		}
	}
	if left == point {
		return b
	}
	b = append(b, e)
	if left > point {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, left-point, 10)
}

func mod3(n int64) int64 { return (n%3 + 3) % 3 }

// Float64 is the number as the nearest float; ok is false for signaling NaNs.
func (x *Num) Float64() (float64, bool) {
	switch x.Kind {
	case SignalingNaN:
		return 0, false
	case QuietNaN:
		return math.NaN(), true
	}
	var buf [64]byte
	f, _ := strconv.ParseFloat(string(x.Append(buf[:0], false, 'E')), 64)
	return f, true
}
