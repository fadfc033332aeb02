// BufferedReader, BufferedWriter and BufferedRandom. Over a FileIO all work is done on the Go side; over other raw files by calling their methods.

package iomod

import (
	"bytes"
	"io"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// flusher is a file that may hold written data back.
type flusher interface {
	flush() error
	copied(c *object.Copy) flusher // in a copy of an image
}

// bufFile is the state of a buffered file.
type bufFile struct {
	raw                *RawFile // nil: the raw file is a foreign object
	rbuf               []byte
	rpos               int
	blocked            bool // the last read of the raw file found that there is nothing yet
	wbuf               []byte
	size               int
	readable, writable bool
	detached           bool
	closed             bool
	writing            int64 // which thread writes to a raw file that may be long in taking data; 0: none
	dirty              bool  // among the files of the host that hold data back
	above              *textFile
	asked              bool // whether anybody has above was looked for, see textClosed
	host               *OpenFiles
}

func (b *bufFile) unread() []byte { return b.rbuf[b.rpos:] }

// flush writes what is held back, to a raw file on the Go side.
func (b *bufFile) flush() error {
	if b.raw == nil || b.raw.Closed {
		b.wbuf = b.wbuf[:0]
		return nil
	}
	for len(b.wbuf) > 0 {
		n, err := b.raw.WriteOnce(b.wbuf)
		b.wbuf = b.wbuf[:copy(b.wbuf, b.wbuf[n:])]
		if err != nil {
			return err
		}
	}
	return nil
}

// Close is called when no object stands for the buffer any more.
func (b *bufFile) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	if b.above != nil {
		b.above.Close()
	}
	delete(b.host.files, b)
	return b.flush()
}

// dropRead forgets what was read ahead; a raw file that can seek goes back to where the reader is.
func (b *bufFile) dropRead() error {
	n := len(b.rbuf) - b.rpos
	b.rbuf, b.rpos = b.rbuf[:0], 0
	if n > 0 && b.raw != nil {
		_, err := b.raw.Seek(int64(-n), io.SeekCurrent)
		return err
	}
	return nil
}

// write takes data in; only for raw files on the Go side.
func (b *bufFile) write(p []byte) error {
	if len(b.rbuf) > b.rpos {
		if err := b.dropRead(); err != nil {
			return err
		}
	}
	b.hold()
	if len(b.wbuf)+len(p) <= b.size && len(p) < b.size {
		b.wbuf = append(b.wbuf, p...)
		return nil
	}
	if err := b.flush(); err != nil {
		return err
	}
	for len(p) >= b.size {
		n, err := b.raw.WriteOnce(p)
		p = p[n:]
		if err != nil {
			return err
		}
	}
	b.wbuf = append(b.wbuf, p...)
	return nil
}

// fill reads once from the raw file when nothing is left; 0 bytes: the end.
func (b *bufFile) fill(t *Thread) (int, error) {
	if n := len(b.rbuf) - b.rpos; n > 0 {
		return n, nil
	}
	if err := b.flush(); err != nil {
		return 0, err
	}
	if cap(b.rbuf) < b.size {
		if !t.Room(uint64(b.size)) {
			return 0, native.ErrRaised
		}
		b.rbuf = make([]byte, b.size)
	}
	b.rpos = 0
	n, err := b.raw.Read(t, b.rbuf[:b.size])
	b.rbuf = b.rbuf[:n]
	return n, err
}

