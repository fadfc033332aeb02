// Package names finds addresses of hosts and numbers of services as the C library does: in the files below /etc, then by asking a DNS server.
// Go's package net is not used, because it is linked with cgo where there is a C compiler.
package names

import (
	"cmp"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Error is the number of an error of getaddrinfo, as glibc has them.
type Error int

const (
	ErrFlags      Error = -1
	ErrNoName     Error = -2
	ErrAgain      Error = -3
	ErrFail       Error = -4
	ErrNoData     Error = -5
	ErrFamily     Error = -6
	ErrSockType   Error = -7
	ErrService    Error = -8
	ErrAddrFamily Error = -9
)

func (e Error) Error() string {
	return map[Error]string{
		ErrFlags: "Bad value for ai_flags", ErrNoName: "Name or service not known", ErrAgain: "Temporary failure in name resolution",
		ErrFail: "Non-recoverable failure in name resolution", ErrNoData: "No address associated with hostname", ErrFamily: "ai_family not supported",
		ErrSockType: "ai_socktype not supported", ErrService: "Servname not supported for ai_socktype", ErrAddrFamily: "Address family for hostname not supported",
	}[e]
}

// table reads a file of words; what follows # is left out.
func table(file string) (lines [][]string) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 1 {
			lines = append(lines, words)
		}
	}
	return lines
}

// Host is what is known of a host: its name first, then its other names, and its addresses.
type Host struct {
	Names []string
	Addrs []netip.Addr
}

// Lookup finds the addresses of a name; family is 4, 6 or 0 for both.
func Lookup(name string, family int) (h Host, err error) {
	want := strings.TrimSuffix(name, ".")
	for _, line := range table("/etc/hosts") {
		a, bad := netip.ParseAddr(line[0])
		if bad != nil || !slices.ContainsFunc(line[1:], func(s string) bool { return strings.EqualFold(s, want) }) || !fits(a, family) {
			continue
		}
		if h.Names == nil {
			h.Names = line[1:]
		}
		if !slices.Contains(h.Addrs, a) {
			h.Addrs = append(h.Addrs, a)
		}
	}
	if len(h.Addrs) > 0 {
		sortAddrs(h.Addrs)
		return h, nil
	}
	if want == "" || len(want) > 253 || strings.ContainsAny(want, " \t\n/") {
		return h, ErrNoName
	}
	if h, err = ask(want, family); err == nil {
		sortAddrs(h.Addrs)
	}
	return h, err
}

func fits(a netip.Addr, family int) bool { return family == 0 || a.Is4() == (family == 4) }

// sortAddrs puts addresses of IPv6 first, as RFC 6724 has it for those that can be reached alike.
func sortAddrs(a []netip.Addr) {
	slices.SortStableFunc(a, func(x, y netip.Addr) int { return cmp.Compare(y.BitLen(), x.BitLen()) })
}

// Reverse finds the names of an address.
func Reverse(a netip.Addr) (h Host, err error) {
	for _, line := range table("/etc/hosts") {
		if b, bad := netip.ParseAddr(line[0]); bad == nil && b == a.Unmap() {
			return Host{Names: line[1:], Addrs: []netip.Addr{a}}, nil
		}
	}
	name, err := askName(a)
	if err != nil {
		return h, err
	}
	return Host{Names: []string{name}, Addrs: []netip.Addr{a}}, nil
}

// ServicePort finds the port of a service; proto "" is any.
func ServicePort(name, proto string) (port int, ok bool) {
	for _, line := range table("/etc/services") {
		number, p, _ := strings.Cut(line[1], "/")
		if (line[0] == name || slices.Contains(line[2:], name)) && (proto == "" || p == proto) {
			if n, err := strconv.Atoi(number); err == nil {
				return n, true
			}
		}
	}
	return 0, false
}

// ServiceName finds the service of a port; proto "" is any.
func ServiceName(port int, proto string) (string, bool) {
	text := strconv.Itoa(port)
	for _, line := range table("/etc/services") {
		if number, p, _ := strings.Cut(line[1], "/"); number == text && (proto == "" || p == proto) {
			return line[0], true
		}
	}
	return "", false
}

// Protocol finds the number of a protocol.
func Protocol(name string) (int, bool) {
	for _, line := range table("/etc/protocols") {
		if line[0] == name || slices.Contains(line[2:], name) {
			n, err := strconv.Atoi(line[1])
			return n, err == nil
		}
	}
	return 0, false
}
