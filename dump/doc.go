// The documentation of the format, from the comments in dump.go.

package dump

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
)

//go:embed dump.go
var source string

// Doc is docs/dump.md but for its introduction: a table for each type, and the words that fields may have.
func Doc() (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "dump.go", source, parser.ParseComments)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, decl := range file.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		if g.Tok == token.CONST && g.Lparen.IsValid() {
			fmt.Fprintf(&b, "\n### %s\n\n", strings.TrimSuffix(strings.TrimSpace(g.Doc.Text()), "."))
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				fmt.Fprintf(&b, "- `%s`: %s\n", strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`), strings.TrimSpace(v.Comment.Text()))
			}
			continue
		}
		for _, spec := range g.Specs {
			t, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| field | type | meaning |\n|---|---|---|\n", t.Name.Name, strings.TrimSpace(g.Doc.Text()))
			for _, f := range t.Type.(*ast.StructType).Fields.List {
				tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
				name, optional, _ := strings.Cut(tag, ",")
				kind := typeText(f.Type)
				if optional != "" {
					kind += "?"
				}
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, kind, strings.TrimSpace(f.Comment.Text()))
			}
		}
	}
	return b.String(), nil
}

// typeText is a Go type in words of JSON.
func typeText(x ast.Expr) string {
	switch t := x.(type) {
	case *ast.ArrayType:
		return "list of " + typeText(t.Elt)
	case *ast.StarExpr:
		return typeText(t.X)
	case *ast.MapType:
		return "object"
	case *ast.Ident:
		switch t.Name {
		case "int", "int64", "uint64":
			return "number"
		case "bool", "string":
			return t.Name
		}
		return "[" + t.Name + "](#" + strings.ToLower(t.Name) + ")"
	}
	return "any"
}