func bufDef(name string, id object.TypeID, init func(t *Thread, self Value, a []Value) bool, methods []FuncDef) object.TypeID {
	methods = append(methods, []FuncDef{
		{Name: "close", Sig: "()", F0: bufClose},
		{Name: "_dealloc_warn", F1: bufDeallocWarn},
		{Name: "flush", Sig: "()", F0: bufFlush},
		{Name: "detach", Sig: "()", F0: bufDetach},
		{Name: "seek", Sig: "(target, whence=0, /)", FN: bufSeek, MinArgs: 1, MaxArgs: 2},
		{Name: "tell", Sig: "()", F0: bufTell},
		{Name: "truncate", Sig: "(pos=None, /)", FN: bufTruncate, MaxArgs: 1},
		{Name: "seekable", Sig: "()", F0: forward("seekable")},
		{Name: "fileno", Sig: "()", F0: forward("fileno")},
		{Name: "isatty", Sig: "()", F0: forward("isatty")},
		cannotPickle("__reduce__"), cannotPickle("__reduce_ex__"),
	}...)
	d := object.TypeDef{
		Slots: object.Slots{
			Init: native.BindInit(name, "(raw, buffer_size=DEFAULT_BUFFER_SIZE)", init),
			Repr: func(t *Thread, v Value) Value { return ioRepr(t, v, object.TypeName(t, v), "") },
		},
		Methods: methods,
		GetSets: []object.GetSetDef{
			finalizingMember,
			{Name: "raw", Member: true, Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[ioObject](v).Ref) }},
			{Name: "closed", Get: forwardAttr(object.N_closed)},
			{Name: "name", Get: forwardAttr(object.N_name)},
			{Name: "mode", Get: forwardAttr(object.N_mode)},
		},
	}
	if id != tBufWriter {
		d.Slots.Next = func(t *Thread, v Value) Value { return nextLine(t, v, stepBuffered, bufReadline) }
		d.Slots.Step = stepBuffered
	}
	return object.DefineType(id, ioDef(name, tBufferedBase, d))
}

var bufReaderMethods = []FuncDef{
	{Name: "readable", Sig: "()", F0: forward("readable")},
	{Name: "read", Sig: "(size=-1, /)", FN: bufRead, MaxArgs: 1},
	{Name: "read1", Sig: "(size=-1, /)", FN: bufRead1, MaxArgs: 1},
	{Name: "peek", Sig: "(size=0, /)", FN: bufPeek, MaxArgs: 1},
	{Name: "readinto", Sig: "(buffer, /)", F1: func(t *Thread, v, b Value) Value { return bufReadInto(t, v, b, "readinto() argument", false) }},
	{Name: "readinto1", Sig: "(buffer, /)", F1: func(t *Thread, v, b Value) Value { return bufReadInto(t, v, b, "readinto1() argument", true) }},
	{Name: "readline", Sig: "(size=-1, /)", FN: bufReadline, MaxArgs: 1},
}

var bufWriterMethods = []FuncDef{
	{Name: "writable", Sig: "()", F0: forward("writable")},
	{Name: "write", Sig: "(buffer, /)", F1: bufWrite},
}

var _ = bufDef("BufferedReader", tBufReader, func(t *Thread, self Value, a []Value) bool {
	return bufInit(t, self, a, true, false)
}, append([]FuncDef{}, bufReaderMethods...))

var _ = bufDef("BufferedWriter", tBufWriter, func(t *Thread, self Value, a []Value) bool {
	return bufInit(t, self, a, false, true)
}, append([]FuncDef{}, bufWriterMethods...))

var _ = bufDef("BufferedRandom", tBufRandom, func(t *Thread, self Value, a []Value) bool {
	return bufInit(t, self, a, true, true)
}, append(append([]FuncDef{}, bufReaderMethods...), bufWriterMethods...))

func bufInit(t *Thread, self Value, a []Value, readable, writable bool) bool {
	unset(t, self)
	raw := a[0]
	size := int64(defaultBuffer)
	if a[1] != null {
		n, ok := object.AsSize(t, a[1], object.TOverflowError)
		if !ok {
			return false
		}
		if size = n; size <= 0 {
			object.Raise(t, object.TValueError, "buffer size must be strictly positive")
			return false
		}
	}
	if readable && writable && checkAble(t, raw, "seekable", "File or stream is not seekable.") == null ||
		readable && checkAble(t, raw, "readable", "File or stream is not readable.") == null ||
		writable && checkAble(t, raw, "writable", "File or stream is not writable.") == null {
		return false
	}
	b := &bufFile{size: int(min(size, 1<<30)), readable: readable, writable: writable, host: FilesOf(t.RT)}
	if raw.IsExact(tFileIO) {
		if b.raw = stateOf[RawFile](t, raw); b.raw == nil {
			return false
		}
		b.raw.above = b
		b.host.files[b] = true
	}
	object.As[ioObject](self).Ref = raw
	setState(t, self, b)
	trackFile(t, self)
	room := 0
	if readable {
		room = b.size
	}
	if writable {
		room += b.size
	}
	if !t.RT.Heap.Handles().Resize(uint32(object.As[ioObject](self).Handle), uint64(room)) {
		t.NoMemory()
		return false
	}
	return true
}

