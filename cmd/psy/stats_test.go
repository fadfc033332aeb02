// What -X psy.stats tells of specialization.

package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestSpecializationAttempts(t *testing.T) {
	file := t.TempDir() + "/attempts.py"
	program := `
import _opcode
class Vague:
    def __getattr__(self, name): return 1
def f(n):
    a = Vague()
    for i in range(n):
        a.anything
        i // 2.0
        "a" < "b"
        i + 1
f(500)
told = _opcode.get_specialization_stats()
print(told["binary_op"]["failure_kinds"], told["compare_op"]["failure_kinds"], told["load_attr"]["failure"] > 0, sorted(told["binary_op"]))
`
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir() + "/stats"
	r := psy(t, "", "run", "-S", "-I", "-Xpsy.engine=tier1", "-Xpsy.stats=json:"+out, file)
	if want := `{'int // float': 7} {'str < str': 7} True ['deferred', 'deopt', 'failure', 'failure_kinds', 'hit', 'miss', 'success']` + "\n"; r.out != want {
		t.Errorf("%q, want %q\n%s", r.out, want, r.errOut)
	}
	var told struct {
		Attempts map[string]struct {
			Success uint64
			Failure map[string]uint64
		} `json:"specialization_attempts"`
	}
	if err := json.Unmarshal([]byte(strings.TrimSpace(read(t, out))), &told); err != nil {
		t.Fatal(err)
	}
	if a := told.Attempts["BINARY_OP"]; a.Success == 0 || a.Failure["int // float"] != 7 || told.Attempts["LOAD_ATTR"].Failure["an instance of a class"] == 0 {
		t.Errorf("%+v", told)
	}
	if r := psy(t, "", "run", "-S", "-I", "-c", "import _opcode; print(_opcode.get_specialization_stats())"); r.out != "None\n" {
		t.Errorf("%+v", r)
	}
}
