// Changing the case of texts beyond ASCII, unit by unit: what a mapping makes of the code points stands in pages, which are made when they are first
// used. Where a code point becomes several, the mapping stops, and functions over code points go on.

package object

import (
	"sync/atomic"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

// unitPages tells something of each code point, in pages of 256.
type unitPages struct {
	of    func(r rune) uint16
	pages [1 << 13]atomic.Pointer[[256]uint16]
}

// emptyPage stands for all pages of zeros.
var emptyPage [256]uint16

func (p *unitPages) page(i uint32) *[256]uint16 {
	if page := p.pages[i%uint32(len(p.pages))].Load(); page != nil {
		return page
	}
	return p.makePage(i % uint32(len(p.pages)))
}

func (p *unitPages) makePage(i uint32) *[256]uint16 {
	page := new([256]uint16)
	for j := range page {
		page[j] = p.of(rune(i)<<8 | rune(j))
	}
	if *page == [256]uint16{} { // as nearly all are
		page = &emptyPage
	}
	p.pages[i].Store(page)
	return page
}

// A caseMap is what becomes of code points when their case changes: how far away that is, in the same plane, or caseLook, and a function.
type caseMap struct {
	unitPages
	full func(r rune) unidata.Full
}

func newCaseMap(full func(r rune) unidata.Full) *caseMap {
	return &caseMap{full: full, unitPages: unitPages{of: func(r rune) uint16 {
		if f := full(r); f.N == 1 && f.Runes[0]>>16 == r>>16 && r != capitalSigma {
			return uint16(f.Runes[0] - r)
		}
		return caseLook
	}}}
}

// caseLook stands for what has to be looked at.
const caseLook = 1 << 15

const capitalSigma = 'Σ' // its lowercase depends on what stands around it

var (
	upperMap = newCaseMap(unidata.UpperFull)
	lowerMap = newCaseMap(unidata.LowerFull)
	titleMap = newCaseMap(unidata.TitleFull)
	foldMap  = newCaseMap(unidata.FoldFull)
	swapMap  = newCaseMap(func(r rune) unidata.Full {
		switch {
		case unidata.IsUpper(r):
			return unidata.LowerFull(r)
		case unidata.IsLower(r):
			return unidata.UpperFull(r)
		}
		return unidata.Full{Runes: [3]rune{r}, N: 1}
	})
	casedPages = unitPages{of: func(r rune) uint16 {
		if unidata.IsCased(r) {
			return 1
		}
		return 0
	}}
)

// mapUnit is what the mapping makes of s[i], of which a page does not tell it, if that is one unit.
func mapUnit[U unit](m *caseMap, s []U, i int) (U, bool) {
	if rune(s[i]) != capitalSigma { // the page says that it is not
		return 0, false
	}
	f := m.full(capitalSigma)
	if m == lowerMap || m == swapMap {
		f = unidata.LowerAt(s, i)
	}
	u := U(f.Runes[0])
	return u, f.N == 1 && rune(u) == f.Runes[0]
}

// mapUnits maps src from lo to hi to the beginning of dst. It returns where it stopped: at hi, or where a code point becomes what is no unit.
func mapUnits[U unit](m *caseMap, dst, src []U, lo, hi int) int {
	dst = dst[:hi-lo]
	page, at := m.page(0), uint32(0)
	for i, c := range src[lo:hi] {
		c := uint32(c)
		if c>>8 != at {
			at = c >> 8
			page = m.page(at)
		}
		d := page[uint8(c)]
		r := c&^0xFFFF | uint32(uint16(c)+d)
		if u := U(r); d != caseLook && uint32(u) == r {
			dst[i] = u
			continue
		}
		u, ok := mapUnit(m, src, lo+i)
		if !ok {
			return lo + i
		}
		dst[i] = u
	}
	return hi
}

// titleUnits is mapUnits for title(): the mapping depends on what stands before.
func titleUnits[U unit](_ *caseMap, dst, src []U, lo, hi int) int {
	cased := lo > 0 && unidata.IsCased(rune(src[lo-1]))
	for i := lo; i < hi; i++ {
		m := titleMap
		if cased {
			m = lowerMap
		}
		if mapUnits(m, dst[i-lo:], src, i, i+1) == i {
			return i
		}
		c := uint32(src[i])
		cased = casedPages.page(c >> 8)[uint8(c)] != 0
	}
	return hi
}

// capitalUnits is mapUnits for capitalize().
func capitalUnits[U unit](_ *caseMap, dst, src []U, lo, hi int) int {
	if lo == 0 && hi > 0 {
		if mapUnits(titleMap, dst, src, 0, 1) == 0 {
			return 0
		}
		dst, lo = dst[1:], 1
	}
	return mapUnits(lowerMap, dst, src, lo, hi)
}

// A caseChange is a method that changes the case of texts: by mapUnits with a mapping, or a function like that.
type caseChange struct {
	m     *caseMap
	ascii func(dst, src []byte)
	unit1 func(m *caseMap, dst, src []uint8, lo, hi int) int
	unit2 func(m *caseMap, dst, src []uint16, lo, hi int) int
	unit4 func(m *caseMap, dst, src []rune, lo, hi int) int
	whole func(in []rune, i int) unidata.Full // what a code point becomes where the others stop
}

func caseBy(m *caseMap, ascii func(dst, src []byte)) *caseChange {
	return &caseChange{m, ascii, mapUnits[uint8], mapUnits[uint16], mapUnits[rune], func(in []rune, i int) unidata.Full { return m.full(in[i]) }}
}

var (
	changeUpper = caseBy(upperMap, toUpperASCII)
	changeLower = caseBy(lowerMap, toLowerASCII)
	changeFold  = caseBy(foldMap, toLowerASCII)
	changeSwap  = caseBy(swapMap, swapASCII)
	changeTitle = &caseChange{nil, titleASCII, titleUnits[uint8], titleUnits[uint16], titleUnits[rune], func(in []rune, i int) unidata.Full {
		if i > 0 && unidata.IsCased(in[i-1]) {
			return unidata.LowerFull(in[i])
		}
		return unidata.TitleFull(in[i])
	}}
	changeCapital = &caseChange{nil, capitalizeASCII, capitalUnits[uint8], capitalUnits[uint16], capitalUnits[rune], func(in []rune, i int) unidata.Full {
		if i > 0 {
			return unidata.LowerFull(in[i])
		}
		return unidata.TitleFull(in[i])
	}}
)

// apply changes s, which is not empty.
func (c *caseChange) apply(t *Thread, s *Str) Value {
	if s.Len == 1 && s.IsASCII() {
		var b [1]byte
		c.ascii(b[:], s.units1())
		return *t.RT.latin1.At(int(b[0]))
	}
	r, done := c.byUnits(t, s)
	if r == nil || done == int(s.Len) {
		return narrowed(t, r)
	}
	in := s.RunesIn(t)
	if in == nil {
		return Null
	}
	out := Scratch[rune](t, len(in)+2)
	if out == nil {
		return Null
	}
	out = out[:len(in)]
	r.CopyRunes(out, 0)
	out = out[:done]
	for lo := done; lo < len(in); {
		hi := min(lo+pollEach, len(in))
		var ok bool
		if out, ok = Grow(t, out, 3*(hi-lo)); !ok {
			return Null
		}
		for lo < hi {
			n := c.unit4(c.m, out[len(out):cap(out)], in, lo, hi) - lo
			out, lo = out[:len(out)+n], lo+n
			if lo < hi {
				f := c.whole(in, lo)
				out = append(out, f.Runes[:f.N]...)
				lo++
			}
		}
		if t.Halted() {
			return Null
		}
	}
	return newStrUnits(t, out)
}

// byUnits changes s as long as each code point becomes one of the same width: r has what became of the first done ones. Nil: an exception is set.
func (c *caseChange) byUnits(t *Thread, s *Str) (r *Str, done int) {
	n := int(s.Len)
	if r = allocStrRaw(t, n, s.flags()); r == nil {
		return nil, 0
	}
	if s.IsASCII() {
		c.ascii(r.units1(), s.units1())
		return r, n
	}
	for lo := 0; lo < n; lo = done {
		hi := min(lo+blitPiece, n)
		switch s.Kind() {
		case 0:
			done = c.unit1(c.m, r.units1()[lo:], s.units1(), lo, hi)
		case 1:
			done = c.unit2(c.m, r.units2()[lo:], s.units2(), lo, hi)
		default:
			done = c.unit4(c.m, r.units4()[lo:], s.units4(), lo, hi)
		}
		if done < hi {
			break
		}
		if hi < n && t.Halted() {
			return nil, 0
		}
	}
	return r, done
}
