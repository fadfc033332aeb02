//go:build unix

package codecache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// TestRoom: images are read into the same memory, one after the other; nothing else that was read there stays there.
func TestRoom(t *testing.T) {
	d := &Disk{root: t.TempDir()}
	codes := []*pyc.Code{compiled(t, source), compiled(t, source+"\nx = 1\n")}
	var room Room
	var at *byte
	for round := range 2 {
		for i, c := range codes {
			if round == 0 {
				d.WriteOwn(Sum{byte(i)}, c)
			}
			kept := d.ReadOwn(Sum{byte(i)}, &room)
			if kept.Image == nil || !bytes.Equal(kept.Image.Data(), pyc.MakeImage(c)) {
				t.Fatalf("round %d: code %d is not what was written", round, i)
			}
			if at == nil {
				at = &kept.Image.Data()[0]
			}
			if at != &kept.Image.Data()[0] {
				t.Errorf("round %d: code %d lies elsewhere", round, i)
			}
		}
	}
	d.Write("m.0", codes[0])
	if d.Read("m.0", &room).Code == nil {
		t.Fatal("what was written is not read")
	}
	if &room.Take(1)[0] == at {
		t.Error("code refers to memory that is used again")
	}
}

// TestOwn: what psy has verified is read again, if nobody else can have written it and no byte is another.
func TestOwn(t *testing.T) {
	root := t.TempDir()
	code := compiled(t, source)
	name := Verified(text(t, code))
	image := pyc.MakeImage(code)
	fresh := func() *Disk { return &Disk{root: root} }
	if fresh().ReadOwn(name, nil).Image != nil {
		t.Error("something in an empty cache")
	}
	d := fresh()
	d.WriteOwn(name, code)
	read := func() []byte {
		if kept := fresh().ReadOwn(name, nil); kept.Image != nil {
			return kept.Image.Data()
		}
		return nil
	}
	if !bytes.Equal(read(), image) {
		t.Fatal("not what was written")
	}
	if !fresh().Read("m.0", nil).None() {
		t.Error("what is believed as the user's own was read as something else")
	}
	data, index := filepath.Join(d.folder(), ownData), filepath.Join(d.folder(), ownIndex)
	for _, c := range []struct {
		path      string
		bad, good os.FileMode
	}{{data, 0o660, 0o600}, {data, 0o606, 0o600}, {index, 0o660, 0o600}, {index, 0o606, 0o600}, {d.folder(), 0o770, 0o700}, {d.folder(), 0o707, 0o700}} {
		if err := os.Chmod(c.path, c.bad); err != nil {
			t.Fatal(err)
		}
		if read() != nil {
			t.Errorf("%s, %o: others could write it, and it was taken", c.path, c.bad)
		}
		if err := os.Chmod(c.path, c.good); err != nil {
			t.Fatal(err)
		}
		if read() == nil {
			t.Errorf("%s, %o: nobody else could write it, and it was not taken", c.path, c.good)
		}
	}
	for _, file := range []string{data, index} {
		os.Remove(data)
		os.Remove(index)
		fresh().WriteOwn(name, code)
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
			for _, bad := range [][]byte{bad, good[:i]} {
				if err := os.WriteFile(file, bad, 0o600); err != nil {
					t.Fatal(err)
				}
				if read() != nil {
					t.Fatalf("%s: %d bytes of %d, byte %d is another, and it was taken", file, len(bad), len(good), i)
				}
			}
		}
		for range 2 {
			fresh().WriteOwn(name, code)
			if !bytes.Equal(read(), image) {
				t.Errorf("%s: what was damaged was not written again", file)
			}
		}
	}
}

// TestOwnMany: the two files hold many images, written by several at once, and begin anew when they hold too many.
func TestOwnMany(t *testing.T) {
	root := t.TempDir()
	code := compiled(t, source)
	image := pyc.MakeImage(code)
	sum := func(n int) Sum { return Verified(fmt.Append(nil, n)) }
	const writers, each = 8, 60
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			d := &Disk{root: root}
			for i := range each {
				n := w*each + i
				if kept := d.WriteOwn(sum(n), code); kept.Image == nil || !bytes.Equal(kept.Image.Data(), image) {
					t.Errorf("%d: not given", n)
				}
			}
		})
	}
	wg.Wait()
	d := &Disk{root: root}
	for n := range writers * each {
		if kept := d.ReadOwn(sum(n), nil); kept.Image == nil || !bytes.Equal(kept.Image.Data(), image) {
			t.Fatalf("%d: not what was written", n)
		}
	}
	index := filepath.Join(d.folder(), ownIndex)
	if err := os.WriteFile(index, make([]byte, maxOwn*ownEntry), 0o600); err != nil {
		t.Fatal(err)
	}
	d = &Disk{root: root}
	for n := range 3 {
		if d.ReadOwn(sum(n), nil).Image != nil {
			t.Errorf("%d: an empty entry led to something", n)
		}
		d.WriteOwn(sum(n), code)
		for _, d := range []*Disk{d, {root: root}} {
			if d.ReadOwn(sum(n), nil).Image == nil {
				t.Errorf("%d: not there after the files were full", n)
			}
		}
	}
	if st, err := os.Stat(index); err != nil || st.Size() != 3*ownEntry {
		t.Errorf("a full index was not removed: %v %v", st.Size(), err)
	}
}
