// Addresses: from objects to the system's form and back.

package sockets

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// addressReader reads the parts of an address given to a method.
type addressReader struct {
	t      *Thread
	caller string
	tuple  *object.Tuple
	ok     bool
}

func (r *addressReader) fail(id object.TypeID, format string, args ...any) {
	if r.ok {
		object.Raise(r.t, id, format, args...)
	}
	r.ok = false
}

// int reads a C int.
func (r *addressReader) int(i int) (n int) {
	if r.ok && i < r.tuple.Len() {
		n, r.ok = object.AsInt(r.t, *r.tuple.At(i))
	}
	return n
}

// uint reads a C unsigned int, of which more bits are dropped.
func (r *addressReader) uint(i int) uint32 {
	if !r.ok || i >= r.tuple.Len() {
		return 0
	}
	x := object.Index(r.t, *r.tuple.At(i))
	if x == null {
		r.ok = false
		return 0
	}
	if x = object.BinaryOp(r.t, object.NbAnd, x, object.NewInt(r.t, 1<<32-1)); x == null {
		r.ok = false
		return 0
	}
	n, _ := object.Int64(x)
	return uint32(n)
}

// host reads the name of a host, or an address of one.
func (r *addressReader) host(i int) string {
	if !r.ok {
		return ""
	}
	s, ok := hostArg(r.t, *r.tuple.At(i))
	r.ok = ok
	return s
}

