// The analyzer on its fixtures, and on the real tree.

package recursion

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestFixtures(t *testing.T) {
	found, err := Check(".", "./testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("testdata/cases/cases.go")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := regexp.MustCompile(`// want(?:-1)? "(.*)"`)
	wanted := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		m := want.FindStringSubmatch(s.Text())
		if m == nil {
			continue
		}
		wanted++
		hit := -1
		for i, f := range found {
			if ok, err := regexp.MatchString(m[1], strings.Join(f.Path, " -> ")); err != nil {
				t.Fatal(err)
			} else if ok {
				hit = i
			}
		}
		if hit < 0 {
			t.Errorf("no finding like %q", m[1])
			continue
		}
		found = append(found[:hit], found[hit+1:]...)
	}
	for _, f := range found {
		t.Errorf("unexpected: %s", f)
	}
	if wanted < 7 {
		t.Errorf("only %d fixtures", wanted)
	}
}

// No recursion in Go that data can steer goes uncounted. A new one is either counted (Thread.Enter, Thread.Leave) or carries the reason why it is bounded.
func TestTree(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the interpreter")
	}
	found, err := Check(filepath.Join("..", "..", ".."), "./internal/modules/...", "./internal/vm/tier2")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}
