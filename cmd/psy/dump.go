// -X psy.dump: what psy inspect reads, written at the end of the program, and when a signal asks for it.

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/world"
)

// writeDump writes the file. A regular one is never half there; what is none, a terminal or /dev/null, is written to as it is.
func (r *runOptions) writeDump(w *world.World) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("-X psy.dump: %w", err)
		}
	}()
	if st, err := os.Stat(r.dump); err == nil && !st.Mode().IsRegular() {
		f, err := os.OpenFile(r.dump, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(r.dumpTo(f, w), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(r.dump), filepath.Base(r.dump)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // if it still has that name
	if err := errors.Join(r.dumpTo(f, w), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), r.dump)
}

func (r *runOptions) dumpTo(f *os.File, w *world.World) error {
	return w.Dump(r.dumpOptions()).Write(f)
}

// dumpOptions say what a dump has besides what the runtime knows.
func (r *runOptions) dumpOptions() modules.DumpOptions {
	return modules.DumpOptions{Options: r.dumpedSettings(), HeapCap: int(r.heapCap), Source: r.readSource}
}

// dumpedSettings are the settings that matter.
func (r *runOptions) dumpedSettings() []dump.Option {
	return []dump.Option{
		{Key: "engine", Value: r.engine},
		{Key: "threshold", Value: strconv.FormatInt(r.Threshold, 10)},
		{Key: "maxversions", Value: strconv.FormatInt(r.MaxVersions, 10)},
		{Key: "codecap", Value: strconv.FormatInt(r.CodeCap, 10)},
		{Key: "heapcap", Value: strconv.FormatInt(r.heapCap, 10)},
		{Key: "seed", Value: strconv.FormatInt(r.Seed, 10)},
	}
}

// readSource finds a source file where its bytecode says that it is, or beside the program.
func (r *runOptions) readSource(file string) []byte {
	dir := filepath.Dir(r.file)
	for _, name := range []string{file, filepath.Join(dir, filepath.Base(file)), filepath.Join(dir, "..", filepath.Base(file))} {
		if text, err := os.ReadFile(name); err == nil {
			return text
		}
	}
	return nil
}
