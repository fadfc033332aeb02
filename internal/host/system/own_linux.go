// Descriptors of the process that are no program's: Go's runtime waits for others with an epoll, and wakes itself with an eventfd. If one of them is closed,
// the runtime ends the process. From files of its control group the runtime knows how many processors it may use. A userfaultfd is psy's.

package system

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

var own struct {
	sync.Mutex
	known bool
	fds   map[int]bool
}

// Own reports whether a descriptor belongs to Go's runtime, or to psy.
func Own(fd int) bool {
	own.Lock()
	defer own.Unlock()
	findOwn()
	return own.fds[fd]
}

// FindOwn notes which descriptors are the runtime's. It is called before a program gets an epoll or an eventfd, which look the same.
func FindOwn() {
	own.Lock()
	findOwn()
	own.Unlock()
}

// SetOwn says that a descriptor is psy's, or no longer so.
func SetOwn(fd int, is bool) {
	own.Lock()
	findOwn()
	own.fds[fd] = is
	own.Unlock()
}

func findOwn() {
	if own.known {
		return
	}
	own.known, own.fds = true, map[int]bool{}
	if r, w, err := os.Pipe(); err == nil { // the runtime makes its own for the first file that it may have to wait for
		r.Close()
		w.Close()
	}
	dir, err := os.Open("/proc/self/fd")
	if err != nil {
		return
	}
	names, _ := dir.Readdirnames(-1)
	dir.Close()
	for _, name := range names {
		what, _ := os.Readlink("/proc/self/fd/" + name)
		if what != "anon_inode:[eventpoll]" && what != "anon_inode:[eventfd]" && what != "anon_inode:[userfaultfd]" && !strings.HasPrefix(what, "/sys/fs/cgroup/") {
			continue
		}
		fd, _ := strconv.Atoi(name)
		flags, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0)
		if errno == 0 && flags&syscall.FD_CLOEXEC != 0 { // others were inherited
			own.fds[fd] = true
		}
	}
}
