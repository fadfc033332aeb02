// csv.reader: a state machine over the characters of lines, as CPython's.
package modules

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
)

type csvState int64

const (
	csvStart csvState = iota
	csvStartField
	csvEscaped
	csvInField
	csvInQuoted
	csvEscapedInQuoted
	csvQuoteInQuoted
	csvEatNewline
	csvAfterEscapedNewline
)

// csvReader is a reader. Field is the text of the field that is being read, while a line is at work.
type csvReader struct {
	header
	Lines   Value
	Dialect *dialect
	Fields  *object.List
	LineNum int64
	State   csvState
	Quoted  bool // the field was
}

// csvLine is the work on one record; the field's text is kept while lines come in.
type csvLine struct {
	*csvReader
	field []byte // WTF-8
	count int64  // characters
}

func newCSVReader(t *Thread, _ Value, args []Value, kw Value) Value {
	pos, _ := object.SplitKw(args, kw)
	if !object.CheckPositional(t, "", len(pos), 1, 2) {
		return null
	}
	it := object.Iter(t, pos[0])
	if it == null {
		return null
	}
	d := callDialect(t, args[1:], kw)
	if d == nil {
		return null
	}
	r := object.New[csvReader](t, tCSVReader)
	if r != nil {
		r.Lines, r.Dialect = it, d
	}
	return object.Of(r)
}

var _ = object.DefineType(tCSVReader, object.TypeDef{
	Name: "_csv.reader", Size: unsafe.Sizeof(csvReader{}), Refs: 7 << 1, Flags: object.TypeNoInstances,
	Slots:   object.Slots{Iter: object.ReturnSelf, Next: csvNext},
	Members: []object.MemberDef{{Name: "dialect", Word: 2}},
	GetSets: []object.GetSetDef{{Name: "line_num", Get: func(t *Thread, v Value) Value { return object.SmallInt(as[csvReader](v).LineNum) }}},
})

func csvNext(t *Thread, v Value) Value {
	r := &csvLine{csvReader: as[csvReader](v)}
	r.State, r.Quoted = csvStart, false
	if r.Fields = object.NewList(t, 0); r.Fields == nil {
		return null
	}
	for {
		line := next(t, r.Lines)
		if line == null {
			if t.Exc != null && !t.ClearIf(object.TStopIteration) {
				return null
			}
			if len(r.field) > 0 || r.State == csvInQuoted {
				if r.Dialect.Strict {
					return csvError(t, "unexpected end of data")
				}
				if !r.save(t) {
					return null
				}
				break
			}
			return null
		}
		if !object.IsStr(line) {
			return csvError(t, "iterator should return strings, not "+object.TypeName(t, line)+" (the file should be opened in text mode)")
		}
		r.LineNum++
		s := as[object.Str](line)
		for i := range int(s.Len) {
			if !r.char(t, s.At(i)) {
				return null
			}
		}
		if !r.char(t, csvEOL) {
			return null
		}
		if r.State == csvStart {
			break
		}
	}
	fields := r.Fields
	r.Fields = nil
	return object.Of(fields)
}

// csvEOL stands for the end of a line.
const csvEOL rune = -2

func (r *csvLine) add(t *Thread, c rune) bool {
	limit := hostOf(t).csvLimit - 1
	if limit < 0 {
		limit = csvFieldLimit
	}
	if r.count >= limit {
		csvError(t, "field larger than field limit ("+itoa(int(limit))+")")
		return false
	}
	r.count++
	r.field = object.AppendWTF8(r.field, c)
	return true
}

// save ends the field.
func (r *csvLine) save(t *Thread) bool {
	v := null
	q := r.Dialect.Quoting
	switch {
	case !r.Quoted && len(r.field) == 0 && (q == quoteNotNull || q == quoteStrings):
		v = none
	default:
		if v = strOf(t, r.field); v != null && !r.Quoted && len(r.field) > 0 && (q == quoteNonNumeric || q == quoteStrings) {
			v = object.Call1(t, t.Type(object.TFloat).Value(), v)
		} else if v != null && !r.Quoted && q == quoteNonNumeric && len(r.field) == 0 {
			v = t.RT.EmptyStr
		}
	}
	r.field, r.count, r.Quoted = r.field[:0], 0, false
	return v != null && r.Fields.Append(t, v)
}

//psy:bounded once more, in another state
func (r *csvLine) char(t *Thread, c rune) bool {
	d := r.Dialect
	is := func(x int64) bool { return x != noChar && int64(c) == x }
	lineEnd := c == '\n' || c == '\r' || c == csvEOL
	switch r.State {
	case csvStart:
		if c == csvEOL {
			return true
		}
		if lineEnd {
			r.State = csvEatNewline
			return true
		}
		r.State = csvStartField
		fallthrough
	case csvStartField:
		switch {
		case lineEnd:
			if !r.save(t) {
				return false
			}
			r.State = csvEatNewline
			if c == csvEOL {
				r.State = csvStart
			}
		case is(d.Quote) && d.Quoting != quoteNone:
			r.Quoted = true
			r.State = csvInQuoted
		case is(d.Escape):
			r.State = csvEscaped
		case c == ' ' && d.SkipSpace:
		case is(d.Delimiter):
			return r.save(t)
		default:
			r.State = csvInField
			return r.add(t, c)
		}
	case csvEscaped:
		if c == '\n' || c == '\r' {
			r.State = csvAfterEscapedNewline
			return r.add(t, c)
		}
		if c == csvEOL {
			c = '\n'
		}
		r.State = csvInField
		return r.add(t, c)
	case csvAfterEscapedNewline:
		if c == csvEOL {
			return true
		}
		r.State = csvInField
		return r.char(t, c)
	case csvInField:
		switch {
		case lineEnd:
			if !r.save(t) {
				return false
			}
			r.State = csvEatNewline
			if c == csvEOL {
				r.State = csvStart
			}
		case is(d.Escape):
			r.State = csvEscaped
		case is(d.Delimiter):
			r.State = csvStartField
			return r.save(t)
		default:
			return r.add(t, c)
		}
	case csvInQuoted:
		switch {
		case c == csvEOL:
		case is(d.Escape):
			r.State = csvEscapedInQuoted
		case is(d.Quote) && d.Quoting != quoteNone:
			if d.DoubleQuote {
				r.State = csvQuoteInQuoted
			} else {
				r.State = csvInField
			}
		default:
			return r.add(t, c)
		}
	case csvEscapedInQuoted:
		if c == csvEOL {
			c = '\n'
		}
		r.State = csvInQuoted
		return r.add(t, c)
	case csvQuoteInQuoted:
		switch {
		case d.Quoting != quoteNone && is(d.Quote):
			r.State = csvInQuoted
			return r.add(t, c)
		case is(d.Delimiter):
			r.State = csvStartField
			return r.save(t)
		case lineEnd:
			if !r.save(t) {
				return false
			}
			r.State = csvEatNewline
			if c == csvEOL {
				r.State = csvStart
			}
		case !d.Strict:
			r.State = csvInField
			return r.add(t, c)
		default:
			csvError(t, "'"+string(rune(d.Delimiter))+"' expected after '"+string(rune(d.Quote))+"'")
			return false
		}
	case csvEatNewline:
		switch {
		case c == '\n' || c == '\r':
		case c == csvEOL:
			r.State = csvStart
		default:
			csvError(t, "new-line character seen in unquoted field - do you need to open the file with newline=''?")
			return false
		}
	}
	return true
}
