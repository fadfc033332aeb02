// The % operator of str, bytes and bytearray: template % values.

package object

import (
	"math"
	"runtime"
	"strconv"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/lib/unidata"
)

func strMod(t *Thread, a, b Value) Value {
	if !IsStr(a) {
		return NotImplemented
	}
	s := As[Str](a)
	if v := onlyText(s, b); v != Null {
		return v
	}
	var buf [128]byte
	out, ok := percent(t, buf[:0], s.textView(), b, false)
	if !ok {
		return Null
	}
	return StrOfBytes(t, out)
}

// onlyText is what the template "%s" makes of an exact str, which is that str; Null: it is another case.
func onlyText(s *Str, b Value) Value {
	if s.Len != 2 || s.At(0) != '%' || s.At(1) != 's' {
		return Null
	}
	if b.IsExact(TTuple) && As[Tuple](b).Len() == 1 {
		b = *As[Tuple](b).At(0)
	}
	if b.IsExact(TStr) {
		return b
	}
	return Null
}

// textView returns the text in WTF-8, copied unless it is ASCII; it is valid while the object is reachable from a local variable.
func (s *Str) textView() string {
	if s.IsASCII() {
		return s.View()
	}
	return GoString(Of(s))
}

// isPercentMapping reports whether the right operand can be asked for keys.
func isPercentMapping(t *Thread, v Value, bytes bool) bool {
	if IsTuple(v) || IsStr(v) || TypeOf(t, v).Slots.Subscript == nil {
		return false
	}
	return !bytes || !IsBytes(v) && !IsInstance(t, v, TByteArray)
}

