// Decimal.__format__.

package decimalmod

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// spec is a parsed format specifier. Dot, Sep and Grouping are those of the locale for type n.
type spec struct {
	fill, dot, sep  string
	align, sign     byte
	noNegZero, zero bool
	local           bool // of the locale
	typ             byte
	width, prec     int64 // prec -1: none
	grouping        string
}

// maxWidth bounds widths and precisions.
const maxWidth = 1 << 40

func parseSpec(s string, capitals bool) (f spec, ok bool) {
	f = spec{fill: " ", dot: ".", prec: -1, align: '>'}
	explicit := false
	if s != "" {
		_, n := utf8.DecodeRuneInString(s)
		switch {
		case len(s) > n && strings.IndexByte("<>=^", s[n]) >= 0:
			f.fill, f.align, explicit = s[:n], s[n], true
			s = s[n+1:]
		case strings.IndexByte("<>=^", s[0]) >= 0:
			f.align, explicit = s[0], true
			s = s[1:]
		}
	}
	if s != "" && strings.IndexByte("+- ", s[0]) >= 0 {
		f.sign, s = s[0], s[1:]
	}
	if s != "" && s[0] == 'z' {
		f.noNegZero, s = true, s[1:]
	}
	if s != "" && s[0] == '0' {
		if explicit {
			return f, false
		}
		f.zero, f.fill, f.align = true, "0", '='
		s = s[1:]
	}
	number := func() (n int64) {
		for s != "" && s[0] >= '0' && s[0] <= '9' {
			n = min(n*10+int64(s[0]-'0'), maxWidth)
			s = s[1:]
		}
		return n
	}
	f.width = number()
	if s != "" && s[0] == ',' {
		f.sep, f.grouping, s = ",", "\x03", s[1:]
	}
	if s != "" && s[0] == '.' {
		if s = s[1:]; s == "" || s[0] < '0' || s[0] > '9' {
			return f, false
		}
		f.prec = number()
	}
	f.typ = 'g'
	if capitals {
		f.typ = 'G'
	}
	if s != "" {
		if strings.IndexByte("eEfFgGnN%", s[0]) < 0 {
			return f, false
		}
		f.typ, s = s[0], s[1:]
		if f.typ|0x20 == 'n' {
			if f.sep != "" {
				return f, false
			}
			f.local = true
			f.typ -= 'n' - 'g'
		}
	}
	return f, s == ""
}

// overrides takes decimal_point, thousands_sep and grouping from a dict.
func (f *spec) overrides(t *Thread, v Value) bool {
	if !object.IsDict(v) {
		object.Raise(t, object.TTypeError, "optional argument must be a dict")
		return false
	}
	for _, o := range []struct {
		name string
		at   *string
	}{{"decimal_point", &f.dot}, {"thousands_sep", &f.sep}, {"grouping", &f.grouping}} {
		x := object.As[object.Dict](v).GetGoString(t, o.name)
		if x == null {
			if t.Exc != null {
				return false
			}
			continue
		}
		if !object.IsStr(x) {
			object.Raise(t, object.TTypeError, "override value must be a string")
			return false
		}
		*o.at = object.GoString(x)
	}
	valid := f.dot != "" && len(f.dot) <= 4 && len(f.sep) <= 4
	for i := range len(f.grouping) {
		valid = valid && f.grouping[i] < 128
	}
	if !valid {
		object.Raise(t, object.TValueError, "invalid override dict")
	}
	return valid
}

// formatText is a format as UTF-8.
func formatText(v Value) string {
	if s := object.As[object.Str](v); s.IsASCII() {
		return s.View()
	}
	return object.GoString(v)
}

