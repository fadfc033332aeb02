package main

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// liveFiles are what the command lines of TestLive work on.
var liveFiles = map[string]string{
	"a.py":              "import sys\nprint(__name__, __file__, __package__, sys.argv, sys.path[0], __debug__)\ndef f(x):\n    return 1 / x\nif 'go' in sys.argv: f(0)\n",
	"bad.py":            "x = 1\ndef f(:\n",
	"tabs.py":           "if 1:\n\tx\n        y\n",
	"warn.py":           "print('\\d')\nx = 1 is 1\nassert (x, 'y')\n",
	"first.py":          "not python\n1 / 0\n",
	"coding.py":         "# -*- coding: latin-1 -*-\nprint(ascii('\xe4'))\n1 / 0  # \xe4\n",
	"utf.py":            "print(ascii('\xe4'))\n",
	"exit.py":           "raise SystemExit(7)\n",
	"pkg/__init__.py":   "print('init', __name__)\n",
	"pkg/__main__.py":   "import sys\nfrom . import sub\nprint(__name__, __package__, __spec__.name, __file__, sys.argv)\nsub.g()\n",
	"pkg/sub.py":        "def g(): 1 / 0\n",
	"own/__init__.py":   "",
	"dir/__main__.py":   "import sys, mod\nprint(__name__, repr(__package__), __file__, sys.argv, sys.path[0])\nmod.g()\n",
	"dir/mod.py":        "def g(): 1 / 0\n",
	"none/x.py":         "",
	"shadow/a.py":       "print('shadow')\n",
	"dunder.py":         "print([n for n in globals()], __annotations__, __spec__, __cached__)\n",
	"text":              "print('no suffix', __file__)\n",
	"spec.py":           specText,
	"spec/__init__.py":  "",
	"spec/__main__.py":  specText,
	"specs/__main__.py": specText,
	"hooks/__init__.py": hooksText,
	"hooks/m.py":        "print(__name__, type(__loader__).__name__, __spec__.name)\n1 / 0\n",
	"hooks/__main__.py": "print(__name__, __spec__.name)\n",
}

// hooksText is a package that brings a loader of its own, which changes the text of its modules.
const hooksText = `import sys
from importlib.machinery import SourceFileLoader, FileFinder, SOURCE_SUFFIXES
class Loader(SourceFileLoader):
    def get_code(self, name):
        if name[:5] == "hooks": # CPython imports traceback at the end
            print("get_code", name)
        return super().get_code(name)
    def source_to_code(self, data, path, **k):
        return super().source_to_code((b"print('hooked');" if "hooks" in path else b"") + data, path, **k)
sys.path_hooks.insert(0, FileFinder.path_hook((Loader, SOURCE_SUFFIXES)))
sys.path_importer_cache.clear()
sys.dont_write_bytecode = True
`

// specText shows what the module __main__ knows of itself, and modules that psy has in Go.
const specText = `import re, time
for v in __name__, __spec__, __loader__, __package__, __file__, __cached__, time.__spec__, re.__spec__, sorted(globals()):
    print(re.sub("0x\\w+", "", str(v)))
`

// TestLive compares what command lines do with what CPython does: output, errors, exit status.
func TestLive(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	dir := workFolder(t)
	for name, text := range liveFiles {
		name = filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(name), 0o777)
		os.WriteFile(name, []byte(text), 0o666)
	}
	for archive, names := range map[string][]string{"app.zip": {"dir/__main__.py", "dir/mod.py"}, "specs.zip": {"specs/__main__.py"}} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			w, _ := z.Create(filepath.Base(name))
			w.Write([]byte(liveFiles[name]))
		}
		z.Close()
		os.WriteFile(filepath.Join(dir, archive), b.Bytes(), 0o666)
	}
	for _, c := range []struct{ args, stdin string }{
		{"a.py 1 -x", ""}, {"./a.py go", ""}, {"-O a.py", ""}, {"-OO a.py", ""}, {"bad.py", ""}, {"tabs.py", ""}, {"warn.py", ""}, {"-Wignore warn.py", ""},
		{"-Werror warn.py", ""}, {"-x first.py", ""}, {"coding.py", ""}, {"utf.py", ""}, {"exit.py", ""}, {"dunder.py", ""}, {"text", ""},
		{"nowhere.py", ""}, {"a.py/x", ""},
		{"-m a 1", ""}, {"-m a go", ""}, {"-m pkg 1", ""}, {"-m pkg.sub", ""}, {"-m pkg.__main__", ""}, {"-m own", ""}, {"-m none", ""}, {"-m a.b", ""}, {"-m a.py", ""},
		{"-m nowhere", ""}, {"-m nowhere.sub", ""}, {"-m pkg.nowhere", ""}, {"-m sys", ""}, {"-m .a", ""}, {"-ma", ""}, {"-Im a", ""}, {"-Pm a", ""},
		{"-m hooks.m", ""}, {"-m hooks", ""}, {"-m hooks.none", ""},
		{"dir 1", ""}, {"app.zip 1", ""}, {"-I app.zip", ""}, {"none", ""}, {".", ""},
		{"spec.py", ""}, {"-m spec", ""}, {"specs", ""}, {"specs.zip", ""}, {"-", specText}, {"-c import:re;print(re.sub('0x.*','',f'{__spec__}{__loader__}'))", ""},
		{"-c print(1);1/0 a", ""}, {"-cprint(__name__)", ""}, {"-c x=", ""}, {"-c import:sys;print(sys.argv,sys.path[0],sys.flags.optimize) a -b", ""},
		{"-c print(globals().keys())", ""}, {"-c raise:SystemExit('bye')", ""}, {"-c import:a", ""}, {"-c print(help,exit)", ""}, {"-S -c help", ""}, {"-Wd -c '\\d'", ""},
		{"-c import:traceback|try:::1/0|except:::traceback.print_exc()", ""},
		{"", "print(__name__, __file__)\n1/0\n"}, {"- a b", "import sys; print(sys.argv)"}, {"", "def f(:\n"}, {"", ""}, {"-", "x = '''"}, {"", "exit(3)"},
		{"-q -x", "print(1)\nprint(2)\n"},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.NewReplacer("::", ":", ":", " ", "|", "\n").Replace(args[i])
		}
		theirs := exec.Command(python, args...)
		theirs.Env = psyCommand().Env
		ours := psyCommand(append([]string{"run"}, args...)...)
		theirs.Dir, ours.Dir = dir, dir
		want, got := finish(t, theirs, c.stdin), finish(t, ours, c.stdin)
		want.errOut = strings.ReplaceAll(want.errOut, python+":", "psy:")
		got.errOut = strings.ReplaceAll(got.errOut, exe+":", "psy:")
		if got != want {
			t.Errorf("%q with %q: status %d, want %d\nstdout %s\nwant   %s\nstderr %s\nwant   %s", c.args, c.stdin, got.status, want.status, got.out, want.out, got.errOut, want.errOut)
		}
	}
}
