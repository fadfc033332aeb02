// Python's options: what a letter of the command line, a key of -X or a variable of the environment says. Each is declared once, in the table of
// this file. The parser, the help texts and what the environment means all come of the table.

package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// option is one thing that can be said. letter, long, x and env are the ways to say it, as far as there are any.
type option struct {
	letter byte
	long   string
	x, env string
	arg    string // what the value is called: as it is written behind the letter, and behind the key of -X with its = or [=
	help   string
	meaning
}

// meaning is what an option does.
type meaning struct {
	// said handles the letter or long name, with its value if it has one.
	said func(r *runOptions, v string) error
	// set handles the key of -X, or else the variable when it is not empty; from says which of them it is, given whether the key has a value.
	set func(r *runOptions, from, v string, given bool) error
	// level is what a letter adds to, and what a variable raises.
	level func(r *runOptions) *int
}

// level is an option that can be given more than once; several levels differ only where programs are told the number.
func level(of func(r *runOptions) *int) meaning {
	return meaning{
		level: of,
		said:  func(r *runOptions, _ string) error { *of(r)++; return nil },
		set: func(r *runOptions, _, v string, _ bool) error {
			*of(r) = max(*of(r), flagValue(v))
			return nil
		},
	}
}

// onOff is an option that is given or not.
func onOff(of func(r *runOptions) *bool) meaning {
	return meaning{
		said: func(r *runOptions, _ string) error { *of(r) = true; return nil },
		set:  func(r *runOptions, _, _ string, _ bool) error { *of(r) = true; return nil },
	}
}

// value is an option with a text.
func value(of func(r *runOptions) *string) meaning {
	return meaning{set: func(r *runOptions, _, v string, _ bool) error { *of(r) = v; return nil }}
}

// said is an option of the command line alone.
func said(do func(r *runOptions, v string) error) meaning { return meaning{said: do} }

// set is an option of -X and the environment.
func set(do func(r *runOptions, from, v string, given bool) error) meaning { return meaning{set: do} }

// elsewhere is a variable that is read where it means something.
var elsewhere = meaning{}

// show is an option that prints something, and ends the run.
func show(what func(r *runOptions)) meaning {
	return said(func(r *runOptions, _ string) error { r.show = what; return nil })
}

// letters are the options that have a letter or a long name, variables those of -X and of the environment, options all of them.
var letters, options []option

func init() {
	letters = declareLetters()
	options = append(slices.Clip(letters), variables...)
}

