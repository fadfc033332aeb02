// Command lines and variables of the environment, compared with CPython: what programs see of them, and what is said of wrong ones.

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// seen prints what a program sees of the command line.
const seen = `import sys, os
print(sys.flags, sys.argv, sys._xoptions, sys.warnoptions, sys.orig_argv[1:])
print([p for p in sys.path if 'python3' not in p], sys.platlibdir, sys.pycache_prefix, sys.dont_write_bytecode)
print(sys.get_int_max_str_digits(), os.cpu_count() if 'cpu_count' in sys._xoptions or 'PYTHON_CPU_COUNT' in os.environ else None)
print(__name__, __debug__, globals().get('__file__'), sys.stdout.encoding, sys.stdout.errors, sys.stdout.write_through, __spec__ and __spec__.name)
`

// streams prints what the standard streams are.
const streams = "import sys\nfor f in sys.stdin, sys.stdout, sys.stderr: print(f, f.errors)\nprint('\\xe9\\u0416')"

// traced uses tracemalloc as far as psy has it.
const traced = `import tracemalloc as t
print(t.is_tracing(), t.get_traceback_limit())
t.start(5)
kept = [bytes(1000) for i in range(1000)]
now, peak = t.get_traced_memory()
print(t.is_tracing(), now > 500_000, peak >= now, t.get_tracemalloc_memory() >= 0)
t.clear_traces(); t.reset_peak()
print(t.get_traced_memory()[0] < 500_000)
t.take_snapshot()
t.stop()
print(t.is_tracing(), t.get_traced_memory(), t.get_object_traceback(kept))
try: t.start(0)
except ValueError as e: print(e)
`

