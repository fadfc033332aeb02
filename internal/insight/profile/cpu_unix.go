//go:build unix

package profile

import "golang.org/x/sys/unix"

// CPUTime is the processor time that the process has used.
func CPUTime() int64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
