// Strings: format(s, spec), translate and maketrans, encode.

package object

import (
	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/lib/unidata"
)

var strTextMethods = []FuncDef{
	{Name: "translate", Sig: "(table, /)", F1: strTranslate},
	{Name: "maketrans", Static: true, MinArgs: 1, MaxArgs: 3, FN: strMakeTrans},
	{Name: "encode", Sig: "(encoding='utf-8', errors='strict')", Fn: strEncode},
	{Name: "format", FK: strFormat},
	{Name: "format_map", Sig: "(mapping, /)", F1: strFormatMap},
}

// strDunderFormat is str.__format__.
func strDunderFormat(t *Thread, v, spec Value) Value {
	text, ok := formatSpec(t, spec)
	if !ok {
		return Null
	}
	if text == "" {
		if v.IsExact(TStr) {
			return v
		}
		return ToStr(t, v)
	}
	p, err := numfmt.ParseSpec(text, numfmt.Str, TypeName(t, v))
	if err != nil {
		return raiseNum(t, err)
	}
	s := As[Str](v)
	l, err := numfmt.LayoutStr(&p, int(s.Len))
	if err != nil {
		return raiseNum(t, err)
	}
	if l.Left+l.Right == 0 {
		return s.part(t, v, 0, l.Keep)
	}
	return strPadded(t, s, 0, l.Keep, l.Left, l.Right, l.Fill)
}

// codecArgs checks the arguments encoding and errors, one after the other.
func codecArgs(t *Thread, fn string, encoding, errors Value) bool {
	return codecArg(t, fn, "argument 'encoding'", encoding) && codecArg(t, fn, "argument 'errors'", errors) &&
		(!t.RT.DevMode || isCodec(t, "lookup", encoding) && isCodec(t, "lookup_error", errors))
}

// isCodec looks up an encoding or an error handler by a function of _codecs; it raises what that raises.
func isCodec(t *Thread, lookup string, name Value) bool {
	if name == Null {
		return true
	}
	f := importAttr(t, "_codecs", lookup)
	return f != Null && Call1(t, f, name) != Null
}

func codecArg(t *Thread, fn, which string, v Value) bool {
	switch {
	case v == Null:
	case !IsStr(v):
		BadArgument(t, fn, which, "str", v)
		return false
	case usualName(As[Str](v)) != "":
	case !noSurrogates(t, v):
		return false
	case As[Str](v).hasRune(0):
		Raise(t, TValueError, "embedded null character")
		return false
	}
	return true
}

// noSurrogates reports whether a str can be encoded as UTF-8, as names must be; otherwise UnicodeEncodeError is set.
func noSurrogates(t *Thread, v Value) bool {
	return As[Str](v).IsASCII() || EncodeStr(t, v, "utf-8", "strict") != Null
}

func strEncode(t *Thread, v Value, bound []Value) Value {
	if !codecArgs(t, "encode", bound[0], bound[1]) {
		return Null
	}
	return EncodeStr(t, v, codecNameOr(bound[0], "utf-8"), codecNameOr(bound[1], "strict"))
}

// strTranslate is s.translate(table).
func strTranslate(t *Thread, v, table Value) Value {
	s := As[Str](v)
	n := int(s.Len)
	// What the table made of ASCII characters: 0 not asked yet, -1 deleted, else code point + 1.
	var cache [128]rune
	i, narrow, r := 0, []byte(nil), Null
	if n > 1 && s.IsASCII() { // as long as what comes out is ASCII
		if narrow = Scratch[byte](t, n); narrow == nil {
			return Null
		}
		in := s.units1()
		for i < n {
			if i, narrow = translateKnown(&cache, in[:min(i+pollEach, n)], i, narrow); i == n {
				break
			}
			c := in[i]
			k := cache[c]
			if k == 0 {
				if r, k = translateOne(t, table, rune(c)); k == translateFailed {
					return Null
				}
				cache[c] = k
			}
			if k == 0 || k > 128 {
				break
			}
			if t.Halted() {
				return Null
			}
		}
		if i == n {
			return newStrUnits(t, narrow)
		}
	}
	out := Scratch[rune](t, n)
	if out == nil {
		return Null
	}
	for _, c := range narrow {
		out = append(out, rune(c))
	}
	changed := false
	for ; i < n; i++ {
		c := s.At(i)
		if t.haltedAt(i) {
			return Null
		}
		k := rune(0)
		if c < 128 {
			k = cache[c]
		}
		if k == 0 && r == Null {
			if r, k = translateOne(t, table, c); k == translateFailed {
				return Null
			}
			if k != 0 && c < 128 {
				cache[c] = k
			}
		}
		switch {
		case k > 0:
			out = append(out, k-1)
			changed = changed || k-1 != c
		case k < 0:
			changed = true
		default:
			changed = true
			x := As[Str](r)
			var ok bool
			if out, ok = Grow(t, out, int(x.Len)+n-i); !ok {
				return Null
			}
			for j := range int(x.Len) {
				out = append(out, x.At(j))
			}
		}
		r = Null
	}
	if !changed && n < 2 {
		return exactStr(t, v)
	}
	return newStrUnits(t, out)
}

