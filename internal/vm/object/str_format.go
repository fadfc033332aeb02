// str.format and str.format_map: the template language.

package object

import (
	"math"
	"runtime"
	"strings"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

// formatDepth is how deep templates may nest.
const formatDepth = 2

// autoNumber counts the fields without a name.
type autoNumber struct {
	next         int
	auto, manual bool
}

func strFormat(t *Thread, v Value, args []Value, kw Value) Value {
	var auto autoNumber
	var buf [128]byte
	pos, named := SplitKw(args, kw)
	if s := As[Str](v); len(pos) > 0 && s.Len == 2 && s.At(0) == '{' && s.At(1) == '}' && pos[0].IsExact(TStr) {
		return pos[0] // as CPython, no copy of it
	}
	out, ok := formatTemplate(t, buf[:0], As[Str](v).textView(), pos, named, kw, Null, formatDepth, &auto)
	runtime.KeepAlive(v)
	if !ok {
		return Null
	}
	return StrOfBytes(t, out)
}

func strFormatMap(t *Thread, v, mapping Value) Value {
	var auto autoNumber
	var buf [128]byte
	out, ok := formatTemplate(t, buf[:0], As[Str](v).textView(), nil, nil, Null, mapping, formatDepth, &auto)
	runtime.KeepAlive(v)
	if !ok {
		return Null
	}
	return StrOfBytes(t, out)
}

// formatTemplate appends the template with its fields replaced. The values come from pos and named (with names kw), or from mapping.
//
//psy:bounded depth counts down from 2
func formatTemplate(t *Thread, out []byte, text string, pos, named []Value, kw, mapping Value, depth int, auto *autoNumber) ([]byte, bool) {
	if depth <= 0 {
		Raise(t, TValueError, "Max string recursion exceeded")
		return nil, false
	}
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] != '{' && text[j] != '}' {
			j++
		}
		if j-i > 64 {
			ok := false
			if out, ok = Grow(t, out, j-i+64); !ok {
				return nil, false
			}
		}
		out = append(out, text[i:j]...)
		if j == len(text) {
			break
		}
		c := text[j]
		i = j + 1
		if i < len(text) && text[i] == c {
			out = append(out, c)
			i++
			continue
		}
		if c == '}' {
			Raise(t, TValueError, "Single '}' encountered in format string")
			return nil, false
		}
		if i == len(text) {
			Raise(t, TValueError, "Single '{' encountered in format string")
			return nil, false
		}
		f, end, problem := parseField(text, i)
		if problem != "" {
			Raise(t, TValueError, "%s", problem)
			return nil, false
		}
		v := fieldValue(t, f.name, pos, named, kw, mapping, auto)
		if v == Null {
			return nil, false
		}
		if f.converted {
			if v = convertField(t, v, f.conversion); v == Null {
				return nil, false
			}
		}
		spec := f.spec
		if f.nested {
			s, ok := formatTemplate(t, nil, spec, pos, named, kw, mapping, depth-1, auto)
			if !ok {
				return nil, false
			}
			spec = string(s)
		}
		s := Null
		if spec == "" && v.IsExact(TStr) {
			s = v
		} else {
			x := NewStr(t, spec)
			if x == Null {
				return nil, false
			}
			if s = Format(t, v, x); s == Null {
				return nil, false
			}
		}
		ok := false
		if out, ok = GrowStr(t, out, s); !ok {
			return nil, false
		}
		i = end
	}
	return out, true
}

type formatField struct {
	name, spec string
	conversion rune
	converted  bool
	nested     bool // the spec has fields
}

// parseField parses what follows '{' at i; end is behind the closing brace.
func parseField(text string, i int) (f formatField, end int, problem string) {
	start := i
	c := byte(0)
scan:
	for i < len(text) {
		c = text[i]
		i++
		switch c {
		case '{':
			return f, 0, "unexpected '{' in field name"
		case '[':
			for i < len(text) && text[i] != ']' {
				i++
			}
		case '}', ':', '!':
			break scan
		}
	}
	if c != '!' && c != ':' && c != '}' {
		return f, 0, "expected '}' before end of string"
	}
	f.name = text[start : i-1]
	if c == '}' {
		return f, i, ""
	}
	if c == '!' {
		if i >= len(text) {
			return f, 0, "end of string while looking for conversion specifier"
		}
		r, w := decodeWTF8(text[i:])
		f.conversion, f.converted = r, true
		if i += w; i < len(text) {
			c = text[i]
			i++
			if c == '}' {
				return f, i, ""
			}
			if c != ':' {
				return f, 0, "expected ':' after conversion specifier"
			}
		}
	}
	start = i
	depth := 1
	for i < len(text) {
		c = text[i]
		i++
		switch c {
		case '{':
			f.nested = true
			depth++
		case '}':
			if depth--; depth == 0 {
				f.spec = text[start : i-1]
				return f, i, ""
			}
		}
	}
	return f, 0, "unmatched '{' in format spec"
}

func convertField(t *Thread, v Value, c rune) Value {
	switch {
	case c == 's':
		return ToStr(t, v)
	case c == 'r':
		return Repr(t, v)
	case c == 'a':
		return ASCII(t, v)
	case c > 32 && c < 127:
		return Raise(t, TValueError, "Unknown conversion specifier %c", c)
	}
	return Raise(t, TValueError, "Unknown conversion specifier \\x%x", c)
}

