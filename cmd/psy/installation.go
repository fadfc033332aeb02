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

// installation is found by -X psy.stdlib, PYTHONHOME, or as the python3.13 that a shell would start.
func (r *runOptions) installation() *installation {
	in := &installation{}
	r.findLibrary(in)
	if in.library == "" {
		in.embed()
	}
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

func (r *runOptions) findLibrary(in *installation) {
	if r.stdlib != "" {
		in.library = absolute(r.stdlib)
		return
	}
	if home := r.env("PYTHONHOME"); home != "" {
		in.library = libraryOf(strings.Split(home, string(os.PathListSeparator))[0])
		return
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		exe := filepath.Join(dir, "python3.13")
		st, err := os.Stat(exe)
		if err != nil || st.IsDir() {
			continue
		}
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			if lib := libraryOf(filepath.Dir(filepath.Dir(real))); isLibrary(lib) {
				in.library = lib
				if _, err := os.Stat(filepath.Join(dir, "..", "pyvenv.cfg")); err == nil {
					in.prefix = filepath.Dir(absolute(dir))
				}
				return
			}
		}
		// A version manager's shim: the versions stand beside the folder of shims.
		if found, _ := filepath.Glob(libraryOf(filepath.Join(filepath.Dir(dir), "versions", "3.13*"))); len(found) > 0 && isLibrary(found[len(found)-1]) {
			in.library = found[len(found)-1]
			return
		}
	}
}

// embed takes the library that is part of psy.
func (in *installation) embed() {
	if in.embedded = library.Embedded(); in.embedded != nil {
		in.library, in.base, in.why = modules.LibraryFolder, modules.LibraryPrefix, "it is part of psy"
	}
}

func libraryOf(prefix string) string { return filepath.Join(prefix, "lib", "python3.13") }

func isLibrary(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "os.py"))
	return err == nil
}

// findPackages does what CPython's site module does, which would take longer than all the rest of the start.
func (r *runOptions) findPackages(in *installation) {
	both := in.prefix == in.base
	if !both {
		cfg, _ := os.ReadFile(filepath.Join(in.prefix, "pyvenv.cfg"))
		in.addFolder(filepath.Join(libraryOf(in.prefix), "site-packages"))
		both = setting(cfg, "include-system-site-packages") == "true"
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
		if _, err := os.Stat(filepath.Join(dir, "sitecustomize.py")); err == nil {
			in.site = true
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

// setting is the value of a key in a pyvenv.cfg, in lower case.
func setting(cfg []byte, key string) string {
	for line := range strings.Lines(string(cfg)) {
		if k, v, ok := strings.Cut(line, "="); ok && strings.EqualFold(strings.TrimSpace(k), key) {
			return strings.ToLower(strings.TrimSpace(v))
		}
	}
	return ""
}
