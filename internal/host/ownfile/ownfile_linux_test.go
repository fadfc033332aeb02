// That the parts are found, and that what was taken out of the process comes back.

package ownfile

import (
	"syscall"
	"testing"
	"unsafe"
)

func TestParts(t *testing.T) {
	if constants.size == 0 {
		t.Skip("the system does not tell where the file lies")
	}
	if another := uintptr(unsafe.Pointer(unsafe.StringData("another constant"))); another-constants.addr >= constants.size {
		t.Error("constants lie elsewhere")
	}
	if function := TestParts; **(**uintptr)(unsafe.Pointer(&function))-functions.addr >= functions.size {
		t.Error("functions lie elsewhere")
	}
}

// touch reads all pages, and gives the sum of their first bytes.
func touch() (sum int) {
	for _, part := range [...]part{functions, constants} {
		for i := range part.pages() {
			sum += int(*(*byte)(unsafe.Add(unsafe.Pointer(nil), part.addr+uintptr(i*syscall.Getpagesize()))))
		}
	}
	return sum
}

// TestTrim: processes learn which pages they use; then the others are taken out, and all come back unchanged.
func TestTrim(t *testing.T) {
	if userfault == 0 {
		if Trim(nil) || Learn(nil) != nil {
			t.Error("something is learned where the system maps pages as it likes")
		}
		t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
	}
	sum := touch()
	var p []byte
	for range runs {
		if !Trim(p) {
			t.Fatal("nothing is to be learned")
		}
		if p = Learn(p); p == nil {
			t.Fatal("nothing was learned")
		}
	}
	present := func(p profile) (n int) {
		for from, to := range p.kept {
			n += to - from
		}
		return n
	}
	all, kept := functions.pages()+constants.pages(), present(p)
	if kept == 0 || kept > all/2 {
		t.Errorf("%d pages of %d are used", kept, all)
	}
	if touch() != sum {
		t.Error("pages have changed")
	}
	if Trim(p) {
		t.Error("it goes on learning")
	}
	if Learn(p) != nil {
		t.Error("it learned after all")
	}
	var now profile
	for range enough { // what is in the process now, as a profile
		learner = syscall.Getpid()
		now = Learn(now)
	}
	learner = 0
	if n := present(now); n < kept/2 || n > all/2 {
		t.Errorf("%d pages of %d are in the process, %d are used", n, all, kept)
	}
	if touch() != sum {
		t.Error("pages have changed")
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
