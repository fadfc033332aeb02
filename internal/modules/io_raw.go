// The Go side of raw files: descriptors, and the readers and writers that a host gives as standard streams.

package modules

import (
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/object"
)

// rawFile is what a FileIO stands for.
type rawFile struct {
	f                             system.File // nil: r or w, which are no files
	r                             io.Reader
	w                             io.Writer
	fd                            int
	readable, writable, appending bool
	created, closefd, closed      bool
	std                           bool     // of a standard stream
	regular                       bool     // a file whose contents others can see
	counted                       bool     // among the open files of the host
	above                         *bufFile // writes through this file, and may hold data back
	wait                          *waitingRead
	host                          *OpenFiles
}

var errNoFile = syscall.EBADF

func (f *rawFile) read(t *Thread, p []byte) (int, error) {
	if f.r == nil {
		return 0, errNoFile
	}
	if len(f.host.dirty) > 0 {
		f.host.settle()
	}
	if f.mayWait() && len(p) > 0 {
		return f.readWaiting(t, p)
	}
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (f *rawFile) write(p []byte) (int, error) {
	if f.w == nil {
		return 0, errNoFile
	}
	n, err := f.w.Write(p)
	if n > 0 && err != nil && n < len(p) {
		return n, err
	}
	return n, err
}

func (f *rawFile) seek(off int64, whence int) (int64, error) {
	if f.f == nil {
		return 0, syscall.ESPIPE
	}
	return f.f.Seek(off, whence)
}

func (f *rawFile) seekable() bool {
	if f.f == nil {
		return false
	}
	_, err := f.f.Seek(0, io.SeekCurrent)
	return err == nil
}

func (f *rawFile) isatty() bool {
	if f.f == nil {
		return false
	}
	st, err := f.f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && isTerminal(f.fd)
}

func (f *rawFile) close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	if f.counted {
		f.counted = false
		f.host.opened--
	}
	if f.host.owned[f.fd] == f {
		delete(f.host.owned, f.fd)
	}
	if f.f != nil && f.closefd {
		return f.f.Close()
	}
	return nil
}

// Close is called when no object stands for the file any more.
func (f *rawFile) Close() error {
	if f.above != nil {
		f.above.Close()
	}
	return f.close()
}

func (f *rawFile) mode() string {
	switch {
	case f.created && f.readable:
		return "xb+"
	case f.created:
		return "xb"
	case f.appending && f.readable:
		return "ab+"
	case f.appending:
		return "ab"
	case f.readable && f.writable:
		return "rb+"
	case f.readable:
		return "rb"
	}
	return "wb"
}

// raiseIO raises the OSError for a Go error.
func raiseIO(t *Thread, err error, filename Value) Value {
	if (err == errInterrupted || err == errRaised) && t.Exc != null {
		return null
	}
	return object.RaiseOSError(t, errnoOf(err), filename, null)
}

// errRaised stands for an exception that is already set: there was no memory.
var errRaised = errors.New("no memory")

// errnoOf is the error number behind a Go error.
func errnoOf(err error) syscall.Errno {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		return errno
	case errors.Is(err, os.ErrClosed):
		return syscall.EBADF
	}
	return syscall.EIO
}

// bufferOf views the bytes of a bytes-like object; the slice is valid while the object is in a local and does not change.
func bufferOf(t *Thread, v Value) ([]byte, bool) {
	if object.IsBytes(v) {
		return object.BytesOf(v), true
	}
	if f := object.TypeOf(t, v).Slots.Buffer; f != nil {
		if b, ok := f(t, v); ok {
			return b, true
		}
		if t.Exc != null {
			return nil, false
		}
	}
	object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, v))
	return nil, false
}