// hostArg reads a name as a str, bytes or bytearray.
func hostArg(t *Thread, v Value) (s string, ok bool) {
	switch {
	case object.IsStr(v):
		if s = object.GoString(v); !isASCII(s) {
			b := object.EncodeStr(t, v, "idna", "strict")
			if b == null {
				t.ClearIf(object.TUnicodeError)
				if t.Exc == null {
					object.Raise(t, object.TTypeError, "encoding of hostname failed")
				}
				return "", false
			}
			s = string(object.BytesOf(b))
		}
	case object.IsBytes(v), object.IsByteArray(v):
		b, _ := object.BufferOf(t, v)
		s = string(b)
	default:
		object.Raise(t, object.TTypeError, "str, bytes or bytearray expected, not %s", object.TypeName(t, v))
		return "", false
	}
	if strings.IndexByte(s, 0) >= 0 {
		object.Raise(t, object.TTypeError, "host name must not contain null character")
		return "", false
	}
	return s, true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// addressOf reads an address for a socket. False: an exception is set.
func addressOf(t *Thread, v, given Value, caller string, a *sockaddr) bool {
	s := sockOf(v)
	*a = sockaddr{}
	family := int(s.Family)
	if family == unix.AF_UNIX {
		return unixAddress(t, given, a)
	}
	r := &addressReader{t: t, caller: caller, ok: true}
	name, shape := "", ""
	least, most := 2, 2
	switch family {
	case unix.AF_INET:
		name, shape = "AF_INET", "AF_INET address must be a pair (host, port)"
	case unix.AF_INET6:
		name, shape, most = "AF_INET6", "AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])", 4
	case unix.AF_NETLINK:
		name, shape = "AF_NETLINK", "AF_NETLINK address must be a pair (pid, groups)"
	case unix.AF_VSOCK:
		name, shape = "AF_VSOCK", "AF_VSOCK address must be a pair (CID, port)"
	case unix.AF_QIPCRTR:
		name, shape = "AF_QIPCRTR", "AF_QIPCRTR address must be a pair (node, port)"
	case unix.AF_PACKET:
		name, shape, most = "AF_PACKET", "AF_PACKET address must be a tuple of two to five elements", 5
	case unix.AF_CAN:
		name, shape, least, most = "AF_CAN", "AF_CAN address must be a tuple (interface, )", 1, 3
	case unix.AF_ALG:
		name, shape, most = "AF_ALG", "AF_ALG address must have two to four elements", 4
	default:
		object.Raise(t, object.TOSError, "%s(): bad family", caller)
		return false
	}
	if !object.IsTuple(given) {
		object.Raise(t, object.TTypeError, "%s(): %s address must be tuple, not %s", caller, name, object.TypeName(t, given))
		return false
	}
	if r.tuple = object.As[object.Tuple](given); r.tuple.Len() < least || r.tuple.Len() > most {
		object.Raise(t, object.TTypeError, "%s", shape)
		return false
	}
	a.setFamily(family)
	d := a.data[:]
	switch family {
	case unix.AF_INET, unix.AF_INET6:
		return r.inet(family, a)
	case unix.AF_NETLINK:
		binary.NativeEndian.PutUint32(d[4:], r.uint(0))
		binary.NativeEndian.PutUint32(d[8:], r.uint(1))
		a.len = 12
	case unix.AF_VSOCK:
		binary.NativeEndian.PutUint32(d[8:], r.uint(0))
		binary.NativeEndian.PutUint32(d[4:], r.uint(1))
		a.len = 16
	case unix.AF_QIPCRTR:
		binary.NativeEndian.PutUint32(d[4:], r.uint(0))
		binary.NativeEndian.PutUint32(d[8:], r.uint(1))
		a.len = 12
	case unix.AF_PACKET:
		return r.packet(a)
	case unix.AF_CAN:
		return r.can(int(s.Proto), a)
	case unix.AF_ALG:
		return r.alg(a)
	}
	return r.ok
}

// inet puts a host and a port into a.
func (r *addressReader) inet(family int, a *sockaddr) bool {
	host := r.host(0)
	if !r.ok {
		return false
	}
	n := r.int(1)
	if !r.ok {
		return false
	}
	var flow, scope uint32
	if family == unix.AF_INET6 {
		flow, scope = r.uint(2), r.uint(3)
	}
	if !r.ok {
		return false
	}
	ip, ok := hostAddress(r.t, host, family)
	if !ok {
		return false
	}
	if n < 0 || n > 0xffff {
		r.fail(object.TOverflowError, "%s(): port must be 0-65535.", r.caller)
		return false
	}
	if flow > 0xfffff {
		r.fail(object.TOverflowError, "%s(): flowinfo must be 0-1048575.", r.caller)
		return false
	}
	putInet(a, ip, uint16(n), flow, scope)
	return true
}

// putInet makes an address of its parts.
func putInet(a *sockaddr, ip netip.Addr, port uint16, flow, scope uint32) {
	binary.BigEndian.PutUint16(a.data[2:], port)
	if ip.Is4() {
		a.setFamily(unix.AF_INET)
		b := ip.As4()
		copy(a.data[4:], b[:])
		a.len = 16
		return
	}
	a.setFamily(unix.AF_INET6)
	b := ip.As16()
	binary.BigEndian.PutUint32(a.data[4:], flow)
	copy(a.data[8:], b[:])
	binary.NativeEndian.PutUint32(a.data[24:], scope)
	a.len = 28
}

func inetParts(a *sockaddr) (ip netip.Addr, port int) {
	port = int(binary.BigEndian.Uint16(a.data[2:]))
	if a.family() == unix.AF_INET {
		return netip.AddrFrom4([4]byte(a.data[4:])), port
	}
	return netip.AddrFrom16([16]byte(a.data[8:])), port
}

// interfaceIndex reads the name of an interface, as text or as bytes.
func (r *addressReader) interfaceIndex(i int) uint32 {
	if !r.ok {
		return 0
	}
	name, _, ok := native.FSPath(r.t, *r.tuple.At(i))
	if r.ok = ok; !ok || name == "" {
		return 0
	}
	n, err := indexOfInterface(name)
	if err != nil {
		native.RaiseIO(r.t, err, null)
		r.ok = false
	}
	return uint32(n)
}

func (r *addressReader) packet(a *sockaddr) bool {
	d := a.data[:]
	if !object.IsStr(*r.tuple.At(0)) {
		r.fail(object.TTypeError, "AF_PACKET address must be a tuple of two to five elements")
		return false
	}
	index, proto := r.interfaceIndex(0), r.int(1)
	kind, hw := r.int(2), r.int(3)
	if r.ok && (proto < 0 || proto > 0xffff) {
		r.fail(object.TOverflowError, "%s(): proto must be 0-65535.", r.caller)
	}
	if !r.ok {
		return false
	}
	if r.tuple.Len() > 4 {
		b, ok := native.BytesArg(r.t, *r.tuple.At(4))
		if !ok {
			return false
		}
		if len(b) > 8 {
			object.Raise(r.t, object.TValueError, "Hardware address must be 8 bytes or less")
			return false
		}
		d[11] = byte(copy(d[12:20], b))
	}
	binary.BigEndian.PutUint16(d[2:], uint16(proto))
	binary.NativeEndian.PutUint32(d[4:], index)
	binary.NativeEndian.PutUint16(d[8:], uint16(hw))
	d[10] = byte(kind)
	a.len = 20
	return true
}

func (r *addressReader) can(proto int, a *sockaddr) bool {
	d := a.data[:]
	binary.NativeEndian.PutUint32(d[4:], r.interfaceIndex(0))
	if proto == unix.CAN_ISOTP {
		binary.NativeEndian.PutUint32(d[8:], r.uint(1))
		binary.NativeEndian.PutUint32(d[12:], r.uint(2))
	}
	a.len = 24
	return r.ok
}

func (r *addressReader) alg(a *sockaddr) bool {
	var names [2]string
	for i, most := range [...]int{14, 64} {
		if !r.ok {
			return false
		}
		v := *r.tuple.At(i)
		if !object.IsStr(v) {
			r.fail(object.TTypeError, "AF_ALG address must have two to four elements")
			return false
		}
		if names[i] = object.GoString(v); len(names[i]) >= most {
			r.fail(object.TValueError, "AF_ALG %s too long.", [...]string{"type", "name"}[i])
			return false
		}
	}
	copy(a.data[2:], names[0])
	binary.NativeEndian.PutUint32(a.data[16:], r.uint(2))
	binary.NativeEndian.PutUint32(a.data[20:], r.uint(3))
	copy(a.data[24:], names[1])
	a.len = 88
	return r.ok
}

// unixMost is how many bytes the path of a socket may take.
const unixMost = 108

func unixAddress(t *Thread, given Value, a *sockaddr) bool {
	var path []byte
	if object.IsStr(given) {
		b := object.EncodeStr(t, given, "utf-8", "surrogateescape")
		if b == null {
			return false
		}
		path = object.BytesOf(b)
	} else {
		b, ok := native.BytesArg(t, given)
		if !ok {
			return false
		}
		path = b
	}
	abstract := len(path) == 0 || path[0] == 0
	if len(path) > unixMost || !abstract && len(path) == unixMost {
		object.Raise(t, object.TOSError, "AF_UNIX path too long")
		return false
	}
	a.setFamily(unix.AF_UNIX)
	copy(a.data[2:], path)
	if a.len = 2 + uint32(len(path)); !abstract {
		a.len++
	}
	return true
}

// unixPath is the path of an address, an abstract one with an @ before it.
func unixPath(a *sockaddr) string {
	p := a.data[2:max(a.len, 2)]
	if len(p) > 0 && p[0] == 0 {
		return "@" + string(p[1:])
	}
	path, _, _ := bytes.Cut(p, []byte{0})
	return string(path)
}

// addressValue makes the object of an address that came from a call on fd.
func addressValue(t *Thread, fd int, a *sockaddr, proto int64) Value {
	if a.len == 0 {
		return none
	}
	d := a.data[:]
	u32 := func(i int) Value { return object.NewInt(t, int64(binary.NativeEndian.Uint32(d[i:]))) }
	switch a.family() {
	case unix.AF_INET, unix.AF_INET6:
		return inetValue(t, a)
	case unix.AF_UNIX:
		if p := d[2:max(a.len, 2)]; len(p) > 0 && p[0] == 0 {
			return object.NewBytes(t, p)
		}
		return native.FSStr(t, unixPath(a))
	case unix.AF_NETLINK:
		return object.Pair(t, u32(4), u32(8))
	case unix.AF_VSOCK:
		return object.Pair(t, u32(8), u32(4))
	case unix.AF_QIPCRTR:
		return object.Pair(t, u32(4), u32(8))
	case unix.AF_PACKET:
		name, _ := nameOfInterface(int(binary.NativeEndian.Uint32(d[4:])))
		r := object.NewTuple(t, 5)
		if r == nil {
			return null
		}
		*r.At(0) = native.FSStr(t, name)
		*r.At(1), *r.At(2) = object.SmallInt(int64(binary.BigEndian.Uint16(d[2:]))), object.SmallInt(int64(d[10]))
		*r.At(3), *r.At(4) = object.SmallInt(int64(binary.NativeEndian.Uint16(d[8:]))), object.NewBytes(t, d[12:12+min(int(d[11]), 8)])
		if *r.At(0) == null || *r.At(4) == null {
			return null
		}
		return object.Of(r)
	case unix.AF_CAN:
		name, _ := nameOfInterface(int(binary.NativeEndian.Uint32(d[4:])))
		s := native.FSStr(t, name)
		if s == null {
			return null
		}
		if proto == unix.CAN_ISOTP {
			return object.Triple(t, s, u32(8), u32(12))
		}
		return object.Tuple1(t, s)
	}
	b := object.NewBytes(t, d[2:max(a.len, 2)])
	if b == null {
		return null
	}
	return object.Pair(t, object.SmallInt(int64(a.family())), b)
}

// inetValue makes (host, port) or (host, port, flowinfo, scopeid).
func inetValue(t *Thread, a *sockaddr) Value {
	ip, port := inetParts(a)
	flow, scope := binary.BigEndian.Uint32(a.data[4:]), binary.NativeEndian.Uint32(a.data[24:])
	s := object.NewStr(t, addrText(ip))
	if s == null {
		return null
	}
	if a.family() == unix.AF_INET {
		return object.Pair(t, s, object.SmallInt(int64(port)))
	}
	r := object.NewTuple(t, 4)
	if r == nil {
		return null
	}
	*r.At(0), *r.At(1), *r.At(2), *r.At(3) = s, object.SmallInt(int64(port)), object.SmallInt(int64(flow)), object.SmallInt(int64(scope))
	return object.Of(r)
}

// Interfaces.

type ifreq struct {
	name [16]byte
	data [24]byte
}

// askInterface makes a call on a socket of its own that asks about an interface.
func askInterface(request uintptr, q *ifreq) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if _, _, errno := syscall.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(unsafe.Pointer(q))); errno != 0 {
		return errno
	}
	return nil
}

func indexOfInterface(name string) (int, error) {
	var q ifreq
	if len(name) >= len(q.name) {
		return 0, syscall.ENODEV
	}
	copy(q.name[:], name)
	err := askInterface(unix.SIOCGIFINDEX, &q)
	return int(binary.NativeEndian.Uint32(q.data[:])), err
}

func nameOfInterface(index int) (string, error) {
	var q ifreq
	binary.NativeEndian.PutUint32(q.data[:], uint32(index))
	if err := askInterface(unix.SIOCGIFNAME, &q); err != nil {
		return "", err
	}
	name, _, _ := bytes.Cut(q.name[:], []byte{0})
	return string(name), nil
}
