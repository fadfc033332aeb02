// Text files in the encodings of one byte a character that the library has tables for.

package codecs

import "github.com/psyco-go/psy/internal/vm/object"

// byteTable is an encoding of one byte a character: the character of each byte, -1 for none, and the way back.
type byteTable struct {
	chars [256]rune
	bytes map[rune]byte
}

// TextCodec finds the encoding of a text file; false: an exception is set.
func TextCodec(t *Thread, name string) (Codec, bool) {
	if c, ok := Find(name); ok {
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
	table := &byteTable{bytes: map[rune]byte{}}
	for b := range table.chars {
		r, ok := decodeOne(t, info, byte(b))
		if !ok {
			return Codec{}, false
		}
		if table.chars[b] = r; r >= 0 {
			if _, twice := table.bytes[r]; !twice {
				table.bytes[r] = byte(b)
			}
		}
	}
	if len(table.bytes) < 128 { // it takes more than a byte
		object.Raise(t, object.TLookupError, "unknown encoding: %s", name)
		return Codec{}, false
	}
	return Codec{name: "charmap", Kind: codecTable, table: table}, true
}

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
