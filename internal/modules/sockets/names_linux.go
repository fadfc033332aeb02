// Names of hosts, services, protocols and interfaces.

package sockets

import (
	"errors"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/names"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var realFuncs = []FuncDef{
	{Name: "dup", Sig: "(object, /)", F1: duplicate},
	{Name: "getaddrinfo", Sig: "(host, port, family=0, type=0, proto=0, flags=0)", Fn: getAddrInfo},
	{Name: "getnameinfo", Sig: "(sockaddr, flags, /)", MinArgs: 2, MaxArgs: 2, FN: getNameInfo},
	{Name: "gethostbyname", Sig: "(host, /)", MinArgs: 1, MaxArgs: 1, FN: func(t *Thread, _ Value, a []Value) Value {
		name, ok := hostArg(t, a[0])
		if !ok || native.Auditing(t) && !object.Audit(t, "socket.gethostbyname", object.Tuple1(t, a[0])) {
			return null
		}
		ip, ok := hostAddress(t, name, unix.AF_INET)
		if !ok {
			return null
		}
		return object.NewStr(t, ip.String())
	}},
	{Name: "gethostbyname_ex", Sig: "(host, /)", MinArgs: 1, MaxArgs: 1, FN: func(t *Thread, _ Value, a []Value) Value {
		name, ok := hostArg(t, a[0])
		if !ok || native.Auditing(t) && !object.Audit(t, "socket.gethostbyname", object.Tuple1(t, a[0])) {
			return null
		}
		ip, ok := hostAddress(t, name, unix.AF_INET)
		if !ok {
			return null
		}
		h := names.Host{Names: []string{name}, Addrs: []netip.Addr{ip}}
		if _, err := netip.ParseAddr(name); err != nil {
			if got, err := lookup(t, name, 4); err == nil {
				h = got
			}
		}
		return hostValue(t, h)
	}},
	{Name: "gethostbyaddr", Sig: "(host, /)", MinArgs: 1, MaxArgs: 1, FN: func(t *Thread, _ Value, a []Value) Value {
		name, ok := hostArg(t, a[0])
		if !ok || native.Auditing(t) && !object.Audit(t, "socket.gethostbyaddr", object.Tuple1(t, a[0])) {
			return null
		}
		ip, ok := hostAddress(t, name, unix.AF_UNSPEC)
		if !ok || !mayResolve(t, ip.String()) {
			return null
		}
		var h names.Host
		var err error
		t.Outside(func() { h, err = names.Reverse(ip) })
		if err != nil {
			return raiseNumbered(t, "herror", 1, "Unknown host")
		}
		return hostValue(t, h)
	}},
	{Name: "getservbyname", Sig: "(servicename, protocolname=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
		name, ok := textArg(t, a[0], "getservbyname", "1")
		proto := ""
		if ok && len(a) > 1 {
			proto, ok = textArg(t, a[1], "getservbyname", "2")
		}
		if !ok {
			return null
		}
		if native.Auditing(t) && !object.Audit(t, "socket.getservbyname", a[0], object.NewStr(t, proto)) {
			return null
		}
		n, ok := names.ServicePort(name, proto)
		if !ok {
			return object.Raise(t, object.TOSError, "service/proto not found")
		}
		return object.SmallInt(int64(n))
	}},
	{Name: "getservbyport", Sig: "(port, protocolname=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
		port, ok := object.AsInt(t, a[0])
		proto := ""
		if ok && len(a) > 1 {
			proto, ok = textArg(t, a[1], "getservbyport", "2")
		}
		if !ok {
			return null
		}
		if port < 0 || port > 0xffff {
			return object.Raise(t, object.TOverflowError, "getservbyport: port must be 0-65535.")
		}
		if native.Auditing(t) && !object.Audit(t, "socket.getservbyport", a[0], object.NewStr(t, proto)) {
			return null
		}
		name, ok := names.ServiceName(port, proto)
		if !ok {
			return object.Raise(t, object.TOSError, "port/proto not found")
		}
		return object.NewStr(t, name)
	}},
	{Name: "getprotobyname", Sig: "(protocolname, /)", MinArgs: 1, MaxArgs: 1, FN: func(t *Thread, _ Value, a []Value) Value {
		name, ok := textArg(t, a[0], "getprotobyname", "1")
		if !ok {
			return null
		}
		n, ok := names.Protocol(name)
		if !ok {
			return object.Raise(t, object.TOSError, "protocol not found")
		}
		return object.SmallInt(int64(n))
	}},
	{Name: "sethostname", Sig: "(name, /)", MinArgs: 1, MaxArgs: 1, FN: func(t *Thread, _ Value, a []Value) Value {
		var name []byte
		if object.IsStr(a[0]) {
			s, _, ok := native.FSPath(t, a[0])
			if !ok {
				return null
			}
			name = []byte(s)
		} else {
			b, ok := native.BytesArg(t, a[0])
			if !ok {
				return null
			}
			name = b
		}
		if native.Auditing(t) && !object.Audit(t, "socket.sethostname", a[0]) {
			return null
		}
		if !iomod.HasCalls(t) {
			return native.RaiseIO(t, syscall.EPERM, null)
		}
		return outcome(t, unix.Sethostname(name))
	}},
	{Name: "if_nameindex", Sig: "()", F0: interfaces},
	{Name: "if_nametoindex", Sig: "(oname, /)", F1: func(t *Thread, _, v Value) Value {
		name, _, ok := native.FSPath(t, v)
		if !ok {
			return null
		}
		n, err := indexOfInterface(name)
		if err != nil {
			return object.Raise(t, object.TOSError, "no interface with this name")
		}
		return object.SmallInt(int64(n))
	}},
	{Name: "if_indextoname", Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value {
		n, ok := object.AsSize(t, v, object.TOverflowError)
		if !ok {
			return null
		}
		if n < 0 || n > 0xffffffff {
			return object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned int")
		}
		name, err := nameOfInterface(int(n))
		if err == syscall.ENODEV {
			err = syscall.ENXIO
		}
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		return native.FSStr(t, name)
	}},
	cmsgSize("CMSG_LEN", "CMSG_LEN() argument out of range", unix.CmsgLen, 0),
	cmsgSize("CMSG_SPACE", "CMSG_SPACE() argument out of range", unix.CmsgSpace, 1),
}

