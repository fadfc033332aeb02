//go:build linux && amd64

// Loops over files take their lines without the helper of FOR_ITER, but where a file is read on.

package tests

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestFileLoops(t *testing.T) {
	exe, dir := psy(t), t.TempDir()
	lines, file := filepath.Join(dir, "lines"), filepath.Join(dir, "stats")
	const program = `
import io, sys
text = "abc def\n" * 20000
with open(sys.argv[1], "w") as f:
    f.write(text)
def loop(f):
    n = 0
    for line in f:
        n += len(line)
    return n
assert {loop(f) for f in (open(sys.argv[1]), open(sys.argv[1], "rb"), io.StringIO(text), io.BytesIO(text.encode()), enumerate(open(sys.argv[1])))} == {160000, 40000}
`
	if out, err := exec.Command(exe, "run", "-X", "psy.threshold=100", "-X", "psy.stats=json:"+file, "-c", program, lines).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var stats struct{ Helpers map[string]int }
	if err := json.Unmarshal(data, &stats); err != nil || stats.Helpers == nil {
		t.Fatalf("%v: %.300s", err, data)
	}
	if n := stats.Helpers["FOR_ITER"]; n > 2000 {
		t.Errorf("FOR_ITER's helper was called %d times for 100,000 lines", n)
	}
}
