package cases

import (
	"strings"
	"testing"
)

// TestTwoLoops fills a template whose lines belong to one loop, the other, or both.
func TestTwoLoops(t *testing.T) {
	const template = "package p\n\nfunc psy:loop() {\n\t//psy:fast a()\n\t//psy:watched b()\n\tc()\n\t//psy:cases\n}\n"
	for _, test := range []struct{ kind, want string }{
		{"fast", "func runFast() {\na()\n\tc()\nCASES\n}\n"},
		{"watched", "func runWatched() {\nb()\n\tc()\nCASES\n}\n"},
	} {
		got := fillLoop(template, "CASES\n", test.kind)
		if got = got[strings.Index(got, "func"):]; got != test.want {
			t.Errorf("%s: got %q, want %q", test.kind, got, test.want)
		}
	}
	if got := loopOf(template); !strings.Contains(got, "func psy:loop()") || strings.Contains(got, "package p") {
		t.Errorf("loopOf gives %q", got)
	}
}
