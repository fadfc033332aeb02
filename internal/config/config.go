// Package config holds the settings of the compiler, and how they are written on a command line.
// It must not know who reads the settings: it imports only the standard library.
//
//psy:bounded the table of options
package config

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync/atomic"
)

// Config is what the compiler is told. The zero value is not useful; begin with Default.
type Config struct {
	Threshold   int64  // calls plus back-edges of a function before it is compiled; 0 compiles at first sight, below 0 the engine decides
	MaxVersions int64  // versions at a merge point before the general one
	CodeCap     int64  // bytes of machine code with its metadata, or of tier 2's executors
	Executors   int64  // how many executors tier 2 may have
	Check       bool   // verify every believed fact against the live value at each buffer entry
	Count       bool   // machine code counts its instructions and helper calls
	Listing     bool   // keep what dumps and psy dis --native show; machine code counts how often it runs
	Profile     bool   // machine code says at which line it is
	PerfMap     bool   // the profiler perf is told what machine code is of
	Seed        int64  // the order of everything that is free to vary
	Log         string // the event log's file; "" for none
}

// TuneGo sets Go's collector up as the command psy does: what compilers make is short-lived, and Python's objects are not in Go's heap. The
// front end takes a fifth less time so. While the program starts the collector waits longer: most of what modules are decoded to is needed.
// GOGC in the environment says otherwise. Go's profile of its heap, which nothing shows, would take a table of its own.
func TuneGo() {
	runtime.MemProfileRate = 0
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(atStart)
	chosen = atStart
	afterGoCollects(func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if p := percent(live(m.NextGC, chosen)); p != chosen && !small.Load() {
			debug.SetGCPercent(p)
			chosen = p
		}
	})
}

const (
	atStart = 300      // the first collection comes after 12 MB
	garbage = 16 << 20 // how much there is before each later one, but once to twice what is live
)

var chosen int // the percentage

// live is what a collection kept, or somewhat more, by the size at which the next one is due, where there may be so much garbage beside it. Package
// metrics knows too, but takes a millisecond of each start to make itself ready.
func live(next uint64, percent int) uint64 { return next / uint64(100+percent) * 100 }

// percent is how much garbage there may be beside so much that is live, in steps that make few changes.
func percent(live uint64) int {
	const most, least, step = 200, 100, 10
	return int(min(max(garbage*100/max(live, 1), least), most)) / step * step
}

// afterGoCollects calls f after each of Go's collections: they find an object dead that nothing refers to.
//
//psy:bounded not in itself: the collector's goroutine calls what waits
func afterGoCollects(f func()) {
	type mark struct{ p *int }
	runtime.SetFinalizer(&mark{new(int)}, func(*mark) {
		f()
		afterGoCollects(f)
	})
}

var small atomic.Bool // the program's heap is to be small

// smallCap is the cap of a heap below which Go's own garbage is to be little too.
const smallCap = 256 << 20

// TuneGoFor takes TuneGo back where a program's heap is to be small: Go's garbage comes on top of the heap's cap (0: none was chosen).
func TuneGoFor(heapCap int64) {
	if heapCap > 0 && heapCap < smallCap && os.Getenv("GOGC") == "" {
		small.Store(true)
		debug.SetGCPercent(100)
	}
}

// Default is what holds when nothing else is said. docs/DESIGN.md has the measurements behind the numbers.
func Default() Config {
	return Config{Threshold: -1, MaxVersions: 12, CodeCap: 64 << 20, Executors: 4096}
}

// WithThreshold is c with an engine's threshold where none was chosen.
func (c Config) WithThreshold(n int64) Config {
	if c.Threshold < 0 {
		c.Threshold = n
	}
	return c
}

// Switch is one -X psy.KEY[=VALUE] that sets something in an S. Value describes the value: "" for none, in brackets when it may be left out.
type Switch[S any] struct {
	Key, Value, Help string
	Kind[S]
}

// Kind is how a switch sets its value, and shows the one that holds without it ("": it says nothing).
type Kind[S any] struct {
	Set  func(s *S, v string, given bool) error
	Show func(s *S) string
}

