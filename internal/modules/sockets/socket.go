// The type socket: what is common to the system's sockets and to ends of pairs within the program.

package sockets

import (
	"errors"
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

// sockObject is a _socket.socket.
type sockObject struct {
	header
	Handle              uint64 // of an *end or a *descriptor
	FD                  int64  // -1: closed
	Wait                int64  // its timeout in nanoseconds; -1: none
	Family, Kind, Proto int64
}

// sockets is what a runtime has of sockets.
type sockets struct {
	ends map[int]*end  // by their numbers
	wait time.Duration // the timeout of new sockets, plus one; 0: none
	own  map[int]bool  // the descriptors that the program has, in a world where it has no others; nil: it has the process's
	real               // what there is on Linux alone
}

var socketsKey = object.NewHostKey(func(*object.Runtime) *sockets { return &sockets{ends: map[int]*end{}} })

// RuntimeCloses is called when the runtime is closed.
func (h *sockets) RuntimeCloses() { h.shut() }

func sockOf(v Value) *sockObject { return object.As[sockObject](v) }

// endOf is the end that a socket stands for; nil: it is one of the system's, or closed.
func endOf(t *Thread, v Value) *end {
	e, _ := t.RT.Heap.Handles().Get(uint32(sockOf(v).Handle)).(*end)
	return e
}

// newSocket makes a socket that nothing belongs to yet.
func newSocket(t *Thread, typ *object.Type) Value {
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	if typ.ID == tSocket {
		object.TrackFinalizer(t, v)
	}
	s := sockOf(v)
	s.FD, s.Wait = -1, -1
	return v
}

// isOpen reports whether a socket has something to close.
func isOpen(v Value) bool { return sockOf(v).FD >= 0 }

var _ = iomod.HoldsOpen(tSocket, isOpen)

// finalize closes a socket that nobody closed, and says so.
func finalize(t *Thread, v Value) Value {
	if isOpen(v) {
		warnings.Unclosed(t, "unclosed", v, v)
		exc := t.Exc
		t.ClearExc()
		closeSocket(t, v)
		t.Exc = exc
	}
	return none
}

// release has a socket own nothing any more, and gives what it was: its number, and what has to be closed.
func release(t *Thread, v Value) (fd int, what interface{ Close() error }) {
	s, h := sockOf(v), t.RT.Heap.Handles()
	fd = int(s.FD)
	what, _ = h.Get(uint32(s.Handle)).(interface{ Close() error })
	h.Drop(uint32(s.Handle))
	s.Handle, s.FD = 0, -1
	return fd, what
}

func closeSocket(t *Thread, v Value) Value {
	if !isOpen(v) {
		return none
	}
	fd, what := release(t, v)
	if e, ok := what.(*end); ok {
		e.Close()
		return none
	}
	if err := closeNumber(t, fd); err != nil && err != syscall.ECONNRESET {
		return native.RaiseIO(t, err, null)
	}
	return none
}

func detach(t *Thread, v Value) Value {
	fd, _ := release(t, v)
	return object.SmallInt(int64(fd))
}

// timeoutArg reads a timeout: nanoseconds, -1 for None.
func timeoutArg(t *Thread, v Value) (int64, bool) {
	if v == none {
		return -1, true
	}
	d, ok := timemod.SecondsOf(t, v)
	if ok && d < 0 {
		object.Raise(t, object.TValueError, "Timeout value out of range")
		ok = false
	}
	return int64(d), ok
}

// timeoutValue is the opposite.
func timeoutValue(ns int64) Value {
	if ns < 0 {
		return none
	}
	return object.Float(float64(ns) / 1e9)
}

// setTimeout sets a socket's timeout.
func setTimeout(t *Thread, v Value, ns int64) Value {
	s := sockOf(v)
	s.Wait = ns
	if endOf(t, v) != nil {
		return none
	}
	if err := setBlocking(int(s.FD), ns < 0); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// send is the method.
func send(t *Thread, v Value, a []Value) Value {
	data, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	flags, ok := flagsArg(t, a, 1)
	if !ok {
		return null
	}
	if e := endOf(t, v); e != nil {
		return e.send(t, data)
	}
	return sendSome(t, v, a[0], flags)
}

func flagsArg(t *Thread, a []Value, i int) (int, bool) {
	if i >= len(a) || a[i] == null {
		return 0, true
	}
	return object.AsInt(t, a[i])
}

// recv is the method.
func recv(t *Thread, v Value, a []Value) Value {
	n, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	flags, ok := flagsArg(t, a, 1)
	if !ok {
		return null
	}
	if n < 0 {
		return object.Raise(t, object.TValueError, "negative buffersize in recv")
	}
	if e := endOf(t, v); e != nil {
		b := object.Scratch[byte](t, int(min(n, int64(len(e.in)))))
		if b == nil && len(e.in) > 0 && n > 0 {
			return null
		}
		if n > 0 && len(e.in) == 0 {
			b = make([]byte, 1) // so that it is seen that there is nothing
		}
		k, err := e.recv(b[:min(n, int64(cap(b)))])
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		return object.NewBytes(t, b[:k])
	}
	return recvBytes(t, v, n, flags, false)
}

// intoArgs reads (buffer, nbytes=0, flags=0): how many bytes are wanted.
func intoArgs(t *Thread, name string, a []Value) (n int64, flags int, ok bool) {
	into, ok := native.WritableBuffer(t, a[0], name+"() argument 1")
	if !ok {
		return 0, 0, false
	}
	if a[1] != null {
		if n, ok = object.AsSize(t, a[1], object.TOverflowError); !ok {
			return 0, 0, false
		}
	}
	if flags, ok = flagsArg(t, a, 2); !ok {
		return 0, 0, false
	}
	switch {
	case n < 0:
		object.Raise(t, object.TValueError, "negative buffersize in %s", name)
		return 0, 0, false
	case n == 0 && name == "recvfrom_into":
		n = int64(len(into))
	case n > int64(len(into)):
		text := "buffer too small for requested bytes"
		if name == "recvfrom_into" {
			text = "nbytes is greater than the length of the buffer"
		}
		object.Raise(t, object.TValueError, "%s", text)
		return 0, 0, false
	case n == 0:
		n = int64(len(into))
	}
	return n, flags, true
}

// recvInto is the method recv_into.
func recvInto(t *Thread, v Value, a []Value) Value {
	n, flags, ok := intoArgs(t, "recv_into", a)
	if !ok {
		return null
	}
	if e := endOf(t, v); e != nil {
		into, ok := native.WritableBuffer(t, a[0], "recv_into() argument 1") // __index__ may have changed it
		if !ok {
			return null
		}
		k, err := e.recv(into[:min(n, int64(len(into)))])
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		return object.SmallInt(int64(k))
	}
	return recvBuffer(t, v, a[0], n, flags, false)
}

func initSocket(t *Thread, v Value, b []Value) bool {
	n := [3]int{-1, -1, -1}
	for i := range n {
		if b[i] != null {
			var ok bool
			if n[i], ok = object.AsInt(t, b[i]); !ok {
				return false
			}
		}
	}
	if native.Auditing(t) && !object.Audit(t, "socket.__new__", v, object.SmallInt(int64(n[0])), object.SmallInt(int64(n[1])), object.SmallInt(int64(n[2]))) {
		return false
	}
	given := b[3] != null && b[3] != none
	if !given { // as for a socket that is to be made
		if n[0] == -1 {
			n[0] = syscall.AF_INET
		}
		if n[1] == -1 {
			n[1] = syscall.SOCK_STREAM
		}
		if n[2] == -1 {
			n[2] = 0
		}
	}
	h, s := socketsKey.Of(t.RT), sockOf(v)
	if isOpen(v) && closeSocket(t, v) == null { // a second __init__
		return false
	}
	s.Wait = int64(h.wait) - 1
	if given {
		fd, ok := numberArg(t, b[3])
		if !ok {
			return false
		}
		if e := h.ends[fd]; e != nil {
			s.Handle, s.FD = uint64(t.RT.Heap.Handles().Put(e)), int64(fd)
			s.Family, s.Kind, s.Proto = syscall.AF_UNIX, syscall.SOCK_STREAM, 0
			return true
		}
		return adopt(t, v, fd, n)
	}
	if network(t) == nil {
		e := h.newEnd()
		s.Handle, s.FD = uint64(t.RT.Heap.Handles().Put(e)), int64(e.fd)
		s.Family, s.Kind, s.Proto = int64(n[0]), int64(n[1]&0xf), int64(n[2])
		return true
	}
	return open(t, v, n)
}

// numberArg reads the argument fileno.
func numberArg(t *Thread, v Value) (int, bool) {
	fd, ok := object.AsInt(t, v)
	if ok && fd < 0 {
		object.Raise(t, object.TValueError, "negative file descriptor")
		ok = false
	}
	return fd, ok
}

// denied raises what a program gets that uses the network in a world without it.
func denied(t *Thread) Value {
	return deniedAs(t, "Permission denied: the network is not part of this world")
}

func deniedAs(t *Thread, text string) Value {
	s := object.NewStr(t, text)
	if s == null {
		return null
	}
	if e := object.Call2(t, t.Type(object.TPermissionError).Value(), object.SmallInt(int64(syscall.EACCES)), s); e != null {
		object.SetExc(t, e)
	}
	return null
}

// reprSocket is CPython's repr of the base class.
func reprSocket(t *Thread, v Value) Value {
	s := sockOf(v)
	return object.NewStr(t, "<socket object, fd="+native.Itoa(int(s.FD))+", family="+native.Itoa(int(s.Family))+", type="+native.Itoa(int(s.Kind))+
		", proto="+native.Itoa(int(s.Proto))+">")
}

// number makes a read-only attribute of a number.
func number(name string, get func(s *sockObject) int64) object.GetSetDef {
	return object.GetSetDef{Name: name, Member: true, Get: func(t *Thread, v Value) Value { return object.NewInt(t, get(sockOf(v))) }}
}

var _ = object.DefineType(tSocket, object.TypeDef{
	Name: "_socket.socket", Size: unsafe.Sizeof(sockObject{}), LayoutFlags: heap.HasHandle, Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{
		New:  func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return newSocket(t, typ) },
		Del:  finalize,
		Init: native.BindInit("socket", "(family=-1, type=-1, proto=-1, fileno=None)", initSocket),
		Repr: reprSocket,
	},
	Methods: append([]FuncDef{
		{Name: "fileno", Sig: "()", F0: func(t *Thread, v Value) Value { return object.SmallInt(sockOf(v).FD) }},
		{Name: "close", Sig: "()", F0: closeSocket},
		{Name: "detach", Sig: "()", F0: detach},
		{Name: "setblocking", Sig: "(object, /)", F1: func(t *Thread, v, flag Value) Value {
			x := object.Truth(t, flag)
			if x < 0 {
				return null
			}
			return setTimeout(t, v, int64(-x))
		}},
		{Name: "getblocking", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(sockOf(v).Wait != 0) }},
		{Name: "settimeout", Sig: "(object, /)", F1: func(t *Thread, v, timeout Value) Value {
			ns, ok := timeoutArg(t, timeout)
			if !ok {
				return null
			}
			return setTimeout(t, v, ns)
		}},
		{Name: "gettimeout", Sig: "()", F0: func(t *Thread, v Value) Value { return timeoutValue(sockOf(v).Wait) }},
		{Name: "send", Sig: "(data, flags=0, /)", MinArgs: 1, MaxArgs: 2, FN: send},
		{Name: "recv", Sig: "(bufsize, flags=0, /)", MinArgs: 1, MaxArgs: 2, FN: recv},
		{Name: "recv_into", Sig: "(buffer, nbytes=0, flags=0)", Fn: recvInto},
	}, realMethods...),
	GetSets: []object.GetSetDef{
		number("family", func(s *sockObject) int64 { return s.Family }),
		number("type", func(s *sockObject) int64 { return s.Kind }),
		number("proto", func(s *sockObject) int64 { return s.Proto }),
		{Name: "timeout", Get: func(t *Thread, v Value) Value { return timeoutValue(sockOf(v).Wait) }},
	},
})

var _ = object.Keeps(func(rt *object.Runtime, h *sockets) (object.Back, error) {
	if len(h.ends) > 0 || len(h.own) > 0 || h.real.used() {
		return object.Back{}, errors.New("sockets are in use")
	}
	wait, own := h.wait, h.own != nil
	none := func(h *sockets) {
		if *h = (sockets{ends: map[int]*end{}, wait: wait}); own {
			h.own = map[int]bool{}
		}
	}
	return object.Back{
		After: func() { // the sockets themselves were closed as handles
			rt.SetWatch(nil)
			h.shut()
			none(h)
		},
		Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, h, into)
			none(x)
			return x, nil
		},
	}, nil
})
