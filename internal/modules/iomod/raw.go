// The Go side of raw files: descriptors, and the readers and writers that a host gives as standard streams.

package iomod

import (
	"io"
	"os"
	"slices"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// RawFile is what a FileIO stands for.
type RawFile struct {
	File                          system.File // nil: r or w, which are no files
	r                             io.Reader
	w                             io.Writer
	fd                            int
	Readable, Writable, appending bool
	created, closefd, Closed      bool
	ended                         bool     // was open, and has been closed
	std                           bool     // of a standard stream,
	stream                        int      // this one: 0 to 2
	regular                       bool     // a file whose contents others can see
	block                         int      // the size of its blocks, if that is known since it was opened
	counted                       bool     // among the open files of the host
	above                         *bufFile // writes through this file, and may hold data back
	wait                          *waitingRead
	Host                          *OpenFiles
}

var errNoFile = syscall.EBADF

// Read reads into p; 0 bytes without an error are the end.
func (f *RawFile) Read(t *Thread, p []byte) (int, error) {
	if f.r == nil {
		return 0, errNoFile
	}
	if len(f.Host.dirty) > 0 {
		f.Host.Settle()
	}
	if len(p) == 0 && f.fd >= 0 && HasCalls(t) {
		return system.ReadNow(f.fd, p) // no data, but perhaps an error
	}
	if f.wait == nil && f.File != nil && f.fd >= 0 && HasCalls(t) { // what kind of file it is has not been asked yet
		switch n, err := system.ReadAtOnce(f.fd, p); {
		case err != nil || n == 0:
		case n == len(p) || f.mayWait():
			return n, nil
		default:
			m, err := f.r.Read(p[n:])
			if err == io.EOF || n+m > 0 {
				err = nil
			}
			return n + m, err
		}
	}
	if f.mayWait() && len(p) > 0 {
		if len(f.wait.left) == 0 && !f.wait.pending {
			if n, err, ok := f.readSoon(t, p); ok {
				return n, err
			}
			if f.instant(t) {
				return system.ReadNow(f.fd, p)
			}
		}
		return f.readWaiting(t, p)
	}
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// sharedBuffer is the size up to which reads use the same buffer, one after the other.
const sharedBuffer = 64 << 10

// ReadBytes is what one read of at most n bytes gives, as bytes.
func (f *RawFile) ReadBytes(t *Thread, n int) Value {
	h := f.Host
	var b []byte
	if n <= sharedBuffer {
		b, h.buffer = slices.Grow(h.buffer[:0], n), nil // another thread that reads meanwhile makes one of its own
	} else if b = object.Scratch[byte](t, n); b == nil {
		return null
	}
	b = b[:n]
	k, err := f.Read(t, b)
	if n <= sharedBuffer {
		h.buffer = b
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewBytes(t, b[:k])
}

// Write is WriteOnce for files that may be long in taking data: others run meanwhile. It may write some bytes and be interrupted.
func (f *RawFile) Write(t *Thread, p []byte) (n int, err error) {
	calls := f.File != nil && f.fd >= 0 && HasCalls(t)
	if calls && f.w != nil && len(p) > 0 && (f.wait == nil || f.wait.soon) {
		f.Host.Settle()
		if n, err = system.WriteAtOnce(f.fd, p); n == len(p) || err == syscall.EBADF { // a pipe's other end would be waited for in vain
			return n, err
		}
	}
	if f.w == nil || len(p) == 0 || !f.mayWait() {
		k, err := f.WriteOnce(p[n:])
		return n + k, err
	}
	f.Host.Settle()
	written := n
	switch p = p[n:]; {
	case calls && system.Instant(f.fd):
		if n == 0 {
			return system.WriteNow(f.fd, p)
		}
		return n, nil
	case calls && f.wait.pipe:
		n, err = f.writeWaiting(t, p)
	default:
		t.Outside(func() { n, err = f.WriteOnce(p) })
	}
	return written + n, err
}

// instant reports whether calls on the descriptor never wait. They go to the system at once then: Go's files would wait.
func (f *RawFile) instant(t *Thread) bool {
	return f.File != nil && f.fd >= 0 && HasCalls(t) && system.Instant(f.fd)
}

// WriteOnce writes p, or as much of it as is written at once.
func (f *RawFile) WriteOnce(p []byte) (int, error) {
	if f.w == nil {
		return 0, errNoFile
	}
	return f.w.Write(p)
}

// Seek moves the position.
func (f *RawFile) Seek(off int64, whence int) (int64, error) {
	if f.File == nil {
		return 0, syscall.ESPIPE
	}
	return f.File.Seek(off, whence)
}

// rest is how many bytes lie behind the place of a file, as far as the system tells.
func (f *RawFile) rest() int64 {
	if f.File == nil {
		return 0
	}
	st, err := f.File.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return 0
	}
	at, err := f.File.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return max(st.Size()-at, 0)
}

func (f *RawFile) seekable() bool {
	if f.File == nil {
		return false
	}
	_, err := f.File.Seek(0, io.SeekCurrent)
	return err == nil
}

// IsTerminal reports whether the file is a terminal.
func (f *RawFile) IsTerminal() bool {
	if f.File == nil {
		return false
	}
	st, err := f.File.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && isTerminal(f.fd)
}

func (f *RawFile) close() error {
	if f.Closed {
		return nil
	}
	f.Closed, f.ended = true, true
	if f.counted {
		f.counted = false
		f.Host.opened--
	}
	if f.Host.Owned[f.fd] == f {
		delete(f.Host.Owned, f.fd)
	}
	if f.File != nil && f.closefd {
		return f.File.Close()
	}
	return nil
}

// Close is called when no object stands for the file any more.
func (f *RawFile) Close() error {
	if f.above != nil {
		f.above.Close()
	}
	return f.close()
}

func (f *RawFile) mode() string {
	switch {
	case f.created && f.Readable:
		return "xb+"
	case f.created:
		return "xb"
	case f.appending && f.Readable:
		return "ab+"
	case f.appending:
		return "ab"
	case f.Readable && f.Writable:
		return "rb+"
	case f.Readable:
		return "rb"
	}
	return "wb"
}
