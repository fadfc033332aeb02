// SM3 by the examples of its standard, and in pieces.

package digest

import (
	"bytes"
	"encoding/hex"
	"hash"
	"strings"
	"testing"
)

func TestSM3(t *testing.T) {
	for text, want := range map[string]string{
		"abc":                      "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
		strings.Repeat("abcd", 16): "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732",
	} {
		h := NewSM3()
		h.Write([]byte(text))
		if got := hex.EncodeToString(h.Sum(nil)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	data := bytes.Repeat([]byte("some text, "), 40)
	for n := range len(data) {
		whole, h := NewSM3(), NewSM3()
		whole.Write(data[:n])
		for i := 0; i < n; {
			k := min(1+(i*7+n)%90, n-i)
			h.Write(data[i : i+k])
			i += k
			copied, _ := h.(hash.Cloner).Clone()
			h.Write(data)
			h = copied
		}
		if !bytes.Equal(h.Sum(nil), whole.Sum(nil)) {
			t.Fatalf("%d bytes in pieces have another digest", n)
		}
	}
}
