// Dumps of a runtime.

package psy

import (
	"io"
	"io/fs"
	"path"
	"strconv"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/modules"
)

// WriteDump writes what the runtime tells of itself, for psy inspect and package dump: functions, machine code and executors, and why they are as
// they are. Source lines are there if Config.FS has the files. Without Config.Dump, what happened is told by counts only. While a call is under way
// it returns ErrBusy.
func (r *Runtime) WriteDump(w io.Writer) (err error) {
	var c call
	if err := r.enter(nil, &c); err != nil {
		return err
	}
	defer r.leave(&c, &err)
	d := r.world.Dump(r.dumped())
	c.done = true
	return guardedDo(func() error { return d.Write(w) })
}

// dumped says what a dump has besides what the runtime knows.
func (r *Runtime) dumped() modules.DumpOptions {
	return modules.DumpOptions{Options: r.dumpOptions, HeapCap: int(r.heapCap), Source: r.source}
}

// source reads a source file out of the world that Python sees.
func (r *Runtime) source(file string) []byte {
	if r.fs == nil {
		return nil
	}
	name := path.Clean("/" + file)[1:]
	text, err := guarded(func() ([]byte, error) { return fs.ReadFile(r.fs, name) })
	if err != nil {
		return nil
	}
	return text
}

// tellOptions keeps what a dump says of the configuration.
func (r *Runtime) tellOptions(c *Config) {
	engine := [...]string{Auto: "auto", Psyco: "psyco", Tier2: "tier2", Tier1: "tier1"}[c.Engine]
	r.fs, r.heapCap = c.FS, or(c.Heap, defaultHeap)
	r.dumpOptions = []dump.Option{
		{Key: "engine", Value: engine},
		{Key: "threshold", Value: strconv.FormatInt(c.Threshold, 10)},
		{Key: "codecap", Value: strconv.FormatInt(or(c.Code, defaultCode), 10)},
		{Key: "heapcap", Value: strconv.FormatInt(r.heapCap, 10)},
	}
}
