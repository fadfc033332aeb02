// Documents that name tests: they exist.

package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestNamedTestsExist(t *testing.T) {
	var all strings.Builder
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		b, err := os.ReadFile(name)
		all.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{"security.md", "embedding.md"} {
		text, err := os.ReadFile("../docs/" + doc)
		if err != nil {
			t.Fatal(err)
		}
		names := regexp.MustCompile("`((?:Test|Fuzz|Example)\\w+)`").FindAllStringSubmatch(string(text), -1)
		if len(names) < 20 {
			t.Errorf("%s names %d tests", doc, len(names))
		}
		for _, m := range names {
			if !strings.Contains(all.String(), "func "+m[1]+"(") {
				t.Errorf("%s: there is no %s", doc, m[1])
			}
		}
	}
}
