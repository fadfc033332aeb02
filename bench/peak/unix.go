//go:build unix

// Package peak tells the peak memory of a finished process, where the system does.
package peak

import (
	"os"
	"runtime"
	"syscall"
)

// Megabytes is the largest that the process's resident memory was; 0 where that is unknown.
func Megabytes(s *os.ProcessState) float64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(u.Maxrss) / 1e6
	}
	return float64(u.Maxrss) * 1024 / 1e6
}
