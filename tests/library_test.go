// The installed library: which of its modules load.

package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// libraryModules are the modules that must load.
const libraryModules = `abc argparse array ast asyncio base64 bdb binascii bisect bz2 cProfile calendar cmath cmd code codecs codeop collections collections.abc colorsys
concurrent.futures concurrent.futures.process configparser contextlib contextvars copy copyreg csv ctypes curses curses.panel curses.textpad dataclasses
datetime decimal difflib dis doctest email encodings.idna enum errno faulthandler fcntl filecmp fileinput fnmatch fractions functools gc getopt getpass gettext
glob graphlib grp gzip hashlib heapq hmac html html.parser http importlib importlib.machinery importlib.metadata importlib.resources importlib.util inspect io
ipaddress itertools json keyword linecache locale logging lzma mimetypes mmap multiprocessing multiprocessing.managers multiprocessing.pool
multiprocessing.shared_memory numbers opcode operator optparse os pathlib pdb pickle pkgutil platform plistlib pprint profile pty pwd queue random re readline
reprlib resource rlcompleter runpy sched secrets select selectors shlex shutil signal site smtplib socket sqlite3 ssl stat statistics string stringprep struct
subprocess symtable sysconfig tempfile termios textwrap threading timeit token tokenize tomllib traceback tty types typing unicodedata unittest urllib.parse
uuid warnings wave weakref xml.dom.minidom xml.etree.ElementTree xml.sax zipfile zipimport zlib zoneinfo`

// libraryMissing are those that do not, for want of a native module, which stands behind the colon. This list may only shrink.
const libraryMissing = ``

const importProgram = `import sys
for name in sys.argv[1:]:
    try:
        __import__(name)
    except ImportError as e:
        print(name, e.name)
    except BaseException as e:
        print(name, type(e).__name__, e)
    else:
        print(name)
`

// TestLibrary imports modules of the library of an installed CPython.
func TestLibrary(t *testing.T) {
	python := cpython(t)
	exe := psy(t)
	dir := t.TempDir()
	src, pyc := filepath.Join(dir, "p.py"), filepath.Join(dir, "p.pyc")
	if err := os.WriteFile(src, []byte(importProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := oracle.Compile(python, src, pyc); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	var names []string
	for _, name := range strings.Fields(libraryModules) {
		want[name] = name
		names = append(names, name)
	}
	for _, missing := range strings.Fields(libraryMissing) {
		name, native, _ := strings.Cut(missing, ":")
		want[name] = name + " " + native
		names = append(names, name)
	}
	got := oracle.Run(dir, 5*time.Minute, "", append(append([]string{exe, "run", "-B"}, pyc), names...)...)
	seen := 0
	for _, line := range strings.Split(strings.TrimSpace(got.Stdout), "\n") {
		name, _, fails := strings.Cut(line, " ")
		if seen++; line == want[name] {
			continue
		}
		if !fails {
			t.Errorf("%s loads now: put it among libraryModules", name)
		} else {
			t.Errorf("import: %s; want %q", line, want[name])
		}
	}
	if seen != len(names) {
		t.Errorf("%d of %d modules tried:\n%s", seen, len(names), got.Stderr)
	}
}