func TestLiveCommandLine(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	dir := workFolder(t)
	link := filepath.Join(dir, "python3.13")
	if err := os.Symlink(exe, link); err != nil {
		t.Skip(err)
	}
	for name, text := range map[string]string{
		"seen.py": seen, "bad.py": "1/0\n", "syntax.py": "(1 +\n", "first.py": "#!!! no Python\nprint(1)\nraise ValueError\n", "folder/__main__.py": seen, "empty/x.py": "",
		"pkg/__init__.py": "", "pkg/__main__.py": seen, "nomain/__init__.py": "", "fails/__init__.py": "1/0\n", "lacks/__init__.py": "import nothing_here\n", "startup.py": "print('startup')\n", "nul.py": "a = 1\nb = '\x00'\n", "exits.py": "raise SystemExit(7)\n", "custom/usercustomize.py": "print('custom')\n", "oldpyc.pyc": "\x01\x02\r\n0123456789abc",
		"named/__init__.py": "class E(ImportError): name = 'named'\nraise E('not here')\n",
		"asks.py":           "import os\nos.environ['PYTHONINSPECT'] = '1'\n", "breaks.py": "def f():\n    breakpoint()\n    print('after')\nf()\n",
	} {
		name = filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(name), 0o755)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	see := "with open('seen.py', 'rb') as f: exec(f.read())"
	faults := "import faulthandler; print(faulthandler.is_enabled())"
	for _, c := range []struct {
		args  []string // the shape of one is the same for all: what stands behind -c is seen
		env   string
		stdin string
	}{
		{args: []string{"seen.py", "a", "-b"}}, {args: []string{"-c", see, "-x", "y"}}, {args: []string{"-m", "seen", "-q"}}, {args: []string{"-", "a"}, stdin: seen},
		{stdin: seen}, {args: []string{"folder", "1"}}, {args: []string{"-m", "pkg"}}, {args: []string{"empty"}}, {args: []string{"-m", "nomain"}},
		{args: []string{"-m", "fails"}}, {args: []string{"-m", "fails.x"}}, {args: []string{"-m", "lacks"}}, {args: []string{"-m", "lacks.x"}},
		{args: []string{"-m", "missing"}}, {args: []string{"-m", "pkg.missing"}}, {args: []string{"-m", "seen.py"}}, {args: []string{"missing.py"}}, {args: []string{"bad.py"}},
		{args: []string{"syntax.py"}}, {args: []string{"nul.py"}}, {args: []string{"-q", "-i"}, env: "PYTHONIOENCODING=ascii", stdin: "'\\xe9\\udc80 a'\n"},
		{args: []string{"-x", "first.py"}}, {args: []string{"exits.py"}}, {args: []string{"-i", "exits.py"}, stdin: "1+1\n"},
		{args: []string{"-i", "bad.py"}, stdin: "import sys; sys.last_value\n"}, {args: []string{"-i", "missing.py"}, stdin: "'here'\n"}, {args: []string{"-i", "-c", "a = 3"}, stdin: "a\nexit(4)\n"},
		{args: []string{"-c", "a = 3"}, env: "PYTHONINSPECT=1", stdin: "print(a)\n"}, {args: []string{"-q", "-i"}, env: "PYTHONSTARTUP=startup.py", stdin: "1\nimport _warnings; _warnings.warn('x')\n1 is 1\n"},
		{args: []string{"-q", "-i"}, env: "PYTHONSTARTUP=missing.py", stdin: "1\n"}, {args: []string{"-c", "1/0"}}, {args: []string{"-c", "(1"}}, {args: []string{"-c", "print(__file__)"}},
		{args: []string{"-Z"}}, {args: []string{"-bBZ", "seen.py"}}, {args: []string{"-c"}}, {args: []string{"-m"}}, {args: []string{"-X"}}, {args: []string{"-W"}}, {args: []string{"--nothing"}},
		{args: []string{"--check-hash-based-pycs"}}, {args: []string{"--check-hash-based-pycs", "x"}}, {args: []string{"--check-hash-based-pycs", "never", "seen.py"}},
		{args: []string{"-ddiSsSBB", "-IIEE", "-c", see}}, {args: []string{"-bbbOOOqqvq", "-V"}}, {args: []string{"-OOqqbb", "-c", see}}, {args: []string{"-P", "-c", see}}, {args: []string{"-P", "seen.py"}},
		{args: []string{"-I", "-m", "seen"}}, {args: []string{"-u", "-c", see}}, {args: []string{"-R", "-t", "-c", see}, env: "PYTHONHASHSEED=0"}, {args: []string{"-V"}}, {args: []string{"--version"}},
		{args: []string{"-Xa", "-X", "b=c,d=e", "-X", "e=", "-Xa=True", "-c", see}}, {args: []string{"-Xdev", "-c", see}}, {args: []string{"-X", "utf8", "-c", see}}, {args: []string{"-X", "utf8=0", "-c", see}},
		{args: []string{"-X", "utf8=2", "-c", see}}, {args: []string{"-c", see}, env: "PYTHONUTF8=1"}, {args: []string{"-c", see}, env: "PYTHONUTF8=2"}, {args: []string{"-E", "-c", see}, env: "PYTHONUTF8=2"},
		{args: []string{"-X", "cpu_count=5", "-c", see}, env: "PYTHON_CPU_COUNT=7"}, {args: []string{"-c", see}, env: "PYTHON_CPU_COUNT=7"}, {args: []string{"-X", "cpu_count", "-c", see}},
		{args: []string{"-c", see}, env: "PYTHON_CPU_COUNT=x"}, {args: []string{"-X", "int_max_str_digits=0", "-c", see}}, {args: []string{"-X", "int_max_str_digits=100", "-c", see}},
		{args: []string{"-c", see}, env: "PYTHONINTMAXSTRDIGITS=700"}, {args: []string{"-c", see}, env: "PYTHONINTMAXSTRDIGITS=7"}, {args: []string{"-X", "pycache_prefix", "-c", see}, env: "PYTHONPYCACHEPREFIX=x"},
		{args: []string{"-X", "pycache_prefix=y", "-c", see}, env: "PYTHONPYCACHEPREFIX=x"}, {args: []string{"-c", see}, env: "PYTHONPYCACHEPREFIX=x"}, {args: []string{"-X", "frozen_modules=no", "-c", see}},
		{args: []string{"-X", "frozen_modules=off", "-c", see}}, {args: []string{"-c", see}, env: "PYTHON_FROZEN_MODULES=no"}, {args: []string{"-X", "gil=1", "-c", see}}, {args: []string{"-X", "gil=0", "-c", see}},
		{args: []string{"-X", "gil=2", "-c", see}}, {args: []string{"-c", see}, env: "PYTHON_GIL=0"}, {args: []string{"-X", "tracemalloc=x", "-c", see}}, {args: []string{"-X", "tracemalloc=0", "-c", see}},
		{args: []string{"-c", see}, env: "PYTHONTRACEMALLOC=x"}, {args: []string{"-X", "showrefcount", "-X", "presite=no", "-X", "faulthandler", "-c", see}}, {args: []string{"-X", "warn_default_encoding", "-c", see}},
		{args: []string{"-X", "no_debug_ranges", "bad.py"}}, {args: []string{"-X", "no_debug_ranges", "-c", "def f(): return [x\n  for x in 1\n]\nprint([*f.__code__.co_positions()], f.__code__.co_linetable)"}},
		{args: []string{"bad.py"}, env: "PYTHONNODEBUGRANGES=1"}, {args: []string{"-c", see}, env: "PYTHONDEBUG=2"}, {args: []string{"-c", see}, env: "PYTHONOPTIMIZE=2"}, {args: []string{"-c", see}, env: "PYTHONOPTIMIZE=-2"},
		{args: []string{"-c", see}, env: "PYTHONDONTWRITEBYTECODE=3"}, {args: []string{"-c", see}, env: "PYTHONNOUSERSITE=2"}, {args: []string{"-c", see}, env: "PYTHONUNBUFFERED=1"}, {args: []string{"-c", see}, env: "PYTHONUNBUFFERED=0"},
		{args: []string{"-c", see}, env: "PYTHONSAFEPATH=0"}, {args: []string{"-c", see}, env: "PYTHONDEVMODE=1"}, {args: []string{"-c", see}, env: "PYTHONWARNDEFAULTENCODING=0"}, {args: []string{"-c", see}, env: "PYTHONWARNINGS=error,once"},
		{args: []string{"-W", "default", "-b", "-c", see}, env: "PYTHONWARNINGS=error,once"}, {args: []string{"-c", see}, env: "PYTHONPATH=folder"}, {args: []string{"-c", see}, env: "PYTHONPATH="}, {args: []string{"-I", "-c", see}, env: "PYTHONPATH=folder"},
		{args: []string{"-c", see}, env: "PYTHONHASHSEED=random"}, {args: []string{"-c", see}, env: "PYTHONHASHSEED=x"}, {args: []string{"-c", see}, env: "PYTHONHASHSEED=4294967296"}, {args: []string{"-c", see}, env: "PYTHONIOENCODING=ascii:replace"},
		{args: []string{"-c", see}, env: "PYTHONIOENCODING=:backslashreplace"}, {args: []string{"-c", see}, env: "PYTHONMALLOC=no"}, {args: []string{"-c", see}, env: "PYTHONMALLOC=debug"}, {args: []string{"-Wnonsense", "-c", see}},
		{args: []string{"-X", "dev", "-c", faults}}, {args: []string{"-X", "faulthandler", "-c", faults}}, {args: []string{"-c", faults}, env: "PYTHONFAULTHANDLER=1"}, {args: []string{"-c", faults}},
		{args: []string{"-E", "-c", faults}, env: "PYTHONFAULTHANDLER=1"},
		{args: []string{"-c", "breakpoint()"}, env: "PYTHONBREAKPOINT=0"}, {args: []string{"-c", "breakpoint(1)"}, env: "PYTHONBREAKPOINT=builtins.print"}, {args: []string{"-c", "breakpoint()"}, env: "PYTHONBREAKPOINT=no.such"},
		{args: []string{"breaks.py"}, stdin: "n\np 1\nc\n"}, {args: []string{"-c", "x = 5\nbreakpoint()\nprint(x)"}, stdin: "x = 6\nc\n"}, {args: []string{"-c", "\xff"}},
		{args: []string{"-c", streams}, env: "PYTHONIOENCODING=latin1:replace"}, {args: []string{"-c", streams}, env: "PYTHONIOENCODING=KOI8_R:replace"}, {args: []string{"-c", streams}, env: "PYTHONIOENCODING=UTF8"},
		{args: []string{"-c", "import sys, site; print(repr(sys.path[0]), 'quit' in dir(__builtins__))"}}, {args: []string{"-c", "print(1)"}, env: "PYTHONPATH=custom"}, {args: []string{"-s", "-c", "print(1)"}, env: "PYTHONPATH=custom"},
		{args: []string{"-X", "tracemalloc=3", "-c", traced}}, {args: []string{"-c", traced}, env: "PYTHONTRACEMALLOC=1"}, {args: []string{"-c", traced}}, {args: []string{"-X", "tracemalloc", "-c", traced}},
		{args: []string{"-c", "import _sysconfig; print(_sysconfig.config_vars())"}}, {args: []string{"-m", "oldpyc"}}, {args: []string{"-m", "named"}}, {args: []string{"-c", "raise KeyboardInterrupt"}},
	} {
		run := func(program string) result {
			cmd := exec.Command(program, c.args...)
			cmd.Dir = dir
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LANG=C.UTF-8", "NO_COLOR=1"}
			if c.env != "" {
				cmd.Env = append(cmd.Env, c.env)
			}
			r := finish(t, cmd, c.stdin)
			r.out = strings.ReplaceAll(r.out, program, "PYTHON")
			r.errOut = strings.ReplaceAll(r.errOut, program, "PYTHON")
			return r
		}
		want, got := run(python), run(link)
		if got != want {
			t.Errorf("%q %q: status %d, want %d\nstdout %s\nwant   %s\nstderr %s\nwant   %s", c.args, c.env, got.status, want.status, got.out, want.out, got.errOut, want.errOut)
		}
	}
}