// percent appends template % values; isBytes says that the template is bytes (each a code point below 256 in the string).
func percent(t *Thread, out []byte, text string, values Value, isBytes bool) ([]byte, bool) {
	what := "string"
	if isBytes {
		what = "bytes"
	}
	single, next, n := values, 0, 1 // the value that is used when there is no tuple
	tuple := IsTuple(values)
	if tuple {
		n = As[Tuple](values).Len()
	}
	mapping := isPercentMapping(t, values, isBytes)
	arg := func(tuple bool, values, single Value, next, n int) Value {
		switch {
		case next >= n:
			return Raise(t, TTypeError, "not enough arguments for format string")
		case tuple:
			return *As[Tuple](values).At(next)
		}
		return single
	}
	// where counts code points up to byte i of the template, for error texts.
	where := func(i int) int {
		if isBytes {
			return i
		}
		return countWTF8(text[:i])
	}
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] != '%' {
			j++
		}
		if j-i > 64 {
			ok := false
			if out, ok = Grow(t, out, j-i+64); !ok {
				return nil, false
			}
		}
		out = append(out, text[i:j]...)
		if i = j + 1; j == len(text) {
			break
		}
		if i == len(text) {
			Raise(t, TValueError, "incomplete format")
			return nil, false
		}
		if text[i] == '%' {
			out = append(out, '%')
			i++
			continue
		}
		p := numfmt.Percent{Width: -1, Prec: -1}
		p.Stop = t.halting()
		if text[i] == '(' {
			if !mapping {
				Raise(t, TTypeError, "format requires a mapping")
				return nil, false
			}
			depth := 1
			start := i + 1
			for i++; i < len(text) && depth > 0; i++ {
				switch text[i] {
				case ')':
					depth--
				case '(':
					depth++
				}
			}
			if depth > 0 {
				Raise(t, TValueError, "incomplete format key")
				return nil, false
			}
			key := Null
			if isBytes {
				key = bytesFrom(t, text[start:i-1])
			} else {
				key = NewStr(t, text[start:i-1])
			}
			if key == Null {
				return nil, false
			}
			if single = GetItem(t, values, key); single == Null {
				return nil, false
			}
			tuple, next, n = false, 0, 1
		}
	flags:
		for i < len(text) {
			switch text[i] {
			case '-':
				p.Flags |= numfmt.PercentLeft
			case '+':
				p.Flags |= numfmt.PercentPlus
			case ' ':
				p.Flags |= numfmt.PercentBlank
			case '#':
				p.Flags |= numfmt.PercentAlt
			case '0':
				p.Flags |= numfmt.PercentZero
			default:
				break flags
			}
			i++
		}
		ok := true
		if i < len(text) && text[i] == '*' {
			i++
			if p.Width, ok = percentStar(t, arg(tuple, values, single, next, n), false); !ok {
				return nil, false
			}
			next++
			if p.Width < 0 {
				p.Flags |= numfmt.PercentLeft
				p.Width = -p.Width
			}
		} else if p.Width, i, ok = percentNumber(text, i, math.MaxInt); !ok {
			Raise(t, TValueError, "width too big")
			return nil, false
		}
		if i < len(text) && text[i] == '.' {
			i++
			if i < len(text) && text[i] == '*' {
				i++
				if p.Prec, ok = percentStar(t, arg(tuple, values, single, next, n), true); !ok {
					return nil, false
				}
				next++
				p.Prec = max(p.Prec, 0)
			} else if p.Prec, i, ok = percentNumber(text, i, math.MaxInt32); !ok {
				if isBytes {
					Raise(t, TValueError, "prec too big")
				} else {
					Raise(t, TValueError, "precision too big")
				}
				return nil, false
			}
			p.Prec = max(p.Prec, 0)
		}
		if i < len(text) && (text[i] == 'h' || text[i] == 'l' || text[i] == 'L') {
			i++
		}
		if i == len(text) {
			Raise(t, TValueError, "incomplete format")
			return nil, false
		}
		v := arg(tuple, values, single, next, n)
		if v == Null {
			return nil, false
		}
		next++
		if p.Width > 64 || p.Prec > 64 {
			room := max(p.Width, 0) + max(p.Prec, 0) + 64
			if c := text[i]; c == 's' || c == 'r' || c == 'a' || c == 'b' {
				room = 0 // the precision cuts, and appendPadded looks at the width
			}
			if room > maxFill {
				t.NoMemory()
				return nil, false
			}
			if out, ok = Grow(t, out, room); !ok || !t.Room(uint64(room)) {
				return nil, false
			}
		}
		c, width := rune(text[i]), 1
		if !isBytes {
			c, width = decodeWTF8(text[i:])
		}
		switch c {
		case 's', 'r', 'a', 'b', 'c':
			if c == 'b' && !isBytes {
				ok = percentUnsupported(t, c, where(i), isBytes)
			} else if isBytes {
				out, ok = percentBytes(t, out, p, c, v)
			} else {
				out, ok = percentText(t, out, p, c, v)
			}
		case 'd', 'i', 'u', 'o', 'x', 'X':
			if p.Type = byte(c); isBytes && c == 'i' {
				p.Type = 'd' // also in error texts
			}
			out, ok = percentInt(t, out, p, v)
		case 'e', 'E', 'f', 'F', 'g', 'G':
			p.Type = byte(c)
			out, ok = percentFloat(t, out, p, v, isBytes)
		default:
			ok = percentUnsupported(t, c, where(i), isBytes)
		}
		if !ok || t.Halted() {
			return nil, false
		}
		i += width
	}
	if !mapping && next < n {
		Raise(t, TTypeError, "not all arguments converted during %s formatting", what)
		return nil, false
	}
	return out, true
}

// percentStar is a width or a precision that is an argument.
func percentStar(t *Thread, v Value, toInt bool) (int, bool) {
	if v == Null {
		return 0, false
	}
	if !IsIntLike(v) {
		Raise(t, TTypeError, "* wants int")
		return 0, false
	}
	k, ok := Int64(v)
	if toInt && (!ok || k != int64(int32(k))) {
		Raise(t, TOverflowError, "Python int too large to convert to C int")
		return 0, false
	}
	if !ok {
		Raise(t, TOverflowError, "Python int too large to convert to C ssize_t")
	}
	return int(k), ok
}

