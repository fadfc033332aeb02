// The programs of examples/embedding, which docs/embedding.md shows.

package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// examples are the names of the programs.
func examples(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("../examples/embedding")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) < 10 {
		t.Fatalf("%d programs", len(names))
	}
	return names
}

func exampleSource(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../examples/embedding", name, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestExamples: each program writes what its last comment says. All are packages of one binary, since linking takes longer than running.
func TestExamples(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := map[string]string{}
	put := func(path, text string) { // a file that go build sees at path, below the module's root
		at := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, filepath.FromSlash(path))] = at
	}
	names := examples(t)
	var imports, cases string
	for _, name := range names {
		source := strings.Replace(exampleSource(t, name), "\npackage main\n", "\npackage "+name+"\n", 1)
		put("internal/allexamples/"+name+"/main.go", strings.Replace(source, "\nfunc main() {", "\nfunc Main() {", 1))
		imports += fmt.Sprintf("\tp%s \"github.com/psyco-go/psy/internal/allexamples/%s\"\n", name, name)
		cases += fmt.Sprintf("\tcase %q:\n\t\tp%s.Main()\n", name, name)
	}
	put("internal/allexamples/main.go", "package main\n\nimport (\n\t\"os\"\n\n"+imports+")\n\nfunc main() {\n\tswitch os.Args[1] {\n"+cases+"\t}\n}\n")
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	file, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "examples")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", file, "-o", binary, "./internal/allexamples")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range names {
		var out bytes.Buffer
		c := exec.Command(binary, name)
		c.Stdout, c.Stderr = &out, &out
		if err := c.Run(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, &out)
			continue
		}
		got := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		_, comment, ok := strings.Cut(exampleSource(t, name), "\n// Output")
		mode, lines, _ := strings.Cut(comment, "\n")
		var want []string
		for line := range strings.Lines(lines) {
			want = append(want, strings.TrimPrefix(strings.TrimPrefix(strings.TrimRight(line, "\n"), "//"), " "))
		}
		if mode == " in any order:" {
			slices.Sort(got)
			slices.Sort(want)
		}
		if !ok || !slices.Equal(got, want) {
			t.Errorf("%s wrote\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestExamplesShown: docs/embedding.md shows each program, and what it shows is in the program.
func TestExamplesShown(t *testing.T) {
	text, err := os.ReadFile("../docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range examples(t) {
		_, section, ok := strings.Cut(string(text), "(../examples/embedding/"+name+"/main.go)")
		section, _, _ = strings.Cut(section, "\n## ")
		blocks := strings.Split(section, "```")
		if !ok || len(blocks) < 3 {
			t.Errorf("docs/embedding.md does not show %s", name)
			continue
		}
		source := exampleSource(t, name)
		for i := 1; i < len(blocks); i += 2 {
			_, code, _ := strings.Cut(blocks[i], "\n")
			if !strings.Contains(source, code) {
				t.Errorf("docs/embedding.md shows of %s what it has not:\n%s", name, code)
			}
		}
	}
}
