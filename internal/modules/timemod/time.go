// The module time: clocks, sleeping, calendar times.

package timemod

import (
	"math"
	"runtime"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var structTime = native.NewStructSeq("time.struct_time",
	[]string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff"}, 9)

func monotonicNanos(s system.System) int64 { return s.Monotonic() }
func wallNanos(s system.System) int64      { return s.Now().UnixNano() }
func cpuNanos(s system.System) int64       { return s.CPU() }

// clockFuncs declares a clock in seconds and in nanoseconds.
func clockFuncs(name string, nanos func(system.System) int64) []FuncDef {
	return []FuncDef{
		{Name: name, F0: func(t *Thread, self Value) Value { return object.Float(float64(nanos(native.SystemOf(t))) / 1e9) }},
		{Name: name + "_ns", F0: func(t *Thread, self Value) Value { return object.NewInt(t, nanos(native.SystemOf(t))) }},
	}
}

// clock describes a clock for get_clock_info.
type clock struct {
	source                string
	monotonic, adjustable bool
}

var clocks = map[string]clock{
	"time":         {"CLOCK_REALTIME", false, true},
	"monotonic":    {"CLOCK_MONOTONIC", true, false},
	"perf_counter": {"CLOCK_MONOTONIC", true, false},
	"process_time": {"CLOCK_PROCESS_CPUTIME_ID", true, false},
	"thread_time":  {"CLOCK_THREAD_CPUTIME_ID", true, false},
}

// The clocks that clock_gettime knows, with the numbers they have on Linux.
var clockIDs = []struct {
	name  string
	id    int64
	nanos func(system.System) int64
}{
	{"CLOCK_REALTIME", 0, wallNanos},
	{"CLOCK_MONOTONIC", 1, monotonicNanos},
	{"CLOCK_PROCESS_CPUTIME_ID", 2, cpuNanos},
	{"CLOCK_THREAD_CPUTIME_ID", 3, cpuNanos},
	{"CLOCK_MONOTONIC_RAW", 4, monotonicNanos},
	{"CLOCK_BOOTTIME", 7, monotonicNanos},
}

var _ = native.Register("time", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{structTime.ID},
		Funcs: concatFuncs(
			clockFuncs("time", wallNanos),
			clockFuncs("monotonic", monotonicNanos),
			clockFuncs("perf_counter", monotonicNanos),
			clockFuncs("process_time", cpuNanos),
			clockFuncs("thread_time", cpuNanos),
			[]FuncDef{
				{Name: "sleep", Sig: "(seconds, /)", F1: timeSleep},
				{Name: "gmtime", MaxArgs: 1, FN: timeGmtime},
				{Name: "localtime", MaxArgs: 1, FN: timeLocaltime},
				{Name: "mktime", F1: timeMktime},
				{Name: "asctime", MaxArgs: 1, FN: timeAsctime},
				{Name: "ctime", MaxArgs: 1, FN: timeCtime},
				{Name: "strftime", MinArgs: 1, MaxArgs: 2, FN: timeStrftime},
				{Name: "strptime", MinArgs: 1, MaxArgs: 2, FN: timeStrptime},
				{Name: "tzset", F0: timeTzset},
				{Name: "get_clock_info", F1: timeClockInfo},
				{Name: "clock_gettime", F1: func(t *Thread, self, id Value) Value {
					n, ok := clockByID(t, id)
					if !ok {
						return null
					}
					return object.Float(float64(n) / 1e9)
				}},
				{Name: "clock_gettime_ns", F1: func(t *Thread, self, id Value) Value {
					n, ok := clockByID(t, id)
					if !ok {
						return null
					}
					return object.NewInt(t, n)
				}},
				{Name: "clock_getres", F1: func(t *Thread, self, id Value) Value {
					if _, ok := clockByID(t, id); !ok {
						return null
					}
					return object.Float(1e-9)
				}},
			}),
		Init: initTime,
	}
})

