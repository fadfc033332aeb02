// Who may import whom, as docs/DESIGN.md says.
package tests

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/psyco-go/psy"

// layers lists the packages from the bottom up; a package may import those of lower layers only, and none of its own,
// unless allowed names it. A folder inside a package counts as that package.
var layers = [][]string{
	{"internal", "opcode", "heap", "system", "unidata", "libm", "bignum", "x86", "stats", "config", "dump", "vinfo", "respawn", "editor", "helptext"},
	{"numfmt", "codebuf", "promotion", "inspect", "explain", "sre", "inflate"},
	{"pyc", "cases", "syntax"},
	{"object", "symtable"},
	{"staging", "assumption", "codegen", "profile"},
	{"dispatcher"},
	{"interp"},
	{"modules", "pycompiler", "tier2"},
	{"psy"}, // the root
	{"cmd"},
}

// forbidden adds what a layer alone does not say.
var forbidden = map[string][]string{
	"cases":    {"object", "heap", "pyc", "unidata", "numfmt"},
	"pyc":      {"heap"},
	"numfmt":   {"heap"},
	"sre":      {"heap"},
	"inflate":  {"heap"},
	"symtable": {"heap", "pyc", "cases", "opcode", "unidata", "numfmt"},
	"syntax":   {"heap", "pyc", "cases", "opcode"},
	"codebuf":  {"internal", "opcode", "heap", "system", "unidata", "libm"},
	"codegen":  {"heap", "object", "cases"},
	"cmd":      {"heap"},
}

// allowedUp names the exceptions: tests and tools that look at a whole package.
var allowedUp = map[string][]string{
	"tests": nil, "bench": nil,
}

type goPackage struct {
	ImportPath string
	Imports    []string
	Standard   bool
	Error      *struct{ Err string }
}

func top(path string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	if rest == "" {
		return "psy" // the root
	}
	first, _, _ := strings.Cut(rest, "/")
	return first
}

func layer(name string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, name) })
}

func TestLayering(t *testing.T) {
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from := top(p.ImportPath)
		if _, free := allowedUp[from]; free {
			continue
		}
		seen++
		if layer(from) < 0 {
			t.Errorf("%s stands in no layer of docs/DESIGN.md", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if imp == "C" {
				t.Errorf("%s uses cgo", p.ImportPath)
			}
			if imp != module && !strings.HasPrefix(imp, module+"/") {
				continue
			}
			to := top(imp)
			switch {
			case to == from:
			case to == "tests" || to == "bench":
				t.Errorf("%s imports %s: nothing but tests may", p.ImportPath, imp)
			case layer(to) >= layer(from):
				t.Errorf("%s imports %s: imports point downwards only", p.ImportPath, imp)
			case slices.Contains(forbidden[from], to):
				t.Errorf("%s imports %s, which it must not know", p.ImportPath, imp)
			}
		}
	}
	if seen == 0 {
		t.Error("no packages found")
	}
}

// TestNoCgo: nothing that psy is made of uses cgo, on a machine with a C compiler either (os/user and net would).
func TestNoCgo(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/psy")
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, module+"/editor") {
		t.Error("not a list of packages")
	}
	if slices.Contains(packages, "runtime/cgo") {
		t.Error("something that psy imports uses cgo")
	}
}
