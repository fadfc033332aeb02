package tests

// Programs with damaged code that the verifier still accepts: psy runs them to some end, but never dies of them.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// damage changes a byte or two of the code of one function, or its flags, tables or constants; ok is false if the verifier refuses the result.
func damage(rnd *rand.Rand, file []byte) (out []byte, where string, ok bool) {
	root, err := pyc.Unmarshal(file[16:])
	if err != nil {
		return nil, "", false
	}
	module := root.(*pyc.Code)
	all := []*pyc.Code{module}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Nested()...)
	}
	c := all[rnd.IntN(len(all))]
	code := []byte(c.Bytecode)
	for range 1 + rnd.IntN(2) {
		i := rnd.IntN(len(code))
		switch rnd.IntN(3) {
		case 0:
			code[i] = byte(rnd.IntN(119))
		case 1:
			code[i] = byte(rnd.IntN(8))
		default:
			code[i] += byte(rnd.IntN(5)) - 2
		}
	}
	if string(code) == c.Bytecode {
		return nil, "", false
	}
	switch rnd.IntN(8) {
	case 0:
		c.Flags ^= 1 << rnd.IntN(10)
	case 1:
		if n := len(c.ExceptionTable); n > 0 {
			b := []byte(c.ExceptionTable)
			b[rnd.IntN(n)] ^= 1 << rnd.IntN(8)
			c.ExceptionTable = string(b)
		}
	case 2:
		rnd.Shuffle(len(c.Consts), func(i, j int) { c.Consts[i], c.Consts[j] = c.Consts[j], c.Consts[i] })
	case 3:
		c.ArgCount, c.KwOnlyArgCount = rnd.IntN(3), rnd.IntN(2)
	default:
		c.Bytecode = string(code)
	}
	if module.Verify() != nil {
		return nil, "", false
	}
	out, err = pyc.Dump(&pyc.Program{Code: module})
	return out, c.QualName.S, err == nil
}

// TestDamagedPrograms runs PSY_DAMAGED damaged programs (default 40); PSY_SEED chooses others.
func TestDamagedPrograms(t *testing.T) {
	exe := psy(t)
	count := number(t, "PSY_DAMAGED", 40)
	seed := number(t, "PSY_SEED", 1)
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(uint64(seed), 1))
	files, err := filepath.Glob("programs/*.pyc")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	dir := t.TempDir()
	for ran := 0; ran < count; {
		path := files[rnd.IntN(len(files))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out, where, ok := damage(rnd, data)
		if !ok {
			continue
		}
		ran++
		name := fmt.Sprintf("damaged%d.pyc", ran)
		if err := os.WriteFile(filepath.Join(dir, name), out, 0o644); err != nil {
			t.Fatal(err)
		}
		r := oracle.Run(dir, 5*time.Second, "", append(append([]string{exe, "run"}, xflags()...), name)...)
		for _, sign := range []string{"goroutine ", "fatal error: ", "panic: ", "SIGSEGV"} {
			if strings.Contains(r.Stderr, sign) {
				keep := filepath.Join(os.TempDir(), fmt.Sprintf("psy-damaged-%d-%d.pyc", seed, ran))
				os.WriteFile(keep, out, 0o644)
				t.Errorf("%s, damaged in %s, kills psy; kept as %s\n%s", path, where, keep, oracle.Ends(r.Stderr, 1500))
				break
			}
		}
	}
}

// TestLineJumps moves frames from line to line of functions with every construct, into half-built calls and displays, handlers and loops:
// what the code there could not bear is a ValueError. PSY_TEST_JUMPS is the share of the jumps that are made, 1 for all (some 9,000, a minute);
// the jumps that CPython survives are compared with it in programs/lineno_jumps.py.
func TestLineJumps(t *testing.T) {
	step := number(t, "PSY_TEST_JUMPS", 40)
	r := oracle.Run("programs", 5*time.Minute, "", append(append([]string{psy(t), "run"}, xflags()...), "lineno_jumps.pyc", fmt.Sprint(step))...)
	want := " jumps True\nTrue [\"can't jump during a call\"] [\"can't jump during a call\"]\n"
	if r.Status != 0 || !strings.HasSuffix(r.Stdout, want) {
		t.Errorf("status %d\n%s%s", r.Status, oracle.Ends(r.Stdout, 500), oracle.Ends(r.Stderr, 1500))
	}
}
