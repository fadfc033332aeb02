// FileIO: raw files.

package iomod

import (
	"errors"
	"io"
	"os"
	"reflect"
	"strconv"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const defaultBuffer = 8192

var _ = object.DefineType(tFileIO, ioDef("FileIO", tRawIOBase, object.TypeDef{
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			v := object.AllocInstance(t, typ)
			if v != null {
				setState(t, v, &RawFile{fd: -1, closefd: true, Closed: true, Host: FilesOf(t.RT)})
			}
			return v
		},
		Init: native.BindInit("FileIO", "(file, mode='r', closefd=True, opener=None)", fileInit),
		Repr: fileRepr,
	},
	GetSets: []object.GetSetDef{
		finalizingMember,
		{Name: "_blksize", Member: true, Get: func(t *Thread, v Value) Value {
			f := stateOf[RawFile](t, v)
			if f == nil {
				return null
			}
			return object.SmallInt(int64(f.blockSize()))
		}, Set: setBlockSize},
		{Name: "closed", Get: func(t *Thread, v Value) Value {
			f := stateOf[RawFile](t, v)
			if f == nil {
				return null
			}
			return object.Bool(f.Closed)
		}},
		{Name: "closefd", Get: func(t *Thread, v Value) Value {
			f := stateOf[RawFile](t, v)
			if f == nil {
				return null
			}
			return object.Bool(f.closefd)
		}},
		{Name: "mode", Get: func(t *Thread, v Value) Value {
			f := stateOf[RawFile](t, v)
			if f == nil {
				return null
			}
			return object.NewStr(t, f.mode())
		}},
	},
	Methods: []FuncDef{
		{Name: "read", Sig: "(size=-1, /)", FN: fileRead, MaxArgs: 1},
		{Name: "readall", Sig: "()", F0: func(t *Thread, v Value) Value { return fileRead(t, v, nil) }},
		{Name: "readinto", Sig: "(buffer, /)", F1: fileReadInto},
		{Name: "write", Sig: "(b, /)", F1: fileWrite},
		{Name: "seek", Sig: "(pos, whence=0, /)", FN: fileSeek, MinArgs: 1, MaxArgs: 2},
		{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := openFile(t, v)
			if f == nil {
				return null
			}
			return SizeOrError(t)(f.Seek(0, io.SeekCurrent))
		}},
		{Name: "truncate", Sig: "(size=None, /)", FN: fileTruncate, MaxArgs: 1},
		{Name: "close", Sig: "()", F0: fileClose},
		{Name: "_dealloc_warn", F1: fileDeallocWarn},
		{Name: "seekable", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := openFile(t, v)
			if f == nil {
				return null
			}
			return object.Bool(f.seekable())
		}},
		{Name: "readable", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := openFile(t, v)
			if f == nil {
				return null
			}
			return object.Bool(f.Readable)
		}},
		{Name: "writable", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := openFile(t, v)
			if f == nil {
				return null
			}
			return object.Bool(f.Writable)
		}},
		{Name: "fileno", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := openFile(t, v)
			if f == nil {
				return null
			}
			if f.fd < 0 {
				return unsupported(t, "fileno")
			}
			return object.SmallInt(int64(f.fd))
		}},
		cannotPickle("__reduce__"), cannotPickle("__reduce_ex__"),
		{Name: "isatty", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := openFile(t, v)
			if f == nil {
				return null
			}
			return object.Bool(f.IsTerminal())
		}},
	},
}))

// openFile returns the Go side of a FileIO that is not closed.
func openFile(t *Thread, v Value) *RawFile {
	f := stateOf[RawFile](t, v)
	if f != nil && f.Closed {
		object.Raise(t, object.TValueError, "I/O operation on closed file")
		return nil
	}
	return f
}

// SizeOrError is an int, or OSError for a Go error.
func SizeOrError(t *Thread) func(n int64, err error) Value {
	return func(n int64, err error) Value {
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		return object.NewInt(t, n)
	}
}

func fileRepr(t *Thread, v Value) Value {
	f := stateOf[RawFile](t, v)
	if f == nil {
		return null
	}
	if f.Closed {
		return object.NewStr(t, "<"+object.TypeName(t, v)+" [closed]>")
	}
	closefd := "True"
	if !f.closefd {
		closefd = "False"
	}
	name := "fd=" + strconv.Itoa(f.fd)
	if n := object.LookupAttr(t, v, object.Intern(t, "name")); n != null {
		s, ok := object.ReprString(t, n)
		if !ok {
			return null
		}
		name = "name=" + s
	} else if t.Exc != null {
		return null
	}
	return object.NewStr(t, "<"+object.TypeName(t, v)+" "+name+" mode='"+f.mode()+"' closefd="+closefd+">")
}

