// Asking DNS servers.

package names

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"strings"
)

// Types of records.
const (
	typeA    = 1
	typePTR  = 12
	typeAAAA = 28
)

// query makes the message that asks for records of a name.
func query(id uint16, name string, kind uint16) []byte {
	b := binary.BigEndian.AppendUint16(nil, id)
	b = append(b, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0) // recursion is wanted; one question
	for label := range strings.SplitSeq(name, ".") {
		if len(label) == 0 || len(label) > 63 {
			return nil
		}
		b = append(append(b, byte(len(label))), label...)
	}
	b = append(b, 0)
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, kind), 1)
}

// message reads an answer.
type message struct {
	b  []byte
	at int
	ok bool
}

func (m *message) take(n int) []byte {
	if !m.ok || m.at+n > len(m.b) {
		m.ok = false
		return make([]byte, n)
	}
	m.at += n
	return m.b[m.at-n : m.at]
}

func (m *message) u16() int { return int(binary.BigEndian.Uint16(m.take(2))) }

// name reads a name, which may go on elsewhere in the message.
func (m *message) name() string {
	var labels []string
	back := -1
	for jumps := 0; m.ok; {
		n := int(m.take(1)[0])
		switch {
		case n == 0:
			if back >= 0 {
				m.at = back
			}
			return strings.Join(labels, ".")
		case n >= 0xc0:
			to := n&0x3f<<8 | int(m.take(1)[0])
			if back < 0 {
				back = m.at
			}
			if jumps++; jumps > 32 || len(labels) > 128 {
				m.ok = false
			}
			m.at = to
		default:
			labels = append(labels, string(m.take(n)))
		}
	}
	return ""
}

// read gives the addresses, or the names, of an answer to the question.
func read(b []byte, id uint16, kind int) (h Host, err error) {
	m := &message{b: b, ok: true}
	if m.u16() != int(id) {
		return h, ErrAgain
	}
	flags := m.u16()
	questions, answers := m.u16(), m.u16()
	m.take(4)
	switch flags & 15 {
	case 0:
	case 3:
		return h, ErrNoName
	default:
		return h, ErrAgain
	}
	for range questions {
		m.name()
		m.take(4)
	}
	for range answers {
		owner, k := m.name(), m.u16()
		m.take(6)
		n := m.u16()
		end := m.at + n
		switch {
		case k == kind && kind == typePTR:
			h.Names = append(h.Names, m.name())
		case k == kind && (n == 4 || n == 16):
			if a, ok := netip.AddrFromSlice(m.take(n)); ok && m.ok {
				h.Addrs = append(h.Addrs, a)
				if h.Names == nil {
					h.Names = []string{owner}
				}
			}
		}
		if m.at = end; end > len(m.b) {
			m.ok = false
		}
		if !m.ok {
			return h, ErrFail
		}
	}
	if len(h.Addrs) == 0 && len(h.Names) == 0 {
		return h, ErrNoData
	}
	return h, nil
}

// ask asks for the addresses of a name.
func ask(name string, family int) (h Host, err error) {
	err = ErrNoName
	for _, kind := range [...]uint16{typeAAAA, typeA} {
		if family == 4 && kind == typeAAAA || family == 6 && kind == typeA {
			continue
		}
		got, bad := exchange(name, kind)
		if bad != nil {
			if bad != ErrNoData || err == ErrNoName {
				err = bad
			}
			if bad == ErrNoName || bad == ErrAgain {
				break
			}
			continue
		}
		if h.Names == nil {
			h.Names = got.Names
		}
		h.Addrs = append(h.Addrs, got.Addrs...)
	}
	if len(h.Addrs) > 0 {
		return h, nil
	}
	return h, err
}

// askName asks for the name of an address.
func askName(a netip.Addr) (string, error) {
	const digits = "0123456789abcdef"
	var b strings.Builder
	raw := a.Unmap().AsSlice()
	for i := len(raw) - 1; i >= 0; i-- {
		if len(raw) == 4 {
			b.WriteString(strconv.Itoa(int(raw[i])) + ".")
		} else {
			b.Write([]byte{digits[raw[i]&15], '.', digits[raw[i]>>4], '.'})
		}
	}
	zone := "in-addr.arpa"
	if len(raw) == 16 {
		zone = "ip6.arpa"
	}
	h, err := exchange(b.String()+zone, typePTR)
	if err != nil || len(h.Names) == 0 {
		return "", ErrNoName
	}
	return h.Names[0], nil
}
