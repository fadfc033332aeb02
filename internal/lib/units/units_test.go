package units

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

// appendRune is utf8.AppendRune that has surrogates, too.
func appendRune(b []byte, r rune) []byte {
	if r>>11 == 0xD800>>11 {
		return append(b, 0xED, 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(b, r)
}

// randomText is a text of one width. Most of its characters take as many bytes as those around them.
func randomText[U Unit](r *rand.Rand, top int, surrogates bool) []U {
	text := make([]U, r.IntN(300))
	bound := 0x80
	for i := range text {
		if r.IntN(12) == 0 {
			bound = min([]int{0x80, 0x100, 0x800, 0x1000, 0x10000, 0x110000}[r.IntN(6)], top+1)
		}
		c := r.IntN(bound)
		if r.IntN(3) == 0 {
			c = bound - 1 - c/64
		}
		if c>>11 == 0xD800>>11 && !surrogates {
			c = ' '
		}
		text[i] = U(c)
	}
	return text
}

func check[U Unit](t *testing.T, r *rand.Rand, top int) {
	surrogates := r.IntN(8) == 0
	text := randomText[U](r, top, surrogates)
	var want []byte
	surrogate := -1
	all, most := U(0), byte(0)
	for i, c := range text {
		want = appendRune(want, rune(c))
		if rune(c)>>11 == 0xD800>>11 && surrogate < 0 {
			surrogate = i
		}
		all |= c
	}
	for _, b := range want {
		most = max(most, b)
	}
	// Scanning and decoding, at any place in memory.
	off := r.IntN(40)
	data := append(make([]byte, off, off+len(want)), want...)[off:]
	n, first, valid, done := Scan(data, true)
	if !done {
		t.Skip("no vectors")
	}
	if n != len(text) || first != most || !valid {
		t.Fatalf("%x: %d, %x, %v", text, n, first, valid)
	}
	if _, _, valid, _ = Scan(data, false); valid != (surrogate < 0) {
		t.Fatalf("%x is UTF-8: %v", text, valid)
	}
	const guard = 0x55
	back := slices.Repeat([]U{guard}, len(text)+20)
	if Decode(back[:n], data); !slices.Equal(back[:n], text) || slices.ContainsFunc(back[n:], func(c U) bool { return c != guard }) {
		t.Fatalf("%x becomes %x", text, back)
	}
	// Encoding, with any room.
	out := make([]byte, r.IntN(len(want)+60))
	length, n := Encode(out, text)
	if !bytes.Equal(out[:length], encoded(text[:n])) || surrogate >= 0 && n > surrogate || slices.ContainsFunc(out[min(length+32, len(out)):], func(b byte) bool { return b != 0 }) {
		t.Fatalf("%x becomes %x up to %d", text, out[:length], n)
	}
	if len(out) >= len(want)+32 && surrogate < 0 && len(text)-n >= block {
		t.Fatalf("%x becomes %x up to %d only", text, out[:length], n)
	}
	if extra, n := Beyond(text); extra != len(encoded(text[:n]))-n || n < len(text)-block {
		t.Fatalf("%x take %d more up to %d", text, extra, n)
	}
	if u, n := Union(text); n < len(text)-32 || slices.ContainsFunc(text[:n], func(c U) bool { return c&^u != 0 }) || u&^all != 0 {
		t.Fatalf("%x have %x", text, u)
	}
	if len(text) > 0 {
		c, by := text[r.IntN(len(text))], text[0]
		if n := Index(text, c); n < len(text) && text[n] != c && n < len(text)-block && size[U]() > 1 || slices.Contains(text[:n], c) {
			t.Fatalf("%x: %x at %d", text, c, n)
		}
		a, b, pair := text[r.IntN(len(text))], text[len(text)-1], text[len(text)/2]|1
		special := func(u U) bool { return u < 0x20 || u == a || u == b || u|1 == pair }
		if n := Special(text, a, b, pair); slices.ContainsFunc(text[:n], special) || n < len(text)-32 && !special(text[n]) {
			t.Fatalf("%x: %x, %x or %x at %d", text, a, b, pair, n)
		}
		count, n := Count(text, c)
		for _, u := range text[:n] {
			if u == c {
				count--
			}
		}
		if count != 0 {
			t.Fatalf("%x: %x %d times too often", text, c, count)
		}
		to := slices.Repeat([]U{guard}, len(text))
		n = Replace(to, text, c, by)
		for i, u := range to {
			want := text[i]
			if want == c {
				want = by
			}
			if i >= n {
				want = guard
			}
			if u != want {
				t.Fatalf("%x with %x for %x is %x", text, by, c, to)
			}
		}
	}
	converted[uint8](t, text, all)
	converted[uint16](t, text, all)
	converted[rune](t, text, all)
}

// converted checks conversion to a width, if the text fits.
func converted[D, S Unit](t *testing.T, text []S, all S) {
	if rune(D(all)) != rune(all) || size[D]() == size[S]() {
		return
	}
	out := make([]D, len(text))
	n := Convert(out, text)
	for i, c := range out {
		if i < n && rune(c) != rune(text[i]) || i >= n && c != 0 {
			t.Fatalf("%x becomes %x", text, out)
		}
	}
}

func encoded[U Unit](text []U) (b []byte) {
	for _, c := range text {
		b = appendRune(b, rune(c))
	}
	return b
}

func TestTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 8000 {
		check[uint8](t, r, 0xFF)
		check[uint16](t, r, 0xFFFF)
		check[rune](t, r, 0x10FFFF)
	}
}

// TestDamaged compares what is taken for UTF-8 with package utf8.
func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 50000 {
		data := encoded(randomText[rune](r, 0x10FFFF, false))
		if len(data) > 70 {
			data = data[:70]
		}
		for range r.IntN(3) {
			if len(data) > 0 {
				data[r.IntN(len(data))] = []byte{0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF, 'a', 0xA0, 0x9F, 0x90, 0x8F}[r.IntN(16)]
			}
		}
		if _, _, valid, done := Scan(data, false); done && valid != utf8.Valid(data) {
			t.Fatalf("%x is UTF-8: %v", data, valid)
		}
	}
}

func TestWords(t *testing.T) {
	if !quick {
		t.Skip("no vectors")
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		text := randomText[uint16](r, 0xFFFF, r.IntN(2) == 0)
		first := slices.IndexFunc(text, func(c uint16) bool { return c>>11 == 0xD800>>11 })
		if n := Surrogate(text); first >= 0 && n > first || n < len(text)-block && n != first {
			t.Fatalf("%x: no surrogate before %d", text, n)
		}
		out := slices.Clone(text)
		n := Swap(out, out)
		for i, c := range out {
			if i < n {
				c = c>>8 | c<<8
			}
			if c != text[i] {
				t.Fatalf("%x becomes %x", text, out)
			}
		}
	}
}
