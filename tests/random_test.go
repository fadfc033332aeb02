// Generated programs, each made and run by CPython once for all tests that compare with it.

package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/testkit/randprog"
)

// A randomCase is a generated program and what CPython makes of it.
type randomCase struct {
	seed uint64
	prog *randprog.Program
	pyc  string
	want oracle.Result
}

var (
	randomCases sync.Map // name -> func() (*randomCase, error)
	randomDir   string   // removed by TestMain
	makeDir     = sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "psy-random-")
		randomDir = dir
		return dir, err
	})
)

// generate makes the program called randSEED.
func generate(t *testing.T, name string) *randomCase {
	t.Helper()
	f, _ := randomCases.LoadOrStore(name, sync.OnceValues(func() (*randomCase, error) {
		dir, err := makeDir()
		if err != nil {
			return nil, err
		}
		c := &randomCase{pyc: filepath.Join(dir, name+".pyc")}
		if _, err := fmt.Sscanf(name, "rand%d", &c.seed); err != nil {
			return nil, err
		}
		c.prog = randprog.Generate(c.seed)
		c.want, err = cpythonRuns(dir, name, c.prog.Source())
		return c, err
	}))
	c, err := f.(func() (*randomCase, error))()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
