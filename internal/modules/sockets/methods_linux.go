// Connecting sockets of the system, and their options.

package sockets

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

var realMethods = []FuncDef{
	{Name: "_accept", Sig: "()", F0: accept},
	{Name: "bind", Sig: "(object, /)", F1: bind},
	{Name: "connect", Sig: "(object, /)", F1: func(t *Thread, v, a Value) Value {
		errno, ok := connect(t, v, a, "connect")
		switch {
		case !ok:
			return null
		case errno != 0:
			return native.RaiseIO(t, errno, null)
		}
		return none
	}},
	{Name: "connect_ex", Sig: "(object, /)", F1: func(t *Thread, v, a Value) Value {
		errno, ok := connect(t, v, a, "connect_ex")
		if !ok && t.ClearIf(object.TTimeoutError) {
			errno, ok = syscall.EAGAIN, true
		}
		if !ok {
			return null
		}
		return object.SmallInt(int64(errno))
	}},
	{Name: "getpeername", Sig: "()", F0: func(t *Thread, v Value) Value { return addressBy(t, v, unix.SYS_GETPEERNAME) }},
	{Name: "getsockname", Sig: "()", F0: func(t *Thread, v Value) Value { return addressBy(t, v, unix.SYS_GETSOCKNAME) }},
	{Name: "getsockopt", Sig: "(level, option, buffersize=0, /)", MinArgs: 2, MaxArgs: 3, FN: getOption},
	{Name: "setsockopt", Sig: "(level, option, value, optlen, /)", MinArgs: 3, MaxArgs: 4, FN: setOption},
	{Name: "listen", Sig: "(backlog=128, /)", MaxArgs: 1, FN: func(t *Thread, v Value, a []Value) Value {
		n := 128
		if len(a) > 0 {
			var ok bool
			if n, ok = object.AsInt(t, a[0]); !ok {
				return null
			}
		}
		if !mayListen(t, v) {
			return null
		}
		return outcome(t, unix.Listen(int(sockOf(v).FD), max(n, 0)))
	}},
	{Name: "recvfrom", Sig: "(bufsize, flags=0, /)", MinArgs: 1, MaxArgs: 2, FN: recvFrom},
	{Name: "recvfrom_into", Sig: "(buffer, nbytes=0, flags=0)", Fn: recvFromInto},
	{Name: "recvmsg", Sig: "(bufsize, ancbufsize=0, flags=0, /)", MinArgs: 1, MaxArgs: 3, FN: recvMessage},
	{Name: "recvmsg_into", Sig: "(buffers, ancbufsize=0, flags=0, /)", MinArgs: 1, MaxArgs: 3, FN: recvMessageInto},
	{Name: "sendall", Sig: "(data, flags=0, /)", MinArgs: 1, MaxArgs: 2, FN: sendAll},
	{Name: "sendmsg", Sig: "(buffers, ancdata=(), flags=0, address=None, /)", MinArgs: 1, MaxArgs: 4, FN: sendMessage},
	{Name: "sendto", Sig: "(data, *args)", MaxArgs: -1, FN: sendToMethod},
	{Name: "shutdown", Sig: "(object, /)", F1: func(t *Thread, v, how Value) Value {
		n, ok := object.AsInt(t, how)
		if !ok {
			return null
		}
		return outcome(t, unix.Shutdown(int(sockOf(v).FD), n))
	}},
}

