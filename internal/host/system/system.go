// Package system defines which parts of the outside world a program may reach: files, environment, clocks, randomness, the process.
// It must not know Python. Whoever makes a runtime chooses a System: Process is the real one, None has nothing at all.
package system

import (
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

// File is an open file; *os.File is one.
type File interface {
	io.Reader
	io.Writer
	io.Seeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
}

// KindOf tells what an open file is: its kind, and what suits it. Files that know it from being opened are not asked again.
func KindOf(f File) (fs.FileInfo, error) {
	if o, ok := f.(interface{ Opened() fs.FileInfo }); ok {
		return o.Opened(), nil
	}
	return f.Stat()
}

// System is the world outside. Errors are those of package syscall, bare or wrapped.
type System interface {
	// OpenFile is os.OpenFile. Descriptor gives the open file of a number.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	Descriptor(fd int, name string) (File, error)
	ReadFile(name string) ([]byte, error)
	ReadDirNames(name string) ([]string, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Access(name string, mode uint32) bool
	Remove(name string) error
	Rmdir(name string) error
	Mkdir(name string, perm fs.FileMode) error
	Chmod(name string, perm fs.FileMode) error
	Rename(from, to string) error
	Link(from, to string) error
	Symlink(to, name string) error
	Readlink(name string) (string, error)
	Chdir(name string) error
	Getwd() (string, error)

	Environ() []string
	Setenv(name, value string) error
	Unsetenv(name string) error
	Uname() Uname
	// ID is a number about the process: Getpid and so on.
	ID(of IDKind) int

	// Now is the wall clock, in the local time zone; Monotonic and CPU are nanoseconds since a fixed time and of work.
	Now() time.Time
	Monotonic() int64
	CPU() int64
	// Sleep waits for d, or less: the caller looks at the clock again.
	Sleep(d time.Duration)
	// Random fills b with random bytes.
	Random(b []byte) error
	// Exit ends the process, at once.
	Exit(status int) error
	// Complain tells somebody of trouble for which there is no other stream.
	Complain(text string)
	// Colour says whether such texts may be coloured.
	Colour() bool
}

// A Sleeper is a System with a Sleep that ends early when told has something, or is closed: so it need not end as often.
type Sleeper interface {
	SleepUntil(told <-chan struct{}, d time.Duration)
}

// DirReader is a System whose folders tell more than names.
type DirReader interface {
	ReadDir(name string) ([]Entry, error)
}

// Entry is what a folder tells of a file.
type Entry struct {
	Name string
	Ino  uint64      // 0: not known
	Kind fs.FileMode // its kind alone, or KindUnknown
}

// KindUnknown is no kind of file.
const KindUnknown = fs.ModeIrregular

// Uname describes the machine, as uname(2) does; what is not known is empty.
type Uname struct{ System, Node, Release, Version, Machine string }

// IDKind is what ID tells.
type IDKind int

const (
	PID IDKind = iota
	ParentPID
	UID
	EUID
	GID
	CPUs
)

// None is a System with nothing in it: no file exists, nothing may be done, and time stands still but for sleeping.
type None struct{ slept int64 } // nanoseconds; by atomic operations, since threads sleep at the same time

func (*None) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE) != 0 {
		return nil, syscall.EROFS
	}
	return nil, syscall.ENOENT
}

func (*None) Descriptor(fd int, name string) (File, error) { return nil, syscall.EBADF }
func (*None) ReadFile(name string) ([]byte, error)         { return nil, syscall.ENOENT }
func (*None) ReadDirNames(name string) ([]string, error)   { return nil, syscall.ENOENT }
func (*None) Stat(name string) (fs.FileInfo, error)        { return nil, syscall.ENOENT }
func (*None) Lstat(name string) (fs.FileInfo, error)       { return nil, syscall.ENOENT }
func (*None) Access(name string, mode uint32) bool         { return false }
func (*None) Remove(name string) error                     { return syscall.EROFS }
func (*None) Rmdir(name string) error                      { return syscall.EROFS }
func (*None) Mkdir(name string, perm fs.FileMode) error    { return syscall.EROFS }
func (*None) Chmod(name string, perm fs.FileMode) error    { return syscall.EROFS }
func (*None) Rename(from, to string) error                 { return syscall.EROFS }
func (*None) Link(from, to string) error                   { return syscall.EROFS }
func (*None) Symlink(to, name string) error                { return syscall.EROFS }
func (*None) Readlink(name string) (string, error)         { return "", syscall.EINVAL }
func (*None) Chdir(name string) error                      { return syscall.ENOENT }
func (*None) Getwd() (string, error)                       { return "/", nil }
func (*None) Environ() []string                            { return nil }
func (*None) Setenv(name, value string) error              { return nil }
func (*None) Unsetenv(name string) error                   { return nil }
func (*None) Uname() Uname                                 { return Uname{} }
func (n *None) Now() time.Time                             { return time.Unix(0, n.Monotonic()).UTC() }
func (n *None) Monotonic() int64                           { return atomic.LoadInt64(&n.slept) }
func (*None) CPU() int64                                   { return 0 }
func (n *None) Sleep(d time.Duration)                      { atomic.AddInt64(&n.slept, int64(d)) }
func (*None) Random(b []byte) error                        { return syscall.ENOSYS }
func (*None) Exit(status int) error                        { return syscall.EPERM }
func (*None) Complain(text string)                         {}
func (*None) Colour() bool                                 { return false }

// ID is 1 for the process and the processors, 0 for all else.
func (*None) ID(of IDKind) int {
	if of == PID || of == CPUs {
		return 1
	}
	return 0
}
