// tzinfo and timezone, and how datetimes ask a time zone.

package datetime

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = object.DefineType(tTZInfo, object.TypeDef{
	Name: "datetime.tzinfo", Size: unsafe.Sizeof(tzinfo{}), NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{New: func(t *Thread, typ *object.Type, _ []Value, _ Value) Value { return object.AllocInstance(t, typ) }},
	Methods: []FuncDef{
		{Name: "tzname", Sig: "(object, /)", F1: func(t *Thread, _, _ Value) Value { return missing(t, "tzname") }},
		{Name: "utcoffset", Sig: "(object, /)", F1: func(t *Thread, _, _ Value) Value { return missing(t, "utcoffset") }},
		{Name: "dst", Sig: "(object, /)", F1: func(t *Thread, _, _ Value) Value { return missing(t, "dst") }},
		{Name: "fromutc", Sig: "(object, /)", F1: tzinfoFromUTC},
		{Name: "__reduce__", Sig: "()", F0: tzinfoReduce},
	},
})

func missing(t *Thread, name string) Value {
	return object.Raise(t, object.TNotImplementedError, "a tzinfo subclass must implement %s()", name)
}

// needOwn checks that v is a datetime with a time zone, for fromutc.
func needOwn(t *Thread, zone, v Value) bool {
	switch {
	case !is(t, v, tDatetime):
		object.Raise(t, object.TTypeError, "fromutc: argument must be a datetime")
	case datetimeOf(v).TZ != zone:
		object.Raise(t, object.TValueError, "fromutc: dt.tzinfo is not self")
	default:
		return true
	}
	return false
}

func tzinfoFromUTC(t *Thread, zone, v Value) Value {
	if !needOwn(t, zone, v) {
		return null
	}
	offset := utcOffset(t, zone, v)
	if offset == none {
		object.Raise(t, object.TValueError, "fromutc: non-None utcoffset() result required")
	}
	if t.Exc != null {
		return null
	}
	dst := dstOffset(t, zone, v)
	if dst == none {
		object.Raise(t, object.TValueError, "fromutc: non-None dst() result required")
	}
	if t.Exc != null {
		return null
	}
	standard := difference(t, deltaOf(offset), deltaOf(dst))
	if standard == null {
		return null
	}
	r := shift(t, v, standard, 1)
	if r == null {
		return null
	}
	dst = dstOffset(t, datetimeOf(v).TZ, r)
	switch {
	case dst == null:
		return null
	case dst == none:
		return object.Raise(t, object.TValueError, "fromutc: tz.dst() gave inconsistent results; cannot convert")
	case deltaOf(dst).zero():
		return r
	case !is(t, r, tDatetime): // a derived class has made something else
		return object.Raise(t, object.TTypeError, "fromutc: argument must be a datetime")
	}
	return shift(t, r, dst, 1)
}

func tzinfoReduce(t *Thread, v Value) Value {
	args := object.Of(t.RT.EmptyTuple)
	if f := object.LookupAttr(t, v, object.Intern(t, "__getinitargs__")); f != null {
		args = object.Call0(t, f)
	}
	if t.Exc != null {
		return null
	}
	state := object.GetState(t, v)
	if state == null {
		return null
	}
	return object.Triple(t, object.TypeOf(t, v).Value(), args, state)
}

var _ = object.DefineType(tTimezone, object.TypeDef{
	Name: "datetime.timezone", Base: tTZInfo, Size: unsafe.Sizeof(timezone{}), Refs: timezoneRefs, NoWeak: true,
	Slots: object.Slots{
		New: timezoneNew, Repr: timezoneRepr,
		Str: func(t *Thread, v Value) Value { return timezoneName(t, v) },
		Hash: func(t *Thread, v Value) (int64, bool) {
			return deltaOf(zoneOf(v).Offset).hash(), true
		},
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE || !a.IsExact(tTimezone) || !b.IsExact(tTimezone) {
				return object.NotImplemented
			}
			return deltaCompare(t, zoneOf(a).Offset, zoneOf(b).Offset, op)
		},
	},
	Methods: []FuncDef{
		{Name: "tzname", Sig: "(object, /)", F1: func(t *Thread, v, when Value) Value {
			if !checkWhen(t, "tzname", when) {
				return null
			}
			return timezoneName(t, v)
		}},
		{Name: "utcoffset", Sig: "(object, /)", F1: func(t *Thread, v, when Value) Value {
			if !checkWhen(t, "utcoffset", when) {
				return null
			}
			return zoneOf(v).Offset
		}},
		{Name: "dst", Sig: "(object, /)", F1: func(t *Thread, v, when Value) Value {
			if !checkWhen(t, "dst", when) {
				return null
			}
			return none
		}},
		{Name: "fromutc", Sig: "(object, /)", F1: func(t *Thread, v, when Value) Value {
			if !needOwn(t, v, when) {
				return null
			}
			return shift(t, when, zoneOf(v).Offset, 1)
		}},
		{Name: "__getinitargs__", Sig: "()", F0: func(t *Thread, v Value) Value {
			z := zoneOf(v)
			if z.Name == null {
				return object.Tuple1(t, z.Offset)
			}
			return object.Pair(t, z.Offset, z.Name)
		}},
	},
})