func orStr(t *Thread, v Value, def string) Value {
	if v != null {
		return v
	}
	return object.Intern(t, def)
}

func fileInit(t *Thread, self Value, a []Value) bool {
	mode := "r"
	if a[1] != null {
		if !object.IsStr(a[1]) {
			object.Raise(t, object.TTypeError, "FileIO() argument 'mode' must be str, not %s", object.TypeName(t, a[1]))
			return false
		}
		mode = object.GoString(a[1])
	}
	closefd := true
	if a[2] != null {
		switch object.Truth(t, a[2]) {
		case -1:
			return false
		case 0:
			closefd = false
		}
	}
	f := &RawFile{closefd: closefd, fd: -1, Host: FilesOf(t.RT)}
	flags, kinds, plus := 0, 0, false
	for _, c := range mode {
		switch c {
		case 'x':
			kinds++
			f.created, f.Writable = true, true
			flags |= os.O_EXCL | os.O_CREATE
		case 'r':
			kinds++
			f.Readable = true
		case 'w':
			kinds++
			f.Writable = true
			flags |= os.O_CREATE | os.O_TRUNC
		case 'a':
			kinds++
			f.Writable, f.appending = true, true
			flags |= os.O_CREATE | os.O_APPEND
		case '+':
			if plus {
				kinds = 2
			}
			plus = true
			f.Readable, f.Writable = true, true
		case 'b':
		default:
			object.Raise(t, object.TValueError, "invalid mode: %s", mode)
			return false
		}
	}
	if kinds != 1 {
		object.Raise(t, object.TValueError, "Must have exactly one of create/read/write/append mode and at most one plus")
		return false
	}
	switch {
	case f.Readable && f.Writable:
		flags |= os.O_RDWR
	case f.Writable:
		flags |= os.O_WRONLY
	}
	name := a[0]
	if t.RT.OnAudit != nil && !object.Audit(t, "open", name, orStr(t, a[1], "r"), object.SmallInt(int64(flags|native.CloseOnExec))) {
		return false
	}
	if object.IsStr(name) || object.IsBytes(name) || !native.IsInt(name) && object.TypeOf(t, name).Slots.Index == nil {
		path, given, ok := native.FSPath(t, name)
		if !ok {
			return false
		}
		if !closefd {
			object.Raise(t, object.TValueError, "Cannot use closefd=False with file name")
			return false
		}
		if a[3] != null && a[3] != none {
			r := object.Call2(t, a[3], name, object.SmallInt(int64(flags|Cloexec)))
			if r == null {
				return false
			}
			if !native.IsInt(r) {
				object.Raise(t, object.TTypeError, "expected integer from opener")
				return false
			}
			fd, ok := object.AsSize(t, r, object.TOverflowError)
			if !ok {
				return false
			}
			if fd < 0 {
				object.Raise(t, object.TValueError, "opener returned %d", fd)
				return false
			}
			if err := f.Adopt(t, int(fd), path); err != nil {
				native.RaiseIO(t, err, null)
				return false
			}
			switch st, err := f.File.Stat(); {
			case errors.Is(err, syscall.EBADF):
				f.File = nil
				native.RaiseIO(t, err, null)
				return false
			case err == nil && st.IsDir():
				native.RaiseIO(t, syscall.EISDIR, name)
				return false
			case err == nil:
				f.regular = st.Mode().IsRegular()
			}
		} else if file, err := OpenFile(t, path, flags, 0o666); err != nil {
			native.RaiseIO(t, err, given)
			return false
		} else if st, err := system.KindOf(file); err == nil && st.IsDir() {
			file.Close()
			native.RaiseIO(t, syscall.EISDIR, given)
			return false
		} else {
			f.use(file)
			if f.regular = err == nil && st.Mode().IsRegular(); f.regular {
				f.wait, f.block = neverWaits, statBlockSize(st)
			}
			f.counted = true
			f.Host.opened++
			if f.fd > 2 {
				f.Host.Owned[f.fd] = f
			}
		}
	} else {
		if name.IsBool() && !object.Warn(t, object.TRuntimeWarning, "bool is used as a file descriptor") {
			return false
		}
		fd, ok := object.AsSize(t, name, object.TOverflowError)
		if !ok {
			return false
		}
		if fd < 0 {
			object.Raise(t, object.TValueError, "negative file descriptor")
			return false
		}
		if err := f.Adopt(t, int(fd), ""); err != nil {
			native.RaiseIO(t, err, null)
			return false
		}
		if st, err := f.File.Stat(); err != nil {
			f.File = nil
			native.RaiseIO(t, err, null)
			return false
		} else if st.IsDir() {
			native.RaiseIO(t, syscall.EISDIR, name)
			return false
		} else {
			f.regular = st.Mode().IsRegular()
		}
	}
	if f.appending {
		f.Seek(0, io.SeekEnd)
	}
	setState(t, self, f)
	trackFile(t, self)
	return object.SetAttr(t, self, object.Intern(t, "name"), name)
}

