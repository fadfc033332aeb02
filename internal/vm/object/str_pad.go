// Padding strings: center, ljust, rjust, zfill, expandtabs.

package object

import "math"

var strPadMethods = []FuncDef{
	{Name: "center", Sig: "(width, fillchar=' ', /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
		return strJustify(t, v, args, func(pad, width int) int { return pad/2 + pad&width&1 })
	}},
	{Name: "ljust", Sig: "(width, fillchar=' ', /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
		return strJustify(t, v, args, func(pad, width int) int { return 0 })
	}},
	{Name: "rjust", Sig: "(width, fillchar=' ', /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
		return strJustify(t, v, args, func(pad, width int) int { return pad })
	}},
	{Name: "zfill", Sig: "(width, /)", F1: strZfill},
	{Name: "expandtabs", Sig: "(tabsize=8)", Fn: strExpandTabs},
}

func strJustify(t *Thread, v Value, args []Value, leftOf func(pad, width int) int) Value {
	width, ok := ArgSize(t, args[0])
	if !ok {
		return Null
	}
	fill := ' '
	if len(args) > 1 {
		if !IsStr(args[1]) {
			return Raise(t, TTypeError, "The fill character must be a unicode character, not %s", TypeName(t, args[1]))
		}
		f := As[Str](args[1])
		if f.Len != 1 {
			return Raise(t, TTypeError, "The fill character must be exactly one character long")
		}
		fill = f.At(0)
	}
	s := As[Str](v)
	if width <= s.Len {
		return exactStr(t, v)
	}
	pad := width - s.Len
	left := leftOf(int(pad), int(width))
	return strPadded(t, s, 0, int(s.Len), left, int(pad)-left, fill)
}

// strPadded is left times fill, s[lo:hi], right times fill.
func strPadded(t *Thread, s *Str, lo, hi, left, right int, fill rune) Value {
	n := hi - lo
	if left > math.MaxInt64-n-right || right > math.MaxInt64-n {
		return Raise(t, TOverflowError, "padded string is too long")
	}
	if left+n+right == 0 {
		return t.RT.EmptyStr
	}
	flags := StrASCII
	if n > 0 {
		flags = s.flagsOfPart(lo, hi)
	}
	if left+right > 0 {
		flags = widerFlags(flags, KindFor(fill))
	}
	r := allocStrKind(t, left+n+right, flags)
	if r == nil {
		return Null
	}
	if !fillStr(t, r, 0, left, fill) || !copyStrNew(t, r, left, s, lo, n) || !fillStr(t, r, left+n, right, fill) {
		return Null
	}
	if r.Len == 1 {
		return narrowed(t, r)
	}
	return Of(r)
}

func strZfill(t *Thread, v, w Value) Value {
	width, ok := ArgSize(t, w)
	if !ok {
		return Null
	}
	s := As[Str](v)
	if width <= s.Len {
		return exactStr(t, v)
	}
	pad := width - s.Len
	r := strPadded(t, s, 0, int(s.Len), int(pad), 0, '0')
	if r != Null && s.Len > 0 {
		if c := s.At(0); c == '+' || c == '-' {
			x := As[Str](r)
			x.put(0, c)
			x.put(int(pad), '0')
		}
	}
	return r
}

func strExpandTabs(t *Thread, v Value, bound []Value) Value {
	tab := int64(8)
	if bound[0] != Null {
		var ok bool
		if tab, ok = asCInt(t, bound[0]); !ok {
			return Null
		}
	}
	s := As[Str](v)
	if !s.hasRune('\t') {
		return exactStr(t, v)
	}
	size, col := int64(0), int64(0)
	for i, n := 0, int(s.Len); i < n; i++ {
		add := int64(1)
		switch c := s.At(i); c {
		case '\t':
			add = 0
			if tab > 0 {
				add = tab - col%tab
			}
			col += add
		case '\n', '\r':
			col = 0
		default:
			col++
		}
		if size > math.MaxInt64-add {
			return Raise(t, TOverflowError, "new string is too long")
		}
		size += add
	}
	if size == 0 {
		return t.RT.EmptyStr
	}
	r := allocStrKind(t, int(size), s.flags())
	if r == nil {
		return Null
	}
	at := 0
	col = 0
	for i, n := 0, int(s.Len); i < n; i++ {
		c := s.At(i)
		switch c {
		case '\t':
			if tab > 0 {
				k := tab - col%tab
				if !fillStr(t, r, at, int(k), ' ') {
					return Null
				}
				at += int(k)
				col += k
			}
			continue
		case '\n', '\r':
			col = 0
		default:
			col++
		}
		r.put(at, c)
		at++
	}
	return narrowed(t, r)
}

// asCInt converts an argument that CPython takes as a C int.
func asCInt(t *Thread, v Value) (int64, bool) {
	i := Index(t, v)
	if i == Null {
		return 0, false
	}
	n, fits := Int64(i)
	if !fits || n != int64(int32(n)) {
		Raise(t, TOverflowError, "Python int too large to convert to C int")
		return 0, false
	}
	return n, true
}
