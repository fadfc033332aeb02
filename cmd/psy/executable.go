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
