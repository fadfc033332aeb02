// Config: what a runtime may use and see.

package psy

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	worlds "github.com/psyco-go/psy/internal/world"
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

	FS    fs.FS    // the files that Python may read, with its root at /; nil: none
	Write WriteFS  // the files that Python may write; they hide those of FS. nil: none
	Path  []string // sys.path, where imports look for modules in FS; nil: the root, "/". The library stands behind it
	Env   []string // os.environ, as "NAME=VALUE"; nil: empty
	Args  []string // sys.argv

	// Names gives the fields and methods of Go their names in Python, where no tag does: SnakeCase, or a function of your own. It holds for what is copied,
	// too. nil: the names that they have in Go.
	Names func(string) string

	Clock func() time.Time // what time it is; nil: time stands still at 1970-01-01 but for time.sleep, which then does not wait
	// Random is for os.urandom, and the key of str hashes; nil: none, and a fixed key. A world with a key of its own is made anew, not copied: see New.
	Random io.Reader

	// Library is the standard library, with os.py at its root: the sources of CPython 3.13's Lib. Python sees it, and can only read it, as the folder
	// /<psy>/lib/python3.13, at the end of sys.path. nil: the one that is part of the program, unless it was built with the tag nolibrary;
	// NoLibrary: none.
	Library fs.FS
	// Cache is the folder where compiled modules of Library are kept for other processes. "": psy below os.UserCacheDir; NoCache: none.
	Cache string

	Engine    Engine
	Threshold int64 // calls plus loop turns of a function before it is compiled; 0: the default, 3000. 1 compiles at once

	// Net says what Python may reach of the network; nil: nothing. Sockets, select and asyncio then have descriptors of the system, but only their own.
	Net *Net
	// Exec is asked about each program that Python wants to start (subprocess, os.posix_spawn), and may change what is started; an error refuses it. nil:
	// none is started. A program that is started is not confined by Config: it sees the system as this process does. It has no descriptors but pipes that
	// Python has made; standard streams that Python does not redirect lead nowhere, and an environment that Python does not give is Config.Env.
	// Close kills the programs that still run.
	Exec func(*Command) error
	// Signals are signals of the process that Python may handle; os/signal has them too. nil: those that Python sends itself, by signal.raise_signal, alone.
	Signals []os.Signal
	// Threads is how many threads Python may have beside the main one. 0: as many as Heap has room for; negative: none.
	Threads int
	// Interpreters is how many sub-interpreters Python may have at a time (the modules _interpreters, _interpqueues and _interpchannels). Each gets a third of
	// what Heap has left when it is made, until it ends, and machine code of its own. One interpreter runs at a time, and sub-interpreters have no threads.
	// What bounds a call from Go bounds them too. 0 and negative: none.
	Interpreters int

	// Output is how many bytes Python may write, to Stdout, Stderr and files together; then writing raises OSError (EFBIG). 0: no limit.
	Output int64
	// Files is how many files may be open at a time; opening another raises OSError (EMFILE). 0: no limit; negative: none.
	Files int
	// Recursion is how deep calls may nest before RecursionError, which sys.setrecursionlimit cannot raise then. 0: 1000, and programs may change it; memory
	// bounds it.
	Recursion int
	// Modules are the modules that may be imported, with all that is below them; what one of them needs is imported with it, and can then be imported by
	// the program as well. nil: all. A program can still bring the source of a module along; modules that are part of psy it cannot.
	Modules []string

	// Record gets a journal of all that Python gets from outside: the clock, random bytes, files, Stdin, what Go functions that it calls return. With the
	// journal as Replay and the same calls from Go, a runtime does the same again: nothing else is asked, and Go functions are not called. What the program
	// asks for must be what was recorded, or the call ends with an *Interrupted that unwraps to a *JournalError. A recorded program has no threads, network,
	// processes or signals. What it sees of addresses, by id and repr, is not the same again.
	Record io.Writer
	Replay io.Reader

	// Profile gets, when the runtime is closed, where Python code spent processor time, by function and line, in pprof's format. nil: nothing is
	// sampled. Time of Go functions counts for the Python line that called them.
	Profile io.Writer
	Samples bool // processor time is sampled, for WriteProfile and ProfileHandler
	PerfMap bool // write /tmp/perf-PID.map, which tells the profiler perf what machine code is of

	Debug bool // clients of ServeDAP may debug the runtime

	Dump bool // keep what WriteDump tells of what happened, and sample processor time; machine code gets larger and slower by it

	// Steps bounds one call from Go: turns of loops, calls of functions, and polls of built-in functions that run long; then it is interrupted
	// with ErrSteps, or parked: see RunSteps. It is exact and repeatable; code with such a limit is interpreted. 0: no limit.
	Steps int64
	// Grace bounds, in the same steps, what finally blocks and handlers may do once a call is interrupted. 0: 10000.
	Grace int64
}

