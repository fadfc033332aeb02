// Reading rules: NAME OFFSET [NAME [OFFSET] ,DAY[/TIME],DAY[/TIME]].

package tzrule

// reader reads a text; beyond its end stands a 0. bad: what was read last was wrong.
type reader struct {
	s   string
	i   int
	bad bool
}

func (r *reader) peek() byte {
	if r.i < len(r.s) {
		return r.s[r.i]
	}
	return 0
}

func (r *reader) skip(c byte) bool {
	if r.peek() == c && r.i < len(r.s) {
		r.i++
		return true
	}
	return false
}

func digit(c byte) bool  { return c-'0' < 10 }
func letter(c byte) bool { return (c|0x20)-'a' < 26 }

// number reads least to most digits.
func (r *reader) number(least, most int) int32 {
	n, start := int32(0), r.i
	for digit(r.peek()) && r.i-start < most {
		n = n*10 + int32(r.peek()-'0')
		r.i++
	}
	r.bad = r.bad || r.i-start < least
	return n
}

// name reads an abbreviation: letters, or anything of names between angle brackets.
func (r *reader) name() string {
	if r.skip('<') {
		start := r.i
		for c := r.peek(); digit(c) || letter(c) || c == '+' || c == '-'; c = r.peek() {
			r.i++
		}
		name := r.s[start:r.i]
		r.bad = !r.skip('>')
		return name
	}
	start := r.i
	for letter(r.peek()) {
		r.i++
	}
	r.bad = r.i == start
	return r.s[start:r.i]
}

// clock reads [+-]h[:mm[:ss]], hours being most at most.
func (r *reader) clock(most int32) int32 {
	sign := int32(1)
	if r.skip('-') {
		sign = -1
	} else {
		r.skip('+')
	}
	hours := r.number(1, 3)
	n := hours * 3600
	for unit := int32(60); unit > 0 && r.skip(':'); unit /= 60 {
		n += r.number(2, 2) * unit
	}
	r.bad = r.bad || hours > most
	return sign * n
}

// day reads a day and its time, which is two o'clock by default.
func (r *reader) day() Day {
	d := Day{Second: 2 * 3600}
	switch {
	case r.skip('M'):
		d.Month = r.number(1, 2)
		r.bad = r.bad || !r.skip('.')
		d.Week = r.number(1, 1)
		r.bad = r.bad || !r.skip('.')
		d.Day = r.number(1, 1)
		r.bad = r.bad || d.Month < 1 || d.Month > 12 || d.Week < 1 || d.Week > 5 || d.Day > 6
	case r.skip('J'):
		d.Kind = WithoutFeb
		d.Day = r.number(1, 3)
		r.bad = r.bad || d.Day < 1 || d.Day > 365
	default:
		d.Kind = ByDay
		d.Day = r.number(1, 3)
		r.bad = r.bad || d.Day > 365
	}
	if r.skip('/') {
		d.Second = r.clock(167)
	}
	return d
}

// Parse reads a rule and its names; problem is empty, or says what is wrong in the words of CPython's C version, before the text.
func Parse(s string) (rule Rule, std, dst, problem string) {
	r := &reader{s: s}
	if std = r.name(); r.bad {
		return rule, "", "", "Invalid STD format in "
	}
	if rule.Std = -r.clock(24); r.bad {
		return rule, "", "", "Invalid STD offset in "
	}
	if r.peek() == 0 {
		return rule, std, "", ""
	}
	if dst = r.name(); r.bad {
		return rule, "", "", "Invalid DST format in "
	}
	rule.Changes = true
	if rule.Dst = rule.Std + 3600; r.peek() != ',' {
		if rule.Dst = -r.clock(24); r.bad {
			return rule, "", "", "Invalid DST offset in "
		}
	}
	for _, d := range [...]*Day{&rule.Start, &rule.End} {
		if !r.skip(',') {
			return rule, "", "", "Missing transition rules in TZ string: "
		}
		if *d = r.day(); r.bad {
			return rule, "", "", "Malformed transition rule in TZ string: "
		}
	}
	if r.peek() != 0 {
		return rule, "", "", "Extraneous characters at end of TZ string: "
	}
	return rule, std, dst, ""
}
