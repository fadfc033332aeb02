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
	var out []byte
	end := object.GoString(d.LineEnd)
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
		if out, quoted, ok = d.appendField(t, out, text, end, quoted); !ok {
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

// appendField appends a field, in quotes if that is asked for or needed.
func (d *dialect) appendField(t *Thread, out []byte, v Value, end string, quoted bool) ([]byte, bool, bool) {
	s := object.As[object.Str](v)
	var field []byte
	for i := range int(s.Len) {
		var ok bool
		if field, ok = object.Grow(t, field, 2*utf8.UTFMax); !ok {
			return nil, false, false
		}
		c := s.At(i)
		is := func(x int64) bool { return x != noChar && int64(c) == x }
		special := is(d.Delimiter) || is(d.Escape) || is(d.Quote) || c == '\n' || c == '\r'
		for _, r := range end {
			special = special || r == c
		}
		if special {
			escape := false
			switch {
			case d.Quoting == quoteNone:
				escape = true
			case is(d.Quote):
				if d.DoubleQuote {
					field = object.AppendWTF8(field, c)
				} else {
					escape = true
				}
			case is(d.Escape):
				escape = true
			}
			if !escape {
				quoted = true
			} else {
				if d.Escape == noChar {
					csvError(t, "need to escape, but no escapechar set")
					return nil, false, false
				}
				field = object.AppendWTF8(field, rune(d.Escape))
			}
		}
		field = object.AppendWTF8(field, c)
	}
	out, ok := object.Grow(t, out, len(field)+4*utf8.UTFMax)
	if !ok {
		return nil, false, false
	}
	if !quoted {
		return append(out, field...), false, true
	}
	return object.AppendWTF8(append(object.AppendWTF8(out, rune(d.Quote)), field...), rune(d.Quote)), true, true
}
