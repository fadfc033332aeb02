package helptext

import (
	"strings"
	"testing"
)

// TestTables holds that bisection finds every entry, and that docstrings fit a page.
func TestTables(t *testing.T) {
	n := 0
	for _, e := range Entries() {
		if !strings.Contains(e.Name, ".") {
			n++
		}
		signature, doc, found := Find(e.Name)
		want := e.Doc
		if want == "~" {
			if _, want, _ = Find("*." + e.Name[strings.LastIndexByte(e.Name, '.')+1:]); want == "" || want == "~" {
				t.Errorf("%s: ~ refers to nothing", e.Name)
			}
		}
		if !found || signature != e.Signature || doc != want {
			t.Errorf("%s: found %v, signature %q, docstring %q", e.Name, found, signature, doc)
		}
		if e.Signature != "" && !(strings.HasPrefix(e.Signature, "(") && strings.HasSuffix(e.Signature, ")")) {
			t.Errorf("%s: signature %q", e.Name, e.Signature)
		}
		for line := range strings.Lines(e.Doc) {
			if line = strings.TrimSuffix(line, "\n"); len(line) > 96 || strings.TrimSpace(line) != line || line == "" {
				t.Errorf("%s: line %q", e.Name, line)
			}
		}
	}
	if n < 40 {
		t.Errorf("%d modules", n)
	}
}

func TestFindMissing(t *testing.T) {
	for _, name := range []string{"", "a", "zzz", "builtins.str.joi", "builtins.str.joinn", "~.~", "!.!", "*.nothing"} {
		if s, d, found := Find(name); found || s != "" || d != "" {
			t.Errorf("%q: %q %q", name, s, d)
		}
	}
	if _, doc, found := Find("nosuch.type.__add__"); !found || doc == "" {
		t.Error("__add__ of any type is not found")
	}
}
