// Closing a standard descriptor by its number.

//go:build unix

package system

import (
	"os"
	"syscall"
)

func closeStandard(s standard) error {
	if err := syscall.Close(s.fd); err != nil {
		return &os.PathError{Op: "close", Path: s.Name(), Err: err}
	}
	return nil
}
