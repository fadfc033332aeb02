// Comparing as a locale does, by the weights in its file.

package locales

import "unicode/utf8"

// A Collation orders texts. It never changes.
type Collation struct {
	levels  int
	rules   []byte // of sets of rules, a byte for each level
	table   []byte // from characters to places of weights, or of sequences that begin with them
	weights []byte
	extra   []byte // sequences of characters
	ranges  []byte // places of weights of characters that follow each other
}

// Items of the category Collate.
const (
	levelsItem = iota
	rulesItem
	tableItem = iota + 7
	weightsItem
	extraItem
	rangesItem
	maxCollation = 16 << 20
)

// What a rule says of a level.
const (
	backward = 2
	position = 4
)

// Collation is how a locale orders texts; nil: by their characters' numbers. room is asked before memory is taken; false: there is none.
func (l *Locale) Collation(room func(n int) bool) (c *Collation, ok bool) {
	if l.builtin != "" {
		return nil, true
	}
	get := l.open(Collate)
	head := get(0, 8+4*(rangesItem+2))
	if len(head) < 8+4*(rangesItem+2) || order.Uint32(head) != 0x20051014^uint32(Collate) || order.Uint32(head[4:]) < rangesItem+2 {
		return nil, true
	}
	at := func(i int) int { return int(order.Uint32(head[8+4*i:])) }
	c = new(Collation)
	first := get(at(levelsItem), 4)
	if len(first) < 4 {
		return nil, true
	}
	if c.levels = int(order.Uint32(first)); c.levels < 1 || c.levels > 16 {
		return nil, true
	}
	for i, p := range map[int]*[]byte{rulesItem: &c.rules, tableItem: &c.table, weightsItem: &c.weights, extraItem: &c.extra, rangesItem: &c.ranges} {
		n := at(i+1) - at(i)
		if n < 0 || n > maxCollation {
			return nil, true
		}
		if !room(n) {
			return nil, false
		}
		*p = get(at(i), n)
	}
	return c, true
}

// Size is how much memory a collation takes.
func (c *Collation) Size() int {
	return len(c.rules) + len(c.table) + len(c.weights) + len(c.extra) + len(c.ranges)
}

// word is a number in one of the tables, 0 beyond its end.
func word(b []byte, at int) int32 {
	if at < 0 || at > len(b)-4 {
		return 0
	}
	return int32(order.Uint32(b[at:]))
}

// lookup is the entry of a character in the table of three levels: where its weights are, or negative where sequences are.
func (c *Collation) lookup(r rune) int32 {
	t := c.table
	i := int(uint32(r) >> (uint32(word(t, 0)) & 31))
	if i >= int(word(t, 4)) {
		return 0
	}
	second := int(word(t, 20+4*i))
	if second == 0 {
		return 0
	}
	third := int(word(t, second+4*int(uint32(r)>>(uint32(word(t, 8))&31)&uint32(word(t, 12)))))
	if third == 0 {
		return 0
	}
	return word(t, third+4*int(uint32(r)&uint32(word(t, 16))))
}

// element is the place of the weights of what text begins with, and how many bytes that is.
func (c *Collation) element(text string) (at int32, n int) {
	r, n := decode(text)
	at = c.lookup(r)
	if at >= 0 {
		return at, n
	}
	for p := -int(at); p >= 0 && p < len(c.extra)/4; {
		at = word(c.extra, 4*p)
		length := int(word(c.extra, 4*p+4))
		if p += 2; length < 0 || length > len(c.extra)/4 {
			break
		}
		same, k := 0, n // how many of the sequence's characters follow
		var last rune
		for same < length && k < len(text) {
			r, w := decode(text[k:])
			if last = r; at < 0 && same == length-1 || r != word(c.extra, 4*(p+same)) {
				break
			}
			same, k = same+1, k+w
		}
		if at >= 0 {
			if same == length {
				return at, k
			}
			p += length
			continue
		}
		if same == length-1 && k < len(text) {
			lo, hi := word(c.extra, 4*(p+length-1)), word(c.extra, 4*(p+2*length-1))
			if lo <= last && last <= hi {
				_, w := decode(text[k:])
				return word(c.ranges, 4*int(-at+last-lo)), k + w
			}
		}
		p += 2 * length
	}
	return 0, n
}

// decode is the first character of a text; a lone surrogate may be among its characters.
func decode(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if n == 1 && len(s) >= 3 && s[0] == 0xed {
		return rune(s[0]&15)<<12 | rune(s[1]&63)<<6 | rune(s[2]&63), 3
	}
	return r, n
}

// step is how many elements are dealt with between two questions whether to go on.
const step = 1024

// Key is a text that compares with other keys, character by character, as the collation orders what they were made of. more is asked before some
// memory is taken; false: the key is not made.
func (c *Collation) Key(text string, more func(n int) bool) (key []rune, ok bool) {
	if text == "" {
		return nil, true
	}
	var places []int32
	for i := 0; text != ""; i++ {
		if i%step == 0 && !more(16*step) {
			return nil, false
		}
		at, n := c.element(text)
		places = append(places, at)
		text = text[n:]
	}
	// The weights of a level stand behind those of the one before, each after their number.
	next := make([]int32, len(places))
	for i, at := range places {
		next[i] = at & 0xffffff
	}
	for level := range c.levels {
		gap := rune(1)
		begin := -1 // of elements that are taken from the last to the first
		turn := func(end int) {
			for j := end - 1; begin >= 0 && j >= begin; j-- {
				key = c.append(key, next[j])
			}
			begin = -1
		}
		for i, at := range places {
			if i%step == 0 && !more(64*step) {
				return nil, false
			}
			rule := byte(0)
			if k := int(uint32(at)>>24)*c.levels + level; k < len(c.rules) {
				rule = c.rules[k]
			}
			switch n := word(c.weights, 4*int(next[i])); {
			case rule&position != 0:
				if turn(i); n != 0 {
					key = c.append(append(key, min(gap, utf8.MaxRune)), next[i])
					gap = 1
				} else {
					gap++
				}
			case rule&backward != 0:
				if begin < 0 {
					begin = i
				}
			default:
				turn(i)
				key = c.append(key, next[i])
			}
		}
		turn(len(places))
		for i, p := range next {
			next[i] = p + 1 + max(word(c.weights, 4*int(p)), 0)&0xffff
		}
		key = append(key, 1)
	}
	if key = key[:len(key)-1]; len(key) > 1 && key[len(key)-1] == 1 {
		key = key[:len(key)-1]
	}
	return key, true
}

// append appends the weights at a place.
func (c *Collation) append(key []rune, at int32) []rune {
	n := int(word(c.weights, 4*int(at)))
	for k := range min(max(n, 0), 64) {
		if w := word(c.weights, 4*(int(at)+1+k)); w > 0 && w <= utf8.MaxRune {
			key = append(key, w)
		}
	}
	return key
}
