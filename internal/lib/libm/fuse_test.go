package libm

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// TestProductsAreRounded finds products of floats that a compiler may fuse with a sum, as Go's does on arm64: the bits would differ there.
// A product must be converted to float64 explicitly, or be a factor, a dividend, a divisor or compared.
func TestProductsAreRounded(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := config.Check("libm", fset, files, &info); err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, f := range files {
		var path []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				path = path[:len(path)-1]
				return true
			}
			e, ok := n.(*ast.BinaryExpr)
			if ok && e.Op == token.MUL && types.Identical(info.Types[e].Type, types.Typ[types.Float64]) && info.Types[e].Value == nil {
				products++
				if !isRounded(path) {
					t.Errorf("%v: a product that may be fused", fset.Position(e.Pos()))
				}
			}
			if s, ok := n.(*ast.AssignStmt); ok && s.Tok == token.MUL_ASSIGN && types.Identical(info.Types[s.Lhs[0]].Type, types.Typ[types.Float64]) {
				t.Errorf("%v: a product that may be fused", fset.Position(s.Pos()))
			}
			path = append(path, n)
			return true
		})
	}
	if products < 200 {
		t.Errorf("only %d products found", products)
	}
}

// isRounded looks at what a product stands in.
func isRounded(path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.ParenExpr:
		case *ast.UnaryExpr:
		case *ast.BinaryExpr:
			return n.Op != token.ADD && n.Op != token.SUB
		case *ast.CallExpr:
			name, ok := n.Fun.(*ast.Ident)
			return ok && name.Name == "float64"
		default:
			return false
		}
	}
	return false
}
