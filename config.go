// Config, and making and closing a Runtime.

package psy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/vm/object"
	worlds "github.com/psyco-go/psy/internal/world"
	"github.com/psyco-go/psy/pycompiler"
)

// Engine says who runs the code.
type Engine int

const (
	Auto  Engine = iota // tier 1, then machine code where hot, or tier 2 where there can be no machine code
	Psyco               // the same, but New fails where there can be no machine code
	Tier2               // superblocks, interpreted
	Tier1               // the plain interpreter
)

// NoCache, as Config.Cache, has compiled modules kept in memory only.
const NoCache = "-"

// NoLibrary, as Config.Library, leaves the standard library out: only modules that are part of psy, and those of Config.FS, can be imported.
var NoLibrary fs.FS = noLibrary{}

type noLibrary struct{}

func (noLibrary) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

const (
	defaultHeap  = 256 << 20
	defaultCode  = 16 << 20
	defaultGrace = 10000
)

// Config says what a Runtime may use and see. The zero Config gives a world without files, environment, clock, randomness and streams.
type Config struct {
	Heap int64 // cap on Python objects, in bytes; beyond it MemoryError. 0: 256 MiB
	Code int64 // cap on machine code with its metadata, in bytes; beyond it the interpreter runs. 0: 16 MiB

	Stdout, Stderr io.Writer // sys.stdout and sys.stderr; nil: None. A line at a time
	Stdin          io.Reader // sys.stdin; nil: None

	FS     fs.FS            // the files that Python may read, with its root at /; nil: none
	Write  WriteFS          // the files that Python may write; they hide those of FS. nil: none
	Path   []string         // sys.path, where imports look for modules in FS; nil: the root, "/". The library stands behind it
	Env    []string         // os.environ, as "NAME=VALUE"; nil: empty
	Args   []string         // sys.argv
	Clock  func() time.Time // what time it is; nil: time stands still at 1970-01-01 but for time.sleep, which then does not wait
	Random io.Reader        // os.urandom, and the key of str hashes; nil: none, and a fixed key

	// Library is the standard library, with os.py at its root: the sources of CPython 3.13's Lib. Python sees it, and can only read it, as the folder
	// /<psy>/lib/python3.13, at the end of sys.path. nil: the one that is part of the program, unless it was built with the tag nolibrary;
	// NoLibrary: none.
	Library fs.FS
	// Cache is the folder where compiled modules of Library are kept for other processes. "": psy below os.UserCacheDir; NoCache: none.
	Cache string

	Engine    Engine
	Threshold int64 // calls plus loop turns of a function before it is compiled; 0: the default, 3000. 1 compiles at once

	// Profile gets, when the runtime is closed, where Python code spent processor time, by function and line, in pprof's format. nil: nothing is
	// sampled. Time of Go functions counts for the Python line that called them.
	Profile io.Writer
	PerfMap bool // write /tmp/perf-PID.map, which tells the profiler perf what machine code is of

	Dump bool // keep what WriteDump tells of what happened, and sample processor time; machine code gets larger and slower by it

	// Steps bounds one call from Go: turns of loops, calls of functions, and polls of built-in functions that run long; then it is interrupted
	// with ErrSteps. It is exact and repeatable; code with such a limit is interpreted. 0: no limit.
	Steps int64
	// Grace bounds, in the same steps, what finally blocks and handlers may do once a call is interrupted. 0: 10000.
	Grace int64
}

// Runtime is one isolated Python world. One goroutine at a time may use it; another gets ErrBusy. A Go function that Python calls may use the
// runtime that calls it, on the goroutine it was called on.
type Runtime struct {
	state   atomic.Int32 // idle, busy, closed
	hooked  atomic.Bool  // dropped is not empty
	world   *worlds.World
	rt      *object.Runtime // the world's,
	t       *object.Thread
	native  *pycompiler.Engine
	stream  []iomod.Stream // standard streams
	samples io.Writer      // where a profile goes
	broken  error          // a panic went through: what it was

	dumpOptions []dump.Option
	heapCap     int64
	fs          fs.FS

	cancel cancelState
	owner  atomic.Uintptr // the goroutine that waits for a Go function, while one runs; else 0

	roots []object.Value //psy:root visited by visitRoots: what Go holds, by slot
	free  []uint32       // slots of roots not in use

	mu      sync.Mutex
	dropped []uint32 // slots whose Value is gone
}