func percentUnsupported(t *Thread, c rune, index int, isBytes bool) bool {
	if isBytes && c >= 0x80 {
		Raise(t, TOverflowError, "character argument not in range(0x110000)")
		return false
	}
	shown := c
	if !isBytes && (c < 31 || c > 126) {
		shown = '?'
	}
	Raise(t, TValueError, "unsupported format character '%c' (0x%x) at index %d", shown, c, index)
	return false
}

// percentNumber reads digits; -1 when there are none, false when the number exceeds most.
func percentNumber(text string, i, most int) (int, int, bool) {
	n := -1
	for ; i < len(text) && text[i]-'0' < 10; i++ {
		d := int(text[i] - '0')
		if n = max(n, 0); n > (most-d)/10 {
			return 0, i, false
		}
		n = n*10 + d
	}
	return n, i, true
}

// countWTF8 counts code points.
func countWTF8(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// appendPadded appends text cut to the precision and filled up to the width with spaces.
func appendPadded(t *Thread, out []byte, p numfmt.Percent, text string, isBytes bool) ([]byte, bool) {
	n := len(text)
	if !isBytes {
		n = countWTF8(text)
	}
	if p.Prec >= 0 && p.Prec < n {
		if isBytes || n == len(text) {
			text = text[:p.Prec]
		} else {
			at := 0
			for k := 0; k < p.Prec; k++ {
				_, w := decodeWTF8(text[at:])
				at += w
			}
			text = text[:at]
		}
		n = p.Prec
	}
	pad := max(p.Width-n, 0)
	if pad > maxFill {
		t.NoMemory()
		return nil, false
	}
	out, ok := Grow(t, out, len(text)+pad+64)
	if !ok {
		return nil, false
	}
	if pad == 0 {
		return append(out, text...), true
	}
	var err error
	if p.Flags&numfmt.PercentLeft != 0 {
		out, err = p.Fill(append(out, text...), ' ', pad)
	} else if out, err = p.Fill(out, ' ', pad); err == nil {
		out = append(out, text...)
	}
	return out, err == nil
}

// maxFill bounds the padding that templates may ask for.
const maxFill = 1 << 36

func percentText(t *Thread, out []byte, p numfmt.Percent, c rune, v Value) ([]byte, bool) {
	if c == 'c' {
		r, ok := percentChar(t, v)
		if !ok {
			return nil, false
		}
		p.Prec = -1
		var buf [utf8.UTFMax]byte
		return appendPadded(t, out, p, string(AppendWTF8(buf[:0], r)), false)
	}
	plain := p.Width <= 0 && p.Prec < 0
	if c == 's' && plain && v.IsInt() {
		return strconv.AppendInt(out, v.Int(), 10), true
	}
	s := Null
	switch c {
	case 's':
		s = ToStr(t, v)
	case 'r':
		s = Repr(t, v)
	default:
		s = ASCII(t, v)
	}
	switch {
	case s == Null:
		return nil, false
	case plain:
		return GrowStr(t, out, s)
	}
	out, ok := appendPadded(t, out, p, As[Str](s).textView(), false)
	runtime.KeepAlive(s)
	return out, ok
}

func percentChar(t *Thread, v Value) (rune, bool) {
	if IsStr(v) {
		if s := As[Str](v); s.Len == 1 {
			return s.At(0), true
		}
		Raise(t, TTypeError, "%s", "%c requires int or char")
		return 0, false
	}
	i := v
	if !IsIntLike(v) {
		if i = Index(t, v); i == Null {
			if t.ClearIf(TTypeError) {
				Raise(t, TTypeError, "%s", "%c requires int or char")
			}
			return 0, false
		}
	}
	k, ok := Int64(i)
	if !ok || k < 0 || k > unidata.MaxRune {
		Raise(t, TOverflowError, "%s", "%c arg not in range(0x110000)")
		return 0, false
	}
	return rune(k), true
}

// percentBytes does %s, %b, %r, %a and %c in bytes.
func percentBytes(t *Thread, out []byte, p numfmt.Percent, c rune, v Value) ([]byte, bool) {
	switch c {
	case 'c':
		b, ok := percentByte(t, v)
		if !ok {
			return nil, false
		}
		p.Prec = -1
		return appendPadded(t, out, p, string([]byte{b}), true)
	case 'r', 'a':
		s := ASCII(t, v)
		if s == Null {
			return nil, false
		}
		out, ok := appendPadded(t, out, p, As[Str](s).View(), true)
		runtime.KeepAlive(s)
		return out, ok
	}
	data, ok := bufferView(t, v)
	if !ok && t.Exc == Null {
		r, found := CallSpecial0(t, v, N_bytes_)
		switch {
		case !found:
			Raise(t, TTypeError, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", TypeName(t, v))
		case r != Null && !IsBytes(r):
			Raise(t, TTypeError, "__bytes__ returned non-bytes (type %s)", TypeName(t, r))
		case r != Null:
			out, ok = appendPadded(t, out, p, bytesView(r), true)
			runtime.KeepAlive(r)
			return out, ok
		}
	}
	if !ok {
		return nil, false
	}
	return appendPadded(t, out, p, string(data), true)
}

func percentByte(t *Thread, v Value) (byte, bool) {
	if data, ok := byteString(t, v); ok {
		if len(data) == 1 {
			return data[0], true
		}
	} else if IsIndex(t, v) {
		i := Index(t, v)
		if i == Null {
			return 0, false
		}
		k, ok := Int64(i)
		if !ok || k < 0 || k > 255 {
			Raise(t, TOverflowError, "%s", "%c arg not in range(256)")
			return 0, false
		}
		return byte(k), true
	}
	Raise(t, TTypeError, "%s", "%c requires an integer in range(256) or a single byte")
	return 0, false
}

func percentInt(t *Thread, out []byte, p numfmt.Percent, v Value) ([]byte, bool) {
	if v.IsInt() && p.Flags == 0 && p.Width < 0 && p.Prec < 0 && p.Type == 'd' {
		return strconv.AppendInt(out, v.Int(), 10), true
	}
	i := v
	if !IsIntLike(v) {
		if i = percentToInt(t, p.Type, v); i == Null {
			return nil, false
		}
	}
	var err error
	if k, ok := Int64(i); ok {
		out, err = p.AppendInt(out, k)
	} else {
		out, err = p.AppendBig(out, BigOf(i), t.RT.IntMaxStrDigits)
		runtime.KeepAlive(i)
	}
	if err != nil {
		raiseNum(t, err)
		return nil, false
	}
	return out, true
}

func percentToInt(t *Thread, c byte, v Value) Value {
	s := &TypeOf(t, v).Slots
	hex := c == 'o' || c == 'x' || c == 'X'
	r := Null
	switch {
	case v.IsFloat() && !hex, !hex && (s.Int != nil || s.Index != nil):
		r = ToInt(t, v)
	case hex && s.Index != nil:
		r = Index(t, v)
	default:
		Raise(t, TTypeError, "")
	}
	if r == Null && t.ClearIf(TTypeError) {
		want := "a real number"
		if hex {
			want = "an integer"
		}
		return Raise(t, TTypeError, "%%%c format: %s is required, not %s", c, want, TypeName(t, v))
	}
	return r
}

func percentFloat(t *Thread, out []byte, p numfmt.Percent, v Value, isBytes bool) ([]byte, bool) {
	f, ok := AsFloat64(t, v)
	if !ok {
		if isBytes && t.ClearIf(TTypeError) {
			Raise(t, TTypeError, "float argument required, not %s", TypeName(t, v))
		}
		return nil, false
	}
	out, err := p.AppendFloat(out, f)
	if err != nil {
		raiseNum(t, err)
		return nil, false
	}
	return out, true
}
