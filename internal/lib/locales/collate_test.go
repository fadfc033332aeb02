package locales

import (
	"slices"
	"testing"
)

func words(w ...int32) (b []byte) {
	for _, x := range w {
		b = order.AppendUint32(b, uint32(x))
	}
	return b
}

// alphabet has a, b, c, the digraph ch behind c, and the digits, which follow the letters as a range behind a dot. Hyphens count last of all, by where
// they stand. A is a with another weight on the second level, which is compared from the end.
func alphabet() []byte {
	weights := []int32{0, 0, 0, 0} // what is nowhere: no weights on three levels
	place := func(levels ...[]int32) int32 {
		at := int32(len(weights))
		for _, l := range levels {
			weights = append(append(weights, int32(len(l))), l...)
		}
		return at
	}
	letter := func(first, second int32) int32 { return place([]int32{first}, []int32{second}, nil) }
	var entries [256]int32
	entries['a'], entries['A'], entries['b'], entries['d'] = letter(10, 2), letter(10, 3), letter(11, 2), letter(14, 2)
	entries['-'] = place(nil, nil, []int32{5})
	c, ch, one, two := letter(12, 2), letter(13, 2), letter(20, 2), letter(21, 2)
	extra := []int32{0, ch, 1, 'h', c, 0}
	entries['c'] = -1
	entries['.'] = -int32(len(extra))
	extra = append(extra, -1, 1, '1', '2', place(nil, nil, nil), 0)
	table := []int32{8, 1, 4, 15, 15, 24}
	for i := range int32(16) {
		table = append(table, 4*(22+16*i))
	}
	table = append(table, entries[:]...)
	parts := [][]byte{words(3), {1, 2, 1 | 4, 0}, nil, nil, nil, nil, nil, nil, nil, words(table...), words(weights...), words(extra...), words(0, one, two), nil}
	head := words(int32(uint32(0x20051014)^uint32(Collate)), int32(len(parts)))
	at := len(head) + 4*len(parts)
	var body []byte
	for _, p := range parts {
		head = order.AppendUint32(head, uint32(at+len(body)))
		body = append(body, p...)
	}
	return append(head, body...)
}

func collation(file []byte) *Collation {
	l := &Locale{dir: "/x", files: reader(map[string][]byte{"/x/LC_COLLATE": file})}
	c, _ := l.Collation(func(int) bool { return true })
	return c
}

func always(int) bool { return true }

func TestCollation(t *testing.T) {
	file := alphabet()
	c := collation(file)
	if c == nil {
		t.Fatal("no tables")
	}
	for text, want := range map[string][]rune{
		"":        nil,
		"ab":      {10, 11, 1, 2, 2},
		"Ab":      {10, 11, 1, 2, 3},
		"ch":      {13, 1, 2},
		"cb":      {12, 11, 1, 2, 2},
		"c":       {12, 1, 2},
		"a-b":     {10, 11, 1, 2, 2, 1, 2, 5},
		"-a":      {10, 1, 2, 1, 1, 5},
		".2a":     {21, 10, 1, 2, 2},
		".a":      {10, 1, 2},
		"?\u20ac": {1},
	} {
		if got, ok := c.Key(text, always); !ok || !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if _, ok := c.Key("abc", func(int) bool { return false }); ok {
		t.Error("a key without memory")
	}
	for i := range len(file) { // damaged files order somehow, without a crash
		for _, x := range []byte{0, 0x7f, 0xff, file[i] + 1} {
			f := slices.Clone(file)
			f[i] = x
			if c := collation(f); c != nil {
				for _, text := range []string{"ab-cchc", ".1.2.3c", "\U0010ffff\xed\xa0\x80\xff"} {
					c.Key(text, always)
				}
			}
		}
	}
}