func declareLetters() []option {
	return []option{
		{letter: 'b', help: "warn when bytes are compared with str or int, or turned into str; -bb makes such warnings errors",
			meaning: level(func(r *runOptions) *int { return &r.flags.BytesWarning })},
		{letter: 'B', env: "PYTHONDONTWRITEBYTECODE", help: "write no .pyc files when modules are imported",
			meaning: level(func(r *runOptions) *int { return &r.flags.DontWriteBytecode })},
		{letter: 'c', arg: "cmd", help: "run the text cmd; all that follows belongs to the program",
			meaning: said(func(r *runOptions, v string) error { v += "\n"; r.command = &v; return nil })},
		{letter: 'd', env: "PYTHONDEBUG", help: "set sys.flags.debug; the parser has nothing to tell",
			meaning: level(func(r *runOptions) *int { return &r.flags.Debug })},
		{letter: 'E', help: "leave PYTHON* variables of the environment aside",
			meaning: level(func(r *runOptions) *int { return &r.flags.IgnoreEnvironment })},
		{letter: 'h', long: "help", help: "print this text", meaning: show((*runOptions).showHelp)},
		{letter: '?', meaning: show((*runOptions).showHelp)},
		{letter: 'i', env: "PYTHONINSPECT", help: "give a prompt when the program has ended, even where standard input is no terminal",
			meaning: meaning{
				said: func(r *runOptions, _ string) error { r.flags.Inspect++; r.flags.Interactive++; return nil },
				set:  level(func(r *runOptions) *int { return &r.flags.Inspect }).set,
			}},
		{letter: 'I', help: "isolated: as -E -P -s", meaning: said(func(r *runOptions, _ string) error {
			r.flags.Isolated, r.flags.IgnoreEnvironment, r.flags.NoUserSite, r.flags.SafePath = 1, 1, 1, true
			return nil
		})},
		{letter: 'm', arg: "mod", help: "run the module mod as a program; all that follows belongs to the program",
			meaning: said(func(r *runOptions, v string) error { r.module = v; return nil })},
		{letter: 'O', env: "PYTHONOPTIMIZE", help: "compile no assert statements, and __debug__ as False; -OO drops docstrings too",
			meaning: level(func(r *runOptions) *int { return &r.flags.Optimize })},
		{letter: 'P', env: "PYTHONSAFEPATH", help: "do not begin sys.path with the program's or the current folder",
			meaning: onOff(func(r *runOptions) *bool { return &r.flags.SafePath })},
		{letter: 'q', help: "begin a prompt without the lines on version and help", meaning: level(func(r *runOptions) *int { return &r.flags.Quiet })},
		{letter: 'R', meaning: said(func(r *runOptions, _ string) error { r.randomHash = true; return nil })},
		{letter: 's', env: "PYTHONNOUSERSITE", help: "leave the user's own packages out of sys.path",
			meaning: level(func(r *runOptions) *int { return &r.flags.NoUserSite })},
		{letter: 'S', help: "do without site: no packages, no quit and exit", meaning: level(func(r *runOptions) *int { return &r.flags.NoSite })},
		{letter: 't', meaning: said(func(*runOptions, string) error { return nil })}, // of Python 2
		{letter: 'u', env: "PYTHONUNBUFFERED", help: "write to standard output and standard error at once, without buffers",
			meaning: level(func(r *runOptions) *int { return &r.unbuffered })},
		{letter: 'v', env: "PYTHONVERBOSE", help: "tell on standard error what is imported", meaning: level(func(r *runOptions) *int { return &r.flags.Verbose })},
		{letter: 'V', long: "version", help: "print the version; -VV tells more",
			meaning: said(func(r *runOptions, _ string) error { r.version++; return nil })},
		{letter: 'W', env: "PYTHONWARNINGS", arg: "arg", help: "what to do with warnings, as action:message:category:module:line",
			meaning: meaning{
				said: func(r *runOptions, v string) error { r.warnings = append(r.warnings, v); return nil },
				set: func(r *runOptions, _, v string, _ bool) error {
					r.warnings = append(strings.Split(v, ","), r.warnings...)
					return nil
				},
			}},
		{letter: 'x', help: "leave out the source's first line", meaning: onOff(func(r *runOptions) *bool { return &r.skipLine })},
		{letter: 'X', arg: "opt", help: "an option of this implementation: see --help-xoptions", meaning: said((*runOptions).setX)},
		{long: "check-hash-based-pycs", arg: "always|default|never", help: "whether .pyc files that name their source by its hash are compared with it",
			meaning: said(func(r *runOptions, v string) error {
				if v != "always" && v != "default" && v != "never" {
					return errors.New("--check-hash-based-pycs must be one of 'default', 'always', or 'never'")
				}
				r.checkHashPycs = v
				return nil
			})},
		{long: "help-env", help: "print what variables of the environment mean", meaning: show((*runOptions).showHelpEnv)},
		{long: "help-xoptions", help: "print what -X can say", meaning: show((*runOptions).showHelpX)},
		{long: "help-all", help: "print all help texts", meaning: show(func(r *runOptions) {
			r.showHelp()
			r.showHelpEnv()
			r.showHelpX()
		})},
	}
}

