// Options that turn warnings on, compared with CPython.

package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

func TestLiveWarnings(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	for _, c := range []struct{ args, env string }{
		{"warn_bytes.py", ""}, {"-b warn_bytes.py", ""}, {"-bb warn_bytes.py", ""},
		{"warn_encoding.py", ""}, {"-X warn_default_encoding warn_encoding.py", ""}, {"-X warn_default_encoding -W error warn_encoding.py", ""},
		{"-X warn_default_encoding -X utf8 -b -W always warn_encoding.py", ""}, {"-X dev -bb warn_encoding.py", "PYTHONWARNINGS=ignore"},
		{"-W once warn_encoding.py", "PYTHONWARNDEFAULTENCODING=1"}, {"warn_encoding.py", "PYTHONDEVMODE=1"}, {"-E warn_encoding.py", "PYTHONDEVMODE=1"},
	} {
		args := strings.Fields(c.args)
		theirs := exec.Command(python, args...)
		ours := psyCommand(append([]string{"run"}, args...)...)
		for _, cmd := range []*exec.Cmd{theirs, ours} {
			cmd.Dir = "testdata"
			cmd.Env = append(psyCommand().Env, "PYTHONHASHSEED=1", c.env)
		}
		want, got := finish(t, theirs, ""), finish(t, ours, "")
		if got != want || want.out == "" {
			t.Errorf("%q %q: status %d, want %d\nstdout %s\nwant   %s\nstderr %s\nwant   %s", c.args, c.env, got.status, want.status, got.out, want.out, got.errOut, want.errOut)
		}
	}
}
