// Work that is spread over processes by dask.distributed, as docs/scaling.md shows.

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScaling runs tests/scaling/partitions.py with one and two workers. The packages lie in the folders that PSY_TEST_DASK lists.
func TestScaling(t *testing.T) {
	folders := os.Getenv("PSY_TEST_DASK")
	if folders == "" {
		t.Skip("PSY_TEST_DASK lists no folders with dask.distributed")
	}
	here, err := filepath.Abs("scaling")
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, error) {
		cmd := exec.Command(psy(t), args...)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(here, "standin")+":"+folders, "PYTHONWARNINGS=ignore")
		out, err := cmd.Output()
		return string(out), err
	}
	if _, err := run("-c", "import distributed"); err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
			t.Skip("distributed does not load: " + lines[len(lines)-1])
		}
		t.Fatal(err)
	}
	for workers, want := range map[string]string{"1": "8418 1\n", "2": "8418 2\n"} {
		got, err := run(filepath.Join(here, "partitions.py"), workers, "4", "50")
		if err != nil || got != want {
			t.Errorf("%s workers: %v, %q, want %q", workers, err, got, want)
		}
	}
}
