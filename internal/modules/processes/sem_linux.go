// Named semaphores in files of 32 bytes below /dev/shm, laid out as the C library on x86-64 has them, so that psy and CPython can share one: the count of free
// places is the lower half of the first word, how many wait is the upper half.

package processes

import (
	"crypto/rand"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
)

const (
	shmDir    = "/dev/shm/"
	semSize   = 32
	semMost   = 1<<31 - 1
	oneWaits  = 1 << 32
	semShared = 128 // a mark in the file: several processes use it
	futexWait = 0
	futexWake = 1
)

// semaphore is one that is open.
type semaphore struct{ m *system.Mapping }

// shmPath is the file of a name. Names have one slash at most, at the beginning.
func shmPath(prefix, name string) (string, error) {
	name = strings.TrimLeft(name, "/")
	switch {
	case name == "" || strings.ContainsAny(name, "/\x00"), prefix == "" && (name == "." || name == ".."):
		return "", syscall.EINVAL
	case len(prefix)+len(name) > 255:
		return "", syscall.ENAMETOOLONG
	}
	return shmDir + prefix + name, nil
}

// createSemaphore makes a semaphore that does not exist yet. It appears as a whole: others never see it half made.
func createSemaphore(name string, places uint32) (*semaphore, error) {
	path, err := shmPath("sem.", name)
	if err != nil {
		return nil, err
	}
	var fd int
	var draft string
	for {
		draft = shmDir + "sem." + rand.Text()[:12]
		if fd, err = unix.Open(draft, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o600); err != unix.EEXIST {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	defer unix.Unlink(draft)
	var contents [semSize]byte
	*(*uint64)(unsafe.Pointer(&contents)) = uint64(places)
	*(*uint32)(unsafe.Pointer(&contents[8])) = semShared
	if n, err := unix.Write(fd, contents[:]); err != nil || n < semSize {
		return nil, syscall.ENOSPC
	}
	s, err := mapSemaphore(fd)
	if err != nil {
		return nil, err
	}
	if err := unix.Link(draft, path); err != nil {
		s.m.Close()
		return nil, err
	}
	return s, nil
}

func openSemaphore(name string) (*semaphore, error) {
	path, err := shmPath("sem.", name)
	if err != nil {
		return nil, err
	}
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, err
	}
	if st.Size < semSize {
		return nil, syscall.EINVAL
	}
	return mapSemaphore(fd)
}

func unlinkSemaphore(name string) error {
	path, err := shmPath("sem.", name)
	if err != nil {
		return syscall.ENOENT
	}
	return unix.Unlink(path)
}

func mapSemaphore(fd int) (*semaphore, error) {
	m, err := system.Map(fd, 0, semSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return &semaphore{m}, nil
}

func (s *semaphore) Close() error { return s.m.Close() }

func (s *semaphore) word() *uint64 { return (*uint64)(unsafe.Pointer(&s.m.Bytes(semSize)[0])) }

// value is how many places are free.
func (s *semaphore) value() uint32 { return uint32(atomic.LoadUint64(s.word())) }

// try takes a place if there is one.
func (s *semaphore) try() bool {
	for w := s.word(); ; {
		old := atomic.LoadUint64(w)
		if uint32(old) == 0 {
			return false
		}
		if atomic.CompareAndSwapUint64(w, old, old-1) {
			return true
		}
	}
}

// post frees a place.
func (s *semaphore) post() error {
	w := s.word()
	for {
		old := atomic.LoadUint64(w)
		if uint32(old) >= semMost {
			return syscall.EOVERFLOW
		}
		if !atomic.CompareAndSwapUint64(w, old, old+1) {
			continue
		}
		if old>>32 > 0 {
			syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(w)), futexWake, 1, 0, 0, 0)
		}
		return nil
	}
}

// waits says that n more threads wait, or that they no longer do.
func (s *semaphore) waits(n int) { atomic.AddUint64(s.word(), uint64(n)*oneWaits) }

// await waits for at most d, or until a signal comes, for a place to be free. It takes none: what a thread does without the world's lock, it may do in
// a child of this process as well, which was forked meanwhile.
func (s *semaphore) await(d time.Duration) {
	w := s.word()
	for end := time.Now().Add(d); uint32(atomic.LoadUint64(w)) == 0; {
		left := unix.NsecToTimespec(int64(time.Until(end)))
		if left.Nano() <= 0 {
			return
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(w)), futexWait, 0, uintptr(unsafe.Pointer(&left)), 0, 0)
		if errno == syscall.EINTR {
			return // whoever waits looks what it was
		}
	}
}
