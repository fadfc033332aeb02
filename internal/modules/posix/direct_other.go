//go:build !linux

// No calls of direct.go: they are Linux's for now.

package posix

import "syscall"

const errNoCall = syscall.ENOSYS

var directCalls map[string]func(t *Thread, a []Value) Value

func windowSize(fd int) (columns, lines int, err error) { return 0, 0, syscall.ENOTTY }
