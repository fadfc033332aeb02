// float.hex and float.fromhex.

package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// FloatHex is f.hex().
func FloatHex(f float64) string {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return FloatRepr(f)
	}
	var buf [32]byte
	dst := buf[:0]
	if math.Signbit(f) {
		dst = append(dst, '-')
	}
	b := math.Float64bits(f)
	m, e := b&(1<<52-1), int(b>>52&0x7FF)
	lead := byte('1')
	switch {
	case f == 0:
		lead, e = '0', 1023
	case e == 0:
		lead, e = '0', 1
	}
	dst = append(dst, '0', 'x', lead, '.')
	if f == 0 {
		return string(append(dst, "0p+0"...))
	}
	for s := 48; s >= 0; s -= 4 {
		dst = append(dst, "0123456789abcdef"[m>>s&15])
	}
	dst = append(dst, 'p')
	if e -= 1023; e >= 0 {
		dst = append(dst, '+')
	}
	return string(strconv.AppendInt(dst, int64(e), 10))
}

// FloatFromHex is float.fromhex(text).
func FloatFromHex(text string) (float64, error) {
	invalid := valueError("invalid hexadecimal floating-point string")
	text = strings.Trim(text, asciiSpace)
	negative := false
	rest := text
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		negative = rest[0] == '-'
		rest = rest[1:]
	}
	signed := func(f float64) float64 {
		if negative {
			return math.Copysign(f, -1)
		}
		return f
	}
	if f, n := specialPrefix(rest); n > 0 {
		if n != len(rest) {
			return 0, invalid
		}
		return signed(f), nil
	}
	if len(rest) >= 2 && rest[0] == '0' && rest[1]|0x20 == 'x' {
		rest = rest[2:]
	}
	i := 0
	hexDigits := func() string {
		from := i
		for i < len(rest) && digitValue(rest[i]) < 16 {
			i++
		}
		return rest[from:i]
	}
	whole, fraction := hexDigits(), ""
	if i < len(rest) && rest[i] == '.' {
		i++
		fraction = hexDigits()
	}
	if whole == "" && fraction == "" {
		return 0, invalid
	}
	exp := int64(0)
	if i < len(rest) && rest[i]|0x20 == 'p' {
		i++
		from := i
		if i < len(rest) && (rest[i] == '+' || rest[i] == '-') {
			i++
		}
		first := i
		for i < len(rest) && isDigit(rest[i]) {
			i++
		}
		if first == i {
			return 0, invalid
		}
		var err error
		if exp, err = strconv.ParseInt(rest[from:i], 10, 64); err != nil || exp > 1<<60 || exp < -1<<60 {
			exp = 1 << 60
			if rest[from] == '-' {
				exp = -exp
			}
		}
	}
	f, ok := scaleHex(whole, fraction, exp)
	if !ok {
		return 0, overflowError("hexadecimal value too large to represent as a float")
	}
	if i != len(rest) {
		return 0, invalid
	}
	return signed(f), nil
}

// scaleHex is whole.fraction * 2**exp, correctly rounded; false if it is too large.
func scaleHex(whole, fraction string, exp int64) (float64, bool) {
	digits := whole + fraction
	significant := strings.TrimLeft(digits, "0")
	if significant == "" {
		return 0, true
	}
	// The value is 0.SIGNIFICANT * 2**exp.
	exp += 4 * (int64(len(whole)) - int64(len(digits)-len(significant)))
	var m uint64
	const kept = 15 // 60 bits, of which at least 57 count
	for i := 0; i < kept; i++ {
		m <<= 4
		if i < len(significant) {
			m |= uint64(digitValue(significant[i]))
		}
	}
	m <<= 1
	if len(significant) > kept && strings.TrimRight(significant[kept:], "0") != "" {
		m |= 1
	}
	exp = max(min(exp, 5000), -5000)
	text := "0x" + strconv.FormatUint(m, 16) + "p" + strconv.FormatInt(exp-4*kept-1, 10)
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}
