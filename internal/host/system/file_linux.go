// Opening files by the system's own calls. Go's files ask the system ten times more, to find out whether they may have to wait; regular files and
// folders never do.

package system

import (
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

func openFile(name string, flag int, perm fs.FileMode) (File, error) {
	if flag&syscall.O_NONBLOCK != 0 {
		return goFile(os.OpenFile(name, flag, perm))
	}
	var fd int
	err := ignoring(func() (err error) {
		fd, err = syscall.Open(name, flag|syscall.O_CLOEXEC, permBits(perm))
		return err
	})
	if err != nil {
		return nil, err
	}
	st := &info{name: name}
	if ignoring(func() error { return syscall.Fstat(fd, &st.sys) }) == nil {
		switch st.sys.Mode & syscall.S_IFMT {
		case syscall.S_IFREG, syscall.S_IFDIR:
			f := &plainFile{name: name, first: st}
			f.fd.Store(int64(fd))
			runtime.SetFinalizer(f, (*plainFile).Close)
			return f, nil
		}
	}
	return os.NewFile(uintptr(fd), name), nil
}

// ignoring makes a call again that a signal interrupted.
func ignoring(f func() error) error {
	for {
		if err := f(); err != syscall.EINTR {
			return err
		}
	}
}

// modeBits are the bits of a mode beyond the permissions, in Go and in the system.
var modeBits = [...]struct {
	bit  fs.FileMode
	mode uint32
}{{fs.ModeSetuid, syscall.S_ISUID}, {fs.ModeSetgid, syscall.S_ISGID}, {fs.ModeSticky, syscall.S_ISVTX}}

func permBits(m fs.FileMode) uint32 {
	mode := uint32(m.Perm())
	for _, x := range modeBits {
		if m&x.bit != 0 {
			mode |= x.mode
		}
	}
	return mode
}

// plainFile is an open regular file or folder.
type plainFile struct {
	fd    atomic.Int64 // -1: closed
	name  string
	first *info // what it was when it was opened
}

// Opened is what the file was when it was opened: of its kind.
func (f *plainFile) Opened() fs.FileInfo { return f.first }

// do makes a call on the descriptor.
func (f *plainFile) do(call func(fd int) (int, error)) (n int, err error) {
	for {
		fd := int(f.fd.Load())
		if fd < 0 {
			return 0, os.ErrClosed
		}
		n, err = call(fd)
		runtime.KeepAlive(f)
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}

func (f *plainFile) Read(p []byte) (int, error) {
	n, err := f.do(func(fd int) (int, error) { return syscall.Read(fd, p) })
	if n == 0 && err == nil && len(p) > 0 {
		err = io.EOF
	}
	return n, err
}

func (f *plainFile) Write(p []byte) (n int, err error) {
	for {
		k, err := f.do(func(fd int) (int, error) { return syscall.Write(fd, p[n:]) })
		n += k
		switch {
		case err != nil || n == len(p):
			return n, err
		case k == 0:
			return n, io.ErrUnexpectedEOF
		}
	}
}

func (f *plainFile) Seek(offset int64, whence int) (at int64, err error) {
	_, err = f.do(func(fd int) (n int, err error) {
		at, err = syscall.Seek(fd, offset, whence)
		return
	})
	return max(at, 0), err
}

func (f *plainFile) Truncate(size int64) error {
	_, err := f.do(func(fd int) (int, error) { return 0, syscall.Ftruncate(fd, size) })
	return err
}

func (f *plainFile) Stat() (fs.FileInfo, error) {
	st := &info{name: f.name}
	if _, err := f.do(func(fd int) (int, error) { return 0, syscall.Fstat(fd, &st.sys) }); err != nil {
		return nil, err
	}
	return st, nil
}

// Close closes the file. The system closes the descriptor even if it tells of a signal.
func (f *plainFile) Close() error {
	fd := f.fd.Swap(-1)
	if fd < 0 {
		return os.ErrClosed
	}
	runtime.SetFinalizer(f, nil)
	if err := syscall.Close(int(fd)); err != syscall.EINTR {
		return err
	}
	return nil
}

// Fd is the number of the descriptor.
func (f *plainFile) Fd() uintptr { return uintptr(f.fd.Load()) }

// info is what the system says of a file.
type info struct {
	name string
	sys  syscall.Stat_t
}

// spare is what Stat gives next, if anything has been given back.
var spare atomic.Pointer[info]

// Done takes back what Stat or Lstat gave to a caller that is not going to look at it again.
func Done(st fs.FileInfo) {
	if x, ok := st.(*info); ok {
		spare.Store(x)
	}
}

// status asks the system about a file. Nothing is allocated where there is none: modules are looked for in many places.
func status(name string, follow bool) (fs.FileInfo, error) {
	var sys syscall.Stat_t
	for {
		err := error(nil)
		if follow {
			err = syscall.Stat(name, &sys)
		} else {
			err = syscall.Lstat(name, &sys)
		}
		switch err {
		case nil:
			x := spare.Swap(nil)
			if x == nil {
				x = new(info)
			}
			*x = info{name, sys}
			return x, nil
		case syscall.EINTR:
		default:
			return nil, err
		}
	}
}

func (x *info) Name() string       { return path.Base(x.name) }
func (x *info) Size() int64        { return x.sys.Size }
func (x *info) ModTime() time.Time { return time.Unix(x.sys.Mtim.Unix()) }
func (x *info) IsDir() bool        { return x.sys.Mode&syscall.S_IFMT == syscall.S_IFDIR }
func (x *info) Sys() any           { return &x.sys }

func (x *info) Mode() fs.FileMode {
	m := fs.FileMode(x.sys.Mode & 0o777)
	switch x.sys.Mode & syscall.S_IFMT {
	case syscall.S_IFBLK:
		m |= fs.ModeDevice
	case syscall.S_IFCHR:
		m |= fs.ModeDevice | fs.ModeCharDevice
	case syscall.S_IFDIR:
		m |= fs.ModeDir
	case syscall.S_IFIFO:
		m |= fs.ModeNamedPipe
	case syscall.S_IFLNK:
		m |= fs.ModeSymlink
	case syscall.S_IFSOCK:
		m |= fs.ModeSocket
	}
	for _, b := range modeBits {
		if x.sys.Mode&b.mode != 0 {
			m |= b.bit
		}
	}
	return m
}

func rename(from, to string) error {
	return ignoring(func() error { return syscall.Rename(from, to) })
}
