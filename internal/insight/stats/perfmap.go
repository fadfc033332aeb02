// The map that tells the profiler perf what is at addresses in machine code, as the JITs of CPython and PyPy write it.

package stats

import (
	"fmt"
	"os"
)

// PerfMap is the file /tmp/perf-PID.map. A nil PerfMap writes nothing.
type PerfMap struct{ f *os.File }

// PerfMapName is the name that perf looks for.
func PerfMapName() string { return fmt.Sprintf("/tmp/perf-%d.map", os.Getpid()) }

// OpenPerfMap makes the file, or goes on in it: a process may have more than one runtime.
func OpenPerfMap() (*PerfMap, error) {
	f, err := os.OpenFile(PerfMapName(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &PerfMap{f}, nil
}

// Add writes a line, at once: the process may die before it ends.
func (m *PerfMap) Add(addr uintptr, size int, name string) {
	if m != nil {
		fmt.Fprintf(m.f, "%x %x %s\n", addr, size, oneLine.Replace(name))
	}
}

// Close leaves the file for perf.
func (m *PerfMap) Close() error {
	if m == nil {
		return nil
	}
	return m.f.Close()
}
