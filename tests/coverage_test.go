// Which instructions and specializations the programs execute, and which guards fail in them.

package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// neverExecuted names instructions that no program executes, each with its reason. This table may only shrink.
var neverExecuted = map[string]string{
	"CACHE":            "a unit of an inline cache",
	"RESERVED":         "reserved",
	"INTERPRETER_EXIT": "the loop is left by the return of the frame that it was entered with",
	"EXIT_INIT_CHECK":  "the frame of an __init__ is marked instead",
	"ENTER_EXECUTOR":   "written by tier 2",
}

// neverMissed names specialized instructions whose guards no program makes fail, each with its reason. This table may only shrink.
var neverMissed = map[string]string{}

// coverage is what the statistics of all programs say together.
type coverage struct {
	sync.Mutex
	Opcodes map[string]uint64 `json:"opcodes"`
	Missed  map[string]uint64 `json:"missed"`
}

func (c *coverage) add(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var one coverage
	if err := json.Unmarshal(text, &one); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	c.Lock()
	defer c.Unlock()
	for name, n := range one.Opcodes {
		c.Opcodes[name] += n
	}
	for name, n := range one.Missed {
		c.Missed[name] += n
	}
}

func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every program")
	}
	exe := psy(t)
	skip := skips(t)
	limit := programLimit(t)
	dir := t.TempDir()
	sum := coverage{Opcodes: map[string]uint64{}, Missed: map[string]uint64{}}
	t.Run("programs", func(t *testing.T) {
		inParallel(t, programs(t), func(t *testing.T, p oracle.Program) {
			if reason, ok := skip[p.Name]; ok {
				t.Skip(reason)
			}
			if p.Name == "lib_processes" {
				t.Skip("it ends as another program, which writes no statistics")
			}
			file := filepath.Join(dir, p.Name+".json")
			args := []string{exe, "run", "-X", "psy.engine=tier1", "-X", "psy.engine=tier1", "-X", "psy.stats=json:" + file, p.Name + ".pyc"}
			got := oracle.Run(p.Dir, limit, p.Stdin, append(args, p.Args...)...)
			if d := oracle.Diff(p.Want, got); d != "" {
				t.Error(d)
			}
			sum.add(t, file)
		})
	})
	seen, forms, missed := 0, 0, 0
	valid, specialized := 0, 0
	for n := range 256 {
		op, name := uint8(n), opcode.Name(uint8(n))
		if !opcode.Valid(op) {
			continue
		}
		valid++
		switch reason := neverExecuted[name]; {
		case sum.Opcodes[name] > 0 && reason != "":
			t.Errorf("%s is listed as never executed (%s), but it is", name, reason)
		case sum.Opcodes[name] > 0:
			seen++
		case reason == "":
			t.Errorf("no program executes %s", name)
		}
		if !opcode.IsSpecialized(op) {
			continue
		}
		specialized++
		if sum.Opcodes[name] > 0 {
			forms++
		}
		switch reason := neverMissed[name]; {
		case sum.Missed[name] > 0 && reason != "":
			t.Errorf("%s is listed as never missed (%s), but it is", name, reason)
		case sum.Missed[name] > 0:
			missed++
		case reason == "":
			t.Errorf("no program makes a guard of %s fail", name)
		}
	}
	t.Logf("executed: %d of %d instructions, %d of %d specializations; guards that failed: %d", seen, valid, forms, specialized, missed)
	for name := range neverExecuted {
		t.Logf("not executed: %s: %s", name, neverExecuted[name])
	}
}