// refOf returns the file below, or raises ValueError when there is none (any more).
func refOf(t *Thread, v Value) Value {
	r := object.As[ioObject](v).Ref
	if r != null {
		return r
	}
	if object.As[ioObject](v).Handle == 0 {
		return object.Raise(t, object.TValueError, "I/O operation on uninitialized object")
	}
	if object.IsInstance(t, v, tText) {
		return object.Raise(t, object.TValueError, "underlying buffer has been detached")
	}
	return object.Raise(t, object.TValueError, "raw stream has been detached")
}

// forward makes a method that calls the same of the file below.
func forward(name string) func(t *Thread, v Value) Value {
	return func(t *Thread, v Value) Value {
		r := refOf(t, v)
		if r == null {
			return null
		}
		return native.Call0(t, r, name)
	}
}

func forwardAttr(name object.Name) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		r := refOf(t, v)
		if r == null {
			return null
		}
		return object.GetAttr(t, r, t.N(name))
	}
}

// ioRepr is <CLASS name=...>, with more before the closing bracket.
func ioRepr(t *Thread, v Value, class, more string) Value {
	s := "<" + class
	name := object.LookupAttr(t, v, t.N(object.N_name))
	if name == null && t.Exc != null && !t.ClearIf(object.TValueError) {
		return null
	}
	if name != null {
		switch object.ReprEnter(t, v) {
		case -1:
			return null
		case 1:
			return object.Raise(t, object.TRuntimeError, "reentrant call inside %s.__repr__", object.TypeName(t, v))
		}
		r, ok := object.ReprString(t, name)
		object.ReprLeave(t, v)
		if !ok {
			return null
		}
		s += " name=" + r
	}
	return object.NewStr(t, s+more+">")
}

// openBuf returns the state of a buffered file that is open; doing names the operation.
func openBuf(t *Thread, v Value, doing string) *bufFile {
	b := stateOf[bufFile](t, v)
	if b == nil {
		return nil
	}
	if b.isOpen() {
		return b
	}
	if refOf(t, v) == null {
		return nil
	}
	c := 1
	if b.raw == nil {
		c = IsClosed(t, v)
	}
	if c == 1 {
		object.Raise(t, object.TValueError, "%s closed file", doing)
	}
	if c != 0 {
		return nil
	}
	return b
}

// isOpen reports whether the file is known to be open.
func (b *bufFile) isOpen() bool { return b.raw != nil && !b.raw.Closed && !b.detached }

// fillAny is fill for any raw file.
func (b *bufFile) fillAny(t *Thread, v Value) (int, bool) {
	if n := len(b.rbuf) - b.rpos; n > 0 {
		return n, true
	}
	if b.raw != nil {
		b.blocked = false
		n, err := b.fill(t)
		if native.ErrnoOrNil(err) == syscall.EAGAIN {
			b.blocked = true
			return 0, true
		}
		if err != nil {
			native.RaiseIO(t, err, null)
			return 0, false
		}
		return n, true
	}
	if b.blocked = false; !b.flushAny(t, v) {
		return 0, false
	}
	into := object.MakeByteArray(t, b.size)
	if into == null {
		return 0, false
	}
	view := object.NewMemoryView(t, into)
	if view == null {
		return 0, false
	}
	r := native.Call1(t, object.As[ioObject](v).Ref, "readinto", view)
	if r == null {
		return 0, false
	}
	b.rbuf, b.rpos = b.rbuf[:0], 0
	if r == none {
		b.blocked = true
		return 0, true
	}
	n, ok := object.AsSize(t, r, object.TValueError)
	if !ok {
		object.RaiseOver(t, object.TOSError, "raw readinto() failed")
		return 0, false
	}
	data, ok := native.BufferOf(t, into)
	if !ok {
		return 0, false
	}
	if n < 0 || n > int64(b.size) {
		object.Raise(t, object.TOSError, "raw readinto() returned invalid length %d (should have been between 0 and %d)", n, b.size)
		return 0, false
	}
	data = data[:min(int(n), len(data))]
	if b.rbuf, ok = object.Held(t, object.As[ioObject](v).Handle, 0, b.rbuf, len(data)); ok {
		b.rbuf = append(b.rbuf, data...)
	}
	return len(data), ok
}

// quick reports whether writing to the raw file takes no time worth the name, and runs no Python code.
func (b *bufFile) quick() bool { return b.raw != nil && !b.raw.mayWait() }

