// The files, clock and streams that Python sees: those of Config, and nothing else of the system. What panics in them is an error.

package psy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
)

// WriteFS is a file system that can be written to. Names are as in io/fs: slash-separated, without a root. DirFS makes one of a folder.
type WriteFS interface {
	fs.FS
	// OpenFile opens a file for writing; flag is as in os.OpenFile.
	OpenFile(name string, flag int, perm fs.FileMode) (WriteFile, error)
	Mkdir(name string, perm fs.FileMode) error
	Remove(name string) error
	Rename(from, to string) error
}

// WriteFile is a file open for writing, and for reading if it was opened so.
type WriteFile interface {
	fs.File
	io.Writer
	io.Seeker
	Truncate(size int64) error
}

// DirFS makes a file system of a folder, which Python cannot leave: not by "..", nor by symbolic links. Close the root when the runtimes that have it are closed.
func DirFS(root *os.Root) WriteFS { return dirFS{root.FS(), root} }

type dirFS struct {
	fs.FS
	root *os.Root
}

func (d dirFS) OpenFile(name string, flag int, perm fs.FileMode) (WriteFile, error) {
	f, err := d.root.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (d dirFS) Mkdir(name string, perm fs.FileMode) error { return d.root.Mkdir(name, perm) }
func (d dirFS) Remove(name string) error                  { return d.root.Remove(name) }
func (d dirFS) Rename(from, to string) error              { return d.root.Rename(from, to) }

// worldSystem is the System of a runtime. What panics in a file system or source that Config gave is an error.
type worldSystem struct {
	system.None
	read   fs.FS
	write  WriteFS
	env    []string
	clock  func() time.Time
	random io.Reader
	start  time.Time
	dir    string

	output *budget      // nil: no limit
	files  int          // how many may be open; 0: no limit, negative: none
	open   atomic.Int64 // how many are

	granted  system.Granted
	children *system.Children    // nil: no programs may be started
	signals  *system.SomeSignals // nil: none arrive
}

// begin has the world's clock count from now on.
func (w *worldSystem) begin() *worldSystem {
	if w.clock != nil {
		w.start = w.Now()
	}
	return w
}

// name makes an io/fs name of Python's path.
func (w *worldSystem) name(p string) string {
	if !path.IsAbs(p) {
		p = path.Join(w.dir, p)
	}
	if p = strings.TrimPrefix(path.Clean(p), "/"); p == "" {
		return "."
	}
	return p
}

// layers are the file systems, the upper one first.
func (w *worldSystem) layers() []fs.FS {
	var l []fs.FS
	if w.write != nil {
		l = append(l, w.write)
	}
	if w.read != nil {
		l = append(l, w.read)
	}
	return l
}

// first asks the layers until one has the file.
func first[T any](w *worldSystem, f func(l fs.FS) (T, error)) (x T, err error) {
	err = syscall.ENOENT
	for _, l := range w.layers() {
		if x, err = guarded(func() (T, error) { return f(l) }); err == nil || !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return x, errno(err)
}

func guarded[T any](f func() (T, error)) (x T, err error) {
	defer guard(&err)
	return f()
}

// errno finds the number that Python knows an error by.
func errno(err error) error {
	var n syscall.Errno
	switch {
	case err == nil:
		return nil
	case errors.As(err, &n):
		return n
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES
	case errors.Is(err, fs.ErrExist):
		return syscall.EEXIST
	case errors.Is(err, fs.ErrInvalid):
		return syscall.EINVAL
	case errors.Is(err, fs.ErrClosed):
		return syscall.EBADF
	}
	return syscall.EIO
}

// guardFS is a file system that Config gave: what panics in it is an error.
type guardFS struct{ fs.FS }

func (g guardFS) Open(name string) (fs.File, error) {
	return guarded(func() (fs.File, error) { return g.FS.Open(name) })
}

func (g guardFS) ReadFile(name string) ([]byte, error) {
	return guarded(func() ([]byte, error) { return fs.ReadFile(g.FS, name) })
}

func (g guardFS) ReadDir(name string) ([]fs.DirEntry, error) {
	return guarded(func() ([]fs.DirEntry, error) { return fs.ReadDir(g.FS, name) })
}

func (g guardFS) Stat(name string) (fs.FileInfo, error) {
	return guarded(func() (fs.FileInfo, error) { return fs.Stat(g.FS, name) })
}

// readFile is a file for reading. What cannot be sought in is read as a whole.
type readFile struct {
	fs.File
	io.ReadSeeker
}

func (f readFile) Read(p []byte) (n int, err error) {
	defer guard(&err)
	return f.ReadSeeker.Read(p)
}
func (readFile) Write(p []byte) (int, error)  { return 0, syscall.EBADF }
func (readFile) Truncate(size int64) error    { return syscall.EINVAL }
func (f readFile) Stat() (fs.FileInfo, error) { return guarded(f.File.Stat) }
func (f readFile) Close() error               { return guardedDo(f.File.Close) }

func guardedDo(f func() error) (err error) {
	defer guard(&err)
	return f()
}

// writeFile is a file for writing.
type writeFile struct{ WriteFile }

func (f writeFile) Read(p []byte) (n int, err error) {
	defer guard(&err)
	return f.WriteFile.Read(p)
}
func (f writeFile) Write(p []byte) (n int, err error) {
	defer guard(&err)
	return f.WriteFile.Write(p)
}
func (f writeFile) Seek(off int64, whence int) (n int64, err error) {
	defer guard(&err)
	return f.WriteFile.Seek(off, whence)
}
func (f writeFile) Truncate(size int64) (err error) {
	return guardedDo(func() error { return f.WriteFile.Truncate(size) })
}
func (f writeFile) Stat() (fs.FileInfo, error) { return guarded(f.WriteFile.Stat) }
func (f writeFile) Close() error               { return guardedDo(f.WriteFile.Close) }

// countedFile is an open file that counts, and whose bytes do.
type countedFile struct {
	system.File
	w    *worldSystem
	once sync.Once
}

func (f *countedFile) Close() error {
	f.once.Do(func() { f.w.open.Add(-1) })
	return f.File.Close()
}

func (f *countedFile) Write(p []byte) (int, error) {
	if f.w.output == nil {
		return f.File.Write(p)
	}
	return limitedWriter{f.File, f.w.output}.Write(p)
}

// Truncate may make a file larger without writing to it.
func (f *countedFile) Truncate(size int64) error {
	if f.w.output != nil {
		st, err := f.File.Stat()
		if err != nil {
			return err
		}
		if more := size - st.Size(); more > 0 {
			if more > f.w.output.left.Load() {
				return syscall.EFBIG
			}
			f.w.output.left.Add(-more)
		}
	}
	return f.File.Truncate(size)
}

// OpenFile opens a file, if not too many are open.
func (w *worldSystem) OpenFile(p string, flag int, perm fs.FileMode) (system.File, error) {
	if w.files == 0 && w.output == nil {
		return w.openFile(p, flag, perm)
	}
	if n := w.open.Add(1); w.files != 0 && n > int64(max(w.files, 0)) {
		w.open.Add(-1)
		return nil, syscall.EMFILE
	}
	f, err := w.openFile(p, flag, perm)
	if err != nil {
		w.open.Add(-1)
		return nil, err
	}
	return &countedFile{File: f, w: w}, nil
}

func (w *worldSystem) openFile(p string, flag int, perm fs.FileMode) (system.File, error) {
	name := w.name(p)
	if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0 {
		if w.write == nil {
			return nil, syscall.EROFS
		}
		f, err := guarded(func() (WriteFile, error) { return w.write.OpenFile(name, flag, perm) })
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) && w.read != nil && flag&os.O_CREATE == 0 {
				if _, err := w.Stat(p); err == nil {
					return nil, syscall.EROFS
				}
			}
			return nil, errno(err)
		}
		return writeFile{f}, nil
	}
	return first(w, func(l fs.FS) (system.File, error) {
		f, err := l.Open(name)
		if err != nil {
			return nil, err
		}
		if s, ok := f.(io.ReadSeeker); ok {
			return readFile{f, s}, nil
		}
		st, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if st.IsDir() {
			return readFile{f, bytes.NewReader(nil)}, nil
		}
		data, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		return readFile{f, bytes.NewReader(data)}, nil
	})
}

