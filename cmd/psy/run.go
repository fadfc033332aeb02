// psy run: a program's process, from its file to its exit status.

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/host/ownfile"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/faults"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/modules/tracing"
	"github.com/psyco-go/psy/internal/vm/object"
)

// fail reports a usage error.
func fail(format string, args ...any) int {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	return 2
}

func runCommand(args []string) int { return python("psy run", args) }

// python does what Python's command line means; called is how the program was called.
func python(called string, args []string) int {
	r, err := parseRun(args)
	r.called = called
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		fmt.Fprintln(os.Stderr, r.usageLine()+"\nTry `"+hint(called)+" -h' for more information.")
		return 2
	}
	switch {
	case r.show != nil:
		r.show(r)
		return 0
	case r.version > 1:
		fmt.Println("Python", modules.VersionText)
		return 0
	case r.version > 0:
		fmt.Println("Python 3.13.0")
		return 0
	}
	if err := r.settle(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if r.command == nil && r.module == "" && r.file == "" && r.prompting() {
		return r.run(r.prompt()...)
	}
	job, status := r.job()
	switch {
	case r.flags.Inspect > 0 && r.prompting():
		if job == nil {
			return r.run(r.interactive())
		}
		return r.run(job, r.interactive())
	case job == nil:
		return status
	}
	return r.run(job)
}

// hint is the command whose help is recommended.
func hint(called string) string {
	if calledPython(called) {
		return "python"
	}
	return strings.TrimSuffix(filepath.Base(called), ".exe")
}

// job is what the command line names; without one, the exit status.
func (r *runOptions) job() (modules.Job, int) {
	switch {
	case r.command != nil:
		return modules.Command(*r.command), 0
	case r.module != "":
		return modules.Module(r.module), 0
	case r.file == "":
		if st, err := os.Stdin.Stat(); err == nil && st.IsDir() {
			fmt.Fprintln(os.Stderr, &fatalError{"init_sys_streams", "<stdin> is a directory, cannot continue"})
			return nil, 1
		}
		return modules.StandardInput(os.Stdin), 0
	}
	if st, err := os.Stat(r.file); err == nil && st.IsDir() {
		r.folder = true
		return modules.Folder(absolute(r.file)), 0
	}
	data, status := readProgram(strings.TrimSuffix(r.called, " run"), r.file)
	if status != 0 {
		return nil, status
	}
	file := mainFile(r.file)
	if isCompiled(r.file, data) {
		prog, status := load(data)
		if prog == nil {
			return nil, status
		}
		return modules.Compiled(prog, file), 0
	}
	if modules.IsArchive(data) {
		r.folder = true
		return modules.Folder(absolute(r.file)), 0
	}
	if r.skipLine {
		data = modules.WithoutFirstLine(data)
	}
	return modules.Source(data, file), 0
}