// flushAny is flush for any raw file. While the raw file takes data, other threads run; what they write comes behind.
func (b *bufFile) flushAny(t *Thread, v Value) bool {
	if b.quick() || b.raw != nil && b.raw.Closed {
		if err := b.flush(); err != nil {
			native.RaiseIO(t, err, null)
			return false
		}
		return true
	}
	if len(b.wbuf) == 0 && b.writing == 0 {
		return true
	}
	if !b.turn(t, v) {
		return false
	}
	defer func() { b.writing = 0 }()
	for len(b.wbuf) > 0 {
		p := b.wbuf
		b.wbuf = nil
		for len(p) > 0 {
			n := b.rawWrite(t, v, p)
			p = p[max(n, 0):]
			if n < 0 || t.Exc != null {
				b.wbuf = append(p, b.wbuf...)
				if n == wouldBlock {
					raiseBlocked(t, 0)
				}
				return false
			}
		}
	}
	return true
}

// turn waits until no other thread writes to the raw file. Who writes already, and whose raw file asks for more, gets RuntimeError.
func (b *bufFile) turn(t *Thread, v Value) bool {
	for b.writing != 0 {
		if b.writing == t.Strand.Ident {
			if s, ok := object.ReprString(t, v); ok {
				object.Raise(t, object.TRuntimeError, "reentrant call inside %s", s)
			}
			return false
		}
		t.Outside(func() { time.Sleep(time.Millisecond) })
		if !t.Poll() {
			return false
		}
	}
	b.writing = t.Strand.Ident
	return true
}

// wouldBlock is what rawWrite returns when the raw file takes no data now.
const wouldBlock = -2

// rawWrite writes once to the raw file: how many bytes, wouldBlock, or -1 with an exception. An exception may also come after some bytes, from the
// handler of a signal.
func (b *bufFile) rawWrite(t *Thread, v Value, p []byte) int {
	if b.raw != nil {
		n, err := b.raw.Write(t, p)
		switch {
		case n > 0 && native.ErrnoOrNil(err) == syscall.EAGAIN, err == nil, err == native.ErrInterrupted && t.Exc != null:
			return n
		case native.ErrnoOrNil(err) == syscall.EAGAIN:
			return wouldBlock
		}
		native.RaiseIO(t, err, null)
		return -1
	}
	data := object.NewBytes(t, p)
	if data == null {
		return -1
	}
	r := object.CallMethod1(t, object.As[ioObject](v).Ref, t.N(object.N_write), data)
	if r == null {
		return -1
	}
	if r == none {
		return wouldBlock
	}
	n, ok := object.AsSize(t, r, object.TOverflowError)
	if ok && (n < 0 || n > int64(len(p))) {
		object.Raise(t, object.TOSError, "raw write() returned invalid length %d (should have been between 0 and %d)", n, len(p))
		ok = false
	}
	if !ok {
		return -1
	}
	return int(n)
}

// raiseBlocked raises the BlockingIOError of a write of which so many bytes were taken.
func raiseBlocked(t *Thread, taken int) {
	args := object.NewTuple(t, 3)
	text := object.NewStr(t, "write could not complete without blocking")
	if args == nil || text == null {
		return
	}
	*args.At(0), *args.At(1), *args.At(2) = object.SmallInt(int64(syscall.EAGAIN)), text, object.SmallInt(int64(taken))
	if e := object.CallTuple(t, t.Type(object.TBlockingIOError).Value(), args, nil); e != null {
		object.SetExc(t, e)
	}
}

func (b *bufFile) take(n int) []byte {
	p := b.rbuf[b.rpos : b.rpos+n]
	b.rpos += n
	return p
}

const (
	readSmall = 16 << 10 // room is made for so many bytes without a question how many the file has
	readRoom  = 64 << 10 // and for so many where the system does not know
	readPiece = 4 << 20  // read between two looks whether the program is to stop
)

