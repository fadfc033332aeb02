// Pipes where calls wait: nothing tells how much they have or take.

//go:build !linux

package system

import (
	"syscall"
	"time"
)

func ReadAtOnce(fd int, p []byte) (int, error)  { return 0, syscall.ENOSYS }
func WriteAtOnce(fd int, p []byte) (int, error) { return 0, syscall.ENOSYS }

// WriteSoon writes p.
func WriteSoon(fd int, p []byte, wait time.Duration) (int, error) { return WriteNow(fd, p) }