func (w *worldSystem) ReadFile(p string) ([]byte, error) {
	return first(w, func(l fs.FS) ([]byte, error) { return fs.ReadFile(l, w.name(p)) })
}

func (w *worldSystem) Stat(p string) (fs.FileInfo, error) {
	return first(w, func(l fs.FS) (fs.FileInfo, error) { return fs.Stat(l, w.name(p)) })
}

func (w *worldSystem) Lstat(p string) (fs.FileInfo, error) {
	return first(w, func(l fs.FS) (fs.FileInfo, error) { return fs.Lstat(l, w.name(p)) })
}

func (w *worldSystem) Readlink(p string) (string, error) {
	return first(w, func(l fs.FS) (string, error) { return fs.ReadLink(l, w.name(p)) })
}

func (w *worldSystem) ReadDirNames(p string) ([]string, error) {
	var names []string
	err := error(syscall.ENOENT)
	for _, l := range w.layers() {
		list, e := guarded(func() ([]fs.DirEntry, error) { return fs.ReadDir(l, w.name(p)) })
		if e != nil {
			if err != nil {
				err = errno(e)
			}
			continue
		}
		err = nil
		for _, d := range list {
			names = append(names, d.Name())
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

func (w *worldSystem) Access(p string, mode uint32) bool {
	const write = 2
	if mode&write != 0 {
		if w.write == nil {
			return false
		}
		_, err := guarded(func() (fs.FileInfo, error) { return fs.Stat(w.write, w.name(p)) })
		return err == nil
	}
	_, err := w.Stat(p)
	return err == nil
}

// change does something to the writable files.
func (w *worldSystem) change(f func(l WriteFS) error) error {
	if w.write == nil {
		return syscall.EROFS
	}
	return errno(guardedDo(func() error { return f(w.write) }))
}

func (w *worldSystem) Remove(p string) error {
	return w.change(func(l WriteFS) error {
		if st, err := fs.Lstat(l, w.name(p)); err == nil && st.IsDir() {
			return syscall.EISDIR
		}
		return l.Remove(w.name(p))
	})
}

func (w *worldSystem) Rmdir(p string) error {
	return w.change(func(l WriteFS) error {
		if st, err := fs.Lstat(l, w.name(p)); err == nil && !st.IsDir() {
			return syscall.ENOTDIR
		}
		return l.Remove(w.name(p))
	})
}

func (w *worldSystem) Mkdir(p string, perm fs.FileMode) error {
	return w.change(func(l WriteFS) error { return l.Mkdir(w.name(p), perm) })
}

func (w *worldSystem) Rename(from, to string) error {
	return w.change(func(l WriteFS) error { return l.Rename(w.name(from), w.name(to)) })
}

func (w *worldSystem) Chdir(p string) error {
	st, err := w.Stat(p)
	switch {
	case err != nil:
		return err
	case !st.IsDir():
		return syscall.ENOTDIR
	}
	w.dir = path.Join("/", w.name(p))
	return nil
}

func (w *worldSystem) Getwd() (string, error) { return w.dir, nil }
func (w *worldSystem) Environ() []string      { return w.env }

func (w *worldSystem) Now() time.Time {
	if w.clock == nil {
		return w.None.Now()
	}
	now, err := guarded(func() (time.Time, error) { return w.clock(), nil })
	if err != nil {
		return w.start
	}
	return now
}

// Monotonic is time by Config.Clock since the runtime was made.
func (w *worldSystem) Monotonic() int64 {
	if w.clock == nil {
		return w.None.Monotonic()
	}
	return int64(w.Now().Sub(w.start))
}

func (w *worldSystem) CPU() int64 { return w.Monotonic() }

// Sleep waits on the real clock if there is one.
func (w *worldSystem) Sleep(d time.Duration) {
	if w.clock == nil {
		w.None.Sleep(d)
		return
	}
	time.Sleep(min(d, 2*time.Millisecond))
}

// SleepUntil looks less often than Sleep, but the clock need not be the system's.
func (w *worldSystem) SleepUntil(told <-chan struct{}, d time.Duration) {
	if w.clock == nil {
		w.None.Sleep(d)
		return
	}
	system.SleepUntil(told, min(d, 20*time.Millisecond))
}

func (w *worldSystem) Random(b []byte) error {
	if w.random == nil {
		return syscall.ENOSYS
	}
	return readFull(w.random, b)
}

type guardedReader struct{ r io.Reader }

func guardReader(r io.Reader) io.Reader {
	if r == nil {
		return nil
	}
	return guardedReader{r}
}

func (g guardedReader) Read(p []byte) (n int, err error) {
	defer guard(&err)
	n, err = g.r.Read(p)
	if n < 0 || n > len(p) {
		return 0, fmt.Errorf("psy: a Reader gave %d of %d bytes", n, len(p))
	}
	return n, err
}

type guardedWriter struct{ w io.Writer }

func guardWriter(w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return guardedWriter{w}
}

func (g guardedWriter) Write(p []byte) (n int, err error) {
	defer guard(&err)
	n, err = g.w.Write(p)
	if n < 0 || n > len(p) {
		return 0, fmt.Errorf("psy: a Writer took %d of %d bytes", n, len(p))
	}
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

// guard makes an error of a panic; to be deferred.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}

func readFull(r io.Reader, b []byte) (err error) {
	defer guard(&err)
	_, err = io.ReadFull(r, b)
	return err
}