func decimalFormat(t *Thread, v Value, args []Value) Value {
	if !object.IsStr(args[0]) {
		return object.Raise(t, object.TTypeError, "format arg must be str")
	}
	ctx := current(t)
	if ctx == nil {
		return null
	}
	format := formatText(args[0])
	if format == "" && len(args) == 1 {
		return text(t, v, false, ctx.Capitals)
	}
	f, ok := parseSpec(format, ctx.Capitals)
	if !ok {
		if len(args) == 1 && strings.Contains(format, "#") { // libmpdec does not know alternate forms
			return formatByLibrary(t, ctx, v, args[0])
		}
		return object.Raise(t, object.TValueError, "invalid format string")
	}
	if strings.HasSuffix(format, "N") && !object.Warn(t, object.TDeprecationWarning, "Format specifier 'N' is deprecated") {
		return null
	}
	if f.local && !f.localize(t) || len(args) > 1 && !f.overrides(t, args[1]) {
		return null
	}
	var x decnum.Num
	load(&x, v)
	if f.width >= maxWidth || f.prec >= maxWidth {
		return object.Raise(t, object.TValueError, "format specification exceeds internal limits of _decimal")
	}
	if !t.Room(2*uint64(f.width) + 2*uint64(max(f.prec, 0)) + 2*uint64(x.Digits())) {
		return null
	}
	var buf [128]byte
	b, ok := f.format(t, ctx, &x, buf[:0])
	if !ok {
		return null
	}
	return object.StrOfBytes(t, b)
}

// formatByLibrary is the result of _pydecimal, which is written in Python.
func formatByLibrary(t *Thread, ctx *context, v, format Value) Value {
	class := attrOf(t, "_pydecimal", "Decimal")
	if class == null {
		return null
	}
	s := text(t, v, false, true)
	if s == null {
		return null
	}
	d := object.Call1(t, class, s)
	if d == null {
		return null
	}
	return native.Call2(t, d, "__format__", format, object.Of(ctx))
}

// localize takes the separators of the locale.
func (f *spec) localize(t *Thread) bool {
	conv := attrOf(t, "_locale", "localeconv")
	if conv == null { // there is no such module: the locale is C's
		return t.ClearIf(object.TImportError)
	}
	d := object.Call0(t, conv)
	if d == null || !object.IsDict(d) {
		return d != null
	}
	get := func(name string) Value { return object.As[object.Dict](d).GetGoString(t, name) }
	if v := get("decimal_point"); v != null && object.IsStr(v) {
		f.dot = object.GoString(v)
	}
	if v := get("thousands_sep"); v != null && object.IsStr(v) {
		f.sep = object.GoString(v)
	}
	if v := get("grouping"); v != null && object.IsList(v) {
		f.grouping = ""
		for _, n := range object.As[object.List](v).Slice() {
			i, _ := object.Int64(n)
			f.grouping += string(rune(i & 127))
		}
	}
	return t.Exc == null
}

// format appends the text of x to out.
func (f *spec) format(t *Thread, ctx *context, x *decnum.Num, out []byte) ([]byte, bool) {
	percent := f.typ == '%'
	if x.IsSpecial() {
		neg := x.Neg
		x.Neg = false
		var buf [64]byte
		body, percentSign := x.Append(buf[:0], false, 'E'), []byte(nil)
		if percent {
			percentSign = []byte{'%'}
		}
		g := *f
		if g.zero {
			g.fill, g.align = " ", '>'
		}
		return g.pad(out, g.signOf(neg), body, percentSign), true
	}
	c := decnum.Max(t)
	c.Round = ctx.Round
	typ := f.typ | 0x20
	if percent {
		x.Exp += 2
		typ = 'f'
	}
	var z decnum.Num
	if f.prec >= 0 {
		switch {
		case typ == 'e' && !x.IsZero(), typ == 'g' && x.Digits() > max(f.prec, 1):
			c.Prec = max(f.prec, 1)
			if typ == 'e' {
				c.Prec = f.prec + 1
			}
			if x.Digits() > c.Prec {
				c.Finalize(&z, x)
			} else {
				pad := *x
				z.Set(&pad)
				if typ == 'e' {
					c.Rescale(&z, &pad, x.Exp-(c.Prec-x.Digits()))
				}
			}
			*x = z
		case typ == 'f':
			c.Rescale(&z, x, -f.prec)
			*x = z
		}
	}
	if x.IsZero() && x.Exp > 0 && typ == 'f' {
		x.Exp = 0
	}
	if !settled(t, &c) || c.Status&decnum.Failed != 0 {
		if t.Exc == null {
			t.NoMemory()
		}
		return nil, false
	}
	if f.noNegZero && x.IsZero() {
		x.Neg = false
	}
	digits := x.Digits()
	left := x.Exp + digits
	point := left
	switch {
	case typ == 'e':
		point = 1
		if x.IsZero() && f.prec >= 0 {
			point = 1 - f.prec
		}
	case typ == 'g' && (x.Exp > 0 || left <= -6):
		point = 1
	}
	if (point > maxWidth || point < -maxWidth) || !t.Room(2*uint64(max(point, -point))) {
		t.NoMemory()
		return nil, false
	}
	var digitBuf, tailBuf, wholeBuf [96]byte
	all := x.AppendCoefficient(digitBuf[:0])
	whole, fraction, zeros := zero, all, int64(0) // zeros stand behind the point, before the fraction
	switch {
	case point <= 0:
		zeros = -point
	case point >= digits:
		for ; digits < point; digits++ {
			all = append(all, '0')
		}
		whole, fraction = all, nil
	default:
		whole, fraction = all[:point], all[point:]
	}
	tail := tailBuf[:0]
	if len(fraction) > 0 {
		tail = append(tail, f.dot...)
		for ; zeros > 0; zeros-- {
			tail = append(tail, '0')
		}
		tail = append(tail, fraction...)
	}
	if exp := left - point; exp != 0 || typ == 'e' {
		e := byte('e')
		if f.typ == 'E' || f.typ == 'G' {
			e = 'E'
		}
		tail = append(tail, e)
		if exp >= 0 {
			tail = append(tail, '+')
		}
		tail = appendInt(tail, exp)
	}
	if percent {
		tail = append(tail, '%')
	}
	sign := f.signOf(x.Neg)
	least := int64(0)
	if f.zero {
		least = f.width - int64(utf8.RuneCount(tail)) - int64(len(sign))
	}
	return f.pad(out, sign, f.group(wholeBuf[:0], whole, least), tail), true
}

