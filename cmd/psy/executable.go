// What sys.executable is: the program as it was called, symbolic links and all, for they say to which environment it belongs.

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// executable is the absolute path of psy, as it was called.
func executable() string {
	real, _ := os.Executable()
	if runtime.GOOS == "windows" || len(os.Args) == 0 {
		return real
	}
	name := os.Args[0]
	if filepath.Base(name) != name {
		name = mainFile(strings.TrimPrefix(name, "./"))
	} else if found, err := exec.LookPath(name); err == nil {
		name = absolute(found)
	}
	if st, err := os.Stat(name); err != nil || !filepath.IsAbs(name) || st.IsDir() {
		return real
	}
	return name
}

// baseExecutable is the program that a virtual environment was made with: the file of the same name in the folder that pyvenv.cfg calls home, or
// else what the environment's program leads to.
func (in *installation) baseExecutable(exe string) string {
	if in.prefix == in.base || in.prefix == "" {
		return exe
	}
	cfg, err := os.ReadFile(filepath.Join(in.prefix, "pyvenv.cfg"))
	if err != nil {
		return exe
	}
	if home := setting(cfg, "home"); home != "" {
		if name := filepath.Join(home, filepath.Base(exe)); isFile(name) {
			return name
		}
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil && real != exe {
		return real
	}
	if name := setting(cfg, "executable"); isFile(name) {
		return name
	}
	return exe
}

func isFile(name string) bool {
	st, err := os.Stat(name)
	return err == nil && !st.IsDir()
}