func (f *RawFile) use(file system.File) {
	f.File, f.fd = file, -1
	if d, ok := file.(interface{ Fd() uintptr }); ok {
		f.fd = int(d.Fd())
	}
	if f.Readable {
		f.r = file
	}
	if f.Writable {
		f.w = file
	}
}

// Owner is the open file object of a descriptor, or nil.
func (h *OpenFiles) Owner(fd int) *RawFile {
	if f := h.Owned[fd]; f != nil && f.File != nil && !f.Closed {
		return f
	}
	return nil
}

// KeptFile is the file of a descriptor in Kept, or nil. Another interpreter of the program may have closed it.
func (h *OpenFiles) KeptFile(t *Thread, fd int) system.File {
	f := h.Kept[fd]
	if f != nil && native.NestOf(t.RT).Shared {
		if _, err := f.Stat(); errors.Is(err, os.ErrClosed) {
			delete(h.Kept, fd)
			return nil
		}
	}
	return f
}

// Numbered is what functions on a descriptor's number use. It is made when the number is first used for a file, and again for another file.
func (h *OpenFiles) Numbered(t *Thread, fd int) (*RawFile, error) {
	if len(h.dirty) > 0 {
		h.Settle()
	}
	var file system.File
	if o := h.Owner(fd); o != nil {
		file = o.File
	} else if fd > 2 {
		file = h.KeptFile(t, fd)
	}
	if f := h.numbered[fd]; f != nil && f.File == file {
		return f, nil
	}
	f := &RawFile{Host: h, Readable: true, Writable: true}
	if err := f.Adopt(t, fd, ""); err != nil {
		return nil, err
	}
	if reflect.ValueOf(f.File).Comparable() { // a host's file need not be
		h.numbered[fd] = f
	}
	return f, nil
}

// Renumbered says that a number stands for another file from now on, or for none.
func (h *OpenFiles) Renumbered(fd int) {
	if f := h.numbered[fd]; f != nil {
		f.Closed = true // a thread that waits finds the file closed
		delete(h.numbered, fd)
	}
}

// Adopt takes over an open descriptor. Descriptors that are not to be closed are never closed by Go's collector.
func (f *RawFile) Adopt(t *Thread, fd int, name string) error {
	f.Host.Settle()
	if o := f.Host.Owner(fd); o != nil { // one file: the first close counts
		f.use(o.File)
		f.fd = fd
		return nil
	}
	file := f.Host.KeptFile(t, fd)
	if file != nil && f.closefd { // opened by os.open: it has an owner now
		delete(f.Host.Kept, fd)
	} else if file == nil || fd <= 2 {
		var err error
		if file, err = t.RT.System.Descriptor(fd, name); err != nil {
			return err
		}
	}
	switch {
	case f.closefd:
		f.Host.Owned[fd] = f
	case fd > 2:
		f.Host.Kept[fd] = file
	}
	f.use(file)
	f.fd = fd
	return nil
}

