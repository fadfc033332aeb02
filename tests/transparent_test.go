package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTransparentFunctionsExist: what the functions named transparent name for heap.Transparent are functions, or methods, of the packages named. A name
// that is no function's any more would say nothing.
func TestTransparentFunctionsExist(t *testing.T) {
	declared, named := map[string]bool{}, map[string]string{}
	form := regexp.MustCompile(`^[a-z0-9]+\.[(*)\w.]*\w$`)
	err := filepath.WalkDir("../internal", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				name = receiver(f.Recv.List[0].Type) + "." + name
			}
			declared[file.Name.Name+"."+name] = true
			if f.Name.Name != "transparent" {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if l, is := n.(*ast.BasicLit); is && l.Kind == token.STRING {
					if s, _ := strconv.Unquote(l.Value); form.MatchString(s) {
						named[s] = path
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || len(named) < 20 {
		t.Fatalf("%d names found, %v", len(named), err)
	}
	for s, path := range named {
		if !declared[s] {
			t.Errorf("%s: %s is no function", path, s)
		}
	}
}

// receiver is a method's receiver as names of functions have it: T or (*T).
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return "(*" + receiver(x.X) + ")"
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
