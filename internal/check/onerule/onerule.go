// Package onerule finds breaches of the one rule: references to psy objects live in psy objects, Go locals, the
// VM stack and registered roots, never on Go's heap. It combines the types of the program with the results of the
// compiler's escape analysis. It must not know how any package works, only what the package declares.
//
// A reference type is object.Value, a pointer to a struct that begins with heap.Header, or any type composed
// of these. A line, or the comment above it, may carry
//
//	//psy:root REASON
//
// The reason says which registered root covers what is declared or made there. On a struct type it covers all fields.
//
// The analyzer cannot see: references hidden in uintptr or unsafe.Pointer, pointers to objects stored in an
// interface that itself lies on Go's heap, and what other packages do with arguments.
package onerule

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// Finding is one breach.
type Finding struct {
	Pos  token.Position
	Text string
}

func (f Finding) String() string { return fmt.Sprintf("%s: %s", f.Pos, f.Text) }

// Check examines the packages that the patterns name, seen from folder dir.
func Check(dir string, patterns ...string) ([]Finding, error) {
	c := &checker{fset: token.NewFileSet(), roots: map[place]string{}, fields: map[string]*field{}, seen: map[string]bool{}}
	if err := c.load(dir, patterns); err != nil {
		return nil, err
	}
	if err := c.escapes(dir, patterns); err != nil {
		return nil, err
	}
	for _, p := range c.packages {
		c.declarations(p)
	}
	for _, p := range c.packages {
		for _, f := range p.files {
			c.file(p, f)
		}
	}
	sort.Slice(c.findings, func(i, j int) bool {
		a, b := c.findings[i].Pos, c.findings[j].Pos
		if a.Filename != b.Filename {
			return a.Filename < b.Filename
		}
		return a.Offset < b.Offset
	})
	return c.findings, nil
}

type place struct {
	file string
	line int
}

type pkg struct {
	path  string
	files []*ast.File
	info  *types.Info
}

// field is a field of a struct that is not a psy object.
type field struct {
	pos    token.Pos
	rooted bool
}

type checker struct {
	fset     *token.FileSet
	packages []*pkg
	roots    map[place]string    // reasons of //psy:root
	says     map[string][]string // file:line:col to the compiler's words
	fields   map[string]*field   // by package path, type and field
	seen     map[string]bool
	findings []Finding
}

// load parses and type-checks the packages; their imports come from export data.
func (c *checker) load(dir string, patterns []string) error {
	type listed struct {
		Dir, ImportPath, Export string
		GoFiles                 []string
		DepOnly                 bool
		ImportMap               map[string]string
	}
	out, err := run(dir, append([]string{"list", "-export", "-deps", "-json=Dir,ImportPath,Export,GoFiles,DepOnly,ImportMap"}, patterns...))
	if err != nil {
		return err
	}
	exports := map[string]string{}
	var targets []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			targets = append(targets, l)
		}
	}
	imp := importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(exports[path])
	})
	for _, l := range targets {
		p := &pkg{path: l.ImportPath, info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		for _, name := range l.GoFiles {
			name = filepath.Join(l.Dir, name)
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			f, err := parser.ParseFile(c.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			p.files = append(p.files, f)
			c.comments(f, src)
		}
		conf := types.Config{Importer: imp}
		if _, err := conf.Check(l.ImportPath, c.fset, p.files, p.info); err != nil {
			return err
		}
		c.packages = append(c.packages, p)
	}
	return nil
}

// comments notes the lines that //psy:root covers.
func (c *checker) comments(f *ast.File, src []byte) {
	for _, g := range f.Comments {
		for _, m := range g.List {
			reason, ok := strings.CutPrefix(m.Text, "//psy:root")
			if !ok {
				continue
			}
			if reason = strings.TrimSpace(reason); reason == "" {
				c.report(m.Pos(), "psy:root without a reason")
				continue
			}
			at := c.fset.PositionFor(m.Pos(), false)
			line := src[at.Offset-at.Column+1 : at.Offset]
			if len(bytes.TrimSpace(line)) == 0 { // a comment with a line of its own covers what its group stands above
				at.Line = c.fset.PositionFor(g.End(), false).Line + 1
			}
			c.roots[place{at.Filename, at.Line}] = reason
		}
	}
}

var saying = regexp.MustCompile(`^(.+\.go):(\d+):(\d+): (moved to heap: .*|.* escapes to heap(?:: .*)?)$`)

// escapes asks the compiler what goes to Go's heap.
func (c *checker) escapes(dir string, patterns []string) error {
	cmd := exec.Command("go", append([]string{"build", "-gcflags=-m"}, patterns...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go build: %w\n%s", err, tail(out))
	}
	c.says = map[string][]string{}
	for _, line := range strings.Split(string(out), "\n") {
		m := saying.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := m[1]
		if !filepath.IsAbs(name) {
			if name, err = filepath.Abs(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
		key := name + ":" + m[2] + ":" + m[3]
		c.says[key] = append(c.says[key], m[4])
	}
	return nil
}

func run(dir string, args []string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		err = fmt.Errorf("go %s: %w\n%s", args[0], err, tail(e.Stderr))
	}
	return out, err
}

func tail(b []byte) []byte { return b[max(0, len(b)-2000):] }

// moved reports whether the compiler moved the variable declared at pos to the heap.
func (c *checker) moved(pos token.Pos, name string) bool {
	for _, s := range c.saysAt(pos) {
		if s == "moved to heap: "+name {
			return true
		}
	}
	return false
}

// escaping reports whether the compiler said of an expression with one of these positions that it escapes, in
// words that begin with the given ones.
func (c *checker) escaping(what string, at ...token.Pos) bool {
	for _, pos := range at {
		for _, s := range c.saysAt(pos) {
			if strings.HasPrefix(s, what) && !strings.HasPrefix(s, "moved to heap") {
				return true
			}
		}
	}
	return false
}

func (c *checker) saysAt(pos token.Pos) []string {
	if !pos.IsValid() {
		return nil
	}
	p := c.fset.PositionFor(pos, false)
	return c.says[p.Filename+":"+strconv.Itoa(p.Line)+":"+strconv.Itoa(p.Column)]
}

func (c *checker) rooted(pos token.Pos) bool {
	p := c.fset.PositionFor(pos, false)
	return c.roots[place{p.Filename, p.Line}] != ""
}

func (c *checker) report(pos token.Pos, format string, args ...any) {
	f := Finding{Pos: c.fset.Position(pos), Text: fmt.Sprintf(format, args...)}
	if key := f.String(); !c.seen[key] && !c.rooted(pos) {
		c.seen[key] = true
		c.findings = append(c.findings, f)
	}
}
