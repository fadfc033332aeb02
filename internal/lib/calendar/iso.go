// Reading ISO 8601 texts. A text may be broken anywhere: beyond its end stands a 0.

package calendar

type text string

func (s text) at(i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// digits reads n digits at i; the end is -1 where there are fewer.
func (s text) digits(i, n int) (value, end int) {
	for ; n > 0; n-- {
		c := s.at(i) - '0'
		if c > 9 {
			return 0, -1
		}
		value = value*10 + int(c)
		i++
	}
	return value, i
}

// ParseDate reads a date whose text ends before end: YYYY-MM-DD, YYYYMMDD, YYYY-Www-D, YYYYWwwD, or a week without its day.
func ParseDate(s string, end int) (year, month, day int, ok bool) {
	t := text(s)
	year, i := t.digits(0, 4)
	if i < 0 {
		return 0, 0, 0, false
	}
	separated := t.at(i) == '-'
	if separated {
		i++
	}
	if t.at(i) == 'W' {
		week, i := t.digits(i+1, 2)
		if i < 0 {
			return 0, 0, 0, false
		}
		weekday := 1
		if i < end {
			if separated {
				if t.at(i) != '-' {
					return 0, 0, 0, false
				}
				i++
			}
			if weekday, i = t.digits(i, 1); i < 0 {
				return 0, 0, 0, false
			}
		}
		var problem int
		year, month, day, problem = FromISOWeek(year, week, weekday)
		return year, month, day, problem == 0
	}
	if month, i = t.digits(i, 2); i < 0 {
		return 0, 0, 0, false
	}
	if separated {
		if t.at(i) != '-' {
			return 0, 0, 0, false
		}
		i++
	}
	day, i = t.digits(i, 2)
	return year, month, day, i >= 0
}

// Clock is a time of day, or what a time zone is ahead of UTC.
type Clock struct{ Hour, Minute, Second, Micro int }

// clock reads HH[[:]MM[[:]SS]][.ffffff] from i to end; more: something follows.
func (s text) clock(i, end int) (c Clock, more, ok bool) {
	parts := [3]*int{&c.Hour, &c.Minute, &c.Second}
	separated := true
	for k, part := range parts {
		if *part, i = s.digits(i, 2); i < 0 {
			return c, false, false
		}
		next := s.at(i)
		i++
		if k == 0 {
			separated = next == ':'
		}
		if i >= end {
			return c, next != 0, true
		}
		if separated && next == ':' {
			continue
		}
		if next == '.' || next == ',' {
			break
		}
		if separated {
			return c, false, false
		}
		i--
	}
	n := min(end-i, 6)
	if c.Micro, i = s.digits(i, n); i < 0 {
		return c, false, false
	}
	for ; n < 6; n++ {
		c.Micro *= 10
	}
	for s.at(i)-'0' < 10 {
		i++
	}
	return c, s.at(i) != 0, true
}

// Offset is what a text says of its time zone: seconds and microseconds ahead of UTC.
type Offset struct {
	Given         bool
	Second, Micro int
}

// ParseTime reads a time with or without a time zone, from i to the end.
func ParseTime(s string, i int) (c Clock, o Offset, ok bool) {
	t := text(s)
	zone := i
	for zone < len(s) || zone == i {
		if b := t.at(zone); b == 'Z' || b == '+' || b == '-' {
			break
		}
		zone++
	}
	c, more, ok := t.clock(i, zone)
	switch {
	case !ok:
		return c, o, false
	case zone >= len(s):
		return c, o, !more
	case s[zone] == 'Z':
		o.Given = true
		return c, o, t.at(zone+1) == 0
	}
	x, more, ok := t.clock(zone+1, len(s))
	if !ok || more {
		return c, o, false
	}
	o = Offset{true, x.Hour*3600 + x.Minute*60 + x.Second, x.Micro}
	if s[zone] == '-' {
		o.Second, o.Micro = -o.Second, -o.Micro
	}
	return c, o, true
}

func digit(c byte) bool { return c-'0' < 10 }

// DateEnd is where the date ends that a text of a date and a time begins with; -1: it has none.
func DateEnd(s string) int {
	n := len(s)
	if n == 7 {
		return 7
	}
	t := text(s)
	if t.at(4) == '-' {
		if t.at(5) != 'W' {
			return 10
		}
		switch {
		case n < 8:
			return -1
		case n > 8 && s[8] == '-': // YYYY-Www-D or YYYY-Www-HH
			if n == 9 {
				return -1
			}
			if n > 10 && digit(s[10]) {
				return 8
			}
			return 10
		}
		return 8
	}
	if t.at(4) != 'W' {
		return 8
	}
	i := 7
	for i < n && digit(s[i]) {
		i++
	}
	switch {
	case i < 9:
		return i
	case i%2 == 0:
		return 7
	}
	return 8
}