func cmsgSize(name, text string, f func(n int) int, least int) FuncDef {
	return FuncDef{Name: name, Sig: "(length, /)", MinArgs: 1, MaxArgs: 1, FN: func(t *Thread, _ Value, a []Value) Value {
		n, ok := object.AsSize(t, a[0], object.TOverflowError)
		switch {
		case !ok:
			return null
		case n < 0 || n > 0x7fffffff-int64(f(least)):
			return object.Raise(t, object.TOverflowError, "%s", text)
		}
		return object.SmallInt(int64(f(int(n))))
	}}
}

func interfaces(t *Thread, _ Value) Value {
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	dir, err := os.ReadDir("/sys/class/net")
	var all []string
	for _, e := range dir {
		all = append(all, e.Name())
	}
	if err != nil || all == nil {
		all = interfacesOfProc()
	}
	byIndex := map[int]string{}
	last := 0
	for _, name := range all {
		if n, err := indexOfInterface(name); err == nil {
			byIndex[n] = name
			last = max(last, n)
		}
	}
	for n := 1; n <= last; n++ {
		name, ok := byIndex[n]
		if !ok {
			continue
		}
		s := native.FSStr(t, name)
		if s == null {
			return null
		}
		pair := object.Pair(t, object.SmallInt(int64(n)), s)
		if pair == null || !list.Append(t, pair) {
			return null
		}
	}
	return object.Of(list)
}

// interfacesOfProc are their names where there is no /sys.
func interfacesOfProc() (all []string) {
	data, _ := os.ReadFile("/proc/net/dev")
	for line := range strings.Lines(string(data)) {
		if name, _, ok := strings.Cut(line, ":"); ok {
			all = append(all, strings.TrimSpace(name))
		}
	}
	return all
}

// raiseNumbered raises gaierror or herror.
func raiseNumbered(t *Thread, class string, n int, text string) Value {
	m := native.ImportModule(t, "_socket")
	if m == null {
		return null
	}
	c, s := object.GetAttr(t, m, object.Intern(t, class)), object.NewStr(t, text)
	if c == null || s == null {
		return null
	}
	if e := object.Call2(t, c, object.SmallInt(int64(n)), s); e != null {
		object.SetExc(t, e)
	}
	return null
}

