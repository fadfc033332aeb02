// Sources that CPython refuses: its own tests' and goldens.

package syntax

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// refused is a source that CPython refuses, and how.
type refused struct {
	File, Mode, Source string
	Error              []any
}

var modes = map[string]Mode{"exec": Exec, "eval": Eval, "single": Single, "func_type": FuncType}

// check compares the error, text of the line included, with CPython's.
func (r *refused) check() (got string, ok bool) {
	_, _, e := Parse(Newlines(r.Source), Options{Mode: modes[r.Mode], MaxDigits: maxDigits})
	if e == nil {
		return "no error", false
	}
	got = errorText(e)
	return got, got == jsonText(r.Error)
}

// TestInvalidSources takes every source that CPython's tests contain and its parser refuses.
func TestInvalidSources(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	out, err := exec.Command(python, "-I", "testdata/collect.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	total, bad := 0, 0
	for lines.Scan() {
		var r refused
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		total++
		if got, ok := r.check(); !ok {
			bad++
			t.Logf("%s (%s): %q\n got %s\nwant %s", r.File, r.Mode, r.Source, got, jsonText(r.Error))
		}
	}
	t.Logf("%d of %d errors equal CPython's", total-bad, total)
	if bad*100 > total {
		t.Errorf("%d of %d differ", bad, total)
	}
}
