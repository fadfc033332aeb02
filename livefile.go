// Readers, writers and file systems of Go as file objects.

package psy

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"reflect"
	"time"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tLiveFile  = object.AllocTypeID()
	tHostFS    = object.AllocTypeID()
	readerType = reflect.TypeFor[io.Reader]()
	writerType = reflect.TypeFor[io.Writer]()
)

// goFile is what a live object keeps that is read or written as a file.
type goFile struct {
	r      *bufio.Reader // over the Reader; nil: nothing was read
	closed bool
	user   int64 // the Python thread that reads or writes now; 0: none
}

const fileBuffer = 4096

func init() {
	d := liveDef("host.file", tLive, object.Slots{
		New: newInstance, Init: initInstance, Repr: reprOfLive, Str: strOfLive,
		Iter: func(t *object.Thread, v object.Value) object.Value { return v },
		Next: func(t *object.Thread, v object.Value) object.Value {
			line := readLine(t, v, -1)
			if line == object.Null || object.As[object.Bytes](line).Len > 0 {
				return line
			}
			return object.Null
		},
	})
	size := func(t *object.Thread, a []object.Value) (int64, bool) {
		if len(a) == 0 || a[0] == object.None {
			return -1, true
		}
		return object.AsSize(t, a[0], object.TOverflowError)
	}
	d.Methods = []object.FuncDef{
		{Name: "read", Sig: "(size=-1, /)", MaxArgs: 1, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			n, ok := size(t, a)
			if !ok {
				return object.Null
			}
			return readLive(t, self, n, true)
		}},
		{Name: "read1", Sig: "(size=-1, /)", MaxArgs: 1, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			n, ok := size(t, a)
			if !ok {
				return object.Null
			}
			if n < 0 {
				n = fileBuffer
			}
			return readLive(t, self, n, false)
		}},
		{Name: "readinto", Sig: "(buffer, /)", F1: func(t *object.Thread, self, buf object.Value) object.Value {
			to, ok := native.WritableBuffer(t, buf, "readinto() argument")
			if !ok {
				return object.Null
			}
			b := readLive(t, self, int64(len(to)), true)
			if b == object.Null {
				return b
			}
			from, _ := object.BufferOf(t, b)
			if to, ok = native.WritableBuffer(t, buf, "readinto() argument"); !ok {
				return object.Null
			}
			return object.NewInt(t, int64(copy(to, from)))
		}},
		{Name: "readline", Sig: "(size=-1, /)", MaxArgs: 1, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			n, ok := size(t, a)
			if !ok {
				return object.Null
			}
			return readLine(t, self, n)
		}},
		{Name: "readlines", Sig: "(hint=-1, /)", MaxArgs: 1, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			return object.Of(object.ListFromIterable(t, self))
		}},
		{Name: "write", Sig: "(data, /)", F1: writeLive},
		{Name: "writelines", Sig: "(lines, /)", F1: func(t *object.Thread, self, lines object.Value) object.Value {
			list := object.ListFromIterable(t, lines)
			if list == nil {
				return object.Null
			}
			for i := 0; i < list.Len(); i++ {
				if writeLive(t, self, *list.At(i)) == object.Null {
					return object.Null
				}
			}
			return object.None
		}},
		{Name: "flush", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value {
			x := useFile(t, self)
			if x == nil {
				return object.Null
			}
			defer x.file.left()
			if f, ok := x.p.Interface().(interface{ Flush() error }); ok {
				if err := runtimeOf(t).guarded(f.Flush); err != nil {
					return runtimeOf(t).raise(err)
				}
			}
			return object.None
		}},
		{Name: "close", Sig: "()", F0: closeFile},
		{Name: "readable", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value { return can[io.Reader](t, self) }},
		{Name: "writable", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value { return can[io.Writer](t, self) }},
		{Name: "seekable", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value { return can[io.Seeker](t, self) }},
		{Name: "isatty", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value { return object.False }},
		{Name: "seek", Sig: "(offset, whence=0, /)", MinArgs: 1, MaxArgs: 2, FN: seekFile},
		{Name: "tell", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value { return seekTo(t, self, 0, io.SeekCurrent) }},
		{Name: "__enter__", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value {
			if fileOf(t, self) == nil {
				return object.Null
			}
			return self
		}},
		{Name: "__exit__", Sig: "(*exc)", MaxArgs: -1, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value { return closeFile(t, self) }},
	}
	d.GetSets = []object.GetSetDef{{Name: "closed", Get: func(t *object.Thread, v object.Value) object.Value {
		x := liveOf(t, v)
		return object.Bool(x.file != nil && x.file.closed)
	}}}
	object.DefineType(tLiveFile, d)
}

