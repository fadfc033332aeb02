// What programs see of files: before anything that could see one, what this runtime's files hold back is written out, and when
// descriptors run out a collection closes the files that nobody has any more.

package iomod

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// SeenSystem is the System of a runtime's options as its programs use it. Files that a program dropped without closing them are
// closed by a collection, later than CPython would; so that no program notices, each call that could see a file settles all.
type SeenSystem struct {
	system.System
	h   *OpenFiles
	rt  *object.Runtime
	Lib *system.Mount // the library, if it is on no disk
}

// Seen is a System as the runtime's programs use it, with the library that is mounted in it.
func Seen(rt *object.Runtime, s system.System, lib *system.Mount) system.System {
	return &SeenSystem{System: s, h: FilesOf(rt), rt: rt, Lib: lib}
}

// BareSystem is the System that the runtime was given, for what not every System can.
func BareSystem(t *Thread) system.System { return t.RT.System.(*SeenSystem).System }

// OpenFiles are the files that a runtime's programs have.
type OpenFiles struct {
	files       map[flusher]bool    // buffers that may hold data back
	Kept        map[int]system.File // descriptors that are not ours to close
	Owned       map[int]*RawFile    // open files by their descriptors
	numbered    map[int]*RawFile    // what functions on descriptors use
	buffer      []byte              // that short reads share; nil while one is under way
	dirty       []settler           // files that hold data back, in the order in which they began to
	opened      int                 // how many files are open, and at how many a collection is due
	openedLimit int
	std         standard // of a copy of an image
	watch       watch
}

var filesKey = object.NewHostKey(func(*object.Runtime) *OpenFiles {
	return &OpenFiles{files: map[flusher]bool{}, Kept: map[int]system.File{}, Owned: map[int]*RawFile{}, numbered: map[int]*RawFile{}, openedLimit: fewFiles}
})

// FilesOf are the files that a runtime's programs have.
func FilesOf(rt *object.Runtime) *OpenFiles { return filesKey.Of(rt) }

// settler is a file that may hold data back. writeHeld writes out what it can; what cannot be written stays for the program's own flush to fail at.
type settler interface{ writeHeld() }

// Settle writes out what files hold back, in the order in which they began to.
func (h *OpenFiles) Settle() {
	for i := 0; i < len(h.dirty); i++ {
		h.dirty[i].writeHeld()
	}
	clear(h.dirty)
	h.dirty = h.dirty[:0]
}

// hold notes that a buffer over a regular file holds data back.
func (b *bufFile) hold() {
	if !b.dirty && b.raw != nil && b.raw.regular {
		b.dirty = true
		b.host.dirty = append(b.host.dirty, b)
	}
}

func (b *bufFile) writeHeld() {
	b.dirty = false
	if !b.detached {
		b.flush()
	}
}

// hold is the same for text that is not yet in the buffer.
func (x *textFile) hold() {
	if !x.dirty && x.buf != nil && x.buf.raw != nil && x.buf.raw.regular {
		x.dirty = true
		x.host.dirty = append(x.host.dirty, x)
	}
}

func (x *textFile) writeHeld() {
	x.dirty = false
	b := x.buf
	if b == nil || b.raw == nil || b.raw.Closed || b.detached || x.closed {
		return
	}
	if len(b.rbuf) > b.rpos && b.dropRead() != nil {
		return
	}
	b.wbuf = append(b.wbuf, x.pending...)
	x.pending = x.pending[:0]
	b.flush()
}

// fewFiles is how many files may be open before a collection looks for those that nobody has.
const fewFiles = 200

// closeDropped collects, so that the finalizers of files that nobody has close them: now, or at the next poll.
func (s *SeenSystem) closeDropped(finalize bool) {
	s.rt.Heap.Collect()
	if t := s.rt.Main; finalize && t.Exc == null {
		object.RunPending(t)
		t.ClearExc()
	}
}

// opening does something that takes a descriptor, again after a collection when there is none.
func (s *SeenSystem) opening(open func() error) {
	s.h.Settle()
	for try := 0; ; try++ {
		err := open()
		if try == 2 || !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
			return
		}
		s.closeDropped(true)
	}
}

