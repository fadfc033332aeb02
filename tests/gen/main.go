// Command gen compiles the programs of tests/programs with CPython 3.13 and records what they print there.
//
//	go run ./tests/gen [-dir tests/programs] [NAME...]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	_ "github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

func main() {
	dir := flag.String("dir", "tests/programs", "folder of the programs")
	compileOnly := flag.Bool("compile", false, "only make the .pyc files")
	flag.Parse()
	if err := update(*dir, *compileOnly, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func update(dir string, compileOnly bool, only []string) error {
	python := oracle.Find()
	if python == "" {
		return fmt.Errorf("no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
	}
	programs, err := oracle.Programs(dir)
	if err != nil {
		return err
	}
	for _, p := range programs {
		if len(only) > 0 && !slices.Contains(only, p.Name) {
			continue
		}
		if err := oracle.Compile(python, filepath.Join(dir, p.Name+".py"), filepath.Join(dir, p.Name+".pyc")); err != nil {
			return err
		}
		if compileOnly {
			continue
		}
		if name := lacks(dir, p); name != "" {
			return fmt.Errorf("%s imports %s, but does not say \"# needs: stdlib\"", p.Name, name)
		}
		start := time.Now()
		r := oracle.Run(dir, 30*time.Second, p.Stdin, append([]string{python, p.Name + ".pyc"}, p.Args...)...)
		if r.TimedOut {
			return fmt.Errorf("%s: does not end", p.Name)
		}
		if err := p.Record(r); err != nil {
			return err
		}
		fmt.Printf("%-28s status %d, %d bytes out, %d err, %v\n", p.Name, r.Status, len(r.Stdout), len(r.Stderr), time.Since(start).Round(time.Millisecond))
	}
	return nil
}

var imports = regexp.MustCompile(`(?m)^(?:import|from) (\w+)`)

// lacks names a module of the library that a program imports at its top without saying so: it is also run where there is none.
func lacks(dir string, p oracle.Program) string {
	text, err := os.ReadFile(filepath.Join(dir, p.Name+".py"))
	if err != nil || p.NeedsStdlib {
		return ""
	}
	for _, m := range imports.FindAllSubmatch(text, -1) {
		name := string(m[1])
		if _, err := os.Stat(filepath.Join(dir, name+".py")); err != nil && name != "sys" && native.Lookup(name) == nil {
			return name
		}
	}
	return ""
}
