// That the constants are found.

package ownfile

import (
	"testing"
	"unsafe"
)

func TestConstants(t *testing.T) {
	if constants.size == 0 {
		t.Skip("the system does not tell where the file lies")
	}
	if another := uintptr(unsafe.Pointer(unsafe.StringData("another constant"))); another-constants.addr >= constants.size {
		t.Error("constants lie elsewhere")
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
