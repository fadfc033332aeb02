//go:build unix

package codecache

import (
	"bytes"
	"os"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// TestOwn: what psy has verified is read again, if nobody else can have written it and no byte is another.
func TestOwn(t *testing.T) {
	root := t.TempDir()
	code := compiled(t, source)
	name := Verified(text(t, code))
	image := pyc.MakeImage(code)
	fresh := func() *Disk { return &Disk{root: root} }
	if fresh().ReadOwn(name).Image != nil {
		t.Error("something in an empty cache")
	}
	d := fresh()
	d.WriteOwn(name, code)
	read := func() []byte {
		if kept := fresh().ReadOwn(name); kept.Image != nil {
			return kept.Image.Data()
		}
		return nil
	}
	if !bytes.Equal(read(), image) {
		t.Fatal("not what was written")
	}
	if !fresh().Read(name).None() {
		t.Error("what is believed as the user's own was read as something else")
	}
	file := d.file(name)
	for _, c := range []struct {
		path      string
		bad, good os.FileMode
	}{{file, 0o660, 0o600}, {file, 0o606, 0o600}, {d.folder(), 0o770, 0o700}, {d.folder(), 0o707, 0o700}} {
		if err := os.Chmod(c.path, c.bad); err != nil {
			t.Fatal(err)
		}
		if read() != nil {
			t.Errorf("%o: others could write it, and it was taken", c.bad)
		}
		if err := os.Chmod(c.path, c.good); err != nil {
			t.Fatal(err)
		}
		if read() == nil {
			t.Errorf("%o: nobody else could write it, and it was not taken", c.good)
		}
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(file, 1, 1); err == nil && read() != nil {
			t.Error("another user's file was taken")
		}
		os.Chown(file, 0, 0)
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x41
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if read() != nil {
			t.Fatalf("byte %d is another, and the file was taken", i)
		}
		if err := os.WriteFile(file, good[:i], 0o600); err != nil {
			t.Fatal(err)
		}
		if read() != nil {
			t.Fatalf("a file of %d bytes of %d was taken", i, len(good))
		}
	}
	fresh().WriteOwn(name, code)
	if !bytes.Equal(read(), image) {
		t.Error("a damaged file was not written again")
	}
}
