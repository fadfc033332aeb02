// The codec utf-7 (RFC 2152): characters that mail may spoil stand as base64 of their UTF-16 between + and -.

package codecs

import (
	"unicode/utf16"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var utf7Codecs = []FuncDef{
	{Name: "utf_7_encode", Sig: "(str, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: utf7Encode},
	{Name: "utf_7_decode", Sig: "(data, errors=None, final=False, /)", MinArgs: 1, MaxArgs: 3, FN: utf7Decode},
}

// base64Value is what a digit stands for, -1 for other bytes.
func base64Value(c byte) int { return int(sextets[c]) - 1 }

// utf7Direct reports whether the encoder lets a character stand for itself.
func utf7Direct(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return true
	case '+', '\\', '~':
		return false
	}
	return r >= ' ' && r < 0x7F
}

// utf7Most is how many bytes the encoder makes of a character at most: two units of six digits together, and the marks around.
const utf7Most = 9

// bitBuffer holds bits until there are enough of them.
type bitBuffer struct {
	bits  uint32
	count int
}

// put writes a unit of UTF-16 as digits; up to four bits stay.
func (b *bitBuffer) put(out []byte, unit rune) []byte {
	b.bits, b.count = b.bits<<16|uint32(unit), b.count+16
	for ; b.count >= 6; b.count -= 6 {
		out = append(out, base64Digits[b.bits>>(b.count-6)&63])
	}
	return out
}

// flush writes the bits that stayed.
func (b *bitBuffer) flush(out []byte) []byte {
	if b.count > 0 {
		out = append(out, base64Digits[b.bits<<(6-b.count)&63])
	}
	*b = bitBuffer{}
	return out
}

func utf7Encode(t *Thread, _ Value, a []Value) Value {
	if _, ok := errorsAt(t, a, 1); !ok || !strArg(t, "utf_7_encode", a[0]) {
		return null
	}
	s := object.As[object.Str](a[0])
	var out []byte
	var b bitBuffer
	shifted := false
	for i := range int(s.Len) {
		var ok bool
		if out, ok = object.Grow(t, out, utf7Most); !ok {
			return null
		}
		switch r := s.At(i); {
		case utf7Direct(r):
			if shifted {
				shifted = false
				if out = b.flush(out); r == '-' || base64Value(byte(r)) >= 0 {
					out = append(out, '-')
				}
			}
			out = append(out, byte(r))
		case r == '+' && !shifted:
			out = append(out, "+-"...)
		default:
			if !shifted {
				shifted = true
				out = append(out, '+')
			}
			if r >= 0x10000 {
				high, low := utf16.EncodeRune(r)
				out, r = b.put(out, high), low
			}
			out = b.put(out, r)
		}
	}
	out, ok := object.Grow(t, out, utf7Most)
	if !ok {
		return null
	}
	if out = b.flush(out); shifted {
		out = append(out, '-')
	}
	return withLength(t, object.NewBytes(t, out), int(s.Len))
}

func utf7Decode(t *Thread, _ Value, a []Value) Value {
	data, ok := dataArg(t, a[0])
	errors, ok2 := errorsAt(t, a, 1)
	final, ok3 := native.BoolAt(t, a, 2, false)
	if !ok || !ok2 || !ok3 {
		return null
	}
	out, used, ok := decodeBits(t, data, 0, errors, decodesKeeping, func(dst, data []byte) ([]byte, int, bool) {
		dst, ok := object.Grow(t, dst, 3*len(data)+utf7Most)
		if !ok {
			return nil, 0, false
		}
		d := utf7Decoder{out: dst, data: data}
		used, problem, end := d.run(final)
		if problem != "" {
			if v := object.NewBytes(t, data); v != null {
				object.RaiseUnicodeError(t, object.TUnicodeDecodeError, "utf7", v, d.start, end, problem)
			}
			return d.out, 0, false
		}
		return d.out, used, true
	})
	if !ok {
		return null
	}
	if final {
		used = len(data)
	}
	return withLength(t, object.StrOfBytes(t, out), used)
}

// utf7Decoder reads a text; out may have what stands before a problem.
type utf7Decoder struct {
	out, data []byte
	start     int // where the problem, or the + before the digits, stands
	bitBuffer
	high rune // the first half of a pair, or 0
}

// run decodes until the end, or to a problem: then end is where it ends, and start where it began. Without final, digits that no - ends stay for the next time.
func (d *utf7Decoder) run(final bool) (used int, problem string, end int) {
	n := len(d.data)
	for i := 0; i < n; {
		c := d.data[i]
		d.start = i
		switch i++; {
		case c == '+' && i < n && d.data[i] == '-':
			d.out = append(d.out, '+')
			i++
		case c == '+' && i < n && base64Value(d.data[i]) < 0:
			return 0, "ill-formed sequence", i + 1
		case c == '+':
			before := len(d.out)
			d.bitBuffer, d.high = bitBuffer{}, 0
			for ; i < n && base64Value(d.data[i]) >= 0; i++ {
				d.digit(base64Value(d.data[i]))
			}
			if i == n {
				switch {
				case !final:
					d.out = d.out[:before]
					return d.start, "", 0
				case d.high != 0 || d.count >= 6 || d.count > 0 && d.bits != 0:
					return 0, "unterminated shift sequence", n
				}
				return n, "", 0
			}
			switch {
			case d.count >= 6:
				return 0, "partial character in shift sequence", i + 1
			case d.count > 0 && d.bits != 0:
				return 0, "non-zero padding bits in shift sequence", i + 1
			}
			if c := d.data[i]; d.high != 0 && c < 0x80 && c != '+' {
				d.out = object.AppendWTF8(d.out, d.high)
			}
			if d.data[i] == '-' {
				i++
			}
		case c < 0x80:
			d.out = append(d.out, c)
		default:
			return 0, "unexpected special character", i
		}
	}
	return n, "", 0
}

// digit takes six bits in.
func (d *utf7Decoder) digit(v int) {
	d.bits, d.count = d.bits<<6|uint32(v), d.count+6
	if d.count < 16 {
		return
	}
	d.count -= 16
	unit := rune(d.bits >> d.count)
	d.bits &= 1<<d.count - 1
	if d.high != 0 {
		r := utf16.DecodeRune(d.high, unit)
		if unit >= 0xDC00 && unit < 0xE000 {
			d.out = object.AppendWTF8(d.out, r)
			d.high = 0
			return
		}
		d.out = object.AppendWTF8(d.out, d.high)
		d.high = 0
	}
	if unit >= 0xD800 && unit < 0xDC00 {
		d.high = unit
	} else {
		d.out = object.AppendWTF8(d.out, unit)
	}
}
