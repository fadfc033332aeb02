// The recorded programs of tests/programs, run in this process. Machine code must execute every instruction that occurs in them.

package pycompiler

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// neverNative lists instructions that occur in programs but that no machine code executes, with the reason. This table may only shrink.
var neverNative = map[string]string{
	"EXTENDED_ARG":  "a prefix, compiled with its instruction",
	"END_FOR":       "FOR_ITER goes on behind it",
	"CLEANUP_THROW": "generator.throw goes on in tier 1",
}

// ownProcess matches programs that need a process of their own.
var ownProcess = regexp.MustCompile(`^(lib_io|qa_print)$`)

// executed counts the instructions that machine code executed while countInstructions was in force.
var executed [256]uint64

// countInstructions makes code that is compiled from now on count its instructions by opcode.
func countInstructions(t *testing.T) {
	were := metas
	t.Cleanup(func() { metas = were })
	for op := range metas {
		meta := metas[op]
		if meta == nil {
			meta = (*compiler).helper
		}
		metas[op] = func(c *compiler) outcome {
			c.counting(&executed[op])
			return meta(c)
		}
	}
}

func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every program")
	}
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	all, err := oracle.Programs("../tests/programs")
	if err != nil {
		t.Fatal(err)
	}
	countInstructions(t)
	t.Cleanup(func() { debug.SetMaxStack(debug.SetMaxStack(4 << 30)) })
	debug.SetMaxStack(4 << 30)
	t.Chdir("../tests/programs") // tracebacks show lines of the sources
	contained := map[uint8]bool{}
	for _, p := range all {
		if p.NeedsStdlib || ownProcess.MatchString(p.Name) {
			continue
		}
		data, err := os.ReadFile(p.Name + ".pyc")
		if err != nil {
			t.Fatal(err)
		}
		prog, err := pyc.Load(data)
		if err != nil {
			t.Fatal(err)
		}
		instructionsIn(prog.Code, contained)
		if d := oracle.Diff(p.Want, runProgram(t, p, prog)); d != "" {
			t.Errorf("%s: %s", p.Name, d)
		}
	}
	for op := range contained {
		name := bc.Name(op)
		switch reason := neverNative[name]; {
		case executed[op] > 0 && reason != "":
			t.Errorf("%s is listed as never executed (%s), but it is", name, reason)
		case executed[op] == 0 && reason == "":
			t.Errorf("no machine code executes %s", name)
		}
	}
	t.Logf("%d instructions", len(contained))
}

// instructionsIn records the opcodes in a code object and in the code objects nested in it.
func instructionsIn(c *pyc.Code, seen map[uint8]bool) {
	for i := 0; i+1 < len(c.Bytecode); {
		op := c.Bytecode[i]
		seen[op] = true
		i += 2 + 2*int(bc.Caches[op])
	}
	for _, k := range c.Consts {
		if inner, ok := k.(*pyc.Code); ok {
			instructionsIn(inner, seen)
		}
	}
}

func runProgram(t *testing.T, p oracle.Program, prog *pyc.Program) oracle.Result {
	var out, errs bytes.Buffer
	dir, _ := filepath.Abs(".")
	rt, err := modules.NewWorld(modules.Options{System: &system.Process{}, Args: append([]string{p.Name + ".pyc"}, p.Args...), Path: []string{dir},
		Stdin: bytes.NewReader([]byte(p.Stdin)), Stdout: &out, Stderr: &errs, IntMaxStrDigits: -1, UTF8Mode: true})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	c := config.Default()
	c.Threshold = 0
	e, err := New(rt, c, stats.New())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	modules.CompilerKey.Set(rt, e)
	status := modules.RunMain(rt.Main, prog, filepath.Join(dir, p.Name+".pyc"))
	return oracle.Result{Stdout: out.String(), Stderr: errs.String(), Status: status}
}
