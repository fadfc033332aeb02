// Linux maps 16 pages where one is touched, and more where its cache of files has them in one piece. It does not in memory that is registered with a
// userfaultfd, since somebody may want to know of single pages.
//
// The constants are registered from the beginning. What makes psy ready is spread over all of the functions, and 16 pages cost little more than one:
// where faults are dear they are not registered until the program begins.

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
	if userfault = openUserfault(); userfault != 0 && !constants.register() {
		syscall.Close(int(userfault))
		userfault = 0
	}
	if userfault != 0 && !fault.Dear {
		functions.register()
	}
}

func (p part) pages() int { return int(p.size) / syscall.Getpagesize() }

// advise is madvise(2) of the pages from the first up to another one.
func (p part) advise(from, to int, advice uintptr) {
	size := uintptr(syscall.Getpagesize())
	syscall.RawSyscall(syscall.SYS_MADVISE, p.addr+uintptr(from)*size, uintptr(to-from)*size, advice)
}

// learner is the process that Trim told to learn.
var learner int

// Trim takes the pages out of the process that a profile does not name, as Learn gave it; they come back one by one where they are used. It is called
// when all is ready and the program begins: two thirds of the pages are those that made it ready. Where the profile has not learned enough, or is of
// another file, all pages are taken out, and Learn is to be called. Nothing happens where the system maps pages as it likes.
func Trim(p []byte) (learning bool) {
	if userfault == 0 || functions.size == 0 {
		return false
	}
	known := profile(p)
	if !known.whole(functions.pages()+constants.pages()) || !known.learned() {
		known = nil
		learner, learning = syscall.Getpid(), true
	}
	first := 0 // of the part's pages, in the profile
	for _, part := range [...]part{functions, constants} {
		gone, n := 0, part.pages() // from gone on pages are taken out
		for from, to := range known.kept {
			from, to = max(from-first, gone), min(to-first, n) // a piece may lie in both parts
			if from < to {
				part.advise(from, to, populateRead) // 16 pages come with one
				part.advise(gone, from, syscall.MADV_DONTNEED)
				gone = to
			}
		}
		part.advise(gone, n, syscall.MADV_DONTNEED)
		first += n
	}
	if fault.Dear {
		functions.register()
	}
	return learning
}

// Shed takes all pages out of the process: what the program does now takes few of those that it has used. It is called as the program's heap grows, so
// that the memory which the heap takes comes in part from here. Where faults are dear, nothing happens.
func Shed() {
	if userfault == 0 || fault.Dear || learner == syscall.Getpid() {
		return
	}
	for _, part := range [...]part{functions, constants} {
		part.advise(0, part.pages(), syscall.MADV_DONTNEED)
	}
}

// Learn gives the profile with the pages that this process has used since Trim, when it ends. nil: there is nothing to learn.
func Learn(p []byte) []byte {
	if learner == 0 || learner != syscall.Getpid() { // a fork's pages come as the system likes
		return nil
	}
	fd, err := syscall.Open("/proc/self/pagemap", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	var used []bool
	for _, part := range [...]part{functions, constants} {
		const entry, present = 8, 0x80
		list := make([]byte, part.pages()*entry)
		if n, _ := syscall.Pread(fd, list, int64(part.addr)/int64(syscall.Getpagesize())*entry); n != len(list) {
			return nil
		}
		for i := entry - 1; i < len(list); i += entry {
			used = append(used, list[i]&present != 0)
		}
	}
	known := profile(p)
	if !known.whole(len(used)) {
		known = nil
	}
	if known.learned() {
		return nil // others were quicker
	}
	return known.with(used)
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

const (
	noHugePage   = 15 // MADV_NOHUGEPAGE
	populateRead = 22 // MADV_POPULATE_READ
)

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
		register = 0xc020aa00 // UFFDIO_REGISTER
		writes   = 2          // UFFDIO_REGISTER_MODE_WP
	)
	p.advise(0, p.pages(), noHugePage) // else 2 MB come with a page where the cache has them in one piece
	r := [4]uint64{uint64(p.addr), uint64(p.size), writes}
	_, _, errno := syscall.RawSyscall(syscall.SYS_IOCTL, userfault, register, uintptr(unsafe.Pointer(&r)))
	return errno == 0
}
