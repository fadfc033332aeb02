// The analyzer on its fixtures, and on the real tree.

package onerule

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var (
	want   = regexp.MustCompile(`// want(-\d+)?((?: "(?:[^"\\]|\\.)*")+)`)
	quoted = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

func TestFixtures(t *testing.T) {
	found, err := Check(".", "./testdata/object", "./testdata/uses")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, f := range found {
		key := fmt.Sprintf("%s:%d", filepath.Base(f.Pos.Filename), f.Pos.Line)
		got[key] = append(got[key], f.Text)
	}
	fset := token.NewFileSet()
	for _, name := range []string{"testdata/object/object.go", "testdata/uses/uses.go"} {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				m := want.FindStringSubmatch(c.Text)
				if m == nil {
					continue
				}
				p := fset.Position(c.Pos())
				off, _ := strconv.Atoi(m[1])
				key := fmt.Sprintf("%s:%d", filepath.Base(name), p.Line+off)
				for _, q := range quoted.FindAllStringSubmatch(m[2], -1) {
					re := regexp.MustCompile(q[1])
					hit := -1
					for i, text := range got[key] {
						if re.MatchString(text) {
							hit = i
						}
					}
					if hit < 0 {
						t.Errorf("%s: no finding like %q among %q", key, q[1], got[key])
						continue
					}
					got[key] = append(got[key][:hit], got[key][hit+1:]...)
				}
			}
		}
	}
	for key, texts := range got {
		for _, text := range texts {
			t.Errorf("%s: unexpected: %s", key, text)
		}
	}
}

// The packages that handle references keep the rule.
func TestTree(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the interpreter")
	}
	const module = "github.com/psyco-go/psy"
	found, err := Check(".", module, module+"/internal/vm/object", module+"/internal/vm/interp", module+"/internal/vm/traceback", module+"/internal/modules/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}
