//go:build !unix

package system

import "time"

// cpuNanos is the time since the process began: where the system's own count is not at hand, the closest there is.
func cpuNanos() int64 { return int64(time.Since(start)) }
