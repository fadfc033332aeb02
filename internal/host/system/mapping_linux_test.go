// Tests of memory that is mapped.

//go:build amd64

package system

import (
	"os"
	"syscall"
	"testing"
)

// TestTruncatedMapping shortens a file while it is mapped: reading gives zeros, and the process lives on.
func TestTruncatedMapping(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const page = 4096
	if _, err := f.Write(make([]byte, 4*page)); err != nil {
		t.Fatal(err)
	}
	m, err := Map(int(f.Fd()), 0, 4*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	b := m.Bytes(4 * page)
	b[0], b[2*page] = 7, 8
	if m.Lost() {
		t.Error("lost before anything was")
	}
	if err := f.Truncate(page + 1); err != nil {
		t.Fatal(err)
	}
	if b[0] != 7 || b[page] != 0 || m.Lost() {
		t.Error("what is left of the file is not there")
	}
	if b[3*page] != 0 || b[2*page+5] != 0 || !m.Lost() {
		t.Error("what is beyond the file is no zeros")
	}
	b[2*page] = 9
	if b[2*page] != 9 || b[0] != 7 {
		t.Error("memory in place of the file cannot be used")
	}
	if err := m.Leave(); err != nil {
		t.Fatal(err)
	}
	if b[0] != 0 || m.Bytes(1) != nil {
		t.Error("a mapping that was left shows the file")
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if len(bus.free) == 0 {
		t.Error("the table is not given back")
	}
}