func raiseName(t *Thread, err error) Value {
	e, ok := err.(names.Error)
	if !ok {
		return deniedAs(t, err.Error())
	}
	return raiseNumbered(t, "gaierror", int(e), e.Error())
}

// mayResolve asks whether the world lets the program ask for a name. False: an exception is set.
func mayResolve(t *Thread, name string) bool {
	n := network(t)
	if n == nil {
		denied(t)
		return false
	}
	if err := n.Reach(system.NetResolve, "ip", name); err != nil {
		deniedAs(t, err.Error())
		return false
	}
	return true
}

// lookup finds the addresses of a name.
func lookup(t *Thread, name string, family int) (h names.Host, err error) {
	t.Outside(func() { h, err = names.Lookup(name, family) })
	return h, err
}

// versionOf is 4 or 6 for a family of addresses.
func versionOf(family int) int {
	switch family {
	case unix.AF_INET:
		return 4
	case unix.AF_INET6:
		return 6
	}
	return 0
}

// hostAddress is an address of a host, given by its name or as an address. False: an exception is set.
func hostAddress(t *Thread, host string, family int) (ip netip.Addr, ok bool) {
	switch {
	case host == "" && family == unix.AF_INET6:
		return netip.IPv6Unspecified(), true
	case host == "":
		return netip.IPv4Unspecified(), true
	case host == "<broadcast>" || host == "255.255.255.255":
		if family != unix.AF_INET && family != unix.AF_UNSPEC {
			object.Raise(t, object.TOSError, "address family mismatched")
			return ip, false
		}
		return netip.AddrFrom4([4]byte{255, 255, 255, 255}), true
	}
	if ip, found := literal(host); found {
		if want := versionOf(family); want != 0 && ip.Is4() != (want == 4) {
			raiseName(t, names.ErrAddrFamily)
			return ip, false
		}
		return ip.WithZone(""), true
	}
	if !mayResolve(t, host) {
		return ip, false
	}
	h, err := lookup(t, host, versionOf(family))
	if err != nil {
		raiseName(t, err)
		return ip, false
	}
	return h.Addrs[0], true
}

// literal reads an address as getaddrinfo does.
func literal(host string) (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip, true
	}
	if a, ok := parseOld(host); ok && !strings.ContainsAny(host, " \t\n") {
		return netip.AddrFrom4(a), true
	}
	return netip.Addr{}, false
}

// hostValue makes (name, aliases, addresses).
func hostValue(t *Thread, h names.Host) Value {
	addrs := make([]string, len(h.Addrs))
	for i, a := range h.Addrs {
		addrs[i] = a.WithZone("").String()
	}
	x, y, z := native.FSStr(t, h.Names[0]), native.StrList(t, h.Names[1:]), native.StrList(t, addrs)
	if x == null || y == nil || z == nil {
		return null
	}
	return object.Triple(t, x, object.Of(y), object.Of(z))
}

// kinds are what getaddrinfo gives an entry for, for each address.
var kinds = [...]struct {
	kind, proto int
	name        string
}{{unix.SOCK_STREAM, unix.IPPROTO_TCP, "tcp"}, {unix.SOCK_DGRAM, unix.IPPROTO_UDP, "udp"}, {unix.SOCK_RAW, 0, ""}}

// Flags of getaddrinfo.
const (
	aiPassive, aiCanonName, aiNumericHost, aiNumericServ = 1, 2, 4, 1024
	aiKnown                                              = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400
)

