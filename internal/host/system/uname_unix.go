//go:build unix

package system

import "golang.org/x/sys/unix"

func uname() Uname {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return Uname{}
	}
	text := func(b []byte) string { return unix.ByteSliceToString(b) }
	return Uname{text(u.Sysname[:]), text(u.Nodename[:]), text(u.Release[:]), text(u.Version[:]), text(u.Machine[:])}
}
