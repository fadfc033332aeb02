// Package calendar computes with dates of the proleptic Gregorian calendar and reads their ISO 8601 texts, as Python's datetime does.
package calendar

// Years that have dates, and the number of the last day.
const (
	MinYear    = 1
	MaxYear    = 9999
	MaxOrdinal = 3652059
	// Epoch is the number of 1 January 1970.
	Epoch = 719163
)

const (
	daysIn4   = 4*365 + 1
	daysIn100 = 25*daysIn4 - 1
	daysIn400 = 4*daysIn100 + 1
)

var (
	daysIn     = [13]int{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	daysBefore = [13]int{0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}
)

// IsLeap reports whether a year has 366 days.
func IsLeap(year int) bool { return year&3 == 0 && (year%100 != 0 || year%400 == 0) }

// DaysIn is the number of days of a month.
func DaysIn(year, month int) int {
	if month == 2 && IsLeap(year) {
		return 29
	}
	return daysIn[month]
}

// DaysBefore is the number of days of a year that come before a month.
func DaysBefore(year, month int) int {
	n := daysBefore[month]
	if month > 2 && IsLeap(year) {
		n++
	}
	return n
}

// daysBeforeYear is the number of days before 1 January of a year.
func daysBeforeYear(year int) int {
	y := year - 1
	return y*365 + y/4 - y/100 + y/400
}

// Ordinal is the number of a day; 1 January of year 1 has 1.
func Ordinal(year, month, day int) int { return daysBeforeYear(year) + DaysBefore(year, month) + day }

// Date is the day with a number, which is 1 at least.
func Date(ordinal int) (year, month, day int) {
	n := ordinal - 1
	year = n/daysIn400*400 + 1
	n %= daysIn400
	centuries := n / daysIn100
	n %= daysIn100
	fours := n / daysIn4
	n %= daysIn4
	years := n / 365
	n %= 365
	year += centuries*100 + fours*4 + years
	if years == 4 || centuries == 4 { // the last day of 4 or of 400 years
		return year - 1, 12, 31
	}
	month = (n + 50) >> 5 // right, or one too many
	before := DaysBefore(year, month)
	if before > n {
		month--
		before -= DaysIn(year, month)
	}
	return year, month, n - before + 1
}

// Weekday counts from Monday, 0.
func Weekday(year, month, day int) int { return (Ordinal(year, month, day) + 6) % 7 }

// week1 is the number of the Monday with which the first ISO week of a year begins.
func week1(year int) int {
	first := Ordinal(year, 1, 1)
	weekday := (first + 6) % 7
	monday := first - weekday
	if weekday > 3 {
		monday += 7
	}
	return monday
}

// floorDiv is Python's divmod for a positive divisor.
func floorDiv(x, y int) (quotient, rest int) {
	quotient, rest = x/y, x%y
	if rest < 0 {
		quotient--
		rest += y
	}
	return quotient, rest
}

// ISOWeek is the ISO year, week and weekday of a date, which count from 1.
func ISOWeek(year, month, day int) (isoYear, week, weekday int) {
	start, today := week1(year), Ordinal(year, month, day)
	week, weekday = floorDiv(today-start, 7)
	switch {
	case week < 0:
		year--
		week, weekday = floorDiv(today-week1(year), 7)
	case week >= 52 && today >= week1(year+1):
		year++
		week = 0
	}
	return year, week + 1, weekday + 1
}

// What is wrong with an ISO week date.
const (
	BadWeek = -2
	BadDay  = -3
	BadYear = -4
)

// FromISOWeek is the date of an ISO year, week and weekday; problem is 0, or what is wrong.
func FromISOWeek(isoYear, isoWeek, isoDay int) (year, month, day, problem int) {
	if isoYear < MinYear || isoYear > MaxYear {
		return 0, 0, 0, BadYear
	}
	if isoWeek <= 0 || isoWeek >= 53 {
		out := true
		if isoWeek == 53 {
			first := Weekday(isoYear, 1, 1)
			out = first != 3 && (first != 2 || !IsLeap(isoYear))
		}
		if out {
			return 0, 0, 0, BadWeek
		}
	}
	if isoDay <= 0 || isoDay >= 8 {
		return 0, 0, 0, BadDay
	}
	n := week1(isoYear) + (isoWeek-1)*7 + isoDay - 1
	if n < 1 {
		return 0, 0, 0, BadYear
	}
	year, month, day = Date(n)
	return year, month, day, 0
}
