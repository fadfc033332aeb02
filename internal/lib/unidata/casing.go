// Case mappings: simple ones to a single code point, full ones to up to three, and the final sigma rule.

package unidata

// ToLower is the simple lowercase mapping.
func ToLower(r rune) rune {
	if uint32(r) < 128 {
		return asciiLower(r)
	}
	return r + rune(lookup(r).lower)
}

// ToUpper is the simple uppercase mapping.
func ToUpper(r rune) rune {
	if uint32(r) < 128 {
		return asciiUpper(r)
	}
	return r + rune(lookup(r).upper)
}

// ToTitle is the simple titlecase mapping.
func ToTitle(r rune) rune {
	if uint32(r) < 128 {
		return asciiUpper(r)
	}
	return r + rune(lookup(r).title)
}

// ToFold is the simple case folding.
func ToFold(r rune) rune {
	if uint32(r) < 128 {
		return asciiLower(r)
	}
	return r + rune(lookup(r).fold)
}

func asciiLower(r rune) rune {
	if uint32(r-'A') < 26 {
		return r + 'a' - 'A'
	}
	return r
}

func asciiUpper(r rune) rune {
	if uint32(r-'a') < 26 {
		return r - ('a' - 'A')
	}
	return r
}

// Columns of specials.
const (
	toLower = iota
	toUpper
	toTitle
	toFold
)

// Full is the result of a full mapping: the first N of Runes.
type Full struct {
	Runes [3]rune
	N     int
}

func full(r rune, column int) Full {
	rec := lookup(r)
	if rec.special != 0 {
		var f Full
		for _, c := range specials[rec.special][column] {
			f.Runes[f.N] = c
			f.N++
		}
		return f
	}
	d := [4]int32{rec.lower, rec.upper, rec.title, rec.fold}[column]
	return Full{Runes: [3]rune{r + rune(d)}, N: 1}
}

// LowerFull is the full lowercase mapping. A capital sigma gives the usual form; see FinalSigma.
func LowerFull(r rune) Full { return full(r, toLower) }

// UpperFull is the full uppercase mapping.
func UpperFull(r rune) Full { return full(r, toUpper) }

// TitleFull is the full titlecase mapping.
func TitleFull(r rune) Full { return full(r, toTitle) }

// FoldFull is the full case folding.
func FoldFull(r rune) Full { return full(r, toFold) }

// AppendLower appends the full lowercase mapping of r.
func AppendLower(dst []rune, r rune) []rune { return appendFull(dst, full(r, toLower)) }

// AppendUpper appends the full uppercase mapping of r.
func AppendUpper(dst []rune, r rune) []rune { return appendFull(dst, full(r, toUpper)) }

// AppendTitle appends the full titlecase mapping of r.
func AppendTitle(dst []rune, r rune) []rune { return appendFull(dst, full(r, toTitle)) }

// AppendFold appends the full case folding of r.
func AppendFold(dst []rune, r rune) []rune { return appendFull(dst, full(r, toFold)) }

func appendFull(dst []rune, f Full) []rune { return append(dst, f.Runes[:f.N]...) }

const (
	capitalSigma = 'Σ'
	smallSigma   = 'σ'
	finalSigma   = 'ς'
)

// Unit is what a text may be stored in: one, two or four bytes a code point.
type Unit interface {
	~uint8 | ~uint16 | ~int32 | ~uint32
}

// FinalSigma reports whether the capital sigma at s[i] ends a word, so that its lowercase is the final form:
// a cased letter stands before it and none behind it, case-ignorable characters not counted.
func FinalSigma[T Unit](s []T, i int) bool {
	j := i - 1
	for j >= 0 && IsCaseIgnorable(rune(s[j])) {
		j--
	}
	if j < 0 || !IsCased(rune(s[j])) {
		return false
	}
	for j = i + 1; j < len(s); j++ {
		if c := rune(s[j]); !IsCaseIgnorable(c) {
			return !IsCased(c)
		}
	}
	return true
}

// LowerAt is the full lowercase mapping of s[i] in its context.
func LowerAt[T Unit](s []T, i int) Full {
	r := rune(s[i])
	if r != capitalSigma {
		return LowerFull(r)
	}
	if FinalSigma(s, i) {
		return Full{Runes: [3]rune{finalSigma}, N: 1}
	}
	return Full{Runes: [3]rune{smallSigma}, N: 1}
}
