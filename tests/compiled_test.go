package tests

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// TestCompiled: the .pyc files of the test programs, which CPython has compiled, are what psy makes of their sources, byte for byte.
func TestCompiled(t *testing.T) {
	n := 0
	for _, pattern := range []string{"programs/*.py", "../cmd/psy/testdata/*.py", "../bench/*/*.py"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			want, err := os.ReadFile(name + "c")
			if err != nil {
				continue // a module, or not meant to be compiled
			}
			n++
			prog, err := pyc.Load(want)
			if err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text, serr := syntax.Decode(src)
			if serr != nil {
				t.Fatal(name, serr)
			}
			code, err := codegen.Source(text, syntax.Options{MaxDigits: 4300}, codegen.Options{Filename: prog.Code.Filename.S})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			got, err := pyc.Dump(&pyc.Program{Header: prog.Header, Code: code})
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: another file (%v)", name, err)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d programs", n)
	}
}
