//go:build unix

package system

import "syscall"

// cpuNanos is the processor time of the process.
func cpuNanos() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// CPUTimes is the processor time of the process, in user code and in the system, and the same of its children that have ended, in nanoseconds.
func (*Process) CPUTimes() (times [4]int64) {
	for i, who := range [...]int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			times[2*i], times[2*i+1] = u.Utime.Nano(), u.Stime.Nano()
		}
	}
	return times
}
