// time: times of day.

package datetime

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = object.DefineType(tTime, object.TypeDef{
	Name: "datetime.time", Size: unsafe.Sizeof(clock{}), Refs: clockRefs, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{New: timeNew, Repr: timeRepr, Str: strISO, Compare: timeCompare, Hash: timeHash},
	Methods: []FuncDef{
		{Name: "isoformat", FK: timeISOFormat},
		{Name: "strftime", FK: timeStrftime},
		{Name: "__format__", MaxArgs: -1, FN: format},
		{Name: "utcoffset", Sig: "()", F0: func(t *Thread, v Value) Value { return utcOffset(t, clockOf(v).TZ, none) }},
		{Name: "tzname", Sig: "()", F0: func(t *Thread, v Value) Value { return zoneName(t, clockOf(v).TZ, none) }},
		{Name: "dst", Sig: "()", F0: func(t *Thread, v Value) Value { return dstOffset(t, clockOf(v).TZ, none) }},
		{Name: "replace", Sig: replaceTimeSig, Fn: replaceTime},
		{Name: "__replace__", Sig: "(**changes)", FK: func(t *Thread, v Value, args []Value, kw Value) Value {
			return bindReplace(t, replaceTimeParams, v, args, kw, replaceTime)
		}},
		{Name: "fromisoformat", Sig: "(object, /)", Class: true, F1: timeFromISO},
		{Name: "__reduce_ex__", MaxArgs: -1, FN: func(t *Thread, v Value, args []Value) Value { return reduceEx(t, v, args, reduceTime) }},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value { return reduceTime(t, v, 2) }},
	},
	GetSets: []object.GetSetDef{
		{Name: "hour", Bits: object.Bits{Word: 1, Shift: 16, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(clockOf(v).hms().hour())) }},
		{Name: "minute", Bits: object.Bits{Word: 1, Shift: 8, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(clockOf(v).hms().minute())) }},
		{Name: "second", Bits: object.Bits{Word: 1, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(clockOf(v).hms().second())) }},
		{Name: "microsecond", Bits: object.Bits{Word: 1, Shift: 32, Width: 32}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(clockOf(v).Micro)) }},
		{Name: "tzinfo", Bits: object.Bits{Word: 3, Width: 64}, Get: func(t *Thread, v Value) Value { return clockOf(v).TZ }},
		{Name: "fold", Bits: object.Bits{Word: 1, Shift: 24, Width: 8}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(clockOf(v).fold())) }},
	},
})

// checkTime checks the parts of a time.
func checkTime(t *Thread, hour, minute, second, micro, fold int) bool {
	bad := ""
	switch {
	case uint(hour) > 23:
		bad = "hour must be in 0..23"
	case uint(minute) > 59:
		bad = "minute must be in 0..59"
	case uint(second) > 59:
		bad = "second must be in 0..59"
	case uint(micro) >= microsSecond:
		bad = "microsecond must be in 0..999999"
	case uint(fold) > 1:
		bad = "fold must be either 0 or 1"
	default:
		return true
	}
	object.Raise(t, object.TValueError, "%s", bad)
	return false
}

// checkZone checks that v is None or a time zone.
func checkZone(t *Thread, v Value) bool {
	if v == none || v.IsExact(tTimezone) || object.IsInstance(t, v, tTZInfo) {
		return true
	}
	object.Raise(t, object.TTypeError, "tzinfo argument must be None or of a tzinfo subclass, not type '%s'", object.TypeName(t, v))
	return false
}

func allocTime(t *Thread, typ *object.Type, hms, micro uint32, zone Value) Value {
	v := object.AllocInstance(t, typ)
	if v != null {
		c := clockOf(v)
		c.HMS, c.Micro, c.TZ = hms, micro, zone
	}
	return v
}

func newTime(t *Thread, hms, micro uint32, zone Value) Value {
	return allocTime(t, t.Type(tTime), hms, micro, zone)
}

var timeParams = &params{names: []string{"hour", "minute", "second", "microsecond", "tzinfo", "fold"}, kinds: "iiiiOi", positional: 5}

func timeNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if n := len(args) - object.KwLen(kw); n == 1 || n == 2 {
		b, ok := pickled(t, args[0], 6, "time", func(b []byte) bool { return b[0]&0x7f < 24 })
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
			hms, micro := timeOf(b)
			return allocTime(t, typ, hms&0x7fffff|hms>>23<<24, micro, zone)
		}
	}
	bound := t.PushArgs(6)
	if bound == nil {
		return null
	}
	r := null
	if timeParams.bind(t, args, kw, bound) {
		h, m, s, us := number(bound[0], 0), number(bound[1], 0), number(bound[2], 0), number(bound[3], 0)
		zone, fold := bound[4], number(bound[5], 0)
		if zone == null {
			zone = none
		}
		if checkTime(t, h, m, s, us, fold) && checkZone(t, zone) {
			r = allocTime(t, typ, packTime(h, m, s, fold), uint32(us), zone)
		}
	}
	t.PopArgs(6)
	return r
}

// checkState checks the time zone of a pickled state.
func checkState(t *Thread, zone Value) bool {
	if zone == none || object.IsInstance(t, zone, tTZInfo) {
		return true
	}
	object.Raise(t, object.TTypeError, "bad tzinfo state arg")
	return false
}

// timeFor makes a time, or calls a class that is derived from time.
func timeFor(t *Thread, cls Value, h, m, s, us int, zone Value, fold int) Value {
	if !object.As[object.Type](cls).Is(tTime) {
		return callFolded(t, cls, fold, zone, h, m, s, us)
	}
	if !checkTime(t, h, m, s, us, fold) || !checkZone(t, zone) {
		return null
	}
	return newTime(t, packTime(h, m, s, fold), uint32(us), zone)
}

// callFolded calls a class with numbers, a time zone, and the fold if there is one.
func callFolded(t *Thread, cls Value, fold int, zone Value, numbers ...int) Value {
	n := len(numbers) + 1
	args := t.PushArgs(n + 1)
	if args == nil {
		return null
	}
	for i, x := range numbers {
		args[i] = object.SmallInt(int64(x))
	}
	args[n-1] = zone
	r := null
	if fold == 0 {
		r = object.Call(t, cls, args[:n], null)
	} else if s := stateOf(t); s != nil {
		args[n] = object.SmallInt(int64(fold))
		r = object.Call(t, cls, args, s.KwFold)
	}
	t.PopArgs(n + 1)
	return r
}

func timeFromISO(t *Thread, cls, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "fromisoformat: argument must be str")
	}
	s, ok := utf8Text(t, v)
	if !ok {
		return badISO(t, v)
	}
	if s != "" && s[0] == 'T' {
		s = s[1:]
	}
	c, o, ok := calendar.ParseTime(s, 0)
	if !ok {
		return badISO(t, v)
	}
	zone := zoneOfText(t, o)
	if zone == null {
		return null
	}
	return timeFor(t, cls, c.Hour, c.Minute, c.Second, c.Micro, zone, 0)
}

const replaceTimeSig = "(hour=unchanged, minute=unchanged, second=unchanged, microsecond=unchanged, tzinfo=unchanged, *, fold=unchanged)"

var replaceTimeParams = object.ParseSignature("replace", replaceTimeSig)

func replaceTime(t *Thread, v Value, a []Value) Value {
	c := clockOf(v)
	x := c.hms()
	parts, fold := [4]int{x.hour(), x.minute(), x.second(), int(c.Micro)}, [1]int{c.fold()}
	if !replaced(t, a, parts[:]) || !replaced(t, a[5:], fold[:]) {
		return null
	}
	zone := a[4]
	if zone == null {
		zone = c.TZ
	}
	return timeFor(t, object.TypeOf(t, v).Value(), parts[0], parts[1], parts[2], parts[3], zone, fold[0])
}

func reduceEx(t *Thread, v Value, args []Value, reduce func(t *Thread, v Value, protocol int) Value) Value {
	if !count(t, "__reduce_ex__", args, 1) {
		return null
	}
	protocol, ok := native.CInt(t, args[0])
	if !ok {
		return null
	}
	return reduce(t, v, protocol)
}

func reduceTime(t *Thread, v Value, protocol int) Value {
	var space [6]byte
	c := clockOf(v)
	b := putTime(space[:0], c.hms(), c.Micro)
	if protocol > 3 && c.fold() != 0 {
		b[0] |= 0x80
	}
	return reduceTo(t, v, b, c.TZ)
}

