// The clock and the local time zone: now, timestamps, and what a time zone makes of them.

package datetime

import (
	"math"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// longestFold is how many seconds a fold may last.
const longestFold = 24 * 3600

// timeOverflow raises the error for a timestamp that the system cannot have.
func timeOverflow(t *Thread) bool {
	object.Raise(t, object.TOverflowError, "timestamp out of range for platform time_t")
	return false
}

// timestampOf splits a timestamp: what is less than a second, for floats, is given back as a float of microseconds.
func timestampOf(t *Thread, v Value, round func(float64) float64) (seconds int64, micros int, ok bool) {
	if !object.IsFloatLike(v) {
		i := object.Index(t, v)
		if i == null {
			return 0, 0, false
		}
		n, ok := object.Int64(i)
		return n, 0, ok || timeOverflow(t)
	}
	f, _ := object.AsFloat64(t, v)
	if math.IsNaN(f) {
		object.Raise(t, object.TValueError, "Invalid value NaN (not a number)")
		return 0, 0, false
	}
	whole, part := math.Modf(f)
	if math.IsInf(f, 0) {
		return 0, 0, timeOverflow(t)
	}
	part = round(part * 1e6)
	if part >= 1e6 {
		whole, part = whole+1, part-1e6
	} else if part < 0 {
		whole, part = whole-1, part+1e6
	}
	if whole < math.MinInt64 || whole >= -float64(math.MinInt64) {
		return 0, 0, timeOverflow(t)
	}
	return int64(whole), int(part), true
}

// floorSeconds is a timestamp rounded down to seconds.
func floorSeconds(t *Thread, v Value) (int64, bool) {
	if !object.IsFloatLike(v) {
		n, _, ok := timestampOf(t, v, nil)
		return n, ok
	}
	f, _ := object.AsFloat64(t, v)
	switch f = math.Floor(f); {
	case math.IsNaN(f):
		object.Raise(t, object.TValueError, "Invalid value NaN (not a number)")
		return 0, false
	case f < math.MinInt64 || f >= -float64(math.MinInt64):
		return 0, timeOverflow(t)
	}
	return int64(f), true
}

// systemTime is the time of a timestamp, if C's library could tell its year.
func systemTime(t *Thread, seconds int64, zone *time.Location) (time.Time, bool) {
	const least, most = -67768040609740800, 67768036191676799 // years of 32 bits
	if seconds < least || seconds > most {
		object.RaiseOSError(t, syscall.EOVERFLOW, null, null)
		return time.Time{}, false
	}
	return time.Unix(seconds, 0).In(zone), true
}

func localTime(t *Thread, seconds int64) (time.Time, bool) {
	return systemTime(t, seconds, timemod.Local(t))
}

const epochSeconds = calendar.Epoch * secondsDay

// showing is the time that local clocks show at a time, both in seconds since the beginning of 31 December of the year before year 1.
func showing(t *Thread, zone *time.Location, seconds int64) (int64, bool) {
	when, ok := systemTime(t, seconds-epochSeconds, zone)
	if !ok || !yearInRange(t, when.Year()) {
		return 0, false
	}
	_, offset := when.Zone()
	return seconds + int64(offset), true
}

func yearInRange(t *Thread, year int) bool {
	if year >= calendar.MinYear && year <= calendar.MaxYear {
		return true
	}
	object.Raise(t, object.TValueError, "year %d is out of range", year)
	return false
}

// whenShowing is a time at which local clocks show a time; of two, the one with the fold.
func whenShowing(t *Thread, zone *time.Location, shown int64, fold int) (int64, bool) {
	x, ok := showing(t, zone, shown)
	if !ok {
		return 0, false
	}
	a := x - shown
	u1 := shown - a
	t1, ok := showing(t, zone, u1)
	if !ok {
		return 0, false
	}
	b := t1 - u1
	if t1 == shown { // a solution; is there another one, before or after it?
		u2 := u1 - longestFold
		if fold != 0 {
			u2 = u1 + longestFold
		}
		if x, ok = showing(t, zone, u2); !ok {
			return 0, false
		}
		if b = x - u2; a == b {
			return u1, true
		}
	}
	u2 := shown - b
	t2, ok := showing(t, zone, u2)
	switch {
	case !ok:
		return 0, false
	case t2 == shown:
		return u2, true
	case t1 == shown:
		return u1, true
	case fold != 0: // the time is in a gap
		return min(u1, u2), true
	}
	return max(u1, u2), true
}

// shownBy is what a datetime shows, in seconds. One that was made of a damaged state fails as it does in C.
func shownBy(t *Thread, d *datetime) (int64, bool) {
	if year := d.year(); year < calendar.MinYear || year > calendar.MaxYear {
		return 0, yearInRange(t, 0)
	}
	return int64(d.ordinal())*secondsDay + int64(d.seconds()), true
}

// atTime makes a datetime of a timestamp, for local clocks or in UTC.
func atTime(t *Thread, cls Value, seconds int64, micros int, zone Value, local bool) Value {
	place := time.UTC
	if local {
		place = timemod.Local(t)
	}
	when, ok := systemTime(t, seconds, place)
	if !ok {
		return null
	}
	year, month, day := when.Date()
	year = int(int32(year))
	hour, minute, second := when.Clock()
	m := moment{year, int(month), day, hour, minute, second, micros, 0}
	if local && zone == none {
		if !yearInRange(t, year) {
			return null
		}
		_, offset := when.Zone()
		shown := seconds + epochSeconds + int64(offset)
		before, ok := showing(t, place, seconds+epochSeconds-longestFold)
		if !ok {
			return null
		}
		if gain := shown - before - longestFold; gain < 0 {
			x, ok := showing(t, place, seconds+epochSeconds+gain)
			if !ok {
				return null
			}
			if x == shown {
				m.fold = 1
			}
		}
	}
	return m.makeFor(t, cls, zone)
}

// current makes a datetime of the current time.
func current(t *Thread, cls, zone Value, local bool) Value {
	now := native.SystemOf(t).Now()
	return atTime(t, cls, now.Unix(), now.Nanosecond()/1000, zone, local)
}

// toZone has a time zone make its time of a datetime in UTC.
func toZone(t *Thread, zone, v Value) Value {
	if v == null || zone == none {
		return v
	}
	if zone.IsExact(tTimezone) && v.IsExact(tDatetime) {
		return shift(t, v, zoneOf(zone).Offset, 1)
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	return object.CallMethod1(t, zone, s.FromUTC, v)
}

func now(t *Thread, cls Value, a []Value) Value {
	zone := a[0]
	if zone == null {
		zone = none
	}
	if !checkZone(t, zone) {
		return null
	}
	return toZone(t, zone, current(t, cls, zone, zone == none))
}

func utcNow(t *Thread, cls Value) Value {
	if !object.Warn(t, object.TDeprecationWarning, "datetime.datetime.utcnow() is deprecated and scheduled for removal in a future version. "+
		"Use timezone-aware objects to represent datetimes in UTC: datetime.datetime.now(datetime.UTC).") {
		return null
	}
	return current(t, cls, none, false)
}

var timestampParams = &params{name: "fromtimestamp", names: []string{"timestamp", "tz"}, kinds: "OO", required: 1, positional: 2}

func fromTimestamp(t *Thread, cls Value, args []Value, kw Value) Value {
	return timestampParams.call(t, cls, args, kw, func(t *Thread, cls Value, a []Value) Value {
		zone := a[1]
		if zone == null {
			zone = none
		}
		if !checkZone(t, zone) {
			return null
		}
		seconds, micros, ok := timestampOf(t, a[0], math.RoundToEven)
		if !ok {
			return null
		}
		return toZone(t, zone, atTime(t, cls, seconds, micros, zone, zone == none))
	})
}

func utcFromTimestamp(t *Thread, cls Value, args []Value) Value {
	if !object.Warn(t, object.TDeprecationWarning, "datetime.datetime.utcfromtimestamp() is deprecated and scheduled for removal in a future version. "+
		"Use timezone-aware objects to represent datetimes in UTC: datetime.datetime.fromtimestamp(timestamp, datetime.UTC).") ||
		!count(t, "utcfromtimestamp", args, 1) {
		return null
	}
	seconds, micros, ok := timestampOf(t, args[0], math.RoundToEven)
	if !ok {
		return null
	}
	return atTime(t, cls, seconds, micros, none, false)
}

func timestamp(t *Thread, v Value) Value {
	d := datetimeOf(v)
	if d.TZ != none {
		s := stateOf(t)
		if s == nil {
			return null
		}
		diff := between(t, v, s.Epoch)
		if diff == null {
			return null
		}
		m := micros(t, deltaOf(diff))
		if m == null {
			return null
		}
		return object.IntTrueDiv(t, m, object.SmallInt(microsSecond))
	}
	shown, ok := shownBy(t, d)
	if !ok {
		return null
	}
	seconds, ok := whenShowing(t, timemod.Local(t), shown, d.fold())
	if !ok {
		return null
	}
	return object.Float(float64(seconds-epochSeconds) + float64(d.Micro)/1e6)
}

// localZone is the local time zone as it is at a time.
func localZone(t *Thread, seconds int64) Value {
	when, ok := localTime(t, seconds)
	if !ok {
		return null
	}
	name, seconds32 := when.Zone()
	offset := makeDelta(t, 0, seconds32, 0)
	if offset == null {
		return null
	}
	text := object.NewStr(t, name)
	if text == null {
		return null
	}
	return zoneFor(t, offset, text)
}

// localZoneOf is the local time zone at the time that a datetime shows.
func localZoneOf(t *Thread, d *datetime) Value {
	zone, fold := timemod.Local(t), d.fold()
	shown, ok := shownBy(t, d)
	if !ok {
		return null
	}
	seconds, ok := whenShowing(t, zone, shown, fold)
	if !ok {
		return null
	}
	other, ok := whenShowing(t, zone, shown, 1-fold)
	if !ok {
		return null
	}
	if other != seconds && (other > seconds) == (fold != 0) { // a gap
		seconds = other
	}
	return localZone(t, seconds-epochSeconds)
}

var asTimezoneParams = &params{name: "astimezone", names: []string{"tz"}, kinds: "O", positional: 1}

func asTimezone(t *Thread, v Value, args []Value, kw Value) Value {
	return asTimezoneParams.call(t, v, args, kw, func(t *Thread, v Value, a []Value) Value {
		zone := a[0]
		if zone == null {
			zone = none
		}
		if !checkZone(t, zone) {
			return null
		}
		return convert(t, v, zone)
	})
}

// convert is v.astimezone(zone).
func convert(t *Thread, v, zone Value) Value {
	own, offset := datetimeOf(v).TZ, none
	for offset == none {
		if own == none {
			if own = localZoneOf(t, datetimeOf(v)); own == null {
				return null
			}
		}
		if own == zone {
			return v
		}
		if offset = utcOffset(t, own, v); offset == null {
			return null
		}
		own = none
	}
	r := shift(t, v, offset, -1)
	if r == null {
		return null
	}
	if !is(t, r, tDatetime) { // a derived class has made something else
		return object.Raise(t, object.TTypeError, "fromutc: argument must be a datetime")
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	if datetimeOf(r).TZ == none {
		d := datetimeOf(r)
		if r = allocDatetime(t, object.TypeOf(t, r), d.YMD, d.HMS, d.Micro, s.UTC); r == null {
			return null
		}
	} else {
		datetimeOf(r).TZ = s.UTC
	}
	if zone == none {
		diff := between(t, r, s.Epoch)
		if diff == null {
			return null
		}
		if zone = localZone(t, int64(deltaOf(diff).seconds())); zone == null {
			return null
		}
	}
	datetimeOf(r).TZ, datetimeOf(r).Hash = zone, 0
	return toZone(t, zone, r)
}

func timeTuple(t *Thread, v Value) Value {
	d, dst := datetimeOf(v), -1
	if d.TZ != none {
		x := dstOffset(t, d.TZ, v)
		switch {
		case x == null:
			return null
		case x != none && deltaOf(x).zero():
			dst = 0
		case x != none:
			dst = 1
		}
	}
	return structTime(t, d.year(), d.month(), d.day(), d.hms(), dst)
}

func utcTimeTuple(t *Thread, v Value) Value {
	offset := utcOffset(t, datetimeOf(v).TZ, v)
	if offset == null {
		return null
	}
	if offset != none {
		if v = shift(t, v, offset, -1); v == null {
			return null
		}
		if !is(t, v, tDatetime) {
			return object.Raise(t, object.TTypeError, "fromutc: argument must be a datetime")
		}
	}
	d := dateOf(v)
	return structTime(t, d.year(), d.month(), d.day(), d.hms(), 0)
}
