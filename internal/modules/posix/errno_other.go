//go:build !linux

package posix

import "syscall"

// moreErrnos gives nothing: what other systems have besides is not known here.
func moreErrnos() func(yield func(name string, n syscall.Errno) bool) {
	return func(func(name string, n syscall.Errno) bool) {}
}