func timeRepr(t *Thread, v Value) Value {
	c := clockOf(v)
	x := c.hms()
	b := append([]byte(object.TypeName(t, v)), '(')
	b = appendList(b, x.hour(), x.minute())
	if x.second() != 0 || c.Micro != 0 {
		b = appendList(append(b, ", "...), x.second())
	}
	if c.Micro != 0 {
		b = appendList(append(b, ", "...), int(c.Micro))
	}
	b, ok := appendZoneRepr(t, b, c.TZ)
	if !ok {
		return null
	}
	if c.fold() != 0 {
		b = append(b, ", fold=1"...)
	}
	return object.StrOfBytes(t, append(b, ')'))
}

var timeISOParams = &params{name: "isoformat", names: []string{"timespec"}, kinds: "s", positional: 1}

func timeISOFormat(t *Thread, v Value, args []Value, kw Value) Value {
	return timeISOParams.call(t, v, args, kw, func(t *Thread, v Value, a []Value) Value {
		c, spec := clockOf(v), ""
		if a[0] != null {
			if spec = object.GoString(a[0]); spec == "" {
				spec = "?"
			}
		}
		var space [48]byte
		b, ok := appendTime(t, space[:0], c.hms(), int(c.Micro), spec)
		if ok {
			b, ok = appendUTCOffset(t, b, c.TZ, none, ":")
		}
		if !ok {
			return null
		}
		return object.StrOfBytes(t, b)
	})
}

func timeStrftime(t *Thread, v Value, args []Value, kw Value) Value {
	return strftimeParams.call(t, v, args, kw, func(t *Thread, v Value, a []Value) Value {
		x := clockOf(v).hms()
		tuple := object.NewTuple(t, 9)
		if tuple == nil {
			return null
		}
		for i, n := range [...]int{1900, 1, 1, x.hour(), x.minute(), x.second(), 0, 1, -1} {
			*tuple.At(i) = object.SmallInt(int64(n))
		}
		return strftime(t, v, a[0], object.Of(tuple), none)
	})
}

func (c *clock) same(d *clock) int {
	if x, y := c.HMS&^(0xff<<24), d.HMS&^(0xff<<24); x != y {
		return int(x) - int(y)
	}
	return int(c.Micro) - int(d.Micro)
}

func timeCompare(t *Thread, a, b Value, op object.CompareOp) Value {
	if !is(t, a, tTime) || !is(t, b, tTime) {
		return object.NotImplemented
	}
	x, y := clockOf(a), clockOf(b)
	if x.TZ == y.TZ {
		return ordered(x.same(y), op)
	}
	p := utcOffset(t, x.TZ, none)
	if p == null {
		return null
	}
	q := utcOffset(t, y.TZ, none)
	if q == null {
		return null
	}
	switch {
	case sameOffset(p, q):
		return ordered(x.same(y), op)
	case p != none && q != none:
		diff := (x.hms().seconds() - deltaOf(p).seconds()) - (y.hms().seconds() - deltaOf(q).seconds())
		if diff == 0 {
			diff = int(x.Micro) - int(y.Micro)
		}
		return ordered(diff, op)
	}
	return mixed(t, op, "times")
}

func (d *delta) seconds() int { return int(d.Days)*secondsDay + int(d.Seconds) }

// sameOffset reports whether two results of utcoffset are equal.
func sameOffset(p, q Value) bool {
	return p == q || p != none && q != none && compareDeltas(deltaOf(p), deltaOf(q)) == 0
}

// mixed compares what has a time zone with what has none.
func mixed(t *Thread, op object.CompareOp, what string) Value {
	switch op {
	case object.EQ:
		return object.False
	case object.NE:
		return object.True
	}
	return object.Raise(t, object.TTypeError, "can't compare offset-naive and offset-aware %s", what)
}

func timeHash(t *Thread, v Value) (int64, bool) {
	c := clockOf(v)
	if c.Hash != 0 {
		return c.Hash, true
	}
	offset := utcOffset(t, c.TZ, none)
	if offset == null {
		return 0, false
	}
	if offset == none {
		var b [6]byte
		c.Hash = object.HashBytes(t, putTime(b[:0], c.hms(), c.Micro))
		return c.Hash, true
	}
	d := deltaOf(offset)
	c.Hash = hashParts(-int(d.Days), c.hms().seconds()-int(d.Seconds), int(c.Micro)-int(d.Micros))
	return c.Hash, true
}

// hashParts is the hash of the timedelta of these parts, which need not be in range.
func hashParts(days, seconds, micros int) int64 {
	n, us := divmod(micros, microsSecond)
	m, s := divmod(seconds+n, secondsDay)
	return object.HashInts(int64(days+m), int64(s), int64(us))
}
