// The interpreters and compilers that are measured.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// engine is one way to run a benchmark.
type engine struct {
	Name string `json:"name"`
	// command gives the arguments that run a program of a folder; nil: it is not written for this engine.
	command func(dir, name string) []string
}

// engines finds C, every CPython 3.13, PyPy, and psy: its interpreter alone, with tier 2, and as it comes; of these, the ones whose names contain one of the words in only.
func engines(tmp, psy, xflags, only string) ([]engine, error) {
	var all []engine
	if gcc, err := exec.LookPath("gcc"); err == nil {
		all = append(all, engine{"C", (&native{gcc: gcc, tmp: tmp, built: map[string][]string{}}).command})
	}
	for _, python := range oracle.FindAll() {
		all = append(all, engine{version(python, "CPython", all), compiled(python)})
	}
	if p, err := exec.LookPath("pypy3"); err == nil {
		// It cannot read CPython 3.13's .pyc, and so compiles the source.
		all = append(all, engine{version(p, "PyPy", all), func(_, name string) []string { return []string{p, name + ".py"} }})
	}
	if psy == "" {
		var err error
		if psy, err = build(tmp); err != nil {
			return nil, err
		}
	}
	args := []string{psy, "run"}
	for _, x := range strings.Fields(xflags) {
		args = append(args, "-X", x)
	}
	by := func(engine string) func(dir, name string) []string {
		return compiled(append(slices.Clone(args), "-X", "psy.engine="+engine)...)
	}
	all = append(all, engine{tier1Name, by("tier1")}, engine{tier2Name, by("tier2")}, engine{psyName, compiled(args...)})
	if only != "" {
		all = slices.DeleteFunc(all, func(e engine) bool {
			return !slices.ContainsFunc(strings.Split(only, ","), func(word string) bool { return strings.Contains(strings.ToLower(e.Name), strings.ToLower(word)) })
		})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no engine called %s", only)
	}
	return all, nil
}

const (
	tier1Name = "psy tier 1"
	tier2Name = "psy tier 2"
	psyName   = "psy"
)

func compiled(args ...string) func(dir, name string) []string {
	return func(_, name string) []string { return append(slices.Clone(args), name+".pyc") }
}

// build makes psy from this tree.
func build(tmp string) (string, error) {
	exe := filepath.Join(tmp, "psy.exe")
	build := exec.Command("go", "build", "-o", exe, "./cmd/psy")
	build.Env = append(build.Environ(), "CGO_ENABLED=0") // as it is released
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/psy: %v\n%s", err, out)
	}
	return exe, nil
}

// version names an interpreter: "CPython 3.13.0", a second one of the same version with a number.
func version(python, kind string, have []engine) string {
	ask := "import sys; v = getattr(sys, 'pypy_version_info', sys.version_info); print('.'.join(map(str, v[:3])))"
	out, err := exec.Command(python, "-c", ask).Output()
	name := kind
	if err == nil {
		name += " " + strings.TrimSpace(string(out))
	}
	for n, base := 2, name; slices.ContainsFunc(have, func(e engine) bool { return e.Name == name }); n++ {
		name = fmt.Sprintf("%s (%d)", base, n)
	}
	return name
}

// native compiles a benchmark's C version, where there is one: c/NAME.c beside a folder of programs, NAME.c in the folder of the loops.
// Its first line says what to run it with: "/* args: 34 */". A size that the compiler does not know keeps it from computing the result itself.
type native struct {
	gcc, tmp string
	built    map[string][]string
}

func (n *native) command(dir, name string) []string {
	src := filepath.Join(dir, name+".c")
	if _, err := os.Stat(src); err != nil {
		src = filepath.Join(dir, "..", "c", name+".c")
	}
	if cmd, ok := n.built[src]; ok {
		return cmd
	}
	n.built[src] = nil
	text, err := os.ReadFile(src)
	if err != nil {
		return nil
	}
	exe := filepath.Join(n.tmp, fmt.Sprintf("%s%d.exe", name, len(n.built)))
	if out, err := exec.Command(n.gcc, "-O2", "-o", exe, src).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %s: %v\n%s", src, err, out)
		return nil
	}
	first, _, _ := strings.Cut(string(text), "\n")
	args := strings.TrimSuffix(strings.TrimPrefix(first, "/* args: "), " */")
	n.built[src] = append([]string{exe}, strings.Fields(args)...)
	return n.built[src]
}
