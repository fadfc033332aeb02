// That the parts are found, and that what was forgotten comes back.

package ownfile

import (
	"strconv"
	"testing"
	"unsafe"
)

func TestForget(t *testing.T) {
	for _, m := range parts {
		if len(m) == 0 {
			t.Skip("the system does not tell where the file lies")
		}
	}
	constant := uintptr(unsafe.Pointer(unsafe.StringData("another constant")))
	if lo := uintptr(unsafe.Pointer(&parts[1][0])); constant-lo >= uintptr(len(parts[1])) {
		t.Error("constants lie elsewhere")
	}
	first := parts[1][0]
	Forget()
	if parts[1][0] != first || strconv.Itoa(len("constant")) != "8" {
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
