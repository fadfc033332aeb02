// The options of psy run: CPython's, and psy's own switches (-X psy.KEY=VALUE), each declared once.

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/world"
)

// settings are what the switches set.
type settings struct {
	config.Config
	engine    string
	stats     string // "": none, "text", "json"
	statsFile string
	dump      string
	profile   string
	serve     bool
	heapCap   int64
	gc        int64
	stdlib    string
	cache     string
}

func defaults() settings { return settings{Config: config.Default(), engine: "auto"} }

var switches = slices.Concat([]config.Switch[settings]{
	{Key: "engine", Value: "auto|psyco|tier2|tier1", Help: "who runs the code", Kind: config.Kind[settings]{Set: setEngine, Show: func(s *settings) string { return s.engine }}},
}, config.Within(func(s *settings) *config.Config { return &s.Config }, config.Switches), []config.Switch[settings]{
	{Key: "stats", Value: "[json[:FILE]]", Help: "a report at exit", Kind: config.Kind[settings]{Set: setStats, Show: func(s *settings) string { return s.stats }}},
	{Key: "dump", Value: "FILE", Help: "the dump that psy inspect reads", Kind: config.Kind[settings]{Set: setDump, Show: func(s *settings) string { return s.dump }}},
	{Key: "profile", Value: "FILE", Help: "processor time by Python function and line, for go tool pprof", Kind: config.Text(func(s *settings) *string { return &s.profile })},
	{Key: "serve", Help: "psy top PID, run by the same user, may look at the process while it runs", Kind: config.Flag(func(s *settings) *bool { return &s.serve })},
	{Key: "heapcap", Value: "BYTES", Help: "cap on Python objects", Kind: config.Size(func(s *settings) *int64 { return &s.heapCap })},
	{Key: "gc", Value: "N", Help: "collect and poison at every N-th allocation", Kind: config.Number(func(s *settings) *int64 { return &s.gc }, 1)},
	{Key: "cache", Value: "DIR", Help: "where compiled modules of the library are kept (psy in the user's cache folder); off: nowhere", Kind: config.Text(func(s *settings) *string { return &s.cache })},
	{Key: "stdlib", Value: "DIR", Help: "the library of an installed CPython 3.13", Kind: config.Text(func(s *settings) *string { return &s.stdlib })},
})

func setEngine(s *settings, v string, _ bool) error {
	switch v {
	case "auto", "psyco", "tier2", "tier1", "helpers": // helpers: for tests, see interp.StepByHelpers
		s.engine = v
		return nil
	}
	return fmt.Errorf("is one of auto, psyco, tier2, tier1")
}

func setStats(s *settings, v string, given bool) error {
	s.stats = "text"
	if given {
		kind, file, _ := strings.Cut(v, ":")
		if kind != "json" {
			return fmt.Errorf("is json or json:FILE")
		}
		s.stats, s.statsFile = "json", file
	}
	s.Count = true
	return nil
}

func setDump(s *settings, v string, _ bool) error {
	if v == "" {
		return fmt.Errorf("needs a value")
	}
	s.dump, s.Listing = v, true
	return nil
}

// setX handles one -X argument.
func (r *runOptions) setX(arg string) error {
	key, value, given := strings.Cut(arg, "=")
	r.xoptions = append(r.xoptions, modules.XOption{Key: key, Value: value, Given: given})
	name, ours := strings.CutPrefix(key, "psy.")
	if !ours {
		return nil
	}
	for _, s := range switches {
		if s.Key == name {
			if err := s.Set(&r.settings, value, given); err != nil {
				return fmt.Errorf("-X %s %v", key, err)
			}
			return nil
		}
	}
	return fmt.Errorf("unknown option -X %s", key)
}

// xoptions are the keys of -X, in the order in which they were given.
type xoptions []modules.XOption

// get finds the last one of a key.
func (x xoptions) get(key string) (value string, given, found bool) {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i].Key == key {
			return x[i].Value, x[i].Given, true
		}
	}
	return "", false, false
}

// runOptions are the parsed command line of psy run.
type runOptions struct {
	settings
	called   string // how the program was called
	flags    modules.Flags
	xoptions xoptions
	warnings []string
	show     func(r *runOptions) // a text that is asked for; nil: none
	version  int                 // how often -V was given
	skipLine bool
	command  *string  // of -c
	module   string   // of -m
	file     string   // "": standard input
	folder   bool     // file is a folder or zip file
	args     []string // sys.argv

	unbuffered    int
	randomHash    bool   // whatever PYTHONHASHSEED says
	seed          string // of hashes
	cpuCount      int    // 0: how many there are
	maxDigits     int    // -1: as usual
	traceFrames   int    // of tracemalloc; 0: it does not run
	utf8          int    // 1: on, -1: off, 0: as the locale says
	pycachePrefix string
	platlibdir    string
	checkHashPycs string
	importTime    bool
	faultHandler  bool
	noDebugRanges bool

	stdout *os.File             // the program's
	atEnd  func(w *world.World) // called when the program has ended; may be nil

	atStart func(w *world.World) bool // called before it begins; false: it is not to begin. May be nil

	sampled bool // processor time is wanted by function and line
}

// parseRun reads options as CPython does: short ones may be combined, a value may be attached; all behind FILE belongs to the program.
func parseRun(args []string) (*runOptions, error) {
	r := &runOptions{settings: defaults(), called: "psy run", stdout: os.Stdout, maxDigits: -1, platlibdir: "lib", checkHashPycs: "default"}
	i := 0
	next := func(name string) (string, error) {
		if i >= len(args) {
			return "", fmt.Errorf("Argument expected for the %s", name)
		}
		i++
		return args[i-1], nil
	}
	for i < len(args) && len(args[i]) > 1 && args[i][0] == '-' {
		a := args[i]
		i++
		if a == "--" {
			break
		}
		if name, long := strings.CutPrefix(a, "--"); long {
			o := byName(func(o *option) bool { return o.long == name })
			if o == nil {
				return r, fmt.Errorf("unknown option %s", a)
			}
			v := ""
			if o.arg != "" {
				var err error
				if v, err = next(a + " options"); err != nil {
					return r, err
				}
			}
			if err := o.said(r, v); err != nil {
				return r, err
			}
			continue
		}
		for j := 1; j < len(a); j++ {
			o := byName(func(o *option) bool { return o.letter == a[j] })
			if o == nil {
				return r, fmt.Errorf("Unknown option: -%c", a[j])
			}
			v := ""
			if o.arg != "" {
				if v, j = a[j+1:], len(a); v == "" {
					var err error
					if v, err = next("-" + string(o.letter) + " option"); err != nil {
						return r, err
					}
				}
			}
			if err := o.said(r, v); err != nil {
				return r, err
			}
			if r.command != nil || r.module != "" {
				r.args = append([]string{"-" + string(o.letter)}, args[i:]...)
				return r, nil
			}
		}
	}
	if i < len(args) {
		if r.args = args[i:]; args[i] != "-" {
			r.file = args[i]
		}
	} else {
		r.args = []string{""}
	}
	return r, nil
}

// byName finds an option of the command line.
func byName(is func(o *option) bool) *option {
	for i := range letters {
		if is(&letters[i]) {
			return &letters[i]
		}
	}
	return nil
}
