// Sending and receiving on sockets of the system.

package sockets

import (
	"encoding/binary"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// attempt tries a call on a socket until it is done: where it would have to wait, await does. once: flags forbid that. False: an exception is set.
func attempt(t *Thread, v Value, events int16, once bool, try func(fd int) syscall.Errno) bool {
	var w waits
	defer w.over()
	for {
		errno := try(w.fd(v))
		switch {
		case errno == 0:
			return true
		case errno == syscall.EINTR:
			if !t.Poll() {
				return false
			}
		case errno != syscall.EAGAIN || sockOf(v).Wait == 0 || once:
			native.RaiseIO(t, errno, null)
			return false
		case !await(t, v, events, &w):
			return false
		}
	}
}

func errorOf(errno syscall.Errno) error {
	if errno == 0 {
		return nil
	}
	return errno
}

func receiveNow(v Value, b []byte) (int, error) {
	n, errno := rawRecv(int(sockOf(v).FD), b, 0, nil)
	return n, errorOf(errno)
}

func sendNow(v Value, b []byte) (int, error) {
	n, errno := rawSend(int(sockOf(v).FD), b, 0, nil)
	return n, errorOf(errno)
}

func waitFor(t *Thread, v Value, send bool, end *int64) bool {
	w, events := waits{end: *end}, int16(unix.POLLIN)
	if send {
		events = unix.POLLOUT
	}
	ok := await(t, v, events, &w)
	w.over()
	*end = w.end
	return ok
}

// keptRoom is how many bytes of Go's memory a runtime keeps for receiving.
const keptRoom = 256 << 10

// room is memory for n bytes until the next call; nil: MemoryError is set.
func room(t *Thread, n int64) []byte {
	if n > keptRoom {
		b := object.Scratch[byte](t, int(min(n, 1<<44)))
		if b == nil {
			return nil
		}
		return b[:n]
	}
	h := socketsKey.Of(t.RT)
	if int64(len(h.buf)) < n {
		h.buf = make([]byte, max(n, 16<<10))
	}
	return h.buf[:n:n]
}

// recvBytes receives up to n bytes as bytes; from: with the address that they come from.
func recvBytes(t *Thread, v Value, n int64, flags int, from bool) Value {
	var b []byte
	var a sockaddr
	p := &a
	if !from {
		p = nil
	}
	k := 0
	if flags&unix.MSG_WAITALL != 0 && n > 0 && !from {
		return recvAll(t, v, n, flags)
	}
	if h := socketsKey.Of(t.RT); h.last >= much && !from {
		if r := recvMuch(t, v, n, flags); r != null || t.Exc != null {
			return r
		}
	}
	if !attempt(t, v, unix.POLLIN, flags&unix.MSG_DONTWAIT != 0, func(fd int) (errno syscall.Errno) {
		if b = room(t, n); b == nil && n > 0 { // after a wait it may be another's
			k = -1
			return 0
		}
		k, errno = rawRecv(fd, b, flags, p)
		return errno
	}) || k < 0 {
		return null
	}
	socketsKey.Of(t.RT).last = int64(k)
	r := object.NewBytes(t, b[:min(k, len(b))])
	if r == null || !from {
		return r
	}
	if w := addressValue(t, int(sockOf(v).FD), &a, sockOf(v).Proto); w != null {
		return object.Pair(t, r, w)
	}
	return null
}

// much is how many bytes are worth a question to the system, how many there are. Where the last ones were as many as the program asks for, so are the
// next ones.
const much = 32 << 10

// recvMuch receives what there is of a stream, if that is much, into the object that is made of it. Null: there is less, or receiving failed, or
// an exception is set.
func recvMuch(t *Thread, v Value, n int64, flags int) Value {
	s, h := sockOf(v), socketsKey.Of(t.RT)
	if n < much || s.Kind != unix.SOCK_STREAM {
		return null
	}
	if h.last < n {
		if n = min(n, int64(rawWaiting(int(s.FD)))); n < much {
			return null
		}
	}
	r, b := object.RawBytes(t, int(n))
	if r == null {
		return null
	}
	k, errno := rawRecv(int(s.FD), b, flags, nil)
	if errno != 0 {
		return null
	}
	if h.last = int64(k); k < len(b) {
		return object.NewBytes(t, b[:k])
	}
	return r
}

// recvAll receives n bytes, or what there is until the end (MSG_WAITALL).
func recvAll(t *Thread, v Value, n int64, flags int) Value {
	b := object.Scratch[byte](t, int(min(n, 1<<44)))
	if b == nil {
		return null
	}
	got := 0
	for b = b[:n]; got < len(b); {
		k := 0
		if !attempt(t, v, unix.POLLIN, false, func(fd int) (errno syscall.Errno) {
			k, errno = rawRecv(fd, b[got:], flags&^unix.MSG_WAITALL, nil)
			return errno
		}) {
			return null
		}
		if got += k; k == 0 || sockOf(v).Wait == 0 || flags&unix.MSG_PEEK != 0 {
			break
		}
	}
	return object.NewBytes(t, b[:got])
}

// recvBuffer receives into a buffer; from: it gives the address that the data comes from too.
func recvBuffer(t *Thread, v, buffer Value, n int64, flags int, from bool) Value {
	var a sockaddr
	p := &a
	if !from {
		p = nil
	}
	k := 0
	failed := false
	if !attempt(t, v, unix.POLLIN, flags&unix.MSG_DONTWAIT != 0, func(fd int) (errno syscall.Errno) {
		into, ok := native.WritableBuffer(t, buffer, "recv_into() argument 1") // after a wait it may have changed
		if failed = !ok; failed {
			return 0
		}
		k, errno = rawRecv(fd, into[:min(n, int64(len(into)))], flags, p)
		return errno
	}) || failed {
		return null
	}
	if !from {
		return object.SmallInt(int64(k))
	}
	w := addressValue(t, int(sockOf(v).FD), &a, sockOf(v).Proto)
	if w == null {
		return null
	}
	return object.Pair(t, object.SmallInt(int64(k)), w)
}

// sendSome sends as much of data as goes at once.
func sendSome(t *Thread, v, data Value, flags int) Value { return sendTo(t, v, data, flags, nil) }

func sendTo(t *Thread, v, data Value, flags int, to *sockaddr) Value {
	k := 0
	failed := false
	if !attempt(t, v, unix.POLLOUT, flags&unix.MSG_DONTWAIT != 0, func(fd int) (errno syscall.Errno) {
		b, ok := native.BytesArg(t, data)
		if failed = !ok; failed {
			return 0
		}
		k, errno = rawSend(fd, b, flags, to)
		return errno
	}) || failed {
		return null
	}
	return object.SmallInt(int64(k))
}

// sendAll is the method sendall. Its timeout is for all of it.
func sendAll(t *Thread, v Value, a []Value) Value {
	flags, ok := flagsArg(t, a, 1)
	if !ok {
		return null
	}
	var w waits
	defer w.over()
	for sent := 0; ; {
		b, ok := native.BytesArg(t, a[0])
		if !ok {
			return null
		}
		s := sockOf(v)
		if sent >= len(b) {
			if sent == 0 && s.FD < 0 {
				return native.RaiseIO(t, syscall.EBADF, null)
			}
			return none
		}
		k, errno := rawSend(w.fd(v), b[sent:], flags, nil)
		switch {
		case errno == 0:
			if sent += k; sent < len(b) && !t.Poll() {
				return null
			}
		case errno == syscall.EINTR:
			if !t.Poll() {
				return null
			}
		case errno != syscall.EAGAIN || s.Wait == 0 || flags&unix.MSG_DONTWAIT != 0:
			return native.RaiseIO(t, errno, null)
		case !await(t, v, unix.POLLOUT, &w):
			return null
		}
	}
}

// sendToMethod is sendto(data[, flags], address).
func sendToMethod(t *Thread, v Value, a []Value) Value {
	if len(a) < 2 || len(a) > 3 {
		return object.Raise(t, object.TTypeError, "sendto() takes 2 or 3 arguments (%d given)", len(a))
	}
	if _, ok := native.BytesArg(t, a[0]); !ok {
		return null
	}
	flags := 0
	if len(a) == 3 {
		var ok bool
		if flags, ok = object.AsInt(t, a[1]); !ok {
			return null
		}
	}
	var to sockaddr
	if !addressOf(t, v, a[len(a)-1], "sendto", &to) {
		return null
	}
	if native.Auditing(t) && !object.Audit(t, "socket.sendto", v, a[len(a)-1]) {
		return null
	}
	if !reach(t, v, system.NetDial, &to) {
		return null
	}
	return sendTo(t, v, a[0], flags, &to)
}

func recvFrom(t *Thread, v Value, a []Value) Value {
	n, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	flags, ok := flagsArg(t, a, 1)
	if !ok {
		return null
	}
	if n < 0 {
		return object.Raise(t, object.TValueError, "negative buffersize in recvfrom")
	}
	return recvBytes(t, v, n, flags, true)
}

func recvFromInto(t *Thread, v Value, a []Value) Value {
	n, flags, ok := intoArgs(t, "recvfrom_into", a)
	if !ok {
		return null
	}
	return recvBuffer(t, v, a[0], n, flags, true)
}

// vectors are the buffers of a message.
type vectors struct {
	list, held *object.List // the objects, and those of them that were made for the call
	iov        []unix.Iovec
}

// open takes the buffers of an iterable. False: an exception is set.
func (x *vectors) open(t *Thread, v Value, caller string) (ok bool) {
	if x.list = object.ListFromIterable(t, v); x.list == nil {
		if t.ClearIf(object.TTypeError) {
			object.Raise(t, object.TTypeError, "%s() argument 1 must be an iterable", caller)
		}
		return false
	}
	x.held, ok = native.HoldBuffers(t, x.list)
	return ok
}

// close gives the buffers back.
func (x *vectors) close(t *Thread) { native.ReleaseBuffers(t, x.held) }

// fill puts the addresses of the buffers into iov. False: an exception is set.
func (x *vectors) fill(t *Thread, writable bool) bool {
	n := x.list.Len()
	if x.iov == nil && n > 0 {
		if x.iov = object.Scratch[unix.Iovec](t, n); x.iov == nil {
			return false
		}
	}
	x.iov = x.iov[:min(n, cap(x.iov))]
	for i := range x.iov {
		var b []byte
		ok := i < x.list.Len() // which no program should have, but for gc.get_objects
		if !ok {
			object.Raise(t, object.TRuntimeError, "buffers changed during the call")
		} else if writable {
			b, ok = native.WritableBuffer(t, *x.list.At(i), "")
			if !ok && t.ClearIf(object.TTypeError) {
				object.Raise(t, object.TTypeError, "recvmsg_into() argument 1 must be an iterable of single-segment read-write buffers")
			}
		} else {
			b, ok = native.BytesArg(t, *x.list.At(i))
		}
		if !ok {
			return false
		}
		x.iov[i].Base = unsafe.SliceData(b)
		x.iov[i].SetLen(len(b))
	}
	return true
}

// message has m refer to the buffers.
func (x *vectors) message(m *unix.Msghdr) {
	m.Iov = unsafe.SliceData(x.iov)
	m.SetIovlen(len(x.iov))
}

// maxVectors is how many buffers a message may have (IOV_MAX).
const maxVectors = 1024

// sendMessage is sendmsg(buffers[, ancdata[, flags[, address]]]).
func sendMessage(t *Thread, v Value, a []Value) Value {
	var x vectors
	if !x.open(t, a[0], "sendmsg") {
		return null
	}
	r := x.sendTo(t, v, a)
	x.close(t)
	return r
}

// sendTo reads the other arguments of sendmsg.
func (x *vectors) sendTo(t *Thread, v Value, a []Value) Value {
	if !x.fill(t, false) {
		return null
	}
	var control []byte
	if len(a) > 1 {
		var ok bool
		if control, ok = controlOf(t, a[1]); !ok {
			return null
		}
	}
	flags, ok := flagsArg(t, a, 2)
	if !ok {
		return null
	}
	var to sockaddr
	given := len(a) > 3 && a[3] != none
	if given && !addressOf(t, v, a[3], "sendmsg", &to) {
		return null
	}
	if native.Auditing(t) && !object.Audit(t, "socket.sendmsg", v, object.Optional(a, 3, none)) {
		return null
	}
	if given && !reach(t, v, system.NetDial, &to) {
		return null
	}
	if x.list.Len() > maxVectors {
		return native.RaiseIO(t, syscall.EMSGSIZE, null)
	}
	return x.send(t, v, control, flags, &to, given)
}

func (x *vectors) send(t *Thread, v Value, control []byte, flags int, to *sockaddr, given bool) Value {
	k, failed := 0, false
	if !attempt(t, v, unix.POLLOUT, flags&unix.MSG_DONTWAIT != 0, func(fd int) (errno syscall.Errno) {
		if failed = !x.fill(t, false); failed {
			return 0
		}
		var m unix.Msghdr
		x.message(&m)
		if given {
			m.Name, m.Namelen = unsafe.SliceData(to.data[:]), to.len
		}
		if len(control) > 0 {
			m.Control = unsafe.SliceData(control)
			m.SetControllen(len(control))
		}
		k, errno = rawMessage(unix.SYS_SENDMSG, fd, &m, flags)
		return errno
	}) || failed {
		return null
	}
	return object.SmallInt(int64(k))
}

const maxControl = 1 << 20 // more than the system takes

// controlOf makes ancillary data of an iterable of (level, type, data).
func controlOf(t *Thread, v Value) ([]byte, bool) {
	l := object.ListFromIterable(t, v)
	if l == nil {
		if t.ClearIf(object.TTypeError) {
			object.Raise(t, object.TTypeError, "sendmsg() argument 2 must be an iterable")
		}
		return nil, false
	}
	var b []byte
	for i := 0; i < l.Len(); i++ {
		item := object.SequenceFast(t, *l.At(i), "[sendmsg() ancillary data items must be tuples]", null)
		if item == null {
			return nil, false
		}
		parts := object.FastItems(item)
		if len(parts) != 3 {
			object.Raise(t, object.TTypeError, "[sendmsg() ancillary data items] must be sequence of length 3, not %d", len(parts))
			return nil, false
		}
		x, y, z := parts[0], parts[1], parts[2]
		level, ok := object.AsInt(t, x)
		if !ok {
			return nil, false
		}
		kind, ok := object.AsInt(t, y)
		if !ok {
			return nil, false
		}
		data, ok := native.BytesArg(t, z)
		if !ok {
			return nil, false
		}
		if len(b)+len(data) > maxControl {
			object.Raise(t, object.TOSError, "ancillary data item too large")
			return nil, false
		}
		at := len(b)
		b = append(b, make([]byte, unix.CmsgSpace(len(data)))...)
		h := (*unix.Cmsghdr)(unsafe.Pointer(&b[at]))
		h.Level, h.Type = int32(level), int32(kind)
		h.SetLen(unix.CmsgLen(len(data)))
		copy(b[at+unix.CmsgLen(0):], data)
	}
	return b, true
}

// received makes the list of ancillary data.
func received(t *Thread, b []byte) Value {
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for len(b) >= unix.SizeofCmsghdr {
		h := (*unix.Cmsghdr)(unsafe.Pointer(unsafe.SliceData(b)))
		n := min(int(h.Len), len(b))
		if n < unix.CmsgLen(0) {
			break
		}
		if data := b[unix.CmsgLen(0):n]; h.Level == unix.SOL_SOCKET && h.Type == unix.SCM_RIGHTS {
			for ; len(data) >= 4; data = data[4:] {
				fd := int(binary.NativeEndian.Uint32(data))
				rawFcntl(fd, unix.F_SETFD, unix.FD_CLOEXEC)
				took(t, fd)
			}
		}
		data := object.NewBytes(t, b[unix.CmsgLen(0):n])
		if data == null {
			return null
		}
		item := object.Triple(t, object.SmallInt(int64(h.Level)), object.SmallInt(int64(h.Type)), data)
		if item == null || !list.Append(t, item) {
			return null
		}
		b = b[min(unix.CmsgSpace(n-unix.CmsgLen(0)), len(b)):]
	}
	return object.Of(list)
}

// recvMessage receives a message into buffers: what was received, ancillary data, flags and the address; what makes the first of them.
func (x *vectors) recv(t *Thread, v Value, a []Value, name string, data func(n int) Value) Value {
	size := int64(0)
	if len(a) > 1 {
		var ok bool
		if size, ok = object.AsSize(t, a[1], object.TOverflowError); !ok {
			return null
		}
	}
	flags, ok := flagsArg(t, a, 2)
	if !ok {
		return null
	}
	if size < 0 || size > maxControl {
		return object.Raise(t, object.TValueError, "invalid ancillary data buffer length")
	}
	if x.list.Len() > maxVectors {
		return object.Raise(t, object.TOSError, "%s() argument 1 is too long", name)
	}
	control := make([]byte, size)
	var from sockaddr
	var m unix.Msghdr
	k, failed := 0, false
	if !attempt(t, v, unix.POLLIN, flags&unix.MSG_DONTWAIT != 0, func(fd int) (errno syscall.Errno) {
		if failed = !x.fill(t, true); failed {
			return 0
		}
		m = unix.Msghdr{Name: unsafe.SliceData(from.data[:]), Namelen: uint32(len(from.data))}
		x.message(&m)
		if size > 0 {
			m.Control = unsafe.SliceData(control)
			m.SetControllen(len(control))
		}
		k, errno = rawMessage(unix.SYS_RECVMSG, fd, &m, flags)
		return errno
	}) || failed {
		return null
	}
	from.len = m.Namelen
	r := object.NewTuple(t, 4)
	if r == nil {
		return null
	}
	*r.At(2) = object.SmallInt(int64(m.Flags &^ unix.MSG_CMSG_CLOEXEC))
	if *r.At(1) = received(t, control[:min(int(m.Controllen), len(control))]); *r.At(1) == null {
		return null
	}
	if *r.At(3) = addressValue(t, int(sockOf(v).FD), &from, sockOf(v).Proto); *r.At(3) == null {
		return null
	}
	if *r.At(0) = data(k); *r.At(0) == null {
		return null
	}
	return object.Of(r)
}

// recvMessage is recvmsg(bufsize[, ancbufsize[, flags]]).
func recvMessage(t *Thread, v Value, a []Value) Value {
	n, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	if n < 0 {
		return object.Raise(t, object.TValueError, "negative buffer size in recvmsg()")
	}
	buffer := object.Call1(t, t.Type(object.TByteArray).Value(), object.NewInt(t, n))
	x := vectors{list: object.NewList(t, 0)}
	if buffer == null || x.list == nil || !x.list.Append(t, buffer) {
		return null
	}
	return x.recv(t, v, a, "recvmsg", func(n int) Value {
		b, ok := object.BufferOf(t, buffer)
		if !ok {
			return null
		}
		return object.NewBytes(t, b[:min(n, len(b))])
	})
}

// recvMessageInto is recvmsg_into(buffers[, ancbufsize[, flags]]).
func recvMessageInto(t *Thread, v Value, a []Value) Value {
	var x vectors
	if !x.open(t, a[0], "recvmsg_into") {
		return null
	}
	r := x.recv(t, v, a, "recvmsg_into", func(n int) Value { return object.SmallInt(int64(n)) })
	x.close(t)
	return r
}
