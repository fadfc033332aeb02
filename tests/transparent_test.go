package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTransparentFunctionsExist: what is told to heap.Transparent are functions, or methods, of the package that tells or of one that it
// imports. A name that is no function's any more would say nothing.
func TestTransparentFunctionsExist(t *testing.T) {
	declared, named := map[string]bool{}, map[string]string{}
	look := func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := file.Name.Name + "."
		declared[pkg+"init"] = true
		known := []string{file.Name.Name}
		for _, i := range file.Imports {
			known = append(known, strings.Trim(i.Path.Value[strings.LastIndexByte(i.Path.Value, '/')+1:], `"`))
		}
		for _, d := range file.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Recv != nil {
				declared[pkg+receiver(f.Recv.List[0].Type)+"."+f.Name.Name] = true
			} else if is {
				declared[pkg+f.Name.Name] = true
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || !strings.HasSuffix("."+types.ExprString(call.Fun), ".Transparent") {
				return true
			}
			for _, x := range call.Args {
				l, _ := x.(*ast.BasicLit)
				if l == nil {
					t.Errorf("%s: a name that is no literal", path)
					continue
				}
				s, _ := strconv.Unquote(l.Value)
				of, _, _ := strings.Cut(s, ".")
				if named[s] = path; !slices.Contains(known, of) {
					t.Errorf("%s: %s is of another package", path, s)
				}
			}
			return true
		})
		return nil
	}
	for _, dir := range []string{"../internal", "../pycompiler", "../x86"} {
		if err := filepath.WalkDir(dir, look); err != nil {
			t.Fatal(err)
		}
	}
	if len(named) < 50 {
		t.Fatalf("only %d names found", len(named))
	}
	for s, path := range named {
		if !declared[strings.TrimSuffix(s, ".")] {
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
