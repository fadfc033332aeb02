// Package recursion finds Go functions that may call themselves, directly or not, without counting their depth: data that a
// program makes could then overflow the goroutine's stack, which Go cannot recover from. It must not know how any package works.
//
// It builds the call graph of the packages from their types. What a call through a variable, a field or a result may reach
// is whatever the program stores in it anywhere (fields count by declaration, not by object). Functions that went through unsafe
// (wordOf, funcOf) or a container are distinguished by their signature only. A call of an interface's method reaches every method of that
// name among the types that implement the interface.
//
// A function that counts its depth (it calls a method Enter) breaks all cycles through it. So does a function that calls one whose comment has
//
//	//psy:counts REASON
//
// and a function with a comment
//
//	//psy:bounded REASON
//
// above it or within it, which says why data cannot make the recursion deep; before a package clause the comment covers the package.
// Every other cycle is a finding. Whether a function counts on all its paths is not checked.
package recursion

import (
	"bytes"
	"encoding/json"
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
	"slices"
	"strings"
)

// Finding is a cycle of functions that nothing counts.
type Finding struct {
	Pos  token.Position
	Path []string // from function to function and back to the first
	Size int      // how many functions have cycles in common
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: recursion that nothing counts (one cycle of a knot of %d functions): %s", f.Pos, f.Size, strings.Join(f.Path, " -> "))
}

// Check examines the packages that the patterns name, seen from folder dir, with those of the same module that they import.
func Check(dir string, patterns ...string) ([]Finding, error) {
	g := &graph{fset: token.NewFileSet(), funcs: map[any]*node{}, places: map[any]*place{}, bySig: map[string]*place{}}
	return g.check(dir, patterns...)
}

func (g *graph) check(dir string, patterns ...string) ([]Finding, error) {
	if err := g.load(dir, patterns); err != nil {
		return nil, err
	}
	for _, p := range g.packages {
		for _, f := range p.files {
			g.declare(p, f)
		}
	}
	for _, n := range slices.Clone(g.nodes) {
		if n.body != nil {
			(&walker{g, n.pkg, n}).block(n.body)
		}
	}
	for _, p := range g.packages { // package variables
		for _, f := range p.files {
			w := &walker{g, p, g.node(f, "init of "+f.Name.Name, f.Pos())}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.GenDecl); ok {
					w.block(d)
				}
			}
		}
	}
	g.flow()
	return g.knots(), nil
}

type pkg struct {
	path  string
	types *types.Package
	files []*ast.File
	info  *types.Info
	notes map[string]map[int]string // by file and line: "bounded" or "counts"
	all   bool                      // a note speaks for the package
}

// node is a function.
type node struct {
	name   string
	pos    token.Pos
	pkg    *pkg
	body   ast.Node
	params []*types.Var
	result *place
	counts bool         // or is bounded: no cycle through it matters
	recv   *types.Named // of a method, or a literal in one
	method string
	helper bool // who calls it counts
	noted  bool // a note says so, which holds for the literals in it too
	to     map[*node]bool

	index, low int // Tarjan's
	onStack    bool
	knot       int
}

// place is something that holds functions: a variable, a field, the results of a function, all elements of some type.
type place struct {
	holds map[*node]bool
	into  map[*place]bool
	calls []*site
}

// site is a call of what a place holds.
type site struct {
	in     *node
	args   []*place // of the arguments that are functions, else nil
	result *place
}

type graph struct {
	fset     *token.FileSet
	packages []*pkg
	nodes    []*node
	funcs    map[any]*node // by *types.Func, *ast.FuncLit
	places   map[any]*place
	bySig    map[string]*place
	work     []*place
	named    []*types.Named
}

func (g *graph) node(key any, name string, pos token.Pos) *node {
	n := g.funcs[key]
	if n == nil {
		n = &node{name: name, pos: pos, to: map[*node]bool{}, result: newPlace()}
		g.funcs[key] = n
		g.nodes = append(g.nodes, n)
	}
	return n
}

func newPlace() *place { return &place{holds: map[*node]bool{}, into: map[*place]bool{}} }

func (g *graph) place(key any) *place {
	p := g.places[key]
	if p == nil {
		p = newPlace()
		g.places[key] = p
	}
	return p
}

// any returns the place of all functions of a signature that went where they cannot be followed.
func (g *graph) any(t types.Type) *place {
	sig := types.TypeString(t.Underlying(), nil)
	if p := g.bySig[sig]; p != nil {
		return p
	}
	p := newPlace()
	g.bySig[sig] = p
	return p
}

