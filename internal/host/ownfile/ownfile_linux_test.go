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

// present is which part of the pages of these parts is in the process.
func present(t *testing.T, parts ...part) float64 {
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, all := 0, 0
	for _, part := range parts {
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

// TestDear: where faults are dear, the functions are mapped at once; they alone leave the process, by Trim, and come back unchanged.
func TestDear(t *testing.T) {
	defer func(dear bool) { fault.Dear = dear }(fault.Dear)
	fault.Dear = true
	sum := touch()
	if Shed(); present(t, functions, constants) < 1 {
		t.Error("Shed: pages are gone")
	}
	if Trim(); present(t, functions) > 0.8 || present(t, constants) < 1 { // this program is small
		t.Errorf("Trim: %.3f of the functions are in the process, %.3f of the constants", present(t, functions), present(t, constants))
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_MADVISE, functions.addr, functions.size, populate); errno == syscall.EINVAL {
		t.Skip("the system maps no pages ahead (Linux before 5.14)")
	}
	Trim()
	if functions.advise(populate); present(t, functions) < 1 {
		t.Errorf("%.3f of the functions are mapped", present(t, functions))
	}
	if touch() != sum {
		t.Error("pages have changed")
	}
}

// TestTrim: where they are cheap, the pages leave the process and come back unchanged, if the system tells who maps them.
func TestTrim(t *testing.T) {
	defer func(dear bool) { fault.Dear = dear }(fault.Dear)
	fault.Dear = false
	if userfault == 0 {
		userfault = openUserfault() // faults are dear on this machine
	}
	sum := touch()
	if userfault == 0 || !constants.register() || !functions.register() {
		userfault = 0
		if Trim(); present(t, functions, constants) < 1 {
			t.Error("pages are gone where the system maps them as it likes")
		}
		t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
	}
	for name, f := range map[string]func(){"Shed": Shed, "Trim": Trim} {
		if f(); present(t, functions, constants) > 0.5 {
			t.Errorf("%s: %.3f of the pages are in the process", name, present(t, functions, constants))
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
