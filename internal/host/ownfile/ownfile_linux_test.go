// That the parts are found, and that what was taken out of the process comes back.

package ownfile

import (
	"os"
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
		for at := uintptr(0); at < part.size; at += page {
			sum += int(*(*byte)(unsafe.Add(unsafe.Pointer(nil), part.addr+at)))
		}
	}
	return sum
}

var page = uintptr(syscall.Getpagesize())

// present is which part of the pages is in the process.
func present(t *testing.T) float64 {
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, all := 0, 0
	for _, part := range [...]part{functions, constants} {
		const entry, present = 8, 0x80
		list := make([]byte, part.size/page*entry)
		if _, err := f.ReadAt(list, int64(part.addr/page*entry)); err != nil {
			t.Fatal(err)
		}
		for i := entry - 1; i < len(list); i += entry {
			n += int(list[i] & present / present)
			all++
		}
	}
	return float64(n) / float64(all)
}

// TestTrim: the pages leave the process, not by Shed where faults are dear, and come back unchanged.
func TestTrim(t *testing.T) {
	sum := touch()
	if userfault == 0 {
		if Trim(); present(t) < 1 {
			t.Error("pages are gone where the system maps them as it likes")
		}
		t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
	}
	defer func(dear bool) { fault.Dear = dear }(fault.Dear)
	functions.register()
	for _, c := range []struct {
		name string
		f    func()
		dear bool
		gone bool
	}{{"Shed", Shed, true, false}, {"Shed", Shed, false, true}, {"Trim", Trim, true, true}, {"Trim", Trim, false, true}} {
		fault.Dear = c.dear
		c.f()
		if n := present(t); (n < 0.5) != c.gone || !c.gone && n < 1 {
			t.Errorf("%s, faults are dear: %t: %.3f of the pages are in the process", c.name, c.dear, n)
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