// variables are the options of -X and of the environment.
var variables = []option{
	{x: "cpu_count", env: "PYTHON_CPU_COUNT", arg: "=N", help: "how many processors os.cpu_count tells of; default: as many as there are", meaning: set(setCPUCount)},
	{x: "dev", env: "PYTHONDEVMODE", help: "development mode: all warnings are shown", meaning: onOff(func(r *runOptions) *bool { return &r.flags.DevMode })},
	{x: "faulthandler", env: "PYTHONFAULTHANDLER", help: "faulthandler is enabled; psy itself tells of what would be a fault",
		meaning: onOff(func(r *runOptions) *bool { return &r.faultHandler })},
	{x: "frozen_modules", env: "PYTHON_FROZEN_MODULES", arg: "=[on|off]", help: "accepted: psy has no frozen modules", meaning: set(setFrozenModules)},
	{x: "gil", env: "PYTHON_GIL", arg: "=1", help: "accepted: the interpreter's lock cannot be turned off", meaning: set(setGIL)},
	{x: "importtime", env: "PYTHONPROFILEIMPORTTIME", help: "tell on standard error how long each import takes",
		meaning: onOff(func(r *runOptions) *bool { return &r.importTime })},
	{x: "int_max_str_digits", env: "PYTHONINTMAXSTRDIGITS", arg: "=N", help: "how many digits int and str are converted with; 0: any number",
		meaning: set(setIntMaxStrDigits)},
	{x: "no_debug_ranges", env: "PYTHONNODEBUGRANGES", help: "keep no columns of instructions: tracebacks underline nothing",
		meaning: onOff(func(r *runOptions) *bool { return &r.noDebugRanges })},
	{x: "perf", env: "PYTHONPERFSUPPORT", help: "tell the profiler perf what machine code is of, as psy.perfmap does", meaning: set(func(r *runOptions, from, v string, _ bool) error {
		r.PerfMap = from == "-X perf" || flagValue(v) > 0
		return nil
	})},
	{x: "presite", help: "accepted: it means something to debug builds", arg: "=MODULE", meaning: set(ignore)},
	{x: "pycache_prefix", env: "PYTHONPYCACHEPREFIX", arg: "=DIR", help: "write .pyc files below this folder instead of beside their sources",
		meaning: set(func(r *runOptions, _, v string, _ bool) error { r.pycachePrefix = v; return nil })},
	{x: "showrefcount", help: "accepted: psy counts no references", meaning: set(ignore)},
	{x: "tracemalloc", env: "PYTHONTRACEMALLOC", arg: "[=N]", help: "tracemalloc tells what the heap takes from the start on; psy does not trace where memory is allocated",
		meaning: set(setTracemalloc)},
	{x: "utf8", env: "PYTHONUTF8", arg: "[=0|1]", help: "turn the UTF-8 mode on or off", meaning: set(setUTF8)},
	{x: "warn_default_encoding", env: "PYTHONWARNDEFAULTENCODING", help: "warn where a text file is opened without saying its encoding",
		meaning: onOff(func(r *runOptions) *bool { return &r.flags.WarnDefaultEncoding })},

	{env: "PYTHONSTARTUP", help: "a file that is run before a prompt", meaning: elsewhere},
	{env: "PYTHONPATH", help: "folders and archives, separated as in PATH, that sys.path has before the library", meaning: elsewhere},
	{env: "PYTHONHOME", help: "where Python is installed: the library is looked for below it", meaning: elsewhere},
	{env: "PYTHONPLATLIBDIR", help: "sys.platlibdir", meaning: value(func(r *runOptions) *string { return &r.platlibdir })},
	{env: "PYTHONUSERBASE", help: "below which folder the user's own packages are", meaning: elsewhere},
	{env: "PYTHONEXECUTABLE", help: "sys.executable, on macOS", meaning: elsewhere},
	{env: "PYTHONCASEOK", help: "the case of module names does not matter (Windows)", meaning: elsewhere},
	{env: "PYTHONIOENCODING", help: "encoding[:errors] of the standard streams", meaning: elsewhere},
	{env: "PYTHONHASHSEED", help: "a number from 0 to 4294967295: the hashes of str and bytes are the same in each run; random: they are not",
		meaning: value(func(r *runOptions) *string { return &r.seed })},
	{env: "PYTHONMALLOC", help: "accepted: psy has one allocator", meaning: set(setMalloc)},
	{env: "PYTHONCOERCECLOCALE", help: "accepted: psy's texts are UTF-8 in every locale", meaning: elsewhere},
	{env: "PYTHONBREAKPOINT", help: "what breakpoint() calls; 0: nothing", meaning: elsewhere},
	{env: "PYTHON_COLORS", help: "1: colour tracebacks and prompts, 0: do not", meaning: elsewhere},
	{env: "PYTHON_BASIC_REPL", help: "a prompt without an editor", meaning: elsewhere},
	{env: "PYTHON_HISTORY", help: "the file in which a prompt keeps its lines", meaning: elsewhere},
	{env: "PYTHONDUMPREFS", help: "accepted: it means something to debug builds", meaning: elsewhere},
}

func ignore(*runOptions, string, string, bool) error { return nil }

// fatal is what is wrong with an option's value; CPython names the function that found it, and its own state then.
func fatal(where, format string, args ...any) error {
	return &fatalError{where, fmt.Sprintf(format, args...)}
}

type fatalError struct{ where, text string }

func (e *fatalError) Error() string {
	state := "preinitialized"
	if strings.HasPrefix(e.where, "preconfig") {
		state = "preinitializing"
	}
	where := e.where
	if where != "" {
		where += ": "
	}
	return "Fatal Python error: " + where + e.text + "\nPython runtime state: " + state + "\n"
}