func (f *spec) signOf(neg bool) string {
	switch {
	case neg:
		return "-"
	case f.sign == '+':
		return "+"
	case f.sign == ' ':
		return " "
	}
	return ""
}

// group appends the digits before the point with separators, and zeros before them up to that width.
func (f *spec) group(b, digits []byte, least int64) []byte {
	if f.sep == "" || f.grouping == "" {
		for k := least - int64(len(digits)); k > 0; k-- {
			b = append(b, '0')
		}
		return append(b, digits...)
	}
	sepWidth := int64(utf8.RuneCountInString(f.sep))
	for at := 0; ; at++ { // from the end
		size := int64(0)
		switch {
		case at < len(f.grouping) && f.grouping[at] != 0:
			size = int64(f.grouping[at])
		case len(f.grouping) > 1 && f.grouping[len(f.grouping)-1] == 0:
			size = int64(f.grouping[len(f.grouping)-2])
		default:
			size = int64(f.grouping[len(f.grouping)-1])
		}
		n := max(int64(len(digits)), least, 1)
		if size != 127 && size > 0 {
			n = min(n, size)
		}
		least -= n
		for ; n > 0; n-- {
			if len(digits) == 0 {
				b = append(b, '0')
				continue
			}
			b = append(b, digits[len(digits)-1])
			digits = digits[:len(digits)-1]
		}
		if len(digits) == 0 && least <= 0 {
			break
		}
		for i := len(f.sep) - 1; i >= 0; i-- {
			b = append(b, f.sep[i])
		}
		least -= sepWidth
	}
	slices.Reverse(b)
	return b
}

// zero is the digit before the point of numbers below 1.
var zero = []byte{'0'}

// pad appends a number to out and fills it up to the width.
func (f *spec) pad(out []byte, sign string, whole, tail []byte) []byte {
	n := max(f.width-int64(len(sign))-int64(utf8.RuneCount(whole))-int64(utf8.RuneCount(tail)), 0)
	before, between := n, int64(0)
	switch f.align {
	case '<':
		before = 0
	case '=':
		before, between = 0, n
	case '^':
		before = n / 2
	}
	fill := func(n int64) {
		for ; n > 0; n-- {
			out = append(out, f.fill...)
		}
	}
	fill(before)
	out = append(out, sign...)
	fill(between)
	out = append(append(out, whole...), tail...)
	fill(n - before - between)
	return out
}