func (s *SeenSystem) OpenFile(name string, flag int, perm fs.FileMode) (f system.File, err error) {
	if s.Lib.Owns(name) {
		return s.Lib.Open(name, flag)
	}
	if s.h.opened >= s.h.openedLimit {
		s.closeDropped(false)
		s.h.openedLimit = max(fewFiles, 2*s.h.opened)
	}
	s.opening(func() error {
		f, err = s.System.OpenFile(name, flag, perm)
		return err
	})
	return f, err
}

// ReadFile reads a file of psy's own concern, a module or a source, if there is memory for it.
func (s *SeenSystem) ReadFile(name string) ([]byte, error) {
	return s.ReadInto(name, func(n int) []byte { return make([]byte, n) })
}

// ReadInto is ReadFile into memory that take gives, where it can be.
//
//psy:bounded the system behind this one is another
func (s *SeenSystem) ReadInto(name string, take func(n int) []byte) (b []byte, err error) {
	if s.Lib.Owns(name) {
		return s.Lib.Read(name)
	}
	if _, ok := s.System.(*system.Process); ok {
		return s.readPieces(name, take)
	}
	st, bad := s.System.Stat(name)
	if bad == nil && !st.Mode().IsRegular() && !st.IsDir() {
		return s.readPieces(name, take)
	}
	if bad == nil && !s.rt.Heap.Room(uint64(max(st.Size(), 0))) {
		return nil, syscall.ENOMEM
	}
	s.opening(func() error {
		b, err = s.System.ReadFile(name)
		return err
	})
	return b, err
}

// readPieces reads a file that is opened, in one piece if its size is known.
func (s *SeenSystem) readPieces(name string, take func(n int) []byte) (b []byte, err error) {
	f, err := s.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := 32 << 10
	if st, err := system.KindOf(f); err == nil && st.Mode().IsRegular() && st.Size() > 0 {
		size = int(min(st.Size(), 1<<40)) + 1
	}
	for err == nil {
		if len(b) == cap(b) {
			n := max(2*cap(b), size)
			if !s.rt.Heap.Room(uint64(n)) {
				return nil, syscall.ENOMEM
			}
			if b == nil {
				b = take(n)[:0]
			} else {
				b = slices.Grow(b, n-len(b))
			}
		}
		n := 0
		n, err = f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
	}
	if err == io.EOF {
		err = nil
	}
	return b, err
}

func (s *SeenSystem) ReadDirNames(name string) (names []string, err error) {
	if s.Lib.Owns(name) {
		return s.Lib.Names(name)
	}
	s.opening(func() error {
		names, err = s.System.ReadDirNames(name)
		return err
	})
	return names, err
}

// ReadDir is what is in a folder, with what its System tells of the files beside their names.
//
//psy:bounded the system behind this one is another
func (s *SeenSystem) ReadDir(name string) (list []system.Entry, err error) {
	if more, ok := s.System.(system.DirReader); ok && !s.Lib.Owns(name) {
		s.opening(func() error {
			list, err = more.ReadDir(name)
			return err
		})
		return list, err
	}
	names, err := s.ReadDirNames(name)
	for _, n := range names {
		list = append(list, system.Entry{Name: n, Kind: system.KindUnknown})
	}
	return list, err
}

func (s *SeenSystem) Descriptor(fd int, name string) (system.File, error) {
	s.h.Settle()
	return s.System.Descriptor(fd, name)
}

func (s *SeenSystem) Stat(name string) (fs.FileInfo, error) {
	if s.Lib.Owns(name) {
		return s.Lib.Stat(name)
	}
	s.h.Settle()
	return s.System.Stat(name)
}

func (s *SeenSystem) Lstat(name string) (fs.FileInfo, error) {
	if s.Lib.Owns(name) {
		return s.Lib.Stat(name)
	}
	s.h.Settle()
	return s.System.Lstat(name)
}

func (s *SeenSystem) Remove(name string) error {
	if s.Lib.Owns(name) {
		return syscall.EROFS
	}
	s.h.Settle()
	return s.System.Remove(name)
}

