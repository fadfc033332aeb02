// Package datetime is the modules _datetime and _zoneinfo: dates, times, differences between them, and time zones.
package datetime

import (
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
	header  = heap.Header
)

const (
	null = object.Null
	none = object.None
)

// delta is a timedelta: 0 <= Seconds < 86400, 0 <= Micros < 1000000. Hash is 0 until it was asked for, as in the types below.
type delta struct {
	header
	Days, Seconds, Micros int32
	_                     int32
	Hash                  int64
}

// date is a date, and the first part of a datetime. YMD and HMS have a byte for each of their parts, the year has two: so they compare like the
// parts. The topmost byte of HMS is the fold.
type date struct {
	header
	YMD, HMS uint32
	Hash     int64
}

// datetime is a datetime. TZ is None if it is naive.
type datetime struct {
	date
	Micro uint32
	_     uint32
	TZ    Value
}

const datetimeRefs = 1 << 4

// clock is a time.
type clock struct {
	header
	HMS, Micro uint32
	Hash       int64
	TZ         Value
}

const clockRefs = 1 << 3

// tzinfo is an instance of a time zone's class; it has no fields of its own.
type tzinfo struct{ header }

// timezone is a time zone that never changes. Name is Null if none was given.
type timezone struct {
	header
	Offset, Name Value
}

const timezoneRefs = 1<<1 | 1<<2

var (
	tDelta    = object.AllocTypeID()
	tDate     = object.AllocTypeID()
	tDatetime = object.AllocTypeID()
	tTime     = object.AllocTypeID()
	tTZInfo   = object.AllocTypeID()
	tTimezone = object.AllocTypeID()
)

func deltaOf(v Value) *delta       { return object.As[delta](v) }
func dateOf(v Value) *date         { return object.As[date](v) }
func datetimeOf(v Value) *datetime { return object.As[datetime](v) }
func clockOf(v Value) *clock       { return object.As[clock](v) }
func zoneOf(v Value) *timezone     { return object.As[timezone](v) }

// is reports whether v is of a type or of a class derived from it.
func is(t *Thread, v Value, id object.TypeID) bool {
	return v.IsExact(id) || object.IsInstance(t, v, id)
}

const foldBit = 1 << 24

func packDate(year, month, day int) uint32 { return uint32(year)<<16 | uint32(month)<<8 | uint32(day) }

func packTime(hour, minute, second, fold int) uint32 {
	return uint32(fold)<<24 | uint32(hour)<<16 | uint32(minute)<<8 | uint32(second)
}

func (d *date) year() int    { return int(d.YMD >> 16) }
func (d *date) month() int   { return int(d.YMD >> 8 & 0xff) }
func (d *date) day() int     { return int(d.YMD & 0xff) }
func (d *date) fold() int    { return int(d.HMS >> 24) }
func (d *date) hms() hms     { return hms(d.HMS) }
func (d *date) seconds() int { return d.hms().seconds() }
func (c *clock) hms() hms    { return hms(c.HMS) }
func (c *clock) fold() int   { return int(c.HMS >> 24) }

// hms is a time of day, packed.
type hms uint32

func (x hms) hour() int    { return int(x >> 16 & 0xff) }
func (x hms) minute() int  { return int(x >> 8 & 0xff) }
func (x hms) second() int  { return int(x & 0xff) }
func (x hms) seconds() int { return x.hour()*3600 + x.minute()*60 + x.second() }
