// Pages of psy's own file that only the start of a program needed: given back to the system.

package main

import (
	"bufio"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// forgetStart takes the pages of psy's file out of the process, some time after a program has begun, when it has imported most of what
// it needs, and again later. What is used comes back from the system's cache of files, 16 pages at a time; what only the start used, half of it,
// does not.
func forgetStart() {
	for _, pause := range []time.Duration{40, 200, 1000} {
		time.Sleep(pause * time.Millisecond)
		forgetFile()
	}
}

// forgetFile does so once. It looks at the mappings that hold psy's functions and its constants: nobody has ever written there.
func forgetFile() {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer f.Close()
	function, constant := reflect.ValueOf(forgetFile).Pointer(), uintptr(unsafe.Pointer(unsafe.StringData("constant")))
	for s := bufio.NewScanner(f); s.Scan(); {
		at, rest, _ := strings.Cut(s.Text(), " ")
		from, to, _ := strings.Cut(at, "-")
		lo, err1 := strconv.ParseUint(from, 16, 64)
		hi, err2 := strconv.ParseUint(to, 16, 64)
		has := func(p uintptr) bool { return uint64(p)-lo < hi-lo }
		if err1 == nil && err2 == nil && strings.HasPrefix(rest, "r-") && strings.Contains(rest, "/") && (has(function) || has(constant)) {
			unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), uintptr(lo))), hi-lo), unix.MADV_DONTNEED)
		}
	}
}
