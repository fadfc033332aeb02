//go:build unix

package system

import "syscall"

func access(name string, mode uint32) bool { return syscall.Access(name, mode) == nil }