func setCPUCount(r *runOptions, from, v string, _ bool) error {
	n, err := strconv.Atoi(v)
	switch {
	case v == "default":
		return nil
	case err != nil || n < 1:
		return fatal("config_init_cpu_count", "-X cpu_count=n option: n is missing or an invalid number, n must be greater than 0")
	}
	r.cpuCount = n
	return nil
}

func setIntMaxStrDigits(r *runOptions, from, v string, _ bool) error {
	const least = 640
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 0 && n < least {
		return fatal("config_init_int_max_str_digits", "%s: invalid limit; must be >= %d or 0 for unlimited.", from, least)
	}
	r.maxDigits = n
	return nil
}

func setFrozenModules(r *runOptions, from, v string, _ bool) error {
	if v == "on" || v == "off" || v == "" {
		return nil
	}
	if strings.HasPrefix(from, "-X") {
		from = "option " + from
	}
	return fatal("", "bad value for %s (expected \"on\" or \"off\")", from)
}

func setGIL(r *runOptions, from, v string, _ bool) error {
	switch v {
	case "1":
		return nil
	case "0":
		return fatal("config_read_gil", "Disabling the GIL is not supported by this build")
	}
	return fatal("config_read_gil", "PYTHON_GIL / -X gil must be \"0\" or \"1\"")
}

func setTracemalloc(r *runOptions, from, v string, given bool) error {
	n, err := strconv.Atoi(v)
	if !given {
		n, err = 1, nil
	}
	if err != nil || n < 0 || n > 65535 {
		if strings.HasPrefix(from, "-X") {
			from = "-X tracemalloc=NFRAME"
		}
		return fatal("config_init_tracemalloc", "%s: invalid number of frames", from)
	}
	r.traceFrames = n
	return nil
}

func setUTF8(r *runOptions, from, v string, given bool) error {
	switch {
	case !given || v == "1":
		r.utf8 = 1
	case v == "0":
		r.utf8 = -1
	case strings.HasPrefix(from, "-X"):
		return fatal("preconfig_init_utf8_mode", "invalid -X utf8 option value")
	default:
		return fatal("preconfig_init_utf8_mode", "invalid PYTHONUTF8 environment variable value")
	}
	return nil
}

func setMalloc(r *runOptions, _, v string, _ bool) error {
	switch v {
	case "default", "debug", "malloc", "malloc_debug", "pymalloc", "pymalloc_debug", "mimalloc", "mimalloc_debug":
		return nil
	}
	return fatal("preconfig_init_allocator", "PYTHONMALLOC: unknown allocator")
}

// settle does what the keys of -X say, and for what they do not say, the environment; then flags have the values that programs see.
func (r *runOptions) settle() error {
	for i := range options {
		o := &options[i]
		if o.set == nil {
			continue
		}
		from, v, given, found := "-X "+o.x, "", false, false
		if o.x != "" {
			v, given, found = r.xoptions.get(o.x)
		}
		if !found && o.env != "" {
			from, v, given = o.env, r.env(o.env), true
			found = v != ""
		}
		if !found {
			continue
		}
		if err := o.set(r, from, v, given); err != nil {
			return err
		}
	}
	f := &r.flags
	for _, n := range []*int{&f.Debug, &f.Inspect, &f.Interactive, &f.DontWriteBytecode, &f.NoUserSite, &f.NoSite, &f.IgnoreEnvironment, &f.Isolated, &f.Quiet} {
		*n = min(*n, 1)
	}
	if f.DevMode {
		r.warnings = append([]string{"default"}, r.warnings...)
	}
	switch {
	case f.BytesWarning > 1:
		r.warnings = append(r.warnings, "error::BytesWarning")
	case f.BytesWarning == 1:
		r.warnings = append(r.warnings, "default::BytesWarning")
	}
	return nil
}

// env is a variable of the environment, "" when Python's are left aside.
func (r *runOptions) env(name string) string {
	if r.flags.IgnoreEnvironment != 0 {
		return ""
	}
	return os.Getenv(name)
}

// flagValue is the level that a variable sets: its number, 1 for any other text.
func flagValue(v string) int {
	if v == "" {
		return 0
	}
	if n, err := strconv.Atoi(v); err == nil && n >= 0 {
		return n
	}
	return 1
}
