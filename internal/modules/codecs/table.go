// Text files in the encodings of one byte a character that the library has tables for.

package codecs

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/vm/object"
)

// byteTable is an encoding of one byte a character: the character of each byte, and the way back.
type byteTable struct {
	bytes map[rune]byte
	quick [knownChars]uint16 // the same for the first characters: the byte + 1, 0 for none
	units [256]uint16        // the characters as object.BytesMapped takes them: 0xFFFE for none
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
	if own {
		return foreign, true
	}
	table := tableOf(t, info)
	if table == nil {
		return foreign, t.Exc == null
	}
	return Codec{name: "charmap", Kind: codecTable, table: table}, true
}

// byteTables are the tables that a runtime's text files have had, by their characters.
type byteTables map[string]*byteTable

// A program may replace the library's tables as often as it likes: so many are kept, and then all made anew. The library has 70.
const maxTables = 100

var (
	tablesKey = object.NewHostKey(func(*object.Runtime) byteTables { return byteTables{} })
	_         = object.Keeps(func(*object.Runtime, byteTables) (object.Back, error) { // what was made stays right
		return object.Back{Copy: func(*object.Copy, any) (any, error) { return byteTables{}, nil }}, nil
	})
)

// tableOf is the table of a codec of the library's that turns each byte into a character by one; nil: it is none, or an exception is set.
func tableOf(t *Thread, info Value) *byteTable {
	class := object.GetAttr(t, info, object.Intern(t, "incrementaldecoder"))
	if class == null || class == none {
		return nil
	}
	name := object.LookupAttr(t, class, object.Intern(t, "__module__"))
	if name == null || !object.IsStr(name) || !strings.HasPrefix(object.GoString(name), "encodings.") {
		return nil
	}
	mod := t.RT.Modules.Get(t, name)
	if mod == null {
		return nil
	}
	text := object.LookupAttr(t, mod, object.Intern(t, "decoding_table"))
	if text == null || !object.IsStr(text) {
		return nil
	}
	var room [256]uint16
	chars := object.As[object.Str](text).AsTable(&room)
	if chars == nil {
		return nil
	}
	tables, key := tablesKey.Of(t.RT), object.GoString(text)
	table := tables[key]
	if table == nil {
		if len(tables) == maxTables {
			clear(tables)
		}
		table = newByteTable(chars)
		tables[key] = table
	}
	return table
}

func newByteTable(units *[256]uint16) *byteTable {
	table := &byteTable{bytes: map[rune]byte{}, units: *units}
	for b, unit := range units {
		if unit == 0xFFFE {
			continue
		}
		r := rune(unit)
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
	return table
}

// Lookup is codecs.lookup.
func Lookup(t *Thread, encoding string) Value { return codecLookup(t, encoding) }