func can[T any](t *object.Thread, self object.Value) object.Value {
	x := fileOf(t, self)
	if x == nil {
		return object.Null
	}
	_, ok := x.p.Interface().(T)
	return object.Bool(ok)
}

// fileOf is the Go side of a file that is open; nil: an exception is set.
func fileOf(t *object.Thread, self object.Value) *live {
	if !isLive(t, self) {
		object.Raise(t, object.TTypeError, "this is no file of Go's, but %s", object.TypeName(t, self))
		return nil
	}
	x := liveOf(t, self)
	if !x.made(t, self) {
		return nil
	}
	if x.file == nil {
		x.file = &goFile{}
	}
	if x.file.closed {
		object.Raise(t, object.TValueError, "I/O operation on closed file.")
		return nil
	}
	return x
}

// useFile is fileOf for who goes on to read or write: until it is left, no other thread does. What Go has waits for without the lock.
func useFile(t *object.Thread, self object.Value) *live {
	x := fileOf(t, self)
	for x != nil && x.file.user != 0 {
		if x.file.user == t.Strand.Ident {
			object.Raise(t, object.TRuntimeError, "reentrant call: the file is being used by this thread")
			return nil
		}
		t.Outside(func() { time.Sleep(time.Millisecond) })
		if !t.Poll() {
			return nil
		}
		x = fileOf(t, self)
	}
	if x != nil {
		x.file.user = t.Strand.Ident
	}
	return x
}

// left ends what useFile began.
func (f *goFile) left() { f.user = 0 }

// useReader is useFile for who reads.
func useReader(t *object.Thread, self object.Value) (*live, *bufio.Reader) {
	x := useFile(t, self)
	if x == nil {
		return nil, nil
	}
	g := x.reader(t, self)
	if g == nil {
		x.file.left()
	}
	return x, g
}

// unsupported raises io.UnsupportedOperation.
func unsupported(t *object.Thread, what string) object.Value {
	r := runtimeOf(t)
	cls, err := r.from("io", "UnsupportedOperation")
	if err != nil {
		return r.raise(err)
	}
	msg := object.NewStr(t, what)
	if msg == object.Null {
		return msg
	}
	if exc := object.Call1(t, cls, msg); exc != object.Null {
		object.SetExc(t, exc)
	}
	return object.Null
}

// reader is the buffered Reader of a file; nil: an exception is set.
func (x *live) reader(t *object.Thread, self object.Value) *bufio.Reader {
	if x.file.r == nil {
		g, ok := x.p.Interface().(io.Reader)
		if !ok {
			unsupported(t, "not readable")
			return nil
		}
		if !t.RT.Heap.Handles().Resize(uint32(object.As[hostObject](self).Handle), fileBuffer) {
			t.NoMemory()
			return nil
		}
		x.file.r = bufio.NewReaderSize(guardReader(g), fileBuffer)
	}
	return x.file.r
}

// readLive reads n bytes, or all; whole: until that many have come, or the end.
func readLive(t *object.Thread, self object.Value, n int64, whole bool) object.Value {
	r := runtimeOf(t)
	x, g := useReader(t, self)
	if g == nil {
		return object.Null
	}
	defer x.file.left()
	buf := object.Scratch[byte](t, 512)
	for buf != nil && (n < 0 || int64(len(buf)) < n) {
		var ok bool
		more := 512
		if n >= 0 {
			more = int(min(n-int64(len(buf)), 64<<10))
		}
		if buf, ok = object.Grow(t, buf, more); !ok {
			return object.Null
		}
		room := buf[len(buf):cap(buf)]
		if n >= 0 {
			room = room[:min(int64(len(room)), n-int64(len(buf)))]
		}
		var k int
		var err error
		r.outside(func() { k, err = g.Read(room) })
		buf = buf[:len(buf)+k]
		if err == io.EOF {
			break
		}
		if err != nil {
			return r.raise(err)
		}
		if !t.Poll() {
			return object.Null
		}
		if !whole && k > 0 {
			break
		}
	}
	if buf == nil {
		return object.Null
	}
	return object.NewBytes(t, buf)
}

