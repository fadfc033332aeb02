// Reading programs from files, compiled or not.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/world"
)

// loadProgram reads and verifies a compiled file, or compiles a source; without a program, the exit status.
func loadProgram(name string) (*pyc.Program, int) {
	data, status := readProgram("psy", name)
	if status != 0 {
		return nil, status
	}
	if isCompiled(name, data) {
		return load(data)
	}
	code, _ := compileSource(name, data, 0)
	if code == nil {
		return nil, 1
	}
	return &pyc.Program{Code: code}, 0
}

// readProgram reads a file; who says what is wrong with it, and then status is not 0.
func readProgram(who, name string) (data []byte, status int) {
	data, err := os.ReadFile(name)
	if err == nil {
		return data, 0
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		if errno == syscall.EISDIR {
			fmt.Fprintf(os.Stderr, "%s: '%s' is a directory, cannot continue\n", who, name)
			return nil, 1
		}
		return nil, fail("%s: can't open file '%s': [Errno %d] %s", who, mainFile(name), int(errno), object.Strerror(errno))
	}
	return nil, fail("%s: can't open file '%s': %v", who, name, err)
}

// isCompiled tells compiled files from sources as CPython does, by the name or the first two bytes.
func isCompiled(name string, data []byte) bool {
	return strings.HasSuffix(name, ".pyc") || len(data) >= 2 && uint16(data[0])|uint16(data[1])<<8 == pyc.Magic&0xFFFF
}

func load(data []byte) (*pyc.Program, int) {
	prog, err := pyc.Load(data)
	if err != nil {
		fmt.Fprintln(os.Stderr, "RuntimeError:", err)
		return nil, 1
	}
	return prog, 0
}

// compileSource compiles a text; warnings, and what is wrong with it, are printed as CPython prints them.
func compileSource(name string, text []byte, optimize int) (*pyc.Code, error) {
	w, err := world.New(world.Config{Options: modules.Options{System: &system.Process{}, Stderr: os.Stderr, IntMaxStrDigits: -1}})
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
		return nil, err
	}
	code, err := modules.CompileProgram(w.Main, text, name, optimize)
	modules.Finish(w.Main)
	return code, err
}

func absolute(name string) string {
	if a, err := filepath.Abs(name); err == nil {
		return a
	}
	return name
}
