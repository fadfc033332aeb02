// date: making, showing, comparing, arithmetic.

package datetime

import (
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = object.DefineType(tDate, object.TypeDef{
	Name: "datetime.date", Size: unsafe.Sizeof(date{}), NoWeak: true, Flags: object.TypeBase, Slots: dateSlots(),
	Methods: []FuncDef{
		{Name: "fromtimestamp", Sig: "(timestamp, /)", Class: true, F1: dateFromTimestamp},
		{Name: "fromordinal", MaxArgs: -1, Class: true, FN: dateFromOrdinal},
		{Name: "fromisoformat", Sig: "(object, /)", Class: true, F1: dateFromISO},
		{Name: "fromisocalendar", Class: true, FK: dateFromISOCalendar},
		{Name: "today", Sig: "()", Class: true, F0: dateToday},
		{Name: "ctime", Sig: "()", F0: func(t *Thread, v Value) Value { return ctime(t, dateOf(v), 0) }},
		{Name: "strftime", FK: dateStrftime},
		{Name: "__format__", MaxArgs: -1, FN: format},
		{Name: "timetuple", Sig: "()", F0: func(t *Thread, v Value) Value {
			d := dateOf(v)
			return structTime(t, d.year(), d.month(), d.day(), 0, -1)
		}},
		{Name: "isocalendar", Sig: "()", F0: isoCalendar},
		{Name: "isoformat", Sig: "()", F0: func(t *Thread, v Value) Value {
			var b [16]byte
			return object.StrOfBytes(t, appendDate(b[:0], dateOf(v)))
		}},
		{Name: "isoweekday", Sig: "()", F0: func(t *Thread, v Value) Value { return object.SmallInt(int64(weekday(dateOf(v)) + 1)) }},
		{Name: "toordinal", Sig: "()", F0: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).ordinal())) }},
		{Name: "weekday", Sig: "()", F0: func(t *Thread, v Value) Value { return object.SmallInt(int64(weekday(dateOf(v)))) }},
		{Name: "replace", Sig: replaceDateSig, Fn: replaceDate},
		{Name: "__replace__", Sig: "(**changes)", FK: func(t *Thread, v Value, args []Value, kw Value) Value {
			return bindReplace(t, replaceDateParams, v, args, kw, replaceDate)
		}},
		{Name: "__reduce__", Sig: "()", F0: reduceDate},
	},
	GetSets: []object.GetSetDef{
		{Name: "year", Bits: object.Bits{Word: 1, Shift: 16, Width: 16}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).year())) }},
		{Name: "month", Bits: object.Bits{Word: 1, Shift: 8, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).month())) }},
		{Name: "day", Bits: object.Bits{Word: 1, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).day())) }},
	},
})

func dateSlots() object.Slots {
	s := object.Slots{New: dateNew, Repr: dateRepr, Str: strISO, Compare: dateCompare, Hash: dateHash}
	s.Binary[object.NbAdd] = dateAdd
	s.Binary[object.NbSubtract] = dateSubtract
	return s
}

func (d *date) ordinal() int { return calendar.Ordinal(d.year(), d.month(), d.day()) }

func weekday(d *date) int { return calendar.Weekday(d.year(), d.month(), d.day()) }

// checkDate checks the parts of a date.
func checkDate(t *Thread, year, month, day int) bool {
	switch {
	case year < calendar.MinYear || year > calendar.MaxYear:
		object.Raise(t, object.TValueError, "year %d is out of range", year)
	case month < 1 || month > 12:
		object.Raise(t, object.TValueError, "month must be in 1..12")
	case day < 1 || day > calendar.DaysIn(year, month):
		object.Raise(t, object.TValueError, "day is out of range for month")
	default:
		return true
	}
	return false
}

// allocDate makes a date of a class, of parts that are in range.
func allocDate(t *Thread, typ *object.Type, ymd uint32) Value {
	v := object.AllocInstance(t, typ)
	if v != null {
		dateOf(v).YMD = ymd
	}
	return v
}