// readLine reads up to the end of the line, but no more than n bytes unless that is negative.
func readLine(t *object.Thread, self object.Value, n int64) object.Value {
	r := runtimeOf(t)
	x, g := useReader(t, self)
	if g == nil {
		return object.Null
	}
	defer x.file.left()
	buf := object.Scratch[byte](t, 128)
	for buf != nil && (n < 0 || int64(len(buf)) < n) {
		var err error
		r.outside(func() { _, err = g.Peek(1) })
		if err == io.EOF {
			break
		}
		if err != nil {
			return r.raise(err)
		}
		part, _ := g.Peek(g.Buffered())
		if n >= 0 {
			part = part[:min(int64(len(part)), n-int64(len(buf)))]
		}
		end := bytes.IndexByte(part, '\n')
		if end >= 0 {
			part = part[:end+1]
		}
		var ok bool
		if buf, ok = object.Grow(t, buf, len(part)); !ok {
			return object.Null
		}
		buf = append(buf, part...)
		g.Discard(len(part))
		if end >= 0 {
			break
		}
		if !t.Poll() {
			return object.Null
		}
	}
	if buf == nil {
		return object.Null
	}
	return object.NewBytes(t, buf)
}

// writeLive writes bytes, or a str as UTF-8, so that print can write to it.
func writeLive(t *object.Thread, self, data object.Value) object.Value {
	r, x := runtimeOf(t), useFile(t, self)
	if x == nil {
		return object.Null
	}
	defer x.file.left()
	w, ok := x.p.Interface().(io.Writer)
	if !ok {
		return unsupported(t, "not writable")
	}
	var b []byte
	count := int64(0)
	if object.IsStr(data) {
		s := object.GoString(data)
		if !utf8.ValidString(s) {
			return object.Raise(t, object.TTypeError, "the text has surrogates, which UTF-8 has not")
		}
		b = []byte(s)
		count = int64(utf8.RuneCount(b))
	} else {
		if b, ok = native.BytesArg(t, data); !ok {
			return object.Null
		}
		b = append([]byte(nil), b...) // the Writer is not trusted with the object's memory
		count = int64(len(b))
	}
	if !t.Room(uint64(len(b))) {
		return object.Null
	}
	var err error
	r.outside(func() { _, err = guardWriter(w).Write(b) })
	if err != nil {
		return r.raise(err)
	}
	return object.NewInt(t, count)
}

func closeFile(t *object.Thread, self object.Value) object.Value {
	r, x := runtimeOf(t), liveOf(t, self)
	if x.file != nil && x.file.closed {
		return object.None
	}
	if x = useFile(t, self); x == nil {
		return object.Null
	}
	defer x.file.left()
	x.file.closed = true
	if c, ok := x.p.Interface().(io.Closer); ok {
		if err := r.guarded(c.Close); err != nil {
			return r.raise(err)
		}
	}
	return object.None
}

func seekFile(t *object.Thread, self object.Value, a []object.Value) object.Value {
	off, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return object.Null
	}
	whence := int64(0)
	if len(a) > 1 {
		if whence, ok = object.AsSize(t, a[1], object.TOverflowError); !ok {
			return object.Null
		}
	}
	if whence < 0 || whence > 2 {
		return object.Raise(t, object.TValueError, "invalid whence (%d, should be 0, 1 or 2)", whence)
	}
	return seekTo(t, self, off, int(whence))
}

// seekTo moves to a place, as the program sees it: what is in the buffer has not been read yet.
func seekTo(t *object.Thread, self object.Value, off int64, whence int) object.Value {
	r, x := runtimeOf(t), useFile(t, self)
	if x == nil {
		return object.Null
	}
	defer x.file.left()
	s, ok := x.p.Interface().(io.Seeker)
	if !ok {
		return unsupported(t, "underlying stream is not seekable")
	}
	buffered := 0
	if x.file.r != nil {
		buffered = x.file.r.Buffered()
	}
	telling := whence == io.SeekCurrent && off == 0
	if whence == io.SeekCurrent && !telling {
		off -= int64(buffered)
	}
	var at int64
	if err := r.guarded(func() (e error) {
		at, e = s.Seek(off, whence)
		return e
	}); err != nil {
		return r.raise(err)
	}
	if telling {
		at -= int64(buffered)
	} else {
		x.file.r = nil
	}
	return object.NewInt(t, at)
}

