// Command withpython runs scripts of generators by CPython 3.13, for go generate:
//
//	go run ./tests/withpython [-out FILE] SCRIPT [ARGS...] [-- SCRIPT [ARGS...]]...
//
// With -out what they print goes to the file, compressed if its name ends with .gz, once all have succeeded. Go files that an
// argument names are formatted. On a machine without CPython 3.13 it says so and changes nothing.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"go/format"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

func main() {
	out := flag.String("out", "", "file for what the scripts print")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "withpython:", err)
		os.Exit(1)
	}
}

func run(out string, args []string) error {
	python := oracle.Find()
	if python == "" {
		fmt.Fprintln(os.Stderr, "withpython: skipped: no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
		return nil
	}
	var printed bytes.Buffer
	for _, script := range strings.Split(strings.Join(args, "\x00"), "\x00--\x00") {
		cmd := exec.Command(python, strings.Split(script, "\x00")...)
		cmd.Env = oracle.Env()
		cmd.Stderr = os.Stderr
		cmd.Stdout = os.Stdout
		if out != "" {
			cmd.Stdout = &printed
		}
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", cmd, err)
		}
	}
	if out != "" {
		return write(out, printed.Bytes())
	}
	for _, name := range args {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		data, err := os.ReadFile(name)
		if err == nil {
			data, err = format.Source(data)
		}
		if err == nil {
			err = os.WriteFile(name, data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func write(name string, data []byte) error {
	if strings.HasSuffix(name, ".gz") {
		if same(name, data) { // Go's compression may differ from the one that made the file
			return nil
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(data)
		if err := z.Close(); err != nil {
			return err
		}
		data = b.Bytes()
	}
	return os.WriteFile(name, data, 0o644)
}

// same reports whether a compressed file holds data already.
func same(name string, data []byte) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return false
	}
	old, err := io.ReadAll(z)
	return err == nil && bytes.Equal(old, data)
}
