// The options of psy run: CPython's, and psy's own switches (-X psy.KEY=VALUE), each declared once.
package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/modules"
)

// settings are what the switches set.
type settings struct {
	engine      string
	threshold   int64
	stats       string // "": none, "text", "json"
	statsFile   string
	log, dump   string
	codeCap     int64
	heapCap     int64
	maxVersions int64
	gc          int64
	check       bool
	seed        int64
	stdlib      string
}

// A psySwitch is one -X psy.KEY.
type psySwitch struct {
	key, value, help string
	set              func(s *settings, v string, given bool) error
}

func number(dst func(*settings) *int64, least int64) func(*settings, string, bool) error {
	return func(s *settings, v string, given bool) error {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil || n < least {
			return fmt.Errorf("needs a number of at least %d", least)
		}
		*dst(s) = n
		return nil
	}
}

func size(dst func(*settings) *int64) func(*settings, string, bool) error {
	return func(s *settings, v string, given bool) error {
		n, ok := parseSize(v)
		if !ok {
			return fmt.Errorf("needs a size in bytes (K, M and G may follow)")
		}
		*dst(s) = n
		return nil
	}
}

func parseSize(v string) (int64, bool) {
	shift := 0
	if v != "" {
		switch v[len(v)-1] {
		case 'k', 'K':
			shift = 10
		case 'm', 'M':
			shift = 20
		case 'g', 'G':
			shift = 30
		}
		if shift > 0 {
			v = v[:len(v)-1]
		}
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return 0, false
	}
	return n << shift, true
}

func text(dst func(*settings) *string) func(*settings, string, bool) error {
	return func(s *settings, v string, given bool) error {
		if v == "" {
			return fmt.Errorf("needs a value")
		}
		*dst(s) = v
		return nil
	}
}

var switches = []psySwitch{
	{"engine", "auto|psyco|tier2|tier1", "who runs the code", func(s *settings, v string, _ bool) error {
		switch v {
		case "auto", "tier1", "helpers": // helpers: for tests, see interp.StepByHelpers
			s.engine = v
			return nil
		case "psyco", "tier2":
			return fmt.Errorf("engine %s is not part of this version", v)
		}
		return fmt.Errorf("is one of auto, psyco, tier2, tier1")
	}},
	{"threshold", "N", "calls plus back-edges before a function is compiled", number(func(s *settings) *int64 { return &s.threshold }, 0)},
	{"stats", "[json[:FILE]]", "a report at exit", func(s *settings, v string, given bool) error {
		s.stats = "text"
		if given {
			kind, file, _ := strings.Cut(v, ":")
			if kind != "json" {
				return fmt.Errorf("is json or json:FILE")
			}
			s.stats, s.statsFile = "json", file
		}
		return nil
	}},
	{"log", "FILE", "one line an event", text(func(s *settings) *string { return &s.log })},
	{"dump", "FILE", "the dump that psy inspect reads", text(func(s *settings) *string { return &s.dump })},
	{"codecap", "BYTES", "cap on machine code with its metadata", size(func(s *settings) *int64 { return &s.codeCap })},
	{"heapcap", "BYTES", "cap on Python objects", size(func(s *settings) *int64 { return &s.heapCap })},
	{"maxversions", "N", "versions per merge point", number(func(s *settings) *int64 { return &s.maxVersions }, 0)},
	{"gc", "N", "collect and poison at every N-th allocation", number(func(s *settings) *int64 { return &s.gc }, 1)},
	{"check", "", "verify every believed fact", func(s *settings, v string, given bool) error { s.check = true; return nil }},
	{"seed", "N", "order of everything that is free to vary", number(func(s *settings) *int64 { return &s.seed }, 0)},
	{"stdlib", "DIR", "the library of an installed CPython 3.13", text(func(s *settings) *string { return &s.stdlib })},
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
		if s.key == name {
			if err := s.set(&r.settings, value, given); err != nil {
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
	file       string
	args       []string // the file and what follows it
}

// parseRun reads options as CPython does: short ones may be combined, a value may be attached; all behind FILE belongs to the program.
func parseRun(args []string) (*runOptions, error) {
	r := &runOptions{xoptions: map[string]string{}}
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
			case 'W', 'X':
				v := a[j+1:]
				if v == "" {
					if i >= len(args) {
						return nil, fmt.Errorf("Argument expected for the -%c option", c)
					}
					v = args[i]
					i++
				}
				if c == 'W' {
					r.warnings = append(r.warnings, v)
				} else if err := r.setX(v); err != nil {
					return nil, err
				}
				j = len(a)
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
		r.file, r.args = args[i], args[i:]
	}
	return r, nil
}

func runUsage(w *os.File) {
	fmt.Fprint(w, `usage: psy run [options] FILE.pyc [args...]
Options are CPython's: -b -B -d -E -h -i -I -O -P -q -s -S -u -v -V, -W ACTION, -X KEY[=VALUE].
psy's own:
`)
	for _, s := range switches {
		arg := "-X psy." + s.key
		if strings.HasPrefix(s.value, "[") {
			arg += "[=" + s.value[1:]
		} else if s.value != "" {
			arg += "=" + s.value
		}
		fmt.Fprintf(w, "  %-42s %s\n", arg, s.help)
	}
}
