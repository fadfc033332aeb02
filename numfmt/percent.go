// The numeric conversions of the % operator.

package numfmt

import (
	"math/big"
	"strconv"
)

// PercentFlags are the flags of a conversion.
type PercentFlags uint8

const (
	PercentLeft  PercentFlags = 1 << iota // -
	PercentPlus                           // +
	PercentBlank                          // space
	PercentAlt                            // #
	PercentZero                           // 0
)

// Percent is a conversion of the % operator; Width and Prec are -1 where none was given.
type Percent struct {
	Flags       PercentFlags
	Width, Prec int
	Type        byte
}

// Int is the conversion (d i u o x X) of an int.
func (p Percent) Int(v int64) (string, error) {
	var buf [64]byte
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	return p.integer(v < 0, strconv.AppendUint(buf[:0], u, p.base()))
}

// Big is the conversion (d i u o x X) of an int of any size; maxDigits limits decimal digits, 0: no limit.
func (p Percent) Big(v *big.Int, maxDigits int) (string, error) {
	text, err := BigText(v, p.base(), maxDigits)
	if err != nil {
		return "", err
	}
	digits := []byte(text)
	if v.Sign() < 0 {
		digits = digits[1:]
	}
	return p.integer(v.Sign() < 0, digits)
}

func (p Percent) base() int {
	switch p.Type {
	case 'o':
		return 8
	case 'x', 'X':
		return 16
	}
	return 10
}

func (p Percent) integer(negative bool, digits []byte) (string, error) {
	if err := checkSize(p.Width, p.Prec); err != nil {
		return "", err
	}
	if p.Type == 'X' {
		upper(digits)
	}
	if zeros := p.Prec - len(digits); zeros > 0 {
		digits = append(appendFill(make([]byte, 0, p.Prec), '0', zeros), digits...)
	}
	prefix := ""
	if p.Flags&PercentAlt != 0 {
		prefix = prefixOf(rune(p.Type))
	}
	return p.assemble(negative, prefix, digits), nil
}

// Float is the conversion (e E f F g G) of a float.
func (p Percent) Float(f float64) (string, error) {
	prec := p.Prec
	if prec > maxInt32 {
		return "", valueError("precision too big")
	}
	if prec < 0 {
		prec = 6
	}
	alt := p.Flags&PercentAlt != 0
	if err := checkDoubleSize(p.Width, prec, p.Type, alt); err != nil {
		return "", err
	}
	var buf [64]byte
	text := appendDouble(buf[:0], f, p.Type, prec, options{alt: alt})
	negative := text[0] == '-'
	if negative {
		text = text[1:]
	}
	return p.assemble(negative, "", text), nil
}

func (p Percent) assemble(negative bool, prefix string, body []byte) string {
	sign := ""
	switch {
	case negative:
		sign = "-"
	case p.Flags&PercentPlus != 0:
		sign = "+"
	case p.Flags&PercentBlank != 0:
		sign = " "
	}
	pad := max(p.Width-len(sign)-len(prefix)-len(body), 0)
	dst := make([]byte, 0, len(sign)+len(prefix)+len(body)+pad)
	zeros := 0
	switch {
	case p.Flags&PercentLeft != 0:
	case p.Flags&PercentZero != 0:
		zeros, pad = pad, 0
	default:
		dst = appendFill(dst, ' ', pad)
		pad = 0
	}
	dst = append(dst, sign...)
	dst = append(dst, prefix...)
	dst = appendFill(dst, '0', zeros)
	dst = append(dst, body...)
	return string(appendFill(dst, ' ', pad))
}