func getAddrInfo(t *Thread, _ Value, a []Value) Value {
	var n [4]int // family, type, proto, flags
	for i := range n {
		if a[2+i] != null {
			var ok bool
			if n[i], ok = object.AsInt(t, a[2+i]); !ok {
				return null
			}
		}
	}
	host, port := "", ""
	switch v := a[0]; {
	case v == none:
	case object.IsStr(v), object.IsBytes(v):
		var ok bool
		if host, ok = hostArg(t, v); !ok {
			return null
		}
	default:
		return object.Raise(t, object.TTypeError, "getaddrinfo() argument 1 must be string or None")
	}
	switch v := a[1]; {
	case v == none:
	case native.IsInt(v):
		s, ok := object.ReprString(t, object.Index(t, v))
		if !ok {
			return null
		}
		port = s
	case object.IsStr(v):
		b := object.EncodeStr(t, v, "utf-8", "strict")
		if b == null {
			return null
		}
		port = string(object.BytesOf(b))
	case object.IsBytes(v):
		port = string(object.BytesOf(v))
	default:
		return object.Raise(t, object.TOSError, "Int or String expected")
	}
	if native.Auditing(t) && !object.Audit(t, "socket.getaddrinfo", a[0], a[1], object.SmallInt(int64(n[0])), object.SmallInt(int64(n[1])),
		object.SmallInt(int64(n[2])), object.SmallInt(int64(n[3]))) {
		return null
	}
	q := inquiry{host: host, port: port, noHost: a[0] == none, noPort: a[1] == none, family: n[0], kind: n[1], proto: n[2], flags: n[3]}
	if q.asks() && !mayResolve(t, host) {
		return null
	}
	var err error
	t.Outside(func() { err = q.answer() })
	if err != nil {
		return raiseName(t, err)
	}
	return q.value(t)
}

// inquiry is a call of getaddrinfo.
type inquiry struct {
	host, port                 string
	noHost, noPort             bool
	family, kind, proto, flags int

	name  string
	addrs []netip.Addr
	ports [len(kinds)]int // -1: not with this kind
}

// asks reports whether a name has to be looked up.
func (q *inquiry) asks() bool {
	_, is := literal(q.host)
	return !q.noHost && !is
}

func (q *inquiry) answer() error {
	switch {
	case q.noHost && q.noPort:
		return names.ErrNoName
	case q.flags&^aiKnown != 0, q.noHost && q.flags&aiCanonName != 0:
		return names.ErrFlags
	case q.flags&aiNumericServ != 0 && q.port != "" && !isNumber(q.port):
		return names.ErrNoName
	case q.family != unix.AF_UNSPEC && versionOf(q.family) == 0:
		return names.ErrFamily
	case q.kind < 0 || q.kind > unix.SOCK_RAW:
		return names.ErrSockType
	}
	if q.kind == unix.SOCK_RAW && q.port != "" {
		return names.ErrService
	}
	any := false
	for i, k := range kinds {
		if q.ports[i] = -1; q.kind != 0 && q.kind != k.kind || q.proto != 0 && k.proto != 0 && q.proto != k.proto || k.proto == 0 && q.kind == 0 && q.proto != 0 {
			continue
		}
		any = true
		q.ports[i] = q.portFor(k.name)
	}
	if !any {
		return names.ErrSockType
	}
	if q.ports[0] < 0 && q.ports[1] < 0 && q.ports[2] < 0 {
		return names.ErrService
	}
	return q.hosts()
}

// portFor is the port for a protocol.
func (q *inquiry) portFor(proto string) int {
	if q.noPort || q.port == "" {
		return 0
	}
	if n, err := strconv.ParseInt(strings.TrimLeft(q.port, spaces), 10, 64); err == nil && n >= 0 {
		return int(n & 0xffff)
	}
	if n, ok := names.ServicePort(q.port, proto); ok && proto != "" {
		return n
	}
	return -1
}

// spaces may stand before a number, for C's strtoul.
const spaces = " \t\n\v\f\r"

