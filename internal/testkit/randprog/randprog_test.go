package randprog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

func TestSameSeedSameProgram(t *testing.T) {
	for seed := range uint64(20) {
		a, b := Generate(seed).Source(), Generate(seed).Source()
		if a != b {
			t.Fatalf("seed %d gives two programs", seed)
		}
		if a == Generate(seed+1000).Source() {
			t.Fatalf("seeds %d and %d give the same program", seed, seed+1000)
		}
	}
}

func TestMinimise(t *testing.T) {
	p := Generate(8)
	small := p.Minimise(func(p *Program) bool { return strings.Contains(p.Source(), "def sect1") })
	if len(small.Source()) >= len(p.Source())/2 {
		t.Errorf("from %d to %d bytes only", len(p.Source()), len(small.Source()))
	}
	if !strings.Contains(small.Source(), "def sect1") {
		t.Error("minimised away what it was about")
	}
}

// TestGeneratedRun checks that CPython compiles and ends the programs, whatever the hash seed, and that few die early.
func TestGeneratedRun(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
	}
	count, died, lines := uint64(30), 0, 0
	dir := t.TempDir()
	for seed := range count {
		name := filepath.Join(dir, "p.py")
		if err := os.WriteFile(name, []byte(Generate(seed).Source()), 0o644); err != nil {
			t.Fatal(err)
		}
		r := oracle.Run(dir, 20*time.Second, "", python, "-W", "ignore", name)
		if r.TimedOut || strings.Contains(r.Stderr, "SyntaxError") {
			t.Errorf("seed %d: timed out %v, %s", seed, r.TimedOut, oracle.Tail(r.Stderr, 500))
		}
		if r.Status != 0 {
			died++
		}
		lines += strings.Count(r.Stdout, "\n")
		other := oracle.Run(dir, 20*time.Second, "", "env", "PYTHONHASHSEED=5", python, "-W", "ignore", name)
		if other.Stdout != r.Stdout {
			t.Errorf("seed %d: the output depends on the hashes of strings", seed)
		}
	}
	t.Logf("%d programs, %d died, %d lines", count, died, lines)
	if died*10 > int(count) {
		t.Errorf("%d of %d programs died", died, count)
	}
}
