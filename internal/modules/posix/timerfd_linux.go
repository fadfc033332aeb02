// Timers with descriptors.

package posix

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// callsOnTimers are the functions timerfd_*. Those whose names end with _ns count in nanoseconds, the others in seconds.
func callsOnTimers() map[string]directCall {
	seconds := func(t *Thread, d time.Duration) Value { return object.Float(d.Seconds()) }
	nanos := func(t *Thread, d time.Duration) Value { return object.NewInt(t, int64(d)) }
	inSeconds := func(t *Thread, v Value) (time.Duration, bool) {
		if _, ok := object.AsFloat64(t, v); !ok {
			return 0, false
		}
		return timemod.SecondsOf(t, v)
	}
	inNanos := func(t *Thread, v Value) (time.Duration, bool) {
		n, ok := object.AsSize(t, v, object.TOverflowError)
		return time.Duration(n), ok
	}
	return map[string]directCall{
		"timerfd_create": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			clock, flags := x.int(a[0], 0), x.int(a[1], 0)
			if !x.ok {
				return null
			}
			fd, err := unix.TimerfdCreate(clock, flags|unix.TFD_CLOEXEC)
			return number(t, fd, err)
		},
		"timerfd_gettime":    getTimerFD(seconds),
		"timerfd_gettime_ns": getTimerFD(nanos),
		"timerfd_settime":    setTimerFD(inSeconds, seconds),
		"timerfd_settime_ns": setTimerFD(inNanos, nanos),
	}
}

type showDuration = func(t *Thread, d time.Duration) Value

func timerTimes(t *Thread, s unix.ItimerSpec, err error, show showDuration) Value {
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.Pair(t, show(t, time.Duration(s.Value.Nano())), show(t, time.Duration(s.Interval.Nano())))
}

func getTimerFD(show showDuration) directCall {
	return func(t *Thread, a []Value) Value {
		fd, ok := fdOf(t, a[0])
		if !ok {
			return null
		}
		var s unix.ItimerSpec
		err := unix.TimerfdGettime(fd, &s)
		return timerTimes(t, s, err, show)
	}
}

func setTimerFD(read func(t *Thread, v Value) (time.Duration, bool), show showDuration) directCall {
	return func(t *Thread, a []Value) Value {
		x := argsOf(t)
		fd, flags := x.fd(a[0]), x.int(a[1], 0)
		var times [2]time.Duration
		for i := range times {
			if v := a[2+i]; x.ok && v != null {
				times[i], x.ok = read(t, v)
			}
		}
		if !x.ok {
			return null
		}
		var old unix.ItimerSpec
		set := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(times[0])), Interval: unix.NsecToTimespec(int64(times[1]))}
		err := unix.TimerfdSettime(fd, flags, &set, &old)
		return timerTimes(t, old, err, show)
	}
}
