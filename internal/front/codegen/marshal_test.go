package codegen

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// otherBytes are the files whose marshal data depends on what else the compiling process has interned.
var otherBytes = []string{"functools.py", "importlib/_bootstrap.py", "test/test_functools.py", "test/test_peg_generator/test_first_sets.py"}

func equalHex(data []byte, text string) bool {
	want, err := hex.DecodeString(text)
	return err == nil && bytes.Equal(data, want)
}

// TestMarshal: a compiled file is py_compile's, byte for byte. All of the library if PSY_TEST_SYNTAX is set.
func TestMarshal(t *testing.T) {
	py := start(t)
	lib, files, err := oracle.Library()
	if err != nil {
		t.Fatal(err)
	}
	equal := 0
	for n, path := range files {
		if n%32 != 5 && os.Getenv("PSY_TEST_SYNTAX") == "" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		src, serr := syntax.Decode(data)
		want, failure := py.answer(t, "pyc", path), ""
		if serr != nil || strings.HasPrefix(want, "!") {
			continue
		}
		code, err := Source(src, syntax.Options{MaxDigits: 4300}, Options{Filename: path})
		if err != nil {
			failure = err.Error()
		} else if got, err := pyc.Marshal(code); err != nil {
			failure = err.Error()
		} else if !equalHex(got, want) && !equalHex(got, start(t).answer(t, "pyc", path)) { // by a process that has compiled nothing else
			failure = "differs"
		}
		name, _ := filepath.Rel(lib, path)
		if failure == "" {
			equal++
		} else if !slices.Contains(otherBytes, filepath.ToSlash(name)) {
			t.Errorf("%s: %s", name, failure)
		}
	}
	t.Logf("%d files are equal", equal)
}
