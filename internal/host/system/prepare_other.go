//go:build unix && !linux

package system

import "syscall"

func (c *Child) prepare() error { return syscall.ENOSYS }
