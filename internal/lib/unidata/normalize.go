// The normalization forms of Unicode (UAX #15).

package unidata

import (
	"slices"
)

// Form is a normalization form.
type Form struct {
	Compatible bool // the K in NFKC and NFKD
	Composed   bool // the C
}

// Hangul syllables are put together by arithmetic.
const (
	hangulBase  = 0xac00
	hangulLBase = 0x1100
	hangulVBase = 0x1161
	hangulTBase = 0x11a7
	hangulLs    = 19
	hangulVs    = 21
	hangulTs    = 28
)

// decomposedMost is more characters than the decomposition of any has.
const decomposedMost = 32

// Normalize gives a text in a form. By Unicode 3.2 what was not assigned then stays as it is; combining and composing are today's.
// grow makes room in the result for so many characters more; false ends the work.
func (e Edition) Normalize(form Form, text []rune, grow func(out []rune, n int) ([]rune, bool)) ([]rune, bool) {
	if !slices.ContainsFunc(text, func(r rune) bool { return r >= 0x80 }) {
		return text, true
	}
	out, ok := grow(nil, len(text)+decomposedMost)
	for _, r := range text {
		if ok && cap(out)-len(out) < decomposedMost {
			out, ok = grow(out, decomposedMost)
		}
		if !ok {
			return nil, false
		}
		out = e.decompose(out, form, r)
	}
	order(out)
	if form.Composed {
		out = compose(out)
	}
	return out, true
}

// decompose appends a character's full decomposition.
//
//psy:bounded by the tables
func (e Edition) decompose(out []rune, form Form, r rune) []rune {
	if r < 0x80 {
		return append(out, r)
	}
	if i := r - hangulBase; i >= 0 && i < hangulLs*hangulVs*hangulTs {
		out = append(out, hangulLBase+i/(hangulVs*hangulTs), hangulVBase+i%(hangulVs*hangulTs)/hangulTs)
		if t := i % hangulTs; t > 0 {
			out = append(out, hangulTBase+t)
		}
		return out
	}
	if e == V3_2 {
		if to, ok := ucd().replaced[r]; ok {
			return append(out, to)
		}
	}
	mapping := e.Decomposition(r)
	if mapping == "" || mapping[0] == '<' && !form.Compatible {
		return append(out, r)
	}
	_, to := parseMapping(mapping)
	for _, c := range to {
		out = e.decompose(out, form, c)
	}
	return out
}

// order sorts each run of combining characters by their classes.
func order(text []rune) {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && combining(text[j]) != 0 {
			j++
		}
		slices.SortStableFunc(text[i:j], func(a, b rune) int { return combining(a) - combining(b) })
		i = j + 1
	}
}

func combining(r rune) int {
	if r < 0x300 {
		return 0
	}
	return Current.Of(r).Combining
}

// compose puts characters together, in place: each with the last one of class 0 before it, unless one that is as strong stands between them.
func compose(text []rune) []rune {
	d := ucd()
	out := text[:0]
	starter, last := -1, 0 // where the last character of class 0 stands, and the class of what was written last
	for _, r := range text {
		class := combining(r)
		if starter >= 0 && (last < class || last == 0) {
			if c, ok := d.pair(out[starter], r); ok {
				out[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = len(out)
		}
		last = class
		out = append(out, r)
	}
	return out
}

func (d *database) pair(a, b rune) (rune, bool) {
	if l, v := a-hangulLBase, b-hangulVBase; l >= 0 && l < hangulLs && v >= 0 && v < hangulVs {
		return hangulBase + (l*hangulVs+v)*hangulTs, true
	}
	if s, t := a-hangulBase, b-hangulTBase; s >= 0 && s < hangulLs*hangulVs*hangulTs && s%hangulTs == 0 && t > 0 && t < hangulTs {
		return a + t, true
	}
	c, ok := d.pairs[[2]rune{a, b}]
	return c, ok
}
