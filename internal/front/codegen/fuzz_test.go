package codegen

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/gen/pgen"
	"github.com/psyco-go/psy/internal/testkit/damage"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestDamaged compares the code of damaged pieces of CPython's library and of random sentences of the grammar, in turns: no crash, the same
// verdict, and the same code. PSY_TEST_FUZZ=N makes N of them, PSY_TEST_SEED chooses others.
func TestDamaged(t *testing.T) {
	py := start(t)
	n := 1500
	if v, err := strconv.Atoi(os.Getenv("PSY_TEST_FUZZ")); err == nil {
		n = v
	}
	seed, _ := strconv.ParseUint(os.Getenv("PSY_TEST_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 2))
	_, files, err := oracle.Library()
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for i := 0; i < len(files); i += 8 {
		data, _ := os.ReadFile(files[i])
		if text, e := syntax.Decode(data); e == nil && text != "" {
			sources = append(sources, text)
		}
	}
	text, err := os.ReadFile("../syntax/python.gram")
	if err != nil {
		t.Fatal(err)
	}
	grammar, err := pgen.ReadGrammar(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var cmp comparison
	accepted, otherErrors := [2]int{}, 0
	for i := range n {
		var src string
		if i%2 == 0 {
			src = damage.Edit(r, damage.Chunk(r, sources[r.IntN(len(sources))]))
		} else {
			within := []string{"", "def f():\n", "async def f(x, *y):\n", "class A[T]:\n def f(self):\n  for x in y:\n"}[r.IntN(4)]
			src = within
			for range 1 + r.IntN(4) {
				src += grammar.Sentence(r, "statement", 2+r.IntN(30), strings.Count(within, "\n"))
			}
		}
		if strings.IndexByte(src, 0) >= 0 {
			continue
		}
		src = syntax.Newlines(src)
		a := arguments{"exec", r.IntN(3), 0}
		want, wrong := py.ask(t, "text", src, a)
		got, failure := compileText(src, a)
		if (wrong == "") != (failure == "") {
			t.Errorf("%v %q: %q, want %q", a, src, failure, wrong)
		} else if want == nil {
			var place []any // message and positions; other errors than of the syntax have none
			if json.Unmarshal([]byte(wrong), &place) == nil && !strings.Contains(failure, place[0].(string)) {
				otherErrors++
				t.Logf("%q: %q, want %q", src, failure, wrong)
			}
		} else {
			accepted[i%2]++
			cmp.code(fmt.Sprintf("%v %q", a, src), got, want)
		}
	}
	t.Logf("seed %d: of %d sources, CPython takes %d damaged ones and %d sentences; %d others have other messages", seed, n, accepted[0], accepted[1],
		otherErrors)
	if otherErrors*20 > n {
		t.Error("too many other messages")
	}
	cmp.report(t)
	if cmp.equal < cmp.total {
		t.Errorf("%d code objects differ", cmp.total-cmp.equal)
	}
}
