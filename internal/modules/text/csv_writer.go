// csv.writer.

package text

import (
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

type csvWriter struct {
	header
	Write   Value
	Dialect *dialect
}

func newCSVWriter(t *Thread, _ Value, args []Value, kw Value) Value {
	pos, _ := object.SplitKw(args, kw)
	if !object.CheckPositional(t, "", len(pos), 1, 2) {
		return null
	}
	write := object.LookupAttr(t, pos[0], object.Intern(t, "write"))
	if write == null || object.TypeOf(t, write).Slots.Call == nil {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "argument 1 must have a \"write\" method")
		}
		return null
	}
	d := callDialect(t, args[1:], kw)
	if d == nil {
		return null
	}
	w := object.New[csvWriter](t, tCSVWriter)
	if w != nil {
		w.Write, w.Dialect = write, d
	}
	return object.Of(w)
}

var _ = object.DefineType(tCSVWriter, object.TypeDef{
	Name: "_csv.writer", Size: unsafe.Sizeof(csvWriter{}), Refs: 3 << 1, Flags: object.TypeNoInstances,
	Methods: []FuncDef{
		{Name: "writerow", F1: csvWriteRow},
		{Name: "writerows", F1: func(t *Thread, v, rows Value) Value {
			it := object.Iter(t, rows)
			if it == null {
				return null
			}
			for {
				row := native.Next(t, it)
				if row == null {
					if t.Exc != null && !t.ClearIf(object.TStopIteration) {
						return null
					}
					return none
				}
				if csvWriteRow(t, v, row) == null {
					return null
				}
			}
		}},
	},
	Members: []object.MemberDef{{Name: "dialect", Word: 2}},
})

func csvWriteRow(t *Thread, v, row Value) Value {
	w := object.As[csvWriter](v)
	it := object.Iter(t, row)
	if it == null {
		if t.ClearIf(object.TTypeError) {
			return csvError(t, "iterable expected, not "+object.TypeName(t, row))
		}
		return null
	}
	d := w.Dialect
	out := object.Scratch[byte](t, 200)
	if out == nil {
		return null
	}
	fields, lone := 0, false // lone: the only field is empty and not quoted
	for {
		x := native.Next(t, it)
		if x == null {
			if t.Exc != null && !t.ClearIf(object.TStopIteration) {
				return null
			}
			break
		}
		quoted := false
		switch d.Quoting {
		case quoteNonNumeric:
			s := &object.TypeOf(t, x).Slots
			quoted = s.Index == nil && s.Float == nil
		case quoteAll:
			quoted = true
		case quoteStrings:
			quoted = object.IsStr(x)
		case quoteNotNull:
			quoted = x != none
		}
		empty := x == none
		text := t.RT.EmptyStr
		if !empty {
			if text = object.ToStr(t, x); text == null {
				return null
			}
		}
		if fields > 0 {
			out = object.AppendWTF8(out, rune(d.Delimiter))
		}
		if object.As[object.Str](text).Len == 0 && d.Delimiter == ' ' && d.SkipSpace {
			if d.Quoting == quoteNone || empty && (d.Quoting == quoteStrings || d.Quoting == quoteNotNull) {
				return csvError(t, "empty field must be quoted if delimiter is a space and skipinitialspace is true")
			}
			quoted = true
		}
		var ok bool
		if out, quoted, ok = d.appendField(t, out, text, quoted); !ok {
			return null
		}
		lone = fields == 0 && object.As[object.Str](text).Len == 0 && !quoted
		fields++
	}
	if fields == 1 && lone {
		if d.Quoting == quoteNone || d.Quoting == quoteStrings || d.Quoting == quoteNotNull {
			return csvError(t, "single empty field record must be quoted")
		}
		out = object.AppendWTF8(object.AppendWTF8(out[:0], rune(d.Quote)), rune(d.Quote))
	}
	out, ok := object.GrowStr(t, out, d.LineEnd)
	if !ok {
		return null
	}
	line := object.StrOfBytes(t, out)
	if line == null {
		return null
	}
	return object.Call1(t, w.Write, line)
}

// special reports whether c is not written as it stands, or makes quotes needed.
func (d *dialect) special(c rune) bool {
	if x := int64(c); c == '\n' || c == '\r' || x == d.Delimiter || x == d.Escape || x == d.Quote {
		return true
	}
	end := object.As[object.Str](d.LineEnd)
	for i := range int(end.Len) {
		if end.At(i) == c {
			return true
		}
	}
	return false
}

// escapes reports whether a special character is written behind another one, which is mark, or makes quotes needed. False: an exception is set.
func (d *dialect) escapes(t *Thread, c rune) (mark int64, quoted, ok bool) {
	x := int64(c)
	switch {
	case d.Quoting == quoteNone:
	case x == d.Quote && d.DoubleQuote:
		return d.Quote, true, true
	case x == d.Quote || x == d.Escape:
	default:
		return noChar, true, true
	}
	if d.Escape == noChar {
		csvError(t, "need to escape, but no escapechar set")
		return 0, false, false
	}
	return d.Escape, false, true
}

// appendField appends a field, in quotes if that is asked for or needed.
func (d *dialect) appendField(t *Thread, out []byte, v Value, quoted bool) (_ []byte, isQuoted, ok bool) {
	s := object.As[object.Str](v)
	n, marks := int(s.Len), 0
	for i := d.plain(s, 0); i < n; i = d.plain(s, i+1) {
		mark, quote, ok := d.escapes(t, s.At(i))
		if !ok {
			return nil, false, false
		}
		quoted = quoted || quote
		if mark != noChar {
			marks++
		}
	}
	if out, ok = object.Grow(t, out, s.SizeUTF8()+(marks+4)*utf8.UTFMax); !ok {
		return nil, false, false
	}
	if quoted {
		out = object.AppendWTF8(out, rune(d.Quote))
	}
	if marks == 0 {
		out = object.AppendStr(out, v)
	} else {
		for lo := 0; lo < n; {
			hi := d.plain(s, lo)
			if out = s.AppendUTF8(out, lo, hi); hi == n {
				break
			}
			c := s.At(hi)
			if mark, _, _ := d.escapes(t, c); mark != noChar {
				out = object.AppendWTF8(out, rune(mark))
			}
			out = object.AppendWTF8(out, c)
			lo = hi + 1
		}
	}
	if quoted {
		out = object.AppendWTF8(out, rune(d.Quote))
	}
	return out, quoted, true
}

// plain is where the next special character of s is, or its length.
func (d *dialect) plain(s *object.Str, i int) int {
	n := int(s.Len)
	if s.Kind() != 0 {
		for i < n && !d.special(s.At(i)) {
			i++
		}
		return i
	}
	return d.Special.next(s.Bytes(), i)
}