// checkWhen checks the argument of a timezone's method.
func checkWhen(t *Thread, method string, v Value) bool {
	if v == none || is(t, v, tDatetime) {
		return true
	}
	object.Raise(t, object.TTypeError, "%s(dt) argument must be a datetime instance or None, not %s", method, object.TypeName(t, v))
	return false
}

// newZone makes a timezone without looking at the offset.
func newZone(t *Thread, offset, name Value) Value {
	z := object.New[timezone](t, tTimezone)
	if z == nil {
		return null
	}
	z.Offset, z.Name = offset, name
	return object.Of(z)
}

// inDay reports whether an offset is less than a day.
func inDay(d *delta) bool { return d.Days == 0 || d.Days == -1 && d.Seconds|d.Micros != 0 }

// zoneFor is the timezone with an offset and a name, or Null.
func zoneFor(t *Thread, offset, name Value) Value {
	d := deltaOf(offset)
	s := stateOf(t)
	if s == nil {
		return null
	}
	if name == null && d.zero() {
		return s.UTC
	}
	if !inDay(d) {
		text, ok := object.ReprString(t, offset)
		if !ok {
			return null
		}
		return object.Raise(t, object.TValueError,
			"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not %s.", text)
	}
	return newZone(t, offset, name)
}

var timezoneParams = &params{name: "timezone", names: []string{"offset", "name"}, kinds: "DU", required: 1, positional: 2}

func timezoneNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	return timezoneParams.call(t, null, args, kw, func(t *Thread, _ Value, a []Value) Value { return zoneFor(t, a[0], a[1]) })
}

func timezoneRepr(t *Thread, v Value) Value {
	s := stateOf(t)
	if s == nil {
		return null
	}
	b := []byte(object.TypeName(t, v))
	if v == s.UTC {
		return object.StrOfBytes(t, append(b, ".utc"...))
	}
	z := zoneOf(v)
	b, ok := object.AppendRepr(t, append(b, '('), z.Offset)
	if ok && z.Name != null {
		b, ok = object.AppendRepr(t, append(b, ", "...), z.Name)
	}
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(b, ')'))
}

func timezoneName(t *Thread, v Value) Value {
	z := zoneOf(v)
	if z.Name != null {
		return z.Name
	}
	var space [32]byte
	b := append(space[:0], "UTC"...)
	if d := deltaOf(z.Offset); !d.zero() {
		b = appendOffset(b, d, ":")
	}
	return object.StrOfBytes(t, b)
}

// zoneOfText is the time zone that an ISO 8601 text has told.
func zoneOfText(t *Thread, o calendar.Offset) Value {
	if !o.Given {
		return none
	}
	if o.Second == 0 {
		s := stateOf(t)
		if s == nil {
			return null
		}
		return s.UTC
	}
	d := makeDelta(t, 0, o.Second, o.Micro)
	if d == null {
		return null
	}
	return zoneFor(t, d, null)
}

// utcOffset is what a time zone says that it is ahead of UTC, a timedelta or None; when is a datetime or None.
func utcOffset(t *Thread, zone, when Value) Value {
	if zone == none {
		return none
	}
	if zone.IsExact(tTimezone) {
		return zoneOf(zone).Offset
	}
	if zone.IsExact(tZoneInfo) {
		return checkOffset(t, "utcoffset", askZone(t, zone, when, 0))
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	return checkOffset(t, "utcoffset", object.CallMethod1(t, zone, s.UTCOffset, when))
}

// dstOffset is what a time zone says of daylight saving time, a timedelta or None.
func dstOffset(t *Thread, zone, when Value) Value {
	if zone == none || zone.IsExact(tTimezone) {
		return none
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	return checkOffset(t, "dst", object.CallMethod1(t, zone, s.DST, when))
}

func checkOffset(t *Thread, method string, v Value) Value {
	switch {
	case v == null || v == none:
		return v
	case !is(t, v, tDelta):
		return object.Raise(t, object.TTypeError, "tzinfo.%s() must return None or timedelta, not '%s'", method, object.TypeName(t, v))
	case !inDay(deltaOf(v)):
		return object.Raise(t, object.TValueError, "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).")
	}
	return v
}

// zoneName is the name that a time zone gives itself, a str or None.
func zoneName(t *Thread, zone, when Value) Value {
	if zone == none {
		return none
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	v := object.CallMethod1(t, zone, s.TZName, when)
	if v == null || v == none || object.IsStr(v) {
		return v
	}
	return object.Raise(t, object.TTypeError, "tzinfo.tzname() must return None or a string, not '%s'", object.TypeName(t, v))
}

// appendUTCOffset appends what a time zone says that it is ahead of UTC.
func appendUTCOffset(t *Thread, b []byte, zone, when Value, sep string) ([]byte, bool) {
	offset := utcOffset(t, zone, when)
	if offset == null || offset == none {
		return b, offset != null
	}
	return appendOffset(b, deltaOf(offset), sep), true
}
