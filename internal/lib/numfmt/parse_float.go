// Text to floats, as float(text) reads it.

package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// ParseFloat reads a float; text has no white space around it (ASCIINumber). ok is false for an invalid literal.
func ParseFloat(text string) (f float64, ok bool) {
	if strings.IndexByte(text, '_') >= 0 {
		if text, ok = withoutUnderscores(text); !ok {
			return 0, false
		}
	}
	f, n := ParseFloatPrefix(text)
	return f, n > 0 && n == len(text)
}

// exactTens are the powers of ten that are floats.
var exactTens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// ShortFloat reads a text that is nothing but a float of at most 15 digits, with an exponent for which one operation gives the float next to it (Clinger, "How
// to read floating point numbers accurately", 1990). ok is false for other texts.
func ShortFloat(text string) (f float64, ok bool) {
	i := 0
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		i++
	}
	n, exp := int64(0), 0
	from, digits := i, 0 // those of n
	digit := func() {
		if n = n*10 + int64(text[i]-'0'); n > 0 {
			digits++
		}
	}
	for ; i < len(text) && isDigit(text[i]); i++ {
		digit()
	}
	seen := i - from
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && isDigit(text[i]); i++ {
			digit()
			seen++
			exp--
		}
	}
	if seen == 0 || digits > 15 {
		return 0, false
	}
	if i+1 < len(text) && text[i]|0x20 == 'e' {
		i++
		sign := 1
		if i+1 < len(text) && (text[i] == '-' || text[i] == '+') {
			sign = 44 - int(text[i]) // of '+' and '-', which are 43 and 45
			i++
		}
		e := 0
		for from := i; i < len(text) && i < from+4 && isDigit(text[i]); i++ {
			e = e*10 + int(text[i]-'0')
		}
		exp += sign * e
	}
	if i < len(text) || exp >= len(exactTens) || -exp >= len(exactTens) {
		return 0, false
	}
	if f = float64(n); exp < 0 {
		f /= exactTens[-exp]
	} else {
		f *= exactTens[exp]
	}
	if text[0] == '-' {
		f = -f
	}
	return f, true
}

// withoutUnderscores removes underscores, each of which must stand between two digits.
func withoutUnderscores(text string) (string, bool) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '_' {
			out = append(out, text[i])
			continue
		}
		if i == 0 || i+1 == len(text) || !isDigit(text[i-1]) || !isDigit(text[i+1]) {
			return "", false
		}
	}
	return string(out), true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// ParseFloatPrefix reads the float that text begins with and returns its length, 0 if there is none. It knows no
// underscores; literals of complex numbers are made of such parts.
func ParseFloatPrefix(text string) (float64, int) {
	i := 0
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		i++
	}
	if f, n := specialPrefix(text[i:]); n > 0 {
		if i == 1 && text[0] == '-' {
			f = math.Copysign(f, -1)
		}
		return f, i + n
	}
	start := i
	digits := func() int {
		from := i
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		return i - from
	}
	n := digits()
	if i < len(text) && text[i] == '.' {
		i++
		n += digits()
	}
	if n == 0 {
		return 0, 0
	}
	mantissaEnd := i
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if digits() == 0 {
			i = mantissaEnd
		}
	}
	if i > 300 {
		return parseLong(text[0] == '-', text[start:mantissaEnd], text[mantissaEnd:i]), i
	}
	f, _ := strconv.ParseFloat(text[:i], 64) // out of range: infinity, as in Python
	return f, i
}

// specialPrefix reads inf, infinity or nan in any case.
func specialPrefix(text string) (float64, int) {
	has := func(word string) bool { return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) }
	switch {
	case has("infinity"):
		return math.Inf(1), 8
	case has("inf"):
		return math.Inf(1), 3
	case has("nan"):
		return math.NaN(), 3
	}
	return 0, 0
}

// parseLong reads a long number. strconv bounds exponents before it has seen how many zeros the mantissa holds, so the
// number is given to it as 0.DIGITSeEXP without these, and with no more digits than can matter.
func parseLong(negative bool, mantissa, exponent string) float64 {
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exp := int64(0)
	if exponent != "" {
		var err error
		exp, err = strconv.ParseInt(exponent[1:], 10, 64)
		if err != nil || exp > 1<<60 || exp < -1<<60 {
			exp = 1 << 60
			if exponent[1] == '-' {
				exp = -exp
			}
		}
	}
	exp += int64(len(whole))
	digits := whole + fraction
	significant := strings.TrimLeft(digits, "0")
	exp -= int64(len(digits) - len(significant))
	const enough = 780
	if len(significant) > enough {
		more := strings.TrimRight(significant[enough:], "0") != ""
		significant = significant[:enough]
		if more {
			significant += "1"
		}
	}
	exp = max(min(exp, 5000), -5000)
	f := 0.0
	if significant != "" {
		f, _ = strconv.ParseFloat("0."+significant+"e"+strconv.FormatInt(exp, 10), 64)
	}
	if negative {
		f = -f
		if f == 0 {
			f = math.Copysign(0, -1)
		}
	}
	return f
}
