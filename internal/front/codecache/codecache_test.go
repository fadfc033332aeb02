package codecache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

func compiled(t *testing.T, source string) *pyc.Code {
	t.Helper()
	code, err := codegen.Source(source, syntax.Options{MaxDigits: 4300}, codegen.Options{Filename: "x.py"})
	if err == nil {
		err = code.Verify()
	}
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func text(t *testing.T, code *pyc.Code) []byte {
	t.Helper()
	data, err := pyc.Marshal(code)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const source = "def f(x, y='é'):\n    return x + y\nclass C:\n    a = 1, 2.5, b'z'\n"

// TestDisk: what was written is read, by another process's Disk too, and only by its own name.
func TestDisk(t *testing.T) {
	dir := t.TempDir()
	code := compiled(t, source)
	d := &Disk{root: dir}
	if !d.Read("m.0", nil).None() {
		t.Error("something in an empty cache")
	}
	d.Write("m.0", code)
	other := &Disk{root: dir}
	got := other.Read("m.0", nil).Code
	if got == nil || !bytes.Equal(text(t, got), text(t, code)) {
		t.Fatal("not what was written")
	}
	if err := os.Rename(d.file("m.0"), d.file("n.0")); err != nil {
		t.Fatal(err)
	}
	if !other.Read("n.0", nil).None() {
		t.Error("a file under another's name was taken")
	}
	if other.file("../x") != "" {
		t.Error("a name that leads elsewhere")
	}
	var none *Disk
	none.Write("m.0", code)
	if !none.Read("m.0", nil).None() {
		t.Error("something in no cache")
	}
}

// TestDamaged: a file of which any byte is another, or that ends anywhere, is as good as none; and it is written again.
func TestDamaged(t *testing.T) {
	d := &Disk{root: t.TempDir()}
	code := compiled(t, source)
	d.Write("m.0", code)
	file := d.file("m.0")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	put := func(data []byte) {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x41
		put(bad)
		if !d.Read("m.0", nil).None() {
			t.Fatalf("byte %d is another, and the file was taken", i)
		}
		put(good[:i])
		if !d.Read("m.0", nil).None() {
			t.Fatalf("the first %d bytes were taken", i)
		}
	}
	d.Write("m.0", code)
	if d.Read("m.0", nil).None() {
		t.Error("a damaged file was not written again")
	}
}

// TestHostile: code that is sound in no way is refused, though its sum is right.
func TestHostile(t *testing.T) {
	d := &Disk{root: t.TempDir()}
	code := *compiled(t, "x = 1\n")
	code.Facts = nil
	code.Bytecode = "\x65\xff" + code.Bytecode[2:] // an operand out of range
	d.Write("m.0", &code)
	if _, err := os.Stat(d.file("m.0")); err != nil {
		t.Fatal(err)
	}
	if !d.Read("m.0", nil).None() {
		t.Error("unsound code was taken")
	}
}

// TestUnwritable: where nothing can be written or read, nothing happens.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	code := compiled(t, source)
	for _, root := range []string{filepath.Join(file, "below"), "/dev/null/psy"} {
		d := &Disk{root: root}
		d.Write("m.0", code)
		if !d.Read("m.0", nil).None() {
			t.Errorf("%s: something was read", root)
		}
	}
	if os.Getuid() != 0 { // whom no permissions keep out
		dir := t.TempDir()
		os.Chmod(dir, 0o500)
		d := &Disk{root: dir}
		d.Write("m.0", code)
		if !d.Read("m.0", nil).None() {
			t.Error("something was read from a folder that cannot be written to")
		}
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if d := Below(""); d != nil {
		t.Errorf("a cache without a home: %+v", d)
	}
}

// TestConcurrent: many write and read one name at once; a reader that finds anything finds all of it.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	code := compiled(t, source)
	want := text(t, code)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			d := &Disk{root: dir}
			for i := range 40 {
				d.Write("m.0", code)
				if got := d.Read("m.0", nil).Code; got == nil || !bytes.Equal(text(t, got), want) {
					t.Errorf("turn %d: not what was written", i)
				}
			}
		})
	}
	wg.Wait()
	files, err := os.ReadDir((&Disk{root: dir}).folder())
	if err != nil || len(files) != 1 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
}

// TestBounded: other builds' folders go when there are many or they are old; what is not the cache's own stays.
func TestBounded(t *testing.T) {
	root := t.TempDir()
	for i := range 10 {
		dir := filepath.Join(root, fmt.Sprintf("build-%020x", i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-time.Duration(i) * time.Hour)
		if i == 2 {
			when = time.Now().Add(-2 * maxAge)
		}
		os.Chtimes(dir, when, when)
	}
	for _, mine := range []string{"build-mine", "other"} {
		if err := os.Mkdir(filepath.Join(root, mine), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	d := &Disk{root: root}
	d.Write("m.0", compiled(t, source))
	left, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2+1+maxFolders-1 {
		t.Errorf("%d folders are left", len(left))
	}
	if _, err := os.Stat(filepath.Join(root, fmt.Sprintf("build-%020x", 2))); err == nil {
		t.Error("the old folder is left")
	}
}

// TestUsed: a folder that is only read is as new as its last use.
func TestUsed(t *testing.T) {
	root := t.TempDir()
	(&Disk{root: root}).Write("m.0", compiled(t, source))
	d := &Disk{root: root}
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(root, build()), old, old); err != nil {
		t.Fatal(err)
	}
	if d.Read("m.0", nil).None() {
		t.Fatal("nothing was kept")
	}
	if info, err := os.Stat(d.dir); err != nil || !info.ModTime().After(old) {
		t.Error("the folder is as old as before", err)
	}
}

// TestShared: code is found by its key, and what is kept is bounded.
func TestShared(t *testing.T) {
	a, b := KeyOf("pyc", []byte("a")), KeyOf("pyc", []byte("b"))
	if a == b || a == KeyOf("pyca", nil) || a != KeyOf("pyc", []byte("a")) {
		t.Error("keys do not tell things apart")
	}
	code := compiled(t, source)
	Share(a, Kept{Code: code}, 100)
	if Shared(a).Code != code || !Shared(b).None() {
		t.Error("not what was shared")
	}
	for i := range 200 {
		Share(KeyOf("many", fmt.Append(nil, i)), Kept{Code: code}, maxShared/8)
	}
	shared.Lock()
	defer shared.Unlock()
	if shared.bytes > maxShared || len(shared.code) > 8 {
		t.Errorf("%d bytes of %d things are kept", shared.bytes, len(shared.code))
	}
}
