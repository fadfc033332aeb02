//go:build !unix

package modules

// cpuNanos is the time since the process began: where the system's own count is not at hand, the closest there is.
func cpuNanos() int64 { return monotonicNanos() }
