// The module time: broken-down times and their text.

package timemod

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/locales"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// brokenTime is C's struct tm: months and days of the year count from 0, weekdays from Sunday.
type brokenTime struct {
	year, mon, mday, hour, min, sec, wday, yday, isdst int
	zone                                               string
	offset                                             int
	local                                              *time.Location
}

func brokenDown(when time.Time) brokenTime {
	b := brokenTime{year: when.Year(), mon: int(when.Month()) - 1, mday: when.Day(), hour: when.Hour(), min: when.Minute(), sec: when.Second(),
		wday: int(when.Weekday()), yday: when.YearDay() - 1}
	b.zone, b.offset = when.Zone()
	b.local = when.Location()
	if when.IsDST() {
		b.isdst = 1
	}
	return b
}

// brokenArg reads a time tuple; function names the caller in error texts.
func brokenArg(t *Thread, v Value, function string) (b brokenTime, ok bool) {
	if !object.IsTuple(v) {
		object.Raise(t, object.TTypeError, "Tuple or struct_time argument required")
		return b, false
	}
	b.local = Local(t)
	x := object.As[object.Tuple](v)
	if x.Len() != 9 {
		object.Raise(t, object.TTypeError, "%s(): illegal time tuple argument", function)
		return b, false
	}
	fields := [9]*int{&b.year, &b.mon, &b.mday, &b.hour, &b.min, &b.sec, &b.wday, &b.yday, &b.isdst}
	for i, p := range fields {
		n, ok := native.CInt(t, *x.At(i))
		if !ok {
			return b, false
		}
		*p = n
	}
	if b.year < math.MinInt32+1900 {
		object.Raise(t, object.TOverflowError, "year out of range")
		return b, false
	}
	b.mon--
	b.wday = (b.wday + 1) % 7
	b.yday--
	if v.IsExact(structTime.ID) {
		if z := *x.At(9); object.IsStr(z) {
			b.zone = object.GoString(z)
		}
		if o := *x.At(10); o.IsInt() {
			b.offset = int(o.Int())
		}
	} else if b.isdst >= 0 {
		b.zone = zoneName(native.SystemOf(t).Now().In(Local(t)), b.isdst)
	}
	return b, true
}

// zoneName is the local zone's name in standard or saving time.
func zoneName(now time.Time, isdst int) string {
	year := now.Year()
	for _, month := range []time.Month{1, 7} {
		when := time.Date(year, month, 1, 0, 0, 0, 0, now.Location())
		if when.IsDST() == (isdst > 0) {
			name, _ := when.Zone()
			return name
		}
	}
	name, _ := now.Zone()
	return name
}

// check raises ValueError for a field out of its range.
func (b *brokenTime) check(t *Thread) bool {
	if b.mon == -1 {
		b.mon = 0
	}
	if b.mday == 0 {
		b.mday = 1
	}
	if b.yday == -1 {
		b.yday = 0
	}
	for _, c := range []struct {
		value, most int
		what        string
	}{
		{b.mon, 11, "month"}, {b.mday, 31, "day of month"}, {b.hour, 23, "hour"}, {b.min, 59, "minute"}, {b.sec, 61, "seconds"},
		{b.wday, 6, "day of week"}, {b.yday, 365, "day of year"},
	} {
		if c.value < 0 || c.value > c.most {
			object.Raise(t, object.TValueError, "%s out of range", c.what)
			return false
		}
	}
	return true
}

// seconds is the time since the epoch of a local time.
func (b *brokenTime) seconds() int64 {
	when := time.Date(b.year, time.Month(b.mon+1), b.mday, b.hour, b.min, b.sec, 0, b.local)
	n := when.Unix()
	switch dst := when.IsDST(); {
	case b.isdst > 0 && !dst:
		n -= 3600
	case b.isdst == 0 && dst:
		n += 3600
	}
	return n
}

func timeMktime(t *Thread, self, v Value) Value {
	b, ok := brokenArg(t, v, "mktime")
	if !ok {
		return null
	}
	return object.Float(float64(b.seconds()))
}

// English names of weekdays and months; the first three letters are their short forms.
func weekdayName(i int) string { return time.Weekday(i).String() }
func monthName(i int) string   { return time.Month(i + 1).String() }

// cText is how the locale C writes times.
var cText = &native.TimeText{Items: locales.C(locales.Time, locales.ASCII).Items()}

func (b *brokenTime) asctime() string {
	return fmt.Sprintf("%s %s%3d %02d:%02d:%02d %d", weekdayName(b.wday)[:3], monthName(b.mon)[:3], b.mday, b.hour, b.min, b.sec, b.year)
}

