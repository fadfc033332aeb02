// Linux maps 16 pages where one is touched, and more where its cache of files has them in one piece. It does not in memory that is registered with a
// userfaultfd, since somebody may want to know of single pages.

package ownfile

import (
	"runtime"
	"syscall"
	"unsafe"
)

// constants is where they lie: an address and a size. It is no slice, since it is not one of Go's variables: checkptr would object.
var constants struct{ addr, size uintptr }

func init() {
	findConstants()
	registerConstants()
}

// findConstants reads where the constants lie. They lie below most else that is mapped, so the first lines of the list tell.
func findConstants() {
	fd, err := syscall.Open("/proc/self/maps", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	var list [1 << 10]byte
	n, _ := syscall.Read(fd, list[:])
	syscall.Close(fd)
	n = max(n, 0)
	constant := uintptr(unsafe.Pointer(unsafe.StringData("constant")))
	for at := 0; at < n; {
		lo, next := hexadecimal(list[:n], at)
		hi, next := hexadecimal(list[:n], next)
		if next+1 < n && constant-lo < hi-lo && list[next] == 'r' && list[next+1] != 'w' {
			constants.addr, constants.size = lo, hi-lo
		}
		for at = next; at < n && list[at] != '\n'; at++ {
		}
		at++
	}
}

// hexadecimal reads a number of the text and the character after it.
func hexadecimal(text []byte, at int) (n uintptr, next int) {
	for ; at < len(text); at++ {
		c := text[at]
		switch {
		case '0' <= c && c <= '9':
			n = n<<4 | uintptr(c-'0')
		case 'a' <= c && c <= 'f':
			n = n<<4 | uintptr(c-'a'+10)
		default:
			return n, at + 1
		}
	}
	return n, at
}

// registerConstants opens a userfaultfd that never reports anything (Linux 6.7 and later; elsewhere it is refused), and registers them with it.
func registerConstants() {
	var open uintptr
	switch runtime.GOARCH {
	case "amd64":
		open = 323
	case "arm64":
		open = 282
	}
	if open == 0 || constants.size == 0 {
		return
	}
	const (
		userModeOnly     = 1                      // UFFD_USER_MODE_ONLY
		api, register    = 0xc018aa3f, 0xc020aa00 // UFFDIO_API, UFFDIO_REGISTER
		writesUnreported = 1 << 15                // UFFD_FEATURE_WP_ASYNC
		writes           = 2                      // UFFDIO_REGISTER_MODE_WP
		noHugePage       = 15                     // MADV_NOHUGEPAGE
		lowest           = 60                     // programs reckon with low numbers; for one above 63 the system makes a new table, which takes 7 ms
	)
	low, _, errno := syscall.RawSyscall(open, syscall.O_CLOEXEC|syscall.O_NONBLOCK|userModeOnly, 0, 0)
	if errno != 0 {
		return
	}
	fd, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, low, syscall.F_DUPFD_CLOEXEC, lowest)
	syscall.Close(int(low))
	if errno != 0 {
		return
	}
	what := [3]uint64{0xaa, writesUnreported}
	if _, _, errno = syscall.RawSyscall(syscall.SYS_IOCTL, fd, api, uintptr(unsafe.Pointer(&what))); errno == 0 {
		// Else 2 MB come with a page where the cache has them in one piece.
		syscall.RawSyscall(syscall.SYS_MADVISE, constants.addr, constants.size, noHugePage)
		r := [4]uint64{uint64(constants.addr), uint64(constants.size), writes}
		_, _, errno = syscall.RawSyscall(syscall.SYS_IOCTL, fd, register, uintptr(unsafe.Pointer(&r)))
	}
	if errno != 0 {
		syscall.Close(int(fd))
	} // else it stays open: package system knows its like
}
