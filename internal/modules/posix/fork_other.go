//go:build !linux

package posix

import "github.com/psyco-go/psy/internal/host/system"

// CanFork reports whether a program can copy this process.
func CanFork(*Thread) bool { return false }

func forkCalling(*Thread, *system.Child, Value, int) Value { return null }
