// A live comparison of signatures and docstrings with CPython.

package tests

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// notAsShown are things whose signature differs since the thing itself does, and how.
var notAsShown = map[string]string{
	"itertools._tee_dataobject": "cannot be made by programs",
	"_abc._abc_data":            "cannot be made by programs",
	"_ctypes.PyCStructType":     "is written in Python",
	"_ctypes.UnionType":         "is written in Python",
}

// TestLiveSignatures holds that inspect.signature says of everything built in what CPython says, and that psy has docstrings
// where CPython has some, in its own words.
func TestLiveSignatures(t *testing.T) {
	python, exe := cpython(t), psy(t)
	dir, pyc := compileLive(t, python, "signatures")
	declared := modules.HelpNames()
	builtIn := func(name string) bool {
		name = strings.ReplaceAll(strings.TrimSuffix(name, "()"), " ", "_")
		_, found := slices.BinarySearch(declared, name)
		if i := strings.LastIndexByte(name, '.'); !found && i > 0 { // a slot wrapper of a type
			_, found = slices.BinarySearch(declared, name[:i])
		}
		return found
	}
	names := native.BuiltinNames()
	slices.Sort(names)
	if err := os.WriteFile(filepath.Join(dir, "names"), []byte(strings.Join(names, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	describe := func(command ...string) map[string][]string {
		r := oracle.Run(dir, 2*time.Minute, "", append(command, pyc, "names")...)
		if r.Status != 0 || r.TimedOut {
			t.Fatalf("%s: status %d\n%s", command[0], r.Status, oracle.Ends(r.Stderr, 2000))
		}
		described := map[string][]string{}
		for line := range strings.Lines(r.Stdout) {
			if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 5 {
				described[f[0]] = f[1:]
			}
		}
		return described
	}
	want, got := describe(python), describe(psyRun(exe)...)
	both := 0
	for name, g := range got {
		w := want[name]
		if w == nil || !builtIn(name) {
			continue
		}
		both++
		const signature, text, doc = 1, 2, 3
		if _, known := notAsShown[name]; !known && (g[signature] != w[signature] || g[text] != w[text]) {
			t.Errorf("%s: signature %s %s, CPython's is %s %s", name, g[signature], g[text], w[signature], w[text])
		}
		switch {
		case (g[doc] == "None") != (w[doc] == "None"):
			t.Errorf("%s: docstring %s, CPython's is %s", name, g[doc], w[doc])
		case g[doc] != "None" && g[doc] == w[doc]:
			t.Errorf("%s: the docstring is CPython's: %s", name, g[doc])
		}
	}
	if both < 2500 {
		t.Errorf("only %d things are in both", both)
	}
	t.Logf("%d things compared", both)
}
