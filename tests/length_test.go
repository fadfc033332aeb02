// How long functions may be.

package tests

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// longest is how many lines a function may have that no generator wrote.
const longest = 200

// longer are the functions that are longer, and why. The table may only shrink.
var longer = map[string]string{
	"../internal/lib/sre/machine.go: match": "the loop of a machine: a case for each of its instructions, which share its registers",
}

func TestFunctionsAreShort(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if line, _, _ := bytes.Cut(src, []byte("\n")); bytes.HasPrefix(line, []byte("// Code generated")) {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			seen++
			if n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1; n > longest && longer[name+": "+fn.Name.Name] == "" {
				t.Errorf("%s: %s has %d lines, more than %d", fset.Position(fn.Pos()), fn.Name.Name, n, longest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 8000 {
		t.Errorf("only %d functions seen", seen)
	}
}