// world is what the runtime's world is made of.
func (c *Config) world() (w worlds.Config, err error) {
	j, err := newJournal(c)
	if err != nil {
		return w, err
	}
	if w.Options, err = c.options(j); err != nil {
		return w, err
	}
	w.Settings = config.Default()
	w.Settings.CodeCap, w.Settings.Listing = or(c.Code, defaultCode), c.Dump
	w.Settings.Profile, w.Settings.PerfMap = c.Profile != nil || c.Dump || c.Samples, c.PerfMap
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
func (c *Config) options(j *journal) (o modules.Options, err error) {
	sys, hasFS := c.system(), c.FS != nil
	in, randomness, args := c.Stdin, c.Random, c.Args
	output := sys.output
	var outside system.System = sys
	if j != nil {
		in, randomness = j.reader("standard input", guardReader(in), j.head.Stdin), j.reader("Config.Random", randomness, j.head.Random)
		outside, args, hasFS = &journaled{System: outside, j: j}, j.head.Args, j.head.FS
	}
	seed, random, err := hashSeed(randomness)
	if err != nil {
		return o, fmt.Errorf("reading Config.Random: %w", err)
	}
	path := c.Path
	if path == nil && hasFS {
		path = []string{"/"}
	}
	o = modules.Options{
		HeapCap: or(c.Heap, defaultHeap), HashSeed: seed, HashRandom: random, IntMaxStrDigits: -1, LineBuffer: true, UTF8Mode: true,
		Args: args, OrigArgs: args, Path: path, System: outside, Share: true, Bare: true, May: mayImport(c.Modules),
		Interpreters: max(0, c.Interpreters), SerialInterpreters: true,
		Stdin: guardReader(in), Stdout: limitWriter(guardWriter(c.Stdout), output), Stderr: limitWriter(guardWriter(c.Stderr), output),
	}
	o.Flags.DontWriteBytecode, o.Flags.IgnoreEnvironment, o.Flags.Isolated, o.Flags.NoUserSite = 1, 1, 1, 1
	switch c.Library {
	case nil:
		o.Mount(library.Embedded(), library.Origin())
	case NoLibrary:
	default:
		o.Mount(guardFS{c.Library}, "")
	}
	if c.Cache != NoCache {
		o.Cache = codecache.Below(c.Cache)
	}
	return o, nil
}

// newJournal is Config.Record's or Config.Replay's, or nil.
func newJournal(c *Config) (*journal, error) {
	switch {
	case c.Record == nil && c.Replay == nil:
		return nil, nil
	case c.Record != nil && c.Replay != nil:
		return nil, errors.New("Record and Replay exclude each other")
	case c.Net != nil || c.Exec != nil || c.Signals != nil:
		return nil, errors.New("what Net, Exec and Signals give cannot be recorded")
	case c.Threads > 0:
		return nil, errors.New("a recorded program has no threads")
	case c.Interpreters > 0:
		return nil, errors.New("a recorded program has no sub-interpreters")
	}
	gob.Register([]any(nil))
	gob.Register(map[string]any(nil))
	j := &journal{}
	if c.Record != nil {
		j.to = gob.NewEncoder(guardWriter(c.Record))
		j.head = journalHead{journalMagic, c.Random != nil, c.Stdin != nil, c.FS != nil || c.Write != nil, c.Env, c.Args}
		if err := j.to.Encode(&j.head); err != nil {
			return nil, fmt.Errorf("writing Config.Record: %w", err)
		}
		return j, nil
	}
	j.from = gob.NewDecoder(guardReader(c.Replay))
	if err := j.from.Decode(&j.head); err != nil || j.head.Magic != journalMagic {
		return nil, errors.New("Config.Replay is no journal")
	}
	return j, nil
}

func or(n, instead int64) int64 {
	if n == 0 {
		return instead
	}
	return n
}

// system is what Python reaches of the system.
func (c *Config) system() *worldSystem {
	w := &worldSystem{read: c.FS, write: c.Write, env: slices.Clone(c.Env), clock: c.Clock, random: c.Random, dir: "/"}
	w.output, w.files = newBudget(c.Output), c.Files
	w.grant(c.Net, c.Exec, c.Signals)
	return w.begin()
}

// hashSeed reads the key of str hashes; without a source it is fixed.
func hashSeed(r io.Reader) (seed object.HashSeed, random bool, err error) {
	if r == nil {
		return seed, false, nil
	}
	var b [16]byte
	if err := readFull(r, b[:]); err != nil {
		return seed, false, err
	}
	return object.HashSeed{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}, true, nil
}

// told are the settings that dumps show.
func (c *Config) told() []dump.Option {
	engine := [...]string{Auto: "auto", Psyco: "psyco", Tier2: "tier2", Tier1: "tier1"}[c.Engine]
	return []dump.Option{
		{Key: "engine", Value: engine},
		{Key: "threshold", Value: strconv.FormatInt(c.Threshold, 10)},
		{Key: "codecap", Value: strconv.FormatInt(or(c.Code, defaultCode), 10)},
		{Key: "heapcap", Value: strconv.FormatInt(or(c.Heap, defaultHeap), 10)},
	}
}

// SystemRandom is the system's randomness, for Config.Random.
var SystemRandom io.Reader = rand.Reader