func (r *runOptions) run(jobs ...modules.Job) int {
	if r.randomHash {
		r.seed = "random"
	}
	seed, random, err := hashSeed(r.seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	debug.SetMaxStack(4 << 30) // nested calls are bounded by counting, not by Go's limit
	config.TuneGoFor(r.heapCap)
	exe := executable()
	in := r.installation()
	first, path, given := r.first(), r.path(in), len(jobs)
	if in.site {
		jobs = append([]modules.Job{modules.Site(first)}, jobs...)
	} else {
		path = append(first, path...)
	}
	if len(r.warnings) > 0 {
		jobs = append([]modules.Job{modules.Warnings}, jobs...)
	}
	o := modules.Options{
		System:  &system.Process{},
		HeapCap: r.heapCap, GCStress: int(r.gc), HashSeed: seed, HashRandom: random,
		Args: r.args, OrigArgs: os.Args, Path: path, Executable: exe, BaseExecutable: in.baseExecutable(exe),
		Prefix: in.prefix, BasePrefix: in.base, Library: in.library, LibraryFS: in.embedded, LibraryID: library.Origin(), Prompt: r.basicPrompt,
		XOptions: r.xoptions, WarnOptions: r.warnings, Flags: r.flags,
		Stdin: os.Stdin, Stdout: r.stdout, Stderr: os.Stderr, Unbuffered: r.unbuffered > 0,
		CPUCount: r.cpuCount, IntMaxStrDigits: r.maxDigits, PycachePrefix: r.pycachePrefix, PlatLibDir: r.platlibdir, CheckHashPycs: r.checkHashPycs,
		ImportTime: r.importTime, NoColumns: r.noDebugRanges,
	}
	o.Interpreters, o.Beginning = -1, jobs[:len(jobs)-given]
	if r.cache != "off" {
		o.Cache, o.Believe = codecache.Below(r.cache), true
	}
	if len(first) > 0 {
		o.ScriptDir = absolute(first[0])
	}
	o.UTF8Mode = r.utf8Mode()
	o.IOEncoding, o.IOErrors = r.streamEncoding()
	w, stop, err := r.newWorld(o)
	if err != nil {
		if status := fail("psy: %v", err); !errors.As(err, new(noWorld)) {
			return status
		}
		return 1
	}
	if o.IOEncoding != "" && o.IOEncoding != "utf-8" && !modules.NameStreams(w.Main, o.IOEncoding) {
		return fail("Fatal Python error: init_stdio_encoding: failed to get the Python codec name of the stdio encoding\n"+
			"Python runtime state: core initialized\nLookupError: unknown encoding: %s", o.IOEncoding)
	}
	tracing.StartTracing(w.Main.RT, int64(r.traceFrames))
	setActions()
	signals.Inherit(w.Main)
	if (r.faultHandler || r.flags.DevMode) && !faults.Enable(w.Main) {
		w.Main.ClearExc()
	}
	var writeDump func()
	if r.dump != "" {
		writeDump = func() { complain(r.writeDump(w)) }
		w.OnFinish = writeDump
	}
	interrupts := watchInterrupts(w.Main, writeDump)
	if r.serve {
		unserve, err := serve(w)
		complain(err)
		defer unserve()
	}
	if r.atStart != nil && !r.atStart(w) {
		return 0
	}
	ownfile.Trim()
	w.Main.RT.Heap.OnGrowth(ownfile.Shed)
	status := modules.Run(w.Main, r.inspect, jobs...)
	interrupts.stop()
	stop()
	if r.stats != "" {
		complain(r.report(w.Runtime))
	}
	if r.atEnd != nil {
		r.atEnd(w)
	}
	if status == modules.DieByInterrupt {
		removeSocket()
		dieByInterrupt()
	}
	return status
}

// mainFile is the program's __file__: absolute, but not otherwise changed.
func mainFile(name string) string {
	dir, err := os.Getwd()
	if err != nil || filepath.IsAbs(name) {
		return name
	}
	return dir + string(os.PathSeparator) + name
}

// streamEncoding is the encoding and error handler of the standard streams: PYTHONIOENCODING, else lenient in the C locale.
func (r *runOptions) streamEncoding() (encoding, errs string) {
	encoding, errs, _ = strings.Cut(r.env("PYTHONIOENCODING"), ":")
	if errs != "" || encoding != "" {
		if errs == "" {
			errs = "strict"
		}
		switch strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(encoding)) {
		case "utf8":
			encoding = "utf-8"
		}
		return encoding, errs
	}
	switch locale() {
	case "", "C", "POSIX", "C.UTF-8", "C.utf8", "UTF-8":
		errs = "surrogateescape"
	}
	if r.utf8Mode() {
		errs = "surrogateescape"
	}
	return "", errs
}

// locale is the name of the locale of characters.
func locale() string {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if l := os.Getenv(name); l != "" {
			return l
		}
	}
	return ""
}

// utf8Mode tells whether Python's UTF-8 mode is asked for, or follows from the locale.
func (r *runOptions) utf8Mode() bool {
	if r.utf8 != 0 {
		return r.utf8 > 0
	}
	l := os.Getenv("LC_ALL")
	return l == "C" || l == "POSIX"
}

// path is sys.path without what it begins with: PYTHONPATH, the library, its packages.
func (r *runOptions) path(in *installation) []string {
	var p []string
	if v := r.env("PYTHONPATH"); v != "" {
		for _, d := range filepath.SplitList(v) {
			if d == "" {
				d = "."
			}
			p = append(p, absolute(d))
		}
	}
	if in.library != "" {
		p = append(p, in.library)
	}
	return append(p, in.packages...)
}

// first is what sys.path begins with: the program's folder, or nothing.
func (r *runOptions) first() []string {
	switch {
	case r.folder:
		return []string{absolute(r.file)}
	case r.flags.SafePath:
		return nil
	case r.module != "":
		return []string{absolute(".")}
	case r.file == "":
		return []string{""}
	}
	dir := filepath.Dir(r.file)
	if real, err := filepath.EvalSymlinks(r.file); err == nil {
		dir = filepath.Dir(real)
	}
	return []string{absolute(dir)}
}

// hashSeed makes the key of str hashes from PYTHONHASHSEED as CPython does: 0 is the zero key, other numbers seed a generator.
func hashSeed(v string) (seed object.HashSeed, random bool, err error) {
	if v == "" || v == "random" {
		return object.HashSeed{rand.Uint64(), rand.Uint64()}, true, nil // from the generator that Go's runtime seeds its own maps with
	}
	n, err := strconv.ParseUint(v, 10, 32)
	if err != nil {
		return seed, false, fatal("config_init_hash_seed", `PYTHONHASHSEED must be "random" or an integer in range [0; 4294967295]`)
	}
	if n == 0 { // as CPython says: only 0 turns it off
		return seed, false, nil
	}
	var b [16]byte
	x := uint32(n)
	for i := range b {
		x = x*214013 + 2531011
		b[i] = byte(x >> 16)
	}
	return object.HashSeed{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}, true, nil
}

// report writes the statistics.
func (r *runOptions) report(rt *object.Runtime) error {
	var b bytes.Buffer
	if r.stats == "json" {
		modules.WriteStatsJSON(&b, rt)
	} else {
		modules.WriteStatsText(&b, rt)
	}
	if r.statsFile != "" {
		return os.WriteFile(r.statsFile, b.Bytes(), 0o644)
	}
	_, err := os.Stderr.Write(b.Bytes())
	return err
}
