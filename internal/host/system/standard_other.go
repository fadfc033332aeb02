// Where descriptors are not the system's, a standard stream is closed for good.

//go:build !unix

package system

import "syscall"

func closeStandard(s standard) error { return s.File.Close() }

// directoryFlag has only folders opened.
const directoryFlag = 0

// Instant reports whether calls on a descriptor never wait.
func Instant(fd int) bool { return false }

func ReadNow(fd int, p []byte) (int, error)  { return 0, syscall.ENOSYS }
func WriteNow(fd int, p []byte) (int, error) { return 0, syscall.ENOSYS }
