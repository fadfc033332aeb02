package codegen

import (
	"bufio"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
)

var update = flag.Bool("update", false, "ask CPython for the goldens again")

// constructs reads testdata/constructs.txt: programs, with a line of dashes between them.
func constructs(t *testing.T) []string {
	text, err := os.ReadFile("testdata/constructs.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "----\n")
}

// runnable reports why code would not be loaded again and run.
func runnable(code *pyc.Code) error {
	data, err := pyc.Marshal(code)
	if err != nil {
		return err
	}
	again, err := pyc.Unmarshal(data)
	if err != nil {
		return err
	}
	return again.(*pyc.Code).Verify()
}

// TestConstructs compares the code of small programs with CPython's, which testdata/goldens.txt keeps.
func TestConstructs(t *testing.T) {
	const file = "testdata/goldens.txt"
	sources := constructs(t)
	if *update {
		py := start(t)
		var b strings.Builder
		for _, src := range sources {
			answer := py.answer(t, "text", src)
			if answer[0] == '!' {
				t.Fatalf("%s:\n%s", answer, src)
			}
			b.WriteString(answer + "\n")
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	n := 0
	for ; lines.Scan(); n++ {
		if n >= len(sources) {
			break
		}
		got, failure := compileText(sources[n], arguments{Mode: "exec"})
		if failure != "" {
			t.Errorf("%s:\n%s", failure, sources[n])
			continue
		}
		var cmp comparison
		cmp.code("", got, decode(t, lines.Text()))
		if err := runnable(got); err != nil {
			t.Errorf("%v:\n%s", err, sources[n])
		}
		if cmp.equal < cmp.total {
			t.Errorf("other code for\n%s", sources[n])
			cmp.report(t)
		}
	}
	if n != len(sources) {
		t.Fatalf("%d goldens for %d programs; run go test ./internal/front/codegen -run Constructs -update", n, len(sources))
	}
}
