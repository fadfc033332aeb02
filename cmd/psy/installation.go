// The installed CPython 3.13 whose library psy uses, and what people have installed for it.

package main

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/modules"
)

// installation is a CPython found on the machine; all is empty when there is none.
type installation struct {
	library  string // the standard library
	embedded fs.FS  // what is in library, if that is the one that is part of psy
	why      string // why this library is used
	// prefix is sys.prefix, base sys.base_prefix; in a virtual environment they differ.
	prefix, base string
	// packages are the folders that CPython's site module adds to sys.path: site-packages, and what .pth files there name.
	packages []string
	// site says that site itself must be run too: there is code for it to run.
	site bool
}

// installation is found by -X psy.stdlib, PYTHONHOME, the virtual environment that psy was called from, or as the python3.13 that a shell would
// start, if its library is complete; else it is psy itself.
func (r *runOptions) installation() *installation {
	in := &installation{}
	r.findLibrary(in)
	if in.library == "" {
		return in
	}
	if in.base == "" {
		in.base = filepath.Dir(filepath.Dir(in.library))
	}
	if in.prefix == "" {
		in.prefix = in.base
	}
	if r.flags.NoSite == 0 {
		r.findPackages(in)
	}
	return in
}

// embeddedName, as -X psy.stdlib, is the library that is part of psy.
const embeddedName = "embedded"

func (r *runOptions) findLibrary(in *installation) {
	env := environment()
	switch home := r.env("PYTHONHOME"); {
	case r.stdlib == embeddedName:
		in.embed("-X psy.stdlib names it")
		if env != "" {
			in.prefix = env
		}
	case r.stdlib != "":
		in.library, in.why = absolute(r.stdlib), "-X psy.stdlib names it"
	case home != "":
		in.library, in.why = libraryOf(strings.Split(home, string(os.PathListSeparator))[0]), "PYTHONHOME names it"
	case env != "":
		in.prefix = env
		cfg, _ := os.ReadFile(filepath.Join(env, "pyvenv.cfg"))
		if home = setting(cfg, "home"); home != "" && missing(libraryOf(filepath.Dir(home))) == "" {
			in.library, in.why = libraryOf(filepath.Dir(home)), "the virtual environment "+env+" was made with it"
			return
		}
		if lib := setting(cfg, "library"); lib != "" {
			if lacks := missing(lib); lacks == "" {
				in.library, in.why = lib, "the virtual environment "+env+" was made with it"
			} else {
				in.embed("the virtual environment " + env + " was made with " + lib + ", which lacks " + lacks)
			}
			return
		}
		in.embed("the virtual environment " + env + " has no other")
	default:
		if why := in.search(); in.library == "" {
			in.embed(why)
		}
	}
}

// environment is the folder of the virtual environment that psy was called from; "": none.
func environment() string {
	bin := filepath.Dir(executable())
	for _, dir := range [...]string{bin, filepath.Dir(bin)} {
		if _, err := os.Stat(filepath.Join(dir, "pyvenv.cfg")); err == nil {
			return dir
		}
	}
	return ""
}

// search looks for a python3.13 along PATH. Without one, why says what there is instead.
func (in *installation) search() (why string) {
	why = "there is no python3.13 on PATH"
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		exe := filepath.Join(dir, "python3.13")
		st, err := os.Stat(exe)
		if err != nil || st.IsDir() {
			continue
		}
		real, err := filepath.EvalSymlinks(exe)
		if err != nil {
			continue
		}
		lib, lacks := libraryOf(filepath.Dir(filepath.Dir(real))), ""
		if lacks = missing(lib); lacks != "" {
			// A version manager's shim: the versions stand beside the folder of shims.
			found, _ := filepath.Glob(libraryOf(filepath.Join(filepath.Dir(dir), "versions", "3.13*")))
			if len(found) > 0 && missing(found[len(found)-1]) == "" {
				lib, lacks = found[len(found)-1], ""
			}
		} else if _, err := os.Stat(filepath.Join(dir, "..", "pyvenv.cfg")); err == nil {
			in.prefix = filepath.Dir(absolute(dir))
		}
		if lacks == "" {
			in.library = lib
			return in.because(exe + " is on PATH, and its library is complete")
		}
		why = exe + " is on PATH, but its library lacks " + lacks
	}
	return why
}

func (in *installation) because(why string) string {
	in.why = why
	return why
}

// embed takes the library that is part of psy, if there is one.
func (in *installation) embed(why string) {
	in.because(why)
	if in.embedded = library.Embedded(); in.embedded != nil {
		in.library, in.base = modules.LibraryFolder, modules.LibraryPrefix
	}
}

func libraryOf(prefix string) string { return filepath.Join(prefix, "lib", "python3.13") }

// landmarks tell a complete library from the few modules of which some systems make a minimal Python.
var landmarks = [...]string{"os.py", "json/__init__.py", "asyncio/__init__.py", "email/__init__.py", "unittest/__init__.py"}

// missing is the first landmark that a folder lacks; "": it is a complete library.
func missing(dir string) string {
	for _, name := range landmarks {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return name
		}
	}
	return ""
}

// findPackages does what CPython's site module does, which would take longer than all the rest of the start.
func (r *runOptions) findPackages(in *installation) {
	both := in.prefix == in.base
	if !both {
		cfg, _ := os.ReadFile(filepath.Join(in.prefix, "pyvenv.cfg"))
		in.addFolder(filepath.Join(libraryOf(in.prefix), "site-packages"))
		both = strings.EqualFold(setting(cfg, "include-system-site-packages"), "true")
	}
	if both {
		if r.flags.NoUserSite == 0 && r.env("PYTHONNOUSERSITE") == "" {
			in.addFolder(r.userFolder())
		}
		in.addFolder(filepath.Join(libraryOf(in.base), "site-packages"))
		if in.base == "/usr" { // Debian's places
			in.addFolder("/usr/local/lib/python3.13/dist-packages")
			in.addFolder("/usr/lib/python3/dist-packages")
		}
	}
	for _, dir := range append(filepath.SplitList(r.env("PYTHONPATH")), in.library) {
		for _, name := range [...]string{"sitecustomize.py", "usercustomize.py"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				in.site = true
			}
		}
	}
}

// userFolder is where the user's own packages are.
func (r *runOptions) userFolder() string {
	base := r.env("PYTHONUSERBASE")
	if base == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		base = filepath.Join(home, ".local")
	}
	return filepath.Join(libraryOf(base), "site-packages")
}

// addFolder adds a folder of packages and what its .pth files name.
func (in *installation) addFolder(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	in.packages = append(in.packages, dir)
	for _, e := range entries {
		switch name := e.Name(); {
		case name == "sitecustomize.py" || name == "usercustomize.py":
			in.site = true
		case strings.HasSuffix(name, ".pth") && !strings.HasPrefix(name, "."):
			in.addLines(dir, name)
		}
	}
}

// addLines adds the folders that a .pth file names, one a line.
func (in *installation) addLines(dir, name string) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		line := strings.TrimRight(lines.Text(), " \t\r\n\v\f")
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "import\t") {
			in.site = true // code: site runs it
			return
		}
		at := line
		if !filepath.IsAbs(at) {
			at = filepath.Join(dir, line)
		}
		if _, err := os.Stat(at); err == nil && !slices.Contains(in.packages, at) {
			in.packages = append(in.packages, at)
		}
	}
}

// setting is the value of a key in a pyvenv.cfg.
func setting(cfg []byte, key string) string {
	for line := range strings.Lines(string(cfg)) {
		if k, v, ok := strings.Cut(line, "="); ok && strings.EqualFold(strings.TrimSpace(k), key) {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
