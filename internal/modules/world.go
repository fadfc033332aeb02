// Making a complete Python world: heap, interpreter, builtins, sys.

package modules

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/asyncio"
	"github.com/psyco-go/psy/internal/modules/codecs"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// Options say what a program sees.
type Options struct {
	HeapCap  int64
	GCStress int
	HashSeed object.HashSeed
	// HashRandom tells sys.flags that HashSeed was chosen at random.
	HashRandom bool

	System                 system.System   // what the program may reach; nil: nothing
	Args                   []string        // sys.argv
	OrigArgs               []string        // sys.orig_argv
	Path                   []string        // sys.path
	ScriptDir              string          // the program's folder, if sys.path begins with it
	Prefix, BasePrefix     string          // sys.prefix and sys.base_prefix; without one, /usr
	Library                string          // the folder of the standard library; "": there is none
	LibraryFS              fs.FS           // what is in it, if it is LibraryFolder, which is on no disk
	LibraryID              string          // tells LibraryFS from all others; "": only by its texts
	Cache                  *codecache.Disk // where code of LibraryFS is kept; nil: nowhere
	Believe                bool            // files of Cache that are the user's own hold what psy has verified: the program may do what the user may
	Share                  bool            // keep code that was loaded for the other runtimes of the process
	CPUCount               int             // what os.cpu_count says; 0: how many there are
	Prompt                 func() Job      // the prompt of a terminal, nil if standard input is none; may be nil
	Executable             string
	BaseExecutable         string // what made the virtual environment; "": Executable
	XOptions               []XOption
	WarnOptions            []string
	Flags                  Flags
	Stdin                  io.Reader
	Stdout, Stderr         io.Writer
	StdinFD                int // descriptor numbers shown by fileno, -1: none
	Unbuffered, LineBuffer bool
	IOEncoding, IOErrors   string                 // of the standard streams; "": utf-8, strict
	IntMaxStrDigits        int                    // -1: as usual
	PycachePrefix          string                 // where __pycache__ folders stand instead of beside the sources
	CheckHashPycs          string                 // whether sources are compared with compiled files that have their hash: "always", "never", else as those say
	PlatLibDir             string                 // sys.platlibdir; "": lib
	ImportTime             bool                   // it is told how long imports take
	NoColumns              bool                   // code objects keep no columns
	May                    func(name string) bool // which modules programs may import; nil: all
	UTF8Mode               bool                   // the encoding of files is called utf-8, not UTF-8 as the locale's is
	Interpreters           int                    // how many sub-interpreters there may be at a time; 0: none, negative: any number
	SerialInterpreters     bool                   // one interpreter of the program runs at a time
	Beginning              []Job                  // what programs of sub-interpreters begin with
	From                   *object.Image          // the world is a copy of it, which was made with the same options but for streams and System; nil: it is a new one
	Bare                   bool                   // a new world may be a copy of one that was made before: see bare.go
}

// Mount makes files, which are on no disk, the standard library; id tells them from all others ("": only by their texts). nil: there is none.
func (o *Options) Mount(files fs.FS, id string) {
	if files == nil {
		return
	}
	o.LibraryFS, o.LibraryID = files, id
	o.Library, o.Prefix, o.BasePrefix = LibraryFolder, LibraryPrefix, LibraryPrefix
	o.Path = append(slices.Clone(o.Path), LibraryFolder)
}

// XOption is one of sys._xoptions.
type XOption struct {
	Key, Value string
	Given      bool // the key has a value
}

// Flags are sys.flags.
type Flags struct {
	Debug, Inspect, Interactive, Optimize, DontWriteBytecode, NoUserSite, NoSite, IgnoreEnvironment, Verbose, BytesWarning, Quiet, Isolated int
	DevMode, SafePath, WarnDefaultEncoding                                                                                                  bool
}

// host is what this package keeps beside a runtime.
type host struct {
	opts        *Options
	dlopenFlags int               // as they were set; nothing else asks for them
	sources     map[string][]byte // texts that are no files, by what tracebacks call them
	finders     *object.Tuple     //psy:root visited by visitRoots: importlib's own, once it is there
	booting     bool              // importlib is being loaded
	noImportlib bool              // there is no library to load it from
	importTimes importTimes
	mainLoader  string // the class of the program's loader, if it is a file
	importLock  importLock
	archives    *archives
	siteRuns    bool          // the module site is imported to do its work
	siteLoads   bool          // its code is being loaded: it speaks of loaders where it makes relative paths absolute, and the start has none
	library     *system.Mount // what is at LibraryFolder
	granting    map[int64]int // how deep threads are in imports that may load all modules, by Ident
}

func (h *host) visitRoots(visit func(uint64)) {
	visit(uint64(object.Of(h.finders)))
}

var hostKey = object.NewHostKey[*host](nil)

func hostOf(t *Thread) *host { return hostKey.Of(t.RT) }

// hosting is the world as objects know it.
type hosting struct{ rt *object.Runtime }

func (hosting) Warn(t *Thread, category object.TypeID, msg string) bool {
	return warnings.OnWarn(t, category, msg)
}

func (hosting) Unraisable(t *Thread, text string, where Value) {
	unraisable(t, text, where)
}

func (hosting) Encode(t *Thread, v Value, encoding, errors string) Value {
	return codecs.Recode(t, v, encoding, errors, codecs.Encoder)
}

func (hosting) Decode(t *Thread, v Value, encoding, errors string) Value {
	return codecs.Recode(t, v, encoding, errors, codecs.Decoder)
}