func timeAsctime(t *Thread, self Value, args []Value) Value {
	b := brokenDown(native.SystemOf(t).Now())
	if len(args) == 1 {
		var ok bool
		if b, ok = brokenArg(t, args[0], "asctime"); !ok || !b.check(t) {
			return null
		}
	}
	return object.NewStr(t, b.asctime())
}

func timeCtime(t *Thread, self Value, args []Value) Value {
	n, ok := secondsArg(t, args)
	if !ok {
		return null
	}
	b := brokenDown(time.Unix(n, 0).In(Local(t)))
	return object.NewStr(t, b.asctime())
}

func timeStrftime(t *Thread, self Value, args []Value) Value {
	if !object.IsStr(args[0]) {
		return object.Raise(t, object.TTypeError, "strftime() argument 1 must be str, not %s", object.TypeName(t, args[0]))
	}
	if strings.IndexByte(object.GoString(args[0]), 0) >= 0 {
		return object.Raise(t, object.TValueError, "embedded null character")
	}
	b := brokenDown(native.SystemOf(t).Now())
	if len(args) == 2 {
		var ok bool
		if b, ok = brokenArg(t, args[1], "strftime"); !ok || !b.check(t) {
			return null
		}
	}
	out := timeText{meter: object.NewMeter(t), words: native.LocaleOf(t.RT).Time}
	if out.words == nil {
		out.words = cText
	}
	defer out.meter.End()
	if !out.meter.Add(int(object.As[object.Str](args[0]).Len)) {
		return null
	}
	if b.format(&out, object.GoString(args[0])); out.full {
		return null
	}
	return object.NewStr(t, out.String())
}

// timeText is what strftime makes. It is full when there is no memory for more, MemoryError being set.
type timeText struct {
	strings.Builder
	meter *object.Meter
	words *native.TimeText
	depth int // what a conversion stands for is one deeper
	last  int // how much is counted
	full  bool
}

// count counts what was written, and what a builder copies for it.
func (s *timeText) count() bool {
	if s.meter != nil && !s.full && s.Len() > s.last {
		s.full = !s.meter.Add(3 * (s.Len() - s.last))
		s.last = s.Len()
	}
	return !s.full
}

// format appends the time as strftime does.
func (b *brokenTime) format(out *timeText, spec string) {
	for i := 0; i < len(spec) && out.count(); i++ {
		if spec[i] != '%' {
			out.WriteByte(spec[i])
			continue
		}
		start := i
		i++
		var flags field
		for ; i < len(spec) && strings.IndexByte("-_0^#", spec[i]) >= 0; i++ {
			switch spec[i] {
			case '^':
				flags.upper = true
			case '#':
				flags.swap = true
			default:
				flags.pad = spec[i]
			}
		}
		for ; i < len(spec) && spec[i] >= '0' && spec[i] <= '9'; i++ {
			flags.width = min(flags.width*10+int(spec[i]-'0'), 1<<16)
		}
		if i < len(spec) && (spec[i] == 'E' || spec[i] == 'O') {
			flags.alt = spec[i] == 'O'
			i++
		}
		if i >= len(spec) || !b.conversion(out, spec[i], flags) {
			out.WriteString(spec[start:min(i+1, len(spec))])
		}
	}
}

// field is what may stand between the percent sign and the letter.
type field struct {
	pad         byte // - _ 0, or 0 for the default
	upper, swap bool
	alt         bool // in the locale's own digits, if it has some
	width       int
}

// number writes n with the default padding unless the field says otherwise.
func (f field) number(out *timeText, n, width int, pad byte) {
	if f.alt && n >= 0 && n < len(out.words.AltDigits) {
		f.text(out, out.words.AltDigits[n], false)
		return
	}
	switch f.pad {
	case '-':
		width = 0
	case '_':
		pad = ' '
	case '0':
		pad = '0'
	}
	if f.width > 0 && f.pad != '-' {
		width = f.width
	}
	s := strconv.Itoa(n)
	if n < 0 && pad == '0' {
		out.WriteByte('-')
		s = s[1:]
		width--
	}
	for k := width - len(s); k > 0; k-- {
		out.WriteByte(pad)
	}
	out.WriteString(s)
}

func (f field) text(out *timeText, s string, swapsToLower bool) {
	switch {
	case f.swap && swapsToLower:
		s = strings.ToLower(s)
	case f.upper || f.swap:
		s = strings.ToUpper(s)
	}
	pad := byte(' ')
	if f.pad == '0' {
		pad = '0'
	}
	for k := f.width - utf8.RuneCountInString(s); k > 0; k-- {
		out.WriteByte(pad)
	}
	out.WriteString(s)
}