func concatFuncs(lists ...[]FuncDef) []FuncDef {
	var all []FuncDef
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func initTime(t *Thread, m Value, dict *object.Dict) bool {
	set := func(name string, v Value) bool { return v != null && dict.SetStr(t, name, v) }
	for _, c := range clockIDs {
		if !set(c.name, object.SmallInt(c.id)) {
			return false
		}
	}
	return setZone(t, dict) && set("_STRUCT_TM_ITEMS", object.SmallInt(11))
}

func clockByID(t *Thread, v Value) (int64, bool) {
	id, ok := object.AsInt(t, v)
	if !ok {
		return 0, false
	}
	for _, c := range clockIDs {
		if c.id == int64(id) {
			return c.nanos(native.SystemOf(t)), true
		}
	}
	raiseErrno(t, int(syscall.EINVAL), "Invalid argument")
	return 0, false
}

// raiseErrno raises an OSError of a number and a text.
func raiseErrno(t *Thread, errno int, text string) Value {
	msg := object.NewStr(t, text)
	if msg == null {
		return null
	}
	e := object.Call2(t, t.Type(object.TOSError).Value(), object.SmallInt(int64(errno)), msg)
	if e != null {
		object.SetExc(t, e)
	}
	return null
}

func timeClockInfo(t *Thread, self, name Value) Value {
	if !object.IsStr(name) {
		return object.Raise(t, object.TTypeError, "get_clock_info() argument 1 must be str, not %s", object.TypeName(t, name))
	}
	c, ok := clocks[object.GoString(name)]
	if !ok {
		return object.Raise(t, object.TValueError, "unknown clock")
	}
	ns := object.NewSimpleNamespace(t)
	if ns == null {
		return null
	}
	set := func(name string, v Value) bool { return v != null && object.SetAttr(t, ns, object.Intern(t, name), v) }
	if !set("implementation", object.NewStr(t, "clock_gettime("+c.source+")")) || !set("monotonic", object.Bool(c.monotonic)) ||
		!set("adjustable", object.Bool(c.adjustable)) || !set("resolution", object.Float(1e-9)) {
		return null
	}
	return ns
}

// SecondsOf reads a number of seconds to wait, rounded away from zero to nanoseconds. Every timeout is read by it.
func SecondsOf(t *Thread, v Value) (time.Duration, bool) {
	if object.IsFloatLike(v) {
		f, _ := object.AsFloat64(t, v)
		switch {
		case math.IsNaN(f):
			object.Raise(t, object.TValueError, "Invalid value NaN (not a number)")
			return 0, false
		case math.Abs(f) >= math.MaxInt64/1e9:
			object.Raise(t, object.TOverflowError, "timestamp out of range for platform time_t")
			return 0, false
		}
		if f *= 1e9; f < 0 {
			return time.Duration(math.Floor(f)), true
		}
		return time.Duration(math.Ceil(f)), true
	}
	i := object.Index(t, v)
	if i == null {
		return 0, false
	}
	n, ok := object.Int64(i)
	if !ok || n > math.MaxInt64/int64(time.Second) || n < -math.MaxInt64/int64(time.Second) {
		object.Raise(t, object.TOverflowError, "timestamp too large to convert to C PyTime_t")
		return 0, false
	}
	return time.Duration(n) * time.Second, true
}

// Deadline is when, by the monotonic clock, a time from now is over; one too far away to be told is the last there is.
func Deadline(s system.System, d time.Duration) int64 {
	now := s.Monotonic()
	if int64(d) > math.MaxInt64-now {
		return math.MaxInt64
	}
	return now + int64(d)
}

func init() { heap.Transparent("timemod.timeSleep", "timemod.Pause") } // the frame that called has its argument

func timeSleep(t *Thread, self, v Value) Value {
	d, ok := SecondsOf(t, v)
	if !ok {
		return null
	}
	if d < 0 {
		return object.Raise(t, object.TValueError, "sleep length must be non-negative")
	}
	if d == 0 {
		t.Outside(runtime.Gosched)
	}
	s := native.SystemOf(t)
	for end := Deadline(s, d); ; {
		if !t.Poll() {
			return null
		}
		left := time.Duration(end - s.Monotonic())
		if left <= 0 {
			return none
		}
		Pause(t, left)
	}
}

// Pause waits without the lock, at most for d (negative: it has no limit), until something is asked of the running thread, or for less. The time may be used
// for a collection.
//
//go:noinline
func Pause(t *Thread, d time.Duration) {
	const most = time.Second
	if d < 0 || d > most {
		d = most
	}
	s := native.SystemOf(t)
	began := s.Monotonic()
	d, rests := t.UntilRest(d)
	if until, can := s.(system.Sleeper); can {
		told := t.RT.Told()
		t.Outside(func() { until.SleepUntil(told, d) })
	} else {
		t.Outside(func() { s.Sleep(d) })
	}
	if rests && time.Duration(s.Monotonic()-began) >= d {
		t.Rest()
	}
}

// secondsArg reads the optional argument of gmtime and its like: seconds since the epoch, rounded down.
func secondsArg(t *Thread, args []Value) (int64, bool) {
	if len(args) == 0 || args[0] == none {
		return native.SystemOf(t).Now().Unix(), true
	}
	const limit = 1 << 55 // years of more than 32 bits
	n, ok := int64(0), false
	if object.IsFloatLike(args[0]) {
		f, _ := object.AsFloat64(t, args[0])
		if math.IsNaN(f) {
			object.Raise(t, object.TValueError, "Invalid value NaN (not a number)")
			return 0, false
		}
		if ok = math.Abs(f) < 1<<63; ok {
			n = int64(math.Floor(f))
		}
	} else {
		i := object.Index(t, args[0])
		if i == null {
			return 0, false
		}
		n, ok = object.Int64(i)
	}
	switch {
	case !ok:
		object.Raise(t, object.TOverflowError, "timestamp out of range for platform time_t")
		return 0, false
	case n >= limit || n <= -limit:
		raiseErrno(t, int(syscall.EOVERFLOW), "Value too large for defined data type")
		return 0, false
	}
	return n, true
}

func timeGmtime(t *Thread, self Value, args []Value) Value {
	n, ok := secondsArg(t, args)
	if !ok {
		return null
	}
	return newStructTime(t, time.Unix(n, 0).UTC(), "GMT")
}

func timeLocaltime(t *Thread, self Value, args []Value) Value {
	n, ok := secondsArg(t, args)
	if !ok {
		return null
	}
	when := time.Unix(n, 0).In(Local(t))
	zone, _ := when.Zone()
	return newStructTime(t, when, zone)
}

func newStructTime(t *Thread, when time.Time, zone string) Value {
	n := func(i int) Value { return object.SmallInt(int64(i)) }
	dst := 0
	if when.IsDST() {
		dst = 1
	}
	_, offset := when.Zone()
	return structTime.Make(t, n(when.Year()), n(int(when.Month())), n(when.Day()), n(when.Hour()), n(when.Minute()), n(when.Second()),
		n((int(when.Weekday())+6)%7), n(when.YearDay()), n(dst), object.NewStr(t, zone), n(offset))
}

func timeStrptime(t *Thread, self Value, args []Value) Value {
	m := native.ImportModule(t, "_strptime")
	if m == null {
		return null
	}
	f := object.GetAttr(t, m, object.Intern(t, "_strptime_time"))
	if f == null {
		return null
	}
	return object.Call(t, f, args, null)
}

// NewStructTime makes a struct_time of its first nine parts.
func NewStructTime(t *Thread, year, month, day, hour, minute, second, weekday, yearDay, dst int) Value {
	n := func(i int) Value { return object.SmallInt(int64(i)) }
	return structTime.Make(t, n(year), n(month), n(day), n(hour), n(minute), n(second), n(weekday), n(yearDay), n(dst), none, none)
}
