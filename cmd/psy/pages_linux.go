// Pages of psy's own file that only the start of a program needed: given back to the system.

package main

import (
	"bytes"
	"os"
	"reflect"
	"strconv"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// forgetFile takes the pages of psy's file out of the process. What is used comes back from the system's cache of files, 16 pages at a time; what only
// the start used, half of it, does not. Package initialization alone uses nearly all of psy's code once.
func forgetFile() {
	for _, m := range ownFile() {
		unix.Madvise(m, unix.MADV_DONTNEED)
	}
}

// forgetStart does so some time after a program has begun, when it has imported most of what it needs, and again later.
func forgetStart() {
	for _, pause := range []time.Duration{20, 40, 100, 300, 1000} {
		time.Sleep(pause * time.Millisecond)
		forgetFile()
	}
}

// ownFile is the memory that holds psy's functions and its constants: nobody has ever written there. They lie below everything else that is mapped,
// so the first lines of the list tell where.
var ownFile = sync.OnceValue(func() (found [][]byte) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return nil
	}
	defer f.Close()
	var list [1 << 10]byte
	n, _ := f.Read(list[:])
	function, constant := reflect.ValueOf(os.Getpid).Pointer(), uintptr(unsafe.Pointer(unsafe.StringData("constant")))
	for line := range bytes.Lines(list[:n]) {
		at, rest, _ := bytes.Cut(line, []byte(" "))
		from, to, _ := bytes.Cut(at, []byte("-"))
		lo, err1 := strconv.ParseUint(string(from), 16, 64)
		hi, err2 := strconv.ParseUint(string(to), 16, 64)
		has := func(p uintptr) bool { return uint64(p)-lo < hi-lo }
		if err1 == nil && err2 == nil && bytes.HasPrefix(rest, []byte("r-")) && (has(function) || has(constant)) {
			found = append(found, unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), uintptr(lo))), hi-lo))
		}
	}
	return found
})