func newDate(t *Thread, ymd uint32) Value { return allocDate(t, t.Type(tDate), ymd) }

var dateParams = &params{names: []string{"year", "month", "day"}, kinds: "iii", required: 3, positional: 3}

func dateNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if len(args) == 3 && kw == null && args[0].IsInt() && args[1].IsInt() && args[2].IsInt() {
		if y, m, d := args[0].Int(), args[1].Int(), args[2].Int(); y >= calendar.MinYear && y <= calendar.MaxYear && uint64(m-1) < 12 &&
			d >= 1 && d <= int64(calendar.DaysIn(int(y), int(m))) {
			return allocDate(t, typ, packDate(int(y), int(m), int(d)))
		}
	}
	if len(args)-object.KwLen(kw) == 1 {
		if b, ok := pickled(t, args[0], 4, "date", func(b []byte) bool { return b[2]-1 < 12 }); b != nil {
			return allocDate(t, typ, ymdOf(b))
		} else if !ok {
			return null
		}
	}
	bound := t.PushArgs(3)
	if bound == nil {
		return null
	}
	r := null
	if dateParams.bind(t, args, kw, bound) {
		y, m, d := int(bound[0].Int()), int(bound[1].Int()), int(bound[2].Int())
		if checkDate(t, y, m, d) {
			r = allocDate(t, typ, packDate(y, m, d))
		}
	}
	t.PopArgs(3)
	return r
}

// dateFor makes a date, or calls a class that is derived from date.
func dateFor(t *Thread, cls Value, year, month, day int) Value {
	typ := object.As[object.Type](cls)
	if !typ.Is(tDate) && !typ.Is(tDatetime) {
		return object.Call3(t, cls, object.SmallInt(int64(year)), object.SmallInt(int64(month)), object.SmallInt(int64(day)))
	}
	if !checkDate(t, year, month, day) {
		return null
	}
	if typ.Is(tDate) {
		return newDate(t, packDate(year, month, day))
	}
	return newDatetime(t, packDate(year, month, day), 0, 0, none)
}

func dateFromTimestamp(t *Thread, cls, v Value) Value {
	seconds, ok := floorSeconds(t, v)
	if !ok {
		return null
	}
	when, ok := localTime(t, seconds)
	if !ok {
		return null
	}
	return dateFor(t, cls, when.Year(), int(when.Month()), when.Day())
}

// dateToday is cls.fromtimestamp(time.time()).
func dateToday(t *Thread, cls Value) Value {
	s := stateOf(t)
	if s == nil {
		return null
	}
	now := timeFunction(t, s, s.Time)
	if now == null {
		return null
	}
	if now = object.Call0(t, now); now == null {
		return null
	}
	return object.CallMethod1(t, cls, s.FromTimestamp, now)
}

func dateFromOrdinal(t *Thread, cls Value, args []Value) Value {
	if !count(t, "fromordinal", args, 1) {
		return null
	}
	n, ok := native.CInt(t, args[0])
	if !ok {
		return null
	}
	if n < 1 {
		return object.Raise(t, object.TValueError, "ordinal must be >= 1")
	}
	year, month, day := calendar.Date(n)
	return dateFor(t, cls, year, month, day)
}

// badISO raises the error for a text that is no ISO 8601.
func badISO(t *Thread, v Value) Value {
	t.ClearIf(object.TUnicodeEncodeError)
	if t.Exc != null {
		return null
	}
	text := object.Repr(t, v)
	if text == null {
		return null
	}
	if text = object.StrConcat(t, object.NewStr(t, "Invalid isoformat string: "), text); text == null {
		return null
	}
	return object.RaiseValue(t, object.TValueError, text)
}

func dateFromISO(t *Thread, cls, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "fromisoformat: argument must be str")
	}
	s, ok := utf8Text(t, v)
	if n := len(s); !ok || n != 7 && n != 8 && n != 10 {
		return badISO(t, v)
	}
	year, month, day, ok := calendar.ParseDate(s, len(s))
	if !ok {
		return badISO(t, v)
	}
	return dateFor(t, cls, year, month, day)
}

