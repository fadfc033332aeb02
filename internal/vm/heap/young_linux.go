// Linux notes writes to pages that are registered with a userfaultfd, and tells of them (6.7 and later).

package heap

import (
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// kernelPages watches pages by the system, for all heaps of the process.
type kernelPages struct {
	sync.Mutex
	process        int // whose memory the files are of: a copy of the process has its own
	fault, pagemap int // 0: there is none
	scanned
}

var kernel kernelPages

func newWatcher() watcher { return &kernel }

// OwnFile is set by a package above: it is told which descriptors no program may close, or no longer.
var OwnFile = func(fd int, is bool) {}

// open makes the files for this process, and reports whether it has them.
func (k *kernelPages) open() bool {
	pid := os.Getpid()
	if k.process == pid {
		return k.fault > 0
	}
	k.close()
	k.process = pid
	const userModeOnly, writesUnreported = 1, 1 << 15 // UFFD_USER_MODE_ONLY, UFFD_FEATURE_WP_ASYNC
	fd, _, errno := unix.Syscall(unix.SYS_USERFAULTFD, unix.O_CLOEXEC|unix.O_NONBLOCK|userModeOnly, 0, 0)
	if errno != 0 {
		return false
	}
	k.fault = ownFile(int(fd))
	api := [3]uint64{0xAA, writesUnreported}
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(k.fault), 0xc018aa3f, uintptr(unsafe.Pointer(&api))); errno == 0 {
		if fd, err := unix.Open("/proc/self/pagemap", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
			k.pagemap = ownFile(fd)
			return true
		}
	}
	k.close()
	return false
}

// ownFile gives a file a descriptor that programs do not reckon with: they do with low ones. For one above 63 the system makes a larger table.
func ownFile(fd int) int {
	if high, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 60); err == nil {
		unix.Close(fd)
		fd = high
	}
	OwnFile(fd, true)
	return fd
}

func (k *kernelPages) close() {
	for _, fd := range [...]*int{&k.fault, &k.pagemap} {
		if *fd > 0 {
			OwnFile(*fd, false)
			unix.Close(*fd)
			*fd = 0
		}
	}
}

func (k *kernelPages) ready(lo, size uintptr) bool {
	k.Lock()
	defer k.Unlock()
	if !k.open() {
		return false
	}
	r := [4]uint64{uint64(lo), uint64(size), 2} // UFFDIO_REGISTER_MODE_WP
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(k.fault), 0xc020aa00, uintptr(unsafe.Pointer(&r)))
	return errno == 0
}

func (k *kernelPages) watch(lo, size uintptr) bool {
	_, ok := k.ask(nil, lo, size, 0)
	return ok
}

func (k *kernelPages) written(list []mapping, lo, size uintptr) ([]mapping, bool) {
	return k.ask(list, lo, size, len(k.found))
}

// ask lists the pages that were written to, so many ranges in one call of the system, and watches them again. It fails where pages are not registered.
func (k *kernelPages) ask(list []mapping, lo, size uintptr, most int) ([]mapping, bool) {
	const written, watchAgain, registeredOnly = 1 << 1, 1 << 0, 1 << 1 // PAGE_IS_WRITTEN, PM_SCAN_WP_MATCHING, PM_SCAN_CHECK_WPASYNC
	k.Lock()
	defer k.Unlock()
	if !k.open() {
		return list, false
	}
	k.scan = scan{size: uint64(unsafe.Sizeof(scan{})), flags: watchAgain | registeredOnly, start: uint64(lo), end: uint64(lo + size), all: written}
	if most > 0 {
		k.scan.vec, k.scan.vecLen, k.scan.give = uint64(uintptr(unsafe.Pointer(&k.found))), uint64(most), written
	}
	for k.start < k.end {
		n, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(k.pagemap), 0xc0606610, uintptr(unsafe.Pointer(&k.scan))) // PAGEMAP_SCAN
		if errno != 0 {
			return list, false
		}
		for _, r := range k.found[:n] {
			list = append(list, mapping{uintptr(r.start), uintptr(r.end - r.start)})
		}
		k.start = k.walkEnd
	}
	return list, true
}
