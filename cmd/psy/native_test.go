package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
)

func needsMachineCode(t *testing.T) {
	t.Helper()
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
}

func TestDisNative(t *testing.T) {
	needsMachineCode(t)
	r := psy(t, "", "dis", "--native", "testdata/native.pyc", "total", "10")
	if r.status != 0 || r.errOut != "90\n" {
		t.Errorf("status %d, stderr %q", r.status, r.errOut)
	}
	for _, want := range []string{": total at 0, ", "FOR_ITER ", "(s, i)", "virtual range iterator[", "    ; s: ", "  stub\n", "jmp normal", "line 8"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in:\n%s", want, r.out)
		}
	}
	if again := psy(t, "", "dis", "--native", "testdata/native.pyc", "total", "10"); again.out != r.out {
		t.Errorf("another run gives another listing:\n%s\nand\n%s", r.out, again.out)
	}
	if r := psy(t, "", "dis", "--native", "testdata/native.pyc", "nowhere", "10"); r.status != 1 || r.errOut != "90\npsy: no machine code of \"nowhere\"\n" {
		t.Errorf("status %d, stderr %q", r.status, r.errOut)
	}
	if r := psy(t, "", "dis", "--native", "-X", "psy.threshold=1000", "testdata/native.pyc", "total", "10"); r.status != 1 {
		t.Errorf("what is not hot was compiled:\n%s", r.out)
	}
	if r := psy(t, "", "dis", "--native", "testdata/native.pyc"); r.status != 2 || !strings.HasPrefix(r.errOut, "usage: psy dis --native") {
		t.Errorf("status %d, stderr %q", r.status, r.errOut)
	}
	r = psy(t, "", "dis", "--native", "--json", "testdata/native.pyc", "total", "10")
	var list []dump.Buffer
	if err := json.Unmarshal([]byte(r.out), &list); err != nil || len(list) == 0 || list[0].Kind != "normal" || len(list[0].Parts) == 0 {
		t.Errorf("%v\n%s", err, r.out)
	}
}

// TestNativeStats looks at the statistics and the log of a run that is mostly machine code.
func TestNativeStats(t *testing.T) {
	needsMachineCode(t)
	dir := t.TempDir()
	log := dir + "/log"
	r := psy(t, "", "run", "-Xpsy.engine=psyco", "-Xpsy.threshold=100", "-Xpsy.stats=json", "-Xpsy.log="+log, "testdata/native.pyc", "60000000")
	lines := strings.Split(strings.TrimSpace(r.errOut), "\n")
	var s struct {
		Engine      string
		Bytecodes   map[string]uint64
		NativeShare float64 `json:"native_share"`
		Buffers     map[string]uint64
		Stages      map[string]uint64
		CodeBytes   uint64  `json:"code_bytes"`
		CompileMs   float64 `json:"compile_ms"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || r.out != "3599999940000000\n" {
		t.Fatalf("%v\n%s\n%s", err, r.out, r.errOut)
	}
	if s.Engine != "psyco" || s.NativeShare < 0.5 || s.NativeShare > 1 || s.Bytecodes["native"] < 300_000_000 || s.Buffers["normal"] == 0 || len(s.Stages) != 5 ||
		s.CodeBytes == 0 || s.CompileMs <= 0 {
		t.Errorf("%+v", s)
	}
	data := read(t, log)
	for _, want := range []string{"\ttotal:7\tnormal\t-\t", "\ttotal:7\tpromote\ttype_miss\t0\t-\n", "virtual range iterator["} {
		if !strings.Contains(data, want) {
			t.Errorf("no %q in the log:\n%s", want, data)
		}
	}
}

// TestModulePsyco runs the programs about module psyco with the real compiler.
func TestModulePsyco(t *testing.T) {
	needsMachineCode(t)
	r := psy(t, "", "run", "-Xpsy.engine=psyco", "-Xpsy.threshold=1000000000", "testdata/psycobind.pyc")
	if r.status != 0 || r.errOut != "" || strings.Count(r.out, " as expected\n") != 11 || strings.Contains(r.out, "NOT") {
		t.Errorf("status %d\n%s%s", r.status, r.out, r.errOut)
	}
	const program = "../../internal/modules/testdata/psyco.pyc"
	want := psy(t, "", "run", "-Xpsy.engine=tier1", program)
	wantHead, _, _ := strings.Cut(want.out, "\ntier1 [")
	for _, threshold := range []string{"0", "1", "1000"} {
		r := psy(t, "", "run", "-Xpsy.engine=psyco", "-Xpsy.threshold="+threshold, program)
		head, _, _ := strings.Cut(r.out, "\npsyco [")
		if r.status != 0 || r.errOut != "" || head != wantHead {
			t.Errorf("threshold %s: status %d\n%s%s", threshold, r.status, r.out, r.errOut)
		}
	}
}
