// Texts and bytes of dates and times.

package datetime

import (
	"strconv"

	"github.com/psyco-go/psy/internal/vm/object"
)

// appendTwo appends a number with two digits at least.
func appendTwo(b []byte, n int) []byte {
	if n < 100 {
		return append(b, byte('0'+n/10), byte('0'+n%10))
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// appendPadded appends a number that is not negative with so many digits at least.
func appendPadded(b []byte, n, width int) []byte {
	for limit := 10; width > 1; width, limit = width-1, limit*10 {
		if n < limit {
			for ; width > 1; width-- {
				b = append(b, '0')
			}
			break
		}
	}
	return strconv.AppendInt(b, int64(n), 10)
}

func appendDate(b []byte, d *date) []byte {
	y := d.year()
	if y < 10000 {
		b = appendTwo(appendTwo(b, y/100), y%100)
	} else {
		b = strconv.AppendInt(b, int64(y), 10)
	}
	return appendTwo(append(appendTwo(append(b, '-'), d.month()), '-'), d.day())
}

func appendClock(b []byte, x hms) []byte {
	return appendTwo(append(appendTwo(append(appendTwo(b, x.hour()), ':'), x.minute()), ':'), x.second())
}

// appendMicros appends six digits at least.
func appendMicros(b []byte, n int) []byte {
	if n >= microsSecond {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return appendTwo(appendTwo(appendTwo(b, n/10000), n/100%100), n%100)
}

// appendTime appends a time as a timespec says: auto, which is empty here too, hours, minutes ...
func appendTime(t *Thread, b []byte, x hms, micro int, spec string) ([]byte, bool) {
	switch spec {
	case "", "auto":
		b = appendClock(b, x)
		if micro != 0 {
			b = appendMicros(append(b, '.'), micro)
		}
	case "hours":
		b = appendTwo(b, x.hour())
	case "minutes":
		b = appendTwo(append(appendTwo(b, x.hour()), ':'), x.minute())
	case "seconds":
		b = appendClock(b, x)
	case "milliseconds":
		b = appendPadded(append(appendClock(b, x), '.'), micro/1000, 3)
	case "microseconds":
		b = appendMicros(append(appendClock(b, x), '.'), micro)
	default:
		object.Raise(t, object.TValueError, "Unknown timespec value")
		return b, false
	}
	return b, true
}

// appendOffset appends what a time zone is ahead of UTC, with a separator between hours and minutes; nothing for None.
func appendOffset(b []byte, d *delta, sep string) []byte {
	sign, s, us := byte('+'), int(d.Seconds), int(d.Micros)
	if d.Days < 0 {
		sign = '-'
		if s = secondsDay - s; us != 0 {
			s, us = s-1, microsSecond-us
		}
	}
	b = appendTwo(append(b, sign), s/3600)
	b = appendTwo(append(b, sep...), s/60%60)
	if s%60 != 0 || us != 0 {
		b = appendTwo(append(b, sep...), s%60)
	}
	if us != 0 {
		b = appendMicros(append(b, '.'), us)
	}
	return b
}

// appendList appends numbers with commas between them.
func appendList(b []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return b
}

// What pickles have of a date and of a time: a byte for each part, two for the year, three for the microseconds.

func putDate(b []byte, d *date) []byte {
	return append(b, byte(d.YMD>>24), byte(d.YMD>>16), byte(d.YMD>>8), byte(d.YMD))
}

func putTime(b []byte, x hms, micro uint32) []byte {
	return append(b, byte(x>>16), byte(x>>8), byte(x), byte(micro>>16), byte(micro>>8), byte(micro))
}

func ymdOf(b []byte) uint32 {
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

func timeOf(b []byte) (hms, micro uint32) {
	return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]), uint32(b[3])<<16 | uint32(b[4])<<8 | uint32(b[5])
}

// pickled is the state in an argument of a constructor: bytes, or a str from pickles of Python 2, of n bytes that are sane. nil: it is none, and
// if ok is false, an exception is set.
func pickled(t *Thread, v Value, n int, what string, sane func(b []byte) bool) (state []byte, ok bool) {
	switch {
	case object.IsBytes(v):
		if b := object.BytesOf(v); len(b) == n && sane(b) {
			return b, true
		}
	case object.IsStr(v):
		s := object.As[object.Str](v)
		if s.Len != int64(n) {
			return nil, true
		}
		b, wide := make([]byte, n), false
		for i := range b {
			r := s.At(i)
			wide = wide || r > 0xff
			b[i] = byte(min(r, 0xff))
		}
		if !sane(b) {
			return nil, true
		}
		if wide {
			object.Raise(t, object.TValueError, "Failed to encode latin1 string when unpickling a %s object. "+
				"pickle.load(data, encoding='latin1') is assumed.", what)
			return nil, false
		}
		return b, true
	}
	return nil, true
}

// reduceTo is what __reduce__ gives: the class and its arguments, a state and a time zone that may be None.
func reduceTo(t *Thread, v Value, state []byte, zone Value) Value {
	b := object.NewBytes(t, state)
	if b == null {
		return null
	}
	args := null
	if zone == none {
		args = object.Tuple1(t, b)
	} else {
		args = object.Pair(t, b, zone)
	}
	if args == null {
		return null
	}
	return object.Pair(t, object.TypeOf(t, v).Value(), args)
}

func reduceDate(t *Thread, v Value) Value {
	var b [4]byte
	return reduceTo(t, v, putDate(b[:0], dateOf(v)), none)
}

// appendZone completes a repr with the time zone and the fold.
func appendZoneRepr(t *Thread, b []byte, zone Value) ([]byte, bool) {
	if zone == none {
		return b, true
	}
	return object.AppendRepr(t, append(b, ", tzinfo="...), zone)
}
