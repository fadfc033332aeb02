// The module _socket, as far as it goes: pairs of sockets within the program, with which event loops wake themselves. There is no network.

package sockets

import (
	"math"
	"syscall"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tSocket = object.AllocTypeID()

// firstSocket is the first number of a socket; there are no such descriptors.
const firstSocket = 1 << 20

// sockEnd is an end of a pair: what was sent to it and not received yet.
type sockEnd struct {
	fd     int
	peer   *sockEnd
	in     []byte
	closed bool
	host   *sockets
}

// sockets are the open ends of a runtime's pairs.
type sockets struct {
	ends map[int]*sockEnd // by their numbers
	wait time.Duration    // the timeout of new sockets, plus one; 0: none
}

var socketsKey = object.NewHostKey(func(*object.Runtime) *sockets { return &sockets{ends: map[int]*sockEnd{}} })

// maxSocketData is how much may wait to be received.
const maxSocketData = 1 << 16

// Close ends an end once: a second time its number may be another's.
func (s *sockEnd) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.host.ends[s.fd] == s {
		delete(s.host.ends, s.fd)
	}
	return nil
}

// sockObject is a _socket.socket.
type sockObject struct {
	header
	Handle              uint64 // of a *sockEnd
	Timeout             Value
	Family, Kind, Proto int64
}

// socketFinalize closes a socket that nobody closed, and says so.
func socketFinalize(t *Thread, v Value) Value {
	if s, ok := t.RT.Heap.Handles().Get(uint32(object.As[sockObject](v).Handle)).(*sockEnd); ok && !s.closed {
		warnings.Unclosed(t, "unclosed", v, v)
		s.Close()
	}
	return none
}

func endOf(t *Thread, v Value) *sockEnd {
	if s, ok := t.RT.Heap.Handles().Get(uint32(object.As[sockObject](v).Handle)).(*sockEnd); ok && !s.closed {
		return s
	}
	native.RaiseIO(t, syscall.EBADF, null)
	return nil
}

func noNetwork(name string) FuncDef {
	return FuncDef{Name: name, MaxArgs: -1, FN: func(t *Thread, v Value, a []Value) Value { return native.RaiseIO(t, syscall.ENOSYS, null) }}
}

func newSocketPair(t *Thread, _ Value, b []Value) Value {
	h := socketsKey.Of(t.RT)
	var ends [2]*sockEnd
	r := object.NewTuple(t, 2)
	if r == nil {
		return null
	}
	for i := range ends {
		fd := firstSocket
		for h.ends[fd] != nil {
			fd++
		}
		ends[i] = &sockEnd{fd: fd, host: h}
		h.ends[fd] = ends[i]
		s := native.Alloc[sockObject](t, t.Type(tSocket))
		if s == nil {
			return null
		}
		s.Handle = uint64(t.RT.Heap.Handles().Put(ends[i]))
		object.TrackFinalizer(t, object.Of(s))
		s.Family, s.Kind, s.Timeout = syscall.AF_UNIX, syscall.SOCK_STREAM, none
		*r.At(i) = object.Of(s)
	}
	ends[0].peer, ends[1].peer = ends[1], ends[0]
	return object.Of(r)
}

func socketSend(t *Thread, v Value, a []Value) Value {
	s := endOf(t, v)
	if s == nil {
		return null
	}
	b, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	if s.peer.closed {
		return native.RaiseIO(t, syscall.EPIPE, null)
	}
	n := min(len(b), maxSocketData-len(s.peer.in))
	if n == 0 && len(b) > 0 {
		return native.RaiseIO(t, syscall.EAGAIN, null)
	}
	s.peer.in = append(s.peer.in, b[:n]...)
	return object.SmallInt(int64(n))
}

func socketRecv(t *Thread, v Value, a []Value) Value {
	s := endOf(t, v)
	if s == nil {
		return null
	}
	n, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	if n < 0 {
		return object.Raise(t, object.TValueError, "negative buffersize in recv")
	}
	if len(s.in) == 0 && !s.peer.closed {
		return native.RaiseIO(t, syscall.EAGAIN, null)
	}
	n = min(n, len(s.in))
	r := object.NewBytes(t, s.in[:n])
	s.in = s.in[n:]
	return r
}

// socketTimeout reads a timeout that is not None: a float of seconds.
func socketTimeout(t *Thread, v Value) (Value, bool) {
	d, ok := timemod.SecondsOf(t, v)
	if ok && d < 0 {
		object.Raise(t, object.TValueError, "Timeout value out of range")
		ok = false
	}
	return object.Float(float64(d) / 1e9), ok
}

