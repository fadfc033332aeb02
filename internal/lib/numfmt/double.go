// Floats to text: repr and the conversions e, f and g that the format language and the % operator are made of.

package numfmt

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"
)

// FloatRepr is repr(f).
func FloatRepr(f float64) string {
	var buf [32]byte
	return string(AppendFloatRepr(buf[:0], f))
}

// AppendFloatRepr appends repr(f).
func AppendFloatRepr(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case abs < 1e15 && abs == math.Trunc(abs):
		if math.Signbit(f) {
			dst = append(dst, '-')
		}
		dst = strconv.AppendUint(dst, uint64(abs), 10)
		return append(dst, ".0"...)
	case abs >= 1e-4 && abs < 1e16:
		start := len(dst)
		dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
		if bytes.IndexByte(dst[start:], '.') < 0 {
			dst = append(dst, ".0"...)
		}
		return dst
	case math.IsNaN(f) || math.IsInf(f, 0):
		return appendSpecial(dst, f)
	}
	return strconv.AppendFloat(dst, f, 'e', -1, 64)
}

func appendSpecial(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "nan"...)
	case f < 0:
		return append(dst, "-inf"...)
	}
	return append(dst, "inf"...)
}

// options of appendDouble.
type options struct {
	alt       bool // keep the point and, with g, trailing zeros
	point0    bool // show at least one digit after the point
	noNegZero bool // what rounds to zero has no sign
}

// appendDouble appends f in the conversion e, f, g, their capitals, or r (repr's digits; prec is ignored).
func appendDouble(dst []byte, f float64, conv byte, prec int, o options) []byte {
	start := len(dst)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		dst = appendSpecial(dst, f)
	case conv == 'r':
		if o.point0 && !o.alt {
			dst = AppendFloatRepr(dst, f)
			break
		}
		var buf [32]byte
		dst = appendShortest(dst, strconv.AppendFloat(buf[:0], f, 'e', -1, 64), 17, conv, o)
	case conv|0x20 == 'f':
		dst = appendFixed(dst, f, prec)
		if o.alt && prec == 0 {
			dst = append(dst, '.')
		}
	case conv|0x20 == 'e':
		dst = strconv.AppendFloat(dst, f, 'e', prec, 64)
		if o.alt && prec == 0 {
			e := start + bytes.IndexByte(dst[start:], 'e')
			dst = append(dst, 0)
			copy(dst[e+1:], dst[e:])
			dst[e] = '.'
		}
	default:
		prec = max(prec, 1)
		var buf [32]byte
		// No double has more than 767 significant digits.
		dst = appendShortest(dst, strconv.AppendFloat(buf[:0], f, 'e', min(prec, 800)-1, 64), prec, 'g', o)
	}
	if o.noNegZero && dst[start] == '-' && isZero(dst[start+1:]) {
		dst = append(dst[:start], dst[start+1:]...)
	}
	if conv >= 'A' && conv <= 'Z' {
		for i := start; i < len(dst); i++ {
			if c := dst[i]; c >= 'a' && c <= 'z' {
				dst[i] = c - 0x20
			}
		}
	}
	return dst
}

func isZero(text []byte) bool {
	for _, c := range text {
		switch c {
		case '0', '.':
		case 'e':
			return true
		default:
			return false
		}
	}
	return true
}

// appendShortest lays out e, a number like -1.250e+03, without trailing zeros: as a decimal if its exponent is moderate for
// prec digits, else with an exponent.
func appendShortest(dst, e []byte, prec int, conv byte, o options) []byte {
	if e[0] == '-' {
		dst = append(dst, '-')
		e = e[1:]
	}
	at := bytes.LastIndexByte(e, 'e')
	exp, _ := strconv.Atoi(string(e[at+1:]))
	exponent := e[at:]
	digits := e[:1]
	if at > 1 {
		digits = append(digits, e[2:at]...) // closes the gap that the point leaves
	}
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	shown := len(digits)
	if conv == 'g' && o.alt {
		shown = max(prec, shown)
	}
	point := exp + 1 // digits before the point
	limit := prec
	switch {
	case conv == 'r':
		limit = 16
	case o.point0:
		limit--
	}
	if point <= -4 || point > limit {
		dst = append(dst, digits[0])
		if shown > 1 || o.alt {
			dst = append(dst, '.')
		}
		dst = append(dst, digits[1:]...)
		dst = appendFill(dst, '0', shown-len(digits))
		return append(dst, exponent...)
	}
	shown = max(shown, point)
	if o.point0 {
		shown = max(shown, point+1)
	}
	at = 0
	if point <= 0 {
		dst = append(dst, '0', '.')
		dst = appendFill(dst, '0', -point)
	}
	for ; at < shown; at++ {
		if at == point && at > 0 {
			dst = append(dst, '.')
		}
		if at < len(digits) {
			dst = append(dst, digits[at])
		} else {
			dst = append(dst, '0')
		}
	}
	if o.alt && point == shown {
		dst = append(dst, '.')
	}
	return dst
}

// appendFixed appends f with prec digits after the point, correctly rounded.
func appendFixed(dst []byte, f float64, prec int) []byte {
	q, ok := scaled(math.Abs(f), prec)
	if !ok {
		return strconv.AppendFloat(dst, f, 'f', prec, 64)
	}
	if math.Signbit(f) {
		dst = append(dst, '-')
	}
	var buf [24]byte
	digits := strconv.AppendUint(buf[:0], q, 10)
	whole := len(digits) - prec
	if whole <= 0 {
		dst = append(dst, '0')
	} else {
		dst = append(dst, digits[:whole]...)
		digits = digits[whole:]
		whole = 0
	}
	if prec > 0 {
		dst = append(dst, '.')
		dst = appendFill(dst, '0', -whole)
		dst = append(dst, digits...)
	}
	return dst
}

var pow10 = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// scaled is x * 10**n rounded to an integer, ties to even, if 64 bits hold it; x must be finite and not negative.
func scaled(x float64, n int) (uint64, bool) {
	if n < 0 || n >= len(pow10) {
		return 0, false
	}
	b := math.Float64bits(x)
	m, e := b&(1<<52-1), int(b>>52)-1075
	if e == -1075 {
		e++
	} else {
		m |= 1 << 52
	}
	hi, lo := bits.Mul64(m, pow10[n])
	if e >= 0 {
		if hi != 0 || e > 63 || bits.LeadingZeros64(lo) < e {
			return 0, false
		}
		return lo << e, true
	}
	var q, rest, half uint64
	switch s := uint(-e); {
	case s >= 128: // the product has at most 117 bits
		return 0, true
	case s > 64:
		q = hi >> (s - 64)
		// Below the half only "something" matters: the low word becomes the last bit.
		rest = hi << 1 & (1<<(s-63) - 1)
		half = 1 << (s - 64)
		if lo != 0 {
			rest |= 1
		}
	case s == 64:
		q, rest, half = hi, lo, 1<<63
	default:
		if hi>>s != 0 {
			return 0, false
		}
		q = hi<<(64-s) | lo>>s
		rest, half = lo&(1<<s-1), 1<<(s-1)
	}
	if rest > half || rest == half && q&1 == 1 {
		q++
		if q == 0 {
			return 0, false
		}
	}
	return q, true
}
