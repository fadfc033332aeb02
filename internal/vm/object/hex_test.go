// Digits of bytes are those of Go's library.

package object

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
	for at := range 24 {
		for c := range 256 {
			text := []byte("0123456789abcdefABCDEF09")
			text[at] = byte(c)
			want, err := hex.DecodeString(string(text))
			if err != nil {
				want = want[:at/2]
			}
			if got, used := AppendUnhex(make([]byte, 0, 12), text); !bytes.Equal(got, want) || used != 2*len(want) {
				t.Fatalf("%q: %x, should be %x", text, got, want)
			}
		}
	}
}
