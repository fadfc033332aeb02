// Damaged sources: neither crash nor hang, and the same verdict as CPython's.

package syntax

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/damage"
)

// TestDamaged compares verdicts, trees and errors for randomly damaged pieces of CPython's library. PSY_TEST_FUZZ=N makes N of them,
// PSY_TEST_SEED chooses others.
func TestDamaged(t *testing.T) {
	c := startCPython(t)
	n := 1500
	if v, err := strconv.Atoi(os.Getenv("PSY_TEST_FUZZ")); err == nil {
		n = v
	}
	seed, _ := strconv.ParseUint(os.Getenv("PSY_TEST_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 1))
	var sources []string
	for _, file := range libraryFiles(t) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text, e := Decode(b); e == nil && text != "" {
			sources = append(sources, text)
		}
	}
	verdicts, texts, refusedOnes := 0, 0, 0
	for range n {
		src := damage.Edit(r, damage.Chunk(r, sources[r.IntN(len(sources))]))
		if strings.IndexByte(src, 0) >= 0 {
			continue
		}
		want := c.ask(t, "exec", src)
		root, _, e := Parse(Newlines(src), Options{MaxDigits: maxDigits})
		switch {
		case (e == nil) != (want.Error == nil):
			verdicts++
			t.Errorf("%q: %v, want %v", src, e, want.Error)
		case e == nil:
			if got := Dump(root); got != want.Dump {
				t.Errorf("%q: %s", src, firstDifference(got, want.Dump))
			}
		default:
			refusedOnes++
			if got := errorText(e); got != jsonText(want.Error) {
				texts++
				t.Logf("%q:\n got %s\nwant %s", src, got, jsonText(want.Error))
			}
		}
		if verdicts > 20 {
			t.Fatal("and so on")
		}
	}
	t.Logf("%d sources: %d wrong verdicts; %d refused, %d of them with other errors", n, verdicts, refusedOnes, texts)
	if texts*20 > refusedOnes {
		t.Error("too many other errors")
	}
}
