// posix.utime: setting the times of files.

package posix

import (
	"math"
	"time"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// canSetTimes reports whether there is such a function at all.
func canSetTimes(t *Thread) bool {
	_, ok := iomod.BareSystem(t).(iomod.TimeSetter)
	return ok
}

func posixUtime(t *Thread, _ Value, a []Value) Value {
	given, ns := a[1], a[2]
	if given == none {
		given = null
	}
	follow, ok := native.OptBool(t, a[4], true)
	if !ok {
		return null
	}
	if given != null && ns != null {
		return object.Raise(t, object.TValueError, "utime: you may specify either 'times' or 'ns' but not both")
	}
	now := native.SystemOf(t).Now()
	times := [2]time.Time{now, now}
	switch {
	case given != null:
		if !object.IsTuple(given) || object.As[object.Tuple](given).Len() != 2 {
			return object.Raise(t, object.TTypeError, "utime: 'times' must be either a tuple of two ints or None")
		}
	case ns != null:
		if !object.IsTuple(ns) || object.As[object.Tuple](ns).Len() != 2 {
			return object.Raise(t, object.TTypeError, "utime: 'ns' must be a tuple of two ints")
		}
	}
	for i := range times {
		switch {
		case given != null:
			times[i], ok = timeOf(t, *object.As[object.Tuple](given).At(i))
		case ns != null:
			times[i], ok = timeOfNanos(t, *object.As[object.Tuple](ns).At(i))
		}
		if !ok {
			return null
		}
	}
	path, name, fd, ok := pathArg(t, "utime", "path", a[0], mayBeFD)
	if !ok {
		return null
	}
	dir, ok := dirArg(t, a[3])
	if !ok {
		return null
	}
	var err error
	if fd != noFD {
		switch {
		case dir != noFD:
			return object.Raise(t, object.TValueError, "utime: can't specify dir_fd without matching path")
		case !follow:
			return object.Raise(t, object.TValueError, "utime: cannot use fd and follow_symlinks together")
		}
		path, err = atFD(t, fd, "")
	} else {
		path, err = inDir(t, dir, path)
	}
	if err != nil {
		return raisePath(t, err, name)
	}
	if err := native.SystemOf(t).(iomod.TimeSetter).SetTimes(path, times[0], times[1], follow); err != nil {
		return native.RaiseIO(t, err, name)
	}
	return none
}

// posixTimes is times(): the processor time of the process and of its children, and a clock.
func posixTimes(t *Thread, _ Value) Value {
	var used [4]int64
	if s, ok := iomod.BareSystem(t).(interface{ CPUTimes() [4]int64 }); ok {
		used = s.CPUTimes()
	} else {
		used[0] = native.SystemOf(t).CPU()
	}
	sec := func(nanos int64) Value { return object.Float(math.Floor(float64(nanos)/1e7) / 100) } // the clock ticks a hundred times a second
	return timesResult.Make(t, sec(used[0]), sec(used[1]), sec(used[2]), sec(used[3]), sec(native.SystemOf(t).Monotonic()))
}

// timeOf reads seconds since the epoch, rounded down to nanoseconds.
func timeOf(t *Thread, v Value) (time.Time, bool) {
	if object.IsFloatLike(v) {
		f, _ := object.AsFloat64(t, v)
		if math.IsNaN(f) {
			object.Raise(t, object.TValueError, "Invalid value NaN (not a number)")
			return time.Time{}, false
		}
		sec, frac := math.Modf(f)
		if math.Abs(sec) >= 1<<62 {
			object.Raise(t, object.TOverflowError, "timestamp out of range for platform time_t")
			return time.Time{}, false
		}
		return time.Unix(int64(sec), int64(math.Floor(frac*1e9))), true
	}
	i := object.Index(t, v)
	if i == null {
		return time.Time{}, false
	}
	n, ok := object.Int64(i)
	if !ok {
		object.Raise(t, object.TOverflowError, "timestamp out of range for platform time_t")
	}
	return time.Unix(n, 0), ok
}

// timeOfNanos reads nanoseconds since the epoch.
func timeOfNanos(t *Thread, v Value) (time.Time, bool) {
	if !object.IsIntLike(v) {
		i := object.Index(t, v)
		if i == null {
			return time.Time{}, false
		}
		v = i
	}
	n, ok := object.Int64(v)
	if !ok {
		object.Raise(t, object.TOverflowError, "timestamp out of range for platform time_t")
	}
	return time.Unix(0, n), ok
}
