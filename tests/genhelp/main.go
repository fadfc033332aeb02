// Command genhelp brings the tables of docstrings and signatures up to date: an entry for each thing that psy declares, with the
// signature that CPython 3.13 gives it. It keeps the docstrings, and names those that are missing.
//
//	go generate ./internal/lib/helptext
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/lib/helptext"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

//go:embed facts.py
var script string

const header = "# Signatures and docstrings of what is built in. The package comment says how to read and change this file.\n"

type fact struct {
	signature string
	doc       bool
}

// facts asks CPython.
func facts(python string, names []string) (map[string]fact, error) {
	cmd := exec.Command(python, "-c", script)
	cmd.Stdin = strings.NewReader(strings.Join(names, "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	known := map[string]fact{}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		f[1] = strings.TrimPrefix(strings.ReplaceAll(f[1], "\x01", "\n"), "-")
		known[f[0]] = fact{f[1], f[2] == "1"}
	}
	return known, nil
}

func update() error {
	python := oracle.Find()
	if python == "" {
		fmt.Fprintln(os.Stderr, "genhelp: skipped: no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
		return nil
	}
	names := modules.HelpNames()
	known, err := facts(python, names)
	if err != nil {
		return err
	}
	old := map[string]helptext.Entry{}
	for _, e := range helptext.Entries() {
		old[e.Name] = e
		if strings.HasPrefix(e.Name, "*.") && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	tables := map[string]*bytes.Buffer{"modules.txt": {}, "things.txt": {}}
	for _, out := range tables {
		out.WriteString(header)
	}
	for _, n := range names {
		out := tables["things.txt"]
		if !strings.Contains(n, ".") {
			out = tables["modules.txt"]
		}
		e := old[n]
		f, ok := known[n]
		if !ok {
			f = fact{e.Signature, e.Doc != ""}
			if old[n].Name == "" {
				fmt.Fprintln(os.Stderr, "CPython does not know", n)
			}
		}
		out.WriteString(strings.TrimSuffix(n+" "+strings.ReplaceAll(f.signature, "\n", "\n\t"), " ") + "\n")
		switch {
		case f.doc && e.Doc == "":
			fmt.Fprintln(os.Stderr, "no docstring:", n, f.signature)
		case f.doc:
			out.WriteString("    " + strings.ReplaceAll(e.Doc, "\n", "\n    ") + "\n")
		case e.Doc != "":
			fmt.Fprintln(os.Stderr, "docstring dropped, CPython has none:", n)
		}
	}
	for name, out := range tables {
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := update(); err != nil {
		fmt.Fprintln(os.Stderr, "genhelp:", err)
		os.Exit(1)
	}
}