var isoCalendarParams = &params{name: "fromisocalendar", names: []string{"year", "week", "day"}, kinds: "iii", required: 3, positional: 3}

func dateFromISOCalendar(t *Thread, cls Value, args []Value, kw Value) Value {
	r := isoCalendarParams.call(t, cls, args, kw, func(t *Thread, cls Value, a []Value) Value {
		y, w, d := int(a[0].Int()), int(a[1].Int()), int(a[2].Int())
		year, month, day, problem := calendar.FromISOWeek(y, w, d)
		switch problem {
		case calendar.BadYear:
			return object.Raise(t, object.TValueError, "Year is out of range: %d", y)
		case calendar.BadWeek:
			return object.Raise(t, object.TValueError, "Invalid week: %d", w)
		case calendar.BadDay:
			return object.Raise(t, object.TValueError, "Invalid day: %d (range is [1, 7])", d)
		}
		return dateFor(t, cls, year, month, day)
	})
	if r == null && t.ClearIf(object.TOverflowError) {
		object.Raise(t, object.TValueError, "ISO calendar component out of range")
	}
	return r
}

const replaceDateSig = "(year=unchanged, month=unchanged, day=unchanged)"

var replaceDateParams = object.ParseSignature("replace", replaceDateSig)

// bindReplace calls replace by its signature.
func bindReplace(t *Thread, s *object.Signature, v Value, args []Value, kw Value, f func(t *Thread, v Value, a []Value) Value) Value {
	bound := t.PushArgs(len(s.Params))
	if bound == nil {
		return null
	}
	r := null
	if s.Bind(t, args, kw, bound) {
		r = f(t, v, bound)
	}
	t.PopArgs(len(s.Params))
	return r
}

func replaceDate(t *Thread, v Value, a []Value) Value {
	d := dateOf(v)
	parts := [3]int{d.year(), d.month(), d.day()}
	if !replaced(t, a, parts[:]) {
		return null
	}
	return dateFor(t, object.TypeOf(t, v).Value(), parts[0], parts[1], parts[2])
}

// replaced takes the parts that are given from the arguments of replace.
func replaced(t *Thread, a []Value, parts []int) bool {
	for i := range parts {
		if a[i] != null {
			n, ok := object.AsInt(t, a[i])
			if !ok {
				return false
			}
			parts[i] = n
		}
	}
	return true
}

// normalizeDate brings a day into range that is not one of its month.
func normalizeDate(t *Thread, year, month, day int) (y, m, d int, ok bool) {
	if day >= 1 && day <= 28 {
		return year, month, day, normalYear(t, year)
	}
	if n := calendar.DaysIn(year, month); day < 1 || day > n {
		switch day {
		case 0:
			if month--; month > 0 {
				day = calendar.DaysIn(year, month)
			} else {
				year, month, day = year-1, 12, 31
			}
		case n + 1:
			if month++; month > 12 {
				year, month = year+1, 1
			}
			day = 1
		default:
			ordinal := calendar.Ordinal(year, month, 1) + day - 1
			if ordinal < 1 || ordinal > calendar.MaxOrdinal {
				object.Raise(t, object.TOverflowError, "date value out of range")
				return 0, 0, 0, false
			}
			year, month, day = calendar.Date(ordinal)
		}
	}
	return year, month, day, normalYear(t, year)
}

func normalYear(t *Thread, year int) bool {
	if year >= calendar.MinYear && year <= calendar.MaxYear {
		return true
	}
	object.Raise(t, object.TOverflowError, "date value out of range")
	return false
}

func addDays(t *Thread, v Value, days int) Value {
	d := dateOf(v)
	year, month, day, ok := normalizeDate(t, d.year(), d.month(), d.day()+days)
	if !ok {
		return null
	}
	if v.IsExact(tDate) {
		return newDate(t, packDate(year, month, day))
	}
	return dateFor(t, object.TypeOf(t, v).Value(), year, month, day)
}

