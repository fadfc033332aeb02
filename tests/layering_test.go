// Who may import whom, as docs/DESIGN.md says.

package tests

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	pathpkg "path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/psyco-go/psy"

// layers lists the packages from the bottom up; a package may import those of lower layers only, and none of its own,
// unless allowed names it. A folder inside a package counts as that package.
var layers = [][]string{
	{"internal/host/fault"},
	{
		"internal/check", "internal/config", "internal/gen/generated", "internal/host/editor", "internal/host/forking", "internal/host/library", "internal/host/names", "internal/host/system", "internal/host/watcher",
		"internal/insight/stats", "internal/lib/bignum", "internal/lib/bzip2", "internal/lib/calendar", "internal/lib/cjk", "internal/lib/digest", "internal/lib/expat", "internal/lib/helptext", "internal/lib/libm", "internal/lib/locales", "internal/lib/lzma", "internal/lib/tlsconn", "internal/lib/unidata", "internal/lib/units", "internal/lib/varint",
		"internal/vm/heap", "internal/vm/opcode", "dump", "vinfo", "x86",
	},
	{"internal/gen/genfuncs", "internal/host/first", "internal/host/goheap", "internal/host/ownfile", "internal/host/parking", "internal/lib/decnum", "internal/lib/inflate", "internal/lib/numfmt", "internal/lib/sre", "internal/lib/tzrule", "internal/insight/explain", "internal/insight/inspect", "codebuf", "internal/vm/gate", "respawn"},
	{"internal/front/pyc", "internal/front/syntax", "internal/gen/cases", "internal/gen/pgen", "internal/lib/deflate", "internal/lib/sqlite"},
	{"internal/front/codecache", "internal/front/symtable", "internal/vm/object", "internal/gen/gencases", "internal/gen/gensyntax"},
	{"internal/front/codegen", "internal/insight/profile", "internal/vm/assumption", "internal/vm/traceback", "staging"},
	{"dispatcher", "internal/gen/genlibrary", "promotion"},
	{"internal/insight/observe", "internal/vm/interp"},
	{"internal/modules/native"},
	{
		"internal/modules/binary", "internal/modules/classes", "internal/modules/codecs", "internal/modules/collections", "internal/modules/compress",
		"internal/modules/functional", "internal/modules/hashes", "internal/modules/itertools", "internal/modules/mathmod", "internal/modules/regex",
		"internal/modules/text", "internal/modules/timemod", "internal/modules/warnings",
	},
	{"internal/modules/iomod", "internal/modules/lang", "internal/modules/tracing"},
	{"internal/modules/signals"},
	{"internal/modules/ctypes", "internal/modules/threads"},
	{"internal/modules/asyncio", "internal/modules/posix", "internal/modules/sockets"},
	{"internal/modules", "internal/vm/tier2", "pycompiler"},
	{"internal/dap", "internal/world"},
	{"psy"}, // the root
	{"cmd"},
}

// forbidden adds what a layer alone does not say.
var forbidden = map[string][]string{
	"internal/gen/cases":       {"internal/vm/object", "internal/vm/heap", "internal/front/pyc", "internal/lib/unidata", "internal/lib/numfmt"},
	"internal/front/pyc":       {"internal/vm/heap"},
	"internal/lib/numfmt":      {"internal/vm/heap"},
	"internal/lib/decnum":      {"internal/vm/heap"},
	"internal/lib/sre":         {"internal/vm/heap"},
	"internal/lib/inflate":     {"internal/vm/heap"},
	"internal/lib/deflate":     {"internal/vm/heap"},
	"internal/front/codecache": {"internal/vm/heap"},
	"internal/front/symtable":  {"internal/vm/heap", "internal/front/pyc", "internal/gen/cases", "internal/vm/opcode", "internal/lib/unidata", "internal/lib/numfmt"},
	"internal/front/syntax":    {"internal/vm/heap", "internal/front/pyc", "internal/gen/cases", "internal/vm/opcode"},
	"codebuf":                  {"internal/vm/opcode", "internal/vm/heap", "internal/host/system", "internal/lib/unidata", "internal/lib/libm"},
	"internal/front/codegen":   {"internal/vm/heap", "internal/vm/object", "internal/gen/cases"},
	"internal/insight/observe": {"respawn"},
	"internal/dap":             {"pycompiler"},
	"cmd":                      {"internal/vm/heap"},
}

