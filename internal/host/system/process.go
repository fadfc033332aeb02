// The real system.

package system

import (
	"crypto/rand"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// Process is the process's own system.
type Process struct{}

func (*Process) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	return openFile(name, flag, perm)
}

// goFile is a file of package os as a File: nil is no file.
func goFile(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Descriptor opens a descriptor that is open already.
func (*Process) Descriptor(fd int, name string) (File, error) {
	switch fd {
	case 0:
		return standard{os.Stdin, fd}, nil
	case 1:
		return standard{os.Stdout, fd}, nil
	case 2:
		return standard{os.Stderr, fd}, nil
	}
	descriptors.Lock()
	defer descriptors.Unlock()
	if d := descriptors.open[fd]; d != nil {
		return d, nil
	}
	if Own(fd) {
		return nil, syscall.EBADF
	}
	f := os.NewFile(uintptr(fd), name)
	if f == nil {
		return nil, syscall.EBADF
	}
	d := &descriptor{f, fd}
	if descriptors.open == nil {
		descriptors.open = map[int]*descriptor{}
	}
	descriptors.open[fd] = d
	return d, nil
}

// descriptors are the files made for numbers. They are kept until they are closed: Go's collector would close the number, which
// may be another file's by then.
var descriptors struct {
	sync.Mutex
	open map[int]*descriptor
}

type descriptor struct {
	*os.File
	fd int
}

// standard is the file of a standard descriptor. Closing closes the descriptor but not Go's file: what is opened in its place later, by the same
// number, is the standard stream then.
type standard struct {
	*os.File
	fd int
}

func (s standard) Close() error { return closeStandard(s) }

func (d *descriptor) Close() error {
	descriptors.Lock()
	if descriptors.open[d.fd] == d {
		delete(descriptors.open, d.fd)
	}
	descriptors.Unlock()
	return d.File.Close()
}

func (*Process) ReadFile(name string) ([]byte, error) { return os.ReadFile(name) }

func (*Process) Stat(name string) (fs.FileInfo, error)     { return status(name, true) }
func (*Process) Lstat(name string) (fs.FileInfo, error)    { return status(name, false) }
func (*Process) Access(name string, mode uint32) bool      { return access(name, mode) }
func (*Process) Remove(name string) error                  { return syscall.Unlink(name) }
func (*Process) Rmdir(name string) error                   { return syscall.Rmdir(name) }
func (*Process) Mkdir(name string, perm fs.FileMode) error { return os.Mkdir(name, perm) }
func (*Process) Chmod(name string, perm fs.FileMode) error { return os.Chmod(name, perm) }
func (*Process) Rename(from, to string) error              { return rename(from, to) }
func (*Process) Link(from, to string) error                { return os.Link(from, to) }
func (*Process) Symlink(to, name string) error             { return os.Symlink(to, name) }
func (*Process) Readlink(name string) (string, error)      { return os.Readlink(name) }
func (*Process) Chdir(name string) error                   { return os.Chdir(name) }
func (*Process) Getwd() (string, error)                    { return os.Getwd() }
func (*Process) Environ() []string                         { return os.Environ() }
func (*Process) Setenv(name, value string) error           { return os.Setenv(name, value) }
func (*Process) Unsetenv(name string) error                { return os.Unsetenv(name) }

func (*Process) Uname() Uname { return uname() }

func (*Process) ID(of IDKind) int {
	switch of {
	case ParentPID:
		return os.Getppid()
	case UID:
		return os.Getuid()
	case EUID:
		return os.Geteuid()
	case GID:
		return os.Getgid()
	case CPUs:
		return runtime.NumCPU()
	}
	return os.Getpid()
}

// start is when the process began, and begun the same by the system's monotonic clock, which all processes share.
var start, begun = twoClocks()

// twoClocks reads both clocks at about the same moment.
func twoClocks() (start time.Time, begun int64) {
	for range 5 {
		start = time.Now()
		begun = monotonicNow()
		if time.Since(start) < 20*time.Microsecond { // else others had the processor in between
			break
		}
	}
	return start, begun
}

func (*Process) Now() time.Time        { return time.Now() }
func (*Process) Monotonic() int64      { return int64(time.Since(start)) + begun }
func (*Process) CPU() int64            { return cpuNanos() }
func (*Process) Sleep(d time.Duration) { time.Sleep(min(d, 5*time.Millisecond)) }

func (*Process) SleepUntil(told <-chan struct{}, d time.Duration) { SleepUntil(told, d) }

// SleepUntil waits for d, or until told has something or is closed.
func SleepUntil(told <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	select {
	case <-told:
	case <-timer.C:
	}
	timer.Stop()
}

func (*Process) Random(b []byte) error {
	_, err := rand.Read(b)
	return err
}

func (*Process) Exit(status int) error {
	os.Exit(status)
	return nil
}

func (*Process) Complain(text string) { os.Stderr.WriteString(text) }

// Colour asks the environment, as CPython does, and then the terminal.
func (*Process) Colour() bool {
	switch os.Getenv("PYTHON_COLORS") {
	case "0":
		return false
	case "1":
		return true
	}
	if _, ok := os.LookupEnv("NO_COLOR"); ok {
		return false
	}
	if _, ok := os.LookupEnv("FORCE_COLOR"); ok {
		return true
	}
	if os.Getenv("TERM") == "dumb" {
		return false
	}
	st, err := os.Stderr.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// LendsCalls says that programs may make the system's calls on descriptors, ids, scheduling and terminals themselves: the process is the program's own.
func (*Process) LendsCalls() {}