// load parses and type-checks the module's packages, those that are imported first; others come from export data.
func (g *graph) load(dir string, patterns []string) error {
	type listed struct {
		Dir, ImportPath, Export string
		GoFiles                 []string
		Module                  *struct{ Main bool }
	}
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=Dir,ImportPath,Export,GoFiles,Module"}, patterns...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	exports, loaded := map[string]string{}, map[string]*types.Package{}
	imp := importer.ForCompiler(g.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		exports[l.ImportPath] = l.Export
		if l.Module == nil || !l.Module.Main {
			continue
		}
		p := &pkg{path: l.ImportPath, notes: map[string]map[int]string{}, info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{}}}
		for _, name := range l.GoFiles {
			f, err := parser.ParseFile(g.fset, filepath.Join(l.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			p.files = append(p.files, f)
			g.comments(p, f)
		}
		conf := types.Config{Importer: both{loaded, imp}}
		if p.types, err = conf.Check(l.ImportPath, g.fset, p.files, p.info); err != nil {
			return err
		}
		loaded[l.ImportPath] = p.types
		g.packages = append(g.packages, p)
	}
}

// both imports packages that were type-checked from source as what they are there, and others from export data.
type both struct {
	loaded map[string]*types.Package
	rest   types.Importer
}

func (b both) Import(path string) (*types.Package, error) {
	if p := b.loaded[path]; p != nil {
		return p, nil
	}
	return b.rest.Import(path)
}

// comments notes the lines of //psy:bounded and //psy:counts; one without a reason is none.
func (g *graph) comments(p *pkg, f *ast.File) {
	for _, c := range f.Comments {
		for _, m := range c.List {
			word, reason, _ := strings.Cut(strings.TrimPrefix(m.Text, "//psy:"), " ")
			if m.Text == word || strings.TrimSpace(reason) == "" || word != "bounded" && word != "counts" {
				continue
			}
			if m.Pos() < f.Package {
				p.all = true
				continue
			}
			at := g.fset.Position(m.Pos())
			if p.notes[at.Filename] == nil {
				p.notes[at.Filename] = map[int]string{}
			}
			p.notes[at.Filename][at.Line] = word
		}
	}
}

// declare makes the nodes of a file's functions, and of the literals in them.
func (g *graph) declare(p *pkg, f *ast.File) {
	var within []*node
	var visit func(x ast.Node) bool
	enter := func(n *node, typ *types.Signature, body ast.Node, from, to token.Pos) {
		n.pkg, n.body = p, body
		for i := range typ.Params().Len() {
			n.params = append(n.params, typ.Params().At(i))
		}
		lines := p.notes[g.fset.Position(from).Filename]
		n.counts = p.all || len(within) > 0 && within[len(within)-1].noted
		for line := g.fset.Position(from).Line; line <= g.fset.Position(to).Line; line++ {
			n.counts = n.counts || lines[line] != ""
			n.helper = n.helper || lines[line] == "counts"
		}
		n.noted = n.counts
		within = append(within, n)
		ast.Inspect(body, visit)
		within = within[:len(within)-1]
	}
	visit = func(x ast.Node) bool {
		l, ok := x.(*ast.FuncLit)
		if !ok {
			return true
		}
		name := f.Name.Name + "." + filepath.Base(g.fset.Position(l.Pos()).Filename)
		if len(within) > 0 {
			name = within[len(within)-1].name
		}
		n := g.node(l, fmt.Sprintf("%s.func:%d", name, g.fset.Position(l.Pos()).Line), l.Pos())
		if len(within) > 0 {
			n.recv, n.method = within[len(within)-1].recv, within[len(within)-1].method
		}
		enter(n, p.info.Types[l].Type.(*types.Signature), l.Body, l.Pos(), l.End())
		return false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			fn := p.info.Defs[d.Name].(*types.Func)
			n := g.node(fn, short(fn), d.Pos())
			from := d.Pos()
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
			if recv := fn.Type().(*types.Signature).Recv(); recv != nil {
				typ := recv.Type()
				if ptr, ok := typ.(*types.Pointer); ok {
					typ = ptr.Elem()
				}
				n.recv, _ = typ.(*types.Named)
				n.method = fn.Name()
			}
			if d.Body != nil {
				enter(n, fn.Type().(*types.Signature), d.Body, from, d.End())
			}
		default:
			ast.Inspect(d, visit)
		}
	}
	for _, o := range p.info.Defs {
		if t, ok := o.(*types.TypeName); ok && !t.IsAlias() && f == p.files[0] {
			if n, ok := t.Type().(*types.Named); ok && !types.IsInterface(n) {
				g.named = append(g.named, n)
			}
		}
	}
}

// short is a function's name without the module's path.
func short(fn *types.Func) string {
	s := fn.FullName()
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		return strings.Repeat("(", strings.Count(s[:i], "(")) + strings.Repeat("*", strings.Count(s[:i], "*")) + s[i+1:]
	}
	return s
}
