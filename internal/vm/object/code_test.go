package object

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// compiledExpressions is what CPython makes of testdata/expressions.py.
func compiledExpressions(t *testing.T) *pyc.Program {
	t.Helper()
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	file := filepath.Join(t.TempDir(), "e.pyc")
	if err := oracle.Compile(python, "testdata/expressions.py", file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := pyc.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

// TestNewCode loads compiled code under a collector that runs all the time, and reads its tables back.
func TestNewCode(t *testing.T) {
	prog := compiledExpressions(t)
	rt, err := NewRuntime(RuntimeOptions{GCStress: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	v := NewCode(rt.Main, prog.Code)
	if v == Null {
		t.Fatal(TypeName(rt.Main, rt.Main.Exc))
	}
	rt.Heap.Collect()
	compareCode(t, As[Code](v), prog.Code)
}

func compareCode(t *testing.T, co *Code, c *pyc.Code) {
	t.Helper()
	if GoString(co.QualName) != c.QualName.S || int(co.NLocals) != c.NumLocals() || int(co.NFree) != c.NumFree() || int(co.NCells) != c.NumCells() {
		t.Errorf("%s: names or counts differ", c.QualName.S)
	}
	if string(bytesOf(co.OrigUnits)) != c.Bytecode || co.NUnits != int32(len(c.Bytecode)/2) {
		t.Errorf("%s: bytecode differs", c.QualName.S)
	}
	for off := 0; off < len(c.Bytecode); off += 2 {
		if co.Positions(off) != c.Positions(off) {
			t.Fatalf("%s: position of %d differs", c.QualName.S, off)
		}
	}
	for i, k := range c.Consts {
		v := *co.Consts.At(i)
		switch k := k.(type) {
		case *pyc.Code:
			compareCode(t, As[Code](v), k)
		case *pyc.Str:
			if GoString(v) != k.S {
				t.Errorf("%s: constant %d: %q", c.QualName.S, i, GoString(v))
			}
		case pyc.Int:
			if n, ok := Int64(v); !ok || n != int64(k) {
				t.Errorf("%s: constant %d: %d", c.QualName.S, i, n)
			}
		case *pyc.Tuple:
			if As[Tuple](v).Len() != len(k.Items) {
				t.Errorf("%s: constant %d: length", c.QualName.S, i)
			}
		}
	}
}

// TestCodeImage: what is made of an image is what is made of the code, each function's body when it is asked for, under a collector that runs all the
// time; and where memory ends, there is still no body, and no harm.
func TestCodeImage(t *testing.T) {
	prog := compiledExpressions(t)
	rt, err := NewRuntime(RuntimeOptions{GCStress: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	v := NewCodeImage(rt.Main, pyc.OpenImage(pyc.MakeImage(prog.Code)))
	if v == Null {
		t.Fatal(TypeName(rt.Main, rt.Main.Exc))
	}
	eager := NewCode(rt.Main, prog.Code)
	bodies := 0
	var ready func(co *Code)
	ready = func(co *Code) {
		if co.Image != Null {
			bodies++
			if co.First != nil || co.Consts.Len() != 0 {
				t.Errorf("%s has a part of a body", GoString(co.QualName))
			}
		}
		if !co.Ready(rt.Main) || co.First == nil {
			t.Fatalf("%s has no body", GoString(co.QualName))
		}
		for _, k := range co.Consts.Items() {
			if k.IsExact(TCode) {
				ready(As[Code](k))
			}
		}
	}
	ready(As[Code](v))
	if bodies == 0 {
		t.Error("all bodies were made at once")
	}
	rt.Heap.Collect()
	compareCode(t, As[Code](v), prog.Code)
	if !codeEqual(rt.Main, As[Code](v), As[Code](eager)) {
		t.Error("code of an image is not equal to the code")
	}
}
