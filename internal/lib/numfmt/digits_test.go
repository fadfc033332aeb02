// Digits of bytes are those of Go's library, with and without assembly.

package numfmt

import (
	"bytes"
	"encoding/hex"
	"testing"
)

func TestHexDigits(t *testing.T) {
	data := make([]byte, 256)
	for i := range data {
		data[i] = byte(i * 7)
	}
	defer func(was bool) { quickHex = was }(quickHex)
	for _, quick := range []bool{quickHex, false} {
		quickHex = quick
		for n := range len(data) {
			text := AppendHex(make([]byte, 0, 2*n), data[:n])
			if want := hex.EncodeToString(data[:n]); string(text) != want {
				t.Fatalf("%d bytes: %s, should be %s", n, text, want)
			}
			for _, text := range [][]byte{text, bytes.ToUpper(text)} {
				if got, used := AppendUnhex(make([]byte, 0, n), text); used != 2*n || !bytes.Equal(got, data[:n]) {
					t.Fatalf("%s: %x, %d digits", text, got, used)
				}
			}
		}
		// One character that is none, everywhere.
		for at := range 78 {
			for c := range 256 {
				text := []byte("0123456789abcdefABCDEF09fedcba9876543210FEDCBA0123456789abcdefABCDEF0123456789")
				text[at] = byte(c)
				want, err := hex.DecodeString(string(text))
				if err != nil {
					want = want[:at/2]
				}
				if got, used := AppendUnhex(make([]byte, 0, len(text)/2), text); !bytes.Equal(got, want) || used != 2*len(want) {
					t.Fatalf("%q: %x, should be %x", text, got, want)
				}
			}
		}
		// Nothing beyond the room is touched.
		for n := range 70 {
			room := bytes.Repeat([]byte{0xee}, 200)
			if AppendHex(room[:3], data[:n]); !bytes.Equal(room[3+2*n:], bytes.Repeat([]byte{0xee}, 197-2*n)) {
				t.Fatalf("%d bytes: %x", n, room)
			}
			digits := []byte(hex.EncodeToString(data[:n]))
			room = bytes.Repeat([]byte{0xee}, 200)
			if AppendUnhex(room[:3], digits); !bytes.Equal(room[3+n:], bytes.Repeat([]byte{0xee}, 197-n)) {
				t.Fatalf("%d digits: %x", 2*n, room)
			}
		}
	}
}
