//go:build !linux

// The monotonic clock of systems where it begins with the process.

package system

import "time"

func monotonicNow() int64 { return int64(time.Second) }
