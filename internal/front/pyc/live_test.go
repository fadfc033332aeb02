package pyc

// Comparisons with an installed CPython 3.13 and its library.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// stdlib finds CPython and the .pyc files of its library.
func stdlib(t testing.TB) (python string, files []string) {
	python = oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	lib, _, err := oracle.Library()
	if err != nil {
		t.Skip("CPython does not say where its library is: ", err)
	}
	err = filepath.WalkDir(lib, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".cpython-313.pyc") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return python, files
}

// showAll prints what testdata/show.py prints with "all".
func showAll(w *strings.Builder, c *Code, addr func(*Code) uint64) {
	Disassemble(w, c, DisOptions{Flat: true, Address: addr})
	fmt.Fprintln(w, c.Name.S, c.QualName.S, c.Filename.S, c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount,
		c.NumLocals(), c.StackSize, c.Flags, c.FirstLine)
	for _, names := range [][]*Str{c.Names, c.VarNames(), c.CellVars(), c.FreeVars()} {
		for i, n := range names {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString(n.S)
		}
		w.WriteByte('\n')
	}
	for _, k := range c.Consts {
		fmt.Fprintln(w, Repr(k, addr))
	}
	for _, r := range c.Lines() {
		fmt.Fprintln(w, r.Start, r.End, r.Line)
	}
	for _, l := range c.Locations() {
		for off := l.Start; off < l.End; off += 2 {
			fmt.Fprintln(w, l.Pos.Line, l.Pos.EndLine, l.Pos.Col, l.Pos.EndCol)
		}
	}
	for _, n := range c.Nested() {
		fmt.Fprintf(w, "\nDisassembly of %s:\n", Repr(n, addr))
		showAll(w, n, addr)
	}
}

// TestShowLive compares disassembly, tables and constants with CPython's.
// PSY_PYC_ALL=1 takes every file of the library, otherwise every 80th.
func TestShowLive(t *testing.T) {
	python, files := stdlib(t)
	step := 80
	if os.Getenv("PSY_PYC_ALL") != "" {
		step = 1
	}
	args := []string{"-I", "testdata/show.py", "all"}
	var picked []string
	for i := 0; i < len(files); i += step {
		picked = append(picked, files[i])
	}
	cmd := exec.Command(python, append(args, picked...)...)
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(pipe)
	for _, path := range picked {
		var n int
		if _, err := fmt.Fscanf(in, "%d\n", &n); err != nil {
			t.Fatal(err)
		}
		want := make([]byte, n)
		if _, err := io.ReadFull(in, want); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := read(data)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		numbers := map[*Code]uint64{}
		var got strings.Builder
		showAll(&got, p.Code, func(c *Code) uint64 {
			if numbers[c] == 0 {
				numbers[c] = uint64(16 * (len(numbers) + 1))
			}
			return numbers[c]
		})
		if got.String() != string(want) {
			t.Errorf("%s: %s", path, firstDifference(got.String(), string(want)))
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// TestRoundTripLive writes each file of the library and reads it again.
func TestRoundTripLive(t *testing.T) {
	_, files := stdlib(t)
	for i, path := range files {
		if i%20 != 0 {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := read(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		roundTrip(t, path, p)
	}
}

func roundTrip(t *testing.T, path string, p *Program) {
	out, err := Dump(p)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	q, err := read(out)
	if err != nil {
		t.Fatalf("%s: written again: %v", path, err)
	}
	out2, err := Dump(q)
	if err != nil || !bytes.Equal(out, out2) {
		t.Fatalf("%s: the second writing differs: %v", path, err)
	}
	zero := func(*Code) uint64 { return 0 }
	var a, b strings.Builder
	showAll(&a, p.Code, zero)
	showAll(&b, q.Code, zero)
	if a.String() != b.String() {
		t.Fatalf("%s: written again: %s", path, firstDifference(b.String(), a.String()))
	}
}

// TestLibraryVerifies checks that every file of the library is accepted.
func TestLibraryVerifies(t *testing.T) {
	_, files := stdlib(t)
	bad := 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Load(data); err != nil && !errors.Is(err, ErrMagic) {
			t.Errorf("%s: %v", path, err)
			if bad++; bad > 20 {
				t.Fatal("and more")
			}
		}
	}
	t.Log(len(files), "files")
}
