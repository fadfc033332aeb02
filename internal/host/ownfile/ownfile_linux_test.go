// That the parts are found, and that what was taken out of the process comes back.

package ownfile

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/fault"
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

// count is how many pages a profile keeps.
func count(p profile) (n int) {
	for from, to := range p.kept {
		n += to - from
	}
	return n
}

// present is how many pages are in the process.
func present() int {
	defer func(was int) { learner = was }(learner)
	learner = syscall.Getpid()
	var now profile
	for range enough {
		now = Learn(now)
	}
	return count(now)
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
	all, kept := functions.pages()+constants.pages(), count(p)
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
	if n := present(); n < kept/2 || n > all/2 {
		t.Errorf("%d pages of %d are in the process, %d are used", n, all, kept)
	}
	if touch() != sum {
		t.Error("pages have changed")
	}
}

// TestShed: all pages leave the process, but not while it learns or where faults are dear, and come back unchanged.
func TestShed(t *testing.T) {
	if userfault == 0 {
		t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
	}
	defer func(dear bool) { fault.Dear, learner = dear, 0 }(fault.Dear)
	sum, all := touch(), functions.pages()+constants.pages()
	functions.register()
	for _, c := range []struct{ dear, learns bool }{{true, false}, {false, true}, {false, false}} {
		fault.Dear, learner = c.dear, 0
		if c.learns {
			learner = syscall.Getpid()
		}
		Shed()
		if n := present(); n > all/2 != (c.dear || c.learns) {
			t.Errorf("%+v: %d pages of %d are in the process", c, n, all)
		}
		if touch() != sum {
			t.Error("pages have changed")
		}
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
