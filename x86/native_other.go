// Platforms without machine code.

//go:build !(linux && amd64)

package x86

// Supported is nil if machine code can run here.
func Supported() error { return ErrUnsupported }

// Features tells which optional instructions the processor has.
func Features() (popcnt, bmi1, bmi2 bool) { return false, false, false }

// Enter runs machine code; it may be called only where Supported returns nil.
func Enter(*Context, uintptr) uint64 { panic("BUG: x86: " + ErrUnsupported.Error()) }

func guardKnown() bool { return false }
