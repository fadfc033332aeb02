// What go doc shows first.

package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackageComments: each package and command has one comment that says what it is for. Go joins all comments that stand
// directly above a package clause, so other files' first comments have a blank line below them.
func TestPackageComments(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", "{{.Dir}}\t{{.Name}}\t{{range .GoFiles}}{{.}} {{end}}{{range .IgnoredGoFiles}}{{.}} {{end}}\t{{range .TestGoFiles}}{{.}} {{end}}{{range .XTestGoFiles}}{{.}} {{end}}", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		dir, name, files, tests := f[0], f[1], strings.Fields(f[2]), strings.Fields(f[3])
		begin := "Package " + name + " "
		if name == "main" {
			begin = "Command " + filepath.Base(dir) + " "
		}
		if len(files) == 0 { // only tests
			continue
		}
		comments := 0
		for _, file := range append(files, tests...) {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, file), nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			if tree.Doc == nil || directives(tree.Doc) {
				continue
			}
			if comments++; !strings.HasPrefix(tree.Doc.Text(), begin) {
				t.Errorf("%s: the comment above the package clause does not begin with %q", filepath.Join(dir, file), begin)
			}
		}
		if comments != 1 {
			t.Errorf("%s: %d package comments", dir, comments)
		}
	}
}

// directives reports whether a comment tells only tools something.
func directives(doc *ast.CommentGroup) bool { return strings.TrimSpace(doc.Text()) == "" }
