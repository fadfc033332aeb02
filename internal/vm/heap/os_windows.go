// Mapped memory on Windows.

package heap

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func reserve(addr, size uintptr) (uintptr, error) {
	p, err := windows.VirtualAlloc(addr, size, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil && addr != 0 {
		err = errInUse
	}
	return p, err
}

func commit(addr, size uintptr) error {
	_, err := windows.VirtualAlloc(addr, size, windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}

func discard(addr, size uintptr) error {
	if err := windows.VirtualFree(addr, size, windows.MEM_DECOMMIT); err != nil {
		return err
	}
	return commit(addr, size)
}

func useHugePages(addr, size uintptr) {}

func release(addr, _ uintptr) error { return windows.VirtualFree(addr, 0, windows.MEM_RELEASE) }

var globalMemoryStatusEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

func physicalMemory() uint64 {
	var s struct {
		length, load uint32
		totalPhys    uint64
		_            [6]uint64
	}
	s.length = uint32(unsafe.Sizeof(s))
	if ok, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return defaultMemory
	}
	return s.totalPhys
}