// conversion writes one conversion; false for an unknown letter.
//
//psy:bounded what a conversion stands for is not looked into more than a few times
func (b *brokenTime) conversion(out *timeText, letter byte, f field) bool {
	sub := func(spec string) {
		if out.depth == 2 { // a locale's formats may name each other
			return
		}
		s := timeText{words: out.words, depth: out.depth + 1}
		b.format(&s, spec)
		f.text(out, s.String(), false)
	}
	words := out.words
	hour12 := (b.hour+11)%12 + 1
	switch letter {
	case 'a':
		f.text(out, words.Text(locales.ShortDays+b.wday), false)
	case 'A':
		f.text(out, words.Text(locales.Days+b.wday), false)
	case 'b', 'h':
		f.text(out, words.Text(locales.ShortMonths+b.mon), false)
	case 'B':
		f.text(out, words.Text(locales.Months+b.mon), false)
	case 'c':
		sub(words.Text(locales.DateTime))
	case 'C':
		f.number(out, int(math.Floor(float64(b.year)/100)), 1, '0')
	case 'd':
		f.number(out, b.mday, 2, '0')
	case 'D':
		sub("%m/%d/%y")
	case 'x':
		sub(words.Text(locales.Date))
	case 'e':
		f.number(out, b.mday, 2, ' ')
	case 'F':
		sub("%Y-%m-%d")
	case 'g':
		year, _ := b.isoWeek()
		f.number(out, (year%100+100)%100, 2, '0')
	case 'G':
		year, _ := b.isoWeek()
		f.number(out, year, 0, '0')
	case 'H':
		f.number(out, b.hour, 2, '0')
	case 'I':
		f.number(out, hour12, 2, '0')
	case 'j':
		f.number(out, b.yday+1, 3, '0')
	case 'k':
		f.number(out, b.hour, 2, ' ')
	case 'l':
		f.number(out, hour12, 2, ' ')
	case 'm':
		f.number(out, b.mon+1, 2, '0')
	case 'M':
		f.number(out, b.min, 2, '0')
	case 'n':
		out.WriteByte('\n')
	case 'p', 'P':
		s := words.Text(locales.AM)
		if b.hour >= 12 {
			s = words.Text(locales.PM)
		}
		if letter == 'P' {
			s = strings.ToLower(s)
		}
		f.text(out, s, true)
	case 'r':
		clock := words.Text(locales.Clock12)
		if clock == "" {
			clock = "%I:%M:%S %p"
		}
		sub(clock)
	case 'R':
		sub("%H:%M")
	case 's':
		f.text(out, strconv.FormatInt(b.seconds(), 10), false)
	case 'S':
		f.number(out, b.sec, 2, '0')
	case 't':
		out.WriteByte('\t')
	case 'T':
		sub("%H:%M:%S")
	case 'X':
		sub(words.Text(locales.Clock))
	case 'u':
		f.number(out, (b.wday+6)%7+1, 1, '0')
	case 'U':
		f.number(out, (b.yday+7-b.wday)/7, 2, '0')
	case 'V':
		_, week := b.isoWeek()
		f.number(out, week, 2, '0')
	case 'w':
		f.number(out, b.wday, 1, '0')
	case 'W':
		f.number(out, (b.yday+7-(b.wday+6)%7)/7, 2, '0')
	case 'y':
		f.number(out, (b.year%100+100)%100, 2, '0')
	case 'Y':
		f.number(out, b.year, 0, '0')
	case 'z':
		if b.isdst >= 0 {
			sign, o := '+', b.offset
			if o < 0 {
				sign, o = '-', -o
			}
			fmt.Fprintf(out, "%c%02d%02d", sign, o/3600, o/60%60)
		}
	case 'Z':
		f.text(out, b.zone, true)
	case '%':
		out.WriteByte('%')
	default:
		return false
	}
	return true
}

// isoWeek is the year and number of the ISO 8601 week.
func (b *brokenTime) isoWeek() (year, week int) {
	year = b.year
	monday := (b.wday + 6) % 7
	week = (b.yday - monday + 10) / 7
	weeks := func(year int) int {
		first := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		leap := time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC).YearDay() == 366
		if first.Weekday() == time.Thursday || leap && first.Weekday() == time.Wednesday {
			return 53
		}
		return 52
	}
	switch {
	case week < 1:
		year--
		week = weeks(year)
	case week > weeks(year):
		year++
		week = 1
	}
	return year, week
}