func socketRecvInto(t *Thread, v Value, a []Value) Value {
	into, ok := native.WritableBuffer(t, a[0], "recv_into() argument 1")
	if !ok {
		return null
	}
	n := 0
	if a[1] != null {
		if n, ok = object.AsInt(t, a[1]); !ok {
			return null
		}
	}
	s := endOf(t, v)
	if s == nil {
		return null
	}
	switch {
	case n < 0:
		return object.Raise(t, object.TValueError, "negative buffersize in recv_into")
	case n > len(into):
		return object.Raise(t, object.TValueError, "buffer too small for requested bytes")
	case n == 0:
		n = len(into)
	}
	if len(s.in) == 0 && !s.peer.closed && n > 0 {
		return native.RaiseIO(t, syscall.EAGAIN, null)
	}
	if into, ok = native.WritableBuffer(t, a[0], "recv_into() argument 1"); !ok { // __index__ may have changed it
		return null
	}
	n = copy(into[:min(n, len(into))], s.in)
	s.in = s.in[n:]
	return object.SmallInt(int64(n))
}

var _ = iomod.HoldsOpen(tSocket, func(Value) bool { return true })

var _ = object.DefineType(tSocket, object.TypeDef{
	Name: "_socket.socket", Size: unsafe.Sizeof(sockObject{}), Refs: 1 << 2, LayoutFlags: heap.HasHandle, Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			v := object.AllocInstance(t, typ)
			if v != null && typ.ID == tSocket {
				object.TrackFinalizer(t, v)
			}
			return v
		},
		Del: socketFinalize,
		Init: native.BindInit("socket", "(family=-1, type=-1, proto=-1, fileno=None)", func(t *Thread, v Value, b []Value) bool {
			var n [3]Value
			for i := range n {
				k := -1
				if b[i] != null {
					var ok bool
					if k, ok = object.AsInt(t, b[i]); !ok {
						return false
					}
				}
				n[i] = object.SmallInt(int64(k))
			}
			if !object.Audit(t, "socket.__new__", v, n[0], n[1], n[2]) {
				return false
			}
			s := object.As[sockObject](v)
			s.Family, s.Kind, s.Timeout = syscall.AF_UNIX, syscall.SOCK_STREAM, none
			if b[3] != null && b[3] != none {
				fd, ok := object.AsInt(t, b[3])
				if !ok {
					return false
				}
				if end := socketsKey.Of(t.RT).ends[fd]; end != nil {
					s.Handle = uint64(t.RT.Heap.Handles().Put(end))
					return true
				}
				native.RaiseIO(t, syscall.EBADF, null)
				return false
			}
			native.RaiseIO(t, syscall.ENOSYS, null)
			return false
		}),
	},
	Methods: []FuncDef{
		{Name: "fileno", Sig: "()", F0: func(t *Thread, v Value) Value {
			if s, ok := t.RT.Heap.Handles().Get(uint32(object.As[sockObject](v).Handle)).(*sockEnd); ok && !s.closed {
				return object.SmallInt(int64(s.fd))
			}
			return object.SmallInt(-1)
		}},
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
			if s, ok := t.RT.Heap.Handles().Get(uint32(object.As[sockObject](v).Handle)).(*sockEnd); ok {
				s.Close()
			}
			return none
		}},
		{Name: "detach", Sig: "()", F0: func(t *Thread, v Value) Value {
			s := endOf(t, v)
			if s == nil {
				return null
			}
			t.RT.Heap.Handles().Drop(uint32(object.As[sockObject](v).Handle))
			object.As[sockObject](v).Handle = 0
			return object.SmallInt(int64(s.fd))
		}},
		{Name: "setblocking", Sig: "(flag, /)", F1: func(t *Thread, v, flag Value) Value {
			x := object.Truth(t, flag)
			if object.As[sockObject](v).Timeout = none; x == 0 {
				object.As[sockObject](v).Timeout = object.Float(0)
			}
			return native.DoneIf(x >= 0)
		}},
		{Name: "getblocking", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(object.As[sockObject](v).Timeout == none) }},
		{Name: "settimeout", Sig: "(timeout, /)", F1: func(t *Thread, v, timeout Value) Value {
			if timeout != none {
				x, ok := socketTimeout(t, timeout)
				if !ok {
					return null
				}
				timeout = x
			}
			object.As[sockObject](v).Timeout = timeout
			return none
		}},
		{Name: "gettimeout", Sig: "()", F0: func(t *Thread, v Value) Value { return native.OrNone(object.As[sockObject](v).Timeout) }},
		{Name: "send", Sig: "(data, flags=0, /)", MinArgs: 1, MaxArgs: 2, FN: socketSend},
		{Name: "recv", Sig: "(bufsize, flags=0, /)", MinArgs: 1, MaxArgs: 2, FN: socketRecv},
		{Name: "recv_into", Sig: "(buffer, nbytes=0, flags=0)", Fn: socketRecvInto},
		noNetwork("bind"), noNetwork("connect"), noNetwork("connect_ex"), noNetwork("listen"), noNetwork("_accept"), noNetwork("sendall"),
		noNetwork("sendto"), noNetwork("recvfrom"), noNetwork("getsockname"), noNetwork("getpeername"),
		noNetwork("setsockopt"), noNetwork("getsockopt"), noNetwork("shutdown"),
	},
	Members: []object.MemberDef{{Name: "timeout", Word: 2, OrNone: true}},
	GetSets: []object.GetSetDef{
		{Name: "family", Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[sockObject](v).Family) }},
		{Name: "type", Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[sockObject](v).Kind) }},
		{Name: "proto", Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[sockObject](v).Proto) }},
	},
})

