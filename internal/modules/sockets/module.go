// The module _socket: what is not a method of sockets.

package sockets

import (
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// network is the network that the program's world has; nil: none.
func network(t *Thread) system.Network {
	if !hasReal {
		return nil
	}
	return system.NetworkOf(iomod.BareSystem(t))
}

// socketPair makes a pair: of the system, or within the program.
func socketPair(t *Thread, _ Value, b []Value) Value {
	n := [3]int{syscall.AF_UNIX, syscall.SOCK_STREAM, 0}
	for i := range n {
		if b[i] != null {
			var ok bool
			if n[i], ok = object.AsInt(t, b[i]); !ok {
				return null
			}
		}
	}
	h := socketsKey.Of(t.RT)
	if network(t) != nil {
		return realPair(t, n)
	}
	v, w := newSocket(t, t.Type(tSocket)), newSocket(t, t.Type(tSocket))
	if v == null || w == null {
		return null
	}
	x, y := h.newEnd(), h.newEnd()
	x.peer, y.peer = y, x
	put := func(v Value, e *end) {
		s := sockOf(v)
		s.Handle, s.FD, s.Wait = uint64(t.RT.Heap.Handles().Put(e)), int64(e.fd), int64(h.wait)-1
		s.Family, s.Kind = syscall.AF_UNIX, syscall.SOCK_STREAM
	}
	put(v, x)
	put(w, y)
	return object.Pair(t, v, w)
}

// withoutMessages takes methods away that ends of pairs have not, and that would carry descriptors out of a world; asyncio does without sendmsg where it is missing.
func withoutMessages(t *Thread) bool {
	d := t.Type(tSocket).Dict
	for _, name := range [...]string{"sendmsg", "recvmsg", "recvmsg_into"} {
		if d.Delete(t, object.Intern(t, name)) < 0 {
			return false
		}
	}
	return true
}

func setNumbers(t *Thread, d *object.Dict, text string) bool {
	for _, f := range strings.Fields(text) {
		name, digits, _ := strings.Cut(f, "=")
		n, _ := strconv.ParseInt(digits, 10, 64)
		if !d.SetStr(t, name, object.NewInt(t, n)) {
			return false
		}
	}
	return true
}

var _ = native.Register("_socket", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tSocket},
		Funcs: append([]FuncDef{
			{Name: "socketpair", Sig: "(family=1, type=1, proto=0)", Fn: socketPair},
			{Name: "gethostname", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.FSStr(t, native.SystemOf(t).Uname().Node) }},
			{Name: "getdefaulttimeout", Sig: "()", F0: func(t *Thread, _ Value) Value { return timeoutValue(int64(socketsKey.Of(t.RT).wait) - 1) }},
			{Name: "setdefaulttimeout", Sig: "(timeout, /)", F1: func(t *Thread, _, v Value) Value {
				ns, ok := timeoutArg(t, v)
				if !ok {
					return null
				}
				socketsKey.Of(t.RT).wait = time.Duration(ns + 1)
				return none
			}},
			{Name: "close", Sig: "(fd, /)", F1: func(t *Thread, _, v Value) Value {
				fd, ok := object.AsInt(t, v)
				if !ok {
					return null
				}
				var err error
				if e := socketsKey.Of(t.RT).ends[fd]; e != nil {
					err = e.Close()
				} else {
					err = closeNumber(t, fd)
				}
				if err != nil && err != syscall.ECONNRESET {
					return native.RaiseIO(t, err, null)
				}
				return none
			}},
		}, append(realFuncs, numberFuncs...)...),
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			osError := t.Type(object.TOSError).Value()
			for _, name := range [...]string{"gaierror", "herror"} {
				if e := native.NewErrorClass(t, "socket."+name, osError); e == null || !d.SetStr(t, name, e) {
					return false
				}
			}
			if !iomod.HasCalls(t) && !withoutMessages(t) {
				return false
			}
			return setNumbers(t, d, numbers) && d.SetStr(t, "error", osError) && d.SetStr(t, "timeout", t.Type(object.TTimeoutError).Value()) &&
				d.SetStr(t, "has_ipv6", object.Bool(hasReal)) && d.SetStr(t, "SocketType", t.Type(tSocket).Value()) &&
				native.SetCapsule(t, d, "_socket", "CAPI")
		},
	}
})
