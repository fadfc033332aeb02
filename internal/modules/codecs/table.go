// Text files in the encodings of one byte a character that the library has tables for.

package codecs

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/vm/object"
)

// byteTable is an encoding of one byte a character: the character of each byte, -1 for none, and the way back.
type byteTable struct {
	chars [256]rune
	bytes map[rune]byte
	quick [knownChars]uint16 // the same for the first characters: the byte + 1, 0 for none
	units [256]uint16        // the characters as object.BytesMapped takes them
	utf8  [256]uint32        // ... and in UTF-8
	size  [256]uint8         // ... and how many bytes that is, 0 for none
}

// decode appends the characters of bytes from i on in UTF-8, up to a byte that has none, and returns where that is.
func (b *byteTable) decode(dst, data []byte, i int) ([]byte, int) {
	dst = slices.Grow(dst, utf8.UTFMax*(len(data)-i))
	n, room := len(dst), dst[:cap(dst)]
	for ; i < len(data); i++ {
		c := data[i]
		if b.size[c] == 0 {
			break
		}
		binary.LittleEndian.PutUint32(room[n:], b.utf8[c])
		n += int(b.size[c])
	}
	return room[:n], i
}

// byteOf is the byte of a character.
func (b *byteTable) byteOf(r rune) (byte, bool) {
	if r < knownChars {
		c := b.quick[r]
		return byte(c - 1), c > 0
	}
	c, ok := b.bytes[r]
	return c, ok
}

// TextCodec finds the encoding of a text file, and whether an error handler is the program's own; false: an exception is set.
func TextCodec(t *Thread, name, errors string) (Codec, bool) {
	foreign, own := Codec{name: name, Kind: KindForeign}, !object.KnownHandler(errors)
	if c, ok := Find(name); ok {
		if own {
			c = foreign
		}
		return c, true
	}
	info := codecLookup(t, name)
	if info == null {
		return Codec{}, false
	}
	if is := object.LookupAttr(t, info, object.Intern(t, "_is_text_encoding")); is == object.False {
		object.Raise(t, object.TLookupError, "'%s' is not a text encoding; use codecs.open() to handle arbitrary codecs", name)
		return Codec{}, false
	} else if is == null {
		t.ClearExc()
	}
	if c := multiOf(info); c != nil {
		return multiCodec(c), true
	}
	if own || !hasTable(t, info) {
		return foreign, t.Exc == null
	}
	table := &byteTable{bytes: map[rune]byte{}}
	for b := range table.chars {
		r, ok := decodeOne(t, info, byte(b))
		if !ok {
			return Codec{}, false
		}
		table.units[b] = 0xFFFE
		if table.chars[b] = r; r >= 0 {
			if r < 0xFFFE {
				table.units[b] = uint16(r)
			}
			var text [utf8.UTFMax]byte
			table.size[b] = uint8(len(object.AppendWTF8(text[:0], r)))
			table.utf8[b] = binary.LittleEndian.Uint32(text[:])
			if _, twice := table.bytes[r]; !twice {
				table.bytes[r] = byte(b)
				if r < knownChars {
					table.quick[r] = uint16(b) + 1
				}
			}
		}
	}
	return Codec{name: "charmap", Kind: codecTable, table: table}, true
}

// hasTable reports whether a codec is one of the library's that turn each byte into a character by a table.
func hasTable(t *Thread, info Value) bool {
	class := object.GetAttr(t, info, object.Intern(t, "incrementaldecoder"))
	if class == null || class == none {
		return false
	}
	name := object.LookupAttr(t, class, object.Intern(t, "__module__"))
	if name == null || !object.IsStr(name) || !strings.HasPrefix(object.GoString(name), "encodings.") {
		return false
	}
	mod := t.RT.Modules.Get(t, name)
	return mod != null && object.LookupAttr(t, mod, object.Intern(t, "decoding_table")) != null
}

// Lookup is codecs.lookup.
func Lookup(t *Thread, encoding string) Value { return codecLookup(t, encoding) }

// decodeOne asks the codec what a byte stands for: -1 for nothing, or for what is no single character.
func decodeOne(t *Thread, info Value, b byte) (r rune, ok bool) {
	data := object.NewBytes(t, []byte{b})
	if data == null {
		return 0, false
	}
	x := object.Call1(t, *object.As[object.Tuple](info).At(Decoder), data)
	if x == null {
		return -1, t.ClearIf(object.TUnicodeError)
	}
	if object.IsTuple(x) && object.As[object.Tuple](x).Len() == 2 {
		if s := *object.As[object.Tuple](x).At(0); object.IsStr(s) && object.As[object.Str](s).Len == 1 {
			return object.As[object.Str](s).At(0), true
		}
	}
	return -1, true
}