// readBytes reads n bytes, or all (-1), as a Go slice valid until the next read.
func (b *bufFile) readBytes(t *Thread, v Value, n int64) ([]byte, bool) {
	if n >= 0 && int64(len(b.rbuf)-b.rpos) >= n {
		return b.take(int(n)), true
	}
	if b.rpos == len(b.rbuf) && n > 0 && n <= int64(b.size) && b.raw != nil && !b.raw.mayWait() {
		return b.readFew(t, int(n))
	}
	if n < 0 && b.rpos < len(b.rbuf) && b.raw != nil && !b.raw.mayWait() {
		if rest, all, ok := b.readRest(t); all || !ok {
			return rest, ok
		}
	}
	have := b.take(len(b.rbuf) - b.rpos)
	room := len(have)
	if n >= 0 { // most files have what is asked for
		room = max(room, int(min(n, readSmall)))
	}
	out, ok := object.Grow(t, []byte(nil), room)
	if !ok {
		return nil, false
	}
	out = append(out, have...)
	if n < 0 && b.raw != nil {
		if err := b.flush(); err != nil {
			native.RaiseIO(t, err, null)
			return nil, false
		}
		out, err := b.raw.readAll(t, out)
		if native.ErrnoOrNil(err) == syscall.EAGAIN {
			b.blocked = true
			return out, true
		}
		if err != nil {
			native.RaiseIO(t, err, null)
			return nil, false
		}
		return out, true
	}
	for n < 0 || int64(len(out)) < n {
		k, ok := b.fillAny(t, v)
		if !ok {
			return nil, false
		}
		if k == 0 {
			break
		}
		if n >= 0 {
			k = int(min(int64(k), n-int64(len(out))))
		}
		if out, ok = object.Grow(t, out, k); !ok {
			return nil, false
		}
		out = append(out, b.take(k)...)
	}
	return out, true
}

// readRest is readBytes of all when the buffer has some, the file never waits, and all that is left fits in the buffer: it is gathered there.
func (b *bufFile) readRest(t *Thread) (rest []byte, all, ok bool) {
	err := b.flush()
	for size := min(b.size, cap(b.rbuf)); err == nil && len(b.rbuf) < size; {
		have, k := len(b.rbuf), 0
		k, err = b.raw.Read(t, b.rbuf[have:size])
		if b.rbuf = b.rbuf[:have+k]; k == 0 && err == nil {
			return b.take(have - b.rpos), true, true
		}
	}
	if err != nil {
		native.RaiseIO(t, err, null)
	}
	return nil, false, err == nil
}

// readFew is readBytes of n bytes, which fit in the buffer, when that is empty and the file never waits: they are gathered there.
func (b *bufFile) readFew(t *Thread, n int) ([]byte, bool) {
	k, err := b.fill(t)
	for k > 0 && err == nil && len(b.rbuf) < n {
		have := len(b.rbuf)
		k, err = b.raw.Read(t, b.rbuf[have:b.size])
		b.rbuf = b.rbuf[:have+k]
	}
	if err != nil {
		native.RaiseIO(t, err, null)
		return nil, false
	}
	return b.take(min(n, len(b.rbuf))), true
}

func bufRead(t *Thread, v Value, args []Value) Value {
	if len(args) > 0 && args[0].IsInt() && args[0].Int() < -1 {
		return object.Raise(t, object.TValueError, "read length must be non-negative or -1")
	}
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	b := openBuf(t, v, "read of")
	if b == nil {
		return null
	}
	b.blocked = false
	if n >= int64(b.size) && b.raw != nil && !b.raw.mayWait() {
		return b.readMuch(t, v, n)
	}
	data, ok := b.readBytes(t, v, n)
	if !ok {
		return null
	}
	if len(data) == 0 && b.blocked {
		return none
	}
	return object.NewBytes(t, data)
}

// readMuch is read of n bytes, no fewer than the buffer holds, of a file that never waits: they are read into the object that is returned.
func (b *bufFile) readMuch(t *Thread, v Value, n int64) Value {
	if err := b.flush(); err != nil {
		return native.RaiseIO(t, err, null)
	}
	most := n
	if n > readSmall {
		if most = int64(len(b.unread())) + b.raw.rest(); most == 0 {
			most = readRoom
		}
		most = min(n, most)
	}
	r, into := object.RawBytes(t, int(most))
	if r == null {
		return null
	}
	k := copy(into, b.take(min(len(b.unread()), len(into))))
	for k < len(into) {
		got, err := b.raw.Read(t, into[k:min(k+readPiece, len(into))])
		switch {
		case native.ErrnoOrNil(err) == syscall.EAGAIN:
			if b.blocked = true; k == 0 {
				return none
			}
			return object.NewBytes(t, into[:k])
		case err != nil:
			return native.RaiseIO(t, err, null)
		case got == 0:
			return object.NewBytes(t, into[:k])
		}
		if k += got; k < len(into) && t.Halted() {
			return null
		}
	}
	if most < n { // the file is longer than it says
		more, ok := b.readBytes(t, v, n-most)
		if !ok {
			return null
		}
		if len(more) > 0 {
			head, all := into, []byte(nil)
			if r, all = object.RawBytes(t, len(head)+len(more)); r != null {
				copy(all[copy(all, head):], more)
			}
		}
	}
	return r
}

