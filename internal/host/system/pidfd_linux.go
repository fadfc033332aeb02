// Signals to the process that a descriptor stands for.

package system

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// SendTo takes descriptors of pidfd_open and of folders below /proc.
func (*Process) SendTo(fd, signal, flags int) (self bool, err error) {
	self = signal > 0 && signal <= 64 && processOf(fd) == os.Getpid()
	if self {
		signal = 0 // which only looks whether one could be sent
	}
	return self, unix.PidfdSendSignal(fd, syscall.Signal(signal), nil, flags)
}

// processOf is the process that a descriptor stands for; 0: none that is known.
func processOf(fd int) int {
	number := strconv.Itoa(fd)
	if name, err := os.Readlink("/proc/self/fd/" + number); err == nil {
		if dir, ok := strings.CutPrefix(name, "/proc/"); ok {
			pid, _ := strconv.Atoi(dir)
			return pid
		}
	}
	info, _ := os.ReadFile("/proc/self/fdinfo/" + number)
	for line := range strings.Lines(string(info)) {
		if rest, ok := strings.CutPrefix(line, "Pid:"); ok {
			pid, _ := strconv.Atoi(strings.TrimSpace(rest))
			return pid
		}
	}
	return 0
}
