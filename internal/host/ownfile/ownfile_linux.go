// Package ownfile keeps few pages of the program's own file in the process: of 13 MB of functions and 70 of constants few are used, and those lie
// far apart. It must not know what the program does. Only the command psy imports it: what a process is said to have is not for a library to decide.
//
// It imports next to nothing, so that Go initializes it before nearly all other packages.
//
// Linux maps 16 pages where one is touched, and more where its cache of files has them in one piece. It does not in memory that is registered with a
// userfaultfd, since somebody may want to know of single pages. Where faults are dear, nothing is registered, and all functions are mapped by one call.
package ownfile

import (
	"runtime"
	"syscall"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/fault"
)

// part is an address and a size. It is no slice, since it is not one of Go's variables: checkptr would object.
type part struct{ addr, size uintptr }

var functions, constants part

// userfault is the userfaultfd that the constants are registered with; 0: there is none.
var userfault uintptr

func init() {
	findParts()
	if fault.Dear {
		functions.advise(populate)
		return
	}
	if userfault = openUserfault(); userfault != 0 && !constants.register() {
		syscall.Close(int(userfault))
		userfault = 0
	}
	if userfault != 0 {
		functions.register()
	}
}

const populate = 22 // MADV_POPULATE_READ, Linux 5.14

func (p part) advise(advice uintptr) { syscall.RawSyscall(syscall.SYS_MADVISE, p.addr, p.size, advice) }

// Trim takes all pages out of the process; what is used comes back. It is called when all is ready and the program begins: two thirds of the pages are those
// that made it ready. Where faults are dear, the constants stay. Nothing happens where the system maps pages as it likes.
func Trim() {
	if !fault.Dear {
		if userfault == 0 {
			return
		}
		constants.advise(syscall.MADV_DONTNEED)
	}
	functions.advise(syscall.MADV_DONTNEED)
}

// Shed does the same as the program's heap grows, so that the memory which the heap takes comes in part from here: what the program does now takes few of
// the pages that it has used. Where faults are dear, nothing happens.
func Shed() {
	if !fault.Dear {
		Trim()
	}
}

// findParts reads where the parts lie. They lie below most else that is mapped, so the first lines of the list tell.
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
	for at := 0; at < n; {
		lo, next := hexadecimal(list[:n], at)
		hi, next := hexadecimal(list[:n], next)
		if next+1 < n && list[next] == 'r' && list[next+1] != 'w' {
			if **(**uintptr)(unsafe.Pointer(&function))-lo < hi-lo {
				functions = part{lo, hi - lo}
			}
			if uintptr(unsafe.Pointer(unsafe.StringData("constant")))-lo < hi-lo {
				constants = part{lo, hi - lo}
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

// openUserfault opens a userfaultfd that never reports anything (Linux 6.7 and later; elsewhere it is refused). 0: there is none.
func openUserfault() (fd uintptr) {
	var open uintptr
	switch runtime.GOARCH {
	case "amd64":
		open = 323
	case "arm64":
		open = 282
	}
	if open == 0 || constants.size == 0 {
		return 0
	}
	const (
		userModeOnly     = 1          // UFFD_USER_MODE_ONLY
		api              = 0xc018aa3f // UFFDIO_API
		writesUnreported = 1 << 15    // UFFD_FEATURE_WP_ASYNC
		lowest           = 60         // programs reckon with low numbers; for one above 63 the system makes a new table, which takes 7 ms
	)
	low, _, errno := syscall.RawSyscall(open, syscall.O_CLOEXEC|syscall.O_NONBLOCK|userModeOnly, 0, 0)
	if errno != 0 {
		return 0
	}
	fd, _, errno = syscall.RawSyscall(syscall.SYS_FCNTL, low, syscall.F_DUPFD_CLOEXEC, lowest)
	syscall.Close(int(low))
	if errno != 0 {
		return 0
	}
	what := [3]uint64{0xaa, writesUnreported}
	if _, _, errno = syscall.RawSyscall(syscall.SYS_IOCTL, fd, api, uintptr(unsafe.Pointer(&what))); errno != 0 {
		syscall.Close(int(fd))
		return 0
	}
	return fd // it stays open: package system knows its like
}

// register has the pages of a part come one by one from now on.
func (p part) register() bool {
	const (
		register   = 0xc020aa00 // UFFDIO_REGISTER
		writes     = 2          // UFFDIO_REGISTER_MODE_WP
		noHugePage = 15         // MADV_NOHUGEPAGE
	)
	p.advise(noHugePage) // else 2 MB come with a page where the cache has them in one piece
	r := [4]uint64{uint64(p.addr), uint64(p.size), writes}
	_, _, errno := syscall.RawSyscall(syscall.SYS_IOCTL, userfault, register, uintptr(unsafe.Pointer(&r)))
	return errno == 0
}
