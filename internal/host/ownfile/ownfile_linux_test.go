// That the parts are found, and that what was forgotten comes back.

package ownfile

import (
	"strconv"
	"testing"
	"unsafe"
)

func TestForget(t *testing.T) {
	for _, m := range parts {
		if m.size == 0 {
			t.Skip("the system does not tell where the file lies")
		}
	}
	text := "another constant"
	if constant := uintptr(unsafe.Pointer(unsafe.StringData(text))); constant-parts[1].addr >= parts[1].size {
		t.Error("constants lie elsewhere")
	}
	first := text[0]
	Forget()
	if text[0] != first || strconv.Itoa(len("constant")) != "8" {
		t.Error("what was forgotten is not what it was")
	}
}

func TestHexadecimal(t *testing.T) {
	for _, x := range []struct {
		text string
		n    uintptr
		next int
	}{{"00c0ffee-", 0xc0ffee, 9}, {"1f", 0x1f, 2}, {"", 0, 0}} {
		if n, next := hexadecimal([]byte(x.text), 0); n != x.n || next != x.next {
			t.Errorf("%q: %x and %d", x.text, n, next)
		}
	}
}
