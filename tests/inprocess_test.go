// Programs in the process of the tests: a panic shows Go's stack, and coverage counts what they reach.

package tests

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/engine"
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

type inProcessEngine struct {
	kind      engine.Kind
	threshold int64
}

// inProcessEngines are what programs run by in the process of the tests.
var inProcessEngines = map[string]inProcessEngine{
	"auto": {engine.Compiler, -1}, "tier1": {engine.Tier1, -1}, "tier2": {engine.Tier2, 0}, "psyco": {engine.Compiler, 0},
}

// inProcess runs a program in a world of its own, as `psy run` does in a process of its own with the library that is part of psy. It must be
// called in the program's folder.
func inProcess(t *testing.T, p oracle.Program, by inProcessEngine) oracle.Result {
	t.Helper()
	name := p.Name + ".pyc"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := pyc.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	debug.SetMaxStack(4 << 30) // as the command does
	var out, errs bytes.Buffer
	first := []string{dir}
	o := modules.Options{
		System: &system.Process{}, Args: append([]string{name}, p.Args...), ScriptDir: dir, Path: []string{modules.LibraryFolder},
		Executable: "psy", Prefix: modules.LibraryPrefix, BasePrefix: modules.LibraryPrefix,
		Library: modules.LibraryFolder, LibraryFS: library.Embedded(), LibraryID: library.Origin(), Cache: codecache.Below(""), Share: true,
		Stdin: strings.NewReader(p.Stdin), Stdout: &out, Stderr: &errs, UTF8Mode: true, IOErrors: "surrogateescape", IntMaxStrDigits: -1,
		Flags: modules.Flags{DontWriteBytecode: 1},
	}
	w, err := modules.NewWorld(o)
	if err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Threshold = by.threshold
	if _, err := engine.Start(w, by.kind, c, stats.New(), nil); err != nil && by.threshold >= 0 {
		t.Skip(err)
	}
	status := modules.Run(w.Main, nil, modules.Site(first), modules.Compiled(prog, filepath.Join(dir, name)))
	w.Close()
	return oracle.Result{Stdout: out.String(), Stderr: errs.String(), Status: status}
}
