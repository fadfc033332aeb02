// The short form of this command: PSY_TEST_EDITS edited programs.

package main

import (
	"os"
	"strconv"
	"testing"

	"github.com/psyco-go/psy"
)

func TestMain(m *testing.M) {
	if os.Getenv(workerEnv) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestEdits makes PSY_TEST_EDITS edits (default 300), from number PSY_SEED on (default 1). The whole million is
//
//	go build -o hostile ./tests/hostile && nice ./hostile -edits 1000000 -jobs 2
func TestEdits(t *testing.T) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	r, err := drive(options{files: "../programs/*.pyc", edits: number("PSY_TEST_EDITS", 300), seed: uint64(number("PSY_SEED", 1)), jobs: 2, out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	for _, f := range r.failures {
		t.Error(f)
	}
	if r.accepted*5 < r.edits || r.compared == 0 {
		t.Errorf("too few edits are run: %v", r)
	}
}

// TestEditsRepeat makes edits twice: what a number says must be found again.
func TestEditsRepeat(t *testing.T) {
	files, err := corpus("../programs/*.pyc")
	if err != nil {
		t.Fatal(err)
	}
	for seed := uint64(1); seed < 200; seed++ {
		a, _, _ := edit(files, seed)
		b, _, _ := edit(files, seed)
		if string(a) != string(b) {
			t.Fatalf("edit %d differs from itself", seed)
		}
	}
}

// TestUnedited runs programs that drop classes as they are, compiled early and somewhat later: what code remembers of a class goes with it.
func TestUnedited(t *testing.T) {
	files, err := corpus("../programs/dropped_*.pyc")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		prog, err := psy.Load(f.data)
		if err != nil {
			t.Fatal(f.name, err)
		}
		want := run(prog, how{engine: psy.Tier1}, 0)
		for _, h := range []how{{psy.Tier2, 1, false}, {psy.Tier2, 2, false}, {psy.Tier2, 5, false}, {psy.Auto, 1, false}, {psy.Auto, 5, false}} {
			if got := run(prog, h, 0); got.broken != "" || got.text != want.text && !got.limited && !want.limited {
				t.Errorf("%s, %v: %s\n%s", f.name, h, got.broken, difference(want.text, got.text))
			}
		}
	}
}

// Programs whose output depends on where objects lie are not compared; all others are.
func TestSteady(t *testing.T) {
	for source, want := range map[string]bool{
		"print([1, {2, 3}], sorted(globals()))": true,
		"print(id(object()))":                   false,
		"n = float('nan')\nprint([hash(float('nan') * i) % 1001 for i in range(9)])": false,
	} {
		prog, err := psy.Compile([]byte(source), "main")
		if err != nil {
			t.Fatal(err)
		}
		h := how{engine: psy.Tier1}
		if got := steady(prog, h, 1, run(prog, h, 1)); got != want {
			t.Errorf("%s: steady is %v", source, got)
		}
	}
}