func bufRead1(t *Thread, v Value, args []Value) Value {
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	b := openBuf(t, v, "read of")
	if b == nil {
		return null
	}
	if n < 0 {
		n = int64(b.size)
	}
	if n == 0 {
		return t.RT.EmptyBytes
	}
	k, ok := b.fillAny(t, v)
	if !ok {
		return null
	}
	return object.NewBytes(t, b.take(int(min(int64(k), n))))
}

func bufPeek(t *Thread, v Value, args []Value) Value {
	b := openBuf(t, v, "peek of")
	if b == nil {
		return null
	}
	if _, ok := b.fillAny(t, v); !ok {
		return null
	}
	return object.NewBytes(t, b.unread())
}

// bufReadInto is readinto, or readinto1, which asks the raw file once at most.
func bufReadInto(t *Thread, v, buf Value, what string, once bool) Value {
	b := openBuf(t, v, "readinto of")
	if b == nil {
		return null
	}
	dst, ok := native.WritableBuffer(t, buf, what)
	if !ok {
		return null
	}
	b.blocked = false
	var data []byte
	if once {
		data, ok = b.readOnce(t, v, len(dst))
	} else {
		data, ok = b.readBytes(t, v, int64(len(dst)))
	}
	if !ok {
		return null
	}
	if len(data) == 0 && b.blocked {
		return none
	}
	if dst, ok = native.WritableBuffer(t, buf, what); !ok {
		return null
	}
	return object.SmallInt(int64(copy(dst, data)))
}

// readOnce reads up to n bytes: what is there, and if more than the buffer holds is wanted, or nothing is there, what the raw file gives at once.
func (b *bufFile) readOnce(t *Thread, v Value, n int) ([]byte, bool) {
	have := b.take(min(n, len(b.rbuf)-b.rpos))
	if n == 0 || len(have) > 0 && n-len(have) <= b.size {
		return have, true
	}
	out, ok := object.Grow(t, []byte(nil), len(have))
	if !ok {
		return nil, false
	}
	out = append(out, have...)
	k, ok := b.fillAny(t, v)
	if !ok {
		return nil, false
	}
	if out, ok = object.Grow(t, out, k); !ok {
		return nil, false
	}
	return append(out, b.take(min(k, n-len(out)))...), true
}

func bufReadline(t *Thread, v Value, args []Value) Value {
	limit, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	b := openBuf(t, v, "readline of")
	if b == nil {
		return null
	}
	var line []byte
	for {
		rest := b.unread()
		n := bytes.IndexByte(rest, '\n') + 1
		done := n > 0
		if !done {
			n = len(rest)
		}
		if limit >= 0 && int64(len(line)+n) >= limit {
			n, done = int(limit)-len(line), true
		}
		part := b.take(n)
		if done {
			if line == nil {
				return object.NewBytes(t, part)
			}
			return object.NewBytes(t, append(line, part...))
		}
		grown, ok := object.Grow(t, line, len(part))
		if !ok {
			return null
		}
		line = append(grown, part...)
		k, ok := b.fillAny(t, v)
		if !ok {
			return null
		}
		if k == 0 {
			return object.NewBytes(t, line)
		}
	}
}

// nextLine is __next__ of files: a subclass's own readline is respected.
func nextLine(t *Thread, v Value, step object.StepFunc, readline func(t *Thread, v Value, args []Value) Value) Value {
	var line Value
	if object.ShapeOf(v).Type.Flags&object.TypeHeap == 0 {
		if line, _ = step(t, v, 0); line != null {
			return line
		}
		line = readline(t, v, nil)
	} else {
		line = object.CallMethod0(t, v, t.N(object.N_readline))
	}
	if line == null || object.Len(t, line) <= 0 {
		return null
	}
	return line
}

func bufWrite(t *Thread, v, data Value) Value {
	if object.IsStr(data) {
		return object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, data))
	}
	p, ok := native.BufferOf(t, data)
	if !ok {
		return null
	}
	b := openBuf(t, v, "write to")
	if b == nil {
		return null
	}
	if !b.writeAny(t, v, p) {
		return null
	}
	return object.SmallInt(int64(len(p)))
}

