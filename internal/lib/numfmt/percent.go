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
	filler
}

// AppendInt appends the conversion (d i u o x X) of an int.
func (p Percent) AppendInt(dst []byte, v int64) ([]byte, error) {
	var buf [64]byte
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	return p.integer(dst, v < 0, strconv.AppendUint(buf[:0], u, p.base()))
}

// AppendBig appends the conversion (d i u o x X) of an int of any size; maxDigits limits decimal digits, 0: no limit.
func (p Percent) AppendBig(dst []byte, v *big.Int, maxDigits int) ([]byte, error) {
	text, err := BigTextUntil(v, p.base(), maxDigits, p.Stop)
	if err != nil {
		return nil, err
	}
	digits := []byte(text)
	if v.Sign() < 0 {
		digits = digits[1:]
	}
	return p.integer(dst, v.Sign() < 0, digits)
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

func (p Percent) integer(dst []byte, negative bool, digits []byte) ([]byte, error) {
	if err := checkSize(p.Width, p.Prec); err != nil {
		return nil, err
	}
	if p.Type == 'X' {
		upper(digits)
	}
	if zeros := p.Prec - len(digits); zeros > 0 {
		digits = append(p.fill(make([]byte, 0, p.Prec), '0', zeros), digits...)
	}
	prefix := ""
	if p.Flags&PercentAlt != 0 {
		prefix = prefixOf(rune(p.Type))
	}
	return p.assemble(dst, negative, prefix, digits)
}

// AppendFloat appends the conversion (e E f F g G) of a float.
func (p Percent) AppendFloat(dst []byte, f float64) ([]byte, error) {
	prec := p.Prec
	if prec > maxInt32 {
		return nil, valueError("precision too big")
	}
	if prec < 0 {
		prec = 6
	}
	alt := p.Flags&PercentAlt != 0
	if err := checkDoubleSize(p.Width, prec, p.Type, alt); err != nil {
		return nil, err
	}
	var buf [64]byte
	text := appendDouble(buf[:0], f, p.Type, prec, options{alt: alt})
	negative := text[0] == '-'
	if negative {
		text = text[1:]
	}
	return p.assemble(dst, negative, "", text)
}

func (p Percent) assemble(dst []byte, negative bool, prefix string, body []byte) ([]byte, error) {
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
	zeros := 0
	switch {
	case p.Flags&PercentLeft != 0:
	case p.Flags&PercentZero != 0:
		zeros, pad = pad, 0
	default:
		dst = p.fill(dst, ' ', pad)
		pad = 0
	}
	dst = append(dst, sign...)
	dst = append(dst, prefix...)
	dst = p.fill(dst, '0', zeros)
	dst = append(dst, body...)
	return p.done(p.fill(dst, ' ', pad))
}
