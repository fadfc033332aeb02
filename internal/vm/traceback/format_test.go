// Marks under source lines, and whole entries as CPython shows them.

package traceback

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

func runes(lines ...string) [][]rune {
	var r [][]rune
	for _, l := range lines {
		r = append(r, []rune(l))
	}
	return r
}

func TestAnchors(t *testing.T) {
	for _, c := range []struct {
		lines       []string
		left, right srcPos
		ok          bool
	}{
		{[]string{"a + b"}, srcPos{0, 2}, srcPos{0, 3}, true},
		{[]string{"a // b"}, srcPos{0, 2}, srcPos{0, 4}, true},
		{[]string{"a+(b)"}, srcPos{0, 1}, srcPos{0, 3}, true},
		{[]string{"a + b * c"}, srcPos{0, 2}, srcPos{0, 3}, true},
		{[]string{"a[1][2]"}, srcPos{0, 4}, srcPos{0, 7}, true},
		{[]string{"f(x)(y)"}, srcPos{0, 4}, srcPos{0, 7}, true},
		{[]string{"f(", "  1,", ")"}, srcPos{0, 1}, srcPos{2, 1}, true},
		{[]string{"-a ** b"}, srcPos{}, srcPos{}, false},
		{[]string{"a ** -b"}, srcPos{0, 2}, srcPos{0, 4}, true},
		{[]string{"a.b"}, srcPos{}, srcPos{}, false},
		{[]string{"a < b"}, srcPos{}, srcPos{}, false},
		{[]string{"x += 1"}, srcPos{}, srcPos{}, false},
		{[]string{"await f()"}, srcPos{}, srcPos{}, false},
		{[]string{`f"{a+b}" + "x"`}, srcPos{0, 9}, srcPos{0, 10}, true},
	} {
		a, ok := findAnchors(runes(c.lines...))
		if ok != c.ok || ok && (a.left != c.left || a.right != c.right) {
			t.Errorf("%q: %v %v", c.lines, a, ok)
		}
	}
}

// TestFramesLikeCPython compares the entries for every instruction of some library modules.
func TestFramesLikeCPython(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	modules := []string{"argparse", "dataclasses", "typing", "traceback", "../object/testdata/expressions.py"}
	out, err := exec.Command(python, append([]string{"-I", "testdata/frames.py"}, modules...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	source := &sourceReader{readFile: (&system.Process{}).ReadFile, files: map[string][]string{}}
	n, bad := 0, 0
	for _, l := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var rec []json.RawMessage
		var file, name string
		var want [2]string
		var pos [4]*int
		err := json.Unmarshal(l, &rec)
		for i, p := range []any{&file, &name, &pos, &want[0], &want[1]} {
			if err == nil {
				err = json.Unmarshal(rec[i], p)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		get := func(p *int) int {
			if p == nil {
				return -1
			}
			return *p
		}
		f := shownFrame{file: file, name: name, line: get(pos[0]), pos: pyc.Position{
			Line: get(pos[0]), EndLine: get(pos[1]), Col: get(pos[2]), EndCol: get(pos[3])}}
		for i, colour := range []bool{false, true} {
			n++
			if got := f.format(source, colour); got != want[i] {
				if bad++; bad < 8 {
					t.Errorf("%+v\ngot:\n%s\nwant:\n%s", f, got, want[i])
				}
			}
		}
	}
	t.Logf("%d entries, %d differ", n, bad)
	if n < 1000 {
		t.Error("too few entries")
	}
}
