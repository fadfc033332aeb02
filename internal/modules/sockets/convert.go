// Functions of the module _socket that compute: the order of bytes, addresses as text and as bytes.

package sockets

import (
	"net/netip"
	"strconv"
	"strings"
	"syscall"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const familyIPv6 = 10 // Linux's AF_INET6

// swap16 makes htons and ntohs.
func swap16(name string) FuncDef {
	return FuncDef{Name: name, Sig: "(x, /)", F1: func(t *Thread, _, v Value) Value {
		n, ok := object.AsInt(t, v)
		switch {
		case !ok:
			return null
		case n < 0:
			return object.Raise(t, object.TOverflowError, "%s: can't convert negative Python int to C 16-bit unsigned integer", name)
		case n > 0xffff:
			return object.Raise(t, object.TOverflowError, "%s: Python int too large to convert to C 16-bit unsigned integer", name)
		}
		return object.SmallInt(int64(n>>8 | n&0xff<<8))
	}}
}

// swap32 makes htonl and ntohl.
func swap32(name string) FuncDef {
	return FuncDef{Name: name, Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value {
		if !native.IsInt(v) {
			return object.Raise(t, object.TTypeError, "expected int, %s found", object.TypeName(t, v))
		}
		n, small := object.Int64(v)
		switch {
		case object.IntSign(v) < 0:
			return object.Raise(t, object.TOverflowError, "can't convert negative value to unsigned int")
		case !small:
			return object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned long")
		case n > 0xffffffff:
			return object.Raise(t, object.TOverflowError, "int larger than 32 bits")
		}
		return object.SmallInt(n>>24 | n>>8&0xff00 | n&0xff00<<8 | n&0xff<<24)
	}}
}

// textArg reads an argument that must be a str without null characters.
func textArg(t *Thread, v Value, fn, arg string) (string, bool) {
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s() argument %s must be str, not %s", fn, arg, argName(t, v))
		return "", false
	}
	s := object.GoString(v)
	if strings.IndexByte(s, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null character")
		return "", false
	}
	return s, true
}

func argName(t *Thread, v Value) string {
	if v == none {
		return "None"
	}
	return object.TypeName(t, v)
}

// parseOld reads an IPv4 address as inet_aton does: one to four numbers, also octal and hexadecimal ones, the last of which takes all bytes that are left.
func parseOld(s string) (a [4]byte, ok bool) {
	if i := strings.IndexAny(s, " \t\n\v\f\r"); i >= 0 {
		s = s[:i]
	}
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return a, false
	}
	for i, p := range parts {
		if strings.ContainsAny(p, "_+-bBoO") && !strings.HasPrefix(p, "0x") && !strings.HasPrefix(p, "0X") || p == "" {
			return a, false
		}
		n, err := strconv.ParseUint(p, 0, 32)
		last := i == len(parts)-1
		if err != nil || !last && n > 255 || last && n>>(8*(4-i)) != 0 {
			return a, false
		}
		if !last {
			a[i] = byte(n)
			continue
		}
		for k := 3; k >= i; k-- {
			a[k] = byte(n)
			n >>= 8
		}
	}
	return a, true
}

// parseAddr reads an address as inet_pton does.
func parseAddr(family int, s string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(s)
	return a, err == nil && a.Zone() == "" && a.Is4() == (family == syscall.AF_INET)
}

// addrText writes an address as inet_ntop does.
func addrText(a netip.Addr) string {
	s := a.String()
	if b := a.As16(); a.Is6() && !a.Is4In6() && strings.HasPrefix(s, "::") && b[10] == 0 && b[11] == 0 && (b[12] != 0 || b[13] != 0) { // IPv4-compatible
		return "::" + netip.AddrFrom4([4]byte(b[12:])).String()
	}
	return s
}

var numberFuncs = []FuncDef{
	swap16("htons"), swap16("ntohs"), swap32("htonl"), swap32("ntohl"),
	{Name: "inet_aton", Sig: "(ip_addr, /)", F1: func(t *Thread, _, v Value) Value {
		s, ok := textArg(t, v, "inet_aton", "1")
		if !ok {
			if t.ClearIf(object.TTypeError) {
				return object.Raise(t, object.TTypeError, "inet_aton() argument must be str, not %s", argName(t, v))
			}
			return null
		}
		a, ok := parseOld(s)
		if !ok {
			return object.Raise(t, object.TOSError, "illegal IP address string passed to inet_aton")
		}
		return object.NewBytes(t, a[:])
	}},
	{Name: "inet_ntoa", Sig: "(packed_ip, /)", F1: func(t *Thread, _, v Value) Value {
		b, ok := native.BytesArg(t, v)
		if !ok {
			return null
		}
		if len(b) != 4 {
			return object.Raise(t, object.TOSError, "packed IP wrong length")
		}
		return object.NewStr(t, netip.AddrFrom4([4]byte(b)).String())
	}},
	{Name: "inet_pton", Sig: "(address_family, ip_string, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
		family, ok := object.AsInt(t, a[0])
		if !ok {
			return null
		}
		s, ok := textArg(t, a[1], "inet_pton", "2")
		if !ok {
			return null
		}
		if family != syscall.AF_INET && family != familyIPv6 {
			return native.RaiseIO(t, syscall.EAFNOSUPPORT, null)
		}
		ip, ok := parseAddr(family, s)
		if !ok {
			return object.Raise(t, object.TOSError, "illegal IP address string passed to inet_pton")
		}
		return object.NewBytes(t, ip.AsSlice())
	}},
	{Name: "inet_ntop", Sig: "(address_family, packed_ip, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
		family, ok := object.AsInt(t, a[0])
		if !ok {
			return null
		}
		b, ok := native.BytesArg(t, a[1])
		if !ok {
			return null
		}
		switch want := map[int]int{syscall.AF_INET: 4, familyIPv6: 16}[family]; {
		case want == 0:
			return object.Raise(t, object.TValueError, "unknown address family %d", family)
		case want != len(b):
			return object.Raise(t, object.TValueError, "invalid length of packed IP address string")
		}
		ip, _ := netip.AddrFromSlice(b)
		return object.NewStr(t, addrText(ip))
	}},
}