// isNumber reports whether C's strtoul reads all of a service's name.
func isNumber(s string) bool {
	_, err := strconv.ParseInt(strings.TrimLeft(s, spaces), 10, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

func (q *inquiry) hosts() error {
	version := versionOf(q.family)
	if q.noHost {
		any4, any6 := netip.IPv4Unspecified(), netip.IPv6Unspecified()
		all := []netip.Addr{any4, any6}
		if q.flags&aiPassive == 0 {
			all = []netip.Addr{netip.IPv6Loopback(), netip.AddrFrom4([4]byte{127, 0, 0, 1})}
		}
		for _, a := range all {
			if version == 0 || a.Is4() == (version == 4) {
				q.addrs = append(q.addrs, a)
			}
		}
		return nil
	}
	if ip, is := literal(q.host); is {
		if version != 0 && ip.Is4() != (version == 4) {
			if q.flags&8 == 0 || version != 6 { // AI_V4MAPPED
				return names.ErrAddrFamily
			}
			ip = netip.AddrFrom16(ip.As16())
		}
		q.name, q.addrs = q.host, []netip.Addr{ip}
		return nil
	}
	if q.flags&aiNumericHost != 0 {
		return names.ErrNoName
	}
	h, err := names.Lookup(q.host, version)
	if err != nil {
		return err
	}
	q.name, q.addrs = h.Names[0], h.Addrs
	return nil
}

// value makes the list of what was found.
func (q *inquiry) value(t *Thread) Value {
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for i, ip := range q.addrs {
		for j, k := range kinds {
			if q.ports[j] < 0 {
				continue
			}
			var a sockaddr
			scope := uint32(0)
			if zone := ip.Zone(); zone != "" {
				n, err := strconv.Atoi(zone)
				if err != nil {
					n, _ = indexOfInterface(zone)
				}
				scope = uint32(n)
			}
			putInet(&a, ip, uint16(q.ports[j]), 0, scope)
			name := ""
			if q.flags&aiCanonName != 0 && i == 0 {
				name = q.name
			}
			r := object.NewTuple(t, 5)
			if r == nil {
				return null
			}
			proto := k.proto
			if proto == 0 {
				proto = q.proto
			}
			*r.At(0), *r.At(1), *r.At(2) = object.SmallInt(int64(a.family())), object.SmallInt(int64(k.kind)), object.SmallInt(int64(proto))
			*r.At(3), *r.At(4) = object.NewStr(t, name), inetValue(t, &a)
			if *r.At(3) == null || *r.At(4) == null || !list.Append(t, object.Of(r)) {
				return null
			}
		}
	}
	return object.Of(list)
}

// Flags of getnameinfo.
const niNumericHost, niNumericServ, niNameRequired, niDatagram = 1, 2, 8, 16

func getNameInfo(t *Thread, _ Value, a []Value) Value {
	flags, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	if !object.IsTuple(a[0]) {
		return object.Raise(t, object.TTypeError, "getnameinfo() argument 1 must be a tuple")
	}
	r := &addressReader{t: t, caller: "getnameinfo", tuple: object.As[object.Tuple](a[0]), ok: true}
	if n := r.tuple.Len(); n < 2 || n > 4 {
		return object.Raise(t, object.TTypeError, "getnameinfo(): illegal sockaddr argument")
	}
	if !object.IsStr(*r.tuple.At(0)) {
		return object.Raise(t, object.TTypeError, "getnameinfo(): illegal sockaddr argument")
	}
	host, port := object.GoString(*r.tuple.At(0)), r.int(1)
	flow := r.uint(2)
	scope := r.uint(3)
	switch {
	case !r.ok:
		return null
	case flow > 0xfffff:
		return object.Raise(t, object.TOverflowError, "getnameinfo(): flowinfo must be 0-1048575.")
	}
	if native.Auditing(t) && !object.Audit(t, "socket.getnameinfo", a[0]) {
		return null
	}
	if network(t) == nil {
		return denied(t)
	}
	ip, is := literal(host)
	if !is {
		return raiseName(t, names.ErrNoName)
	}
	if ip.Is4() && r.tuple.Len() != 2 {
		return object.Raise(t, object.TOSError, "IPv4 sockaddr must be 2 tuple")
	}
	name := addrText(ip.WithZone(""))
	if zone := scope; zone != 0 && (ip.IsLinkLocalUnicast() || ip.IsLinkLocalMulticast()) {
		if s, err := nameOfInterface(int(zone)); err == nil {
			name += "%" + s
		}
	}
	if flags&niNumericHost == 0 {
		if !mayResolve(t, ip.String()) {
			return null
		}
		var h names.Host
		var err error
		t.Outside(func() { h, err = names.Reverse(ip) })
		if err == nil {
			name = h.Names[0]
		} else if flags&niNameRequired != 0 {
			return raiseName(t, names.ErrNoName)
		}
	}
	service := strconv.Itoa(port & 0xffff)
	if flags&niNumericServ == 0 {
		proto := "tcp"
		if flags&niDatagram != 0 {
			proto = "udp"
		}
		if s, ok := names.ServiceName(port&0xffff, proto); ok {
			service = s
		}
	}
	x, y := object.NewStr(t, name), object.NewStr(t, service)
	if x == null || y == null {
		return null
	}
	return object.Pair(t, x, y)
}
