// psy top: a process is looked at while it runs.

package tests

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestTop(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders are not checked there")
	}
	run, err := os.MkdirTemp("", "psy-top-") // a short name: a socket's has some hundred bytes at most
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(run)
	prog := filepath.Join(run, "busy.py")
	source := "def inner(n):\n    return sum(i * i for i in range(n))\n\ndef outer():\n    while True:\n        inner(1000)\n\n" +
		"import os\nif hasattr(os, 'fork'):\n    if not os.fork():\n        raise SystemExit # which leaves the parent's socket\n    os.wait()\n\nouter()\n"
	if err := os.WriteFile(prog, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(psy(t), args...)
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+run)
		return cmd
	}
	cmd := command("-X", "psy.serve", prog)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	pid := strconv.Itoa(cmd.Process.Pid)
	var v struct {
		Functions []struct {
			Function    string
			Line        int
			Total, Self int64
			TotalNs     int64 `json:"total_ns"`
		}
		CPU       int64 `json:"cpu_ns"`
		Engine    string
		Polled    bool
		CompileMs float64 `json:"compile_ms"`
	}
	found := func() (inner, outer bool) {
		for _, f := range v.Functions {
			inner = inner || f.Function == "inner" && f.Line == 1
			outer = outer || f.Function == "outer" && f.TotalNs > v.CPU/2
		}
		return
	}
	for end := time.Now().Add(time.Minute); ; {
		out, err := command("top", "--json", pid).Output()
		if err == nil {
			if err := json.Unmarshal(out, &v); err != nil {
				t.Fatal(err, string(out))
			}
			if inner, outer := found(); inner && outer && v.Polled {
				break
			}
		}
		if time.Now().After(end) {
			t.Fatalf("not seen: %s %v", out, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	out, err := command("top", pid).Output()
	if err != nil || !strings.Contains(string(out), "outer (busy.py:4)") || !strings.Contains(string(out), "process "+pid) {
		t.Errorf("%v: %s", err, out)
	}
	file := filepath.Join(run, "profile")
	if out, err := command("top", "--profile", file, "--seconds", "0.2", pid).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if b, err := os.ReadFile(file); err != nil || len(b) < 2 || b[0] != 0x1f { // gzip
		t.Errorf("profile: %x %v", b, err)
	}
	socket := filepath.Join(run, "psy", pid+".sock")
	for name, want := range map[string]os.FileMode{socket: 0o600, filepath.Dir(socket): 0o700} {
		if st, err := os.Stat(name); err != nil || st.Mode().Perm() != want {
			t.Errorf("%s: %v %v", name, st, err)
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if _, err := os.Stat(socket); err == nil {
		t.Error("the socket is left behind")
	}
	if out, err := command("top", pid).CombinedOutput(); err == nil || !strings.Contains(string(out), "no such process of yours") {
		t.Errorf("%v: %s", err, out)
	}

	// A folder that others may enter is not used.
	if err := os.Chmod(filepath.Dir(socket), 0o755); err != nil {
		t.Fatal(err)
	}
	out, err = command("-X", "psy.serve", "-c", "print(1)").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "nobody else may enter") || !strings.Contains(string(out), "1\n") {
		t.Errorf("%v: %s", err, out)
	}
}