// formatIndex reads a text as an index: -1 when it is none; false when it is too large.
func formatIndex(t *Thread, s string) (int, bool) {
	if s == "" {
		return -1, true
	}
	n := 0
	for _, c := range s {
		d := unidata.Decimal(c)
		if d < 0 {
			return -1, true
		}
		if n > (math.MaxInt-d)/10 {
			Raise(t, TValueError, "Too many decimal digits in format string")
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}

// fieldValue finds what a field name stands for.
func fieldValue(t *Thread, name string, pos, named []Value, kw, mapping Value, auto *autoNumber) Value {
	first, rest := name, ""
	if i := strings.IndexAny(name, ".["); i >= 0 {
		first, rest = name[:i], name[i:]
	}
	index, ok := formatIndex(t, first)
	if !ok {
		return Null
	}
	if first == "" || index >= 0 {
		switch {
		case first == "" && auto.manual:
			return Raise(t, TValueError, "cannot switch from manual field specification to automatic field numbering")
		case first != "" && auto.auto:
			return Raise(t, TValueError, "cannot switch from automatic field numbering to manual field specification")
		}
		if first == "" {
			auto.auto = true
			index = auto.next
			auto.next++
		} else {
			auto.manual = true
		}
	}
	v := Null
	switch {
	case index >= 0 && mapping != Null:
		return Raise(t, TValueError, "Format string contains positional fields")
	case index >= 0:
		if index >= len(pos) {
			return Raise(t, TIndexError, "Replacement index %d out of range for positional args tuple", index)
		}
		v = pos[index]
	default:
		if mapping == Null {
			if i := kwPosition(kw, first); i >= 0 {
				v = named[i]
				break
			}
		}
		key := NewStr(t, first)
		if key == Null {
			return Null
		}
		if mapping == Null {
			return RaiseKeyError(t, key)
		}
		v = GetItem(t, mapping, key)
	}
	for v != Null && rest != "" {
		v, rest = fieldStep(t, v, rest)
	}
	return v
}

// kwPosition is KwIndex for a name of any characters.
func kwPosition(kw Value, name string) int {
	if kw == Null {
		return -1
	}
	for i, k := range As[Tuple](kw).Items() {
		if IsStr(k) && As[Str](k).textView() == name {
			return i
		}
	}
	return -1
}

// fieldStep does one .name or [index] of a field name and returns what is left of it.
func fieldStep(t *Thread, v Value, rest string) (Value, string) {
	switch rest[0] {
	case '.':
		name := rest[1:]
		rest = ""
		if i := strings.IndexAny(name, ".["); i >= 0 {
			name, rest = name[:i], name[i:]
		}
		if name == "" {
			return Raise(t, TValueError, "Empty attribute in format string"), ""
		}
		s := NewStr(t, name)
		if s == Null {
			return Null, ""
		}
		return GetAttr(t, v, s), rest
	case '[':
		name, tail, found := strings.Cut(rest[1:], "]")
		if !found {
			return Raise(t, TValueError, "Missing ']' in format string"), ""
		}
		index, ok := formatIndex(t, name)
		if !ok {
			return Null, ""
		}
		if name == "" {
			return Raise(t, TValueError, "Empty attribute in format string"), ""
		}
		key := Null
		if index >= 0 {
			key = NewInt(t, int64(index))
		} else {
			key = NewStr(t, name)
		}
		if key == Null {
			return Null, ""
		}
		return GetItem(t, v, key), tail
	}
	return Raise(t, TValueError, "Only '.' or '[' may follow ']' in format field specifier"), ""
}

// FormatPart is a piece of a template: a literal text, and the field behind it, if there is one.
type FormatPart struct {
	Literal, Name, Spec string
	Conversion          rune // 0: none
	Field               bool
}

// NextFormatPart cuts the first piece off a template; problem is the text of a ValueError.
func NextFormatPart(text string) (p FormatPart, rest, problem string) {
	i := strings.IndexAny(text, "{}")
	if i < 0 {
		return FormatPart{Literal: text}, "", ""
	}
	p.Literal = text[:i]
	c := text[i]
	switch next := text[i+1:]; {
	case next != "" && next[0] == c:
		p.Literal = text[:i+1]
		return p, next[1:], ""
	case c == '}' || next == "":
		return p, "", "Single '" + string(c) + "' encountered in format string"
	}
	f, end, problem := parseField(text, i+1)
	if problem != "" {
		return p, "", problem
	}
	p.Field, p.Name, p.Spec = true, f.name, f.spec
	if f.converted {
		p.Conversion = f.conversion
	}
	return p, text[end:], ""
}

// FormatFirst cuts the first name off a field's name: a str, or an int.
func FormatFirst(t *Thread, name string) (first Value, rest string) {
	if i := strings.IndexAny(name, ".["); i >= 0 {
		name, rest = name[:i], name[i:]
	}
	return formatKey(t, name), rest
}

func formatKey(t *Thread, name string) Value {
	index, ok := formatIndex(t, name)
	if !ok {
		return Null
	}
	if index >= 0 {
		return NewInt(t, int64(index))
	}
	return NewStr(t, name)
}

// FormatStep cuts one .name or [index] off what follows; the step is a pair: is it an attribute, and the name or index.
func FormatStep(t *Thread, text string) (step Value, rest string) {
	key, attr := Null, text[0] == '.'
	switch name := text[1:]; text[0] {
	case '.':
		if i := strings.IndexAny(name, ".["); i >= 0 {
			name, rest = name[:i], name[i:]
		}
		if name == "" {
			return Raise(t, TValueError, "Empty attribute in format string"), ""
		}
		key = NewStr(t, name)
	case '[':
		name, tail, found := strings.Cut(name, "]")
		if !found {
			return Raise(t, TValueError, "Missing ']' in format string"), ""
		}
		if name == "" {
			return Raise(t, TValueError, "Empty attribute in format string"), ""
		}
		key, rest = formatKey(t, name), tail
	default:
		return Raise(t, TValueError, "Only '.' or '[' may follow ']' in format field specifier"), ""
	}
	if key == Null {
		return Null, ""
	}
	return Pair(t, Bool(attr), key), rest
}