// translateKnown translates in from i on, up to a character that the table was not asked for, or made something else of than an ASCII character or nothing. It
// returns where that is, and out with what it added; there must be room.
func translateKnown(known *[128]rune, in []byte, i int, out []byte) (int, []byte) {
	n := len(out)
	out = out[:cap(out)]
	for ; i < len(in); i++ {
		k := known[in[i]&127]
		if k > 0 && k <= 128 {
			out[n] = byte(k - 1)
			n++
		} else if k >= 0 {
			break
		}
	}
	return i, out[:n]
}

// translateFailed is what translateOne returns with an exception set.
const translateFailed = -2

// translateOne asks a table for a character: k is -1 if it is deleted, 0 if the str r takes its place, else the code point + 1.
func translateOne(t *Thread, table Value, c rune) (r Value, k rune) {
	r = GetItem(t, table, SmallInt(int64(c)))
	switch {
	case r == Null:
		if !t.ClearIf(TLookupError) {
			return Null, translateFailed
		}
		return Null, c + 1
	case r == None:
		return Null, -1
	case IsStr(r):
		if x := As[Str](r); x.Len == 1 {
			return Null, x.At(0) + 1
		}
		return r, 0
	case IsIntLike(r):
		k, ok := Int64(r)
		if !ok || k < 0 || k > unidata.MaxRune {
			return Raise(t, TValueError, "character mapping must be in range(0x110000)"), translateFailed
		}
		return Null, rune(k) + 1
	}
	return Raise(t, TTypeError, "character mapping must return integer, None or str"), translateFailed
}

// strMakeTrans is str.maketrans(x, y, z).
func strMakeTrans(t *Thread, self Value, args []Value) Value {
	d := NewDict(t)
	if d == nil {
		return Null
	}
	set := func(c rune, v Value) bool { return v != Null && d.Set(t, SmallInt(int64(c)), v) }
	if len(args) == 1 {
		if !args[0].IsExact(TDict) {
			return Raise(t, TTypeError, "if you give only one argument to maketrans it must be a dict")
		}
		src := As[Dict](args[0])
		for e, i := src.Next(0); e != nil; e, i = src.Next(i) {
			switch {
			case IsStr(e.Key):
				k := As[Str](e.Key)
				if k.Len != 1 {
					return Raise(t, TValueError, "string keys in translate table must be of length 1")
				}
				if !set(k.At(0), e.Val) {
					return Null
				}
			case IsIntLike(e.Key):
				if !d.Set(t, e.Key, e.Val) {
					return Null
				}
			default:
				return Raise(t, TTypeError, "keys in translate table must be strings or integers")
			}
		}
		return Of(d)
	}
	if !IsStr(args[1]) {
		return BadArgument(t, "maketrans", "argument 2", "str", args[1])
	}
	if len(args) > 2 && !IsStr(args[2]) {
		return BadArgument(t, "maketrans", "argument 3", "str", args[2])
	}
	if !IsStr(args[0]) {
		return Raise(t, TTypeError, "first maketrans argument must be a string if there is a second argument")
	}
	x, y := As[Str](args[0]), As[Str](args[1])
	if x.Len != y.Len {
		return Raise(t, TValueError, "the first two maketrans arguments must have equal length")
	}
	for i := 0; i < int(x.Len); i++ {
		if !set(x.At(i), SmallInt(int64(y.At(i)))) {
			return Null
		}
	}
	if len(args) > 2 {
		z := As[Str](args[2])
		for i := 0; i < int(z.Len); i++ {
			if !set(z.At(i), None) {
				return Null
			}
		}
	}
	return Of(d)
}

// Unchanged is where the first character of s stands that may not stay as it is in a normalization form, or the length.
func (s *Str) Unchanged(form unidata.Form) int {
	switch {
	case s.IsASCII():
		return int(s.Len)
	case s.Kind() == 0:
		return unidata.Unchanged(form, s.units1())
	case s.Kind() == 1:
		return unidata.Unchanged(form, s.units2())
	}
	return unidata.Unchanged(form, s.units4())
}
