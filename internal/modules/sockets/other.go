// Where there are no sockets of the system: on all platforms but Linux.

//go:build !linux

package sockets

import (
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const hasReal = false

type real struct{}

func (*real) used() bool { return false }
func (*real) shut()      {}

func closeNumber(t *Thread, fd int) error                                   { return syscall.EBADF }
func setBlocking(fd int, blocking bool) error                               { return syscall.EBADF }
func sendSome(t *Thread, v, data Value, flags int) Value                    { return missing(t) }
func recvBytes(t *Thread, v Value, n int64, flags int, from bool) Value     { return missing(t) }
func recvBuffer(t *Thread, v, b Value, n int64, flags int, from bool) Value { return missing(t) }
func realPair(t *Thread, n [3]int) Value                                    { return missing(t) }

func receiveNow(v Value, b []byte) (int, error) { return 0, syscall.ENOSYS }
func sendNow(v Value, b []byte) (int, error)    { return 0, syscall.ENOSYS }

func waitFor(t *Thread, v Value, send bool, end *int64) bool {
	missing(t)
	return false
}

func adopt(t *Thread, v Value, fd int, n [3]int) bool {
	missing(t)
	return false
}

func open(t *Thread, v Value, n [3]int) bool {
	missing(t)
	return false
}

// missing says that this is not built.
func missing(t *Thread) Value { return native.RaiseIO(t, syscall.ENOSYS, null) }

func absent(names ...string) (defs []FuncDef) {
	for _, name := range names {
		defs = append(defs, FuncDef{Name: name, MaxArgs: -1, FN: func(t *Thread, v Value, a []Value) Value { return missing(t) }})
	}
	return defs
}

var realMethods = absent("bind", "connect", "connect_ex", "listen", "_accept", "sendall", "sendto", "recvfrom", "recvfrom_into", "getsockname", "getpeername",
	"setsockopt", "getsockopt", "shutdown")

var realFuncs = absent("getaddrinfo", "getnameinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr", "getservbyname", "getservbyport",
	"getprotobyname", "dup")

// ready waits for at most d until one of the descriptors can be used, and tells which can. False: an exception is set.
func ready(t *Thread, fds []system.Waiting, d time.Duration) bool {
	p := system.ProcessesOf(iomod.BareSystem(t))
	if p == nil {
		native.RaiseIO(t, syscall.EBADF, null)
		return false
	}
	s := native.SystemOf(t)
	want := append([]system.Waiting(nil), fds...)
	for last, waited := s.Monotonic()+int64(d), time.Duration(0); ; {
		left := time.Hour
		if d >= 0 {
			left = max(time.Duration(last-s.Monotonic()), 0)
		}
		copy(fds, want)
		var err error
		t.Outside(func() { err = p.Ready(fds, min(left, lookPoll)) })
		if err != nil {
			native.RaiseIO(t, err, null)
			return false
		}
		for _, f := range fds {
			if f.Read || f.Write || f.Except || f.Failed {
				return true
			}
		}
		if t.Waited(&waited, min(left, lookPoll)); !t.Poll() {
			return false
		}
		if d >= 0 && s.Monotonic() >= last {
			return true
		}
	}
}

var (
	selectFuncs []FuncDef
	selectTypes []object.TypeID
)

func mayUse(t *Thread, fd int) bool { return true }

func initSelect(t *Thread, d *object.Dict) bool { return true }