func init() {
	name := func(f func(r *Runtime, fsys fs.FS, name string) (any, error)) func(t *object.Thread, self, arg object.Value) object.Value {
		return func(t *object.Thread, self, arg object.Value) object.Value { return askFS(t, self, arg, f) }
	}
	d := hostDef("host.filesystem", object.Slots{Repr: func(t *object.Thread, v object.Value) object.Value {
		return object.NewStr(t, "<file system "+reflect.TypeOf(hostOf[any](t, v)).String()+">")
	}})
	d.Methods = []object.FuncDef{
		{Name: "open", Sig: "(name, mode='rb')", Fn: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			text := false
			if a[1] != object.Null {
				if !object.IsStr(a[1]) {
					return object.Raise(t, object.TTypeError, "open() argument 'mode' must be str, not %s", object.TypeName(t, a[1]))
				}
				switch m := object.GoString(a[1]); m {
				case "rb":
				case "r", "rt":
					text = true
				default:
					return object.Raise(t, object.TValueError, "invalid mode: '%s': this file system is only to be read", m)
				}
			}
			f := askFS(t, self, a[0], func(r *Runtime, fsys fs.FS, name string) (any, error) { return fsys.Open(name) })
			if f == object.Null || !text {
				return f
			}
			r := runtimeOf(t)
			if !isLive(t, f) || !liveOf(t, f).p.Type().Implements(readerType) {
				return unsupported(t, "not readable")
			}
			wrap, err := r.from("io", "TextIOWrapper")
			if err != nil {
				return r.raise(err)
			}
			enc := object.NewStr(t, "utf-8")
			if enc == object.Null {
				return enc
			}
			return object.Call2(t, wrap, f, enc)
		}},
		{Name: "read_bytes", Sig: "(name, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) { return r.readAll(fsys, name) })},
		{Name: "read_text", Sig: "(name, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) {
			b, err := r.readAll(fsys, name)
			return string(b), err
		})},
		{Name: "listdir", Sig: "(name='.', /)", MaxArgs: 1, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			arg := object.Null
			if len(a) > 0 {
				arg = a[0]
			}
			return askFS(t, self, arg, func(r *Runtime, fsys fs.FS, name string) (any, error) {
				list, err := fs.ReadDir(fsys, name)
				names := make([]string, len(list))
				for i, e := range list {
					names[i] = e.Name()
				}
				return names, err
			})
		}},
		{Name: "glob", Sig: "(pattern, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) { return fs.Glob(fsys, name) })},
		{Name: "exists", Sig: "(name, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) {
			_, err := fs.Stat(fsys, name)
			if errors.Is(err, fs.ErrNotExist) {
				return false, nil
			}
			return err == nil, err
		})},
		{Name: "is_dir", Sig: "(name, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) {
			i, err := fs.Stat(fsys, name)
			return err == nil && i.IsDir(), nil
		})},
		{Name: "is_file", Sig: "(name, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) {
			i, err := fs.Stat(fsys, name)
			return err == nil && i.Mode().IsRegular(), nil
		})},
		{Name: "size", Sig: "(name, /)", F1: name(func(r *Runtime, fsys fs.FS, name string) (any, error) {
			i, err := fs.Stat(fsys, name)
			if err != nil {
				return nil, err
			}
			return i.Size(), nil
		})},
	}
	object.DefineType(tHostFS, d)
}

// readAll reads a file, as long as it fits.
func (r *Runtime) readAll(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, r.heapCap))
	if err == nil && int64(len(b)) == r.heapCap {
		err = &Exception{Type: "MemoryError", Message: name}
	}
	return b, err
}

// askFS asks a file system for something by name. The name may begin with a slash.
func askFS(t *object.Thread, self, arg object.Value, f func(r *Runtime, fsys fs.FS, name string) (any, error)) object.Value {
	r, fsys := runtimeOf(t), hostOf[fs.FS](t, self)
	name := "."
	if arg != object.Null {
		s, _, ok := native.FSPath(t, arg)
		if !ok {
			return object.Null
		}
		if name = path.Clean("/" + s)[1:]; name == "" {
			name = "."
		}
	}
	var x any
	err := r.guarded(func() (e error) {
		x, e = f(r, fsys, name)
		return e
	})
	v := object.Null
	if err == nil {
		v, err = r.toPython(x, name)
	}
	if err != nil {
		return r.raise(err)
	}
	return v
}

func fsToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Map || k == reflect.Func) && v.IsNil() {
		return object.None, nil
	}
	return r.made(newHostObject(r.t, tHostFS, v.Interface()))
}