// Switches are those of the compiler.
var Switches = []Switch[Config]{
	{"threshold", "N", "calls plus back-edges before a function is compiled (the engine decides)", Number(func(c *Config) *int64 { return &c.Threshold }, 0)},
	{"maxversions", "N", "versions per merge point before the general one", Number(func(c *Config) *int64 { return &c.MaxVersions }, 0)},
	{"codecap", "BYTES", "cap on machine code with its metadata, or on executors", Size(func(c *Config) *int64 { return &c.CodeCap })},
	{"executors", "N", "executors that tier 2 may have", Number(func(c *Config) *int64 { return &c.Executors }, 1)},
	{"check", "", "verify every believed fact at each buffer entry", Flag(func(c *Config) *bool { return &c.Check })},
	{"seed", "N", "order of everything that is free to vary", Number(func(c *Config) *int64 { return &c.Seed }, 0)},
	{"perfmap", "", "write /tmp/perf-PID.map, which tells perf what machine code is of", Flag(func(c *Config) *bool { return &c.PerfMap })},
	{"log", "FILE", "one line an event of the compiler", Text(func(c *Config) *string { return &c.Log })},
}

// Within makes switches of a part the switches of the whole.
func Within[S, P any](part func(*S) *P, switches []Switch[P]) []Switch[S] {
	out := make([]Switch[S], len(switches))
	for i, w := range switches {
		out[i] = Switch[S]{w.Key, w.Value, w.Help, Kind[S]{
			Set:  func(s *S, v string, given bool) error { return w.Set(part(s), v, given) },
			Show: func(s *S) string { return w.Show(part(s)) },
		}}
	}
	return out
}

// Usage is a line of help; s holds the defaults.
func (w Switch[S]) Usage(s *S) string {
	arg := "-X psy." + w.Key
	switch {
	case w.Value == "":
	case w.Value[0] == '[':
		arg += "[=" + w.Value[1:]
	default:
		arg += "=" + w.Value
	}
	help := w.Help
	if d := w.Show(s); d != "" {
		help += " (" + d + ")"
	}
	return fmt.Sprintf("  %-42s %s", arg, help)
}

// Number sets a number of at least least.
func Number[S any](dst func(*S) *int64, least int64) Kind[S] {
	return Kind[S]{
		Set: func(s *S, v string, given bool) error {
			n, err := strconv.ParseInt(v, 10, 64)
			if err != nil || n < least {
				return fmt.Errorf("needs a number of at least %d", least)
			}
			*dst(s) = n
			return nil
		},
		Show: func(s *S) string {
			if *dst(s) < least { // nothing was chosen
				return ""
			}
			return strconv.FormatInt(*dst(s), 10)
		},
	}
}

// Size sets a number of bytes.
func Size[S any](dst func(*S) *int64) Kind[S] {
	return Kind[S]{
		Set: func(s *S, v string, given bool) error {
			n, ok := parseSize(v)
			if !ok {
				return errors.New("needs a size in bytes (K, M and G may follow)")
			}
			*dst(s) = n
			return nil
		},
		Show: func(s *S) string { return formatSize(*dst(s)) },
	}
}

func formatSize(n int64) string {
	if n == 0 {
		return ""
	}
	unit := ""
	for _, u := range []string{"K", "M", "G"} {
		if n%1024 != 0 {
			break
		}
		n, unit = n/1024, u
	}
	return strconv.FormatInt(n, 10) + unit
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

// Text sets a text that must not be empty.
func Text[S any](dst func(*S) *string) Kind[S] {
	return Kind[S]{
		Set: func(s *S, v string, given bool) error {
			if v == "" {
				return errors.New("needs a value")
			}
			*dst(s) = v
			return nil
		},
		Show: func(s *S) string { return *dst(s) },
	}
}

// Flag turns something on.
func Flag[S any](dst func(*S) *bool) Kind[S] {
	return Kind[S]{
		Set: func(s *S, v string, given bool) error {
			if given {
				return errors.New("takes no value")
			}
			*dst(s) = true
			return nil
		},
		Show: func(*S) string { return "" },
	}
}
