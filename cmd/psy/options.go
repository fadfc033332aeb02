// The options of psy run: CPython's, and psy's own switches (-X psy.KEY=VALUE), each declared once.

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
)

// settings are what the switches set.
type settings struct {
	config.Config
	engine    string
	stats     string // "": none, "text", "json"
	statsFile string
	dump      string
	profile   string
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
	if !given {
		r.xoptions[key] = "True"
	} else {
		r.xoptions[key] = value
	}
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

// runOptions are the parsed command line of psy run.
type runOptions struct {
	settings
	flags      modules.Flags
	xoptions   map[string]string
	warnings   []string
	unbuffered bool
	help, vers bool
	skipLine   bool
	command    *string  // of -c
	module     string   // of -m
	file       string   // "": standard input
	folder     bool     // file is a folder or zip file
	args       []string // sys.argv

	stdout *os.File                 // the program's
	atEnd  func(rt *object.Runtime) // called when the program has ended; may be nil

	sampled bool              // processor time is wanted by function and line
	sampler *profile.Profiler // who has it; nil: nobody
}

// parseRun reads options as CPython does: short ones may be combined, a value may be attached; all behind FILE belongs to the program.
func parseRun(args []string) (*runOptions, error) {
	r := &runOptions{settings: defaults(), stdout: os.Stdout, xoptions: map[string]string{}}
	i := 0
	for i < len(args) {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			break
		}
		i++
		if a == "--" {
			break
		}
		switch a {
		case "--help":
			r.help = true
			continue
		case "--version":
			r.vers = true
			continue
		}
		for j := 1; j < len(a); j++ {
			c := a[j]
			switch c {
			case 'W', 'X', 'c', 'm':
				v := a[j+1:]
				if v == "" {
					if i >= len(args) {
						return nil, fmt.Errorf("Argument expected for the -%c option", c)
					}
					v = args[i]
					i++
				}
				switch c {
				case 'W':
					r.warnings = append(r.warnings, v)
				case 'X':
					if err := r.setX(v); err != nil {
						return nil, err
					}
				case 'c':
					v += "\n"
					r.command, r.args = &v, append([]string{"-c"}, args[i:]...)
					return r, nil
				case 'm':
					r.module, r.args = v, append([]string{"-m"}, args[i:]...)
					return r, nil
				}
				j = len(a)
			case 'x':
				r.skipLine = true
			case 'B':
				r.flags.DontWriteBytecode++
			case 'E':
				r.flags.IgnoreEnvironment++
			case 'I':
				r.flags.Isolated++
				r.flags.IgnoreEnvironment++
				r.flags.NoUserSite++
				r.flags.SafePath = true
			case 'i':
				r.flags.Inspect++
				r.flags.Interactive++
			case 'O':
				r.flags.Optimize++
			case 'q':
				r.flags.Quiet++
			case 's':
				r.flags.NoUserSite++
			case 'S':
				r.flags.NoSite++
			case 'P':
				r.flags.SafePath = true
			case 'u':
				r.unbuffered = true
			case 'v':
				r.flags.Verbose++
			case 'b':
				r.flags.BytesWarning++
			case 'd':
				r.flags.Debug++
			case 'h', '?':
				r.help = true
			case 'V':
				r.vers = true
			default:
				return nil, fmt.Errorf("Unknown option: -%c", c)
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

func runUsage(w *os.File) {
	fmt.Fprint(w, `usage: psy run [options] [-c CODE | -m MODULE | FILE | -] [args...]
FILE is a source, a compiled file, or a folder or zip file with a module __main__; "-", or nothing at all, is standard input.
Options are CPython's: -b -B -d -E -h -i -I -O -OO -P -q -s -S -u -v -V -x, -W ACTION, -X KEY[=VALUE].
psy's own:
`)
	d := defaults()
	for _, s := range switches {
		fmt.Fprintln(w, s.Usage(&d))
	}
}
