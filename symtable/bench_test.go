package symtable

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/syntax"
	"github.com/psyco-go/psy/tests/oracle"
)

// BenchmarkBuild makes the tables of CPython's library.
func BenchmarkBuild(b *testing.B) {
	python := oracle.Find()
	if python == "" {
		b.Skip("no CPython 3.13")
	}
	out, err := exec.Command(python, "-I", "-c", "import os; print(os.path.dirname(os.__file__))").Output()
	if err != nil {
		b.Fatal(err)
	}
	var trees []syntax.Root
	filepath.WalkDir(strings.TrimSpace(string(out)), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".py" && !strings.Contains(path, "site-packages") && len(trees) < 400 {
			src, _ := os.ReadFile(path)
			if text, e := syntax.Decode(src); e == nil {
				if root, _, e := syntax.Parse(text, syntax.Options{}); e == nil {
					trees = append(trees, root)
				}
			}
		}
		return nil
	})
	b.ReportAllocs()
	for b.Loop() {
		for _, root := range trees {
			Build(root, Options{})
		}
	}
}
