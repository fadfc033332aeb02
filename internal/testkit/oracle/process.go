package oracle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"
)

// Process is a CPython that runs a script which answers questions: for each line of JSON that it reads, it prints one line.
type Process struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// Start starts a script, which ends with the test. Without a CPython 3.13 the test is skipped.
func Start(t testing.TB, script string) *Process {
	t.Helper()
	python := Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	cmd := exec.Command(python, "-I", script)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &Process{in, bufio.NewReader(out)}
}

// Ask asks a question; the answer is without its newline.
func (p *Process) Ask(t testing.TB, question any) []byte {
	t.Helper()
	line, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		t.Fatal("CPython: ", err)
	}
	answer, err := p.out.ReadBytes('\n')
	if err != nil {
		t.Fatal("CPython: ", err)
	}
	return bytes.TrimSuffix(answer, []byte("\n"))
}