func dateAdd(t *Thread, a, b Value) Value {
	if is(t, a, tDatetime) || is(t, b, tDatetime) {
		return object.NotImplemented
	}
	if !is(t, a, tDate) {
		a, b = b, a
	}
	if !is(t, b, tDelta) {
		return object.NotImplemented
	}
	return addDays(t, a, int(deltaOf(b).Days))
}

func dateSubtract(t *Thread, a, b Value) Value {
	if is(t, a, tDatetime) || is(t, b, tDatetime) || !is(t, a, tDate) {
		return object.NotImplemented
	}
	switch {
	case is(t, b, tDate):
		return deltaFor(t, t.Type(tDelta), dateOf(a).ordinal()-dateOf(b).ordinal(), 0, 0)
	case is(t, b, tDelta):
		return addDays(t, a, -int(deltaOf(b).Days))
	}
	return object.NotImplemented
}

func dateCompare(t *Thread, a, b Value, op object.CompareOp) Value {
	if !(a.IsExact(tDate) && b.IsExact(tDate)) && (!is(t, a, tDate) || !is(t, b, tDate) || is(t, b, tDatetime)) {
		return object.NotImplemented
	}
	return object.Bool(object.CompareInts(int64(dateOf(a).YMD), int64(dateOf(b).YMD), op))
}

func dateHash(t *Thread, v Value) (int64, bool) {
	d := dateOf(v)
	if d.Hash == 0 {
		var b [4]byte
		d.Hash = object.HashBytes(t, putDate(b[:0], d))
	}
	return d.Hash, true
}

func dateRepr(t *Thread, v Value) Value {
	d := dateOf(v)
	b := append([]byte(object.TypeName(t, v)), '(')
	return object.StrOfBytes(t, append(appendList(b, d.year(), d.month(), d.day()), ')'))
}

// strISO is v.isoformat().
func strISO(t *Thread, v Value) Value {
	if v.IsExact(tDate) {
		var b [16]byte
		return object.StrOfBytes(t, appendDate(b[:0], dateOf(v)))
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	return object.CallMethod0(t, v, s.ISOFormat)
}

func dateStrftime(t *Thread, v Value, args []Value, kw Value) Value {
	return strftimeParams.call(t, v, args, kw, func(t *Thread, v Value, a []Value) Value {
		s := stateOf(t)
		if s == nil {
			return null
		}
		tuple := object.CallMethod0(t, v, s.TimeTuple)
		if tuple == null {
			return null
		}
		return strftime(t, v, a[0], tuple, v)
	})
}

var strftimeParams = &params{name: "strftime", names: []string{"format"}, kinds: "U", required: 1, positional: 1}

// format is __format__ of dates and times.
func format(t *Thread, v Value, args []Value) Value {
	if !count(t, "__format__", args, 1) || !needStr(t, "__format__", 1, args[0]) {
		return null
	}
	if object.As[object.Str](args[0]).Len == 0 {
		return object.ToStr(t, v)
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	return object.CallMethod1(t, v, s.Strftime, args[0])
}

// structTime makes a time.struct_time; the time is packed.
func structTime(t *Thread, year, month, day int, time hms, dst int) Value {
	return timemod.NewStructTime(t, year, month, day, time.hour(), time.minute(), time.second(), calendar.Weekday(year, month, day),
		calendar.DaysBefore(year, month)+day, dst)
}

func ctime(t *Thread, d *date, time hms) Value {
	const days, months = "MonTueWedThuFriSatSun", "JanFebMarAprMayJunJulAugSepOctNovDec"
	w, m := (weekday(d)+7)%7*3, d.month()*3
	b := append(append(append(make([]byte, 0, 32), days[w:w+3]...), ' '), months[m-3:m]...)
	b = append(b, ' ')
	if d.day() < 10 {
		b = append(b, ' ')
	}
	b = strconv.AppendInt(b, int64(d.day()), 10)
	b = appendClock(append(b, ' '), time)
	return object.StrOfBytes(t, appendPadded(append(b, ' '), d.year(), 4))
}
