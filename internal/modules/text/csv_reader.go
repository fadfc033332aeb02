// csv.reader: a state machine over the characters of lines, as CPython's.

package text

import (
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
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

// csvReader is a reader.
type csvReader struct {
	header
	Lines   Value
	Dialect *dialect
	LineNum int64
	State   csvState
	Quoted  bool // the field was
}

// csvLine is the work on one record; the field's text is kept while lines come in.
type csvLine struct {
	*csvReader
	fields *object.List
	text   *object.Raw // in which the field lies; nil: nowhere yet
	used   int         // bytes of the field, in WTF-8
	room   int         // bytes that Text has
	count  int64       // characters

	// A part of the line that belongs to the field, behind what lies in text.
	line   Value
	lo, hi int
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
	Name: "_csv.reader", Size: unsafe.Sizeof(csvReader{}), Refs: 3 << 1, Flags: object.TypeNoInstances,
	Slots:   object.Slots{Iter: object.ReturnSelf, Next: csvNext},
	Members: []object.MemberDef{{Name: "dialect", Word: 2}},
	GetSets: []object.GetSetDef{{Name: "line_num", Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[csvReader](v).LineNum) }}},
})

func csvNext(t *Thread, v Value) Value {
	r := &csvLine{csvReader: object.As[csvReader](v)}
	r.State, r.Quoted = csvStart, false
	if r.fields = object.NewList(t, 0); r.fields == nil {
		return null
	}
	for {
		line := native.Next(t, r.Lines)
		if line == null {
			if t.Exc != null && !t.ClearIf(object.TStopIteration) {
				return null
			}
			if r.used > 0 || r.State == csvInQuoted {
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
		s := object.As[object.Str](line)
		r.line = line
		for i := 0; i < int(s.Len); {
			end := r.run(s, i)
			if end == i {
				if !r.char(t, s.At(i)) {
					return null
				}
				i++
				continue
			}
			if !r.addRun(t, i, end) {
				return null
			}
			i = end
		}
		if !r.char(t, csvEOL) || !r.flush(t) {
			return null
		}
		if r.State == csvStart {
			break
		}
	}
	return object.Of(r.fields)
}

// csvEOL stands for the end of a line.
const csvEOL rune = -2

// run is where the characters of s from i on end that only belong to the field: i if the state machine has to see the first one.
func (r *csvLine) run(s *object.Str, i int) int {
	d := r.Dialect
	ends, quote, skip := &d.Ends, int64(noChar), false
	switch r.State {
	case csvInQuoted:
		ends = &d.QuotedEnds
	case csvInField:
	case csvStart, csvStartField:
		if d.Quoting != quoteNone {
			quote = d.Quote
		}
		skip = d.SkipSpace
	default:
		return i
	}
	if c := s.At(i); int64(c) == quote || c == ' ' && skip {
		return i
	}
	const piece = 1 << 16 // then the thread is polled
	n := min(int(s.Len), i+piece)
	switch {
	case s.Kind() == 0:
		return ends.next(s.Bytes()[:n], i)
	case d.Wide:
	case s.Kind() == 1:
		return nextWide(ends, unsafe.Slice((*uint16)(s.Data()), n), i)
	default:
		return nextWide(ends, unsafe.Slice((*rune)(s.Data()), n), i)
	}
	for ; i < n; i++ {
		c := int64(s.At(i))
		if c == d.Escape || r.State == csvInQuoted && c == d.Quote && d.Quoting != quoteNone ||
			r.State != csvInQuoted && (c == d.Delimiter || c == '\n' || c == '\r') {
			break
		}
	}
	return i
}

// addRun adds characters lo to hi of the line to the field.
func (r *csvLine) addRun(t *Thread, lo, hi int) bool {
	if hi-lo >= 1<<16 && t.Halted() {
		return false
	}
	if r.State == csvStart || r.State == csvStartField {
		r.State = csvInField
	}
	if r.count+int64(hi-lo) > fieldLimit(t) {
		return tooLong(t, fieldLimit(t))
	}
	r.count += int64(hi - lo)
	if r.lo < r.hi && r.hi != lo && !r.flush(t) {
		return false
	}
	if r.lo == r.hi {
		r.lo = lo
	}
	r.hi = hi
	return true
}

// flush moves the part of the line that belongs to the field to its text.
func (r *csvLine) flush(t *Thread) bool {
	if r.lo == r.hi {
		return true
	}
	s := object.As[object.Str](r.line)
	for r.lo < r.hi {
		hi := min(r.hi, r.lo+1<<16)
		if !r.reserve(t, (hi-r.lo)*utf8.UTFMax) {
			return false
		}
		r.used = len(s.AppendUTF8(r.field(), r.lo, hi))
		r.lo = hi
	}
	r.lo, r.hi = 0, 0
	return true
}

func fieldLimit(t *Thread) int64 {
	limit := *csvLimit.Of(t.RT)
	if limit < 0 {
		limit = csvFieldLimit
	}
	return limit
}

func tooLong(t *Thread, limit int64) bool {
	csvError(t, "field larger than field limit ("+native.Itoa(int(limit))+")")
	return false
}

func (r *csvLine) add(t *Thread, c rune) bool {
	if limit := fieldLimit(t); r.count >= limit {
		return tooLong(t, limit)
	}
	if !r.flush(t) || !r.reserve(t, utf8.UTFMax) {
		return false
	}
	r.count++
	r.used = len(object.AppendWTF8(r.field(), c))
	return true
}

// field is what has been read of the field, with room for more.
func (r *csvLine) field() []byte {
	if r.text == nil {
		return nil
	}
	return unsafe.Slice((*byte)(r.text.Data()), r.room)[:r.used]
}

// reserve makes room for n more bytes of the field.
func (r *csvLine) reserve(t *Thread, n int) bool {
	if r.room-r.used >= n {
		return true
	}
	n = max(64, 2*r.room, r.used+n)
	text := object.NewRaw(t, n)
	if text == nil {
		return false
	}
	copy(unsafe.Slice((*byte)(text.Data()), n), r.field())
	r.text, r.room = text, n
	return true
}

// take is the field's text.
func (r *csvLine) take(t *Thread) Value {
	if r.used == 0 && r.lo < r.hi {
		return object.StrPart(t, r.line, r.lo, r.hi)
	}
	if !r.flush(t) {
		return null
	}
	return object.StrOfBytes(t, r.field())
}

// save ends the field.
func (r *csvLine) save(t *Thread) bool {
	v := null
	q := r.Dialect.Quoting
	empty := r.used == 0 && r.lo == r.hi
	switch {
	case !r.Quoted && empty && (q == quoteNotNull || q == quoteStrings):
		v = none
	default:
		if v = r.take(t); v != null && !r.Quoted && !empty && (q == quoteNonNumeric || q == quoteStrings) {
			v = object.Call1(t, t.Type(object.TFloat).Value(), v)
		} else if v != null && !r.Quoted && q == quoteNonNumeric && empty {
			v = t.RT.EmptyStr
		}
	}
	r.used, r.count, r.Quoted, r.lo, r.hi = 0, 0, false, 0, 0
	return v != null && r.fields.Append(t, v)
}

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
		fallthrough // the state stays, as in CPython
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
