// Talking to the DNS servers of /etc/resolv.conf.

package names

import (
	"crypto/rand"
	"encoding/binary"
	"net/netip"
	"time"

	"golang.org/x/sys/unix"
)

const (
	patience = 5 * time.Second // for one answer
	tries    = 2
)

// exchange asks the servers one after the other.
func exchange(name string, kind uint16) (h Host, err error) {
	var servers []netip.Addr
	for _, line := range table("/etc/resolv.conf") {
		if a, bad := netip.ParseAddr(line[1]); bad == nil && line[0] == "nameserver" {
			servers = append(servers, a)
		}
	}
	if servers == nil {
		servers = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	}
	for range tries {
		for _, s := range servers {
			b, id := askServer(s, name, kind)
			if b == nil {
				continue
			}
			if h, err = read(b, id, int(kind)); err != ErrAgain {
				return h, err
			}
		}
	}
	return h, ErrAgain
}

// askServer is the answer of one server, nil: none.
func askServer(server netip.Addr, name string, kind uint16) (answer []byte, id uint16) {
	var r [2]byte
	rand.Read(r[:])
	id = binary.BigEndian.Uint16(r[:])
	q := query(id, name, kind)
	family, to := unix.AF_INET, unix.Sockaddr(&unix.SockaddrInet4{Port: 53, Addr: server.Unmap().As4()})
	if server.Unmap().Is6() {
		family, to = unix.AF_INET6, &unix.SockaddrInet6{Port: 53, Addr: server.As16()}
	}
	fd, err := unix.Socket(family, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil || q == nil {
		return nil, 0
	}
	defer unix.Close(fd)
	if unix.Connect(fd, to) != nil {
		return nil, 0
	}
	if _, err = unix.Write(fd, q); err != nil {
		return nil, 0
	}
	b := make([]byte, 4096)
	for end := time.Now().Add(patience); ; {
		left := time.Until(end)
		if left <= 0 {
			return nil, 0
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left/time.Millisecond)+1)
		if n <= 0 {
			if err == unix.EINTR {
				continue
			}
			return nil, 0
		}
		if n, err = unix.Read(fd, b); err != nil {
			return nil, 0
		}
		if n > 12 && binary.BigEndian.Uint16(b) == id {
			return b[:n], id
		}
	}
}
