// How wide documents may be, and words that they do without.

package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how many columns a line of a document may have. Tables, links, code and pictures may have more.
const widest = 100

// dialect are turns of phrase for which documents have plain ones.
var dialect = regexp.MustCompile(`(?i)\b(anew|come by|comes by|is wanted of|is told of|are told of|asks whom)\b`)

func TestDocumentsAreNarrow(t *testing.T) {
	names, err := filepath.Glob("../docs/*.md")
	if err != nil || len(names) < 8 {
		t.Fatalf("%d documents, %v", len(names), err)
	}
	for _, name := range append(names, "../README.md", "../CHANGELOG.md", "../bench/README.md") {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(src), "<!-- Code generated") {
			continue // a list, whose lines are as long as what they list
		}
		code := false
		for n, line := range strings.Split(string(src), "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if code || strings.HasPrefix(line, "    ") {
				continue
			}
			if w := utf8.RuneCountInString(line); w > widest && line[0] != '|' && !strings.Contains(line, "](") && !strings.Contains(line, "://") {
				t.Errorf("%s:%d: %d columns, at most %d are wanted", name, n+1, w, widest)
			}
			if word := dialect.FindString(line); word != "" {
				t.Errorf("%s:%d: %q: a plain word, please", name, n+1, word)
			}
		}
	}
}