// writeAny is write for any raw file.
func (b *bufFile) writeAny(t *Thread, v Value, p []byte) bool {
	if b.quick() {
		if err := b.write(p); err != nil {
			native.RaiseIO(t, err, null)
			return false
		}
		return true
	}
	if !b.rewind(t, v) {
		return false
	}
	if len(b.wbuf)+len(p) > b.size || len(p) >= b.size {
		if !b.flushAny(t, v) {
			return t.Matches(object.TBlockingIOError) && b.keep(t, v, p)
		}
		if !b.turn(t, v) {
			return false
		}
		defer func() { b.writing = 0 }()
		for all := len(p); len(p) >= b.size; {
			n := b.rawWrite(t, v, p)
			if n == wouldBlock && b.hoard(t, v, p[:b.size]) {
				raiseBlocked(t, all-len(p)+b.size)
			}
			if n < 0 || t.Exc != null {
				return false
			}
			p = p[n:]
		}
	}
	return b.hoard(t, v, p)
}

// rewind forgets what was read ahead; the raw file goes back to where the reader is.
func (b *bufFile) rewind(t *Thread, v Value) bool {
	n := len(b.rbuf) - b.rpos
	if n == 0 {
		return true
	}
	if b.raw != nil {
		if err := b.dropRead(); err != nil {
			native.RaiseIO(t, err, null)
			return false
		}
		return true
	}
	b.rbuf, b.rpos = b.rbuf[:0], 0
	return native.Call2(t, object.As[ioObject](v).Ref, "seek", object.SmallInt(int64(-n)), object.SmallInt(1)) != null
}

// keep holds as much back as there is room for of what a raw file did not take: all of it, or the exception says how much.
func (b *bufFile) keep(t *Thread, v Value, p []byte) bool {
	t.ClearExc()
	room := max(b.size-len(b.wbuf), 0)
	if len(p) <= room {
		return b.hoard(t, v, p)
	}
	if b.hoard(t, v, p[:room]) {
		raiseBlocked(t, room)
	}
	return false
}

// hoard adds to what is held back.
func (b *bufFile) hoard(t *Thread, v Value, p []byte) bool {
	ok := false
	if b.wbuf, ok = object.Held(t, object.As[ioObject](v).Handle, 1, b.wbuf, len(p)); ok {
		b.wbuf = append(b.wbuf, p...)
	}
	return ok
}

func bufFlush(t *Thread, v Value) Value {
	b := openBuf(t, v, "flush of")
	if b == nil {
		return null
	}
	if !b.flushAny(t, v) {
		return null
	}
	if b.writable && b.readable && len(b.rbuf) > b.rpos && b.raw != nil {
		if err := b.dropRead(); err != nil {
			return native.RaiseIO(t, err, null)
		}
	}
	if b.raw == nil {
		return object.CallMethod0(t, object.As[ioObject](v).Ref, t.N(object.N_flush))
	}
	return none
}

// flushAndClose closes v, which writes to below: both are tried, and below is closed whatever happens. A file that is closed stays so.
func flushAndClose(t *Thread, v, below Value, forget func()) Value {
	c := IsClosed(t, v)
	if c < 0 {
		return null
	}
	if c == 1 {
		return none
	}
	if isFinalizing(v) {
		native.Call1(t, below, "_dealloc_warn", v)
		t.ClearExc()
	}
	failed := object.CallMethod0(t, v, t.N(object.N_flush)) == null
	exc := t.Exc
	t.ClearExc()
	r := object.CallMethod0(t, below, t.N(object.N_close))
	forget()
	if failed {
		if t.Exc != null {
			object.As[object.Exception](t.Exc).Context = exc
		} else {
			t.Exc = exc
		}
		return null
	}
	if r == null {
		return null
	}
	return none
}

func bufClose(t *Thread, v Value) Value {
	b := stateOf[bufFile](t, v)
	if b == nil {
		return null
	}
	raw := refOf(t, v)
	if raw == null {
		return null
	}
	return flushAndClose(t, v, raw, func() {
		b.wbuf, b.rbuf, b.rpos = nil, nil, 0
		delete(b.host.files, b)
	})
}

