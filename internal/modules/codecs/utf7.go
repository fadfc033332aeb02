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

// utf7Direct has the characters that the encoder lets stand for themselves.
var utf7Direct = func() (direct [128]bool) {
	for c := ' '; c < 0x7F; c++ {
		direct[c] = c != '+' && c != '\\' && c != '~'
	}
	direct['\t'], direct['\n'], direct['\r'] = true, true, true
	return direct
}()

func isUTF7Direct(r rune) bool { return uint32(r) < uint32(len(utf7Direct)) && utf7Direct[r] }

// utf7Most is how many bytes the encoder makes of a character at most: two units of six digits together, and the marks around.
const utf7Most = 9

// bitBuffer has the bits that are no whole digit, or no whole unit of UTF-16, yet.
type bitBuffer struct {
	bits  uint32
	count int
}

func utf7Encode(t *Thread, _ Value, a []Value) Value {
	if _, ok := errorsAt(t, a, 1); !ok || !strArg(t, "utf_7_encode", a[0]) {
		return null
	}
	var out []byte
	var e utf7Encoder
	var chunk [runesAtOnce / 4]rune
	size := int(object.As[object.Str](a[0]).Len)
	for done, ok := 0, false; done < size; {
		part := chunk[:min(size-done, len(chunk))]
		object.As[object.Str](a[0]).CopyRunes(part, done)
		if out, ok = object.Grow(t, out, utf7Most*len(part)); !ok || t.Halted() {
			return null
		}
		out = out[:e.encode(out[:cap(out)], len(out), part)]
		done += len(part)
	}
	out, ok := object.Grow(t, out, utf7Most)
	if !ok {
		return null
	}
	n := len(out)
	if out = out[:cap(out)]; e.shifted {
		n = e.flush(out, n)
		out[n] = '-'
		n++
	}
	return withLength(t, object.NewBytes(t, out[:n]), size)
}

// utf7Encoder writes a text to room[n:], which has place for all that may come. Its methods return where what they wrote ends.
type utf7Encoder struct {
	bitBuffer
	shifted bool // digits are being written
}

func (e *utf7Encoder) encode(room []byte, n int, text []rune) int {
	for i := 0; i < len(text); {
		r := text[i]
		switch {
		case isUTF7Direct(r):
			if e.shifted {
				e.shifted = false
				if n = e.flush(room, n); r == '-' || base64Value(byte(r)) >= 0 {
					room[n] = '-'
					n++
				}
			}
			for ; i < len(text) && isUTF7Direct(text[i]); i++ {
				room[n] = byte(text[i])
				n++
			}
			continue
		case e.shifted:
		case r == '+':
			room[n], room[n+1] = '+', '-'
			n += 2
			i++
			continue
		default:
			room[n] = '+'
			n++
			e.shifted = true
		}
		if e.count == 0 {
			if k := putThrees(room[n:], text[i:]); k > 0 {
				n += 8 * k
				i += 3 * k
				continue
			}
		}
		if r >= 0x10000 {
			high, low := utf16.EncodeRune(r)
			n, r = e.put(room, n, high), low
		}
		n = e.put(room, n, r)
		i++
	}
	return n
}

// put writes a unit of UTF-16 as digits; up to four bits stay.
func (e *utf7Encoder) put(room []byte, n int, unit rune) int {
	e.bits = e.bits<<16 | uint32(unit)
	for e.count += 16; e.count >= 6; e.count -= 6 {
		room[n] = base64Digits[e.bits>>(e.count-6)&63]
		n++
	}
	return n
}

// flush writes the bits that stayed.
func (e *utf7Encoder) flush(room []byte, n int) int {
	if e.count > 0 {
		room[n] = base64Digits[e.bits<<(6-e.count)&63]
		n++
	}
	e.bitBuffer = bitBuffer{}
	return n
}

// putThrees writes each three characters as eight digits, up to those that are no units of UTF-16 of their own, or in ASCII. It returns how
// many threes there were.
func putThrees(room []byte, text []rune) (n int) {
	isUnit := func(r rune) bool { return uint32(r)-0x80 < 0x10000-0x80 }
	for ; len(text) >= 3 && isUnit(text[0]) && isUnit(text[1]) && isUnit(text[2]); text = text[3:] {
		bits := uint64(text[0])<<32 | uint64(text[1])<<16 | uint64(text[2])
		to := room[8*n:][:8]
		to[0] = base64Digits[bits>>42&63]
		to[1] = base64Digits[bits>>36&63]
		to[2] = base64Digits[bits>>30&63]
		to[3] = base64Digits[bits>>24&63]
		to[4] = base64Digits[bits>>18&63]
		to[5] = base64Digits[bits>>12&63]
		to[6] = base64Digits[bits>>6&63]
		to[7] = base64Digits[bits&63]
		n++
	}
	return n
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
			i = d.digits(i)
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
			for i < n && d.data[i] < 0x80 && d.data[i] != '+' {
				i++
			}
			d.out = append(d.out, d.data[d.start:i]...)
		default:
			return 0, "unexpected special character", i
		}
	}
	return n, "", 0
}

// digits takes in the digits from i on, and returns where they end.
func (d *utf7Decoder) digits(i int) int {
	for i < len(d.data) {
		if d.count == 0 && d.high == 0 {
			if k := d.threes(d.data[i:]); k > 0 {
				i += 8 * k
				continue
			}
		}
		v := base64Value(d.data[i])
		if v < 0 {
			break
		}
		i++
		d.bits = d.bits<<6 | uint32(v)
		if d.count += 6; d.count >= 16 {
			d.count -= 16
			d.unit(rune(d.bits >> d.count))
			d.bits &= 1<<d.count - 1
		}
	}
	return i
}

// threes takes in each eight digits as three units, up to those that are ASCII or halves of pairs. It returns how many threes there were.
func (d *utf7Decoder) threes(data []byte) (n int) {
	room, end := d.out[:cap(d.out)], len(d.out)
	for ; len(data) >= 8; data = data[8:] {
		value := func(i int) uint64 { return uint64(sextets[data[i]] - 1) }
		v0, v1, v2, v3, v4, v5, v6, v7 := value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7)
		bits := v0<<42 | v1<<36 | v2<<30 | v3<<24 | v4<<18 | v5<<12 | v6<<6 | v7
		a, b, c := rune(bits>>32), rune(bits>>16&0xFFFF), rune(bits&0xFFFF)
		if v0|v1|v2|v3|v4|v5|v6|v7 > 63 || !isWhole(a) || !isWhole(b) || !isWhole(c) {
			break
		}
		end = putUnit(room, end, a)
		end = putUnit(room, end, b)
		end = putUnit(room, end, c)
		n++
	}
	d.out = room[:end]
	return n
}

// isWhole reports whether a unit of UTF-16 is a character beyond ASCII.
func isWhole(r rune) bool { return r >= 0x80 && !utf16.IsSurrogate(r) }

// putUnit writes one in UTF-8 to room[n:], and returns where that ends.
func putUnit(room []byte, n int, r rune) int {
	if r < 0x800 {
		room[n], room[n+1] = byte(r>>6)|0xC0, byte(r)&0x3F|0x80
		return n + 2
	}
	room[n], room[n+1], room[n+2] = byte(r>>12)|0xE0, byte(r>>6)&0x3F|0x80, byte(r)&0x3F|0x80
	return n + 3
}

// unit takes in a unit of UTF-16, perhaps half of a pair.
func (d *utf7Decoder) unit(unit rune) {
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