func (s *SeenSystem) Chmod(name string, perm fs.FileMode) error {
	if s.Lib.Owns(name) {
		return syscall.EROFS
	}
	s.h.Settle()
	return s.System.Chmod(name, perm)
}

func (s *SeenSystem) Rename(from, to string) error {
	if s.Lib.Owns(from) || s.Lib.Owns(to) {
		return syscall.EROFS
	}
	s.h.Settle()
	return s.System.Rename(from, to)
}

func (s *SeenSystem) Link(from, to string) error {
	if s.Lib.Owns(from) || s.Lib.Owns(to) {
		return syscall.EROFS
	}
	s.h.Settle()
	return s.System.Link(from, to)
}

func (s *SeenSystem) Exit(status int) error {
	s.h.Settle()
	return s.System.Exit(status)
}

func (s *SeenSystem) Rmdir(name string) error {
	if s.Lib.Owns(name) {
		return syscall.EROFS
	}
	return s.System.Rmdir(name)
}

func (s *SeenSystem) Mkdir(name string, perm fs.FileMode) error {
	if s.Lib.Owns(name) {
		if _, err := s.Lib.Stat(name); err == nil {
			return syscall.EEXIST
		}
		return syscall.EROFS
	}
	return s.System.Mkdir(name, perm)
}

func (s *SeenSystem) Symlink(to, name string) error {
	if s.Lib.Owns(name) {
		return syscall.EROFS
	}
	return s.System.Symlink(to, name)
}

func (s *SeenSystem) Readlink(name string) (string, error) {
	if s.Lib.Owns(name) {
		if _, err := s.Lib.Stat(name); err != nil {
			return "", err
		}
		return "", syscall.EINVAL
	}
	return s.System.Readlink(name)
}

func (s *SeenSystem) Access(name string, mode uint32) bool {
	if s.Lib.Owns(name) {
		const write = 2
		_, err := s.Lib.Stat(name)
		return err == nil && mode&write == 0
	}
	return s.System.Access(name, mode)
}

// TimeSetter is a System in which the times of files can be set.
type TimeSetter interface {
	SetTimes(name string, read, changed time.Time, follow bool) error
}

//psy:bounded the system behind this one is another
func (s *SeenSystem) SetTimes(name string, read, changed time.Time, follow bool) error {
	if s.Lib.Owns(name) {
		return syscall.EROFS
	}
	s.h.Settle()
	if w, ok := s.System.(TimeSetter); ok {
		return w.SetTimes(name, read, changed, follow)
	}
	return syscall.ENOSYS
}

// SleepUntil is Sleep, which may end early when told has something.
//
//psy:bounded a System that is not this one sleeps
func (s *SeenSystem) SleepUntil(told <-chan struct{}, d time.Duration) {
	if u, ok := s.System.(system.Sleeper); ok {
		u.SleepUntil(told, d)
		return
	}
	s.System.Sleep(d)
}

// HasCalls reports whether the System lends programs the system's calls on descriptors, ids, scheduling and terminals.
func HasCalls(t *Thread) bool {
	_, ok := BareSystem(t).(interface{ LendsCalls() })
	return ok
}

// OwnsFD reports whether a descriptor is one of the few that a world has whose System lends no calls.
func OwnsFD(t *Thread, fd int) bool {
	s, ok := BareSystem(t).(interface{ HasFD(fd int) bool })
	return ok && s.HasFD(fd)
}

// Fileno is the descriptor of an object that is a number or has fileno(). False: an exception is set.
func Fileno(t *Thread, v Value) (int, bool) {
	if !native.IsInt(v) {
		f := object.LookupAttr(t, v, object.Intern(t, "fileno"))
		if f == null {
			if t.Exc == null {
				object.Raise(t, object.TTypeError, "argument must be an int, or have a fileno() method.")
			}
			return 0, false
		}
		if v = object.Call0(t, f); v == null {
			return 0, false
		}
		if !native.IsInt(v) {
			object.Raise(t, object.TTypeError, "fileno() returned a non-integer")
			return 0, false
		}
	}
	fd, ok := object.AsInt(t, v)
	if ok && fd < 0 {
		object.Raise(t, object.TValueError, "file descriptor cannot be a negative integer (%d)", fd)
		ok = false
	}
	return fd, ok
}
