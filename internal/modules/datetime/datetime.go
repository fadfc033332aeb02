// datetime: making, comparing, arithmetic.

package datetime

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = object.DefineType(tDatetime, object.TypeDef{
	Name: "datetime.datetime", Base: tDate, Size: unsafe.Sizeof(datetime{}), Refs: datetimeRefs, NoWeak: true, Flags: object.TypeBase,
	Slots: datetimeSlots(),
	Methods: []FuncDef{
		{Name: "now", Sig: "(tz=None)", Class: true, Fn: now},
		{Name: "utcnow", Sig: "()", Class: true, F0: utcNow},
		{Name: "fromtimestamp", Class: true, FK: fromTimestamp},
		{Name: "utcfromtimestamp", MaxArgs: -1, Class: true, FN: utcFromTimestamp},
		{Name: "strptime", MaxArgs: -1, Class: true, FN: strptime},
		{Name: "combine", Class: true, FK: combine},
		{Name: "fromisoformat", Sig: "(object, /)", Class: true, F1: datetimeFromISO},
		{Name: "date", Sig: "()", F0: func(t *Thread, v Value) Value {
			d := dateOf(v)
			if !checkDate(t, d.year(), d.month(), d.day()) {
				return null
			}
			return newDate(t, d.YMD)
		}},
		{Name: "time", Sig: "()", F0: func(t *Thread, v Value) Value { return timePart(t, datetimeOf(v), none) }},
		{Name: "timetz", Sig: "()", F0: func(t *Thread, v Value) Value { return timePart(t, datetimeOf(v), datetimeOf(v).TZ) }},
		{Name: "ctime", Sig: "()", F0: func(t *Thread, v Value) Value { return ctime(t, dateOf(v), dateOf(v).hms()) }},
		{Name: "timetuple", Sig: "()", F0: timeTuple},
		{Name: "timestamp", Sig: "()", F0: timestamp},
		{Name: "utctimetuple", Sig: "()", F0: utcTimeTuple},
		{Name: "isoformat", FK: datetimeISOFormat},
		{Name: "utcoffset", Sig: "()", F0: func(t *Thread, v Value) Value { return utcOffset(t, datetimeOf(v).TZ, v) }},
		{Name: "tzname", Sig: "()", F0: func(t *Thread, v Value) Value { return zoneName(t, datetimeOf(v).TZ, v) }},
		{Name: "dst", Sig: "()", F0: func(t *Thread, v Value) Value { return dstOffset(t, datetimeOf(v).TZ, v) }},
		{Name: "replace", Sig: replaceDatetimeSig, Fn: replaceDatetime},
		{Name: "__replace__", Sig: "(**changes)", FK: func(t *Thread, v Value, args []Value, kw Value) Value {
			return bindReplace(t, replaceDatetimeParams, v, args, kw, replaceDatetime)
		}},
		{Name: "astimezone", FK: asTimezone},
		{Name: "__reduce_ex__", MaxArgs: -1, FN: func(t *Thread, v Value, args []Value) Value { return reduceEx(t, v, args, reduceDatetime) }},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value { return reduceDatetime(t, v, 2) }},
	},
	GetSets: []object.GetSetDef{
		{Name: "hour", Bits: object.Bits{Word: 1, Shift: 48, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).hms().hour())) }},
		{Name: "minute", Bits: object.Bits{Word: 1, Shift: 40, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).hms().minute())) }},
		{Name: "second", Bits: object.Bits{Word: 1, Shift: 32, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).hms().second())) }},
		{Name: "microsecond", Bits: object.Bits{Word: 3, Width: 32}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(datetimeOf(v).Micro)) }},
		{Name: "tzinfo", Bits: object.Bits{Word: 4, Width: 64}, Get: func(t *Thread, v Value) Value { return datetimeOf(v).TZ }},
		{Name: "fold", Bits: object.Bits{Word: 1, Shift: 56, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(dateOf(v).fold())) }},
	},
})

