package psy_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/psyco-go/psy"
	"github.com/psyco-go/psy/dump"
)

func TestWriteDump(t *testing.T) {
	data, err := os.ReadFile("testdata/changing.pyc")
	if err != nil {
		t.Fatal(err)
	}
	prog, err := psy.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	var written [2]string
	for i := range written {
		rt, err := psy.New(psy.Config{Dump: true, Threshold: 1, FS: fstest.MapFS{strings.TrimPrefix(prog.File(), "/"): {Data: []byte("the source\n")}}})
		if err != nil {
			t.Fatal(err)
		}
		mod, err := rt.Exec(context.Background(), prog)
		if err != nil {
			t.Fatal(err)
		}
		f, err := psy.Func1[int64, int64](mod, "f")
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if _, err := f(context.Background(), 1); err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		if err := rt.WriteDump(&b); err != nil {
			t.Fatal(err)
		}
		written[i] = b.String()
		if _, err := f(context.Background(), 1); err != nil {
			t.Error(err)
		}
		if err := rt.WriteDump(failing{}); err == nil {
			t.Error("what could not be written is no error")
		}
		rt.Close()
		if err := rt.WriteDump(&b); !errors.Is(err, psy.ErrClosed) {
			t.Error(err)
		}
	}
	if written[0] != written[1] {
		t.Error("two runs are told of differently")
	}
	d, err := dump.Read(strings.NewReader(written[0]))
	if err != nil || !d.Detailed || len(d.Functions) == 0 || len(d.Sources) != 1 || d.Sources[0].Lines[0] != "the source" {
		t.Errorf("%v %+v", err, d)
	}
	if d.Engine == "psyco" && len(d.Buffers) == 0 {
		t.Error("no machine code")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
