// Sockets of the system: making, adopting and closing them.

package sockets

import (
	"net/netip"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/parking"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const hasReal = true

// real is what a runtime has of the system's sockets.
type real struct {
	set  *parking.Set
	buf  []byte // for what is received
	last int64  // how many bytes were received last
}

// used reports whether there is anything that the runtime's end has to close.
func (r *real) used() bool { return r.set != nil }

func (r *real) shut() {
	if r.set != nil {
		r.set.Close()
	}
}

// descriptor closes a socket that the runtime's end leaves open.
type descriptor struct{ fd int }

func (d *descriptor) Close() error { return unix.Close(d.fd) }

// closeNumber closes a descriptor, by way of the file that somebody has made for it.
func closeNumber(t *Thread, fd int) error {
	if !mayUse(t, fd) {
		return syscall.EBADF
	}
	t.Closes(fd)
	h := iomod.FilesOf(t.RT)
	if f := h.Kept[fd]; f != nil {
		delete(h.Kept, fd)
		return native.ErrnoOrNil(f.Close())
	}
	delete(socketsKey.Of(t.RT).own, fd)
	return unix.Close(fd)
}

// mayUse reports whether a descriptor is one that the program may name: in the process's own world all are but the runtime's.
func mayUse(t *Thread, fd int) bool {
	return iomod.HasCalls(t) && !system.Own(fd) || socketsKey.Of(t.RT).own[fd] || iomod.OwnsFD(t, fd)
}

// took notes that the program has a new descriptor.
func took(t *Thread, fd int) {
	if h := socketsKey.Of(t.RT); !iomod.HasCalls(t) {
		if h.own == nil {
			h.own = map[int]bool{}
		}
		h.own[fd] = true
	}
}

// setBlocking says whether calls on a descriptor may wait, in one call of the system.
func setBlocking(fd int, blocking bool) error {
	const fionbio = 0x5421
	not := int32(1)
	if blocking {
		not = 0
	}
	if _, _, errno := syscall.RawSyscall(unix.SYS_IOCTL, uintptr(fd), fionbio, uintptr(unsafe.Pointer(&not))); errno != 0 {
		return errno
	}
	return nil
}

// own has a socket own a descriptor.
func own(t *Thread, v Value, fd int, n [3]int) {
	s := sockOf(v)
	s.Handle, s.FD = uint64(t.RT.Heap.Handles().Put(&descriptor{fd})), int64(fd)
	s.Family, s.Kind, s.Proto = int64(n[0]), int64(n[1]&^(unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)), int64(n[2])
	took(t, fd)
	if n[1]&unix.SOCK_NONBLOCK != 0 {
		s.Wait = 0
	} else if s.Wait >= 0 {
		setBlocking(fd, false)
	}
}

// opened makes something that takes descriptors, again after a collection if there are none left. False: an exception is set.
func opened(t *Thread, make func() error) bool {
	err := make()
	if err == syscall.EMFILE || err == syscall.ENFILE {
		if _, ok := object.Collect(t); !ok {
			return false
		}
		err = make()
	}
	if err != nil {
		native.RaiseIO(t, err, null)
	}
	return err == nil
}

func open(t *Thread, v Value, n [3]int) bool {
	if !mayOpen(t, n) {
		return false
	}
	fd := -1
	if !opened(t, func() (err error) {
		fd, err = unix.Socket(n[0], n[1]|unix.SOCK_CLOEXEC, n[2])
		return err
	}) {
		return false
	}
	own(t, v, fd, n)
	return true
}

// adopt has a socket own a descriptor that is there; what is -1 of n is asked of the system.
func adopt(t *Thread, v Value, fd int, n [3]int) bool {
	if !mayUse(t, fd) {
		native.RaiseIO(t, syscall.EBADF, null)
		return false
	}
	var a sockaddr
	if errno := addressFrom(unix.SYS_GETSOCKNAME, fd, &a); errno != 0 {
		if n[0] == -1 || errno == syscall.EBADF || errno == syscall.ENOTSOCK {
			native.RaiseIO(t, errno, null)
			return false
		}
	} else if n[0] == -1 {
		n[0] = a.family()
	}
	for i, opt := range [...]int{0, unix.SO_TYPE, unix.SO_PROTOCOL} {
		if i > 0 && n[i] == -1 {
			x, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, opt)
			if err != nil {
				native.RaiseIO(t, err, null)
				return false
			}
			n[i] = x
		}
	}
	own(t, v, fd, n)
	return true
}

func realPair(t *Thread, n [3]int) Value {
	v, w := newSocket(t, t.Type(tSocket)), newSocket(t, t.Type(tSocket))
	if v == null || w == null {
		return null
	}
	var fds [2]int
	if !opened(t, func() (err error) {
		fds, err = unix.Socketpair(n[0], n[1]|unix.SOCK_CLOEXEC, n[2])
		return err
	}) {
		return null
	}
	wait := int64(socketsKey.Of(t.RT).wait) - 1
	sockOf(v).Wait, sockOf(w).Wait = wait, wait
	own(t, v, fds[0], n)
	own(t, w, fds[1], n)
	return object.Pair(t, v, w)
}

// duplicate is _socket.dup.
func duplicate(t *Thread, _, v Value) Value {
	fd, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	if !mayUse(t, fd) {
		return native.RaiseIO(t, syscall.EBADF, null)
	}
	to := -1
	if !opened(t, func() error {
		n, errno := rawFcntl(fd, unix.F_DUPFD_CLOEXEC, 0)
		if to = n; errno != 0 {
			return errno
		}
		return nil
	}) {
		return null
	}
	took(t, to)
	return object.SmallInt(int64(to))
}

// reach asks whether the program's world lets it use an address. False: an exception is set.
func reach(t *Thread, v Value, use system.NetUse, a *sockaddr) bool {
	n := network(t)
	if n == nil {
		denied(t)
		return false
	}
	if _, ok := n.(*system.Process); ok {
		return true
	}
	name, text := "ip", ""
	s := sockOf(v)
	switch a.family() {
	case unix.AF_UNIX:
		name, text = "unix", unixPath(a)
		if s.Kind == unix.SOCK_DGRAM {
			name = "unixgram"
		}
	case unix.AF_INET, unix.AF_INET6:
		switch s.Kind {
		case unix.SOCK_STREAM:
			name = "tcp"
		case unix.SOCK_DGRAM:
			name = "udp"
		}
		ip, port := inetParts(a)
		if text = netip.AddrPortFrom(ip, uint16(port)).String(); name == "ip" {
			text = ip.String()
		}
	default:
		name = "family" + strconv.Itoa(a.family())
	}
	if err := n.Reach(use, name, text); err != nil {
		deniedAs(t, err.Error())
		return false
	}
	return true
}