// socketNumbers are Linux's.
var socketNumbers = map[string]int{"AF_UNSPEC": 0, "AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "SOCK_STREAM": 1, "SOCK_DGRAM": 2, "SOCK_RAW": 3, "SOCK_RDM": 4,
	"SOCK_SEQPACKET": 5, "SOCK_NONBLOCK": 2048, "SOCK_CLOEXEC": 524288, "SOL_SOCKET": 1, "SO_DEBUG": 1, "SO_REUSEADDR": 2, "SO_TYPE": 3, "SO_ERROR": 4,
	"SO_BROADCAST": 6, "SO_SNDBUF": 7, "SO_RCVBUF": 8, "SO_KEEPALIVE": 9, "SO_OOBINLINE": 10, "SO_LINGER": 13, "SO_REUSEPORT": 15, "SOMAXCONN": 4096,
	"IPPROTO_IP": 0, "IPPROTO_ICMP": 1, "IPPROTO_TCP": 6, "IPPROTO_UDP": 17, "IPPROTO_IPV6": 41, "TCP_NODELAY": 1, "TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 5,
	"TCP_KEEPCNT": 6, "IPV6_V6ONLY": 26, "MSG_OOB": 1, "MSG_PEEK": 2, "MSG_DONTWAIT": 64, "MSG_WAITALL": 256, "MSG_NOSIGNAL": 16384, "SHUT_RD": 0,
	"SHUT_WR": 1, "SHUT_RDWR": 2, "AI_PASSIVE": 1, "AI_CANONNAME": 2, "AI_NUMERICHOST": 4, "AI_V4MAPPED": 8, "AI_ALL": 16, "AI_ADDRCONFIG": 32,
	"AI_NUMERICSERV": 1024, "NI_NUMERICHOST": 1, "NI_NUMERICSERV": 2, "NI_NOFQDN": 4, "NI_NAMEREQD": 8, "NI_DGRAM": 16, "NI_MAXHOST": 1025, "NI_MAXSERV": 32,
	"EAI_AGAIN": -3, "EAI_BADFLAGS": -1, "EAI_FAIL": -4, "EAI_FAMILY": -6, "EAI_MEMORY": -10, "EAI_NODATA": -5, "EAI_NONAME": -2, "EAI_SERVICE": -8,
	"EAI_SOCKTYPE": -7, "INADDR_ANY": 0, "INADDR_LOOPBACK": 0x7f000001}

var _ = native.Register(native.ModuleDef{
	Name:  "_socket",
	Types: []object.TypeID{tSocket},
	Funcs: []FuncDef{
		{Name: "socketpair", Sig: "(family=1, type=1, proto=0)", Fn: newSocketPair},
		{Name: "gethostname", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.NewStr(t, native.SystemOf(t).Uname().Node) }},
		{Name: "getdefaulttimeout", Sig: "()", F0: func(t *Thread, _ Value) Value {
			if d := socketsKey.Of(t.RT).wait; d > 0 {
				return object.Float(float64(d-1) / 1e9)
			}
			return none
		}},
		{Name: "setdefaulttimeout", Sig: "(timeout, /)", F1: func(t *Thread, _, v Value) Value {
			if socketsKey.Of(t.RT).wait = 0; v == none {
				return none
			}
			x, ok := socketTimeout(t, v)
			if ok {
				socketsKey.Of(t.RT).wait = time.Duration(math.Round(x.Float()*1e9)) + 1
			}
			return native.DoneIf(ok)
		}},
		{Name: "close", Sig: "(fd, /)", F1: func(t *Thread, _, v Value) Value {
			fd, ok := object.AsInt(t, v)
			if !ok {
				return null
			}
			s := socketsKey.Of(t.RT).ends[fd]
			if s == nil {
				return native.RaiseIO(t, syscall.EBADF, null)
			}
			s.Close()
			return none
		}},
		noNetwork("getaddrinfo"), noNetwork("getnameinfo"), noNetwork("gethostbyname"), noNetwork("gethostbyname_ex"), noNetwork("gethostbyaddr"),
		noNetwork("getservbyname"), noNetwork("getservbyport"), noNetwork("getprotobyname"), noNetwork("dup"),
	},
	Init: func(t *Thread, m Value, d *object.Dict) bool {
		for name, n := range socketNumbers {
			if !d.SetStr(t, name, object.SmallInt(int64(n))) {
				return false
			}
		}
		osError := t.Type(object.TOSError).Value()
		for _, name := range [...]string{"gaierror", "herror"} {
			if e := native.NewErrorClass(t, "socket."+name, osError); e == null || !d.SetStr(t, name, e) {
				return false
			}
		}
		return d.SetStr(t, "error", osError) && d.SetStr(t, "timeout", t.Type(object.TTimeoutError).Value()) && d.SetStr(t, "has_ipv6", object.False) &&
			d.SetStr(t, "SocketType", t.Type(tSocket).Value())
	},
})
