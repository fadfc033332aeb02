// Comparison with an installed CPython 3.13, over one process that answers questions.

package syntax

import (
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// maxDigits is CPython's own limit.
const maxDigits = 4300

// cpython is a process that runs testdata/oracle.py.
type cpython struct{ *oracle.Process }

type answer struct {
	Hash, Dump string
	Error      []any
	Warnings   [][]any
	Seconds    []float64
}

func startCPython(t testing.TB) *cpython { return &cpython{oracle.Start(t, "testdata/oracle.py")} }

func (c *cpython) ask(t testing.TB, request ...string) (a answer) {
	if err := json.Unmarshal(c.Ask(t, request), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// libraryFiles lists the sources of CPython's library; the whole of it if PSY_TEST_SYNTAX is set, else a few of each folder.
func libraryFiles(t testing.TB) (files []string) {
	_, all, err := oracle.Library()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, path := range all {
		dir := filepath.Dir(path)
		if seen[dir]++; seen[dir]%8 == 1 || os.Getenv("PSY_TEST_SYNTAX") != "" {
			files = append(files, path)
		}
	}
	return files
}

// differs lists the files of the library for which the answer is another one, and why. It may only shrink.
var differs = map[string]string{
	"badsyntax_pep3120.py": "bytes that are not UTF-8: CPython's error is placed at the string that they stand in",
}

// TestLibrary parses CPython's own library and compares the trees, or the errors, with CPython's.
func TestLibrary(t *testing.T) {
	c := startCPython(t)
	failed := 0
	fail := func(format string, args ...any) {
		failed++
		t.Errorf(format, args...)
	}
	for _, file := range libraryFiles(t) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if why := differs[filepath.Base(file)]; why != "" {
			continue
		}
		want := c.ask(t, "file", file)
		text, e := Decode(src)
		var root Root
		if e == nil {
			root, _, e = Parse(text, Options{MaxDigits: maxDigits})
		}
		switch {
		case e != nil && want.Hash != "":
			fail("%s: %v", file, e)
		case e == nil && want.Hash == "":
			fail("%s: no error, want %v", file, want.Error)
		case e != nil:
			if got := errorText(e); got != jsonText(want.Error) {
				fail("%s: %s, want %s", file, got, jsonText(want.Error))
			}
		default:
			dump := AppendDump(nil, root)
			if sum := sha1.Sum(dump); hex.EncodeToString(sum[:]) != want.Hash {
				whole := c.ask(t, "exec", text)
				fail("%s: %s", file, firstDifference(string(dump), whole.Dump))
			}
		}
		if failed > 40 {
			t.Fatal("and so on")
		}
	}
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// errorText is an error in the form of the oracle's answers.
func errorText(e *Error) string {
	where := []any{string(e.Class), e.Msg, e.Line, e.Offset, e.EndLine, e.EndOffset, e.Text}
	if e.EndLine == NoLine || e.Line == NoLine {
		copy(where[4:], []any{nil, nil, nil})
	}
	if e.Line == NoLine {
		copy(where[2:], []any{nil, nil})
	}
	return jsonText(where)
}

func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(0, i-150)
	return "\n got ..." + got[from:min(len(got), i+150)] + "\nwant ..." + want[from:min(len(want), i+150)]
}
