//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/psyco-go/psy/dump"
)

// TestDumpSignal asks a program in a loop for dumps.
func TestDumpSignal(t *testing.T) {
	for _, engine := range []string{"auto", "tier2", "tier1"} {
		file := filepath.Join(t.TempDir(), "dump")
		cmd := psyCommand("run", "-Xpsy.threshold=10", "-Xpsy.engine="+engine, "-Xpsy.dump="+file, "-c", "print('begun', flush=True)\nn = 0\nwhile True: n += 1")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		defer timer.Stop()
		bufio.NewReader(out).ReadString('\n')
		for range 2 {
			if err := cmd.Process.Signal(syscall.SIGUSR2); err != nil {
				t.Fatal(err)
			}
			var data []byte
			for len(data) == 0 && timer.Stop() {
				timer.Reset(time.Minute)
				time.Sleep(10 * time.Millisecond)
				data, _ = os.ReadFile(file)
			}
			if d, err := dump.Read(bytes.NewReader(data)); err != nil || len(d.Functions) == 0 || d.Program != "<string>" {
				t.Errorf("%s: %v", engine, err)
			}
			os.Remove(file)
		}
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
			t.Errorf("%s: ended with %v", engine, status)
		}
		if d, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(d, []byte(`{"psy_dump":1`)) {
			t.Errorf("%s: no dump at the end: %v", engine, err)
		}
	}
}
