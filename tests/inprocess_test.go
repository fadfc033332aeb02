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
	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/world"
)

type inProcessEngine struct {
	engine    world.Engine
	threshold int64
}

// inProcessEngines are what programs run by in the process of the tests.
var inProcessEngines = map[string]inProcessEngine{
	"auto": {world.Compiler, -1}, "tier1": {world.Tier1, -1}, "tier2": {world.Tier2, 0}, "psyco": {world.Compiler, 0},
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
	c := world.Config{Engine: by.engine, Settings: config.Default(), Options: modules.Options{
		System: &system.Process{}, Args: append([]string{name}, p.Args...), ScriptDir: dir,
		Executable: "psy", Cache: codecache.Below(""), Share: true,
		Stdin: strings.NewReader(p.Stdin), Stdout: &out, Stderr: &errs, UTF8Mode: true, IOErrors: "surrogateescape", IntMaxStrDigits: -1,
		Flags: modules.Flags{DontWriteBytecode: 1}, Interpreters: -1, Beginning: []modules.Job{modules.Site([]string{dir})},
	}}
	c.Mount(library.Embedded(), library.Origin())
	c.Settings.Threshold = by.threshold
	w, err := world.New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	status := modules.Run(w.Main, nil, modules.Site([]string{dir}), modules.Compiled(prog, filepath.Join(dir, name)))
	return oracle.Result{Stdout: out.String(), Stderr: errs.String(), Status: status}
}
