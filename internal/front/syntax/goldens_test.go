// Goldens: each construct of the language and each kind of error, with CPython's answer, so that it is tested without CPython too.

package syntax

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "ask CPython for the goldens again")

// goldenSources reads testdata/sources.txt: sources between lines "==== mode".
func goldenSources(t *testing.T) (sources []refused) {
	text, err := os.ReadFile("testdata/sources.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "==== ")[1:] {
		mode, src, _ := strings.Cut(part, "\n")
		sources = append(sources, refused{Mode: mode, Source: strings.TrimSuffix(src, "\n")})
	}
	return sources
}

func TestGoldens(t *testing.T) {
	const file = "testdata/goldens.txt"
	sources := goldenSources(t)
	if *update {
		c := startCPython(t)
		var b strings.Builder
		for _, s := range sources {
			if a := c.ask(t, s.Mode, s.Source); a.Error != nil {
				b.WriteString(jsonText(a.Error) + "\n")
			} else {
				b.WriteString(a.Dump + "\n")
			}
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	goldens := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(goldens) != len(sources) {
		t.Fatalf("%d goldens for %d sources; run go test ./internal/front/syntax -run Goldens -update", len(goldens), len(sources))
	}
	for i, s := range sources {
		root, _, err := Parse(Newlines(s.Source), Options{Mode: modes[s.Mode], MaxDigits: maxDigits})
		got := ""
		if err != nil {
			got = errorText(err)
		} else {
			got = Dump(root)
		}
		if got != goldens[i] {
			t.Errorf("%s: %q: %s", s.Mode, s.Source, firstDifference(got, goldens[i]))
		}
	}
}
