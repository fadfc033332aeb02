// What programs see of files: before anything that could see one, what this runtime's files hold back is written out, and when
// descriptors run out a collection closes the files that nobody has any more.

package modules

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/object"
)

// seenSystem is the System of a runtime's options as its programs use it. Files that a program dropped without closing them are
// closed by a collection, later than CPython would; so that no program notices, each call that could see a file settles all.
type seenSystem struct {
	system.System
	h   *OpenFiles
	rt  *object.Runtime
	lib *system.Mount // the library, if it is on no disk
}

// seen is a System as the runtime's programs use it, with the library that is mounted in it.
func seen(rt *object.Runtime, s system.System, lib *system.Mount) system.System {
	return &seenSystem{System: s, h: filesOfRuntime(rt), rt: rt, lib: lib}
}

// bareSystem is the System that the runtime was given, for what not every System can.
func bareSystem(t *Thread) system.System { return t.RT.System.(*seenSystem).System }

// OpenFiles are the files that a runtime's programs have.
type OpenFiles struct {
	files       map[flusher]bool    // buffers that may hold data back
	kept        map[int]system.File // descriptors that are not ours to close
	owned       map[int]*rawFile    // open files by their descriptors
	dirty       []settler           // files that hold data back, in the order in which they began to
	opened      int                 // how many files are open, and at how many a collection is due
	openedLimit int
}

var filesKey = object.NewHostKey(func(*object.Runtime) *OpenFiles {
	return &OpenFiles{files: map[flusher]bool{}, kept: map[int]system.File{}, owned: map[int]*rawFile{}, openedLimit: fewFiles}
})

func filesOfRuntime(rt *object.Runtime) *OpenFiles { return filesKey.Of(rt) }

// settler is a file that may hold data back. writeHeld writes out what it can; what cannot be written stays for the program's own flush to fail at.
type settler interface{ writeHeld() }

// settle writes out what files hold back, in the order in which they began to.
func (h *OpenFiles) settle() {
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
	if b == nil || b.raw == nil || b.raw.closed || b.detached || x.closed {
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
func (s *seenSystem) closeDropped(finalize bool) {
	s.rt.Heap.Collect()
	if t := s.rt.Main; finalize && t.Exc == null {
		object.RunPending(t)
		t.ClearExc()
	}
}

// opening does something that takes a descriptor, again after a collection when there is none.
func (s *seenSystem) opening(open func() error) {
	s.h.settle()
	for try := 0; ; try++ {
		err := open()
		if try == 2 || !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
			return
		}
		s.closeDropped(true)
	}
}

func (s *seenSystem) OpenFile(name string, flag int, perm fs.FileMode) (f system.File, err error) {
	if s.lib.Owns(name) {
		return s.lib.Open(name, flag)
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

// ReadFile reads a file of psy's own concern, a module or a source, if there is memory for it. A file that is none, a device perhaps, is read in pieces.
func (s *seenSystem) ReadFile(name string) (b []byte, err error) {
	if s.lib.Owns(name) {
		return s.lib.Read(name)
	}
	st, bad := s.System.Stat(name)
	if bad == nil && !st.Mode().IsRegular() && !st.IsDir() {
		return s.readPieces(name)
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

func (s *seenSystem) readPieces(name string) (b []byte, err error) {
	f, err := s.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for err == nil {
		if len(b) == cap(b) {
			n := max(2*cap(b), 32<<10)
			if !s.rt.Heap.Room(uint64(n)) {
				return nil, syscall.ENOMEM
			}
			b = slices.Grow(b, n-len(b))
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

func (s *seenSystem) ReadDirNames(name string) (names []string, err error) {
	if s.lib.Owns(name) {
		return s.lib.Names(name)
	}
	s.opening(func() error {
		names, err = s.System.ReadDirNames(name)
		return err
	})
	return names, err
}

func (s *seenSystem) Descriptor(fd int, name string) (system.File, error) {
	s.h.settle()
	return s.System.Descriptor(fd, name)
}

func (s *seenSystem) Stat(name string) (fs.FileInfo, error) {
	if s.lib.Owns(name) {
		return s.lib.Stat(name)
	}
	s.h.settle()
	return s.System.Stat(name)
}

func (s *seenSystem) Lstat(name string) (fs.FileInfo, error) {
	if s.lib.Owns(name) {
		return s.lib.Stat(name)
	}
	s.h.settle()
	return s.System.Lstat(name)
}

func (s *seenSystem) Remove(name string) error {
	if s.lib.Owns(name) {
		return syscall.EROFS
	}
	s.h.settle()
	return s.System.Remove(name)
}

func (s *seenSystem) Chmod(name string, perm fs.FileMode) error {
	if s.lib.Owns(name) {
		return syscall.EROFS
	}
	s.h.settle()
	return s.System.Chmod(name, perm)
}

func (s *seenSystem) Rename(from, to string) error {
	if s.lib.Owns(from) || s.lib.Owns(to) {
		return syscall.EROFS
	}
	s.h.settle()
	return s.System.Rename(from, to)
}

func (s *seenSystem) Link(from, to string) error {
	if s.lib.Owns(from) || s.lib.Owns(to) {
		return syscall.EROFS
	}
	s.h.settle()
	return s.System.Link(from, to)
}

func (s *seenSystem) Exit(status int) error {
	s.h.settle()
	return s.System.Exit(status)
}

func (s *seenSystem) Rmdir(name string) error {
	if s.lib.Owns(name) {
		return syscall.EROFS
	}
	return s.System.Rmdir(name)
}

func (s *seenSystem) Mkdir(name string, perm fs.FileMode) error {
	if s.lib.Owns(name) {
		if _, err := s.lib.Stat(name); err == nil {
			return syscall.EEXIST
		}
		return syscall.EROFS
	}
	return s.System.Mkdir(name, perm)
}

func (s *seenSystem) Symlink(to, name string) error {
	if s.lib.Owns(name) {
		return syscall.EROFS
	}
	return s.System.Symlink(to, name)
}

func (s *seenSystem) Readlink(name string) (string, error) {
	if s.lib.Owns(name) {
		if _, err := s.lib.Stat(name); err != nil {
			return "", err
		}
		return "", syscall.EINVAL
	}
	return s.System.Readlink(name)
}

func (s *seenSystem) Access(name string, mode uint32) bool {
	if s.lib.Owns(name) {
		const write = 2
		_, err := s.lib.Stat(name)
		return err == nil && mode&write == 0
	}
	return s.System.Access(name, mode)
}