func datetimeSlots() object.Slots {
	s := object.Slots{New: datetimeNew, Repr: datetimeRepr, Str: datetimeStr, Compare: datetimeCompare, Hash: datetimeHash}
	s.Binary[object.NbAdd] = datetimeAdd
	s.Binary[object.NbSubtract] = datetimeSubtract
	return s
}

// allocDatetime makes a datetime of a class, of parts that are in range.
func allocDatetime(t *Thread, typ *object.Type, ymd, hms, micro uint32, zone Value) Value {
	v := object.AllocInstance(t, typ)
	if v != null {
		d := datetimeOf(v)
		d.YMD, d.HMS, d.Micro, d.TZ = ymd, hms, micro, zone
	}
	return v
}

func newDatetime(t *Thread, ymd, hms, micro uint32, zone Value) Value {
	return allocDatetime(t, t.Type(tDatetime), ymd, hms, micro, zone)
}

// A moment is the parts of a datetime, in range or not.
type moment struct{ year, month, day, hour, minute, second, micro, fold int }

func momentOf(d *datetime) moment {
	x := d.hms()
	return moment{d.year(), d.month(), d.day(), x.hour(), x.minute(), x.second(), int(d.Micro), d.fold()}
}

// make makes a datetime of a built-in or a derived class without calling it.
func (m *moment) make(t *Thread, typ *object.Type, zone Value) Value {
	if !checkDate(t, m.year, m.month, m.day) || !checkTime(t, m.hour, m.minute, m.second, m.micro, m.fold) || !checkZone(t, zone) {
		return null
	}
	return allocDatetime(t, typ, packDate(m.year, m.month, m.day), packTime(m.hour, m.minute, m.second, m.fold), uint32(m.micro), zone)
}

// makeFor makes a datetime, or calls a class that is derived from datetime.
func (m *moment) makeFor(t *Thread, cls, zone Value) Value {
	typ := object.As[object.Type](cls)
	if typ.Is(tDatetime) {
		return m.make(t, typ, zone)
	}
	return callFolded(t, cls, m.fold, zone, m.year, m.month, m.day, m.hour, m.minute, m.second, m.micro)
}

var datetimeParams = &params{kinds: "iiiiiiiOi", required: 3, positional: 8,
	names: []string{"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"}}

func datetimeNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if n := len(args) - object.KwLen(kw); n == 1 || n == 2 {
		b, ok := pickled(t, args[0], 10, "datetime", func(b []byte) bool { return b[2]&0x7f-1 < 12 })
		if !ok {
			return null
		}
		if b != nil {
			zone := none
			if n == 2 {
				zone = args[1]
			}
			if !checkState(t, zone) {
				return null
			}
			ymd := ymdOf(b)
			hms, micro := timeOf(b[4:])
			return allocDatetime(t, typ, ymd&^0x8000, hms|ymd>>15&1<<24, micro, zone)
		}
	}
	bound := t.PushArgs(9)
	if bound == nil {
		return null
	}
	r := null
	if datetimeParams.bind(t, args, kw, bound) {
		m := moment{number(bound[0], 0), number(bound[1], 0), number(bound[2], 0), number(bound[3], 0), number(bound[4], 0), number(bound[5], 0),
			number(bound[6], 0), number(bound[8], 0)}
		zone := bound[7]
		if zone == null {
			zone = none
		}
		r = m.make(t, typ, zone)
	}
	t.PopArgs(9)
	return r
}

func timePart(t *Thread, d *datetime, zone Value) Value {
	x := d.hms()
	return timeFor(t, t.Type(tTime).Value(), x.hour(), x.minute(), x.second(), int(d.Micro), zone, d.fold())
}

func strptime(t *Thread, cls Value, args []Value) Value {
	if !count(t, "strptime", args, 2) || !needStr(t, "strptime", 1, args[0]) || !needStr(t, "strptime", 2, args[1]) {
		return null
	}
	m := native.ImportModule(t, "_strptime")
	if m == null {
		return null
	}
	f := object.GetAttr(t, m, object.Intern(t, "_strptime_datetime"))
	if f == null {
		return null
	}
	return object.Call3(t, f, cls, args[0], args[1])
}

var combineParams = &params{name: "combine", names: []string{"date", "time", "tzinfo"}, kinds: "dtO", required: 2, positional: 3}