func (h hosting) Dying(v Value) (below Value, rank int) {
	if asyncio.Settled(object.ShapeOf(v).Type, v) {
		return null, -1
	}
	return iomod.Dying(h.rt, v)
}

func (h hosting) ReadSource(name string) ([]byte, error) { return readSource(h.rt.Main, name) }

// NewWorld makes a runtime in which programs can run.
func NewWorld(o Options) (*object.Runtime, error) {
	if o.From == nil {
		if im := bareImage(&o); im != nil {
			bare := o
			bare.From = im
			if rt, err := newWorld(bare); err == nil {
				return rt, nil
			}
		}
	}
	return newWorld(o)
}

func newWorld(o Options) (*object.Runtime, error) {
	rt, err := object.NewRuntime(object.RuntimeOptions{HeapCap: o.HeapCap, HashSeed: o.HashSeed, From: o.From})
	if err != nil {
		return nil, err
	}
	interp.Attach(rt)
	if o.System == nil {
		o.System = &system.None{}
	}
	h := &host{opts: &o, dlopenFlags: bindNow}
	if o.LibraryFS != nil {
		h.library = &system.Mount{At: LibraryFolder, FS: o.LibraryFS}
	}
	o.System = iomod.Seen(rt, o.System, h.library)
	rt.System = o.System
	native.SetWorld(rt, &native.World{
		Import: importForPsy, CPUCount: o.CPUCount, WarnOptions: o.WarnOptions, UTF8Mode: o.UTF8Mode, WarnDefaultEncoding: o.Flags.WarnDefaultEncoding,
	})
	nest := native.NestOf(rt)
	nest.Compile, nest.Main, nest.Finish = compileText, Main, Finish
	hostKey.Set(rt, h)
	rt.Heap.AddRoots(h.visitRoots)
	rt.Host = hosting{rt}
	rt.DevMode = o.Flags.DevMode
	if o.From != nil {
		tellKnown()
		iomod.SetStandard(rt, o.Stdin, o.Stdout, o.Stderr)
		err := rt.Adopt(o.From)
		if err == nil && o.Bare && !tellSys(rt.Main, rt.SysDict, &o) {
			err = errors.New("no memory")
		}
		if err != nil {
			rt.Close()
			return nil, err
		}
		rt.Heap.SetStress(o.GCStress)
		return rt, nil
	}
	if o.IntMaxStrDigits >= 0 {
		rt.IntMaxStrDigits = o.IntMaxStrDigits
	}
	rt.BytesWarning = o.Flags.BytesWarning > 0
	rt.NoColumns = o.NoColumns
	t := rt.Main
	if !setUp(t) {
		msg := traceback.FormatException(t, t.Exc, traceback.FormatOptions{})
		rt.Close()
		return nil, &SetupError{msg}
	}
	rt.Heap.SetStress(o.GCStress)
	return rt, nil
}

// SetupError says that a world could not be made, for instance because its heap is too small.
type SetupError struct{ Text string }

func (e *SetupError) Error() string { return "cannot set up the runtime: " + e.Text }

// tellKnown tells the interpreter of the functions that it has instructions for.
var tellKnown = sync.OnceFunc(func() {
	d := native.Lookup("builtins")
	interp.SetKnown(d.Func("len"), d.Func("isinstance"))
})

func setUp(t *Thread) bool {
	m := Create(t, "builtins")
	if m == null {
		return false
	}
	t.RT.Builtins = object.As[object.Dict](object.As[object.Module](m).Ext)
	if !t.RT.Modules.SetStr(t, "builtins", m) {
		return false
	}
	tellKnown()
	s := Create(t, "sys")
	if s == null || !t.RT.Modules.SetStr(t, "sys", s) {
		return false
	}
	io := Create(t, "_io")
	if io == null || !t.RT.Modules.SetStr(t, "_io", io) {
		return false
	}
	open := object.GetAttr(t, io, object.Intern(t, "open")) // io.open is open
	if open == null || !t.RT.Builtins.SetStr(t, "open", open) {
		return false
	}
	return hostOf(t).opts.Flags.NoSite != 0 || addSiteBuiltins(t)
}

var _ = object.Keeps(func(_ *object.Runtime, h *host) (object.Back, error) {
	if h.booting {
		return object.Back{}, errors.New("importlib is being loaded")
	}
	was := *h
	sources := maps.Clone(h.sources)
	var folders, looked map[string]bool
	var open map[string]*zip.Reader
	if a := h.archives; a != nil {
		folders, looked, open = maps.Clone(a.folders), maps.Clone(a.looked), maps.Clone(a.open)
	}
	return object.Back{After: func() {
		*h = was
		h.sources = maps.Clone(sources)
		if a := h.archives; a != nil {
			a.folders, a.looked, a.open = maps.Clone(folders), maps.Clone(looked), maps.Clone(open)
		}
	}, Copy: func(c *object.Copy, into any) (any, error) {
		x := object.Fill(c, h, into)
		opts, library := x.opts, x.library
		*x = was
		x.opts, x.library, x.sources, x.finders = opts, library, maps.Clone(sources), object.Moved(c, was.finders)
		x.importTimes, x.granting = importTimes{}, nil
		if was.archives != nil {
			x.archives = &archives{System: c.RT.System, folders: maps.Clone(folders), looked: maps.Clone(looked), open: map[string]*zip.Reader{}}
		}
		return x, nil
	}}, nil
})
