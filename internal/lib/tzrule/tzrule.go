// Package tzrule is the rules of time zones: when a zone with daylight saving time changes, as POSIX's variable TZ tells it, and what follows from
// the changes that a file lists.
package tzrule

import "github.com/psyco-go/psy/internal/lib/calendar"

// A Rule says what a zone is ahead of UTC in seconds, and when it changes. It is plain data.
type Rule struct {
	Std, Dst   int32
	Changes    bool // or it has Std only
	Start, End Day  // of daylight saving time
}

// A Day is a day of each year and a second of this day.
type Day struct {
	Kind             Kind
	Month, Week, Day int32
	Second           int32
}

// Kind is how a Day is told.
type Kind uint8

const (
	ByWeek     Kind = iota // weekday Day, from 0 for Sunday, of week Week of a month
	ByDay                  // day of the year, from 0
	WithoutFeb             // day of the year, from 1, 29 February not being counted
)

// in is when the day comes in a year: seconds since 1970 that local clocks show. As in CPython, day 0 is the last one of the year before, and of
// the days without 29 February number 59 is this day in leap years.
func (d *Day) in(year int) int64 {
	n := 0
	switch d.Kind {
	case ByWeek:
		month := int(d.Month)
		first := calendar.Weekday(year, month, 1)
		day := (int(d.Day)-(first+1))%7 + 1
		if day < 1 {
			day += 7
		}
		if day += (int(d.Week) - 1) * 7; day > calendar.DaysIn(year, month) {
			day -= 7
		}
		n = calendar.Ordinal(year, month, day)
	default:
		n = calendar.Ordinal(year, 1, 1) + int(d.Day) - 1
		if d.Kind == WithoutFeb && d.Day >= 59 && calendar.IsLeap(year) {
			n++
		}
	}
	return int64(n-calendar.Epoch)*86400 + int64(d.Second)
}

func within(x, start, end int64) bool {
	if start < end {
		return x >= start && x < end
	}
	return x < end || x >= start
}

// Shown reports whether a time that clocks of the zone show is daylight saving time.
func (r *Rule) Shown(shown int64, fold, year int) bool {
	if !r.Changes {
		return false
	}
	start, end, gain := r.Start.in(year), r.End.in(year), int64(r.Dst-r.Std)
	if (fold != 0) == (gain >= 0) {
		end -= gain
	} else {
		start += gain
	}
	return within(shown, start, end)
}

// At reports whether a time, in seconds since 1970, is daylight saving time, and whether clocks show it the second time.
func (r *Rule) At(seconds int64, year int) (dst, fold bool) {
	if !r.Changes {
		return false, false
	}
	start, end, gain := r.Start.in(year)-int64(r.Std), r.End.in(year)-int64(r.Dst), int64(r.Dst-r.Std)
	dst = within(seconds, start, end)
	if gain > 0 {
		return dst, seconds >= end && seconds < end+gain
	}
	return dst, seconds >= start && seconds < start-gain
}

// DSTOffsets guesses how much of each kind of time is daylight saving time: changes are kinds, in the order of time.
func DSTOffsets(changes []uint8, offsets []int64, isDST []bool) []int64 {
	dst := make([]int64, len(offsets))
	for i := 1; i < len(changes); i++ {
		kind, before := changes[i], changes[i-1]
		if !isDST[kind] || dst[kind] != 0 {
			continue
		}
		gain := int64(0)
		if !isDST[before] {
			gain = offsets[kind] - offsets[before]
		}
		if gain == 0 && int(kind) < len(offsets)-1 && i+1 < len(changes) {
			after := changes[i+1]
			if isDST[after] {
				continue
			}
			gain = offsets[kind] - offsets[after]
		}
		dst[kind] = gain
	}
	for i := range dst {
		if isDST[i] && dst[i] == 0 {
			dst[i] = 3600
		}
	}
	return dst
}