func outcome(t *Thread, err error) Value {
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// isReal reports whether a socket is one of the system's, or closed; otherwise an exception is set.
func isReal(t *Thread, v Value) bool {
	if endOf(t, v) == nil {
		return true
	}
	denied(t)
	return false
}

func accept(t *Thread, v Value) Value {
	if !isReal(t, v) {
		return null
	}
	var a sockaddr
	fd, again := -1, false
	var waits waits
	defer waits.over()
	for waited := sockOf(v).Wait == 0; ; waited = true {
		if !waited && !await(t, v, unix.POLLIN, &waits) {
			return null
		}
		n, errno := rawAccept(waits.fd(v), &a)
		switch {
		case errno == 0:
			fd = n
		case (errno == syscall.EMFILE || errno == syscall.ENFILE) && !again:
			again = true
			if _, ok := object.Collect(t); !ok {
				return null
			}
			continue
		case errno == syscall.EINTR, errno == syscall.EAGAIN && sockOf(v).Wait != 0:
			if !t.Poll() || errno == syscall.EAGAIN && !await(t, v, unix.POLLIN, &waits) {
				return null
			}
			continue
		default:
			return native.RaiseIO(t, errno, null)
		}
		break
	}
	took(t, fd)
	w := addressValue(t, fd, &a, sockOf(v).Proto)
	if w == null {
		closeNumber(t, fd)
		return null
	}
	return object.Pair(t, object.SmallInt(int64(fd)), w)
}

func bind(t *Thread, v, given Value) Value {
	var a sockaddr
	if !isReal(t, v) || !addressOf(t, v, given, "bind", &a) {
		return null
	}
	if native.Auditing(t) && !object.Audit(t, "socket.bind", v, given) {
		return null
	}
	if !reach(t, v, system.NetListen, &a) {
		return null
	}
	if errno := onAddress(unix.SYS_BIND, int(sockOf(v).FD), &a); errno != 0 {
		return native.RaiseIO(t, errno, null)
	}
	return none
}

// busyStep is how long connecting waits where the system cannot tell when it may be tried again.
const busyStep = 5 * time.Millisecond

// connect connects a socket: the system's error, or false if an exception is set.
func connect(t *Thread, v, given Value, caller string) (errno syscall.Errno, ok bool) {
	var a sockaddr
	if !isReal(t, v) || !addressOf(t, v, given, caller, &a) {
		return 0, false
	}
	if native.Auditing(t) && !object.Audit(t, "socket.connect", v, given) {
		return 0, false
	}
	if !reach(t, v, system.NetDial, &a) {
		return 0, false
	}
	s := sockOf(v)
	fd := int(s.FD)
	if s.Wait < 0 { // the descriptor is a blocking one
		if err := setBlocking(fd, false); err != nil {
			return native.ErrnoOf(err), true
		}
		defer func() {
			if sockOf(v).FD == int64(fd) { // and was not closed meanwhile
				setBlocking(fd, true)
			}
		}()
	}
	var w waits
	defer w.over()
	for {
		errno = onAddress(unix.SYS_CONNECT, fd, &a)
		switch {
		case errno == syscall.EINTR:
			if !t.Poll() {
				return 0, false
			}
			continue
		case errno == syscall.EAGAIN && s.Wait != 0 && a.family() == unix.AF_UNIX: // its queue is full
			sys := native.SystemOf(t)
			if w.end == 0 {
				w.end = timemod.Deadline(sys, max(time.Duration(s.Wait), 0))
			}
			if s.Wait > 0 && sys.Monotonic() >= w.end {
				object.Raise(t, object.TTimeoutError, "timed out")
				return 0, false
			}
			t.Outside(func() { sys.Sleep(busyStep) })
			if !t.Poll() {
				return 0, false
			}
			continue
		case errno != syscall.EINPROGRESS || s.Wait == 0:
			return errno, true
		}
		break
	}
	if !await(t, v, unix.POLLOUT, &w) {
		return 0, false
	}
	n, err := unix.GetsockoptInt(w.fd(v), unix.SOL_SOCKET, unix.SO_ERROR)
	if err != nil {
		return native.ErrnoOf(err), true
	}
	if n == int(syscall.EISCONN) {
		n = 0
	}
	return syscall.Errno(n), true
}

func addressBy(t *Thread, v Value, trap uintptr) Value {
	if endOf(t, v) != nil {
		return object.NewStr(t, "")
	}
	var a sockaddr
	s := sockOf(v)
	if errno := addressFrom(trap, int(s.FD), &a); errno != 0 {
		return native.RaiseIO(t, errno, null)
	}
	return addressValue(t, int(s.FD), &a, s.Proto)
}

func getOption(t *Thread, v Value, a []Value) Value {
	level, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	name, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	size := 0
	if len(a) > 2 {
		if size, ok = object.AsInt(t, a[2]); !ok {
			return null
		}
	}
	if !isReal(t, v) {
		return null
	}
	fd := int(sockOf(v).FD)
	if size == 0 && sockOf(v).Family == unix.AF_VSOCK { // whose options are of 64 bits
		var b [8]byte
		if _, errno := rawGetOption(fd, level, name, b[:]); errno != 0 {
			return native.RaiseIO(t, errno, null)
		}
		return object.NewUint(t, *(*uint64)(unsafe.Pointer(&b)))
	}
	if size == 0 {
		var b [4]byte
		if _, errno := rawGetOption(fd, level, name, b[:]); errno != 0 {
			return native.RaiseIO(t, errno, null)
		}
		return object.SmallInt(int64(*(*int32)(unsafe.Pointer(&b))))
	}
	if size < 0 || size > 1024 {
		return object.Raise(t, object.TOSError, "getsockopt buflen out of range")
	}
	var b [1024]byte
	n, errno := rawGetOption(fd, level, name, b[:size])
	if errno != 0 {
		return native.RaiseIO(t, errno, null)
	}
	return object.NewBytes(t, b[:min(n, size)])
}

func setOption(t *Thread, v Value, a []Value) Value {
	level, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	name, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	if !isReal(t, v) {
		return null
	}
	fd := int(sockOf(v).FD)
	errno := syscall.Errno(0)
	switch {
	case len(a) == 4:
		if a[2] != none {
			return object.Raise(t, object.TTypeError, "socket option should be integer, bytes-like object or None")
		}
		n, ok := object.AsInt(t, a[3])
		if !ok {
			return null
		}
		errno = rawSetOption(fd, level, name, 0, uintptr(uint32(n)))
	case native.IsInt(a[2]):
		n, ok := object.AsInt(t, a[2])
		if !ok {
			return null
		}
		if sockOf(v).Family == unix.AF_VSOCK { // whose options are wider
			x := uint64(n)
			errno = rawSetOption(fd, level, name, uintptr(unsafe.Pointer(&x)), 8)
			break
		}
		x := int32(n)
		errno = rawSetOption(fd, level, name, uintptr(unsafe.Pointer(&x)), 4)
	default:
		b, ok := native.BytesArg(t, a[2])
		if !ok {
			return null
		}
		errno = rawSetOption(fd, level, name, pointer(b), uintptr(len(b)))
	}
	if errno != 0 {
		return native.RaiseIO(t, errno, null)
	}
	return none
}