// allowedUp names the exceptions: tests, and what only tests and tools import.
var allowedUp = []string{"tests", "bench", "examples", "internal/testkit"}

type goPackage struct {
	ImportPath string
	Imports    []string
	Standard   bool
	Error      *struct{ Err string }
}

// top is the listed package that a package is, or lies in.
func top(path string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	if rest == "" {
		return "psy" // the root
	}
	for name := rest; name != "."; name = pathpkg.Dir(name) {
		if layer(name) >= 0 || slices.Contains(allowedUp, name) {
			return name
		}
	}
	return rest
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
		if slices.Contains(allowedUp, from) {
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
			case slices.Contains(allowedUp, to):
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

// rootFiles are the files of the root package, as docs/DESIGN.md orders them; a step may be two files.
var rootFiles = [][]string{
	{"errors", "classes"}, {"program"}, {"limits"}, {"files"}, {"granted"}, {"journal"}, {"config"}, {"cancel"}, {"names"}, {"runtime"}, {"value"},
	{"convert", "bulk", "bind", "bindfunc", "bindfast", "bind_generated", "recorded", "exception", "live", "livefield", "livespecial", "livelist", "livechan", "livefile", "livefunc", "newtype"},
	{"module"}, {"protocol"}, {"eval"}, {"func", "func_generated"}, {"inspect"}, {"debug"}, {"park"}, {"image"}, {"pool"},
}

// TestRootFiles: a file of the root package uses what is declared in files before it: package-level names, and methods that no other type of the
// package has.
func TestRootFiles(t *testing.T) {
	step := map[string]int{}
	for n, files := range rootFiles {
		for _, f := range files {
			step[f+".go"] = n
		}
	}
	pkgs, err := parser.ParseDir(token.NewFileSet(), "..", func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	names, methods := map[string]string{}, map[string]string{} // where they are declared; "": in more than one file
	declare := func(in map[string]string, name, file string) {
		if was, ok := in[name]; ok && was != file {
			file = ""
		}
		in[name] = file
	}
	files := map[string]*ast.File{}
	for path, f := range pkgs["psy"].Files {
		file := pathpkg.Base(path)
		files[file] = f
		if _, ok := step[file]; !ok {
			t.Errorf("%s has no place in the order of docs/DESIGN.md", file)
		}
		for name := range f.Scope.Objects {
			declare(names, name, file)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil && !n.Name.IsExported() {
					declare(methods, n.Name.Name, file)
				}
			case *ast.StructType:
				for _, field := range n.Fields.List {
					for _, name := range field.Names {
						methods[name.Name] = "" // selected just like a method
					}
				}
			}
			return true
		})
	}
	for file, f := range files {
		uses := map[string]string{}
		for _, id := range f.Unresolved {
			uses[id.Name] = names[id.Name]
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && methods[s.Sel.Name] != "" {
				uses["."+s.Sel.Name] = methods[s.Sel.Name]
			}
			return true
		})
		for name, from := range uses {
			if from != "" && step[from] > step[file] {
				t.Errorf("%s uses %s of %s", file, name, from)
			}
		}
	}
	if len(files) < len(step) {
		t.Errorf("%d files, want %d", len(files), len(step))
	}
}

// TestNativeModulesAreRegistered: each package of native modules stands in the import list of package modules.
func TestNativeModulesAreRegistered(t *testing.T) {
	list, err := os.ReadFile("../internal/modules/families.go")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := os.ReadDir("../internal/modules")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if name := f.Name(); f.IsDir() && name != "testdata" && name != "worldtest" && name != "native" && !strings.Contains(string(list), module+"/internal/modules/"+name+"\"\n") {
			t.Errorf("internal/modules/families.go does not import %s", name)
		}
	}
}

// TestNoCgo: nothing that psy is made of uses cgo but Go's own packages net and os/user, which crypto/tls imports and which do so where there is a C
// compiler. Binaries for release are built without.
func TestNoCgo(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-tags", "nolibrary,netgo,osusergo", "./cmd/psy")
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, module+"/internal/host/editor") {
		t.Error("not a list of packages")
	}
	if slices.Contains(packages, "runtime/cgo") {
		t.Error("something that psy imports uses cgo")
	}
}