func bufDetach(t *Thread, v Value) Value {
	raw := refOf(t, v)
	if raw == null || object.CallMethod0(t, v, t.N(object.N_flush)) == null {
		return null
	}
	b := stateOf[bufFile](t, v)
	if b == nil {
		return null
	}
	delete(b.host.files, b)
	if b.raw != nil {
		b.raw.above = nil
	}
	b.raw, b.detached = nil, true
	object.As[ioObject](v).Ref = null
	return raw
}

func bufTell(t *Thread, v Value) Value {
	b := openBuf(t, v, "I/O operation on")
	if b == nil {
		return null
	}
	held := int64(len(b.wbuf)) - int64(len(b.unread()))
	if b.raw != nil {
		n, err := b.raw.Seek(0, io.SeekCurrent)
		return SizeOrError(t)(n+held, err)
	}
	r := native.Call0(t, object.As[ioObject](v).Ref, "tell")
	if r == null {
		return null
	}
	n, ok := position(t, r)
	if !ok {
		return null
	}
	return object.NewInt(t, max(n+held, 0)) // files that are not about places say anything
}

func bufSeek(t *Thread, v Value, args []Value) Value {
	pos, whence, ok := SeekArgs(t, args)
	if !ok {
		return null
	}
	b := openBuf(t, v, "seek of")
	if b == nil {
		return null
	}
	if whence < 0 || whence > 2 {
		return object.Raise(t, object.TValueError, "whence value %d unsupported", whence)
	}
	at, known := int64(0), false // where the raw file is
	if b.raw != nil {
		var err error
		at, err = b.raw.Seek(0, io.SeekCurrent)
		known, ok = err == nil && len(b.wbuf) == 0, err == nil
	} else {
		ok = truthOf(t, object.As[ioObject](v).Ref, "seekable") == 1
	}
	if !ok {
		if t.Exc != null {
			return null
		}
		return unsupported(t, "File or stream is not seekable.")
	}
	if !b.flushAny(t, v) {
		return null
	}
	if unread := int64(len(b.unread())); unread > 0 && whence != 2 {
		if !known {
			if at, ok = b.rawPosition(t, v); !ok {
				return null
			}
		}
		by := pos // how far from where the reader is
		if whence == 0 {
			by -= at - unread
		}
		if by >= -int64(b.rpos) && by <= unread { // the buffer has it: raw streams may be slow to go back, as those of compressed files are
			b.rpos += int(by)
			return object.NewInt(t, max(at-unread+by, 0))
		}
	}
	if whence == 1 {
		pos -= int64(len(b.unread()))
	}
	b.rbuf, b.rpos = b.rbuf[:0], 0
	if b.raw != nil {
		return SizeOrError(t)(b.raw.Seek(pos, whence))
	}
	p := object.NewInt(t, pos)
	if p == null {
		return null
	}
	r := native.Call2(t, object.As[ioObject](v).Ref, "seek", p, object.SmallInt(int64(whence)))
	if r == null {
		return null
	}
	n, ok := position(t, r)
	if !ok {
		return null
	}
	return object.NewInt(t, n)
}

// position is what seek or tell of a raw file returned.
func position(t *Thread, r Value) (int64, bool) {
	n, ok := object.AsSize(t, r, object.TOverflowError)
	if ok && n < 0 {
		object.Raise(t, object.TOSError, "Raw stream returned invalid position %d", n)
		return 0, false
	}
	return n, ok
}

// rawPosition is where the raw stream is.
func (b *bufFile) rawPosition(t *Thread, v Value) (int64, bool) {
	if b.raw != nil {
		at, err := b.raw.Seek(0, io.SeekCurrent)
		if err != nil {
			native.RaiseIO(t, err, null)
		}
		return at, err == nil
	}
	p := native.Call0(t, object.As[ioObject](v).Ref, "tell")
	if p == null {
		return 0, false
	}
	return position(t, p)
}

func bufTruncate(t *Thread, v Value, args []Value) Value {
	b := openBuf(t, v, "truncate of")
	if b == nil {
		return null
	}
	if !b.writable {
		return unsupported(t, "truncate")
	}
	if !b.flushAny(t, v) {
		return null
	}
	if b.raw != nil {
		if err := b.dropRead(); err != nil {
			return native.RaiseIO(t, err, null)
		}
		return b.raw.truncate(t, args)
	}
	if !b.rewind(t, v) {
		return null
	}
	size := none
	if len(args) > 0 {
		size = args[0]
	}
	return native.Call1(t, object.As[ioObject](v).Ref, "truncate", size)
}