// New makes a runtime. It takes about a millisecond. Close gives its memory back.
func New(c Config) (*Runtime, error) {
	if c.Heap < 0 || c.Code < 0 || c.Threshold < 0 || c.Steps < 0 || c.Grace < 0 {
		return nil, fmt.Errorf("psy: Config with a negative limit")
	}
	if c.Engine < Auto || c.Engine > Tier1 {
		return nil, fmt.Errorf("psy: no such engine: %d", c.Engine)
	}
	r := &Runtime{}
	r.state.Store(idle)
	w, err := c.world()
	if err != nil {
		return nil, fmt.Errorf("psy: %w", err)
	}
	w.Busy = func() bool { return r.state.Load() == busy }
	if r.world, err = worlds.New(w); err != nil {
		return nil, fmt.Errorf("psy: %w", err)
	}
	r.rt, r.t, r.native = r.world.Runtime, r.world.Main, r.world.Compiler
	r.stream = iomod.Streams(r.rt)
	r.rt.Heap.AddRoots(r.visitRoots)
	runtimeKey.Set(r.rt, r)
	r.cancel.init(r, c.Steps, or(c.Grace, defaultGrace))
	r.tellOptions(&c)
	if r.samples = io.Discard; c.Profile != nil {
		r.samples = guardWriter(c.Profile)
	}
	return r, nil
}

// world is what the runtime's world is made of.
func (c *Config) world() (w worlds.Config, err error) {
	if w.Options, err = c.options(); err != nil {
		return w, err
	}
	w.Settings = config.Default()
	w.Settings.CodeCap, w.Settings.Listing = or(c.Code, defaultCode), c.Dump
	w.Settings.Profile, w.Settings.PerfMap = c.Profile != nil || c.Dump, c.PerfMap
	if c.Threshold > 0 {
		w.Settings.Threshold = c.Threshold
	}
	switch {
	case c.Steps > 0 || c.Engine == Tier1:
		w.Engine = worlds.Tier1
	case c.Engine == Tier2:
		w.Engine = worlds.Tier2
	default:
		w.Engine, w.Strict = worlds.Compiler, c.Engine == Psyco
	}
	return w, nil
}

// options are what Python sees.
func (c *Config) options() (o modules.Options, err error) {
	seed, random, err := hashSeed(c.Random)
	if err != nil {
		return o, fmt.Errorf("reading Config.Random: %w", err)
	}
	path := c.Path
	if path == nil && c.FS != nil {
		path = []string{"/"}
	}
	o = modules.Options{
		HeapCap: or(c.Heap, defaultHeap), HashSeed: seed, HashRandom: random, IntMaxStrDigits: -1, LineBuffer: true, UTF8Mode: true,
		Args: c.Args, OrigArgs: c.Args, Path: path, System: newWorldSystem(c), Share: true,
		Stdin: guardReader(c.Stdin), Stdout: guardWriter(c.Stdout), Stderr: guardWriter(c.Stderr),
	}
	o.Flags.DontWriteBytecode, o.Flags.IgnoreEnvironment, o.Flags.Isolated, o.Flags.NoUserSite = 1, 1, 1, 1
	switch c.Library {
	case nil:
		o.LibraryFS, o.LibraryID = library.Embedded(), library.Origin()
	case NoLibrary:
	default:
		o.LibraryFS = guardFS{c.Library}
	}
	if c.Cache != NoCache {
		o.Cache = codecache.Below(c.Cache)
	}
	if o.LibraryFS != nil {
		o.Library, o.Prefix, o.BasePrefix = modules.LibraryFolder, modules.LibraryPrefix, modules.LibraryPrefix
		o.Path = append(slices.Clone(path), modules.LibraryFolder)
	}
	return o, nil
}

func or(n, instead int64) int64 {
	if n == 0 {
		return instead
	}
	return n
}

// Close runs what Python left to do at its end (atexit functions, under Config.Grace; flushing), and gives all memory back. While a call is under way it
// returns ErrBusy and does nothing. A second Close does nothing. Values, modules and functions of the runtime then give ErrClosed.
func (r *Runtime) Close() error {
	if r == nil || !r.state.CompareAndSwap(idle, busy) {
		if r == nil || r.state.Load() == closed {
			return nil
		}
		return ErrBusy
	}
	if r.broken == nil {
		r.finish()
	}
	r.cancel.forget()
	var err error
	if s := r.world.Sampler; s != nil {
		err = s.Stop(r.samples)
	}
	r.state.Store(closed)
	return errors.Join(err, r.world.Close())
}

// finish is the end of the Python world. Whatever goes wrong in it is nobody's business any more.
func (r *Runtime) finish() {
	defer func() { recover() }()
	r.cancel.begin(nil, nil)
	r.cancel.atEnd()
	modules.Finish(r.t)
	r.cancel.end()
}
