// Linux maps 16 pages where one is touched, and more where its cache of files has them in one piece. It does not in memory that is registered with a
// userfaultfd, since somebody may want to know of single pages.

package ownfile

import (
	"runtime"
	"syscall"
	"unsafe"
)

// part is an address and a size. It is no slice, since it is not one of Go's variables: checkptr would object.
type part struct{ addr, size uintptr }

var parts [3]part // the functions, the constants, the variables with a value

// unwritten is how many of the parts nobody writes.
const unwritten = 2

var variable = 1

func init() {
	findParts()
	registerParts()
}

// Forget takes the pages out of the process. What is used comes back from the system's cache of files.
func Forget() {
	for _, m := range parts[:unwritten] {
		if m.size != 0 {
			m.advise(syscall.MADV_DONTNEED)
		}
	}
}

func (m part) advise(advice uintptr) { syscall.RawSyscall(syscall.SYS_MADVISE, m.addr, m.size, advice) }

// findParts reads where the parts lie. They lie below everything else that is mapped, so the first lines of the list tell.
func findParts() {
	fd, err := syscall.Open("/proc/self/maps", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	var list [1 << 10]byte
	n, _ := syscall.Read(fd, list[:])
	syscall.Close(fd)
	n = max(n, 0)
	function := findParts
	wanted := [len(parts)]uintptr{
		**(**uintptr)(unsafe.Pointer(&function)), uintptr(unsafe.Pointer(unsafe.StringData("constant"))), uintptr(unsafe.Pointer(&variable)),
	}
	for at := 0; at < n; {
		lo, next := hexadecimal(list[:n], at)
		hi, next := hexadecimal(list[:n], next)
		if next+1 < n && list[next] == 'r' {
			for i, p := range wanted {
				if p-lo < hi-lo && (list[next+1] == 'w') == (i >= unwritten) {
					parts[i] = part{lo, hi - lo}
				}
			}
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

// registerParts opens a userfaultfd that never reports anything (Linux 6.7 and later; elsewhere it is refused), and registers the parts with it.
func registerParts() {
	var open uintptr
	switch runtime.GOARCH {
	case "amd64":
		open = 323
	case "arm64":
		open = 282
	default:
		return
	}
	const (
		userModeOnly     = 1                      // UFFD_USER_MODE_ONLY
		api, register    = 0xc018aa3f, 0xc020aa00 // UFFDIO_API, UFFDIO_REGISTER
		writesUnreported = 1 << 15                // UFFD_FEATURE_WP_ASYNC
		writes           = 2                      // UFFDIO_REGISTER_MODE_WP
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
		for _, m := range parts {
			if m.size != 0 {
				m.advise(15) // MADV_NOHUGEPAGE: else 2 MB come with a page where the cache has them in one piece
				r := [4]uint64{uint64(m.addr), uint64(m.size), writes}
				if _, _, errno = syscall.RawSyscall(syscall.SYS_IOCTL, fd, register, uintptr(unsafe.Pointer(&r))); errno != 0 {
					break
				}
			}
		}
	}
	if errno != 0 {
		syscall.Close(int(fd))
	} // else it stays open: package system knows its like
}