func fileRead(t *Thread, v Value, args []Value) Value {
	f := openFile(t, v)
	if f == nil {
		return null
	}
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	if !f.Readable {
		return unsupported(t, "File not open for reading")
	}
	if n >= 0 {
		b := object.Scratch[byte](t, int(min(n, 1<<44)))
		if b == nil {
			return null
		}
		b = b[:n]
		k, err := f.Read(t, b)
		if err == syscall.EAGAIN {
			return none
		}
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		return object.NewBytes(t, b[:k])
	}
	b, err := f.readAll(t, nil)
	if err == syscall.EAGAIN {
		if len(b) == 0 {
			return none
		}
		err = nil
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewBytes(t, b)
}

// readAll reads to the end of the file, behind what is in b.
func (f *RawFile) readAll(t *Thread, b []byte) ([]byte, error) {
	grow := 8192
	if f.File != nil {
		if st, err := f.File.Stat(); err == nil && st.Mode().IsRegular() {
			if pos, err := f.Seek(0, io.SeekCurrent); err == nil && st.Size() > pos {
				grow = int(min(st.Size()-pos, 1<<40)) + 1
			}
		}
	}
	for {
		if cap(b)-len(b) < grow {
			ok := false
			if b, ok = object.Grow(t, b, grow); !ok {
				return nil, native.ErrRaised
			}
		}
		n, err := f.Read(t, b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err != nil || n == 0 {
			return b, err
		}
		grow = 1
	}
}

func fileReadInto(t *Thread, v, b Value) Value {
	f := openFile(t, v)
	if f == nil {
		return null
	}
	if !f.Readable {
		return unsupported(t, "File not open for reading")
	}
	dst, ok := native.WritableBuffer(t, b, "readinto() argument 1")
	if !ok {
		return null
	}
	into := dst
	if f.mayWait() { // signal handlers may run meanwhile and change the buffer
		into = make([]byte, min(len(dst), maxWaitingRead))
	}
	n, err := f.Read(t, into)
	if err == syscall.EAGAIN {
		return none
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	if f.mayWait() {
		if dst, ok = native.WritableBuffer(t, b, "readinto() argument 1"); !ok {
			return null
		}
		n = copy(dst, into[:n])
	}
	return object.SmallInt(int64(n))
}

func fileWrite(t *Thread, v, b Value) Value {
	data, ok := native.BufferOf(t, b)
	if !ok {
		return null
	}
	f := openFile(t, v)
	if f == nil {
		return null
	}
	if !f.Writable {
		return unsupported(t, "File not open for writing")
	}
	n, err := f.Write(t, data)
	if err == syscall.EAGAIN && n == 0 {
		return none
	}
	if err != nil && (n == 0 || err == native.ErrInterrupted) {
		return native.RaiseIO(t, err, null)
	}
	return object.SmallInt(int64(n))
}

func fileSeek(t *Thread, v Value, args []Value) Value {
	f := openFile(t, v)
	if f == nil {
		return null
	}
	pos, whence, ok := SeekArgs(t, args)
	if !ok {
		return null
	}
	return SizeOrError(t)(f.Seek(pos, whence))
}

// SeekArgs reads (pos, whence=0).
func SeekArgs(t *Thread, args []Value) (int64, int, bool) {
	pos, ok := object.AsSize(t, args[0], object.TOverflowError)
	if !ok {
		return 0, 0, false
	}
	whence := int64(0)
	if len(args) > 1 {
		if whence, ok = object.AsSize(t, args[1], object.TOverflowError); !ok {
			return 0, 0, false
		}
	}
	return pos, int(whence), true
}

func fileTruncate(t *Thread, v Value, args []Value) Value {
	f := openFile(t, v)
	if f == nil {
		return null
	}
	if !f.Writable {
		return unsupported(t, "File not open for writing")
	}
	return f.truncate(t, args)
}

// truncate cuts the file at the size given, or at the current position.
func (f *RawFile) truncate(t *Thread, args []Value) Value {
	var size int64
	if len(args) == 0 || args[0] == none {
		n, err := f.Seek(0, io.SeekCurrent)
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		size = n
	} else {
		n, ok := object.AsSize(t, args[0], object.TOverflowError)
		if !ok {
			return null
		}
		size = n
	}
	if size < 0 {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	if f.File == nil {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	if err := f.File.Truncate(size); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewInt(t, size)
}

func fileClose(t *Thread, v Value) Value {
	f := stateOf[RawFile](t, v)
	if f == nil {
		return null
	}
	if !f.Closed && f.fd >= 0 && isFinalizing(v) {
		fileDeallocWarn(t, v, v)
	}
	flushed := f.Closed || plainFlush(t, v) || object.CallMethod0(t, v, t.N(object.N_flush)) != null
	exc := t.Exc
	t.ClearExc()
	if !f.Closed && f.closefd {
		t.Closes(f.fd)
	}
	if err := f.close(); err != nil {
		native.RaiseIO(t, err, null)
	}
	if !flushed {
		if t.Exc != null {
			object.As[object.Exception](t.Exc).Context = exc
		} else {
			t.Exc = exc
		}
	}
	if t.Exc != null {
		return null
	}
	return none
}

// plainFlush reports whether a file's flush is FileIO's, which does nothing.
func plainFlush(t *Thread, v Value) bool {
	if !v.IsExact(tFileIO) {
		return false
	}
	d := object.InstanceDict(t, v, false)
	return d == nil || d.GetStr(t.N(object.N_flush)) == null
}

// setBlockSize sets _blksize, which is an unsigned int of C.
func setBlockSize(t *Thread, v, n Value) bool {
	f := stateOf[RawFile](t, v)
	if f == nil {
		return false
	}
	if n == null {
		object.Raise(t, object.TTypeError, "can't delete numeric/char attribute")
		return false
	}
	size, ok := object.AsSize(t, n, object.TOverflowError)
	if ok {
		f.block = int(uint32(size))
	}
	return ok
}

// blockSize is the buffer size that suits the file.
func (f *RawFile) blockSize() int {
	if f.block > 1 {
		return f.block
	}
	if f.File != nil {
		if st, err := f.File.Stat(); err == nil {
			if n := statBlockSize(st); n > 1 {
				return n
			}
		}
	}
	return defaultBuffer
}
