// Regular files are opened without Go's, and behave as they do.

package system

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestPlainFile(t *testing.T) {
	var p Process
	name := filepath.Join(t.TempDir(), "file")
	f, err := p.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.Write([]byte("hello")); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	st, err := f.Stat()
	if err != nil || st.Size() != 5 || st.Name() != "file" || !st.Mode().IsRegular() || st.IsDir() {
		t.Fatal(st, err)
	}
	goes, err := os.Stat(name)
	if err != nil || st.Mode() != goes.Mode() || !st.ModTime().Equal(goes.ModTime()) {
		t.Fatal(st.Mode(), st.ModTime(), err)
	}
	kind, err := KindOf(f)
	if err != nil || !kind.Mode().IsRegular() {
		t.Fatal(kind, err)
	}
	if at, err := f.Seek(-4, io.SeekEnd); at != 1 || err != nil {
		t.Fatal(at, err)
	}
	if err := f.Truncate(4); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 8)
	if n, err := f.Read(b); string(b[:n]) != "ell" || err != nil {
		t.Fatal(n, err)
	}
	if n, err := f.Read(b); n != 0 || err != io.EOF {
		t.Fatal(n, err)
	}
	fd := f.(interface{ Fd() uintptr }).Fd()
	flags, _, _ := syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_GETFD, 0)
	if flags&syscall.FD_CLOEXEC == 0 {
		t.Error("children would inherit the file")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if _, err := f.Read(b); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if _, err := p.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640); !errors.Is(err, syscall.EEXIST) {
		t.Error(err)
	}
	if _, err := p.OpenFile(name+"/x", os.O_RDONLY, 0); !errors.Is(err, syscall.ENOTDIR) {
		t.Error(err)
	}
	dir, err := p.OpenFile(filepath.Dir(name), os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if _, err := dir.Read(b); !errors.Is(err, syscall.EISDIR) {
		t.Error(err)
	}
}

// TestOtherFiles: what may have to wait is a file of Go's.
func TestOtherFiles(t *testing.T) {
	var p Process
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{name, os.DevNull} {
		f, err := p.OpenFile(other, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := f.(*os.File); !ok {
			t.Errorf("%s is a %T", other, f)
		}
		f.Close()
	}
}

// TestDone: what is given back is used again; what is not stays as it was.
func TestDone(t *testing.T) {
	var p Process
	dir := t.TempDir()
	stat := func(name string, size int64) fs.FileInfo {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		st, err := p.Stat(name)
		if err != nil || st.Size() != size {
			t.Fatal(st, err)
		}
		return st
	}
	kept, first := stat("kept", 1), stat("first", 2)
	Done(first)
	if second := stat("second", 3); second != first || second.Name() != "second" {
		t.Error("what was given back was not used again")
	}
	if stat("third", 4); kept.Size() != 1 || kept.Name() != "kept" || first.Size() != 3 {
		t.Error("what was not given back has changed")
	}
	other, err := os.Stat(dir)
	if Done(other); err != nil || !other.IsDir() {
		t.Error(err)
	}
}
