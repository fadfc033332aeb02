//go:build unix

// The peak memory of a finished process where the system tells it.
package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns megabytes.
func peak(s *os.ProcessState) float64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(u.Maxrss) / 1e6
	}
	return float64(u.Maxrss) * 1024 / 1e6
}
