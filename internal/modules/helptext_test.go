package modules

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/lib/helptext"
	"github.com/psyco-go/psy/internal/vm/object"
)

// TestHelpIsComplete holds that the tables of docstrings and signatures have an entry for all that is declared, and no other.
func TestHelpIsComplete(t *testing.T) {
	declared := HelpNames()
	var known []string
	for _, e := range helptext.Entries() {
		known = append(known, e.Name)
		if _, ok := slices.BinarySearch(declared, e.Name); !ok && !strings.HasPrefix(e.Name, "*.") {
			if module, _, _ := strings.Cut(e.Name, "."); runtime.GOOS != "linux" && linuxModules[module] {
				continue
			}
			t.Errorf("%s is not declared: take its entry out (go generate ./internal/lib/helptext, or by hand if CPython has no such module)", e.Name)
		}
	}
	slices.Sort(known)
	for _, name := range declared {
		if _, ok := slices.BinarySearch(known, name); !ok {
			t.Errorf("%s has no entry: go generate ./internal/lib/helptext makes it, with CPython's signature; write its docstring", name)
		}
	}
}

// linuxModules are declared on Linux alone, or on Unix.
var linuxModules = map[string]bool{"fcntl": true, "grp": true, "pwd": true, "resource": true, "syslog": true, "termios": true}

// shape is what a signature promises to callers: how many arguments by position, which names, which are required.
func shape(sig string, self bool) string {
	var b strings.Builder
	for i, p := range object.ParseSignature("f", sig).Params {
		if self && i == 0 {
			continue
		}
		switch p.Kind {
		case object.PosOnly:
			p.Name = "" // nobody can use it
		case object.VarPos, object.VarKw:
			p.Name, p.Required = "", false
		}
		fmt.Fprintf(&b, "%d %s %v;", p.Kind, p.Name, p.Required)
	}
	return b.String()
}

// TestHelpAgrees holds that functions take what their signature shows.
func TestHelpAgrees(t *testing.T) {
	n := 0
	object.DeclaredSignatures(func(name, sig string, binds bool) {
		shown, _, _ := helptext.Find(name)
		if shown == "" || shownOtherwise[name] != "" {
			return
		}
		n++
		self := strings.HasPrefix(shown, "($")
		if shape(sig, false) != shape(strings.Replace(shown, "($", "(", 1), self) {
			t.Errorf("%s is declared as %s, shown as %s (binds: %v)", name, sig, shown, binds)
		}
	})
	if n < 500 {
		t.Errorf("only %d functions have both signatures", n)
	}
}

// shownOtherwise are the functions whose signature in CPython does not say what they take, and why.
var shownOtherwise = map[string]string{
	"_thread.lock.__enter__":  "takes what acquire takes",
	"_thread.RLock.__enter__": "takes what acquire takes",
}
