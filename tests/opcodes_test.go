// Which instructions, operators and intrinsics stand in the programs' .pyc files.

package tests

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// neverCompiled names the instructions that a compiler never writes in a file, with the reason.
var neverCompiled = map[string]string{
	"CACHE":            "fills the room of inline caches",
	"RESERVED":         "reserved",
	"INTERPRETER_EXIT": "the interpreter's own way out",
	"EXIT_INIT_CHECK":  "pushed by the call of a class",
	"ENTER_EXECUTOR":   "written while running",
}

// neverIntrinsic names the intrinsics that programs here cannot contain.
var neverIntrinsic = map[string]string{
	"INTRINSIC_1_INVALID": "invalid",
	"INTRINSIC_2_INVALID": "invalid",
	"INTRINSIC_PRINT":     "interactive mode only",
}

// use counts what a code object and the ones inside it contain.
type use struct{ ops, binary, compare, one, two map[string]int }

func (u use) code(c *pyc.Code) {
	arg := 0
	for i := 0; i+1 < len(c.Bytecode); {
		op := c.Bytecode[i]
		arg = arg<<8 | int(c.Bytecode[i+1])
		u.ops[opcode.Name(op)]++
		switch op {
		case opcode.BINARY_OP:
			u.binary[opcode.BinaryOps[arg].Name]++
		case opcode.COMPARE_OP:
			u.compare[opcode.CompareOps[arg>>5]]++
		case opcode.CALL_INTRINSIC_1:
			u.one[opcode.Intrinsics1[arg]]++
		case opcode.CALL_INTRINSIC_2:
			u.two[opcode.Intrinsics2[arg]]++
		}
		if op != opcode.EXTENDED_ARG {
			arg = 0
		}
		i += 2 + 2*int(opcode.Caches[op])
	}
	for _, k := range c.Consts {
		if inner, ok := k.(*pyc.Code); ok {
			u.code(inner)
		}
	}
}

func TestOpcodesInPrograms(t *testing.T) {
	files, err := filepath.Glob("programs/*.pyc")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	u := use{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := pyc.Load(data)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		u.code(prog.Code)
	}
	total, missing := 0, 0
	need := func(kind, name string, seen map[string]int, never map[string]string) {
		if never[name] != "" {
			if seen[name] > 0 {
				t.Errorf("%s %s: listed as never written (%s), but it is", kind, name, never[name])
			}
			return
		}
		total++
		if seen[name] == 0 {
			missing++
			t.Errorf("no program contains the %s %s", kind, name)
		}
	}
	for op := range 256 {
		o := uint8(op)
		if opcode.Valid(o) && !opcode.IsSpecialized(o) && !opcode.IsInstrumented(o) {
			need("instruction", opcode.Name(o), u.ops, neverCompiled)
		}
	}
	for _, b := range opcode.BinaryOps {
		need("operator", b.Name, u.binary, nil)
	}
	for _, c := range opcode.CompareOps {
		need("comparison", c, u.compare, nil)
	}
	for _, n := range opcode.Intrinsics1 {
		need("intrinsic", n, u.one, neverIntrinsic)
	}
	for _, n := range opcode.Intrinsics2 {
		need("intrinsic", n, u.two, neverIntrinsic)
	}
	rare := slices.DeleteFunc(slices.Sorted(maps.Keys(u.ops)), func(n string) bool { return u.ops[n] > 3 })
	t.Logf("%d of %d instructions, operators and intrinsics are in %d files; rarest: %s", total-missing, total, len(files), strings.Join(rare, " "))
}
