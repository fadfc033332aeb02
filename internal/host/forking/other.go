//go:build !linux || !amd64 || cgo || race

package forking

// Supported tells why Fork cannot be had, or nil.
func Supported() error { return ErrUnsupported }

// Fork is not there.
func Fork(func()) (pid int, err error) { return 0, ErrUnsupported }

// Copied is never asked.
func Copied(int) int { return 0 }
