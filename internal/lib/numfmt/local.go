// Numbers as a locale writes them: the type n of format specifiers.

package numfmt

import (
	"slices"
	"unicode/utf8"
)

// Local says how a locale writes numbers.
type Local struct {
	Point, Separator string
	Grouping         string // sizes of groups from the point leftwards, as struct lconv has them; the last one is repeated
}

// localRest puts the locale's point in place of a dot that rest begins with.
func (l *Local) localRest(rest []byte, restLen int) ([]byte, int) {
	if l.Point == "" || len(rest) == 0 || rest[0] != '.' {
		return rest, restLen
	}
	return append([]byte(l.Point), rest[1:]...), restLen - 1 + utf8.RuneCountInString(l.Point)
}

// localDigits puts separators between groups, and zeros in front until there are least characters; n is how many there are then.
func (s *Spec) localDigits(digits []byte, least int) (text []byte, n int) {
	l := s.Local
	wide := utf8.RuneCountInString(l.Separator)
	size := 0
	// The text is written from right to left, and turned at the end.
	for i := 0; ; i++ {
		last := true
		if i < len(l.Grouping) {
			if g := int(l.Grouping[i]); g != 0 && g < 127 {
				size, last = g, false
			} else if g == 0 && size > 0 {
				last = false
			}
		} else if size > 0 && l.Grouping[len(l.Grouping)-1] < 127 {
			last = false
		}
		take := max(len(digits), least, 1)
		if !last {
			take = min(size, take)
		}
		if i > 0 {
			for k := len(l.Separator) - 1; k >= 0; k-- {
				text = append(text, l.Separator[k])
			}
			n += wide
		}
		for range take {
			c := byte('0')
			if k := len(digits); k > 0 {
				c, digits = digits[k-1], digits[:k-1]
			}
			text = append(text, c)
		}
		n += take
		least -= take
		if len(digits) == 0 && least <= 0 || last || i%fillPiece == fillPiece-1 && s.ended() {
			break
		}
		least -= wide
	}
	slices.Reverse(text)
	return text, n
}
