package pgen

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

// TestGeneratedFilesUpToDate makes every output again and compares.
func TestGeneratedFilesUpToDate(t *testing.T) {
	out, err := Generate(root)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for _, o := range out {
		made[filepath.Base(o.Path)] = true
		old, err := os.ReadFile(filepath.Join(root, o.Path))
		if err != nil || !bytes.Equal(old, o.Text) {
			t.Errorf("%s is not what the definitions give; run go generate ./syntax", o.Path)
		}
	}
	files, _ := filepath.Glob(filepath.Join(root, "internal", "front", "syntax", "generated_*"))
	for _, f := range files {
		if !made[filepath.Base(f)] {
			t.Errorf("%s is no output of gensyntax", f)
		}
	}
}

// TestGrammarErrors checks what is said of definitions that make no sense.
func TestGrammarErrors(t *testing.T) {
	schema, err := ReadSchema("expr = Name(identifier id) attributes (int lineno, int col_offset, int? end_lineno, int? end_col_offset)")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ grammar, want string }{
		{"a[Expr]: b { b }\n", "python.gram:1: no rule b"},
		{"a[Expr]: NAME NUMBER\n", "python.gram:1: a: an alternative of more than one item wants an action"},
		{"a[Expr]: '(' b=a ')' { b }\n", "python.gram:1: a can nest without limit; mark a rule on the way (nest)"},
		{"a[Expr]: t=NAME { Name(t, t) }\n", "python.gram:1: Name has 1 fields, not 2"},
		{"a: NAME\na: NAME\n", "python.gram:2: rule a is defined twice"},
		{"a: b<NAME>\n", "python.gram:1: no template b of 1 parameters"},
	} {
		g, err := ReadGrammar(c.grammar)
		if err == nil {
			var a *analysis
			if a, err = analyze(g, schema); err == nil {
				_, err = emitParser(a)
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.grammar, err, c.want)
		}
	}
}