func combine(t *Thread, cls Value, args []Value, kw Value) Value {
	return combineParams.call(t, cls, args, kw, func(t *Thread, cls Value, a []Value) Value {
		d, c := dateOf(a[0]), clockOf(a[1])
		zone := a[2]
		if zone == null {
			zone = c.TZ
		}
		x := c.hms()
		m := moment{d.year(), d.month(), d.day(), x.hour(), x.minute(), x.second(), int(c.Micro), c.fold()}
		return m.makeFor(t, cls, zone)
	})
}

// isoText is the text of a str that may be a date and a time; a lone surrogate is allowed where the time begins.
func isoText(t *Thread, v Value) (string, bool) {
	s := object.As[object.Str](v)
	if s.Len < 7 {
		return "", false
	}
	if s.IsASCII() {
		return s.View(), true
	}
	for _, i := range [...]int{7, 8, 10} {
		if int64(i) >= s.Len {
			break
		}
		if r := s.At(i); r >= 0xd800 && r < 0xe000 {
			head, tail := object.StrPart(t, v, 0, i), object.StrPart(t, v, i+1, int(s.Len))
			if head == null || tail == null {
				return "", false
			}
			h, ok := utf8Text(t, head)
			if !ok {
				return "", false
			}
			rest, ok := utf8Text(t, tail)
			return h + "T" + rest, ok
		}
	}
	return utf8Text(t, v)
}

func datetimeFromISO(t *Thread, cls, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "fromisoformat: argument must be str")
	}
	s, ok := isoText(t, v)
	if !ok {
		return badISO(t, v)
	}
	var m moment
	end := calendar.DateEnd(s)
	if end < 0 {
		return badISO(t, v)
	}
	if m.year, m.month, m.day, ok = calendar.ParseDate(s, end); !ok {
		return badISO(t, v)
	}
	zone := none
	if len(s) > end {
		switch c := s[end]; {
		case c < 0x80:
			end++
		case c&0xf0 == 0xe0:
			end += 3
		case c&0xf0 == 0xf0:
			end += 4
		default:
			end += 2
		}
		c, o, ok := calendar.ParseTime(s, end)
		if !ok {
			return badISO(t, v)
		}
		m.hour, m.minute, m.second, m.micro = c.Hour, c.Minute, c.Second, c.Micro
		if zone = zoneOfText(t, o); zone == null {
			return null
		}
	}
	return m.makeFor(t, cls, zone)
}

const replaceDatetimeSig = "(year=unchanged, month=unchanged, day=unchanged, hour=unchanged, minute=unchanged, second=unchanged, " +
	"microsecond=unchanged, tzinfo=unchanged, *, fold=unchanged)"

var replaceDatetimeParams = object.ParseSignature("replace", replaceDatetimeSig)

func replaceDatetime(t *Thread, v Value, a []Value) Value {
	d := datetimeOf(v)
	m := momentOf(d)
	parts, fold := [7]int{m.year, m.month, m.day, m.hour, m.minute, m.second, m.micro}, [1]int{m.fold}
	if !replaced(t, a, parts[:]) || !replaced(t, a[8:], fold[:]) {
		return null
	}
	zone := a[7]
	if zone == null {
		zone = d.TZ
	}
	m = moment{parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], fold[0]}
	return m.makeFor(t, object.TypeOf(t, v).Value(), zone)
}

func reduceDatetime(t *Thread, v Value, protocol int) Value {
	var space [10]byte
	d := datetimeOf(v)
	b := putTime(putDate(space[:0], &d.date), d.hms(), d.Micro)
	if protocol > 3 && d.fold() != 0 {
		b[2] |= 0x80
	}
	return reduceTo(t, v, b, d.TZ)
}

