//go:build unix && !linux

package system

import "syscall"

func (*Process) SendTo(fd, signal, flags int) (self bool, err error) { return false, syscall.ENOSYS }
