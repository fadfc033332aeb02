package symtable

import (
	"os"
	"testing"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// BenchmarkBuild makes the tables of CPython's library.
func BenchmarkBuild(b *testing.B) {
	_, files, err := oracle.Library()
	if err != nil {
		b.Skip(err)
	}
	var trees []syntax.Root
	for _, path := range files[:400] {
		src, _ := os.ReadFile(path)
		if text, e := syntax.Decode(src); e == nil {
			if root, _, e := syntax.Parse(text, syntax.Options{}); e == nil {
				trees = append(trees, root)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, root := range trees {
			Build(root, Options{})
		}
	}
}