func datetimeRepr(t *Thread, v Value) Value {
	d := datetimeOf(v)
	x := d.hms()
	b := append([]byte(object.TypeName(t, v)), '(')
	b = appendList(b, d.year(), d.month(), d.day(), x.hour(), x.minute())
	if x.second() != 0 || d.Micro != 0 {
		b = appendList(append(b, ", "...), x.second())
	}
	if d.Micro != 0 {
		b = appendList(append(b, ", "...), int(d.Micro))
	}
	if d.fold() != 0 {
		b = append(b, ", fold=1"...)
	}
	b, ok := appendZoneRepr(t, b, d.TZ)
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(b, ')'))
}

// datetimeStr is v.isoformat(" ").
func datetimeStr(t *Thread, v Value) Value {
	if v.IsExact(tDatetime) {
		return isoFormat(t, v, " ", "")
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	return object.CallMethod1(t, v, s.ISOFormat, object.NewStr(t, " "))
}

var datetimeISOParams = &params{name: "isoformat", names: []string{"sep", "timespec"}, kinds: "Cs", positional: 2}

func datetimeISOFormat(t *Thread, v Value, args []Value, kw Value) Value {
	if len(args) == 0 {
		return isoFormat(t, v, "T", "")
	}
	return datetimeISOParams.call(t, v, args, kw, func(t *Thread, v Value, a []Value) Value {
		sep, spec := "T", ""
		if a[0] != null {
			sep = object.GoString(a[0])
		}
		if a[1] != null {
			if spec = object.GoString(a[1]); spec == "" {
				spec = "?"
			}
		}
		return isoFormat(t, v, sep, spec)
	})
}

func isoFormat(t *Thread, v Value, sep, spec string) Value {
	var space [64]byte
	d := datetimeOf(v)
	b := append(appendDate(space[:0], &d.date), sep...)
	b, ok := appendTime(t, b, d.hms(), int(d.Micro), spec)
	if ok && d.TZ != none {
		b, ok = appendUTCOffset(t, b, d.TZ, v, ":")
	}
	if !ok {
		return null
	}
	return object.StrOfBytes(t, b)
}

// shift adds a timedelta to a datetime, or with -1 for by subtracts it.
func shift(t *Thread, v, by Value, sign int) Value {
	d, e := datetimeOf(v), deltaOf(by)
	n, us := divmod(int(d.Micro)+sign*int(e.Micros), microsSecond)
	n, s := divmod(d.seconds()+sign*int(e.Seconds)+n, secondsDay)
	year, month, day, ok := normalizeDate(t, d.year(), d.month(), d.day()+sign*int(e.Days)+n)
	if !ok {
		return null
	}
	if v.IsExact(tDatetime) {
		return newDatetime(t, packDate(year, month, day), packTime(s/3600, s/60%60, s%60, 0), uint32(us), d.TZ)
	}
	m := moment{year, month, day, s / 3600, s / 60 % 60, s % 60, us, 0}
	return m.makeFor(t, object.TypeOf(t, v).Value(), d.TZ)
}

func datetimeAdd(t *Thread, a, b Value) Value {
	if !is(t, a, tDatetime) {
		a, b = b, a
	}
	if !is(t, b, tDelta) {
		return object.NotImplemented
	}
	return shift(t, a, b, 1)
}

func datetimeSubtract(t *Thread, a, b Value) Value {
	if !is(t, a, tDatetime) {
		return object.NotImplemented
	}
	switch {
	case is(t, b, tDatetime):
		return between(t, a, b)
	case is(t, b, tDelta):
		return shift(t, a, b, -1)
	}
	return object.NotImplemented
}

// offsetsOf are the offsets of two datetimes; ok is false if an exception is set.
func offsetsOf(t *Thread, a, b Value) (p, q Value, ok bool) {
	if p = utcOffset(t, datetimeOf(a).TZ, a); p == null {
		return null, null, false
	}
	q = utcOffset(t, datetimeOf(b).TZ, b)
	return p, q, q != null
}

// between is a-b for datetimes.
func between(t *Thread, a, b Value) Value {
	if datetimeOf(a).TZ == datetimeOf(b).TZ {
		return apart(t, datetimeOf(a), datetimeOf(b))
	}
	p, q, ok := offsetsOf(t, a, b)
	if !ok {
		return null
	}
	if (p == none) != (q == none) {
		return object.Raise(t, object.TTypeError, "can't subtract offset-naive and offset-aware datetimes")
	}
	return apartAt(t, a, b, p, q)
}

// apartAt is a-b for datetimes with offsets p and q, which both are None or timedeltas.
func apartAt(t *Thread, a, b, p, q Value) Value {
	diff := apart(t, datetimeOf(a), datetimeOf(b))
	if diff == null || sameOffset(p, q) {
		return diff
	}
	offset := difference(t, deltaOf(p), deltaOf(q))
	if offset == null {
		return null
	}
	return difference(t, deltaOf(diff), deltaOf(offset))
}

// apart is the difference of what two datetimes show.
func apart(t *Thread, x, y *datetime) Value {
	return makeDelta(t, x.ordinal()-y.ordinal(), x.seconds()-y.seconds(), int(x.Micro)-int(y.Micro))
}

// shown is a number that orders what datetimes show down to the second.
func (d *date) shown() int64 { return int64(d.YMD)<<24 | int64(d.HMS&^(0xff<<24)) }

// compareShown compares what two datetimes show.
func compareShown(x, y *datetime) int64 {
	if diff := x.shown() - y.shown(); diff != 0 {
		return diff
	}
	return int64(x.Micro) - int64(y.Micro)
}

func datetimeCompare(t *Thread, a, b Value, op object.CompareOp) Value {
	if !(a.IsExact(tDatetime) && b.IsExact(tDatetime)) && (!is(t, a, tDatetime) || !is(t, b, tDatetime)) {
		return object.NotImplemented
	}
	x, y := datetimeOf(a), datetimeOf(b)
	if x.TZ == y.TZ {
		return object.Bool(object.CompareInts(compareShown(x, y), 0, op))
	}
	p, q, ok := offsetsOf(t, a, b)
	if !ok {
		return null
	}
	diff := int64(0)
	switch {
	case sameOffset(p, q):
		diff = compareShown(x, y)
	case p != none && q != none:
		v := apartAt(t, a, b, p, q)
		if v == null {
			return null
		}
		d := deltaOf(v)
		if diff = int64(d.Days); diff == 0 {
			diff = int64(d.Seconds | d.Micros)
		}
	default:
		return mixed(t, op, "datetimes")
	}
	if diff == 0 && (op == object.EQ || op == object.NE) {
		// A time that an offset depends on by its fold is equal to none of another zone (PEP 495).
		for _, both := range [2]bool{true, false} {
			v, offset := b, q
			if both {
				v, offset = a, p
			}
			depends, ok := foldDepends(t, v, offset)
			if !ok {
				return null
			}
			if depends {
				diff = 1
				break
			}
		}
	}
	return object.Bool(object.CompareInts(diff, 0, op))
}

// foldDepends reports whether the offset of a datetime would be another with the other fold.
func foldDepends(t *Thread, v, offset Value) (depends, ok bool) {
	d := datetimeOf(v)
	other := allocDatetime(t, object.TypeOf(t, v), d.YMD, d.HMS^foldBit, d.Micro, d.TZ)
	if other == null {
		return false, false
	}
	r := utcOffset(t, d.TZ, other)
	return r != null && !sameOffset(r, offset), r != null
}

func datetimeHash(t *Thread, v Value) (int64, bool) {
	d := datetimeOf(v)
	if d.Hash != 0 {
		return d.Hash, true
	}
	offset := none
	if d.TZ != none {
		self := v
		if d.fold() != 0 {
			if self = allocDatetime(t, object.TypeOf(t, v), d.YMD, d.HMS&^foldBit, d.Micro, d.TZ); self == null {
				return 0, false
			}
		}
		if offset = utcOffset(t, d.TZ, self); offset == null {
			return 0, false
		}
	}
	if offset == none {
		var b [10]byte
		d.Hash = object.HashBytes(t, putTime(putDate(b[:0], &d.date), d.hms(), d.Micro))
		return d.Hash, true
	}
	o := deltaOf(offset)
	d.Hash = hashParts(d.ordinal()-int(o.Days), d.seconds()-int(o.Seconds), int(d.Micro)-int(o.Micros))
	return d.Hash, true
}
