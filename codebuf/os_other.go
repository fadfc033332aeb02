// Platforms without machine code.

//go:build !(linux && amd64)

package codebuf

import "github.com/psyco-go/psy/x86"

// Supported is nil if this platform runs machine code.
func Supported() error { return x86.Supported() }

func mapTwice(uintptr) (rw, rx uintptr, err error)  { return 0, 0, Supported() }
func ownCopy(rw, rx, size, used uintptr) error      { return nil }
func mapStack(size, guard uintptr) (uintptr, error) { return 0, Supported() }
func unmap(p, size uintptr) error                   { return nil }
